import { expect, test } from 'vitest';
import { storiesOf, tally } from './tally.ts';

test('few tests of a run may pass when tried again, and are named; more of them fail the run', () => {
  expect(tally({ passed: 20, failed: [], again: [] })).toEqual({ passed: 20, failed: 0, aside: '' });
  expect(tally({ passed: 17, failed: [], again: ['one', 'two', 'three'] })).toEqual({
    passed: 20,
    failed: 0,
    aside: ' (not at the first try: one; two; three)',
  });
  expect(tally({ passed: 16, failed: [], again: ['one', 'two', 'three', 'four'] })).toMatchObject({
    passed: 16,
    failed: 4,
  });
  expect(tally({ passed: 18, failed: ['two'], again: ['one'] })).toEqual({
    passed: 19,
    failed: 1,
    aside: ' (failed: two) (not at the first try: one)',
  });
});

test('a run without a report, or without a test, has failed', () => {
  expect(tally(undefined)).toMatchObject({ passed: 0, failed: 1 });
  expect(tally({ passed: 0, failed: [], again: [] })).toMatchObject({ passed: 0, failed: 1 });
});

test('stories are found however deep they lie in their report', () => {
  const specs = ['expected', 'unexpected', 'flaky'].map((status) => ({
    title: `${status} story`,
    tests: [{ status }],
  }));
  expect(storiesOf({ stats: { expected: 1 }, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 1,
    failed: ['unexpected story'],
    again: ['flaky story'],
  });
});

test('a fault outside of every story fails the run, and is told by its first line', () => {
  const report = { stats: { expected: 2 }, suites: [], errors: [{ message: 'Error: nobody waited\n  at a line' }, {}] };
  expect(tally(storiesOf(report))).toEqual({
    passed: 2,
    failed: 2,
    aside: ' (failed: outside of every story: Error: nobody waited; outside of every story: a fault without a word)',
  });
});
