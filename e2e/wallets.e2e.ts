import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import { layoutFaults, setTextSize } from './layout.ts';
import { justLost } from './past-contracts.ts';
import { registerByHand } from './people.ts';
import { expect, heading, press, test } from './story.ts';

// One test drops a response; the browser then reports the failed call.
test.use({ callsMayFail: true });

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const wallet = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your six wallets' }).getByRole('link', { name: new RegExp(`^${name}`) });
const entries = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

async function move(page: Page, to: string, sum: string) {
  await page.goto(`/assets/transfer?from=fund&to=${to}`);
  await amount(page).fill(sum);
  await press(page, /^Transfer /);
}

test('a new user transfers part of the grant, exchanges some to CNY and sees both postings', async ({
  visitor: page,
}) => {
  await registerByHand(page);
  const total = page.getByRole('region', { name: 'Total valuation' });
  await expect(total).toContainText('10,000.00 USDT');
  await expect(total).toContainText('≈ ¥72,000.00');
  // The grant does not count as a result.
  await expect(total.getByRole('link', { name: /^Total result/ })).toHaveText(/Today 0\.00.*All time 0\.00/);

  await total.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('row', { name: /^Trading and products/ })).toContainText('0.000.00');
  await page
    .getByRole('row', { name: /^New-user income/ })
    .getByRole('link')
    .first()
    .click();
  await expect(heading(page)).toHaveText('Statement');
  await expect(entries(page, /Welcome grant/)).toContainText('From the house to your Funding wallet');

  await move(page, 'contract', '2500');
  await expect(page.getByText('2,500.00 USDT moved to Contract')).toBeVisible();
  await expect(page.getByText('Available 7,500.00')).toBeVisible();
  await page.getByRole('status').getByRole('link', { name: 'Statement' }).click();
  await expect(page).toHaveURL('/assets/contract');
  await expect(heading(page)).toHaveText('Contract');

  await page.goto('/assets/exchange');
  await amount(page).fill('100');
  await expect(page.getByText('100.00 × 7.20 = 720.00')).toBeVisible();
  await expect(page.getByText('7,500.00 − 100.00 = 7,400.00')).toBeVisible();
  await press(page, 'Exchange 100.00 USDT for 720.00 CNY');
  await expect(page.getByText('720.00 CNY received')).toBeVisible();

  await page.goto('/user');
  await expect(wallet(page, 'Funding')).toContainText('74.0%7,400.00');
  await expect(wallet(page, 'Contract')).toContainText('25.0%2,500.00');
  await expect(wallet(page, 'Cash')).toContainText(/1\.0%¥720\.00≈ 100\.00 USDT/);

  await wallet(page, 'Funding').click();
  await expect(page.getByText('No more')).toBeVisible();
  await entries(page, /Transfer between wallets/).click();
  const sheet = page.getByRole('dialog', { name: 'Transfer between wallets' });
  await expect(sheet).toContainText('From your Funding wallet to your Contract wallet');
  await expect(sheet).toContainText('−2,500.00 + 2,500.00 = 0.00');
  await expect(sheet.getByText(/^[0-9a-f-]{36}$/)).toBeVisible();
});

test('after a loss, home shows the loss without the grant', async ({ person }) => {
  const { page } = person;
  await justLost(person, 10);
  await page.goto('/home');
  const trading = page.getByRole('region', { name: 'Total valuation' }).getByRole('link', { name: /^Total result/ });
  await expect(trading).toHaveText(/Today −10\.00.*All time −10\.00/);
  await expect(trading).toHaveAccessibleName(/down 10\.00/);
  await expect(trading.getByText('−10.00', { exact: true }).first()).toHaveCSS('color', 'rgb(196, 36, 59)');
  await trading.click();
  await expect(page).toHaveURL('/results');
  await expect(page.getByRole('region', { name: 'Total result' })).toContainText('−10.00 USDT');
  await page.goto('/assets');
  await expect(page.getByRole('row', { name: /^Trading and products/ })).toContainText('−10.00−10.00');
  await expect(page.getByRole('row', { name: /^New-user income/ })).toContainText('+10,000.00+10,000.00');
});

test('a statement is filtered by account, kind and day, and saved as a file marked Simulated', async ({
  person: { page },
}) => {
  await move(page, 'spot', '12.5');
  await expect(page.getByText('12.50 USDT moved to Spot')).toBeVisible();
  await page.goto('/assets/statement');
  await expect(entries(page, /Transfer between wallets\s*12\.50/)).toHaveCount(1);
  await expect(entries(page, /Funding, balance 9,987\.50 USDT/)).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await press(page, 'Download CSV');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^statement-simulated-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('Time (UTC),Kind,Wallet,Currency,Amount,Balance');
  expect(lines).toHaveLength(1 + 3);
  expect(lines[1]).toContain('Simulated: paper money only');
  expect(lines.join('\n')).toContain('USDT,-12.50,');

  await press(page, /^Account$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Spot' }).click();
  await expect(page).toHaveURL('/assets/statement?wallet=spot');
  await expect(entries(page, /Transfer between wallets\s*\+12\.50/)).toHaveCount(1);
  await expect(entries(page, /Spot, balance 12\.50 USDT/)).toHaveCount(1);
  await press(page, /^Kind$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Exchanges' }).click();
  await expect(page.getByText('No postings match these filters.')).toBeVisible();
  await press(page, 'Remove filter Kind: Exchanges');
  await press(page, 'Remove filter Account: Spot');
  await press(page, /^Dates$/);
  await page.getByLabel('Last day').fill('2020-01-01');
  await press(page, 'Show');
  await expect(page).toHaveURL('/assets/statement?until=2020-01-01');
  await expect(page.getByText('No postings match these filters.')).toBeVisible();
});

test('an amount above the balance is rejected at the field with the missing amount', async ({ person: { page } }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.goto('/assets/transfer');
  await press(page, /^Transfer$/);
  await expect(page.getByText('Enter an amount above 0')).toBeVisible();
  await amount(page).fill('10012');
  await expect(page.getByText('Insufficient balance. You are 12.00 short.')).toBeVisible();
  await press(page, /^Transfer /);
  await page.getByRole('button', { name: 'Max' }).click();
  await expect(amount(page)).toHaveValue('10000.00');
  await page.getByRole('button', { name: '25% of the balance' }).click();
  await expect(page.getByText('10,000.00 − 2,500.00 = 7,500.00')).toBeVisible();
  expect(sent.filter((url) => url.endsWith('/index/assets/transfer'))).toEqual([]);
});

test('the percentage buttons are disabled for an empty wallet, with a message', async ({ person: { page } }) => {
  await page.goto('/assets/transfer?from=spot');
  const reason = 'This wallet has no balance to take a share of.';
  await expect(page.getByRole('button', { name: '25% of the balance' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Max' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Max' })).toHaveAccessibleDescription(reason);
  await expect(page.getByText(reason)).toBeVisible();
  await page.getByLabel('From', { exact: true }).selectOption('fund');
  await page.getByRole('button', { name: '25% of the balance' }).click();
  await expect(amount(page)).toHaveValue('2500.00');
  await expect(page.getByText(reason)).toBeHidden();
});

test('with very large text on a narrow phone the percentage buttons do not overlap', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/assets/transfer');
  await setTextSize(page, 200);
  await expect(page.getByRole('button', { name: '100% of the balance' })).toBeVisible();
  const spills = (await layoutFaults(page)).filter((fault) => fault.includes('%'));
  expect(spills).toEqual([]);
});

test('two taps and a lost response move the money once', async ({ person: { page } }) => {
  const ids: string[] = [];
  const seen = (route: Route) => ids.push(route.request().postDataJSON().id);
  await page.goto('/assets/transfer?to=options');
  // The request arrives, but its response does not.
  await page.route('**/index/assets/transfer', async (route) => {
    seen(route);
    await route.fetch();
    await route.abort();
  });
  await amount(page).fill('100');
  await press(page, /^Transfer /);
  await expect(page.getByText('it is done once at most')).toBeVisible();
  await page.unroute('**/index/assets/transfer');
  const tapped = Promise.withResolvers<void>();
  await page.route('**/index/assets/transfer', async (route) => {
    seen(route);
    await tapped.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Transfer / }).dblclick();
  await amount(page).press('Enter');
  tapped.resolve();
  await expect(page.getByText('100.00 USDT moved to Options')).toBeVisible();
  expect(ids).toEqual([ids[0], ids[0]]);
  await page.goto('/assets/options');
  await expect(entries(page, /Transfer between wallets/)).toHaveCount(1);
  await expect(page.getByText('No more')).toBeVisible();

  // The same amount entered again is a new transfer.
  await page.goto('/assets/transfer?to=options');
  await amount(page).fill('100');
  await press(page, /^Transfer /);
  await expect(page.getByText('Available 9,800.00')).toBeVisible();
  expect(new Set(ids).size).toBe(2);
});

test('offline, a transfer waits; one without a response is looked up after reconnecting', async ({
  person: { page },
}) => {
  const button = page.getByRole('button', { name: /^Transfer / });
  await page.goto('/assets/transfer?to=options');
  await amount(page).fill('100');
  await page.context().setOffline(true);
  await expect(button).toBeDisabled();
  await expect(page.getByText('No connection. This can be sent once it is back.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(button).toBeEnabled();
  // The request arrives, but its response does not, and the connection is lost.
  await page.route('**/index/assets/*', async (route) => {
    if (route.request().url().endsWith('/transfer')) await route.fetch();
    await route.abort();
  });
  await button.click();
  await expect(page.getByText('it is done once at most')).toBeVisible();
  await page.context().setOffline(true);
  await page.unroute('**/index/assets/*');
  await page.context().setOffline(false);
  await expect(page.getByText('100.00 USDT moved to Options')).toBeVisible();
  await expect(page.getByText('it is done once at most')).toBeHidden();
  await page.goto('/assets/options');
  await expect(entries(page, /Transfer between wallets/)).toHaveCount(1);
});

test('a changed rate is shown before anything is exchanged', async ({ person: { page } }) => {
  await page.goto('/assets/exchange');
  await amount(page).fill('10');
  await expect(page.getByText('10.00 × 7.20 = 72.00')).toBeVisible();
  await page.route('**/index/assets/exchange', (route) =>
    route.fulfill({ json: { code: 409, msg: 'The rate has changed', data: { reason: 'rate_changed' } } }),
  );
  await page.route('**/index/assets/overview', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, cnyRate: '7.30' } } });
  });
  await press(page, /^Exchange 10/);
  await expect(page.getByRole('alert').filter({ hasText: 'From 7.20 to 7.30.' })).toBeVisible();
  await expect(page.getByText('10.00 × 7.30 = 73.00')).toBeVisible();
});

test('hidden balances are hidden on every page, stay hidden, and can be hidden at each start', async ({
  person: { page },
}) => {
  const widths = () =>
    page
      .getByRole('img', { name: 'Share of each wallet' })
      .locator('i')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().width)));
  await page.goto('/user');
  await expect(wallet(page, 'Funding')).toContainText('10,000.00');
  expect(await widths()).toHaveLength(1);
  await press(page, 'Hide balances');
  expect(new Set(await widths()).size).toBeLessThanOrEqual(2);
  expect(await widths()).toHaveLength(6);
  for (const path of ['/user', '/home', '/assets', '/assets/fund', '/assets/statement', '/assets/transfer']) {
    await page.goto(path);
    await expect(page.getByText('••••').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('10,000');
    await expect(page.getByRole('main')).not.toContainText('72,000');
  }
  await page.goto('/assets/transfer');
  await amount(page).fill('10012');
  await expect(page.getByRole('alert').filter({ hasText: 'Insufficient balance' })).not.toContainText('12.00');

  await page.goto('/user');
  await press(page, 'Show balances');
  await page.reload();
  await expect(wallet(page, 'Funding')).toContainText('10,000.00');
  await page.goto('/user/display');
  await page.getByRole('switch', { name: 'Hide balances when the app opens' }).click();
  await page.goto('/user');
  await expect(wallet(page, 'Funding')).toContainText('••••');
});

test('a failed balance request shows an error and a retry button', async ({ person: { page } }) => {
  await page.route('**/index/assets/*', (route) => route.abort());
  await page.goto('/assets');
  await expect(page.getByText('Your paper money is not affected.')).toBeVisible();
  await page.goto('/assets/statement');
  await expect(page.getByText('The statement did not load')).toBeVisible();
  await page.unroute('**/index/assets/*');
  await press(page, 'Try again');
  await expect(entries(page, /Welcome grant/)).toBeVisible();
});
