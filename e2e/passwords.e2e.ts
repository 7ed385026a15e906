import { login } from '@glasshouse/protocol/session/calls';
import { newPhone, openAccount } from './people.ts';
import { codeTextedTo, forgetThrottles, newCaller } from './server.ts';
import { expect, heading, isRefusedAt, test } from './story.ts';

const fresh = 'nine paper lanterns';

test('the form for a forgotten password names missing input', async ({ visitor }) => {
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

test('a user who forgot the password sets a new one with a code and logs in with it', async ({ visitor }) => {
  const { phone, username } = await openAccount();
  await visitor.goto('/login');
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await forgetThrottles();
  await visitor.getByLabel('Email or phone', { exact: true }).fill(phone);
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect(visitor.getByText('a code is on its way')).toBeVisible();
  const code = await codeTextedTo(phone);
  await visitor.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
  await visitor.getByLabel('New login password', { exact: true }).fill(fresh);
  await visitor.getByLabel('New password again', { exact: true }).fill(`${fresh}s`);
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  await expect(visitor.getByText('Two passwords are inconsistent')).toBeVisible();
  await visitor.getByLabel('New password again', { exact: true }).fill(fresh);
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  await isRefusedAt(visitor.getByLabel('Verification code'), 'Wrong verification code');
  await visitor.getByLabel('Verification code').fill(code);
  await visitor.getByRole('button', { name: 'Set new password' }).click();
  await expect(visitor.getByText('Password reset complete')).toBeVisible();
  await expect(visitor).toHaveURL('/login');

  await visitor.getByLabel('Username, email or phone').fill(username);
  await visitor.getByLabel('Password', { exact: true }).fill(fresh);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(heading(visitor)).toHaveText(`Hello, ${username}`);
});

test('a code requested by a stranger changes nothing and reveals nothing', async ({ visitor }) => {
  const phone = newPhone();
  await visitor.goto('/forget');
  await forgetThrottles();
  await visitor.getByLabel('Email or phone', { exact: true }).fill(phone);
  await visitor.getByRole('button', { name: 'Send code' }).click();
  await expect(visitor.getByText('a code is on its way')).toBeVisible();
  // Messages are sent in the order of the requests: once a later one has arrived, this one would have too.
  await openAccount();
  expect(await codeTextedTo(phone, 0)).toContain('no text message');
});

test('changing the password ends all sessions', async ({ person }) => {
  const { page, username, password } = person;
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await page.goto('/user/security');
  await expect(page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: /^Login password/ }).click();

  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(page.getByText('Enter the old password', { exact: true })).toBeVisible();
  await page.getByLabel('Old password', { exact: true }).fill('not the password');
  await page.getByLabel('New login password', { exact: true }).fill(fresh);
  await page.getByLabel('New password again', { exact: true }).fill(password);
  await change.click();
  await expect(page.getByText('Two passwords are inconsistent')).toBeVisible();
  await page.getByLabel('New password again', { exact: true }).fill(fresh);
  await change.click();
  await isRefusedAt(page.getByLabel('Old password', { exact: true }), 'Login password old incorrect');
  await page.getByLabel('Old password', { exact: true }).fill(password);
  for (const label of ['New login password', 'New password again'])
    await page.getByLabel(label, { exact: true }).fill('1q2w3e4r5t');
  await change.click();
  const newPassword = page.getByLabel('New login password', { exact: true });
  await isRefusedAt(newPassword, 'This is one of the most common passwords. Try three or four unrelated words.');
  for (const label of ['New login password', 'New password again'])
    await page.getByLabel(label, { exact: true }).fill(fresh);
  await change.click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your password is changed and every session has ended')).toBeVisible();

  await page.goto('/user');
  await expect(page).toHaveURL('/login?to=%2Fuser');
  await expect(newCaller()(login, { account: username, password })).rejects.toThrow('Wrong account or password');
});
