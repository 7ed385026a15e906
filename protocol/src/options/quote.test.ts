import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coins } from '../market/coins.ts';
import { slotsPerHour } from '../market/tape.ts';
import type { Side } from './black-scholes.ts';
import { largest, smallest } from './fixed.ts';
import { movesOf } from './moves.ts';
import {
  averageOf,
  bidOf,
  breakEvenOf,
  chanceOfProfit,
  isModel,
  type PriceInputs,
  payoutAt,
  premiumOf,
  rangeOf,
} from './quote.ts';
import { strikesAround } from './strikes.ts';
import { clockLives, flashLives, maxPremium, minPremium, type Option } from './terms.ts';

const coin = 10n ** 8n;
const day = { symbol: 1, side: 'call', strike: 6_400_000n, size: coin } as const;
const now: PriceInputs = { slot: 0, price: 6_399_030n, volatility: 420_000, model: 1 };
const slots = 23.9 * slotsPerHour;

test('a quote for one day is exact to the smallest unit', () => {
  expect([bidOf(day, now, slots), premiumOf(day, now, slots, 400)]).toEqual([555_236_328n, 577_445_782n]);
  expect(averageOf(day, now, slots, 400)).toBe(555_236_328n - 577_445_782n);
  expect(breakEvenOf(day, 577_445_782n)).toBe(6_457_745n);
  expect(breakEvenOf({ ...day, side: 'put' }, 577_445_782n)).toBe(6_342_255n);
  expect(chanceOfProfit(day, 577_445_782n, now, slots)).toBe(3345);
  expect(rangeOf(now, slots)).toEqual({ low: 6_263_145n, high: 6_534_717n });
  expect([1, 2, 3, 4].map(isModel)).toEqual([true, true, true, false]);
  expect(() => bidOf(day, { ...now, model: 4 }, slots)).toThrow('no model 4');
});

test('our own prices end above the current price on average, by half the squared move', () => {
  const made = { ...now, model: 2 };
  const week = 168 * slotsPerHour;
  const [call, put] = (['call', 'put'] as const).map((side) => bidOf({ ...day, side }, made, week));
  // 63,990.30 · (exp(0.42² · 7 / 365 / 2) − 1), and the difference between strike and price
  expect(Number(call! - put!) / 1e6).toBeCloseTo(63_990.3 * Math.expm1((0.42 ** 2 * 7) / 730) - 9.7, 4);
  const { low, high } = rangeOf(made, week);
  expect(Number(low * high) / Number(made.price) ** 2).toBeCloseTo(1, 6);
});

test('the value of a tenth of a coin changes with price, time and volatility as expected', () => {
  const moves = movesOf({ ...day, size: coin / 10n }, now, slots);
  expect(moves).toEqual({
    ...{ step: 10_000n, rise: 5_158_140n, again: 5_440_960n },
    ...{ slots: slotsPerHour, wait: -1_184_145n, livelier: 1_333_421n },
  });
  expect(movesOf(day, now, slotsPerHour).slots).toBe(120);
  const atEnd = movesOf({ ...day, strike: 6_300_000n }, now, 60);
  expect([atEnd.rise, atEnd.again]).toEqual([100_000_000n, 100_000_000n]);
});

// Coins at a hundredth to a hundred times their start price, all lives and half of their ends, all possible
// volatilities.
const moments = fc
  .record({
    coin: fc.constantFrom(...coins),
    tenths: fc.integer({ min: 1, max: 10_000 }),
    volatility: fc.integer({ min: 50_000, max: 5_000_000 }),
    model: fc.constantFrom(1, 2),
    seconds: fc.constantFrom(...flashLives, ...clockLives),
    left: fc.integer({ min: 1, max: 100 }),
    strike: fc.nat(4),
    side: fc.constantFrom<Side>('call', 'put'),
    size: fc.bigInt(1n, 10n ** 16n),
    spreadBp: fc.integer({ min: 0, max: 2000 }),
  })
  .map(({ coin, tenths, volatility, model, seconds, left, strike, side, size, spreadBp }) => {
    const price = (coin.start * BigInt(tenths)) / 100n;
    const by: PriceInputs = { slot: 0, price: largest(price, 1n), volatility, model };
    const life = Math.ceil((2 * seconds * left) / 100);
    const option: Option = {
      ...{ symbol: coin.id, side, size },
      strike: strikesAround(by.price, volatility, 2 * seconds)[strike]!,
    };
    return { by, life, option, spreadBp };
  });
type Moment = { by: PriceInputs; life: number; option: Option; spreadBp: number };
const holds = (is: (moment: Moment) => boolean) => fc.assert(fc.property(moments, is), { numRuns: 200 });
const one = (option: Option, size = 10n ** 12n): Option => ({ ...option, size });

test('a call minus a put is the mean minus the strike for every strike', () => {
  holds(({ by, life, option }) => {
    const gap = (strike: bigint) => {
      const [call, put] = (['call', 'put'] as const).map((side) => bidOf(one({ ...option, side, strike }), by, life));
      return call! - put!;
    };
    const apart = option.strike / 7n + 1n;
    const less = payoutAt(one({ ...option, side: 'call', strike: option.strike }), option.strike + apart);
    const off = gap(option.strike) - gap(option.strike + apart) - less;
    return off >= -2n && off <= 2n;
  });
});

test('more time, more volatility or a better strike never lowers the premium', () => {
  holds(({ by, life, option, spreadBp }) => {
    const cost = (change: Partial<Option>, moved: Partial<PriceInputs> = {}, later = 0) =>
      premiumOf({ ...one(option), ...change }, { ...by, ...moved }, life + later, spreadBp);
    const here = cost({});
    const better = option.strike + (option.side === 'call' ? -1n : 1n) * (option.strike / 100n);
    // Under model 2, more time and volatility raise the mean, which lowers the value of a put.
    const rises = by.model === 1 || option.side === 'call';
    return (
      cost({ strike: largest(better, 1n) }) >= here &&
      (!rises || (cost({}, { volatility: by.volatility + 10_000 }) >= here && cost({}, {}, 100) >= here))
    );
  });
});

test('the bid is convex in the strike', () => {
  holds(({ by, life, option }) => {
    const apart = option.strike / 3n;
    const at = (strike: bigint) => bidOf(one({ ...option, strike }), by, life);
    return at(option.strike - apart) + at(option.strike + apart) + 2n >= 2n * at(option.strike);
  });
});

test('an option costs at least its intrinsic value and its bid, and the average result is bid minus premium', () => {
  holds(({ by, life, option, spreadBp }) => {
    const [bid, premium] = [bidOf(option, by, life), premiumOf(option, by, life, spreadBp)];
    expect(averageOf(option, by, life, spreadBp)).toBe(bid - premium);
    return bid >= 0n && premium >= bid && premium >= payoutAt(option, by.price);
  });
});

test('the spread is charged on the fair value, exact to the smallest unit, unless the intrinsic value is higher', () => {
  holds(({ by, life, option, spreadBp }) => {
    const fair = bidOf(option, by, life);
    const premium = premiumOf(option, by, life, spreadBp);
    const [least, most] = [fair, fair + 1n].map((of) => (of * (10_000n + BigInt(spreadBp))) / 10_000n);
    return premium >= least! && (premium <= most! + 1n || premium - payoutAt(option, by.price) <= 1n);
  });
});

test('splitting a size never makes it cheaper', () => {
  fc.assert(
    fc.property(moments, fc.bigInt(1n, 10n ** 8n), ({ by, life, option, spreadBp }, part) => {
      const [a, b] = [one(option, option.size), one(option, part)];
      const both = one(option, option.size + part);
      const end = by.price + by.price / 50n;
      return (
        premiumOf(a, by, life, spreadBp) + premiumOf(b, by, life, spreadBp) >= premiumOf(both, by, life, spreadBp) &&
        bidOf(a, by, life) + bidOf(b, by, life) <= bidOf(both, by, life) &&
        payoutAt(a, end) + payoutAt(b, end) <= payoutAt(both, end)
      );
    }),
  );
});

test('the break-even price pays what the option cost, and one unit nearer to the strike pays less', () => {
  holds(({ by, life, option, spreadBp }) => {
    const premium = premiumOf(option, by, life, spreadBp);
    const even = breakEvenOf(option, premium);
    if (even === 0n) return option.side === 'put';
    const nearer = even + (option.side === 'call' ? -1n : 1n);
    return payoutAt(option, even) >= premium && (premium === 0n || payoutAt(option, nearer) < premium);
  });
});

test('probabilities are between zero and one, and a call and a put at one price exclude each other', () => {
  holds(({ by, life, option, spreadBp }) => {
    const chance = (side: Side) => {
      const priced = { ...option, side };
      return chanceOfProfit(priced, premiumOf(priced, by, life, spreadBp), by, life);
    };
    const [call, put] = [chance('call'), chance('put')];
    const { low, high } = rangeOf(by, life);
    return call >= 0 && put >= 0 && call + put <= 10_000 && low <= high;
  });
});

test('within the limits no amount is too large for the books, even for the cheapest coin and the largest size', () => {
  fc.assert(
    fc.property(moments, fc.bigInt(minPremium, maxPremium), ({ by, life, option, spreadBp }, premium) => {
      // The largest size for this premium, if the site allows an exposure of 50 million for the coin.
      const perCoin = premiumOf(one(option, 10n ** 16n), by, life, spreadBp);
      const bought = (premium * 10n ** 16n) / largest(perCoin, 1n);
      const most = (5n * 10n ** 13n * 10n ** 16n) / (payoutAt(one({ ...option, side: 'put' }, 10n ** 16n), 0n) || 1n);
      const order = one(option, largest(smallest(bought, most), 1n));
      const bounds = [order.size, premiumOf(order, by, life, spreadBp), payoutAt(order, 100n * by.price)];
      return bounds.every((amount) => amount < 2n ** 63n);
    }),
  );
});

// Hull's example in the doctests of vollib: 49, strike 50, 20 %, 0.3846 years, 5 % interest. The forward price replaces
// the price.
test('value changes match the greeks of the published example', () => {
  const growth = Math.exp(0.05 * 0.3846);
  const option: Option = { symbol: 19, side: 'call', strike: 50n * 10n ** 8n, size: 10n ** 14n };
  const by: PriceInputs = { slot: 0, price: BigInt(Math.round(49 * growth * 1e8)), volatility: 200_000, model: 1 };
  const life = Math.round(0.3846 * 63_072_000);
  const { step, rise, again, livelier } = movesOf(option, by, life, 100_000n);
  const perUnit = Number(payoutAt(option, option.strike + step));
  expect(Number(rise) / perUnit).toBeCloseTo(0.521601633972, 4);
  expect((Number(again - rise) / perUnit / Number(step)) * 1e8 * growth).toBeCloseTo(0.0655453772525, 5);
  expect(Number(livelier) / Number(payoutAt(option, option.strike + 10n ** 8n)) / growth).toBeCloseTo(
    0.121052427542,
    4,
  );
});
