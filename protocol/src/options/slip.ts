import { fromHex, layout } from '../bytes.ts';
import { parseDecimal } from '../decimal.ts';
import { coinBySymbol } from '../market/coins.ts';
import { signedBy } from '../market/tape.ts';
import { parseUnits } from '../money.ts';
import type { Slip } from '../orders/shapes.ts';
import { checkSlip } from '../orders/slip.ts';
import type { OptionOrder, Quote } from './calls.ts';
import type { Reckoned } from './quote.ts';
import type { OptionAgreement } from './settle.ts';
import { isTerms, type Option } from './terms.ts';

// What was quoted and agreed, signed before the outcome exists.

/** Everything an option is decided by. `headHash` pins the whole tape up to the head, and with it the price of the quote's tick. */
export type OptionTerms = OptionAgreement & {
  /** Their version. */
  terms: number;
  id: string;
  seconds: number;
  spreadBp: number;
  quote: Pick<Reckoned, 'slot' | 'volatility' | 'model'>;
  headSlot: number;
  headHash: string;
};
/** What was offered. `dueSlot` is null if it runs from the tap. */
export type OptionQuote = Option &
  Reckoned & { rule: number; seconds: number; premium: bigint; spreadBp: number; dueSlot: number | null };

type Bytes = Uint8Array<ArrayBuffer>;
// Slips of contracts have 7 and 8, those of coins 14; 13 was a bid.
const kind = { terms: { 1: 11, 2: 15, 3: 17 }, quote: 12 } as const;
const kindOf = ({ terms }: OptionTerms) => kind.terms[terms as keyof typeof kind.terms];

const named = (id: string) => ({ raw: fromHex(id.replaceAll('-', '')) });
const bought = ({ symbol, side, seconds, strike, size, premium }: Option & { seconds: number; premium: bigint }) => [
  { u32: symbol },
  { u8: side === 'call' ? 1 : 2 },
  { u32: seconds },
  { u64: strike },
  { u64: size },
  { u64: premium },
];
const reckoned = ({ slot, price, volatility, model }: Reckoned) => [
  { u64: slot },
  { u64: price },
  { u32: volatility },
  { u8: model },
];

export const optionBytes = (terms: OptionTerms): Bytes =>
  layout(
    { u8: kindOf(terms) },
    named(terms.id),
    { u8: terms.rule },
    ...bought(terms),
    { u32: terms.quote.volatility },
    { u8: terms.quote.model },
    { u32: terms.spreadBp },
    { u64: terms.quote.slot },
    { u64: terms.dueSlot },
    { u64: terms.headSlot },
    { raw: fromHex(terms.headHash) },
  );

/** A slot of 0 stands for an end that is counted from the tap. */
export const quoteBytes = (quote: OptionQuote): Bytes =>
  layout(
    { u8: kind.quote },
    { u8: quote.rule },
    ...bought(quote),
    { u32: quote.spreadBp },
    { u64: quote.dueSlot ?? 0 },
    ...reckoned(quote),
  );

/** What the slip of an option is signed for; undefined if this is not a possible one. */
export function optionTerms(order: OptionOrder, headHash: string): OptionTerms | undefined {
  const read = readOption(order);
  // Orders from before there were versions do not say theirs.
  const { id, terms = 1, rule, seconds, spreadBp, dueSlot, headSlot } = order;
  if (!read || !isTerms(terms)) return undefined;
  const { slot, volatility, model } = order.quote;
  return {
    ...read,
    terms,
    id,
    rule,
    seconds,
    spreadBp,
    quote: { slot, volatility, model },
    dueSlot,
    headSlot,
    headHash,
  };
}

/** A quote as it is signed; undefined if this is not a possible one. */
export function optionQuote(quote: Quote): OptionQuote | undefined {
  const read = readOption(quote);
  const price = readPrice(quote.price, quote.symbol);
  if (!read || !price) return undefined;
  const { rule, seconds, spreadBp, dueSlot, slot, volatility, model } = quote;
  return { ...read, price, rule, seconds, spreadBp, dueSlot, slot, volatility, model };
}

/** A price is written with no more decimals than its coin has, so that no two texts are one price. */
function readPrice(text: string, symbol: string): bigint | undefined {
  const coin = coinBySymbol(symbol);
  return (coin && parseDecimal(text, coin.decimals)) || undefined;
}

type Written = Pick<Quote, 'symbol' | 'side' | 'strike' | 'size' | 'premium'>;
function readOption(written: Written): (Option & { premium: bigint }) | undefined {
  const coin = coinBySymbol(written.symbol);
  const strike = readPrice(written.strike, written.symbol);
  const size = coin && parseUnits(written.size, coin.symbol);
  const premium = parseUnits(written.premium, 'USDT');
  if (!coin || !strike || !size || premium === undefined) return undefined;
  return { symbol: coin.id, side: written.side, strike, size, premium };
}

/** Whether the slip's key signed these terms. */
export const checkOption = (terms: OptionTerms, slip: Slip): Promise<boolean> => checkSlip(optionBytes(terms), slip);

type Signed = { publicKey: string; signature: string };
export const checkQuote = (quote: OptionQuote, { publicKey, signature }: Signed): Promise<boolean> =>
  signedBy(publicKey, signature, quoteBytes(quote));
