import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.ts';
import { browserRun, type Report, type Run, tally } from './tally.ts';

// Files in which each part of CI records its result. The static checks count as tests.
export const staticFile = join(root, 'artifacts/static.json');
export const testsFile = join(root, 'artifacts/tests.json');
export const browserFile = join(root, 'artifacts/e2e.json');
export const isNight = process.env.NIGHTLY === '1';

const read = <T>(file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined);
export const readRun = (file: string) => read<Run>(file);
export function readBrowserRun(): Run | undefined {
  const report = read<Report>(browserFile);
  return report && browserRun(report);
}

/** Adds an error outside every test to the report of the browser tests. */
export function addBrowserError(message: string): void {
  const report = read<Report>(browserFile)!;
  writeFileSync(browserFile, JSON.stringify({ ...report, errors: [...(report.errors ?? []), { message }] }));
}

/** Removes the report of an earlier run, so that it is not mistaken for the report of a crashed run. */
export function forget(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

/** Prints every failed test, then the numbers, and sets the exit code. */
export function conclude(runs: Record<string, Run | undefined>, name = '', isStrict = isNight): void {
  const { failed, lines, last } = tally(runs, isStrict);
  for (const line of lines) console.log(line);
  console.log(`${name}${last}`);
  process.exitCode = failed === 0 ? 0 : 1;
}
