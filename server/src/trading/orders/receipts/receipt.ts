import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import { productOf } from '@glasshouse/protocol/orders/products';
import { daysBetween } from '@glasshouse/protocol/orders/receipt-drawn';
import { receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import type { DrawnDay, LogPart, Posting, receiptErrors, Slip } from '@glasshouse/protocol/orders/shapes';
import { isRule, type Span, waitsForAll } from '@glasshouse/protocol/orders/tape-rule';
import { givenUpBetween, type SeedEvidence, sealedRun, seedEvidenceOf } from '#evidence/market/market.ts';
import { logKeys } from '#evidence/publiclog/publiclog.ts';
import { type Posting as Booked, linesOfFact, ownerOf } from '#money/ledger/ledger.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Steps } from '#platform/http/http.ts';
import { err, ok, type Result, waitFor } from '#platform/http/result.ts';
import type { Signer } from '#platform/security/signer.ts';
import { signAgain } from '../opening/slips.ts';
import { storedOf } from '../orders-sql.ts';
import type { OrderKey, OrderRow, Product } from '../product.ts';
import { placeOf } from './place.ts';

const ownReader = ({ account }: OrderKey) => String(ownerOf(account));
const secondsInLine = 20; // until some of those who wait for old ticks have theirs

/** What a product brings for its receipts. */
export type ReceiptStrategy<Row extends OrderRow, Order, Says = unknown> = {
  product: Product<Row>;
  /** Which product its receipts say that they are of; contracts came first, and theirs say nothing. */
  says: Says;
  show: (row: Row) => Order;
  /** Whether its owner ended it, and not the tape. */
  isOwnersEnd?: (row: Row) => boolean;
  /** The log entry that its owner's end must have; undefined where its terms do not ask for one. */
  endEntry?: (tx: Tx, row: Row) => Promise<bigint | undefined>;
  /** What was given up of the time of an order that is void by it. */
  gapIn: (row: Row, givenUp: readonly Span[]) => Span | undefined;
  /** The slot that decided it. */
  decidedSlot: (row: Row, gap: Span | undefined) => number;
  /** The ticks that it was agreed and decided by, its head in the first. */
  spans: (row: Row, gap: Span | undefined) => readonly Span[];
  /** The slots whose making is shown once their days are revealed. */
  drawnIn: (row: Row, gap: Span | undefined) => Span | undefined;
  /** What it moved in the books: which kinds of lines, in which account and currency. */
  lines: (row: Row) => readonly { kind: Booked['kind']; account: bigint; currency: Currency }[];
  /** Whether its orders move more than USDT: then each line says what it is in, of those too that moved USDT alone. */
  namesCurrency?: boolean;
};

type Evidence<Order> = {
  order: Order;
  headHash: string;
  runs: TapeRun[];
  postings: Posting[];
  gap?: Span;
};
type Receipt<Order> = Evidence<Order> & {
  kind: 'glasshouse-receipt';
  note: string;
  version: 1 | 2;
  slip: Slip;
  log?: LogPart;
  drawn?: DrawnDay[];
};
type Answer<T> = Promise<Result<T, (typeof receiptErrors)[number]>>;

/**
 * An ended order with everything that is needed to recompute it, and nothing that has to be believed. Old ticks are made again in the turn of
 * whoever reads it: its owner, unless `reader` says who else.
 */
export async function showReceipt<Row extends OrderRow, Order, Says extends object>(
  step: Steps['step'],
  signer: Signer,
  proven: ReceiptStrategy<Row, Order, Says>,
  named: OrderKey,
  form: number,
  reader = ownReader(named),
): Answer<Receipt<Order> & Says> {
  const found = await find(step, proven, named, reader);
  if (!found.ok) return found;
  const { row, evidence } = found.value;
  const again = await step((tx) => signAgain(tx, signer, proven.product, row, evidence.headHash));
  if (typeof again === 'string') return err(again === 'gone' ? 'tape_gone' : 'not_logged');
  const { slip, accepted } = again;
  const receipt = { kind: 'glasshouse-receipt' as const, note: receiptNote, ...evidence, slip };
  const { gap } = evidence;
  // An order from before there was a log, or on a site that writes none; or an app that was loaded before there were such receipts.
  if (form < 2 || !accepted || (await step(logKeys)).length === 0)
    // What was given up is shown by the log alone.
    return gap ? err('not_logged') : ok({ ...receipt, version: 1 });
  const days = await madeFrom(step, reader, row, proven.drawnIn(row, gap));
  const { lingers, endLoggedWithin: within } = productOf(evidence);
  const placed = await step(async (tx) => {
    const entry = await proven.endEntry?.(tx, row);
    const end = entry === undefined ? undefined : { entry, within };
    const decided = proven.isOwnersEnd?.(row) && !end ? undefined : proven.decidedSlot(row, gap);
    return placeOf(tx, accepted, { decided, end, lingers, runs: evidence.runs, gap, days });
  });
  return placed ? ok({ ...receipt, version: 2, ...placed }) : err('not_logged');
}

/**
 * What its ticks were made from, once all days of an order are revealed; not while many wait for that, because a receipt is one without it too. A tape
 * with gaps comes from elsewhere, and what was given up was never made.
 */
async function madeFrom(
  step: Steps['step'],
  reader: string,
  row: OrderRow,
  span: Span | undefined,
): Promise<SeedEvidence[] | undefined> {
  if (!span || !waitsForAll(row.rule)) return undefined;
  const days: SeedEvidence[] = [];
  for (const { first, last } of daysBetween(span.first, span.last)) {
    const day = await seedEvidenceOf(step, reader, { symbol: row.symbol, first, last });
    if (!day || day === 'busy') return undefined;
    days.push(day);
  }
  return days;
}

/** The same without the slip, for operators: their process does not sign orders, so it cannot say what was signed. */
export async function showEvidence<Row extends OrderRow, Order, Says extends object>(
  step: Steps['step'],
  proven: ReceiptStrategy<Row, Order, Says>,
  named: OrderKey,
): Answer<Evidence<Order> & Says> {
  const found = await find(step, proven, named, ownReader(named));
  return found.ok ? ok(found.value.evidence) : found;
}

/** In steps: ticks that have left the tape are made again meanwhile, and no connection is held for that. */
async function find<Row extends OrderRow, Order, Says extends object>(
  step: Steps['step'],
  proven: ReceiptStrategy<Row, Order, Says>,
  named: OrderKey,
  reader: string,
): Answer<{ row: Row; evidence: Evidence<Order> & Says }> {
  const [row] = await step((tx) => storedOf(tx, proven.product, [named]));
  if (!row) return err('not_found');
  if (row.result === null) return err('not_ended');
  if (!isRule(row.rule)) return err('rule_unknown');
  const gap = await step((tx) => gapOf(tx, proven, row));
  const runs: TapeRun[] = [];
  for (const span of proven.spans(row, gap)) {
    const run = await sealedRun(step, reader, row.symbol, span);
    if (run === 'unsealed') return err('not_sealed');
    if (run === 'busy') return waitFor(secondsInLine);
    if (run === 'gone') return err('tape_gone');
    runs.push(run);
  }
  const headHash = runs[0]?.ticks.find(({ slot }) => slot === Number(row.head_slot))?.hash;
  if (headHash === undefined) return err('tape_gone');
  const postings = await step((tx) => postingsOf(tx, row, proven));
  const evidence = { ...proven.says, order: proven.show(row), headHash, runs, postings, ...(gap && { gap }) };
  return ok({ row, evidence });
}

/** What was given up of the time of an order. */
const gapOf = async <Row extends OrderRow>(tx: Tx, { gapIn }: ReceiptStrategy<Row, unknown>, row: Row) =>
  row.exit_slot === null
    ? gapIn(row, await givenUpBetween(tx, Number(row.head_slot), Number(row.due_slot)))
    : undefined;

/** What the order moved in the user's wallets. */
async function postingsOf<Row extends OrderRow>(
  tx: Tx,
  row: Row,
  { lines, namesCurrency = false }: ReceiptStrategy<Row, unknown>,
): Promise<Posting[]> {
  const postings: Posting[] = [];
  for (const { kind, account, currency } of lines(row)) {
    for (const { at, amount } of await linesOfFact(tx, [account], kind, row.id))
      postings.push({
        at: at.toISOString(),
        kind,
        amount: formatUnits(amount, currency),
        ...(namesCurrency && { currency }),
      });
  }
  return postings;
}
