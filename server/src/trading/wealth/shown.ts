import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Holding, Product } from '@glasshouse/protocol/wealth/calls';
import { writeTerms } from '@glasshouse/protocol/wealth/read-terms';
import { incomeOfDay, nextMidnight, scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { HoldingState, ProductKind, Terms } from '@glasshouse/protocol/wealth/terms';
import type { HeldRow, OfferedRow, VersionRow } from './sql.ts';

type TermsRow = Pick<VersionRow, 'kind' | 'unit' | 'rate_bp' | 'rate_ppb' | 'daily' | 'days' | 'seconds'>;

/** The database ensures that each kind has its own columns. */
export function termsOf({ kind, unit, rate_bp, rate_ppb, daily, days, seconds }: TermsRow): Terms {
  switch (kind as ProductKind) {
    case 'trust':
      return { kind: 'trust', unit, rateBp: rate_bp!, days: days! };
    case 'pledge':
      return { kind: 'pledge', unit, ratePpb: rate_ppb!, seconds: seconds! };
    case 'machine':
      return { kind: 'machine', unit, daily: daily!, days: days! };
  }
}

/** A product as users see it. */
export function productShown(row: OfferedRow, now: Date): Product {
  const over = row.state === 'closed' || (row.closes_at !== null && row.closes_at <= now);
  return {
    product: row.product,
    version: row.version,
    label: row.label,
    power: row.power,
    terms: writeTerms(termsOf(row)),
    least: Number(row.least),
    most: Number(row.most),
    quota: Number(row.quota),
    taken: Number(row.taken),
    opensAt: row.opens_at.toISOString(),
    closesAt: row.closes_at?.toISOString() ?? null,
    state: over ? 'closed' : row.opens_at > now ? 'not_open' : row.taken + row.least > row.quota ? 'sold_out' : 'open',
  };
}

/** When a holding begins to earn. */
const startOf = ({ kind, bought_at }: HeldRow): number =>
  kind === 'pledge' ? bought_at.getTime() : nextMidnight(bought_at.getTime());

function stateOf(row: HeldRow, now: Date): HoldingState {
  if (row.ended_at !== null) return 'ended';
  if (row.ends_at <= now) return 'settling';
  return startOf(row) > now.getTime() ? 'not_started' : 'in_progress';
}

/**
 * How many of a holding's days are booked, given the last booked day. A holding that ended early was paid until then.
 */
function daysBooked(row: HeldRow, through: string | undefined): number {
  if (row.days === null || through === undefined) return 0;
  const last = row.ending === 'left' ? Math.floor(row.ended_at!.getTime() / dayMs) - 1 : Date.parse(through) / dayMs;
  return Math.max(0, Math.min(row.days, last - startOf(row) / dayMs + 1));
}

/** The days whose income is booked. A pledge is paid on the day it ends. */
export function daysPaid(row: HeldRow, through: string | undefined): string[] {
  if (row.kind === 'pledge') return row.ending === 'matured' ? [utcDay(row.ends_at.getTime())] : [];
  return Array.from({ length: daysBooked(row, through) }, (_, place) => utcDay(startOf(row) + place * dayMs));
}

/** How much of a holding's income is booked. Computed from the terms; the books show the same. */
function earnedOf(row: HeldRow, through: string | undefined): bigint {
  const terms = termsOf(row);
  if (terms.kind === 'pledge') return row.ending === 'matured' ? scheduleOf(terms, row.units, startOf(row)).total : 0n;
  let earned = 0n;
  for (let day = 1; day <= daysBooked(row, through); day++) earned += incomeOfDay(terms, row.units, day);
  return earned;
}

/** The principal and income of a holding that has ended. A machine's price is spent. */
export const returnedBy = (row: HeldRow, through: string | undefined): bigint =>
  (row.kind === 'machine' ? 0n : row.amount) + earnedOf(row, through);

/** A holding as its owner sees it. */
export const holdingShown = (row: HeldRow, now: Date, through: string | undefined): Holding => ({
  id: row.id,
  product: row.product,
  version: row.version,
  label: row.label,
  terms: writeTerms(termsOf(row)),
  units: Number(row.units),
  amount: formatUsdt(row.amount),
  boughtAt: row.bought_at.toISOString(),
  startsAt: new Date(startOf(row)).toISOString(),
  endsAt: row.ends_at.toISOString(),
  state: stateOf(row, now),
  earned: formatUsdt(earnedOf(row, through)),
  endedAt: row.ended_at?.toISOString() ?? null,
  ending: row.ending as Holding['ending'],
});
