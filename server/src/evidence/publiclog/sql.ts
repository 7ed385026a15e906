import { sql } from 'kysely';
import type { Db } from '#platform/database/db.ts';

export type NodeRow = { level: number; place: number; hash: Uint8Array };

/** Assigns the next places to submitted entries, oldest first, and returns these leaves. */
export async function append(db: Db, limit: number): Promise<{ place: bigint; hash: Buffer }[]> {
  const { rows } = await sql<{
    place: bigint;
    hash: Buffer;
  }>`/* append_to_log */ select place, hash from append_to_log(${limit})`.execute(db);
  return rows;
}

export const insertNodes = (db: Db, nodes: readonly NodeRow[]) =>
  db
    .insertInto('log_node')
    .values(nodes.map(({ level, place, hash }) => ({ level, place: BigInt(place), hash: Buffer.from(hash) })))
    .execute();

export const insertCheckpoint = (db: Db, size: number, root: Uint8Array, at: Date, note: string) =>
  db
    .insertInto('log_checkpoint')
    .values({ size: BigInt(size), root: Buffer.from(root), at, note })
    .execute();

export const newestCheckpoint = (db: Db) =>
  db.selectFrom('log_checkpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst();

/** A note to serve, and its cosignature lines. */
type Served = { size: bigint; note: string; lines: string[] };

/**
 * The checkpoint to serve: the one with the most cosignatures among those signed within `ms` before the newest, or else
 * the newest. A cosignature arrives shortly after its checkpoint.
 */
export async function servedCheckpoint(db: Db, ms: number): Promise<Served | undefined> {
  const { rows } = await sql<Served>`
    with latest as (select size, at, note from log_checkpoint order by size desc limit 20)
    select c.size, c.note, coalesce(array_agg(s.line order by s.witness) filter (where s.line is not null), '{}') as lines
    from latest c left join log_cosignature s using (size)
    where c.at >= (select max(at) from latest) - ${ms} * interval '1 millisecond'
    group by c.size, c.note order by count(s.line) desc, c.size desc limit 1`.execute(db);
  return rows[0];
}

/** The checkpoint with the most cosignatures among the newest that cover this many leaves. */
export async function coveringCheckpoint(db: Db, leaves: number): Promise<Served | undefined> {
  const { rows } = await sql<Served>`
    with latest as (select size, note from log_checkpoint where size >= ${leaves} order by size desc limit 20)
    select c.size, c.note, coalesce(array_agg(s.line order by s.witness) filter (where s.line is not null), '{}') as lines
    from latest c left join log_cosignature s using (size)
    group by c.size, c.note order by count(s.line) desc, c.size desc limit 1`.execute(db);
  return rows[0];
}

type LeafRow = { place: bigint; bytes: Buffer };
/** The first logged second of the tape at or after a slot. */
export async function secondFrom(db: Db, slot: number): Promise<LeafRow | undefined> {
  const { rows } = await sql<LeafRow>`
    select place, bytes from log_leaf where get_byte(bytes, 0) = 1 and substring(bytes from 2 for 8) >= int8send(${slot}::bigint)
    order by substring(bytes from 2 for 8) limit 1`.execute(db);
  return rows[0];
}
/** The last logged second of the tape before a slot. */
export async function secondBefore(db: Db, slot: number): Promise<LeafRow | undefined> {
  const { rows } = await sql<LeafRow>`
    select place, bytes from log_leaf where get_byte(bytes, 0) = 1 and substring(bytes from 2 for 8) < int8send(${slot}::bigint)
    order by substring(bytes from 2 for 8) desc limit 1`.execute(db);
  return rows[0];
}
/** The entries where a day was announced and where it began. */
export async function plansOfDay(db: Db, day: number): Promise<LeafRow[]> {
  const { rows } = await sql<LeafRow>`
    select place, bytes from log_leaf
    where get_byte(bytes, 0) in (4, 11) and substring(bytes from 2 for 4) = int4send(${day}::int)
    order by place limit 10`.execute(db);
  return rows;
}
/** The leaf that records that a day was given up from a slot onwards. */
export async function leafGivenUp(db: Db, first: number): Promise<{ place: bigint } | undefined> {
  const { rows } = await sql<{ place: bigint }>`
    select place from log_leaf where get_byte(bytes, 0) = 15 and substring(bytes from 6 for 8) = int8send(${first}::bigint)
    order by place limit 1`.execute(db);
  return rows[0];
}
export const leafOfEntry = (db: Db, entry: bigint) =>
  db.selectFrom('log_leaf').select('place').where('entry', '=', entry).executeTakeFirst();

/** The size of the log when a witness last cosigned it; 0 if it never did. */
export async function cosignedBy(db: Db, witness: string): Promise<number> {
  const { rows } = await sql<{ size: bigint }>`
    select coalesce(max(size), 0) as size from log_cosignature where witness = ${witness}`.execute(db);
  return Number(rows[0]!.size);
}

export const insertCosignature = (db: Db, size: number, witness: string, line: string, at: Date) =>
  db
    .insertInto('log_cosignature')
    .values({ size: BigInt(size), witness, line, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The number of leaves, signed or not. */
export async function sizeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ size: bigint }>`select coalesce(max(place) + 1, 0) as size from log_leaf`.execute(db);
  return Number(rows[0]!.size);
}

export async function hashesOf(db: Db, from: number, to: number): Promise<Buffer[]> {
  const rows = await leavesBetween(db, from, to).select('hash').execute();
  return rows.map(({ hash }) => hash as Buffer);
}

export async function entriesOf(db: Db, from: number, to: number): Promise<Buffer[]> {
  const rows = await leavesBetween(db, from, to).select('bytes').execute();
  return rows.map(({ bytes }) => bytes);
}

/** The newest leaves about days, by the index that has only these. */
export async function leavesOfDays(db: Db, limit: number): Promise<{ place: bigint; bytes: Buffer }[]> {
  const { rows } = await sql<{ place: bigint; bytes: Buffer }>`
    select place, bytes from log_leaf where get_byte(bytes, 0) in (4, 5, 14) order by place desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

const leavesBetween = (db: Db, from: number, to: number) =>
  db.selectFrom('log_leaf').where('place', '>=', BigInt(from)).where('place', '<', BigInt(to)).orderBy('place');

export async function nodesOf(db: Db, level: number, from: number, to: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('log_node')
    .select('hash')
    .where('level', '=', level)
    .where('place', '>=', BigInt(from))
    .where('place', '<', BigInt(to))
    .orderBy('place')
    .execute();
  return rows.map(({ hash }) => hash);
}

export const newestKey = (db: Db) =>
  db.selectFrom('log_key').selectAll().orderBy('since_slot', 'desc').limit(1).executeTakeFirst();

export const keysOf = (db: Db) =>
  db.selectFrom('log_key').selectAll().orderBy('since_slot', 'desc').limit(20).execute();

export const insertKey = (db: Db, publicKey: Buffer, origin: string, slot: number) =>
  db
    .insertInto('log_key')
    .values({ public_key: publicKey, origin, since_slot: BigInt(slot) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
