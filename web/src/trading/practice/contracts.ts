import type { Order } from '@glasshouse/protocol/contracts/calls';
import { dueSlot, isRule } from '@glasshouse/protocol/contracts/settle';
import { orderBaseForm, tickOrNull } from '@glasshouse/protocol/orders/order-form';
import { amount, fields, oneOf, orNull, time, whole } from '@glasshouse/protocol/shape';
import { inUsdt, practiceOrders } from './store.ts';

/** The longest period, in seconds, whose ticks fit into one public proof without a gap. */
export const longestPractice = 590;

const form = fields({
  ...orderBaseForm,
  settledAt: orNull(time),
  direction: oneOf('long', 'short'),
  seconds: whole(1, longestPractice),
  stake: amount,
  returnBp: whole(1, 10_000),
  entry: tickOrNull,
  outcome: orNull(oneOf('win', 'lose', 'draw', 'void')),
  payout: orNull(amount),
});

function isOrder(value: unknown): value is Order {
  if (form(value) !== undefined) return false;
  const order = value as Order;
  const { rule, outcome, payout, settledAt } = order;
  const isWhole = [payout, settledAt].every((each) => (each === null) === (outcome === null));
  return isWhole && isRule(rule) && order.dueSlot === dueSlot(order);
}

/** Timed contracts on this device. */
export const contractPractice = practiceOrders<Order>({
  list: 'orders',
  flag: 'awaits',
  isOrder,
  ...inUsdt(({ stake }) => stake),
});
