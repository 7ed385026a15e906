import type { Page } from '@playwright/test';

/**
 * Emulates a slow connection and a slow phone: 50 KB/s, 400 ms latency per request, and a processor four times slower
 * than this one.
 */
export async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const speed = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
  await line.send('Network.emulateNetworkConditions', { offline: false, ...speed });
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

// No splash screen, a price in the page's header, and a ticket that accepts an order. Times are the page's, measured
// from the first request.
const watchForLive = `(() => {
  const look = () => {
    requestAnimationFrame(look);
    const price = document.querySelector('main section [data-text]')?.textContent;
    const side = document.querySelector('main [aria-label="Order ticket"] button:not(:disabled)');
    if (document.getElementById('splash') || !price || !side) return;
    window.live ??= { seconds: performance.now() / 1000, price };
    window.live.moved ||= price !== window.live.price;
  };
  requestAnimationFrame(look);
})()`;
type Live = { seconds: number; moved: boolean };

/**
 * Seconds until orders can be placed on /contract, in a browser that visits for the first time. The displayed price
 * must move soon after.
 */
export async function secondsUntilLive(page: Page, site: string): Promise<number> {
  await page.addInitScript(watchForLive);
  await page.goto(`${site}/contract`, { waitUntil: 'commit' });
  const moved = () => (globalThis as { live?: Live }).live?.moved;
  await page.waitForFunction(moved, undefined, { timeout: 60_000 });
  return page.evaluate(() => (globalThis as { live?: Live }).live!.seconds);
}

type Loaded = { name: string; bytes: number };

/** All resources that /contract loads until it has settled, with headers. The live connection is not counted. */
export async function loadedBy(page: Page, site: string): Promise<Loaded[]> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const names = new Map<string, string>();
  const loaded: Loaded[] = [];
  line.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push({ name: names.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  // The last request of the page checks the public log.
  const settled = page.waitForResponse(/\/log\/checkpoint$/, { timeout: 60_000 });
  await page.goto(`${site}/contract`);
  await page.getByRole('img', { name: /^BTC: \d+ candles/ }).waitFor({ timeout: 60_000 });
  await settled;
  await page.waitForLoadState('networkidle');
  return loaded;
}

export const kibOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
