import { setTimeout as wait } from 'node:timers/promises';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { coinById, formatPrice } from '@glasshouse/protocol/market/coins';
import { pairOf } from '@glasshouse/protocol/market/messages';
import { msOf } from '@glasshouse/protocol/market/tape';
import { onTestFinished } from 'vitest';
import { writeSlot } from '#evidence/market/writer.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { ending } from '#trading/contracts/contracts.ts';
import { settledThrough } from '#trading/orders/orders.ts';
import { openRollup } from '#trading/orders/settling/rollup.ts';
import { openSettler } from '#trading/orders/settling/settle.ts';
import { endings } from '../src/roles/products.ts';
import { orderIdAt } from './order-id.ts';
import { openTape } from './tape.ts';
import { newWorld } from './world.ts';

/**
 * A world with a tape that moves with the clock, a settler, and a user with money to stake. Prices come from `source`,
 * if there is one.
 */
export async function trade(options: Parameters<typeof newWorld>[0] = {}, source?: string) {
  const world = await newWorld(options);
  const tape = await openTape(world);
  const pool = openPool(world.config.SETTLE_DATABASE_URL!, 2, () => {});
  onTestFinished(() => pool.end());
  const db = openDb(pool);
  const settler = openSettler({ ending, db, clock: world.clock, settled: () => {} });
  const rolls = endings.map((each) => ({ ending: each, roll: openRollup(db, each) }));
  const trader = await world.person();
  await world.give(trader, 'contract', 'USDT', 10_000_000_000n);
  let slot = tape.now() - (tape.now() % 2) - 1;
  const priced = (symbol: number, price: bigint) =>
    source === undefined ? { symbol, price, volume: 1n } : priceWithMessage(source, slot, symbol, price);
  /** Writes consecutive slots; an undefined price leaves the first coin out, as a silent source does. */
  const tick = async (...prices: (number | undefined)[]) => {
    for (const price of prices) {
      slot++;
      const made = [price, 314_000].flatMap((each, i) => (each === undefined ? [] : [priced(i + 1, BigInt(each))]));
      await writeSlot(tape.db, tape.tape, made, slot, 'late');
      world.pass(500);
    }
  };
  const open = async (direction: 'long' | 'short', stake = '100.00') => {
    const input = { id: orderIdAt(world.clock()), symbol: 'BTC', direction, seconds: 30, stake, returnBp: 8200 };
    const answer = await trader.call(protocol.openContract, input);
    if (answer.code !== 200) throw new Error(`could not open: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  /**
   * Counts ended orders of all products up to a slot. It waits for every earlier transaction on the server, including
   * those of other tests.
   */
  const countThrough = async (wanted: number) => {
    for (const { ending: counted, roll } of rolls)
      for (let i = 0; (await settledThrough(db, counted)) < wanted; i++) {
        if (i > 1000) throw new Error(`slot ${wanted} was not counted in time`);
        if (i > 0) await wait(50);
        await roll(slot);
      }
  };
  return { world, tape, db, trader, tick, open, settle: settler.look, countThrough, slot: () => slot };
}

/** A price, and the message of an exchange with it. */
export function priceWithMessage(source: string, slot: number, symbol: number, price: bigint) {
  const coin = coinById(symbol)!;
  const data = { e: '24hrMiniTicker', E: msOf(slot), s: pairOf(coin), c: formatPrice(price, coin.decimals), q: '1' };
  const raw = Buffer.from(JSON.stringify({ stream: 'test', data }));
  return { symbol, price, volume: 1n, raw, heard: { source, at: msOf(slot) - 20, message: sha(raw) } };
}

/** This many slots at one price. */
export const flat = (count: number, price = 6_400_000) => Array.from({ length: count }, () => price);
