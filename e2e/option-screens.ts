import type { Page } from '@playwright/test';
import { callFrom } from './contract-screens.ts';
import { loseConnection } from './lost-connection.ts';
import { endedOption, manyOptions, optionResults } from './past-options.ts';
import type { Screen, Words } from './screen.ts';
import { expect, go, waitForPrices, waitForStillness } from './story.ts';

const tab = { title: 'titles.options', who: 'user', whole: true } as const;
const flash = { ...tab, path: '/options?symbol=BTC&life=900' } as const;
const clock = { ...tab, path: '/options?symbol=BTC&life=86400' } as const;
const records = { path: '/options/records', title: 'titles.optionRecords', who: 'user', whole: true } as const;
const results = { path: '/options/results', title: 'titles.contractResults', who: 'user', whole: true } as const;
const receipt = { path: '/receipt/option/none', title: 'titles.receipt', who: 'user', whole: true } as const;

type Side = 'call' | 'put';
const answer = (data: object) => ({ json: { code: 200, msg: '', data } });

/** A button by the text before its amount. */
const begins = (page: Page, words: string) =>
  page.getByRole('button', { name: new RegExp(`^${words.split('#')[0]!.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`) });
const flashButton = (page: Page, t: Words, side: Side) =>
  page.getByRole('button').filter({ hasText: t(`option.means.${side}`) });
/** Sends the order from its confirmation. */
const confirm = (page: Page) => page.getByRole('dialog').locator('footer').getByRole('button').first().click();
const rows = (page: Page) => page.locator('section[aria-labelledby=positions] li');
const sellButton = (page: Page) => rows(page).first().getByRole('button').nth(1);
const chain = (page: Page) => expect(page.getByRole('table').getByRole('button').first()).toBeVisible();

/** Funds the options wallet, once for all screens of this account. */
async function fund(page: Page): Promise<void> {
  type Wallets = { wallets: { wallet: string; usdt: string }[] };
  const { wallets } = (await callFrom(page, '/index/assets/overview', {})) as Wallets;
  if (wallets.some(({ wallet, usdt }) => wallet === 'options' && Number(usdt) > 0)) return;
  const move = { id: crypto.randomUUID(), from: 'fund', to: 'options', amount: '820.50' };
  await callFrom(page, '/index/assets/transfer', move);
  await page.reload();
}

async function funded(page: Page, t: Words): Promise<void> {
  await fund(page);
  await expect(flashButton(page, t, 'call')).toBeEnabled();
}

async function buy(page: Page, t: Words, side: Side): Promise<void> {
  const before = await rows(page).count();
  await flashButton(page, t, side).click();
  await confirm(page);
  await expect(rows(page)).toHaveCount(before + 1);
}

/** Buys two flash options and one that ends on the hour, once for all screens of this account. */
async function withPositions(page: Page, t: Words): Promise<void> {
  await funded(page, t);
  await expect(page.locator('section[aria-labelledby=positions] [aria-busy]')).toHaveCount(0);
  if ((await rows(page).count()) === 0) {
    await buy(page, t, 'call');
    await go(page, clock.path);
    await chain(page);
    await page.getByRole('table').getByRole('button').nth(4).click();
    await begins(page, t('option.buy.call', { amount: '#' })).click();
    await confirm(page);
    await expect(rows(page)).toHaveCount(2);
    await go(page, flash.path);
    await expect(flashButton(page, t, 'put')).toBeEnabled();
    await buy(page, t, 'put');
  }
  await page.reload();
  await expect(sellButton(page)).toBeVisible();
  await waitForPrices(page); // the chart has drawn the strikes
}

/** The card of an ended option. The order comes from a route, so that no test waits for it. */
async function withResult(page: Page, t: Words, outcome: 'win' | 'lose' | 'sold' | 'void'): Promise<void> {
  const order = endedOption(outcome, 1);
  await page.route('**/index/option/order', (route) => route.fulfill(answer({ order, time: Date.now() })));
  await page.route('**/index/option/results', (route) => route.fulfill(answer(optionResults)));
  await page.evaluate(({ id, dueSlot }) => {
    const user = JSON.parse(localStorage.getItem('session')!).state.info.id;
    const state = { user, orders: [{ id, dueSlot }] };
    localStorage.setItem('awaited-options', JSON.stringify({ state, version: 1 }));
  }, order);
  await page.reload();
  const card = page.getByRole('region', { name: t('contract.result.title') });
  await expect(card).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await waitForStillness(page);
}

type Orders = { orders: { id: string }[] };
const firstWith = async (page: Page, outcomes: readonly string[]) => {
  const requests = outcomes.map((outcome) => callFrom(page, '/index/option/list', { outcome, limit: 1 }));
  const found = (await Promise.all(requests)) as Orders[];
  return found.flatMap(({ orders }) => orders).at(0)?.id;
};

async function showReceipt(page: Page, t: Words, id: string): Promise<void> {
  await page.goto(`/receipt/option/${id}`);
  await expect(page.getByText(t('tape.recomputed'))).toBeVisible();
}

/** The receipt of an option that was sold right after it was bought. */
async function soldReceipt(page: Page, t: Words): Promise<void> {
  if ((await firstWith(page, ['sold'])) === undefined) {
    await go(page, flash.path);
    await funded(page, t);
    await buy(page, t, 'put');
    await sellButton(page).click();
    await begins(page, t('option.sell.act', { amount: '#' })).click();
    await expect.poll(() => firstWith(page, ['sold'])).toBeDefined();
  }
  await showReceipt(page, t, (await firstWith(page, ['sold']))!);
}

/** The receipt of an option that settled on the tape. Buys one for a minute and waits for it if there is none. */
async function endedReceipt(page: Page, t: Words): Promise<void> {
  const ended = () => firstWith(page, ['win', 'lose', 'draw']);
  if ((await ended()) === undefined) {
    await go(page, '/options?symbol=BTC&life=60');
    await fund(page);
    // In a calm market the default size would cost less than the minimum premium.
    await page.locator('input[inputmode=decimal]').fill('0.5');
    await expect(flashButton(page, t, 'call')).toBeEnabled();
    await buy(page, t, 'call');
    await expect.poll(ended, { timeout: 90_000 }).toBeDefined();
  }
  await showReceipt(page, t, (await ended())!);
}

const failing = (call: string, title: string) => async (page: Page, t: Words) => {
  await page.route(call, (route) => route.abort());
  await page.reload();
  await expect(page.getByText(t(title))).toBeVisible();
};

const offline = async (page: Page, t: Words) => {
  await page.context().setOffline(true);
  await expect(page.getByText(t('contract.closed'))).toBeVisible();
};

/** The states of the options tab, its results and receipts. */
export const optionScreens: Screen[] = [
  {
    ...flash,
    name: 'options-flash-visitor',
    who: 'visitor',
    arrange: (page, t) => expect(page.getByText(t('option.chance')).first()).toBeVisible(),
  },
  {
    ...flash,
    name: 'options-practice',
    who: 'visitor',
    arrange: async (page, t) => {
      await flashButton(page, t, 'call').click();
      await confirm(page);
      await expect(page.locator('section[aria-labelledby=practice] li')).toHaveCount(1);
    },
  },
  { ...clock, name: 'options-chain-visitor', who: 'visitor', arrange: chain },
  {
    ...flash,
    name: 'options-flash-short',
    arrange: (page, t) => expect(page.getByText(t('option.chance')).first()).toBeVisible(),
  },
  { ...flash, name: 'options-flash', arrange: funded },
  {
    ...flash,
    name: 'options-confirm',
    whole: false,
    arrange: async (page, t) => {
      await funded(page, t);
      await flashButton(page, t, 'call').click();
      await expect(begins(page, t('option.buy.call', { amount: '#' }))).toBeEnabled();
      await waitForStillness(page);
    },
  },
  {
    ...clock,
    name: 'options-chain',
    arrange: async (page, t) => {
      await fund(page);
      await chain(page);
      await page.getByText(t('option.moves.title')).click();
      await page.getByText(t('option.made.title')).click();
      await expect(begins(page, t('option.buy.call', { amount: '#' }))).toBeEnabled();
    },
  },
  {
    ...clock,
    name: 'options-chain-put',
    path: '/options?symbol=DOGE&life=3600',
    arrange: async (page, t) => {
      await fund(page);
      await chain(page);
      await page.getByRole('table').getByRole('button').nth(9).click();
      await expect(begins(page, t('option.buy.put', { amount: '#' }))).toBeVisible();
    },
  },
  { ...flash, name: 'options-positions', arrange: withPositions },
  {
    ...flash,
    name: 'options-sell',
    whole: false,
    arrange: async (page, t) => {
      await withPositions(page, t);
      await sellButton(page).click();
      await expect(begins(page, t('option.sell.act', { amount: '#' }))).toBeEnabled();
    },
  },
  {
    ...flash,
    name: 'options-hidden',
    arrange: async (page, t) => {
      await page.evaluate(() =>
        localStorage.setItem('balances', JSON.stringify({ state: { hidden: true }, version: 0 })),
      );
      await withPositions(page, t);
      await page.evaluate(() => localStorage.removeItem('balances'));
    },
  },
  ...(['win', 'lose', 'sold', 'void'] as const).map((outcome) => ({
    ...flash,
    name: `options-result-${outcome}`,
    whole: false,
    arrange: (page: Page, t: Words) => withResult(page, t, outcome),
  })),
  { ...receipt, name: 'options-receipt-sold', arrange: soldReceipt },
  { ...receipt, name: 'options-receipt', arrange: endedReceipt },
  {
    ...records,
    name: 'options-records-full',
    arrange: async (page) => {
      const list = { orders: manyOptions(), next: null };
      await page.route('**/index/option/list', (route) => route.fulfill(answer(list)));
      await page.reload();
      await expect(page.getByText('BTC').first()).toBeVisible();
    },
  },
  {
    ...results,
    name: 'options-results-full',
    arrange: async (page) => {
      await page.route('**/index/option/results', (route) => route.fulfill(answer(optionResults)));
      await page.reload();
      await expect(page.getByRole('table').first()).toBeVisible();
    },
  },
  { ...records, name: 'options-records-failed', arrange: failing('**/index/option/list', 'orders.failed') },
  { ...results, name: 'options-results-failed', arrange: failing('**/index/option/results', 'results.failed') },
  { ...flash, name: 'options-failed', arrange: failing('**/index/option/board', 'contract.rulesFailed') },
  {
    ...flash,
    name: 'options-loading',
    arrange: async (page) => {
      await page.route('**/index/option/board', () => {});
      await page.reload();
      await expect(page.locator('[aria-busy=true]:visible').first()).toBeVisible();
      await waitForStillness(page);
    },
  },
  {
    ...flash,
    name: 'options-too-short',
    arrange: async (page, t) => {
      await page.route('**/index/option/board', async (route) => {
        const { data, ...rest } = await (await route.fetch()).json();
        await route.fulfill({ json: { ...rest, data: { ...data, slot: null, flash: [], clock: [] } } });
      });
      await page.reload();
      await expect(page.getByText(t('option.tooShort'), { exact: true })).toBeVisible();
    },
  },
  {
    ...flash,
    name: 'options-offline',
    arrange: async (page, t) => {
      await withPositions(page, t);
      await offline(page, t);
    },
  },
  { ...clock, name: 'options-chain-paused', arrange: loseConnection('/options') },
];
