import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { exportPanel, showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { showRules } from '@glasshouse/protocol/contracts/calls';
import { savePeriods, showPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { openContracts } from '../../../test/contracts.ts';
import { openOffice } from '../../../test/office.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { ending } from './settling/ending.ts';

const reason = 'Shorter periods for the class';

test('a product manager changes terms with a second person, the app offers them on time, and the history names author and reason', async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const manager = staff.product_manager;
  const [first] = (await manager.call(showPeriods, {})).data.list;
  const save = (change: object, expectedVersion = first!.version, who = manager) =>
    who.call(savePeriods, { expectedVersion, terms: { ...first!.terms, ...change }, reason } as never);
  expect((await save({})).data.reason).toBe('unchanged');
  const periods = [
    { seconds: 45, returnPercent: '80.5' },
    { seconds: 90, returnPercent: '84' },
  ];
  for (const change of [
    { minStake: '6000' },
    { maxOpen: '10' },
    { minStake: '0.01' },
    { maxStake: '2000000', maxOpen: '2000000' },
    { minStake: '1000000', maxStake: '1000000', maxOpen: '2000000000' },
    { periods: [] },
    { periods: [periods[0], periods[0]] },
    { periods: [{ seconds: 30, returnPercent: '0' }] },
    { periods: [{ seconds: 30, returnPercent: '100.01' }] },
    { periods: [{ seconds: 4000, returnPercent: '80' }] },
  ])
    expect((await save(change)).data.reason, JSON.stringify(change)).toBe('bad_input');
  const id = (await save({ periods, minStake: '5' })).data.waiting!;
  await staff.reviewer.call(decideApproval, { id, decision: 'approve', reason });
  const rules = async () => (await world.visitor().call(showRules, {})).data;
  expect(await rules()).toMatchObject({ minStake: '10.00', next: { periods: [{ seconds: 45 }, { seconds: 90 }] } });
  world.pass(minutes(60));
  expect(await rules()).toMatchObject({
    minStake: '5.00',
    periods: [
      { seconds: 45, returnBp: 8050 },
      { seconds: 90, returnBp: 8400 },
    ],
    next: null,
  });
  const again = await office.logIn(manager.person);
  expect((await save({ minStake: '6' }, first!.version, again)).data.reason).toBe('version_changed');
  const { list } = (await again.call(showPeriods, {})).data;
  expect(list).toMatchObject([
    { by: { name: 'Paul Product' }, approvedBy: { name: 'Rita Review' }, reason, terms: { minStake: '5.00' } },
    { version: first!.version, by: null },
  ]);
  const auditor = await office.logIn(staff.auditor.person);
  const [entry] = (await auditor.call(listAudit, { subject: `terms:${list[0]!.version}` })).data.list;
  expect(entry).toMatchObject({ before: { minStake: '10.00' }, after: { minStake: '5.00' }, reason });
});

test('the figures show open contracts and how late results were booked', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const contracts = openContracts(world);
  const { auditor } = await (await openOffice(world)).staff();
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 1_000_000_000n);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open)
    values ('{2}', '{8200}', 1000000, 5000000000, 5000000000)`.execute(world.owner);
  const start = tape.now() - (tape.now() % 120);
  await tape.write(start, 100);
  const open = (long: boolean, stake: bigint) =>
    contracts.open({ owner: ann.number, headSlot: start, long, stake, symbol: 1 });
  await open(true, 10_000_000n);
  await open(false, 30_000_000n);
  const look = async () => (await auditor.call(showDashboard, {})).data;
  expect((await look()).exposure).toEqual([
    { symbol: 'BTC', orders: 2, long: '10.00', short: '30.00', worst: '32.80' },
  ]);
  const settler = openSettler({ ending, db: contracts.db, clock: world.clock, settled: () => {} });
  for (let slot = 1; slot <= 70; slot++) await tape.write(start + slot, 100 + slot);
  world.pass(seconds(40));
  expect((await look()).settlement).toMatchObject({ overdue: 2 });
  await settler.look();
  world.pass(seconds(5));
  const after = await look();
  expect(after.exposure).toEqual([]);
  expect(after.settlement).toMatchObject({ overdue: 0 });
  expect(after.settlement!.worstMs).toBeGreaterThan(0);
  const { csv } = (await auditor.call(exportPanel, { panel: 'settlement' })).data;
  expect(csv).toContain('Overdue,0');
});
