import { type Coin, coins as marketCoins, parsePrice } from '@glasshouse/protocol/market/coins';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { every, guarded } from '../../platform/faults.ts';
import type { Log } from '../../platform/log.ts';
import type { Source } from './source.ts';

const staleAfter = 3000; // a symbol not heard of for so long has no price
const silentAfter = 5000; // a stream that says nothing at all is opened again
const waits = { first: 250, most: 10_000 };

// One message of a combined mini-ticker stream: last price, and quote volume of the last 24 hours.
const message = z.object({
  data: z.object({
    e: z.literal('24hrMiniTicker'),
    s: z.string().max(20),
    c: z.string().max(40),
    q: z.string().max(40),
  }),
});
type Heard = { price: bigint; at: number; turnover: number; traded: number };

/** Prices of a public exchange's market stream. While it is away the tape has a gap; it reconnects by itself, more and more patiently. */
export function exchangeSource(url: string, clock: Clock, log: Log, coins: readonly Coin[] = marketCoins): Source {
  const byPair = new Map(coins.map((coin) => [`${coin.symbol}USDT`, coin]));
  const heard = new Map<number, Heard>();
  const streams = coins.map((coin) => `${coin.symbol.toLowerCase()}usdt@miniTicker`).join('/');
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let wait = waits.first;
  let lastWord = clock().getTime();
  let closed = false;

  const open = () => {
    const opened = new WebSocket(`${url}/stream?streams=${streams}`);
    socket = opened;
    lastWord = clock().getTime();
    opened.onmessage = guarded(log, 'exchange', ({ data }: MessageEvent) => hear(data));
    opened.onclose = guarded(log, 'exchange', () => again(opened));
    opened.onerror = guarded(log, 'exchange', () => again(opened));
  };
  // Errors and closings may both be reported for one socket; only the current one is replaced, once.
  const again = (gone: WebSocket) => {
    if (closed || gone !== socket) return;
    socket = undefined;
    gone.close();
    log.warn({ wait }, 'the exchange stream is away');
    retry = setTimeout(guarded(log, 'exchange', open), wait);
    wait = Math.min(wait * 2, waits.most);
  };
  const hear = (data: unknown) => {
    const parsed = message.safeParse(readJson(data));
    if (!parsed.success) return;
    const { s, c, q } = parsed.data.data;
    const coin = byPair.get(s);
    const price = coin && parsePrice(c, coin.decimals);
    if (!coin || price === undefined) return;
    lastWord = clock().getTime();
    wait = waits.first;
    const before = heard.get(coin.id);
    const turnover = Number.parseInt(q, 10) || 0;
    // The exchange tells a rolling day's volume; what it grew by is what was traded since.
    const traded = (before?.traded ?? 0) + Math.max(0, before ? turnover - before.turnover : 0);
    heard.set(coin.id, { price, at: lastWord, turnover, traded });
  };
  const stopWatch = every(log, 'exchange', 1000, () => {
    if (socket && clock().getTime() - lastWord > silentAfter) again(socket);
  });
  open();

  return {
    name: 'exchange',
    at: async () => {
      const now = clock().getTime();
      return [...heard].flatMap(([symbol, word]) => {
        if (now - word.at > staleAfter) return [];
        const volume = BigInt(word.traded);
        word.traded = 0;
        return [{ symbol, price: word.price, volume }];
      });
    },
    close: () => {
      closed = true;
      clearTimeout(retry);
      stopWatch();
      socket?.close();
    },
  };
}

function readJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
