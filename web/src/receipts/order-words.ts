import { formatDecimal, formatExact, formatSigned, placesOf, placesOfMoney } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { isGivenUp, lateAfter } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { t } from '../lib/words.tsx';
import { percentOf, spreadText } from '../trading/percents.ts';

const latestSeconds = (lateAfter * slotMs) / 1000;
export const priceText = ({ symbol }: Pick<Order, 'symbol'>, price: string) =>
  formatDecimal(price, coinBySymbol(symbol)?.decimals ?? 2);

/** The two prices with the sign that decides between them: "64,002.10 > 63,992.50". */
export function compared(order: Order): string | undefined {
  const { entry, exit } = order;
  if (!entry || !exit) return undefined;
  const sign = ['<', '=', '>'][compareDecimal(exit.price, entry.price) + 1];
  return `${priceText(order, exit.price)} ${sign} ${priceText(order, entry.price)}`;
}

/** Why the order came out as it did, in one sentence. */
export function decided(order: Order): string {
  const { direction, outcome, entry } = order;
  const compare = compared(order);
  if (isGivenUp(order)) return t('receipt.decided.givenUp');
  if (!compare || !outcome || outcome === 'void')
    return t(entry ? 'receipt.decided.noExit' : 'receipt.decided.noEntry', { seconds: latestSeconds });
  return t(`receipt.decided.${outcome}`, { compare, direction: t(`contract.${direction}`) });
}

/** The arithmetic of the payout, without its result. */
export function workings({ outcome, stake, returnBp }: Order): string {
  const staked = formatExact(stake);
  if (outcome === 'win') return `${staked} + ${staked} × ${percentOf(returnBp)}`;
  return outcome === 'lose' ? `${staked} − ${staked}` : staked;
}

/** Why something came out as it did; where that is a sum, what it is made of, and its result. */
export type Decided = { words: string; result?: string };

/** Why an option came out as it did, and what its payout is made of. */
export function decidedOption(order: OptionOrder): Decided {
  const { rule, side, strike, size, sale, exit, payout } = order;
  const paid = formatExact(payout ?? '0');
  if (sale) return { words: t('receipt.option.decided.sold', { price: priceText(order, sale.price), amount: paid }) };
  if (!exit)
    return {
      words: waitsForAll(rule)
        ? t('receipt.option.decided.givenUp')
        : t('receipt.option.decided.noExit', { seconds: latestSeconds }),
    };
  const price = priceText(order, exit.price);
  const away = side === 'call' ? subtractDecimal(exit.price, strike) : subtractDecimal(strike, exit.price);
  if (compareDecimal(away, '0') <= 0) return { words: t('receipt.option.decided.outside', { price }) };
  const gained = { price, away: priceText(order, away), size: formatExact(size) };
  return { words: t('receipt.option.decided.inside', gained), result: paid };
}

/** What an order of a coin received, or why it received nothing. */
export function decidedSpot(order: SpotOrder): Decided {
  const { rule, side, given, received, spreadBp, exit } = order;
  if (!exit)
    return {
      words: waitsForAll(rule)
        ? t('receipt.spot.decided.givenUp')
        : t('receipt.spot.decided.noTick', { seconds: latestSeconds }),
    };
  const [amount, price, spread] = [formatExact(given), priceText(order, exit.price), spreadText(spreadBp)];
  const words = side === 'buy' ? `${amount} ÷ (${price} × (1 + ${spread}))` : `${amount} × ${price} × (1 − ${spread})`;
  return { words, result: formatExact(received ?? '0') };
}

/** An order with what it is of, as receipts say it. */
export type AnyOrder =
  | { product?: undefined; order: Order }
  | { product: 'option'; order: OptionOrder }
  | { product: 'spot'; order: SpotOrder };

/** What was agreed, in a few words. */
export function agreedText({ product, order }: AnyOrder): string {
  if (product === 'spot') return t(`receipt.spot.${order.side}`);
  if (product === 'option')
    return `${t(`option.${order.side}`)} · ${t('receipt.option.strike', { price: priceText(order, order.strike) })}`;
  return `${t(`contract.${order.direction}`)} · ${t('ui.seconds', { seconds: order.seconds })}`;
}

/** What came of it: won or lost alike, or what was received. */
export function cameText({ product, order }: AnyOrder): string {
  if (order.outcome === 'void') return t('orders.outcome.void');
  if (product === 'spot')
    return `${formatSigned(order.received ?? '0', placesOf(order.received ?? '0'))} ${order.side === 'buy' ? order.symbol : 'USDT'}`;
  const by = subtractDecimal(order.payout ?? '0', product === 'option' ? order.premium : order.stake);
  return `${formatSigned(by, placesOfMoney(by))} USDT`;
}

/** A tick by its number, as the language writes numbers of things. */
export const tickName = (slot: number): string => t('receipt.number', { number: tickNumber(slot) });
