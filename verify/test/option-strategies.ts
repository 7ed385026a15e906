import { type Coin, coins } from '@glasshouse/protocol/market/coins';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { slotsPerDay, slotsPerHour, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { meanVolatility } from '@glasshouse/protocol/options/mean-volatility';
import { bidOf, type PriceInputs, payoutAt, premiumOf } from '@glasshouse/protocol/options/quote';
import { strikesAround } from '@glasshouse/protocol/options/strikes';
import { isFlash, lifeSlots, type Option } from '@glasshouse/protocol/options/terms';
import { readingFor, volatilityOf } from '@glasshouse/protocol/options/volatility';

// Strategies for buying options on a synthetic tape. Windows of one strategy never overlap, so its orders are
// independent.

/** The generator version, and the pricing of options on its prices. */
export type Rules = { version: BeaconVersion; pricedBy: 'estimate' | 'mean' };
const spreadBp = 400;
const minute = slotsPerMinute;
const firstDay = 20_500;
const first = firstDay * slotsPerDay;

/**
 * Prices of a coin by slot. `fromSeed` has prices from the same seed with other rounds, which a holder of the seed can
 * compute.
 */
type Tape = { rules: Rules; coin: Coin; prices: Float64Array; fromSeed: Float64Array | undefined };

type World = { version: BeaconVersion; coin: Coin; world: number; days: number };
/**
 * The price of every slot, or only of the first slot of each block and the last of each minute, because generating
 * prices takes longer than generating steps.
 */
function walk({ version, coin, world, days }: World, salt: number, everySlot: boolean): Float64Array {
  const prices = new Float64Array(days * slotsPerDay);
  let price = coin.start;
  const round = new Uint8Array(32);
  const rounds = new DataView(round.buffer);
  for (let day = 0; day < days; day++) {
    const seed = new Uint8Array(32).fill(day + 1);
    new DataView(seed.buffer).setUint32(0, world);
    const opening = { slot: first + day * slotsPerDay, opens: [{ symbol: coin.id, price }] };
    const steps = walkDay({ version, day: firstDay + day, seed }, opening, [coin]);
    let given = round;
    for (let i = 0; i < slotsPerDay; i++) {
      if (i % 6 === 0) {
        rounds.setUint32(0, salt);
        rounds.setUint32(4, i);
        given = round.slice();
      }
      steps.step(given);
      if (!everySlot && i % 6 !== 0 && i % minute !== minute - 1) continue;
      price = steps.made()[0]!.price;
      prices[day * slotsPerDay + i] = Number(price);
    }
  }
  return prices;
}

function makeTape(rules: Rules, world: World, wanted: readonly Strategy[]): Tape {
  // At the beginning of ten minutes an estimate reads nothing else either.
  const prices = walk(world, 1, rules.pricedBy === 'estimate' && wanted.some(({ insider }) => !insider));
  const withSeed = wanted.some(({ insider }) => insider);
  return { rules, coin: world.coin, prices, fromSeed: withSeed ? walk(world, 2, false) : undefined };
}

/** The annualized volatility of the slots up to `last` in millionths, measured in steps of three seconds. */
function movedIn(prices: Float64Array, last: number, slots: number): number {
  let squares = 0;
  for (let at = last - slots; at < last; at += 6) squares += Math.log(prices[at + 6]! / prices[at]!) ** 2;
  return 1e6 * Math.sqrt((squares / slots) * 365 * slotsPerDay);
}

function estimate({ prices }: Tape, at: number, slots: number): number {
  const slot = first + at;
  const { ticks, minutes } = readingFor(slot);
  const every = (from: number, to: number, step: number) =>
    Array.from({ length: (to - from) / step + 1 }, (_, i) => {
      const each = from + i * step;
      return { slot: each, price: BigInt(prices[each - first]!) };
    });
  return volatilityOf(
    { ticks: every(ticks.first, ticks.last, 1), minutes: every(minutes.first, minutes.last, minute) },
    slot,
  )(slots)!;
}
const meanOf = ({ coin }: Tape, at: number, slots: number) => meanVolatility(coin, first + at, slots);
const priceInputsAt = (tape: Tape, at: number, slots: number): PriceInputs => ({
  slot: first + at,
  price: BigInt(tape.prices[at]!),
  ...(tape.rules.pricedBy === 'mean'
    ? { volatility: meanOf(tape, at, slots), model: 3 }
    : { volatility: estimate(tape, at, slots), model: 2 }),
});

type Sides = readonly ('call' | 'put')[];
const both: Sides = ['call', 'put'];
type Wish = {
  seconds: number;
  /** The strike on the board, counted from the middle one. */
  strike?: number;
  /** Sells all options back after this many slots, or earlier once they have gained this fraction. */
  sell?: { after: number; gain: number };
};
type Strategy = Wish & {
  name: string;
  /** Requires the seed of the day. */
  insider?: boolean;
  /** The options bought at a moment, or undefined for none. `by` has the inputs of their price. */
  sides: (tape: Tape, at: number, slots: number, by: () => PriceInputs) => Sides | undefined;
};

const size = 10n ** 15n;
const totalOf = (options: readonly Option[], of: (option: Option) => bigint) =>
  Number(options.map(of).reduce((a, b) => a + b, 0n));

/** The gain of one order per premium, and the place after its end. */
function trade(
  tape: Tape,
  at: number,
  slots: number,
  by: PriceInputs,
  sides: Sides,
  { seconds, strike = 0, sell }: Wish,
) {
  const board = isFlash(seconds) ? undefined : strikesAround(by.price, by.volatility, slots);
  const strikeOf = (side: 'call' | 'put') => board?.[side === 'call' ? 2 + strike : 2 - strike] ?? by.price;
  const options = sides.map((side): Option => ({ symbol: tape.coin.id, side, strike: strikeOf(side), size }));
  const paid = totalOf(options, (option) => premiumOf(option, by, slots, spreadBp));
  for (let after = minute; sell && after <= sell.after; after += minute) {
    const left = slots - after;
    const now = priceInputsAt(tape, at + after, left);
    const bid = totalOf(options, (option) => bidOf(option, now, left));
    if (bid > paid * (1 + sell.gain) || after === sell.after) return { gain: bid / paid - 1, end: at + after };
  }
  const exit = BigInt(tape.prices[at + slots]!);
  return { gain: totalOf(options, (option) => payoutAt(option, exit)) / paid - 1, end: at + slots };
}

const hourAt = (at: number) => Math.floor((at % slotsPerDay) / slotsPerHour);
const lastMove = ({ prices }: Tape, at: number, slots: number) => Math.log(prices[at]! / prices[at - slots]!);
/** The typical move of a price in this many slots. */
const usual = (tape: Tape, at: number, slots: number) =>
  (meanOf(tape, at, slots) / 1e6) * Math.sqrt(slots / (365 * slotsPerDay));
/** Whether the move of the last minute can only be a jump. */
const hasJumped = (tape: Tape, at: number) => Math.abs(lastMove(tape, at, minute)) > 3 * usual(tape, at, minute);
const moved = (tape: Tape, at: number, slots: number) => lastMove(tape, at, slots) / usual(tape, at, slots);

/** The volatility that a holder of the seed expects for the next slots, computed with other rounds. */
const isLivelyBySeed = (tape: Tape, at: number, slots: number, by: () => PriceInputs) => {
  const expected = movedIn(tape.fromSeed!, at + slots, slots) / meanOf(tape, at, slots);
  return expected > 1.2 && expected * meanOf(tape, at, slots) > 1.2 * by().volatility;
};

const strategies: readonly Strategy[] = [
  { name: 'straddle at any moment, 5 min', seconds: 300, sides: () => both },
  { name: 'straddle at any moment, 1 h', seconds: 3600, sides: () => both },
  ...([60, 600, 3600, 21_600] as const).map(
    (seconds): Strategy => ({
      name: `straddle if priced below 0.94 of the mean, ${seconds} s`,
      seconds,
      sides: (tape, at, slots, by) => (by().volatility < 0.94 * meanOf(tape, at, slots) ? both : undefined),
    }),
  ),
  ...([60, 300, 900] as const).map(
    (seconds): Strategy => ({
      name: `straddle after two lively minutes, ${seconds} s`,
      seconds,
      sides: (tape, at, slots, by) =>
        movedIn(tape.prices, at, 2 * minute) > 1.2 * meanOf(tape, at, slots) &&
        movedIn(tape.prices, at, 2 * minute) > 1.1 * by().volatility
          ? both
          : undefined,
    }),
  ),
  { name: 'straddle in quiet hours, 10 min', seconds: 600, sides: (_, at) => (hourAt(at) < 7 ? both : undefined) },
  {
    name: 'straddle before lively hours, 1 h',
    seconds: 3600,
    sides: (_, at) => ([11, 12, 13].includes(hourAt(at)) ? both : undefined),
  },
  {
    name: 'straddle after a jump, 1 min',
    seconds: 60,
    sides: (tape, at) => (hasJumped(tape, at) ? both : undefined),
  },
  {
    name: 'straddle after a jump, 15 min',
    seconds: 900,
    sides: (tape, at) => (hasJumped(tape, at) ? both : undefined),
  },
  {
    name: 'with a move of ten minutes, 5 min',
    seconds: 300,
    sides: (tape, at) => {
      const by = moved(tape, at, 10 * minute);
      return Math.abs(by) > 1 ? [by > 0 ? 'call' : 'put'] : undefined;
    },
  },
  {
    name: 'against a move of ten minutes, 5 min',
    seconds: 300,
    sides: (tape, at) => {
      const by = moved(tape, at, 10 * minute);
      return Math.abs(by) > 1 ? [by > 0 ? 'put' : 'call'] : undefined;
    },
  },
  { name: 'outer strikes, 5 to 65 min', seconds: 3600, strike: 2, sides: () => both },
  {
    name: 'outer strikes, 5 to 10 min',
    seconds: 3600,
    strike: 2,
    sides: (_tape, _at, slots) => (slots <= 10 * minute ? both : undefined),
  },
  {
    name: 'sold back after a gain of 20 %, 15 min',
    seconds: 900,
    sell: { after: 10 * minute, gain: 0.2 },
    sides: () => both,
  },
  { name: 'sold back half-way, 1 h', seconds: 3600, sell: { after: 4 * minute, gain: 9 }, sides: () => both },
  ...([60, 600] as const).map(
    (seconds): Strategy => ({
      name: `holder of the seed, straddle, ${seconds} s`,
      insider: true,
      seconds,
      sides: (tape, at, slots, by) => (isLivelyBySeed(tape, at, slots, by) ? both : undefined),
    }),
  ),
];

export type StrategyResult = { name: string; orders: number; mean: number; error: number };

/** The gains of a strategy on a tape, one per order. */
function gainsOf(tape: Tape, strategy: Strategy): number[] {
  const gains: number[] = [];
  const begin = tape.rules.pricedBy === 'estimate' ? slotsPerDay + 2 * slotsPerHour : slotsPerHour; // an estimate needs 25 hours
  for (let at = begin; at < tape.prices.length; ) {
    const slots = lifeSlots(strategy.seconds, first + at);
    if (at + slots >= tape.prices.length) break;
    const known: { by?: PriceInputs } = {};
    const by = () => (known.by ??= priceInputsAt(tape, at, slots));
    const sides = strategy.sides(tape, at, slots, by);
    const done = sides && trade(tape, at, slots, by(), sides, strategy);
    if (done) gains.push(done.gain);
    // Two and seven minutes into a period of ten.
    const next = Math.max(done?.end ?? 0, at + 1);
    const step = 5 * minute;
    at = strategy.insider
      ? Math.ceil(next / (2 * step)) * 2 * step
      : Math.ceil((next - 2 * minute) / step) * step + 2 * minute;
  }
  return gains;
}

function summaryOf(name: string, gains: readonly number[]): StrategyResult {
  const mean = gains.reduce((a, b) => a + b, 0) / gains.length;
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
  return { name, orders: gains.length, mean, error: Math.sqrt(variance / gains.length) };
}

/** The results of all strategies on several worlds with one coin each. */
export function search(rules: Rules, symbols: readonly string[], days: number, names = /./): StrategyResult[] {
  const wanted = strategies.filter(({ name }) => names.test(name));
  const gains = new Map(wanted.map(({ name }) => [name, [] as number[]]));
  for (const [world, symbol] of symbols.entries()) {
    const coin = coins.find((each) => each.symbol === symbol)!;
    const tape = makeTape(rules, { version: rules.version, coin, world, days }, wanted);
    for (const strategy of wanted) for (const gain of gainsOf(tape, strategy)) gains.get(strategy.name)!.push(gain);
  }
  return [...gains].map(([name, each]) => summaryOf(name, each));
}

const percent = (of: number) => `${of < 0 ? '' : '+'}${(100 * of).toFixed(1)} %`;
export const tableOf = (found: readonly StrategyResult[]): string =>
  found
    .map(({ name, orders, mean, error }) =>
      orders < 2
        ? `${name} | ${orders} | – | –`
        : `${name} | ${orders} | ${percent(mean)} | ${(100 * error).toFixed(1)} %`,
    )
    .join('\n');
