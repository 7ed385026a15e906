import { parseDecimal, writeTidily } from './decimal.ts';

/** The coins of the market, ordered by their number on the tape. All have eight decimals. Append new ones. */
export const coinSymbols = [
  'BTC',
  'ETH',
  'SOL',
  'DOGE',
  'BNB',
  'XRP',
  'AVAX',
  'LINK',
  'TON',
  'ADA',
  'LTC',
  'DOT',
  'TRX',
  'BCH',
  'UNI',
  'ATOM',
  'XLM',
  'NEAR',
  'APT',
  'FIL',
  'ARB',
  'OP',
  'SUI',
  'ICP',
] as const;
export type CoinSymbol = (typeof coinSymbols)[number];

/** Decimals of each currency's minor unit. */
export const scales = {
  USDT: 6,
  CNY: 2,
  ...(Object.fromEntries(coinSymbols.map((coin) => [coin, 8])) as Record<CoinSymbol, 8>),
} as const;
export type Currency = keyof typeof scales;

/** Parses a decimal string into minor units. Returns undefined if it is not an exact amount of that currency. */
export const parseUnits = (text: string, currency: Currency): bigint | undefined =>
  parseDecimal(text, scales[currency]);

/** Formats minor units as a decimal string with at least two decimals and no unnecessary ones. */
export const formatUnits = (units: bigint, currency: Currency): string => writeTidily(units, scales[currency]);
export const formatUsdt = (units: bigint): string => formatUnits(units, 'USDT');

/** Yuan per USDT, in ten-thousandths of a yuan. */
export type Rate = bigint;
/** Decimals of a rate. */
export const rateScale = 4;
export const parseRate = (text: string): Rate | undefined => parseDecimal(text, rateScale);
export const formatRate = (rate: Rate): string => writeTidily(rate, rateScale);

// One USDT unit at rate 1 is 10^-6 yuan, which is 10^-4 of a fen. The rate adds four more decimals.
export const unitsPerFen = 10n ** BigInt(scales.USDT - scales.CNY + rateScale);

/** Rounded down to fen; the house keeps the remainder. */
export const usdtToCny = (usdt: bigint, rate: Rate): bigint => (usdt * rate) / unitsPerFen;
/** Rounded down to USDT units; the house keeps the remainder. */
export const cnyToUsdt = (cny: bigint, rate: Rate): bigint => (cny * unitsPerFen) / rate;
