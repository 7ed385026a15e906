import type { Results } from '@glasshouse/protocol/contracts/calls';

// Shares are in ten-thousandths. Only statistics are computed here, so floating point will do; money never is.

/** Below this many wins and losses nothing is said about luck. */
const fewest = 30;
const coin = 5000;
const z = 1.959964; // 95 % of a normal distribution lie within

export const winRateOf = (wins: number, losses: number): number | null =>
  wins + losses === 0 ? null : Math.floor((wins * 10_000) / (wins + losses));

/** The mean of what each order needed, rounded up so that it is never flattered. */
export const breakEvenRate = (sum: bigint, decided: number): number | null =>
  decided === 0 ? null : Math.ceil(Number(sum) / decided);

/** Where the true win rate may lie after so many orders: the Wilson interval, rounded outwards. */
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

/** Whether a fair coin would have come out like this. */
export function verdictOf(decided: number, interval: Results['interval']): Results['verdict'] {
  if (!interval || decided < fewest) return 'too_few';
  if (interval.low > coin) return 'better_than_luck';
  return interval.high < coin ? 'worse_than_luck' : 'like_luck';
}
