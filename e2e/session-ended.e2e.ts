import { editPassword, endSession, listSessions, login } from '@glasshouse/protocol/session/calls';
import { openAccount } from './people.ts';
import { newCaller } from './server.ts';
import { expect, heading, test } from './story.ts';

const stored = () => JSON.parse(localStorage.getItem('session') ?? '{}').state;

test('after a session was ended elsewhere, the next action on a protected page goes to the login page', async ({
  person,
}) => {
  const { page, username, password } = person;
  // Without live messages, which could report the end of the session before the click.
  await page.routeWebSocket(/\/live$/, () => {});
  await page.goto('/user');
  await expect(page.getByText(username)).toBeVisible();
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await elsewhere(editPassword, { oldPassword: password, password: 'nine paper lanterns' });

  await page.getByRole('link', { name: 'Security center' }).click();
  await expect(page).toHaveURL('/login?to=%2Fuser%2Fsecurity');
  await expect(page.getByText('Your session has ended. Log in again to go on.')).toBeVisible();
  await expect(page.getByText('Please log in first')).toHaveCount(0);
  expect(await page.evaluate(stored)).toEqual({ loggedIn: false, info: {} });

  await page.getByLabel('Username, email or phone').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('nine paper lanterns');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/user/security');
});

test('on a page open to visitors, a user whose session ended stays as a visitor', async ({ person }) => {
  const { page, username, password } = person;
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await elsewhere(editPassword, { oldPassword: password, password: 'nine paper lanterns' });
  await page.goto('/home');
  await expect(heading(page)).toHaveText('Trade on paper. Check everything.');
  await expect(page).toHaveURL('/home');
  expect(await page.evaluate(stored)).toEqual({ loggedIn: false, info: {} });
});

test('a user ends another of their sessions from the security center', async ({ person }) => {
  const { page, username, password } = person;
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  await page.goto('/user/security');
  const sessions = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await page.getByRole('button', { name: 'End the session of Unknown device' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(elsewhere(listSessions, {})).rejects.toThrow('401');
});

test('the security center shows readable device names', async ({ visitor }) => {
  const { username, password } = await openAccount();
  await visitor.goto('/login?to=/user/security');
  await visitor.getByLabel('Username, email or phone').fill(username);
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Log in', exact: true }).click();
  const sessions = visitor.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  // The client that registered wasn't a browser.
  await expect(sessions.filter({ hasText: 'Unknown device' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'Mozilla' })).toHaveCount(0);
});

test('a session that ends while the user is only looking is noticed without an error', async ({ person }) => {
  const { page, username, password } = person;
  await page.goto('/user/security');
  const sessions = page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(1);
  const elsewhere = newCaller();
  await elsewhere(login, { account: username, password });
  const { list } = await elsewhere(listSessions, {});
  await elsewhere(endSession, { id: list.find(({ current }) => !current)!.id });
  await page.reload();
  await expect(page).toHaveURL('/login?to=%2Fuser%2Fsecurity');
});
