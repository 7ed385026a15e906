import { otherOrderLine } from '@glasshouse/protocol/orders/settlements-file';
import type { Exported } from '../orders/orders.ts';
import { orderShown } from './orders.ts';
import type { SpotRow } from './orders-sql.ts';
import { product } from './product.ts';

/** How orders of coins are written down for everybody, without names. */
export const exported: Exported<SpotRow> = {
  product,
  says: 'spot',
  longest: 1,
  whole: true,
  line: (row, name) => otherOrderLine(name, orderShown(row)),
};
