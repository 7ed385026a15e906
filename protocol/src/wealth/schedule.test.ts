import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, utcDay } from '../utc-day.ts';
import { incomeOfDay, nextMidnight, paidBackOn, scheduleOf, yearlyRate } from './schedule.ts';
import { pledgeSeconds, type Terms, termBounds } from './terms.ts';

const { unit, rateBp, ratePpb, daily, days, amount } = termBounds;
const between = ({ least, most }: { least: bigint; most: bigint }) => fc.bigInt({ min: least, max: most });
const within = ({ least, most }: { least: number; most: number }) => fc.integer({ min: least, max: most });
const anyTerms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({ kind: fc.constant('trust' as const), unit: between(unit), rateBp: within(rateBp), days: within(days) }),
  fc.record({
    kind: fc.constant('pledge' as const),
    unit: between(unit),
    ratePpb: within(ratePpb),
    seconds: fc.constantFrom(...pledgeSeconds),
  }),
  between(unit).chain((price) =>
    fc.record({
      kind: fc.constant('machine' as const),
      unit: fc.constant(price),
      daily: fc.bigInt({ min: daily.least, max: price }),
      days: within(days),
    }),
  ),
);
const anyOrder = anyTerms.chain((terms) =>
  fc.record({
    terms: fc.constant(terms),
    units: fc.bigInt({ min: 1n, max: amount.most / terms.unit }),
    boughtAt: fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) }),
  }),
);
const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((all, part) => all + part.amount, 0n);
const trust = (rate: number, term: number): Terms => ({ kind: 'trust', unit: 1_000_000n, rateBp: rate, days: term });

describe('payments of an order', () => {
  it('sum to exactly the promised total for any terms and amount', () => {
    fc.assert(
      fc.property(anyOrder, ({ terms, units, boughtAt }) => {
        const { income, total, endsAt, startsAt, returned, amount } = scheduleOf(terms, units, boughtAt);
        expect(sum(income)).toBe(total);
        expect(amount).toBe(units * terms.unit);
        expect(returned).toBe(terms.kind === 'machine' ? 0n : amount);
        expect(total < 2n ** 62n).toBe(true);
        const moments = income.map(({ at }) => at);
        expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
        for (const at of moments) expect(at > startsAt && at <= endsAt).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('never differ by more than one unit between days, and never run ahead of the rate', () => {
    fc.assert(
      fc.property(anyOrder, ({ terms, units }) => {
        if (terms.kind !== 'trust') return;
        const each = Array.from({ length: terms.days }, (_, place) => incomeOfDay(terms, units, place + 1));
        const least = (units * terms.unit * BigInt(terms.rateBp)) / 3_650_000n;
        for (const income of each) expect(income === least || income === least + 1n).toBe(true);
        let so = 0n;
        for (const [place, income] of each.entries()) {
          so += income;
          const exact = units * terms.unit * BigInt(terms.rateBp) * BigInt(place + 1);
          expect(so * 3_650_000n <= exact && exact < (so + 1n) * 3_650_000n).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('match the worked example: 1,000 at 7.50 % for 180 days', () => {
    const { total, income, endsAt, startsAt } = scheduleOf(trust(750, 180), 1000n, Date.UTC(2026, 2, 18, 14));
    expect(total).toBe(36_986_301n);
    expect(income).toHaveLength(180);
    expect([utcDay(startsAt), utcDay(income[0]!.at), utcDay(endsAt)]).toEqual([
      '2026-03-19',
      '2026-03-20',
      '2026-09-15',
    ]);
  });

  it('begin at the midnight after the purchase, to the millisecond', () => {
    const midnight = Date.UTC(2026, 11, 31);
    expect(nextMidnight(midnight - 1)).toBe(midnight);
    expect(nextMidnight(midnight)).toBe(midnight + dayMs);
    expect(utcDay(scheduleOf(trust(320, 7), 100n, midnight - 1).startsAt)).toBe('2026-12-31');
    expect(utcDay(scheduleOf(trust(320, 7), 100n, midnight).startsAt)).toBe('2027-01-01');
  });

  it('include every day of leap years and of months of any length', () => {
    const { income, endsAt } = scheduleOf(trust(800, 365), 100n, Date.UTC(2027, 11, 31, 12));
    expect(income).toHaveLength(365);
    expect(income.map(({ at }) => utcDay(at))).toContain('2028-02-29');
    expect(utcDay(endsAt)).toBe('2028-12-31');
    expect(utcDay(scheduleOf(trust(460, 30), 100n, Date.UTC(2027, 0, 30, 23, 59)).endsAt)).toBe('2027-03-02');
  });

  it('skip days that round to zero and pay the difference later', () => {
    const terms: Terms = { kind: 'trust', unit: 10_000n, rateBp: 1, days: 730 };
    const { income, total } = scheduleOf(terms, 1n, 0);
    expect(total).toBe(2n);
    expect(income.map(({ amount }) => amount)).toEqual([1n, 1n]);
    expect(income[0]!.at).toBe(366 * dayMs);
  });

  it("come at the end of a pledge's period, to the second", () => {
    const terms: Terms = { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 86_400 };
    const at = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
    const { income, endsAt, returned } = scheduleOf(terms, 100_000n, at);
    expect(endsAt).toBe(at + dayMs);
    expect(income).toEqual([{ at: endsAt, amount: 139_726n }]);
    expect(returned).toBe(1_000_000_000n);
  });
});

describe('figures for comparing products', () => {
  it('the payback day of a machine, if there is one', () => {
    fc.assert(
      fc.property(between(unit), fc.bigInt({ min: 1n, max: unit.most }), within(days), (price, income, term) => {
        const day = paidBackOn({ kind: 'machine', unit: price, daily: income, days: term });
        if (day === undefined) expect(income * BigInt(term) < price).toBe(true);
        else expect(income * BigInt(day) >= price && income * BigInt(day - 1) < price && day <= term).toBe(true);
      }),
    );
  });

  it('the simple annual rate of 365 days', () => {
    expect(yearlyRate({ kind: 'trust', unit: 1n, rateBp: 750, days: 180 })).toBe(7_500_000n);
    expect(yearlyRate({ kind: 'pledge', unit: 1n, ratePpb: 139_726, seconds: 86_400 })).toBe(5_099_999n);
  });
});
