import { expect, test } from 'vitest';
import { coins } from '../market/coins.ts';
import { slotsPerDay, slotsPerHour } from '../market/tape.ts';
import type { Price } from '../orders/tape-rule.ts';
import { type Reading, readingFor, volatilityOf } from './volatility.ts';

const stretch = 1200;
const start = 7200 * 500_000; // a full hour
const slotsPerYear = 365 * slotsPerDay;
const large = 10n ** 15n;

/** A price in every slot from `first` to `last`. Each moves by the given annualized volatility, alternately up and down. */
function walk(first: number, last: number, percent: (slot: number) => number, from = large): Price[] {
  const prices: Price[] = [];
  let at = Math.log(Number(from));
  for (let slot = first; slot <= last; slot++) {
    at += ((slot & 1 ? 1 : -1) * percent(slot)) / 100 / Math.sqrt(slotsPerYear);
    prices.push({ slot, price: BigInt(Math.round(Math.exp(at))) });
  }
  return prices;
}
/** The closing price of each minute. */
function minutesOf(slot: number, percent: (slot: number) => number): Price[] {
  const { first, last } = readingFor(slot).minutes;
  const prices: Price[] = [];
  for (let close = first; close <= last; close += 120) {
    const step = (percent(close) / 100) * Math.sqrt(120 / slotsPerYear);
    const up = (close - first) % 240 === 0 ? 0 : step;
    prices.push({ slot: close, price: BigInt(Math.round(Number(large) * Math.exp(up))) });
  }
  return prices;
}
const reading = (slot: number, lately: number, usual: (slot: number) => number): Reading => {
  const { first, last } = readingFor(slot).ticks;
  return { ticks: walk(first, last, () => lately), minutes: minutesOf(slot, usual) };
};
const percent = (volatility: number | undefined) => volatility! / 10_000;

test('the estimate reads the current ten minutes up to the tick with the tick before, and 25 hours of full minutes', () => {
  expect(readingFor(start + 9).ticks).toEqual({ first: start - 1, last: start + 9 });
  expect(readingFor(start + 607)).toEqual({
    ticks: { first: start - 1, last: start + 607 },
    minutes: { first: start + 599 - slotsPerDay - slotsPerHour, last: start + 599 },
  });
  expect(readingFor(start + 3).ticks).toEqual({ first: start - 1, last: start + 3 });
  expect(readingFor(start + stretch - 1)).toMatchObject({
    ticks: { first: start - 1, last: start + 1199 },
    minutes: { last: start + 1199 },
  });
});

test('the rest of the current ten minutes counts as volatile as they were so far, later time as the usual hours', () => {
  const slot = start + 600;
  const here = reading(slot, 80, () => 40);
  const life = (slots: number) => percent(volatilityOf(here, slot)(slots));
  // 601 steps of 80 % and ten of 40 %
  const lively = Math.sqrt((601 * 80 ** 2 + 10 * 40 ** 2) / 611);
  expect(life(120)).toBeCloseTo(lively, 2);
  expect(life(590)).toBeCloseTo(lively, 2);
  const mixed = (slots: number) => Math.sqrt((599 * lively ** 2 + (slots - 599) * 40 ** 2) / slots);
  expect(life(1200)).toBeCloseTo(mixed(1200), 2);
  expect(life(slotsPerDay)).toBeCloseTo(mixed(slotsPerDay), 2);
});

test("the usual hours are the last one, and yesterday's from one hour before now to one hour after the end", () => {
  const slot = start + 1199; // the ten minutes have ended
  const close = start + 1079;
  const counts = (hour: number, life: number) => {
    const lone = (at: number) =>
      at > close + hour * slotsPerHour - slotsPerHour && at <= close + hour * slotsPerHour ? 90 : 30;
    return percent(volatilityOf(reading(slot, 30, lone), slot)(life)) > 31;
  };
  const hours = (life: number) => [-25, -24, -23, -22, -21, -20, -17, -16, -1, 0].map((hour) => counts(hour, life));
  const [yes, no] = [true, false];
  expect(hours(120)).toEqual([no, yes, yes, yes, no, no, no, no, no, yes]);
  expect(hours(slotsPerHour)).toEqual([no, yes, yes, yes, no, no, no, no, no, yes]);
  expect(hours(6 * slotsPerHour)).toEqual([no, yes, yes, yes, yes, yes, yes, no, no, yes]);
  expect(hours(7 * slotsPerDay)).toEqual([no, yes, yes, yes, yes, yes, yes, yes, yes, yes]);
});

test("the newest tick's move counts at once, so nobody can know the next estimate before it affects the price", () => {
  const slot = start + 4325;
  const calm = reading(slot, 40, () => 40);
  const last = calm.ticks.at(-1)!;
  const leapt = { ...calm, ticks: [...calm.ticks.slice(0, -1), { ...last, price: (last.price * 101n) / 100n }] };
  expect(volatilityOf(leapt, slot)(120)).toBeGreaterThan(volatilityOf(calm, slot)(120)!);
});

test('flat or jumping prices get the minimum or maximum volatility, and a young tape has no estimate', () => {
  const slot = start + 600;
  const still = reading(slot, 0, () => 0);
  expect(volatilityOf(still, slot)(600)).toBe(50_000);
  const wild = reading(slot, 90_000, () => 40);
  expect(volatilityOf(wild, slot)(600)).toBe(5_000_000);
  expect(volatilityOf({ ticks: [], minutes: [] }, slot)(600)).toBeUndefined();
  const { ticks, minutes } = reading(slot, 60, () => 60);
  expect(volatilityOf({ ticks: ticks.slice(0, 30), minutes: [] }, slot)(600)).toBeUndefined();
  expect(percent(volatilityOf({ ticks: ticks.slice(0, 31), minutes: [] }, slot)(60_000))).toBeCloseTo(60, 1);
  expect(percent(volatilityOf({ ticks: [], minutes: minutes.slice(-31) }, slot)(600))).toBeCloseTo(60, 1);
});

/** A walk with steps of equal size and pseudorandom signs, the same in every run. */
function drawn(first: number, last: number, percent: number, from: bigint): Price[] {
  let [at, state] = [Math.log(Number(from)), 12_345];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    at += ((state & 65_536 ? 1 : -1) * percent) / 100 / Math.sqrt(slotsPerYear);
    return { slot: first + i, price: BigInt(Math.round(Math.exp(at))) };
  });
}

test('slots without a tick have little effect', () => {
  const slot = start + 1190;
  const { first, last } = readingFor(slot).ticks;
  const ticks = drawn(first, last, 40, large);
  const fewer = ticks.filter((_, i) => i % 5 !== 2 && i % 7 !== 3);
  const [all, some] = [ticks, fewer].map((read) => percent(volatilityOf({ ticks: read, minutes: [] }, slot)(120)));
  expect(all).toBeCloseTo(40, 1);
  expect(Math.abs(some! - 40)).toBeLessThan(1);
});

test('rounding does not distort the volatility of any coin', () => {
  const { first, last } = readingFor(start + 1190).ticks;
  for (const { symbol, start: price, volatility } of coins) {
    const ticks = drawn(first, last, volatility, price);
    const read = percent(volatilityOf({ ticks, minutes: [] }, start + 1190)(120));
    expect(Math.abs(read / volatility - 1), symbol).toBeLessThan(0.04);
  }
});
