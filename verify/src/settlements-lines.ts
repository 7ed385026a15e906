import { dueSlot, gapIn, isComplete, isRule, type Settled, settle } from '@glasshouse/protocol/contracts/settle';
import { formatUsdt, parseUnits } from '@glasshouse/protocol/money';
import type { OptionOrder } from '@glasshouse/protocol/options/calls';
import { gapIn as gapAtEnd } from '@glasshouse/protocol/orders/one-tick';
import type { Evidence } from '@glasshouse/protocol/orders/product';
import { products } from '@glasshouse/protocol/orders/products';
import {
  type GivenUp,
  type OtherProduct,
  readOrderLine,
  readOtherOrderLine,
  type Settlement,
} from '@glasshouse/protocol/orders/settlements-file';
import { lateAfter } from '@glasshouse/protocol/orders/tape-rule';
import type { SpotOrder } from '@glasshouse/protocol/spot/calls';
import { sayWrong } from './receipt.ts';
import type { Tapes } from './tapes-kept.ts';
import type { Ticks } from './ticks-kept.ts';

// The lines of orders in a file of settlements, product by product: how they are read, and recomputed from the tape in it.

const maxHeld = 100; // slots: far more than any quote is held, so that no line makes the whole tape be read

type Fail = (why: string) => never;
type Placed = {
  name: string;
  symbol: string;
  rule: number;
  headSlot: number;
  dueSlot: number;
  outcome: string;
  /** What was given and what came of it, as far as it is USDT. */
  given: bigint;
  paid: bigint;
};
export type Line = Placed &
  (
    | { product: 'contract'; order: Settlement }
    | { product: 'option'; order: OptionOrder }
    | { product: 'spot'; order: SpotOrder }
  );

/** The order in a line; undefined if it is none of this product. */
export function readLine(product: OtherProduct | undefined, line: string): Line | undefined {
  if (product) return readOther(product, line);
  const order = readOrderLine(line);
  if (!order) return undefined;
  const { name, symbol, rule, headSlot, outcome, stake: given, payout: paid } = order;
  return {
    ...{ product: 'contract', order, name, symbol, rule, headSlot, dueSlot: dueSlot(order), outcome, given, paid },
  };
}

// What a receipt says beyond the line: nobody is to be found by it, and nothing is reckoned from it.
const unsaid = {
  id: '00000000-0000-7000-8000-000000000000',
  at: '1970-01-01T00:00:00.000Z',
  settledAt: '1970-01-01T00:00:00.000Z',
};
/** What an order has come to; all of it is null while it is open. */
const ends = { option: ['outcome', 'payout', 'exit', 'sale'], spot: ['outcome', 'received', 'exit'] } as const;
const asIfVoid = {
  option: { outcome: 'void', payout: '0.00' },
  spot: { outcome: 'void', received: '0.00' },
} as const;

function readOther(product: OtherProduct, line: string): Line | undefined {
  const read = readOtherOrderLine(line);
  if (!read) return undefined;
  const said = read.said as Record<string, unknown>;
  const isOpen = ends[product].every((field) => said[field] === null);
  const form = products[product].order;
  if (form({ ...said, ...unsaid, ...(isOpen && asIfVoid[product]) }) !== undefined) return undefined;
  const order = { ...said, ...unsaid } as unknown;
  return product === 'option' ? optionLine(read.name, order as OptionOrder) : spotLine(read.name, order as SpotOrder);
}

const usdt = (text: string | null) => (text === null ? 0n : parseUnits(text, 'USDT')!);
function optionLine(name: string, order: OptionOrder): Line {
  const { symbol, rule, headSlot, dueSlot: due, outcome, premium, payout } = order;
  const sums = { given: usdt(premium), paid: usdt(payout) };
  return {
    ...{ product: 'option', order, name, symbol, rule, headSlot, dueSlot: due, outcome: outcome ?? 'open', ...sums },
  };
}
function spotLine(name: string, order: SpotOrder): Line {
  const { symbol, rule, headSlot, side, outcome, given, received } = order;
  const due = products.spot.dueSlot(order);
  const sums =
    side === 'buy'
      ? { given: usdt(given), paid: outcome === 'void' ? usdt(given) : 0n }
      : { given: 0n, paid: usdt(received) };
  return {
    ...{ product: 'spot', order, name, symbol, rule, headSlot, dueSlot: due, outcome: outcome ?? 'open', ...sums },
  };
}

/** What is in the file to recompute orders from. `asOf` is the slot up to which all that was due must have ended; only version 3 has open orders. */
export type Ground = { tapes: Tapes; givenUp: readonly GivenUp[]; asOf: number | undefined };

/** Holds an order against the tape; fails where it comes to something else, or was due and is said to be open. */
export function recompute(line: Line, ground: Ground, fail: Fail): void {
  if (!isRule(line.rule)) fail(`rule ${line.rule} is unknown here`);
  const { symbol, headSlot, outcome, dueSlot: due } = line;
  const ticks = ground.tapes.at(symbol, headSlot, fail);
  if (!ticks.has(headSlot)) fail(`the head, slot ${headSlot}, is not on the tape`);
  if (outcome === 'open' && (ground.asOf === undefined || due <= ground.asOf))
    fail(`STILL OPEN: ${line.name} was due at slot ${due}, and the file is as of slot ${ground.asOf ?? due}`);
  if (line.product === 'contract') recomputeContract(line.order, ticks, ground.givenUp, fail);
  else recomputeOther(line, ground, fail);
}

function recomputeContract(order: Settlement, ticks: Ticks, givenUp: readonly GivenUp[], fail: Fail): void {
  const found = order.outcome === 'open' ? nothingYet : settledBy(order, ticks, givenUp, fail);
  const said = (each: { outcome: string; payout: bigint }, entry: number | undefined, exit: number | undefined) =>
    `${each.outcome}, ${formatUsdt(each.payout)} USDT, entry ${entry ?? '-'}, exit ${exit ?? '-'}`;
  const given = said(order, order.entrySlot, order.exitSlot);
  const wanted = said(found, found.entry?.slot, found.exit?.slot);
  if (given !== wanted) fail(`it says ${given}; recomputed ${wanted}`);
}
const nothingYet = { outcome: 'open', payout: 0n, entry: undefined, exit: undefined };

function settledBy(order: Settlement, ticks: Ticks, givenUp: readonly GivenUp[], fail: Fail): Settled {
  notInGap(gapIn(order, givenUp), ticks, fail);
  const settled = settle(order, ticks.firstFrom(order.headSlot + 1, dueSlot(order)), ticks.through(), givenUp);
  return settled && isComplete(order, settled, ticks.countIn) ? settled : fail('the tape in this file does not tell');
}

function notInGap(gap: { first: number; last: number } | undefined, ticks: Ticks, fail: Fail): void {
  if (gap && ticks.countIn(gap) > 0)
    fail(`a slot from ${gap.first} to ${gap.last} has a price, though they were given up`);
}

/** By the product's own check, as that of its receipts, with the ticks that a receipt would have. Of an open one only what it was agreed by can be said. */
function recomputeOther(line: Exclude<Line, { product: 'contract' }>, ground: Ground, fail: Fail): void {
  const { product, order, symbol, rule, dueSlot: due } = line;
  const sale = line.product === 'option' ? line.order.sale : null;
  const gap = sale ? undefined : gapAtEnd({ rule, dueSlot: due }, ground.givenUp);
  notInGap(gap, ground.tapes.at(symbol, due, fail), fail);
  const evidence: Evidence = {
    ...{ order, headHash: '', postings: [], runs: runsOf(line, ground.tapes, fail) },
    ...(gap && { gap: { first: gap.first, last: gap.last } }),
  };
  const { checks } = products[product].recompute(evidence);
  const wrong = checks.find(({ name, ok }) => !ok && (line.outcome !== 'open' || name === 'quote'));
  if (wrong) fail(sayWrong(wrong, product).trim());
}

function runsOf(line: Exclude<Line, { product: 'contract' }>, tapes: Tapes, fail: Fail): Evidence['runs'] {
  const { symbol, headSlot, dueSlot: due } = line;
  const around = (first: number, last: number) => {
    const run = tapes.at(symbol, first, fail).runAround({ first, last });
    return run.ticks.length > 0 ? run : fail('the tape in this file does not tell');
  };
  if (line.product === 'spot') return [around(headSlot, due + lateAfter)];
  const { quote, sale } = line.order;
  const bought = around(Math.max(quote.slot, headSlot - maxHeld), headSlot + 1);
  return [bought, sale ? around(sale.slot, sale.slot) : around(due, due + lateAfter)];
}
