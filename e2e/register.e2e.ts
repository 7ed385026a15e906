import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { stakeOf } from './contracts.ts';
import { newEmail, newName, newPhone, openAccount } from './people.ts';
import { arrange, codeMailedTo, codeTextedTo, forgetThrottles, subjectTo } from './server.ts';
import { expect, heading, isRefusedAt, test } from './story.ts';

type Form = { contact: string; code: string; username?: string; invitation?: string };

async function fillIn(page: Page, { contact, code, username, invitation }: Form) {
  await page.getByLabel('Email or phone', { exact: true }).fill(contact);
  await page.getByLabel('Verification code').fill(code);
  await page.getByLabel('Login password', { exact: true }).fill('a paper lantern');
  if (username || invitation) await openFold(page);
  if (username) await page.getByLabel('Username').fill(username);
  if (invitation) await page.getByLabel('Invitation code').fill(invitation);
  // Leaving a field may show a message, which moves everything below it.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.getByLabel('I understand this is simulated').check();
}

async function openFold(page: Page) {
  if (!(await page.getByLabel('Username').isVisible())) await page.locator('summary').click();
}

const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

async function askForCode(page: Page, contact: string) {
  await forgetThrottles();
  await page.getByLabel('Email or phone', { exact: true }).fill(contact);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('a code is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toBeDisabled();
}

test('a visitor registers by email with the mailed code, stays logged in, and logs out', async ({ visitor }) => {
  const contact = newEmail();
  const username = newName();
  await visitor.goto('/home');
  await visitor.getByRole('link', { name: 'Open a practice account' }).click();
  await askForCode(visitor, contact);
  await fillIn(visitor, { contact, code: await codeMailedTo(contact), username });
  await create(visitor);
  await expect(visitor).toHaveURL('/home');
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);

  await visitor.reload();
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);

  // The first action that requires a trade password asks the user to set one, and continues from there.
  await visitor.goto('/finance/confirm?product=4&version=1&units=500');
  await visitor.getByRole('button', { name: 'Set a trade password' }).click();
  const sheet = visitor.getByRole('dialog', { name: 'Trade password' });
  await expect(sheet).toContainText('You can’t change it or get it back');
  await expect(sheet).toContainText('If you forget it');
  expect(await axeFaults(visitor)).toEqual([]);
  await sheet.getByRole('button', { name: 'Choose it now' }).click();
  await expect(sheet.getByLabel('Trade password', { exact: true })).toBeFocused();
  await visitor.keyboard.type('123456');
  await expect(sheet.getByText('These digits run up or down in order')).toBeVisible();
  await sheet.getByLabel('Trade password', { exact: true }).fill('');
  await sheet.getByLabel('Trade password', { exact: true }).pressSequentially('246810');
  await expect(sheet.getByLabel('Trade password again', { exact: true })).toBeFocused();
  await visitor.keyboard.type('246810');
  await forgetThrottles();
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText('a code is on its way')).toBeVisible();
  await sheet.getByLabel(`Code from ${contact}`).fill(await codeMailedTo(contact));
  await sheet.getByLabel('Login password', { exact: true }).fill('not the password');
  await sheet.getByRole('button', { name: 'Set a trade password' }).click();
  await isRefusedAt(sheet.getByLabel('Login password', { exact: true }), 'Wrong login password');
  await sheet.getByLabel('Login password', { exact: true }).fill('a paper lantern');
  expect(await axeFaults(visitor)).toEqual([]);
  await sheet.getByRole('button', { name: 'Set a trade password' }).click();
  await expect(sheet).toBeHidden();
  const tradePassword = visitor.getByLabel('Trade password', { exact: true });
  await expect(tradePassword).toBeFocused();
  // Not covered by the bar with the button.
  const isOnTop = () =>
    tradePassword.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    });
  await expect.poll(isOnTop).toBe(true);
  await visitor.goto('/user/security');
  await expect(visitor.getByText('Withdrawals are locked')).toHaveCount(0);
  await expect(visitor.getByText('set; it cannot be changed or retrieved')).toBeVisible();

  await visitor.goto('/home');
  await visitor.getByRole('link', { name: 'Account', exact: true }).click();
  await visitor.getByRole('button', { name: 'Log out' }).click();
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(visitor.getByText('Logout successful')).toBeVisible();
  await expect(visitor).toHaveURL('/login');

  await visitor.goto('/user/security');
  await expect(visitor).toHaveURL('/login?to=%2Fuser%2Fsecurity');
});

test('a visitor registers by phone, however the number is written', async ({ visitor }) => {
  const phone = newPhone();
  const written = `00${phone.slice(1, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`;
  await visitor.goto('/register');
  await askForCode(visitor, written);
  await fillIn(visitor, { contact: written, code: await codeTextedTo(phone) });
  await create(visitor);
  await expect(visitor).toHaveURL('/home');
  await visitor.goto('/user/settings');
  await expect(visitor.getByText(phone)).toBeVisible();
});

test('a wrong code, a taken name and an unknown invitation are refused, and the form can still be submitted', async ({
  visitor,
}) => {
  const { username: taken, info } = await openAccount();
  const contact = newEmail();
  await visitor.goto('/register?invite=NOBODY99');
  await expect(visitor.getByText('Invited by NOBODY99')).toBeVisible();
  await askForCode(visitor, contact);
  const code = await codeMailedTo(contact);
  const wrong = code === '000000' ? '111111' : '000000';

  await fillIn(visitor, { contact, code: wrong, username: taken });
  await create(visitor);
  await isRefusedAt(visitor.getByLabel('Verification code'), 'Wrong verification code');
  await expect(visitor.getByText('a code is on its way')).toBeHidden();

  await visitor.getByLabel('Verification code').fill(code);
  await create(visitor);
  await isRefusedAt(visitor.getByLabel('Invitation code'), 'Invitation code does not exist');

  await visitor.getByLabel('Invitation code').fill(info.invitationCode.toLowerCase());
  await create(visitor);
  await isRefusedAt(visitor.getByLabel('Username'), 'This username is taken');

  await visitor.getByLabel('Username').fill(newName());
  await create(visitor);
  await expect(visitor).toHaveURL('/home');
});

test('an empty registration shows every missing field and focuses the first', async ({ visitor }) => {
  await visitor.goto('/register');
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect(visitor.getByLabel('Email or phone', { exact: true })).toBeFocused();
  await create(visitor);
  for (const prompt of [
    'Enter your email or phone',
    'Enter the verification code',
    'Enter the login password',
    'Check this box to open an account',
  ]) {
    await expect(visitor.getByText(prompt, { exact: true })).toBeVisible();
  }
  await expect(visitor.getByLabel('Email or phone', { exact: true })).toBeFocused();
  await expect(visitor.getByLabel('Email or phone', { exact: true })).toHaveAccessibleDescription(
    'Enter your email or phone',
  );
});

test('sending a code removes the error that asked for one', async ({ visitor }) => {
  await visitor.goto('/register');
  await create(visitor);
  await expect(visitor.getByText('Enter the verification code', { exact: true })).toBeVisible();
  await askForCode(visitor, newEmail());
  await expect(visitor.getByText('Enter the verification code', { exact: true })).toBeHidden();
  await expect(visitor.getByText('Enter the login password', { exact: true })).toBeVisible();
});

test('Back leaves log-in and registration, and visitors can look around without an account', async ({ visitor }) => {
  for (const page of ['Log in', 'Register']) {
    await visitor.goto('/market');
    await visitor.getByRole('link', { name: 'Contract', exact: true }).click();
    await visitor.getByRole('link', { name: page === 'Log in' ? page : 'Open a practice account' }).click();
    await expect(visitor.getByRole('tab', { name: page })).toHaveAttribute('aria-selected', 'true');
    await visitor.getByRole('button', { name: 'Back' }).click();
    await expect(visitor).toHaveURL('/contract');
    await visitor.goto(page === 'Log in' ? '/login' : '/register');
    await visitor.getByRole('link', { name: 'Look around first' }).click();
    await expect(visitor).toHaveURL('/home');
  }
  const direct = await visitor.context().newPage();
  await direct.goto('/register');
  await direct.getByRole('button', { name: 'Back' }).click();
  await expect(direct).toHaveURL('/home');
});

test('invalid input is explained at its field before anything is sent', async ({ visitor }) => {
  const calls: string[] = [];
  visitor.on('request', (request) => request.url().includes('/index/index/') && calls.push(request.url()));
  await visitor.goto('/register');
  await fillIn(visitor, { contact: 'someone@', code: '12', username: '1st', invitation: '!' });
  await visitor.getByLabel('Trade password', { exact: true }).fill('123456');
  await visitor.getByLabel('Login password', { exact: true }).fill('short');
  await visitor.getByLabel('Trade password again', { exact: true }).fill('246810');
  await create(visitor);
  for (const problem of [
    'Email error. It should look like name@example.com',
    'The code has 6 digits',
    'At least 10 characters. You have 5.',
    'These digits run up or down in order. Choose a trade password that is harder to guess.',
    'Two passwords are inconsistent',
    /^Start with a letter/,
    'The code has 4 to 16 letters and digits',
  ]) {
    await expect(visitor.getByText(problem, { exact: true })).toBeVisible();
  }
  await visitor.getByLabel('Email or phone', { exact: true }).fill('12345');
  await expect(visitor.getByText(/^Write the phone with its country code/)).toBeVisible();
  expect(calls).toEqual([]);
});

test('an address in use gets a mail that says so, and the form reveals nothing to strangers', async ({ visitor }) => {
  const contact = newEmail();
  const { info } = await openAccount();
  await arrange(`update person set email = '${contact}' where id = '${info.id}'`);
  await visitor.goto('/register');
  await askForCode(visitor, contact);
  expect(await subjectTo(contact)).toBe('You already have a Glasshouse account');
});

test('registration returns to the requested page, also through log-in and back', async ({ visitor }) => {
  const contact = newEmail();
  await visitor.goto('/contract');
  await stakeOf(visitor).fill('25');
  await visitor.getByRole('link', { name: 'Open a practice account' }).click();
  await expect(visitor).toHaveURL('/register?to=%2Fcontract');
  await visitor.getByLabel('Email or phone', { exact: true }).fill(contact);
  await visitor.getByRole('tab', { name: 'Log in' }).click();
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(visitor).toHaveURL('/forget?to=%2Fcontract');
  await visitor.getByRole('button', { name: 'Back' }).click();
  await expect(visitor).toHaveURL('/login?to=%2Fcontract');
  await visitor.getByRole('tab', { name: 'Register' }).click();
  await expect(visitor.getByLabel('Email or phone', { exact: true })).toHaveValue(contact);
  await askForCode(visitor, contact);
  await fillIn(visitor, { contact, code: await codeMailedTo(contact) });
  await create(visitor);
  await expect(visitor).toHaveURL('/contract');
  await expect(stakeOf(visitor)).toHaveValue('25.00');
});

test('a return link cannot lead to another site after registration', async ({ visitor }) => {
  const phone = newPhone();
  await visitor.goto('/register?to=//evil.example/');
  await askForCode(visitor, phone);
  await fillIn(visitor, { contact: phone, code: await codeTextedTo(phone) });
  await create(visitor);
  await expect(visitor).toHaveURL('/home');
});

test('a site without text messages asks only for an email, everywhere', async ({ person: { page } }) => {
  await page.route('**/index/site/getsite', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, textMessages: false } } });
  });
  await page.goto('/user/security');
  await expect(page.getByRole('link', { name: /^Login password/ })).toBeVisible();
  await page.goto('/user/security/phone');
  await expect(page.getByText('This site cannot send text messages, so a phone cannot')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/register');
  const contact = page.getByLabel('Email', { exact: true });
  await contact.fill('+44 7700 900123');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(contact).toHaveAccessibleDescription('This site cannot send text messages. Use an email address.');
  await page.goto('/login');
  await expect(page.getByLabel('Username or email', { exact: true })).toBeVisible();
  await page.goto('/forget');
  await expect(page.getByText('We send a code to the email of your account.')).toBeVisible();
});
