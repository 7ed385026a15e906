import type { Page } from '@playwright/test';
import { expect, heading, test } from './story.ts';

const loads = [/\/en-US-[^/]*\.js(on)?$/, /\/index\/user\/getuser$/, /\/index\/site\/getsite$/];

/** Notes when something first stands in the root element. */
const noteMount = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.getElementById('root')?.firstElementChild) return;
      performance.mark('mounted');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
const mountedAt = (page: Page) => page.evaluate(() => performance.getEntriesByName('mounted')[0]?.startTime ?? -1);

test('the splash is part of the page and needs no script', async ({ open }) => {
  const page = await open({ javaScriptEnabled: false });
  await page.goto('/home');
  await expect(page.locator('#splash')).toBeVisible();
  await expect(page.locator('#splash')).toContainText('Glasshouse');
  await expect(page.locator('#splash')).toContainText('Simulated');
});

test('language, session and site load side by side while the app waits 300 ms', async ({ person: { page } }) => {
  await noteMount(page);
  // Each of the three is held back until all were asked for: one after the other would never end.
  const all = Promise.withResolvers<void>();
  const asked = new Set<RegExp>();
  for (const load of loads) {
    await page.route(load, async (route) => {
      asked.add(load);
      if (asked.size === loads.length) all.resolve();
      await all.promise;
      await route.continue();
    });
  }
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('#splash')).toHaveCount(0);
  const began = await page.evaluate(() =>
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /en-US-|getuser|getsite/.test(name))
        .map(({ startTime }) => startTime),
    ),
  );
  // Asking begins a moment after the start itself, so a few milliseconds may be missing from the 300.
  expect((await mountedAt(page)) - began).toBeGreaterThanOrEqual(285);
});

test('a slow session or site does not keep the app waiting', async ({ person: { page, username } }) => {
  await noteMount(page);
  const go = Promise.withResolvers<void>();
  await page.route(/\/index\//, async (route) => {
    await go.promise;
    await route.continue();
  });
  await page.goto('/home');
  await expect(heading(page)).toHaveText(`Hello, ${username}`);
  await expect(page).toHaveTitle('Home - Glasshouse');
  go.resolve();
});
