import { defineConfig } from '@playwright/test';
import { phone } from './browser.ts';

// Whoever asks for certain stories does not wait for all the others.
const picked = process.env.E2E_PICKED === '1';

const walks = ['walk.e2e.ts', 'sizes.e2e.ts', 'states.e2e.ts'];
const measured = ['frames.e2e.ts', 'pace.e2e.ts', 'slow-line.e2e.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: '../scripts/playwright-setup.ts',
  outputDir: '../artifacts/e2e',
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  fullyParallel: true,
  forbidOnly: true,
  workers: 4, // most of a story is waiting
  timeout: 60_000, // most take five; a machine that others use too may be three times as slow
  expect: { timeout: 15_000 },
  // Stories that pass at a second or third try are named in the last line; more than a few of them fail the run.
  retries: 2,
  projects: [
    // The longest ones first, so that nobody waits for one of them at the end.
    { name: 'walks', testMatch: walks },
    { name: 'phone', testIgnore: ['office-*.e2e.ts', ...measured, ...walks] },
    { name: 'owner', testMatch: 'office-owner.e2e.ts' },
    {
      name: 'office',
      testMatch: 'office-*.e2e.ts',
      testIgnore: ['office-owner.e2e.ts', 'office-site.e2e.ts'],
      dependencies: ['owner'],
    },
    // What is measured has the machine to itself.
    { name: 'measured', testMatch: measured, workers: 1, dependencies: picked ? [] : ['walks', 'phone', 'office'] },
    // What changes the whole site for everybody, its name too, comes last.
    { name: 'site', testMatch: 'office-site.e2e.ts', dependencies: picked ? ['owner'] : ['measured'] },
  ],
  use: { ...phone, trace: { mode: 'on-first-retry', screenshots: false, sources: false } },
});
