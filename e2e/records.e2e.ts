import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { moveIn, offerShortPeriods, openOrder } from './contracts.ts';
import { holdsUp } from './layout.ts';
import { endedBefore } from './past-contracts.ts';
import { expect, heading, press, test } from './story.ts';

test.beforeAll(offerShortPeriods);
// One test drops a response; the browser then reports the failed call.
test.use({ callsMayFail: true });

/** Order rows, grouped by day. */
const rows = (page: Page) => page.getByRole('region', { name: /^\d{4}-/ }).getByRole('listitem');

async function narrow(page: Page, filter: string, choice: string) {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: filter }).click();
  await page.getByRole('dialog').getByRole('button', { name: choice, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('the records list all orders page by page and can be filtered', async ({ person }) => {
  const { page } = person;
  await page.goto('/contract/records');
  await expect(page.getByText('No contracts yet')).toBeVisible();
  await endedBefore(person, 45);
  await page.reload();
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first()).toContainText(/BTC.*Long.*30 s.*100\.00.*\+82\.00.*Won/);
  await expect(rows(page).nth(7)).toContainText(/0\.00.*Draw/);
  await expect(rows(page).nth(13)).toContainText(/0\.00.*Void/);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(rows(page)).toHaveCount(45, { timeout: 500 });
  }).toPass();
  await expect(page.getByText('No more')).toBeVisible();

  await narrow(page, 'Coin', 'ETH');
  await expect(page).toHaveURL('/contract/records?symbol=ETH');
  await expect(rows(page)).toHaveCount(15);
  await expect(rows(page).filter({ hasText: /^ETH/ })).toHaveCount(15);
  // To the activity of the same coin, and back.
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL('/records?kind=contract&currency=ETH');
  await page.getByRole('link', { name: 'Contract records' }).click();
  await expect(page).toHaveURL('/contract/records?symbol=ETH');
  await expect(rows(page)).toHaveCount(15);
  await narrow(page, 'Result', 'Lost');
  await expect(rows(page).filter({ hasText: /−100\.00Lost$/ })).toHaveCount(6);
  await expect(rows(page)).toHaveCount(6);
  await narrow(page, 'Period', '30 s');
  await expect(page.getByText('No order fits these filters')).toBeVisible();
  await press(page, 'Show all orders');
  await expect(page).toHaveURL('/contract/records');
  await narrow(page, 'Side', 'Short');
  await expect(rows(page).first()).toContainText('Short');
  await press(page, /^Remove filter Side/);
  await expect(page).toHaveURL('/contract/records');

  await rows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/contract\/receipt\/[0-9a-f-]{36}$/);
});

test('an open order shows its state and turns into its result without a reload', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  // The page is loaded once before, so that it is back well within the five seconds of the order.
  await page.goto('/contract/records?outcome=open');
  await expect(page.getByText('No order fits these filters')).toBeVisible();
  await openOrder(person, { seconds: 5 });
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(/Not started|In progress/);
  await rows(page).getByRole('button').click();
  const sheet = page.getByRole('dialog', { name: 'BTC/USDT' });
  await expect(sheet).toContainText('If right+8.00 USDT10.00 × 80%');
  await expect(sheet).toContainText(/First tick at or after #[\d,]+/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No order fits these filters')).toBeVisible();
  await press(page, 'Show all orders');
  await expect(rows(page)).toContainText(/Won|Lost|Draw|Void/);
});

test('the results page compares the win rate with chance and break-even, and links to the orders', async ({
  person,
}) => {
  const { page } = person;
  await page.goto('/contract/results');
  await expect(page.getByText('whether it differs from tossing a coin')).toBeVisible();
  await endedBefore(person, 40);
  await page.reload();
  const rate = page.getByRole('region', { name: 'Win rate' });
  await expect(rate).toContainText('55.5%20 of 36 won');
  await expect(rate).toContainText(/Likely range \(95%\)39\.\d% to 70\.\d%/);
  await expect(rate).toContainText('Tossing a coin50.0%');
  await expect(rate).toContainText(/Break-even5\d\.\d%/);
  await expect(rate).toContainText('No different from luck');
  await expect(page.getByText('20 won · 16 lost · 2 drawn · 2 void')).toBeVisible();
  const coins = page.getByRole('table', { name: 'By coin' });
  await expect(coins.getByRole('row')).toHaveCount(4);
  const sums = await coins.getByRole('cell').allTextContents();
  const total = sums.reduce((sum, text) => sum + Number(text.replaceAll(',', '').replace('\u2212', '-')), 0);
  const shown = page.getByRole('region', { name: 'Totals' });
  await expect(shown).toContainText(`${Math.abs(total).toFixed(2)} USDT`);
  await page.getByRole('tab', { name: '7 days' }).click();
  await expect(rate).toContainText('20 of 36 won');
  await coins.getByRole('link', { name: /^ETH/ }).click();
  await expect(page).toHaveURL('/contract/records?symbol=ETH');
  await expect(rows(page)).toHaveCount(13);
  await page.goto('/assets');
  await expect(page.getByRole('row', { name: /^Contracts/ })).toContainText(Math.abs(total).toFixed(2));
});

test('failed requests show an error and a retry button', async ({ person }) => {
  const { page } = person;
  for (const [path, call, title] of [
    ['/contract/records', '**/index/contract/list', 'Your orders did not load'],
    ['/contract/results', '**/index/contract/results', 'Your results did not load'],
  ] as const) {
    await page.route(call, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible();
    await page.unroute(call);
    await press(page, 'Try again');
    await expect(page.getByRole('link', { name: 'Go to contracts' })).toBeVisible();
  }
});

test('records and results with orders pass axe and fit in Russian', { tag: '@nightly' }, async ({ person }) => {
  const { page } = person;
  await endedBefore(person, 40);
  const paths = ['/contract/records', '/contract/results', '/helps/help#results'];
  for (const path of paths) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText(/USDT|100\.00/).first()).toBeVisible();
    expect.soft(await axeFaults(page), path).toEqual([]);
  }
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByText(/USDT|100\.00/).first()).toBeVisible();
    await holdsUp(page, path);
  }
});
