import { coinBySymbol, formatPrice } from '../market/coins.ts';
import type { Fault } from '../market/proof.ts';
import type { Entry, LoggedProduct } from '../publiclog/entries.ts';
import type { Shape } from '../shape.ts';
import type { LogFault } from './receipt-log.ts';
import type { SeedFault } from './receipt-seed.ts';
import type { OrderBase, Posting, ReceiptOf } from './shapes.ts';

// The product-specific part of a receipt: its terms, its rule and its postings. Everything else is the same for all
// products.

export type CheckName =
  | 'form'
  | 'rule'
  | 'kept'
  | 'slip'
  | 'fresh'
  | 'tape'
  | 'entry'
  | 'quote'
  | 'exit'
  | 'sale'
  | 'result'
  | 'payout'
  | 'books'
  | 'keys'
  | 'witnesses'
  | 'drawn'
  | 'rounds'
  | LogFault['check'];
/** The value in the receipt and the recomputed value. `slot` names a tick. */
export type Difference = {
  field:
    | Fault['what']
    | LogFault['field']
    | SeedFault['field']
    | 'round'
    | 'witness'
    | 'form'
    | 'newer'
    | 'rule'
    | 'symbol'
    | 'head'
    | 'headAge'
    | 'due'
    | 'entry'
    | 'exit'
    | 'quote'
    | 'held'
    | 'strike'
    | 'premium'
    | 'sale'
    | 'model'
    | 'volatility'
    | 'outcome'
    | 'payout'
    | 'posting'
    | 'slip'
    | 'slipKey';
  slot?: number;
  given: string;
  wanted: string;
};
export type Check = { name: CheckName; ok: boolean; differs?: Difference };

/** Everything that decided an order, without what was signed at acceptance. */
export type Evidence<O extends OrderBase = OrderBase> = Pick<
  ReceiptOf<O>,
  'order' | 'headHash' | 'runs' | 'postings' | 'gap'
>;

/** The same for an order that exists only on its device. */
export type Unsigned<O extends OrderBase = OrderBase> = Omit<Evidence<O>, 'postings'>;

/** The result of recomputing an order from the tape. */
export type Findings = {
  /** The slot that decided the order. */
  decidedAt: number;
  /** The postings of the owner's wallets, from acceptance to the end. */
  postings: Posting[];
};

export type Product<O extends OrderBase = OrderBase> = {
  /** The exact form of an ended order. */
  order: Shape;
  /** The exact form of each of its postings. */
  posting: Shape;
  /**
   * Maximum runs of ticks in a receipt. The ticks of the agreement may be far from those that decided the order.
   * Without a place in the log there may be more.
   */
  runs: number;
  runsUnlogged: number;
  /** The bytes that the slip signs. Undefined if the order is not possible. */
  slipBytes(order: O, headHash: string): Uint8Array<ArrayBuffer> | undefined;
  /** Whether the order is void because slots were given up. Its receipt must show that. */
  isGivenUp(order: O): boolean;
  /** Whether the owner ended the order, and not the tape. */
  isOwnersEnd(order: O): boolean;
  /** The product named by its log entry. Undefined for contracts, the first product. */
  loggedAs(order: O): LoggedProduct | undefined;
  /**
   * The required log entry of the owner's end. Undefined if the tape ended the order, or if its terms do not require
   * the entry.
   */
  endEntry(order: O, slip: Uint8Array): Entry | undefined;
  /** Maximum slots from the owner's tick to the last slot that may be known when that entry is logged. */
  endLoggedWithin: number;
  /** Slots after the deciding tick in which the order may still enter the log. More than zero if that tick follows at once. */
  lingers: number;
  /** Minimum slots between acceptance and end. */
  shortestLife: number;
  /** The slot from which the tape is searched for the end of the order. */
  dueSlot(order: O): number;
  /** Checks the order against the generator of its day. Undefined if it conforms, or if the generator of its day is unknown. */
  faultByGenerator?(order: O, generators: ReadonlyMap<number, number>): Check | undefined;
  /**
   * All product-specific checks in chronological order, and their result. `found` is undefined if the ticks do not
   * decide the order.
   */
  recompute(evidence: Evidence<O>): { checks: Check[]; found: Findings | undefined };
};

export const failed = (name: CheckName, differs: Difference): Check => ({ name, ok: false, differs });
export const passed = (name: CheckName): Check => ({ name, ok: true });
export const same = (name: CheckName, field: Difference['field'], given: string, wanted: string | undefined): Check =>
  given === wanted ? passed(name) : failed(name, { field, given, wanted: wanted ?? '' });

type Shown = { slot: number; price: string } | null;
/** Formats a tick for differences. */
export const spell = (tick: Shown | undefined) => (tick ? `${tick.price} @${tick.slot}` : '–');
/** A tick of the tape in the form that orders show. */
export const shownAs = (symbol: string, tick: { slot: number; price: bigint } | undefined): Shown =>
  tick ? { slot: tick.slot, price: formatPrice(tick.price, coinBySymbol(symbol)!.decimals) } : null;
