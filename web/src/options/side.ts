import { formatDecimal, formatExact } from '@glasshouse/kit/format.ts';
import type { Side } from '@glasshouse/protocol/options/black-scholes';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { isFlash } from '@glasshouse/protocol/options/terms';
import { t } from '../lib/words.tsx';
import type { Side as TradedSide } from '../trading/SideTag.tsx';
import { coinOf, strikeText, wayOf } from './quote-facts.ts';

/** Call or put as a label and a direction. */
export const sideOf = ({ side }: { side: Side }): TradedSide => ({ way: wayOf(side), name: t(`option.${side}`) });

/** Tells a bought option from others of its coin: "Strike 64,000 · 0.10 BTC". */
export function boughtText({ symbol, seconds, strike, size }: OptionOrder): string {
  const coin = coinOf(symbol);
  const at = isFlash(seconds) ? formatDecimal(strike, coin.decimals) : strikeText(strike, coin);
  return `${t('option.strike')} ${at} · ${formatExact(size)} ${symbol}`;
}
