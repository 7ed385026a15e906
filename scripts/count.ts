import { storiesTally, testsTally } from './reports.ts';

// The last line of CI: how many tests ran, of both kinds.
const tests = testsTally();
const stories = storiesTally();
const failed = tests.failed + stories.failed;
console.log(`${tests.passed + stories.passed} passed${tests.aside}${stories.aside}, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
