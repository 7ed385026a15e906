import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { forget, testsFile } from './reports.ts';
import { firstLine, type Run } from './tally.ts';

/** Records the result of a test run. */
export const testsReport: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors) {
    const run: Run = { passed: 0, failed: [], secondTry: [], skipped: [] };
    for (const module of modules) {
      const file = module.relativeModuleId;
      const suites = [module, ...module.children.allSuites()];
      for (const { message } of suites.flatMap((suite) => suite.errors()))
        run.failed.push({ test: file, error: firstLine(message) });
      for (const test of module.children.allTests()) {
        const result = test.result();
        const name = `${file}: ${test.fullName}`;
        const failure = () => ({ test: name, error: firstLine(result.errors?.[0]?.message) });
        if (result.state === 'failed') run.failed.push(failure());
        else if (result.state === 'passed' && test.diagnostic()?.flaky) run.secondTry.push(failure());
        else if (result.state === 'passed') run.passed++;
        else run.skipped.push(name);
      }
    }
    for (const { message } of errors) run.failed.push({ test: 'outside every test', error: firstLine(message) });
    forget(testsFile);
    writeFileSync(testsFile, JSON.stringify(run));
  },
};
