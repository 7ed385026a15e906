import { getOverview, transfer } from '@glasshouse/protocol/assets/calls';
import type { Route } from '@playwright/test';
import { axeFaults } from './axe.ts';
import {
  chooseFull,
  choosePeriod,
  fullResult,
  moveIn,
  offerShortPeriods,
  openOrder,
  openOrdersOf,
  openTab,
  openWatchedTab,
  orderOf,
  outcomeWords,
  place,
  positions,
  result,
  secondTapHits,
  side,
  stakeOf,
  stopAsking,
} from './contracts.ts';
import { holdsUp, layoutFaults, setTextSize } from './layout.ts';
import { newCaller } from './server.ts';
import { expect, go, heading, press, test, waitForPrices } from './story.ts';
import { watchCalls } from './visitor-calls.ts';

test.beforeAll(offerShortPeriods);
// Some tests go offline or drop a response; the browser then reports the failed call.
test.use({ callsMayFail: true });

test('Confirm moves missing money into the contract wallet, once even if it is sent again', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 4n);
  await openTab(page);
  await side(page, 'Long').click();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm).toContainText('From Funding6.00 USDT');
  // The wallet is topped up by exactly the missing amount; the rest stays in Funding.
  await expect(confirm).toContainText('Stays in Funding9,990.00 USDT');
  await expect(confirm).not.toContainText('Contract wallet after');
  // The money is moved and the order opened, but the response is lost: the second try finds both done.
  let lost = 0;
  await page.route('**/index/contract/open', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await press(page, /^Confirm Long/);
  await expect(positions(page)).toHaveCount(1);
  await expect(page.getByText('Available 9,990.00')).toBeVisible();
  expect(lost).toBe(2);
  const { wallets } = await newCaller(person.cookies)(getOverview, {});
  const balanceOf = (name: string) => wallets.find(({ wallet }) => wallet === name)?.balances[0]?.amount;
  expect([balanceOf('fund'), Number(balanceOf('contract') ?? 0)]).toEqual(['9990.00', 0]);
});

test('a long and a short contract show their odds, their entry and their current result', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 500n);
  await openTab(page);
  await choosePeriod(page, 60);
  await stakeOf(page).fill('100');
  await expect(page.getByText('Break-even win rate 54.1%')).toBeVisible();
  await expect(page.getByText('Average at 50/50: −7.50')).toBeVisible();
  await side(page, 'Long').click();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm).toContainText(/[\d,.]+Price now/);
  await expect(confirm).toContainText('Rises+85.00Falls−100.00Equalstake returnedBreak-even54.1%');
  for (const figure of ['+85.00', '−100.00', '54.1%', '−7.50'])
    expect((await confirm.textContent())!.split(figure), figure).toHaveLength(2);
  await expect(confirm).toContainText('Contract wallet after400.00 USDT');
  await confirm.getByRole('button', { name: 'Confirm Long · 100.00 USDT' }).click();
  await expect(page.getByText('Long BTC opened · 100.00 USDT')).toBeVisible();
  await place(page, 'Short');
  await expect(positions(page)).toHaveCount(2);
  for (const row of await positions(page).all()) {
    await expect(row).toContainText(/Entry [\d,.]+ · 60 s/);
    // The profit if it ended now, and the price change behind it.
    await expect(row).toContainText(/Stake 100.00/);
    await expect(row).toContainText(/If it ended now(Winning \+85.00|Losing −100.00|Even 0.00)Price [+−]?[\d.]+/);
  }
  await expect(page.getByRole('timer', { name: /^\d+ seconds? left$/ })).toHaveCount(2);
});

test('a long and a short contract settle by the tape', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 500n);
  await chooseFull(page);
  const directions = ['long', 'short'] as const;
  const ids = await Promise.all(
    directions.map((direction) => openOrder(person, { direction, seconds: 5, stake: '100' })),
  );
  await openTab(page);

  // Results are shown one after the other; if both arrive at once, either may be first.
  const sheet = fullResult(page);
  await expect(sheet.getByRole('button', { name: 'Next result · 1 more' })).toBeVisible();
  const orders = await Promise.all(ids.map(async (id) => (await orderOf(person, id)).order));
  const first = (await sheet.textContent())!.includes('Long5 s') ? 'long' : 'short';
  for (const order of orders.toSorted((a) => (a.direction === first ? -1 : 1))) {
    const words = outcomeWords[order.outcome!];
    const sums = { win: '+80.00', lose: '−100.00', draw: '0.00', void: '0.00' }[order.outcome!];
    await expect(sheet).toContainText(order.direction === 'long' ? 'Long5 s' : 'Short5 s');
    await expect(sheet).toContainText(`${sums}USDT${words}`);
    await expect(sheet).toContainText(`Payout${order.payout} USDT`);
    await sheet.getByRole('button', { name: /^(Next result|Done)/ }).click();
  }
  await expect(sheet).toBeHidden();
  await expect(positions(page)).toHaveCount(0);
  const [long, short] = orders;
  // The same price change cannot pay both.
  if (short!.entry!.price === long!.entry!.price && short!.exit!.price === long!.exit!.price)
    expect(new Set(orders.map(({ outcome }) => outcome))).toEqual(
      new Set(long!.outcome === 'draw' ? ['draw'] : ['win', 'lose']),
    );
});

test('the keyboard scrolls a result that is higher than the window', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await chooseFull(page);
  await page.setViewportSize({ width: 390, height: 400 });
  await openOrder(person, { seconds: 5 }); // open long enough for the page to see it
  await openTab(page);
  await expect(fullResult(page)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const scrolling = fullResult(page).locator('[tabindex="0"]:not(button)');
  await scrolling.focus();
  await page.keyboard.press('End');
  await expect.poll(() => scrolling.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(scrolling).toHaveCount(0);
});

test('on a phone the row of a new order scrolls into view and the focus stays', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.setViewportSize({ width: 390, height: 640 });
  await openTab(page);
  await place(page, 'Long');
  await expect(positions(page)).toBeInViewport({ ratio: 1 });
  await expect(side(page, 'Long')).toBeFocused();
});

test('confirmations can be turned off, and on again in the settings', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  const never = page.getByRole('checkbox', { name: /^Do not ask again/ });
  await side(page, 'Long').click();
  await never.check();
  await press(page, 'Cancel');
  // The checkbox of a canceled order does not carry over to the next one.
  await side(page, 'Long').click();
  await expect(never).not.toBeChecked();
  await never.check();
  await press(page, /^Confirm Long/);
  await expect(positions(page)).toHaveCount(1);
  // A double tap opens one order.
  await expect(side(page, 'Short')).toBeEnabled();
  await side(page, 'Short').dblclick();
  await expect(positions(page)).toHaveCount(2);
  await waitForPrices(page);
  expect((await openOrdersOf(person)).count).toBe(2);
  await page.goto('/user/display');
  await page.getByRole('switch', { name: 'Ask before each order' }).click();
  await openTab(page);
  await side(page, 'Long').click();
  await expect(page.getByRole('dialog', { name: 'Confirm order' })).toBeVisible();
});

test('a second tap on an order button presses nothing else while the page scrolls to the new order', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, 100n);
  await stopAsking(page);
  await openTab(page);
  // Until the balance is known, an order is shown before it is sent.
  await expect(page.getByText('Available 10,000.00')).toBeVisible();
  expect(await secondTapHits(side(page, 'Short'))).toEqual([]);
  await expect(positions(page)).toHaveCount(1);
  // After that the links work as before.
  await page.getByRole('link', { name: 'My results' }).click();
  await expect(page).toHaveURL('/contract/results');
});

test('win, loss and break-even are visible whenever Confirm is', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 2000n);
  await openTab(page);
  for (const language of ['en-US', 'ru-RU']) {
    await page.evaluate((name) => localStorage.setItem('language', name), language);
    await page.goto('/contract');
    await page.getByRole('textbox').fill('1000');
    await page
      .locator('button')
      .filter({ hasText: /^(Long|Лонг)/ })
      .click();
    const sheet = page.getByRole('dialog');
    const button = sheet.locator('footer').getByRole('button').first();
    await expect(button).toBeEnabled();
    for (const [width, height, text] of [
      [390, 844, 100],
      [320, 640, 100],
      [844, 390, 100],
      [390, 844, 200],
      [320, 640, 200],
    ] as const) {
      const look = `${language} at ${width} x ${height}, text at ${text} %`;
      await page.setViewportSize({ width, height });
      await setTextSize(page, text);
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1 });
      for (const figure of ['+850.00', '−1,000.00', '54.1%'])
        await expect(sheet.locator('footer').getByText(figure, { exact: true }), look).toBeInViewport({ ratio: 1 });
      // The page behind it need not fit on the narrowest screen with the largest text.
      if (width > 320 || text < 200) expect.soft(await layoutFaults(page), look).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await setTextSize(page, 100);
  }
});

test('odds have two decimals, and the buttons do not move while an amount is typed', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 6000n);
  await openTab(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await stakeOf(page).fill('10');
    const before = (await side(page, 'Long').boundingBox())!.y;
    await stakeOf(page).fill('10.5');
    await expect(page.getByText('If right +8.93')).toBeVisible();
    await expect(page.getByText('Average at 50/50: −0.79')).toBeVisible();
    expect((await side(page, 'Long').boundingBox())!.y, `10.5 at ${width}`).toBe(before);
    await stakeOf(page).fill('4321.12');
    expect((await side(page, 'Long').boundingBox())!.y, `4321.12 at ${width}`).toBe(before);
  }
});

test('candle periods are translated', async ({ visitor: page }) => {
  for (const [language, path, names] of [
    ['ru-RU', '/contract', ['1 с', '15 с', '1 мин']],
    ['ru-RU', '/market?symbol=ETH', ['5 с', '1 мин', '4 ч', '1 д']],
    ['zh-CN', '/contract', ['1 秒', '15 秒', '1 分']],
  ] as const) {
    await page.addInitScript((name) => localStorage.setItem('language', name), language);
    await page.goto(path);
    for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await page.getByRole('button', { name: names[1], exact: true }).click();
    await expect(page.getByRole('img', { name: new RegExp(names[1]) })).toBeVisible();
  }
});

test('offline, Confirm is disabled; an order without a response is looked up after reconnecting', async ({
  person,
}) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openTab(page);
  await side(page, 'Long').click();
  const sheet = page.getByRole('dialog', { name: 'Confirm order' });
  const confirm = sheet.getByRole('button', { name: /Long · 10.00 USDT$/ });
  await page.context().setOffline(true);
  await expect(confirm).toBeDisabled();
  await expect(sheet.getByText('You can order again as soon as prices are back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(confirm).toBeEnabled();

  // The request does not arrive.
  await page.route('**/index/contract/**', (route) => route.abort());
  await confirm.click();
  await expect(sheet.getByText('We cannot tell yet whether this order was opened.')).toBeVisible();
  await page.context().setOffline(true);
  await page.unroute('**/index/contract/**');
  await page.context().setOffline(false);
  await expect(sheet.getByText('This order has not arrived and is not open.')).toBeVisible();
  expect((await openOrdersOf(person)).count).toBe(0);

  // The request arrives, but its response does not.
  await page.route('**/index/contract/**', async (route) => {
    if (route.request().url().endsWith('/open')) await route.fetch();
    await route.abort();
  });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(sheet.getByText('We cannot tell yet whether this order was opened.')).toBeVisible();
  await page.context().setOffline(true);
  await page.unroute('**/index/contract/**');
  await page.context().setOffline(false);
  await expect(page.getByText('Long BTC opened · 10.00 USDT')).toBeVisible();
  await expect(sheet).toBeHidden();
  expect((await openOrdersOf(person)).count).toBe(1);
});

test('an order without a response is resent with the same id and opens once', async ({ person }) => {
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
  // The request arrives, but its response does not; the order is found among the open ones.
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

test('a rejected order shows the reason and the new terms', async ({ person }) => {
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
  await expect(confirm).toContainText('Break-even58.9%');
  await expect(confirm).toContainText('At +70%, with rise and fall equally likely');
});

test('an amount outside the limits shows the limit and the difference', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const away = { from: 'fund', to: 'options', amount: '9800' as never } as const;
  await newCaller(person.cookies)(transfer, { id: crypto.randomUUID(), ...away });
  await openTab(page);
  await stakeOf(page).fill('9.5');
  await expect(page.getByText('10.00 or more. You are 0.50 short.')).toBeVisible();
  await expect(side(page, 'Short')).toBeDisabled();
  await stakeOf(page).fill('6000');
  await expect(page.getByText('5,000.00 or less. You are 1,000.00 over.')).toBeVisible();
  await stakeOf(page).fill('2500');
  await expect(page.getByText('Contract and Funding are 2,300.00 short.')).toBeVisible();
  // The ticket keeps its values after the transfer, and after going back without one.
  const move = page.getByRole('link', { name: 'Move from another wallet' });
  await move.click();
  await expect(page).toHaveURL('/assets/transfer?to=contract&amount=2300.00');
  await page.goBack();
  await expect(stakeOf(page)).toHaveValue('2500.00');
  await move.click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('options');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('contract');
  await press(page, 'Transfer 2,300.00 USDT');
  await expect(page).toHaveURL('/contract');
  await expect(stakeOf(page)).toHaveValue('2500.00');
  await expect(move).toHaveCount(0);
  await expect(side(page, 'Short')).toBeEnabled();
  await stakeOf(page).fill('5000');
  await expect(move).toBeVisible();
  await press(page, '25% of the balance');
  await expect(stakeOf(page)).toHaveValue('625.00');
  await press(page, 'More');
  await expect(stakeOf(page)).toHaveValue('675.00');
  await press(page, 'Max');
  await expect(side(page, 'Short')).toBeEnabled();
});

test('a coin chosen by search or URL stays chosen', async ({ visitor: page }) => {
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
  // A visitor sees the odds and a link to log in.
  await expect(page.getByText(/Break-even win rate [\d.]+%/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?to=%2Fcontract');
});

test('the contract tab, its sheets and results pass axe and fit in Russian', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 500n);
  const check = async (what: string) => expect.soft(await axeFaults(page), what).toEqual([]);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await check('the tab');
  await side(page, 'Long').click();
  await check('confirming');
  await holdsUp(page, 'confirming');
  await press(page, /^Confirm Long/);
  await expect(result(page)).toBeVisible();
  await check('a result');
  await holdsUp(page, 'a result');
  await result(page)
    .getByRole('button', { name: /Show the full result$/ })
    .click();
  await expect(fullResult(page)).toBeVisible();
  await check('a full result');
  await holdsUp(page, 'a full result');
  await press(page, 'Done');
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/contract');
  await expect(page.getByRole('img').first()).toBeVisible();
  await holdsUp(page, 'the tab in Russian');
});

test("a visitor's first contract settles on this device, with its result, balance, receipt and evidence", async ({
  visitor: page,
}) => {
  const otherCalls = watchCalls(page);
  await openTab(page);
  await choosePeriod(page, 5);
  await place(page, 'Long');
  const practice = page.getByRole('region', { name: 'Practice on this device' });
  await expect(practice.getByRole('timer')).toBeVisible();
  await expect(side(page, 'Short')).toHaveAccessibleDescription(/^One open practice order per product/);
  await expect(result(page)).toContainText(/Won|Lost|Draw/);
  expect(await axeFaults(page)).toEqual([]);
  const text = (await result(page).textContent()) ?? '';
  const left = /Won/.test(text) ? '10,008.00' : /Lost/.test(text) ? '9,990.00' : '10,000.00';
  await expect(page.getByText(`with ${left} paper USDT`)).toBeVisible();

  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/device\//);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/the newest tick that this device had seen/)).toBeVisible();
  await expect(page.getByText('this order has no slip and no place in the public log')).toBeVisible();
  await page.reload();
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();

  await go(page, '/contract/practice');
  await expect(page.getByRole('main').locator('a[href^="/receipt/device/"]')).toHaveCount(1);
  await openTab(page);
  await expect(page.getByText(`with ${left} paper USDT`)).toBeVisible();
  await expect(side(page, 'Short')).toBeEnabled();
  expect(otherCalls()).toEqual([]);
});

test("a visitor's practice balance is kept on the device, and refilled once it is used up", async ({
  visitor: page,
}) => {
  await page.goto('/contract');
  await expect(page.getByText('with 10,000.00 paper USDT')).toBeVisible();
  const keep = (balance: string) =>
    page.evaluate((state) => localStorage.setItem('practice', JSON.stringify({ state, version: 1 })), {
      orders: [],
      balance,
    });
  await keep('9876.50');
  await page.reload();
  await expect(page.getByText('with 9,876.50 paper USDT')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start again' })).toHaveCount(0);
  await keep('3.25');
  await page.reload();
  await expect(page.getByText('Your practice balance is 3.25 USDT, less than the smallest order.')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('with 10,000.00 paper USDT')).toBeVisible();
});
