import { sha256 } from '@noble/hashes/sha2.js';
import { layout, sameBytes } from '../bytes.ts';
import { chacha, chachaKey } from './chacha.ts';
import type { Coin } from './coins.ts';
import type { BeaconVersion } from './generator-version.ts';
import {
  bell,
  divide,
  factorId,
  factorVolatility,
  jumpsBelow,
  ownVolatility,
  perSlot,
  priceAt,
  pullPerMinute,
  sigmaOf,
  slotsPerBlock,
  volumeOf,
} from './motion.ts';
import type { GeneratedPrice } from './synthetic.ts';
import { dayOf, firstSlotOf, type Opens, slotsPerMinute } from './tape.ts';

/** Everything that determines a day, except its rounds. */
export type BeaconDay = { version: BeaconVersion; day: number; seed: Uint8Array };

/** The beginning of a day: usually its first slot, with the last prices of the previous day. */
export type Opening = { slot: number; opens: Opens };
/** The cumulative moves of the market and of a coin on its own since the day began, as logarithms. */
export type Position = { market: number; own: number };
export type DayWalk = {
  /** The slot that the next step generates. */
  next: () => number;
  /** Generates the next slot from the randomness of its round. */
  step: (randomness: Uint8Array) => void;
  /** Price and volume of every coin in the newest generated slot. */
  made: () => GeneratedPrice[];
  /** The position of a coin after the newest generated slot. */
  position: (symbol: number) => Position | undefined;
};

const words = { jump: 12, detail: 13, mood: 14 } as const; // after two words for each slot
const moodStream = 2;
const drawStream = 3;
// Version 2 pulls a coin at twice its start back by a tenth of a percent a day, a tenth of version 1. Buyers of
// one-week options gained from that, so version 3 pulls by at most a hundredth.
const pullPerSlot = {
  2: pullPerMinute / 10n / BigInt(slotsPerMinute),
  3: pullPerMinute / 100n / BigInt(slotsPerMinute),
} as const;

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
 * Generates a day slot by slot. Coins without an opening price are left out. With `from`, one coin is generated from
 * the middle of a day: `from` gives its position and the slot of that position.
 */
export function walkDay(
  { version, day, seed }: BeaconDay,
  { slot: first, opens }: Opening,
  coins: readonly Coin[],
  from?: Position & { slot: number },
): DayWalk {
  const seedKey = chachaKey(seed);
  const market = newStream(factorId, factorVolatility, 0);
  const parameters = new Map(coins.map((coin) => [coin.id, coin]));
  const most = pullPerSlot[version];
  const walked = opens.flatMap(({ symbol, price: open }) => {
    const coin = parameters.get(symbol);
    if (!coin) return [];
    const pull = Number(((coin.start - open) * most) / coin.start);
    return [{ coin, open, own: newStream(coin.id, ownVolatility(coin), Math.max(pull, -Number(most))) }];
  });
  const streams = [market, ...walked.map(({ own }) => own)];
  const moods = new Uint32Array(16);
  let drawnFrom: Uint8Array | undefined;
  let sigmasOf = -1;
  let slot = from?.slot ?? first - 1;
  market.at = from?.market ?? 0;
  for (const { own } of walked) own.at = from?.own ?? 0;

  const drawBlock = (randomness: Uint8Array) => {
    const key = chachaKey(sha256(layout({ raw: seed }, { raw: randomness })));
    for (const one of streams) chacha(key, 0, one.id, drawStream, 0, one.words);
    drawnFrom = randomness;
  };
  const seedMood = (one: Stream, minute: number) => {
    chacha(seedKey, divide(minute, 160), one.id, moodStream, 0, moods);
    return moods[divide(minute, 10) % 16]! >>> 24;
  };
  const setSigmas = (minute: number) => {
    for (const one of streams) {
      const mood = version === 2 ? seedMood(one, minute) : one.words[words.mood]! >>> 24;
      one.sigma = sigmaOf(one.percent, minute, mood);
    }
    sigmasOf = minute;
  };

  return {
    next: () => slot + 1,
    step: (randomness) => {
      if (dayOf(slot + 1) !== day) throw new Error(`slot ${slot + 1} is not in day ${day}`);
      slot++;
      const minute = divide(slot - firstSlotOf(day), slotsPerMinute);
      // The slots of a block are six consecutive ones, so each has its own remainder wherever the blocks of a chain
      // begin.
      const isNewBlock = !same(drawnFrom, randomness);
      if (isNewBlock) drawBlock(randomness);
      if (minute !== sigmasOf || (isNewBlock && version !== 2)) setSigmas(minute);
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
