import type { PlaywrightTestConfig } from '@playwright/test';

// Most tests take 5 s, and most waits end within one second. A busy machine can take many times as long, so no test
// sets a shorter limit.
export const limits = { timeout: 300_000, expect: { timeout: 60_000 } };

/** A phone in the system's Chromium that connects only to the product. */
export const phone: NonNullable<PlaywrightTestConfig['use']> = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  locale: 'en-US',
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'reduce' },
  // A service worker would fetch the entire app in every test. The test of the service worker allows it.
  serviceWorkers: 'block',
  launchOptions: {
    executablePath: '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--no-first-run',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};
