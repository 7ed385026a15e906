import { toHex } from '@glasshouse/protocol/bytes';
import { slotAt } from '@glasshouse/protocol/market/tape';
import type { Slip } from '@glasshouse/protocol/orders/shapes';
import pg from 'pg';
import { firstTicks, headsSince } from '#evidence/market/market.ts';
import { lockWallets, ownerOf, walletOf } from '#money/ledger/ledger.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { carry, continueTrace, tracedTogether, traceOf } from '#platform/observability/trace.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Signer } from '#platform/security/signer.ts';
import { storedOf } from '../orders-sql.ts';
import { byAccount, nameOf, type OrderKey, type OrderRow, type Product, tracedSubject } from '../product.ts';
import { decideAll, headMayDiffer, isTooFar, type Judge, type PaidOrder, purseOf } from './decide.ts';
import { signAgain, signSlips } from './slips.ts';

/** The part of a request that every product needs: wallet, stake and coin. */
export type OrderRequest = PaidOrder & { symbol: number };
/** A coin's newest tick. */
type Head = { symbol: number; slot: bigint; hash: Buffer };
/** The total stake requested from one account in a batch. */
export type AccountDemand = { account: bigint; amount: bigint };

/** How a product's orders take money from the Funding wallet. */
type Funding = {
  /** Locks users against deletion until the transaction ends, and returns those that still exist. */
  lockOwners: (tx: Tx, owners: readonly bigint[]) => Promise<Set<bigint>>;
  /** Moves what wallets lack, in the same transaction as the orders. Both wallets are locked. */
  draw: (tx: Tx, at: Date, draws: readonly AccountDemand[]) => Promise<void>;
};

/** The product-specific steps of opening orders. */
export type OpeningStrategy<A extends OrderRequest, Row extends OrderRow, Order, Refused> = {
  product: Product<Row>;
  /**
   * Opens all orders of the batch in one database call if every order is valid. Orders must be sorted by account.
   * Returns `undefined`, with nothing written, if any order needs individual checks.
   */
  openFastPath: (
    db: Db,
    at: Date,
    asked: readonly A[],
  ) => Promise<{ heads: Head[]; rowOf: (order: A) => Row } | undefined>;
  /** Reads what orders are checked against, after their wallets are locked and before the newest ticks are read. */
  look: (tx: Tx, now: Date, asked: readonly A[], wanted: readonly AccountDemand[]) => Promise<Look<A, Row, Refused>>;
  funding: Funding;
  /** Writes checked orders, sorted by account. Throws, with nothing written, if any of them is invalid. */
  write: (tx: Tx, at: Date, rows: readonly Row[]) => Promise<unknown>;
  show: (row: Row) => Order;
  /** The current state of orders that were opened earlier. */
  showAgain: (tx: Tx, rows: readonly Row[]) => Promise<Order[]>;
};
/** `heads` and `prices` are the newest slots and prices of the coins. A coin whose newest tick is too old is missing. */
type Look<A, Row, Refused> = (
  at: Date,
  heads: ReadonlyMap<number, number>,
  prices: ReadonlyMap<number, bigint>,
) => Omit<Judge<A, Row, Refused>, 'stored' | 'purse'>;

type Opened<Order> = { order: Order; headHash: string; slip: Slip };
type Answer<Order, Refused> = Result<Opened<Order>, Refused | 'id_used' | 'insufficient_balance' | 'busy'>;
/** An answer that needs further queries. It is made after the batch, so that the batch does not wait for it. */
type Later<Order, Refused> = () => Promise<Answer<Order, Refused>>;
/** The bus tells settlers which trace an order belongs to. Without it, a trace ends when the order is opened. */
type Opening = { db: Db; clock: Clock; signer: Signer; bus?: Pick<BusOf<'api'>, 'publish'> };
export type Opener<A, Order, Refused> = {
  open: (owner: bigint, order: A) => Promise<Answer<Order, Refused>>;
  waiting: () => number;
};

/** Concurrent batches. Two keep the database busy; more would only make each batch smaller. */
export const openingLanes = 2;
const limits = { lanes: 1, maxPerBatch: 1024, maxWaiting: 4096 / openingLanes };
/** Queued orders per user, so that one user cannot fill a lane. */
const maxPerUser = 64;

/**
 * Opens orders. Requests that arrive while a batch is being written form the next batch; each gets its own answer. If a batch fails, callers
 * cannot know whether it was committed. Resending the same id returns the outcome.
 */
export function openerOf<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  opening: Opening,
  strategy: OpeningStrategy<A, Row, Order, Refused>,
): Opener<A, Order, Refused> {
  // All orders of a user use the same lane, so two batches never lock the same wallet.
  const batchers = Array.from({ length: openingLanes }, () =>
    createBatcher<A, Answer<Order, Refused> | Later<Order, Refused>>(
      (asked) => openTraced(opening, strategy, asked),
      limits,
    ),
  );
  const waiting = new Map<bigint, number>();
  return {
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    open: async (owner, order) => {
      const own = waiting.get(owner) ?? 0;
      if (own >= maxPerUser) return err('busy');
      const answer = batchers[Number(owner % BigInt(openingLanes))]!.add(carry(order));
      if (!answer) return err('busy');
      waiting.set(owner, own + 1);
      try {
        const answered = await answer;
        publishTrace(opening, order, answered);
        return typeof answered === 'function' ? await answered() : answered;
      } finally {
        const left = waiting.get(owner)! - 1;
        if (left > 0) waiting.set(owner, left);
        else waiting.delete(owner);
      }
    },
  };
}

/** Opens a batch, with a span in the trace of each order that has one. */
const openTraced: typeof openAll = (opening, strategy, asked) =>
  tracedTogether('orders.commit', { product: strategy.product.table, orders: asked.length }, asked, () =>
    openAll(opening, strategy, asked),
  );

/** Announces an opened order's trace, which the settler continues. */
function publishTrace({ bus }: Opening, order: OrderKey, answered: unknown): void {
  const from = traceOf(order);
  const opened = typeof answered === 'object' && (answered as Result<unknown, unknown>).ok;
  if (from && opened) continueTrace(from, () => bus?.publish(tracedSubject, nameOf(order)));
}

/** A check violation means that one order is invalid. Individual checks then open the rest of the batch; nothing was written yet. */
function undefinedIfInvalid(error: unknown): undefined {
  if (error instanceof pg.DatabaseError && error.code === '23514') return undefined;
  throw error;
}

/** The data used to check the orders changed before they were written. */
export class StaleContext extends Error {}

/** A second attempt sees an id that another server wrote in between, and settings that came into force. */
function undefinedIfStale(error: unknown): undefined {
  if (error instanceof StaleContext) return undefined;
  if (error instanceof pg.DatabaseError && error.code === '23505') return undefined;
  throw error;
}

/** Opens a batch in one transaction, and signs the slips after the commit. */
async function openAll<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  { db, clock, signer }: Opening,
  strategy: OpeningStrategy<A, Row, Order, Refused>,
  asked: readonly A[],
): Promise<(Answer<Order, Refused> | Later<Order, Refused>)[]> {
  const plain = await openFastPath(db, strategy, clock(), asked).catch(undefinedIfInvalid);
  const judged = () => step(db, (tx) => openJudged(tx, strategy, clock, asked));
  const opened = plain ?? (await judged().catch(undefinedIfStale)) ?? (await judged());
  const { verdicts, accepted, hashes, repeated } = opened;
  const { product, show } = strategy;
  const answers = new Map<Row, Answer<Order, Refused> | Later<Order, Refused>>();
  const headHashes = accepted.map((row) => hashes.get(row.symbol)!);
  const slips = signSlips(
    signer,
    accepted.map((row, place) => product.slipBytes(row, headHashes[place]!)),
  );
  accepted.forEach((row, place) => {
    answers.set(row, ok({ order: show(row), headHash: headHashes[place]!, slip: slips[place]! }));
  });
  for (const { row, order, headHash } of repeated) {
    const make: Later<Order, Refused> = async () => {
      const again = await signAgain(db, signer, product, row, headHash);
      // Signing again needs the order's head tick, which leaves the tape with its day, and its place in the log. Otherwise the id counts as used.
      if (typeof again === 'string') return err('id_used');
      return ok({ order, headHash: again.headHash, slip: again.slip });
    };
    let made: Promise<Answer<Order, Refused>> | undefined; // made once, however many repeats arrived together
    answers.set(row, () => {
      made ??= make();
      return made;
    });
  }
  return verdicts.map((verdict) => (verdict.ok ? answers.get(verdict.value)! : verdict));
}

type Written<Row, Order, Refused> = {
  verdicts: Result<Row, Refused | 'id_used' | 'insufficient_balance'>[];
  /** Sorted by account, as they were written. The signed and logged tree has the same order. */
  accepted: Row[];
  hashes: Map<number, string>;
  repeated: { row: Row; order: Order; headHash: string | undefined }[];
};
const hashesOf = (ticks: readonly { symbol: number; hash: Buffer }[]) =>
  new Map(ticks.map((tick) => [tick.symbol, toHex(tick.hash)]));

/** Opens a batch in one database call. Returns `undefined`, with nothing written, if any order needs individual checks. */
export async function openFastPath<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  db: Db,
  strategy: OpeningStrategy<A, Row, Order, Refused>,
  at: Date,
  asked: readonly A[],
): Promise<Written<Row, Order, Refused> | undefined> {
  if (asked.some(({ id }) => isTooFar(id, at))) return undefined;
  const opened = await strategy.openFastPath(db, at, asked.toSorted(byAccount));
  if (!opened) return undefined;
  const rows = asked.map(opened.rowOf);
  return { verdicts: rows.map(ok), accepted: rows.toSorted(byAccount), hashes: hashesOf(opened.heads), repeated: [] };
}

/**
 * Checks each order and writes the valid ones, with all wallets locked so that nothing else opens or spends for these users. The newest
 * ticks are read after the locks, so they are at least as new as anything a sender could have seen. A settler that sees this transaction
 * end knows that it will bring no order with an older head.
 */
export async function openJudged<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  tx: Tx,
  strategy: OpeningStrategy<A, Row, Order, Refused>,
  clock: Clock,
  asked: readonly A[],
): Promise<Written<Row, Order, Refused>> {
  const wanted = wantedBy(asked);
  const funded = wantedBy(asked.filter(({ fromFund }) => fromFund));
  const owners = funded.length > 0 ? await strategy.funding.lockOwners(tx, ownersOf(funded)) : new Set<bigint>();
  const fundOf = (account: bigint) =>
    owners.has(ownerOf(account)) ? walletOf(ownerOf(account), 'fund', 'USDT') : undefined;
  const funds = funded.flatMap(({ account, amount }) => {
    const fund = fundOf(account);
    return fund === undefined ? [] : [{ account: fund, amount }];
  });
  const short = await lockWallets(tx, [...wanted, ...funds]);
  const look = await strategy.look(tx, clock(), asked, wanted);
  // Orders already stored under the requested ids.
  const stored = new Map((await storedOf(tx, strategy.product, asked)).map((row) => [nameOf(row), row]));
  // Reading may have taken a while. The clock is read together with the newest ticks, or they would seem to come from the future.
  const at = clock();
  const symbols = [...new Set(asked.map((order) => order.symbol))];
  const ticks = await headsSince(tx, symbols, slotAt(at.getTime() - headMayDiffer));
  const judge = look(
    at,
    new Map(ticks.map(({ symbol, slot }) => [symbol, Number(slot)])),
    new Map(ticks.map(({ symbol, price }) => [symbol, price])),
  );
  const purse = purseOf(short, fundOf);
  const { verdicts, accepted } = decideAll(asked, { ...judge, stored, purse });
  accepted.sort(byAccount);
  const draws = Array.from(purse.drawn, ([account, amount]) => ({ account, amount }));
  if (draws.length > 0) await strategy.funding.draw(tx, at, draws);
  if (accepted.length > 0) await strategy.write(tx, at, accepted);
  const again = new Set(stored.size > 0 ? verdicts.flatMap((verdict) => (verdict.ok ? verdict.value : [])) : []);
  const repeated = await showAgain(
    tx,
    strategy,
    [...stored.values()].filter((row) => again.has(row)),
  );
  return { verdicts, accepted, hashes: hashesOf(ticks), repeated };
}

const ownersOf = (wanted: readonly AccountDemand[]) => [...new Set(wanted.map(({ account }) => ownerOf(account)))];

/** The total requested from each account. */
function wantedBy(asked: readonly Pick<OrderRequest, 'account' | 'stake'>[]): AccountDemand[] {
  const wanted = new Map<bigint, bigint>();
  for (const { account, stake } of asked) wanted.set(account, (wanted.get(account) ?? 0n) + stake);
  return Array.from(wanted, ([account, amount]) => ({ account, amount }));
}

/** The current state of orders that were opened earlier, with the hash of their head tick while it is on the tape. */
async function showAgain<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  tx: Tx,
  strategy: OpeningStrategy<A, Row, Order, Refused>,
  rows: readonly Row[],
) {
  const orders = await strategy.showAgain(tx, rows);
  const heads = await firstTicks(
    tx,
    rows.map(({ symbol, head_slot }) => ({ symbol, from: head_slot, to: head_slot })),
  );
  return rows.map((row, place) => {
    const head = heads[place];
    return { row, order: orders[place]!, headHash: head && toHex(head.hash) };
  });
}
