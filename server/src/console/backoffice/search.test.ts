import { randomUUIDv7 } from 'node:crypto';
import { transfer } from '@glasshouse/protocol/assets/calls';
import * as audit from '@glasshouse/protocol/backoffice/audit';
import { exportNames, readExport } from '@glasshouse/protocol/backoffice/exports';
import { searchAll } from '@glasshouse/protocol/backoffice/search';
import { correctBalance, freezeUser } from '@glasshouse/protocol/backoffice/users';
import { claimReviewCase } from '@glasshouse/protocol/review/office';
import { trade } from '@glasshouse/protocol/spot/calls';
import { utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { openCase } from '#site/review/review.ts';
import { openOffice } from '../../../test/office.ts';
import { openTape } from '../../../test/tape.ts';
import { addressOf, practiceAddress, verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld } from '../../../test/world.ts';

const reason = 'Asked for by the test';
async function open() {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  return { world, office, staff: await office.staff() };
}

test('one search finds users by any part of a name, cases by title and number, orders by number, and payees', async () => {
  const { world, staff } = await open();
  const ann = await verified(world, await world.person({ username: 'silva.p' }));
  const bob = await world.person({ username: 'bob%_1' });
  await withdraw(ann, '50');
  const about = { id: newId(), kind: 'appeal', person: bob.info.id, number: bob.number, title: 'On a train to Lyon' };
  await step(world.db, (tx) => openCase(tx, world.clock(), about));
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000);
  await ann.call(transfer, { id: newId(), from: 'fund', to: 'spot', amount: '100' });
  const order = randomUUIDv7();
  expect((await ann.call(trade, { id: order, symbol: 'BTC', side: 'buy', given: '10', spreadBp: 10 })).code).toBe(200);

  const find = async (query: string, role: 'support' | 'auditor' | 'reviewer' = 'auditor') =>
    (await staff[role].call(searchAll, { query })).data;
  expect((await find('lva.')).users.map(({ number }) => number)).toEqual([ann.info.number]);
  expect((await find('SILVA')).users.map(({ number }) => number)).toEqual([ann.info.number]);
  expect((await find('b%_')).users.map(({ number }) => number)).toEqual([bob.info.number]);
  expect((await find(bob.phone.slice(-6))).users.map(({ number }) => number)).toContain(bob.info.number);
  expect((await find('train to')).cases).toMatchObject([{ id: about.id, isDecided: false }]);
  // An amount is found as screens show it and as titles store it, also after the decision.
  const large = { ...about, id: newId(), person: ann.info.id, number: ann.number, title: '1200.00 USDT · TRC20' };
  await step(world.db, (tx) => openCase(tx, world.clock(), large));
  expect((await find('1,200.00 usdt')).cases).toMatchObject([{ id: large.id, isDecided: false }]);
  await sql`
    update review_case set decision = 'approve', decided_at = submitted_at, decided_by = operator.id, decided_by_name = name
    from (select id, name from operator limit 1) as operator where review_case.id = ${large.id}`.execute(world.owner);
  for (const text of ['1,200', '1200.00', '1,200.00 usdt'])
    expect((await find(text)).cases, text).toMatchObject([{ id: large.id, isDecided: true }]);
  expect((await find(about.id)).cases).toMatchObject([{ number: bob.info.number, kind: 'appeal' }]);
  expect((await find(order)).orders).toMatchObject([{ id: order, kind: 'spot', number: ann.info.number }]);
  expect((await find(randomUUIDv7())).orders).toEqual([]);
  expect((await find(practiceAddress)).payees).toEqual([{ number: ann.info.number, times: 1 }]);
  // A part of an address, in any notation, among the newest withdrawals.
  await withdraw(ann, '50', { address: addressOf('another payee') });
  const piece = practiceAddress.slice(10, 19);
  for (const part of [piece, piece.toLowerCase(), piece.replaceAll('-', ' ')])
    expect((await find(part, 'reviewer')).payees, part).toEqual([{ number: ann.info.number, times: 1 }]);
  expect((await find('SIM-TRC20', 'reviewer')).payees).toEqual([{ number: ann.info.number, times: 2 }]);
  expect((await find(piece.replaceAll('-', '').slice(0, 3), 'reviewer')).payees).toEqual([]);
  // Roles that may not open a payee cannot guess one part by part.
  for (const role of ['support', 'auditor'] as const) expect((await find(piece, role)).payees, role).toEqual([]);
  // A role finds what it may see: support reviews no withdrawals, reviewers no appeals.
  expect((await find(practiceAddress, 'support')).payees).toEqual([]);
  expect((await find(practiceAddress, 'reviewer')).payees).toHaveLength(1);
  expect((await find('train to', 'reviewer')).cases).toEqual([]);
  expect((await staff.product_manager.call(searchAll, { query: 'silva' })).code).toBe(403);
  for (const query of ['%%', "'; drop table person; --", '\\\\', '__'])
    expect(await find(query), query).toMatchObject({ users: [], cases: [], orders: [], payees: [] });
});

test('a payee that cannot be opened is not found, and the search continues', async () => {
  const { world, staff } = await open();
  const ann = await verified(world, await world.person({ username: 'annabel' }));
  await withdraw(ann, '50');
  await sql`update withdrawal set key_id = 'unknown'`.execute(world.db);
  const { data } = await staff.reviewer.call(searchAll, { query: 'annabel' });
  expect(data).toMatchObject({ users: [{ number: ann.info.number }], payees: [] });
});

test('a search by a payee is logged with the users it found', async () => {
  const { world, staff } = await open();
  const ann = await verified(world);
  await withdraw(ann, '50');
  await staff.reviewer.call(searchAll, { query: practiceAddress.slice(10, 19) });
  const { list } = (await staff.auditor.call(audit.listAudit, { action: searchAll.path })).data;
  expect(list[0]).toMatchObject({ subject: 'search', after: { payees: 1, payeesOf: [ann.info.number] } });
});

test('every search is logged without its text, and an operator who searches constantly is rate limited', async () => {
  const { world, staff } = await open();
  await world.person({ username: 'silva.p' });
  const answers = [];
  for (let i = 0; i < 32; i++) answers.push((await staff.support.call(searchAll, { query: 'silva' })).data.reason);
  expect(answers.slice(0, 30).every((refused) => refused === undefined)).toBe(true);
  expect(answers.at(-1)).toBe('too_many_requests');
  const { list } = (await staff.auditor.call(audit.listAudit, { action: searchAll.path })).data;
  expect(list.length).toBeGreaterThanOrEqual(30);
  expect(list[0]).toMatchObject({ subject: 'search', after: { users: 1, cases: 0, orders: 0, payees: 0 } });
  expect(JSON.stringify(list)).not.toContain('silva');
});

test('the log is filtered by operator, action, subject and days together', async () => {
  const { world, staff } = await open();
  const ann = await world.person();
  await staff.support.call(freezeUser, { number: ann.info.number, reason });
  const today = utcDay(world.clock());
  const count = async (choice: object) => (await staff.auditor.call(audit.listAudit, choice)).data.list.length;
  const action = freezeUser.path;
  const [entry] = (await staff.auditor.call(audit.listAudit, { action })).data.list;
  const operator = entry!.operator!.id;
  expect(await count({ action, operator, subject: `user:${ann.info.number}`, from: today, until: today })).toBe(1);
  expect(await count({ action, from: '2099-01-01' })).toBe(0);
  expect(await count({ action, until: '2020-01-01' })).toBe(0);
  expect(await count({ action, operator: newId() })).toBe(0);
  expect((await staff.auditor.call(audit.listAudit, { from: 'soon' as never })).data.reason).toBe('bad_input');
});

test('the log is filtered by the names of users and operators, and the numbers of users and cases', async () => {
  const { world, staff } = await open();
  const ann = await world.person({ username: 'silva.p' });
  const bob = await world.person();
  for (const { info } of [ann, bob]) await staff.support.call(freezeUser, { number: info.number, reason });
  const about = { id: newId(), kind: 'identity', person: ann.info.id, number: ann.number, title: 'id' };
  await step(world.db, (tx) => openCase(tx, world.clock(), about));
  expect((await staff.reviewer.call(claimReviewCase, { id: about.id })).code).toBe(200);
  const subjects = async (subject: string) => [
    ...new Set((await staff.auditor.call(audit.listAudit, { subject })).data.list.map((entry) => entry.subject)),
  ];
  for (const text of ['silva.p', ' SILVA.P ', ann.info.number, `user:${ann.info.number}`, ann.phone])
    expect(await subjects(text), text).toEqual([`user:${ann.info.number}`]);
  for (const text of [about.id, about.id.replaceAll('-', '').toUpperCase(), `case:${about.id}`])
    expect(await subjects(text), text).toEqual([`case:${about.id}`]);
  const { operator } = (await staff.auditor.call(audit.listAudit, { action: freezeUser.path })).data.list[0]!;
  for (const text of [operator!.name.toUpperCase(), staff.support.person.email])
    expect(await subjects(text), text).toEqual([`operator:${operator!.id}`]);
  for (const text of ['silva', 'silva.%', 'nobody', '999999999999999999'])
    expect(await subjects(text), text).toEqual([]);
});

test('an exported log has exactly the filtered entries, names its filter in the file name, and no user’s name is logged', async () => {
  const { world, staff } = await open();
  const [ann, bob] = [await world.person({ username: 'silva.p' }), await world.person()];
  for (const { info } of [ann, bob, ann]) await staff.support.call(freezeUser, { number: info.number, reason });
  const day = utcDay(world.clock());
  const action = freezeUser.path;
  const [{ operator }] = (await staff.auditor.call(audit.listAudit, { action })).data.list as [audit.AuditEntry];
  const filter = { operator: operator!.id, action, subject: 'silva.p' };
  const asked = { name: 'audit', from: day, until: day } as const;
  const { csv, filename } = (await staff.auditor.call(readExport, { ...asked, filter })).data;
  const by = operator!.name.replaceAll(' ', '-');
  expect(filename).toBe(`audit-simulated-${day}-${day}-by-${by}-users-freeze-about-user-${ann.info.number}.csv`);
  const [header, ...rows] = csv.trimEnd().split('\r\n');
  expect(header).toMatch(/^\uFEFFid,at,operator,/);
  const seen = (await staff.auditor.call(audit.listAudit, { ...filter, from: day, until: day })).data.list;
  expect(rows.map((row) => Number(row.split(',')[0]))).toEqual(seen.map(({ id }) => id).toReversed());
  // Other days: only the header, which still comes first.
  const past = { from: '2020-01-01', until: '2020-01-02' };
  const none = (await staff.auditor.call(readExport, { ...asked, ...past, filter })).data.csv.trimEnd();
  expect(none.split('\r\n')).toEqual([header]);
  const { list } = (await staff.auditor.call(audit.listAudit, { action: readExport.path })).data;
  expect(list[0]!.after).toMatchObject({ filter: { subjects: [`user:${ann.info.number}`] }, rows: 0 });
  expect(JSON.stringify(list)).not.toContain('silva');
});

test('exports arrive in parts for auditors and owners, defuse formulas, and every part is logged', async () => {
  const { world, staff } = await open();
  const ann = await verified(world);
  await sql`update person set email = '=cmd@example.com' where number = ${ann.number}`.execute(world.owner);
  await withdraw(ann, '50');
  const asked = { wallet: 'fund', currency: 'USDT', direction: 'credit', amount: '3' } as const;
  await staff.support.call(correctBalance, { ...asked, id: newId(), number: ann.info.number, reason: '=1+1 is wrong' });
  const today = utcDay(world.clock());
  const span = { from: today, until: today };
  for (const name of exportNames) {
    const { csv, filename, next } = (await staff.auditor.call(readExport, { name, ...span })).data;
    expect(filename).toBe(`${name}-simulated-${today}-${today}.csv`);
    expect(next).toBeNull();
    const [header, ...rows] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^\uFEFF(id|at|asked_at|registered_at),.*,note$/);
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expect(row, name).toMatch(/,Glasshouse - Simulated: paper money only$/);
    expect(csv).not.toMatch(/(^|[\n,])"?[=+@]/);
    expect((await staff.owner.call(readExport, { name, ...span })).code).toBe(200);
    for (const role of ['support', 'reviewer', 'product_manager'] as const)
      expect((await staff[role].call(readExport, { name, ...span })).code, role).toBe(403);
  }
  const { list } = (await staff.auditor.call(audit.listAudit, { action: readExport.path })).data;
  expect(list).toHaveLength(8);
  expect(list).toContainEqual(
    expect.objectContaining({ subject: 'export:withdrawals', after: expect.objectContaining({ rows: 1 }) }),
  );
  // The next part starts after the given row, without a second heading.
  const rest = (await staff.auditor.call(readExport, { name: 'users', ...span, after: ann.info.number })).data;
  expect(rest.csv).toBe('');
  for (const wrong of [
    { from: '2020-01-01', until: '2026-01-01' },
    { from: today, until: '2020-01-01' },
    { ...span, after: '1e9' },
    { ...span, after: newId() },
  ])
    expect((await staff.auditor.call(readExport, { name: 'users', ...wrong })).data.reason).toBe('bad_input');
  world.pass(11 * 60_000);
  expect((await staff.auditor.call(readExport, { name: 'users', ...span })).data.reason).toBe('factor_stale');
});
