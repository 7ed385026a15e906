import { transfer } from '@glasshouse/protocol/assets/calls';
import type { Locator, Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { confirmation, dismiss, fullResult, result, secondTapHits, stopAsking } from './contracts.ts';
import { layoutFaults, resize, upright } from './layout.ts';
import type { Account } from './people.ts';
import { newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { watchCalls } from './visitor-calls.ts';

const moveIn = ({ cookies }: Account, amount: string) =>
  newCaller(cookies)(transfer, { id: crypto.randomUUID(), from: 'fund', to: 'options', amount: amount as never });
const button = (page: Page, side: 'Call' | 'Put') => page.getByRole('button', { name: new RegExp(`^${side} · `) });
const position = (page: Page, side: 'Call' | 'Put') =>
  page
    .getByRole('region', { name: /^Open options/ })
    .getByRole('listitem')
    .filter({ hasText: side });

async function openFlash(page: Page): Promise<void> {
  await page.goto('/options?symbol=BTC&life=60');
  // In a calm market the default size would cost less than the minimum premium.
  await page.getByRole('textbox', { name: /^Size/ }).fill('0.5');
  await expect(button(page, 'Call')).toBeEnabled();
}

/**
 * Waits until an order at a quoted price is done. Quotes are valid for five seconds: if one expired before the server
 * had the order, nothing was traded, and the button is pressed again at the new price.
 */
async function expectTraded(button: Locator, done: Locator): Promise<void> {
  const expired = button.page().getByRole('alert').filter({ hasText: 'This price no longer holds' });
  await expect(async () => {
    if (await expired.isVisible()) await button.click();
    await expect(done).toBeVisible({ timeout: 2000 });
  }).toPass();
}

async function tradeAt(button: Locator, done: Locator): Promise<void> {
  await button.click();
  await expectTraded(button, done);
}

/**
 * While a call is being bought, only its button is busy. The message covers neither button, its premium matches the
 * row, and the chart marks the option.
 */
async function buySlowly(page: Page): Promise<void> {
  const buying = '**/index/option/buy';
  const seen = Promise.withResolvers<void>();
  await page.route(buying, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await button(page, 'Call').click();
  await expect(button(page, 'Call')).toHaveAttribute('aria-busy', 'true');
  await expect(button(page, 'Put')).toBeDisabled();
  await expect(button(page, 'Put')).not.toHaveAttribute('aria-busy');
  seen.resolve();
  const bought = page.getByRole('status').filter({ hasText: 'Call BTC bought' });
  await expectTraded(button(page, 'Call'), bought);
  const premium = /[\d.]+(?= USDT)/.exec((await bought.textContent()) ?? '')![0];
  const [above, below] = [await bought.boundingBox(), await button(page, 'Call').boundingBox()];
  expect(above!.y + above!.height).toBeLessThan(below!.y);
  await expect(position(page, 'Call')).toContainText(`Paid ${premium} · 1 min`);
  await expect(page.getByRole('img', { name: /Call, Strike [\d,.]+\.$/ })).toBeVisible();
  await page.unroute(buying);
  await expect(button(page, 'Put')).toBeEnabled();
}

const openOptions = (page: Page) => page.getByRole('heading', { name: /^Open options/ });

/**
 * While an option is being sold, its sheet says only that. Afterwards the heading of the remaining options has the
 * focus.
 */
async function sellSlowly(page: Page, selling: Locator): Promise<void> {
  const sale = '**/index/option/sell';
  const seen = Promise.withResolvers<void>();
  await page.route(sale, async (route) => {
    await seen.promise;
    await route.continue();
  });
  const act = selling.getByRole('button', { name: /^Sell/ });
  await act.click();
  await expect(selling.getByText('It is being sold.')).toBeVisible();
  await expect(selling.getByText('You receive')).toHaveCount(0);
  seen.resolve();
  await expectTraded(act, result(page).filter({ hasText: 'Sold back' }));
  await expect(openOptions(page)).toBeFocused();
  await page.unroute(sale);
}

test('options ask for confirmation until the user turns that off', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await openFlash(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/index/option/buy')) sent++;
  });
  await button(page, 'Call').click();
  const sheet = confirmation(page);
  await expect(sheet).toContainText(/BTC\/USDT\s*Call\s*[\d,.]+Price now/);
  await expect(sheet).toContainText('The price when you confirm');
  await expect(sheet).toContainText(/Chance of profit[\d.]+%Break-even[\d,.]+Costs on average[\d.]+/);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  expect(sent).toBe(0);
  await button(page, 'Call').click();
  await sheet.getByRole('checkbox', { name: /^Do not ask again/ }).check();
  await tradeAt(sheet.getByRole('button', { name: /^Buy call · / }), position(page, 'Call'));
  await expect(sheet).toBeHidden();
  await tradeAt(button(page, 'Put'), position(page, 'Put'));
});

test('without confirmations, flash options are bought with one tap, then sold or settled by the tape, with matching receipts', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await stopAsking(page);
  await openFlash(page);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await buySlowly(page);
  await tradeAt(button(page, 'Put'), position(page, 'Put'));

  await expect(page.getByRole('region', { name: /^Open options/ })).toContainText(/Worth now \d+\.\d\d in all/);
  const sell = position(page, 'Put').getByRole('button', { name: /^Sell back at/ });
  const selling = page.getByRole('dialog', { name: 'Sell back' });
  await sell.press('Enter');
  await expect(selling).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selling).toBeHidden();
  await expect(sell).toBeFocused();
  await sell.press('Enter');
  await expect(selling).toContainText('This is the fair value of this moment');
  await expect(selling.getByRole('timer')).toHaveText(/^0:\d\d$/);
  await sellSlowly(page, selling);
  await dismiss(page);
  await expect(position(page, 'Put')).toHaveCount(0);

  await expect(result(page)).toContainText(/Strike [\d.,]+ → Exit [\d.,]+/, { timeout: 90_000 });
  expect(await axeFaults(page)).toEqual([]);
  await result(page)
    .getByRole('button', { name: /Show the full result$/ })
    .click();
  await expect(fullResult(page)).toContainText(/Ended [\d.,]+ (above|below) the strike|Ended exactly at the strike/);
  expect(await axeFaults(page)).toEqual([]);
  await fullResult(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/option\//);
  await expect(page.getByRole('main')).toContainText(/Recomputed in your browser:\s*matches/);

  await resize(page, [320, 640, 200]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await resize(page, upright);

  await page.goto('/options/records');
  await expect(page.getByRole('main').locator('a[href^="/receipt/option/"]')).toHaveCount(2);
  await expect(page.getByRole('main')).toContainText('Sold back');
});

test('a second tap on Call presses nothing else while the page scrolls to the new option', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await stopAsking(page);
  await openFlash(page);
  const hits = secondTapHits(button(page, 'Call'));
  await expectTraded(button(page, 'Call'), position(page, 'Call'));
  expect(await hits).toEqual([]);
});

test('an option is chosen from the chain, explained, and bought at its quoted price', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '820.50');
  await page.goto('/options?symbol=BTC&life=86400');
  await expect(page.getByRole('button', { name: /^Put [\d,.]+, [\d,.]+/ })).toHaveCount(5);
  await page
    .getByRole('button', { name: /^Put [\d,.]+, [\d,.]+/ })
    .nth(2)
    .click();
  await expect(page.getByText(/^ends \S+ \d\d:00 · 2[345] h left$/)).toBeVisible();
  await page.getByText('What moves this price').click();
  await page.getByText('How it was made').click();
  await expect(page.getByRole('main')).toContainText('Black-Scholes from');
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  const buy = page.getByRole('button', { name: /^Buy put · / });
  await expect(buy).toBeEnabled();
  await buy.click();
  const sheet = confirmation(page);
  await expect(sheet).toContainText(/Strike[\d,.]+ends \S+ \d\d:00/);
  expect(await layoutFaults(page)).toEqual([]);
  await tradeAt(sheet.getByRole('button', { name: /^Buy put · / }), position(page, 'Put'));
});

test('the average cost of an option is shown next to the button and links to how it was measured', async ({
  person,
}) => {
  const { page } = person;
  await page.goto('/options?symbol=BTC&life=86400');
  // In the same bar as the button, so that it is visible before the button is pressed.
  await expect(page.getByText(/^Most you can lose [\d,.]+ USDT$/)).toBeInViewport();
  await expect(page.getByText(/^Costs on average [\d,.]+$/)).toBeInViewport();
  await page.getByRole('tab', { name: 'Flash' }).click();
  await expect(page.getByText(/^Costs on average [\d,.]+$/)).toBeVisible();
  await page.getByRole('link', { name: 'How this was measured' }).click();
  await expect(page).toHaveURL('/helps/help#options');
  await expect(page.getByRole('region', { name: 'Options and what they cost' })).toContainText('102,000 options');
});

test('a visitor buys a flash option on this device, and verifies its result', async ({ visitor: page }) => {
  test.setTimeout(180_000); // the shortest life is a minute
  const otherCalls = watchCalls(page);
  await openFlash(page);
  await expect(page.getByText('with 10,000.00 paper USDT')).toBeVisible();
  await button(page, 'Call').click();
  await expect(confirmation(page)).toContainText(/Practice balance after9,9\d\d\.\d+ USDT/);
  await expect(confirmation(page).getByRole('checkbox')).toHaveCount(0);
  await confirmation(page)
    .getByRole('button', { name: /^Buy call · / })
    .click();
  const practice = page.getByRole('region', { name: 'Practice on this device' });
  await expect(practice.getByRole('timer')).toBeVisible();
  await expect(button(page, 'Put')).toHaveAccessibleDescription(/^One open practice order per product/);
  await expect(page.getByRole('img', { name: /Call, Strike [\d,.]+\.$/ })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.reload();
  await expect(practice.getByRole('timer')).toBeVisible();
  await expect(result(page)).toContainText(/(Profit|Loss|Even)/, { timeout: 90_000 });
  expect(await axeFaults(page)).toEqual([]);
  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/device\//);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open a practice account' })).toHaveAttribute(
    'href',
    '/register?to=%2Foptions',
  );
  await page.goto('/contract/practice');
  await expect(page.getByRole('main').locator('a[href^="/receipt/device/"]')).toHaveCount(1);
  expect(otherCalls()).toEqual([]);
});

test('Call and Put are not covered by the tabs on a common phone', async ({ visitor, person }) => {
  for (const page of [visitor, person.page]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await openFlash(page);
    for (const name of ['Call', 'Put'] as const) {
      const isOnTop = () =>
        button(page, name).evaluate((element) => {
          const { x, bottom, width } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, bottom - 2));
        });
      await expect.poll(isOnTop, name).toBe(true);
    }
    expect(await layoutFaults(page)).toEqual([]);
  }
});

test('a visitor sees option prices', async ({ open }) => {
  const page = await open({ locale: 'en-US' });
  await page.goto('/options?symbol=BTC&life=60');
  await expect(page.getByText('Chance of profit').first()).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
});
