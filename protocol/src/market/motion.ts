import type { Coin } from './coins.ts';
import { slotsPerDay } from './tape.ts';

// Price movement shared by all versions of the generator. Only integers are used, so that every machine computes the
// same prices. Positions are logarithms to base 2 in units of 2^-32. Nothing in this file may change, because published
// days must stay reproducible.

const one = 2 ** 32;
export const factorId = 0; // the stream of the entire market; no coin has this id
export const factorVolatility = 38;
export const sigmaPerPercent = 85_468; // one percent a year as a move per minute: 2^32 · log2(e) / 100 / √525,600
export const perSlot = 5983; // 1 / √120 in 2^-16
// Since version 2: the slots per round of the beacon, and the threshold for a jump in a block.
export const slotsPerBlock = 6;
export const jumpsBelow = 536_871; // of 2^32: once in 8,000 blocks, which is 400 minutes
export const pullPerMinute = 43_031n; // a price at twice its start is pulled back by one percent a day
// Activity in each UTC hour, in 1/256: low at night, high while New York and London overlap.
export const hours = [
  215, 200, 185, 170, 160, 165, 180, 215, 240, 250, 250, 255, 270, 315, 335, 330, 310, 290, 270, 255, 250, 250, 245,
  235,
];

export const divide = (a: number, b: number) => (a - (a % b)) / b;
export const scaled = (a: number, by: number) => Math.floor((a * by) / 65_536);

/**
 * The sum of four uniform draws, scaled to a standard deviation of one. It approximates a normal distribution and is
 * exact on every machine.
 */
export const bell = (a: number, b: number) =>
  scaled((a >>> 16) + (a & 0xffff) + (b >>> 16) + (b & 0xffff) - 131_070, 113_512);

function root(of: number): number {
  let guess = 0;
  while ((guess + 1) * (guess + 1) <= of) guess++;
  return guess;
}

// 2^(i/256), 2^(i/65,536) and 2^(i/16,777,216) in units of 2^-25, from repeated square roots of integers.
const powers = ((): Float64Array[] => {
  const scale = 1n << 60n;
  const rootOf = (n: bigint) => {
    let guess = 1n << 61n;
    for (let next = (guess + n / guess) >> 1n; next < guess; next = (guess + n / guess) >> 1n) guess = next;
    return guess;
  };
  const halves: bigint[] = [];
  for (let i = 0, at = 2n * scale; i < 24; i++) {
    at = rootOf(at * scale);
    halves.push(at);
  }
  return [0, 8, 16].map((from) =>
    Float64Array.from({ length: 256 }, (_, index) => {
      let product = scale;
      for (let bit = 0; bit < 8; bit++) if (index & (128 >> bit)) product = (product * halves[from + bit]!) / scale;
      return Number(product >> 35n);
    }),
  );
})();

/** Moves a price by a position. The result is at least one unit. */
export function priceAt(open: bigint, position: number): bigint {
  const whole = Math.floor(position / one);
  const part = Math.floor((position - whole * one) / 256);
  const high = powers[0]![part >>> 16]!;
  const middle = powers[1]![(part >>> 8) & 255]!;
  const low = powers[2]![part & 255]!;
  const factor = Math.floor((Math.floor((high * middle) / 2 ** 25) * low) / 2 ** 25);
  const moved = whole >= 0 ? (open * BigInt(factor)) << BigInt(whole) : (open * BigInt(factor)) >> BigInt(-whole);
  const price = (moved + (1n << 24n)) >> 25n;
  return price > 0n ? price : 1n;
}

/** The typical move per minute of a stream with this annualized volatility. `mood` is a byte drawn for its ten minutes. */
export function sigmaOf(percent: number, minute: number, mood: number): number {
  const liveliness = hours[divide(minute, 60)]! * (150 + ((mood * mood) >>> 8));
  return scaled(percent * sigmaPerPercent, liveliness);
}

/** The volatility of a coin apart from its moves with the market, annualized in percent. */
export function ownVolatility({ beta, volatility }: Coin): number {
  const shared = divide(beta * factorVolatility, 100);
  return root(Math.max(volatility * volatility - shared * shared, 225));
}

/** The volume of a slot. It is higher in active hours and for larger steps. */
export function volumeOf({ turnover, volatility }: Coin, sigma: number, step: number): bigint {
  const usual = divide(turnover * 1000, slotsPerDay) + 1;
  const busy = divide(sigma, 4096) * (154 + divide(step, 512));
  const calm = divide(volatility * sigmaPerPercent, 4096) * 256;
  return BigInt(divide(usual * busy, calm));
}
