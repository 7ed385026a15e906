import { defineConfig } from '@playwright/test';
import { phone } from './browser.ts';

// Whoever asks for certain stories does not wait for all the others.
const picked = process.env.E2E_PICKED === '1';

const walks = ['walk.e2e.ts', 'states.e2e.ts'];

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
    { name: 'phone', testIgnore: ['office-*.e2e.ts', 'frames.e2e.ts', ...walks] },
    { name: 'owner', testMatch: 'office-owner.e2e.ts' },
    {
      name: 'office',
      testMatch: 'office-*.e2e.ts',
      testIgnore: ['office-owner.e2e.ts', 'office-site.e2e.ts'],
      dependencies: ['owner'],
    },
    // What changes the whole site for everybody comes last and alone.
    { name: 'site', testMatch: 'office-site.e2e.ts', dependencies: picked ? ['owner'] : ['walks', 'phone', 'office'] },
    // What is measured has the machine to itself.
    { name: 'measured', testMatch: 'frames.e2e.ts', dependencies: picked ? [] : ['site'] },
  ],
  use: { ...phone, trace: { mode: 'retain-on-first-failure', screenshots: false, sources: false } },
});
