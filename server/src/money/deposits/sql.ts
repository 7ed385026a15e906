import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { TopUpCase } from '#platform/database/schema.ts';
import type { First } from '#site/review/review.ts';

export const insertCase = (tx: Tx, row: Insertable<TopUpCase>) => tx.insertInto('top_up_case').values(row).execute();

/** The newest submission of a top-up and its decision, with the time its receipt is erased while there is one. */
export const newestCase = (tx: Tx, owner: bigint, movement: string) =>
  tx
    .selectFrom('top_up_case as about')
    .innerJoin('review_case', 'review_case.id', 'about.id')
    .leftJoin('file', 'file.id', 'about.receipt')
    .select(['about.id', 'about.address', 'about.attempt', 'submitted_at', 'decision', 'decided_at', 'automatic'])
    .select(['review_case.reason', 'file.expires_at'])
    .where('about.owner', '=', owner)
    .where('about.movement', '=', movement)
    .orderBy('about.attempt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const caseById = (tx: Tx, id: string) =>
  tx.selectFrom('top_up_case').selectAll().where('id', '=', id).executeTakeFirst();
export const setFirst = (tx: Tx, id: string, first: First) =>
  tx.updateTable('top_up_case').set(first).where('id', '=', id).execute();

export const casesOf = (tx: Tx, person: string, limit: number) =>
  tx
    .selectFrom('top_up_case as about')
    .innerJoin('review_case', 'review_case.id', 'about.id')
    .select([
      'about.movement',
      'about.network',
      'about.address',
      'about.attempt',
      'submitted_at',
      'decision',
      'decided_at',
    ])
    .select(['review_case.reason', 'automatic'])
    .where('about.person', '=', person)
    .orderBy('submitted_at', 'desc')
    .limit(limit)
    .execute();

type Card = { owner: bigint; id: string; brand: string; lastFour: string; amount: bigint; at: Date };
type BeginResult = 'started' | 'repeated' | 'nobody' | 'id_used' | 'card_day_limit';
/** Credits a top-up by test card, within the limits that the database enforces. */
export async function topUpByCard(tx: Tx, { owner, id, brand, lastFour, amount, at }: Card) {
  const { rows } = await sql<{ begun: BeginResult }>`
    select top_up_by_card(${owner}, ${id}, ${brand}, ${lastFour}, ${amount}, ${at}) as begun`.execute(tx);
  return rows[0]!.begun;
}

/** Counts and sums of a user's top-ups by state, separately for networks and cards. */
export async function sumsOf(tx: Tx, owner: bigint, { from }: { from?: Date } = {}) {
  const { rows } = await sql<{ network: boolean; state: string; count: bigint; sum: bigint }>`
    select label in ('TRC20', 'ERC20', 'BEP20') as network, state, count(*) as count, sum(amount)::bigint as sum from movement
    where owner = ${owner} and flow = 'recharge' and at >= ${from ?? new Date(0)} group by 1, 2`.execute(tx);
  return (network: boolean, state: string) =>
    rows.find((row) => row.network === network && row.state === state) ?? { count: 0n, sum: 0n };
}

type Passed = { id: string; person: string; owner: bigint; movement: string; receipt: string | null };
/** Approves the top-up that has been due longest. The database checks whether the site uses automatic review. */
export const passDue = async (tx: Tx, now: Date): Promise<Passed | undefined> =>
  (await sql<Passed>`select * from pass_top_up(${now})`.execute(tx)).rows[0];

export const personOf = (tx: Tx, id: string) =>
  tx.selectFrom('person').select(['registered_at', 'identity']).where('id', '=', id).executeTakeFirstOrThrow();
