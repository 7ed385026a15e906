import { type Coin, coins as marketCoins, parsePrice } from '@glasshouse/protocol/market/coins';
import { pairOf, readTicker } from '@glasshouse/protocol/market/messages';
import { isStale, type SourceMessage, sourceName } from '@glasshouse/protocol/market/tape';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/runtime/clock.ts';
import { every, guarded } from '#platform/runtime/faults.ts';
import { sha } from '#platform/security/signer.ts';
import type { Source } from './source.ts';

const silentAfter = 5000; // milliseconds without any message until the stream is reopened
const waits = { first: 250, most: 10_000 };

/** The newest price of a coin; `raw` is set until a slot was made from it. */
type Word = { price: bigint; heard: SourceMessage; raw: Uint8Array | undefined; turnover: number; traded: number };
const longestMessage = 1024; // bytes: about four times a usual message

/**
 * Prices of a public exchange's market stream, each with the message it was read from. While it is disconnected, the
 * tape has a gap. It reconnects automatically, with growing delays.
 */
export function exchangeSource(url: string, clock: Clock, log: Log, coins: readonly Coin[] = marketCoins): Source {
  const byPair = new Map(coins.map((coin) => [pairOf(coin), coin]));
  const source = `exchange/${new URL(url).host}`;
  if (!sourceName.test(source)) throw new Error(`a tick cannot be signed with the name ${source}`);
  const words = new Map<number, Word>();
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
  // One socket may report both an error and a close; only the current socket is replaced, once.
  const again = (gone: WebSocket) => {
    if (closed || gone !== socket) return;
    socket = undefined;
    gone.close();
    log.warn({ wait }, 'exchange stream disconnected');
    retry = setTimeout(guarded(log, 'exchange', open), wait);
    wait = Math.min(wait * 2, waits.most);
  };
  const hear = (data: unknown) => {
    const raw = typeof data === 'string' ? Buffer.from(data) : undefined;
    if (!raw || raw.length > longestMessage) return;
    const ticker = readTicker(raw.toString());
    const coin = ticker && byPair.get(ticker.pair);
    const price = coin && parsePrice(ticker.price, coin.decimals);
    if (!coin || price === undefined) return;
    lastWord = clock().getTime();
    wait = waits.first;
    const before = words.get(coin.id);
    const turnover = Number.parseInt(ticker.turnover, 10) || 0;
    // The exchange reports the volume of a rolling day; its growth is what was traded since.
    const traded = (before?.traded ?? 0) + Math.max(0, before ? turnover - before.turnover : 0);
    const heard = { source, at: lastWord, message: sha(raw) };
    words.set(coin.id, { price, heard, raw, turnover, traded });
  };
  const stopWatch = every(log, 'exchange', 1000, () => {
    if (socket && clock().getTime() - lastWord > silentAfter) again(socket);
  });
  open();

  return {
    name: 'exchange',
    at: async (slot) =>
      [...words].flatMap(([symbol, word]) => {
        const { price, heard, raw, traded } = word;
        if (isStale(slot, heard.at)) return [];
        word.traded = 0;
        word.raw = undefined;
        return [{ symbol, price, volume: BigInt(traded), heard, raw }];
      }),
    close: () => {
      closed = true;
      clearTimeout(retry);
      stopWatch();
      socket?.close();
    },
  };
}
