import { getOverview, transfer } from '@glasshouse/protocol/assets/calls';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import * as audit from '@glasshouse/protocol/backoffice/audit';
import { addNote, listNotes } from '@glasshouse/protocol/backoffice/notes';
import { showOpen, showTimeline, timelineGroups, viewAsUser } from '@glasshouse/protocol/backoffice/timeline';
import { correctBalance, freezeUser } from '@glasshouse/protocol/backoffice/users';
import { claimReviewCase, decideReviewCase } from '@glasshouse/protocol/review/office';
import { showWithdrawForm } from '@glasshouse/protocol/withdrawals/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { openCase } from '#site/review/review.ts';
import { openOffice } from '../../../test/office.ts';
import { verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, type World } from '../../../test/world.ts';

const reason = 'Asked for by the test';
async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  return { world, office, staff: await office.staff() };
}
type Staff = Awaited<ReturnType<typeof open>>['staff'];
/** Reads a complete timeline page by page. */
async function timelineOf({ support }: Staff, number: string, limit: number, group?: (typeof timelineGroups)[number]) {
  const all = [];
  let before: string | undefined;
  do {
    const asked = { number, limit, ...(group && { group }), ...(before && { before }) };
    const { list, next } = (await support.call(showTimeline, asked)).data;
    all.push(...list);
    before = next ?? undefined;
  } while (before);
  return all;
}
const appealOf = async (world: World, person: { info: { id: string }; number: bigint }) => {
  const about = { id: newId(), kind: 'appeal', person: person.info.id, number: person.number, title: 'It was me' };
  await step(world.db, (tx) => openCase(tx, world.clock(), about));
  return about.id;
};

test('a timeline has money, security, cases and operators’ acts in one order, on pages of any length', async () => {
  const { world, staff } = await open();
  const ann = await verified(world);
  const { number } = ann.info;
  await withdraw(ann, '50');
  await ann.call(transfer, { id: newId(), from: 'fund', to: 'spot', amount: '1.5' });
  await staff.support.call(addNote, { id: newId(), number, case: null, text: 'Prefers French' });
  await staff.support.call(freezeUser, { number, reason });
  // Several events at one moment, in every domain.
  await appealOf(world, ann);
  const asked = {
    id: newId(),
    number,
    wallet: 'fund',
    currency: 'USDT',
    direction: 'credit',
    amount: '3',
    reason,
  } as const;
  const { waiting } = (await staff.support.call(correctBalance, asked)).data;
  await staff.reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason });

  const whole = await timelineOf(staff, number, 50);
  for (const limit of [1, 2, 3]) expect(await timelineOf(staff, number, limit)).toEqual(whole);
  const times = whole.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length);
  for (const group of timelineGroups)
    expect(await timelineOf(staff, number, 2, group)).toEqual(whole.filter((event) => event.group === group));
  const said = whole.map(({ group, kind, state, text, by, amount }) => ({ group, kind, state, text, by, amount }));
  for (const event of [
    { group: 'money', kind: 'withdraw', state: 'under_review', amount: { amount: '50.00', currency: 'USDT' } },
    { group: 'money', kind: 'correction', state: 'credit', text: reason, amount: { amount: '3', currency: 'USDT' } },
    { group: 'cases', kind: 'withdrawal', state: 'submitted', amount: { amount: '50.00', currency: 'USDT' } },
    { group: 'staff', kind: 'note', text: 'Prefers French', by: 'Sofia Support' },
    { group: 'staff', kind: 'frozen', text: reason, by: 'Sofia Support' },
  ])
    expect(said).toContainEqual(expect.objectContaining(event));
  expect(whole.filter(({ group }) => group === 'security').length).toBeGreaterThan(0);
  // The console shows both as one row, by their time.
  const begun = whole
    .filter(({ kind }) => kind === 'withdraw' || kind === 'withdrawal')
    .map(({ at }) => Date.parse(at));
  expect(begun).toHaveLength(2);
  expect(Math.abs(begun[0]! - begun[1]!)).toBeLessThan(1000);
  expect(JSON.stringify(whole)).not.toContain('127.0.0.1');
  for (const before of ['1-x', '99999999999999999-security:x', `99999999999999999-security:${newId()}`, '0-case::'])
    expect((await staff.support.call(showTimeline, { number, before })).code, before).toBe(200);
  for (const before of ['', 'x', '-1-x', '1'.repeat(18)])
    expect((await staff.support.call(showTimeline, { number, before })).data.reason, before).toBe('bad_input');
});

test('everything open for a user is listed with amounts, and nothing that has ended', async () => {
  const { world, staff } = await open();
  const ann = await verified(world);
  const { number } = ann.info;
  const { id } = await withdraw(ann, '50');
  const other = await world.person();
  await appealOf(world, other);
  const asked = {
    id: newId(),
    number,
    wallet: 'fund',
    currency: 'USDT',
    direction: 'credit',
    amount: '3',
    reason,
  } as const;
  const { waiting } = (await staff.support.call(correctBalance, asked)).data;
  const seen = (await staff.auditor.call(showOpen, { number })).data;
  expect(seen).toMatchObject({
    cases: [{ kind: 'withdrawal', claimedBy: null, agreedFirst: null, amount: { amount: '50.00', currency: 'USDT' } }],
    withdrawals: [],
    requests: 1,
    held: [{ account: 'committed_withdrawals', amount: { amount: '50.00', currency: 'USDT' } }],
  });
  await staff.reviewer.call(decideApproval, { id: waiting!, decision: 'refuse', reason });
  await sql`select walk_movement(${ann.number}, ${id}, 'frozen', ${world.clock()}, 'x')`.execute(world.owner);
  // Frozen before a decision, it is still one thing to act on: the case.
  expect((await staff.auditor.call(showOpen, { number })).data).toMatchObject({
    cases: [{ kind: 'withdrawal', frozen: true }],
    withdrawals: [],
    requests: 0,
  });
  // Approved and then frozen, it has no case to decide any more.
  const about = (await staff.auditor.call(showOpen, { number })).data.cases[0]!.id;
  await sql`select walk_movement(${ann.number}, ${id}, 'under_review', ${world.clock()}, 'x')`.execute(world.owner);
  await staff.reviewer.call(claimReviewCase, { id: about });
  const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
  await staff.reviewer.call(decideReviewCase, { id: about, decision: 'approve', checks, reason: null });
  expect((await staff.auditor.call(showOpen, { number })).data).toMatchObject({
    cases: [],
    withdrawals: [{ id, case: about, state: 'withdrawing', amount: { amount: '50.00', currency: 'USDT' } }],
  });
  expect((await staff.auditor.call(showOpen, { number: '1' })).data.reason).toBe('not_found');
});

test('operators see what the user’s own app shows, and each look is logged', async () => {
  const { world, staff } = await open();
  const ann = await verified(world);
  const { number } = ann.info;
  await withdraw(ann, '50');
  const { overview, limits, contracts, options } = (await staff.support.call(viewAsUser, { number })).data;
  expect(overview).toEqual((await ann.call(getOverview, {})).data);
  expect(limits).toEqual((await ann.call(showWithdrawForm, {})).data.limits);
  expect([contracts.orders, options.orders]).toEqual([[], []]);
  const { list } = (await staff.auditor.call(audit.listAudit, { subject: `user:${number}`, action: 'look' })).data;
  expect(list).toMatchObject([{ operator: { name: 'Sofia Support' } }]);
  expect((await staff.product_manager.call(viewAsUser, { number })).code).toBe(403);
});

test('a note is written once, by permitted roles, about the user or one of their cases, and the log does not contain its text', async () => {
  const { world, staff } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  const { number } = ann.info;
  const about = await appealOf(world, ann);
  const note = { id: newId(), number, case: null, text: 'Prefers answers in French' };
  const answers = await Promise.all([1, 2].map(() => staff.support.call(addNote, note)));
  expect(answers.map(({ data }) => data.reason).sort()).toEqual(['id_used', undefined]);
  await staff.reviewer.call(addNote, { ...note, id: newId(), case: about, text: 'Called twice' });
  expect(
    (await staff.support.call(addNote, { ...note, id: newId(), number: bob.info.number, case: about })).data,
  ).toMatchObject({ reason: 'not_found' });
  for (const role of ['auditor', 'owner', 'product_manager'] as const)
    expect((await staff[role].call(addNote, { ...note, id: newId() })).code, role).toBe(403);
  for (const text of ['', '   ', 'x'.repeat(1001)])
    expect((await staff.support.call(addNote, { ...note, id: newId(), text })).data.reason).toBe('bad_input');
  const { list } = (await staff.auditor.call(listNotes, { number })).data;
  expect(list.map(({ by, text, case: of }) => [by, text, of])).toEqual([
    ['Rita Review', 'Called twice', about],
    ['Sofia Support', 'Prefers answers in French', null],
  ]);
  expect((await staff.auditor.call(listNotes, { number, case: about })).data.list).toHaveLength(1);
  const log = (await staff.auditor.call(audit.listAudit, { subject: `user:${number}`, action: addNote.path })).data
    .list;
  expect(log).toHaveLength(2);
  expect(JSON.stringify(log)).not.toContain('French');
});

test('no role of the server changes a note, forges its author or writes it about another user’s case', async () => {
  const { world, office, staff } = await open();
  const [ann, bob] = [await world.person(), await world.person()];
  await staff.support.call(addNote, { id: newId(), number: ann.info.number, case: null, text: 'A note' });
  const { id: _, ...row } = await world.owner.selectFrom('staff_note').selectAll().executeTakeFirstOrThrow();
  const write = (change: object) =>
    office.db
      .insertInto('staff_note')
      .values({ ...row, id: newId(), ...change })
      .execute();
  await expect(write({}), 'without an audit entry').rejects.toThrow('not in the audit log');
  for (const change of [
    { operator_name: 'Somebody Else' },
    { operator: newId() },
    { case_id: await appealOf(world, bob) },
    { text: '' },
    { text: 'x'.repeat(1001) },
  ])
    await expect(write(change), JSON.stringify(change)).rejects.toThrow();
  for (const db of [office.db, world.db])
    for (const statement of [sql`update staff_note set text = 'x'`, sql`delete from staff_note`])
      await expect(statement.execute(db)).rejects.toThrow('permission denied');
  await expect(sql`update staff_note set text = 'x'`.execute(world.owner)).rejects.toThrow('is not allowed');
  await expect(sql`select operator_name from staff_note`.execute(world.db)).rejects.toThrow('permission denied');
});
