import { type Direction, dueSlot } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import { isRule } from '@glasshouse/protocol/orders/tape-rule';
import { headMayDiffer, isTooFar, isUnder, type Judge, type OfferedRule, type PaidOrder } from '../../orders/orders.ts';
import type { ContractRow, TermsRow } from '../orders-sql.ts';

/** A contract as it was requested; `account` is the user's contract wallet. */
export type OrderRequest = OfferedRule &
  PaidOrder & {
    symbol: number;
    direction: Direction;
    seconds: number;
    returnBp: number;
  };
export type RefusalReason =
  | 'order_expired'
  | 'rule_unknown'
  | 'terms_changed'
  | 'stake_out_of_range'
  | 'tape_stale'
  | 'open_limit';

/** The data that orders sent together are checked against, read with their wallets locked. */
export type JudgingContext = {
  at: Date;
  terms: TermsRow;
  /** Whether the active price source supports their rule. */
  kept: boolean;
  /** The newest slot of each coin. */
  heads: ReadonlyMap<number, number>;
  /** Open stakes of users whose requests together would exceed the limit. Users who are not listed stay within it. */
  exposed: ReadonlyMap<bigint, bigint>;
};

/** How contracts are checked. */
export const judgeBy = (
  known: JudgingContext,
): Omit<Judge<OrderRequest, ContractRow, RefusalReason>, 'stored' | 'purse'> => ({
  isSame,
  refusalOf: (order) => refusalOf(order, known),
  limits: [
    {
      refused: 'open_limit',
      left: new Map(Array.from(known.exposed, ([account, open]) => [account, known.terms.max_open - open])),
      of: ({ account }) => account,
      takes: ({ stake }) => stake,
    },
  ],
  rowOf: (order) => rowOf(order, known.heads.get(order.symbol)!, known.at, known.terms.rule),
});

const isSame = (row: ContractRow, asked: OrderRequest) =>
  row.symbol === asked.symbol &&
  row.long === (asked.direction === 'long') &&
  row.seconds === asked.seconds &&
  row.stake === asked.stake &&
  row.return_bp === asked.returnBp &&
  isUnder(row.rule, asked);

/** Why an order must be refused, regardless of the others in its batch. */
function refusalOf(order: OrderRequest, { at, terms, kept, heads }: JudgingContext): RefusalReason | undefined {
  if (isTooFar(order.id, at)) return 'order_expired';
  // The terms may be newer than this server.
  if (!isRule(terms.rule)) return 'rule_unknown';
  if (!kept || !isUnder(terms.rule, order)) return 'terms_changed';
  const place = terms.seconds.indexOf(order.seconds);
  if (place < 0 || terms.returns[place] !== order.returnBp) return 'terms_changed';
  if (order.stake < terms.min_stake || order.stake > terms.max_stake) return 'stake_out_of_range';
  const head = heads.get(order.symbol);
  // A head ahead of the clock means that one of two clocks is wrong, so the age of the head is unknown.
  if (head === undefined || Math.abs(at.getTime() - msOf(head)) > headMayDiffer) return 'tape_stale';
  return undefined;
}

/** The row of an accepted order. */
export const rowOf = (order: OrderRequest, headSlot: number, at: Date, rule: number): ContractRow => ({
  account: order.account,
  id: order.id,
  at,
  head_slot: BigInt(headSlot),
  due_slot: BigInt(dueSlot({ headSlot, seconds: order.seconds })),
  stake: order.stake,
  symbol: order.symbol,
  seconds: order.seconds,
  return_bp: order.returnBp,
  rule,
  long: order.direction === 'long',
  result: null,
  entry_slot: null,
  entry_price: null,
  exit_slot: null,
  exit_price: null,
  payout: null,
  settled_at: null,
});
