import { correctBalance, freezeUser } from '@glasshouse/protocol/backoffice/users';
import { answerCode, logIn } from '@glasshouse/protocol/operators/session';
import { claimReviewCase, decideReviewCase, listReviewCases, showReviewCase } from '@glasshouse/protocol/review/office';
import { startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import { axeFaults } from './axe.ts';
import { type Cookies, consoleOf, newOperator, type Operator, officeCall } from './office.ts';
import type { Account } from './people.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { nextCode } from './totp.ts';
import { addressOf, verify } from './withdrawals.ts';

/** Starts a withdrawal so large that two people must approve it, and returns its case. */
async function largeWithdrawal(person: Account, reviewer: Cookies): Promise<{ id: string; found: string }> {
  await verify(person);
  await arrange(
    `select begin_movement(${person.info.number}, gen_random_uuid(), 'recharge', 'passed', 1::smallint, 20000000000, 0, null, 'card', now())`,
  );
  const { id } = await newCaller(person.cookies)(startWithdrawal, {
    ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('somebody'), fee: '1.00' },
    ...{ amount: '12000' as never, tradePassword: '123456' },
  });
  const { list } = await officeCall(
    listReviewCases,
    { kind: 'withdrawal', state: 'waiting', sort: 'newest', limit: 50 },
    reviewer,
  );
  return { id, found: list.find(({ number }) => number === person.info.number)!.id };
}

async function approve(found: string, { cookies }: Operator): Promise<void> {
  await officeCall(claimReviewCase, { id: found }, cookies);
  const { checks } = await officeCall(showReviewCase, { id: found }, cookies);
  await officeCall(decideReviewCase, { id: found, decision: 'approve', checks, reason: null }, cookies);
}

test('cases and requests that wait for a second person are on the overview, apart from the operator’s own', async ({
  open,
  person,
}) => {
  const [first, second] = [await newOperator('reviewer'), await newOperator('reviewer')];
  const { id, found } = await largeWithdrawal(person, first.cookies);
  await approve(found, first);
  const input = { id: crypto.randomUUID(), number: person.info.number, wallet: 'fund', currency: 'USDT' } as const;
  const request = { ...input, direction: 'credit', amount: '1.00', reason: 'For the overview' } as const;
  await officeCall(correctBalance, request, first.cookies);

  const desk = await open(consoleOf(second));
  await desk.goto('/dashboard');
  const card = (page: typeof desk) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: 'Waiting for a second person' }) });
  const row = card(desk).getByRole('row', { name: /^Withdrawals/ });
  await expect(row.getByRole('cell').nth(1)).not.toHaveText('0');
  await expect(row).not.toContainText('You agreed');
  await expect(card(desk).getByRole('link', { name: 'Requests' })).toHaveAttribute('href', '/approvals');
  expect(await axeFaults(desk)).toEqual([]);
  await row.getByRole('link').click();
  await expect(desk.getByLabel('Filter')).toHaveValue('second');
  await expect(desk.getByRole('link', { name: new RegExp(person.info.number) })).toContainText('1 of 2 approved');

  const own = await open(consoleOf(first));
  await own.goto('/dashboard');
  await expect(card(own).getByRole('row', { name: /^Withdrawals/ })).toContainText('You agreed to 1 more');
  await expect(card(own).getByRole('row', { name: /^Requests/ })).toContainText('You asked for 1 more');

  // The full number of the withdrawal, in any form, leads to its case.
  await own.keyboard.press('/');
  await own.keyboard.type(id.replaceAll('-', '').toUpperCase());
  await own.keyboard.press('Enter');
  const result = own.getByRole('row', { name: /^Withdrawal 12,000.00 USDT/ });
  await expect(result).toContainText(person.info.number);
  expect(await axeFaults(own)).toEqual([]);
  await result.getByRole('link').click();
  await expect(own).toHaveURL(new RegExp(`/review/withdrawal/${found}`));
});

test('an operator who logs in again sees what colleagues changed since then', async ({ open, person }) => {
  const auditor = await newOperator('auditor');
  const support = await newOperator('support');
  const desk = await open(consoleOf(auditor));
  await desk.goto(`/users/${person.info.number}`);
  await expect(desk.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await desk.goto('/dashboard');
  await expect(desk.getByRole('heading', { name: 'Review queues' })).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Since you were last here' })).toHaveCount(0);
  await officeCall(freezeUser, { number: person.info.number, reason: 'To be seen later' }, support.cookies);
  const cookies: Cookies = new Map();
  await officeCall(logIn, { email: auditor.email, password: auditor.password }, cookies);
  await officeCall(answerCode, { code: nextCode(auditor.secret) }, cookies);
  const back = await open(consoleOf({ cookies }));
  await back.goto('/dashboard');
  const card = back.locator('section').filter({ has: back.getByRole('heading', { name: 'Since you were last here' }) });
  await card.getByRole('link', { name: 'Froze the account' }).click();
  await expect(back).toHaveURL(/\/audit\?action=/);
  await expect(back.getByRole('row').filter({ hasText: person.username }).first()).toContainText('To be seen later');
});
