import { slotAt, slotsPerHour } from '@glasshouse/protocol/market/tape';
import { clockLives } from '@glasshouse/protocol/options/terms';
import { otherOrderLine } from '@glasshouse/protocol/orders/settlements-file';
import { seconds } from '#platform/runtime/clock.ts';
import type { Exported } from '../orders/orders.ts';
import { orderShown } from './orders.ts';
import type { OptionRow } from './orders-sql.ts';
import { product } from './product.ts';

/** How options are written down for everybody, without names. Between the tick that one was bought by and the one that ended it nothing counts. */
export const exported: Exported<OptionRow> = {
  product,
  says: 'option',
  longest: slotAt(seconds(Math.max(...clockLives))) + slotsPerHour,
  whole: false,
  line: (row, name) => otherOrderLine(name, orderShown(row)),
};
