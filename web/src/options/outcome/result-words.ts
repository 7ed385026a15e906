import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import { compareDecimal, subtractDecimal, writeDecimal } from '@glasshouse/protocol/decimal';
import { parseUnits } from '@glasshouse/protocol/money';
import { breakEvenOf } from '@glasshouse/protocol/options/quote';
import { t } from '../../lib/words.tsx';
import type { ToastMessage } from '../../ui/toast.ts';
import { coinOf, optionFrom } from '../reckon.ts';
import type { Ended } from './results.ts';

export const receiptPath = (id: string): string => `/receipt/option/${id}`;

/** What an option brought: paid out less its premium. */
export const changeOf = ({ payout, premium }: Ended): string => subtractDecimal(payout, premium);

/** Where it would have begun to gain, as a decimal text. */
export function evenOf(order: Ended): string {
  const { decimals } = coinOf(order.symbol);
  return writeDecimal(breakEvenOf(optionFrom(order), parseUnits(order.premium, 'USDT') ?? 0n), decimals);
}

/** How a language puts one sentence after the other. */
const joined = (first: string, second: string) => t('contract.result.sentences', { first, second });

/** In whose colour it stands: by what it brought, sold or not. */
export function toneOf(order: Ended): 'up' | 'down' | 'neutral' {
  return (['down', 'neutral', 'up'] as const)[compareDecimal(changeOf(order), '0') + 1]!;
}

/** What the price did, and what it took: plain sentences for each end. */
export function reasonOf(order: Ended): string {
  const { symbol, outcome, strike, exit, side } = order;
  if (outcome === 'sold') return t('option.result.sold');
  if (!exit) return t('option.result.void');
  const { decimals } = coinOf(symbol);
  const [moved, needed] = [subtractDecimal(exit.price, strike), subtractDecimal(evenOf(order), strike)];
  const size = (text: string) => formatDecimal(text.replace('-', ''), decimals);
  const way = (['below', 'at', 'above'] as const)[compareDecimal(moved, '0') + 1]!;
  const ended = t(`option.result.${way}`, { by: size(moved) });
  return joined(ended, t(`option.result.needed.${side}`, { by: size(needed) }));
}

/** The line a screen reader says. */
export function spokenResult(order: Ended): string {
  const { symbol, side, outcome } = order;
  const ended = t('option.result.ended', { side: t(`option.${side}`), symbol });
  const amount = formatExact(changeOf(order).replace('-', ''));
  if (outcome === 'void') return joined(ended, t('option.result.void'));
  return joined(ended, t(`option.result.spoken.${toneOf(order)}`, { amount }));
}

/** What is shown on every other page; it stays until it is read. */
export function resultToast(order: Ended): ToastMessage {
  const { id, symbol, side, outcome } = order;
  return {
    kind: 'result',
    coin: symbol,
    text: t(outcome === 'sold' ? 'option.result.toastSold' : 'option.result.toast', { side: t(`option.${side}`) }),
    change: changeOf(order),
    detail: t(`option.outcome.${outcome}`),
    action: { label: t('contract.result.receipt'), to: receiptPath(id) },
  };
}
