import { firstSlotOf } from '@glasshouse/protocol/market/tape';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/options/calls';
import { expect, test } from 'vitest';
import { checkBooks } from '#money/ledger/proof.ts';
import { withOptions } from '../../../test/options.ts';
import { worldToVoid } from '../../../test/void.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { ending } from './settling/ending.ts';

const whole = 20_000_000_000n;
const premiumOf = ({ premium }: { premium: string }) => parseUnits(premium, 'USDT')!;

test('an option that ends in given-up slots returns its premium; one that ends later is settled by its tick', async () => {
  const world = await withOptions(await worldToVoid('2026-11-15T23:58:00Z'));
  const { trader, tick, quote, buy, shown, settle, giveUp, resume, balance, agreeOn, log, day } = world;
  await log.write();
  const old = (await buy((await quote({ seconds: 60, size: '0.2' })).put)).order;
  await agreeOn(2);
  await tick(6_400_500);
  const lost = (await buy((await quote({ seconds: 60 })).call)).order;
  const across = (await buy((await quote({ seconds: 180, size: '0.1' })).put)).order;
  await tick(6_400_000);
  await log.write();
  const paid = [old, lost, across].reduce((sum, order) => sum + premiumOf(order), 0n);
  expect(await balance('options', 'USDT')).toBe(whole - paid);

  // Nothing is void before the gap is signed.
  await giveUp();
  await settle();
  expect((await shown(lost.id)).outcome).toBeNull();
  const gapFrom = world.slot() + 1;
  await resume();
  await settle();
  expect(await shown(lost.id)).toMatchObject({ outcome: 'void', payout: lost.premium, exit: null, sale: null });
  expect((await shown(old.id)).outcome).toBeNull(); // settled by its own rule, once the tape is past it
  expect((await shown(across.id)).outcome).toBeNull();
  expect(await balance('options', 'USDT')).toBe(whole - paid + premiumOf(lost));
  expect(await world.committed()).toMatchObject([
    { account: 'committed_options', usdt: formatUsdt(premiumOf(old) + premiumOf(across)) },
  ]);

  await resume(...Array.from({ length: across.dueSlot - firstSlotOf(day + 1) + 2 }, () => 6_300_000));
  // Open orders are found again from the settled mark, as the role does after each count.
  await openSettler({ ending, db: world.db, clock: world.world.clock, settled: () => {} }).look();
  expect(await shown(old.id)).toMatchObject({ outcome: 'void', payout: old.premium });
  const ended = await shown(across.id);
  expect(ended).toMatchObject({ outcome: 'win', exit: { slot: across.dueSlot, price: '63000.00' } });
  expect(await balance('options', 'USDT')).toBe(whole - premiumOf(across) + parseUnits(ended.payout!, 'USDT')!);
  expect(await world.committed()).toEqual([]);

  // Records, statement and results agree.
  const { orders } = (await trader.call(protocol.listOrders, { outcome: 'void' })).data;
  expect(orders.map(({ id }) => id)).toEqual([lost.id, old.id]);
  const back = (await world.statement()).filter(({ ref, kind }) => ref === lost.id && kind === 'option_payout');
  expect(back).toMatchObject([{ wallet: 'options', currency: 'USDT', amount: lost.premium }]);
  const { total } = (await trader.call(protocol.showResults, {})).data;
  const gained = parseUnits(ended.payout!, 'USDT')! - premiumOf(across);
  expect(total).toMatchObject({ count: 3, inProfit: 1, profit: formatUsdt(gained) });

  // Each receipt shows the gap and proves it by the log.
  await log.write();
  const receiptOf = async (id: string) => (await trader.call(protocol.showReceipt, { id, form: 2 })).data;
  for (const { id } of [lost, old, across]) expect(await world.wrong(await receiptOf(id)), id).toEqual([]);
  const receipt = await receiptOf(lost.id);
  expect(receipt).toMatchObject({
    order: { outcome: 'void' },
    gap: { first: gapFrom, last: firstSlotOf(day + 1) - 1 },
  });
  const { gap: _, ...without } = receipt;
  expect(await world.wrong(without)).not.toEqual([]);
  const won = { ...receipt, order: { ...receipt.order, outcome: 'lose' as const, payout: '0.00' } };
  expect(await world.wrong(won)).not.toEqual([]);
  expect((await checkBooks(world.world.db)).drift).toEqual([]);
});
