import { useAwaitsPractice } from '../../lib/awaits-practice.ts';
import { recallStored } from '../../lib/stored.ts';
import { isOpen, type Kept, type Practice, type PracticeOrders, practiceBalance, useKept } from './kept.ts';

// What becomes of the orders of this device once the tape decides them.

type Placed = { id: string; outcome: string | null };

/** What is credited when an order is no longer open; nothing if it was not before. */
const creditedFor = <O extends Placed>({ one, credit }: PracticeOrders<O>, order: O): Partial<Kept> | undefined =>
  one(order.id)?.outcome === null ? credit(useKept.getState(), order) : undefined;

/** Takes over what the tape says about an order. */
export function renew<O extends Placed>(orders: PracticeOrders<O>, order: O): void {
  recallStored(useKept);
  orders.change(
    orders.all().map((each) => (each.order.id === order.id ? { ...each, order } : each)),
    order.outcome === null ? undefined : creditedFor(orders, order),
  );
}

/** Removes an order that the tape can no longer decide; what was paid is returned. */
export function drop<O extends Placed>(orders: PracticeOrders<O>, id: string): void {
  recallStored(useKept);
  const order = orders.one(id);
  orders.change(
    orders.all().filter((each) => each.order.id !== id),
    order && creditedFor(orders, order),
  );
}

const isUnshown = (each: Practice<Placed>) => !isOpen(each) && !each.shown;

/** The ids of results that were not shown yet, oldest first. */
export const unshown = <O extends Placed>(orders: PracticeOrders<O>): string[] =>
  orders
    .all()
    .filter(isUnshown)
    .map(({ order }) => order.id)
    .reverse();

/** Marks a result as shown; false if it was already. */
export function markShown<O extends Placed>(orders: PracticeOrders<O>, id: string): boolean {
  recallStored(useKept);
  const isNew = unshown(orders).includes(id);
  if (isNew) orders.change(orders.all().map((each) => (each.order.id === id ? { ...each, shown: true } : each)));
  return isNew;
}

/** Removes all practice orders from this device, and starts again. */
export function forgetPractice(): void {
  useKept.setState({ balance: practiceBalance, orders: [], options: [], trades: [], coins: undefined });
  useAwaitsPractice.setState({ awaits: false, awaitsOption: false });
}
