import { randomBytes } from 'node:crypto';
import { type Coin, coins as marketCoins } from '@glasshouse/protocol/market/coins';
import { type DayPlan, generatorVersion, openDay } from '@glasshouse/protocol/market/synthetic';
import { dayBytes, planBytes } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { type Signer, sha } from '../platform/signer.ts';

type PlanRow = { day: number; seed: Buffer; symbols: number[]; opens: string[] };
const planOf = ({ day, seed, symbols, opens }: PlanRow): DayPlan => ({
  day,
  seed,
  opens: symbols.map((symbol, i) => ({ symbol, price: BigInt(opens[i]!) })),
});

/** The newest plan up to a day. */
async function newestPlan(db: Db, day: number): Promise<DayPlan | undefined> {
  const { rows } = await sql<PlanRow>`
    select day, seed, symbols, opens::text[] from tape_plan where day <= ${day} order by day desc limit 1`.execute(db);
  return rows[0] && planOf(rows[0]);
}

/** A day's plan, made and announced if there is none yet. It opens where the last planned day ends. */
export async function planDay(
  db: Db,
  day: number,
  now: number,
  key: number,
  signer: Signer,
  coins: readonly Coin[] = marketCoins,
): Promise<DayPlan> {
  const before = await newestPlan(db, day);
  if (before?.day === day) return before;
  const closes = new Map(
    before &&
      openDay(before, coins)
        .closes()
        .map(({ symbol, price }): [number, bigint] => [symbol, price]),
  );
  const opens = coins.map(({ id, start }) => ({ symbol: id, price: closes.get(id) ?? start }));
  const seed = randomBytes(32);
  const commitment = sha(planBytes(day, generatorVersion, seed, opens));
  const signature = signer.sign(dayBytes(day, commitment, now));
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into tape_day (day, version, commitment, announced_slot, key, signature)
      values (${day}, ${generatorVersion}, ${commitment}, ${now}, ${key}, ${signature})`.execute(tx);
    await sql`
      insert into tape_plan (day, seed, symbols, opens)
      values (${day}, ${seed}, ${opens.map((o) => o.symbol)}, ${opens.map((o) => o.price)})`.execute(tx);
  });
  return { day, seed, opens };
}

/** Publishes the plans of days that are over. */
export const revealBefore = (db: Db, day: number) =>
  sql`
    insert into tape_revealed (day, seed, symbols, opens)
    select day, seed, symbols, opens from tape_plan p
    where day < ${day} and not exists (select from tape_revealed r where r.day = p.day)
  `.execute(db);
