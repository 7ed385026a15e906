import { expect, test } from 'vitest';
import { cannedFor, readReason, writeReason } from './reasons.ts';

test('a canned reason is read as it was written, with or without additional text', () => {
  for (const text of [null, 'And this.', 'Two\nlines: canned:unreadable'])
    expect(readReason(writeReason('unreadable', text)!)).toEqual({ canned: 'unreadable', text: text ?? '' });
  expect(writeReason(null, 'In my own words')).toBe('In my own words');
  expect(writeReason(null, null)).toBeNull();
});

test('a text that only resembles a canned reason is read as text', () => {
  for (const text of [
    'canned:',
    'canned:constructor',
    'canned:toString\nx',
    'canned:unreadable and more',
    ' canned:unreadable',
    '',
  ])
    expect(readReason(text)).toEqual({ canned: null, text });
});

test('a queue without canned reasons has none', () => {
  expect(cannedFor('constructor')).toEqual([]);
  expect(cannedFor('papers')).toEqual([]);
});
