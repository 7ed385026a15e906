import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import {
  chooseFive,
  firstPrice,
  moveIn,
  offerFiveSeconds,
  openOrdersOf,
  openTab,
  orderOf,
  place,
  positions,
  result,
  side,
  stakeOf,
} from './contracts.ts';
import { registerByHand } from './people.ts';
import { expect, go, heading, test } from './story.ts';

test.setTimeout(90_000);
test.beforeAll(offerFiveSeconds);
// Some stories take the line or an answer away; the browser then reports the call.
test.use({ callsMayFail: true });

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
/** Until the code is there that waits for results on every page. */
const watches = (page: Page) => page.waitForResponse(/\/ResultWatch-/);

test('someone who has just arrived registers and trades within a minute', async ({ visitor: page }) => {
  await openTab(page);
  const began = Date.now();
  await registerByHand(page);
  await page.getByRole('link', { name: 'Contract', exact: true }).first().click();
  await expect(page.getByText('Your contract account is 10.00 short.')).toBeVisible();
  await expect(side(page, 'Long')).toBeDisabled();
  await press(page, 'Move 1,000.00 from Fund');
  await expect(page.getByText('Available 1,000.00')).toBeVisible();
  await place(page, 'Long');
  await expect(positions(page)).toContainText(/Entry [\d,.]+ · 60 s/);
  const took = (Date.now() - began) / 1000;
  console.log(`from the register page to an open position: ${took.toFixed(1)} s`);
  expect(took).toBeLessThan(60);
  await expect(page.getByText('Available 990.00')).toBeVisible();
});

test('a long and a short have an entry, count down, and end as the tape says', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 500n);
  await openTab(page);
  await chooseFive(page);
  await stakeOf(page).fill('100');
  await expect(page.getByText('Needs 55.6% wins to break even')).toBeVisible();
  await expect(page.getByText('50/50 averages −10.00')).toBeVisible();
  await side(page, 'Long').click();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm).toContainText('Rises+80.00receive 180.00');
  await expect(confirm).toContainText('Falls−100.00receive 0.00');
  await expect(confirm).toContainText('Equal0.00stake returned');
  await expect(confirm).toContainText('Contract account after400.00 USDT');
  await confirm.getByRole('button', { name: 'Confirm Long · 100.00 USDT' }).click();
  await expect(page.getByText('Long BTC opened · 100.00 USDT')).toBeVisible();
  await place(page, 'Short');
  await expect(positions(page)).toHaveCount(2);
  for (const row of await positions(page).all()) {
    await expect(row).toContainText(/Entry [\d,.]+ · 5 s/);
    await expect(row).toContainText(/(Ahead|Behind) by [\d.]+|Level/);
  }
  await expect(page.getByRole('timer', { name: /^[1-5] seconds? left$/ })).toHaveCount(2);
  const { orders } = await openOrdersOf(person);

  // Both ends are shown one after the other; if they come at once, either may be the first.
  const sheet = result(page);
  await expect(sheet.getByRole('button', { name: 'Next result · 1 more' })).toBeVisible({ timeout: 20_000 });
  const first = (await sheet.textContent())!.includes('Long5 s') ? 'long' : 'short';
  for (const { id } of orders.toSorted((a) => (a.direction === first ? -1 : 1))) {
    const { order } = await orderOf(person, id);
    const words = { win: 'Won', lose: 'Lost', draw: 'Draw', void: 'Void' }[order.outcome!];
    const sums = { win: '+80.00', lose: '−100.00', draw: '0.00', void: '0.00' }[order.outcome!];
    await expect(sheet).toContainText(order.direction === 'long' ? 'Long5 s' : 'Short5 s');
    await expect(sheet).toContainText(`${sums}USDT${words}`);
    await expect(sheet).toContainText(`Payout${order.payout} USDT`);
    await sheet.getByRole('button', { name: /^(Next result|Done)/ }).click();
  }
  await expect(result(page)).toBeHidden();
  await expect(positions(page)).toHaveCount(0);
  const ends = await Promise.all(orders.map(async ({ id }) => (await orderOf(person, id)).order));
  const [short, long] = ends;
  // The same way of the price cannot pay both.
  if (short!.entry!.price === long!.entry!.price && short!.exit!.price === long!.exit!.price)
    expect(new Set(ends.map(({ outcome }) => outcome))).toEqual(
      new Set(long!.outcome === 'draw' ? ['draw'] : ['win', 'lose']),
    );
});

test('whoever was away when it ended comes back to the right result', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Short');
  await expect(positions(page)).toContainText(/Entry [\d,.]+/);
  const { id } = (await openOrdersOf(person)).orders[0]!;
  await page.context().setOffline(true);
  await expect(page.getByText('Orders open again with the next live tick.')).toBeVisible();
  await expect(side(page, 'Long')).toBeDisabled();
  await expect(positions(page)).toContainText('It is settled on the tape whether or not this app is open.');
  await expect(positions(page)).toContainText('Settling', { timeout: 10_000 });
  await expect.poll(async () => (await orderOf(person, id)).order.outcome, { timeout: 15_000 }).not.toBeNull();
  await expect(result(page)).toBeHidden();
  await page.context().setOffline(false);
  const { order } = await orderOf(person, id);
  await expect(result(page)).toContainText(`Payout${order.payout} USDT`, { timeout: 20_000 });
  await press(page, 'Done');
  await expect(side(page, 'Long')).toBeEnabled({ timeout: 20_000 });

  // Also when the app was closed in between.
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await page.goto('about:blank');
  await expect.poll(async () => (await openOrdersOf(person)).count, { timeout: 15_000 }).toBe(0);
  await page.goto('/contract');
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
});

test('a result comes by push, without being asked for', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(positions(page)).toContainText(/Entry [\d,.]+/);
  const { id, dueSlot } = (await openOrdersOf(person)).orders[0]!;
  await page.route('**/index/contract/positions', (route) => route.abort());
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  console.log(`from the end to the screen: ${Date.now() - dueSlot * 500} ms`);
  const { order } = await orderOf(person, id);
  await expect(result(page)).toContainText(`Payout${order.payout} USDT`);
});

test('without push the result is found by asking', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.routeWebSocket(/\/live$/, (line) => {
    const server = line.connectToServer();
    server.onMessage((text) => {
      if (!String(text).includes('"of":"events"')) line.send(text);
    });
  });
  await openTab(page);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
});

test('on another page a result is a line that stays until it is read, with the way to its receipt', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await go(page, '/user/settings');
  const toast = page.getByRole('status').filter({ hasText: 'Long settled' });
  await expect(toast).toBeVisible({ timeout: 20_000 });
  await expect(toast).toContainText(/(Won|Lost) · [\d,.]+ to [\d,.]+|Draw|Void/);
  await expect(result(page)).toBeHidden();
  await toast.getByRole('link', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(/\/contract\/receipt\/[0-9a-f-]{36}$/);
});

test('who looks into one of two results finds the other as a line', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await place(page, 'Short');
  await expect(page.getByRole('button', { name: 'Next result · 1 more' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'Verify this result' }).click();
  await expect(heading(page)).toHaveText('Receipt');
  await expect(result(page)).toBeHidden();
  // Both were asked for at once, and either may have come first.
  await expect(page.getByRole('status').filter({ hasText: /(Long|Short) settled/ })).toBeVisible();
});

test('asking before each order can be turned off, and on again in the settings', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await side(page, 'Long').click();
  await page.getByRole('checkbox', { name: /^Do not ask again/ }).check();
  await press(page, /^Confirm Long/);
  await expect(positions(page)).toHaveCount(1);
  // A finger that taps twice means one order.
  await page.waitForTimeout(700);
  await side(page, 'Short').dblclick();
  await expect(positions(page)).toHaveCount(2);
  await page.waitForTimeout(700);
  expect((await openOrdersOf(person)).count).toBe(2);
  await page.goto('/user/display');
  await page.getByRole('switch', { name: 'Ask before each order' }).click();
  await openTab(page);
  await side(page, 'Long').click();
  await expect(page.getByRole('dialog', { name: 'Confirm order' })).toBeVisible();
});

test('an order that got no answer is sent again under its own name, and opens once', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const ids: string[] = [];
  const seen = (route: Route) => ids.push(route.request().postDataJSON().id);
  await openTab(page);
  await page.route('**/index/contract/open', (route) => {
    seen(route);
    return route.abort();
  });
  await side(page, 'Long').click();
  await press(page, /^Confirm Long/);
  await expect(page.getByText('it opens once at most')).toBeVisible();
  expect(ids).toHaveLength(2);
  await page.unroute('**/index/contract/open');
  // The request arrives, its answer does not; the order is found among the open ones.
  await page.route('**/index/contract/open', async (route) => {
    seen(route);
    await route.fetch();
    await route.abort();
  });
  await press(page, /^Try again · Long/);
  await expect(page.getByRole('dialog', { name: 'Confirm order' })).toBeHidden();
  await expect(positions(page)).toHaveCount(1);
  await expect(page.getByText('it opens once at most')).toBeHidden();
  expect(ids.length).toBeGreaterThan(2);
  expect(new Set(ids).size).toBe(1);
  const { orders, count } = await openOrdersOf(person);
  expect(count).toBe(1);
  expect(orders[0]!.id).toBe(ids[0]);
});

test('a refusal is a sentence, and new terms are shown before the next try', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await page.route('**/index/contract/open', (route) =>
    route.fulfill({ json: { code: 409, msg: 'The terms have changed.', data: { reason: 'terms_changed' } } }),
  );
  await page.route('**/index/contract/rules', async (route) => {
    const answer = await (await route.fetch()).json();
    const periods = [{ seconds: 60, returnBp: 7000 }];
    await route.fulfill({ json: { ...answer, data: { ...answer.data, periods } } });
  });
  await side(page, 'Long').click();
  await press(page, /^Confirm Long/);
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm.getByRole('alert').filter({ hasText: 'The terms have changed.' })).toBeVisible();
  await expect(confirm).toContainText('At +70% you need 58.8% wins to break even.');
});

test('what stands against an order is said beside the buttons, by how much', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await stakeOf(page).fill('9.5');
  await expect(page.getByText('10.00 or more. You are 0.50 short.')).toBeVisible();
  await expect(side(page, 'Short')).toBeDisabled();
  await stakeOf(page).fill('6000');
  await expect(page.getByText('5,000.00 or less. You are 1,000.00 over.')).toBeVisible();
  await stakeOf(page).fill('2500');
  await expect(page.getByText('Your contract account is 2,400.00 short.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move 2,400.00 from Fund' })).toBeVisible();
  await press(page, '50% of the balance');
  await expect(stakeOf(page)).toHaveValue('50.00');
  await press(page, 'More');
  await expect(stakeOf(page)).toHaveValue('60.00');
  await press(page, 'Max');
  await expect(side(page, 'Short')).toBeEnabled();
});

test('a coin is found and chosen, also by its address, and stays chosen', async ({ visitor: page }) => {
  await openTab(page);
  await expect(heading(page)).toContainText('BTC/USDT');
  await heading(page).getByRole('button').click();
  await page.getByRole('searchbox').fill('ether');
  await page.getByRole('dialog').getByRole('button', { name: /^ETH/ }).click();
  await expect(heading(page)).toContainText('ETH/USDT');
  await expect(page.getByRole('img', { name: /^ETH: \d+ candles of 5s/ })).toBeVisible();
  await press(page, '15s');
  await expect(page.getByRole('img', { name: /^ETH: \d+ candles of 15s/ })).toBeVisible();
  await page.reload();
  await expect(heading(page)).toContainText('ETH/USDT');
  await page.goto('/contract?symbol=SOL');
  await expect(heading(page)).toContainText('SOL/USDT');
  // A visitor sees the odds, and where to get an account.
  await expect(page.getByText(/Needs [\d.]+% wins to break even/)).toBeVisible(firstPrice);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?to=%2Fcontract');
});

test('axe finds nothing on the tab, its sheets and a result, and they fit 320 px in Russian', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 500n);
  const check = async (what: string) => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const faults = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target}`));
    expect.soft(faults, what).toEqual([]);
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openTab(page);
    await chooseFive(page);
    await check(`the tab, ${colorScheme}`);
    await side(page, 'Long').click();
    await check(`confirming, ${colorScheme}`);
    await press(page, /^Confirm Long/);
    await expect(result(page)).toBeVisible({ timeout: 20_000 });
    await check(`a result, ${colorScheme}`);
    await press(page, 'Done');
  }
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/contract');
  await expect(page.getByRole('img').first()).toBeVisible(firstPrice);
  for (const size of ['100%', '125%']) {
    const wide = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.scrollingElement!.scrollWidth - 320;
    }, size);
    expect.soft(wide, `text at ${size}`).toBeLessThanOrEqual(0);
  }
});
