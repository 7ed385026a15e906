import type { Page } from '@playwright/test';
import { expect, test } from './story.ts';
import { addressOf, fillAddress, verify } from './withdrawals.ts';
import { wordsIn } from './words.ts';

const t = wordsIn('en-US');
const amountOn = (page: Page) => page.getByLabel('Amount', { exact: true });
/** Makes drafts older by this many minutes. */
const age = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    for (const [key, text] of Object.entries(sessionStorage).filter(([key]) => key.startsWith('draft '))) {
      const draft = JSON.parse(text);
      sessionStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - ms }));
    }
  }, minutes * 60_000);

const draftsIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft ')));

test('a reload keeps the input of a money form for half an hour, and only for the same user', async ({
  person: { page },
}) => {
  await page.goto('/pay/deposit');
  await page.getByText('BEP20', { exact: true }).click();
  await amountOn(page).fill('250');
  await page.reload();
  await expect(amountOn(page)).toHaveValue('250');
  await expect(page.getByRole('radio', { name: /BEP20/ })).toBeChecked();

  await page.goto('/pay/transfer');
  await page.getByRole('textbox', { name: 'How much' }).fill('12.5');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'How much' })).toHaveValue('12.5');

  // A partly typed card number isn't stored, whichever field it is typed into, and neither is a name.
  await page.goto('/pay/withdraw');
  await page.getByText('To bank', { exact: true }).click();
  await page.getByLabel('Bank name').fill('Practice Bank');
  await page.getByLabel('Branch name').pressSequentially('4539578');
  await page.getByLabel('Bank account number').pressSequentially('4539578');
  await page.getByLabel('Account holder').fill('Hayashi Mika');
  await page.reload();
  await expect(page.getByLabel('Bank name')).toHaveValue('Practice Bank');
  await expect(page.getByLabel('Branch name')).toHaveValue('');
  await expect(page.getByLabel('Bank account number')).toHaveValue('');
  await expect(page.getByLabel('Account holder')).toHaveValue('');

  await age(page, 29);
  await page.goto('/pay/deposit');
  await expect(amountOn(page)).toHaveValue('250');
  await age(page, 2);
  await page.reload();
  await expect(amountOn(page)).toHaveValue('');
  await amountOn(page).fill('300');
  await page.goto('/user');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await draftsIn(page)).toEqual([]);
});

test('a submitted form leaves no draft', async ({ person }) => {
  const { page } = person;
  await verify(person);
  await page.goto('/pay/withdraw');
  await fillAddress(page, t, '20', addressOf('somebody'));
  await page.reload();
  await expect(page.getByLabel('Receiving address')).toHaveValue(addressOf('somebody'));
  await page.getByRole('button', { name: 'Review withdrawal' }).click();
  await page.getByRole('dialog').getByLabel('Trade password', { exact: true }).fill('123456');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw 20.00 USDT' }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await page.goto('/pay/withdraw');
  await expect(page.getByLabel('Receiving address')).toHaveValue('');
  await expect(amountOn(page)).toHaveValue('');
});

test('a reload during registration keeps the input; another user’s drafts in the tab are deleted', async ({
  visitor: page,
}) => {
  const contact = page.getByLabel('Email or phone', { exact: true });
  await page.goto('/register');
  await contact.fill('mika@glasshouse.example');
  await page.evaluate(() => {
    const draft = { of: '100001', at: Date.now(), typed: { amount: '9' } };
    sessionStorage.setItem('draft top-up', JSON.stringify(draft));
  });
  await page.reload();
  await expect(contact).toHaveValue('mika@glasshouse.example');
  await expect.poll(() => draftsIn(page)).toEqual(['draft register']);
});
