import type { Side } from '@glasshouse/protocol/options/black-scholes';

// Coordinates of the payoff chart of an option: result by the price at its end. Floats are for drawing only.

export type PayoffData = {
  side: Side;
  strike: number;
  /** For one coin, in the units of prices. */
  premium: number;
  now: number;
  /** The price for one coin if it was sold before its end. It is then worth more than the line shows. */
  sold?: number | undefined;
  likely?: { low: number; high: number } | undefined;
};
export type Span = { low: number; high: number };

export const resultAt = ({ side, strike, premium }: PayoffData, price: number): number =>
  Math.max(0, side === 'call' ? price - strike : strike - price) - premium;

// In premiums; break-even is one premium away from the strike.
const margin = 2.4;
const evenOf = ({ side, strike, premium }: PayoffData) => (side === 'call' ? strike + premium : strike - premium);

/** The range of prices in the chart: all marked prices, and the same distance on both sides of the strike. */
export function spanOf({ strike, premium, now, likely }: PayoffData): Span {
  const all = [strike - margin * premium, strike + margin * premium, now, ...(likely ? [likely.low, likely.high] : [])];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const edge = Math.max(high - low, strike * 1e-6) * 0.06;
  return { low: Math.max(0, low - edge), high: high + edge };
}

const top = 6;
const bottom = 94;

/** Positions in percent of width and height. */
export function placesOf(data: PayoffData, { low, high }: Span) {
  const { strike, premium } = data;
  const most = Math.max(resultAt(data, low), resultAt(data, high), data.sold ?? 0);
  const x = (price: number) => ((price - low) / (high - low)) * 100;
  const y = (result: number) => top + ((most - result) / (most + premium)) * (bottom - top);
  const at = (price: number, result = resultAt(data, price)) => ({ x: x(price), y: y(result) });
  return { x, at, zero: y(0), even: { x: x(evenOf(data)), y: y(0) }, line: [at(low), at(strike), at(high)] };
}
