import { coins } from '@glasshouse/protocol/market/coins';
import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { onTestFinished } from 'vitest';
import { makeDay, makeMessageDay } from '#evidence/market/tape-sql.ts';
import { resumeTape, writeSlot } from '#evidence/market/writer.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { openSigner } from '#platform/security/signer.ts';
import { newSigningKey } from './signing-key.ts';
import type { World } from './world.ts';

/** The feed's side of a world: its database role, and a tape to write slot by slot. */
export async function openTape(world: World) {
  const pool = openPool(world.config.FEED_DATABASE_URL!, 3, () => {});
  onTestFinished(() => pool.end());
  const db = openDb(pool);
  const now = () => slotAt(world.clock().getTime());
  for (const day of [-1, 0, 1]) {
    await makeDay(db, dayOf(now()) + day);
    await makeMessageDay(db, dayOf(now()) + day);
  }
  const tape = await resumeTape(db, openSigner(newSigningKey()), now());
  /** Writes one slot: a price for each of the first coins. */
  const write = async (slot: number, ...prices: number[]) => {
    const made = prices.map((price, i) => ({ symbol: coins[i]!.id, price: BigInt(price), volume: 10n }));
    await writeSlot(db, tape, made, slot, 'late');
  };
  return { db, tape, now, write };
}
