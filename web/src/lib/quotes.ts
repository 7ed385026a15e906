import type { Quote } from '@glasshouse/protocol/market/calls';
import { type Board, follow, nameOf, type QuotesFrame, type Watch } from '@glasshouse/protocol/market/live';
import { slotMs } from '@glasshouse/protocol/market/tape';
import { create } from 'zustand';
import { askLiveAgain, useLive, watchLive } from './live.ts';
import { serverNow } from './server-clock.ts';

type Tape = {
  /** Every coin with a quote. The list is replaced only when a coin is added or removed. */
  symbols: readonly string[];
  source: string;
  /** Set while prices are paused: the time of the newest price, and the reason. */
  paused: { at: number; why: 'connection' | 'feed' } | undefined;
};
export const useTape = create<Tape>(() => ({ symbols: [], source: '', paused: undefined }));

const staleAfter = 5000;
const sparkEvery = 1_800_000;
const quotes = new Map<string, Quote>();
const listeners = new Map<string, Set<() => void>>();
type Follower = { board: Board | undefined; since: number; users: number; asked: boolean; stop: () => void };
const boards = new Map<string, Follower>();
let newest = 0;

/** The newest quote of a coin. */
export const quoteOf = (symbol: string): Quote | undefined => quotes.get(symbol);

/** Calls back whenever this coin's quote changes, and only then. */
export function whenQuoteChanges(symbol: string, callback: () => void): () => void {
  const own = listeners.get(symbol) ?? new Set();
  listeners.set(symbol, own.add(callback));
  return () => own.delete(callback);
}

// All coins tick at once. Listeners are called a few at a time, so that no task is long, even on a slow phone that is
// scrolling.
const perTurn = 5;
const turn = 16;
const waiting = new Set<string>();

function tellSome(): void {
  let told = 0;
  for (const symbol of waiting) {
    waiting.delete(symbol);
    const own = listeners.get(symbol);
    if (!own?.size) continue;
    for (const tell of own) tell();
    if (++told === perTurn) break;
  }
  if (waiting.size > 0) setTimeout(tellSome, turn);
}

/** Stores quotes from any source. Quotes older than the stored ones are ignored. */
export function putQuotes(fresh: Iterable<Quote>, source: string): void {
  let isNew = false;
  for (const quote of fresh) {
    const known = quotes.get(quote.symbol);
    if (known === quote || (known && known.slot > quote.slot)) continue;
    isNew ||= !known;
    quotes.set(quote.symbol, quote);
    newest = Math.max(newest, quote.slot);
    if (waiting.size === 0) setTimeout(tellSome);
    waiting.add(quote.symbol);
  }
  if (isNew) useTape.setState({ symbols: [...quotes.keys()] });
  if (useTape.getState().source !== source) useTape.setState({ source });
  look();
}

/** Detects whether prices move. Runs after every frame, and once a second in case none arrives. */
function look(): void {
  const { phase } = useLive.getState();
  const { paused } = useTape.getState();
  const at = newest * slotMs;
  const age = serverNow() - at;
  const why = phase === 'lost' ? 'connection' : phase === 'live' && age > staleAfter ? 'feed' : undefined;
  // While the connection reopens, paused prices stay paused: nothing new has arrived yet.
  if (phase === 'opening' || (paused?.why === why && paused?.at === at)) return;
  if (why || paused) useTape.setState({ paused: why && boards.size > 0 && newest > 0 ? { at, why } : undefined });
}
useLive.subscribe(look);

const lacksSpark = ({ quotes: all }: Board) => [...all.values()].some(({ spark }) => spark.length < 2);

function hear(watch: Watch, frame: QuotesFrame): void {
  const own = boards.get(nameOf(watch));
  if (!own) return;
  const before = own.board;
  own.board = follow(before, frame);
  if (!own.board) {
    if (!own.asked) askLiveAgain(watch);
    own.asked = true;
    return;
  }
  own.asked = false;
  if (frame.kind === 'snapshot') own.since = frame.time;
  // Only a snapshot contains the day's sparkline. It gets a new point every half hour, and has none on a tape that has
  // just begun.
  else if (frame.kind === 'day' && (frame.time - own.since > sparkEvery || lacksSpark(own.board))) askLiveAgain(watch);
  const changed = [...own.board.quotes.values()].filter((quote) => before?.quotes.get(quote.symbol) !== quote);
  putQuotes(changed, frame.source);
}

/** Keeps the quotes of all coins, or of some, up to date until the returned function is called. */
export function watchQuotes(symbols?: string[]): () => void {
  const watch: Watch = { topic: 'quotes', symbols };
  const of = nameOf(watch);
  const own = boards.get(of) ?? { board: undefined, since: 0, users: 0, asked: false, stop: () => {} };
  boards.set(of, own);
  if (own.users++ === 0) {
    const unwatch = watchLive(watch, (frame) => 'slot' in frame && frame.kind !== 'candles' && hear(watch, frame));
    const looking = setInterval(look, 1000);
    own.stop = () => {
      unwatch();
      clearInterval(looking);
    };
  }
  return () => {
    if (--own.users > 0) return;
    own.stop();
    boards.delete(of);
    look();
  };
}
