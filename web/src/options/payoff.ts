import type { Side } from '@glasshouse/protocol/options/black-scholes';

// Places in a picture of what an option comes to, by the price at its end. Floats are for drawing only.

export type Drawn = {
  side: Side;
  strike: number;
  /** For one coin, in the same units as prices. */
  premium: number;
  now: number;
  /** What it brought for one coin where it was sold before its end: then it is worth more than the line says. */
  sold?: number | undefined;
  likely?: { low: number; high: number } | undefined;
};
export type Span = { low: number; high: number };

export const resultAt = ({ side, strike, premium }: Drawn, price: number): number =>
  Math.max(0, side === 'call' ? price - strike : strike - price) - premium;

// In premiums: break-even stands one from the strike.
const aside = 2.4;
const evenOf = ({ side, strike, premium }: Drawn) => (side === 'call' ? strike + premium : strike - premium);

/** Which prices the picture shows: everything it speaks of, with as much on both sides of the strike. */
export function spanOf({ strike, premium, now, likely }: Drawn): Span {
  const all = [strike - aside * premium, strike + aside * premium, now, ...(likely ? [likely.low, likely.high] : [])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const edge = Math.max(high - low, strike * 1e-6) * 0.06;
  return { low: Math.max(0, low - edge), high: high + edge };
}

const top = 6;
const bottom = 94;

/** Percent across and down. */
export function placesOf(drawn: Drawn, { low, high }: Span) {
  const { strike, premium } = drawn;
  const most = Math.max(resultAt(drawn, low), resultAt(drawn, high), drawn.sold ?? 0);
  const x = (price: number) => ((price - low) / (high - low)) * 100;
  const y = (result: number) => top + ((most - result) / (most + premium)) * (bottom - top);
  const at = (price: number, result = resultAt(drawn, price)) => ({ x: x(price), y: y(result) });
  return { x, at, zero: y(0), even: { x: x(evenOf(drawn)), y: y(0) }, line: [at(low), at(strike), at(high)] };
}
