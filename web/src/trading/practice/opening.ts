import type { Quote } from '@glasshouse/protocol/market/calls';
import { quoteOf } from '../../lib/quotes.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { noteNewOrder } from '../scroll-to-order.ts';
import type { PracticeOrders } from './store.ts';

type Practised<W, O extends { id: string; outcome: string | null }> = {
  orders: PracticeOrders<O>;
  /**
   * The order as the server would accept it after the newest tick this device has seen; `undefined` if it would be
   * refused.
   */
  make: (wish: W, head: Quote, now: number) => O | undefined;
  announceOpened: (order: O) => void;
};

/** Opens orders on this device. No request is sent, so nothing can fail or stay undecided. */
export function practiceOpening<W extends { symbol: string }, O extends { id: string; outcome: string | null }>(
  { orders, make, announceOpened }: Practised<W, O>,
  onOpened: () => void,
) {
  return {
    open: (wish: W) => {
      const head = quoteOf(wish.symbol);
      const order = head && make(wish, head, serverNow());
      if (order && orders.place(order)) {
        announceOpened(order);
        noteNewOrder(order.id);
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
