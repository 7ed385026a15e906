import { cancelWithdrawal, startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { addressOf, fillAddress, verify } from './withdrawals.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const real = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';

const reviewButton = (page: Page) => page.getByRole('button', { name: 'Review withdrawal' });

async function expectPrompts(page: Page, prompts: string[]): Promise<void> {
  for (const prompt of prompts) await expect(page.getByText(prompt, { exact: true })).toBeVisible();
}

/** The form of a user who may withdraw. */
async function openForm(person: Account & { page: Page }): Promise<void> {
  await verify(person);
  await person.page.goto('/order/withdraw');
}

test('the withdrawal form shows a lock alone, then what is missing, and opens when the lock ends', async ({
  person,
}) => {
  const { page, info } = person;
  await arrange(
    `update person set security_change = 'password_changed', security_changed_at = now(), logged_in_again_at = now() where id = '${info.id}'`,
  );
  await page.goto('/order/withdraw');
  const missing = page.getByRole('region', { name: 'Still missing' });
  // While withdrawals are locked, the page shows only the lock and its end.
  await expect(page.getByRole('timer')).toHaveText(/^(59|60):\d\d$/);
  await expect(missing).toHaveCount(0);
  await expect(page.getByText('First do what is missing above')).toHaveCount(0);
  await expect(reviewButton(page)).toBeDisabled();
  expect(await axeFaults(page)).toEqual([]);

  await arrange(
    `update person set security_change = null, security_changed_at = null, logged_in_again_at = null where id = '${info.id}'`,
  );
  await page.reload();
  await expect(missing.getByRole('listitem')).toHaveCount(1);
  await expect(missing.getByRole('link', { name: 'Verify identity' })).toHaveAttribute('href', '/user/cert');
  await expect(reviewButton(page)).toBeDisabled();

  // The page notices the end of the lock without a reload.
  await verify(person);
  await arrange(
    `update person set security_change = 'password_changed', security_changed_at = now(), logged_in_again_at = now() - interval '3595 seconds' where id = '${info.id}'`,
  );
  await page.reload();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(missing).toHaveCount(0);
  await expect(reviewButton(page)).toBeEnabled();
});

test('empty withdrawal fields are pointed out, for an address and for a bank', async ({ person }) => {
  const { page } = person;
  await openForm(person);
  await reviewButton(page).click();
  await expect(page.getByLabel('Network')).toBeFocused();
  await expectPrompts(page, ['Select the network', 'Enter the receiving address', 'Enter the withdrawal amount']);
  await page.getByText('To bank', { exact: true }).click();
  await expect(page.getByText('Exchange USDT for CNY first.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Exchange' })).toHaveAttribute(
    'href',
    '/assets/exchange?from=USDT',
  );
  await reviewButton(page).click();
  await expectPrompts(page, [
    'Enter the bank name',
    'Enter the branch name',
    'Enter the bank account number',
    'Enter the account holder',
  ]);
});

test('addresses and accounts that could be real are refused and never sent', async ({ person }) => {
  const { page } = person;
  await openForm(person);
  await page.getByText('To bank', { exact: true }).click();
  await page.getByRole('button', { name: 'Make a practice account' }).click();
  await expect(page.getByLabel('Bank account number')).toHaveValue(/^SIM-\d{4}-\d{4}-\d{4}-\d\d$/);
  await page.getByLabel('Bank account number').fill('DE89 3704 0044 0532 0130 00');
  await expect(page.getByText(/^This could be a real account or card/)).toBeVisible();

  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.getByText('To address', { exact: true }).click();
  await fillAddress(page, t, '500', real);
  await expect(page.getByText(/^This could be a real address/)).toBeVisible();
  await reviewButton(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent.join('')).not.toContain(real);
  await page.getByLabel('Receiving address').fill(addressOf('somebody', 'ERC20'));
  await expect(page.getByText('This address is of another network than TRC20.')).toBeVisible();

  // The button makes a practice address of the chosen network.
  await page.getByLabel('Receiving address').fill('');
  await page.getByRole('button', { name: 'Make a practice address' }).click();
  await expect(page.getByLabel('Receiving address')).toHaveValue(/^SIM-TRC20-[\w-]{14}-PAPER$/);
  await expect(page.getByRole('button', { name: 'Paste' })).toBeFocused();
});

test('a withdrawal is checked against the limits, reviewed, sent and canceled', async ({ person }) => {
  const { page } = person;
  await openForm(person);
  await fillAddress(page, t, '9.99', addressOf('somebody'));
  // After the first attempt, the limits are checked on every change.
  await reviewButton(page).click();
  await expect(page.getByText('At least 10.00 each time')).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('10000.01');
  await expect(page.getByText('Insufficient balance')).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('500');
  await expect(page.getByText('−5.00 USDT')).toBeVisible();
  await expect(page.getByText('500.00 of 100,000.00 after this')).toBeVisible();
  await page.getByLabel('Save this payee').check();
  await page.getByLabel('Name for this payee').fill('Somebody');

  await reviewButton(page).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('A USDT address entered wrongly cannot be refunded.')).toBeVisible();
  await expect(sheet.getByText('6 digits. It cannot be changed or retrieved.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Withdraw 500.00 USDT' })).toBeDisabled();
  await sheet.getByLabel('Trade password', { exact: true }).fill('000000');
  await sheet.getByRole('button', { name: 'Withdraw 500.00 USDT' }).click();
  await expect(sheet.getByRole('alert').filter({ hasText: /trade password/i })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await sheet.getByLabel('Trade password', { exact: true }).fill('123456');
  await sheet.getByRole('button', { name: 'Withdraw 500.00 USDT' }).click();

  await expect(page).toHaveURL(/\/pay\/record\/[\w-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await expect(page.getByText(addressOf('somebody'))).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible();
  await expect(page.getByText('The whole amount is back in your funding wallet.')).toBeVisible();

  // The payee was saved and can be chosen.
  await page.goto('/pay/withdraw');
  await expect(page.getByText('Funding 10,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Choose a saved payee' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Somebody/ })
    .click();
  await expect(page.getByLabel('Receiving address')).toHaveValue(addressOf('somebody'));
});

test('the records list every withdrawal and can be filtered by state', async ({ person }) => {
  const { page } = person;
  await page.goto('/pay/record');
  await expect(page.getByRole('heading', { name: 'No withdrawals yet' })).toBeVisible();
  await verify(person);
  const call = newCaller(person.cookies);
  for (const amount of ['20', '30'])
    await call(startWithdrawal, {
      ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('payee'), fee: '1.00' },
      ...{ amount: amount as never, tradePassword: '123456' },
    });
  // The page updates without a reload.
  await expect(page.getByRole('link', { name: /TRC20.*20\.00.*Under review/ })).toBeVisible();
  await expect(page.getByText('No more')).toBeVisible();
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('dialog').getByText('Rejected', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No withdrawal matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('link', { name: /TRC20.*30\.00/ }).click();
  await expect(page.getByText('−0.30 USDT')).toBeVisible();
  await page.goto('/pay/record/not-one');
  await expect(page.getByRole('heading', { name: 'There is no such withdrawal' })).toBeVisible();
});

test('a change from before the page was connected is shown once it is', async ({ person }) => {
  const { page } = person;
  await verify(person);
  const call = newCaller(person.cookies);
  const { id } = await call(startWithdrawal, {
    ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('payee'), fee: '1.00' },
    ...{ amount: '20' as never, tradePassword: '123456' },
  });
  const { promise: late, resolve: listen } = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/live$/, async (line) => {
    const server = late.then(() => line.connectToServer());
    line.onMessage(async (text) => (await server).send(text));
  });
  await page.goto(`/pay/record/${id}`);
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await call(cancelWithdrawal, { id });
  listen();
  await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible();
});
