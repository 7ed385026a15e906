import { unitsAt, writeDecimal } from '../decimal.ts';
import type { CoinSymbol } from '../money.ts';

/**
 * The coins of the market list, each against USDT. `id` is part of every tick's hash and is never reused. `start` is
 * the price at which a new synthetic tape begins, in the smallest price unit (`decimals` digits). `volatility` is
 * annualized, in percent. `beta` is how strongly a coin moves with the market, in percent. `turnover` is a typical
 * daily volume in thousands of USDT.
 */
export type Coin = {
  id: number;
  symbol: CoinSymbol;
  name: string;
  decimals: number;
  start: bigint;
  volatility: number;
  beta: number;
  turnover: number;
};

// id, symbol, name, decimals, start, volatility, beta, turnover
type Line = [number, CoinSymbol, string, number, bigint, number, number, number];
const lines: Line[] = [
  [1, 'BTC', 'Bitcoin', 2, 6_399_030n, 46, 100, 1_240_000],
  [2, 'ETH', 'Ethereum', 2, 314_286n, 58, 115, 812_000],
  [3, 'SOL', 'Solana', 3, 148_320n, 78, 135, 436_000],
  [4, 'DOGE', 'Dogecoin', 5, 12_480n, 92, 125, 143_000],
  [5, 'BNB', 'BNB', 2, 57_140n, 48, 85, 121_000],
  [6, 'XRP', 'XRP', 5, 52_410n, 72, 95, 98_400],
  [7, 'AVAX', 'Avalanche', 3, 36_180n, 84, 130, 64_200],
  [8, 'LINK', 'Chainlink', 4, 149_260n, 76, 120, 51_700],
  [9, 'TON', 'Toncoin', 4, 68_420n, 74, 90, 47_900],
  [10, 'ADA', 'Cardano', 5, 45_120n, 74, 115, 38_800],
  [11, 'LTC', 'Litecoin', 3, 82_550n, 62, 95, 33_000],
  [12, 'DOT', 'Polkadot', 4, 72_140n, 74, 120, 24_600],
  [13, 'TRX', 'TRON', 6, 122_650n, 44, 60, 23_900],
  [14, 'BCH', 'Bitcoin Cash', 2, 38_420n, 70, 105, 22_400],
  [15, 'UNI', 'Uniswap', 4, 76_180n, 86, 125, 19_800],
  [16, 'ATOM', 'Cosmos', 4, 83_310n, 76, 115, 17_300],
  [17, 'XLM', 'Stellar', 6, 108_700n, 72, 100, 14_600],
  [18, 'NEAR', 'NEAR Protocol', 4, 52_360n, 90, 130, 31_500],
  [19, 'APT', 'Aptos', 4, 86_450n, 92, 130, 18_700],
  [20, 'FIL', 'Filecoin', 4, 57_120n, 84, 120, 13_900],
  [21, 'ARB', 'Arbitrum', 5, 97_640n, 92, 130, 21_200],
  [22, 'OP', 'Optimism', 4, 23_980n, 96, 135, 16_800],
  [23, 'SUI', 'Sui', 5, 118_450n, 98, 130, 34_700],
  [24, 'ICP', 'Internet Computer', 4, 119_200n, 82, 120, 11_400],
];

export const coins: readonly Coin[] = lines.map(
  ([id, symbol, name, decimals, start, volatility, beta, turnover]): Coin => ({
    id,
    symbol,
    name,
    decimals,
    start,
    volatility,
    beta,
    turnover,
  }),
);
const byId = new Map(coins.map((coin) => [coin.id, coin]));
const bySymbol = new Map<string, Coin>(coins.map((coin) => [coin.symbol, coin]));

export const coinById = (id: number): Coin | undefined => byId.get(id);
export const coinBySymbol = (symbol: string): Coin | undefined => bySymbol.get(symbol);

/** How many products of a smallest unit of a coin and a smallest unit of its price make one smallest unit of USDT. */
export function partsPerUnit(id: number): bigint {
  const coin = coinById(id);
  if (!coin) throw new Error(`unknown coin ${id}`);
  return 10n ** BigInt(coin.decimals + 2);
}

/** Formats a price in smallest units with all the decimals of its coin. */
export const formatPrice = writeDecimal;

const price = /^\d{1,15}(?:\.\d{1,18})?$/;
/** Parses a positive price into smallest units, rounding further digits half up. Returns undefined for anything else. */
export function parsePrice(text: string, decimals: number): bigint | undefined {
  const units = price.test(text) ? unitsAt(text, decimals) : 0n;
  return units > 0n ? units : undefined;
}
