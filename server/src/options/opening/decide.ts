import { msOf } from '@glasshouse/protocol/market/tape';
import type { Reckoned } from '@glasshouse/protocol/options/quote';
import {
  dueSlotOf,
  isHeld,
  maxPremium,
  minPremium,
  type Option,
  partsPerUnit,
} from '@glasshouse/protocol/options/terms';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { headMayDiffer, isTooFar, type Judge } from '../../orders/orders.ts';
import type { OptionRow } from '../orders-sql.ts';

/** An option as it was asked for, at a price that the tape has confirmed; `account` is the user's options wallet. */
export type Asked = Option & {
  account: bigint;
  id: string;
  /** The premium. */
  stake: bigint;
  seconds: number;
  spreadBp: number;
  quote: Reckoned;
};
export type Refused =
  | 'order_expired'
  | 'rule_unknown'
  | 'terms_changed'
  | 'stake_out_of_range'
  | 'tape_stale'
  | 'quote_expired'
  | 'open_limit'
  | 'exposure_limit';

/** What orders sent together are judged by, read with their wallets held, and what is open in their coins. */
export type Known = {
  at: Date;
  rule: number;
  kept: boolean;
  spreadBp: number;
  heads: ReadonlyMap<number, number>;
  /** What those users may still open whom everything asked together would take over the limit. */
  room: ReadonlyMap<bigint, bigint>;
  /** What may still be opened in each coin. */
  coinRoom: ReadonlyMap<bigint, bigint>;
};

/** Size times strike, in USDT, rounded up. */
const exposureOf = ({ symbol, size, strike }: Option): bigint =>
  (size * strike + partsPerUnit(symbol) - 1n) / partsPerUnit(symbol);

/** How options are judged. */
export const judgeBy = (known: Known): Omit<Judge<Asked, OptionRow, Refused>, 'stored'> => ({
  isSame,
  refusalOf: (order) => refusalOf(order, known),
  limits: [
    { refused: 'open_limit', left: known.room, of: ({ account }) => account, takes: ({ stake }) => stake },
    { refused: 'exposure_limit', left: known.coinRoom, of: ({ symbol }) => BigInt(symbol), takes: exposureOf },
  ],
  rowOf: (order) => rowOf(order, known.heads.get(order.symbol)!, known.at, known.rule),
});

export const isSame = (
  row: OptionRow,
  asked: Omit<Asked, 'quote' | 'spreadBp'> & { quote: { slot: number } },
): boolean =>
  row.symbol === asked.symbol &&
  row.call === (asked.side === 'call') &&
  row.seconds === asked.seconds &&
  row.strike === asked.strike &&
  row.size === asked.size &&
  row.stake === asked.stake &&
  Number(row.quote_slot) === asked.quote.slot;

function refusalOf(order: Asked, { at, rule, kept, spreadBp, heads }: Known): Refused | undefined {
  if (isTooFar(order.id, at)) return 'order_expired';
  if (!isRule(rule)) return 'rule_unknown';
  if (!kept || order.spreadBp !== spreadBp) return 'terms_changed';
  if (order.stake < minPremium || order.stake > maxPremium) return 'stake_out_of_range';
  const head = heads.get(order.symbol);
  if (head === undefined || Math.abs(at.getTime() - msOf(head)) > headMayDiffer) return 'tape_stale';
  return isHeld(order.quote.slot, head) ? undefined : 'quote_expired';
}

/** An accepted order as it is written. */
export const rowOf = (order: Asked, headSlot: number, at: Date, rule: number): OptionRow => ({
  account: order.account,
  id: order.id,
  at,
  head_slot: BigInt(headSlot),
  due_slot: BigInt(dueSlotOf(order.seconds, order.quote.slot, headSlot)),
  stake: order.stake,
  strike: order.strike,
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
