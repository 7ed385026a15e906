import { exportPanel, showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import type { Flow, MovementState } from '@glasshouse/protocol/movements/arrows';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { countSite } from '#console/backoffice/figures.ts';
import { newId } from '#platform/database/ids.ts';
import { days } from '#platform/runtime/clock.ts';
import { figures } from '#roles/domain-registry.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld } from '../../../test/world.ts';

test('operators see daily inflows and outflows, what is held, and what is pending', async () => {
  const world = await newWorld();
  const ann = await world.person();
  await world.give(ann, 'cash', 'CNY', 100_000n);
  type Begin = [flow: Flow, state: MovementState, amount: bigint, fee?: bigint, currency?: number];
  const begin = async (...[flow, state, amount, fee = 0n, currency = 1]: Begin) => {
    const id = newId();
    await sql`select begin_movement(${ann.number}, ${id}, ${flow}, ${state}, ${currency}, ${amount}, ${fee}, null, 'TRC20', ${world.clock()})`.execute(
      world.owner,
    );
    return async (...states: MovementState[]) => {
      for (const to of states)
        await sql`select move_along(${ann.number}, ${id}, ${to}, ${world.clock()}, null)`.execute(world.owner);
    };
  };
  await begin('recharge', 'passed', 70_000_000n);
  world.pass(days(1));
  const later = await begin('recharge', 'under_review', 1_000_000_000n);
  await later('passed'); // counted on the day on which it passed
  await (await begin('withdraw', 'under_review', 100_000_000n, 1_000_000n))('withdrawing', 'success');
  await (await begin('withdraw', 'under_review', 7200n, 72n, 2))('withdrawing', 'success');
  await (await begin('withdraw', 'under_review', 30_000_000n))('withdrawing');
  await (await begin('withdraw', 'under_review', 20_000_000n))('frozen');
  await begin('withdraw', 'under_review', 10_000_000n);
  await begin('recharge', 'under_review', 5_000_000n);
  await begin('recharge', 'under_review', 6_000_000n);
  await begin('upgrade', 'done', 100_000_000n);
  await countSite(world.db, world.clock(), figures);
  const { auditor } = await (await openOffice(world)).staff();
  const { money } = (await auditor.call(showDashboard, {})).data;
  expect(money.days).toHaveLength(14);
  expect(money.days.slice(-2)).toEqual([
    { day: '2026-11-15', in: '70.00', out: '0.00', outCny: '0.00' },
    { day: '2026-11-16', in: '1000.00', out: '99.00', outCny: '71.28' },
  ]);
  expect(money.waiting.map(({ at, currency, count, amount }) => [at, currency, count, amount])).toEqual([
    ['recharge_review', 'USDT', 2, '11.00'],
    ['withdraw_on_hold', 'USDT', 1, '20.00'],
    ['withdraw_review', 'USDT', 1, '10.00'],
    ['withdraw_on_its_way', 'USDT', 1, '30.00'],
  ]);
  expect(money.held).toEqual([
    { account: 'committed_withdrawals', currency: 'USDT', amount: '60.00' },
    { account: 'committed_vip', currency: 'USDT', amount: '100.00' },
  ]);
  const { csv } = (await auditor.call(exportPanel, { panel: 'money' })).data;
  expect(csv).toContain('2026-11-16,1000.00,99.00,71.28');
  expect(csv).toContain('Simulated');
});
