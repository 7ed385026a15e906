import { claimReviewCase, decideReviewCase, listReviewCases } from '@glasshouse/protocol/review/office';
import { showWithdrawal, startWithdrawal } from '@glasshouse/protocol/withdrawals/calls';
import type { Page } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, officeCall } from './office.ts';
import { arrange, newCaller } from './server.ts';
import { expect, test } from './story.ts';
import { addressOf, verify } from './withdrawals.ts';

/** Claims this user's withdrawal by keyboard and ticks the checks. */
async function claim(desk: Page, number: string): Promise<void> {
  await desk.goto('/review/withdrawal');
  await desk.getByRole('link', { name: new RegExp(number) }).click();
  await expect(desk.getByText('Claim the case to open its documents')).toBeVisible();
  await desk.keyboard.press('c');
  await expect(desk.getByRole('region', { name: 'Payee' }).getByText(addressOf('somebody'))).toBeVisible();
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
}

test('two people approve a large withdrawal, which is paid; another is frozen, released and rejected: the user sees each step', async ({
  open,
  person,
}) => {
  const { page, info, cookies } = person;
  const { number } = info;
  await verify(person);
  await arrange(
    `select begin_movement(${number}, gen_random_uuid(), 'recharge', 'passed', 1::smallint, 20000000000, 0, null, 'card', now())`,
  );
  const call = newCaller(cookies);
  const ask = async (amount: string) =>
    (
      await call(startWithdrawal, {
        ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('somebody'), fee: '1.00' },
        ...{ amount: amount as never, tradePassword: '123456' },
      })
    ).id;
  const large = await ask('12000');
  await page.goto(`/pay/record/${large}`);
  await expect(page.getByText('Two different people must approve')).toBeVisible();

  const first = await open(consoleOf(await newOperator('reviewer')));
  await first.goto('/review/withdrawal');
  await first.getByLabel('Filter').selectOption('Two people');
  const waits = first.getByRole('link', { name: new RegExp(number) });
  await expect(waits).toContainText('12,000.00 USDT');
  await expect(waits).toContainText(/(1 h|59 min) left/);
  await first.getByLabel('Filter').selectOption('1 of 2 approved');
  await expect(waits).toHaveCount(0);
  await claim(first, number);
  const known = first.getByRole('region', { name: 'About the account' });
  await expect(known.getByText('12,000.00 of 100,000.00 USDT')).toBeVisible();
  const payee = first.getByRole('region', { name: 'Payee' });
  await expect(payee).toContainText('They match');
  await expect(payee).toContainText('First withdrawal to this payee');
  await expect(payee).toContainText('The receiving platform must use TRC20 too');
  await expect(first.getByText('reads English')).toBeVisible();
  await first.getByLabel('Reason to reject').selectOption({ index: 1 });
  await expect(first.getByText('in their language (English)')).toBeVisible();
  await first.getByLabel('Reason to reject').selectOption('Write my own');
  await first.getByRole('heading', { name: 'Decision', exact: true }).click();
  await expect(known.getByText('1×: 20,000.00 USDT, 0.00 CNY')).toBeVisible();
  await expect(known.getByText('Registered').first()).toBeVisible();
  expect(await axeFaults(first)).toEqual([]);
  await first.keyboard.press('a');
  await expect(first.getByText('You approved. Another person must approve too.')).toBeVisible();
  await first.goto('/review/withdrawal');
  await expect(first.getByRole('link', { name: new RegExp(number) })).toContainText('You approved, 1 of 2');
  await first.getByRole('link', { name: new RegExp(number) }).click();
  await expect(first.getByText('You approved first')).toBeVisible();
  await expect(first.getByText('Someone else has to decide this case')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Claim the case' })).toHaveCount(0);
  await expect(first.getByText('Approved the case first')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();

  const second = await open(consoleOf(await newOperator('reviewer')));
  await second.goto('/review/withdrawal');
  await second.getByLabel('Filter').selectOption('1 of 2 approved');
  await expect(second.getByRole('link', { name: new RegExp(number) })).toContainText('1 of 2 approved');
  await claim(second, number);
  await second.keyboard.press('a');
  await expect(second.getByText('The case is approved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Withdrawing' })).toBeVisible();
  await second.goto('/review/withdrawal');
  await second.getByRole('tab', { name: 'Decided' }).click();
  await second.getByRole('link', { name: new RegExp(number) }).click();
  await expect(second.getByText('This case is decided. Its documents can’t be opened any more.')).toBeVisible();
  await expect(second.getByText('Claim the case to open its documents')).toHaveCount(0);
  await expect(second.getByText('Approved the case', { exact: true })).toBeVisible();
  await expect(page.getByText('The simulated TRC20 network is at work.')).toBeVisible();
  // Skips the minute that the network takes.
  await arrange(
    `update movement set changed_at = now() - interval '2 minutes' where id = '${large}'`,
    `select graphile_worker.add_job('pay_withdrawals')`,
  );
  await expect(page.getByRole('heading', { name: 'Success' })).toBeVisible();

  // Frozen, released, and then rejected with a reason.
  const small = await ask('50');
  await page.goto(`/pay/record/${small}`);
  await second.goto('/withdrawals?state=under_review');
  const row = second.getByRole('row', { name: new RegExp(number) });
  await row.getByRole('button', { name: 'Freeze' }).click();
  await second.getByRole('dialog').getByLabel('Reason').fill('Looking into it');
  await second.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
  await expect(page.getByRole('heading', { name: 'Frozen' })).toBeVisible();
  await expect(page.getByText('Reason: Looking into it')).toBeVisible();
  const user = await open(consoleOf(await newOperator('auditor')));
  await user.goto(`/users/${number}`);
  const openNow = user.locator('section').filter({ has: user.getByRole('heading', { name: 'Open now' }) });
  await expect(openNow.getByRole('listitem')).toHaveCount(1);
  await expect(openNow.getByRole('listitem')).toContainText(/Withdrawal 50\.00 USDT.*Frozen/);
  await openNow.getByRole('link', { name: 'Review' }).click();
  await expect(user).toHaveURL(/\/review\/withdrawal\//);
  await user.goto(`/audit?subject=user:${number}`);
  await expect(user.getByRole('row').filter({ hasText: 'Approved: Withdrawal' })).toHaveCount(1);
  await second.getByRole('tab', { name: 'Frozen' }).click();
  await row.getByRole('button', { name: 'Release' }).click();
  await second.getByRole('dialog').getByLabel('Reason').fill('It is all right');
  expect(await axeFaults(second)).toEqual([]);
  await second.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByRole('heading', { name: 'Under review' })).toBeVisible();
  await claim(second, number);
  await expect(second.getByRole('region', { name: 'Payee' }).getByText('1', { exact: true })).toBeVisible();
  await second.getByLabel('Reason, needed to reject').fill('The payee asked for it to be sent back.');
  await second.getByRole('button', { name: 'Reject' }).click();
  await expect(second.getByText('The case is rejected')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rejected' })).toBeVisible();
  await expect(page.getByText('Reason: The payee asked for it to be sent back.')).toBeVisible();
});

test('an approval by keyboard is sent when the operator leaves the page at once', async ({ open, person }) => {
  const { info, cookies } = person;
  await verify(person);
  const { id } = await newCaller(cookies)(startWithdrawal, {
    ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('somebody'), fee: '1.00' },
    ...{ amount: '50' as never, tradePassword: '123456' },
  });
  const desk = await open(consoleOf(await newOperator('reviewer')));
  await claim(desk, info.number);
  await desk.keyboard.press('a');
  await desk.goto('about:blank');
  await expect
    .poll(async () => (await newCaller(cookies)(showWithdrawal, { id })).state)
    .toMatch(/^(withdrawing|success)$/);
});

test('returning a large withdrawal names amount and user, and asks to type the amount again', async ({
  open,
  person,
}) => {
  const { info, cookies } = person;
  await verify(person);
  await newCaller(cookies)(startWithdrawal, {
    ...{ id: crypto.randomUUID(), to: 'address', network: 'TRC20', address: addressOf('somebody'), fee: '1.00' },
    ...{ amount: '1500' as never, tradePassword: '123456' },
  });
  const reviewer = await newOperator('reviewer');
  const queue = { kind: 'withdrawal', state: 'waiting', sort: 'newest', limit: 100 } as const;
  const { list } = await officeCall(listReviewCases, queue, reviewer.cookies);
  const { id } = list.find(({ number }) => number === info.number)!;
  await officeCall(claimReviewCase, { id }, reviewer.cookies);
  const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
  await officeCall(decideReviewCase, { id, decision: 'approve', checks, reason: null }, reviewer.cookies);

  const desk = await open(consoleOf(reviewer));
  await desk.goto('/withdrawals');
  const row = desk.getByRole('row', { name: new RegExp(info.number) });
  await row.getByRole('button', { name: 'Return the money' }).click();
  const dialog = desk.getByRole('dialog', { name: `Return 1,500.00 USDT to user ${info.number}` });
  await dialog.getByLabel('Reason').fill('The payee asked for it');
  await dialog.getByRole('button', { name: 'Return the money' }).click();
  await expect(dialog.getByLabel('Type the amount again')).toHaveAccessibleDescription('Type the amount again.');
  await expect(row).toHaveCount(1);
  await dialog.getByLabel('Type the amount again').fill('1500');
  await dialog.getByRole('button', { name: 'Return the money' }).click();
  await expect(desk.getByText('The money is returned')).toBeVisible();
  await expect(row).toHaveCount(0);
});
