import { conclude, isNight, readBrowserRun, readRun, staticFile, testsFile } from './reports.ts';
import { tally } from './tally.ts';

// The last lines of CI: every failed test with the first line of its error, then the numbers.
const checks = { 'static checks': readRun(staticFile), tests: readRun(testsFile) };
const isChecked = tally(checks, isNight).failed === 0;
if (!isChecked) console.log('The browser tests did not run, because a check failed.');
conclude(isChecked ? { ...checks, 'browser tests': readBrowserRun() } : checks);
