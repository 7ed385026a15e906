import { formatDecimal, formatExact, formatMoney } from '@glasshouse/kit/format.ts';
import { compareDecimal, subtractDecimal, writeDecimal } from '@glasshouse/protocol/decimal';
import { parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder, showOrder } from '@glasshouse/protocol/options/calls';
import { breakEvenOf } from '@glasshouse/protocol/options/quote';
import { call } from '../../lib/call.ts';
import { isHidden } from '../../lib/hidden.ts';
import { t } from '../../lib/words.tsx';
import { awaitedIn } from '../../trading/awaited.ts';
import type { Face, SpokenResultSource } from '../../trading/result.ts';
import { type EndedOrder, hasEnded, joined } from '../../trading/result.ts';
import { askAgain } from '../again.ts';
import { termText } from '../lives.ts';
import { coinOf, optionFrom } from '../quote-facts.ts';
import { sideOf } from '../side.ts';

/** An option that has ended or was sold. */
export type EndedOption = EndedOrder<OptionOrder>;

export const receiptPath = (id: string): string => `/receipt/option/${id}`;

/** The profit of an option: payout minus premium. */
export const changeOf = ({ payout, premium }: EndedOption): string => subtractDecimal(payout, premium);

/** Its break-even price, as a decimal text. */
export function evenOf(order: EndedOption): string {
  const { decimals } = coinOf(order.symbol);
  return writeDecimal(breakEvenOf(optionFrom(order), parseUnits(order.premium, 'USDT') ?? 0n), decimals);
}

/** The color of the result, which depends on the profit, whether it was sold or not. */
export function toneOf(order: EndedOption): 'up' | 'down' | 'neutral' {
  return (['down', 'neutral', 'up'] as const)[compareDecimal(changeOf(order), '0') + 1]!;
}

/** Explains the result in plain sentences. */
export function reasonOf(order: EndedOption): string {
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

/** The text for screen readers. */
export function spokenResult(order: EndedOption): string {
  const { symbol, side, outcome } = order;
  const ended = t('option.result.ended', { side: t(`option.${side}`), symbol });
  const amount = formatMoney(changeOf(order).replace('-', ''));
  if (outcome === 'void') return joined(ended, t('option.result.void'));
  return joined(ended, isHidden() ? outcomeOf(order).name : t(`option.result.spoken.${toneOf(order)}`, { amount }));
}

const icons = { up: 'check', down: 'close', neutral: 'equal' } as const;
/** How an outcome is drawn and named. */
export function outcomeOf(order: EndedOption) {
  const tone = toneOf(order);
  return { tone, icon: icons[tone], name: t(`option.outcome.${order.outcome}`) };
}

/** The content of the card. */
export function faceOf(order: EndedOption, receipt = receiptPath(order.id), records = '/options/records'): Face {
  const { symbol, size, strike, exit, sale } = order;
  const price = (text: string) => formatDecimal(text, coinOf(symbol).decimals);
  const end = exit ?? sale;
  return {
    symbol,
    side: sideOf(order),
    about: `${termText(order)} · ${formatExact(size)} ${symbol}`,
    change: changeOf(order),
    outcome: outcomeOf(order),
    from: { name: t('option.strike'), price: price(strike) },
    to: end ? { name: t('orders.exit'), price: price(end.price) } : undefined,
    receipt,
    records,
    again: () => askAgain(order),
  };
}

/** How the results of options are read and described. */
export const options: SpokenResultSource<EndedOption> = {
  product: 'option',
  read: async (id) => {
    const { order } = await call<typeof showOrder>('POST', '/index/option/order', { id });
    return hasEnded(order) ? order : undefined;
  },
  faceOf: (order) => faceOf(order),
  spokenOf: spokenResult,
};
export const awaited = awaitedIn('awaited-options');
