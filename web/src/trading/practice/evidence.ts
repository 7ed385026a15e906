import type { Output } from '@glasshouse/protocol/endpoint';
import type { proveTicks, showTape } from '@glasshouse/protocol/market/calls';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { slotsPerDay } from '@glasshouse/protocol/market/tape';
import type { Unsigned } from '@glasshouse/protocol/orders/product';
import { misfitOfRuns } from '@glasshouse/protocol/orders/receipt-form';
import type { OrderBase } from '@glasshouse/protocol/orders/shapes';
import type { Span } from '@glasshouse/protocol/orders/tape-rule';
import type { QueryClient } from '@tanstack/react-query';
import { call, Refused } from '../../lib/call.ts';
import { tapeQuery } from '../../lib/tape.ts';

/** How the public tape settles the orders of a product. */
export type Decision<O extends OrderBase, E extends Unsigned<O>> = {
  /** The slots whose ticks settle an order. */
  slots: (order: O) => number[];
  gapIn: (order: O, givenUp: readonly Span[]) => Span | undefined;
  /** Adds the product's name, as receipts do. */
  named: (evidence: Unsigned<O>) => E;
  /** The settled order; `undefined` if the tape doesn't settle it. */
  ended: (evidence: E) => O | undefined;
};

/**
 * The public proof of the ticks around some slots. `undefined` until the last of them is sealed, and after they have
 * left the tape.
 */
export async function proofOf(symbol: string, slots: number[]): Promise<TapeRun[] | undefined> {
  try {
    const { runs } = await call<typeof proveTicks>('POST', '/index/market/proof', { symbol, slots });
    return misfitOfRuns(runs) === undefined ? runs : undefined;
  } catch (error) {
    if (error instanceof Refused && error.reason === 'not_found') return undefined;
    throw error;
  }
}

/**
 * Collects the public evidence that settles an order. `waits`: the tape doesn't have it yet. `gone`: the tape no longer
 * has it, a day after the end.
 */
export async function readEvidence<O extends OrderBase, E extends Unsigned<O>>(
  decision: Decision<O, E>,
  order: O,
  queries: QueryClient,
): Promise<E | 'waits' | 'gone'> {
  const runs = await proofOf(order.symbol, decision.slots(order));
  const evidence = runs && evidenceOf(decision, order, runs, []);
  if (evidence && decision.ended(evidence)) return evidence;
  const tape = await queries.fetchQuery(tapeQuery);
  const withGap = runs && evidenceOf(decision, order, runs, tape.gaps);
  if (withGap?.gap && decision.ended(withGap)) return withGap;
  const newest = tape.checkpoints[0]?.slot ?? 0;
  return newest > order.dueSlot + slotsPerDay ? 'gone' : 'waits';
}

/** The head's hash is taken from the proof, because there is no slip that names it. */
export function evidenceOf<O extends OrderBase, E extends Unsigned<O>>(
  { gapIn, named }: Decision<O, E>,
  order: O,
  runs: TapeRun[],
  gaps: Output<typeof showTape>['gaps'],
): E {
  const headHash = runs[0]?.ticks.find(({ slot }) => slot === order.headSlot)?.hash ?? '';
  const givenUp = gaps.filter(
    ({ reason, symbol }) => reason === 'given_up' && (symbol ?? order.symbol) === order.symbol,
  );
  const gap = gapIn(
    order,
    givenUp.map(({ firstSlot, lastSlot }) => ({ first: firstSlot, last: lastSlot })),
  );
  return named({ order, headHash, runs, gap });
}
