import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

export const scoreOf = async (tx: Tx, person: string): Promise<number> =>
  (await tx.selectFrom('person').select('credit_score').where('id', '=', person).executeTakeFirstOrThrow())
    .credit_score;

/** What changed a person's score, newest first, from the one before which the page begins. */
export const eventsOf = (tx: Tx, person: string, before: number | undefined, most: number) =>
  tx
    .selectFrom('credit_event')
    .select(['step', 'at', 'kind', 'change', 'score', 'reason'])
    .where('person', '=', person)
    .$if(before !== undefined, (query) => query.where('step', '<', before!))
    .orderBy('step', 'desc')
    .limit(most)
    .execute();

/** Gives some people the good months that are full by then, and says how many people. */
export const giveMonths = async (tx: Tx, now: Date, most: number): Promise<number> =>
  (await sql<{ people: number }>`select give_good_months(${now}, ${most}) as people`.execute(tx)).rows[0]!.people;
