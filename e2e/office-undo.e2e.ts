import { sendAppeal } from '@glasshouse/protocol/appeals/calls';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { listReviewCases, showReviewCase } from '@glasshouse/protocol/review/office';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, type Operator, officeCall } from './office.ts';
import { openAccount } from './people.ts';
import { newCaller } from './server.ts';
import { expect, test } from './story.ts';

/** Freezes the account and sends an appeal. */
async function appeal(freezer: Operator): Promise<string> {
  const { info, cookies } = await openAccount();
  await officeCall(freezeUser, { number: info.number, reason: 'For a test of decisions' }, freezer.cookies);
  await newCaller(cookies)(sendAppeal, { text: `It was me, ${info.username}.` });
  return info.number;
}
async function caseOf(number: string, { cookies }: Operator): Promise<string> {
  const { list } = await officeCall(
    listReviewCases,
    { kind: 'appeal', state: 'waiting', sort: 'newest', limit: 100 },
    cookies,
  );
  return list.find((each) => each.number === number)!.id;
}
const stateOf = async (id: string, { cookies }: Operator) => (await officeCall(showReviewCase, { id }, cookies)).case;
async function claim(desk: Page, id: string): Promise<void> {
  await desk.goto(`/review/appeal/${id}`);
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('checkbox')).toHaveCount(3);
}
const ticked = (desk: Page) => desk.getByRole('checkbox', { checked: true });
const approveByKeys = async (desk: Page) => {
  for (const key of ['1', '2', '3', 'a']) await desk.keyboard.press(key);
};

test('each decision can be undone for ten seconds, and is sent on reload and log-out, so none is lost', async ({
  open,
}) => {
  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  const numbers = [await appeal(freezer), await appeal(freezer), await appeal(freezer), await appeal(freezer)];
  const ids: string[] = [];
  for (const number of numbers) ids.push(await caseOf(number, support));
  const [first, second, third, fourth] = ids as [string, string, string, string];
  const desk = await open(consoleOf(support));

  // Undone: nothing was decided, and the checks are as they were.
  await claim(desk, first);
  // With checks left, A leads to the first of them.
  for (const key of ['1', '3', 'a']) await desk.keyboard.press(key);
  await expect(desk.getByRole('checkbox').nth(1)).toBeFocused();
  for (const key of ['1', '3']) await desk.keyboard.press(key);
  await expect(ticked(desk)).toHaveCount(0);
  await approveByKeys(desk);
  await expect(desk.getByText(/^Approving: It was me/)).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.keyboard.press('u');
  await expect(desk).toHaveURL(new RegExp(first));
  await expect(ticked(desk)).toHaveCount(3);
  expect(await stateOf(first, support)).toMatchObject({ decided: null, claim: { mine: true } });

  // Sent automatically after ten seconds.
  await desk.keyboard.press('a');
  await expect(desk.getByText('The case is approved')).toBeVisible();
  expect((await stateOf(first, support)).decided).toMatchObject({ decision: 'approve' });

  // The next decision doesn't send the previous one: each is listed and can be undone.
  await claim(desk, second);
  await approveByKeys(desk);
  expect((await stateOf(second, support)).decided).toBeNull();
  await desk.locator(`a[href$="${third}"]`).click();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByRole('checkbox')).toHaveCount(3);
  await desk.keyboard.press('r');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('We could not reach you.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByText('2 decisions can still be undone')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Undo' })).toHaveCount(2);
  expect(await axeFaults(desk)).toEqual([]);
  expect((await stateOf(second, support)).decided).toBeNull();
  expect((await stateOf(third, support)).decided).toBeNull();

  // A reload sends both.
  await desk.reload();
  await expect(desk.getByText(/^The case is (approved|rejected): It was me/)).toBeVisible();
  await expect.poll(async () => (await stateOf(second, support)).decided?.decision).toBe('approve');
  await expect.poll(async () => (await stateOf(third, support)).decided?.decision).toBe('reject');
  expect((await stateOf(third, support)).decided).toMatchObject({
    decision: 'reject',
    reason: 'We could not reach you.',
  });

  // So does logging out.
  await claim(desk, fourth);
  await approveByKeys(desk);
  await expect(desk.getByText(/^Approving: It was me/)).toBeVisible();
  await desk.getByRole('button', { name: support.name }).click();
  await desk.getByRole('button', { name: 'Log out' }).click();
  await expect(desk.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const auditor = await newOperator('auditor');
  expect((await stateOf(fourth, auditor)).decided).toMatchObject({ decision: 'approve' });
});

test('a refused decision stays on the screen until it is read, with its reason; two tabs don’t decide twice', async ({
  open,
}) => {
  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  const id = await caseOf(await appeal(freezer), support);
  const desk = await open(consoleOf(support));
  await claim(desk, id);
  const other = await desk.context().newPage();
  await other.goto(`/review/appeal/${id}`);
  await expect(other.getByRole('checkbox')).toHaveCount(3);
  await desk.keyboard.press('r');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('Written in the first tab.');
  await desk.getByRole('button', { name: 'Reject' }).click();
  await approveByKeys(other);
  await other.reload(); // sends its decision first
  await expect(other.getByText('The case is approved')).toBeVisible();
  const refused = desk.getByRole('alert').filter({ hasText: 'Not saved' });
  await expect(refused).toContainText('This case is decided');
  await refused.getByRole('button', { name: 'Open the case' }).click();
  await expect(desk.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
  await expect(refused).toHaveCount(0);
  expect((await stateOf(id, support)).decided).toMatchObject({ decision: 'approve' });
  await other.close();
});

test('a reason survives J and K, leaving a case releases its claim, and opening its user keeps it', async ({
  open,
}) => {
  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  const number = await appeal(freezer);
  const [id, next] = [await caseOf(number, support), await caseOf(await appeal(freezer), support)];
  const desk = await open(consoleOf(support));
  await claim(desk, id);
  await desk.keyboard.press('2');
  await desk.getByLabel('Reason, needed to reject').fill('A half-written reason');
  await desk.getByLabel('Reason, needed to reject').blur();
  await desk.getByLabel('Reason to reject').selectOption({ value: 'unreachable' });

  await desk
    .getByRole('main')
    .getByRole('link', { name: `User ${number}` })
    .click();
  await expect(desk).toHaveURL(/\/users\//);
  await expect(desk.getByRole('heading').first()).toBeVisible();
  expect((await stateOf(id, support)).claim).toMatchObject({ mine: true });
  await desk.goBack();
  await expect(ticked(desk)).toHaveCount(1);

  await desk.locator(`a[href$="${next}"]`).click();
  await expect.poll(async () => (await stateOf(id, support)).claim).toBeNull();
  await desk.goBack();
  await expect(desk.getByText('You gave this case back')).toBeVisible();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByLabel('Reason to reject')).toHaveValue('unreachable');
  await expect(desk.getByLabel('Reason, needed to reject')).toHaveValue('A half-written reason');
  await expect(ticked(desk)).toHaveCount(0); // a new claim requires new checks

  // Closing the tab releases it as well. The reason is removed with the session.
  await desk.goto('about:blank');
  await expect.poll(async () => (await stateOf(id, support)).claim).toBeNull();
  await desk.goBack();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByText('The case is rejected')).toBeVisible();
  expect((await stateOf(id, support)).decided!.reason).toBe('canned:unreachable\nA half-written reason');
  await desk.goto(`/review/appeal/${id}`);
  await expect(desk.getByText(/We couldn’t reach you.*A half-written reason/).first()).toBeVisible();
  await claim(desk, next);
  await desk.getByLabel('Reason, needed to reject').fill('Left behind');
  await desk.getByRole('button', { name: support.name }).click();
  await desk.getByRole('button', { name: 'Log out' }).click();
  await expect(desk.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(await desk.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('R focuses the canned reasons without an error; there and in the text, Escape leaves and Ctrl+Enter rejects', async ({
  open,
}) => {
  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  const number = await appeal(freezer);
  const id = await caseOf(number, support);
  const desk = await open(consoleOf(support));
  await claim(desk, id);
  const reason = desk.getByLabel('Reason, needed to reject');
  await desk.keyboard.press('r');
  await expect(desk.getByLabel('Reason to reject')).toBeFocused();
  await expect(reason).toBeInViewport({ ratio: 1 });
  await expect(desk.getByText('Choose a reason or write one')).toHaveCount(0);
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText('Choose a reason or write one')).toBeVisible();
  await expect(desk.getByLabel('Reason to reject')).toBeInViewport({ ratio: 1 });
  await desk.keyboard.press('Escape');
  await expect(desk.getByLabel('Reason to reject')).not.toBeFocused();
  await reason.focus();
  await desk.keyboard.type('Written by keys');
  await desk.keyboard.press('Escape');
  await expect(reason).not.toBeFocused();
  await expect(reason).toHaveValue('Written by keys');
  await desk.keyboard.press('r');
  await expect(desk.getByText(/^Rejecting: It was me/)).toBeVisible();
  await desk.keyboard.press('u');
  await reason.focus();
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(/^The case is rejected: It was me/)).toBeVisible();
  expect((await stateOf(id, support)).decided).toMatchObject({ decision: 'reject', reason: 'Written by keys' });
});

test('? shows the keys', async ({ open }) => {
  const desk = await open(consoleOf(await newOperator('support')));
  await desk.goto('/review/appeal');
  await expect(desk.getByRole('button', { name: 'Keys' })).toBeVisible();
  await desk.keyboard.press('?');
  const dialog = desk.getByRole('dialog', { name: 'Keys' });
  await expect(dialog.getByText('1–9')).toBeVisible();
  await expect(dialog.getByText('Undo the last decision')).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
