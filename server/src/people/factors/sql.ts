import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** The owner of factors. Each kind has its own tables, which the database role of the other kind can't access. */
export type Owner = { kind: 'operator' | 'person'; id: string };

const tables = {
  operator: { authenticator: 'operator', by: 'id', passkey: 'operator_passkey', recovery: 'operator_recovery' },
  person: {
    authenticator: 'person_authenticator',
    by: 'person',
    passkey: 'person_passkey',
    recovery: 'person_recovery',
  },
} as const;
/** The statements are the same for both kinds; only these names differ. */
const namesOf = (kind: Owner['kind']) => ({
  authenticator: sql.table(tables[kind].authenticator),
  by: sql.ref(tables[kind].by),
  passkey: sql.table(tables[kind].passkey),
  recovery: sql.table(tables[kind].recovery),
  owner: sql.ref(kind),
});

/** The sealed secret of the active authenticator app. */
export async function secretOf(tx: Tx, { kind, id }: Owner): Promise<Buffer | undefined> {
  const { authenticator, by } = namesOf(kind);
  const { rows } = await sql<{ totp_secret: Buffer | null }>`
    select totp_secret from ${authenticator} where ${by} = ${id}`.execute(tx);
  return rows[0]?.totp_secret ?? undefined;
}
/** Sealed secrets after an owner, in the order of owners. */
export async function secretsAfter(tx: Tx, kind: Owner['kind'], last: string | undefined, limit: number) {
  const { authenticator, by } = namesOf(kind);
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select ${by} as id, totp_secret as sealed from ${authenticator}
    where totp_secret is not null and (${last ?? null}::uuid is null or ${by} > ${last ?? null}) order by 1 limit ${limit}`.execute(
    tx,
  );
  return rows;
}
/** Stores the same secret under another key, unless it was changed in between. */
export async function reseal(tx: Tx, { kind, id }: Owner, before: Buffer, after: Buffer): Promise<boolean> {
  const { authenticator, by } = namesOf(kind);
  const done = await sql`
    update ${authenticator} set totp_secret = ${after} where ${by} = ${id} and totp_secret = ${before}`.execute(tx);
  return done.numAffectedRows === 1n;
}
/** True for the one caller that uses a code of this step. */
export async function useStep(tx: Tx, { kind, id }: Owner, step: bigint): Promise<boolean> {
  const { authenticator, by } = namesOf(kind);
  const done = await sql`
    update ${authenticator} set totp_step = ${step} where ${by} = ${id} and totp_step < ${step}`.execute(tx);
  return done.numAffectedRows === 1n;
}

export type Passkey = {
  id: string;
  owner: string;
  name: string;
  public_key: Buffer;
  counter: bigint;
  created_at: Date;
  used_at: Date | null;
};
const columns = (owner: ReturnType<typeof namesOf>['owner']) =>
  sql`id, ${owner} as owner, name, public_key, counter, created_at, used_at`;
export async function passkeysOf(tx: Tx, { kind, id }: Owner): Promise<Passkey[]> {
  const { passkey, owner } = namesOf(kind);
  const { rows } = await sql<Passkey>`
    select ${columns(owner)} from ${passkey} where ${owner} = ${id} order by created_at limit 20`.execute(tx);
  return rows;
}
/** Locks a passkey by its own id, of any owner, so that its counter changes once at a time. */
export async function lockPasskey(tx: Tx, kind: Owner['kind'], id: string): Promise<Passkey | undefined> {
  const { passkey, owner } = namesOf(kind);
  const { rows } = await sql<Passkey>`
    select ${columns(owner)} from ${passkey} where id = ${id} for update`.execute(tx);
  return rows[0];
}
/** The owner of a passkey. */
export async function passkeyOwner(tx: Tx, kind: Owner['kind'], id: string): Promise<string | undefined> {
  const { passkey, owner } = namesOf(kind);
  const { rows } = await sql<{ owner: string }>`select ${owner} as owner from ${passkey} where id = ${id}`.execute(tx);
  return rows[0]?.owner;
}
/** False if a passkey with this id exists already: authenticators make unique ids. */
export async function insertPasskey(
  tx: Tx,
  { kind, id: of }: Owner,
  { id, name, public_key, counter, created_at }: Omit<Passkey, 'owner' | 'used_at'>,
): Promise<boolean> {
  const { passkey, owner } = namesOf(kind);
  const done = await sql`
    insert into ${passkey} (id, ${owner}, name, public_key, counter, created_at)
    values (${id}, ${of}, ${name}, ${public_key}, ${counter}, ${created_at}) on conflict do nothing`.execute(tx);
  return done.numAffectedRows === 1n;
}
export const usePasskey = (tx: Tx, kind: Owner['kind'], id: string, counter: bigint, now: Date) =>
  sql`update ${namesOf(kind).passkey} set counter = ${counter}, used_at = ${now} where id = ${id}`.execute(tx);
/** The name of the removed passkey, if it belonged to the owner. */
export async function deletePasskey(tx: Tx, { kind, id: of }: Owner, id: string): Promise<string | undefined> {
  const { passkey, owner } = namesOf(kind);
  const { rows } = await sql<{ name: string }>`
    delete from ${passkey} where ${owner} = ${of} and id = ${id} returning name`.execute(tx);
  return rows[0]?.name;
}

export async function replaceRecovery(tx: Tx, { kind, id }: Owner, hashes: readonly Buffer[]): Promise<void> {
  const { recovery, owner } = namesOf(kind);
  await sql`delete from ${recovery} where ${owner} = ${id}`.execute(tx);
  if (hashes.length === 0) return;
  const rows = sql.join(hashes.map((hash) => sql`(${id}::uuid, ${hash}::bytea)`));
  await sql`insert into ${recovery} (${owner}, code_hash) values ${rows}`.execute(tx);
}
/** True for the one caller that uses the code up. */
export async function useRecovery(tx: Tx, { kind, id }: Owner, hash: Buffer): Promise<boolean> {
  const { recovery, owner } = namesOf(kind);
  const done = await sql`delete from ${recovery} where ${owner} = ${id} and code_hash = ${hash}`.execute(tx);
  return done.numAffectedRows === 1n;
}
export async function countRecovery(tx: Tx, { kind, id }: Owner): Promise<number> {
  const { recovery, owner } = namesOf(kind);
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from ${recovery} where ${owner} = ${id}`.execute(tx);
  return Number(rows[0]!.n);
}
export const dropRecovery = (tx: Tx, owner: Owner): Promise<void> => replaceRecovery(tx, owner, []);
/** Leaves no factor except the authenticator app, which is in a table of its owner's kind. */
export async function dropPasskeysAndRecovery(tx: Tx, { kind, id }: Owner): Promise<void> {
  const { passkey, recovery, owner } = namesOf(kind);
  await sql`delete from ${passkey} where ${owner} = ${id}`.execute(tx);
  await sql`delete from ${recovery} where ${owner} = ${id}`.execute(tx);
}
