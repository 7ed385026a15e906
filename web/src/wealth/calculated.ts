import type { Schedule } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import type { Product } from './wealth.ts';

/**
 * So many units of a product, bought at a moment, and what comes of it. While what is typed does not fit, units and amounts are those of the
 * least and are not shown; the dates hold for every amount.
 */
export type Calculated = {
  product: Product;
  terms: Terms;
  schedule: Schedule;
  units: number;
  fits: boolean;
  now: number;
};
