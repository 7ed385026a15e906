import { stripVTControlCharacters } from 'node:util';

type Failure = { test: string; error: string };
/** The result of a run. A test that passed only on its second try is in `secondTry` only, with the error of its first try. */
export type Run = { passed: number; failed: Failure[]; secondTry: Failure[]; skipped: string[] };

/**
 * By day, a few second tries are excused, because a busy machine can be the cause. More of them fail the run. At night,
 * a single one does.
 */
const maxSecondTries = 3;

/** Sums up one or more runs: the numbers, and the lines to print. A run without a report, or without tests, has failed. */
export function tally(runs: Record<string, Run | undefined>, isNight = false) {
  const failures: Failure[] = [];
  const secondTry: Failure[] = [];
  const skipped: string[] = [];
  let passed = 0;
  for (const [name, run] of Object.entries(runs)) {
    if (run === undefined) failures.push({ test: name, error: 'ended without a report' });
    else if (run.passed + run.failed.length + run.secondTry.length === 0)
      failures.push({ test: name, error: 'no test ran' });
    else if (run.secondTry.length > (isNight ? 0 : maxSecondTries)) {
      const flaky = run.secondTry.map(({ test, error }) => ({
        test,
        error: `passed only on its second try: ${error}`,
      }));
      failures.push(...run.failed, ...flaky);
    } else {
      failures.push(...run.failed);
      secondTry.push(...run.secondTry);
    }
    passed += run?.passed ?? 0;
    skipped.push(...(run?.skipped ?? []));
  }
  const listed = (what: string, names: string[]) => (names.length === 0 ? '' : ` (${what}: ${names.join('; ')})`);
  const names = secondTry.map(({ test }) => test);
  const notes = listed('on the second try', names) + listed('skipped', skipped);
  return {
    failed: failures.length,
    lines: [
      ...failures.map(({ test, error }) => `FAILED ${test}: ${error}`),
      ...secondTry.map(({ test, error }) => `FIRST TRY FAILED ${test}: ${error}`),
    ],
    last: `${passed + secondTry.length} passed${notes}, ${failures.length} failed`,
  };
}

type Result = { error?: { message?: string } };
type Spec = { title: string; file: string; tests: { status: string; results: Result[] }[] };
type Suite = { specs?: Spec[]; suites?: Suite[] };
/** The part of Playwright's report that is used here. */
export type Report = { stats: { expected: number }; suites: Suite[]; errors?: { message?: string }[] };

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** Playwright's result. An error outside of tests fails the run too. */
export function browserRun({ stats, suites, errors = [] }: Report): Run {
  const ended = (wanted: string) =>
    specsOf({ suites }).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({
          test: `e2e/${file}: ${title}`,
          error: firstLine(results.find(({ error }) => error)?.error?.message),
        })),
    );
  return {
    passed: stats.expected,
    failed: [
      ...ended('unexpected'),
      ...errors.map(({ message }) => ({ test: 'outside every test', error: firstLine(message) })),
    ],
    secondTry: ended('flaky'),
    skipped: ended('skipped').map(({ test }) => test),
  };
}

/** The first line of an error message, without terminal colors. */
export const firstLine = (message = 'no message'): string =>
  stripVTControlCharacters(message).trim().split('\n')[0]!.slice(0, 300);
