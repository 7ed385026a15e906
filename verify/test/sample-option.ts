import { formatPrice } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { OptionOrder, OptionReceipt } from '@glasshouse/protocol/options/calls';
import { bidOf, payoutAt, premiumOf } from '@glasshouse/protocol/options/quote';
import { optionBytes, optionTerms } from '@glasshouse/protocol/options/slip';
import { asQuoted, dueSlotOf, isFlash, lifeSlots } from '@glasshouse/protocol/options/terms';
import { receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import { type Prices, runOf, slipFor, timeAfter } from './sample-receipt.ts';

// Receipts of options with everything that a site would write and sign.

const size = 10_000_000n; // 0.1
export const head = 3_589_920_000;
const settledAt = timeAfter(head, 60_456);
export const tickAt = (offset: number, price: number) => ({
  slot: head + offset,
  price: formatPrice(BigInt(price), 2),
});

export type OptionSample = {
  side?: 'call' | 'put';
  seconds?: number;
  rule?: number;
  model?: number;
  volatility?: number;
  /** The quote's tick, in slots relative to the head. */
  quotedAt?: number;
  quoted?: number;
  strike?: number;
  /** The version of its terms. */
  terms?: number;
  /** The price at the end, and its slot if it is not the due slot. Without a price the tape has a gap. */
  exit?: number;
  exitLate?: number;
  /** Sold back at the tick this many slots after the head. */
  soldAt?: number;
  sold?: number;
  /** The volatility used for the sale, if it is not the quote's. */
  soldBy?: number;
  /** Values that a dishonest site would claim. */
  told?: Partial<OptionOrder>;
  dueSlot?: number;
  premium?: bigint;
  oneRun?: boolean;
  /** Milliseconds from the time of the head to the acceptance. */
  acceptedAfter?: number;
  sealedAt?: number;
  endFrom?: number;
};

/** Prices by their distance from the head, around the head and around the end. */
export function makeOption(made: OptionSample = {}): OptionReceipt {
  const { side = 'call', seconds = 60, rule = 2, model = 2, volatility = 420_000, quotedAt = -3 } = made;
  const quoted = made.quoted ?? 6_400_000;
  const near = around(-12, 3, quoted);
  const headPrice = quotedAt === 0 ? quoted : near[0]!;
  const { terms = 1 } = made;
  const isStruckByHead = terms > 1 && isFlash(seconds);
  const strike = BigInt(made.strike ?? (isStruckByHead ? headPrice : quoted));
  const quoteSlot = head + quotedAt;
  const dueSlot = made.dueSlot ?? dueSlotOf(seconds, quoteSlot, head);
  const due = dueSlot - head;
  const option = { symbol: 1, side, strike, size };
  const by = { slot: quoteSlot, price: BigInt(quoted), volatility, model };
  const premium =
    made.premium ?? premiumOf(asQuoted({ ...option, seconds }, by.price), by, lifeSlots(seconds, quoteSlot), 400);
  const end = made.soldAt ?? due + (made.exitLate ?? 0);
  const last = made.soldAt === undefined ? made.exit : (made.sold ?? quoted);
  const begin = made.soldAt ?? due;
  const late = made.exitLate ? Array.from({ length: made.exitLate }, (_, i) => due + i) : [];
  const prices: Prices = { ...near, [quotedAt]: quoted, ...around(begin - 3, end + 1, quoted + 50) };
  for (const offset of late) delete prices[offset];
  if (last === undefined) for (let i = due; i <= due + 11; i++) delete prices[i];
  else prices[end] = last;
  const sealedAt = made.sealedAt ?? (last === undefined ? due + 10 : end + 1);
  const runs = made.oneRun
    ? [runOf(head, prices, sealedAt)]
    : [runOf(head, prices, 2, quotedAt), runOf(head, prices, sealedAt, made.endFrom ?? begin - 2)];
  const headHash = runs[0]!.ticks.find(({ slot }) => slot === head)!.hash;
  const soldBy = made.soldBy ?? volatility;
  const sale =
    made.soldAt === undefined
      ? null
      : { ...by, ...tickAt(made.soldAt, last!), price: BigInt(last!), volatility: soldBy };
  const payout = sale
    ? bidOf(option, { ...sale, slot: head + made.soldAt! }, dueSlot - sale.slot)
    : last === undefined
      ? premium
      : payoutAt(option, BigInt(last));
  const outcome = sale
    ? 'sold'
    : last === undefined
      ? 'void'
      : payout > premium
        ? 'win'
        : payout < premium
          ? 'lose'
          : 'draw';
  const at = timeAfter(head, made.acceptedAfter ?? 123);
  const order: OptionOrder = {
    ...{
      id: '019a0c3e-7c00-7abc-8def-0123456789ab',
      at,
      symbol: 'BTC',
      rule,
      headSlot: head,
      dueSlot,
      ...(terms > 1 && { terms }),
    },
    ...{ side, seconds, strike: formatPrice(strike, 2), size: '0.10', premium: formatUsdt(premium), spreadBp: 400 },
    quote: { slot: quoteSlot, price: formatPrice(BigInt(quoted), 2), volatility, model },
    sale: sale && { slot: sale.slot, price: formatPrice(sale.price, 2), volatility: soldBy, model },
    exit: sale || last === undefined ? null : tickAt(end, last),
    ...{ outcome, payout: formatUsdt(payout), settledAt },
    ...made.told,
  };
  const postings = [{ at, kind: 'option_premium', amount: `-${order.premium}` }];
  if (order.payout !== '0.00') postings.push({ at: settledAt, kind: 'option_payout', amount: order.payout! });
  return {
    ...{ kind: 'glasshouse-receipt', version: 1, product: 'option', note: receiptNote, order, headHash },
    slip: slipFor(optionBytes(optionTerms(order, headHash)!)),
    ...{ runs, postings },
  };
}

const around = (first: number, last: number, price: number): Prices =>
  Object.fromEntries(Array.from({ length: last - first + 1 }, (_, i) => [first + i, price + i * 7]));
