import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import type { Check } from '@glasshouse/protocol/orders/product';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';

/** What was agreed and what came of it, in one line. */
export function sayOrder(receipt: AnyReceipt): string {
  if (receipt.product === 'option') return sayOption(receipt.order);
  if (receipt.product === 'spot') return saySpot(receipt.order);
  const { symbol, direction, seconds, stake, outcome, payout } = receipt.order;
  return `${symbol} ${direction} ${seconds} s, ${stake} USDT: ${outcome}, pays ${payout} USDT`;
}

function sayOption({ symbol, side, strike, seconds, size, premium, outcome, payout, sale }: OptionOrder): string {
  const bought = `${size} ${symbol} ${side} at ${strike}, ${seconds} s, ${premium} USDT`;
  return sale ? `${bought}: sold back for ${payout} USDT` : `${bought}: ${outcome}, pays ${payout} USDT`;
}

function saySpot({ symbol, side, given, received, exit, outcome }: SpotOrder): string {
  const [from, to] = side === 'buy' ? ['USDT', symbol] : [symbol, 'USDT'];
  if (outcome === 'void') return `${symbol} ${side}, ${given} ${from}: void, given back`;
  return `${symbol} ${side} at ${exit?.price}, ${given} ${from} given, ${received} ${to} received`;
}

/** Where a check of another product means something else than that of a contract. */
export const otherMeanings: Record<string, Partial<Record<Check['name'], string>>> = {
  option: { result: 'the result does not follow from the price at its end, its strike and its premium' },
  spot: {
    exit: 'it was not filled at the tick that the rule names',
    result: 'whether it was filled does not follow from the tape',
    payout: 'what was received does not follow from the price and the spread',
  },
};
