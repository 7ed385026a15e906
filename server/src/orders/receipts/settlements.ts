import { toHex } from '@glasshouse/protocol/bytes';
import { lateAfter } from '@glasshouse/protocol/contracts/settle';
import { coinById } from '@glasshouse/protocol/market/coins';
import { slotMs } from '@glasshouse/protocol/market/tape';
import * as file from '@glasshouse/protocol/orders/settlements-file';
import { givenUpBetween, heardText, readSealed } from '../../market/market.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { sha } from '../../platform/signer.ts';
import { logKeys, placeGivenUp } from '../../publiclog/publiclog.ts';
import { settledThrough } from '../orders-sql.ts';
import type { Placed, Product } from '../product.ts';
import { headMayDiffer } from '../since.ts';
import * as table from './settlements-sql.ts';

type Write = (text: string) => Promise<void>;
const page = 5000;

/** What a product brings to be written down with all that was settled. */
export type Exported<Row extends Placed> = {
  product: Product<Row>;
  /** Slots from a head to where its order is due, at most. */
  longest: number;
  /** The line of an order; only somebody with the slip can make the hash that names it, and it tells nobody else whose order it was. */
  line: (row: Row, name: string) => string;
};

/**
 * Writes all settlements of orders accepted in a span of slots, without names, together with the ticks that decided them: what anybody needs to
 * recompute them. They come as they are in the public log, so that by its counts none can be left out. Stops before the first slot with
 * an order that has not ended or is not in the log yet. Returns how many there are, and up to which slot.
 */
export const exportSettlements = <Row extends Placed>(
  db: Db,
  of: Exported<Row>,
  span: { first: number; last: number },
  write: Write,
): Promise<{ count: number; through: number }> =>
  // All of it as of one moment, whatever is settled meanwhile.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Whatever is still being opened has a head after the slot that is settled, and is accepted at most so much before its head.
      const known = {
        first: span.first,
        last: Math.min(span.last, (await settledThrough(tx, of.product)) - headMayDiffer / slotMs),
      };
      const unready = await table.firstUnready(tx, of, known);
      const through = unready === undefined ? known.last : unready - 1;
      const settled = { first: span.first, last: through };
      await write(file.headLines(span.first, through, 2));
      const traded = await table.tradedIn(tx, of, settled);
      for (const each of traded) await writeTicks(tx, each, write);
      await writeGivenUp(tx, traded, write);
      await write(file.ordersLine);
      const count = await writeOrders(tx, of, settled, write);
      await write(file.endLine(count));
      return { count, through };
    });

async function writeTicks(tx: Tx, { symbol, head, due }: table.Traded, write: Write): Promise<void> {
  const coin = coinById(symbol)!;
  // No rule looks further than this for an exit.
  const span = { first: Number(head), last: Number(due) + lateAfter };
  let began = false;
  const sealed = await readSealed(tx, symbol, span, (before) => async (ticks) => {
    const lines = ticks.map((tick) => file.tickLine(tick.slot, tick.price, heardText(tick)));
    await write((began ? '' : file.tapeLine(coin.symbol, before)) + lines.join(''));
    began = true;
  });
  if (sealed === 'unsealed') throw new Error(`the newest ticks of ${coin.symbol} are not sealed yet: try again`);
  if (sealed === 'gone') throw new Error(`ticks of ${coin.symbol} have left the tape`);
  await write(file.sealLine({ path: sealed.path, checkpoint: sealed.checkpoint }));
}

/** What was given up of the time of these orders, each where the log says so. */
async function writeGivenUp(tx: Tx, traded: readonly table.Traded[], write: Write): Promise<void> {
  if (traded.length === 0) return;
  const first = Math.min(...traded.map(({ head }) => Number(head)));
  const last = Math.max(...traded.map(({ due }) => Number(due)));
  for (const gap of await givenUpBetween(tx, first, last)) {
    const place = await placeGivenUp(tx, gap.first);
    if (place === undefined && (await logKeys(tx)).length === 0)
      throw new Error(
        'a day was given up in this time, and without a public log nothing shows that: leave the time out',
      );
    if (place === undefined) throw new Error('what was given up is not in the public log yet: try again');
    await write(file.givenUpLine({ ...gap, place }));
  }
}

async function writeOrders<Row extends Placed>(
  tx: Tx,
  of: Exported<Row>,
  span: table.Span,
  write: Write,
): Promise<number> {
  let count = 0;
  let place: bigint | null = null;
  const unlogged = await table.countUnlogged(tx, of, span);
  if (unlogged > 0) await write(file.unloggedLine(unlogged));
  await table.openSettled(tx, of, span);
  for (;;) {
    const rows = await table.nextSettled<Row>(tx, page);
    const lines = rows.map((row) => {
      const begins = row.place !== null && row.place !== place;
      place = row.place;
      return (begins ? file.entryLine(entryOf(row)) : '') + of.line(row, nameOf(of.product, row));
    });
    await write(lines.join(''));
    count += rows.length;
    if (rows.length < page) return count;
  }
}

const entryOf = ({ place, accepted, together }: table.SettledRow<Placed>): file.LoggedOrders => ({
  ...{ place: Number(place), slot: Number(accepted), count: together! },
});

const nameOf = <Row extends Placed>({ slipBytes }: Product<Row>, row: table.SettledRow<Row>): string =>
  toHex(sha(slipBytes(row, toHex(row.head_hash))));
