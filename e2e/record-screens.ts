import type { Page } from '@playwright/test';
import { endedBefore } from './past-contracts.ts';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const records = { path: '/contract/records', title: 'titles.contractRecords', who: 'user' } as const;
const results = { path: '/contract/results', title: 'titles.contractResults', who: 'user' } as const;

/** Some ended orders, once for all pictures of this account. */
async function withPast(page: Page): Promise<void> {
  const info = await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).state.info);
  if (!(await page.evaluate(() => sessionStorage.getItem('past')))) await endedBefore({ info }, 40);
  await page.evaluate(() => sessionStorage.setItem('past', 'yes'));
  await page.reload();
}

const failing = (call: string, title: string) => async (page: Page, t: Words) => {
  await page.route(call, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t(title))).toBeVisible();
};

/** The states of the records and of the user's results. */
export const recordScreens: Screen[] = [
  {
    ...records,
    name: 'contract-records-full',
    arrange: async (page) => {
      await withPast(page);
      await expect(page.getByText('100.00').first()).toBeVisible();
    },
  },
  {
    ...results,
    name: 'contract-results-full',
    arrange: async (page) => {
      await withPast(page);
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  {
    ...records,
    name: 'contract-records-filter',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('orders.filter.symbol'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...records,
    name: 'contract-records-narrowed',
    path: '/contract/records?symbol=ETH&seconds=30',
    arrange: (page, t) => expect(page.getByText(t('orders.noMatch'))).toBeVisible(),
  },
  { ...records, name: 'contract-records-failed', arrange: failing('**/index/contract/list', 'orders.failed') },
  { ...results, name: 'contract-results-failed', arrange: failing('**/index/contract/results', 'results.failed') },
];
