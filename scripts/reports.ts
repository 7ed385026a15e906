import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.ts';
import { type Report, type Run, storiesOf, tally } from './tally.ts';

// Where the two kinds of tests write down how they ended, and what is said of it.
export const testsFile = join(root, 'artifacts/tests.json');
export const storiesFile = join(root, 'artifacts/e2e.json');
const read = <T>(file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined);

/** Takes away what an earlier run wrote, so that one that breaks off does not pass for it. */
export function forget(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
}

export const testsTally = () => tally(read<Run>(testsFile));
export function storiesTally() {
  const report = read<Report>(storiesFile);
  return tally(report && storiesOf(report));
}
