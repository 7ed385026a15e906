import { slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import { bidOf, type PriceInputs } from './quote.ts';
import { roundStep } from './strikes.ts';
import type { Option } from './terms.ts';

/** A round step of a price that is easy to read: at most a five-hundredth of it. */
export const speakingStep = (price: bigint): bigint => roundStep(price / 500n);

const point = 10_000; // one percentage point of annualized volatility, in millionths

/** How the value of an option changes, one cause at a time, in minor units of USDT. */
export type Moves = {
  /** For `rise`: the price rises by this much. */
  step: bigint;
  rise: bigint;
  /** The price then rises by the same amount again. */
  again: bigint;
  /** For `wait`: this many slots pass. An hour, or a minute if two hours or less are left. */
  slots: number;
  wait: bigint;
  /** The volatility rises by one percentage point. */
  livelier: bigint;
};

export function movesOf(option: Option, by: PriceInputs, left: number, step = speakingStep(by.price)): Moves {
  const value = (change: Partial<PriceInputs>, slots = left) => bidOf(option, { ...by, ...change }, slots);
  const now = value({});
  const risen = value({ price: by.price + step });
  const slots = left > 2 * slotsPerHour ? slotsPerHour : slotsPerMinute;
  return {
    ...{ step, slots },
    rise: risen - now,
    again: value({ price: by.price + 2n * step }) - risen,
    wait: value({}, left - slots) - now,
    livelier: value({ volatility: by.volatility + point }) - now,
  };
}
