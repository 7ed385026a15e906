import { toHex } from '@glasshouse/protocol/bytes';
import { slotAt } from '@glasshouse/protocol/market/tape';
import type { Slip } from '@glasshouse/protocol/orders/shapes';
import pg from 'pg';
import { firstTicks, headsSince } from '#evidence/market/market.ts';
import { holdWallets, ownerOf, walletOf } from '#money/ledger/ledger.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { type Db, step, type Tx } from '#platform/database/db.ts';
import { err, ok, type Result } from '#platform/http/result.ts';
import { carry, goOn, tracedTogether, traceOf } from '#platform/observability/trace.ts';
import type { BusOf } from '#platform/runtime/bus.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import type { Signer } from '#platform/security/signer.ts';
import { storedOf } from '../orders-sql.ts';
import { byAccount, type Named, nameOf, type OrderRow, type Product, tracedSubject } from '../product.ts';
import { headMayDiffer, isTooFar } from '../since.ts';
import { decideAll, type Judge, type Paid, purseOf } from './decide.ts';
import { signAgain, signSlips } from './slips.ts';

/** An order as it was asked for: what it takes from which wallet, on which coin. */
export type OrderRequest = Paid & { symbol: number };
/** Where each coin stands: its newest slot, and that tick's hash. */
type Head = { symbol: number; slot: bigint; hash: Buffer };
/** What all orders asked of an account together would take. */
export type Wanted = { account: bigint; amount: bigint };

/** How a product's orders draw on Funding. */
type Funding = {
  /** Keeps users from being deleted until the transaction ends. Those that are deleted already are not in the answer. */
  holdOwners: (tx: Tx, owners: readonly bigint[]) => Promise<Set<bigint>>;
  /** Moves what wallets lack, in the transaction of the orders; both wallets are held. */
  draw: (tx: Tx, at: Date, draws: readonly Wanted[]) => Promise<void>;
};

/** How a product opens orders. */
export type OpeningStrategy<A extends OrderRequest, Row extends OrderRow, Order, Refused> = {
  product: Product<Row>;
  /**
   * Opens all of the orders, given in account order, if none of them has anything wrong with it: one trip, with its own transaction unless
   * there is one. Answers their heads, and what their rows are made of; undefined if they must be judged one by one, and nothing has changed then.
   */
  openFastPath: (
    db: Db,
    at: Date,
    asked: readonly A[],
  ) => Promise<{ heads: Head[]; rowOf: (order: A) => Row } | undefined>;
  /** What orders are judged by, read with their wallets held and before the head is. */
  look: (tx: Tx, now: Date, asked: readonly A[], wanted: readonly Wanted[]) => Promise<Look<A, Row, Refused>>;
  funding: Funding;
  /** Writes orders that were judged, in account order; all of them are right, or it throws, and then nothing is written. */
  write: (tx: Tx, at: Date, rows: readonly Row[]) => Promise<unknown>;
  show: (row: Row) => Order;
  /** Orders that were opened before, as they are now. */
  showAgain: (tx: Tx, rows: readonly Row[]) => Promise<Order[]>;
};
/** `heads` are the newest slots of the coins, and `prices` what they stand at; one that is missing is too old. */
type Look<A, Row, Refused> = (
  at: Date,
  heads: ReadonlyMap<number, number>,
  prices: ReadonlyMap<number, bigint>,
) => Omit<Judge<A, Row, Refused>, 'stored' | 'purse'>;

type Opened<Order> = { order: Order; headHash: string; slip: Slip };
type Answer<Order, Refused> = Result<Opened<Order>, Refused | 'id_used' | 'insufficient_balance' | 'busy'>;
/** An answer that takes a look at others' orders: it is made after the batch, which goes on without it. */
type Later<Order, Refused> = () => Promise<Answer<Order, Refused>>;
/** Over the bus settlers hear whose trace an order belongs to; without it a trace ends where the order is opened. */
type Opening = { db: Db; clock: Clock; signer: Signer; bus?: Pick<BusOf<'api'>, 'publish'> };
export type Opener<A, Order, Refused> = {
  open: (owner: bigint, order: A) => Promise<Answer<Order, Refused>>;
  waiting: () => number;
};

/** Batches under way at a time. Two keep the database busy; more would only make them smaller. */
export const openingLanes = 2;
const limits = { lanes: 1, maxPerBatch: 1024, maxWaiting: 4096 / openingLanes };
/** How many orders of one user may wait: nobody fills a lane alone, even while it stands still. */
const maxOfOne = 64;

/**
 * Opens orders. Requests that come while others are being written are written together; each is answered on its own. If a batch
 * fails, whether it was committed is unknown to its callers: the same id sent again finds out.
 */
export function openerOf<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  opening: Opening,
  ways: OpeningStrategy<A, Row, Order, Refused>,
): Opener<A, Order, Refused> {
  // A user's orders all go the same way, so that batches never wait for each other's wallets.
  const batchers = Array.from({ length: openingLanes }, () =>
    createBatcher<A, Answer<Order, Refused> | Later<Order, Refused>>(
      (asked) => openTraced(opening, ways, asked),
      limits,
    ),
  );
  const waiting = new Map<bigint, number>();
  return {
    waiting: () => batchers.reduce((sum, batcher) => sum + batcher.waiting(), 0),
    open: async (owner, order) => {
      const own = waiting.get(owner) ?? 0;
      if (own >= maxOfOne) return err('busy');
      const answer = batchers[Number(owner % BigInt(openingLanes))]!.add(carry(order));
      if (!answer) return err('busy');
      waiting.set(owner, own + 1);
      try {
        const answered = await answer;
        tellTraced(opening, order, answered);
        return typeof answered === 'function' ? await answered() : answered;
      } finally {
        const left = waiting.get(owner)! - 1;
        if (left > 0) waiting.set(owner, left);
        else waiting.delete(owner);
      }
    },
  };
}

/** A batch with a span in the trace of each order that has one. */
const openTraced: typeof openAll = (opening, ways, asked) =>
  tracedTogether('orders.commit', { product: ways.product.table, orders: asked.length }, asked, () =>
    openAll(opening, ways, asked),
  );

/** Whoever settles an order that was opened goes on with its trace. */
function tellTraced({ bus }: Opening, order: Named, answered: unknown): void {
  const from = traceOf(order);
  const opened = typeof answered === 'object' && (answered as Result<unknown, unknown>).ok;
  if (from && opened) goOn(from, () => bus?.publish(tracedSubject, nameOf(order)));
}

/** What a table refuses is somebody's own fault: judged one by one, the others of the batch are opened. Nothing has changed then. */
function judgedInstead(error: unknown): undefined {
  if (error instanceof pg.DatabaseError && error.code === '23514') return undefined;
  throw error;
}

/** What orders were judged by has changed before they were written. */
export class ChangedMeanwhile extends Error {}

/** An id that another server wrote meanwhile is seen by whoever looks again, and so are settings that came into force. */
function seenAgain(error: unknown): undefined {
  if (error instanceof ChangedMeanwhile) return undefined;
  if (error instanceof pg.DatabaseError && error.code === '23505') return undefined;
  throw error;
}

/** Opens a batch in one transaction; slips are signed once it is committed. */
async function openAll<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  { db, clock, signer }: Opening,
  ways: OpeningStrategy<A, Row, Order, Refused>,
  asked: readonly A[],
): Promise<(Answer<Order, Refused> | Later<Order, Refused>)[]> {
  const plain = await openFastPath(db, ways, clock(), asked).catch(judgedInstead);
  const judged = () => step(db, (tx) => openJudged(tx, ways, clock, asked));
  const opened = plain ?? (await judged().catch(seenAgain)) ?? (await judged());
  const { verdicts, accepted, hashes, repeated } = opened;
  const { product, show } = ways;
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
      // Without its head, whose day has left the tape, or its place in the log nothing can be signed again: the id is simply spent.
      if (typeof again === 'string') return err('id_used');
      return ok({ order, headHash: again.headHash, slip: again.slip });
    };
    let made: Promise<Answer<Order, Refused>> | undefined; // once, however many taps of it came together
    answers.set(row, () => {
      made ??= make();
      return made;
    });
  }
  return verdicts.map((verdict) => (verdict.ok ? answers.get(verdict.value)! : verdict));
}

type Written<Row, Order, Refused> = {
  verdicts: Result<Row, Refused | 'id_used' | 'insufficient_balance'>[];
  /** In account order, as they were written: the order of the tree that is signed and logged. */
  accepted: Row[];
  hashes: Map<number, string>;
  repeated: { row: Row; order: Order; headHash: string | undefined }[];
};
const hashesOf = (ticks: readonly { symbol: number; hash: Buffer }[]) =>
  new Map(ticks.map((tick) => [tick.symbol, toHex(tick.hash)]));

/** Nearly always every order of a batch is fine, and one trip to the database is enough. Otherwise undefined, and nothing has changed. */
export async function openFastPath<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  db: Db,
  ways: OpeningStrategy<A, Row, Order, Refused>,
  at: Date,
  asked: readonly A[],
): Promise<Written<Row, Order, Refused> | undefined> {
  if (asked.some(({ id }) => isTooFar(id, at))) return undefined;
  const opened = await ways.openFastPath(db, at, asked.toSorted(byAccount));
  if (!opened) return undefined;
  const rows = asked.map(opened.rowOf);
  return { verdicts: rows.map(ok), accepted: rows.toSorted(byAccount), hashes: hashesOf(opened.heads), repeated: [] };
}

/**
 * Judges the orders and writes the accepted ones, all wallets being held: nobody else opens or spends anything of these users. The
 * head is read only then, so it is at least as new as anything a sender could have seen; and a settler that has seen this transaction
 * end knows that no order with an older head can come from it.
 */
export async function openJudged<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  tx: Tx,
  ways: OpeningStrategy<A, Row, Order, Refused>,
  clock: Clock,
  asked: readonly A[],
): Promise<Written<Row, Order, Refused>> {
  const wanted = wantedBy(asked);
  const funded = wantedBy(asked.filter(({ fromFund }) => fromFund));
  const owners = funded.length > 0 ? await ways.funding.holdOwners(tx, ownersOf(funded)) : new Set<bigint>();
  const fundOf = (account: bigint) =>
    owners.has(ownerOf(account)) ? walletOf(ownerOf(account), 'fund', 'USDT') : undefined;
  const funds = funded.flatMap(({ account, amount }) => {
    const fund = fundOf(account);
    return fund === undefined ? [] : [{ account: fund, amount }];
  });
  const short = await holdWallets(tx, [...wanted, ...funds]);
  const look = await ways.look(tx, clock(), asked, wanted);
  // What these users did before that matters now: orders stored under the ids asked for.
  const stored = new Map((await storedOf(tx, ways.product, asked)).map((row) => [nameOf(row), row]));
  // Looking may have taken a while. So the clock is read now, together with the head; otherwise the head would seem to come from the future.
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
  if (draws.length > 0) await ways.funding.draw(tx, at, draws);
  if (accepted.length > 0) await ways.write(tx, at, accepted);
  const again = new Set(stored.size > 0 ? verdicts.flatMap((verdict) => (verdict.ok ? verdict.value : [])) : []);
  const repeated = await showAgain(
    tx,
    ways,
    [...stored.values()].filter((row) => again.has(row)),
  );
  return { verdicts, accepted, hashes: hashesOf(ticks), repeated };
}

const ownersOf = (wanted: readonly Wanted[]) => [...new Set(wanted.map(({ account }) => ownerOf(account)))];

/** What is asked of each account in all. */
function wantedBy(asked: readonly Pick<OrderRequest, 'account' | 'stake'>[]): Wanted[] {
  const wanted = new Map<bigint, bigint>();
  for (const { account, stake } of asked) wanted.set(account, (wanted.get(account) ?? 0n) + stake);
  return Array.from(wanted, ([account, amount]) => ({ account, amount }));
}

/** Orders that were opened before, as they are now, with the hash of their head while it is on the tape. */
async function showAgain<A extends OrderRequest, Row extends OrderRow, Order, Refused>(
  tx: Tx,
  ways: OpeningStrategy<A, Row, Order, Refused>,
  rows: readonly Row[],
) {
  const orders = await ways.showAgain(tx, rows);
  const heads = await firstTicks(
    tx,
    rows.map(({ symbol, head_slot }) => ({ symbol, from: head_slot, to: head_slot })),
  );
  return rows.map((row, place) => {
    const head = heads[place];
    return { row, order: orders[place]!, headHash: head && toHex(head.hash) };
  });
}
