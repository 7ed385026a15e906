import { randomUUIDv7 } from 'node:crypto';
import { transfer } from '@glasshouse/protocol/assets/calls';
import { listPositions, openContract, showOrder } from '@glasshouse/protocol/contracts/calls';
import type { Locator, Page } from '@playwright/test';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect } from './story.ts';

/**
 * Replaces the longest periods with one and five seconds. One second, the shortest allowed, is for tests that need a
 * result; five are for tests that look at an open position first.
 */
export const offerShortPeriods = (): Promise<void> =>
  arrange(
    `insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
     select '{1,5,30,60,120}', '{8000,8000,8200,8500,8800}', 10000000, 5000000000, 20000000000
     where not exists (select from contract_terms where 1 = any (seconds))`,
  );

/** Moves money into the contract wallet through the API. */
export async function moveIn({ cookies }: Account, amount: bigint): Promise<void> {
  const id = crypto.randomUUID();
  // Amounts are strings on the wire.
  await newCaller(cookies)(transfer, { id, from: 'fund', to: 'contract', amount: String(amount) as never });
}

type Wish = { direction?: 'long' | 'short'; seconds?: number; stake?: string; returnBp?: number; symbol?: string };
/** Opens an order through the API, by default for one second. */
export async function openOrder({ cookies }: Account, wish: Wish = {}): Promise<string> {
  const terms = { direction: 'long', seconds: 1, returnBp: 8000, symbol: 'BTC', ...wish } as const;
  const body = { ...terms, id: randomUUIDv7(), stake: (wish.stake ?? '10') as never };
  return (await newCaller(cookies)(openContract, body)).order.id;
}

export const openOrdersOf = ({ cookies }: Account) => newCaller(cookies)(listPositions, {});
export const orderOf = ({ cookies }: Account, id: string) => newCaller(cookies)(showOrder, { id });

/** Opens the contract tab and waits for its chart and ticket. */
export async function openTab(page: Page): Promise<void> {
  await page.goto('/contract');
  await expect(page.getByRole('img', { name: /candles of/ })).toBeVisible();
}

/**
 * Opens the contract tab and waits for the code that reports results, which loads a moment after the page. An order of
 * one second may end before that.
 */
export async function openWatchedTab(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse(/\/ContractWatch-/), openTab(page)]);
}

export const stakeOf = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });
export const side = (page: Page, name: 'Long' | 'Short') =>
  page.getByRole('region', { name: 'Order ticket' }).getByRole('button', { name: new RegExp(`^${name}`) });
/** Rows of open orders. Ended orders are in the same list until their result is dismissed. */
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
/**
 * The card with the newest result, and the full-screen result, which can be chosen in the settings or opened from the
 * card.
 */
export const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true });
export const fullResult = (page: Page) => page.getByRole('dialog', { name: 'Result' });
export const dismiss = (page: Page) => result(page).getByRole('button', { name: 'Dismiss this result' }).click();
/** Sets full-screen results, as the settings page does. */
export const chooseFull = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('preferences', JSON.stringify({ state: { results: 'full' }, version: 0 })),
  );
/** The confirmation of an order, the same for every product. */
export const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm order' });
/** Turns "Ask before each order" off, as the settings page does. */
export const stopAsking = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('preferences', JSON.stringify({ state: { confirmOrders: false }, version: 0 })),
  );
export const choosePeriod = (page: Page, seconds: 1 | 5 | 30 | 60) =>
  page.getByRole('radio', { name: new RegExp(`^${seconds} s`) }).check({ force: true });

/** Places an order on the page and confirms it. */
export async function place(page: Page, name: 'Long' | 'Short'): Promise<void> {
  await side(page, name).click();
  const sheet = page.getByRole('dialog', { name: 'Confirm order' });
  const confirm = sheet.getByRole('button', { name: new RegExp(`^Confirm ${name}`) });
  await confirm.click();
  // On a busy machine a tick may come late. The app then refuses with a reason, and a user would confirm again.
  const refusal = sheet.getByText('Prices have paused, so no order can be opened right now');
  await expect(async () => {
    if (await refusal.isVisible()) await confirm.click({ timeout: 5_000 });
    await expect(sheet).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

export const outcomeWords = { win: 'Won', lose: 'Lost', draw: 'Draw', void: 'Void' } as const;

/** Taps a button that places an order, and names what else a second tap there could press until the page has scrolled to the new order. */
export async function secondTapHits(button: Locator): Promise<string[]> {
  // Listening begins before the tap; what is heard is asked for after it.
  const heard = await button.evaluateHandle((element) => {
    const hits = new Promise<string[]>((resolve) => {
      const found = new Set<string>();
      const follow = ({ clientX, clientY }: MouseEvent) => {
        const [from, began] = [scrollY, performance.now()];
        let moved: number | undefined;
        const look = (now: number) => {
          const other = document.elementFromPoint(clientX, clientY)?.closest('a, button');
          if (other && other !== element) found.add(other.textContent);
          if (scrollY !== from) moved ??= now;
          if (now > (moved ?? Number.POSITIVE_INFINITY) + 800) resolve([...found]);
          else if (now > began + 60_000) resolve([...found, 'the page did not scroll']);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      element.addEventListener('click', follow as EventListener, { once: true });
    });
    return { hits };
  });
  await button.click();
  return heard.evaluate(({ hits }) => hits);
}
