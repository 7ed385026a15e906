import { useAwaitsPractice } from '../../lib/awaits-practice.ts';
import { recallStored } from '../../lib/stored.ts';
import {
  isOpen,
  type PracticeEntry,
  type PracticeOrders,
  type PracticeState,
  practiceBalance,
  usePracticeStore,
} from './store.ts';

// Settles this device's orders by the tape.

type OrderOutcome = { id: string; outcome: string | null };

/** The amount an order credits when it is no longer open; nothing if it wasn't open before. */
const creditedFor = <O extends OrderOutcome>(
  { one, credit }: PracticeOrders<O>,
  order: O,
): Partial<PracticeState> | undefined =>
  one(order.id)?.outcome === null ? credit(usePracticeStore.getState(), order) : undefined;

/** Replaces an order by its state according to the tape. */
export function renew<O extends OrderOutcome>(orders: PracticeOrders<O>, order: O): void {
  recallStored(usePracticeStore);
  orders.change(
    orders.all().map((each) => (each.order.id === order.id ? { ...each, order } : each)),
    order.outcome === null ? undefined : creditedFor(orders, order),
  );
}

/** Removes an order that the tape can no longer decide; what was paid is returned. */
export function drop<O extends OrderOutcome>(orders: PracticeOrders<O>, id: string): void {
  recallStored(usePracticeStore);
  const order = orders.one(id);
  orders.change(
    orders.all().filter((each) => each.order.id !== id),
    order && creditedFor(orders, order),
  );
}

const isUnshown = (each: PracticeEntry<OrderOutcome>) => !isOpen(each) && !each.shown;

/** The ids of results that haven't been shown yet, oldest first. */
export const unshown = <O extends OrderOutcome>(orders: PracticeOrders<O>): string[] =>
  orders
    .all()
    .filter(isUnshown)
    .map(({ order }) => order.id)
    .reverse();

/** Marks a result as shown; false if it was already. */
export function markShown<O extends OrderOutcome>(orders: PracticeOrders<O>, id: string): boolean {
  recallStored(usePracticeStore);
  const isNew = unshown(orders).includes(id);
  if (isNew) orders.change(orders.all().map((each) => (each.order.id === id ? { ...each, shown: true } : each)));
  return isNew;
}

/** Removes all practice orders from this device and resets the balance. */
export function forgetPractice(): void {
  usePracticeStore.setState({ balance: practiceBalance, orders: [], options: [], trades: [], coins: undefined });
  useAwaitsPractice.setState({ awaits: false, awaitsOption: false });
}
