import { randomBytes } from 'node:crypto';
import type { Coin } from '@glasshouse/protocol/market/coins';
import { type GeneratedPrice, openDay, type SyntheticDay } from '@glasshouse/protocol/market/synthetic';
import { dayOf, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import type { Db } from '#platform/database/db.ts';
import { type CheckpointRow, insertCheckpoints, insertTicks, type TickRow } from './tape-sql.ts';
import { advance, linkSlot, signHeads, type Tape } from './writer.ts';

const coarse = 30; // slots: one tick in 15 s
const fine = 15 * slotsPerMinute;
const signedEvery = slotsPerMinute;
const batch = 20_000;

/**
 * Prices from before the site existed, so that charts are not empty. They were never traded and aren't proved, so they
 * need no beacon and no plan: days of version 1 from seeds that are not stored.
 */
export function generateHistory(coins: readonly Coin[]): (slot: number) => readonly GeneratedPrice[] {
  let open: { day: number; made: SyntheticDay } | undefined;
  return (slot) => {
    const day = dayOf(slot);
    if (open?.day === day) return open.made.at(slot);
    const opens = open?.made.closes() ?? coins.map(({ id, start }) => ({ symbol: id, price: start }));
    open = { day, made: openDay({ day, seed: randomBytes(32), opens }, coins) };
    return open.made.at(slot);
  };
}

/**
 * The first ticks of a new tape, from `start` to before `end`: coarse at first, every slot in the last quarter of an
 * hour. A full grid would be 4.1 million ticks a day; the coarse part is marked on the tape as a gap. It is written in
 * one transaction, completely or not at all.
 */
export async function writeHistory(
  db: Db,
  tape: Tape,
  imagined: (slot: number) => readonly GeneratedPrice[],
  start: number,
  end: number,
): Promise<void> {
  const fineFrom = Math.max(start, end - fine);
  const gaps = start < fineFrom ? [{ first: start, last: fineFrom - 1, symbol: 0, reason: 'history' as const }] : [];
  await db.transaction().execute(async (tx) => {
    let rows: TickRow[] = [];
    let signed: CheckpointRow[] = [];
    const flush = async () => {
      await insertTicks(tx, rows, rows.length > 0 ? gaps.splice(0) : []);
      await insertCheckpoints(tx, signed);
      [rows, signed] = [[], []];
    };
    for (let slot = start; slot < end; slot += slot < fineFrom ? Math.min(coarse, fineFrom - slot) : 1) {
      const weight = slot < fineFrom ? BigInt(coarse) : 1n;
      const made = imagined(slot).map((tick) => ({ ...tick, volume: tick.volume * weight }));
      const linked = linkSlot(tape.heads, slot, made);
      const due = slot - tape.checkpoint.slot >= signedEvery || slot === end - 1;
      const checkpoint = due ? signHeads(tape, slot, linked) : undefined;
      advance(tape, linked, checkpoint);
      rows.push(...linked);
      if (checkpoint) signed.push(checkpoint);
      if (rows.length >= batch) await flush();
    }
    await flush();
  });
}
