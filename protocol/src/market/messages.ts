import { z } from 'zod';
import { type Coin, parsePrice } from './coins.ts';
import { readTickLine } from './ticks-file.ts';

// Reads messages of external price sources, for the feed and for checking a stored message against its tick.

// A message of a combined mini-ticker stream: last price, and quote volume of the last 24 hours.
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

/** The price of a coin in a message of a source. Undefined if there is none, or if the source's format is unknown. */
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
