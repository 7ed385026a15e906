import { dayMs } from '../utc-day.ts';
import { type Terms, wholePeriod, wholeYear } from './terms.ts';

/** What an order will be paid, and when: the moment a part is due, in milliseconds, and its units. */
export type Payment = { at: number; amount: bigint };
export type Schedule = {
  /** What is paid for it. */
  amount: bigint;
  /** From when on it earns: the midnight after the purchase, or the purchase itself for a pledge. */
  startsAt: number;
  /** When its last income and what comes back are due. */
  endsAt: number;
  /** First to last; a part that rounds to nothing is not there. */
  income: readonly Payment[];
  /** What all the income comes to: the promise. */
  total: bigint;
  /** What comes back at the end. */
  returned: bigint;
};

/** The midnight, in UTC, that follows a moment. Who buys at midnight has bought on the day that begins. */
export const nextMidnight = (at: number): number => (Math.floor(at / dayMs) + 1) * dayMs;

/**
 * What is due after so many days, in all. Rounded down to a whole unit of the currency, so nothing is promised that is not paid; what
 * rounding leaves over is not lost, it is part of a later day.
 */
function dueAfter(terms: Exclude<Terms, { kind: 'pledge' }>, units: bigint, days: number): bigint {
  if (terms.kind === 'machine') return units * terms.daily * BigInt(days);
  return (units * terms.unit * BigInt(terms.rateBp) * BigInt(days)) / wholeYear;
}

/** The income of the so-manieth day, counted from one. */
export const incomeOfDay = (terms: Exclude<Terms, { kind: 'pledge' }>, units: bigint, day: number): bigint =>
  dueAfter(terms, units, day) - dueAfter(terms, units, day - 1);

/** All that an order of so many units, bought at a moment, will be paid. The server books exactly this. */
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

/** The day, counted from one, at whose end a machine has brought what it cost; undefined if it never does. */
export function paidBackOn(terms: Extract<Terms, { kind: 'machine' }>): number | undefined {
  const day = Number((terms.unit + terms.daily - 1n) / terms.daily);
  return day <= terms.days ? day : undefined;
}

/** The rate of a year in millionths of a percent, simple, 365 days: what different products are compared by. */
export function yearlyRate(terms: Exclude<Terms, { kind: 'machine' }>): bigint {
  if (terms.kind === 'trust') return BigInt(terms.rateBp) * 10_000n;
  // Billionths of a period times periods of a year; a millionth of a percent is ten billionths.
  return (BigInt(terms.ratePpb) * 31_536_000n) / (BigInt(terms.seconds) * 10n);
}
