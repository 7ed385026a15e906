import type { Schedule } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';

export const width = 320;
export const height = 112;
const edge = 8;

type Point = { at: number; amount: bigint };

/** What a buyer has of it, moment by moment: what will come back and what has been paid, or of a machine what it has brought. */
export function pathOf(terms: Terms, { amount, income, endsAt }: Schedule, now: number): Point[] {
  let has = terms.kind === 'machine' ? 0n : amount;
  const points = [{ at: now, amount: has }];
  for (const part of income) {
    // A pledge is paid at once, what is paid by the day grows evenly.
    if (terms.kind === 'pledge') points.push({ at: part.at, amount: has });
    has += part.amount;
    points.push({ at: part.at, amount: has });
  }
  if (points.at(-1)!.at < endsAt) points.push({ at: endsAt, amount: has });
  return points;
}

/** A path as the picture draws it, with the level of the money that was left in the wallet. Only for the eye: figures stand beside it. */
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
