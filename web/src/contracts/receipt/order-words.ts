import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import type { Order } from '@glasshouse/protocol/contracts/calls';
import { isGivenUp, lateAfter } from '@glasshouse/protocol/contracts/settle';
import { compareDecimal } from '@glasshouse/protocol/decimal';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { t } from '../../lib/words.tsx';
import { percentOf } from '../odds.ts';

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
