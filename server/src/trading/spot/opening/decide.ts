import { coinById } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Currency } from '@glasshouse/protocol/money';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { dueSlotOf, receivedFor, worthOf } from '@glasshouse/protocol/spot/settle';
import { maxValue, minValue, type Side } from '@glasshouse/protocol/spot/terms';
import { ownerOf } from '#money/ledger/ledger.ts';
import { headMayDiffer, isTooFar, isUnder, type Judge, type OfferedRule, type PaidOrder } from '../../orders/orders.ts';
import type { SpotRow } from '../orders-sql.ts';

/** An order as it was requested. `account` is the wallet it gives from, and `stake` the amount. */
export type OrderRequest = OfferedRule &
  PaidOrder & {
    symbol: number;
    side: Side;
    spreadBp: number;
  };
export type RefusalReason =
  | 'id_used'
  | 'order_expired'
  | 'rule_unknown'
  | 'terms_changed'
  | 'stake_out_of_range'
  | 'tape_stale';

/** The data that orders sent together are checked against, read with their wallets locked. */
export type JudgingContext = {
  at: Date;
  rule: number;
  /** Whether the active price source supports the rule. */
  kept: boolean;
  spreadBp: number;
  /** The newest slot of each coin. */
  heads: ReadonlyMap<number, number>;
  prices: ReadonlyMap<Currency, { price: bigint }>;
  /** The balances of the accounts that orders give from. */
  balances: ReadonlyMap<bigint, bigint>;
  /** Ids that users have used for orders before, and the accounts that those give from. */
  taken: ReadonlyMap<string, bigint>;
};

/** Identifies a user's id, for orders of either side. */
export const takenName = (account: bigint, id: string): string => `${ownerOf(account)} ${id}`;

/** How orders are checked. */
export function judgeBy(known: JudgingContext): Omit<Judge<OrderRequest, SpotRow, RefusalReason>, 'stored' | 'purse'> {
  const taken = new Map(known.taken);
  return {
    isSame,
    refusalOf: (order) => {
      const name = takenName(order.account, order.id);
      if ((taken.get(name) ?? order.account) !== order.account) return 'id_used';
      const refused = refusalOf(order, known);
      if (!refused) taken.set(name, order.account);
      return refused;
    },
    limits: [],
    rowOf: (order) => rowOf(order, known.heads.get(order.symbol)!, known.at, known.rule),
  };
}

const isSame = (row: SpotRow, asked: OrderRequest) =>
  row.symbol === asked.symbol &&
  row.stake === asked.stake &&
  row.spread_bp === asked.spreadBp &&
  isUnder(row.rule, asked);

/** Why an order must be refused, regardless of the others in its batch. */
function refusalOf(
  order: OrderRequest,
  { at, rule, kept, spreadBp, heads, prices, balances }: JudgingContext,
): RefusalReason | undefined {
  if (isTooFar(order.id, at)) return 'order_expired';
  if (!isRule(rule)) return 'rule_unknown';
  if (!kept || order.spreadBp !== spreadBp || !isUnder(rule, order)) return 'terms_changed';
  const head = heads.get(order.symbol);
  const price = prices.get(coinById(order.symbol)!.symbol)?.price;
  // A head ahead of the clock means that one of two clocks is wrong, so the age of the head is unknown.
  if (head === undefined || price === undefined || Math.abs(at.getTime() - msOf(head)) > headMayDiffer)
    return 'tape_stale';
  return fits(order, price, balances.get(order.account) ?? 0n) ? undefined : 'stake_out_of_range';
}

/**
 * Whether an order is within the limits. A full balance below the minimum can be sold, if it yields at least one unit.
 */
function fits({ symbol, side, stake, spreadBp }: OrderRequest, price: bigint, balance: bigint): boolean {
  const worth = side === 'buy' ? stake : worthOf(symbol, stake, price);
  if (worth > maxValue) return false;
  if (worth >= minValue) return true;
  return side === 'sell' && stake === balance && receivedFor({ symbol, side, given: stake, spreadBp }, price) > 0n;
}

/** The row of an accepted order. */
export const rowOf = (order: OrderRequest, headSlot: number, at: Date, rule: number): SpotRow => ({
  account: order.account,
  id: order.id,
  at,
  head_slot: BigInt(headSlot),
  due_slot: BigInt(dueSlotOf({ headSlot })),
  stake: order.stake,
  symbol: order.symbol,
  spread_bp: order.spreadBp,
  rule,
  owner: ownerOf(order.account),
  buy: order.side === 'buy',
  result: null,
  exit_slot: null,
  exit_price: null,
  payout: null,
  settled_at: null,
});
