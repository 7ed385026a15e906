import type { Mark, ShownReceipt } from './products/product.ts';
import { productOf } from './products/registry.ts';

/** The ticks that an order was agreed and decided by, in their order, as far as there are such. */
export const marksOf = (receipt: ShownReceipt): Mark[] => productOf(receipt).marks(receipt.order);

/** Around which slots the tape is worth showing, whether or not they have a tick. */
export const shownAround = (receipt: ShownReceipt): number[] =>
  productOf(receipt).shownAround(
    receipt.order,
    marksOf(receipt).map(({ slot }) => slot),
  );
