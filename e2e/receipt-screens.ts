import { hash, randomUUIDv7 } from 'node:crypto';
import type { Receipt } from '@glasshouse/protocol/contracts/calls';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Share } from '@glasshouse/protocol/shares/calls';
import { drawn } from '@glasshouse/verify/seeded-receipt';
import type { Page } from '@playwright/test';
import { callFrom } from './contract-screens.ts';
import { offerShortPeriods } from './contracts.ts';
import { believe, openFile } from './receipt-files.ts';
import type { Screen, Words } from './screen.ts';
import { expect } from './story.ts';

const receipt = { path: '/contract/receipt/none', title: 'titles.receipt', who: 'user' } as const;

const order = (seconds: number, returnBp: number) => ({
  id: randomUUIDv7(),
  symbol: 'BTC',
  direction: 'long',
  seconds,
  stake: '100',
  returnBp,
});

async function open(page: Page, seconds: number, returnBp: number): Promise<string> {
  await offerShortPeriods();
  const move = { id: crypto.randomUUID(), from: 'fund', to: 'contract', amount: '100' };
  await callFrom(page, '/index/assets/transfer', move);
  const wish = order(seconds, returnBp);
  await callFrom(page, '/index/contract/open', wish);
  return wish.id;
}

const recomputed = (page: Page, t: Words) => expect(page.getByText(t('tape.recomputed'))).toBeVisible();

/** The page of an ended order: one order for all pictures of this account. */
async function ended(page: Page, t: Words): Promise<void> {
  const storedPath = await page.evaluate(() => sessionStorage.getItem('receipt'));
  const id = storedPath ?? (await open(page, 1, 8000));
  await page.evaluate((name) => sessionStorage.setItem('receipt', name), id);
  await page.goto(`/contract/receipt/${id}`);
  await recomputed(page, t);
}

/** A receipt with one changed price, opened as a file. */
async function changed(page: Page, t: Words): Promise<void> {
  await ended(page, t);
  const id = page.url().split('/').at(-1)!;
  const saved = (await callFrom(page, '/index/contract/receipt', { id, form: 2 })) as Receipt;
  const tick = saved.runs[0]!.ticks[5]!;
  tick.price = String(BigInt(tick.price) + 1n);
  await openFile(page, saved);
  await expect(page.getByText(t('receipt.differs.title'))).toBeVisible();
}

/** An unsigned receipt whose prices name an exchange as their source, opened as a file. */
async function heard(page: Page, t: Words): Promise<void> {
  await ended(page, t);
  const id = page.url().split('/').at(-1)!;
  const saved = (await callFrom(page, '/index/contract/receipt', { id, form: 2 })) as Receipt;
  for (const { ticks } of saved.runs)
    for (const tick of ticks) {
      const message = hash('sha256', String(tick.slot));
      Object.assign(tick, {
        heard: { source: 'exchange/stream.example.com:9443', at: msOf(tick.slot) - 180, message },
      });
    }
  await openFile(page, saved);
  const card = page.getByRole('region', { name: t('receipt.heard.title') });
  await expect(card.getByRole('link', { name: t('receipt.heard.open') })).toHaveCount(2);
  await card.scrollIntoViewIfNeeded();
}

/** A receipt with seed and rounds, opened as a file; `forged`: with a round that the beacon didn't sign. */
async function made(page: Page, t: Words, forged = false): Promise<void> {
  const receipt = await drawn({ seconds: 30, forged });
  await believe(page, receipt);
  await openFile(page, receipt);
  const card = page.getByRole('region', { name: t('receipt.made.title') });
  await expect(card).toContainText(t(forged ? 'receipt.made.wrong' : 'receipt.made.text'));
  // Differences are at the top of the page.
  if (!forged) await card.scrollIntoViewIfNeeded();
}

/** The page before a receipt is shared. */
async function share(page: Page, t: Words): Promise<void> {
  await ended(page, t);
  await page.getByRole('button', { name: t('receipt.share.title') }).click();
  await expect(page.getByRole('dialog').getByText(t('receipt.share.hidden'))).toBeVisible();
}

/** The states of a receipt. */
export const receiptScreens: Screen[] = [
  { ...receipt, name: 'receipt-matches', arrange: ended },
  { ...receipt, name: 'receipt-differs', arrange: changed },
  { ...receipt, name: 'receipt-heard', arrange: heard },
  { ...receipt, name: 'receipt-made', arrange: made },
  { ...receipt, name: 'receipt-forged', arrange: (page, t) => made(page, t, true) },
  {
    ...receipt,
    name: 'receipt-hand',
    arrange: async (page, t) => {
      await ended(page, t);
      await page.getByRole('button', { name: t('receipt.byHand') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { ...receipt, name: 'receipt-share', arrange: share },
  {
    ...receipt,
    name: 'receipt-shared',
    arrange: async (page, t) => {
      await share(page, t);
      const make = page.getByRole('button', { name: t('receipt.share.make') });
      const card = page.getByRole('region', { name: t('receipt.share.card') });
      await expect(make.or(card)).toBeVisible();
      if (await make.isVisible()) await make.click();
      await expect(card).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'shared',
    whole: true,
    arrange: async (page, t) => {
      await ended(page, t);
      const id = page.url().split('/').at(-1)!;
      const made = await callFrom(page, '/index/share/make', { product: 'contract', id, named: false });
      await page.goto(`/shared#${(made as Share).token}`);
      await recomputed(page, t);
    },
  },
  {
    ...receipt,
    name: 'shared-gone',
    arrange: async (page, t) => {
      await page.goto('/shared#gone');
      await expect(page.getByText(t('receipt.shared.gone.title'))).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'receipts',
    whole: true,
    arrange: async (page, t) => {
      await ended(page, t);
      await page.goto('/user/receipts');
      await expect(page.getByText(t('receipt.proofs.newest'))).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'receipt-running',
    arrange: async (page, t) => {
      await page.goto(`/contract/receipt/${await open(page, 60, 8500)}`);
      await expect(page.getByText(t('receipt.waiting.not_ended.title'))).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'receipt-logging',
    arrange: async (page, t) => {
      await page.route('**/index/contract/receipt', (route) =>
        route.fulfill({ json: { code: 409, msg: '', data: { reason: 'not_logged' } } }),
      );
      await page.reload();
      await expect(page.getByText(t('receipt.waiting.not_logged.title'))).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'receipt-log-unreached',
    arrange: async (page, t) => {
      await page.route('**/log/checkpoint', (route) => route.abort());
      await ended(page, t);
      await expect(page.getByText(t('receipt.log.now.unreached'))).toBeVisible();
    },
  },
  {
    ...receipt,
    name: 'receipt-failed',
    arrange: async (page, t) => {
      await page.route('**/index/contract/receipt', (route) => route.abort());
      await page.reload();
      await expect(page.getByText(t('receipt.failed'))).toBeVisible();
    },
  },
];
