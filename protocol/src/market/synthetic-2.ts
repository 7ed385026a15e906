import { sha256 } from '@noble/hashes/sha2.js';
import { layout, sameBytes } from '../bytes.ts';
import { chacha, chachaKey } from './chacha.ts';
import type { Coin } from './coins.ts';
import {
  bell,
  divide,
  factorId,
  factorVolatility,
  ownVolatility,
  perSlot,
  priceAt,
  pullPerMinute,
  sigmaOf,
  volumeOf,
} from './motion.ts';
import type { Made } from './synthetic.ts';
import { dayOf, firstSlotOf, type Opens, slotsPerMinute } from './tape.ts';

/**
 * Version 2: six slots are drawn from the day's seed and a round of a public beacon together, and add to where the slots before have led.
 * Outsiders lack the seed until the day is over, whoever has the seed lacks the round until it is out. How lively a time is follows from the
 * seed alone, because it favours nobody; which way prices go does not.
 */
export const generatorVersion = 2;

/** Where a day begins: usually at its first slot, from the last prices of the day before. */
export type Opening = { slot: number; opens: Opens };
/** Where the market stands and where a coin does by itself, as logarithms since the day began. */
export type Position = { market: number; own: number };
export type DayWalk = {
  /** The slot that the next step makes. */
  next: () => number;
  /** Makes the next slot, from what its round gave. */
  step: (randomness: Uint8Array) => void;
  /** Every coin's price and volume in the slot that was made last. */
  made: () => Made[];
  /** Where a coin stands after the slot that was made last. */
  position: (symbol: number) => Position | undefined;
};

const slotsPerBlock = 6;
const jumpsBelow = 536_871; // of 2^32: once in 8,000 blocks, which is 400 minutes
const words = { jump: 12, detail: 13 } as const; // after two for each slot
const moodStream = 2;
const drawStream = 3;
// A tenth of version 1's: a coin at twice its start is pulled back by a tenth of a percent a day, which no order can live on.
const pullPerSlot = pullPerMinute / 10n / BigInt(slotsPerMinute);

type Stream = {
  id: number;
  percent: number;
  pull: number;
  at: number;
  sigma: number;
  size: number;
  words: Uint32Array;
};
const newStream = (id: number, percent: number, pull: number): Stream => ({
  id,
  percent,
  pull,
  at: 0,
  sigma: 0,
  size: 0,
  words: new Uint32Array(16),
});

function moveBy(one: Stream, i: number): void {
  const draw = bell(one.words[2 * i]!, one.words[2 * i + 1]!);
  one.size = Math.abs(draw);
  one.at += divide(divide(one.sigma * draw, 65_536) * perSlot, 65_536) + one.pull;
  const detail = one.words[words.detail]!;
  if (one.words[words.jump]! >= jumpsBelow || (detail >>> 16) % slotsPerBlock !== i) return;
  const size = divide(one.sigma * (512 + (detail & 1023)), 256);
  one.at += (detail >>> 10) & 1 ? size : -size;
}

/**
 * Walks a day slot by slot. Coins without an opening price are not in the day. `from` says where the one coin of a walk stands that begins
 * in the middle of a day, after which slot.
 */
export function walkDay(
  { day, seed }: { day: number; seed: Uint8Array },
  { slot: first, opens }: Opening,
  coins: readonly Coin[],
  from?: Position & { slot: number },
): DayWalk {
  const seedKey = chachaKey(seed);
  const market = newStream(factorId, factorVolatility, 0);
  const parameters = new Map(coins.map((coin) => [coin.id, coin]));
  const walked = opens.flatMap(({ symbol, price: open }) => {
    const coin = parameters.get(symbol);
    if (!coin) return [];
    const pull = Number(((coin.start - open) * pullPerSlot) / coin.start);
    return [{ coin, open, own: newStream(coin.id, ownVolatility(coin), Math.max(pull, -Number(pullPerSlot))) }];
  });
  const streams = [market, ...walked.map(({ own }) => own)];
  const moods = new Uint32Array(16);
  let drawnFrom: Uint8Array | undefined;
  let livelyIn = -1;
  let slot = from?.slot ?? first - 1;
  market.at = from?.market ?? 0;
  for (const { own } of walked) own.at = from?.own ?? 0;

  const drawBlock = (randomness: Uint8Array) => {
    const key = chachaKey(sha256(layout({ raw: seed }, { raw: randomness })));
    for (const one of streams) chacha(key, 0, one.id, drawStream, 0, one.words);
    drawnFrom = randomness;
  };
  const setMoods = (minute: number) => {
    for (const one of streams) {
      chacha(seedKey, divide(minute, 160), one.id, moodStream, 0, moods);
      one.sigma = sigmaOf(one.percent, minute, moods[divide(minute, 10) % 16]! >>> 24);
    }
    livelyIn = minute;
  };

  return {
    next: () => slot + 1,
    step: (randomness) => {
      if (dayOf(slot + 1) !== day) throw new Error(`slot ${slot + 1} is not in day ${day}`);
      slot++;
      const minute = divide(slot - firstSlotOf(day), slotsPerMinute);
      if (minute !== livelyIn) setMoods(minute);
      // A block's slots are six in a row, so each has a remainder of its own, wherever the blocks of a chain begin.
      if (!same(drawnFrom, randomness)) drawBlock(randomness);
      for (const one of streams) moveBy(one, slot % slotsPerBlock);
    },
    made: () =>
      walked.map(({ coin, open, own }) => ({
        symbol: coin.id,
        price: priceAt(open, divide(market.at * coin.beta, 100) + own.at),
        volume: volumeOf(coin, own.sigma, own.size),
      })),
    position: (symbol) => {
      const found = walked.find(({ coin }) => coin.id === symbol);
      return found && { market: market.at, own: found.own.at };
    },
  };
}

const same = (a: Uint8Array | undefined, b: Uint8Array): boolean => a === b || (a !== undefined && sameBytes(a, b));
