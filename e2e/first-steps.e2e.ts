import type { Page } from '@playwright/test';
import { choosePeriod, dismiss, moveIn, offerShortPeriods, openWatchedTab, place, result } from './contracts.ts';
import { expect, heading, test } from './story.ts';

test.beforeAll(offerShortPeriods);

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name });

test('the first steps lead to an order and its receipt and end with a short message', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.goto('/home');
  await expect(steps(page)).toContainText('1 of 4 done');
  // There is nothing to verify before an order has ended.
  await expect(step(page, 'Verify its result').getByRole('link')).toHaveCount(0);
  await step(page, 'Read what Simulated means').getByRole('link').click();
  await expect(heading(page)).toHaveText('What Simulated means');
  await page.goBack();
  await expect(steps(page)).toContainText('2 of 4 done');

  await step(page, 'Place a first order in your account').getByRole('link').click();
  await expect(page).toHaveURL('/contract');
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible();
  await dismiss(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(steps(page)).toContainText('3 of 4 done');

  await step(page, 'Verify its result').getByRole('link').click();
  await expect(page.getByText('matches', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  const last = page.getByRole('status').filter({ hasText: 'First steps done' });
  await expect(last).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Total valuation' })).toContainText('USDT');
  await expect(last).toHaveCount(0);
  await expect(steps(page)).toHaveCount(0);
});

test('dismissed first steps stay dismissed on this device', async ({ person: { page } }) => {
  await page.goto('/home');
  await steps(page).getByRole('button', { name: 'Hide' }).click();
  await expect(steps(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Total valuation' })).toContainText('USDT');
  await expect(steps(page)).toHaveCount(0);
});
