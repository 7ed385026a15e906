import { listReviewCases, showReviewCase } from '@glasshouse/protocol/review/office';
import type { Page, Route } from '@playwright/test';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator, type Operator, officeCall } from './office.ts';
import { arrange } from './server.ts';
import { submitReceipt } from './specimens.ts';
import { expect, test } from './story.ts';

const newest = { state: 'waiting', sort: 'newest', limit: 100 } as const;
async function topUpOf(number: string, { cookies }: Operator): Promise<string> {
  const { list } = await officeCall(listReviewCases, { ...newest, kind: 'top_up' }, cookies);
  return list.find((each) => each.number === number)!.id;
}
const overflow = (desk: Page) => desk.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('the queue and a large case show a new reviewer when they can approve it; they may reject it now', async ({
  open,
  person,
}) => {
  await submitReceipt(person, '20,000 USDT', '20000');
  const newcomer = await newOperator('reviewer');
  await arrange(`update operator set enrolled_at = now() - interval '1 hour' where email = '${newcomer.email}'`);
  const id = await topUpOf(person.info.number, newcomer);
  const desk = await open(consoleOf(newcomer));
  await desk.goto('/review/top_up?sort=newest');
  const row = desk.getByRole('link', { name: new RegExp(person.info.number) });
  await expect(row).toContainText(/You can approve from \d{4}-/);
  await row.click();
  await expect(desk.getByText('Two different people must approve this one.')).toBeVisible();
  await expect(desk.getByText('You can’t approve this yet')).toBeVisible();
  await expect(desk.getByText(/each needs 24 hours of access\. You can approve from \d{4}-/)).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);

  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByRole('checkbox')).toHaveCount(4);
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
  const approve = desk.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeDisabled();
  await expect(approve).toHaveAccessibleDescription(/You can’t approve this yet.*You can approve from/);
  await desk.keyboard.press('a');
  await desk.getByLabel('Reason to reject').selectOption({ index: 1 });
  await expect(desk.getByText(/^Approving/)).toHaveCount(0);
  await desk.getByRole('button', { name: 'Reject' }).click();
  await expect(desk.getByText('The case is rejected')).toBeVisible();
  expect((await officeCall(showReviewCase, { id }, newcomer.cookies)).case.decided).toMatchObject({
    decision: 'reject',
  });
});

test('the first of two reviewers is told before approving, also when there is no possible second one', async ({
  open,
  person,
}) => {
  await submitReceipt(person, '20,000 USDT', '20000');
  const reviewer = await newOperator('reviewer');
  const id = await topUpOf(person.info.number, reviewer);
  const desk = await open(consoleOf(reviewer));
  await desk.goto(`/review/top_up/${id}`);
  await expect(desk.getByText('Your approval is the first. The case then waits for another operator')).toBeVisible();
  await expect(desk.getByText('Nobody else can be the second person now')).toHaveCount(0);

  // Other tests have created reviewers, so the answer is changed to that of a site without them.
  const lacking = (from: string | null) => async (route: Route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, lacksSecond: { from } } } });
  };
  await desk.route(`**${showReviewCase.path}`, lacking(null));
  await desk.reload();
  await expect(desk.getByText('Nobody else can be the second person now')).toBeVisible();
  await expect(desk.getByText('Ask an owner to invite one.')).toBeVisible();
  expect(await axeFaults(desk)).toEqual([]);
  await desk.route(`**${showReviewCase.path}`, lacking('2031-05-06T07:08:09.000Z'));
  await desk.reload();
  await expect(desk.getByText(/The next colleague can approve from 2031-05-06/)).toBeVisible();
  await desk.unroute(`**${showReviewCase.path}`);

  await desk.reload();
  await desk.getByRole('button', { name: 'Claim the case' }).click();
  await expect(desk.getByRole('checkbox')).toHaveCount(4);
  for (const box of await desk.getByRole('checkbox').all()) await box.check();
  await desk.keyboard.press('a');
  await expect(desk.getByText('You approved. Another person must approve too.')).toBeVisible();
  const second = await open(consoleOf(await newOperator('reviewer')));
  await second.goto(`/review/top_up/${id}`);
  await expect(second.getByText(new RegExp(`^${reviewer.name} approved first, `))).toBeVisible();
  await expect(second.getByText('Your approval is the second and completes the case.')).toBeVisible();
});

test('an automatic approval is marked on the case, in the timeline and on the audit page; the overview shows who is on duty', async ({
  open,
  person,
}) => {
  const { number, username } = person.info;
  await submitReceipt(person, '1,000 USDT', '1000');
  const auditor = await newOperator('auditor');
  const id = await topUpOf(number, auditor);
  // Writes the case as the database function of automatic approval does.
  await arrange(`update review_case set decision = 'approve', decided_at = now() where id = '${id}'`);
  const desk = await open({ ...consoleOf(auditor), timezoneId: 'Asia/Tokyo' });
  const reviewer = await newOperator('reviewer');
  await officeCall(listReviewCases, { ...newest, kind: 'top_up' }, reviewer.cookies);

  await desk.goto('/dashboard');
  const card = desk.locator('section').filter({ has: desk.getByRole('heading', { name: 'Automatic review' }) });
  await expect(card.getByText(/^On duty: .+ since \d{2}:/)).toBeVisible();
  await expect(card.getByText('Automatic review is off')).toBeVisible();
  await card.getByRole('row').filter({ hasText: 'Top-ups' }).getByRole('link').click();
  await expect(desk).toHaveURL(/\/review\/top_up\?state=decided&only=automatic$/);
  await expect(desk.getByLabel('Filter')).toHaveValue('automatic');
  await desk.getByRole('link', { name: new RegExp(number) }).click();
  await expect(desk.getByText(/By the automatic review, .+ No operator decided it in time\./)).toBeVisible();
  await expect(desk.getByRole('listitem').filter({ hasText: 'Approved automatically' })).toBeVisible();
  // Waiting cases can't be filtered by automatic approval.
  await desk.getByRole('tab', { name: 'Waiting' }).click();
  await expect(desk.getByLabel('Filter')).toHaveValue('');

  await desk.goto('/audit');
  await desk.getByRole('tab', { name: 'Automatic approvals' }).click();
  const row = desk.getByRole('row').filter({ hasText: username! });
  await expect(row.getByRole('link', { name: 'Top-up, 1,000.00 USDT' })).toBeVisible();
  await expect(desk.getByText('The log holds what operators did')).toBeVisible();
  // In the time zone of the filter, wherever the auditor is.
  await expect(desk.getByRole('columnheader', { name: 'Time (UTC)' })).toBeVisible();
  const shown = await row.getByRole('cell').first().textContent();
  expect(Math.abs(Date.now() - Date.parse(`${shown!.replace(' ', 'T')}Z`))).toBeLessThan(15 * 60_000);
  expect(await axeFaults(desk)).toEqual([]);
  await desk.reload();
  await expect(row).toBeVisible();
  await desk.getByLabel('Until (UTC)').fill('2020-01-01');
  await expect(desk.getByText('No case was approved automatically')).toBeVisible();
  await desk.goto(`/users/${number}`);
  const event = desk.getByRole('listitem').filter({ hasText: 'Top-up: approved automatically' });
  await expect(event).toContainText('No operator decided it in time.');
});

test.describe('calls that fail', () => {
  test.use({ callsMayFail: true });

  test('a case that cannot be loaded says so in its place, and loads on retry', async ({ open, person }) => {
    await submitReceipt(person, '1,000 USDT', '1000');
    const reviewer = await newOperator('reviewer');
    const id = await topUpOf(person.info.number, reviewer);
    const desk = await open(consoleOf(reviewer));
    await desk.route(`**${showReviewCase.path}`, (route) => route.abort());
    await desk.goto(`/review/top_up/${id}`);
    const retry = desk.getByRole('main').getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    const queue = desk.getByRole('region', { name: 'Queue' });
    for (const width of [1280, 960]) {
      await desk.setViewportSize({ width, height: 800 });
      const [left, pane] = [(await queue.boundingBox())!, (await desk.getByRole('main').boundingBox())!];
      expect(pane.x, String(width)).toBeGreaterThanOrEqual(left.x + left.width - 1);
      expect(pane.x + pane.width, String(width)).toBeGreaterThan(width - 2);
    }
    expect(await axeFaults(desk)).toEqual([]);
    await desk.setViewportSize({ width: 390, height: 800 });
    await expect(retry).toBeInViewport();
    await expect(desk.getByRole('main').getByRole('link', { name: 'Top-ups' })).toBeVisible();
    expect(await overflow(desk)).toBeLessThanOrEqual(0);
    await desk.unroute(`**${showReviewCase.path}`);
    await retry.click();
    await expect(desk.getByRole('heading', { level: 1, name: /1,000\.00 USDT/ })).toBeVisible();
  });
});

test('an error in a contract period disappears when the value, or the one it depends on, is corrected', async ({
  open,
}) => {
  const desk = await open(consoleOf(await newOperator('product_manager')));
  await desk.goto('/periods');
  await desk.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = desk.getByRole('dialog');
  const [least, most] = [dialog.getByLabel('Smallest stake, USDT'), dialog.getByLabel('Largest stake, USDT')];
  const before = [await least.inputValue(), await most.inputValue()] as const;
  await least.fill('900');
  await most.fill('800');
  await dialog.getByLabel('Reason').fill('For a story');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(least).toHaveAttribute('aria-invalid', 'true');
  // A correction that is still wrong shows the reason; a valid one shows nothing.
  await least.fill('850');
  await expect(least).toHaveAttribute('aria-invalid', 'true');
  await most.fill('900');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(least).not.toHaveAttribute('aria-invalid', 'true');
  await least.fill(before[0]);
  await most.fill(before[1]);

  const percent = dialog.getByLabel('Return, percent').first();
  const old = await percent.inputValue();
  await percent.fill('101');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await expect(percent).toHaveAttribute('aria-invalid', 'true');
  await percent.fill(old);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
