import { defineConfig } from '@playwright/test';
import { isNight } from '../scripts/reports.ts';
import { limits, phone } from './browser.ts';

// Running selected tests doesn't run the other projects first.
const isPicked = process.env.E2E_PICKED === '1';

const walks = ['walk.e2e.ts', 'states.e2e.ts'];
const measured = ['frames.e2e.ts', 'pace.e2e.ts', 'slow-line.e2e.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: '../scripts/playwright-setup.ts',
  outputDir: '../artifacts/e2e',
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  fullyParallel: true,
  forbidOnly: true,
  workers: 4, // Tests mostly wait.
  ...limits,
  // The last line of a run names tests that passed only on the second try. More than a few of them fail the run; at
  // night one does.
  retries: 1,
  grepInvert: isNight ? [] : /@nightly/,
  projects: [
    // The longest tests start first, so that the run doesn't wait for one of them at the end.
    { name: 'walks', testMatch: walks },
    { name: 'phone', testIgnore: ['office-*.e2e.ts', 'unattended.e2e.ts', ...measured, ...walks] },
    { name: 'owner', testMatch: 'office-owner.e2e.ts' },
    {
      name: 'office',
      testMatch: 'office-*.e2e.ts',
      testIgnore: ['office-owner.e2e.ts', 'office-site.e2e.ts'],
      dependencies: ['owner'],
    },
    // Measurements run alone on the machine.
    { name: 'measured', testMatch: measured, workers: 1, dependencies: isPicked ? [] : ['walks', 'phone', 'office'] },
    // Tests that change settings of the entire site come last.
    { name: 'site', testMatch: 'office-site.e2e.ts', dependencies: isPicked ? ['owner'] : ['measured'] },
    // No operator may be on duty.
    { name: 'unattended', testMatch: 'unattended.e2e.ts', workers: 1, dependencies: isPicked ? [] : ['site'] },
  ],
  // A context that has already loaded the app loads it again in two thirds of the processor time.
  use: { ...phone, reuseContext: true, trace: { mode: 'on-first-retry', screenshots: false, sources: false } },
});
