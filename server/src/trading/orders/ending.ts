import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { Db, Tx } from '#platform/database/db.ts';
import type { OrderRow, Product } from './product.ts';

/** What the tape is by now: its newest tick, up to where it is signed, and what was given up of it. */
export type Tape = { newest: number; through: number; givenUp: readonly Span[] };

/** A part of a slot's orders: the accounts from `from` to before `next`, or all the rest. */
export type Chunk = { slot: number; from: bigint; next: bigint | undefined };

/** What was settled, as texts of arrays, which are read at a fraction of the price of rows; null for none. */
export type SettledBatch = {
  count: bigint;
  accounts: string | null;
  ids: string | null;
  results: string | null;
  payouts: string | null;
};

/** What a product brings to be ended by the tape. `Kind` is what orders of a coin that are due together can still differ in. */
export type SettlementStrategy<Kind extends { rule: number }, Decision extends { exitSlot: number | null }> = {
  table: Product<OrderRow>['table'];
  /** Every kind that was ever agreed on. */
  kindsAgreed: (db: Db) => Promise<Kind[]>;
  /** Slots from the first that matters to an order to its exit, at most. */
  longest: number;
  /** For how many slots after they were due orders may still be committed; none, if they are due long after their head. */
  lingers?: number;
  /** What each rule says of every coin and kind at these slots, as far as the tape can tell: at most one decision for each. */
  decide: (db: Db, slots: readonly number[], kinds: readonly Kind[], tape: Tape) => Promise<Map<number, Decision[]>>;
  /** Settles what is open of a chunk and decided; the database holds that against the tape, and books it in the same statement. */
  settleChunk: (tx: Tx, at: Date, chunk: Chunk, decisions: readonly Decision[]) => Promise<SettledBatch>;
  /** Adds up what ended between two slots, by user and day. */
  addUp: (tx: Tx, from: number, through: number) => Promise<unknown>;
  /** What people hear once their orders are booked. */
  event: string;
  tell: (order: { account: bigint; id: string; result: number; payout: bigint }) => object;
};
// biome-ignore lint/suspicious/noExplicitAny: what kinds and decisions are is each product's own affair; nobody else looks into them.
export type AnySettlementStrategy = SettlementStrategy<any, any>;
