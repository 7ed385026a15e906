import { slotsPerHour, slotsPerMinute } from '../market/tape.ts';
import type { Side } from './black-scholes.ts';

export { partsPerUnit } from '../market/coins.ts';

// What can be bought: lives, strikes and limits.

/** Lives in seconds that run from the tap, at the price of the tap. */
export const flashLives = [60, 180, 300, 600, 900] as const;
/** Lives in seconds that end at a full hour, with strikes to choose from. */
export const clockLives = [3600, 21_600, 86_400, 604_800] as const;
const isIn = (lives: readonly number[], seconds: number) => lives.includes(seconds);
export const isFlash = (seconds: number): boolean => isIn(flashLives, seconds);
export const isLife = (seconds: number): boolean => isFlash(seconds) || isIn(clockLives, seconds);

const slotsPerSecond = 2;
/** For how many slots after its tick a quote is held. */
export const heldSlots = 10;
export const isHeld = (slot: number, head: number): boolean => slot <= head && head - slot <= heldSlots;

// USDT, minor units.
export const minPremium = 100_000n;
export const maxPremium = 5_000_000_000n;
/** The most that one user may have paid for options that are open. */
export const maxOpen = 20_000_000_000n;
/** And how many of them may be open: each purchase counts them. */
export const maxHeld = 1000n;

/**
 * Versions of the terms. Under 1, a flash option was struck at the price of its quote; from 2, at the price of its head. From 3, a sale must be in the
 * public log.
 */
export const newestTerms = 3;
export const isTerms = (version: number): boolean => version >= 1 && version <= newestTerms;
export const isSaleLogged = (version: number): boolean => version >= 3;

/**
 * A sale is in the public log before the second of the tape that holds this many slots after its tick. The database accepts a sale up to four slots
 * after its tick, which leaves two seconds for writing it.
 */
export const saleLoggedWithin = 8;
/** The last slot by whose tick an option can be sold. Its sale must be logged before its end is known. */
export const lastSaleSlot = ({ terms = 1, dueSlot }: { terms?: number | undefined; dueSlot: number }): number =>
  dueSlot - (isSaleLogged(terms) ? saleLoggedWithin : 1);

/** What is bought: strike in the coin's smallest price units, size in 10^-8 of the coin. */
export type Option = { symbol: number; side: Side; strike: bigint; size: bigint };

/** An end this near is passed over for the next full hour. */
const minSlots = 5 * slotsPerMinute;
/** Where a life ends that ends at a full hour, if it is quoted by the tick of a slot. */
export const endSlotOf = (seconds: number, slot: number): number => {
  const from = slot + minSlots;
  return from - (from % slotsPerHour) + slotsPerSecond * seconds;
};

/** How many slots of life a quote by the tick of a slot is priced with. */
export const lifeSlots = (seconds: number, slot: number): number =>
  isFlash(seconds) ? slotsPerSecond * seconds : endSlotOf(seconds, slot) - slot;

/** How many slots are left at a slot of what ends at another, or of what would be bought there and runs from the tap. */
export const leftAt = (slot: number, seconds: number, dueSlot: number | null): number =>
  dueSlot === null ? lifeSlots(seconds, slot) : dueSlot - slot;

/** The slot whose tick ends an option that was quoted by the tick of `slot` and accepted at `head`. */
export const dueSlotOf = (seconds: number, slot: number, head: number): number =>
  isFlash(seconds) ? head + slotsPerSecond * seconds : endSlotOf(seconds, slot);

type Struck = { terms: number; seconds: number; strike: bigint };
/** Where an option is struck: as it was asked for, or if it runs from the tap where the price was. */
export const strikeOf = ({ terms, seconds, strike }: Struck, quotePrice: bigint, headPrice: bigint): bigint =>
  !isFlash(seconds) ? strike : terms === 1 ? quotePrice : headPrice;

/** An option as its quote was reckoned: one that runs from the tap as if it were struck at the quote's own price. */
export const asQuoted = <T extends Option & { seconds: number }>(option: T, price: bigint): T =>
  isFlash(option.seconds) ? { ...option, strike: price } : option;
