import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { isGivenUp, lateAfter } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal, subtractDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { t } from '../lib/words.tsx';
import { percentOf } from '../trading/percents.ts';

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

/** Why an option came out as it did, and what its payout is made of. */
export function decidedOption(order: OptionOrder): string {
  const { rule, side, strike, size, sale, exit } = order;
  if (sale) return t('receipt.option.decided.sold', { price: priceText(order, sale.price) });
  if (!exit)
    return waitsForAll(rule)
      ? t('receipt.option.decided.givenUp')
      : t('receipt.option.decided.noExit', { seconds: latestSeconds });
  const price = priceText(order, exit.price);
  const away = side === 'call' ? subtractDecimal(exit.price, strike) : subtractDecimal(strike, exit.price);
  if (compareDecimal(away, '0') <= 0) return t('receipt.option.decided.outside', { price });
  return t('receipt.option.decided.inside', { price, away: priceText(order, away), size: formatExact(size) });
}

/** What an order of a coin received, without its result, or why it received nothing. */
export function decidedSpot(order: SpotOrder): string {
  const { rule, side, given, spreadBp, exit } = order;
  if (!exit)
    return waitsForAll(rule)
      ? t('receipt.spot.decided.givenUp')
      : t('receipt.spot.decided.noTick', { seconds: latestSeconds });
  const [amount, price, spread] = [formatExact(given), priceText(order, exit.price), percentOf(spreadBp)];
  return side === 'buy' ? `${amount} ÷ (${price} × (1 + ${spread}))` : `${amount} × ${price} × (1 − ${spread})`;
}
