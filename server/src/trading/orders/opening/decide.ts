import { msOfId } from '#platform/database/ids.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { minutes, seconds } from '#platform/runtime/clock.ts';
import { nameOf, type OrderKey } from '../product.ts';

// The database holds both of these itself: see `open_since` and `fresh_heads` in the migrations.
/** How far the time in an order's id may be from the server's clock when it is accepted. */
const idMayDiffer = minutes(2);
/** How far the head may be from it. */
export const headMayDiffer = seconds(2);

/** Whether an id was made too far from now for a new order. */
export const isTooFar = (id: string, now: Date): boolean => Math.abs(now.getTime() - msOfId(id)) > idMayDiffer;

/** An order may name the version of the rule it was offered under. It is then opened under no other. */
export type OfferedRule = { rule?: number | undefined };

export const isUnder = (rule: number, order: OfferedRule): boolean => (order.rule ?? rule) === rule;

/** The versions under which all of these orders may be opened. */
export const rulesFor = (known: readonly number[], orders: readonly OfferedRule[]): number[] =>
  known.filter((rule) => orders.every((order) => isUnder(rule, order)));

/** An order as it is paid: from its wallet, and what that lacks from Funding if the user asked for it. */
export type PaidOrder = OrderKey & { stake: bigint; fromFund?: boolean | undefined };

/** What is left of something that several orders draw on, for those who might draw too much together; others have enough. */
type Limit<OrderRequest, Refused> = {
  refused: Refused;
  left: ReadonlyMap<bigint, bigint>;
  of: (order: OrderRequest) => bigint;
  takes: (order: OrderRequest) => bigint;
};

/** The money that orders are paid from, in the order in which they are judged. */
export type Purse<OrderRequest> = {
  covers: (order: OrderRequest) => boolean;
  take: (order: OrderRequest) => void;
  /** What the orders so far draw from Funding: exactly what their wallets lack. */
  drawn: ReadonlyMap<bigint, bigint>;
};
/**
 * `short` are balances of wallets that do not cover all that is asked of them together; other wallets do. `fundOf` names the Funding wallet
 * that an account may draw on.
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
  /** What is wrong with an order, looked at by itself. */
  refusalOf: (order: OrderRequest) => Refused | undefined;
  purse: Purse<OrderRequest>;
  limits: readonly Limit<OrderRequest, Refused>[];
  rowOf: (order: OrderRequest) => Row;
};

/** Judges orders one after the other, as they came. An accepted one counts for those after it; a refused one never does. */
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
