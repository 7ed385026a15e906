import { type getResults, resultDays } from '@glasshouse/protocol/assets/calls';
import type { Input, Output } from '@glasshouse/protocol/endpoint';
import { earnedSources, type IncomeSource, incomeSources } from '@glasshouse/protocol/ledger/books';
import { formatUsdt } from '@glasshouse/protocol/money';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import type { Tx } from '#platform/database/db.ts';
import { moneySettings } from '#site/site/site.ts';
import { incomeByDay, incomeOf } from '../ledger/ledger.ts';
import { type Prices, type Valuation, valuation } from './valuation.ts';

/** The profit or loss of one product, in USDT units. The ledger doesn't book it as income, because it may be a loss. */
type Earning = {
  /** On the UTC day of `now`, and since the account was opened. */
  sums: (tx: Tx, owner: bigint, now: Date) => Promise<{ today: bigint; total: bigint }>;
  /** For the given UTC day (counted from 1970) and later; days without any are left out. */
  byDay: (tx: Tx, owner: bigint, firstDay: number) => Promise<readonly { day: number; profit: bigint }[]>;
};
type EarnedSource = (typeof earnedSources)[number];
export type Earnings = Record<Exclude<EarnedSource, 'product'>, Earning>;

const traded = ['contracts', 'options', 'spot', 'machine'] as const satisfies (keyof Earnings)[];
const isEarned = (source: IncomeSource): source is EarnedSource => earnedSources.some((each) => each === source);
const sum = (values: readonly bigint[]) => values.reduce((a, b) => a + b, 0n);

/**
 * A user's income today and in total, by source. The totals count only earned sources: a grant counted as a result
 * would hide a loss.
 */
export async function incomeTotals(tx: Tx, now: Date, owner: bigint, earnings: Earnings, value: Valuation) {
  const booked = await incomeOf(tx, owner, now);
  const sources: { source: IncomeSource; today: bigint; total: bigint }[] = [];
  for (const source of incomeSources) {
    const product = traded.find((each) => each === source);
    if (product) sources.push({ source, ...(await earnings[product].sums(tx, owner, now)) });
    else {
      const own = booked.filter((income) => income.source === source);
      const today = sum(own.map(({ currency, today }) => value({ currency, amount: today })));
      const total = sum(own.map(({ currency, total }) => value({ currency, amount: total })));
      sources.push({ source, today, total });
    }
  }
  const own = sources.filter(({ source }) => isEarned(source));
  return { sources, today: sum(own.map(({ today }) => today)), total: sum(own.map(({ total }) => total)) };
}

/** The profit of each earned source by UTC day, for the given day and later. Reads only these days. */
async function earnedByDay(tx: Tx, owner: bigint, firstDay: number, earnings: Earnings, value: Valuation) {
  const found: { source: EarnedSource; day: number; profit: bigint }[] = [];
  for (const source of traded) {
    const days = await earnings[source].byDay(tx, owner, firstDay);
    found.push(...days.map(({ day, profit }) => ({ source, day, profit })));
  }
  for (const { source, day, ...amount } of await incomeByDay(tx, owner, firstDay))
    if (isEarned(source)) found.push({ source, day, profit: value(amount) });
  return found;
}

/** The result of a period with its parts, for the home screen and the results page. */
export async function showResults(
  tx: Tx,
  now: Date,
  owner: bigint,
  sources: { prices: (tx: Tx) => Promise<Prices>; earnings: Earnings },
  { days }: Input<typeof getResults>,
): Promise<Output<typeof getResults>> {
  const value = await valuation(tx, (await moneySettings(tx, now)).cnyRate, sources);
  if (days === 'all') {
    const all = await incomeTotals(tx, now, owner, sources.earnings, value);
    const parts = all.sources.flatMap(({ source, total }) =>
      isEarned(source) ? [{ source, result: formatUsdt(total) }] : [],
    );
    return { total: formatUsdt(all.total), parts, days: [] };
  }
  const today = Math.floor(now.getTime() / dayMs);
  const count = Math.min(Number(days), resultDays);
  const first = today - count + 1;
  const found = await earnedByDay(tx, owner, first, sources.earnings, value);
  const of = (chosen: (each: (typeof found)[number]) => boolean) =>
    formatUsdt(sum(found.filter(chosen).map(({ profit }) => profit)));
  return {
    total: of(() => true),
    parts: earnedSources.map((source) => ({ source, result: of((each) => each.source === source) })),
    days: Array.from({ length: count }, (_, place) => first + place).map((day) => ({
      day: utcDay(day * dayMs),
      result: of((each) => each.day === day),
    })),
  };
}
