import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isModel } from '@glasshouse/protocol/options/quote';
import { dueSlotOf, flashLives, isHeld, newestTerms } from '@glasshouse/protocol/options/terms';
import { isAmount, isPrice, orderBaseForm, price, slot } from '@glasshouse/protocol/orders/order-form';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { amount, fields, oneOf, orNull, text, time, whole } from '@glasshouse/protocol/shape';
import { inUsdt, practiceOrders } from './store.ts';

const form = fields({
  ...orderBaseForm,
  settledAt: orNull(time),
  terms: oneOf(newestTerms),
  side: oneOf('call', 'put'),
  seconds: oneOf(...flashLives),
  strike: price,
  size: text(/^[\d.]{1,20}$/),
  premium: amount,
  spreadBp: whole(0, 2000),
  quote: fields({ slot, price, volatility: whole(1, 100_000_000), model: whole(1, 255) }),
  sale: oneOf(null),
  outcome: orNull(oneOf('win', 'lose', 'draw', 'void')),
  payout: orNull(amount),
});

function isOrder(value: unknown): value is OptionOrder {
  if (form(value) !== undefined) return false;
  const order = value as OptionOrder;
  const { rule, seconds, strike, size, quote, headSlot, outcome, payout, settledAt } = order;
  const coin = coinBySymbol(order.symbol)!;
  return (
    [payout, settledAt].every((each) => (each === null) === (outcome === null)) &&
    isAmount(size, coin.symbol) &&
    (parseUnits(size, coin.symbol) ?? 0n) > 0n &&
    [strike, quote.price].every((each) => isPrice(each, coin)) &&
    isRule(rule) &&
    isModel(quote.model) &&
    isHeld(quote.slot, headSlot) &&
    order.dueSlot === dueSlotOf(seconds, quote.slot, headSlot)
  );
}

/** Flash options on this device. */
export const optionPractice = practiceOrders<OptionOrder>({
  list: 'options',
  flag: 'awaitsOption',
  isOrder,
  ...inUsdt(({ premium }) => premium),
});
