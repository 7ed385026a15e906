import { createHash } from 'node:crypto';
import { coinById, coins, formatPrice, parsePrice } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import { firstSlotOf, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { expect, test } from 'vitest';

const day = 20_772;
const first = firstSlotOf(day);
const opens = coins.map((coin) => ({ symbol: coin.id, price: coin.start }));
const planned = (seed: string) => ({ day, seed: createHash('sha256').update(seed).digest(), opens });

test('a day is the same whatever the order in which its slots are generated', () => {
  const hash = createHash('sha256');
  const made = openDay(planned('golden'), coins);
  for (let slot = first; slot < first + slotsPerDay; slot += 997)
    for (const { symbol, price, volume } of made.at(slot)) hash.update(`${slot} ${symbol} ${price} ${volume}\n`);
  // Changing this value changes every published day. Raise generatorVersion instead.
  expect(hash.digest('hex')).toMatchInlineSnapshot(
    `"19e8f5b2b710e5accd64d3e37a30d3b428c1fa4a0cabc39882f7e36dff198b81"`,
  );
  const backwards = openDay(planned('golden'), [...coins].reverse());
  for (const slot of [first + slotsPerDay - 1, first + 90_000, first])
    expect(backwards.at(slot)).toEqual(openDay(planned('golden'), coins).at(slot));
});

test('prices move realistically: small steps, no exploitable drift, and coins that follow the market', () => {
  const made = openDay(planned('walk'), coins);
  const returns = new Map<number, number[]>();
  let last = made.at(first);
  for (let slot = first + 20; slot < first + slotsPerDay; slot += 20) {
    const now = made.at(slot);
    now.forEach(({ symbol, price }, i) => {
      const list = returns.get(symbol) ?? [];
      list.push(Math.log(Number(price) / Number(last[i]!.price)));
      returns.set(symbol, list);
    });
    last = now;
  }
  const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
  const spread = (list: number[]) => Math.sqrt(mean(list.map((x) => x * x)));
  const correlation = (a: number[], b: number[]) => mean(a.map((x, i) => x * b[i]!)) / (spread(a) * spread(b));
  const bitcoin = returns.get(1)!;
  for (const [symbol, list] of returns) {
    const yearly = spread(list) * Math.sqrt((365 * slotsPerDay) / 20) * 100;
    expect(yearly / coinById(symbol)!.volatility).toBeGreaterThan(0.6);
    expect(yearly / coinById(symbol)!.volatility).toBeLessThan(1.6);
    // Past moves do not predict future ones, so following or fading them gives no edge.
    expect(Math.abs(correlation(list.slice(1), list.slice(0, -1)))).toBeLessThan(0.05);
    expect(correlation(list, bitcoin)).toBeGreaterThan(0.2);
  }
  expect(made.closes()).toEqual(made.at(first + slotsPerDay - 1).map(({ symbol, price }) => ({ symbol, price })));
});

test('a different seed gives a different day, and a slot of another day is refused', () => {
  const slot = first + 500;
  expect(openDay(planned('a'), coins).at(slot)).not.toEqual(openDay(planned('b'), coins).at(slot));
  expect(() => openDay(planned('a'), coins).at(first - 1)).toThrow('not in day');
});

test('prices are formatted and parsed exactly', () => {
  expect(formatPrice(6_399_030n, 2)).toBe('63990.30');
  expect(formatPrice(7n, 5)).toBe('0.00007');
  expect(parsePrice('63990.3', 2)).toBe(6_399_030n);
  expect(parsePrice('0.123456', 5)).toBe(12_346n);
  for (const text of ['', '-1', '1e5', '0', '0.00', 'NaN', '1.', ' 1', '１'])
    expect(parsePrice(text, 2)).toBeUndefined();
});
