import { slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import type { Side } from './black-scholes.ts';

export { partsPerUnit } from '../market/coins.ts';

// Available lives, strikes and limits.

/** Lives in seconds that begin at the tap, with the current price as strike. */
export const flashLives = [60, 180, 300, 600, 900] as const;
/** Lives in seconds that end at a full hour, with a choice of strikes. */
export const clockLives = [3600, 21_600, 86_400, 604_800] as const;
const isIn = (lives: readonly number[], seconds: number) => lives.includes(seconds);
export const isFlash = (seconds: number): boolean => isIn(flashLives, seconds);
export const isLife = (seconds: number): boolean => isFlash(seconds) || isIn(clockLives, seconds);

const slotsPerSecond = 2;
/** Slots that a quote stays valid after its tick. */
export const heldSlots = 10;
export const isHeld = (slot: number, head: number): boolean => slot <= head && head - slot <= heldSlots;

// USDT, minor units.
export const minPremium = 100_000n;
export const maxPremium = 5_000_000_000n;
/** Maximum total premium of one user's open options. */
export const maxOpen = 20_000_000_000n;
/** Maximum open options of one user. Each purchase counts them. */
export const maxHeld = 1000n;

/**
 * Versions of the terms. Under 1, the strike of a flash option was the price of its quote. Since 2, it is the price of
 * its head. Since 3, a sale must be in the public log.
 */
export const newestTerms = 3;
export const isTerms = (version: number): boolean => version >= 1 && version <= newestTerms;
export const isSaleLogged = (version: number): boolean => version >= 3;

/**
 * A sale must be in the public log before the second of the tape that contains this many slots after its tick. The
 * database accepts a sale up to four slots after its tick, which leaves two seconds for writing it.
 */
export const saleLoggedWithin = 8;
/** The last slot at whose tick an option can be sold. The sale must be logged before its end is known. */
export const lastSaleSlot = ({ terms = 1, dueSlot }: { terms?: number | undefined; dueSlot: number }): number =>
  dueSlot - (isSaleLogged(terms) ? saleLoggedWithin : 1);

/** An option to buy. Strike in the coin's smallest price units, size in 10^-8 of the coin. */
export type Option = { symbol: number; side: Side; strike: bigint; size: bigint };

/** If the next full hour is closer than this, the life ends at the following one. */
const minSlots = 5 * slotsPerMinute;
/** The slot in which a life ends at a full hour, if it is quoted at the tick of `slot`. */
export const endSlotOf = (seconds: number, slot: number): number => {
  const from = slot + minSlots;
  return from - (from % slotsPerHour) + slotsPerSecond * seconds;
};

/** The slots of life that a quote at the tick of `slot` is priced for. */
export const lifeSlots = (seconds: number, slot: number): number =>
  isFlash(seconds) ? slotsPerSecond * seconds : endSlotOf(seconds, slot) - slot;

/** The slots left at `slot` until `dueSlot`, or the full life if it begins at the tap. */
export const leftAt = (slot: number, seconds: number, dueSlot: number | null): number =>
  dueSlot === null ? lifeSlots(seconds, slot) : dueSlot - slot;

/** The slot whose tick ends an option that was quoted at the tick of `slot` and accepted at `head`. */
export const dueSlotOf = (seconds: number, slot: number, head: number): number =>
  isFlash(seconds) ? head + slotsPerSecond * seconds : endSlotOf(seconds, slot);

type Struck = { terms: number; seconds: number; strike: bigint };
/** The strike: the requested one, or the head's price if the life begins at the tap. */
export const strikeOf = ({ terms, seconds, strike }: Struck, quotePrice: bigint, headPrice: bigint): bigint =>
  !isFlash(seconds) ? strike : terms === 1 ? quotePrice : headPrice;

/** An option as it was quoted. If its life begins at the tap, it is quoted as if its strike were the quote's own price. */
export const asQuoted = <T extends Option & { seconds: number }>(option: T, price: bigint): T =>
  isFlash(option.seconds) ? { ...option, strike: price } : option;
