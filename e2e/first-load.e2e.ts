import { locales } from '@glasshouse/protocol/locales';
import type { Request } from '@playwright/test';
import { kibOf, loadedBy } from '../scripts/arrive.ts';
import { site } from './server.ts';
import { expect, heading, test } from './story.ts';

const limit = 107 * 1024;

test('the first load of /home transfers at most 107 KiB of scripts and words', async ({ visitor }) => {
  const files: { name: string; request: Request }[] = [];
  // Code loaded after the page has settled begins with the toasts. On a slow machine that may happen before the network
  // is idle.
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

const all = 268;

test('/contract transfers at most 268 KiB in all, including headers, fonts and the chart', async ({ visitor }) => {
  const loaded = await loadedBy(visitor, site);
  for (const { name, bytes } of loaded) console.log(`${(bytes / 1024).toFixed(1)} KiB ${name}`);
  const kib = kibOf(loaded);
  console.log(`/contract in all: ${kib.toFixed(1)} KiB of ${all} allowed`);
  expect(kib).toBeGreaterThan(100);
  expect(kib).toBeLessThanOrEqual(all);
});

for (const path of ['/home', '/market', '/contract', '/shared'])
  test(`the document of ${path} names all code and sheets of its first render`, async ({ visitor }) => {
    const requested: string[] = [];
    visitor.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const document = await visitor.goto(path, { waitUntil: 'commit' });
    const named = (await document!.text()).match(/(?<=(?:href|src)=")\/static\/[^"]+\.(?:js|css)/g)!;
    await expect(heading(visitor)).toBeVisible();
    const soFar = [...new Set(requested)].filter((name) => /^\/static\/(?!words-).*\.(js|css)$/.test(name));
    expect(named.length).toBeGreaterThan(6);
    expect(
      named.filter((name) => !requested.includes(name)),
      'named and not fetched',
    ).toEqual([]);
    // Code that the rendered page requests, such as its chart, may be loading already.
    const missed = soFar.filter((name) => !named.includes(name) && !/\/(CandleChart|rest)-/.test(name));
    expect(missed, 'fetched and not named').toEqual([]);
  });

const alphabets: Record<string, string[]> = { 'ru-RU': ['cyrillic'], 'vi-VN': ['vietnamese'] };

test('each language fetches only the fonts of its own letters', { tag: '@nightly' }, async ({ open }) => {
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
