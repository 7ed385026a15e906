import { defineConfig } from '@playwright/test';
import { phone } from './browser.ts';

/** Pictures instead of stories: same browser, same product, the build with the gallery in it. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../scripts/playwright-setup.ts',
  outputDir: '../artifacts/shots-failed',
  reporter: 'line',
  fullyParallel: true,
  workers: 2,
  timeout: 300_000,
  retries: 0,
  use: phone,
});
