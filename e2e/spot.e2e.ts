import { transfer } from '@glasshouse/protocol/assets/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { confirmation, stopAsking } from './contracts.ts';
import { layoutFaults } from './layout.ts';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { watchCalls } from './visitor-calls.ts';

const moveIn = ({ cookies }: Account, amount: string) =>
  newCaller(cookies)(transfer, { id: crypto.randomUUID(), from: 'fund', to: 'spot', amount: amount as never });
const amountOf = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });
const wallet = (page: Page) => page.getByRole('region', { name: 'Spot wallet' });
const done = (page: Page) => page.getByRole('dialog', { name: 'Done' });

async function openSpot(page: Page, search = ''): Promise<void> {
  await page.goto(`/spot${search}`);
  await expect(page.getByText('the first one after your order')).toBeVisible();
}

test('a coin is bought, shown with its cost, and sold; each order has a receipt', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '2000');
  await openSpot(page, '?symbol=BTC');
  await expect(page.getByText(/^Spot and Funding [\d,.]+ USDT$/)).toBeVisible();
  await amountOf(page).fill('500');
  await expect(page.getByText(/costs about (0\.99|1\.00) USDT/)).toBeVisible();
  const buy = page.getByRole('button', { name: 'Buy BTC · 500.00 USDT' });
  await buy.click();
  const sheet = confirmation(page);
  await expect(sheet).toContainText(/BTC\/USDT\s*Buy\s*[\d,.]+Price now/);
  await expect(sheet).toContainText(/Spot wallet after1,500.00 USDT/);
  await expect(sheet).toContainText(/You receive≈ 0\.\d+ BTC/);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  await expect(wallet(page)).toContainText('2,000.00');
  await buy.click();
  await sheet.getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  await expect(done(page)).toContainText(/Bought\+0\.\d+BTC/);
  expect(await axeFaults(page)).toEqual([]);
  await done(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/spot\//);
  await expect(page.getByRole('main')).toContainText('500.00');
  // The spread is written as on the ticket.
  await expect(page.getByRole('main')).toContainText('× (1 + 0.10%)');
  await openSpot(page);
  await expect(wallet(page)).toContainText(/BTC 0\.\d+Average cost [\d,.]+ with spread/);
  await expect(wallet(page)).toContainText('1,500.00');
  await expect(wallet(page)).toContainText('because coins are rounded down to their last decimal');
  expect(await layoutFaults(page)).toEqual([]);

  await wallet(page).getByRole('button', { name: /^BTC/ }).click();
  await page.getByRole('button', { name: '100% of the balance' }).click();
  await page.getByRole('button', { name: /^Sell BTC · 0\./ }).click();
  await confirmation(page)
    .getByRole('checkbox', { name: /^Do not ask again/ })
    .check();
  await confirmation(page)
    .getByRole('button', { name: /^Sell BTC · 0\./ })
    .click();
  await expect(done(page)).toContainText(/Sold\+49\d\.\d+USDT/);
  await expect(done(page)).toContainText(/Result of this sale.*[-−]\d\.\d\d.*You paid 500\.00 USDT for these coins/);
  await done(page).getByRole('button', { name: 'Done' }).click();
  // On a desktop the trades are below the chart.
  await page.setViewportSize({ width: 1440, height: 900 });
  const latest = page.getByRole('region', { name: 'Latest trades' });
  await expect(latest.locator('a[href^="/receipt/spot/"]')).toHaveCount(2);
  await expect(latest).toContainText(/Sold.*\+49\d\.\d+ USDT.*Bought/);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(wallet(page)).toContainText('Result of coins sold');
  await wallet(page).getByRole('link', { name: 'Coin trades' }).click();
  await expect(page.getByRole('main').locator('a[href^="/receipt/spot/"]')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Sell' })).toHaveAttribute('aria-selected', 'true');
  // In the activity both amounts of a trade stand together, and neither is a result.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/records?kind=spot');
  const cells = page.getByRole('row', { name: /BTC\s*Sold/ }).getByRole('cell');
  await expect(cells.nth(3)).toHaveText(/^−0\.\d+ BTC\+49\d\.\d+ USDT$/);
  await expect(cells.nth(4)).toBeEmpty();
  expect(await layoutFaults(page)).toEqual([]);
});

test('a second tap on Buy hits neither a button nor a link of the result that opens over it', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '2000');
  await stopAsking(page);
  await openSpot(page, '?symbol=BTC');
  await amountOf(page).fill('500');
  // Records whether a tap at the place of these would hit them as soon as they are rendered.
  const hits = page.evaluate(
    (buttons) =>
      Promise.all(
        buttons.map(
          (selector) =>
            new Promise<boolean>((resolve) => {
              const look = () => {
                const button = document.querySelector(selector);
                if (!button) return requestAnimationFrame(look);
                const { x, y, width, height } = button.getBoundingClientRect();
                return resolve(button.contains(document.elementFromPoint(x + width / 2, y + height / 2)));
              };
              look();
            }),
        ),
      ),
    ['[role=dialog] footer button', '[role=dialog] footer a'],
  );
  await page.getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  expect(await hits).toEqual([false, false]);
  await expect(done(page)).toContainText(/Bought/);
  await done(page).getByRole('button', { name: 'Done' }).click();
  await expect(done(page)).toBeHidden();
});

test('on a short phone the complete order ticket is visible above its button without scrolling', async ({ person }) => {
  const { page } = person;
  await moveIn(person, '2000');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of ['en-US', 'ru-RU']) {
    await page.goto('/spot?symbol=BTC');
    await page.evaluate((name) => localStorage.setItem('language', name), language);
    await page.reload();
    const [field, shares] = [page.getByRole('textbox'), page.getByRole('button', { name: /100\s?%/ })];
    await field.fill('500');
    const act = page.getByRole('button', { name: /BTC.*500/ });
    await expect(act, language).toBeInViewport({ ratio: 1 });
    const bar = (await act.boundingBox())!;
    for (const each of [page.getByRole('tab').first(), field, shares]) {
      const { y, height } = (await each.boundingBox())!;
      expect(y, language).toBeGreaterThan(0);
      expect(y + height, language).toBeLessThan(bar.y);
    }
    expect(await page.evaluate(() => scrollY), language).toBe(0);
    expect(await layoutFaults(page), language).toEqual([]);
  }
});

test('spot shows the chart of the coin with its periods, and the tab bar stays', async ({ visitor: page }) => {
  await openSpot(page, '?symbol=ETH');
  const chart = page.getByRole('img', { name: /^ETH: .*candles of/ });
  await expect(chart).toBeVisible();
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await expect(page.getByRole('img', { name: /candles of 1h/ })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main' });
  const here = tabs.getByRole('link', { name: 'Contract' });
  await expect(here).toHaveAttribute('aria-current', 'true');
  // The bar of the page is above the tabs, and the end of the page is above both.
  const bar = (await tabs.boundingBox())!;
  const act = (await page.getByRole('button', { name: 'Buy ETH' }).boundingBox())!;
  expect(act.y + act.height).toBeLessThanOrEqual(bar.y);
  for (const [width, height] of [
    [320, 640],
    [844, 390],
    [900, 1000],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await layoutFaults(page), `${width} x ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/options?symbol=ETH');
  await expect(here).toHaveAttribute('aria-current', 'true');
  await here.click();
  await expect(page).toHaveURL('/contract');

  await page.setViewportSize({ width: 1440, height: 900 });
  await openSpot(page, '?symbol=ETH');
  const [left, right] = [(await chart.boundingBox())!, (await amountOf(page).boundingBox())!];
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);
});

test('money missing in the Spot wallet is drawn from Funding with the order, and the ticket says so', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, '497.91');
  await stopAsking(page);
  await openSpot(page, '?symbol=BTC');
  await amountOf(page).fill('400');
  await expect(page.getByText('comes from Funding')).toHaveCount(0);
  await amountOf(page).fill('500');
  await expect(page.getByText('2.09 USDT comes from Funding')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  // Confirmed even with confirmations turned off, because money of another wallet is used.
  await page.getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  await expect(confirmation(page)).toContainText('From Funding2.09 USDT');
  await confirmation(page).getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  await expect(done(page)).toContainText(/Bought\+0\.\d+BTC/);
  await page.goto('/assets/statement?wallet=spot');
  await expect(page.getByText(/2\.09/).first()).toBeVisible();
});

test('the percentage buttons are disabled for an empty wallet, with a message', async ({ person }) => {
  const { page } = person;
  await openSpot(page, '?symbol=BTC&side=sell');
  const share = page.getByRole('button', { name: '50% of the balance' });
  await expect(share).toBeDisabled();
  await expect(page.getByText('There is no balance to take a share of.')).toBeVisible();
  await openSpot(page, '?symbol=BTC');
  await expect(share).toBeEnabled();
  await expect(page.getByText('There is no balance to take a share of.')).toBeHidden();
});

test('small rests are converted, each by its own order', async ({ person }) => {
  const { page, info } = person;
  const { number } = info;
  // Coins can only be bought, so small rests of two coins are inserted as sales would leave them.
  await arrange(
    `select post_legs(now(), false, array[${account(number, 3)}, 33795, ${account(number, 4)}, 33796]::bigint[],
       array[500, -500, 5000, -5000]::bigint[], array[33795, null, 33796, null]::bigint[],
       array['${crypto.randomUUID()}', null, '${crypto.randomUUID()}', null]::uuid[], array[10, 10, 10, 10]::smallint[])`,
  );
  await openSpot(page);
  await expect(wallet(page)).toContainText('2 small rests');
  await wallet(page).getByRole('button', { name: 'Convert' }).click();
  await expect(done(page)).toContainText(/\+0\.\d+USDT/);
  await done(page).getByRole('button', { name: 'Done' }).click();
  await expect(wallet(page)).not.toContainText('small rest');
});

const practice = (page: Page) => page.getByRole('region', { name: 'Practice on this device' });

test('a visitor buys and sells a coin on this device, from one balance, and verifies each trade', async ({
  visitor: page,
}) => {
  const otherCalls = watchCalls(page);
  await openSpot(page, '?symbol=BTC');
  await expect(page.getByText('Practice balance 10,000.00 USDT')).toBeVisible();
  await amountOf(page).fill('500');
  const sheet = confirmation(page);
  await page.getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  await expect(sheet).toContainText(/Practice balance after9,500.00 USDT/);
  await expect(sheet.getByRole('checkbox')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Buy BTC · 500.00 USDT' }).click();
  await expect(done(page)).toContainText(/Bought\+0\.\d+BTC/);
  await expect(done(page)).toContainText('They are never money');
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await done(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/device\//);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('this order has no slip and no place in the public log')).toBeVisible();

  await openSpot(page, '?symbol=BTC&side=sell');
  await expect(practice(page)).toContainText(/BTC 0\.\d+Average cost [\d,.]+ with spread/);
  expect(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  await page.getByRole('button', { name: '100% of the balance' }).click();
  await page.getByRole('button', { name: /^Sell BTC · 0\./ }).click();
  await sheet.getByRole('button', { name: /^Sell BTC · 0\./ }).click();
  await expect(done(page)).toContainText(/Sold\+49\d\.\d+USDT/);
  await done(page).getByRole('button', { name: 'Done' }).click();
  await expect(practice(page)).toContainText('Result of coins sold');
  await page.goto('/contract');
  await expect(page.getByText(/with 9,99\d\.\d+ paper USDT/)).toBeVisible();
  await page.goto('/contract/practice');
  const rows = page.getByRole('main').locator('a[href^="/receipt/device/"]');
  await expect(rows).toHaveCount(2);
  expect(otherCalls()).toEqual([]);
  await page.getByRole('button', { name: 'Remove all from this device' }).click();
  await expect(rows).toHaveCount(0);
  await openSpot(page, '?symbol=BTC');
  await expect(page.getByText('Practice balance 10,000.00 USDT')).toBeVisible();
});

test('a practice trade is filled even if the page was closed in between', async ({ visitor: page }) => {
  await openSpot(page, '?symbol=BTC');
  await page.route('**/index/market/proof', (route) => route.abort());
  await amountOf(page).fill('100');
  await page.getByRole('button', { name: 'Buy BTC · 100.00 USDT' }).click();
  await confirmation(page).getByRole('button', { name: 'Buy BTC · 100.00 USDT' }).click();
  await expect(page.getByText('The next tick fills it.')).toBeVisible();
  await page.unroute('**/index/market/proof');
  await page.reload();
  await expect(practice(page)).toContainText(/BTC 0\.\d+Average cost/);
  await expect(practice(page)).toContainText('9,900.00');
});

test('a visitor sees everything and is led to log in and back', async ({ visitor: page }) => {
  await openSpot(page, '?symbol=ETH');
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', /spot/);
  expect(await axeFaults(page)).toEqual([]);
});

const account = (number: string | bigint, currency: number) => (BigInt(number) << 16n) + 3072n + BigInt(currency);
