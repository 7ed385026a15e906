import { setTimeout as pause } from 'node:timers/promises';
import type * as contracts from '../protocol/src/contracts/calls.ts';
import type { Input } from '../protocol/src/endpoint.ts';
import { type Coin, coins, partsPerUnit } from '../protocol/src/market/coins.ts';
import { formatUnits, formatUsdt, parseUnits } from '../protocol/src/money.ts';
import type * as options from '../protocol/src/options/calls.ts';
import { newestTerms } from '../protocol/src/options/terms.ts';
import type * as spot from '../protocol/src/spot/calls.ts';
import { newId } from '../server/src/platform/database/ids.ts';

// The orders that callers place for each product: any coin, either side, about ten USDT.
export const products = ['contracts', 'options', 'spot'] as const;
export type ProductName = (typeof products)[number];

const below = (count: number) => Math.floor(Math.random() * count);
const anyCoin = () => coins[below(coins.length)]!;
const usdt = () => 10 + below(40);
/** Every user has one coin in addition to USDT, the same as `coinAccountOf` computes in SQL. */
const coinOf = (owner: number): Coin => coins[owner % coins.length]!;

export const wantedContract = (): Input<typeof contracts.openContract> => ({
  id: newId(),
  symbol: anyCoin().symbol,
  direction: below(2) === 0 ? 'long' : 'short',
  seconds: 30,
  stake: BigInt(usdt()) * 1_000_000n,
  returnBp: 8200,
});

export function wantedSpot(owner: number): Input<typeof spot.trade> {
  const { id: coin, symbol, start } = coinOf(owner);
  const wish = { id: newId(), symbol, spreadBp: 10 };
  if (below(2) === 0) return { ...wish, side: 'buy', given: String(usdt()) };
  const worth = BigInt(usdt()) * 1_000_000n;
  return { ...wish, side: 'sell', given: formatUnits((worth * partsPerUnit(coin)) / start, symbol) };
}

type Bought = Input<typeof options.buyOption>;
export type Quotes = { want: () => Bought; stop: () => Promise<void> };
type Answer = { call: options.SignedQuote; put: options.SignedQuote };
/** The functions for requesting quotes. */
export type Counter = {
  board: (input: { symbol: string }) => Promise<options.Board>;
  quote: (input: { symbol: string; seconds: number; strike?: string; size: string }) => Promise<Answer>;
};
const quoteEvery = 500;
// Small amounts, so that the open limit of a coin is not reached. Short options are larger because they are cheap.
const week = { seconds: 604_800, worth: 100_000_000n };
const minute = { seconds: 60, worth: 5_000_000_000n };

/**
 * Keeps recent quotes for every coin, renewed with every tick, and generates options to buy at them: for a week, or for
 * a minute from the tap.
 */
export async function keepQuotes({ board, quote }: Counter, flash = false): Promise<Quotes> {
  const quotes = new Map<string, Answer>();
  const { seconds, worth } = flash ? minute : week;
  const strikeOf = async (symbol: string) =>
    (await board({ symbol })).clock.find((life) => life.seconds === seconds)!.strikes[2]!;
  const asked = await Promise.all(
    coins.map(async ({ id, symbol, start }) => ({
      ...{ symbol, seconds, size: formatUnits((worth * partsPerUnit(id)) / start, symbol) },
      ...(!flash && { strike: await strikeOf(symbol) }),
    })),
  );
  const askAll = () => Promise.all(asked.map(async (input) => quotes.set(input.symbol, await quote(input))));
  await askAll();
  let stopped = false;
  const asking = (async () => {
    while (!stopped) {
      await pause(quoteEvery);
      await askAll().catch(() => {}); // then the last quotes stay, and late purchases are refused
    }
  })();
  return {
    want: () => {
      const { symbol } = anyCoin();
      const { side, seconds, strike, size, premium, slot } = quotes.get(symbol)![below(2) === 0 ? 'call' : 'put'];
      const amounts = { size: parseUnits(size, 'BTC')!, premium: parseUnits(premium, 'USDT')! };
      return { id: newId(), symbol, side, seconds, ...(!flash && { strike }), slot, ...amounts, terms: newestTerms };
    },
    stop: async () => {
      stopped = true;
      await asking;
    },
  };
}

/** The path and body of the request for an order. */
export function sent(product: ProductName, owner: number, quotes: Quotes | undefined): { path: string; body: string } {
  if (product === 'spot') return { path: '/index/spot/trade', body: JSON.stringify(wantedSpot(owner)) };
  if (product === 'contracts') {
    const wish = wantedContract();
    return { path: '/index/contract/open', body: JSON.stringify({ ...wish, stake: formatUsdt(wish.stake) }) };
  }
  const wish = quotes!.want();
  const amounts = { size: formatUnits(wish.size, 'BTC'), premium: formatUsdt(wish.premium) };
  return { path: '/index/option/buy', body: JSON.stringify({ ...wish, ...amounts }) };
}
