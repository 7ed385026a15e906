import { dueSlot } from '@glasshouse/protocol/contracts/settle';
import { isFlash } from '@glasshouse/protocol/options/terms';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';

type Part<R> = R extends AnyReceipt
  ? Pick<R, 'product' | 'order' | 'headHash' | 'runs' | 'gap'> & Partial<Pick<R, 'slip' | 'postings' | 'log' | 'drawn'>>
  : never;
/** What the tape tells of an order, with or without what was signed and booked for it. */
export type Told = Part<AnyReceipt>;

/** What a tick was to an order. */
export type MarkName = 'entry' | 'quote' | 'strike' | 'exit' | 'sale' | 'fill';
export type Mark = { of: MarkName; slot: number };

/** The ticks that an order was agreed and decided by, in their order, as far as there are such. */
export function marksOf(receipt: Told): Mark[] {
  const marked = (of: MarkName, tick: { slot: number } | null): Mark[] => (tick ? [{ of, slot: tick.slot }] : []);
  if (receipt.product === 'option') {
    const { seconds, terms = 1, headSlot, quote, sale, exit } = receipt.order;
    const struck = isFlash(seconds) && terms > 1 ? { slot: headSlot } : null;
    return [...marked('quote', quote), ...marked('strike', struck), ...marked('sale', sale), ...marked('exit', exit)];
  }
  if (receipt.product === 'spot') return marked('fill', receipt.order.exit);
  const { entry, exit } = receipt.order;
  return [...marked('entry', entry), ...marked('exit', exit)];
}

/** Around which slots the tape is worth showing, whether or not they have a tick. */
export function shownAround(receipt: Told): number[] {
  const marks = marksOf(receipt).map(({ slot }) => slot);
  if (receipt.product === 'option') {
    const { sale, exit, dueSlot: due } = receipt.order;
    return sale || exit ? marks : [...marks, due];
  }
  const { headSlot } = receipt.order;
  if (receipt.product === 'spot') return marks.length > 0 ? marks : [headSlot + 1];
  const { entry, exit } = receipt.order;
  // Without an entry the order was over before its end.
  return [entry?.slot ?? headSlot + 1, ...(entry ? [exit?.slot ?? dueSlot(receipt.order)] : [])];
}
