import { msOfId } from '#platform/database/ids.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { nameOf, type OrderKey } from '../product.ts';

// The database enforces both of these too: see `open_since` and `fresh_heads` in the migrations.
/** How far the time in an order's id may be from the server's clock when it is accepted. */
const idMayDiffer = minutes(2);
/** How far the head may be from the server's clock. */
export const headMayDiffer = seconds(2);

/** Whether an id's time is too far from now for a new order. */
export const isTooFar = (id: string, now: Date): boolean => Math.abs(now.getTime() - msOfId(id)) > idMayDiffer;

/** An order may name the version of the rule that it was offered under. It is then opened under no other version. */
export type OfferedRule = { rule?: number | undefined };

export const isUnder = (rule: number, order: OfferedRule): boolean => (order.rule ?? rule) === rule;

/** The versions under which all of these orders may be opened. */
export const rulesFor = (known: readonly number[], orders: readonly OfferedRule[]): number[] =>
  known.filter((rule) => orders.every((order) => isUnder(rule, order)));

/** An order's payment: from its wallet, and what that lacks from Funding if the user asked for it. */
export type PaidOrder = OrderKey & { stake: bigint; fromFund?: boolean | undefined };

/**
 * The remainder of a limit that several orders share. Only accounts whose orders together might exceed it are listed;
 * others have enough.
 */
type Limit<OrderRequest, Refused> = {
  refused: Refused;
  left: ReadonlyMap<bigint, bigint>;
  of: (order: OrderRequest) => bigint;
  takes: (order: OrderRequest) => bigint;
};

/** The money that orders are paid from, in the order in which they are checked. */
export type Purse<OrderRequest> = {
  covers: (order: OrderRequest) => boolean;
  take: (order: OrderRequest) => void;
  /** The amounts that the accepted orders so far draw from Funding: exactly what their wallets lack. */
  drawn: ReadonlyMap<bigint, bigint>;
};
/**
 * `short` holds the balances of wallets that don't cover the total requested from them; other wallets do. `fundOf`
 * names the Funding wallet that an account may draw on.
 */
export function purseOf(
  short: ReadonlyMap<bigint, bigint>,
  fundOf: (account: bigint) => bigint | undefined = () => undefined,
): Purse<PaidOrder> {
  const left = new Map(short);
  const drawn = new Map<bigint, bigint>();
  const lackOf = ({ account, stake }: PaidOrder) => {
    const balance = left.get(account) ?? stake;
    return balance < stake ? stake - balance : 0n;
  };
  return {
    drawn,
    covers: (order) => {
      const lack = lackOf(order);
      if (lack === 0n) return true;
      const fund = order.fromFund ? fundOf(order.account) : undefined;
      return fund !== undefined && (left.get(fund) ?? lack) >= lack;
    },
    take: (order) => {
      const { account, stake } = order;
      const [lack, balance] = [lackOf(order), left.get(account)];
      if (balance !== undefined) left.set(account, balance - stake + lack);
      if (lack === 0n) return;
      drawn.set(account, (drawn.get(account) ?? 0n) + lack);
      const fund = fundOf(account)!;
      const funded = left.get(fund);
      if (funded !== undefined) left.set(fund, funded - lack);
    },
  };
}

export type Judge<OrderRequest, Row, Refused> = {
  /** Orders that are in the table already, by `nameOf`. */
  stored: ReadonlyMap<string, Row>;
  isSame: (row: Row, order: OrderRequest) => boolean;
  /** Why an order must be refused, regardless of the others in its batch. */
  refusalOf: (order: OrderRequest) => Refused | undefined;
  purse: Purse<OrderRequest>;
  limits: readonly Limit<OrderRequest, Refused>[];
  rowOf: (order: OrderRequest) => Row;
};

/**
 * Checks orders one after the other, in order of arrival. An accepted order counts for those after it; a refused one
 * doesn't.
 */
export function decideAll<OrderRequest extends OrderKey, Row, Refused>(
  asked: readonly OrderRequest[],
  { stored, isSame, refusalOf, purse, limits, rowOf }: Judge<OrderRequest, Row, Refused>,
): { verdicts: Result<Row, Refused | 'id_used' | 'insufficient_balance'>[]; accepted: Row[] } {
  const taken = new Map(stored);
  const drawn = limits.map((limit) => ({ ...limit, left: new Map(limit.left) }));
  const accepted: Row[] = [];
  const verdicts = asked.map((order): Result<Row, Refused | 'id_used' | 'insufficient_balance'> => {
    const name = nameOf(order);
    const before = taken.get(name);
    if (before) return isSame(before, order) ? ok(before) : err('id_used');
    const refused = refusalOf(order);
    if (refused !== undefined) return err(refused);
    if (!purse.covers(order)) return err('insufficient_balance');
    const short = drawn.find(({ left, of, takes }) => (left.get(of(order)) ?? takes(order)) < takes(order));
    if (short) return err(short.refused);
    purse.take(order);
    for (const { left, of, takes } of drawn) {
      const amount = left.get(of(order));
      if (amount !== undefined) left.set(of(order), amount - takes(order));
    }
    const row = rowOf(order);
    taken.set(name, row);
    accepted.push(row);
    return ok(row);
  });
  return { verdicts, accepted };
}
