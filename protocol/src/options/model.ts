import type { Coin } from '../market/coins.ts';
import { waitsForAll } from '../orders/tape-rule.ts';
import { meanVolatility } from './mean-volatility.ts';
import { isByGenerator, isModel, type Reckoned } from './quote.ts';
import { clampVolatility } from './volatility.ts';

// By which model, and by which volatility, an option may be priced.

/** Prices of this generator and of later ones have a volatility that is known. */
const knownFrom = 3;

/** Whether a rule allows a model. Rule 2 is for prices that we make, and only those have a generator. */
export const isModelUnder = (model: number, rule: number): boolean =>
  isModel(model) && (!isByGenerator(model) || waitsForAll(rule));

/**
 * The model that a quote should have instead of its own, by the generator of its day, if that was announced; undefined if its own fits. Prices
 * that we make have model 3 from generator 3, and no other prices have it.
 */
export function correctModel(model: number, rule: number, generator: number | undefined): number | undefined {
  const isKnown = waitsForAll(rule) && generator !== undefined && generator >= knownFrom;
  if (isByGenerator(model) === isKnown) return undefined;
  return isKnown ? 3 : 2;
}

/** The volatility that a price must have. Under model 3 it follows from coin and time; otherwise it is an estimate, which has limits. */
export const allowedVolatility = (
  coin: Coin,
  { slot, volatility, model }: Pick<Reckoned, 'slot' | 'volatility' | 'model'>,
  slots: number,
): number => (isByGenerator(model) ? meanVolatility(coin, slot, slots) : clampVolatility(volatility));
