import { announcedMinutes, onceInHours } from '@glasshouse/protocol/site/bounds';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import type { DB } from '../database/schema.ts';
import { pageOf } from '../http/page-of.ts';
import { err, ok, type Result } from '../http/result.ts';
import { minutes, plus } from '../runtime/clock.ts';
import type { ApprovedAct, OperatorCall } from './office.ts';

/** The tables whose versions are announced before they take effect. */
type Table = { [T in keyof DB]: 'effective_at' extends keyof DB[T] ? T : never }[keyof DB];
type Row<T extends Table> = Selectable<DB[T]>;
type Version = {
  version: bigint;
  at: Date;
  effective_at: Date;
  changed_by: string | null;
  changed_by_name: string | null;
  approved_by: string | null;
  approved_by_name: string | null;
  reason: string | null;
};

const announcedFor = minutes(announcedMinutes);
const from = (table: Table) => sql`from ${sql.table(table)} as change`;
const withdrawn = (table: Table) =>
  sql<boolean>`exists (select from withdrawn_change w where w.about = ${table} and w.version = change.version)`;

/** The version in force at a time. */
export async function inForce<T extends Table>(tx: Db, table: T, now: Date): Promise<Row<T>> {
  const { rows } = await sql<Row<T>>`
    select * ${from(table)} where effective_at <= ${now} and not ${withdrawn(table)}
    order by version desc limit 1`.execute(tx);
  return rows[0]!;
}

/** The version that is announced and not in force yet, if any. There is at most one. */
export async function announced<T extends Table>(tx: Tx, table: T, now: Date): Promise<Row<T> | undefined> {
  const { rows } = await sql<Row<T>>`
    select * ${from(table)} where effective_at > ${now} and not ${withdrawn(table)}
    order by version limit 1`.execute(tx);
  return rows[0];
}

/** The versions before one, newest first: pending, current, past and withdrawn. */
async function versionsBefore<T extends Table>(
  tx: Tx,
  table: T,
  before: bigint | undefined,
  most: number,
): Promise<(Row<T> & { withdrawn: boolean })[]> {
  const older = before === undefined ? sql`` : sql`where version < ${before}`;
  const { rows } = await sql<Row<T> & { withdrawn: boolean }>`
    select *, ${withdrawn(table)} as withdrawn ${from(table)} ${older} order by version desc limit ${most}`.execute(tx);
  return rows;
}

/**
 * The public data of a version: when and by whom it was requested, when it takes effect, and whether it is in force
 * now.
 */
function versionShown(row: Version & { withdrawn: boolean }, now: Date, current: { version: bigint }) {
  const by = (id: string | null, name: string | null) => (id === null ? null : { id, name: name! });
  const state = row.withdrawn
    ? ('withdrawn' as const)
    : row.effective_at > now
      ? ('announced' as const)
      : row.version === current.version
        ? ('in_force' as const)
        : ('past' as const);
  return {
    version: String(row.version),
    at: row.at.toISOString(),
    // Versions from before changes had to be announced took effect at once.
    from: new Date(Math.max(row.effective_at.getTime(), row.at.getTime())).toISOString(),
    by: by(row.changed_by, row.changed_by_name),
    approvedBy: by(row.approved_by, row.approved_by_name),
    reason: row.reason,
    state,
  };
}

type Ground<T extends Table> = {
  current: Row<T>;
  /** Every version in force during the day before a change made now would take effect, oldest first. */
  day: Row<T>[];
};

/**
 * The base of a change: the version in force, if it is the one that the caller saw and nothing else is announced.
 * Callers are serialized here, so each one reads the result of the previous.
 */
export async function groundFor<T extends Table>(
  tx: Tx,
  table: T,
  now: Date,
  expectedVersion: string,
): Promise<Result<Ground<T>, 'version_changed' | 'change_announced'>> {
  await lockChanges(tx, table);
  if (await announced(tx, table, now)) return err('change_announced');
  const current = await inForce(tx, table, now);
  if (String((current as Version).version) !== expectedVersion) return err('version_changed');
  const since = plus(now, announcedFor - minutes(60 * onceInHours));
  const { rows } = await sql<Row<T>>`
    select * ${from(table)} where effective_at <= ${now} and not ${withdrawn(table)} and version >= (
      select max(version) ${from(table)} where effective_at <= ${since} and not ${withdrawn(table)}
    ) order by version`.execute(tx);
  return ok({ current, day: rows });
}

/** Changing or withdrawing a version waits for the previous change; reading doesn't. */
const lockChanges = (tx: Tx, table: Table) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${table}, 0))`.execute(tx);

/** The author of a version, and when it takes effect. Every version needs a second person. */
const announcement = ({ now, askedBy, approval }: ApprovedAct, reason: string) => ({
  at: now,
  effective_at: plus(now, announcedFor),
  changed_by: askedBy.id,
  changed_by_name: askedBy.name,
  approval: approval!.id,
  approved_by: approval!.by.id,
  approved_by_name: approval!.by.name,
  reason,
});

type Judged<C> = { columns: C; before: object; after: object };

/**
 * A change that one person requests and a second approves, and which is then announced. It is checked both times,
 * because another version may be in force by the time of the approval.
 */
export const announcing = <I extends { reason: string }, C extends object, E>(
  subject: string,
  judge: (tx: Tx, now: Date, input: I) => Promise<Result<Judged<C>, E>>,
  insert: (tx: Tx, row: C & ReturnType<typeof announcement>) => Promise<bigint>,
) => ({
  ask: async ({ tx, now }: Pick<OperatorCall, 'tx' | 'now'>, input: I) => {
    const judged = await judge(tx, now, input);
    if (!judged.ok) return judged;
    const { before, after } = judged.value;
    return ok({ subject, reason: input.reason, before, after });
  },
  decide: async (call: ApprovedAct, input: I) => {
    const { tx, now, record } = call;
    const judged = await judge(tx, now, input);
    if (!judged.ok) return judged;
    const { columns, before, after } = judged.value;
    const row = { ...columns, ...announcement(call, input.reason) };
    const version = await insert(tx, row);
    const from = row.effective_at.toISOString();
    record({ subject: `${subject}:${version}`, before, after: { ...after, from }, reason: input.reason });
    return ok({ takesEffectAt: from });
  },
});

/** Withdraws an announced version before it takes effect. */
export async function withdraw<T extends Table>(
  { tx, now, operator }: Pick<OperatorCall, 'tx' | 'now' | 'operator'>,
  table: T,
  version: string,
  reason: string,
): Promise<Result<Row<T>, 'not_found' | 'no_change'>> {
  await lockChanges(tx, table);
  const waiting = await announced(tx, table, now);
  if (!waiting) return err('no_change');
  if (String((waiting as Version).version) !== version) return err('not_found');
  const by = { operator: operator.id, operator_name: operator.name, at: now, reason };
  await tx
    .insertInto('withdrawn_change')
    .values({ about: table, version: BigInt(version), ...by })
    .execute();
  return ok(waiting);
}

/** A page of the versions with their content, newest first. */
export async function listVersions<T extends Table, S>(
  tx: Tx,
  table: T,
  now: Date,
  { before, limit }: { before?: string | undefined; limit: number },
  shown: (row: Row<T>) => S,
) {
  type Listed = Row<T> & Version & { withdrawn: boolean };
  const current = (await inForce(tx, table, now)) as Listed;
  const older = before === undefined ? undefined : BigInt(before);
  const found = (await versionsBefore(tx, table, older, limit + 1)) as Listed[];
  const { rows, next } = pageOf(found, limit, ({ version }) => String(version));
  return { list: rows.map((row) => ({ ...versionShown(row, now, current), ...shown(row) })), next };
}
