import type { Chain } from '@glasshouse/protocol/beacon/chain';
import type { Round } from '@glasshouse/protocol/beacon/round';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';
import type { BeaconChain } from '#platform/database/schema.ts';

/** The number of a chain, assigned on first use. */
export async function chainNumber(db: Db, { hash, publicKey, genesis, groupHash, name }: Chain): Promise<number> {
  const bytes = (hex: string) => Buffer.from(fromHex(hex));
  await sql`
    insert into beacon_chain (hash, public_key, genesis, group_hash, name)
    values (${bytes(hash)}, ${bytes(publicKey)}, ${genesis}, ${bytes(groupHash)}, ${name})
    on conflict do nothing`.execute(db);
  const row = await db
    .selectFrom('beacon_chain')
    .select('id')
    .where('hash', '=', bytes(hash))
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stored rounds from one round onwards, in order. */
export async function roundsFrom(db: Db, chain: number, first: number, limit: number): Promise<Round[]> {
  const rows = await db
    .selectFrom('beacon_round')
    .select(['round', 'signature'])
    .where('chain', '=', chain)
    .where('round', '>=', BigInt(first))
    .orderBy('round')
    .limit(limit)
    .execute();
  return rows.map(({ round, signature }) => ({ round: Number(round), signature }));
}

/**
 * Writes verified rounds. Another feed may have written them first; a round has only one valid signature, so both write
 * the same.
 */
export const insertRounds = (db: Db, chain: number, rounds: readonly Round[]) =>
  sql`
    insert into beacon_round (chain, round, signature)
    select ${chain}, * from unnest(${rounds.map(({ round }) => round)}::bigint[], ${rounds.map(({ signature }) => Buffer.from(signature))}::bytea[])
    on conflict do nothing`.execute(db);

const chainOf = ({ hash, public_key, genesis, group_hash, name }: Selectable<BeaconChain>): Chain => ({
  name,
  hash: toHex(hash),
  publicKey: toHex(public_key),
  genesis: Number(genesis),
  groupHash: toHex(group_hash),
});

/** The chain with a number. */
export async function readChain(db: Db, number: number): Promise<Chain | undefined> {
  const row = await db.selectFrom('beacon_chain').selectAll().where('id', '=', number).executeTakeFirst();
  return row && chainOf(row);
}

/** The chains with these numbers. */
export async function readChains(db: Db, numbers: readonly (number | null)[]): Promise<Map<number, Chain>> {
  const wanted = [...new Set(numbers)].filter((number) => number !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('beacon_chain').selectAll().where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, chainOf(row)]));
}

const most = 30_000; // a day has 28,801

/** The rounds of a range, with their signatures. */
export async function roundsBetween(db: Db, chain: number, first: number, last: number): Promise<Round[]> {
  const rows = await between(db, chain, first, last).select(['round', 'signature']).execute();
  return rows.map(({ round, signature }) => ({ round: Number(round), signature }));
}

/** The randomness of the rounds of a range. */
export async function randomnessBetween(db: Db, chain: number, first: number, last: number) {
  const rows = await between(db, chain, first, last).select(['round', 'randomness']).execute();
  return new Map(rows.map(({ round, randomness }): [number, Uint8Array] => [Number(round), randomness]));
}

const between = (db: Db, chain: number, first: number, last: number) =>
  db
    .selectFrom('beacon_round')
    .where('chain', '=', chain)
    .where('round', '>=', BigInt(first))
    .where('round', '<=', BigInt(last))
    .orderBy('round')
    .limit(most);
