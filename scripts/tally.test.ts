import { expect, test } from 'vitest';
import { browserRun, type Run, tally } from './tally.ts';

const run = (parts: Partial<Run>): Run => ({ passed: 0, failed: [], secondTry: [], skipped: [], ...parts });

const flaky = (...names: string[]) => names.map((test) => ({ test, error: 'too late' }));

test('by day up to three tests may pass on their second try and are named, and a fourth fails the run', () => {
  expect(tally({ tests: run({ passed: 17, secondTry: flaky('one', 'two', 'three') }) })).toEqual({
    failed: 0,
    lines: ['one', 'two', 'three'].map((test) => `FIRST TRY FAILED ${test}: too late`),
    last: '20 passed (on the second try: one; two; three), 0 failed',
  });
  expect(tally({ tests: run({ passed: 16, secondTry: flaky('one', 'two', 'three', 'four') }) })).toMatchObject({
    failed: 4,
    last: '16 passed, 4 failed',
  });
});

test('at night one second try fails the run', () => {
  expect(tally({ tests: run({ passed: 19, secondTry: flaky('one') }) }, true)).toEqual({
    failed: 1,
    lines: ['FAILED one: passed only on its second try: too late'],
    last: '19 passed, 1 failed',
  });
});

test('a failed test is listed with the first line of its error', () => {
  expect(
    tally({ tests: run({ passed: 5, failed: [{ test: 'a.test.ts: adds', error: 'expected 3 to be 4' }] }) }),
  ).toEqual({
    failed: 1,
    lines: ['FAILED a.test.ts: adds: expected 3 to be 4'],
    last: '5 passed, 1 failed',
  });
});

test('skipped tests are named', () => {
  expect(tally({ tests: run({ passed: 5, skipped: ['one'] }) }).last).toBe('5 passed (skipped: one), 0 failed');
});

test('a run without a report, or without a test, has failed', () => {
  expect(tally({ tests: undefined })).toMatchObject({ failed: 1 });
  expect(tally({ tests: run({}) })).toMatchObject({ failed: 1 });
  expect(tally({ checks: run({ passed: 3 }), tests: undefined })).toMatchObject({
    failed: 1,
    last: '3 passed, 1 failed',
  });
});

test('browser tests are found at every depth of the report', () => {
  const failing = [{}, { error: { message: '\u001b[31mError:\u001b[39m it broke\n  at a line' } }];
  const specs = ['expected', 'unexpected', 'flaky', 'skipped'].map((status) => ({
    title: status,
    file: 'a.e2e.ts',
    tests: [{ status, results: failing }],
  }));
  expect(browserRun({ stats: { expected: 1 }, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 1,
    failed: [{ test: 'e2e/a.e2e.ts: unexpected', error: 'Error: it broke' }],
    secondTry: [{ test: 'e2e/a.e2e.ts: flaky', error: 'Error: it broke' }],
    skipped: ['e2e/a.e2e.ts: skipped'],
  });
});

test('an error outside of tests fails the browser run', () => {
  const report = { stats: { expected: 2 }, suites: [], errors: [{ message: 'Error: unhandled\n  at a line' }, {}] };
  expect(tally({ tests: browserRun(report) })).toEqual({
    failed: 2,
    lines: ['FAILED outside every test: Error: unhandled', 'FAILED outside every test: no message'],
    last: '2 passed, 2 failed',
  });
});
