import { msOf } from '@glasshouse/protocol/market/tape';
import { intrinsic } from '@glasshouse/protocol/options/black-scholes';
import { bidOf, type Reckoned } from '@glasshouse/protocol/options/quote';
import {
  dueSlotOf,
  isFlash,
  isHeld,
  maxPremium,
  minPremium,
  newestTerms,
  type Option,
  partsPerUnit,
  strikeOf,
} from '@glasshouse/protocol/options/terms';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { headMayDiffer, isTooFar, isUnder, type Judge, type OfferedRule, type PaidOrder } from '../../orders/orders.ts';
import type { OptionRow } from '../orders-sql.ts';

/**
 * An option as it was asked for, at a price that the tape has confirmed; `account` is the user's options wallet. The strike of one that
 * runs from the tap is that of its quote until the head is known.
 */
export type OrderRequest = Option &
  OfferedRule &
  PaidOrder & {
    seconds: number;
    spreadBp: number;
    quote: Reckoned;
  };
export type RefusalReason =
  | 'order_expired'
  | 'rule_unknown'
  | 'terms_changed'
  | 'stake_out_of_range'
  | 'tape_stale'
  | 'quote_expired'
  | 'open_limit'
  | 'exposure_limit';

/** What orders sent together are judged by, read with their wallets held, and what is open in their coins. */
export type JudgingContext = {
  at: Date;
  rule: number;
  kept: boolean;
  spreadBp: number;
  heads: ReadonlyMap<number, number>;
  /** What the coins stand at. */
  prices: ReadonlyMap<number, bigint>;
  /** What each user may still open, in USDT and in options. */
  room: ReadonlyMap<bigint, bigint>;
  places: ReadonlyMap<bigint, bigint>;
  /** What may still be opened in each coin. */
  coinRoom: ReadonlyMap<bigint, bigint>;
};

type OptionSize = Pick<Option, 'symbol' | 'size'>;
/** What a size comes to at a price for one coin, in USDT, rounded up. */
const worthAt = ({ symbol, size }: OptionSize, price: bigint): bigint =>
  (size * price + partsPerUnit(symbol) - 1n) / partsPerUnit(symbol);

/** An option as it is struck once the head is known. */
const struckAt = (order: OrderRequest, price: bigint): OrderRequest => ({
  ...order,
  strike: strikeOf({ ...order, terms: newestTerms }, order.quote.price, price),
});

/** How options are judged. */
export function judgeBy(
  known: JudgingContext,
): Omit<Judge<OrderRequest, OptionRow, RefusalReason>, 'stored' | 'purse'> {
  const { heads, prices, at, rule } = known;
  const struck = (order: OrderRequest) => struckAt(order, prices.get(order.symbol)!);
  return {
    isSame,
    refusalOf: (order) => refusalOf(order, known),
    limits: [
      { refused: 'open_limit', left: known.room, of: ({ account }) => account, takes: ({ stake }) => stake },
      { refused: 'open_limit', left: known.places, of: ({ account }) => account, takes: () => 1n },
      {
        refused: 'exposure_limit',
        left: known.coinRoom,
        of: ({ symbol }) => BigInt(symbol),
        takes: (order) => worthAt(order, struck(order).strike),
      },
    ],
    rowOf: (order) => rowOf(order, { slot: heads.get(order.symbol)!, price: prices.get(order.symbol)! }, at, rule),
  };
}

export const isSame = (
  row: OptionRow,
  asked: Omit<OrderRequest, 'quote' | 'spreadBp' | 'strike'> & { strike: bigint | undefined; quote: { slot: number } },
): boolean =>
  row.symbol === asked.symbol &&
  row.call === (asked.side === 'call') &&
  row.seconds === asked.seconds &&
  (isFlash(asked.seconds) || row.strike === asked.strike) &&
  row.size === asked.size &&
  row.stake === asked.stake &&
  Number(row.quote_slot) === asked.quote.slot &&
  isUnder(row.rule, asked);

function refusalOf(
  order: OrderRequest,
  { at, rule, kept, spreadBp, heads, prices }: JudgingContext,
): RefusalReason | undefined {
  if (isTooFar(order.id, at)) return 'order_expired';
  if (!isRule(rule)) return 'rule_unknown';
  if (!kept || order.spreadBp !== spreadBp || !isUnder(rule, order)) return 'terms_changed';
  if (order.stake < minPremium || order.stake > maxPremium) return 'stake_out_of_range';
  const head = heads.get(order.symbol);
  if (head === undefined || Math.abs(at.getTime() - msOf(head)) > headMayDiffer) return 'tape_stale';
  if (!isHeld(order.quote.slot, head)) return 'quote_expired';
  // Nothing is sold for less than it would pay now, or is worth by the head. The database refuses both too.
  const price = prices.get(order.symbol)!;
  const struck = struckAt(order, price);
  const now = worthAt(order, intrinsic({ ...struck, price }));
  const left = dueSlotOf(order.seconds, order.quote.slot, head) - head;
  const worth = bidOf(struck, { ...order.quote, slot: head, price }, left);
  return order.stake < now || order.stake < worth ? 'quote_expired' : undefined;
}

/** An accepted order as it is written. */
export const rowOf = (
  order: OrderRequest,
  head: { slot: number; price: bigint },
  at: Date,
  rule: number,
): OptionRow => ({
  terms: newestTerms,
  account: order.account,
  id: order.id,
  at,
  head_slot: BigInt(head.slot),
  due_slot: BigInt(dueSlotOf(order.seconds, order.quote.slot, head.slot)),
  stake: order.stake,
  strike: struckAt(order, head.price).strike,
  size: order.size,
  quote_slot: BigInt(order.quote.slot),
  quote_price: order.quote.price,
  symbol: order.symbol,
  seconds: order.seconds,
  volatility: order.quote.volatility,
  spread_bp: order.spreadBp,
  rule,
  model: order.quote.model,
  call: order.side === 'call',
  result: null,
  exit_slot: null,
  exit_price: null,
  payout: null,
  sale_volatility: null,
  settled_at: null,
});
