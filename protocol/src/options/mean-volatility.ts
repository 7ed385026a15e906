import type { Coin } from '../market/coins.ts';
import {
  factorVolatility,
  hours,
  jumpsBelow,
  ownVolatility,
  perSlot as rootOfSlot,
  sigmaPerPercent,
  slotsPerBlock,
} from '../market/motion.ts';
import { slotsPerDay, slotsPerHour } from '../market/tape.ts';
import { fraction, ln, one, root, times } from './fixed.ts';

// The mean volatility of prices from generator 3. It depends only on coin and time, because the volatility of a block
// cannot be known before its round. Options on such prices are priced with it (model 3). The database has the same
// figures (migration 0393).

const million = 1_000_000n;
const slotsPerYear = BigInt(365 * slotsPerDay);
const unit = 65_536n;
const sum = (count: number, of: (i: number) => bigint) =>
  Array.from({ length: count }, (_, i) => of(i)).reduce((a, b) => a + b);

/** The mean square of the factor that a mood gives, in 1/256. */
const mood = fraction(
  sum(256, (byte) => BigInt(150 + ((byte * byte) >> 8)) ** 2n),
  256n * unit,
);
/** The mean square of a jump, in units of a minute's moves. */
const jump = fraction(
  sum(1024, (size) => BigInt(512 + size) ** 2n),
  1024n * unit,
);
const jumpsPerSlot = fraction(BigInt(jumpsBelow), BigInt(slotsPerBlock) << 32n);
/** The mean square of a slot's moves, in units of a minute's moves. */
const slotSquare = fraction(BigInt(rootOfSlot) ** 2n, unit * unit) + times(jumpsPerSlot, jump);
/** The mean square of a slot's moves in natural logarithms, for 1 % a year in an hour with activity 256. */
const percentSquare = (() => {
  const minute = (BigInt(sigmaPerPercent) * ln(2n * one)) >> 32n;
  return times(times(times(minute, minute), mood), slotSquare);
})();

/** The square of a coin's volatility in percent a year, times 10,000. */
const coinSquare = (coin: Coin) => BigInt((coin.beta * factorVolatility) ** 2 + (100 * ownVolatility(coin)) ** 2);

const hourSquares = hours.map((lively) => lively * lively);
const daySquares = slotsPerHour * hourSquares.reduce((a, b) => a + b);
/** The sum of the squared activity of all slots before `slot`. */
function squaresBefore(slot: number): number {
  const inDay = slot % slotsPerDay;
  const hour = Math.floor(inDay / slotsPerHour);
  const full = hourSquares.slice(0, hour).reduce((a, b) => a + b, 0) * slotsPerHour;
  return Math.floor(slot / slotsPerDay) * daySquares + full + (inDay - hour * slotsPerHour) * hourSquares[hour]!;
}
/** The same sum over the `slots` slots after `slot`. */
const squaresAfter = (slot: number, slots: number) => squaresBefore(slot + slots + 1) - squaresBefore(slot + 1);

/** The mean annualized volatility of a coin over the `slots` slots after `slot`, in millionths, rounded down. */
export function meanVolatility(coin: Coin, slot: number, slots: number): number {
  const lively = fraction(BigInt(squaresAfter(slot, slots)), BigInt(slots) * unit);
  const variance = (times(percentSquare, lively) * coinSquare(coin) * slotsPerYear) / 10_000n;
  return Number((root(variance) * million) / one);
}
