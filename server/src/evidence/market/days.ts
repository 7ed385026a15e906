import { randomBytes } from 'node:crypto';
import type { Chain } from '@glasshouse/protocol/beacon/chain';
import { fromHex } from '@glasshouse/protocol/bytes';
import type { Coin } from '@glasshouse/protocol/market/coins';
import { type BeaconVersion, generatorVersion } from '@glasshouse/protocol/market/generator-version';
import type { DayPlan } from '@glasshouse/protocol/market/synthetic';
import type { BeaconDay, Opening } from '@glasshouse/protocol/market/synthetic-2';
import { beaconPlanBytes, dayBytes, dayOf } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import { type Signer, sha } from '#platform/security/signer.ts';
import { chainNumber, readChain } from '../beacon/beacon.ts';
import { openSeed, type SeedKeys, sealSeed } from './seed-seal.ts';

/** The data that a day is generated from. Under versions 2 and 3, a round of `chain` is added every three seconds. */
export type Plan = ({ version: 1 } & DayPlan) | BeaconPlan;
export type BeaconPlan = BeaconDay & { chain: Chain };

type PlanRow = {
  day: number;
  version: number;
  seed: Buffer | null;
  symbols: number[];
  opens: string[];
  sealed: Buffer;
  key_id: Buffer;
  chain: number;
};
/**
 * Why a day can't be generated: the key of its seed is missing, its beacon does not answer, or its rounds contradict
 * the tape.
 */
export type StuckReason = 'seed' | 'beacon' | 'rounds';
/** Thrown if retrying can't generate a day: an operator must first restore what is missing. */
export class CannotBeMade extends Error {
  readonly day: number;
  readonly reason: StuckReason;
  constructor(day: number, reason: StuckReason, message: string) {
    super(message);
    this.day = day;
    this.reason = reason;
  }
}

function seedOf({ day, seed, sealed, key_id: keyId }: PlanRow, keys: SeedKeys): Buffer {
  try {
    return seed ?? openSeed(keys, day, { sealed, keyId });
  } catch (error) {
    throw new CannotBeMade(day, 'seed', (error as Error).message);
  }
}

async function planOf(db: Db, row: PlanRow, keys: SeedKeys): Promise<Plan> {
  const { day, version, symbols, opens } = row;
  const seed = seedOf(row, keys);
  if (row.seed)
    return { version: 1, day, seed, opens: symbols.map((symbol, i) => ({ symbol, price: BigInt(opens[i]!) })) };
  return { version: version as BeaconVersion, day, seed, chain: (await readChain(db, row.chain))! };
}

const plans = sql<PlanRow>`
  select p.day, d.version, p.seed, p.symbols, p.opens::text[], p.sealed, p.key_id, p.chain
  from tape_plan as p join tape_day as d on d.day = p.day`;

export type Planner = { db: Db; key: number; signer: Signer; seedKeys: SeedKeys; chain: Chain };

/** A day's plan. Makes and announces one if there is none yet. */
export async function planDay({ db, key, signer, seedKeys, chain }: Planner, day: number, now: number): Promise<Plan> {
  const { rows } = await sql<PlanRow>`${plans} where p.day = ${day}`.execute(db);
  if (rows[0]) return planOf(db, rows[0], seedKeys);
  const seed = randomBytes(32);
  const { sealed, keyId } = sealSeed(seedKeys, day, seed);
  const plan = { version: generatorVersion, day, seed } as const;
  const commitment = sha(beaconPlanBytes(plan, fromHex(chain.hash)));
  const signature = signer.sign(dayBytes(day, commitment, now));
  await db.transaction().execute(async (tx) => {
    const number = await chainNumber(tx, chain);
    await sql`
      insert into tape_day (day, version, commitment, announced_slot, key, signature)
      values (${day}, ${generatorVersion}, ${commitment}, ${now}, ${key}, ${signature})`.execute(tx);
    await sql`
      insert into tape_plan (day, sealed, key_id, chain) values (${day}, ${sealed}, ${keyId}, ${number})`.execute(tx);
  });
  return { ...plan, chain };
}

/** Whether the day of a slot was announced before the slot. A seed that was made later could have been chosen. */
export async function wasAnnounced(db: Db, slot: number): Promise<boolean> {
  const found = await db
    .selectFrom('tape_day')
    .select('day')
    .where('day', '=', dayOf(slot))
    .where('announced_slot', '<', BigInt(slot))
    .executeTakeFirst();
  return found !== undefined;
}

const isGivenUp = async (db: Db, day: number): Promise<boolean> =>
  (await db.selectFrom('tape_given_up').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;

const maxRevealed = 100;

/**
 * Publishes the plans of days that are over. A plan that can't be opened doesn't block the others; all of them are
 * named in the error at the end, except for days that were given up.
 */
export async function revealBefore(db: Db, day: number, keys: SeedKeys): Promise<void> {
  const { rows } = await sql<PlanRow>`
    ${plans} where p.day < ${day} and not exists (select from tape_revealed r where r.day = p.day)
    order by p.day desc limit ${maxRevealed}`.execute(db);
  const failed: Error[] = [];
  for (const row of rows) {
    try {
      await sql`
        insert into tape_revealed (day, seed, symbols, opens, chain)
        values (${row.day}, ${seedOf(row, keys)}, ${row.symbols}, ${row.opens}, ${row.chain})`.execute(db);
    } catch (error) {
      if (await isGivenUp(db, row.day)) continue;
      failed.push(new Error(`day ${row.day} cannot be revealed: ${(error as Error).message}`, { cause: error }));
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join('; '));
}

type OpeningRow = { slot: bigint; symbols: number[]; opens: string[] };
const openingOf = ({ slot, symbols, opens }: OpeningRow): Opening => ({
  slot: Number(slot),
  opens: symbols.map((symbol, i) => ({ symbol, price: BigInt(opens[i]!) })),
});

/** The opening of a day; undefined before it begins. */
export async function readOpening(db: Db, day: number): Promise<Opening | undefined> {
  const { rows } = await sql<OpeningRow>`
    select slot, symbols, opens::text[] from tape_opening where day = ${day}`.execute(db);
  return rows[0] && openingOf(rows[0]);
}

/** Opens a day at a slot with the newest prices on the tape. A coin that has none begins at its start price. */
export async function beginDay(
  db: Db,
  day: number,
  slot: number,
  chain: Chain,
  coins: readonly Coin[],
): Promise<Opening> {
  const number = await chainNumber(db, chain);
  const { rows } = await sql<OpeningRow>`
    insert into tape_opening (day, slot, chain, symbols, opens)
    select ${day}, ${slot}, ${number}, array_agg(coin.id order by place), array_agg(coalesce(newest.price, coin.start) order by place)
    from unnest(${coins.map(({ id }) => id)}::int[], ${coins.map(({ start }) => start)}::bigint[])
      with ordinality as coin (id, start, place)
    left join lateral (
      select price from tick where symbol = coin.id and slot < ${slot} order by slot desc limit 1
    ) as newest on true
    returning slot, symbols, opens::text[]`.execute(db);
  return openingOf(rows[0]!);
}
