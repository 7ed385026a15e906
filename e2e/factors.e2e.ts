import { readFile } from 'node:fs/promises';
import { listSessions, login } from '@glasshouse/protocol/session/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { browserOf, openAccount } from './people.ts';
import { arrange, forgetThrottles, newCaller, site } from './server.ts';
import { expect, isRefusedAt, openDevtools, test } from './story.ts';
import { codeAt, nextCode } from './totp.ts';

// Passkeys are bound to a domain name and don't work on an IP address.
const named = site.replace('127.0.0.1', 'localhost');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function logOut(page: Page) {
  await page.goto('/user');
  await press(page, 'Log out');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/(login|home)/);
  await forgetThrottles();
}

async function givePassword(page: Page, account: string, password: string) {
  await page.goto('/login');
  await page.getByLabel('Username, email or phone').fill(account);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Pairs an authenticator app on the open page. Returns its secret and the recovery codes shown. */
async function pair(page: Page, password: string) {
  await press(page, 'Turn on');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const form = page.locator('form');
  await form.getByLabel('Login password', { exact: true }).fill(password);
  return { secret, form };
}

test('an authenticator app is paired and requested at log-in, and a recovery code replaces it', async ({ person }) => {
  const { page, username, password } = person;
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await page.goto('/user/security');
  await page.getByRole('link', { name: /Authenticator app/ }).click();
  const { secret, form } = await pair(page, password);
  await form.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await isRefusedAt(form.getByLabel('Code from the app'), 'The code or passkey is not right, or was used before');
  expect(await axeFaults(page)).toEqual([]);
  await form.getByLabel('Code from the app').fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');

  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(8);
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  const all = await codes.allTextContents();
  // A user who leaves before confirming that the codes are saved finds them again.
  await page.goBack();
  await page.getByRole('link', { name: /Authenticator app/ }).click();
  await expect(codes).toHaveText(all);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'Copy codes');
  await expect(page.getByRole('status').filter({ hasText: 'Copied to clipboard' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(all.join('\n'));
  const download = page.waitForEvent('download');
  await press(page, 'Save as a file');
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`${all.join('\n')}\n`);
  await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Done' })).toHaveAccessibleDescription(
    'First keep the codes and tick the box.',
  );
  await page.getByLabel('I have kept them in a safe place').check();
  await press(page, 'Done');
  await expect(page.getByText('8 recovery codes are left.')).toBeVisible();
  await expect(elsewhere(listSessions, {})).rejects.toThrow('401');

  await logOut(page);
  await givePassword(page, username, password);
  const codeField = page.getByLabel('Code from the app, or a recovery code');
  await expect(codeField).toBeFocused();
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByText('One more step')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(1);
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await press(page, 'Use another account');
  await expect(page.getByLabel('Username, email or phone')).toHaveValue(username);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(codeField).toBeFocused();
  await expect(page).toHaveURL(/\/login/);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await isRefusedAt(codeField, 'The code or passkey is not right, or was used before');
  // As apps copy it, with a space in the middle.
  const code = nextCode(secret);
  await codeField.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');

  await logOut(page);
  await givePassword(page, username, password);
  await codeField.fill(all[0]!.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');

  // The phone is lost: another recovery code turns the app off.
  await page.goto('/user/security/authenticator');
  await expect(page.getByText('7 recovery codes are left.')).toBeVisible();
  // One tap changes nothing: it explains the consequences and asks for proof.
  await press(page, 'Make new codes');
  await expect(page.getByText('The old ones stop working at once. You can’t undo this.')).toBeVisible();
  await expect(page.getByText('7 recovery codes are left.')).toBeVisible();
  await press(page, 'Turn off');
  await expect(page.getByText('The app’s codes and all recovery codes stop working.')).toBeVisible();
  await expect(page.getByLabel('Login password', { exact: true })).toBeFocused();
  await page.getByLabel('Login password', { exact: true }).fill(password);
  await page.getByLabel('Code from the app, or a recovery code').fill(all[1]!);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The authenticator app is off')).toBeVisible();
  await logOut(page);
  await givePassword(page, username, password);
  await expect(page).toHaveURL('/home');
});

/** Adds an authenticator to the browser. Returns a function that sets whether it verifies its user. */
async function withAuthenticator(page: Page) {
  const wire = await openDevtools(page);
  await wire.send('WebAuthn.enable');
  const { authenticatorId } = await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return (isUserVerified: boolean) => wire.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}

test('a passkey is created with the password, logs in without it, and stops working once removed', async ({ open }) => {
  const account = await openAccount();
  const page = await open(browserOf(account, named));
  const willVerify = await withAuthenticator(page);

  await page.goto('/user/security');
  await page.getByRole('link', { name: /Passkeys/ }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  const waits =
    'You can log in with it at once. It can confirm purchases, transfers and withdrawals 24 hours after you add it.';
  await expect(page.getByText(waits)).toBeVisible();
  await page.getByLabel('Name of the passkey').fill('Key on the laptop');
  await page.getByLabel('Login password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await isRefusedAt(page.getByLabel('Login password', { exact: true }), 'Wrong login password');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  const keys = page.getByRole('list', { name: 'Passkeys' });
  await expect(keys).toContainText('Key on the laptop');
  await expect(keys).toContainText('Never used');
  await expect(keys).toContainText(/Logs you in now\. Can confirm payments after (\d\d-\d\d )?\d\d:\d\d/);
  await expect(page.getByLabel('Name of the passkey')).toHaveValue('');
  expect(await axeFaults(page)).toEqual([]);
  // The app cleared the form, so no field may be marked invalid.
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);

  await logOut(page);
  await page.goto('/login');
  // After a passkey was created, the log-in page offers it first.
  await expect(page.locator('form').getByRole('button').first()).toHaveText('Log in with a passkey');
  // Log-in fails if the authenticator can't verify its user.
  await willVerify(false);
  await press(page, 'Log in with a passkey');
  await expect(page.getByText('The passkey did not answer')).toBeVisible();
  await willVerify(true);
  await press(page, 'Log in with a passkey');
  await expect(page).toHaveURL('/home');

  await page.goto('/user/security/passkeys');
  await expect(keys).toContainText('Last used');
  await press(page, 'Remove “Key on the laptop”');
  const form = keys.locator('form');
  // One tap removes nothing: it explains the consequences and asks for proof.
  await expect(form).toContainText('“Key on the laptop” will no longer log you in. You can’t undo this');
  await press(page, 'Keep it');
  await expect(keys).toContainText('Last used');
  await press(page, 'Remove “Key on the laptop”');
  await form.getByLabel('Login password', { exact: true }).fill(account.password);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet')).toBeVisible();
  await logOut(page);
  await page.goto('/login');
  await press(page, 'Log in with a passkey');
  await expect(page.getByText('This passkey is not known here, or it answered too late')).toBeVisible();
});

test('an authenticator app or a passkey replaces the trade password a day after it was added', async ({ open }) => {
  const account = await openAccount();
  const page = await open(browserOf(account, named));
  const willVerify = await withAuthenticator(page);
  const sheet = page.getByRole('dialog');
  await page.goto('/user/vip');
  await page.getByRole('button', { name: /^Upgrade to VIP 1/ }).click();
  await expect(sheet.getByText('Forgot it?')).toBeVisible();

  await page.goto('/user/security/passkeys');
  await page.getByLabel('Name of the passkey').fill('Key on the laptop');
  await page.getByLabel('Login password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await page.goto('/user/security/authenticator');
  const { secret, form } = await pair(page, account.password);
  await form.getByLabel('Code from the app').fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8);
  await page.goto('/user/vip');
  await page.getByRole('button', { name: /^Upgrade to VIP 1/ }).click();
  await expect(sheet.getByText('Forgot it?')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);

  const { id } = account.info;
  await arrange(`update person_authenticator set on_since = on_since - interval '1 day' where person = '${id}'`);
  await arrange(`update person_passkey set created_at = created_at - interval '1 day' where person = '${id}'`);
  await page.goto('/user/security/passkeys');
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Never used');
  await expect(page.getByText('Can confirm payments after')).toHaveCount(0);
  await page.goto('/user/vip');
  await page.getByRole('button', { name: /^Upgrade to VIP 1/ }).click();
  await sheet.getByRole('button', { name: 'Use the authenticator app' }).click();
  const code = sheet.getByLabel('Code from the authenticator app');
  await expect(code).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await code.fill(nextCode(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are VIP 1 now')).toBeVisible();

  await page.getByRole('button', { name: /^Upgrade to VIP 2/ }).click();
  await sheet.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(sheet.getByText('Your device asks for your passkey when you continue.')).toBeVisible();
  await willVerify(false);
  await sheet.getByRole('button', { name: /^Hold / }).click();
  await expect(sheet.getByText('No passkey answered.')).toBeVisible();
  await willVerify(true);
  await sheet.getByRole('button', { name: /^Hold / }).click();
  await expect(page.getByText('You are VIP 2 now')).toBeVisible();
});

test('passkeys are not offered where they cannot be used', async ({ person, visitor }) => {
  await visitor.goto('/login');
  await expect(visitor.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Log in with a passkey' })).toBeHidden();
  await person.page.goto('/user/security/passkeys');
  await expect(
    person.page.getByText('This browser cannot use passkeys here. Use an authenticator app instead.'),
  ).toBeVisible();
});
