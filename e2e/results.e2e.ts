import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import {
  chooseFive,
  dismiss,
  endedRows,
  fullResult,
  moveIn,
  offerFiveSeconds,
  openOrdersOf,
  openTab,
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
import { expect, go, heading, press, test } from './story.ts';

test.setTimeout(90_000);
test.beforeAll(offerFiveSeconds);
// Some stories take the line or an answer away; the browser then reports the call.
test.use({ callsMayFail: true });

/** Until the code is there that waits for results on every page. */
const watches = (page: Page) => page.waitForResponse(/\/ContractWatch-/);

test('whoever was away when it ended comes back to the right result', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Short');
  await expect(positions(page)).toContainText(/Entry [\d,.]+/);
  const { id } = (await openOrdersOf(person)).orders[0]!;
  await page.context().setOffline(true);
  await expect(page.getByText('You can order again as soon as prices are back.')).toBeVisible();
  await expect(side(page, 'Long')).toBeDisabled();
  await expect(positions(page)).toContainText('It is settled on the tape whether or not this app is open.');
  await expect(positions(page)).toContainText('Settling', { timeout: 10_000 });
  await expect.poll(async () => (await orderOf(person, id)).order.outcome, { timeout: 15_000 }).not.toBeNull();
  await expect(result(page)).toBeHidden();
  await page.context().setOffline(false);
  const { order } = await orderOf(person, id);
  await expect(result(page)).toContainText(outcomeWords[order.outcome!], { timeout: 20_000 });
  await dismiss(page);
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
  await expect(result(page)).toContainText(outcomeWords[order.outcome!]);
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

/** What screen readers were told of results since the page was opened: every change of every live region. */
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

test('a result is a card that waits across pages and a reload, until it is sent away', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await go(page, '/user/settings');
  await expect(result(page)).toContainText(/(Won|Lost|Draw|Void)/, { timeout: 20_000 });
  await expect(result(page)).toContainText(/Entry [\d,.]+ → Exit [\d,.]+/);
  await expect(fullResult(page)).toHaveCount(0);
  expect.soft(await axeFaults(page)).toEqual([]);
  // The page ends above it, and above what is fixed to its foot.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const foot = (await page.getByRole('main').getByRole('link').last().boundingBox())!;
  expect(foot.y + foot.height).toBeLessThanOrEqual((await result(page).boundingBox())!.y);
  for (const path of ['/home', '/assets/transfer']) {
    await go(page, path);
    await expect(result(page), path).toBeVisible();
    // It follows the foot of the page, once that is there.
    await expect.poll(() => layoutFaults(page), { message: path }).toEqual([]);
  }
  const act = page.getByRole('main').getByRole('button').last();
  const [card, button] = [(await result(page).boundingBox())!, (await act.boundingBox())!];
  expect(card.y + card.height <= button.y || card.y >= button.y + button.height).toBe(true);
  await page.reload();
  await expect(result(page)).toBeVisible();
  // While somebody types it is not there, and takes no room.
  await page.getByRole('textbox').first().focus();
  await expect(result(page)).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--gh-card')))
    .toBe('0px');
  await page.getByRole('textbox').first().blur();
  // Where the position was, it is part of the page.
  await go(page, '/contract');
  await expect(endedRows(page)).toContainText(/(Won|Lost|Draw|Void)/);
  await dismiss(page);
  await expect(result(page)).toHaveCount(0);
  await expect(endedRows(page)).toHaveCount(0);
  await go(page, '/home');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await page.waitForTimeout(3500);
  await expect(result(page)).toHaveCount(0);
});

/** Two orders one after the other, until both have ended. */
async function endTwo(person: Account & { page: Page }): Promise<void> {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await place(page, 'Short');
  await expect(endedRows(page)).toHaveCount(2, { timeout: 20_000 });
}

test('whoever has read the receipt of a result is not told of it again', async ({ person }) => {
  const { page } = person;
  await endTwo(person);
  await expect(result(page)).toContainText('and 1 more');
  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/contract\/receipt\/[0-9a-f-]{36}$/);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await expect(result(page)).toHaveCount(0);
  // The other one takes its place.
  await go(page, '/contract');
  await expect(result(page)).toBeVisible();
  await expect(result(page)).not.toContainText('more');
  await endedRows(page)
    .getByRole('link', { name: /Receipt$/ })
    .click();
  await expect(page).toHaveURL(/\/contract\/receipt\//);
  await go(page, '/home');
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await page.waitForTimeout(3500);
  await expect(result(page)).toHaveCount(0);
});

test('a visitor opens an account without the card, and once its receipt was read it does not come back', async ({
  visitor: page,
}) => {
  await openTab(page);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  for (const path of ['/register', '/login', '/forget']) {
    await go(page, path);
    await expect(heading(page), path).toBeVisible();
    await expect(result(page), path).toHaveCount(0);
  }
  await go(page, '/home');
  await result(page).getByRole('link', { name: 'Verify this result' }).click();
  await expect(page).toHaveURL(/\/receipt\/device\//);
  await expect(page.getByText('matches', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  for (const path of ['/home', '/contract']) {
    await go(page, path);
    await expect(heading(page), path).toBeVisible();
    await expect(result(page), path).toHaveCount(0);
  }
});

test('same again opens Confirm with the same values, and sends nothing', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await stakeOf(page).fill('12.5');
  // Also for whoever is not asked otherwise.
  await side(page, 'Short').click();
  await page.getByRole('checkbox', { name: /^Do not ask again/ }).check();
  await press(page, /^Confirm Short/);
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('radio', { name: /^60 s/ }).check({ force: true });
  await stakeOf(page).fill('30');
  await page.goto('/contract?symbol=ETH');
  await expect(heading(page)).toContainText('ETH/USDT');
  await go(page, '/home');
  await result(page).getByRole('button', { name: 'Same again' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(confirm).toContainText('BTC/USDT');
  await expect(confirm).toContainText('12.50USDT for 5 s');
  await expect(page).toHaveURL('/contract');
  const act = confirm.getByRole('button', { name: 'Confirm Short · 12.50 USDT' });
  await expect(act).toBeEnabled();
  expect((await openOrdersOf(person)).count).toBe(0);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toBeHidden();
  expect((await openOrdersOf(person)).count).toBe(0);
  await result(page).getByRole('button', { name: 'Same again' }).click();
  await act.click();
  await expect(positions(page)).toHaveCount(1);
});

test('a result is read out once, with its card and its row on the page', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const heard = await listen(page);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  await expect(endedRows(page)).toHaveCount(1);
  await expect.poll(heard).toHaveLength(1);
  expect((await heard())[0]).toMatch(/^Long BTC settled\. (Won|Lost|Draw|Void)/);
  await go(page, '/home');
  await expect(result(page)).toBeVisible();
  await page.waitForTimeout(1000);
  expect(await heard()).toHaveLength(1);
});

test('the newest of several results is on the card, and leads to the others', async ({ person }) => {
  const { page } = person;
  await endTwo(person);
  await expect(result(page)).toHaveCount(1);
  await result(page).getByRole('link', { name: 'and 1 more' }).click();
  await expect(page).toHaveURL('/contract/records');
});

test('the next order stands above a result that waits, and a result that comes on the screen is there whole', async ({
  person,
}) => {
  const { page } = person;
  await page.setViewportSize({ width: 390, height: 844 });
  await moveIn(person, 100n);
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(positions(page)).toBeInViewport({ ratio: 1 });
  await expect(result(page)).toBeVisible({ timeout: 20_000 });
  const tabs = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  const foot = async () => {
    const { y, height } = (await result(page).boundingBox())!;
    return y + height;
  };
  await expect.poll(foot).toBeLessThanOrEqual(tabs.y);

  await page.evaluate(() => window.scrollTo(0, 0));
  await place(page, 'Short');
  await expect(positions(page)).toBeInViewport({ ratio: 1 });
  const { y, height } = (await positions(page).boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await result(page).boundingBox())!.y);

  // Whoever types is left where they are.
  await page.waitForTimeout(1000);
  await stakeOf(page).focus();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(endedRows(page)).toHaveCount(2, { timeout: 20_000 });
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('an order of one tab is open in the other one too', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  const other = await page.context().newPage();
  await Promise.all([watches(other), openTab(other)]);
  await Promise.all([watches(page), openTab(page)]);
  await expect(other.getByText('Available 10,000.00')).toBeVisible();
  // Nobody comes back to it, which would ask again.
  await place(page, 'Long');
  await expect(positions(page)).toHaveCount(1);
  await expect(positions(other)).toHaveCount(1);
  await expect(other.getByText('Available 9,990.00')).toBeVisible();
});

test('results cover the page only for whoever has chosen that, and never an open sheet', async ({ person }) => {
  const { page } = person;
  await moveIn(person, 100n);
  await page.goto('/user/display');
  await page.getByRole('radio', { name: 'Full screen' }).check();
  await Promise.all([watches(page), openTab(page)]);
  await chooseFive(page);
  await place(page, 'Long');
  await expect(fullResult(page)).toBeVisible({ timeout: 20_000 });
  await expect(result(page)).toHaveCount(0);
  await press(page, 'Done');
  await expect(fullResult(page)).toBeHidden();
  await expect(result(page)).toHaveCount(0);

  await place(page, 'Long');
  await side(page, 'Short').click();
  const confirm = page.getByRole('button', { name: /^Confirm Short/ });
  const before = await confirm.boundingBox();
  await expect.poll(async () => (await openOrdersOf(person)).count, { timeout: 20_000 }).toBe(0);
  await page.waitForTimeout(1500);
  await expect(fullResult(page)).toHaveCount(0);
  expect(await confirm.boundingBox()).toEqual(before);
  await confirm.click();
  await expect(result(page)).toBeVisible();
});
