import { getSite, listAnnouncements } from '@glasshouse/protocol/site/calls';
import type { Browser, Page, Route } from '@playwright/test';
import { site } from './server.ts';
import { closePage, expect, heading, test } from './story.ts';

/**
 * Opens the app for a test that provokes an error. The browser reports the error, as it should, and the report is
 * collected here.
 */
async function openFaulty(browser: Browser) {
  const page = await browser.newPage({ baseURL: site });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults, close: () => closePage(page) };
}

/** Answers with data that breaks the protocol, on which the app relies. */
const answering = (change: (data: never) => object) => async (route: Route) => {
  const response = await route.fetch();
  const { data, ...envelope } = await response.json();
  await route.fulfill({ response, json: { ...envelope, data: change(data as never) } });
};
const stopped = (page: Page) => page.getByRole('main').getByRole('alert');
const sentence =
  'This page stopped workingIt is a fault in the app. Your account and your paper money are not affected.';

test('an error in the frame shows an error page with the Simulated mark and a way to restart', async ({ browser }) => {
  const { page, faults, close } = await openFaulty(browser);
  const window = { from: '2020-01-01T00:00:00.000Z', until: '2099-01-01T00:00:00.000Z', text: { not: 'a text' } };
  await page.route(
    `**${getSite.path}`,
    answering((data: object) => ({ ...data, maintenance: window })),
  );
  await page.goto('/home');
  await expect(stopped(page)).toContainText(sentence);
  await expect(page.getByText('Simulated').first()).toBeVisible();
  await expect(page.locator('#splash')).toHaveCount(0);
  expect(faults.length).toBeGreaterThan(0);
  await page.unroute(`**${getSite.path}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(stopped(page)).toHaveCount(0);
  await close();
});

test('an error in one page leaves the frame and the other pages working; a second retry reloads the app', async ({
  browser,
}) => {
  const { page, faults, close } = await openFaulty(browser);
  const announcements = `**${listAnnouncements.path}`;
  await page.route(
    announcements,
    answering(() => ({ list: [{ text: { not: 'a text' } }] })),
  );
  await page.goto('/home');
  await expect(stopped(page)).toContainText(sentence);
  expect(faults.length).toBeGreaterThan(0);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await tabs.getByRole('link', { name: 'Market' }).click();
  await expect(heading(page)).toHaveText('Market');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await tabs.getByRole('link', { name: 'Home' }).click();
  await expect(stopped(page)).toBeVisible();
  // Rendering the same answer again fails again; the next retry starts from the beginning.
  const before = faults.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => faults.length).toBeGreaterThan(before);
  await expect(stopped(page)).toBeVisible();
  await page.unroute(announcements);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Try again' }).click()]);
  await expect(tabs).toBeVisible();
  await expect(stopped(page)).toHaveCount(0);
  await close();
});
