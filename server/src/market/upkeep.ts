import { coins } from '@glasshouse/protocol/coins';
import { generatorVersion, openDay } from '@glasshouse/protocol/synthetic';
import { firstSlotOf, planBytes } from '@glasshouse/protocol/tape';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { sha } from '../platform/signer.ts';
import { tapeDays, ticksBetween } from './sql.ts';

const page = 20_000;
const mostWrong = 20;
export type WrongTick = { symbol: number; slot: number; stored: bigint; made: bigint | undefined };

/** Makes a revealed day again and compares it with every tick of the tape that is in it. */
export async function compareDay(db: Db, day: number): Promise<{ ticks: number; wrong: WrongTick[] }> {
  const row = (await tapeDays(db, 10_000)).find((one) => one.day === day);
  if (!row) throw new Error('this day was never announced: the tape had another source');
  if (!row.seed || !row.symbols || !row.opens) throw new Error('this day is not revealed yet');
  const opens = row.symbols.map((symbol, i) => ({ symbol, price: BigInt(row.opens![i]!) }));
  if (!sha(planBytes(day, generatorVersion, row.seed, opens)).equals(row.commitment))
    throw new Error('the revealed seed is not the one that was committed to');
  const wrong: WrongTick[] = [];
  let ticks = 0;
  for (const { symbol } of opens) {
    const made = openDay({ day, seed: row.seed, opens: opens.filter((one) => one.symbol === symbol) }, coins);
    let from = firstSlotOf(day);
    for (let full = true; full && wrong.length < mostWrong; ) {
      const stored = await ticksBetween(db, symbol, from, firstSlotOf(day + 1) - 1, page);
      for (const { slot, price } of stored) {
        const wanted = made.at(Number(slot))[0]?.price;
        if (wanted !== price && wrong.length < mostWrong)
          wrong.push({ symbol, slot: Number(slot), stored: price, made: wanted });
        ticks++;
      }
      full = stored.length === page;
      from = Number(stored.at(-1)?.slot ?? from) + 1;
    }
  }
  return { ticks, wrong };
}

/** Lets days leave the tape; only the owner of the tables can. */
export async function dropDaysBefore(db: Db, day: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select drop_tape_days(${day}) as name`.execute(db);
  return rows.map((row) => row.name);
}
