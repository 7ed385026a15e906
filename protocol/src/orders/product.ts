import { coinBySymbol, formatPrice } from '../market/coins.ts';
import type { Fault } from '../market/proof.ts';
import type { Entry, LoggedProduct } from '../publiclog/entries.ts';
import type { Shape } from '../shape.ts';
import type { DrawnFault } from './receipt-drawn.ts';
import type { LogFault } from './receipt-log.ts';
import type { OrderBase, Posting, ReceiptOf } from './shapes.ts';

// What a product whose orders the tape ends brings to a receipt: its terms, its rule and what it moved. All else is the same for all of them.

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
/** What the receipt says and what comes out; `slot` names a tick. */
export type Difference = {
  field:
    | Fault['what']
    | LogFault['field']
    | DrawnFault['field']
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

/** What decided an order, without what was signed at acceptance. */
export type Evidence<O extends OrderBase = OrderBase> = Pick<
  ReceiptOf<O>,
  'order' | 'headHash' | 'runs' | 'postings' | 'gap'
>;

/** The same of an order that only its device knows. */
export type Unsigned<O extends OrderBase = OrderBase> = Omit<Evidence<O>, 'postings'>;

/** What the tape makes of an order. */
export type Findings = {
  /** The slot that decided it. */
  decidedAt: number;
  /** What its owner's wallets moved, from acceptance to the end. */
  postings: Posting[];
};

export type Product<O extends OrderBase = OrderBase> = {
  /** What an ended order must look like, to the last field. */
  order: Shape;
  /** What each of its postings must look like. */
  posting: Shape;
  /**
   * How many runs of ticks a receipt has at most: those that it was agreed by may be far from those that decided it. Without a place in the
   * log there may be more.
   */
  runs: number;
  runsUnlogged: number;
  /** What its slip is signed for; undefined if this is not a possible order. */
  slipBytes(order: O, headHash: string): Uint8Array<ArrayBuffer> | undefined;
  /** Whether it is void because prices were given up: its receipt must show that. */
  isGivenUp(order: O): boolean;
  /** Whether its owner ended it, and not the tape. */
  isOwnersEnd(order: O): boolean;
  /** As what its entry in the log names it; undefined for contracts, which were there first. */
  loggedAs(order: O): LoggedProduct | undefined;
  /** The log entry that its owner's end must have; undefined if the tape ended it, or if its terms do not ask for one. */
  endEntry(order: O, slip: Uint8Array): Entry | undefined;
  /** The last slot that may be known when that entry is logged, counted from its tick. */
  endLoggedWithin: number;
  /** For how many slots after the tick that decided it an order may come into the log: more than none where that tick follows at once. */
  lingers: number;
  /** How many slots after its acceptance an order can end at the earliest. */
  shortestLife: number;
  /** From where on the tape is looked at for its end. */
  dueSlot(order: O): number;
  /** What the generators of days say against an order, by day; undefined if nothing, or if its day is not among them. */
  faultByGenerator?(order: O, generators: ReadonlyMap<number, number>): Check | undefined;
  /** Each check of its own in the order of the story, and what came out; undefined where the ticks do not decide it. */
  recompute(evidence: Evidence<O>): { checks: Check[]; found: Findings | undefined };
};

export const failed = (name: CheckName, differs: Difference): Check => ({ name, ok: false, differs });
export const passed = (name: CheckName): Check => ({ name, ok: true });
export const same = (name: CheckName, field: Difference['field'], given: string, wanted: string | undefined): Check =>
  given === wanted ? passed(name) : failed(name, { field, given, wanted: wanted ?? '' });

type Shown = { slot: number; price: string } | null;
/** A tick as differences name it. */
export const spell = (tick: Shown | undefined) => (tick ? `${tick.price} @${tick.slot}` : '–');
/** A tick of the tape as orders show it. */
export const shownAs = (symbol: string, tick: { slot: number; price: bigint } | undefined): Shown =>
  tick ? { slot: tick.slot, price: formatPrice(tick.price, coinBySymbol(symbol)!.decimals) } : null;
