import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { showChanges } from '@glasshouse/protocol/backoffice/dashboard';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import { correctBalance, freezeUser, showUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import { addPasskey, answerPasskey, askPasskey } from '@glasshouse/protocol/operators/session';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { officeOrigin, openOffice } from '../../../test/office.ts';
import { newAuthenticator } from '../../../test/passkey.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Asked for by the test';
async function open(options?: Parameters<typeof openOffice>[1]) {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world, options);
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

test('an operator who confirms with a passkey is not here for the first time again', async () => {
  const { world, office, staff, number } = await open();
  const { auditor, support } = staff;
  const key = newAuthenticator(officeOrigin);
  const made = (await auditor.call(askPasskey, { purpose: 'add' })).data.options;
  expect((await auditor.call(addPasskey, { name: 'Blue', response: key.make(made.challenge) })).code).toBe(200);
  world.pass(minutes(1));
  await support.call(freezeUser, { number, reason });
  const back = await office.logIn(auditor.person);
  const changes = (await back.call(showChanges, {})).data;
  expect(changes.changes).toEqual([{ action: freezeUser.path, count: 1 }]);
  await back.call(showUser, { number });
  const asked = (await back.call(askPasskey, { purpose: 'answer' })).data.options;
  expect((await back.call(answerPasskey, { response: key.answer(asked.challenge) })).code).toBe(200);
  expect((await back.call(showChanges, {})).data).toEqual(changes);
  const { rows } = await sql`select after from audit_entry where action = ${answerPasskey.path}`.execute(world.owner);
  expect(rows).toEqual([{ after: { confirmed: 'passkey' } }]);
});

test('entries of other calls hide no change, however many there are', async () => {
  const { world, office, staff, number } = await open({ log: 'broken' });
  const { auditor, support } = staff;
  await auditor.call(showUser, { number });
  world.pass(minutes(1));
  await support.call(freezeUser, { number, reason });
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `insert into audit_entry (id, at, operator, operator_name, action, subject, before, after, previous, hash)
       select id + nth, at, operator, operator_name, 'look', subject, 'null', 'null', previous, hash
       from (select * from audit_entry order by id desc limit 1) as newest, generate_series(1, 6000) as nth`,
  );
  const back = await office.logIn(auditor.person);
  expect((await back.call(showChanges, {})).data.changes).toEqual([{ action: freezeUser.path, count: 1 }]);
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
