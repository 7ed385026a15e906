import { locales } from '@glasshouse/protocol/locales';
import type { Request } from '@playwright/test';
import { expect, firstPrice, heading, test } from './story.ts';

const limit = 116 * 1024;

test('the first load of /home brings at most 116 KiB of scripts and words, as they come over the line', async ({
  visitor,
}) => {
  const files: { name: string; request: Request }[] = [];
  // What is fetched once the page has settled begins with the code of toasts. On a slow machine that may be before the line is still.
  let hasSettled = false;
  visitor.on('request', (request) => {
    const name = new URL(request.url()).pathname;
    hasSettled ||= name.startsWith('/static/Toasts-');
    const counts = request.resourceType() === 'script' || name.startsWith('/static/words-');
    if (counts && !hasSettled) files.push({ name, request });
  });
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    files.map(async ({ name, request }) => ({ name, bytes: (await request.sizes()).responseBodySize })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes))
    console.log(`${(bytes / 1024).toFixed(1)} KiB ${name}`);
  console.log(`first load of /home: ${(total / 1024).toFixed(1)} KiB of ${limit / 1024} allowed`);
  expect(files.filter(({ name }) => name.startsWith('/static/words-')).length).toBe(2);
  expect(files.length).toBeGreaterThan(4);
  expect(sizes.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(total).toBeLessThanOrEqual(limit);
});

const all = 300 * 1024;

test('/contract comes to at most 300 KiB in all, headers and letters and chart included', async ({ visitor }) => {
  const line = await visitor.context().newCDPSession(visitor);
  await line.send('Network.enable');
  let bytes = 0;
  const names = new Map<string, string>();
  line.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    console.log(`${(encodedDataLength / 1024).toFixed(1)} KiB ${names.get(requestId)}`);
  });
  // What the page fetches once it has settled ends with the look at the public log.
  const settled = visitor.waitForResponse(/\/log\/checkpoint$/);
  await visitor.goto('/contract');
  await expect(visitor.getByRole('img', { name: /^BTC: \d+ candles/ })).toBeVisible(firstPrice);
  await settled;
  await visitor.waitForLoadState('networkidle');
  console.log(`/contract in all: ${(bytes / 1024).toFixed(1)} KiB of ${all / 1024} allowed`);
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThanOrEqual(all);
});

const alphabets: Record<string, string[]> = { 'ru-RU': ['cyrillic'], 'vi-VN': ['vietnamese'] };

test('each language fetches the letters it is written in and no others', async ({ open }) => {
  test.setTimeout(90_000);
  for (const locale of locales) {
    const page = await open();
    const fonts = new Set<string>();
    page.on('request', (request) => {
      const name = /inter-([a-z-]+)-opsz-/.exec(request.url())?.[1];
      if (name) fonts.add(name);
    });
    await page.addInitScript((language) => localStorage.setItem('language', language), locale);
    await page.goto('/contract');
    await expect(heading(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    expect.soft([...fonts].toSorted(), locale).toEqual([...(alphabets[locale] ?? []), 'latin'].toSorted());
    await page.context().close();
  }
});
