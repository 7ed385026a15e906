import { randomUUIDv7 } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callFrom } from './contract-screens.ts';
import { loseConnection } from './lost-connection.ts';
import type { Screen, Words } from './screen.ts';
import { arrange } from './server.ts';
import { expect, go, waitForPrices, waitForStillness } from './story.ts';

const tab = { path: '/spot?symbol=BTC', title: 'titles.spot', who: 'user', whole: true } as const;
const receipt = { path: '/receipt/spot/none', title: 'titles.receipt', who: 'user', whole: true } as const;

const amount = (page: Page) => page.locator('input[inputmode=decimal]');
const ready = (page: Page, t: Words) => expect(page.getByText(t('spot.afterOrder'))).toBeVisible();

/** Chooses USDT first, because the page remembers the unit. */
async function typeToBuy(page: Page, usdt: string): Promise<void> {
  await page.getByRole('radio', { name: 'USDT' }).check({ force: true });
  await amount(page).fill(usdt);
}

type Holdings = { usdt: string; coins: { symbol: string }[] };
const holdings = async (page: Page) => (await callFrom(page, '/index/spot/holdings', {})) as Holdings;

async function buy(page: Page, symbol: string, given: string): Promise<void> {
  const { spreadBp } = (await callFrom(page, '/index/spot/rules', {})) as { spreadBp: number };
  await callFrom(page, '/index/spot/trade', { id: randomUUIDv7(), symbol, side: 'buy', given, spreadBp });
}

/** Puts money and three coins into the spot wallet, once for all screens of this account. */
async function funded(page: Page, t: Words): Promise<void> {
  if ((await holdings(page)).coins.length < 3) {
    const move = { id: crypto.randomUUID(), from: 'fund', to: 'spot', amount: '8412.36' };
    await callFrom(page, '/index/assets/transfer', move);
    await buy(page, 'BTC', '3200');
    await buy(page, 'ETH', '2514.29');
    await buy(page, 'DOGE', '557.68');
    await expect.poll(async () => (await holdings(page)).coins.length).toBeGreaterThan(2);
    await page.reload();
  }
  await ready(page, t);
}

// The ids of a user's LINK and XRP accounts and their counter accounts: number << 16 | wallet 3 << 10 | currency, and
// 33 << 10 | currency.
const restsOf = (number: string) => {
  const own = (currency: number) => (BigInt(number) << 16n) + 3072n + BigInt(currency);
  return `select post_legs(now(), false, array[${own(10)}, 33802, ${own(8)}, 33800]::bigint[],
    array[2080000, -2080000, 110000000, -110000000]::bigint[], array[33802, null, 33800, null]::bigint[],
    array['${crypto.randomUUID()}', null, '${crypto.randomUUID()}', null]::uuid[], array[10, 10, 10, 10]::smallint[])`;
};

/** Small rests of two coins, as left by sales. */
async function withRests(page: Page, t: Words): Promise<void> {
  await funded(page, t);
  const number = await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).state.info.number);
  if ((await holdings(page)).coins.length < 5) await arrange(restsOf(number));
  await page.reload();
  await expect(page.getByRole('button', { name: t('spot.rests.convert') })).toBeVisible();
}

const done = (page: Page, t: Words) =>
  expect(page.getByRole('dialog', { name: t('contract.result.done') })).toBeVisible();

/** The receipt of the newest order. */
async function withReceipt(page: Page, t: Words): Promise<void> {
  await go(page, tab.path);
  await funded(page, t);
  const { orders } = (await callFrom(page, '/index/spot/list', { symbol: 'BTC' })) as { orders: { id: string }[] };
  await page.goto(`/receipt/spot/${orders[0]!.id}`);
  await expect(page.getByText(t('tape.recomputed'))).toBeVisible();
}

const failing = (call: string, title: string) => async (page: Page, t: Words) => {
  await page.route(call, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t(title)).first()).toBeVisible();
};

/** A coin that a visitor bought on this device. */
async function practised(page: Page, t: Words): Promise<void> {
  await ready(page, t);
  await typeToBuy(page, '500');
  await page
    .getByRole('button')
    .filter({ hasText: t('spot.act.buy', { symbol: 'BTC', amount: '500.00', currency: 'USDT' }) })
    .click();
  await page.getByRole('dialog').locator('footer').getByRole('button').first().click();
  await done(page, t);
  await page.getByRole('dialog').locator('footer').getByRole('button').first().click();
  await expect(page.getByText(t('spot.averageHelp'))).toBeVisible();
  await waitForStillness(page);
}

/** The states of the spot tab, its orders and receipts. */
export const spotScreens: Screen[] = [
  { ...tab, name: 'spot-visitor', who: 'visitor', arrange: ready },
  { ...tab, name: 'spot-practice', who: 'visitor', arrange: practised },
  {
    ...tab,
    name: 'spot-short',
    arrange: async (page, t) => {
      await ready(page, t);
      await amount(page).fill('500');
      await amount(page).blur();
    },
  },
  {
    ...tab,
    name: 'spot-buy',
    arrange: async (page, t) => {
      await funded(page, t);
      await typeToBuy(page, '500');
      await amount(page).blur();
    },
  },
  {
    ...tab,
    name: 'spot-sell',
    arrange: async (page, t) => {
      await funded(page, t);
      await page.getByRole('tab', { name: t('spot.sell'), exact: true }).click();
      await page.getByRole('button', { name: t('ui.share', { percent: '50' }) }).click();
    },
  },
  {
    ...tab,
    name: 'spot-confirm',
    whole: false,
    arrange: async (page, t) => {
      await funded(page, t);
      await typeToBuy(page, '250');
      await page
        .getByRole('button')
        .filter({ hasText: t('spot.act.buy', { symbol: 'BTC', amount: '250.00', currency: 'USDT' }) })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await waitForStillness(page);
    },
  },
  {
    ...tab,
    name: 'spot-filled',
    whole: false,
    arrange: async (page, t) => {
      await funded(page, t);
      await typeToBuy(page, '250');
      await page
        .getByRole('button')
        .filter({ hasText: t('spot.act.buy', { symbol: 'BTC', amount: '250.00', currency: 'USDT' }) })
        .click();
      await page.getByRole('dialog').locator('footer').getByRole('button').first().click();
      await done(page, t);
      await waitForStillness(page);
    },
  },
  { ...tab, name: 'spot-rests', arrange: withRests },
  {
    ...tab,
    name: 'spot-converted',
    whole: false,
    arrange: async (page, t) => {
      await withRests(page, t);
      await page.getByRole('button', { name: t('spot.rests.convert') }).click();
      await done(page, t);
      await waitForStillness(page);
    },
  },
  { ...receipt, name: 'spot-receipt', arrange: withReceipt },
  {
    name: 'spot-records-full',
    path: '/spot/records',
    title: 'titles.spotRecords',
    who: 'user',
    whole: true,
    arrange: async (page, t) => {
      await go(page, tab.path);
      await funded(page, t);
      await go(page, '/spot/records');
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'market-own-trades',
    path: '/market?symbol=BTC',
    title: 'titles.market',
    who: 'user',
    arrange: async (page, t) => {
      await go(page, tab.path);
      await funded(page, t);
      const trades = page.waitForResponse('**/index/spot/list');
      await page.goto('/market?symbol=BTC');
      await expect(page.getByRole('img').first()).toBeVisible();
      await trades;
      await waitForPrices(page); // the chart has drawn the trades
    },
  },
  { ...tab, name: 'spot-failed', arrange: failing('**/index/spot/rules', 'contract.rulesFailed') },
  { ...tab, name: 'spot-wallet-failed', arrange: failing('**/index/spot/holdings', 'spot.walletFailed') },
  {
    ...tab,
    name: 'spot-loading',
    arrange: async (page) => {
      await page.route('**/index/spot/*', () => {});
      const rulesRequest = page.waitForRequest('**/index/spot/rules'); // once there are prices
      await page.reload();
      await rulesRequest;
      await expect(page.locator('[aria-busy=true]:visible').first()).toBeVisible();
      await waitForStillness(page);
    },
  },
  {
    ...tab,
    name: 'spot-offline',
    arrange: async (page, t) => {
      await funded(page, t);
      await page.context().setOffline(true);
      await expect(page.getByText(t('contract.closed'))).toBeVisible();
    },
  },
  { ...tab, name: 'spot-paused', arrange: loseConnection('/spot') },
];
