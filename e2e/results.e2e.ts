import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import {
  choosePeriod,
  dismiss,
  endedRows,
  fullResult,
  moveIn,
  offerShortPeriods,
  openOrdersOf,
  openTab,
  openWatchedTab,
  orderOf,
  outcomeWords,
  place,
  positions,
  result,
  side,
  stakeOf,
} from './contracts.ts';
import { layoutFaults } from './layout.ts';
import type { Account } from './people.ts';
import { expect, go, heading, press, test, waitForPrices, waitForStillness } from './story.ts';

test.beforeAll(offerShortPeriods);
// Some tests go offline or drop a response; the browser then reports the failed call.
test.use({ callsMayFail: true });

/** Reloads the home page and waits until it has looked for results. */
async function reloadHome(page: Page): Promise<void> {
  await go(page, '/home');
  const looked = page.waitForResponse('**/index/contract/positions');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await looked;
  await waitForPrices(page);
}

test('an order that ends while the app is offline or closed shows its result afterwards', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 5);
  await place(page, 'Short');
  await expect(positions(page)).toContainText(/Entry [\d,.]+/);
  const { id } = (await openOrdersOf(person)).orders[0]!;
  await page.context().setOffline(true);
  await expect(page.getByText('You can order again as soon as prices are back.')).toBeVisible();
  await expect(side(page, 'Long')).toBeDisabled();
  await expect(positions(page)).toContainText('It is settled on the tape whether or not this app is open.');
  await expect(positions(page)).toContainText('Settling');
  await expect.poll(async () => (await orderOf(person, id)).order.outcome).not.toBeNull();
  await expect(result(page)).toBeHidden();
  await page.context().setOffline(false);
  const { order } = await orderOf(person, id);
  await expect(result(page)).toContainText(outcomeWords[order.outcome!]);
  await dismiss(page);
  await expect(side(page, 'Long')).toBeEnabled();

  // The same with the app closed.
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await page.goto('about:blank');
  await expect.poll(async () => (await openOrdersOf(person)).count).toBe(0);
  await page.goto('/contract');
  await expect(result(page)).toBeVisible();
});

test('a result is pushed to the page without polling', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await page.route('**/index/contract/positions', (route) => route.abort());
  const opened = page.waitForResponse('**/index/contract/open');
  await place(page, 'Long');
  const { id, dueSlot } = (await (await opened).json()).data.order;
  await expect(result(page)).toBeVisible();
  console.log(`from the end to the screen: ${Date.now() - dueSlot * 500} ms`);
  const { order } = await orderOf(person, id);
  await expect(result(page)).toContainText(outcomeWords[order.outcome!]);
});

test('without push, polling finds the result', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.routeWebSocket(/\/live$/, (line) => {
    const server = line.connectToServer();
    server.onMessage((text) => {
      if (!String(text).includes('"of":"events"')) line.send(text);
    });
  });
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible();
});

/** Records every announcement of a result in a live region since the page was opened. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]';
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(live),
      );
      for (const region of new Set(regions))
        if (/settled|Won|Lost/.test(region?.textContent ?? '')) heard.push(region!.textContent!);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

const unseen = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /new result/ });

test('a result stays on the page it was traded on; other pages show a badge and a temporary message', async ({
  person,
}) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 5);
  await place(page, 'Long');
  await go(page, '/assets/transfer');
  const amount = page.getByRole('main').getByRole('textbox').first();
  await amount.fill('5');
  const message = page.getByText(/^BTC Long · (Won|Lost|Draw|Void)/);
  // It stays while the focus or the pointer is on it.
  await page.getByRole('link', { name: 'Show', exact: true }).focus();
  await expect(result(page)).toHaveCount(0);
  expect.soft(await axeFaults(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
  const act = page.getByRole('main').getByRole('button').last();
  const [messageBox, button] = [(await message.boundingBox())!, (await act.boundingBox())!];
  expect(messageBox.y + messageBox.height).toBeLessThan(button.y);
  await page.waitForTimeout(8500);
  await expect(message).toBeVisible();
  await amount.focus();
  await expect(message).toHaveCount(0, { timeout: 10_000 });
  await expect(amount).toHaveValue('5');

  await go(page, '/home');
  await expect(heading(page)).toBeVisible();
  await expect(unseen(page)).toHaveText('Contract11 new result');
  expect.soft(await axeFaults(page)).toEqual([]);
  await unseen(page).click();
  await expect(page).toHaveURL('/contract');
  await expect(result(page)).toContainText(/Entry [\d,.]+ → Exit [\d,.]+/);
  await expect(unseen(page)).toHaveCount(0);
  // It stays on its page but no longer counts as new.
  await reloadHome(page);
  await openWatchedTab(page);
  await expect(result(page)).toBeVisible();
  await expect(unseen(page)).toHaveCount(0);
});

test('dismissing a result permanently dismisses the older ones of the page', async ({ person }) => {
  const { page } = person;
  await endTwo(person);
  await expect(result(page)).toHaveCount(1);
  await dismiss(page);
  await expect(result(page)).toHaveCount(0);
  await expect(endedRows(page)).toHaveCount(0);
  await openWatchedTab(page);
  await waitForPrices(page);
  await expect(result(page)).toHaveCount(0);
});

/** Places two orders and waits until both have ended. */
async function endTwo(person: Account & { page: Page }): Promise<void> {
  const { page } = person;
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await place(page, 'Short');
  await expect(endedRows(page)).toHaveCount(2);
}

test('opening the receipt dismisses its result', async ({ person }) => {
  const { page } = person;
  await endTwo(person);
  await expect(result(page)).toContainText('and 1 more');
  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/contract\/receipt\/[0-9a-f-]{36}$/);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  // The other result takes its place.
  await go(page, '/contract');
  await expect(result(page)).toBeVisible();
  await expect(result(page)).not.toContainText('more');
  await endedRows(page)
    .getByRole('link', { name: /Receipt$/ })
    .click();
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await openWatchedTab(page);
  await waitForPrices(page);
  await expect(result(page)).toHaveCount(0);
});

test('a practice result is dismissed by its receipt', async ({ visitor: page }) => {
  await openTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible();
  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/device\//);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible();
  await go(page, '/contract');
  await waitForPrices(page);
  await expect(result(page)).toHaveCount(0);
});

test('Same again opens Confirm with the same values and sends nothing yet', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await stakeOf(page).fill('12.5');
  // Even with confirmations turned off.
  await side(page, 'Short').click();
  await page.getByRole('checkbox', { name: /^Do not ask again/ }).check();
  await press(page, /^Confirm Short/);
  await expect(result(page)).toBeVisible();
  await choosePeriod(page, 60);
  await stakeOf(page).fill('30');
  await page.goto('/contract?symbol=ETH');
  await expect(heading(page)).toContainText('ETH/USDT');
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/index/contract/open')) sent++;
  });
  await result(page).getByRole('button', { name: 'Same again' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm).toContainText('BTC/USDT');
  await expect(confirm).toContainText('1 s later');
  const act = confirm.getByRole('button', { name: 'Confirm Short · 12.50 USDT' });
  await expect(act).toBeEnabled();
  expect(sent).toBe(0);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toBeHidden();
  expect(sent).toBe(0);
  await result(page).getByRole('button', { name: 'Same again' }).click();
  await act.click();
  await expect(endedRows(page)).toHaveCount(2);
  expect(sent).toBe(1);
});

test('a result is announced once although its card and its row are on the page', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const heard = await listen(page);
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible();
  await expect(endedRows(page)).toHaveCount(1);
  await expect.poll(heard).toHaveLength(1);
  expect((await heard())[0]).toMatch(/^Long BTC settled\. (Won|Lost|Draw|Void)/);
  await go(page, '/home');
  await waitForPrices(page);
  expect(await heard()).toHaveLength(1);
  // The message on another page is not announced in addition.
  await go(page, '/contract');
  await place(page, 'Short');
  await go(page, '/home');
  await expect.poll(heard).toHaveLength(2);
  await waitForPrices(page);
  expect(await heard()).toHaveLength(2);
});

test('the card shows the newest result and links to the others', async ({ person }) => {
  const { page } = person;
  await endTwo(person);
  await expect(result(page)).toHaveCount(1);
  await result(page).getByRole('link', { name: 'and 1 more' }).click();
  await expect(page).toHaveURL('/contract/records');
});

test('a new order is shown above the result card, and a new result scrolls into view', async ({ person }) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await moveIn(person, 100n);
  await openWatchedTab(page);
  await choosePeriod(page, 5);
  await place(page, 'Long');
  await expect(positions(page)).toBeInViewport({ ratio: 1 });
  await expect(result(page)).toBeVisible();
  const tabs = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  const foot = async () => {
    const { y, height } = (await result(page).boundingBox())!;
    return y + height;
  };
  await expect.poll(foot).toBeLessThanOrEqual(tabs.y);

  await page.evaluate(() => window.scrollTo(0, 0));
  await place(page, 'Short');
  await expect(positions(page)).toBeInViewport({ ratio: 1 });
  // Both are measured again while the page scrolls to the row.
  await expect
    .poll(async () => {
      const [row, card] = await Promise.all([positions(page).boundingBox(), result(page).boundingBox()]);
      return row!.y + row!.height - card!.y;
    })
    .toBeLessThanOrEqual(0);

  // The page does not scroll while the user types, neither to the new row nor to its result.
  await stakeOf(page).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(endedRows(page)).toHaveCount(2);
  await waitForPrices(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an order placed in one tab appears in the other', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const other = await page.context().newPage();
  await openWatchedTab(other);
  await openWatchedTab(page);
  await expect(other.getByText('Available 10,000.00')).toBeVisible();
  // Without returning to the other tab, which would refetch.
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await expect(positions(other)).toHaveCount(1);
  await expect(other.getByText('Available 9,990.00')).toBeVisible();
});

test('full-screen results are opt-in and never cover an open sheet', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.goto('/user/display');
  await page.getByRole('radio', { name: 'Full screen' }).check();
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(fullResult(page)).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  await press(page, 'Done');
  await expect(fullResult(page)).toBeHidden();
  await expect(result(page)).toHaveCount(0);

  await choosePeriod(page, 5);
  // On a slow machine the order may end before the next line.
  const read = page.waitForResponse('**/index/contract/order');
  await place(page, 'Long');
  await side(page, 'Short').click();
  const confirm = page.getByRole('button', { name: /^Confirm Short/ });
  await waitForStillness(page);
  const before = await confirm.boundingBox();
  await read;
  await waitForPrices(page);
  await expect(fullResult(page)).toHaveCount(0);
  expect(await confirm.boundingBox()).toEqual(before);
  await confirm.click();
  await expect(result(page)).toBeVisible();
});
