import { formatUsdt, parseUnits } from '../money.ts';
import type { WireTerms } from './calls.ts';
import type { Terms } from './terms.ts';

const read = (text: string): bigint => {
  const units = parseUnits(text, 'USDT');
  if (units === undefined) throw new Error(`not an amount of USDT: ${text}`);
  return units;
};

/** Converts terms from the wire into integer units. */
export function readTerms(terms: WireTerms): Terms {
  if (terms.kind === 'machine') return { ...terms, unit: read(terms.unit), daily: read(terms.daily) };
  return { ...terms, unit: read(terms.unit) };
}

export function writeTerms(terms: Terms): WireTerms {
  if (terms.kind === 'machine') return { ...terms, unit: formatUsdt(terms.unit), daily: formatUsdt(terms.daily) };
  return { ...terms, unit: formatUsdt(terms.unit) };
}
