import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import type { Input } from '@glasshouse/protocol/endpoint';
import { listProducts, type Product, showProduct } from '@glasshouse/protocol/wealth/calls';
import { publishVersion, saveDraft } from '@glasshouse/protocol/wealth/office';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { newName } from './people.ts';
import { newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { withMoney } from './wealth.ts';

async function act(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('For a story');
  await dialog.getByRole('button', { name, exact: true }).click();
}
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** One operator requests to publish a draft, the other approves. */
async function publish(
  desk: Page,
  second: Page,
  { label, version, changes }: { label: string; version: number; changes: string },
): Promise<void> {
  await desk.getByRole('tab', { name: 'Draft' }).click();
  await rowOf(desk, label).getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByRole('dialog')).toContainText('Income the house owes at most, USDT');
  expect(await axeFaults(desk)).toEqual([]);
  await act(desk, 'Ask for approval');
  await expect(desk.getByText('Waits for a second person').first()).toBeVisible();
  await expect(rowOf(desk, label).getByRole('link', { name: 'Waits for: Reviewer, Product manager' })).toBeVisible();
  for (const name of ['Change', 'Publish', 'Delete'])
    await expect(rowOf(desk, label).getByRole('button', { name })).toHaveCount(0);
  await second.goto('/approvals');
  const request = second.locator('section').filter({ hasText: label });
  await expect(request).toContainText('Amounts the house returns at most, USDT');
  await expect(request).toContainText(new RegExp(`${label} \\(No\\. \\d+, version ${version}\\)`));
  await expect(request).toContainText(changes);
  await request.getByRole('button', { name: 'Approve' }).click();
  await act(second, 'Approve');
  await expect(second.getByText('Approved and done')).toBeVisible();
}

/** Checks that the audit log names requester and approver, and has one closing, by the next version. */
async function expectAudited(auditor: Page, product: number): Promise<void> {
  await auditor.goto('/audit');
  await auditor.getByLabel('Subject: name or number').fill(`product:${product}.1`);
  const entries = rowOf(auditor, `No. ${product}, version 1`);
  await expect(entries.filter({ hasText: 'Asked for approval: Publish' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Published a product' })).toContainText('approved by');
  await expect(entries.filter({ hasText: 'Closed a product' })).toHaveCount(1);
}

const offered = async (label: string): Promise<Product | undefined> =>
  (await newCaller()(listProducts, {})).products.find((one) => one.label === label);

const offerOf = (label: string): Input<typeof saveDraft>['offer'] => ({
  ...{ label, power: '', least: 1, most: 100, quota: 1000, opensAt: new Date().toISOString(), closesAt: null },
  terms: { kind: 'trust', unit: '10' as never, rateBp: 730, days: 60 },
});

async function buy({ page }: { page: Page }, label: string): Promise<void> {
  await page.goto('/financial');
  await page.getByRole('link', { name: label }).click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  await page.getByLabel('Amount in USDT').fill('30');
  await page.getByRole('button', { name: 'Subscribe 30.00 USDT' }).click();
  await page.getByLabel('Trade password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Buy · 30.00 USDT' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase successful' })).toBeVisible();
}

test('a product draft is checked field by field and is not on offer', async ({ open }) => {
  const label = `Story ${newName()}`;
  const desk = await open(consoleOf(await newOperator('product_manager')));
  await desk.goto('/products');
  await expect(rowOf(desk, 'Trust product, 180 days')).toContainText('7.50% a year for 180 days');
  await desk.getByRole('button', { name: 'New product' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Name of its own').fill(label);
  await dialog.getByLabel('Price of one share, USDT').fill('10');
  await dialog.getByLabel('Annualized rate, percent').fill('50.01');
  await dialog.getByLabel('Days', { exact: true }).fill('60');
  await dialog.getByLabel('Smallest order, shares').fill('1');
  await dialog.getByLabel('Most one person may hold, shares').fill('100');
  await dialog.getByLabel('Quota, shares').fill('1000');
  await expect(dialog.getByLabel('Quota, shares')).toHaveAccessibleDescription('10,000.00 USDT');
  expect(await axeFaults(desk)).toEqual([]);
  await act(desk, 'Save the draft');
  await expect(dialog.getByLabel('Annualized rate, percent')).toHaveAccessibleDescription(/^This value cannot be used/);
  await dialog.getByLabel('Annualized rate, percent').fill('7.3');
  await dialog.getByLabel('Smallest order, shares').fill('101');
  await act(desk, 'Save the draft');
  await expect(dialog.getByLabel('Most one person may hold, shares')).toHaveAccessibleDescription(
    /^Less than the smallest order/,
  );
  await dialog.getByLabel('Smallest order, shares').fill('1');
  await act(desk, 'Save the draft');
  await expect(desk.getByText('The draft is saved')).toBeVisible();
  expect(await offered(label)).toBeUndefined();
  await expect(rowOf(desk, label)).toContainText('7.30% a year for 60 days');
});

test('two people publish a product and its next version; buyers keep the version they bought', async ({
  open,
  person,
}) => {
  const label = `Story ${newName()}`;
  const manager = await newOperator('product_manager');
  const [desk, second] = [await open(consoleOf(manager)), await open(consoleOf(await newOperator('reviewer')))];
  await officeCall(
    saveDraft,
    { product: null, expected: null, offer: offerOf(label), reason: 'For a story' },
    manager.cookies,
  );
  await desk.goto('/products');
  await publish(desk, second, { label, version: 1, changes: 'New, not on offer until now' });
  const first = (await offered(label))!;
  expect(first).toMatchObject({ version: 1, quota: 1000, terms: { rateBp: 730 }, state: 'open' });
  await withMoney(person, '100');
  await buy(person, label);
  await desk.goto('/products');
  await expect(rowOf(desk, label)).toContainText('30.00 of 10,000.00 USDT');

  await rowOf(desk, label).getByRole('button', { name: 'New version' }).click();
  await desk.getByRole('dialog').getByLabel('Annualized rate, percent').fill('8');
  await act(desk, 'Save the draft');
  await expect(desk.getByText('The draft is saved')).toBeVisible();
  await desk.getByRole('tab', { name: 'Draft' }).click();
  await rowOf(desk, label).getByRole('button', { name: 'Publish' }).click();
  await expect(desk.getByRole('dialog')).toContainText(/Annualized rate, percent\s*7\.3\d* → 8/);
  await desk.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await publish(desk, second, { label, version: 2, changes: 'Takes the place of the version on offer' });
  await desk.goto('/products');
  expect(await offered(label)).toMatchObject({ version: 2, taken: 0, terms: { rateBp: 800 } });
  const before = (await newCaller()(showProduct, { product: first.product, version: 1 })).product;
  expect(before).toMatchObject({ state: 'closed', taken: 3, terms: { rateBp: 730 } });
  await rowOf(desk, label).getByRole('button', { name: 'Versions' }).click();
  const versions = desk.getByRole('dialog').getByRole('row');
  await expect(versions).toHaveCount(3);
  await expect(versions.nth(2)).toContainText('7.30% a year for 60 days');
  await expect(versions.nth(2)).toContainText('approved by');
  await expectAudited(await open(consoleOf(await newOperator('auditor'))), first.product);
  const support = await open(consoleOf(await newOperator('support')));
  await support.goto(`/users/${person.info.number}`);
  await expect(rowOf(support, label)).toContainText('Not started');
});

test('a product manager stops selling a product', async ({ open }) => {
  const label = `Story ${newName()}`;
  const [manager, reviewer] = [await newOperator('product_manager'), await newOperator('reviewer')];
  const [offer, reason] = [offerOf(label), 'For a story'];
  const draft = await officeCall(saveDraft, { product: null, expected: null, offer, reason }, manager.cookies);
  const { waiting } = await officeCall(publishVersion, { ...draft, offer, reason }, manager.cookies);
  await officeCall(decideApproval, { id: waiting!, decision: 'approve', reason }, reviewer.cookies);
  expect(await offered(label)).toBeDefined();
  const desk = await open(consoleOf(manager));
  await desk.goto('/products');
  await rowOf(desk, label).getByRole('button', { name: 'Stop selling' }).click();
  await expect(desk.getByRole('dialog')).toContainText(`Nobody can buy ${label} any more. You can’t undo this.`);
  await act(desk, 'Stop selling');
  await expect(desk.getByText('Tick the sentence above to go on.')).toBeVisible();
  expect(await offered(label)).toBeDefined();
  await desk.getByRole('checkbox', { name: `Stop selling ${label} for good` }).check();
  await act(desk, 'Stop selling');
  await expect(desk.getByText('It is no longer sold')).toBeVisible();
  expect(await offered(label)).toBeUndefined();
});
