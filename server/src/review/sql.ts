import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../platform/db.ts';
import type { ReviewCase } from '../platform/schema.ts';

type Case = Selectable<ReviewCase>;

export const insertCase = (tx: Tx, row: Insertable<ReviewCase>) => tx.insertInto('review_case').values(row).execute();
export async function countCases(tx: Tx, person: string, kind: string): Promise<number> {
  const { n } = await tx
    .selectFrom('review_case')
    .select((count) => count.fn.count<bigint>('id').as('n'))
    .where('person', '=', person)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(n);
}
/** What became of a person's newest cases of a kind; only what the person may know. */
export const casesOf = (tx: Tx, person: string, kind: string, most: number) =>
  tx
    .selectFrom('review_case')
    .select(['id', 'submitted_at', 'try_number', 'decision', 'decided_at', 'reason', 'automatic'])
    .where('person', '=', person)
    .where('kind', '=', kind)
    .orderBy('submitted_at', 'desc')
    .limit(most)
    .execute();

const newest = 50;
const enough = 5;
/** Within how many seconds four in five of a queue's newest decisions by people came; undefined where there are too few to say. */
export const usualSeconds = async (tx: Tx, kind: string): Promise<number | undefined> =>
  (
    await sql<{ seconds: number }>`
      select ceil(percentile_disc(0.8) within group (order by extract(epoch from decided_at - submitted_at)))::int as seconds
      from (
        select submitted_at, decided_at, automatic from review_case
        where kind = ${kind} and decision is not null order by decided_at desc, id desc limit ${newest}
      ) newest
      where not automatic having count(*) >= ${enough}`.execute(tx)
  ).rows[0]?.seconds;

export const caseById = (tx: Tx, id: string): Promise<Case | undefined> =>
  tx.selectFrom('review_case').selectAll().where('id', '=', id).executeTakeFirst();
export const holdCase = (tx: Tx, id: string): Promise<Case | undefined> =>
  tx.selectFrom('review_case').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const waitingByKind = (tx: Tx) =>
  tx
    .selectFrom('review_case')
    .select((n) => ['kind', n.fn.count<bigint>('id').as('waiting'), n.fn.min('submitted_at').as('oldest')])
    .where('decision', 'is', null)
    .groupBy('kind')
    .execute();

/** A page of a queue: waiting ones oldest first, decided ones newest first. */
export function casesIn(
  tx: Tx,
  kind: string,
  state: 'waiting' | 'decided',
  after: string | undefined,
  most: number,
): Promise<Case[]> {
  const all = tx.selectFrom('review_case').selectAll().where('kind', '=', kind).limit(most);
  const column = state === 'waiting' ? 'submitted_at' : 'decided_at';
  const direction = state === 'waiting' ? 'asc' : 'desc';
  let query = all
    .where('decision', state === 'waiting' ? 'is' : 'is not', null)
    .orderBy(column, direction)
    .orderBy('id', direction);
  if (after !== undefined) {
    const [place, next] = [sql.ref(column), sql.raw(state === 'waiting' ? '>' : '<')];
    query = query.where(
      sql<boolean>`(${place}, id) ${next} (select ${place}, id from review_case where id = ${after})`,
    );
  }
  return query.execute();
}

type Colleague = { id: string; name: string };
export const setClaim = (tx: Tx, id: string, claim: { by: Colleague; until: Date } | undefined) =>
  tx
    .updateTable('review_case')
    .set({
      claimed_by: claim?.by.id ?? null,
      claimed_by_name: claim?.by.name ?? null,
      claimed_until: claim?.until ?? null,
    })
    .where('id', '=', id)
    .execute();
export const setDecision = (
  tx: Tx,
  now: Date,
  id: string,
  by: Colleague,
  { decision, reason }: { decision: string; reason: string | null },
) =>
  tx
    .updateTable('review_case')
    .set({ decision, reason, decided_by: by.id, decided_by_name: by.name, decided_at: now })
    .where('id', '=', id)
    .execute();
