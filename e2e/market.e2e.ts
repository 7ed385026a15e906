import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { holdsUp, setTextSize } from './layout.ts';
import { expect, heading, moves, test } from './story.ts';

const rows = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const link = (page: Page, symbol: string) => page.getByRole('link', { name: new RegExp(`^${symbol}\\b`) });
const star = (page: Page, symbol: string) => page.getByRole('button', { name: `Favorite ${symbol}` });

test('a visitor sees prices move on home, in the market and on a coin’s own page', async ({ visitor: page }) => {
  await page.goto('/home');
  await expect(rows(page).first().or(page.getByText('No coin has gained in 24 h'))).toBeVisible();
  if ((await rows(page).count()) === 0) await page.getByRole('tab', { name: 'Losers' }).click();
  expect(await rows(page).count()).toBeLessThanOrEqual(5);
  await moves(() => rows(page).first().textContent());
  await page.getByRole('link', { name: 'All markets' }).click();
  await expect(rows(page).first()).toBeVisible();
  await moves(() => link(page, 'BTC').textContent());
  await link(page, 'BTC').click();
  await expect(heading(page)).toContainText('BTC/USDT');
  await expect(page).toHaveURL('/market?symbol=BTC');
  const price = page.getByRole('region', { name: 'Price of BTC' });
  await moves(() => price.textContent());
  await expect(price).toContainText(/Live · tick #[\d,]+/);
  await expect(price).toContainText('Synthetic');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toHaveText('Market');
  await expect(link(page, 'BTC')).toBeFocused();
});

// Soon after midnight most candles are from the previous day, and show it.
const zones = {
  'at any time': () => 'UTC',
  'soon after midnight': () => {
    const hour = new Date().getUTCHours();
    return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
  },
};
for (const [when, zone] of Object.entries(zones)) {
  test(`the longest prices fit the table with its page margin, ${when}`, async ({ open }) => {
    const page = await open({ timezoneId: zone() });
    await page.goto('/market?symbol=BTC');
    await expect(page.getByRole('img', { name: /^BTC: \d+ candles/ })).toBeVisible();
    await page.getByText('Table', { exact: true }).click();
    const room = await page.getByRole('table').evaluate((table) => {
      const words = document.createRange();
      words.selectNodeContents(table.querySelector('td:last-child')!);
      return innerWidth - words.getBoundingClientRect().right;
    });
    expect(room).toBeGreaterThanOrEqual(16);
  });
}

test('the chart follows the tape in every period and can be read as a table', async ({ visitor: page }) => {
  await page.goto('/market?symbol=ETH');
  const chart = page.getByRole('img', { name: /^ETH: \d+ candles of 1m/ });
  await expect(chart).toBeVisible();
  await moves(() => chart.getAttribute('aria-label'));
  for (const period of ['1s', '5s', '15s', '5m', '15m', '1h', '4h', '1d']) {
    await page.getByRole('button', { name: period, exact: true }).click();
    await expect(page.getByRole('img', { name: new RegExp(`^ETH: \\d+ candles of ${period}`) })).toBeVisible();
  }
  await page.getByRole('button', { name: '1m', exact: true }).click();
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 100);
  const readout = page.getByRole('region', { name: 'Chart' }).locator('dl');
  const pointed = await readout.locator('time').textContent();
  await page.mouse.move(box.x + 160, box.y + 100);
  await expect(readout.locator('time')).not.toHaveText(pointed!);
  await page.getByText('Table', { exact: true }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'Open', 'High', 'Low', 'Close']);
  expect(await table.getByRole('row').count()).toBeGreaterThan(50);
});

test('dragging the chart to the right loads older candles', async ({ visitor: page }) => {
  await page.goto('/market?symbol=BTC');
  const count = async () => {
    const label = await page.getByRole('img', { name: /candles of 1m/ }).getAttribute('aria-label');
    return Number(/: (\d+) candles/.exec(label ?? '')?.[1]);
  };
  const first = await count();
  const box = (await page.getByRole('img', { name: /candles of 1m/ }).boundingBox())!;
  for (let turn = 0; turn < 16 && (await count()) < first + 100; turn++) {
    await page.mouse.move(box.x + 20, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 310, box.y + 100, { steps: 6 });
    await page.mouse.up();
  }
  await expect.poll(count).toBeGreaterThan(first + 100);
});

test('lists can be searched, and sorted by name, price, change and volume', async ({ visitor: page }) => {
  await page.goto('/market');
  await expect(rows(page).first()).toBeVisible();
  const names = async () => {
    const texts = await rows(page).locator('a b:first-child').allTextContents();
    return texts.filter((text) => text.endsWith('/USDT')).map((text) => text.replace('/USDT', ''));
  };
  expect(await rows(page).count()).toBe(24);
  await page.getByRole('button', { name: 'Name' }).click();
  expect((await names()).slice(0, 3)).toEqual(['ADA', 'APT', 'ARB']);
  await page.getByRole('button', { name: 'Name' }).click();
  expect((await names())[0]).toBe('XRP');
  await page.getByRole('button', { name: 'Last price' }).click();
  expect((await names())[0]).toBe('BTC');
  await page.getByRole('searchbox').fill('bitc');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('searchbox').fill('no such coin');
  await expect(page.getByText('Nothing found for “no such coin”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('tab', { name: 'Gainers' }).click();
  for (const text of await rows(page).allTextContents()) expect(text).toContain('+');
  await page.getByRole('tab', { name: 'Losers' }).click();
  for (const text of await rows(page).allTextContents()) expect(text).toContain('\u2212');
});

test('a user’s favorites are stored with the account, and a visitor’s are taken over', async ({ visitor, person }) => {
  await visitor.goto('/market');
  await expect(rows(visitor).first()).toBeVisible();
  await star(visitor, 'SOL').click();
  await expect(star(visitor, 'SOL')).toHaveAttribute('aria-pressed', 'true');
  await visitor.reload();
  await visitor.getByRole('tab', { name: 'Favorites' }).click();
  await expect(rows(visitor)).toHaveCount(1);

  const { page } = person;
  await page.goto('/market');
  await expect(rows(page).first()).toBeVisible();
  await Promise.all([page.waitForResponse(/setFavourite/), star(page, 'ADA').click()]);
  await page.evaluate(() => localStorage.removeItem('favourites'));
  await page.reload();
  await page.getByRole('tab', { name: 'Favorites' }).click();
  await expect(link(page, 'ADA')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await visitor.goto('/login');
  await visitor.getByLabel('Username, email or phone').fill(person.username);
  await visitor.getByLabel('Password', { exact: true }).fill(person.password);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(visitor).toHaveURL('/home');
  await visitor.goto('/market');
  await visitor.getByRole('tab', { name: 'Favorites' }).click();
  await expect(rows(visitor)).toHaveCount(2);
  await star(visitor, 'ADA').click();
  await expect(rows(visitor)).toHaveCount(1);
});

test('with large text the headings of the list are above the columns they sort', async ({ visitor: page }) => {
  await page.goto('/market');
  const head = (name: string) => page.getByRole('group', { name: 'Sort by' }).getByRole('button', { name });
  await expect(head('Name')).toBeVisible();
  for (const text of [150, 200]) {
    await setTextSize(page, text);
    const boxOf = async (name: string) => (await head(name).boundingBox())!;
    const [name, volume] = [await boxOf('Name'), await boxOf('24 h volume')];
    const [price, change] = [await boxOf('Last price'), await boxOf('24 h change')];
    expect([volume.x, price.y, change.y], `text at ${text} %`).toEqual([name.x, name.y, volume.y]);
    expect(change.x + change.width).toBeCloseTo(price.x + price.width, 0);
  }
});

test('an unknown coin is reported, and the price is read aloud on request', async ({ visitor: page }) => {
  await page.goto('/market?symbol=NOPE');
  await expect(page.getByText('There is no coin NOPE')).toBeVisible();
  await page.goto('/market?symbol=BTC');
  const read = page.getByRole('button', { name: 'Read price aloud' });
  await expect(read).toHaveAccessibleDescription('While this is on, a screen reader says the price every 15 seconds.');
  await read.click();
  await expect(page.getByText('While this is on, a screen reader says')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^BTC: [\d,.]+ USDT, (up|down|unchanged)/ })).toBeAttached();
});

test('a coin’s page and the tape pass axe and fit in Russian', { tag: '@nightly' }, async ({ visitor: page }) => {
  for (const [path, ready] of [
    ['/market', 'listitem'],
    ['/market?symbol=BTC', 'img'],
    ['/market?view=tape', 'table'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(ready).first()).toBeVisible();
    expect.soft(await axeFaults(page), path).toEqual([]);
  }
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/market', '/market?symbol=BTC', '/market?view=tape']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByRole('main').locator('li').first()).toBeVisible();
    await holdsUp(page, path);
  }
});
