import { fromHex, layout } from '../bytes.ts';
import { parseDecimal } from '../decimal.ts';
import { coinBySymbol } from '../market/coins.ts';
import { signedBy } from '../market/tape.ts';
import { parseUnits } from '../money.ts';
import type { Slip } from '../orders/shapes.ts';
import { checkSlip } from '../orders/slip.ts';
import type { OptionOrder, Quote } from './calls.ts';
import type { PriceInputs } from './quote.ts';
import type { OptionAgreement } from './settle.ts';
import { isTerms, type Option } from './terms.ts';

// Quotes and agreed terms, signed before the outcome exists.

/**
 * Everything that determines the result of an option. `headHash` pins the entire tape up to the head, including the
 * price of the quote's tick.
 */
export type OptionTerms = OptionAgreement & {
  /** The version of the terms. */
  terms: number;
  id: string;
  seconds: number;
  spreadBp: number;
  quote: Pick<PriceInputs, 'slot' | 'volatility' | 'model'>;
  headSlot: number;
  headHash: string;
};
/** The offered option. `dueSlot` is null if its life begins at the tap. */
export type OptionQuote = Option &
  PriceInputs & { rule: number; seconds: number; premium: bigint; spreadBp: number; dueSlot: number | null };

type Bytes = Uint8Array<ArrayBuffer>;
// Slips of contracts use 7 and 8, those of coins 14. Kind 13 was used for bids.
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
const priceInputs = ({ slot, price, volatility, model }: PriceInputs) => [
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

/** A due slot of 0 means that the life begins at the tap. */
export const quoteBytes = (quote: OptionQuote): Bytes =>
  layout(
    { u8: kind.quote },
    { u8: quote.rule },
    ...bought(quote),
    { u32: quote.spreadBp },
    { u64: quote.dueSlot ?? 0 },
    ...priceInputs(quote),
  );

/** The terms that the slip of an option signs. Undefined if the option is not possible. */
export function optionTerms(order: OptionOrder, headHash: string): OptionTerms | undefined {
  const read = readOption(order);
  // Orders from before the first version of the terms have no `terms`.
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

/** The signed form of a quote. Undefined if the quote is not possible. */
export function optionQuote(quote: Quote): OptionQuote | undefined {
  const read = readOption(quote);
  const price = readPrice(quote.price, quote.symbol);
  if (!read || !price) return undefined;
  const { rule, seconds, spreadBp, dueSlot, slot, volatility, model } = quote;
  return { ...read, price, rule, seconds, spreadBp, dueSlot, slot, volatility, model };
}

/** Parses a price. More decimals than its coin has are refused, so that each price has only one text. */
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
