import { quoteOf } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { notePlaced } from '../../trading/placed.ts';
import { placePractice } from '../../trading/practice/kept.ts';
import type { Wish } from '../acceptance.ts';
import { sayOpened } from '../opened.ts';
import { practiceOrder } from './order.ts';

/** Opens an order on this device. Nothing is sent, so nothing can fail or stay undecided. */
export function practiceOpening(onOpened: () => void) {
  return {
    open: (wish: Wish) => {
      const head = quoteOf(wish.symbol)?.slot;
      const order = head === undefined ? undefined : practiceOrder(wish, head, serverNow());
      if (order && placePractice(order)) {
        sayOpened(wish);
        notePlaced(order.id);
      }
      onOpened();
    },
    reset: () => {},
    isPending: false,
    isUndecided: false,
    error: null,
    wish: undefined,
  };
}
