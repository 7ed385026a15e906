import { expect, test } from 'vitest';
import { linesOf, partsOf } from './lines.ts';

const ended = (id: string) => ({ product: 'contract' as const, user: 'u', id });

test('an ended position stays in its place and appears once', () => {
  const open = [{ id: 'd' }, { id: 'c' }, { id: 'a' }];
  expect(linesOf(open, [ended('b')]).map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
  // The list of open positions may be outdated.
  const lines = linesOf(open, [ended('c')]);
  expect(lines.map(({ id, ended: result }) => [id, result !== undefined])).toEqual([
    ['d', false],
    ['c', true],
    ['a', false],
  ]);
});

test('only the newest ended positions stay, and dropped ones do not return as open', () => {
  const waiting = ['a', 'b', 'c', 'd', 'e'].map(ended);
  expect(linesOf([{ id: 'a' }, { id: 'f' }], waiting).map(({ id }) => id)).toEqual(['f', 'e', 'd', 'c']);
});

test('the newest result is placed below all open positions', () => {
  const parts = (open: string[], waiting: string[]) =>
    partsOf(
      open.map((id) => ({ id })),
      waiting.map(ended),
    ).map((part) => part.map(({ id }) => id).join(''));
  expect(parts(['d', 'b'], ['c', 'a'])).toEqual(['dcb', 'a']);
  expect(parts([], ['a', 'b'])).toEqual(['', 'ba']);
  expect(parts(['a'], [])).toEqual(['a', '']);
});
