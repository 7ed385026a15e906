import { compareDecimal, subtractDecimal, unitsAt, writeTidily } from '@glasshouse/protocol/decimal';
import type { Coin } from '@glasshouse/protocol/market/coins';
import { formatUsdt } from '@glasshouse/protocol/money';
import type { Board } from '@glasshouse/protocol/options/calls';
import { largest, smallest } from '@glasshouse/protocol/options/fixed';
import { roundStep } from '@glasshouse/protocol/options/strikes';
import { amountProblem } from '../ui/amount.ts';
import { oneCoin } from './quote-facts.ts';

const usualValue = 10_000n; // USDT worth of the coin
export const sizeText = (units: bigint): string => writeTidily(units, 8);
/** A round size, in 10^-8 coin, worth up to ten thousand USDT at a price in the coin's smallest units. */
export const usualSize = ({ decimals }: Pick<Coin, 'decimals'>, price: bigint): bigint =>
  roundStep((usualValue * oneCoin * 10n ** BigInt(decimals)) / price);

/** The steps of plus and minus: a fifth of the size, in round numbers. */
export const stepsFrom = (units: bigint) => ({
  less: sizeText(units - roundStep((units - 1n) / 5n) > 0n ? units - roundStep((units - 1n) / 5n) : units),
  more: sizeText(units + roundStep(units / 5n)),
});

const digits = 3;
/** Cuts a computed size to three digits. */
function shortened(units: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, units.toString().length - digits));
  return units - (units % step);
}

// The price moves before the user presses the button, so "all" leaves two percent for that.
const nearly = (all: bigint) => (all * 98n) / 100n;

type Limits = Pick<Board, 'minPremium' | 'maxPremium' | 'maxOpen' | 'room'>;
/** The upper limits regardless of the balance: a premium in USDT, and a size by the room left on the coin. */
export type MaxSize = { premium: bigint; size: bigint };
export function maxOf({ maxPremium, maxOpen, room }: Limits, paid: string, coin: Coin, strike: bigint): MaxSize {
  const units = (usdt: string) => largest(unitsAt(usdt, 6), 0n);
  return {
    premium: smallest(units(maxPremium), units(subtractDecimal(maxOpen, paid))),
    size: (units(room) * 10n ** BigInt(coin.decimals + 2)) / strike,
  };
}

/** The size that a percentage of this amount of USDT buys at this price per coin, within the limits. */
export function sizeFor(held: bigint, percent: number, perCoin: bigint, most: MaxSize): string {
  const part = (held * BigInt(percent)) / 100n;
  const premium = smallest(percent === 100 ? nearly(part) : part, nearly(most.premium));
  return sizeText(shortened(smallest((premium * oneCoin) / (perCoin || 1n), nearly(most.size))));
}

/** The problem with the current order, and the amount by which it misses the limit. */
export type Obstacle = { kind: 'below' | 'above' | 'short' | 'limit' | 'room'; by: string; limit: string };

/** The limits of one order are checked first, then the room left by open ones, then the balance. */
export function obstacleOf(
  premium: bigint,
  covered: bigint,
  board: Limits,
  paid: string,
  available: string | undefined,
): Obstacle | undefined {
  const amount = formatUsdt(premium);
  const range = amountProblem(amount, { min: board.minPremium, max: board.maxPremium });
  if (range) return range;
  const room = subtractDecimal(board.maxOpen, paid);
  if (compareDecimal(amount, room) > 0)
    return { kind: 'limit', by: subtractDecimal(amount, room), limit: board.maxOpen };
  const size = formatUsdt(covered);
  if (compareDecimal(size, board.room) > 0)
    return { kind: 'room', by: subtractDecimal(size, board.room), limit: board.room };
  return amountProblem(amount, { balance: available });
}
