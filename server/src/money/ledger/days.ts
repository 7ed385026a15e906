import { dayMs } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import { type Db, step } from '#platform/database/db.ts';
import { minutes } from '#platform/runtime/clock.ts';

/** This long after midnight, transactions that began before it have booked their postings. */
const grace = minutes(5);
const maxAtOnce = 31;

/**
 * Sums up all books at the end of each UTC day that is over, once, and submits the sums to the public log. The database
 * decides which legs count: see `total_day`. Returns how many days were summed up.
 */
export async function totalDays(db: Db, now: Date): Promise<number> {
  const over = Math.floor((now.getTime() - grace) / dayMs) - 1;
  const { rows } = await sql<{ next: number | null }>`
    select coalesce((select max(day) + 1 from day_total), (select min(day) from day_end)) as next`.execute(db);
  const first = rows[0]!.next ?? over;
  let done = 0;
  for (let day = first; day <= over && done < maxAtOnce; day++) {
    await step(db, (tx) => sql`select note_day_end(${day})`.execute(tx));
    const summed = await step(db, (tx) => sql<{ yes: boolean }>`select total_day(${day}) as yes`.execute(tx));
    if (!summed.rows[0]!.yes) break; // a transaction of that day is still open; the next run finds it finished
    done++;
  }
  return done;
}
