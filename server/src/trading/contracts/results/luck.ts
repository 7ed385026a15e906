import type { Results } from '@glasshouse/protocol/contracts/calls';

// Shares are in ten-thousandths. These are statistics, so floating point is fine; money never uses it.

/** With fewer wins and losses than this, there is no verdict about luck. */
const fewest = 30;
const coin = 5000;
const z = 1.959964; // 95 % of a normal distribution lie within this many standard deviations

export const winRateOf = (wins: number, losses: number): number | null =>
  wins + losses === 0 ? null : Math.floor((wins * 10_000) / (wins + losses));

/** The mean win rate that the orders needed, rounded up so that results never look better than they are. */
export const breakEvenRate = (sum: bigint, decided: number): number | null =>
  decided === 0 ? null : Math.ceil(Number(sum) / decided);

/** The range in which the true win rate probably lies: the Wilson interval, rounded outwards. */
export function intervalOf(wins: number, losses: number): Results['interval'] {
  const n = wins + losses;
  if (n === 0) return null;
  const rate = wins / n;
  const middle = rate + z ** 2 / (2 * n);
  const reach = z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2));
  const share = (value: number) => (value / (1 + z ** 2 / n)) * 10_000;
  return {
    low: Math.max(0, Math.floor(share(middle - reach))),
    high: Math.min(10_000, Math.ceil(share(middle + reach))),
  };
}

/** Whether the results could come from a fair coin. */
export function verdictOf(decided: number, interval: Results['interval']): Results['verdict'] {
  if (!interval || decided < fewest) return 'too_few';
  if (interval.low > coin) return 'better_than_luck';
  return interval.high < coin ? 'worse_than_luck' : 'like_luck';
}
