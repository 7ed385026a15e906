import { parseUnits } from '@glasshouse/protocol/money';
import * as protocol from '@glasshouse/protocol/spot/calls';
import { expect, test } from 'vitest';
import { checkBooks } from '#money/ledger/proof.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { flat } from '../../../test/trade.ts';
import { worldToVoid } from '../../../test/void.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { ending } from './settling/ending.ts';

test('orders whose tick was given up are void: USDT and coins are returned in full, and coins keep their cost', async () => {
  const lost = await worldToVoid('2026-11-15T23:59:30Z');
  const { world, trader, tick, giveUp, resume, balance, agreeOn, log, wrong } = lost;
  const { look: settle } = openSettler({ ending, db: lost.db, clock: world.clock, settled: () => {} });
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  await agreeOn(2);
  await tick(...flat(4));
  await log.write();
  const trade = async (side: 'buy' | 'sell', given: string) => {
    const id = orderIdAt(world.clock());
    const answer = await trader.call(protocol.trade, { id, symbol: 'BTC', side, given, spreadBp: 10 });
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return answer.data.order;
  };
  await trade('buy', '640');
  await tick(...flat(1));
  await settle();
  const holdings = async () => (await trader.call(protocol.listHoldings, {})).data;
  const before = await holdings();
  expect(before).toMatchObject({ usdt: '360.00', coins: [{ symbol: 'BTC', cost: '640.00' }] });

  const [bought, sold] = [await trade('buy', '100'), await trade('sell', '0.004')];
  await log.write();
  const inCoins = await balance('spot', 'BTC');
  expect(await balance('spot', 'USDT')).toBe(260_000_000n);
  await giveUp();
  await settle();
  const shown = async ({ id }: { id: string }) => (await trader.call(protocol.showOrder, { id })).data.order;
  expect((await shown(bought)).outcome).toBeNull();
  await resume();
  await settle();
  for (const order of [bought, sold])
    expect(await shown(order)).toMatchObject({ outcome: 'void', exit: null, given: order.given });
  expect(await balance('spot', 'USDT')).toBe(360_000_000n);
  expect(await balance('spot', 'BTC')).toBe(inCoins + parseUnits('0.004', 'BTC')!);
  expect(await holdings()).toEqual(before);
  expect(await lost.committed()).toEqual([]);

  const lines = (await lost.statement()).filter(({ kind }) => kind === 'spot_return');
  const line = ({ ref, currency, amount }: (typeof lines)[number]) => [ref, currency, amount];
  expect(lines.map(line).toSorted()).toEqual(
    [
      [bought.id, 'USDT', '100.00'],
      [sold.id, 'BTC', '0.004'],
    ].toSorted(),
  );
  const { orders } = (await trader.call(protocol.listOrders, {})).data;
  expect(orders.map(({ outcome }) => outcome)).toEqual(['void', 'void', 'filled']);

  await log.write();
  for (const { id } of [bought, sold]) {
    const receipt = (await trader.call(protocol.showReceipt, { id, form: 2 })).data;
    expect(await wrong(receipt), id).toEqual([]);
    expect(receipt).toMatchObject({ order: { outcome: 'void' }, postings: [{}, { kind: 'spot_return' }] });
    expect(await wrong({ ...receipt, gap: undefined })).not.toEqual([]);
    expect(await wrong({ ...receipt, order: { ...receipt.order, outcome: 'filled' } })).not.toEqual([]);
  }
  expect((await checkBooks(world.db)).drift).toEqual([]);
});
