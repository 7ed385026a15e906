import { expect, test } from 'vitest';
import { z } from 'zod';
import { uuidAt } from './uuid.ts';

test('an id is a UUIDv7 that carries its millisecond', () => {
  const name = uuidAt(1_700_000_000_123, new Uint8Array(10).fill(255));
  expect(name).toBe('018bcfe5-687b-7fff-bfff-ffffffffffff');
  expect(z.uuidv7().safeParse(name).success).toBe(true);
  expect(uuidAt(1_700_000_000_123, new Uint8Array(10))).toBe('018bcfe5-687b-7000-8000-000000000000');
});

test('later ids sort after earlier ones, and no two are equal', () => {
  const names = Array.from({ length: 500 }, (_, i) => uuidAt(1_700_000_000_000 + i));
  expect(names.toSorted()).toEqual(names);
  expect(new Set(Array.from({ length: 500 }, () => uuidAt(1))).size).toBe(500);
  for (const name of names) expect(z.uuidv7().safeParse(name).success).toBe(true);
});
