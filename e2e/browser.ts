import type { PlaywrightTestConfig } from '@playwright/test';

/** A phone in the system's own Chromium, that talks to nobody but the product. */
export const phone: NonNullable<PlaywrightTestConfig['use']> = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  hasTouch: true,
  locale: 'en-US',
  colorScheme: 'light',
  contextOptions: { reducedMotion: 'reduce' },
  // A worker would fetch the whole app for every story; the story about it lets it in.
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
