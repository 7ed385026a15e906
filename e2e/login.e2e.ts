import { login } from '@glasshouse/protocol/session/calls';
import type { Page } from '@playwright/test';
import { openAccount } from './people.ts';
import { newCaller } from './server.ts';
import { expect, heading, test } from './story.ts';

async function logIn(page: Page, account: string, password: string) {
  await page.getByLabel('Username, email or phone').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('logging in leads to the requested page', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/records?kind=withdraw');
  await expect(visitor).toHaveURL('/login?to=%2Frecords%3Fkind%3Dwithdraw');
  await expect(visitor.getByText('Please log in first')).toBeVisible();
  await logIn(visitor, username, password);
  await expect(visitor).toHaveURL('/records?kind=withdraw');
  await expect(visitor.getByRole('tab', { name: 'Withdraw' })).toHaveAttribute('aria-selected', 'true');
});

test('Back after logging in leads to the page before the log-in', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/home');
  await visitor.getByRole('link', { name: 'Contract', exact: true }).click();
  // Home has a Log in link too, which leads back home and is visible until the contract tab is rendered.
  await expect(heading(visitor)).toContainText('BTC/USDT');
  await visitor.getByRole('link', { name: 'Log in' }).click();
  // The other account pages must not stay in the history either.
  await visitor.getByRole('tab', { name: 'Register' }).click();
  await expect(visitor.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await visitor.getByRole('tab', { name: 'Log in' }).click();
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(visitor)).toHaveText('Forgot password');
  await visitor.getByRole('button', { name: 'Back' }).click();
  await logIn(visitor, username, password);
  await expect(visitor).toHaveURL('/contract');
  await expect(visitor.getByRole('region', { name: /^Open positions/ })).toBeVisible();
  await visitor.goBack();
  await expect(visitor).toHaveURL('/home');
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
});

test('logging in from home adds no second home to the history', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/market');
  await visitor.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(heading(visitor)).toHaveText('Trade on paper. Check everything.');
  await visitor.getByRole('link', { name: 'Log in' }).click();
  await logIn(visitor, username, password);
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
  await visitor.goBack();
  await expect(visitor).toHaveURL('/market');
});

test('the return link cannot lead to another site', async ({ visitor }) => {
  const { phone, password } = await openAccount();
  await visitor.goto('/login?to=//evil.example/');
  await logIn(visitor, phone, password);
  await expect(visitor).toHaveURL('/home');
});

test('a logged-in user who opens the login page is redirected home', async ({ person }) => {
  await person.page.goto('/login');
  await expect(person.page).toHaveURL('/home');
  await expect(heading(person.page)).toHaveText(`Hello, ${person.username}`);
});

test('a wrong password and an unknown account show the same error', async ({ visitor }) => {
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

test('too many attempts show how long to wait', async ({ visitor }) => {
  const { username } = await openAccount();
  await visitor.goto('/login');
  const tooMany = visitor.getByRole('alert').filter({ hasText: /Too many tries\. Try again in (1 min|\d+ sec)/ });
  const wrong = { account: username, password: 'not the password' };
  // Another test may reset the rate limits in between: then try again.
  await expect(async () => {
    await Promise.all(Array.from({ length: 11 }, () => newCaller()(login, wrong).catch(() => {})));
    await logIn(visitor, wrong.account, wrong.password);
    await expect(tooMany).toBeVisible();
  }).toPass();
});

test('logging in or out in one browser tab updates the other', async ({ visitor }) => {
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
  await expect(other.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
  await expect(other.getByText('You logged out in another tab.')).toHaveCount(0);
});

test('the log-in and registration pages link to the terms they accept', async ({ visitor }) => {
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
