import { randomUUIDv7 } from 'node:crypto';
import { transfer } from '@glasshouse/protocol/assets/calls';
import { listPositions, openContract, showOrder } from '@glasshouse/protocol/contracts/calls';
import type { Page } from '@playwright/test';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect, firstPrice } from './story.ts';

/** Stories cannot wait for half a minute: a period of five seconds, beside the usual ones at their usual returns. */
export const offerFiveSeconds = (): Promise<void> =>
  arrange(
    `insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
     select '{5,30,60,120,300}', '{8000,8200,8500,8800,9200}', 10000000, 5000000000, 20000000000
     where not exists (select from contract_terms where 5 = any (seconds))`,
  );

/** Money in the contract account, moved there by the call itself. */
export async function moveIn({ cookies }: Account, amount: bigint): Promise<void> {
  const id = crypto.randomUUID();
  // What a call takes is written as it goes over the wire.
  await newCaller(cookies)(transfer, { id, from: 'fund', to: 'contract', amount: String(amount) as never });
}

type Wish = { direction?: 'long' | 'short'; seconds?: number; stake?: string; returnBp?: number; symbol?: string };
/** An order placed without a page. */
export async function openOrder({ cookies }: Account, wish: Wish = {}): Promise<string> {
  const terms = { direction: 'long', seconds: 5, returnBp: 8000, symbol: 'BTC', ...wish } as const;
  const body = { ...terms, id: randomUUIDv7(), stake: (wish.stake ?? '10') as never };
  return (await newCaller(cookies)(openContract, body)).order.id;
}

export const openOrdersOf = ({ cookies }: Account) => newCaller(cookies)(listPositions, {});
export const orderOf = ({ cookies }: Account, id: string) => newCaller(cookies)(showOrder, { id });

/** The tab with a chart and a ticket on it. */
export async function openTab(page: Page): Promise<void> {
  await page.goto('/contract');
  await expect(page.getByRole('img', { name: /candles of/ })).toBeVisible(firstPrice);
}

export const stakeOf = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });
export const side = (page: Page, name: 'Long' | 'Short') =>
  page.getByRole('region', { name: 'Order ticket' }).getByRole('button', { name: new RegExp(`^${name}`) });
/** What is open; the row of what has ended stands among them until its result is sent away. */
export const positions = (page: Page) =>
  page
    .getByRole('region', { name: /^Open positions/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('timer') });
export const endedRows = (page: Page) =>
  page
    .getByRole('region', { name: /^Open positions/ })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /Receipt$/ }) });
/** The card that waits, and the same result over the whole page for whoever has chosen that or opens the card. */
export const result = (page: Page) => page.getByRole('region', { name: 'Result' });
export const fullResult = (page: Page) => page.getByRole('dialog', { name: 'Result' });
export const dismiss = (page: Page) => result(page).getByRole('button', { name: 'Dismiss this result' }).click();
/** As if it had been chosen in Settings. */
export const chooseFull = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('preferences', JSON.stringify({ state: { results: 'full' }, version: 0 })),
  );
export const chooseFive = (page: Page) => page.getByRole('radio', { name: /^5 s/ }).check({ force: true });

/** Puts an order together on the page and confirms it. */
export async function place(page: Page, name: 'Long' | 'Short'): Promise<void> {
  await side(page, name).click();
  await page.getByRole('button', { name: new RegExp(`^Confirm ${name}`) }).click();
  await expect(page.getByRole('dialog', { name: 'Confirm order' })).toBeHidden();
}

export const outcomeWords = { win: 'Won', lose: 'Lost', draw: 'Draw', void: 'Void' } as const;
