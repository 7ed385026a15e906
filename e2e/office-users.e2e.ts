import { randomUUIDv7 } from 'node:crypto';
import { transfer } from '@glasshouse/protocol/assets/calls';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { listHoldings, trade } from '@glasshouse/protocol/spot/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { choosePeriod, moveIn, offerShortPeriods, openWatchedTab, place, result, stopAsking } from './contracts.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';

test('a frozen user reads the reason, appeals twice and is unfrozen', async ({ open, person }) => {
  const { page: app, info, username } = person;
  const [first, second, third] = [
    await newOperator('support'),
    await newOperator('support'),
    await newOperator('support'),
  ];
  const desk = await open(consoleOf(first));
  await desk.goto('/');
  await expect(desk.getByRole('searchbox')).toBeVisible();
  await desk.keyboard.press('/');
  await desk.keyboard.type(username);
  await desk.keyboard.press('Enter');
  await desk.getByRole('link', { name: info.number }).click();
  await desk.getByRole('button', { name: 'Freeze' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await expect(desk.getByRole('alert')).toHaveText('Say why, in at least three characters.');
  await desk.getByLabel('Reason').fill('Two countries within an hour');
  await desk.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await expect(desk.getByText('The account is frozen')).toBeVisible();

  await app.goto('/home');
  await expect(app.getByText('This account is abnormal, contact customer service')).toBeVisible();
  await expect(app.getByText('Two countries within an hour')).toBeVisible();
  await app.getByLabel('Why should the account be opened again?').fill('I was on a train across the border.');
  await app.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(app.getByText('Your appeal is under review')).toBeVisible();

  // The operator who froze the account is told who may decide instead.
  await desk.goto('/review/appeal');
  await desk.getByRole('link', { name: /I was on a train/ }).click();
  await expect(desk.getByText('This case is about something you did')).toBeVisible();
  await expect(desk.getByText('A colleague with this role has to decide: Support.')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Claim the case' })).toHaveCount(0);

  const judge = await open(consoleOf(third));
  await judge.goto(desk.url());
  await expect(judge.getByRole('button', { name: 'Claim the case' })).toBeVisible();
  await judge.keyboard.press('c');
  await expect(judge.getByRole('button', { name: 'Approve' })).toBeDisabled();

  // A colleague sees who claimed the case and cannot decide it.
  const other = await open(consoleOf(second));
  await other.goto(desk.url());
  await expect(other.getByText(`${third.name} has this case`)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Reject' })).toHaveCount(0);

  await judge.keyboard.press('r');
  await judge.keyboard.press('Tab');
  await expect(judge.getByLabel('Reason, needed to reject')).toBeFocused();
  await judge.keyboard.type('Tell us the time of the train, please.');
  await judge.getByRole('button', { name: 'Reject' }).click();
  await expect(judge.getByText('The case is rejected')).toBeVisible();
  // The waiting user sees the decision without a reload.
  await expect(app.getByText('Tell us the time of the train, please.')).toBeVisible();
  await app.getByLabel('Why should the account be opened again?').fill('It was the 08:12, here is the booking number.');
  await app.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(app.getByText('Your appeal is under review')).toBeVisible();

  await other.goto('/review/appeal');
  await other.getByRole('link', { name: /It was the 08:12.*try 2/ }).click();
  await other.getByRole('button', { name: 'Claim the case' }).click();
  await expect(other.getByRole('checkbox')).toHaveCount(3);
  // By keyboard only: the focus stays in the last checkbox, and A approves from there.
  await other.getByRole('checkbox').first().focus();
  for (let box = 0; box < 3; box++) {
    await other.keyboard.press('Space');
    if (box < 2) await other.keyboard.press('Tab');
  }
  await expect(other.getByRole('checkbox').last()).toBeFocused();
  await other.keyboard.press('a');
  await expect(other.getByText('The case is approved')).toBeVisible();
  await expect(app.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(app).toHaveURL('/home');
});

test('an expired claim is reported and can be renewed', async ({ open, person }) => {
  const [freezer, support] = [await newOperator('support'), await newOperator('support')];
  const desk = await open(consoleOf(support));
  const frozen = { number: person.info.number, reason: 'For a story about claims' };
  await officeCall(freezeUser, frozen, freezer.cookies);
  await person.page.goto('/home');
  await person.page.getByLabel('Why should the account be opened again?').fill(`Claims of ${person.username}`);
  await person.page.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(person.page.getByText('Your appeal is under review')).toBeVisible();

  await desk.goto('/review/appeal');
  await desk.getByRole('link', { name: new RegExp(`Claims of ${person.username}`) }).click();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByRole('button', { name: 'Reject' })).toBeVisible();
  await arrange(
    `update review_case set claimed_until = now() - interval '1 second' where person = '${person.info.id}'`,
  );
  await expect(desk.getByText('You no longer have this case')).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('button', { name: 'Reject' })).toBeVisible();
});

test('a correction takes two people, and the user sees the reason', async ({ open, person }) => {
  const [support, reviewer, auditor] = [
    await newOperator('support'),
    await newOperator('reviewer'),
    await newOperator('auditor'),
  ];
  const desk = await open(consoleOf(support));
  await desk.goto(`/users/${person.info.number}`);
  await expect(desk.getByText('Invited 0, verified 0. Nothing is decided here.')).toBeVisible();
  await desk.getByRole('button', { name: 'Correct a balance' }).click();
  await desk.getByLabel('Amount').fill('12.345678901');
  await desk.getByLabel('Reason').fill(`Booked twice for ${person.username}`);
  await desk.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(desk.getByRole('alert')).toHaveText('This value cannot be used.');
  await desk.getByLabel('Amount').fill('12.50');
  await desk.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(desk.getByText('Waits for a second person')).toBeVisible();
  await desk.getByRole('link', { name: 'Approvals' }).click();
  const own = desk.locator('section').filter({ hasText: `Booked twice for ${person.username}` });
  await expect(own.getByText('You asked for this, so a colleague has to decide.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0);

  const second = await open(consoleOf(reviewer));
  await second.goto('/approvals');
  const request = second.locator('section').filter({ hasText: `Booked twice for ${person.username}` });
  await expect(request.getByRole('heading', { name: `Credit 12.50 USDT to ${person.username}` })).toBeVisible();
  await expect(request.getByText('+12.50')).toBeVisible();
  await request.getByRole('button', { name: 'Approve' }).click();
  const approving = second.getByRole('dialog', { name: `Approve: Credit 12.50 USDT to ${person.username}` });
  await expect(approving).toContainText(`Booked twice for ${person.username}`);
  await expect(approving).toContainText(`Asked for by ${support.name}`);
  await expect(approving.getByRole('link', { name: `${person.username} (${person.info.number})` })).toBeVisible();
  await second.getByLabel('Reason').fill('Seen in the books');
  await second.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(second.getByText('Approved and done')).toBeVisible();

  await person.page.goto('/assets/statement');
  await person.page.getByRole('button', { name: /^Correction/ }).click();
  await expect(person.page.getByRole('dialog').getByText(`Booked twice for ${person.username}`)).toBeVisible();

  const log = await open(consoleOf(auditor));
  await log.goto('/audit');
  await expect(log.getByText('The chain is intact')).toBeVisible();
  await log.getByLabel('Subject: name or number').fill(`user:${person.info.number}`);
  await expect(log).toHaveURL(/subject=user/);
  // Viewing the user is logged as well.
  const looks = log.getByRole('row').filter({ hasText: 'Looked at the account' });
  await expect(looks).toHaveCount(1);
  await expect(looks).toContainText(support.name);
  const row = log.getByRole('row').filter({ hasText: `${support.name}, approved by ${reviewer.name}` });
  await expect(row).toContainText(`Credited 12.50 USDT to ${person.username}`);
  await expect(row).toContainText(/Balance.*→/);
  await expect(row.getByRole('link', { name: person.username })).toHaveAttribute(
    'href',
    `/users/${person.info.number}`,
  );
  // The approval is shown as part of the act it allowed.
  await expect(log.getByText('Approved a request')).toHaveCount(0);
  await row.getByRole('button', { name: 'Open' }).click();
  const entry = log.getByRole('dialog');
  await expect(entry.getByText('/office/users/correct')).toBeHidden();
  await entry.getByText('Details').click();
  await expect(entry.getByText('/office/users/correct')).toBeVisible();
  await expect(entry.getByText('/office/approvals/decide')).toBeVisible();
  expect(await axeFaults(log)).toEqual([]);
});

test('the amount of a large correction is typed again when requested and when approved', async ({ open, person }) => {
  const [desk, second] = [
    await open(consoleOf(await newOperator('support'))),
    await open(consoleOf(await newOperator('reviewer'))),
  ];
  const title = `Credit 12,000.00 USDT to ${person.username}`;
  await desk.goto(`/users/${person.info.number}`);
  await desk.getByRole('button', { name: 'Correct a balance' }).click();
  const again = desk.getByLabel('Type the amount again');
  await desk.getByLabel('Amount', { exact: true }).fill('120');
  await expect(again).toHaveCount(0);
  await desk.getByLabel('Amount', { exact: true }).fill('120000');
  await expect(desk.getByText('One correction can credit at most 100,000 USDT.')).toBeVisible();
  await expect(again).toHaveCount(0);
  await desk.getByLabel('Amount', { exact: true }).fill('12000');
  await expect(desk.getByRole('dialog', { name: title })).toBeVisible();
  await again.fill('1200');
  await desk.getByLabel('Reason').fill(`A large amount for ${person.username}`);
  const ask = desk.getByRole('button', { name: 'Ask for approval' });
  await ask.click();
  await expect(again).toBeFocused();
  await expect(again).toHaveAccessibleDescription('The two amounts differ.');
  await again.fill('12000.00');
  await ask.click();
  await expect(desk.getByText('Waits for a second person')).toBeVisible();

  await second.goto('/approvals');
  const request = second.locator('section').filter({ has: second.getByRole('heading', { name: title }) });
  await request.getByRole('button', { name: 'Approve' }).click();
  await second.getByLabel('Reason').fill('Seen in the books');
  const approve = second.getByRole('dialog').getByRole('button', { name: 'Approve' });
  await approve.click();
  await expect(second.getByText('Type the amount again.', { exact: true })).toBeVisible();
  await second.getByLabel('Type the amount again').fill('12000');
  await approve.click();
  await expect(second.getByText('Approved and done')).toBeVisible();
});

test('the console recomputes a user’s contract for support', async ({ open, person }) => {
  await offerShortPeriods();
  await moveIn(person, 100n);
  await openWatchedTab(person.page);
  await choosePeriod(person.page, 60);
  await place(person.page, 'Long');
  const desk = await open(consoleOf(await newOperator('support')));
  await desk.goto(`/users/${person.info.number}`);
  const card = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Timed contracts' }) });
  await card.getByRole('button', { name: 'Show' }).click();
  await expect(desk.getByRole('dialog').getByText('It has not ended yet.')).toBeVisible();
  await desk.getByRole('button', { name: 'Close' }).click();
  await choosePeriod(person.page, 1);
  await place(person.page, 'Short');
  await expect(result(person.page)).toBeVisible();
  await desk.reload();
  await card.getByRole('button', { name: 'Show' }).first().click();
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText('Recomputed here from the tape: it matches')).toBeVisible();
  await expect(dialog.getByText('The books changed by exactly that amount')).toBeVisible();
});

test('support sees a user’s options and coins, and the overview counts open orders', async ({ open, person }) => {
  const call = newCaller(person.cookies);
  for (const to of ['options', 'spot'] as const)
    await call(transfer, { id: crypto.randomUUID(), from: 'fund', to, amount: '500' as never });
  await stopAsking(person.page);
  await person.page.goto('/options?symbol=BTC&life=60');
  const buy = person.page.getByRole('button', { name: /^Call · / });
  await expect(buy).toBeEnabled();
  await buy.click();
  await expect(person.page.getByRole('region', { name: /^Open options/ }).getByRole('listitem')).toBeVisible();
  await call(trade, { id: randomUUIDv7(), symbol: 'ETH', side: 'buy', given: '100', spreadBp: 10 });
  await expect.poll(async () => (await call(listHoldings, {})).coins.length).toBe(1);

  const desk = await open(consoleOf(await newOperator('support')));
  await desk.goto(`/users/${person.info.number}`);
  const cardOf = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const card = (name: string) => cardOf(desk, name);
  await expect(card('Options').getByRole('row').filter({ hasText: 'BTC/USDT' })).toContainText('Call');
  await expect(card('Coins held').getByRole('row').filter({ hasText: 'ETH' })).toContainText('100.00');
  await expect(card('Coins bought and sold').getByRole('row').filter({ hasText: 'ETH/USDT' })).toContainText('Filled');
  expect(await axeFaults(desk)).toEqual([]);

  const overview = await open(consoleOf(await newOperator('auditor')));
  await overview.goto('/');
  await expect(cardOf(overview, 'Open options').getByRole('row').filter({ hasText: 'BTC' })).toBeVisible();
});

test('the page of a user starts with open matters and history, takes notes and shows what the user sees', async ({
  open,
  person,
}) => {
  const support = await newOperator('support');
  const desk = await open(consoleOf(support));
  await desk.goto(`/users/${person.info.number}`);
  const card = (name: string) =>
    desk.locator('section').filter({ has: desk.getByRole('heading', { name, exact: true }) });
  await expect(card('Open now')).toContainText('Nothing is open');
  await expect(card('Timeline')).toContainText('Registered');
  await desk.getByLabel('Add a note for colleagues').fill(`Prefers French, says ${person.username}`);
  await desk.getByRole('button', { name: 'Save the note' }).click();
  await expect(card('Notes').getByRole('listitem')).toContainText(support.name);
  await expect(desk.getByLabel('Add a note for colleagues')).toHaveValue('');
  await expect(card('Timeline').getByRole('listitem').filter({ hasText: 'Prefers French' })).toContainText('Note');
  await desk.getByRole('tab', { name: 'Security' }).click();
  await expect(card('Timeline')).not.toContainText('Prefers French');
  await desk.getByRole('button', { name: 'View as user' }).click();
  const view = desk.getByRole('dialog', { name: `What ${person.username} sees` });
  await expect(view.getByText('10,000.00').first()).toBeVisible();
  await expect(view.getByText('Can withdraw now').first()).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);
  await view.getByRole('button', { name: 'Close' }).click();
  for (const width of [1280, 390, 320]) {
    await desk.setViewportSize({ width, height: 800 });
    const over = await desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
  // Operators who may only read write no notes.
  const auditor = await open(consoleOf(await newOperator('auditor')));
  await auditor.goto(`/users/${person.info.number}`);
  await expect(auditor.getByText('Prefers French').first()).toBeVisible();
  await expect(auditor.getByRole('button', { name: 'Save the note' })).toHaveCount(0);
});
