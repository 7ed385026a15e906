import { defineConfig } from '@playwright/test';
import { isNight } from '../scripts/reports.ts';
import { limits, phone } from './browser.ts';

// Running picked tests does not run the others first.
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
  workers: 4, // A test waits for most of its time.
  ...limits,
  // A test that passes on its second try is named in the last line. More than a few of them fail the run, and at night one does.
  retries: 1,
  grepInvert: isNight ? [] : /@nightly/,
  projects: [
    // The longest tests come first, so that the run does not end waiting for one of them.
    { name: 'walks', testMatch: walks },
    { name: 'phone', testIgnore: ['office-*.e2e.ts', 'unattended.e2e.ts', ...measured, ...walks] },
    { name: 'owner', testMatch: 'office-owner.e2e.ts' },
    {
      name: 'office',
      testMatch: 'office-*.e2e.ts',
      testIgnore: ['office-owner.e2e.ts', 'office-site.e2e.ts'],
      dependencies: ['owner'],
    },
    // Measurements have the machine to themselves.
    { name: 'measured', testMatch: measured, workers: 1, dependencies: isPicked ? [] : ['walks', 'phone', 'office'] },
    // Tests that change settings of the whole site come last.
    { name: 'site', testMatch: 'office-site.e2e.ts', dependencies: isPicked ? ['owner'] : ['measured'] },
    // No operator may be on duty.
    { name: 'unattended', testMatch: 'unattended.e2e.ts', workers: 1, dependencies: isPicked ? [] : ['site'] },
  ],
  // Loading the app in a context that has loaded it before takes two thirds of the processor time.
  use: { ...phone, reuseContext: true, trace: { mode: 'on-first-retry', screenshots: false, sources: false } },
});
