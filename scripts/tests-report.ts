import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { forget, testsFile } from './reports.ts';
import type { Run } from './tally.ts';

/** Writes down how a run of the tests ended, which of them failed, and which passed only when tried again. */
export const testsReport: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const run: Run = { passed: 0, failed: [], again: [] };
    for (const module of modules) {
      if (module.errors().length > 0) run.failed.push(module.relativeModuleId);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') run.failed.push(test.fullName);
        else if (state === 'passed' && test.diagnostic()?.flaky) run.again.push(test.fullName);
        else if (state === 'passed') run.passed++;
      }
    }
    forget(testsFile);
    writeFileSync(testsFile, JSON.stringify(run));
  },
};
