import { login } from '@glasshouse/protocol/session/calls';
import type { Page } from '@playwright/test';
import { openAccount } from './people.ts';
import { newCaller } from './server.ts';
import { expect, firstPrice, heading, test } from './story.ts';

async function logIn(page: Page, account: string, password: string) {
  await page.getByLabel('Username, email or phone').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('after logging in, a user is where they wanted to go', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/records?kind=withdraw');
  await expect(visitor).toHaveURL('/login?to=%2Frecords%3Fkind%3Dwithdraw');
  await expect(visitor.getByText('Please log in first')).toBeVisible();
  await logIn(visitor, username, password);
  await expect(visitor).toHaveURL('/records?kind=withdraw');
  await expect(visitor.getByRole('tab', { name: 'Withdraw' })).toHaveAttribute('aria-selected', 'true');
});

test('after logging in, Back leads to where somebody was before', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/home');
  await visitor.getByRole('link', { name: 'Contract', exact: true }).click();
  await visitor.getByRole('link', { name: 'Log in' }).click();
  // Through the other ways in, which leave nothing behind either.
  await visitor.getByRole('tab', { name: 'Register' }).click();
  await visitor.getByRole('tab', { name: 'Log in' }).click();
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await visitor.getByRole('button', { name: 'Back' }).click();
  await logIn(visitor, username, password);
  await expect(visitor).toHaveURL('/contract');
  await expect(visitor.getByRole('region', { name: /^Open positions/ })).toBeVisible(firstPrice);
  await visitor.goBack();
  await expect(visitor).toHaveURL('/home');
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
});

test('whoever logs in from home has home once in the history', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/market');
  await visitor.getByRole('link', { name: 'Home', exact: true }).click();
  await visitor.getByRole('link', { name: 'Log in' }).click();
  await logIn(visitor, username, password);
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
  await visitor.goBack();
  await expect(visitor).toHaveURL('/market');
});

test('a link that came along cannot lead to another site after logging in', async ({ visitor }) => {
  const { phone, password } = await openAccount();
  await visitor.goto('/login?to=//evil.example/');
  await logIn(visitor, phone, password);
  await expect(visitor).toHaveURL('/home');
});

test('a logged-in user who opens the login page is sent home', async ({ person }) => {
  await person.page.goto('/login');
  await expect(person.page).toHaveURL('/home');
  await expect(heading(person.page)).toHaveText(`Hello, ${person.username}`);
});

test('a wrong password is refused in the same words as an unknown account', async ({ visitor }) => {
  const { username } = await openAccount();
  await visitor.goto('/login');
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(visitor.getByText('Enter your username, email or phone', { exact: true })).toBeVisible();
  await expect(visitor.getByText('Enter the login password', { exact: true })).toBeVisible();
  for (const account of [username, 'nobody-of-that-name']) {
    await logIn(visitor, account, 'not the password');
    await expect(visitor.getByRole('alert').filter({ hasText: 'Wrong account or password' })).toBeVisible();
    await expect(visitor).toHaveURL('/login');
  }
});

test('who tries too often is told how long to wait', async ({ visitor }) => {
  const { username } = await openAccount();
  await visitor.goto('/login');
  const told = visitor.getByRole('alert').filter({ hasText: /Too many tries\. Try again in (1 min|\d+ sec)/ });
  const wrong = { account: username, password: 'not the password' };
  // Once more where another story has just given everybody new tries.
  await expect(async () => {
    await Promise.all(Array.from({ length: 11 }, () => newCaller()(login, wrong).catch(() => {})));
    await logIn(visitor, wrong.account, wrong.password);
    await expect(told).toBeVisible();
  }).toPass();
});

test('logging in or out in one browser tab is followed by the other', async ({ visitor }) => {
  const { username, password } = await openAccount();
  const other = await visitor.context().newPage();
  await other.goto('/home');
  await expect(heading(other)).toHaveText('Trade on paper. Check everything.');
  await visitor.goto('/login');
  await logIn(visitor, username, password);
  await expect(heading(other)).toHaveText(`Hello, ${username}`);
  await other.goto('/user');
  await visitor.goto('/user');
  await visitor.getByRole('button', { name: 'Log out' }).click();
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(other).toHaveURL(/\/login/);
  await expect(other.getByText('You logged out in another tab.')).toBeVisible();
});

test('whoever logs in or registers reads that this accepts the terms, and can open them there', async ({ visitor }) => {
  for (const [path, says] of [
    ['/login', 'Logging in means you accept'],
    ['/register', 'Registering means you accept'],
  ] as const) {
    await visitor.goto(path);
    await expect(visitor.getByText(says)).toBeVisible();
    for (const name of ['Terms of Use', 'Privacy Policy']) {
      await visitor.getByRole('button', { name }).click();
      await expect(visitor.getByRole('dialog', { name })).toBeVisible();
      await visitor.keyboard.press('Escape');
      await expect(visitor.getByRole('dialog', { name })).toBeHidden();
    }
  }
});
