import { type AuditEntry, canonical, hashEntry, noEntry } from '@glasshouse/protocol/backoffice/audit';
import { lookMinutes } from '@glasshouse/protocol/operators/call';
import { dayStart } from '@glasshouse/protocol/utc-day';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Tx } from '../database/db.ts';
import type { DB, AuditEntry as Row } from '../database/schema.ts';
import { days, minutes, plus } from '../runtime/clock.ts';

type Colleague = { id: string; name: string };
/** An operator's action: its subject, and the state before and after. Never contains a secret or the hash of one. */
export type Act = { subject: string; before?: unknown; after?: unknown; reason?: string | null };
/** The operator and the call. Without an operator it was a command on the server. */
export type Actor = { at: Date; action: string; operator: Colleague | null; second?: Colleague | null };

const lock = 4850_060;
const lockLog = (tx: Tx) => sql`select pg_advisory_xact_lock(${lock})`.execute(tx);

/** Logs that an operator looked at a subject, unless that was logged within the last ten minutes. */
export async function recordLook(tx: Tx, at: Date, operator: Colleague, subject: string): Promise<void> {
  const action = 'look';
  const loggedLately = () =>
    tx
      .selectFrom('audit_entry')
      .select('id')
      .where('subject', '=', subject)
      .where('operator', '=', operator.id)
      .where('action', '=', action)
      .where('at', '>', plus(at, -minutes(lookMinutes)))
      .limit(1)
      .executeTakeFirst();
  if (await loggedLately()) return;
  // A page makes several calls at once: while this one waited for the lock, another may have logged it.
  await lockLog(tx);
  if (!(await loggedLately())) await appendEntry(tx, { at, action, operator }, { subject });
}

/** Appends to the log in the caller's transaction. Writers are serialized, so that the chain has one end. */
export async function appendEntry(tx: Tx, { at, action, operator, second = null }: Actor, act: Act): Promise<void> {
  await lockLog(tx);
  const head = await auditHead(tx);
  const { subject, before = null, after = null, reason = null } = act;
  const named = (one: Colleague | null) => one && { id: one.id, name: one.name };
  const entry = {
    id: head.entries + 1,
    at: at.toISOString(),
    operator: named(operator),
    second: named(second),
    action,
    subject,
    // Converted to JSON and back, so that the hashed values are those that the table returns.
    before: JSON.parse(canonical(before)),
    after: JSON.parse(canonical(after)),
    reason: reason?.toWellFormed() ?? null,
    previous: head.head,
  };
  const row = {
    id: BigInt(entry.id),
    at,
    operator: operator?.id ?? null,
    operator_name: operator?.name ?? null,
    second: second?.id ?? null,
    second_name: second?.name ?? null,
    action,
    subject,
    before: canonical(before),
    after: canonical(after),
    reason: entry.reason,
    previous: Buffer.from(entry.previous, 'hex'),
    hash: Buffer.from(await hashEntry(entry), 'hex'),
  };
  await tx.insertInto('audit_entry').values(row).execute();
}

/** The length of the log, and the hash of its newest entry. */
export async function auditHead(tx: Tx): Promise<{ entries: number; head: string }> {
  const last = await tx
    .selectFrom('audit_entry')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { entries: Number(last.id), head: last.hash.toString('hex') } : { entries: 0, head: noEntry };
}

/**
 * The next entries after an id, without gaps, up to the head that is returned with them. Entries written in the
 * meantime are in neither.
 */
export async function chainAfter(tx: Tx, after: number, limit: number) {
  const state = await auditHead(tx);
  const list = await entriesAfter(tx, after, limit);
  return { list: list.filter(({ id }) => id <= state.entries), state };
}

/** The next entries after an id, without gaps. */
export const entriesAfter = async (tx: Tx, after: number, limit: number): Promise<AuditEntry[]> =>
  shown(tx.selectFrom('audit_entry').selectAll().where('id', '>', BigInt(after)).orderBy('id').limit(limit));

export type AuditChoice = {
  operator?: string | undefined;
  action?: string | undefined;
  /** Any of these. */
  subjects?: readonly string[] | undefined;
  from?: string | undefined;
  until?: string | undefined;
  before?: number | undefined;
};

type Entries = SelectQueryBuilder<DB, 'audit_entry', Selectable<Row>>;
function chosen(query: Entries, { operator, action, subjects, from, until }: Omit<AuditChoice, 'before'>): Entries {
  return query
    .$if(operator !== undefined, (all) =>
      all.where((where) => where.or([where('operator', '=', operator!), where('second', '=', operator!)])),
    )
    .$if(action !== undefined, (all) => all.where('action', '=', action!))
    .$if(subjects !== undefined, (all) =>
      subjects!.length === 0 ? all.where(sql<boolean>`false`) : all.where('subject', 'in', subjects!),
    )
    .$if(from !== undefined, (all) => all.where('at', '>=', dayStart(from!)))
    .$if(until !== undefined, (all) => all.where('at', '<', plus(dayStart(until!), days(1))));
}

/** The newest matching entries, newest first. */
export const newestEntries = (tx: Tx, { before, ...choice }: AuditChoice, limit: number) =>
  shown(
    chosen(tx.selectFrom('audit_entry').selectAll(), choice)
      .$if(before !== undefined, (query) => query.where('id', '<', BigInt(before!)))
      .orderBy('id', 'desc')
      .limit(limit),
  );

/** The matching entries after an id, oldest first. */
export const entriesFrom = (tx: Tx, choice: AuditChoice, after: number, limit: number) =>
  shown(
    chosen(tx.selectFrom('audit_entry').selectAll(), choice).where('id', '>', BigInt(after)).orderBy('id').limit(limit),
  );

const shown = async (query: Entries): Promise<AuditEntry[]> =>
  (await query.execute()).map((row) => ({
    id: Number(row.id),
    at: row.at.toISOString(),
    operator: row.operator === null ? null : { id: row.operator, name: row.operator_name! },
    second: row.second === null ? null : { id: row.second, name: row.second_name! },
    action: row.action,
    subject: row.subject,
    before: row.before as AuditEntry['before'],
    after: row.after as AuditEntry['after'],
    reason: row.reason,
    previous: row.previous.toString('hex'),
    hash: row.hash.toString('hex'),
  }));
