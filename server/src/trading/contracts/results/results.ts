import type * as protocol from '@glasshouse/protocol/contracts/calls';
import type { Input } from '@glasshouse/protocol/endpoint';
import { coinById } from '@glasshouse/protocol/market/coins';
import { dayOf, slotAt } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Tx } from '#platform/database/db.ts';
import { contractWallet } from '../orders.ts';
import { breakEvenRate, intervalOf, verdictOf, winRateOf } from './luck.ts';
import * as table from './results-sql.ts';

const utcDayOf = (now: Date) => dayOf(slotAt(now.getTime()));

/** The results of a user's ended contracts, and whether luck alone could explain them. */
export async function showResults(
  tx: Tx,
  now: Date,
  owner: bigint,
  { days }: Input<typeof protocol.showResults>,
): Promise<protocol.Results> {
  // The days include today.
  const firstDay = days === 'all' ? 0 : utcDayOf(now) - Number(days) + 1;
  const tallies = await table.tallies(tx, contractWallet(owner), firstDay);
  const total = sumOf(tallies);
  const interval = intervalOf(total.wins, total.losses);
  return {
    total: shown(total),
    average: formatUsdt(averageOf(total)),
    winRate: winRateOf(total.wins, total.losses),
    interval,
    breakEven: breakEvenRate(total.breakEven, total.wins + total.losses),
    verdict: verdictOf(total.wins + total.losses, interval),
    bySymbol: grouped(tallies, ({ symbol }) => symbol).map(([symbol, of]) => ({
      symbol: coinById(symbol)!.symbol,
      ...shown(of),
    })),
    byPeriod: grouped(tallies, ({ seconds }) => seconds).map(([seconds, of]) => ({ seconds, ...shown(of) })),
  };
}

/** Profit from contracts in USDT units: in total, and of those due on the UTC day of `now`. */
export const tradingIncome = (tx: Tx, owner: bigint, now: Date): Promise<{ today: bigint; total: bigint }> =>
  table.profits(tx, contractWallet(owner), utcDayOf(now));

/** The same by UTC day, for `firstDay` and later. Days without ended contracts are left out. */
export const tradingByDay = (tx: Tx, owner: bigint, firstDay: number) =>
  table.profitsByDay(tx, contractWallet(owner), firstDay);

type Sums = Omit<table.Tally, 'symbol' | 'seconds'>;

const sumOf = (tallies: readonly Sums[]): Sums =>
  tallies.reduce(
    (sum, each) => ({
      wins: sum.wins + each.wins,
      losses: sum.losses + each.losses,
      draws: sum.draws + each.draws,
      voids: sum.voids + each.voids,
      staked: sum.staked + each.staked,
      paid: sum.paid + each.paid,
      breakEven: sum.breakEven + each.breakEven,
    }),
    { wins: 0, losses: 0, draws: 0, voids: 0, staked: 0n, paid: 0n, breakEven: 0n },
  );

function grouped(tallies: readonly table.Tally[], by: (tally: table.Tally) => number): [number, Sums][] {
  return [...Map.groupBy(tallies, by)].sort(([a], [b]) => a - b).map(([key, of]) => [key, sumOf(of)]);
}

const shown = ({ wins, losses, draws, voids, staked, paid }: Sums) => ({
  wins,
  losses,
  draws,
  voids,
  staked: formatUsdt(staked),
  profit: formatUsdt(paid - staked),
});

/** The mean profit of an ended order, truncated to the minor unit. */
function averageOf({ wins, losses, draws, voids, staked, paid }: Sums): bigint {
  const count = BigInt(wins + losses + draws + voids);
  return count === 0n ? 0n : (paid - staked) / count;
}
