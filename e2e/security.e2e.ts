import { getUser, listSessions, login } from '@glasshouse/protocol/session/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { type Account, newEmail, withEmail } from './people.ts';
import { arrange, codeMailedTo, codeTextedTo, forgetThrottles, mailTo, newCaller } from './server.ts';
import { expect, isRefusedAt, test } from './story.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fresh = 'nine paper lanterns';

/** Sends a code with the button of a field, and types the code that arrived. */
async function giveCode(page: Page, label: RegExp | string, arrived: () => Promise<string>) {
  const field = page.getByLabel(label);
  await page.locator('form > *', { has: field }).getByRole('button', { name: 'Send code' }).click();
  await field.fill(await arrived());
}

async function logInByHand(page: Page, { username }: Account, password: string) {
  await page.getByLabel('Username, email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Log in');
}

test('the security center lists log-in methods, sessions and account events', async ({ person }) => {
  const { page, phone } = person;
  await page.goto('/user/security');
  const ways = page.getByRole('list', { name: 'How you get in' }).getByRole('listitem');
  await expect(ways.filter({ hasText: 'Phone' })).toContainText(`${phone.slice(0, 3)}•••${phone.slice(-2)}`);
  await expect(ways.filter({ hasText: 'Phone' })).toContainText('Bound');
  await expect(ways.filter({ hasText: 'Trade password' })).toContainText('cannot be changed or retrieved');
  await expect(page.getByRole('link', { name: 'Bind an email' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What happened lately' })).toContainText('Account opened');
  await expect(page.getByText('Withdrawals are locked')).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
});

test('an email is bound, changed and unbound with codes from the current and the new contact, and the old address is notified', async ({
  person,
}) => {
  const { page, phone, username, password } = person;
  const [first, second] = [newEmail(), newEmail()];
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await page.goto('/user/security');
  await page.getByRole('link', { name: 'Bind an email' }).click();
  await press(page, 'Bind an email');
  for (const prompt of ['Enter the new email', 'Enter the login password'])
    await expect(page.getByText(prompt, { exact: true })).toBeVisible();
  await forgetThrottles();
  await page.getByLabel('New email', { exact: true }).fill(first);
  await giveCode(page, 'Code from the new email', () => codeMailedTo(first));
  await giveCode(page, /^Code from \+/, () => codeTextedTo(phone));
  await page.getByLabel('Login password', { exact: true }).fill('not the password');
  await press(page, 'Bind an email');
  await isRefusedAt(page.getByLabel('Login password', { exact: true }), 'Wrong login password');
  await page.getByLabel('Login password', { exact: true }).fill(password);
  await press(page, 'Bind an email');
  await expect(page).toHaveURL('/user/security');
  await expect(page.getByText('Done. Your other sessions have ended')).toBeVisible();
  await expect(elsewhere(getUser, {})).rejects.toThrow('401');
  await expect(page.getByRole('list', { name: 'What happened lately' })).toContainText('Email bound');
  await expect(page.getByRole('region', { name: 'Withdrawals are locked' })).toContainText('after your next login');

  await forgetThrottles();
  await page.getByRole('link', { name: /^Email/ }).click();
  await page.getByLabel('New email', { exact: true }).fill(second);
  await giveCode(page, 'Code from the new email', () => codeMailedTo(second));
  await giveCode(page, /^Code from .*•••@/, () => codeMailedTo(first));
  const right = await page.getByLabel('Code from the new email').inputValue();
  await page.getByLabel('Code from the new email').fill(right === '000000' ? '111111' : '000000');
  await page.getByLabel('Login password', { exact: true }).fill(password);
  await press(page, 'Change email');
  await isRefusedAt(page.getByLabel('Code from the new email'), 'Wrong code for the new contact');
  await page.getByLabel('Code from the new email').fill(right);
  await press(page, 'Change email');
  await expect(page).toHaveURL('/user/security');
  expect(await mailTo(first)).toMatch(/email of your account was changed[\s\S]*Device: Chrome on Linux[\s\S]*\/lock#/);

  await forgetThrottles();
  await page.getByRole('link', { name: /^Email/ }).click();
  await page.getByRole('link', { name: 'Unbind email' }).click();
  await giveCode(page, /^Code from .*•••@/, () => codeMailedTo(second));
  await page.getByLabel('Login password', { exact: true }).fill(password);
  await press(page, 'Unbind email');
  await expect(page).toHaveURL('/user/security');
  await expect(page.getByRole('link', { name: 'Bind an email' })).toBeVisible();
  expect(await mailTo(second)).toContain('/lock#');
});

test('the only contact cannot be unbound', async ({ person }) => {
  await person.page.goto('/user/security/phone?unbind');
  await expect(person.page.getByRole('button', { name: 'Change phone' })).toBeVisible();
  await expect(person.page.getByRole('link', { name: 'Unbind phone' })).toBeHidden();
  expect(await axeFaults(person.page)).toEqual([]);
});

test('a changed password locks withdrawals until an hour after the next log-in, with reason and countdown', async ({
  person,
}) => {
  const { page, password, info } = person;
  await page.goto('/user/changePsw');
  await page.getByLabel('Old password', { exact: true }).fill(password);
  await page.getByLabel('New login password', { exact: true }).fill(fresh);
  await page.getByLabel('New password again', { exact: true }).fill(fresh);
  await press(page, 'Change password');
  await logInByHand(page, person, fresh);
  await page.getByText('Hello').waitFor();
  await page.goto('/user/security');
  const card = page.getByRole('region', { name: 'Withdrawals are locked' });
  await expect(card).toContainText('Password changed:');
  await expect(card).toContainText('ends 1 hour after that login');
  const timer = card.getByRole('timer');
  const before = await timer.textContent();
  // The sessions below show the same log-in in the same format.
  const mine = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
  const since = (await mine.getByRole('time').textContent())!;
  await expect(card).toContainText(`first login after that: ${since}.`);
  expect(before).toMatch(/^(59:\d\d|60:00)$/);
  await expect(timer).not.toHaveText(before!);

  const at = `now() - interval '59 minutes 52 seconds'`;
  await arrange(`update person set security_changed_at = ${at}, logged_in_again_at = ${at} where id = '${info.id}'`);
  await page.reload();
  await expect(timer).toHaveText(/^00:0\d$/);
  await expect(card).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Withdrawals are open again' })).toHaveCount(1);
});

test('all other sessions end after a confirmation, and this one continues', async ({ person }) => {
  const { page, username, password } = person;
  const others = [newCaller(), newCaller()];
  for (const other of others) await other(login, { account: username, password });
  await page.goto('/user/security');
  const sessions = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await press(page, 'End all others');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(sessions).toHaveCount(3);
  await press(page, 'End all others');
  await question.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('All other sessions ended')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  for (const other of others) await expect(other(listSessions, {})).rejects.toThrow('401');
  await expect(page.getByRole('list', { name: 'What happened lately' })).toContainText('All other sessions were ended');
});

test('a new device is reported by mail, its link can lock the account, and a new password unlocks it', async ({
  person,
  visitor,
}) => {
  const { page, username, password, phone } = person;
  const email = await withEmail(person);
  const stranger = newCaller();
  await stranger(login, { account: username, password });
  const mail = await mailTo(email);
  expect(mail).toMatch(/A new device logged in[\s\S]*When: \d{4}-\d\d-\d\d[\s\S]*Address: 127\.0\.0\.1/);
  const link = /https?:\S+\/lock#\S+/.exec(mail)![0];

  // Opening the link does nothing, because mail scanners open every link.
  await visitor.goto(link);
  await expect(visitor.getByRole('button', { name: 'Lock my account' })).toBeVisible();
  expect(await axeFaults(visitor)).toEqual([]);
  await stranger(getUser, {});
  await press(visitor, 'Lock my account');
  await expect(visitor.getByRole('status').filter({ hasText: 'Your account is locked' })).toBeVisible();
  await expect(stranger(getUser, {})).rejects.toThrow('401');
  await page.goto('/user/security');
  await expect(page).toHaveURL('/login?to=%2Fuser%2Fsecurity');
  await logInByHand(page, person, password);
  await expect(page.getByRole('alert').filter({ hasText: 'This account is locked' })).toBeVisible();

  await visitor.goto(link);
  await visitor.reload();
  await press(visitor, 'Lock my account');
  await expect(visitor.getByRole('alert').filter({ hasText: 'This link has been used' })).toBeVisible();
  await forgetThrottles();
  await expect(visitor.getByRole('link', { name: 'Set a new password' })).toBeFocused();
  await visitor.keyboard.press('Enter');
  await visitor.getByLabel('Email or phone', { exact: true }).fill(phone);
  await press(visitor, 'Send code');
  await visitor.getByLabel('Verification code').fill(await codeTextedTo(phone));
  await visitor.getByLabel('New login password', { exact: true }).fill(fresh);
  await visitor.getByLabel('New password again', { exact: true }).fill(fresh);
  await press(visitor, 'Set new password');
  await expect(visitor).toHaveURL('/login');
  await visitor.goto('/login?to=/user/security');
  await logInByHand(visitor, person, fresh);
  await expect(visitor.getByRole('list', { name: 'What happened lately' })).toContainText('Account opened again');
});

test('account events can be read back to the registration', async ({ person }) => {
  const { page, info } = person;
  await arrange(`insert into security_event (id, person, at, kind, address, device, detail, times)
    select gen_random_uuid(), '${info.id}', now() + n * interval '1 second', 'logged_in', '203.0.113.24', '', 'password', 1
    from generate_series(1, 44) n`);
  await arrange(`insert into security_event (id, person, at, kind, address, device, times)
    values (gen_random_uuid(), '${info.id}', now() + interval '1 minute', 'wrong_password', '198.51.100.7', '', 2)`);
  await page.goto('/user/security');
  const lately = page.getByRole('list', { name: 'What happened lately' }).getByRole('listitem');
  await expect(lately).toHaveCount(5);
  await expect(lately.first()).toContainText('Wrong password, 2 times');
  await expect(lately.first()).toContainText('Check');
  await page.getByRole('link', { name: 'All events since you joined' }).click();
  await expect(page).toHaveURL('/user/security/events');
  const events = page.getByRole('listitem');
  await expect(events.first()).toContainText('198.51.100.7');
  for (const count of [40, 46]) {
    await events.last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 4000);
    await expect.poll(() => events.count()).toBeGreaterThanOrEqual(count);
  }
  await expect(page.getByText('Account opened')).toBeVisible();
  await expect(page.getByText('No more')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});
