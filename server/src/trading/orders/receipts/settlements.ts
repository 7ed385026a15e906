import { toHex } from '@glasshouse/protocol/bytes';
import { coinById } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import { givenUpBetween, provenMessageOf, readSealed } from '#evidence/market/market.ts';
import { logKeys, placeGivenUp } from '#evidence/publiclog/publiclog.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { sha } from '#platform/security/signer.ts';
import { headMayDiffer } from '../opening/decide.ts';
import { settledThrough } from '../orders-sql.ts';
import type { OrderRow, Product } from '../product.ts';
import * as table from './settlements-sql.ts';

type Write = (text: string) => Promise<void>;
const page = 5000;

/** The parts that a product provides for exporting its settled orders. */
export type Exported<Row extends OrderRow> = {
  product: Product<Row>;
  /** How its entries name the product; those of contracts don't. */
  says?: file.OtherProduct;
  /** The maximum number of slots from a head to where its order is due. */
  longest: number;
  /** Whether all ticks from the head to the end matter, or only those around both. */
  whole: boolean;
  /**
   * The line of an order, ended or open. Only the holder of the slip can compute the hash that names it, so the hash
   * reveals nothing to others.
   */
  line: (row: Row, name: string) => string;
};
// biome-ignore lint/suspicious/noExplicitAny: what is in a row is each product's own affair; nobody else looks into it.
type AnyExported = Exported<any>;

/**
 * Writes all orders of these products that were accepted in a span of slots, without names, with the ticks that decided
 * them: everything needed to recompute them. They are in the order of the public log, whose counts show whether one was
 * left out. Stops before the first slot with an order that is not in the log yet. Orders that were not due at the slot
 * up to which all products are settled are written as open. Returns the number of orders and the last slot.
 */
export const exportSettlements = (
  db: Db,
  all: readonly AnyExported[],
  span: { first: number; last: number },
  write: Write,
): Promise<{ count: number; through: number }> =>
  // Reads one snapshot, so that settling at the same time changes nothing.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const asOf = await settledByAll(tx, all);
      // Orders that are still being opened have a head after the settled slot, and are accepted at most this long
      // before their head.
      const known = { first: span.first, last: Math.min(span.last, asOf - headMayDiffer / slotMs) };
      const through = await loggedThrough(tx, all, known);
      const logged = { first: span.first, last: through };
      await write(file.headLinesAsOf(span.first, Math.max(through, 0), asOf));
      const pieces = await table.piecesFor(tx, all, logged, asOf);
      for (const piece of pieces) await writeTicks(tx, piece, write);
      const longest = Math.max(...all.map((of) => of.longest));
      await writeGivenUp(tx, pieces, Math.min(asOf, through + longest), write);
      await write(file.ordersLine);
      const count = await writeOrders(tx, all, { ...logged, asOf }, write);
      await write(file.endLine(count));
      return { count, through };
    });

async function settledByAll(tx: Tx, all: readonly AnyExported[]): Promise<number> {
  const slots: number[] = [];
  for (const { product } of all) slots.push(await settledThrough(tx, product));
  return Math.min(...slots);
}

/** The last slot up to which all orders are in the log. */
async function loggedThrough(tx: Tx, all: readonly AnyExported[], known: table.Span): Promise<number> {
  let through = known.last;
  for (const of of all) through = Math.min(through, ((await table.firstUnlogged(tx, of, known)) ?? through + 1) - 1);
  return through;
}

async function writeTicks(tx: Tx, { symbol, ...span }: table.Piece, write: Write): Promise<void> {
  const coin = coinById(symbol)!;
  let began = false;
  const sealed = await readSealed(tx, symbol, span, (before) => async (ticks) => {
    const lines = ticks.map((tick) => file.tickLine(tick.slot, tick.price, provenMessageOf(tick)));
    await write((began ? '' : file.tapeLine(coin.symbol, before)) + lines.join(''));
    began = true;
  });
  if (sealed === 'unsealed') throw new Error(`the newest ticks of ${coin.symbol} are not sealed yet: try again`);
  if (sealed === 'gone') throw new Error(`ticks of ${coin.symbol} have left the tape`);
  await write(file.sealLine({ path: sealed.path, checkpoint: sealed.checkpoint }));
}

/** Writes the given-up slots in the time of these orders, each with its place in the log. */
async function writeGivenUp(tx: Tx, pieces: readonly table.Piece[], last: number, write: Write): Promise<void> {
  if (pieces.length === 0) return;
  const first = pieces.reduce((least, piece) => Math.min(least, piece.first), last);
  for (const gap of await givenUpBetween(tx, first, last)) {
    const place = await placeGivenUp(tx, gap.first);
    if (place === undefined && (await logKeys(tx)).length === 0)
      throw new Error(
        'slots in this time were given up, and without a public log nothing proves that: leave the time out',
      );
    if (place === undefined) throw new Error('the given-up slots are not in the public log yet: try again');
    await write(file.givenUpLine({ ...gap, place }));
  }
}

type Settled = table.SettledRow<OrderRow>;
type Walk = { of: AnyExported; rows: AsyncGenerator<Settled, undefined>; next: Settled | undefined };

/**
 * Merges the orders of all products by their places in the log. Orders from before the log come first, product by
 * product.
 */
async function writeOrders(
  tx: Tx,
  all: readonly AnyExported[],
  { asOf, ...span }: table.Span & { asOf: number },
  write: Write,
): Promise<number> {
  const walks: Walk[] = [];
  for (const of of all) {
    await table.openSettled(tx, of, span, asOf);
    const rows = rowsOf(tx, of);
    walks.push({ of, rows, next: (await rows.next()).value });
  }
  let [count, group, lines] = [0, '', ''];
  for (let walk = nextOf(walks); walk; walk = nextOf(walks)) {
    const { of, rows, next } = walk;
    const named = `${of.product.table} ${next!.place}`;
    if (named !== group) lines += await groupLine(tx, of, span, next!);
    group = named;
    lines += of.line(next!.over ? next! : { ...next!, ...open }, nameOf(of.product, next!));
    walk.next = (await rows.next()).value;
    if (++count % page > 0) continue;
    await write(lines);
    lines = '';
  }
  await write(lines);
  return count;
}
/** The result columns of an order that has not ended. */
const open = { result: null, exit_slot: null, exit_price: null, payout: null, settled_at: null };

async function* rowsOf(tx: Tx, of: AnyExported): AsyncGenerator<Settled, undefined> {
  for (;;) {
    const rows = await table.nextSettled<OrderRow>(tx, of, page);
    yield* rows;
    if (rows.length < page) return undefined;
  }
}

const placeIn = ({ next }: Walk) => Number(next!.place ?? -1);
const nextOf = (walks: readonly Walk[]): Walk | undefined =>
  walks
    .filter(({ next }) => next)
    .reduce<Walk | undefined>((least, walk) => (least && placeIn(least) <= placeIn(walk) ? least : walk), undefined);

/** The line before the orders of an entry, or before those that are in none. */
async function groupLine(tx: Tx, of: AnyExported, span: table.Span, row: Settled): Promise<string> {
  const { place, accepted, together } = row;
  if (place === null) return file.unloggedLine({ count: await table.countUnlogged(tx, of, span), product: of.says });
  return file.entryLine({ place: Number(place), slot: Number(accepted), count: together!, product: of.says });
}

const nameOf = ({ slipBytes }: AnyExported['product'], row: Settled): string =>
  toHex(sha(slipBytes(row, toHex(row.head_hash))));
