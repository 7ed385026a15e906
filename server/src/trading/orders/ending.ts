import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { Db, Tx } from '#platform/database/db.ts';
import type { OrderRow, Product } from './product.ts';

/** The state of the tape: its newest tick, the last signed slot, and the slots that were given up. */
export type Tape = { newest: number; through: number; givenUp: readonly Span[] };

/** A part of a slot's orders: the accounts from `from` to before `next`, or all remaining ones. */
export type Chunk = { slot: number; from: bigint; next: bigint | undefined };

/** Settled orders as array literals, which cost a fraction of reading rows; null for none. */
export type SettledBatch = {
  count: bigint;
  accounts: string | null;
  ids: string | null;
  results: string | null;
  payouts: string | null;
};

/**
 * The parts that a product provides to be settled by the tape. `Kind` holds the properties in which orders of a coin
 * that are due together can differ.
 */
export type SettlementStrategy<Kind extends { rule: number }, Decision extends { exitSlot: number | null }> = {
  table: Product<OrderRow>['table'];
  /** Every kind that was ever agreed. */
  kindsAgreed: (db: Db) => Promise<Kind[]>;
  /** The maximum number of slots from the first that matters to an order to its exit. */
  longest: number;
  /**
   * For how many slots after they were due orders may still be committed. Left out if they are due long after their
   * head.
   */
  lingers?: number;
  /**
   * The decision of each rule for every coin and kind at these slots, as far as the tape can tell: at most one each.
   */
  decide: (db: Db, slots: readonly number[], kinds: readonly Kind[], tape: Tape) => Promise<Map<number, Decision[]>>;
  /**
   * Settles the open, decided orders of a chunk. The database checks them against the tape and books them in the same
   * statement.
   */
  settleChunk: (tx: Tx, at: Date, chunk: Chunk, decisions: readonly Decision[]) => Promise<SettledBatch>;
  /** Adds up orders that ended between two slots, by user and day. */
  addUp: (tx: Tx, from: number, through: number) => Promise<unknown>;
  /** The event that users receive once their orders are booked. */
  event: string;
  toEvent: (order: { account: bigint; id: string; result: number; payout: bigint }) => object;
};
// biome-ignore lint/suspicious/noExplicitAny: what kinds and decisions are is each product's own affair; nobody else looks into them.
export type AnySettlementStrategy = SettlementStrategy<any, any>;
