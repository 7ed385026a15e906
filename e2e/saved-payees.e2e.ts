import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { holdsUp } from './layout.ts';
import { withEmail } from './people.ts';
import { arrange, mailTo } from './server.ts';
import { expect, isRefusedAt, test } from './story.ts';
import { verify } from './withdrawals.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tradePassword = (page: Page) => page.getByLabel('Trade password', { exact: true });

test('a saved payee waits, then is the only one allowed, until a day after the limit is turned off', async ({
  person,
}) => {
  const { page, info } = person;
  await verify(person);
  const email = await withEmail(person);
  await page.goto('/user/security');
  await page.getByRole('link', { name: /Saved payees.*Saved payees only: off/ }).click();
  await expect(page.getByRole('heading', { name: 'No saved payees yet' })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);

  await press(page, 'Save a payee');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Save a payee' }).click();
  await expect(sheet.getByText('Enter a name for the payee')).toBeVisible();
  await sheet.getByLabel('Network', { exact: true }).selectOption('TRC20');
  await sheet.getByRole('button', { name: 'Make a practice address' }).click();
  await sheet.getByLabel('Name for this payee').fill('My other site');
  await tradePassword(page).fill('000000');
  await sheet.getByRole('button', { name: 'Save a payee' }).click();
  await isRefusedAt(
    tradePassword(page),
    'Wrong trade password. Tries left: 4. After that you can try once every 15 min',
  );
  expect(await axeFaults(page)).toEqual([]);
  await tradePassword(page).fill('123456');
  await sheet.getByRole('button', { name: 'Save a payee' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText(/^If you turn the limit on: usable from/)).toBeVisible();
  expect(await mailTo(email)).toContain('A payee was saved for withdrawals');

  await press(page, 'Turn on');
  await expect(page.getByText(/You have no usable payee yet/)).toBeVisible();
  await expect(page.getByText(/Transfers to members stop too\. Turning it off takes 24 hours\./)).toBeVisible();
  await tradePassword(page).fill('123456');
  await press(page, 'Turn on');
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await holdsUp(page, 'saved payees');
  expect(await axeFaults(page)).toEqual([]);
  expect(await mailTo(email)).toContain('Your withdrawals now go to saved payees only');

  await page.goto('/pay/transfer');
  await expect(
    page.getByText('You limited withdrawals to saved payees, so you can’t send money to members.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage saved payees' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await holdsUp(page, 'a transfer while only saved payees are allowed');
  expect(await axeFaults(page)).toEqual([]);

  await page.goto('/pay/withdraw');
  await press(page, 'Review withdrawal');
  await expect(page.getByRole('alert').filter({ hasText: 'No saved payee is usable yet' })).toBeVisible();
  await expect(page.getByText(/^None of your saved payees is usable yet\. The first is usable from/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a saved payee' })).toHaveCount(0);
  await holdsUp(page, 'withdrawing to saved payees only');
  expect(await axeFaults(page)).toEqual([]);

  await arrange(
    `update payee set added_at = now() - interval '25 hours', usable_at = now() - interval '1 hour' where person = '${info.id}'`,
  );
  await page.reload();
  await press(page, 'Choose a saved payee');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^My other site/ })
    .click();
  await expect(page.getByRole('region', { name: 'My other site' })).toBeVisible();
  await page.getByLabel('Amount', { exact: true }).fill('20');
  await press(page, 'Review withdrawal');
  await tradePassword(page).fill('123456');
  await press(page, 'Withdraw 20.00 USDT');
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();

  await page.goto('/user/security/payees');
  await expect(page.getByText('Usable', { exact: true })).toBeVisible();
  await press(page, 'Turn off');
  await tradePassword(page).fill('123456');
  await press(page, 'Turn off');
  await expect(page.getByText(/You turned it off\. It ends/)).toBeVisible();
  await expect(page.getByText('Ending', { exact: true })).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('link', { name: /Saved payees.*Saved payees only: ends/ }).click();
  await press(page, 'Keep it on');
  await expect(
    page.getByText('Withdrawals to anyone else are refused, and so are transfers to members.'),
  ).toBeVisible();
  await press(page, 'Remove My other site');
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/so you can’t withdraw for at least 24 hours/)).toBeVisible();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No saved payees yet' })).toBeVisible();
});

test('a failed request for saved payees can be retried', async ({ person }) => {
  const { page } = person;
  let isDown = true;
  await page.route('**/index/withdraw/payees', (route) =>
    isDown ? route.fulfill({ json: { code: 500, msg: 'Something went wrong', data: {} } }) : route.continue(),
  );
  await page.goto('/user/security/payees');
  await expect(page.getByRole('heading', { name: 'The saved payees did not load' })).toBeVisible();
  isDown = false;
  await press(page, 'Try again');
  await expect(page.getByRole('heading', { name: 'No saved payees yet' })).toBeVisible();
});
