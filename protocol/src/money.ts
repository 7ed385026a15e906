import { parseDecimal, writeTidily } from './decimal.ts';

/** The coins of the market, by their number on the tape; all have eight decimals. New ones go to the end. */
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

/** How many decimals a currency's minor unit has. */
export const scales = {
  USDT: 6,
  CNY: 2,
  ...(Object.fromEntries(coinSymbols.map((coin) => [coin, 8])) as Record<CoinSymbol, 8>),
} as const;
export type Currency = keyof typeof scales;

/** Minor units of a decimal string, or undefined if it is not exactly an amount of that currency. */
export const parseUnits = (text: string, currency: Currency): bigint | undefined =>
  parseDecimal(text, scales[currency]);

/** Minor units as a decimal string: at least two decimals, no more than needed. */
export const formatUnits = (units: bigint, currency: Currency): string => writeTidily(units, scales[currency]);
export const formatUsdt = (units: bigint): string => formatUnits(units, 'USDT');

/** Yuan for one USDT, in ten-thousandths of a yuan. */
export type Rate = bigint;
/** How many decimals a rate has. */
export const rateScale = 4;
export const parseRate = (text: string): Rate | undefined => parseDecimal(text, rateScale);
export const formatRate = (rate: Rate): string => writeTidily(rate, rateScale);

// One USDT unit at rate 1 is 10^-6 yuan, which is 10^-4 of a fen; the rate brings four more decimals.
export const unitsPerFen = 10n ** BigInt(scales.USDT - scales.CNY + rateScale);

/** Rounded down to a whole fen: what is left over stays with the house. */
export const usdtToCny = (usdt: bigint, rate: Rate): bigint => (usdt * rate) / unitsPerFen;
/** Rounded down to a whole USDT unit: what is left over stays with the house. */
export const cnyToUsdt = (cny: bigint, rate: Rate): bigint => (cny * unitsPerFen) / rate;
