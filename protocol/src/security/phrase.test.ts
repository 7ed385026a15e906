import { expect, test } from 'vitest';
import { readPhrase } from './phrase.ts';

test('a phrase has 4 to 32 visible characters of any script', () => {
  for (const phrase of [
    'blue heron',
    '四个汉字',
    'синяя цапля',
    'שלום לכם',
    '<b>&amp;',
    '🦀🦀🦀🦀',
    'x'.repeat(32),
    '{link}',
    'Dr. Heron, 3.5 kg',
  ])
    expect(readPhrase(phrase)).toBe(phrase);
  expect(readPhrase('  blue heron ')).toBe('blue heron');
  expect(readPhrase('cafe\u0301s')).toBe('cafés');
  const refused = [
    'abc',
    '   a   ',
    'x'.repeat(33),
    'one\ntwo',
    'one\r\nBcc: x@example.com',
    'one\ttwo',
    'one\u2028two',
  ];
  const hidden = [
    'blue\u202enoreh',
    'blue\u2066noreh',
    'blue\u200bheron',
    'blue\u00adheron',
    'blue\u0000heron',
    'blue\ufeffheron',
    '\u3164\u3164\u3164\u3164',
    '\u2800\u2800\u2800\u2800',
    `abcd${'\u0301'.repeat(5)}`,
  ];
  const links = ['https://evil.example/a', 'evil.example', 'go to 1.example', 'help@evil'];
  const otherDots = ['evil。com', 'evil．com', 'evil․com', 'evil｡com', 'evil.ⓒⓞⓜ', 'Mail security＠x'];
  const numbers = ['Call +1 900 555 0199', '1-900-555', '192.168.1.10', '９００５５５０'];
  for (const text of [...refused, ...hidden, ...links, ...otherDots, ...numbers])
    expect(readPhrase(text), JSON.stringify(text)).toBeUndefined();
});
