import type { Page } from '@playwright/test';
import { endedBefore } from './past-contracts.ts';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const amount = (page: Page, t: Words) => page.getByLabel(t('assets.amount'), { exact: true });
const transfer = { path: '/assets/transfer', title: 'titles.transfer', who: 'user' } as const;
const statement = { path: '/assets/statement', title: 'titles.statement', who: 'user' } as const;
/** Balances stay hidden once the eye is pressed, so it is pressed again after the picture. */
const hidden = async (page: Page, t: Words) => {
  await page.getByRole('button', { name: t('ui.hideBalances') }).click();
  await page.evaluate(() => localStorage.removeItem('balances'));
};

/** Four weeks of contracts, for the line of the trading result. The other pictures of this user show them too. */
const traded = async (page: Page, t: Words) => {
  const info = await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).state.info);
  if (!(await page.evaluate(() => sessionStorage.getItem('traded')))) await endedBefore({ info }, 4000);
  await page.evaluate(() => sessionStorage.setItem('traded', 'yes'));
  await page.reload();
  await expect(page.getByRole('region', { name: t('ui.totalAssets') }).locator('svg circle')).toBeAttached();
};

/** The states of the pages that show and move a user's own money. */
export const walletScreens: Screen[] = [
  { name: 'user-hidden', path: '/user', title: 'titles.user', who: 'user', arrange: hidden },
  { name: 'home-hidden', path: '/home', title: 'titles.home', who: 'user', arrange: hidden },
  { name: 'home-traded', path: '/home', title: 'titles.home', who: 'user', arrange: traded },
  { ...transfer, name: 'assets-transfer-sum', arrange: (page, t) => amount(page, t).fill('2500') },
  { ...transfer, path: '/assets/transfer?from=spot', name: 'assets-transfer-empty' },
  { ...transfer, name: 'assets-transfer-short', arrange: (page, t) => amount(page, t).fill('10012') },
  {
    ...transfer,
    name: 'assets-transfer-unanswered',
    arrange: async (page, t) => {
      await page.route('**/index/assets/transfer', (route) => route.abort());
      await amount(page, t).fill('2500');
      await amount(page, t).press('Enter');
      await expect(page.getByText(t('assets.unanswered'))).toBeVisible();
    },
  },
  {
    name: 'assets-exchange-sum',
    path: '/assets/exchange',
    title: 'titles.exchange',
    who: 'user',
    arrange: (page, t) => amount(page, t).fill('33.333333'),
  },
  {
    ...statement,
    name: 'assets-statement-entry',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('assets.kinds.welcome_grant') }).click();
      await expect(page.getByRole('dialog').getByText(t('assets.bothSides'))).toBeVisible();
    },
  },
  {
    ...statement,
    name: 'assets-statement-dates',
    arrange: async (page, t) => {
      await page.getByRole('button', { name: t('assets.filter.dates'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...statement,
    name: 'assets-statement-empty',
    path: '/assets/statement?wallet=spot&kind=exchanges',
    arrange: (page, t) => expect(page.getByText(t('assets.emptyNarrowed'))).toBeVisible(),
  },
  {
    ...statement,
    name: 'assets-statement-failed',
    arrange: async (page, t) => {
      await page.route('**/index/assets/statement', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('assets.statementFailed'))).toBeVisible();
    },
  },
];
