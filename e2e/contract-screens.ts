import { randomUUIDv7 } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';
import { expect, go, waitForPrices, waitForStillness } from './story.ts';

const tab = { path: '/contract', title: 'titles.contract', who: 'user' } as const;

/** Makes a call from the page, with its cookies and token. */
export const callFrom = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([url, data]) => {
      const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(data) });
      const { code, msg, data: answer } = await response.json();
      if (code !== 200) throw new Error(`${url}: ${msg}`);
      return answer;
    },
    [path, body] as const,
  );

const chartShown = (page: Page) => expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
const stake = (page: Page) => page.locator('input[inputmode=decimal]');
const side = (page: Page, t: Words, name: 'long' | 'short') =>
  page.getByRole('button', { name: t(`contract.${name}`) }).filter({ hasText: t(`contract.${name}Means`) });

type Wallets = { wallets: { wallet: string; usdt: string }[] };

async function fund(page: Page): Promise<void> {
  const { wallets } = (await callFrom(page, '/index/assets/overview', {})) as Wallets;
  const isFull = wallets.some(({ wallet, usdt }) => wallet === 'contract' && Number(usdt) > 0);
  const move = { id: crypto.randomUUID(), from: 'fund', to: 'contract', amount: '5140.20' };
  if (!isFull) await callFrom(page, '/index/assets/transfer', move);
  await page.reload();
  await chartShown(page);
  await stake(page).fill('100');
  await stake(page).blur();
}

const open = (page: Page, direction: 'long' | 'short', seconds: number, returnBp: number, amount: string) =>
  callFrom(page, '/index/contract/open', {
    id: randomUUIDv7(),
    symbol: 'BTC',
    direction,
    seconds,
    stake: amount,
    returnBp,
  });

const haveEntered = async (page: Page) => {
  const { orders } = (await callFrom(page, '/index/contract/positions', {})) as { orders: { entry: object | null }[] };
  return orders.every(({ entry }) => entry !== null);
};

async function withPositions(page: Page, t: Words): Promise<void> {
  await fund(page);
  await open(page, 'short', 30, 8200, '50');
  await expect.poll(() => haveEntered(page)).toBe(true);
  await open(page, 'long', 60, 8500, '100');
  await expect.poll(() => haveEntered(page)).toBe(true);
  await page.reload();
  await chartShown(page);
  await expect(page.getByText(t('contract.ifNow')).nth(1)).toBeVisible();
  await waitForPrices(page); // the chart has drawn both entries
}

type Outcome = 'win' | 'lose' | 'draw' | 'void';
type Candle = { time: number; close: string };

/**
 * An order that ended a minute ago on the real tape. Its direction is chosen to fit the outcome; for a draw or void the
 * exit is made up.
 */
async function endedOrder(page: Page, outcome: Outcome): Promise<object> {
  const before = Math.floor(Date.now() / 1000) - 60;
  const request = { symbol: 'BTC', period: '1s', limit: 61, before };
  const { candles } = (await callFrom(page, '/index/market/candles', request)) as { candles: Candle[] };
  const [first, last] = [candles[0]!, candles.at(-1)!];
  const rose = Number(last.close) > Number(first.close);
  const long = rose === (outcome !== 'lose');
  const headSlot = first.time * 2;
  const entry = { slot: headSlot + 1, price: first.close };
  const exit = { slot: headSlot + 121, price: outcome === 'draw' ? first.close : last.close };
  const at = new Date(first.time * 1000).toISOString();
  return {
    id: randomUUIDv7(),
    at,
    symbol: 'BTC',
    direction: long ? 'long' : 'short',
    seconds: 60,
    stake: '100.00',
    returnBp: 9000,
    rule: 1,
    headSlot,
    dueSlot: headSlot + 121,
    entry,
    exit: outcome === 'void' ? null : exit,
    outcome,
    payout: { win: '190.00', lose: '0.00', draw: '100.00', void: '100.00' }[outcome],
    settledAt: at,
  };
}

const record = { wins: 21, losses: 21, draws: 1, voids: 0, staked: '4300.00', profit: '-210.00' };

/** The card of an ended order. The order comes from a route, so that no test waits for it. */
async function withResult(page: Page, t: Words, outcome: Outcome): Promise<void> {
  const order = (await endedOrder(page, outcome)) as { id: string; dueSlot: number };
  const answer = (data: object) => ({ json: { code: 200, msg: '', data } });
  await page.route('**/index/contract/order', (route) => route.fulfill(answer({ order, time: Date.now() })));
  await page.route('**/index/contract/results', (route) =>
    route.fulfill(answer({ total: record, byPeriod: [{ seconds: 60, ...record }], bySymbol: [] })),
  );
  await page.evaluate(({ id, dueSlot }) => {
    const user = JSON.parse(localStorage.getItem('session')!).state.info.id;
    const state = { user, orders: [{ id, dueSlot }] };
    localStorage.setItem('awaited', JSON.stringify({ state, version: 1 }));
  }, order);
  await page.reload();
  await showCard(page, t);
}

/** The card of a result, in the place of its position. */
async function showCard(page: Page, t: Words): Promise<void> {
  const card = page.getByRole('region', { name: t('contract.result.title') });
  await expect(card).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await waitForStillness(page);
}

/** Opens the full result from its card. */
async function openCard(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('contract.result.whole') }).click();
  await expect(page.getByRole('dialog').locator('figure')).toBeVisible();
  await waitForStillness(page);
}

type Orders = { orders: { id: string; outcome: string | null }[] };

/** The receipt of an order that settled on the tape. Opens one and waits for it if there is none. */
async function withReceipt(page: Page, t: Words): Promise<void> {
  const ended = async () => {
    const { orders } = (await callFrom(page, '/index/contract/list', { symbol: 'BTC' })) as Orders;
    return orders.find(({ outcome }) => outcome !== null)?.id;
  };
  const isNone = (await ended()) === undefined;
  if (isNone) {
    await go(page, '/contract');
    await fund(page);
    await open(page, 'long', 30, 8200, '100');
  }
  await expect.poll(ended).toBeDefined();
  await go(page, `/contract/receipt/${await ended()}`);
  await expect(page.getByText(t('tape.matches'), { exact: true }).first()).toBeVisible();
}

/** A practice order and its result. */
async function practise(page: Page, t: Words): Promise<void> {
  await chartShown(page);
  await page.locator('label').first().click();
  await side(page, t, 'long').click();
  await page.getByRole('dialog').locator('footer').getByRole('button').first().click();
  await showCard(page, t);
}

/** The states of the contract tab, its results and receipts. */
export const contractScreens: Screen[] = [
  { ...tab, name: 'contract-visitor', who: 'visitor', arrange: chartShown },
  { ...tab, name: 'practice-result', who: 'visitor', arrange: practise },
  {
    ...tab,
    name: 'practice-receipt',
    who: 'visitor',
    whole: true,
    arrange: async (page, t) => {
      await practise(page, t);
      await page.getByText(t('contract.result.verify')).click();
      await expect(page.getByText(t('tape.matches'), { exact: true }).first()).toBeVisible();
    },
  },
  { ...tab, name: 'contract-positions', arrange: withPositions },
  {
    ...tab,
    name: 'contract-confirm',
    arrange: async (page, t) => {
      await fund(page);
      await side(page, t, 'long').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  ...(['win', 'lose', 'draw', 'void'] as const).map((outcome) => ({
    ...tab,
    name: `contract-result-${outcome}`,
    arrange: (page: Page, t: Words) => withResult(page, t, outcome),
  })),
  ...(['win', 'lose'] as const).map((outcome) => ({
    ...tab,
    name: `contract-result-full-${outcome}`,
    arrange: async (page: Page, t: Words) => {
      await withResult(page, t, outcome);
      await openCard(page, t);
    },
  })),
  {
    ...tab,
    name: 'contract-result-elsewhere',
    arrange: async (page, t) => {
      await withResult(page, t, 'win');
      await go(page, '/user/settings');
      await showCard(page, t);
    },
  },
  {
    ...tab,
    name: 'contract-coins',
    arrange: async (page) => {
      await page.getByRole('heading', { level: 1 }).getByRole('button').click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    ...tab,
    name: 'contract-unanswered',
    arrange: async (page, t) => {
      await fund(page);
      await page.route('**/index/contract/open', (route) => route.abort());
      await side(page, t, 'short').click();
      await page.getByRole('dialog').getByRole('button', { name: 'USDT' }).click();
      await expect(page.getByText(t('contract.undecided'))).toBeVisible();
    },
  },
  {
    name: 'contract-receipt',
    path: '/contract/records',
    title: 'titles.contractRecords',
    who: 'user',
    arrange: withReceipt,
  },
  {
    ...tab,
    name: 'contract-offline',
    arrange: async (page, t) => {
      await withPositions(page, t);
      await page.context().setOffline(true);
      await expect(page.getByText(t('contract.closed'))).toBeVisible();
    },
  },
];
