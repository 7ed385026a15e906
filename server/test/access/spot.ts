import * as shares from '@glasshouse/protocol/shares/calls';
import * as spot from '@glasshouse/protocol/spot/calls';
import { expect } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { ending } from '#trading/spot/spot.ts';
import { appRole } from '../../database/prepare.ts';
import type { ProductAccess } from '../access.ts';
import { openContracts } from '../contracts.ts';
import { orderIdAt } from '../order-id.ts';
import type { Site } from '../site-with-everything.ts';
import { openTape } from '../tape.ts';
import type { World } from '../world.ts';

type Person = Awaited<ReturnType<World['person']>>;
const openPlain = (site: Site, at: string, stake: string) =>
  `open_plain_spot(${at}, '{1,2,3,4}', array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${stake}], '{1}', array[${site.spotSpread}])`;

const coinOrder = (id: string) => ({ id, symbol: 'BTC', side: 'buy', given: '100', spreadBp: 10 }) as const;
/** Opens a spot order for Ann; Bob tries its id. */
async function tradeOf(ann: Person, bob: Person, world: World): Promise<string> {
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000);
  for (const one of [ann, bob]) await world.give(one, 'spot', 'USDT', 500_000_000n);
  const id = orderIdAt(world.clock());
  expect((await ann.call(spot.trade, coinOrder(id))).code).toBe(200);
  return id;
}

export const access: ProductAccess = {
  calls: {
    everybody: ['/index/spot: rules'],
    user: ['/index/spot: trade holdings list order receipt'],
    'reviewer, support, auditor, owner': ['/office/spot: holdings orders'],
  },
  grants: {
    glasshouse_app: {
      'open_plain_spot(timestamp with time zone,smallint[],bigint[],uuid[],bigint[],integer[],integer[])': 'execute',
      'open_spot(timestamp with time zone,smallint,bigint[],uuid[],bigint[],bigint[],integer[],integer[])': 'execute',
      spot_cost: 'select',
      spot_day: 'select',
      spot_order: 'select',
    },
    glasshouse_office: { spot_cost: 'select', spot_day: 'select', spot_order: 'select' },
    glasshouse_settle: {
      spot_order: 'select, update (exit_price exit_slot payout result settled_at)',
      'spot_received(bigint,boolean,bigint,integer,bigint)': 'execute',
    },
  },
  ownersFunctions: [
    { name: 'book_spot', callers: [] },
    { name: 'open_plain_spot', callers: [appRole] },
    { name: 'open_spot', callers: [appRole] },
  ],
  functions: {
    open_plain_spot: {
      momentOnTape: (site, at) => openPlain(site, at, '100000000'),
      amount: (site, stake) => openPlain(site, site.now, stake),
      fair: '100000000',
    },
    open_spot: {
      momentOnTape: (site, at) =>
        `open_spot(${at}, ${site.rule}::smallint, array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${site.head}], array[100000000], '{1}',
         array[${site.spotSpread}])`,
      amount: (site, stake) =>
        `open_spot(${site.now}, ${site.rule}::smallint, array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${site.head}], array[${stake}], '{1}',
         array[${site.spotSpread}])`,
      fair: '100000000',
    },
    spot_received: { harmless: 'computes' },
  },
  writes: ({ now, spotSpread, wallet }) => ({
    spot_order: [
      `select open_plain_spot(${now}, '{1,2,3,4}', array[${wallet('spot')}], array['${newId()}'::uuid], array[100000000], '{1}', array[${spotSpread}])`,
    ],
  }),
  probes: {
    [spot.trade.path]: async (ann, bob, world) => {
      const id = await tradeOf(ann, bob, world);
      const theirs = await bob.call(spot.trade, { ...coinOrder(id), given: '70' });
      expect(theirs.data.order).toMatchObject({ id, given: '70.00' });
      expect((await ann.call(spot.showOrder, { id })).data.order.given).toBe('100.00');
    },
    [spot.showOrder.path]: async (ann, bob, world) => {
      const id = await tradeOf(ann, bob, world);
      expect((await bob.call(spot.showOrder, { id })).data.reason).toBe('not_found');
      expect((await ann.call(spot.showOrder, { id })).code).toBe(200);
    },
    [spot.showReceipt.path]: async (ann, bob, world) => {
      const id = await tradeOf(ann, bob, world);
      expect((await bob.call(spot.showReceipt, { id })).data.reason).toBe('not_found');
      expect((await ann.call(spot.showReceipt, { id })).data.reason).toBe('not_ended');
    },
    [spot.listOrders.path]: async (ann, bob, world) => {
      const id = await tradeOf(ann, bob, world);
      const after = `f${id.slice(1)}`;
      expect((await bob.call(spot.listOrders, { before: after })).data.orders).toEqual([]);
      expect((await ann.call(spot.listOrders, { before: after })).data.orders).toHaveLength(1);
    },
  },
  ownedTables: ['spot_day', 'spot_order'],
  leaveTraces: async (ann, world, tape) => {
    await tape.write(tape.now(), 6_400_000);
    const coins = orderIdAt(world.clock());
    expect((await ann.call(spot.trade, { ...coinOrder(coins), given: '12.345678' })).code).toBe(200);
    await tape.write(tape.now() + 1, 6_400_000);
    await openSettler({ ending, db: openContracts(world).db, clock: world.clock, settled: () => {} }).look();
    const shared = await ann.call(shares.makeShare, { product: 'spot', id: coins, named: true });
    return [coins, shared.data.token, '12.345678'];
  },
};
