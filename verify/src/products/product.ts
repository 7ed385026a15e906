import type { CheckName } from '@glasshouse/protocol/orders/product';
import type { ProductName } from '@glasshouse/protocol/orders/product-names';
import type { AnyReceipt } from '@glasshouse/protocol/orders/products';
import type { GivenUp, OtherProduct, Settlement } from '@glasshouse/protocol/orders/settlements-file';
import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { LoggedProduct } from '@glasshouse/protocol/publiclog/entries';
import type { Tapes } from '../collected-tapes.ts';
import type { Ticks } from '../collected-ticks.ts';
import type { OrdersEntry } from '../log-orders.ts';
import type { Stretches } from '../volatility.ts';

export type Fail = (why: string) => never;

/** The order of a receipt that names its product: a settlements file shows it as its receipt does. */
export type NamedOrder = Extract<AnyReceipt, { product: OtherProduct }>['order'];
type LineOrder = Settlement | NamedOrder;
/** An order in a settlements file. */
export type Line<O extends LineOrder = LineOrder> = {
  product: ProductName;
  order: O;
  name: string;
  symbol: string;
  rule: number;
  headSlot: number;
  dueSlot: number;
  outcome: string;
  /** The amounts given and received, if they are in USDT. */
  given: bigint;
  paid: bigint;
};

/**
 * The parts of a settlements file that decide its orders. Only version 3 has open orders. All orders due by `asOf` must
 * have ended.
 */
export type Ground = { tapes: Tapes; givenUp: readonly GivenUp[]; asOf: number | undefined };

/** A sale by the owner of an order. */
export type Sale = { slot: number; volatility: number; amount: bigint };

/**
 * The product-specific part of the verifier. `registry.ts` lists all products. `L` is an order in a settlements file,
 * `R` an order in a receipt.
 */
export type VerifiedProduct<L extends LineOrder = LineOrder, R = AnyReceipt['order']> = {
  /** The name of its orders in the summary of a settlements file. */
  plural: string;
  /** The outcomes of ended orders, in the order of the summary. */
  outcomes: readonly string[];
  /** Its names in the public log; undefined for contracts. */
  loggedAs: readonly (LoggedProduct | undefined)[];
  /** Sentences about failed checks that differ from those of contracts. */
  meanings: Partial<Record<CheckName, string>>;
  /** The terms and the result of an order, in one line. */
  sayOrder(order: R): string;
  /** One line for each volatility that the order was priced with; throws if the tick files say otherwise. */
  volatilityLines?(name: string, order: R, stretches: Stretches | undefined): string[];

  /** Parses a line of a settlements file. Returns undefined if the line is not an order of this product. */
  readLine(text: string): Line<L> | undefined;
  /** Recomputes an order from the tape in the file and fails if the result differs. */
  recompute(line: Line<L>, ground: Ground, fail: Fail): void;
  /** The logged settings that the terms of its orders must match. */
  agreedBy: 'terms' | 'spreads';
  /** The logged version that the order matches, among those in force. */
  offeredTo(line: Line<L>, entry: OrdersEntry): { version: number; place: number } | undefined;
  sayAgreed(order: L): string;
  /** Why the order can't be in a log entry of that product. Undefined if it can. */
  misfitOfEntry?(order: L, loggedAs: LoggedProduct | undefined): string | undefined;
  /** Fails if the order was not priced with the model required by the generator of its day. */
  fitsItsDay?(line: Line<L>, entry: OrdersEntry, fail: Fail): Promise<void>;
  /**
   * Whether the log must contain the sale of the order, and the sale if there was one. Only for products that owners
   * can sell back.
   */
  ownersSale?(order: L): { isLogged: boolean; sale: Sale | undefined };
};

/** Fails if slots that were given up have prices. */
export function notInGap(gap: Span | undefined, ticks: Ticks, fail: Fail): void {
  if (gap && ticks.countIn(gap) > 0)
    fail(`a slot from ${gap.first} to ${gap.last} has a price, though they were given up`);
}
