import { listProducts, type Product, showProduct } from '@glasshouse/protocol/wealth/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator } from './office.ts';
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

test('a product is written by one, published by two, bought, followed by another version, and closed', async ({
  open,
  person,
}) => {
  test.setTimeout(180_000);
  const label = `Story ${newName()}`;
  const [desk, second] = [
    await open(consoleOf(await newOperator('product_manager'))),
    await open(consoleOf(await newOperator('reviewer'))),
  ];
  const visitor = newCaller();
  const offered = async (): Promise<Product | undefined> =>
    (await visitor(listProducts, {})).products.find((one) => one.label === label);
  const publish = async (version: number, changes: string) => {
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
  };

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
  expect(await offered()).toBeUndefined();

  await expect(rowOf(desk, label)).toContainText('7.30% a year for 60 days');

  await publish(1, 'New, not on offer until now');
  const first = (await offered())!;
  expect(first).toMatchObject({ version: 1, quota: 1000, terms: { rateBp: 730 }, state: 'open' });
  await withMoney(person, '100');
  const { page } = person;
  await page.goto('/financial');
  await page.getByRole('link', { name: label }).click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  await page.getByLabel('Amount in USDT').fill('30');
  await page.getByRole('button', { name: 'Subscribe 30.00 USDT' }).click();
  await page.getByLabel('Trade password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Buy · 30.00 USDT' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase successful' })).toBeVisible();
  await desk.reload();
  await expect(rowOf(desk, label)).toContainText('30.00 of 10,000.00 USDT');

  await rowOf(desk, label).getByRole('button', { name: 'New version' }).click();
  await desk.getByRole('dialog').getByLabel('Annualized rate, percent').fill('8');
  await act(desk, 'Save the draft');
  await expect(desk.getByText('The draft is saved')).toBeVisible();
  await publish(2, 'Takes the place of the version on offer');
  await desk.reload();
  expect(await offered()).toMatchObject({ version: 2, taken: 0, terms: { rateBp: 800 } });
  const before = (await visitor(showProduct, { product: first.product, version: 1 })).product;
  expect(before).toMatchObject({ state: 'closed', taken: 3, terms: { rateBp: 730 } });
  await rowOf(desk, label).getByRole('button', { name: 'Versions' }).click();
  const versions = desk.getByRole('dialog').getByRole('row');
  await expect(versions).toHaveCount(3);
  await expect(versions.nth(2)).toContainText('7.30% a year for 60 days');
  await expect(versions.nth(2)).toContainText('approved by');
  await desk.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await rowOf(desk, label).getByRole('button', { name: 'Stop selling' }).click();
  await act(desk, 'Stop selling');
  await expect(desk.getByText('It is no longer sold')).toBeVisible();
  expect(await offered()).toBeUndefined();
  const auditor = await open(consoleOf(await newOperator('auditor')));
  await auditor.goto('/audit');
  await auditor.getByLabel('Subject, such as user:8620001').fill(`product:${first.product}.1`);
  const inLog = rowOf(auditor, `product:${first.product}.1`);
  await expect(inLog.filter({ hasText: 'Asked to publish a product' })).toHaveCount(1);
  await expect(inLog.filter({ hasText: 'Published a product' })).toContainText('approved by');
  // Once when the next version took its place.
  await expect(inLog.filter({ hasText: 'Closed a product' })).toHaveCount(1);
  // What was bought is as it was.
  const support = await open(consoleOf(await newOperator('support')));
  await support.goto(`/users/${person.info.number}`);
  await expect(rowOf(support, label)).toContainText('Not started');
});
