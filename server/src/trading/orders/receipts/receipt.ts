import type { TapeRun } from '@glasshouse/protocol/market/proof';
import { type Currency, formatUnits } from '@glasshouse/protocol/money';
import { productOf } from '@glasshouse/protocol/orders/products';
import { receiptNote } from '@glasshouse/protocol/orders/receipt-form';
import { daysBetween } from '@glasshouse/protocol/orders/receipt-seed';
import type { LogPart, Posting, receiptErrors, SeedDay, Slip } from '@glasshouse/protocol/orders/shapes';
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
const secondsInLine = 20; // until some of the requests that wait for old ticks are done

/** The parts that a product provides for its receipts. */
export type ReceiptStrategy<Row extends OrderRow, Order, Says = unknown> = {
  product: Product<Row>;
  /** The product that its receipts name. Contracts came first, and their receipts name none. */
  says: Says;
  show: (row: Row) => Order;
  /** Whether its owner ended it instead of the tape. */
  isOwnersEnd?: (row: Row) => boolean;
  /** The log entry that its owner's end must have; undefined where its terms don't require one. */
  endEntry?: (tx: Tx, row: Row) => Promise<bigint | undefined>;
  /** The given-up slots that made an order void. */
  gapIn: (row: Row, givenUp: readonly Span[]) => Span | undefined;
  /** The slot that decided it. */
  decidedSlot: (row: Row, gap: Span | undefined) => number;
  /** The ticks by which it was agreed and decided; the first span has its head. */
  spans: (row: Row, gap: Span | undefined) => readonly Span[];
  /** The slots for which seed evidence is shown once their days are revealed. */
  seededSpan: (row: Row, gap: Span | undefined) => Span | undefined;
  /** The postings it made: which kinds, in which account and currency. */
  lines: (row: Row) => readonly { kind: Booked['kind']; account: bigint; currency: Currency }[];
  /** Whether its orders can move other currencies than USDT. Then every line names its currency, even if it is USDT. */
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
  drawn?: SeedDay[];
};
type Answer<T> = Promise<Result<T, (typeof receiptErrors)[number]>>;

/**
 * An ended order with everything needed to recompute it, so that nothing has to be trusted. Regenerating old ticks uses
 * the queue place of the reader: the owner, unless `reader` names another.
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
  // The order is from before the public log, the site has no log, or the app is too old to read such receipts.
  if (form < 2 || !accepted || (await step(logKeys)).length === 0)
    // Only the log can prove given-up slots.
    return gap ? err('not_logged') : ok({ ...receipt, version: 1 });
  const days = await madeFrom(step, reader, row, proven.seededSpan(row, gap));
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
 * The seeds and rounds that its ticks were generated from, once all days of an order are revealed. Left out while the
 * queue is long, because a receipt is valid without them. A tape with gaps has an outside source, and given-up slots
 * were never generated.
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

/** The same without the slip, for operators. Their process has no signing key, so it can't restore what was signed. */
export async function showEvidence<Row extends OrderRow, Order, Says extends object>(
  step: Steps['step'],
  proven: ReceiptStrategy<Row, Order, Says>,
  named: OrderKey,
): Answer<Evidence<Order> & Says> {
  const found = await find(step, proven, named, ownReader(named));
  return found.ok ? ok(found.value.evidence) : found;
}

/**
 * Runs in steps, because ticks that have left the tape are regenerated in between, and no connection is held for that.
 */
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

/** The given-up slots within the time of an order. */
const gapOf = async <Row extends OrderRow>(tx: Tx, { gapIn }: ReceiptStrategy<Row, unknown>, row: Row) =>
  row.exit_slot === null
    ? gapIn(row, await givenUpBetween(tx, Number(row.head_slot), Number(row.due_slot)))
    : undefined;

/** The postings of the order in the user's wallets. */
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
