import { locales } from '@glasshouse/protocol/locales';
import { expect, heading, test } from './story.ts';

const limit = 115 * 1024;

test('the first load of /home brings at most 115 KiB of scripts and words, as they come over the line', async ({
  visitor,
}) => {
  const files: { name: string; sizes: Promise<{ responseBodySize: number }> }[] = [];
  visitor.on('requestfinished', (request) => {
    const name = new URL(request.url()).pathname;
    const counts = request.resourceType() === 'script' || name.startsWith('/static/words-');
    if (counts) files.push({ name, sizes: request.sizes() });
  });
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  await visitor.waitForLoadState('networkidle');
  const sizes = await Promise.all(
    files.map(async ({ name, sizes }) => ({ name, bytes: (await sizes).responseBodySize })),
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
