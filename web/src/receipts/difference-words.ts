import { formatExact, formatSigned, formatTime, formatWhole, placesOf } from '@glasshouse/kit/format.ts';
import { coinBySymbol, formatPrice } from '@glasshouse/protocol/market/coins';
import type { Difference } from '@glasshouse/protocol/orders/product';
import { t } from '../lib/words.tsx';
import { priceText, tickName } from './products/words.ts';

const nothing = '–';
const outcomes = ['win', 'lose', 'draw', 'void'] as const;
const bookings = [
  'contract_stake',
  'contract_payout',
  'option_premium',
  'option_payout',
  'spot_buy',
  'spot_sell',
] as const;

/** The name of what differs; for a tick or a round, with its number. */
export function placeOf({ field, slot, given }: Difference): string {
  if (field === 'form' || field === 'newer') return '';
  const name = t(`receipt.fields.${field}`);
  if (field === 'round') return `${name}: ${formatWhole(Number(given))}`;
  return slot === undefined ? name : `${name} ${tickName(slot)}`;
}

/** Places in the log, rounds, days and slots. */
const counted: readonly Difference['field'][] = [
  'logBefore',
  'logSold',
  'drawnLate',
  'drawnRound',
  'drawnDays',
  'held',
  'headAge',
];
const ticked: readonly Difference['field'][] = ['entry', 'exit', 'quote', 'sale'];

type Line = { what: string; when?: string };
/** The coin, and the currency of an order's result. */
export type Of = { symbol: string; currency: string };

/** Formats one side of a difference for display, line by line. Invalid text is shown unchanged. */
export function spelled(field: Difference['field'], text: string, { symbol, currency }: Of): Line[] {
  if (text === '') return [{ what: nothing }];
  if (field === 'posting') return text.split('\n').map(bookingOf);
  return [{ what: figureOf(field, text, symbol, currency) }];
}

function figureOf(field: Difference['field'], text: string, symbol: string, currency: string): string {
  if (ticked.includes(field)) return tickText(text, symbol);
  if (field === 'drawnFrom' || field === 'drawnTick') return unitsText(text, symbol);
  if (counted.includes(field)) return formatWhole(Number(text));
  // Keys of one name differ in this part.
  if (field === 'logKey') return text.split('+')[1] ?? text;
  if (field === 'due' || field === 'logFirst') return tickName(Number(text));
  if (field === 'premium') return `${formatExact(text)} USDT`;
  if (field === 'payout') return `${formatExact(text)} ${currency}`;
  if (field === 'strike')
    return text
      .split(', ')
      .map((price) => priceText({ symbol }, price))
      .join(' · ');
  const outcome = field === 'outcome' && outcomes.find((each) => each === text);
  return outcome ? t(`orders.outcome.${outcome}`) : text;
}

/** A price in the coin's smallest unit. */
const unitsText = (text: string, symbol: string): string =>
  priceText({ symbol }, formatPrice(BigInt(text), coinBySymbol(symbol)?.decimals ?? 0));

/** `62227.55 @117649` with the coin's decimals and the tick's number. */
function tickText(text: string, symbol: string): string {
  const [price, slot] = text.split(' @');
  return price && slot ? `${priceText({ symbol }, price)} · ${tickName(Number(slot))}` : text;
}

/** `2026-01-01T00:00:00.000Z contract_stake -10.00` as its name, its amount and its local time. */
function bookingOf(line: string): Line {
  const [at = '', kind = '', amount = '0', currency] = line.split(' ');
  const known = bookings.find((each) => each === kind);
  const name = known ? t(`assets.kinds.${known}`) : kind;
  return {
    what: [name, formatSigned(amount, placesOf(amount)), currency].filter(Boolean).join(' '),
    when: formatTime(at),
  };
}
