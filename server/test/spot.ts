import * as protocol from '@glasshouse/protocol/spot/calls';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import { openDb, openPool } from '#platform/database/db.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { ending } from '#trading/spot/spot.ts';
import { orderIdAt } from './order-id.ts';
import { openTape } from './tape.ts';
import { newWorld, type World } from './world.ts';

type Person = Awaited<ReturnType<World['person']>>;
type Wish = Partial<z.input<typeof protocol.trade.input>>;

/** A world with a tape of two coins, a settler, and a user with USDT in the spot wallet. */
export async function openSpot({ usdt = 10_000 } = {}) {
  const world = await newWorld();
  const tape = await openTape(world);
  const pool = openPool(world.config.SETTLE_DATABASE_URL!, 4, () => {});
  onTestFinished(() => pool.end());
  const db = openDb(pool);
  const newSettler = () => openSettler({ ending, db, clock: world.clock, settled: () => {} });
  const { look } = newSettler();
  let slot = tape.now() - (tape.now() % 2) - 1;
  /** Writes the next slots, each with a price of BTC; the price of ETH stays the same. */
  const tick = async (...prices: number[]) => {
    for (const price of prices) {
      await tape.write(++slot, price, 314_000);
      world.pass(500);
    }
  };
  await tick(6_399_030);
  const ann = await world.person();
  if (usdt > 0) await world.give(ann, 'spot', 'USDT', BigInt(usdt) * 1_000_000n);
  const ask = (wish: Wish = {}): z.input<typeof protocol.trade.input> => ({
    ...{ id: orderIdAt(world.clock()), symbol: 'BTC', side: 'buy', given: '500', spreadBp: 10 },
    ...wish,
  });
  const trade = (wish: Wish = {}, who: Person = ann) => who.call(protocol.trade, ask(wish));
  const holdings = async (who: Person = ann) => (await who.call(protocol.listHoldings, {})).data;
  return { world, tape, db, ann, tick, settle: look, newSettler, ask, trade, holdings, slot: () => slot };
}
