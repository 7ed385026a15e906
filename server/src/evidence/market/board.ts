import type { Quote } from '@glasshouse/protocol/market/calls';
import { type Coin, formatPrice } from '@glasshouse/protocol/market/coins';
import type { Db } from '#platform/database/db.ts';
import type { Slot } from './messages.ts';
import { percentChange, quoteOf } from './quotes.ts';
import { newestRun, type QuoteRow, quoteRows } from './sql.ts';

/**
 * All quotes as of the newest slot, kept in memory by following the tape. It can be read again from the database at any
 * time.
 */
export type QuoteBoard = {
  slot: number;
  source: string;
  rows: Map<number, QuoteRow>;
  coins: ReadonlyMap<number, Coin>;
};

export async function readBoard(db: Db, coins: ReadonlyMap<number, Coin>): Promise<QuoteBoard> {
  const rows = await quoteRows(db, [...coins.keys()]);
  const run = await newestRun(db);
  const slot = rows.reduce((newest, row) => Math.max(newest, Number(row.slot)), 0);
  return { slot, source: run?.source ?? '', rows: new Map(rows.map((row) => [row.symbol, row])), coins };
}

/** Applies one slot, unless the board was read after the slot was written. */
export function applySlot(board: QuoteBoard, { slot, source, ticks }: Slot): void {
  if (slot <= board.slot) return;
  board.slot = slot;
  board.source = source;
  for (const { symbol, price, volume } of ticks) {
    const row = board.rows.get(symbol);
    if (!row) {
      const since = { first: price, high: price, low: price, volume };
      const none = { minute: null, open: null, high: null, low: null, volume: null, spark: null };
      board.rows.set(symbol, { symbol, price, slot: BigInt(slot), ...none, since });
      continue;
    }
    row.price = price;
    row.slot = BigInt(slot);
    if (price > row.since.high) row.since.high = price;
    if (price < row.since.low) row.since.low = price;
    row.since.volume += volume;
  }
}

/** The part of a frame for each coin of a slot, as serialized text. */
export function tickTexts(board: QuoteBoard, { ticks }: Slot): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { symbol, price } of ticks) {
    const coin = board.coins.get(symbol);
    const row = board.rows.get(symbol);
    if (!coin || !row) continue;
    const change = percentChange(row.open ?? row.since.first, price);
    texts.set(coin.symbol, `["${coin.symbol}","${formatPrice(price, coin.decimals)}","${change}"]`);
  }
  return texts;
}

export const quotesOf = (board: QuoteBoard): Quote[] =>
  [...board.rows.values()].flatMap((row) => {
    const coin = board.coins.get(row.symbol);
    return coin ? [quoteOf(row, coin)] : [];
  });
