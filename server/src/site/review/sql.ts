import { uuidIn } from '@glasshouse/protocol/uuid';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { partLike } from '#platform/database/like.ts';
import type { ReviewCase } from '#platform/database/schema.ts';
import { microsOf, momentOf, newestBefore, type Place as TimelinePlace } from '#platform/observability/timeline.ts';

export type Case = Selectable<ReviewCase> & {
  username: string | null;
  language: string | null;
  /** The current state of the first of two people who approved it. */
  first_status: string | null;
  first_role: string | null;
  first_enrolled_at: Date | null;
};

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
/** The outcomes of a user's newest cases of a kind; only columns that the user may see. */
export const casesOf = (tx: Tx, person: string, kind: string, limit: number) =>
  tx
    .selectFrom('review_case')
    .select(['id', 'submitted_at', 'try_number', 'decision', 'decided_at', 'reason', 'automatic'])
    .where('person', '=', person)
    .where('kind', '=', kind)
    .orderBy('submitted_at', 'desc')
    .limit(limit)
    .execute();

const newest = 50;
const enough = 5;
/**
 * The time within which four in five of a queue's newest decisions by people were made; undefined if there are too few.
 */
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

const casesWithNames = (tx: Tx) =>
  tx
    .selectFrom('review_case')
    .innerJoin('person', 'person.id', 'review_case.person')
    .leftJoin('operator as first', 'first.id', 'review_case.first_by')
    .selectAll('review_case')
    .select(['username', 'person.language'])
    .select(['first.status as first_status', 'first.role as first_role', 'first.enrolled_at as first_enrolled_at']);

/** The active operator with one of these roles who was set up longest ago, except `other`. */
export const oldestColleague = (tx: Tx, roles: readonly string[], other: string) =>
  tx
    .selectFrom('operator')
    .select('enrolled_at')
    .$narrowType<{ enrolled_at: Date }>()
    .where('status', '=', 'active')
    .where('role', 'in', roles)
    .where('id', '<>', other)
    .where('enrolled_at', 'is not', null)
    .orderBy('enrolled_at')
    .limit(1)
    .executeTakeFirst();

type Deciders = { automaticSeconds: number | null; onDuty: boolean };
/**
 * The delay in seconds after which a user's case is approved automatically (null if only people decide), and whether a
 * reviewer is on duty.
 */
export const decidersOf = async (tx: Tx, now: Date, kind: string, person: string): Promise<Deciders> =>
  (
    await sql<Deciders>`
      select case when not people_decide(${person}, ${kind}, ${now}) then clock_seconds(${kind}, ${now}) end as "automaticSeconds",
        reviewer_on_duty(${kind}, ${now}) as "onDuty"`.execute(tx)
  ).rows[0]!;

export const caseById = (tx: Tx, id: string): Promise<Case | undefined> =>
  casesWithNames(tx).where('review_case.id', '=', id).executeTakeFirst();
export const lockCase = (tx: Tx, id: string): Promise<Case | undefined> =>
  casesWithNames(tx).where('review_case.id', '=', id).forNoKeyUpdate('review_case').executeTakeFirst();

/** How many cases wait in each queue, and since when. */
export const waitingByKind = (tx: Tx) =>
  tx
    .selectFrom('review_case')
    .select((n) => ['kind', n.fn.count<bigint>('id').as('waiting'), n.fn.min('submitted_at').as('oldest')])
    .where('decision', 'is', null)
    .groupBy('kind')
    .execute();

type ForOperator = {
  kind: string;
  waiting: bigint;
  oldest: Date | null;
  second: bigint;
  oldest_second: Date | null;
  agreed: bigint;
};
/**
 * How many cases wait for this operator in each queue and since when. Leaves out cases this operator approved first.
 * `second` counts those that a colleague approved first.
 */
export const waitingFor = async (tx: Tx, operator: string): Promise<ForOperator[]> =>
  (
    await sql<ForOperator>`
      select kind, count(*) filter (where not agreed) as waiting, min(submitted_at) filter (where not agreed) as oldest,
        count(*) filter (where second) as second, min(submitted_at) filter (where second) as oldest_second,
        count(*) filter (where agreed) as agreed
      from (
        select kind, submitted_at, first_by is not distinct from ${operator}::uuid as agreed, first_by <> ${operator}::uuid as second
        from review_case where decision is null
      ) as open group by kind`.execute(tx)
  ).rows;

export type Place = { at: string; id: string };
/** Which cases of a queue are listed, and in which order. */
export type CaseFilter = {
  kind: string;
  state: 'waiting' | 'decided';
  sort: 'oldest' | 'newest' | 'amount';
  only: 'mine' | 'two' | 'second' | 'retry' | 'automatic' | undefined;
  /** Two people must approve amounts above this. */
  above: bigint | undefined;
  amountMin: bigint | undefined;
};
const orders = {
  oldest: { by: sql.ref('submitted_at'), place: microsOf('submitted_at'), isTime: true, direction: 'asc' },
  newest: { by: sql.ref('submitted_at'), place: microsOf('submitted_at'), isTime: true, direction: 'desc' },
  amount: { by: sql`coalesce(amount, 0)`, place: sql`coalesce(amount, 0)`, isTime: false, direction: 'desc' },
  decided: { by: sql.ref('decided_at'), place: microsOf('decided_at'), isTime: true, direction: 'desc' },
} as const;

/** Approved automatically. A case that the user canceled names no operator either. */
export const byClock = sql<boolean>`(automatic and decision = 'approve')`;

const matching = (tx: Tx, { kind, state, only, above, amountMin }: CaseFilter, operator: string, now: Date) =>
  casesWithNames(tx)
    .where('kind', '=', kind)
    .where('decision', state === 'waiting' ? 'is' : 'is not', null)
    .$if(only === 'retry', (query) => query.where('try_number', '>', 1))
    .$if(only === 'mine', (query) =>
      state === 'decided'
        ? query.where('decided_by', '=', operator)
        : query.where('claimed_by', '=', operator).where('claimed_until', '>', now),
    )
    .$if(only === 'two', (query) =>
      query.where((is) =>
        is.or([is('first_by', 'is not', null), ...(above === undefined ? [] : [is('amount', '>', above)])]),
      ),
    )
    .$if(only === 'second', (query) => query.where('first_by', '<>', operator))
    .$if(only === 'automatic', (query) => query.where(byClock))
    .$if(amountMin !== undefined, (query) => query.where('amount', '>=', amountMin!));

/** The titles and users of cases. */
export const casesNamed = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('review_case')
        .innerJoin('person', 'person.id', 'review_case.person')
        .select(['review_case.id', 'kind', 'review_case.number', 'username', 'title', 'amount'])
        .where('review_case.id', 'in', ids)
        .execute();

/** A page of a queue. A waiting case keeps its place, so pages skip and repeat nothing while other operators decide. */
export function casesIn(
  tx: Tx,
  filter: CaseFilter,
  who: { operator: string; now: Date },
  after: Place | undefined,
  limit: number,
) {
  const { by, place, isTime, direction } = orders[filter.state === 'decided' ? 'decided' : filter.sort];
  let query = matching(tx, filter, who.operator, who.now)
    .select(sql<bigint>`${place}`.as('place'))
    .orderBy(by, direction)
    .orderBy('review_case.id', direction)
    .limit(limit);
  if (after !== undefined) {
    const at = isTime ? momentOf(after.at) : sql`${after.at}::bigint`;
    const next = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<boolean>`(${by}, review_case.id) ${next} (${at}, ${after.id}::uuid)`);
  }
  return query.execute();
}
/** The number of matching cases that this operator can decide, counted up to `limit`. */
export async function countIn(
  tx: Tx,
  filter: CaseFilter,
  { operator, now }: { operator: string; now: Date },
  limit: number,
): Promise<number> {
  const some = matching(tx, filter, operator, now)
    .$if(filter.state === 'waiting', (query) => query.where('first_by', 'is distinct from', operator))
    .limit(limit);
  const { n } = await tx
    .selectFrom(some.as('some'))
    .select((count) => count.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
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

type CaseEvent = {
  kind: string;
  state: string;
  text: string | null;
  by: string | null;
  case: string;
  /** Only for a case about an amount; the title begins with it. */
  title: string | null;
};
/** When the cases of a user were submitted and decided. */
export const caseEvents = (tx: Tx, person: string, before: TimelinePlace | undefined, limit: number) =>
  newestBefore<CaseEvent>(
    tx,
    sql`
      select submitted_at as at, 'case:' || id || ':1' as key, kind, 'submitted' as state, null as text, null as by, id as case,
        case when amount is not null then title end as title
      from review_case where person = ${person}
      union all
      select decided_at, 'case:' || id || ':2', kind,
        case when ${byClock} then 'approve_automatic' else decision end, reason, decided_by_name, id,
        case when amount is not null then title end
      from review_case where person = ${person} and decision is not null`,
    before,
    limit,
  );

const casesSearched = 1000;
/** A case by its number, or the newest cases of some kinds with a text in their title. Waiting cases come first. */
export const casesLike = async (
  tx: Tx,
  kinds: readonly string[],
  text: string,
  limit: number,
): Promise<Selectable<ReviewCase>[]> => {
  if (kinds.length === 0) return [];
  const all = tx.selectFrom('review_case').selectAll().where('kind', 'in', kinds).limit(limit);
  const lower = text.toLowerCase();
  const id = uuidIn(text);
  if (id) return all.where('id', '=', id).execute();
  // Titles hold amounts without the thousands separators that screens show.
  const part = partLike(lower.replaceAll(/(?<=\d),(?=\d{3})/g, ''));
  const newest = sql<string>`
    select newest.id from unnest(${kinds}::text[]) as searched (kind) cross join lateral (
      (select id, title from review_case where kind = searched.kind and decision is null
        order by submitted_at desc limit ${casesSearched})
      union all
      (select id, title from review_case where kind = searched.kind and decision is not null
        order by decided_at desc limit ${casesSearched})
    ) as newest where lower(newest.title) like ${part}`;
  return all
    .where('id', 'in', sql<string>`(${newest})`)
    .orderBy(sql`decision is not null`)
    .orderBy('submitted_at', 'desc')
    .execute();
};
