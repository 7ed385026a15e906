import { type Selectable, sql } from 'kysely';
import type { Tx } from '../database/db.ts';
import type { Approval } from '../database/schema.ts';
import { days, plus } from '../runtime/clock.ts';

const expiresAfter = days(7);

export type Colleague = { id: string; name: string };
export type StoredApproval = { id: string; action: string; input: unknown; before: unknown; askedBy: Colleague };
type Request = {
  id: string;
  action: string;
  subject: string;
  input: object;
  reason: string;
  before: unknown;
  after: unknown;
};
const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** Stores a request until another operator decides it, for at most a week. */
export const storeRequest = (tx: Tx, now: Date, asker: Colleague, { input, before, after, ...request }: Request) =>
  tx
    .insertInto('approval')
    .values({
      ...request,
      input: JSON.stringify(input),
      before: json(before),
      after: json(after),
      asked_by: asker.id,
      asked_by_name: asker.name,
      asked_at: now,
      expires_at: plus(now, expiresAfter),
    })
    .execute();

/** How many requests wait for a second person, and since when the oldest does. */
export async function waitingRequests(tx: Tx, now: Date): Promise<{ waiting: number; oldestAt: string | null }> {
  const found = await tx
    .selectFrom('approval')
    .select((one) => [one.fn.count<bigint>('id').as('waiting'), one.fn.min('asked_at').as('oldest')])
    .where('decision', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { waiting: Number(found.waiting), oldestAt: found.oldest?.toISOString() ?? null };
}

/** The number of waiting requests that an operator asked for, and since when the oldest of the others waits. */
export async function waitingBeside(
  tx: Tx,
  now: Date,
  operator: string,
): Promise<{ own: number; oldestAt: string | null }> {
  const { rows } = await sql<{ own: bigint; oldest: Date | null }>`
    select count(*) filter (where asked_by = ${operator}) as own, min(asked_at) filter (where asked_by <> ${operator}) as oldest
    from approval where decision is null and expires_at > ${now}`.execute(tx);
  return { own: Number(rows[0]!.own), oldestAt: rows[0]!.oldest?.toISOString() ?? null };
}

/** Locks a request, so that two people can't decide it at the same time. */
export const lockRequest = (tx: Tx, id: string): Promise<Selectable<Approval> | undefined> =>
  tx.selectFrom('approval').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Decision = { decision: 'approved' | 'refused'; answer: string };
export const closeRequest = (tx: Tx, now: Date, id: string, decider: Colleague, { decision, answer }: Decision) =>
  tx
    .updateTable('approval')
    .set({ decision, answer, decided_by: decider.id, decided_by_name: decider.name, decided_at: now })
    .where('id', '=', id)
    .execute();
