import { daysAhead } from '@glasshouse/protocol/backoffice/figures';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Db, Tx } from '#platform/database/db.ts';
import * as table from './outlook-sql.ts';

/** The day this many days after another. */
const later = (day: string, days: number): string => utcDay(Date.parse(day) + days * dayMs);
/** So that the count stays useful if days are booked late. */
const spare = 10;
/** How many days' orders one statement counts. */
const atOnce = 5;
/** Earlier than any day in use. */
const never = '2000-01-01';

/**
 * Counts ahead once a day, when the previous day is booked. An order is counted on its second day, when no purchase
 * made at midnight is still being written.
 */
export const countAhead = (db: Db): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await table.lockOutlook(tx);
      const { through } = await table.bookedSoFar(tx);
      const kept = await table.outlookKept(tx);
      if (through === undefined || (kept && kept.through >= through)) return;
      const [from, until] = [later(through, 1), later(through, daysAhead + spare)];
      await table.clearOutlook(tx, through, from, until);
      // A few days' orders at a time, so that no statement takes long.
      for (let day = await table.firstStart(tx); day !== undefined && day <= through; day = later(day, atOnce))
        await table.addToOutlook(tx, day, later(day, atOnce - 1), from, until);
    });

type Promised = { accrued: bigint; days: { day: string; income: bigint; principal: bigint }[] };

/**
 * The amounts the house owes for running orders: earned and not yet paid, and what falls due today and on the following
 * days.
 */
export async function promisedAt(tx: Tx, now: Date): Promise<Promised> {
  const today = utcDay(now);
  const days = Array.from({ length: daysAhead + 1 }, (_, n) => ({ day: later(today, n), income: 0n, principal: 0n }));
  const dueOn = (day: string) => days.find((one) => one.day === (day > today ? day : today)) ?? days.at(-1)!;
  let accrued = 0n;

  const booked = await table.bookedSoFar(tx);
  const through = booked.through ?? never;
  const kept = await table.outlookKept(tx);
  // The income of a day is due when the day is over.
  const until = later(today, daysAhead - 1);
  const counted = kept && kept.until >= until ? kept.through : undefined;
  for (const { day, income, principal } of await table.outlook(tx, counted, later(through, 1), until)) {
    const due = dueOn(later(day, 1));
    due.income += income;
    due.principal += principal;
    if (day < today) accrued += income;
  }
  dueOn(today).income -= booked.begun;
  accrued -= booked.begun;
  dueOn(today).principal += await table.principalDue(tx, through);

  for (const { day, income, principal, accrued: earned } of await table.pledgesDue(tx, now)) {
    const due = dueOn(day);
    due.income += income;
    due.principal += principal;
    accrued += earned;
  }
  return { accrued, days };
}
