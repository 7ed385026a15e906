import { readFile } from 'node:fs/promises';
import { formatUsdt } from '@glasshouse/protocol/money';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { expect, test } from './story.ts';
import { bought, boughtBefore, payProducts, withMoney } from './wealth.ts';

const tradePassword = '123456';
const unitsIn = (text: string) =>
  BigInt(text.replace(/[+,]/g, '').replace(/\.(\d+).*/, (_, part: string) => part.padEnd(6, '0')));

/** The amounts in the table of payments, line by line, in minor units. */
async function paymentsOn(page: Page): Promise<bigint[]> {
  const table = page.getByRole('region', { name: 'Every payment' });
  await expect(table).toBeVisible();
  const lines = await table.locator('tbody td').allTextContents();
  return lines.map(unitsIn);
}
const sumOf = (payments: readonly bigint[]) => payments.reduce((all, each) => all + each, 0n);

/** From the confirmation to the order. */
async function confirm(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Trade password', { exact: true }).fill(tradePassword);
  await page.getByRole('button', { name: `Buy · ${amount} USDT` }).click();
  await expect(page.getByRole('heading', { name: 'Purchase successful' })).toBeFocused();
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page).toHaveURL(/\/finance\/order\/[0-9a-f-]{36}$/);
}

test('a visitor sees the products, and must log in to buy', async ({ visitor }) => {
  await visitor.goto('/financial');
  const card = visitor.getByRole('link', { name: /Trust 180 days/ });
  await expect(card).toContainText('7.50%');
  await expect(card).toContainText('+36.986301');
  await expect(card).toContainText('left of 1,000,000');
  await visitor.getByRole('tab', { name: 'Mining' }).click();
  await expect(visitor.getByRole('link', { name: /Pane S1/ })).toContainText(/\+309\.60.*\+9\.60after price/);
  await visitor.getByRole('tab', { name: 'Pledge' }).click();
  await expect(visitor.getByText('All pledged')).toBeVisible();
  await visitor.getByRole('link', { name: /Pledge 1 day/ }).click();
  await expect(visitor).toHaveURL('/login?to=%2Ffinance%2FproductDetail%3Fproduct%3D7');
});

test('a trust product is calculated, confirmed to the minor unit and bought, with missing money drawn from Funding', async ({
  person: { page },
}) => {
  await page.goto('/financial');
  await page.getByRole('link', { name: /Trust 180 days/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trust 180 days' })).toBeVisible();
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('500');
  await page.getByRole('slider').fill('1000');
  await expect(page.getByLabel('Amount in USDT')).toHaveValue('50000');
  // No calculation is shown for an invalid amount.
  for (const [typed, said] of [
    ['0', '500 or more. You are 500 short.'],
    ['1000.5', 'Whole USDT only'],
    ['', 'Choose an amount within the limits'],
  ] as const) {
    await page.getByLabel('Amount in USDT').fill(typed);
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByText('÷ 365 =')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeDisabled();
  }
  await page.getByLabel('Amount in USDT').fill('1000');
  const comes = page.getByRole('status').filter({ hasText: 'You get back on' });
  await expect(comes).toContainText('1,000.00 USDT');
  await expect(comes).toContainText('Income, paid daily+36.986301');
  await expect(page.getByText('1,000.00 × 7.50% × 180 ÷ 365 = 36.986301')).toBeVisible();
  await expect(
    page.getByRole('img', { name: /1,036.986301 USDT with this product, 1,000.00 USDT if left/ }),
  ).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await expect(page.getByText('1,000.00 USDT comes from Funding')).toBeVisible();
  await page.getByRole('button', { name: 'Subscribe 1,000.00 USDT' }).click();

  await expect(page).toHaveURL('/finance/confirm?product=4&version=1&units=1000');
  await expect(page.getByText('0.00 + 1,000.00 − 1,000.00')).toBeVisible();
  await expect(page.getByText('Sum of 180 payments')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open all' }).click();
  const payments = await paymentsOn(page);
  expect(payments).toHaveLength(180);
  expect(sumOf(payments)).toBe(36_986_301n);
  const buy = page.getByRole('button', { name: 'Buy · 1,000.00 USDT' });
  await expect(buy).toBeDisabled();
  await page.getByLabel('Trade password', { exact: true }).fill('000000');
  await buy.click();
  await expect(page.getByText('Wrong trade password')).toBeVisible();
  await confirm(page, '1,000.00');
  await expect(page.getByText('Not started', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('Nothing is due yet')).toBeVisible();
  await page.getByRole('button', { name: 'Open all' }).click();
  expect(await paymentsOn(page)).toEqual(payments);
  expect(await axeFaults(page)).toEqual([]);
  await page.goto('/assets');
  await page.getByRole('link', { name: /Products held/ }).click();
  await expect(page).toHaveURL('/finance/order');
  await expect(page.getByRole('link', { name: /Trust 180 days/ })).toContainText('1,000.00');
});

test('a pledge shows the cost of an early end, and returns the amount without interest', async ({ person }) => {
  const { page } = person;
  await withMoney(person, '1000');
  await page.goto('/finance/livecoin');
  await page.getByRole('link', { name: /Pledge 1 day/ }).click();
  await page.getByLabel('Amount in USDT').fill('1000');
  await expect(page.getByText('1,000.00 × 0.0139726% = 0.139726')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'You get back on' })).toContainText(
    '1,000.139726 USDTIncome+0.139726',
  );
  await expect(page.getByText('the amount is returned at once, without interest')).toBeVisible();
  await page.getByRole('button', { name: 'Pledge 1,000.00 USDT' }).click();
  expect(await paymentsOn(page)).toEqual([139_726n]);
  await confirm(page, '1,000.00');
  await page.getByRole('button', { name: 'End early' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('You give up 0.139726 USDT of interest.');
  await dialog.getByRole('button', { name: 'End early' }).click();
  await expect(page.getByText('The amount came back without interest.')).toBeVisible();
  await expect(page.getByText('The books agree with the terms')).toBeVisible();
  await expect(page.getByText('the amount came back in full')).toBeVisible();
  await expect(page.getByText('Ended early', { exact: true })).toBeVisible();
  await expect(page.getByText('Interest given up')).toBeVisible();
  for (const stale of ['The sum', 'Due']) await expect(page.getByText(stale, { exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'End early' })).toHaveCount(0);
});

test.describe('with a connection that loses an answer', () => {
  test.use({ callsMayFail: true });
  test('a reload after a lost answer buys once, and shows the order instead of another form', async ({ person }) => {
    const { page } = person;
    await withMoney(person, '1000');
    await page.goto('/finance/confirm?product=4&version=1&units=500');
    let lost = 0;
    await page.route('**/index/wealth/buy', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Trade password', { exact: true }).fill(tradePassword);
    await page.getByRole('button', { name: /^Buy/ }).click();
    await expect(page.getByText('bought once at most')).toBeVisible();
    await page.reload();
    await expect(page.getByText('bought once at most')).toBeVisible();
    await page.getByLabel('Trade password', { exact: true }).fill(tradePassword);
    await page.getByRole('button', { name: /^Buy/ }).click();
    await expect(page.getByText('Purchase successful')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Purchase successful')).toBeVisible();
    await page.goto('/finance/order');
    await expect(page.locator('a[href^="/finance/order/"]')).toHaveCount(1);
  });
});

test('a machine says that its price is spent, and when its income reaches the price', async ({ person }) => {
  const { page } = person;
  await withMoney(person, '700');
  await page.goto('/finance/machine');
  await page.getByRole('link', { name: /Pane S1/ }).click();
  await page.getByLabel('How many machines').fill('2');
  await expect(page.getByText('2 × 1.72 × 180 = 619.20')).toBeVisible();
  await expect(page.getByText('spent, not returned')).toBeVisible();
  await expect(page.getByText('on day 175 of 180')).toBeVisible();
  await expect(page.getByText('+619.20 USDT')).toBeVisible();
  await expect(page.getByText('+19.20 after its price')).toBeVisible();
  await page.getByRole('button', { name: 'Buy for 600.00 USDT' }).click();
  await expect(page.getByText('2 × 300.00')).toBeVisible();
  await expect(page.getByText('+19.20 after its price')).toBeVisible();
  await page.getByRole('button', { name: 'Open all' }).click();
  const payments = await paymentsOn(page);
  expect([payments.length, sumOf(payments)]).toEqual([180, 619_200_000n]);
  await confirm(page, '600.00');
  await expect(page.getByText('Not started', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('+19.20 after its price')).toBeVisible();
});

test('income arrives on the open page day by day, and an order that has run its term is repaid as promised', async ({
  person,
}) => {
  const { page } = person;
  await withMoney(person, '3000');
  const [done, running, rig, hour] = [
    await bought(person, 'trust', 7, 100),
    await bought(person, 'trust', 30, 200),
    await bought(person, 'machine', 180, 1),
    await bought(person, 'pledge', 3600, 100_000),
  ];
  const promise = (order: typeof done) =>
    scheduleOf(readTerms(order.terms), BigInt(order.units), Date.parse(order.boughtAt));
  await page.goto(`/finance/order/${running.id}`);
  await expect(page.getByText('Not started', { exact: true }).last()).toBeVisible();
  await boughtBefore(
    { id: done.id, days: 9 },
    { id: running.id, days: 3 },
    { id: rig.id, days: 2 },
    { id: hour.id, hours: 2 },
  );
  await payProducts();
  // The page updates without user input.
  await expect(page.getByText('In progress', { exact: true }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Open all' }).click();
  await expect(page.getByText('booked', { exact: true })).toHaveCount(2);
  await expect(page.getByText('The books agree with the terms')).toBeVisible();
  const payments = promise(running).income.map(({ amount }) => amount);
  expect(await paymentsOn(page)).toEqual(payments);

  await page.goto('/finance/order?state=ended');
  await expect(page.getByRole('link', { name: /Trust 7 days/ })).toContainText(
    `Income +${formatUsdt(promise(done).total)}`,
  );
  await expect(page.getByRole('link', { name: /Pledge 1 hour/ })).toContainText(
    `Income +${formatUsdt(promise(hour).total)}`,
  );
  await page.getByRole('tab', { name: 'Pledge' }).click();
  await expect(page).toHaveURL('/finance/order?kind=pledge&state=ended');
  await expect(page.getByRole('link', { name: /Trust 7 days/ })).toHaveCount(0);
  await expect(page.getByText('No more')).toBeVisible();
  await page.getByRole('link', { name: /Pledge 1 hour/ }).click();
  await expect(page.getByText('All income is booked and the amount is back')).toBeVisible();
  await expect(page.getByText('The books agree with the terms')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the file' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    kind: 'glasshouse-income',
    holding: { id: hour.id, state: 'ended' },
    returned: { amount: '1000.00' },
  });

  // Two days of one product, one of the machine, and the ended order.
  const earned =
    payments[0]! + payments[1]! + promise(rig).income[0]!.amount + promise(done).total + promise(hour).total;
  await page.goto('/assets');
  const income = page.getByRole('row', { name: /Product income/ });
  await expect(income).toContainText(`+${(Number(earned) / 1e6).toFixed(2)}`);
  await page.goto('/financial');
  await expect(page.getByRole('region', { name: 'In products' })).toContainText('200.00');
  await page.goto('/finance/order');
  await page.getByRole('button', { name: 'Statement of a year' }).click();
  const year = String(new Date().getUTCFullYear());
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: year }).click(),
  ]);
  const rows = (await readFile(await csv.path(), 'utf8')).trim().split('\n');
  expect(rows.filter((row) => row.includes('Product income'))).toHaveLength(2 + 1 + 7 + 1);
  expect(rows.filter((row) => row.includes('Product redemption'))).toHaveLength(2);
});

test('products and orders fit in Russian, on narrow phones and in large text', { tag: '@nightly' }, async ({
  person,
}) => {
  const { page } = person;
  await withMoney(person, '2000');
  const { id } = await bought(person, 'pledge', 86_400, 100_000);
  await page.addInitScript(() => localStorage.setItem('language', 'ru-RU'));
  for (const [path, sentence] of [
    ['/finance/productDetail?product=4&units=1000', 'Калькулятор дохода'],
    ['/finance/productDetail?product=10', 'потрачена, не возвращается'],
    ['/finance/confirm?product=4&version=1&units=1000', 'Все выплаты'],
    [`/finance/order/${id}`, 'Выплат пока не должно быть'],
    ['/finance/order', 'Действует'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sentence).first()).toBeVisible();
    await holdsUp(page, path);
  }
});
