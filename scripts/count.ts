import { isNight, readBrowserRun, readRun, staticFile, testsFile } from './reports.ts';
import { tally } from './tally.ts';

// The last lines of CI: every failed test with the first line of its error, then the numbers.
const checks = { 'static checks': readRun(staticFile), tests: readRun(testsFile) };
const isChecked = tally(checks, isNight).failed === 0;
if (!isChecked) console.log('The browser tests did not run, because a check failed.');
const { failed, lines, last } = tally(isChecked ? { ...checks, 'browser tests': readBrowserRun() } : checks, isNight);
for (const line of lines) console.log(line);
console.log(last);
process.exitCode = failed === 0 ? 0 : 1;
