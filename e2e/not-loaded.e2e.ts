import {
  chooseFull,
  choosePeriod,
  fullResult,
  moveIn,
  offerShortPeriods,
  openWatchedTab,
  place,
  result,
} from './contracts.ts';
import { expect, heading, test } from './story.ts';

test.use({ callsMayFail: true });

test('a tab whose code fails to load shows an error and loads on retry', async ({ person: { page } }) => {
  await page.route(/\/MarketScreen-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/home');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await tabs.getByRole('link', { name: 'Market' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await expect(page.getByText('a fault in the app')).toHaveCount(0);
  await expect(heading(page)).toHaveText('Market');
  await expect(tabs.getByRole('link', { name: 'Market' })).toHaveAttribute('aria-current', 'page');
  // The other tabs still work.
  await tabs.getByRole('link', { name: 'Account' }).click();
  await expect(heading(page)).toHaveText('Account');
  await tabs.getByRole('link', { name: 'Market' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unroute(/\/MarketScreen-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('a sub-page whose code fails to load keeps its back button, and a second retry reloads the app', async ({
  person: { page },
}) => {
  let asked = 0;
  let refused = true;
  // A browser may cache a failed import, so the second retry reloads the page.
  await page.route(/\/SettingsScreen-[^/]*\.js$/, (route) => {
    asked++;
    return refused ? route.abort() : route.continue();
  });
  await page.goto('/user');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await expect(heading(page)).toHaveText('Settings');
  const before = asked;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  refused = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^Display/ })).toBeVisible();
});

test('code that failed to load offline loads after reconnecting', async ({ person: { page } }) => {
  await page.goto('/user');
  await expect(heading(page)).toHaveText('Account');
  await page.context().setOffline(true);
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await tabs.getByRole('link', { name: 'Market' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await tabs.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded');
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: /^Display/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  // Also the hidden tab.
  await tabs.getByRole('link', { name: 'Market' }).click();
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test('a chart whose code fails to load does not break its page and loads on retry', async ({ visitor: page }) => {
  await page.route(/\/CandleChart-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/market?symbol=BTC');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The candles did not load');
  await expect(page.getByRole('region', { name: 'Price of BTC' })).toContainText('Live');
  await page.unroute(/\/CandleChart-[^/]*\.js$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('img', { name: /^BTC: \d+ candles/ })).toBeVisible();
});

test('a dialog whose code fails to load does not open later; the next tap opens it', async ({ person: { page } }) => {
  const code = /\/(ConfirmDialog|updates)-[^/]*\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto('/user');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('The connection may have been interrupted')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(heading(page)).toHaveText('Account');
  // The second time, a new release may have removed the file: the app is reloaded.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Log out' }).click()]);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('a full-screen result whose code fails to load is shown on the card', async ({ person }) => {
  const { page } = person;
  await offerShortPeriods();
  await moveIn(person, 100n);
  await chooseFull(page);
  await page.route(/\/ResultSheet-[^/]*\.js$/, (route) => route.abort());
  await openWatchedTab(page);
  await choosePeriod(page, 1);
  await place(page, 'Long');
  await expect(result(page)).toContainText('Long');
  await expect(fullResult(page)).toHaveCount(0);
});

test('while the code of a page loads, its back button works and keeps the focus', async ({ person: { page } }) => {
  let letCome = () => {};
  const released = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/\/DisplayScreen-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/user/display');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toHaveText('Settings');
  await expect(page).toHaveURL('/user/settings');
  await page.goto('/user/display');
  await page.getByRole('button', { name: 'Back' }).focus();
  await expect(heading(page)).toHaveCount(0);
  letCome();
  await expect(heading(page)).toHaveText('Display');
  await expect(heading(page)).toBeFocused();
});
