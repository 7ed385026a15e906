import type { ReviewCase } from '@glasshouse/protocol/review/office';
import { expect, test } from 'vitest';
import { nextOf } from './case.ts';

const waiting = { decided: null, agreed: null };
const decided = { decided: { decision: 'approve', by: null, at: '', reason: null }, agreed: null };
const listOf = (cases: Record<string, object>) =>
  Object.entries(cases).map(([id, rest]) => ({ id, ...rest })) as unknown as ReviewCase[];

test('after a decision the next waiting case opens, never one that this operator has decided', () => {
  const list = listOf({ a: waiting, b: decided, c: waiting, d: { ...waiting, agreed: 'you' }, e: waiting });
  expect(nextOf(list, 'c', () => false)).toBe('e');
  expect(nextOf(list, 'e', () => false)).toBe('c');
  expect(nextOf(list, 'e', (id) => id === 'c')).toBe('a');
  expect(nextOf(list, 'e', (id) => id !== 'b')).toBeUndefined();
  expect(nextOf(listOf({ a: waiting }), 'a', () => false)).toBeUndefined();
});
