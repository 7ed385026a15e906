import { showRules } from '@glasshouse/protocol/contracts';
import { listAudit } from '@glasshouse/protocol/office/audit';
import { exportPanel, showDashboard } from '@glasshouse/protocol/office/dashboard';
import { savePeriods, showPeriods } from '@glasshouse/protocol/office/periods';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openContracts } from '../../test/contracts.ts';
import { openOffice } from '../../test/office.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';
import { seconds } from '../platform/clock.ts';
import { openSettler } from './settle.ts';

const reason = 'Shorter periods for the class';

test('a product manager changes the terms, the app offers them, and history tells who and why', async () => {
  const world = await newWorld();
  const staff = await (await openOffice(world)).staff();
  const manager = staff.product_manager;
  const [first] = (await manager.call(showPeriods, {})).data.list;
  const save = (change: object, expectedVersion = first!.version) =>
    manager.call(savePeriods, { expectedVersion, terms: { ...first!.terms, ...change }, reason } as never);
  expect((await save({})).data.reason).toBe('no_change');
  const periods = [
    { seconds: 45, returnPercent: '80.5' },
    { seconds: 90, returnPercent: '84' },
  ];
  const { version } = (await save({ periods, minStake: '5' })).data as { version: string };
  expect((await save({ minStake: '6' })).data.reason).toBe('version_changed');
  expect((await world.visitor().call(showRules, {})).data).toMatchObject({
    minStake: '5.00',
    periods: [
      { seconds: 45, returnBp: 8050 },
      { seconds: 90, returnBp: 8400 },
    ],
  });
  expect((await manager.call(showPeriods, {})).data.list).toMatchObject([
    { version, by: { name: 'Paul Product' }, reason, terms: { minStake: '5.00' } },
    { version: first!.version, by: null },
  ]);
  const [entry] = (await staff.auditor.call(listAudit, { subject: `terms:${version}` })).data.list;
  expect(entry).toMatchObject({ before: { minStake: '10.00' }, after: { minStake: '5.00' }, reason });
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
    expect((await save(change, version)).data.reason, JSON.stringify(change)).toBe('bad_input');
});

test('the figures show what is open and how late results came', async () => {
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
  const settler = openSettler({ db: contracts.db, clock: world.clock, settled: () => {} });
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
