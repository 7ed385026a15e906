import { readFile } from 'node:fs/promises';
import { login } from '@glasshouse/protocol/session/calls';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { axeFaults } from './axe.ts';
import { browserOf, openAccount, withEmail } from './people.ts';
import { arrange, mailTo, newCaller } from './server.ts';
import { expect, heading, isRefusedAt, test } from './story.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const passwordIn = (page: Page) => page.getByLabel('Login password', { exact: true });

const linkIn = (mail: string) => /https?:\S+\/user\/security\/copy#[\w-]{43}/.exec(mail)?.[0] ?? `no link in:\n${mail}`;

test('a user requests a copy of all their data with the password and downloads it from a mailed link', async ({
  person,
  open,
}) => {
  const { page, username, password, info } = person;
  const email = await withEmail(person);
  await page.goto('/user/security');
  await page.getByRole('link', { name: 'Download my data' }).click();
  await expect(passwordIn(page)).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await passwordIn(page).fill('not the password');
  await press(page, 'Make my copy');
  await isRefusedAt(passwordIn(page), 'Wrong login password');
  await passwordIn(page).fill(password);
  await press(page, 'Make my copy');
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: 'Your copy is ready' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make my copy' })).toBeHidden();
  await expect(heading(page)).toBeFocused();
  const link = linkIn(await mailTo(email));

  // In a browser without a session, the link waits until the user logs in.
  const elsewhere = await open();
  await elsewhere.goto(link);
  await elsewhere.getByRole('link', { name: 'Log in' }).click();
  await elsewhere.getByLabel('Username, email or phone').fill(username);
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await press(elsewhere, 'Log in');
  await expect(elsewhere.getByRole('button', { name: 'Save the file' })).toBeVisible();
  expect(await axeFaults(elsewhere)).toEqual([]);
  const saving = elsewhere.waitForEvent('download');
  await press(elsewhere, 'Save the file');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^glasshouse-simulated-\d{4}-\d\d-\d\d\.zip$/);
  await expect(elsewhere.getByRole('status').filter({ hasText: 'Saved as' })).toBeVisible();
  const files = unzipSync(await readFile(await file.path()));
  const text = (name: string) => Buffer.from(files[name]!).toString();
  expect(JSON.parse(text('profile.json'))).toMatchObject({ username, email, number: info.number });
  expect(text('statement.csv')).toContain('welcome_grant');

  // Another user gets nothing by the same link, and after a day nobody does.
  const stranger = await openAccount();
  const other = await open(browserOf(stranger));
  await other.goto(link);
  await press(other, 'Save the file');
  await expect(other.getByText('This link has expired, or it belongs to another account')).toBeVisible();
  await arrange(`update personal_copy set until = now() - interval '1 second' where person = '${info.id}'`);
  await page.goto(link);
  await press(page, 'Save the file');
  await expect(page.getByText('This link has expired, or it belongs to another account')).toBeVisible();
  await press(page, 'Ask for a new copy');
  await expect(passwordIn(page)).toBeFocused();
  await expect(page).toHaveURL('/user/security/copy');
});

test('a user who lost the message can request another copy an hour after the first', async ({ person }) => {
  const { page, password, info } = person;
  await page.goto('/user/security/copy');
  await passwordIn(page).fill(password);
  await press(page, 'Make my copy');
  await expect(page.getByText('Your copy is ready')).toBeVisible();
  await press(page, 'Ask for a new copy');
  await expect(passwordIn(page)).toBeFocused();
  await passwordIn(page).fill(password);
  await press(page, 'Make my copy');
  await expect(page.getByRole('alert').filter({ hasText: 'Try again in' })).toBeVisible();
  await arrange(`update personal_copy set asked_at = asked_at - interval '1 hour' where person = '${info.id}'`);
  await press(page, 'Make my copy');
  await expect(passwordIn(page)).toBeHidden();
  await expect(page.getByText('Your copy is ready')).toBeVisible();
});

test.describe('with a bad connection', () => {
  test.use({ callsMayFail: true });

  test('an interrupted download starts again, and a truncated link is reported', async ({ person }) => {
    const { page } = person;
    let answered = 0;
    await page.route('**/index/user/takeCopy', (route) => {
      answered++;
      if (answered === 3) return route.abort();
      const base64 = Buffer.alloc(answered < 3 ? 250 : 500).toString('base64');
      return route.fulfill({ json: { code: 200, msg: '', data: { name: 'mine.zip', bytes: 1000, base64 } } });
    });
    await page.goto(`/user/security/copy#${'x'.repeat(43)}`);
    await press(page, 'Save the file');
    await expect(page.getByRole('alert').filter({ hasText: 'Network Error' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await press(page, 'Save the file');
    expect(await readFile(await (await saving).path())).toHaveLength(1000);
    await expect(page.getByRole('status').filter({ hasText: 'Saved as mine.zip' })).toBeVisible();
    await page.goto(`/user/security/copy#${'x'.repeat(40)}`);
    await expect(page.getByText('This link is not complete')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save the file' })).toBeHidden();
    await press(page, 'Ask for a new copy');
    await expect(passwordIn(page)).toBeFocused();
  });
});

test('the deletion of an account explains its consequences, and can be canceled with one tap for seven days', async ({
  person,
}) => {
  const { page, password, info } = person;
  const email = await withEmail(person);
  await page.goto('/user/security');
  await page.getByRole('link', { name: 'Delete my account' }).click();
  await expect(page.getByText('Identity papers and everything typed for them')).toBeVisible();
  await expect(page.getByText(`Your number ${info.number} and the day it was given`)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Delete my account in 7 days');
  await isRefusedAt(passwordIn(page), 'Enter the login password');
  await passwordIn(page).fill(password);
  await press(page, 'Delete my account in 7 days');
  const notice = page.getByRole('status').filter({ hasText: 'This account will be deleted' });
  await expect(notice).toBeVisible();
  await expect(passwordIn(page)).toBeHidden();
  await expect(heading(page)).toBeFocused();
  expect(await mailTo(email)).toMatch(/to be deleted in 7 days[\s\S]*\/lock#/);
  await page.goto('/user');
  await expect(notice).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await press(page, 'Keep my account');
  await expect(notice).toBeHidden();
  await expect(page.getByText('Your account stays')).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await page.goto('/user/security');
  const events = page.getByRole('list', { name: 'What happened lately' });
  await expect(events).toContainText('Account kept after all');
  await expect(events).toContainText('Deletion of the account asked for');
});

test('after seven days the account is deleted everywhere, and its name is free', async ({ person }) => {
  const { page, username, password, info } = person;
  const email = await withEmail(person);
  await page.goto('/user/security/leave');
  await passwordIn(page).fill(password);
  await press(page, 'Delete my account in 7 days');
  await expect(page.getByText('This account will be deleted')).toBeVisible();
  await arrange(
    `update person set leaves_at = now() - interval '1 second' where id = '${info.id}'`,
    `select graphile_worker.add_job('delete_leaving')`,
  );
  expect(await mailTo(email)).toContain('/lock#');
  expect(await mailTo(email)).toContain('Your account was deleted');
  await page.goto('/user/security');
  await expect(page).toHaveURL(/\/login/);
  await expect(newCaller()(login, { account: username, password })).rejects.toThrow('400');
  const again = await openAccount(username);
  expect(again.info.username).toBe(username);
  expect(again.info.number).not.toBe(info.number);
});
