import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { exchange, transfer } from '@glasshouse/protocol/assets/calls';
import { axeFaults } from './axe.ts';
import { holdsUp, layoutFaults } from './layout.ts';
import { endedBefore } from './past-contracts.ts';
import { openAccount } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect, heading, press, test } from './story.ts';
import { bought, withMoney } from './wealth.ts';

test('the activity lists money by day, can be filtered, updates live, and each record shows its steps', async ({
  person,
}) => {
  const { page, info } = person;
  const call = newCaller(person.cookies);
  await page.goto('/records');
  await expect(page.getByText('Your orders, products and transfers are listed here')).toBeVisible();
  // From another device: the list is updated by an event.
  await call(transfer, { id: randomUUID(), from: 'fund', to: 'contract', amount: '200' as never });
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(/Transfer\d\d:\d\d:\d\d · Funding to Contract200\.00 USDTDone/);
  await call(exchange, { id: randomUUID(), from: 'USDT', amount: '10' as never, rate: '7.20' });
  await expect(rows).toHaveCount(2);

  // A rejected withdrawal, and a top-up of last year.
  const [out, into] = [randomUUID(), randomUUID()];
  const begin = (id: string, flow: string, label: string, fee: number, at: string) =>
    `select begin_movement(${info.number}, '${id}', '${flow}', 'under_review', 1::smallint, 500000000, ${fee}, null, '${label}', ${at})`;
  await arrange(
    begin(out, 'withdraw', 'TRC20', 5_000_000, 'now()'),
    `select move_along(${info.number}, '${out}', 'rejected', now(), 'The address belongs to somebody else')`,
    begin(into, 'recharge', 'ERC20', 0, "'2025-03-18 09:41:06Z'"),
  );
  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 2, name: '2025-03-18' })).toBeVisible();
  await expect(page.getByText('No more')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  // Filtered by tab, state and days, which are stored in the address.
  await page.getByRole('tab', { name: 'Top up' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('+500.00 USDTUnder review');
  await page.getByRole('tab', { name: 'All' }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rejected' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/state=rejected/);
  await page.getByRole('button', { name: /Rejected/ }).click();
  await page.getByRole('button', { name: 'Dates' }).click();
  await page.getByLabel('First day', { exact: true }).fill('2025-03-01');
  await page.getByLabel('Last day', { exact: true }).fill('2025-03-31');
  await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
  await expect(rows).toHaveCount(1);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^activity-simulated-/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Simulated');
  expect(text).toContain('2025-03-18 09:41:06,Top up,Under review,USDT,500.00,0.00,ERC20');

  // One record with its steps and postings.
  await page.goto(`/records/${out}`);
  await expect(heading(page)).toHaveText('Record');
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  await expect(steps.last()).toContainText('The address belongs to somebody else');
  const books = page.getByRole('region', { name: 'In the books' });
  await expect(books).toContainText('−500.00 USDT');
  await expect(books).toContainText('+500.00 USDT');
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/records/not-an-id');
  await expect(page.getByText('No such record')).toBeVisible();
});

test('the activity lists orders, products and money together, can be searched, and keeps its filters when going back', async ({
  person,
}) => {
  const { page } = person;
  const call = newCaller(person.cookies);
  await page.goto('/records');
  await expect(page.getByRole('link', { name: 'Contract', exact: true }).last()).toBeVisible();
  await endedBefore(person, 3);
  await call(transfer, { id: randomUUID(), from: 'fund', to: 'spot', amount: '20' as never });
  await page.reload();
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'Funding to Spot' })).toHaveCount(1);
  await expect(rows.filter({ hasText: /Contract/ })).toHaveCount(3);
  expect(await axeFaults(page)).toEqual([]);

  const search = page.getByRole('searchbox', { name: 'Search reference, coin, kind or member' });
  await search.fill('eth');
  await expect(page).toHaveURL(/text=eth/);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('ETH');
  await rows.click();
  await expect(page).toHaveURL(/\/contract\/receipt\//);
  await page.goBack();
  await expect(search).toHaveValue('eth');
  await expect(rows).toHaveCount(1);

  await search.fill('nothing like it');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await press(page, 'Show everything');
  await expect(search).toHaveValue('');
  await expect(rows).toHaveCount(4);
  await page.getByRole('tab', { name: 'Contracts' }).click();
  await expect(page).toHaveURL(/kind=contract/);
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Currency' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'BTC', exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('BTC');
  await page.getByRole('button', { name: /Remove filter Currency/ }).click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.goto('/records');
  await expect(rows).toHaveCount(4);
  await holdsUp(page, '/records');
});

test('a product in the activity is named by its kind and term', async ({ person }) => {
  await withMoney(person, '1000');
  await bought(person, 'trust', 7, 100);
  await person.page.goto('/records?kind=product');
  await expect(person.page.getByRole('tabpanel').getByRole('link')).toContainText('Trust 7 days');
});

test('a search continues until a page has results, or the list ends', async ({ person }) => {
  const { page } = person;
  await page.goto('/records');
  await expect(page.getByRole('link', { name: 'Contract', exact: true }).last()).toBeVisible();
  await endedBefore(person, 3);
  const parts: (string | undefined)[] = [];
  await page.route('**/index/records/list', (route) => {
    const { text, before } = route.request().postDataJSON() as { text?: string; before?: string };
    if (text === undefined) return route.continue();
    parts.push(before);
    const data = { list: [], next: `${Date.now()}-4-1` };
    return before ? route.continue() : route.fulfill({ json: { code: 200, msg: '', data } });
  });
  const search = page.getByRole('searchbox', { name: 'Search reference, coin, kind or member' });
  const rows = page.getByRole('tabpanel').getByRole('link');
  await search.fill('eth');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('ETH');
  expect(parts).toEqual([undefined, expect.stringMatching(/-4-1$/)]);
  await search.fill('nothing like it');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('on a desktop the entries are a table next to the total result, and transfers can be searched by user', async ({
  person,
}) => {
  const { page, info } = person;
  await endedBefore(person, 3);
  const [sent, payee] = [randomUUID(), await openAccount()];
  await arrange(
    `select begin_movement(${info.number}, '${sent}', 'transfer', 'done', 1::smallint, 5000000, 0, ${payee.info.number}, 'member', now())`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/records');
  const table = page.getByRole('tabpanel').getByRole('table');
  await expect(table.getByRole('link')).toHaveCount(4);
  await expect(
    table.getByRole('row', { name: /Long.*Contract · 30 s.*100\.00 USDT.*Won|Lost|Draw/ }).first(),
  ).toBeVisible();
  const summary = page.getByRole('list', { name: 'Records' });
  await expect(summary.getByRole('link', { name: /^Total result/ })).toContainText(/[+−]?[\d,]+\.\d\d USDT/);
  const [list, side] = [(await table.boundingBox())!, (await summary.boundingBox())!];
  expect(list.width).toBeGreaterThan(700);
  expect(side.x).toBeGreaterThanOrEqual(list.x + list.width);
  expect(await layoutFaults(page)).toEqual([]);
  expect(await axeFaults(page)).toEqual([]);

  const masked = await table
    .getByRole('row', { name: /Transfer to a member/ })
    .getByText(/^.•••$/)
    .textContent();
  await page.getByRole('searchbox', { name: 'Search reference, coin, kind or member' }).fill(masked!);
  await expect(table.getByRole('link')).toHaveCount(1);
  await expect(page.getByText('Members are shown by their first letter only.')).toBeVisible();
  await table.getByRole('link').click();
  await expect(page).toHaveURL(`/records/${sent}`);
  await page.goBack();
  await summary.getByRole('link', { name: /^Total result/ }).click();
  await expect(page).toHaveURL(/^[^?]*\/results/);
});

test('the tab of a link is scrolled into view on a narrow phone', async ({ person: { page } }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  await page.goto('/records?kind=upgrade');
  await expect(page.getByRole('tab', { name: 'VIP' })).toBeInViewport({ ratio: 1 });
});
