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
  scaled,
  sigmaOf,
  volumeOf,
} from './motion.ts';
import { dayOf, firstSlotOf, type Opens, slotsPerMinute } from './tape.ts';

/**
 * Generates a day of prices (version 1). Integers only, and randomness from ChaCha20 under the day's seed, so the
 * result is the same on every machine. Each minute's move is drawn first and its 120 slots are a bridge between its
 * ends. Any minute can therefore be generated without the slots before it. Positions are logarithms to base 2 in units
 * of 2^-32.
 */

/** The input that determines all prices of a day. It is published after the day. Its hash is published before the day. */
export type DayPlan = { day: number; seed: Uint8Array; opens: Opens };
export type GeneratedPrice = { symbol: number; price: bigint; volume: bigint };

const minutesPerDay = 1440;
const stream = { minute: 0, slot: 1, mood: 2 } as const;

type Walk = { id: number; sigmas: Float64Array; minutes: Float64Array; jumps: Float64Array; jumpAt: Uint8Array };

/** Computes the position of one stream after each minute of the day. */
function walkDay(key: Uint32Array, id: number, percent: number, pull: number): Walk {
  const words = new Uint32Array(16);
  const moods = new Uint32Array(16);
  const walk: Walk = {
    id,
    sigmas: new Float64Array(minutesPerDay),
    minutes: new Float64Array(minutesPerDay + 1),
    jumps: new Float64Array(minutesPerDay),
    jumpAt: new Uint8Array(minutesPerDay),
  };
  for (let minute = 0; minute < minutesPerDay; minute++) {
    if (minute % 4 === 0) chacha(key, divide(minute, 4), id, stream.minute, 0, words);
    if (minute % 160 === 0) chacha(key, divide(minute, 160), id, stream.mood, 0, moods);
    const w = (minute % 4) * 4;
    const mood = moods[divide(minute, 10) % 16]! >>> 24;
    const sigma = sigmaOf(percent, minute, mood);
    const rare = words[w + 2]! < 10_737_418; // once in 400 minutes
    const detail = words[w + 3]!;
    walk.sigmas[minute] = sigma;
    walk.jumpAt[minute] = (detail >>> 16) % slotsPerMinute;
    const size = divide(sigma * (512 + (detail & 1023)), 256);
    walk.jumps[minute] = rare ? ((detail >>> 10) & 1 ? size : -size) : 0;
    const move = scaled(sigma, bell(words[w]!, words[w + 1]!)) + pull;
    walk.minutes[minute + 1] = walk.minutes[minute]! + move + walk.jumps[minute]!;
  }
  return walk;
}

/** Writes the 120 positions of a minute into `into`, and the size of each step into `sizes`. */
function walkMinute(key: Uint32Array, walk: Walk, minute: number, into: Float64Array, sizes?: Float64Array): void {
  const words = new Uint32Array(16);
  const sigma = walk.sigmas[minute]!;
  let at = 0;
  for (let i = 0; i < slotsPerMinute; i++) {
    if (i % 8 === 0) chacha(key, divide(i, 8), walk.id, stream.slot, minute, words);
    const draw = bell(words[(i % 8) * 2]!, words[(i % 8) * 2 + 1]!);
    if (sizes) sizes[i] = Math.abs(draw);
    at += scaled(scaled(sigma, draw), perSlot);
    into[i] = at;
  }
  const from = walk.minutes[minute]!;
  const jump = walk.jumps[minute]!;
  const miss = walk.minutes[minute + 1]! - jump - from - at; // the correction that the bridge adds over the minute
  for (let i = 0; i < slotsPerMinute; i++) {
    const bridged = from + into[i]! + divide(miss * (i + 1), slotsPerMinute);
    into[i] = i >= walk.jumpAt[minute]! ? bridged + jump : bridged;
  }
}

export type SyntheticDay = {
  /** Price and volume of every coin in a slot of this day. */
  at: (slot: number) => GeneratedPrice[];
  /** The closing prices, at which the next day opens, even if the last slot of this day was never written. */
  closes: () => Opens;
};

/** Opens a day from its plan. Coins without an opening price in the plan are left out. */
export function openDay({ day, seed, opens }: DayPlan, coins: readonly Coin[]): SyntheticDay {
  const key = chachaKey(seed);
  const factor = walkDay(key, factorId, factorVolatility, 0);
  const parameters = new Map(coins.map((coin) => [coin.id, coin]));
  const streams = opens.flatMap(({ symbol, price: open }) => {
    const coin = parameters.get(symbol);
    if (!coin) return [];
    const pull = Number(((coin.start - open) * pullPerMinute) / coin.start);
    const walk = walkDay(key, coin.id, ownVolatility(coin), Math.max(pull, -Number(pullPerMinute)));
    return [{ coin, open, walk, path: new Float64Array(slotsPerMinute), sizes: new Float64Array(slotsPerMinute) }];
  });
  const market = new Float64Array(slotsPerMinute);
  let made = -1;

  const at = (slot: number): GeneratedPrice[] => {
    if (dayOf(slot) !== day) throw new Error(`slot ${slot} is not in day ${day}`);
    const inDay = slot - firstSlotOf(day);
    const minute = divide(inDay, slotsPerMinute);
    const i = inDay % slotsPerMinute;
    if (minute !== made) {
      walkMinute(key, factor, minute, market);
      for (const { walk, path, sizes } of streams) walkMinute(key, walk, minute, path, sizes);
      made = minute;
    }
    return streams.map(({ coin, open, walk, path, sizes }) => {
      const position = divide(market[i]! * coin.beta, 100) + path[i]!;
      const volume = volumeOf(coin, walk.sigmas[minute]!, sizes[i]!);
      return { symbol: coin.id, price: priceAt(open, position), volume };
    });
  };
  const closes = () => at(firstSlotOf(day + 1) - 1).map(({ symbol, price }) => ({ symbol, price }));
  return { at, closes };
}
