import { login } from '@glasshouse/protocol/session';
import { newPhone, openAccount } from './people.ts';
import { codeTextedTo, forgetThrottles, newCaller } from './server.ts';
import { expect, heading, test } from './story.ts';

const fresh = 'a newer glass house';

test('someone who forgot the password is told what is missing', async ({ visitor }) => {
  await visitor.goto('/forget');
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  for (const prompt of [
    'Enter your email or phone',
    'Enter the verification code',
    'Enter the new login password',
    'Enter the new password again',
  ]) {
    await expect(visitor.getByText(prompt, { exact: true })).toBeVisible();
  }
});

test('someone who forgot the password sets a new one with a code and logs in with it', async ({ visitor }) => {
  const { phone, username } = await openAccount();
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await forgetThrottles();
  await visitor.getByLabel('Email or phone').fill(phone);
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect(visitor.getByText('a 6-digit code is on its way')).toBeVisible();
  await visitor.getByLabel('Verification code').fill(await codeTextedTo(phone));
  await visitor.getByLabel('New login password').fill(fresh);
  await visitor.getByLabel('New password again').fill(`${fresh}s`);
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  await expect(visitor.getByText('Two passwords are inconsistent')).toBeVisible();
  await visitor.getByLabel('New password again').fill(fresh);
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  await expect(visitor.getByText('Password reset complete')).toBeVisible();
  await expect(visitor).toHaveURL('/login');

  await visitor.getByLabel('Username, email or phone').fill(username);
  await visitor.getByLabel('Password', { exact: true }).fill(fresh);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
});

test('a code asked for by a stranger changes nothing and tells nothing', async ({ visitor }) => {
  const phone = newPhone();
  await visitor.goto('/forget');
  await forgetThrottles();
  await visitor.getByLabel('Email or phone').fill(phone);
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect(visitor.getByText('a 6-digit code is on its way')).toBeVisible();
  expect(await codeTextedTo(phone)).toContain('no text message');
});

test('changing the password ends the session here and everywhere', async ({ person }) => {
  const { page, username, password } = person;
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await page.goto('/user/security');
  await expect(page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Change password' }).click();

  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(page.getByText('Enter the old password', { exact: true })).toBeVisible();
  await page.getByLabel('Old password').fill('not the password');
  await page.getByLabel('New login password').fill(fresh);
  await page.getByLabel('New password again').fill(password);
  await change.click();
  await expect(page.getByText('Two passwords are inconsistent')).toBeVisible();
  await page.getByLabel('New password again').fill(fresh);
  await change.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Login password old incorrect' })).toBeVisible();
  await page.getByLabel('Old password').fill(password);
  await change.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your password is changed and every session has ended')).toBeVisible();

  await page.goto('/user');
  await expect(page).toHaveURL('/login?to=%2Fuser');
  await expect(newCaller()(login, { account: username, password })).rejects.toThrow('Wrong account or password');
});
