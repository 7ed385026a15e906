import { dayMs } from '../utc-day.ts';
import { type Terms, wholePeriod, wholeYear } from './terms.ts';

/** A future payment of an order: its due time in milliseconds, and its units. */
export type Payment = { at: number; amount: bigint };
export type Schedule = {
  /** The price of the order. */
  amount: bigint;
  /** When the order starts earning: the midnight after the purchase, or for a pledge the purchase itself. */
  startsAt: number;
  /** When the last income and the returned amount are due. */
  endsAt: number;
  /** In order of time. Parts that round to zero are omitted. */
  income: readonly Payment[];
  /** The promised sum of all income. */
  total: bigint;
  /** The amount returned at the end. */
  returned: bigint;
};

/** The next midnight in UTC after a moment. A purchase at midnight counts as made on the day that begins. */
export const nextMidnight = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs;

/**
 * The total due after this many days. Rounded down to whole units of the currency, so nothing is promised that is not
 * paid. The remainder is paid with a later day.
 */
function dueAfter(terms: Exclude<Terms, { kind: 'pledge' }>, units: bigint, days: number): bigint {
  if (terms.kind === 'machine') return units * terms.daily * BigInt(days);
  return (units * terms.unit * BigInt(terms.rateBp) * BigInt(days)) / wholeYear;
}

/** The income of a day, counted from one. */
export const incomeOfDay = (terms: Exclude<Terms, { kind: 'pledge' }>, units: bigint, day: number): bigint =>
  dueAfter(terms, units, day) - dueAfter(terms, units, day - 1);

/** All future payments of an order of this many units, bought at a given moment. The server books exactly these. */
export function scheduleOf(terms: Terms, units: bigint, boughtAt: number): Schedule {
  const amount = units * terms.unit;
  if (terms.kind === 'pledge') {
    const endsAt = boughtAt + terms.seconds * 1000;
    const total = (amount * BigInt(terms.ratePpb)) / wholePeriod;
    return {
      amount,
      startsAt: boughtAt,
      endsAt,
      income: paid([{ at: endsAt, amount: total }]),
      total,
      returned: amount,
    };
  }
  const startsAt = nextMidnight(boughtAt);
  const days = Array.from({ length: terms.days }, (_, place) => ({
    at: startsAt + (place + 1) * dayMs,
    amount: incomeOfDay(terms, units, place + 1),
  }));
  return {
    amount,
    startsAt,
    endsAt: startsAt + terms.days * dayMs,
    income: paid(days),
    total: dueAfter(terms, units, terms.days),
    returned: terms.kind === 'trust' ? amount : 0n,
  };
}
const paid = (payments: readonly Payment[]) => payments.filter(({ amount }) => amount > 0n);

/** The day, counted from one, at whose end a machine has earned its price. Undefined if it never does. */
export function paidBackOn(terms: Extract<Terms, { kind: 'machine' }>): number | undefined {
  const day = Number((terms.unit + terms.daily - 1n) / terms.daily);
  return day <= terms.days ? day : undefined;
}

/** The simple annual rate (365 days) in millionths of a percent, for comparing products. */
export function yearlyRate(terms: Exclude<Terms, { kind: 'machine' }>): bigint {
  if (terms.kind === 'trust') return BigInt(terms.rateBp) * 10_000n;
  // Billionths per period times periods per year. A millionth of a percent is ten billionths.
  return (BigInt(terms.ratePpb) * 31_536_000n) / (BigInt(terms.seconds) * 10n);
}
