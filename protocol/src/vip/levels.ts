import { dayMs } from '../utc-day.ts';

const usdt = 1_000_000n;

/** What a level may receive from other members, in USDT units, per UTC day and per calendar month. The database holds the same. */
export const receivingLimits = [
  { level: 1, perDay: 10n * usdt, perMonth: 30n * usdt },
  { level: 2, perDay: 100n * usdt, perMonth: 3_000n * usdt },
  { level: 3, perDay: 30_000n * usdt, perMonth: 900_000n * usdt },
  { level: 4, perDay: 100_000n * usdt, perMonth: 3_000_000n * usdt },
  { level: 5, perDay: 200_000n * usdt, perMonth: 6_000_000n * usdt },
] as const;
export const topLevel = 5;
/** How long the first level lasts, in calendar months. */
export const firstLevelMonths = 1;
/** For how many days an upgrade to a level above the first holds. */
export const holdDays = 60;
/** The deposit may be asked back after more than so many calendar months. */
export const refundMonths = 2;

/** The same moment so many calendar months later; where that month is shorter, on its last day. All of it in UTC. */
export function monthsLater(at: Date, months: number): Date {
  const there = new Date(at);
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(at.getUTCDate(), last));
  return there;
}

export const firstLevelEnds = (since: Date): Date => monthsLater(since, firstLevelMonths);
/** Until when an upgrade holds: the level stays, and so does the deposit. */
export const heldUntil = (since: Date): Date => new Date(since.getTime() + holdDays * dayMs);

/** From when the deposit may be asked back: the hold is over and the two months have passed, whichever comes last. */
export function refundFrom(since: Date): Date {
  return new Date(Math.max(heldUntil(since).getTime(), monthsLater(since, refundMonths).getTime()));
}
/** Exactly two months are not more than two. */
export const mayRefund = (since: Date, at: Date): boolean =>
  at >= heldUntil(since) && at > monthsLater(since, refundMonths);
