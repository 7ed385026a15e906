import { type Direction, dueSlot, isRule } from '@glasshouse/protocol/contracts/settle';
import { msOf } from '@glasshouse/protocol/market/tape';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ContractRow, TermsRow } from '../orders-sql.ts';
import { headMayDiffer, idMayDiffer } from '../since.ts';

/** An order as it was asked for; `account` is the user's contract wallet. */
export type Asked = {
  account: bigint;
  id: string;
  symbol: number;
  direction: Direction;
  seconds: number;
  stake: bigint;
  returnBp: number;
};
type Refused =
  | 'id_used'
  | 'order_expired'
  | 'rule_unknown'
  | 'terms_changed'
  | 'stake_out_of_range'
  | 'tape_stale'
  | 'insufficient_balance'
  | 'open_limit';
export type Verdict = Result<ContractRow, Refused>;

/** All that orders sent together are judged by, read with their wallets locked. */
export type Known = {
  at: Date;
  terms: TermsRow;
  /** Whether the source that plays keeps their rule. */
  kept: boolean;
  /** The newest slot of each coin. */
  heads: ReadonlyMap<number, number>;
  /** Orders that are in the table already, by `nameOf`. */
  stored: ReadonlyMap<string, ContractRow>;
  /** Balances of the wallets that do not cover all that is asked of them together; the others do. */
  short: ReadonlyMap<bigint, bigint>;
  /** Open stakes of the users whom everything asked together would take over the limit; the others stay within it. */
  exposed: ReadonlyMap<bigint, bigint>;
};

export const nameOf = ({ account, id }: { account: bigint; id: string }): string => `${account} ${id}`;

/** Judges orders one after the other, as they came. An accepted one counts for those after it; a refused one never does. */
export function decide(asked: readonly Asked[], known: Known): { verdicts: Verdict[]; accepted: ContractRow[] } {
  const taken = new Map(known.stored);
  const short = new Map(known.short);
  const exposed = new Map(known.exposed);
  const accepted: ContractRow[] = [];
  const verdicts = asked.map((order): Verdict => {
    const name = nameOf(order);
    const before = taken.get(name);
    if (before) return isSame(before, order) ? ok(before) : err('id_used');
    const head = known.heads.get(order.symbol);
    const refused = refusalOf(order, head, known) ?? overdrawn(order, short, exposed, known.terms);
    if (refused) return err(refused);
    for (const left of [short, exposed]) {
      const amount = left.get(order.account);
      if (amount !== undefined) left.set(order.account, left === short ? amount - order.stake : amount + order.stake);
    }
    const row = rowOf(order, head!, known.at, known.terms.rule);
    taken.set(name, row);
    accepted.push(row);
    return ok(row);
  });
  return { verdicts, accepted };
}

/** Where each coin stands, and the rule in force. */
export type Heads = { at: Date; rule: number; slots: ReadonlyMap<number, number> };

/** The rows of orders that nothing is wrong with: what `decide` would accept. */
export const acceptAll = (asked: readonly Asked[], { at, rule, slots }: Heads): ContractRow[] =>
  asked.map((order) => rowOf(order, slots.get(order.symbol)!, at, rule));

const isSame = (row: ContractRow, asked: Asked) =>
  row.symbol === asked.symbol &&
  row.long === (asked.direction === 'long') &&
  row.seconds === asked.seconds &&
  row.stake === asked.stake &&
  row.return_bp === asked.returnBp;

/** What is wrong with an order, looked at by itself. */
function refusalOf(order: Asked, head: number | undefined, { at, terms, kept }: Known): Refused | undefined {
  const now = at.getTime();
  if (isTooFar(order.id, at)) return 'order_expired';
  // The terms may be newer than this server.
  if (!isRule(terms.rule)) return 'rule_unknown';
  if (!kept) return 'terms_changed';
  const place = terms.seconds.indexOf(order.seconds);
  if (place < 0 || terms.returns[place] !== order.returnBp) return 'terms_changed';
  if (order.stake < terms.min_stake || order.stake > terms.max_stake) return 'stake_out_of_range';
  // A head ahead of the clock means that one of two clocks is wrong, and then nobody knows how old it is.
  if (head === undefined || Math.abs(now - msOf(head)) > headMayDiffer) return 'tape_stale';
  return undefined;
}

function overdrawn(order: Asked, short: Map<bigint, bigint>, exposed: Map<bigint, bigint>, terms: TermsRow) {
  if ((short.get(order.account) ?? order.stake) < order.stake) return 'insufficient_balance';
  if ((exposed.get(order.account) ?? 0n) + order.stake > terms.max_open) return 'open_limit';
  return undefined;
}

/** Whether a time-ordered id, which begins with milliseconds, was made too far from now for a new order. */
export const isTooFar = (id: string, now: Date): boolean =>
  Math.abs(now.getTime() - Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) > idMayDiffer;

const rowOf = (order: Asked, headSlot: number, at: Date, rule: number): ContractRow => ({
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
