import type { Candle, Quote } from './calls.ts';
import type { Period } from './candle-periods.ts';

// The stream at /live, with JSON texts in both directions. This file does not import zod, which keeps zod out of the
// browser's first load.

/**
 * A subscription. `quotes` without a list means all coins. While too many different lists are subscribed to, a further
 * list is answered with all coins, as `quotes`. `events` are the user's own and require a session.
 */
export type Watch =
  | { topic: 'quotes'; symbols?: string[] | undefined }
  | { topic: 'candles'; symbol: string; period: Period }
  | { topic: 'events' };
/** `watch` starts with a snapshot, `again` requests another snapshot, `leave` ends the subscription. */
export type LiveRequest = { op: 'watch' | 'again' | 'leave'; watch: Watch };

// Every frame names its subscription (`of`) and the server's clock in milliseconds (`time`). Frames of one subscription
// are numbered without gaps. A client that misses a frame sends `again`, unless the next frame has `all` prices: then
// it replaces the missed ones, and missed highs and lows come with the next `day`.
type Frame = { of: string; time: number };
export type QuotesFrame = Frame & { seq: number; slot: number; source: string } & (
    | { kind: 'snapshot'; quotes: Quote[] }
    | { kind: 'ticks'; all: boolean; ticks: [symbol: string, price: string, change: string][] }
    | { kind: 'day'; day: [symbol: string, open: string, high: string, low: string, volume: string][] }
  );
/**
 * The newest candle and the previous one, so that a client that missed the change of period also gets the previous
 * candle's final state.
 */
export type CandlesFrame = Frame & { seq: number; slot: number; kind: 'candles'; candles: Candle[] };
/** No event is missed after this frame. Data that was requested earlier may be out of date. */
export type ListeningFrame = Frame & { kind: 'listening' };
export type EventFrame = Frame & { kind: 'event'; event: unknown };
export type BeatFrame = Frame & { kind: 'beat' };
export type RefusedFrame = Frame & {
  kind: 'refused';
  reason: 'not_logged_in' | 'account_abnormal' | 'bad_input' | 'too_many' | 'server_error';
};
export type LiveFrame = QuotesFrame | CandlesFrame | ListeningFrame | EventFrame | BeatFrame | RefusedFrame;

/** The `of` of a subscription. Lists with the same coins in a different order get the same name. */
export function nameOf(wanted: Watch): string {
  if (wanted.topic === 'candles') return `candles:${wanted.symbol}:${wanted.period}`;
  if (wanted.topic === 'quotes' && wanted.symbols) return `quotes:${[...new Set(wanted.symbols)].sort().join(',')}`;
  return wanted.topic;
}

export type Board = { seq: number; slot: number; source: string; time: number; quotes: ReadonlyMap<string, Quote> };

// Prices of one coin have the same number of decimals, so a longer text is a higher price.
const above = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

/** Applies a frame to the board. Returns undefined if a frame is missing and a snapshot must be requested. */
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
      if (!quote) return undefined; // a coin that was added after the snapshot
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
