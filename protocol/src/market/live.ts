import type { Candle, Quote } from './calls.ts';
import type { Period } from './candle-periods.ts';

// The stream at /live: JSON texts both ways. Nothing here imports zod, so that the browser's first load stays without it.

/**
 * What one may listen to. `quotes` without a list means all coins; while too many different lists are listened to, one more is answered with
 * all of them too, as `quotes`. `events` are one's own and need a session.
 */
export type Watch =
  | { topic: 'quotes'; symbols?: string[] | undefined }
  | { topic: 'candles'; symbol: string; period: Period }
  | { topic: 'events' };
/** `watch` begins with a snapshot, `again` asks for another one, `leave` ends. */
export type LiveRequest = { op: 'watch' | 'again' | 'leave'; watch: Watch };

// Every frame says what it belongs to (`of`) and the server's clock in milliseconds (`time`). Frames of one `of` are numbered without
// a hole; who finds one missing asks `again`, unless the frame has `all` prices: then it stands for those before it, and highs and lows
// that were missed come with the next `day`.
type Frame = { of: string; time: number };
export type QuotesFrame = Frame & { seq: number; slot: number; source: string } & (
    | { kind: 'snapshot'; quotes: Quote[] }
    | { kind: 'ticks'; all: boolean; ticks: [symbol: string, price: string, change: string][] }
    | { kind: 'day'; day: [symbol: string, open: string, high: string, low: string, volume: string][] }
  );
/** The newest candle and the one before it, so that whoever missed the change of period has its end too. */
export type CandlesFrame = Frame & { seq: number; slot: number; kind: 'candles'; candles: Candle[] };
/** From here on no event is missed: what was asked for before may be out of date. */
export type ListeningFrame = Frame & { kind: 'listening' };
export type EventFrame = Frame & { kind: 'event'; event: unknown };
export type BeatFrame = Frame & { kind: 'beat' };
export type RefusedFrame = Frame & {
  kind: 'refused';
  reason: 'not_logged_in' | 'account_abnormal' | 'bad_input' | 'too_many' | 'server_error';
};
export type LiveFrame = QuotesFrame | CandlesFrame | ListeningFrame | EventFrame | BeatFrame | RefusedFrame;

/** The `of` of what is watched; the same list in another order is the same. */
export function nameOf(wanted: Watch): string {
  if (wanted.topic === 'candles') return `candles:${wanted.symbol}:${wanted.period}`;
  if (wanted.topic === 'quotes' && wanted.symbols) return `quotes:${[...new Set(wanted.symbols)].sort().join(',')}`;
  return wanted.topic;
}

export type Board = { seq: number; slot: number; source: string; time: number; quotes: ReadonlyMap<string, Quote> };

// Prices of one coin have the same number of decimals, so the longer text is the larger price.
const above = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

/** The board after a frame; undefined when a frame is missing before it, and a snapshot must be asked for. */
export function follow(board: Board | undefined, frame: QuotesFrame): Board | undefined {
  const { seq, slot, source, time } = frame;
  if (frame.kind === 'snapshot')
    return { seq, slot, source, time, quotes: new Map(frame.quotes.map((quote) => [quote.symbol, quote])) };
  const whole = frame.kind === 'ticks' && frame.all;
  if (!board || (seq !== board.seq + 1 && !whole)) return undefined;
  const quotes = new Map(board.quotes);
  if (frame.kind === 'ticks') {
    for (const [name, price, change] of frame.ticks) {
      const quote = quotes.get(name);
      if (!quote) return undefined; // a coin that is new since the snapshot
      const high = above(price, quote.high) ? price : quote.high;
      const low = above(quote.low, price) ? price : quote.low;
      quotes.set(name, { ...quote, price, change, high, low, slot });
    }
  } else {
    for (const [name, open, high, low, volume] of frame.day) {
      const quote = quotes.get(name);
      if (quote) quotes.set(name, { ...quote, open, high, low, volume });
    }
  }
  return { seq, slot, source, time, quotes };
}
