import { dayMs } from '../utc-day.ts';

const usdt = 1_000_000n;

/**
 * Limits for receiving from other members, by level, in USDT units, per UTC day and per calendar month. The database
 * has the same limits.
 */
export const receivingLimits = [
  { level: 1, perDay: 10n * usdt, perMonth: 30n * usdt },
  { level: 2, perDay: 100n * usdt, perMonth: 3_000n * usdt },
  { level: 3, perDay: 30_000n * usdt, perMonth: 900_000n * usdt },
  { level: 4, perDay: 100_000n * usdt, perMonth: 3_000_000n * usdt },
  { level: 5, perDay: 200_000n * usdt, perMonth: 6_000_000n * usdt },
] as const;
export const topLevel = 5;
/** Duration of the first level, in calendar months. */
export const firstLevelMonths = 1;
/** Days that an upgrade to a level above the first is held. */
export const holdDays = 60;
/** A deposit can be refunded after more than this many calendar months. */
export const refundMonths = 2;

/** The same moment this many calendar months later, or the last day of a shorter month. All in UTC. */
export function monthsLater(at: Date, months: number): Date {
  const there = new Date(at);
  there.setUTCDate(1);
  there.setUTCMonth(there.getUTCMonth() + months);
  const last = new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1, 0)).getUTCDate();
  there.setUTCDate(Math.min(at.getUTCDate(), last));
  return there;
}

export const firstLevelEnds = (since: Date): Date => monthsLater(since, firstLevelMonths);
/** The end of the hold after an upgrade. Until then, level and deposit stay. */
export const heldUntil = (since: Date): Date => new Date(since.getTime() + holdDays * dayMs);

/** When the deposit can be refunded: after the hold and after two months, whichever is later. */
export function refundFrom(since: Date): Date {
  return new Date(Math.max(heldUntil(since).getTime(), monthsLater(since, refundMonths).getTime()));
}
/** Exactly two months are not enough. */
export const mayRefund = (since: Date, at: Date): boolean =>
  at >= heldUntil(since) && at > monthsLater(since, refundMonths);
