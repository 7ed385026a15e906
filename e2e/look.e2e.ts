import type { Page } from '@playwright/test';
import { expect, heading, test } from './story.ts';

/** From 0 for black to 255 for white. */
const brightness = (page: Page) =>
  page.evaluate(() => {
    const [r = 0, g = 0, b = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return (r + g + b) / 3;
  });

test('a chosen theme takes effect at once and survives a reload', async ({ person: { page } }) => {
  await page.goto('/user/display');
  expect(await brightness(page)).toBeGreaterThan(200);
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await brightness(page)).toBeLessThan(60);

  // The theme must be right before the first paint, not only once the app has loaded. A script in the page checks it,
  // so that slow machines are covered too.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const splash = document.querySelector('#splash') !== null;
      Object.assign(window, { first: { splash, theme: document.documentElement.dataset.theme } });
    }),
  );
  await page.reload();
  expect(await page.evaluate(() => (window as unknown as { first: unknown }).first)).toEqual({
    splash: true,
    theme: 'dark',
  });
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await brightness(page)).toBeLessThan(60);
});

test('by default the theme follows the device, also while the app is open', async ({ visitor }) => {
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await visitor.goto('/home');
  await expect(heading(visitor)).toBeVisible();
  expect(await brightness(visitor)).toBeLessThan(60);
  await visitor.emulateMedia({ colorScheme: 'light' });
  expect(await brightness(visitor)).toBeGreaterThan(200);
});

test('a light theme stays light on a dark device', async ({ person: { page } }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/user/display');
  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  expect(await brightness(page)).toBeGreaterThan(200);
});

test('the colors of rise and fall can be chosen and are stored', async ({ person: { page } }) => {
  await page.goto('/user/display');
  await expect(page.getByRole('radio', { name: /Green is up/ })).toBeChecked();
  await page.getByRole('radio', { name: /Red is up/ }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-updown', 'red-up');
  await page.reload();
  await expect(page.getByRole('radio', { name: /Red is up/ })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-updown', 'red-up');
});

test('amounts are also shown in CNY, in US dollars, or in USDT only', async ({ person: { page } }) => {
  await page.goto('/user/display');
  await expect(page.getByRole('radio', { name: 'Yuan' })).toBeChecked();
  await page.getByRole('radio', { name: 'US dollars' }).check({ force: true });
  await page.goto('/home');
  const total = page.getByRole('region', { name: 'Total valuation' });
  await expect(total).toContainText('≈ $10,000.00');
  await page.goto('/market');
  await expect(page.getByRole('listitem').filter({ hasText: 'BTC' }).first()).toContainText('$');
  await page.goto('/user/display');
  await page.getByRole('radio', { name: 'USDT only' }).check({ force: true });
  await page.goto('/home');
  await expect(total).toContainText('10,000.00 USDT');
  await expect(total).not.toContainText('≈');
});
