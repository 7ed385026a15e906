import { defineConfig } from '@playwright/test';
import { phone } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: '../scripts/playwright-setup.ts',
  outputDir: '../artifacts/e2e',
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  retries: 0,
  projects: [{ name: 'phone' }],
  use: { ...phone, trace: { mode: 'retain-on-failure', screenshots: false, sources: false } },
});
