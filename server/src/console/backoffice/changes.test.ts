import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { showChanges } from '@glasshouse/protocol/backoffice/dashboard';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import { correctBalance, freezeUser, showUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Asked for by the test';
async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const ann = await world.person();
  return { world, office, staff, number: ann.info.number };
}
type Opened = Awaited<ReturnType<typeof open>>;
const ask = ({ staff, number }: Opened, by: 'support' | 'reviewer') =>
  staff[by].call(correctBalance, {
    ...{ id: newId(), number, wallet: 'fund', currency: 'USDT', direction: 'credit', amount: '3', reason },
  });

test('the overview shows what colleagues changed since the operator was last here, and nothing else', async () => {
  const opened = await open();
  const { world, office, staff, number } = opened;
  const { auditor, support, reviewer } = staff;
  // There is nothing to compare with before an operator has acted before their newest log-in.
  expect((await auditor.call(showChanges, {})).data).toEqual({ since: null, changes: [] });
  await auditor.call(showUser, { number });
  const left = world.clock().toISOString();
  world.pass(minutes(1));
  // The last act before the newest log-in counts, however long the session lasted.
  await support.call(freezeUser, { number, reason });
  await support.call(unfreezeUser, { number, reason });
  await support.call(freezeUser, { number, reason });
  await support.call(searchAll, { query: number });
  const { waiting } = (await ask(opened, 'support')).data;
  const back = await office.logIn(auditor.person);
  const changes = async ({ call }: typeof back) => (await call(showChanges, {})).data;
  expect(await changes(back)).toEqual({
    since: left,
    changes: [
      { action: freezeUser.path, count: 2 },
      { action: unfreezeUser.path, count: 1 },
    ],
  });
  // A request changes nothing until it is approved.
  await reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason });
  expect((await changes(back)).changes).toContainEqual({ action: correctBalance.path, count: 1 });
  // The operator's own acts are left out.
  expect((await changes(await office.logIn(support.person))).changes).toEqual([]);
});

test('the operator’s own requests are counted apart from those that wait for them', async () => {
  const opened = await open();
  const { world, staff } = opened;
  await ask(opened, 'reviewer');
  world.pass(minutes(5));
  const askedAt = world.clock().toISOString();
  await ask(opened, 'support');
  await ask(opened, 'support');
  const seen = async (role: 'support' | 'reviewer') => (await staff[role].call(listApprovals, {})).data;
  expect(await seen('reviewer')).toMatchObject({ waiting: 3, own: 1, oldestAt: askedAt });
  expect(await seen('support')).toMatchObject({ waiting: 3, own: 2 });
});
