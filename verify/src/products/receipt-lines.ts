import { gapIn } from '@glasshouse/protocol/orders/one-tick';
import type { CheckName, Evidence } from '@glasshouse/protocol/orders/product';
import { products } from '@glasshouse/protocol/orders/products';
import { type OtherProduct, readOtherOrderLine } from '@glasshouse/protocol/orders/settlements-file';
import { failureText } from '../check-words.ts';
import type { Tapes } from '../collected-tapes.ts';
import type { OrdersEntry } from '../log-orders.ts';
import type { SpreadProduct } from '../log-terms.ts';
import { type Fail, type Ground, type Line, type NamedOrder, notInGap } from './product.ts';

// Lines of a settlements file that contain orders in the form of their receipts: all products except contracts.

type Run = Evidence['runs'][number];

// Receipt fields that lines do not contain. They would identify the owner, and results do not depend on them.
const unsaid = {
  id: '00000000-0000-7000-8000-000000000000',
  at: '1970-01-01T00:00:00.000Z',
  settledAt: '1970-01-01T00:00:00.000Z',
};

/**
 * Parses the order and its name in a line. Returns undefined if the line is not such an order. All result fields of an
 * open order are null, so `asVoid` is checked in its place.
 */
export function readOrder<O>(
  product: OtherProduct,
  line: string,
  { ends, asVoid }: { ends: readonly string[]; asVoid: object },
): { name: string; order: O } | undefined {
  const read = readOtherOrderLine(line);
  if (!read) return undefined;
  const said = read.said as Record<string, unknown>;
  const isOpen = ends.every((field) => said[field] === null);
  if (products[product].order({ ...said, ...unsaid, ...(isOpen && asVoid) }) !== undefined) return undefined;
  return { name: read.name, order: { ...said, ...unsaid } as O };
}

type OtherLine = Line<NamedOrder>;
type SpreadLine = { order: { spreadBp: number }; rule: number };
type Recomputing = { ground: Ground; meanings: Partial<Record<CheckName, string>>; runs: () => Run[]; fail: Fail };

/**
 * Recomputes an order with the checks of its receipts and the ticks that a receipt would have. Of an open order only
 * the quote can be checked.
 */
export function recomputeAsReceipt(line: OtherLine, { ground, meanings, runs, fail }: Recomputing): void {
  const { order, symbol, rule, dueSlot } = line;
  const product = products[line.product];
  const gap = product.isOwnersEnd(order) ? undefined : gapIn({ rule, dueSlot }, ground.givenUp);
  notInGap(gap, ground.tapes.at(symbol, dueSlot, fail), fail);
  const evidence: Evidence = {
    ...{ order, headHash: '', postings: [], runs: runs() },
    ...(gap && { gap: { first: gap.first, last: gap.last } }),
  };
  const { checks } = product.recompute(evidence);
  const wrong = checks.find(({ name, ok }) => !ok && (line.outcome !== 'open' || name === 'quote'));
  if (wrong) fail(failureText(wrong, meanings).trim());
}

/** The ticks of a coin from one slot to another. */
export function runAround(tapes: Tapes, symbol: string, first: number, last: number, fail: Fail): Run {
  const run = tapes.at(symbol, first, fail).runAround({ first, last });
  return run.ticks.length > 0 ? run : fail('the tape in this file does not tell');
}

/** The logged spread that an order matches. */
export const spreadOffered = (product: SpreadProduct, { order, rule }: SpreadLine, { terms, spreads }: OrdersEntry) =>
  terms.some((each) => each.rule === rule) ? spreads.find((each) => each[product] === order.spreadBp) : undefined;

export const saySpread = ({ spreadBp }: { spreadBp: number }): string => `a spread of ${spreadBp / 100} %`;
