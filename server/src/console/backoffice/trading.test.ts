import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { exportPanel, showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { listUserOptions, listUserTrades, showUserCoins } from '@glasshouse/protocol/backoffice/user-records';
import { listPositions } from '@glasshouse/protocol/options/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import { expect, test } from 'vitest';
import { seconds } from '#platform/runtime/clock.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { ending as coinsEnd } from '#trading/spot/spot.ts';
import { openOffice } from '../../../test/office.ts';
import { lively, tradeOptions } from '../../../test/options.ts';
import { orderIdAt } from '../../../test/order-id.ts';

test('support sees a user’s options and coins as the user does, and operators without the permission see nothing', async () => {
  const { world, db, trader, tick, quote, buy, settle } = await tradeOptions();
  const { support, product_manager: manager, auditor } = await (await openOffice(world)).staff();
  const { number } = trader.info;
  expect((await support.call(listUserOptions, { number })).data).toEqual({ orders: [], next: null });
  expect((await support.call(showUserCoins, { number })).data).toMatchObject({ coins: [], realised: '0.00' });
  const flash = (await buy((await quote()).call)).order;
  await tick(6_400_000);
  const longer = (await buy((await quote({ seconds: 180, size: '0.1' })).put)).order;
  await world.give(trader, 'spot', 'USDT', 1_000_000_000n);
  const order = { symbol: 'BTC', side: 'buy', given: '500', spreadBp: 10 } as const;
  await trader.call(spot.trade, { ...order, id: orderIdAt(world.clock()) });

  const { options } = (await auditor.call(showDashboard, {})).data;
  const { open } = await world.db
    .selectFrom('option_exposure')
    .selectAll()
    .where('symbol', '=', 1)
    .executeTakeFirstOrThrow();
  expect(options).toEqual([
    {
      ...{ symbol: 'BTC', orders: 2, calls: flash.premium, puts: longer.premium, limit: '5000000.00' },
      open: expect.stringMatching(/^38\d{3}\.\d+$/),
    },
  ]);
  expect(open / 1_000_000n).toBe(BigInt(options[0]!.open.split('.')[0]!));
  const { csv } = (await auditor.call(exportPanel, { panel: 'options' })).data;
  expect(csv).toContain(`BTC,2,${flash.premium},${longer.premium},${options[0]!.open},5000000.00`);

  await tick(...lively(121));
  await settle();
  await openSettler({ ending: coinsEnd, db, clock: world.clock, settled: () => {} }).look();
  const seen = (await support.call(listUserOptions, { number })).data;
  expect(seen.orders.map(({ id, outcome }) => [id, outcome === null])).toEqual([
    [longer.id, true],
    [flash.id, false],
  ]);
  const first = (await support.call(listUserOptions, { number, limit: 1 })).data;
  const rest = (await support.call(listUserOptions, { number, limit: 1, before: first.next! })).data;
  expect([...first.orders, ...rest.orders]).toEqual(seen.orders);
  expect((await trader.call(listPositions, {})).data.orders).toEqual([seen.orders[0]]);
  expect((await support.call(showUserCoins, { number })).data).toEqual((await trader.call(spot.listHoldings, {})).data);
  expect((await support.call(showUserCoins, { number })).data.coins).toMatchObject([{ symbol: 'BTC', cost: '500.00' }]);
  const trades = (await support.call(listUserTrades, { number })).data;
  expect(trades.orders).toMatchObject([{ side: 'buy', given: '500.00', outcome: 'filled' }]);
  world.pass(seconds(5));
  expect((await auditor.call(showDashboard, {})).data.options).toMatchObject([{ orders: 1, calls: '0.00' }]);

  for (const call of [listUserOptions, showUserCoins, listUserTrades])
    expect((await manager.call(call, { number })).code, call.path).toBe(403);
  // Each kind of look is logged about the user, at most once per period.
  const { list } = (await auditor.call(listAudit, { subject: `user:${number}` })).data;
  expect(list).toMatchObject([{ action: 'look' }]);
});
