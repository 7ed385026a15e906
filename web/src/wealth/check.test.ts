import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs } from '@glasshouse/protocol/utc-day';
import { readTerms } from '@glasshouse/protocol/wealth/read-terms';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import { expect, test } from 'vitest';
import { agrees, isComplete, promised } from './check.ts';

const terms = { kind: 'trust', unit: '1.00', rateBp: 320, days: 7 } as const;
const boughtAt = Date.UTC(2026, 10, 1, 14);
const schedule = scheduleOf(readTerms(terms), 100n, boughtAt);
const iso = (at: number) => new Date(at).toISOString();

function shownAfter(days: number, ended = false): Parameters<typeof agrees>[0] {
  return {
    holding: {
      ...{
        id: '019a0000-0000-7000-8000-000000000007',
        product: 1,
        version: 1,
        label: '',
        terms,
        units: 100,
        amount: '100.00',
      },
      ...{ boughtAt: iso(boughtAt), startsAt: iso(schedule.startsAt), endsAt: iso(schedule.endsAt), earned: '0.00' },
      ...{
        state: ended ? 'ended' : 'in_progress',
        endedAt: ended ? iso(schedule.endsAt) : null,
        ending: ended ? 'matured' : null,
      },
    },
    income: schedule.income.slice(0, days).map(({ at, amount }) => ({ at: iso(at), amount: formatUsdt(amount) })),
    returned: ended ? { at: iso(schedule.endsAt), amount: '100.00' } : null,
  };
}

test('bookings match the terms on every day and at the end', () => {
  for (let days = 0; days <= 7; days++) expect(agrees(shownAfter(days))).toBe(true);
  expect(agrees(shownAfter(7, true))).toBe(true);
  expect(promised(shownAfter(3))).toHaveLength(7);
});

test('a unit too much, a day too many and a missing repayment are detected', () => {
  const right = shownAfter(3);
  const last = right.income.at(-1)!;
  expect(agrees({ ...right, income: [...right.income.slice(0, 2), { ...last, amount: '0.008768' }] })).toBe(false);
  expect(agrees({ ...right, income: [...right.income.slice(0, 2), { ...last, at: iso(boughtAt) }] })).toBe(false);
  expect(agrees({ ...shownAfter(7), income: [...shownAfter(7).income, last] })).toBe(false);
  expect(agrees(shownAfter(6, true))).toBe(false);
  expect(agrees({ ...shownAfter(7, true), returned: null })).toBe(false);
  expect(agrees({ ...right, returned: { at: iso(boughtAt), amount: '100.00' } })).toBe(false);
});

test('an order is polled while a due payment is not booked', () => {
  const midnight = (day: number) => schedule.startsAt + day * dayMs;
  expect(isComplete(shownAfter(2), midnight(2))).toBe(true);
  expect(isComplete(shownAfter(2), midnight(3) - 1)).toBe(true);
  expect(isComplete(shownAfter(2), midnight(3))).toBe(false);
  expect(isComplete(shownAfter(7), schedule.endsAt)).toBe(false);
  expect(isComplete(shownAfter(7, true), schedule.endsAt + dayMs)).toBe(true);
});
