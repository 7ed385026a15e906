import { randomUUIDv7 } from 'node:crypto';
import { giveUpDay } from '@glasshouse/protocol/market/office';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { axeFaults } from './axe.ts';
import { consoleOf, newOperator } from './office.ts';
import { arrange } from './server.ts';
import { expect, test } from './story.ts';
import { nextCode } from './totp.ts';

// A future day whose seed can't be opened, as the feed would report it. While the tape runs it isn't that day's turn.
const tomorrow = () => Math.floor(Date.now() / dayMs) + 1;
const sayStuck = (day: number) =>
  arrange(
    `insert into tape_stuck (day, reason, since, seen_at)
     values (${day}, 'seed', now() - interval '11 minutes', now() + interval '5 minutes')
     on conflict (one) do update set (day, reason, since, seen_at) = (excluded.day, excluded.reason, excluded.since, excluded.seen_at)`,
  );
const refusal = /This day cannot be given up now: first the tape must stand still for ten minutes/;

test.afterEach(() => arrange('delete from tape_stuck'));

test('a day cannot be given up while the tape runs, and requester and approver are told why', async ({ open }) => {
  const [owner, reviewer] = [await newOperator('owner'), await newOperator('reviewer')];
  const number = tomorrow();
  const day = utcDay(number * dayMs);
  await sayStuck(number);

  const reader = await open(consoleOf(reviewer));
  await reader.goto('/dashboard');
  await expect(reader.getByText(`${day}: the key of its seed is missing`)).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Give this day up' })).toHaveCount(0);

  const desk = await open(consoleOf(owner));
  await desk.goto('/dashboard');
  await desk.getByRole('button', { name: 'Give this day up' }).click();
  const asking = desk.getByRole('dialog', { name: `Give up the rest of ${day}` });
  await expect(asking).toContainText('Every order in that time becomes void, and its stake is returned.');
  expect(await axeFaults(desk)).toEqual([]);
  await asking.getByRole('button', { name: 'Give this day up' }).click();
  await expect(asking.getByRole('alert')).toBeVisible();
  await asking.getByLabel('Reason').fill('The key is lost for good');
  await arrange(`update operator_session set factor_at = now() - interval '11 minutes'
    where operator = (select id from operator where email = '${owner.email}')`);
  await asking.getByRole('button', { name: 'Give this day up' }).click();
  await desk.getByLabel('Code from the app').fill(nextCode(owner.secret));
  await desk.getByRole('button', { name: 'Confirm it is you' }).click();
  await expect(asking.getByRole('alert')).toHaveText(refusal);

  // A request made while the tape was stopped, and decided after the feed has resumed.
  const reason = `The key is lost for good, ${owner.name}`;
  await arrange(
    `insert into approval (id, action, subject, input, reason, before, after, asked_by, asked_by_name, asked_at, expires_at)
     select '${randomUUIDv7()}', '${giveUpDay.path}', 'day:${day}', '{"day": "${day}", "reason": "${reason}"}', '${reason}',
       '{}', '{"givenUp": "${day}"}', id, name, now(), now() + interval '7 days' from operator where email = '${owner.email}'`,
  );
  await reader.goto('/approvals');
  const request = reader.locator('section').filter({ hasText: reason });
  await expect(request.getByRole('heading', { name: `Give up ${day} of the tape` })).toBeVisible();
  await expect(request).toContainText(`Day to give up${day}`);
  await expect(request).toContainText('Every order in that time becomes void, and its stake is returned.');
  await request.getByRole('button', { name: 'Approve' }).click();
  const deciding = reader.getByRole('dialog');
  await expect(deciding).toContainText('Every order in that time becomes void, and its stake is returned.');
  expect(await axeFaults(reader)).toEqual([]);
  await deciding.getByLabel('Reason').fill('I agree');
  await deciding.getByRole('button', { name: 'Approve' }).click();
  await expect(deciding.getByRole('alert')).toHaveText(refusal);
  await deciding.getByRole('button', { name: 'Cancel' }).click();

  await request.getByRole('button', { name: 'Refuse' }).click();
  await deciding.getByLabel('Reason').fill('The tape goes on');
  await deciding.getByRole('button', { name: 'Refuse' }).click();
  await expect(request).toHaveCount(0);
  await desk.goto('/approvals');
  await desk.getByRole('tab', { name: 'Decided' }).click();
  await expect(desk.locator('section').filter({ hasText: reason })).toContainText('The tape goes on');
});
