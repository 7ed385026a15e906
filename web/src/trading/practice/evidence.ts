import type { Order } from '@glasshouse/protocol/contracts/calls';
import { settledBy } from '@glasshouse/protocol/contracts/product';
import { decidedAt, gapIn, ruleOf } from '@glasshouse/protocol/contracts/settle';
import type { Output } from '@glasshouse/protocol/endpoint';
import type { proveTicks, showTape } from '@glasshouse/protocol/market/calls';
import { coinBySymbol } from '@glasshouse/protocol/market/coins';
import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { msOf, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { formatUsdt } from '@glasshouse/protocol/money';
import { shownAs, type Unsigned } from '@glasshouse/protocol/orders/product';
import { misfitOfRuns } from '@glasshouse/protocol/orders/receipt-form';
import { firstIn } from '@glasshouse/protocol/orders/tape-rule';
import type { QueryClient } from '@tanstack/react-query';
import { call, Refused } from '../../lib/call.ts';
import { tapeQuery } from '../../lib/tape.ts';

export type PracticeEvidence = Unsigned<Order>;
type Tape = Pick<Output<typeof showTape>, 'gaps' | 'checkpoints'>;

/** The public proof of the ticks around some slots; undefined while the last of them is not sealed, or once they have left the tape. */
async function proofOf({ symbol }: Order, slots: number[]): Promise<TapeRun[] | undefined> {
  try {
    const { runs } = await call<typeof proveTicks>('POST', '/index/market/proof', { symbol, slots });
    return misfitOfRuns(runs) === undefined ? runs : undefined;
  } catch (error) {
    if (error instanceof Refused && error.reason === 'not_found') return undefined;
    throw error;
  }
}

/** The entry of an order, once its tick is sealed. */
export async function readEntry(order: Order): Promise<Order['entry']> {
  const [run] = (await proofOf(order, [order.headSlot, order.headSlot + 1])) ?? [];
  return run ? entryIn(order, run) : null;
}

export function entryIn(order: Order, { ticks, checkpoint }: TapeRun): Order['entry'] {
  const after = ticks.filter(({ slot }) => slot > order.headSlot);
  const prices = after.map(({ slot, price }) => ({ slot, price: BigInt(price) }));
  const entry = firstIn(prices, ruleOf(order.rule).entryIn(order), checkpoint.slot);
  return typeof entry === 'string' ? null : shownAs(order.symbol, entry);
}

/**
 * Everything that decides an order, from what anybody can ask for. `waits`: the tape does not tell yet; `gone`: it does not tell any more, a day
 * after the end.
 */
export async function readEvidence(order: Order, queries: QueryClient): Promise<PracticeEvidence | 'waits' | 'gone'> {
  const runs = await proofOf(order, [order.headSlot, order.dueSlot]);
  const evidence = runs && evidenceOf(order, runs, []);
  if (evidence && settledBy(evidence)) return evidence;
  const tape = await queries.fetchQuery(tapeQuery);
  const withGap = runs && evidenceOf(order, runs, tape.gaps);
  if (withGap?.gap && settledBy(withGap)) return withGap;
  const newest = tape.checkpoints[0]?.slot ?? 0;
  return newest > order.dueSlot + slotsPerDay ? 'gone' : 'waits';
}

/** The head's hash is what the proof says: no slip has named it. */
export function evidenceOf(order: Order, runs: TapeRun[], gaps: Tape['gaps']): PracticeEvidence {
  const headHash = runs[0]?.ticks.find(({ slot }) => slot === order.headSlot)?.hash ?? '';
  const givenUp = gaps.filter(
    ({ reason, symbol }) => reason === 'given_up' && (symbol ?? order.symbol) === order.symbol,
  );
  const gap = gapIn(
    order,
    givenUp.map(({ firstSlot, lastSlot }) => ({ first: firstSlot, last: lastSlot })),
  );
  return { order, headHash, runs, gap };
}

/** The order with what the rule makes of it; undefined where the tape does not decide it. */
export function endedBy(evidence: PracticeEvidence): Order | undefined {
  const { order, gap } = evidence;
  const settled = coinBySymbol(order.symbol) && settledBy(evidence);
  if (!settled) return undefined;
  const { outcome, payout, entry, exit } = settled;
  return {
    ...order,
    entry: shownAs(order.symbol, entry),
    exit: shownAs(order.symbol, exit),
    outcome,
    payout: formatUsdt(payout),
    settledAt: new Date(msOf(decidedAt(order, settled, gap))).toISOString(),
  };
}
