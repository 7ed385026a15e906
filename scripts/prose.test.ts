import { expect, test } from 'vitest';
import { findInFile } from './prose.ts';
import { compareDebt, lowerDebt } from './prose-debt.ts';
import { commentBlocks, markdownBlocks, sentencesOf, wordBlocks } from './prose-text.ts';

const rulesIn = (path: string, text: string) => findInFile(path, text).map(({ rule }) => rule);
/** A sentence of that many words, a multiple of four. */
const long = (words: number) => `The server reads ${'one more price and '.repeat(words / 4 - 1)}stops.`;

test.each([
  ['docs/a.md', 'Whoever waits for a table makes all wait who come after.', 'subject'],
  ['README.md', 'Nobody can set a price.', 'subject'],
  ['server/src/a.ts', '/** What all orders asked of an account together would take. */', 'subject'],
  ['server/migrations/0001_a.sql', '-- Everybody reads the same tape.', 'subject'],
  ['web/src/A.tsx', '      {/* The button stands beside the amount. */}', 'archaic'],
  ['words/vip/en-US.json', '    "canReceive": "From VIP 2 on you can receive transfers."', 'archaic'],
  ['words/vip/en-US.json', '    "address": "This is no practice address."', 'negation'],
  ['docs/a.md', '- Waits take 40 ms at the 99th part.', 'jargon'],
  ['docs/a.md', `It works.\n${long(36)}`, 'length'],
  ['words/vip/en-US.json', `    "help": "${long(24)}"`, 'length'],
])('in %s, the sentence "%s" fails the check for %s', (path, text, rule) => {
  const findings = findInFile(path, text);
  expect(findings.map((finding) => finding.rule)).toEqual([rule]);
  const { exceeded } = compareDebt({}, new Map([[path, findings]]));
  expect(exceeded[0]).toBe(`${path}: ${rule} found 1 times, at most 0`);
  expect(exceeded[1]).toContain(`${path}:${text.split('\n').length} `);
});

test.each([
  ['docs/a.md', 'What is a receipt? A file with the order and its prices.'],
  ['docs/a.md', '## What we promise'],
  ['docs/a.md', '| What it does | meaning |\n|---|---|\n| what is read | `beside` |'],
  ['docs/a.md', 'There is no payment processor, and the site is no longer reachable.'],
  ['docs/a.md', 'From now on, amounts are whole numbers; the log is checked as a whole.'],
  ['docs/a.md', 'Run `git anew --beside`, see [the log](beside/anew.md) and <https://beside.example/anew>.'],
  ['docs/a.md', '```\nWhoever writes code for ever.\n```'],
  ['docs/a.md', `${long(32)} ${long(32)}`],
  ['server/src/a.ts', "const text = 'https://site.example // whoever stays anew';"],
  ['server/src/a.ts', '// biome-ignore lint/a: whoever\nconst anew = 1;'],
  ['server/schema/money.sql', '-- Whoever waits.'],
  ['words/vip/en-US.json', '    "tab": "What it costs"'],
  ['words/vip/fr-FR.json', '    "tab": "Whoever waits."'],
  ['package.json', '"anew"'],
])('in %s, %j passes', (path, text) => {
  expect(rulesIn(path, text)).toEqual([]);
});

const textsOf = (blocks: ReturnType<typeof markdownBlocks>) =>
  blocks.flatMap(sentencesOf).map(({ line, text }) => [line, text]);

test('sentences end at full stops, not at abbreviations, decimals, list items or line breaks', () => {
  const text = [
    '# Title',
    '',
    'One sentence, e.g. This one,',
    'with 1.5 s. "A second one" is `here.\nNow`. (A third.)',
    '- an item',
    '  that goes on',
    '- another item. And more',
    '> A quote.',
  ].join('\n');
  expect(textsOf(markdownBlocks(text))).toEqual([
    [1, 'Title'],
    [3, 'One sentence, e.g. This one, with 1.5 s.'],
    [4, '"A second one" is CODE .'],
    [5, '(A third.)'],
    [6, 'an item that goes on'],
    [8, 'another item.'],
    [8, 'And more'],
    [9, 'A quote.'],
  ]);
});

test('comments are joined over lines, and strings are not comments', () => {
  const text = [
    '// One comment',
    '// on two lines.',
    'const a = 1; // After code.',
    "const b = 'no // comment';",
    '/**',
    ' * The first sentence.',
    ' * @param a a number',
    ' */',
    '/** A short one. */',
  ].join('\n');
  expect(textsOf(commentBlocks(text, 'typescript'))).toEqual([
    [1, 'One comment on two lines.'],
    [3, 'After code.'],
    [6, 'The first sentence.'],
    [7, '@param a a number'],
    [9, 'A short one.'],
  ]);
  const migration = "-- migrate:up\n-- A table.\nselect '-- text', 1; -- One.";
  expect(textsOf(commentBlocks(migration, 'sql'))).toEqual([
    [2, 'A table.'],
    [3, 'One.'],
  ]);
});

test('each key of a word file is read with its line', () => {
  expect(textsOf(wordBlocks('{\n  "a": {\n    "b": "One. Two \\"{x}\\"."\n  }\n}'))).toEqual([
    [3, 'One.'],
    [3, 'Two "{x}".'],
  ]);
});

const found = (counts: Record<string, number>) =>
  new Map(
    Object.entries(counts).map(([file, count]) => [
      file,
      Array.from({ length: count }, () => ({ rule: 'archaic' as const, line: 1, match: 'anew', advice: 'again' })),
    ]),
  );
const always = () => true;

test('a file that exceeds its count fails, and so does a count that is too high', () => {
  const debt = { archaic: { 'a.md': 2, 'b.md': 1 } };
  expect(compareDebt(debt, found({ 'a.md': 2, 'b.md': 1 }))).toEqual({ exceeded: [], stale: [] });
  expect(compareDebt(debt, found({ 'a.md': 3, 'b.md': 1 })).exceeded[0]).toBe('a.md: archaic found 3 times, at most 2');
  expect(compareDebt(debt, found({ 'a.md': 1 })).stale).toEqual([
    'a.md: archaic is down from 2 to 1',
    'b.md: archaic is down from 1 to 0',
  ]);
});

test('an update lowers counts and never raises them', () => {
  const debt = { archaic: { 'a.md': 2, 'b.md': 1 } };
  expect(lowerDebt(debt, found({ 'a.md': 1, 'b.md': 5, 'new.md': 1 }), always).archaic).toEqual({
    'a.md': 1,
    'b.md': 1,
  });
});

test('a moved file keeps its count', () => {
  const debt = { archaic: { 'a.md': 2, 'b.md': 1 } };
  const exists = (file: string) => file !== 'a.md';
  expect(lowerDebt(debt, found({ 'b.md': 1, 'moved.md': 2 }), exists).archaic).toEqual({ 'b.md': 1, 'moved.md': 2 });
  expect(lowerDebt(debt, found({ 'b.md': 1, 'moved.md': 3 }), exists).archaic).toEqual({ 'b.md': 1 });
});
