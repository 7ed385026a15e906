import * as assets from '@glasshouse/protocol/assets/calls';
import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import * as audit from '@glasshouse/protocol/backoffice/audit';
import * as dashboard from '@glasshouse/protocol/backoffice/dashboard';
import { showTimeline } from '@glasshouse/protocol/backoffice/timeline';
import * as users from '@glasshouse/protocol/backoffice/users';
import { disableOperator, listOperators } from '@glasshouse/protocol/operators/calls';
import { showSelf } from '@glasshouse/protocol/operators/session';
import { getUser } from '@glasshouse/protocol/session/calls';
import { type PluginTransformResultArgs, sql } from 'kysely';
import { expect, test } from 'vitest';
import { appendEntry, chainAfter } from '#platform/console/audit.ts';
import { step, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, seconds } from '#platform/runtime/clock.ts';
import { figures } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { checkAudit } from './backoffice.ts';
import { countSite } from './figures.ts';

const reason = 'Asked for by the test';
/** Where a second person decides, the database compares with its own clock, so such a world starts at the present. */
async function open(options: Parameters<typeof openOffice>[1] = {}, clock: { now?: Date } = {}) {
  const world = await newWorld(clock);
  const office = await openOffice(world, options);
  return { world, office, staff: await office.staff() };
}
const correction = (number: bigint, change: object = {}) => ({
  id: newId(),
  number: String(number),
  wallet: 'fund' as const,
  currency: 'USDT' as const,
  direction: 'debit' as const,
  amount: '100.00',
  reason: 'Booked twice by a fault of ours',
  ...change,
});

test('a user is found by number, name, email, phone or invitation code, and the text is not used as a pattern', async () => {
  const { world, staff } = await open();
  const ann = await world.person({ username: 'Ann_1' });
  await world.person({ username: 'Annx1' });
  const find = async (query: string) =>
    (await staff.support.call(users.searchUsers, { query })).data.list.map(({ number }) => number);
  for (const query of [ann.info.number, 'ANN_', ann.phone.slice(0, 14), ann.info.invitationCode.toLowerCase()])
    expect(await find(query), query).toContain(ann.info.number);
  expect(await find('ann_')).toHaveLength(1);
  expect(await find('%')).toEqual([]);
  expect(await find('')).toHaveLength(2);
  expect(await find("'; drop table person; --")).toEqual([]);
});

test('the view of a user shows wallets, sessions and statement, but no credentials', async () => {
  const { world, staff } = await open();
  const ann = await world.person();
  await ann.call(assets.transfer, { id: newId(), from: 'fund', to: 'spot', amount: '40.5' });
  const { data } = await staff.auditor.call(users.showUser, { number: ann.info.number });
  expect(data).toMatchObject({
    info: { id: ann.info.id, status: 'normal' },
    sessions: 1,
    invitedBy: null,
    wallets: [
      { wallet: 'fund', currency: 'USDT', amount: '9959.50' },
      { wallet: 'spot', currency: 'USDT', amount: '40.50' },
    ],
  });
  expect(JSON.stringify(data)).not.toContain('argon2');
  const theirs = (await staff.auditor.call(users.readUserStatement, { number: ann.info.number, limit: 2 })).data;
  const own = (await ann.call(assets.getStatement, { limit: 2 })).data;
  expect(theirs).toEqual(own);
  expect((await staff.auditor.call(users.showUser, { number: '1' })).code).toBe(404);
});

test('a look at a user is logged before anything is shown, once in ten minutes', async () => {
  const { world, staff } = await open();
  const ann = await world.person();
  const { number } = ann.info;
  const subject = `user:${number}`;
  const looks = async () => (await staff.auditor.call(audit.listAudit, { subject })).data.list;
  // A page makes several calls at once.
  await Promise.all([
    staff.support.call(users.showUser, { number }),
    staff.support.call(users.readUserStatement, { number }),
    staff.support.call(users.showUser, { number }),
  ]);
  expect(await looks()).toMatchObject([{ action: 'look', operator: { name: 'Sofia Support' }, reason: null }]);
  await staff.auditor.call(users.readUserStatement, { number });
  expect((await looks()).map(({ operator }) => operator!.name)).toEqual(['Amir Audit', 'Sofia Support']);
  world.pass(minutes(9));
  await staff.support.call(users.readUserStatement, { number });
  expect(await looks()).toHaveLength(2);
  world.pass(minutes(1));
  await staff.support.call(users.readUserStatement, { number });
  expect(await looks()).toHaveLength(3);
  // A look at a user that doesn't exist isn't logged.
  expect((await staff.support.call(users.showUser, { number: '1' })).code).toBe(404);
  expect((await staff.auditor.call(audit.listAudit, { subject: 'user:1' })).data.list).toEqual([]);
});

test('a frozen user can only read, sees the reason, and can be unfrozen with a reason; both are in the log', async () => {
  const { world, staff } = await open();
  const ann = await world.person();
  const { number } = ann.info;
  expect((await staff.support.call(users.freezeUser, { number, reason })).code).toBe(200);
  expect((await staff.support.call(users.freezeUser, { number, reason })).data.reason).toBe('no_change');
  expect((await ann.call(getUser, {})).data.status).toBe('abnormal');
  expect((await ann.call(assets.getOverview, {})).data.reason).toBe('account_abnormal');
  await staff.support.call(users.unfreezeUser, { number, reason: 'A mistake' });
  expect((await ann.call(assets.getOverview, {})).code).toBe(200);
  const seen = (await staff.support.call(showTimeline, { number, group: 'staff' })).data.list;
  expect(seen.map((event) => [event.kind, event.text])).toEqual([
    ['unfrozen', 'A mistake'],
    ['frozen', reason],
  ]);
  const { list } = (await staff.auditor.call(audit.listAudit, { subject: `user:${number}` })).data;
  expect(list.filter(({ action }) => action !== 'look')).toMatchObject([
    { action: users.unfreezeUser.path, before: { status: 'abnormal' }, after: { status: 'normal' } },
    { action: users.freezeUser.path, before: { status: 'normal' }, after: { status: 'abnormal' }, reason },
  ]);
});

test('a correction takes two people, is booked once, and the user reads the reason', async () => {
  const { world, staff } = await open({}, { now: new Date() });
  const ann = await world.person();
  const asked = correction(ann.number);
  const { waiting } = (await staff.support.call(users.correctBalance, asked)).data;
  const { queues } = (await staff.auditor.call(dashboard.showDashboard, {})).data;
  expect(queues).toContainEqual({ kind: 'approval', waiting: 1, oldestAt: world.clock().toISOString() });
  const id = waiting!;
  const fund = async () => (await ann.call(assets.getOverview, {})).data.wallets[0]!.usdt;
  expect(await fund()).toBe('10000.00'); // not booked yet
  const own = await staff.support.call(decideApproval, { id, decision: 'approve', reason });
  expect(own).toMatchObject({ code: 403, data: { reason: 'own_request' } });
  for (const role of ['product_manager', 'auditor', 'owner'] as const)
    expect((await staff[role].call(decideApproval, { id, decision: 'approve', reason })).code, role).toBe(403);

  const inbox = (await staff.reviewer.call(listApprovals, {})).data.list;
  // The second person sees the balance that would result.
  const change = { before: { balance: '10000.00' }, after: { balance: '9900.00' } };
  const person = { number: ann.info.number, username: ann.info.username };
  expect(inbox).toMatchObject([
    { id, action: users.correctBalance.path, mayDecide: true, input: asked, person, ...change },
  ]);
  // A product manager sees what waits, but may not see users.
  expect((await staff.product_manager.call(listApprovals, {})).data.list).toMatchObject([{ id, person: null }]);
  const both = await Promise.all(
    [1, 2].map(() => staff.reviewer.call(decideApproval, { id, decision: 'approve', reason })),
  );
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await fund()).toBe('9900.00');
  const [line] = (await ann.call(assets.getStatement, {})).data.list;
  expect(line).toMatchObject({ kind: 'correction', amount: '-100.00', note: asked.reason });
  const log = (await staff.auditor.call(audit.listAudit, { action: users.correctBalance.path })).data;
  expect(log.people).toEqual([person]);
  expect(log.list[0]).toMatchObject({
    operator: { name: 'Sofia Support' },
    second: { name: 'Rita Review' },
    before: { balance: '10000.00' },
    after: { balance: '9900.00', direction: 'debit', amount: '100.00', currency: 'USDT' },
  });
  expect((await staff.support.call(users.correctBalance, asked)).data.reason).toBe('id_used');
});

test('requests are paged and counted', async () => {
  const { world, staff } = await open({}, { now: new Date() });
  const ann = await world.person();
  const asked: string[] = [];
  for (let n = 0; n < 3; n++)
    asked.push((await staff.support.call(users.correctBalance, correction(ann.number))).data.waiting!);
  const first = (await staff.reviewer.call(listApprovals, { limit: 2 })).data;
  const rest = (await staff.reviewer.call(listApprovals, { limit: 2, before: first.next! })).data;
  expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(asked.toSorted());
  expect([first.waiting, rest.waiting, rest.next]).toEqual([3, 3, null]);
});

test('an impossible correction is refused when requested and when approved; a refused or expired one is never booked', async () => {
  const { world, office, staff } = await open({}, { now: new Date() });
  const ann = await world.person();
  const ask = async (change: object) =>
    (await staff.support.call(users.correctBalance, correction(ann.number, change))).data;
  expect((await ask({ amount: '10000.01' })).reason).toBe('insufficient_balance');
  expect((await ask({ currency: 'BTC', direction: 'credit' })).reason).toBe('bad_input');
  expect((await ask({ amount: '0' })).reason).toBe('bad_input');
  expect((await ask({ number: '1', direction: 'credit' })).reason).toBe('not_found');
  const decide = async (id: string, decision: 'approve' | 'refuse') =>
    (await staff.reviewer.call(decideApproval, { id, decision, reason })).data.reason;

  const covered = (await ask({ amount: '10000' })).waiting!;
  await ann.call(assets.transfer, { id: newId(), from: 'fund', to: 'spot', amount: '1' });
  expect(await decide(covered, 'approve')).toBe('insufficient_balance');
  const refused = (await ask({})).waiting!;
  expect(await decide(refused, 'refuse')).toBeUndefined();
  expect(await decide(refused, 'approve')).toBe('approval_ended');
  const gone = (await ask({})).waiting!;
  const { list } = (await staff.owner.call(listOperators, {})).data;
  const asker = list.find(({ role }) => role === 'support')!.id;
  await staff.owner.call(disableOperator, { id: asker, reason });
  expect(await decide(gone, 'approve')).toBe('approval_ended'); // the operator who asked has lost the permission
  world.pass(days(7));
  const reviewer = await office.logIn(staff.reviewer.person);
  const late = await reviewer.call(decideApproval, { id: covered, decision: 'approve', reason });
  expect(late.data.reason).toBe('approval_ended');
  const { data } = await reviewer.call(listApprovals, { state: 'decided' });
  expect(data.list.map((one) => [one.id, one.state])).toEqual([
    [gone, 'expired'],
    [refused, 'refused'],
    [covered, 'expired'],
  ]);
});

test('corrections credit at most 100,000 USDT at once and 1,000,000 a day, whoever approves', async () => {
  const { world, office, staff } = await open({}, { now: new Date() });
  const tape = await openTape(world);
  await tape.write(tape.now(), 64_000_00);
  const ann = await world.person();
  const ask = async (change: object) =>
    (await staff.support.call(users.correctBalance, correction(ann.number, { direction: 'credit', ...change }))).data;
  const decide = async (id: string) =>
    (await staff.reviewer.call(decideApproval, { id, decision: 'approve', reason })).data.reason;
  const coins = { wallet: 'spot', currency: 'BTC' };
  for (const change of [
    { amount: '100000.000001' },
    { wallet: 'cash', currency: 'CNY', amount: '720000.01' },
    { ...coins, amount: '1.56250001' },
    { wallet: 'spot', currency: 'ETH', amount: '0.00000001' }, // it has no known price
  ])
    expect((await ask(change)).reason, JSON.stringify(change)).toBe('correction_too_large');
  const most = [
    { amount: '100000' },
    { wallet: 'cash', currency: 'CNY', amount: '720000' },
    { ...coins, amount: '1.5625' },
  ];
  for (const change of most) expect(await decide((await ask(change)).waiting!)).toBeUndefined();
  // Each one fits when requested; the rest of the day has room for seven.
  const asked = await Promise.all(Array.from({ length: 9 }, async () => (await ask({ amount: '100000' })).waiting!));
  const answers = await Promise.all(asked.map(decide));
  expect(answers.filter((refused) => refused === undefined)).toHaveLength(7);
  expect(answers.filter((refused) => refused === 'correction_too_large')).toHaveLength(2);
  expect((await ask({ amount: '0.01' })).reason).toBe('correction_too_large');
  // A debit creates no money, so it isn't limited.
  expect(await decide((await ask({ direction: 'debit', amount: '600000' })).waiting!)).toBeUndefined();
  await expect(sql`update correction_day set credited = 0`.execute(office.db)).rejects.toThrow('permission denied');
}, 60_000);

test('the console’s role cannot turn an approval into a larger credit by a negative debit, another direction or another action', async () => {
  const { world, office, staff } = await open({}, { now: new Date() });
  const ann = await world.person();
  const { waiting } = (await staff.support.call(users.correctBalance, correction(ann.number))).data;
  await staff.reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason });
  const approval = world.owner.selectFrom('approval').selectAll().where('id', '=', waiting!);
  const { id: _, ...approved } = await approval.executeTakeFirstOrThrow();
  await sql`alter table approval disable trigger user`.execute(world.owner);
  for (const change of [
    { input: { direction: 'debit', amount: '-5000000000' } },
    { input: { direction: 'sideways', amount: '5' } },
    { input: { amount: 'NaN', direction: 'debit' } },
    { input: { amount: '1e9', direction: 'credit' } },
    { input: { amount: '0', direction: 'credit' } },
    { action: '/office/site/saveMoney' },
  ]) {
    const [id, ref] = [newId(), newId()];
    const input = { ...(approved.input as object), id: ref, ...change.input };
    const forged = { ...approved, ...change, id, input: JSON.stringify(input) };
    await world.owner
      .insertInto('approval')
      .values(forged as never)
      .execute();
    const row = { ref, number: ann.number, reason, at: world.clock(), approval: id };
    await expect(office.db.insertInto('correction').values(row).execute(), JSON.stringify(change)).rejects.toThrow(
      'is not approved',
    );
  }
});

test('the database refuses one person as both requester and approver, and a correction without approval', async () => {
  const { world, office, staff } = await open();
  const ann = await world.person();
  const { waiting } = (await staff.support.call(users.correctBalance, correction(ann.number))).data;
  const self = (await staff.support.call(showSelf, {})).data.operator.id;
  await expect(
    sql`update approval set decision = 'approved', answer = '', decided_by = ${self}, decided_by_name = '', decided_at = now()
        where id = ${waiting}`.execute(office.db),
  ).rejects.toThrow('approval_by_another');
  const row = { ref: newId(), number: ann.number, reason, at: world.clock(), approval: waiting! };
  await expect(office.db.insertInto('correction').values(row).execute()).rejects.toThrow('is not approved');
});

test('every reader of the log recomputes it; a changed, missing or inserted entry shows where it breaks', async () => {
  const { world, office, staff } = await open({ log: 'broken' });
  const { list, state } = (await staff.auditor.call(audit.readAuditChain, {})).data;
  const start = { entries: 0, head: audit.noEntry };
  const entries = list as audit.AuditEntry[];
  expect(await audit.followChain(start, entries)).toEqual({ ok: true, state });
  for (const [at, field, value] of [
    [3, 'reason', 'another reason'],
    [4, 'after', { role: 'owner' }],
    [5, 'operator', null],
    [6, 'at', '2026-11-15T12:00:01.000Z'],
    [7, 'subject', 'operator:other'],
  ] as const) {
    const forged = entries.map((entry) => (entry.id === at ? { ...entry, [field]: value } : entry));
    expect(await audit.followChain(start, forged)).toEqual({ ok: false, brokenAt: at });
  }
  expect(await audit.followChain(start, entries.toSpliced(4, 1))).toEqual({ ok: false, brokenAt: 5 });
  // The console's role can change nothing. The owner of the tables can, and the check detects it.
  await expect(sql`update audit_entry set reason = 'x'`.execute(office.db)).rejects.toThrow('permission denied');
  await expect(sql`delete from audit_entry`.execute(world.owner)).rejects.toThrow('is not allowed');
  await sql`alter table audit_entry disable trigger audit_is_for_ever`.execute(world.owner);
  await sql`update audit_entry set reason = 'another' where id = 3`.execute(world.owner);
  expect(await checkAudit(office.db)).toMatchObject({ brokenAt: 3 });
});

test('an entry written while the log is read does not make it look broken', async () => {
  const { world, office } = await open();
  const write = () =>
    step(office.db, (tx) =>
      appendEntry(tx, { at: world.clock(), action: 'look', operator: null }, { subject: 'user:1' }),
    );
  const { list, state } = await step(office.db, (tx) => {
    // Another operator writes after every statement of the reader.
    const transformResult = async ({ result }: PluginTransformResultArgs) => {
      await write();
      return result;
    };
    return chainAfter(tx.withPlugin({ transformQuery: ({ node }) => node, transformResult }) as Tx, 0, 500);
  });
  const start = { entries: 0, head: audit.noEntry };
  expect(await audit.followChain(start, list)).toEqual({ ok: true, state });
});

test('figures stored by another release are not shown', async () => {
  const { world, staff } = await open();
  const shown = async () => {
    world.pass(seconds(4));
    return (await staff.auditor.call(dashboard.showDashboard, {})).data;
  };
  await world.person();
  await countSite(world.db, world.clock(), figures);
  expect(await shown()).toMatchObject({ countedAt: expect.any(String), users: { total: 1 } });
  for (const kept of [{ accounts: [] }, { books: { accounts: [] }, house: [] }, [], 'x']) {
    await world.owner
      .updateTable('site_figures')
      .set({ figures: JSON.stringify(kept) })
      .execute();
    const figuresThen = { countedAt: null, books: { accounts: [] }, users: { total: 0 } };
    expect(await shown(), JSON.stringify(kept)).toMatchObject(figuresThen);
  }
});

test('the books and the house figures are counted at the same moment', async () => {
  const { world, staff } = await open();
  const { count } = figures.books;
  const between = {
    ...figures,
    books: {
      ...figures.books,
      count: async (...asked: Parameters<typeof count>) => {
        const counted = await count(...asked);
        await world.person();
        return counted;
      },
    },
  };
  await countSite(world.db, world.clock(), between);
  const { books, house, users } = (await staff.auditor.call(dashboard.showDashboard, {})).data;
  expect(house.total).toEqual(
    books.accounts.filter(({ account }) => account === 'house').map(({ currency, amount }) => ({ currency, amount })),
  );
  expect(users.total).toBe(0);
});

test('the figures match the books and the tape, and every panel exports a safe file in every language', async () => {
  const { world, staff } = await open();
  const tape = await openTape(world);
  const ann = await world.person();
  await world.give(ann, 'spot', 'BTC', 150_000_000n);
  await tape.write(tape.now(), 64_000_00000000, 3_000_00000000);
  await staff.support.call(users.freezeUser, { number: ann.info.number, reason });
  const early = (await staff.auditor.call(dashboard.showDashboard, {})).data;
  expect(early).toMatchObject({ countedAt: null, books: { accounts: [] }, users: { total: 0, frozen: 1 } });
  await countSite(world.db, world.clock(), figures);
  world.pass(seconds(4));
  const { data } = await staff.auditor.call(dashboard.showDashboard, {});
  expect(data.countedAt).toBe('2026-11-15T12:00:00.000Z');
  const amountOf = (account: string, currency: string) =>
    data.books.accounts.find((one) => one.account === account && one.currency === currency)?.amount;
  expect(amountOf('fund', 'USDT')).toBe('10000.00');
  expect(amountOf('house', 'USDT')).toBe('-10000.00');
  expect(amountOf('spot', 'BTC')).toBe('1.50');
  expect(amountOf('external', 'BTC')).toBe('-1.50');
  expect(data).toMatchObject({
    exposure: [],
    settlement: { overdue: 0, p50Ms: 0, p99Ms: 0, worstMs: 0 },
    books: { drift: 0 },
    house: {
      total: [{ currency: 'USDT', amount: '-10000.00' }],
      today: [{ kind: 'welcome_grant', currency: 'USDT', amount: '-10000.00' }],
    },
    queues: [
      { kind: 'approval', waiting: 0, oldestAt: null },
      { kind: 'appeal', waiting: 0, oldestAt: null },
      { kind: 'identity', waiting: 0, oldestAt: null },
      { kind: 'top_up', waiting: 0, oldestAt: null },
      { kind: 'withdrawal', waiting: 0, oldestAt: null },
      { kind: 'vip_refund', waiting: 0, oldestAt: null },
    ],
    users: { total: 1, frozen: 1, sessions: 1 },
  });
  expect(data.signUps).toHaveLength(14);
  expect(data.signUps.at(-1)).toEqual({ day: '2026-11-15', count: 1 });
  for (const panel of dashboard.panels) {
    const { csv, filename } = (await staff.auditor.call(dashboard.exportPanel, { panel })).data;
    expect(filename).toContain('simulated');
    const [header, ...rows] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFF.+,Note$/);
    for (const row of rows) expect(row, panel).toMatch(/,Glasshouse - Simulated: paper money only$/);
    expect(csv).not.toMatch(/(^|[\n,])[=+@]/);
  }
});
