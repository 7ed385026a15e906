import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { forget, testsFile } from './reports.ts';
import type { Run } from './tally.ts';

/** Writes down how a run of the tests ended, and which of them passed only at their second try. */
export const testsReport: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const run: Run = { passed: 0, failed: 0, again: [] };
    for (const module of modules) {
      run.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') run.failed++;
        else if (state === 'passed' && test.diagnostic()?.flaky) run.again.push(test.fullName);
        else if (state === 'passed') run.passed++;
      }
    }
    forget(testsFile);
    writeFileSync(testsFile, JSON.stringify(run));
  },
};
