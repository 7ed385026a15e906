import { msOf } from '@glasshouse/protocol/market/tape';
import { intrinsic } from '@glasshouse/protocol/options/black-scholes';
import { bidOf, type PriceInputs } from '@glasshouse/protocol/options/quote';
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
 * An option as it was requested, at a price confirmed by the tape; `account` is the user's options wallet. A flash
 * option has the strike of its quote until the head is known.
 */
export type OrderRequest = Option &
  OfferedRule &
  PaidOrder & {
    seconds: number;
    spreadBp: number;
    quote: PriceInputs;
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

/**
 * The data that orders sent together are checked against, read with their wallets locked, and the open exposure of
 * their coins.
 */
export type JudgingContext = {
  at: Date;
  rule: number;
  kept: boolean;
  spreadBp: number;
  heads: ReadonlyMap<number, number>;
  /** The current prices of the coins. */
  prices: ReadonlyMap<number, bigint>;
  /** The remaining limits of each user: an amount in USDT and a number of options. */
  room: ReadonlyMap<bigint, bigint>;
  places: ReadonlyMap<bigint, bigint>;
  /** The exposure that may still be opened in each coin. */
  coinRoom: ReadonlyMap<bigint, bigint>;
};

type OptionSize = Pick<Option, 'symbol' | 'size'>;
/** The value of a size at a price per coin, in USDT, rounded up. */
const worthAt = ({ symbol, size }: OptionSize, price: bigint): bigint =>
  (size * price + partsPerUnit(symbol) - 1n) / partsPerUnit(symbol);

/** An option with its final strike, once the head is known. */
const struckAt = (order: OrderRequest, price: bigint): OrderRequest => ({
  ...order,
  strike: strikeOf({ ...order, terms: newestTerms }, order.quote.price, price),
});

/** How options are checked. */
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
  // No option is sold for less than it would pay now, or than it is worth by the head. The database refuses both too.
  const price = prices.get(order.symbol)!;
  const struck = struckAt(order, price);
  const now = worthAt(order, intrinsic({ ...struck, price }));
  const left = dueSlotOf(order.seconds, order.quote.slot, head) - head;
  const worth = bidOf(struck, { ...order.quote, slot: head, price }, left);
  return order.stake < now || order.stake < worth ? 'quote_expired' : undefined;
}

/** The row of an accepted order. */
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
