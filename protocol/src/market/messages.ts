import { z } from 'zod';
import { type Coin, parsePrice } from './coins.ts';
import { readTickLine } from './ticks-file.ts';

// How the messages of outside sources are read: by the feed when it hears them, and by whoever holds one against the tick that names it.

// One message of a combined mini-ticker stream: last price, and quote volume of the last 24 hours.
const ticker = z.object({
  data: z.object({
    e: z.literal('24hrMiniTicker'),
    s: z.string().max(20),
    c: z.string().max(40),
    q: z.string().max(40),
  }),
});

export const pairOf = ({ symbol }: Coin): string => `${symbol}USDT`;

export function readTicker(text: string): { pair: string; price: string; turnover: string } | undefined {
  const parsed = ticker.safeParse(readJson(text));
  if (!parsed.success) return undefined;
  const { s, c, q } = parsed.data.data;
  return { pair: s, price: c, turnover: q };
}

/** The price that a message of a source gives a coin; undefined where it gives none, or the source speaks a language unknown here. */
export function priceIn(source: string, text: string, coin: Coin): bigint | undefined {
  if (source === 'replay') return readTickLine(text, coin.decimals)?.price;
  const said = source.startsWith('exchange/') ? readTicker(text) : undefined;
  return said?.pair === pairOf(coin) ? parsePrice(said.price, coin.decimals) : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
