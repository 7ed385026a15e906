import * as review from '@glasshouse/protocol/review/office';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { days, minutes } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { submitRow } from '../../../test/receipts.ts';
import { verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, type World } from '../../../test/world.ts';

const checks = {
  withdrawal: ['payeeLooked', 'historyLooked', 'securityLooked'],
  top_up: ['receiptAmount', 'receiptNetwork', 'receiptCode', 'receiptStamp'],
} as const;
type Kind = keyof typeof checks;
type Office = Awaited<ReturnType<typeof openOffice>>;
type Reviewer = Awaited<ReturnType<Office['staff']>>['reviewer'];

async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const ann = await verified(world);
  await world.give(ann, 'fund', 'USDT', 30_000_000_000n);
  const sendLarge = async (kind: Kind) => {
    if (kind === 'withdrawal') await withdraw(ann, '12000');
    else await submitRow(world, ann, { network: 'TRC20', amount: '20000' });
    const { list } = (await staff.reviewer.call(review.listReviewCases, { kind, sort: 'newest' })).data;
    return list[0]!.id;
  };
  return { world, office, staff, sendLarge };
}
const see = async ({ call }: Reviewer, id: string) => (await call(review.showReviewCase, { id })).data;
const row = async ({ call }: Reviewer, kind: Kind, id: string) =>
  (await call(review.listReviewCases, { kind })).data.list.find((each) => each.id === id)!;
async function decide({ call }: Reviewer, kind: Kind, id: string, decision: 'approve' | 'reject' = 'approve') {
  await call(review.claimReviewCase, { id });
  return call(review.decideReviewCase, {
    id,
    decision,
    checks: [...checks[kind]],
    reason: decision === 'reject' ? 'Not this one' : null,
  });
}
/** Makes an operator look as if set up this long ago. */
const setUpAgo = (world: World, { person }: Reviewer, ago: string) =>
  sql`update operator set enrolled_at = now() - ${ago}::interval where email = ${person.email}`.execute(world.owner);

test.each(['withdrawal', 'top_up'] as const)(
  'a large %s shows a new reviewer that they cannot approve it, and from when, as the decision then says',
  async (kind) => {
    const { world, office, staff, sendLarge } = await open();
    const newcomer = await office.another('reviewer', staff);
    await setUpAgo(world, newcomer, '1 hour');
    const id = await sendLarge(kind);
    const { case: shown } = await see(newcomer, id);
    expect(shown).toMatchObject({ twoPeople: true, barred: 'too_new', agreed: null });
    const from = Date.parse(shown.approvesFrom!) - world.clock().getTime();
    expect(Math.abs(from - (days(1) - minutes(60)))).toBeLessThan(minutes(1));
    expect(await row(newcomer, kind, id)).toMatchObject({ barred: 'too_new', approvesFrom: shown.approvesFrom });
    expect((await decide(newcomer, kind, id)).data).toMatchObject({ reason: 'too_new' });

    // The second person gets the same answer.
    expect((await see(staff.reviewer, id)).case).toMatchObject({ barred: null, approvesFrom: null });
    await newcomer.call(review.releaseReviewCase, { id });
    expect((await decide(staff.reviewer, kind, id)).data).toEqual({ waiting: true });
    expect((await see(newcomer, id)).case).toMatchObject({ barred: 'too_new', agreed: 'colleague' });
    expect((await decide(newcomer, kind, id)).data).toMatchObject({ reason: 'too_new' });
    // Operators who may only read see neither this nor the name of the first person.
    expect((await see(staff.auditor, id)).case).toMatchObject({ barred: null, agreed: 'colleague' });
    expect(await see(staff.reviewer, id)).toMatchObject({ own: true, case: { barred: null } });
    await setUpAgo(world, newcomer, '24 hours 2 minutes');
    expect((await see(newcomer, id)).case).toMatchObject({ barred: null, approvesFrom: null });
    expect((await decide(newcomer, kind, id)).data).toEqual({ waiting: false });
    expect((await see(newcomer, id)).case).toMatchObject({ barred: null, twoPeople: true });
  },
);

test('a new reviewer may reject a large case, and approve one that takes one person', async () => {
  const { world, office, staff, sendLarge } = await open();
  const newcomer = await office.another('reviewer', staff);
  await setUpAgo(world, newcomer, '1 hour');
  expect((await decide(newcomer, 'withdrawal', await sendLarge('withdrawal'), 'reject')).code).toBe(200);
  const bob = await verified(world);
  await withdraw(bob, '100');
  const [small] = (await newcomer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
  expect(small).toMatchObject({ twoPeople: false, barred: null });
  expect((await decide(newcomer, 'withdrawal', small!.id)).data).toEqual({ waiting: false });
});

test('the first of two is told in advance if there is no second person, and when there will be one', async () => {
  const { world, office, staff, sendLarge } = await open();
  const id = await sendLarge('withdrawal');
  // Owners and support don't decide withdrawals.
  expect((await see(staff.reviewer, id)).lacksSecond).toEqual({ from: null });
  expect((await see(staff.auditor, id)).lacksSecond).toBeNull();
  const second = await office.another('reviewer', staff);
  expect((await see(staff.reviewer, id)).lacksSecond).toBeNull();
  await setUpAgo(world, second, '20 hours');
  const { from } = (await see(staff.reviewer, id)).lacksSecond!;
  expect(Math.abs(Date.parse(from!) - world.clock().getTime() - minutes(4 * 60))).toBeLessThan(minutes(1));
  expect((await decide(staff.reviewer, 'withdrawal', id)).data).toEqual({ waiting: true });
  expect((await see(staff.reviewer, id)).lacksSecond).toEqual({ from }); // this operator still waits
  expect((await see(second, id)).lacksSecond).toBeNull(); // this operator is the second person
  await world.owner
    .updateTable('operator')
    .set({ status: 'disabled' })
    .where('email', '=', second.person.email)
    .execute();
  expect((await see(staff.reviewer, id)).lacksSecond).toEqual({ from: null });
});

test('a case whose first person left, changed role or was set up again can only be rejected, and says so', async () => {
  const { world, office, staff, sendLarge } = await open();
  const second = await office.another('reviewer', staff);
  const id = await sendLarge('top_up');
  expect((await decide(staff.reviewer, 'top_up', id)).data).toEqual({ waiting: true });
  const first = world.owner.updateTable('operator').where('email', '=', staff.reviewer.person.email);
  const set = async (change: { status?: string; role?: string; enrolled_at?: Date }) => {
    await first.set(change).execute();
    return (await see(second, id)).case.barred;
  };
  expect((await see(second, id)).case.barred).toBeNull();
  expect(await set({ status: 'disabled' })).toBe('first_gone');
  expect((await decide(second, 'top_up', id)).data).toMatchObject({ reason: 'first_gone' });
  expect(await set({ status: 'active', role: 'auditor' })).toBe('first_gone');
  expect((await decide(second, 'top_up', id)).data).toMatchObject({ reason: 'first_gone' });
  expect(await set({ role: 'reviewer', enrolled_at: world.clock() })).toBe('first_gone');
  expect((await decide(second, 'top_up', id)).data).toMatchObject({ reason: 'first_gone' });
  expect(await row(second, 'top_up', id)).toMatchObject({ barred: 'first_gone', approvesFrom: null });
  expect((await decide(second, 'top_up', id, 'reject')).code).toBe(200);
  expect((await see(second, id)).case).toMatchObject({ barred: null });
});
