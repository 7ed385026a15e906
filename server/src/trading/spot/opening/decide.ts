import { coinById } from '@glasshouse/protocol/market/coins';
import { msOf } from '@glasshouse/protocol/market/tape';
import type { Currency } from '@glasshouse/protocol/money';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { dueSlotOf, receivedFor, worthOf } from '@glasshouse/protocol/spot/settle';
import { least, most, type Side } from '@glasshouse/protocol/spot/terms';
import { ownerOf } from '#money/ledger/ledger.ts';
import { headMayDiffer, isTooFar, isUnder, type Judge, type OfferedRule, type PaidOrder } from '../../orders/orders.ts';
import type { SpotRow } from '../orders-sql.ts';

/** An order as it was asked for; `account` is what it gives from, and `stake` what it gives. */
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

/** What orders sent together are judged by, read with their wallets locked. */
export type JudgingContext = {
  at: Date;
  rule: number;
  /** Whether the source that plays keeps the rule. */
  kept: boolean;
  spreadBp: number;
  /** The newest slot of each coin. */
  heads: ReadonlyMap<number, number>;
  prices: ReadonlyMap<Currency, { price: bigint }>;
  /** What is in the accounts that orders give from. */
  balances: ReadonlyMap<bigint, bigint>;
  /** Ids that users have given to orders before, and what those give from. */
  taken: ReadonlyMap<string, bigint>;
};

/** A user's id, whichever side its order is of. */
export const takenName = (account: bigint, id: string): string => `${ownerOf(account)} ${id}`;

/** How orders are judged. */
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

/** What is wrong with an order, looked at by itself. */
function refusalOf(
  order: OrderRequest,
  { at, rule, kept, spreadBp, heads, prices, balances }: JudgingContext,
): RefusalReason | undefined {
  if (isTooFar(order.id, at)) return 'order_expired';
  if (!isRule(rule)) return 'rule_unknown';
  if (!kept || order.spreadBp !== spreadBp || !isUnder(rule, order)) return 'terms_changed';
  const head = heads.get(order.symbol);
  const price = prices.get(coinById(order.symbol)!.symbol)?.price;
  // A head ahead of the clock means that one of two clocks is wrong, and then nobody knows how old it is.
  if (head === undefined || price === undefined || Math.abs(at.getTime() - msOf(head)) > headMayDiffer)
    return 'tape_stale';
  return fits(order, price, balances.get(order.account) ?? 0n) ? undefined : 'stake_out_of_range';
}

/** Whether an order is neither too small nor too large. What is worth less can be sold as a whole, if it brings anything. */
function fits({ symbol, side, stake, spreadBp }: OrderRequest, price: bigint, balance: bigint): boolean {
  const worth = side === 'buy' ? stake : worthOf(symbol, stake, price);
  if (worth > most) return false;
  if (worth >= least) return true;
  return side === 'sell' && stake === balance && receivedFor({ symbol, side, given: stake, spreadBp }, price) > 0n;
}

/** An accepted order as it is written. */
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
