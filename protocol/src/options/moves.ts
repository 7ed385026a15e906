import { slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import { bidOf, type Reckoned } from './quote.ts';
import { roundStep } from './strikes.ts';
import type { Option } from './terms.ts';

/** A round step of a price that people speak of: a five-hundredth of it or less. */
export const speakingStep = (price: bigint): bigint => roundStep(price / 500n);

const point = 10_000; // one percent of volatility a year, in millionths

/** What changes the value of an option, one change at a time, in minor units of USDT. */
export type Moves = {
  /** If the price rises by this much. */
  step: bigint;
  rise: bigint;
  /** If it then rises by as much again. */
  again: bigint;
  /** If so many slots pass: an hour, or a minute of what lives two hours or less. */
  slots: number;
  wait: bigint;
  /** If the volatility rises by one percentage point. */
  livelier: bigint;
};

export function movesOf(option: Option, by: Reckoned, left: number, step = speakingStep(by.price)): Moves {
  const value = (change: Partial<Reckoned>, slots = left) => bidOf(option, { ...by, ...change }, slots);
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
