import { expect, test } from 'vitest';
import { createBuckets } from './buckets.ts';

const rate = { burst: 3, everySeconds: 2 };
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);

test('after a burst, turns are allowed at intervals, and the returned wait is long enough', () => {
  const { take } = createBuckets(rate);
  expect([0, 0, 0, 0].map((s) => take('ann', at(s)))).toEqual([0, 0, 0, 2]);
  expect(take('ann', at(1.999))).toBe(1);
  expect(take('ann', at(2))).toBe(0);
  expect(take('ann', at(2))).toBe(2);
  expect(take('bob', at(2))).toBe(0);
  expect([1000, 1000, 1000, 1000].map((s) => take('ann', at(s)))).toEqual([0, 0, 0, 2]);
});

test('reading the wait does not use up a turn', () => {
  const { take, wait, size } = createBuckets(rate);
  for (let i = 0; i < 5; i++) expect(wait('ann', at(0))).toBe(0);
  expect(size()).toBe(0);
  for (let i = 0; i < 3; i++) take('ann', at(0));
  expect([wait('ann', at(0)), wait('ann', at(1)), wait('ann', at(2)), wait('bob', at(0))]).toEqual([2, 1, 0, 0]);
});

test('a clock that steps back an hour neither gives turns nor costs an hour of them', () => {
  const { take } = createBuckets(rate);
  for (let i = 0; i < 3; i++) take('ann', at(0));
  expect(take('ann', at(-3600))).toBe(2);
  expect(take('ann', at(-3599))).toBe(1);
  expect(take('ann', at(-3598))).toBe(0);
  expect(take('ann', at(-3598))).toBe(2);
});

test('a flood of new names resets no bucket, is bounded, and callers beyond the bound share a bucket', () => {
  const { take, size } = createBuckets(rate, 100);
  for (let i = 0; i < 3; i++) take('attacker', at(0));
  const newcomers = Array.from({ length: 10_000 }, (_, i) => take(`flood ${i}`, at(0)));
  expect(newcomers.filter((wait) => wait === 0)).toHaveLength(99 + rate.burst);
  expect(size()).toBeLessThanOrEqual(101);
  expect(take('attacker', at(0))).toBe(2);
  expect(take('flood 0', at(0))).toBe(0); // has its own bucket, with two turns left
  // Once they are idle there is room again, for many at once.
  for (let i = 0; i < 50; i++) expect(take(`newcomer ${i}`, at(10))).toBe(0);
  expect(size()).toBeLessThanOrEqual(60);
});

test('many short-lived callers need little memory, even after the clock has stepped back', () => {
  const { take, size } = createBuckets(rate, 1000);
  let refused = 0;
  // A hundred new ones per second, each in use for two seconds.
  const pass = (from: number) => {
    for (let i = 0; i < 10_000; i++) if (take(`${from} ${i}`, at(from + i / 100)) > 0) refused++;
  };
  pass(0);
  expect(size()).toBeLessThan(400);
  pass(-3600);
  expect(size()).toBeLessThan(400);
  expect(refused).toBe(0);
});
