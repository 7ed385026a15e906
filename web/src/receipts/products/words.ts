import { formatDecimal, formatSigned, placesOf, placesOfMoney } from '@glasshouse/kit/format.ts';
import { tickNumber } from '@glasshouse/kit/tick-number.ts';
import { lateAfter } from '@glasshouse/protocol/contracts/settle';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { t } from '../../lib/words.tsx';
import type { ShownReceipt } from './product.ts';

// Words that the receipts of all products share.

/** How late a tick may be under the first rule, in seconds. */
export const latestSeconds = (lateAfter * slotMs) / 1000;

export const priceText = ({ symbol }: { symbol: string }, price: string) =>
  formatDecimal(price, coinBySymbol(symbol)?.decimals ?? 2);

/** A tick by its number, formatted for the language. */
export const tickName = (slot: number): string => t('receipt.number', { number: tickNumber(slot) });

/** A profit or loss in USDT, with its sign. */
export const profitText = (profit: string): string => `${formatSigned(profit, placesOfMoney(profit))} USDT`;

export const givenUpText = ({ first, last }: NonNullable<ShownReceipt['gap']>): string =>
  t('receipt.figures.givenUp', { first: tickNumber(first), last: tickNumber(last) });

export const postingsText = (postings: ShownReceipt['postings'] = []): string =>
  postings
    .map(({ amount, currency }) => [formatSigned(amount, placesOf(amount)), currency].filter(Boolean).join(' '))
    .join(', ');

/** The explanation of an outcome; if it is a calculation, with its result. */
export type Explanation = { words: string; result?: string };
