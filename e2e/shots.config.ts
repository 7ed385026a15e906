import { defineConfig } from '@playwright/test';
import { limits, phone } from './browser.ts';

/** Pictures of every screen, with the same browser and product as the tests. The build includes the gallery. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  globalSetup: '../scripts/playwright-setup.ts',
  outputDir: '../artifacts/shots-failed',
  reporter: 'line',
  fullyParallel: true,
  workers: 2,
  ...limits,
  retries: 0,
  use: phone,
});
