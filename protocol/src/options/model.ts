import type { Coin } from '../market/coins.ts';
import { waitsForAll } from '../orders/tape-rule.ts';
import { meanVolatility } from './mean-volatility.ts';
import { isByGenerator, isModel, type PriceInputs } from './quote.ts';
import { clampVolatility } from './volatility.ts';

// The models and volatilities that an option may be priced with.

/** The first generator whose volatility is known. */
const knownFrom = 3;

/** Whether a rule allows a model. Rule 2 is for our own prices, and only those have a generator. */
export const isModelUnder = (model: number, rule: number): boolean =>
  isModel(model) && (!isByGenerator(model) || waitsForAll(rule));

/**
 * The model that a quote should have, if it differs from `model`. Depends on the generator of its day, if that was
 * announced. Our own prices have model 3 from generator 3 onwards, and no other prices have it.
 */
export function correctModel(model: number, rule: number, generator: number | undefined): number | undefined {
  const isKnown = waitsForAll(rule) && generator !== undefined && generator >= knownFrom;
  if (isByGenerator(model) === isKnown) return undefined;
  return isKnown ? 3 : 2;
}

/**
 * The required volatility of a price. Under model 3 it follows from coin and time. Otherwise it is an estimate, which
 * is clamped.
 */
export const allowedVolatility = (
  coin: Coin,
  { slot, volatility, model }: Pick<PriceInputs, 'slot' | 'volatility' | 'model'>,
  slots: number,
): number => (isByGenerator(model) ? meanVolatility(coin, slot, slots) : clampVolatility(volatility));
