import { randomBytes } from 'node:crypto';
import { exchange, getOverview } from '@glasshouse/protocol/assets/calls';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import * as review from '@glasshouse/protocol/review/office';
import { listEvents } from '@glasshouse/protocol/security/calls';
import { kinds } from '@glasshouse/protocol/security/kinds';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import * as office from '@glasshouse/protocol/withdrawals/office';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openKeys } from '#people/files/sealing.ts';
import { deleteLeaving } from '#people/personal/deletion.ts';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { unfinished } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { practiceAddress, verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { payWithdrawals } from './paying.ts';
import { list } from './queries.ts';
import { rewrapPayees, sealNamed } from './sealed.ts';
import { insertPayee } from './sql.ts';

type Person = Awaited<ReturnType<World['person']>>;
const address = practiceAddress;
const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
const bank = {
  to: 'bank',
  ...{ bankName: 'Practice Bank', branchName: 'Main branch', branchNumber: '004', holder: 'Specimen Ann' },
  ...{ account: makeAccount('123456789012'), fee: '1.00', tradePassword: '246810' },
} as const;

const stateOf = async (person: Person, id: string) => (await person.call(protocol.showWithdrawal, { id })).data.state;
const formOf = async (person: Person) => (await person.call(protocol.showWithdrawForm, {})).data;
const pay = (world: World) => payWithdrawals(world.db, { publish: () => {} }, world.clock());

async function open() {
  const world = await newWorld({ now: new Date() });
  const backOffice = await openOffice(world);
  const staff = await backOffice.staff();
  const { reviewer } = staff;
  const caseOf = async (person: Person) =>
    (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list.find(
      ({ number }) => number === person.info.number,
    )!.id;
  const decide = async (person: Person, decision: 'approve' | 'reject' = 'approve', who = reviewer) => {
    const id = await caseOf(person);
    await who.call(review.claimReviewCase, { id });
    const reason = decision === 'reject' ? 'The payee is somebody else' : null;
    return who.call(review.decideReviewCase, { id, decision, checks, reason });
  };
  return { world, backOffice, staff, caseOf, decide };
}

test('a withdrawal holds the money at once, is approved by a person, and is paid when the simulated network has confirmed it', async () => {
  const { world, staff, caseOf, decide } = await open();
  const [ann, bob] = [await verified(world), await verified(world)];
  // To the same payee, from another account.
  await withdraw(bob, '20');
  const before = await formOf(ann);
  expect(before).toMatchObject({ missing: [], fee: '1.00', nextFee: null, lock: null, payees: [] });
  expect(before.limits.USDT).toEqual({
    ...{ least: '10.00', most: '50000.00', day: '100000.00', used: '0.00', left: '100000.00' },
    ...{ balance: '10000.00', personal: '10000.00' },
  });
  const { id, code } = await withdraw(ann, '500.00');
  expect(code).toBe(200);
  const during = await formOf(ann);
  expect(during.limits.USDT).toMatchObject({ used: '500.00', left: '99500.00', balance: '9500.00' });
  const held = (await ann.call(getOverview, {})).data;
  expect(held.total.usdt).toBe('10000.00');
  expect(held.committed).toMatchObject([{ account: 'committed_withdrawals', usdt: '500.00' }]);
  const shown = (await ann.call(protocol.showWithdrawal, { id })).data;
  expect(shown).toMatchObject({
    ...{ state: 'under_review', way: 'TRC20', amount: '500.00', fee: '5.00', arrives: '495.00', twoPeople: false },
    payee: { to: 'address', network: 'TRC20', address },
    steps: [{ state: 'under_review', reason: null }],
  });

  // The reviewer's screen has the background, each look is in the log, and the user reads that an operator looked.
  const { reviewer, auditor, support } = staff;
  const found = await caseOf(ann);
  const asSupport = await support.call(review.claimReviewCase, { id: found });
  expect(asSupport.data).toMatchObject({ reason: 'not_permitted' });
  await reviewer.call(review.claimReviewCase, { id: found });
  const read = async (name: string) =>
    JSON.parse(
      Buffer.from(
        (await reviewer.call(review.readReviewDocument, { id: found, name })).data.base64,
        'base64',
      ).toString(),
    );
  expect(office.payeeDetails.parse(await read('payee'))).toEqual({
    payee: { to: 'address', network: 'TRC20', address },
    usedBefore: 0,
    others: [{ number: bob.info.number, times: 1 }],
  });
  expect(office.background.parse(await read('background'))).toMatchObject({
    ...{ counted: '500.00', today: { used: '500.00', day: '100000.00' } },
    person: { identity: 'passed', frozen: false, creditScore: 100 },
    history: { paid: { count: 0 }, refused: 0, open: 0, toppedUp: { count: 0 } },
    security: [{ kind: 'registered' }],
  });
  expect((await ann.call(listEvents, {})).data.list[0]).toMatchObject({ kind: 'case_opened' });
  await sql`update person set language = 'fr-FR' where number = ${ann.number}`.execute(world.owner);
  expect((await auditor.call(review.showReviewCase, { id: found })).data).toMatchObject({
    language: 'fr-FR',
    documents: [{ name: 'payee' }, { name: 'background' }],
    fields: expect.arrayContaining([{ name: 'withdrawalAmount', value: '500.00 USDT' }]),
  });

  expect((await decide(ann)).data).toEqual({ waiting: false });
  const going = (await ann.call(protocol.showWithdrawal, { id })).data;
  expect(going.state).toBe('withdrawing');
  expect(Date.parse(going.paidFrom!) - world.clock().getTime()).toBe(seconds(60));
  world.pass(seconds(59));
  await pay(world);
  expect(await stateOf(ann, id)).toBe('withdrawing');
  world.pass(seconds(1));
  await Promise.all([pay(world), pay(world), pay(world)]);
  expect(await stateOf(ann, id)).toBe('success');
  const after = (await ann.call(getOverview, {})).data;
  expect([after.total.usdt, after.committed]).toEqual(['9500.00', []]);
  const { rows } = await sql<{ account: bigint; amount: bigint }>`
    select account, sum(amount)::bigint as amount from leg where account in ((33 << 10) + 1, (34 << 10) + 1, (43 << 10) + 1) group by 1 order by 1`.execute(
    world.owner,
  );
  expect(rows.map(({ amount }) => amount)).toEqual([495_000_000n, 5_000_000n, 20_000_000n]);
  expect((await ann.call(protocol.listWithdrawals, { state: 'success' })).data.list).toMatchObject([
    { id, arrives: '495.00' },
  ]);
  expect((await ann.call(protocol.listWithdrawals, { currency: 'CNY' })).data.list).toEqual([]);
  // The console names a case by its kind, user and amount; the log has only its id.
  expect((await auditor.call(listAudit, { subject: `case:${found}` })).data.cases).toEqual([
    {
      ...{ id: found, kind: 'withdrawal', amount: { amount: '500.00', currency: 'USDT' } },
      person: { number: ann.info.number, username: ann.info.username },
    },
  ]);
  // The log names the withdrawal, not its payee.
  const log = JSON.stringify((await auditor.call(listAudit, { subject: `user:${ann.info.number}` })).data.list);
  expect(log).toContain(id);
  expect(log).not.toContain(address);
});

test('a bank withdrawal in yuan obeys the limits at the current rate and saves the payee, until the user removes it', async () => {
  const { world, staff, decide } = await open();
  const ann = await verified(world);
  await ann.call(exchange, { id: newId(), from: 'USDT', amount: '5000', rate: '7.20' });
  const { limits } = await formOf(ann);
  expect(limits.CNY).toMatchObject({ least: '72.00', most: '360000.00', balance: '36000.00', personal: '36000.00' });
  const ask = (amount: string, more: object = {}) =>
    ann.call(protocol.startWithdrawal, { ...bank, id: newId(), amount, ...more });
  expect((await ask('71.99')).data).toMatchObject({ reason: 'withdrawal_too_small' });
  expect((await ask('36000.01')).data).toMatchObject({ reason: 'insufficient_balance' });
  expect((await ask('720.01', { saveAs: 'My practice bank' })).code).toBe(200);
  const find = async (query: string) => (await staff.reviewer.call(searchAll, { query })).data.payees;
  for (const part of ['specimen a', bank.account.slice(-6)])
    expect(await find(part), part).toEqual([{ number: ann.info.number, times: 1 }]);
  expect(await find('specimen b')).toEqual([]);
  const [first] = (await ann.call(protocol.listWithdrawals, {})).data.list;
  // One percent of 720.01 is 7.2001, rounded up to the fen. In USDT it counts one unit more than the exact amount.
  expect(first).toMatchObject({ currency: 'CNY', way: 'bank', fee: '7.21', arrives: '712.80' });
  const form = await formOf(ann);
  expect(form.limits.USDT.used).toBe('100.001389');
  const { tradePassword: _, fee: __, ...payee } = bank;
  expect(form.payees).toEqual([
    { id: expect.any(String), name: 'My practice bank', payee, usableAt: expect.any(String) },
  ]);
  await decide(ann);
  world.pass(minutes(5));
  await pay(world);
  expect(await stateOf(ann, first!.id)).toBe('success');

  // After a key rotation, every payee opens under the new key and is still recognized as the same.
  const { known, current } = world.files.keys;
  const old = known.get(current)!.toString('base64');
  const keys = openKeys(randomBytes(32).toString('base64'), old);
  await rewrapPayees(world.db, { keys });
  Object.assign(world.files.keys, keys);
  expect((await formOf(ann)).payees).toHaveLength(1);
  expect((await ann.call(protocol.showWithdrawal, { id: first!.id })).data.payee).toEqual(payee);

  for (let n = 1; n < protocol.maxPayees; n++) {
    const id = newId();
    const sealed = sealNamed(keys, id, { name: `Payee ${n}`, payee });
    const row = { id, person: ann.info.id, ...sealed, mark: randomBytes(32), added_at: world.clock() };
    await step(world.db, (tx) => insertPayee(tx, row));
  }
  expect((await ask('72', { saveAs: 'One too many' })).data).toMatchObject({ reason: 'payees_full' });
  expect((await formOf(ann)).payees).toHaveLength(protocol.maxPayees);
  const gone = (await formOf(ann)).payees[3]!.id;
  expect((await ann.call(protocol.removePayee, { id: gone })).code).toBe(200);
  expect((await ann.call(protocol.removePayee, { id: gone })).data).toMatchObject({ reason: 'not_found' });
  expect((await formOf(ann)).payees).toHaveLength(protocol.maxPayees - 1);
});

test('above the site’s limit two different people must approve; the first is shown and cannot be the second', async () => {
  const { world, backOffice, staff, caseOf, decide } = await open();
  const ann = await verified(world);
  await world.give(ann, 'fund', 'USDT', 20_000_000_000n);
  const { id } = await withdraw(ann, '10000.000001');
  expect((await ann.call(protocol.showWithdrawal, { id })).data.twoPeople).toBe(true);
  const found = await caseOf(ann);
  expect((await decide(ann)).data).toEqual({ waiting: true });
  expect(await stateOf(ann, id)).toBe('under_review');
  const { reviewer } = staff;
  const shown = (await reviewer.call(review.showReviewCase, { id: found })).data;
  expect(shown).toMatchObject({ own: true, case: { claim: null, decided: null } });
  expect(shown.fields).toContainEqual({ name: 'agreedFirst', value: 'Rita Review' });
  expect(shown.case).toMatchObject({ twoPeople: true, agreed: 'you' });
  const queue = async (more: object = {}) =>
    (await reviewer.call(review.listReviewCases, { kind: 'withdrawal', ...more })).data;
  expect(await queue()).toMatchObject({ list: [{ id: found, agreed: 'you', username: ann.info.username }], count: 0 });
  expect(await queue({ only: 'second' })).toMatchObject({ list: [], count: 0 });
  expect((await queue({ only: 'two' })).list).toMatchObject([{ id: found }]);
  expect(await queue({ amountMin: '10000.000001' })).toMatchObject({ list: [{ id: found }] });
  expect(await queue({ amountMin: '10000.000002' })).toMatchObject({ list: [] });
  const counts = async ({ call }: typeof reviewer) =>
    (await call(review.listReviewKinds, {})).data.list.find(({ kind }) => kind === 'withdrawal');
  expect(await counts(reviewer)).toMatchObject({
    ...{ waiting: 0, oldestAt: null },
    second: { waiting: 0, oldestAt: null, agreed: 1 },
  });
  expect((await decide(ann)).data).toMatchObject({ reason: 'own_case' });
  const second = await backOffice.another('reviewer', staff);
  const oldestAt = shown.case.submittedAt;
  expect(await counts(second)).toMatchObject({ waiting: 1, second: { waiting: 1, oldestAt, agreed: 0 } });
  const forSecond = await second.call(review.listReviewCases, { kind: 'withdrawal', only: 'second' });
  expect(forSecond.data).toMatchObject({ list: [{ id: found, agreed: 'colleague', twoPeople: true }], count: 1 });
  expect((await decide(ann, 'approve', second)).data).toEqual({ waiting: false });
  expect(await stateOf(ann, id)).toBe('withdrawing');
  // An amount exactly at the limit takes one person.
  const exact = await withdraw(ann, '10000');
  expect((await queue()).list).toHaveLength(1);
  expect((await queue({ only: 'two' })).list).toEqual([]);
  expect((await decide(ann)).data).toEqual({ waiting: false });
  expect(await stateOf(ann, exact.id)).toBe('withdrawing');
  // If the first person has left, the case cannot be approved, but it can be rejected.
  await world.give(ann, 'fund', 'USDT', 20_000_000_000n);
  const large = await withdraw(ann, '10001');
  const left = await caseOf(ann);
  expect((await queue({ only: 'two' })).list).toMatchObject([{ id: left, agreed: null }]);
  expect((await decide(ann)).data).toEqual({ waiting: true });
  await world.owner.updateTable('operator').set({ status: 'disabled' }).where('name', '=', 'Rita Review').execute();
  await second.call(review.claimReviewCase, { id: left });
  const verdict = (decision: 'approve' | 'reject') =>
    second.call(review.decideReviewCase, { id: left, decision, checks, reason: 'Ask again' });
  expect((await verdict('approve')).data).toMatchObject({ reason: 'first_gone' });
  expect((await verdict('reject')).code).toBe(200);
  expect(await stateOf(ann, large.id)).toBe('rejected');
});

test('a rejected or canceled withdrawal returns the money and counts toward no limit', async () => {
  const { world, caseOf, decide, staff } = await open();
  const ann = await verified(world);
  const one = await withdraw(ann, '100');
  await decide(ann, 'reject');
  const shown = (await ann.call(protocol.showWithdrawal, { id: one.id })).data;
  expect(shown).toMatchObject({ state: 'rejected', steps: [{}, { reason: 'The payee is somebody else' }] });
  const two = await withdraw(ann, '200');
  const found = await caseOf(ann);
  expect((await ann.call(protocol.cancelWithdrawal, { id: two.id })).code).toBe(200);
  expect((await ann.call(protocol.cancelWithdrawal, { id: two.id })).code).toBe(200);
  expect((await ann.call(protocol.cancelWithdrawal, { id: one.id })).data).toMatchObject({
    reason: 'withdrawal_decided',
  });
  expect((await formOf(ann)).limits.USDT).toMatchObject({ used: '0.00', balance: '10000.00' });
  // The case leaves the queue and shows the outcome.
  const { reviewer } = staff;
  expect((await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list).toEqual([]);
  const [decided] = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal', state: 'decided' })).data.list;
  expect(decided).toMatchObject({ id: found, decided: { decision: 'cancelled', by: null } });
  expect((await reviewer.call(review.claimReviewCase, { id: found })).data).toMatchObject({ reason: 'case_decided' });
});

test('listing withdrawals by a rare state reads few rows, however long the history', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  const ids: string[] = [];
  for (const amount of ['100', '101', '102']) {
    ids.push((await withdraw(ann, amount)).id);
    world.pass(1000);
  }
  await ann.call(protocol.cancelWithdrawal, { id: ids[1]! });
  await sql`insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
    select ${ann.number}, gen_random_uuid(), 'move', 'done', 1, 1, 0, 'fund-contract', ${world.clock()}, ${world.clock()}
    from generate_series(1, 5000)`.execute(world.owner);
  await sql`analyze movement`.execute(world.owner);
  await step(world.db, async (tx) => {
    const find = async () => {
      const { list: found } = await list(tx, ann.number, { state: 'cancelled', limit: 20 });
      expect(found.map(({ id }) => id)).toEqual([ids[1]]);
    };
    expect(await rowsRead(tx, find, 'movement')).toBeLessThan(100);
  });
  // Page by page, newest first.
  const first = (await ann.call(protocol.listWithdrawals, { limit: 2 })).data;
  const rest = (await ann.call(protocol.listWithdrawals, { limit: 2, before: first.next! })).data;
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(ids.toReversed());
  expect(rest.next).toBeNull();
});

test('operators freeze, release and return withdrawals under way; freezing an account freezes its withdrawals', async () => {
  const { world, staff, decide } = await open();
  const { reviewer, support, auditor } = staff;
  const ann = await verified(world);
  const one = await withdraw(ann, '100');
  const at = { number: ann.info.number, id: one.id, reason: 'Looking into it' };
  expect((await support.call(office.freezeWithdrawal, at)).data).toMatchObject({ reason: 'not_permitted' });
  expect((await reviewer.call(office.freezeWithdrawal, at)).code).toBe(200);
  expect((await reviewer.call(office.freezeWithdrawal, at)).data).toMatchObject({ reason: 'withdrawal_moved' });
  expect((await ann.call(protocol.cancelWithdrawal, { id: one.id })).data).toMatchObject({
    reason: 'withdrawal_decided',
  });
  expect((await decide(ann)).data).toMatchObject({ reason: 'withdrawal_moved' });
  const isStopped = async () => {
    const [waiting] = (await auditor.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
    return (await auditor.call(review.showReviewCase, { id: waiting!.id })).data.stopped;
  };
  expect(await isStopped()).toBe(true);
  const listed = async (state: (typeof office.openStates)[number]) =>
    (await auditor.call(office.listOpenWithdrawals, { state })).data.list;
  expect(await listed('frozen')).toMatchObject([
    { id: one.id, number: ann.info.number, frozenFrom: 'under_review', reason: at.reason },
  ]);
  // The money of an undecided withdrawal is returned by rejecting its case, not by a direct return.
  expect((await reviewer.call(office.returnWithdrawal, at)).data).toMatchObject({ reason: 'withdrawal_moved' });
  expect((await reviewer.call(office.unfreezeWithdrawal, at)).code).toBe(200);
  expect(await stateOf(ann, one.id)).toBe('under_review');
  expect(await isStopped()).toBe(false);
  await decide(ann);
  await reviewer.call(office.freezeWithdrawal, at);
  await reviewer.call(office.unfreezeWithdrawal, at);
  expect(await stateOf(ann, one.id)).toBe('withdrawing');
  expect((await reviewer.call(office.returnWithdrawal, at)).code).toBe(200);
  expect((await ann.call(protocol.showWithdrawal, { id: one.id })).data.steps.map(({ state }) => state)).toEqual([
    'under_review',
    'frozen',
    'under_review',
    'withdrawing',
    'frozen',
    'withdrawing',
    'failed',
  ]);
  expect((await formOf(ann)).limits.USDT).toMatchObject({ used: '0.00', balance: '10000.00' });

  const two = await withdraw(ann, '300');
  await decide(ann);
  await support.call(freezeUser, { number: ann.info.number, reason: 'Somebody else logs in' });
  world.pass(minutes(2));
  await pay(world);
  expect(await listed('frozen')).toMatchObject([{ id: two.id, reason: 'account_frozen', frozenFrom: 'withdrawing' }]);
  await support.call(unfreezeUser, { number: ann.info.number, reason: 'All is well' });
  expect((await reviewer.call(office.returnWithdrawal, { ...at, id: two.id })).code).toBe(200);
  expect(await stateOf(ann, two.id)).toBe('rejected');
  expect((await formOf(ann)).limits.USDT).toMatchObject({ used: '0.00', balance: '10000.00' });
});

test('a user cannot be deleted while a withdrawal is under review; later the payee is erased and the books stay', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  const { id } = await withdraw(ann, '40', { saveAs: 'My payee' });
  await ann.call(protocol.switchSavedOnly, { on: true, tradePassword: '246810' });
  await sql`update person set leaves_at = ${world.clock()} where number = ${ann.number}`.execute(world.owner);
  const erase = () => deleteLeaving({ ...world, send: async () => {}, unfinished }, world.clock());
  const left = async () =>
    (
      await sql<{ rows: string }>`
        select concat_ws(' ', (select count(*) from withdrawal), (select count(*) from payee), (select count(*) from saved_payees_only), (select count(*) from review_case),
          (select count(*) from movement where flow = 'withdraw')) as rows`.execute(world.owner)
    ).rows[0]!.rows;
  await erase();
  expect(await left()).toBe('1 1 1 1 1');
  await ann.call(protocol.cancelWithdrawal, { id });
  await erase();
  expect(await left()).toBe('0 0 0 0 1');
});

test('security changes stay visible to the reviewer however many other events there are', async () => {
  const { world, staff, caseOf } = await open();
  const ann = await verified(world);
  await withdraw(ann, '20');
  const id = await caseOf(ann);
  await staff.reviewer.call(review.claimReviewCase, { id });
  const add = (kind: string, first: number, count = 25) =>
    sql`insert into security_event (id, person, at, kind, device, address)
        select gen_random_uuid(), ${ann.info.id}, ${world.clock()}::timestamptz - (${first} + place) * interval '1 minute', ${kind}, 'Chrome', '203.0.113.7'
        from generate_series(1, ${count}::integer) as place`.execute(world.owner);
  // First, a day with more events of every other kind than the list shows.
  const once = ['password_changed', 'authenticator_off', 'email_changed', 'trade_password_removed'] as const;
  const others = kinds.filter((kind) => !once.some((each) => each === kind));
  for (const kind of once) await add(kind, 1000, 1);
  for (const kind of others) await add(kind, 0);
  const { base64 } = (await staff.reviewer.call(review.readReviewDocument, { id, name: 'background' })).data;
  const { security } = office.background.parse(JSON.parse(Buffer.from(base64, 'base64').toString()));
  const shown = (kind: string) => security.filter((event) => event.kind === kind).length;
  for (const kind of once) expect.soft(shown(kind), kind).toBe(1);
  for (const kind of others)
    expect.soft(shown(kind), kind).toBe(kind === 'logged_in' ? 20 : kind === 'case_opened' ? 0 : 5);
  const times = security.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().reverse());
});

test('the reviewer sees how many wrong attempts an event counts', async () => {
  const { world, staff, caseOf } = await open();
  const ann = await verified(world);
  await withdraw(ann, '20');
  const id = await caseOf(ann);
  await staff.reviewer.call(review.claimReviewCase, { id });
  await sql`insert into security_event (id, person, at, kind, device, address, times)
    values (gen_random_uuid(), ${ann.info.id}, ${world.clock()}::timestamptz + interval '1 second', 'wrong_password', 'Chrome', '203.0.113.7', 3)`.execute(
    world.owner,
  );
  const { base64 } = (await staff.reviewer.call(review.readReviewDocument, { id, name: 'background' })).data;
  const { security } = office.background.parse(JSON.parse(Buffer.from(base64, 'base64').toString()));
  expect(security).toMatchObject([
    { kind: 'wrong_password', times: 3 },
    { kind: 'registered', times: 1 },
  ]);
});
