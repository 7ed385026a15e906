import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { microsOf, momentOf } from '#platform/observability/timeline.ts';
import { byClock, type Place } from './sql.ts';

type AutomaticApproval = {
  id: string;
  kind: string;
  number: bigint;
  username: string | null;
  title: string;
  amount: bigint | null;
  submitted_at: Date;
  decided_at: Date;
  place: bigint;
};
/** The newest automatic approvals of some queues that come before `place`, limited to UTC days if these are given. */
export async function automaticApprovals(
  tx: Tx,
  kinds: readonly string[],
  { from, until, after }: { from?: Date | undefined; until?: Date | undefined; after?: Place | undefined },
  limit: number,
): Promise<AutomaticApproval[]> {
  const { rows } = await sql<AutomaticApproval>`
    select of_queue.*, person.username from unnest(${kinds}::text[]) as queue (kind) cross join lateral (
      select id, kind, person, number, title, amount, submitted_at, decided_at, ${microsOf('decided_at')} as place from review_case
      where review_case.kind = queue.kind and ${byClock}
        and ${from ? sql`decided_at >= ${from}` : sql`true`} and ${until ? sql`decided_at < ${until}` : sql`true`}
        and ${after ? sql`(decided_at, id) < (${momentOf(after.at)}, ${after.id}::uuid)` : sql`true`}
      order by decided_at desc, id desc limit ${limit}
    ) of_queue join person on person.id = of_queue.person order by decided_at desc, of_queue.id desc limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** How many cases of each queue were approved automatically since a time, counted up to `limit`. */
export async function countAutomatic(tx: Tx, kinds: readonly string[], since: Date, limit: number) {
  const { rows } = await sql<{ kind: string; passed: number }>`
    select queue.kind, passed::int from unnest(${kinds}::text[]) as queue (kind) cross join lateral (
      select count(*) as passed from (
        select from review_case where review_case.kind = queue.kind and ${byClock} and decided_at > ${since} limit ${limit}
      ) recent
    ) counted`.execute(tx);
  return rows;
}

/** The delay of automatic approval of each queue in seconds; null if only people decide. */
export async function clockSeconds(tx: Tx, kinds: readonly string[], now: Date) {
  const { rows } = await sql<{ kind: string; seconds: number | null }>`
    select kind, clock_seconds(kind, ${now}) as seconds from unnest(${kinds}::text[]) as queue (kind)`.execute(tx);
  return rows;
}

type Duty = { name: string; since: Date; until: Date; present: boolean };
const dutyMax = 20;
/**
 * The operators who may decide cases of some queues: those on duty, longest first, then the others by when they left.
 */
export const dutyOf = async (tx: Tx, kinds: readonly string[], now: Date): Promise<Duty[]> =>
  (
    await sql<Duty>`
      select * from operators_on_duty(${kinds}::text[], ${now})
      order by present desc, case when present then since end, until desc limit ${dutyMax}`.execute(tx)
  ).rows;
