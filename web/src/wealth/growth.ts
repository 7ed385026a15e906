import type { Schedule } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';

export const width = 320;
export const height = 112;
const edge = 8;

type Point = { at: number; amount: bigint };

/**
 * The value for the buyer over time: the amount to be returned plus the payments so far, or for a machine its income so
 * far.
 */
export function pathOf(terms: Terms, { amount, income, endsAt }: Schedule, now: number): Point[] {
  let has = terms.kind === 'machine' ? 0n : amount;
  const points = [{ at: now, amount: has }];
  for (const part of income) {
    // A pledge pays at once; daily income grows evenly.
    if (terms.kind === 'pledge') points.push({ at: part.at, amount: has });
    has += part.amount;
    points.push({ at: part.at, amount: has });
  }
  if (points.at(-1)!.at < endsAt) points.push({ at: endsAt, amount: has });
  return points;
}

/**
 * A path for the chart, with the level of the money left in the wallet. Only for drawing; the figures are next to it.
 */
export function drawn(path: readonly Point[], left: bigint) {
  const amounts = [left, ...path.map(({ amount }) => amount)];
  const [low, high] = [amounts.reduce((a, b) => (b < a ? b : a)), amounts.reduce((a, b) => (b > a ? b : a))];
  const span = high > low ? high - low : 1n;
  const [from, until] = [path[0]!.at, path.at(-1)!.at];
  const x = (at: number) => ((at - from) / (until - from)) * width;
  const y = (amount: bigint) =>
    height - edge - (Number(((amount - low) * 10_000n) / span) / 10_000) * (height - 2 * edge);
  const line = path.map(({ at, amount }) => `${x(at).toFixed(1)} ${y(amount).toFixed(1)}`);
  return { line: `M${line.join('L')}`, level: y(left), x, y };
}
