import { createHash } from 'node:crypto';
import { coins } from '@glasshouse/protocol/market/coins';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { firstSlotOf, slotsPerDay, slotsPerMinute } from '@glasshouse/protocol/market/tape';
import { expect, test } from 'vitest';

const day = 20_772;
const first = firstSlotOf(day);
const opens = coins.map((coin) => ({ symbol: coin.id, price: coin.start }));
const sha = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const roundAfter = (slot: number) => Math.floor((slot - 4) / 6);
const randomness = (slot: number) => sha(`round ${roundAfter(slot)}`);
const walk = (seed: string, from = first, of = coins) => walkDay({ day, seed: sha(seed) }, { slot: from, opens }, of);

test('a day is the same wherever it is made, from its seed, its rounds and where it began', () => {
  const hash = createHash('sha256');
  const made = walk('golden');
  for (let slot = first; slot < first + slotsPerDay; slot++) {
    made.step(randomness(slot));
    if (slot % 997 === 0)
      for (const { symbol, price, volume } of made.made()) hash.update(`${slot} ${symbol} ${price} ${volume}\n`);
  }
  // Changing this value changes every day that was ever published: make a new version instead.
  expect(hash.digest('hex')).toBe('916072baab8b8c7632447b090566356ef4741fe11bef864c69dd07be67240810');
  expect(() => made.step(sha('next'))).toThrow('not in day');
});

test('a block follows from its own round: another round, another seed, another block', () => {
  const run = (seed: string, change?: number) => {
    const made = walk(seed);
    return Array.from({ length: 60 }, (_, i) => {
      made.step(roundAfter(first + i) === change ? sha('other') : randomness(first + i));
      return made.made()[0]!.price;
    });
  };
  const usual = run('a');
  const changed = run('a', roundAfter(first + 30));
  const begins = usual.findIndex((_, i) => roundAfter(first + i) === roundAfter(first + 30));
  expect(changed.slice(0, begins)).toEqual(usual.slice(0, begins));
  expect(changed.slice(begins, begins + 6)).not.toEqual(usual.slice(begins, begins + 6));
  // What comes after moves as it would have, from where the block has led.
  const steps = (prices: bigint[]) => prices.slice(1).map((price, i) => Number(price - prices[i]!));
  const [one, two] = [steps(usual.slice(begins + 6)), steps(changed.slice(begins + 6))];
  for (const [i, step] of one.entries()) expect(Math.abs(step - two[i]!)).toBeLessThan(Math.abs(step) * 0.01 + 2);
  expect(run('b')).not.toEqual(usual);
});

const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const spread = (list: number[]) => Math.sqrt(mean(list.map((x) => x * x)));

test('every coin moves as much in a minute as under version 1, without a drift, and with the market', () => {
  const moves = { old: new Map<number, number[]>(), now: new Map<number, number[]>() };
  for (const seed of process.env.NIGHTLY === '1' ? ['walk', 'run', 'stroll'] : ['walk']) {
    const old = openDay({ day, seed: sha(seed), opens }, coins);
    const now = walk(seed);
    const last: Record<string, bigint[]> = {
      old: opens.map(({ price }) => price),
      now: opens.map(({ price }) => price),
    };
    for (let slot = first; slot < first + slotsPerDay; slot++) {
      now.step(sha(`${seed} ${roundAfter(slot)}`));
      if (slot % slotsPerMinute !== slotsPerMinute - 1) continue;
      for (const [name, made] of [
        ['old', old.at(slot)],
        ['now', now.made()],
      ] as const)
        made.forEach(({ symbol, price }, i) => {
          const list = moves[name].get(symbol) ?? [];
          list.push(Math.log(Number(price) / Number(last[name]![i]!)));
          moves[name].set(symbol, list);
          last[name]![i] = price;
        });
    }
  }
  const bitcoin = moves.now.get(1)!;
  for (const [symbol, list] of moves.now) {
    expect(spread(list) / spread(moves.old.get(symbol)!), `coin ${symbol}`).toBeGreaterThan(0.92);
    expect(spread(list) / spread(moves.old.get(symbol)!), `coin ${symbol}`).toBeLessThan(1.08);
    expect(Math.abs(mean(list)) / (spread(list) / Math.sqrt(list.length))).toBeLessThan(4);
    const next = mean(list.slice(1).map((x, i) => x * list[i]!)) / spread(list) ** 2;
    expect(Math.abs(next)).toBeLessThan(0.06);
    expect(mean(list.map((x, i) => x * bitcoin[i]!)) / (spread(list) * spread(bitcoin))).toBeGreaterThan(0.2);
  }
});

test('who has the seed and every round but the next guesses the direction of the next block right half of the time', () => {
  const blocks = 10_000;
  const made = walk('known', first + 4, coins.slice(0, 1));
  let slot = first + 4;
  let [before, last] = [opens[0]!.price, opens[0]!.price];
  const right = { same: 0, opposite: 0, oldRound: 0, noRound: 0 };
  let decided = 0;
  for (let block = 0; block < blocks; block++) {
    const lastRound = randomness(slot - 6);
    // The best that can be done: make the block with the seed, from where the tape stands, with a round that is known or with none.
    const guess = (round: Uint8Array) => {
      const tried = walkDay(
        { day, seed: sha('known') },
        { slot, opens: [{ symbol: 1, price: last }] },
        coins.slice(0, 1),
      );
      for (let i = 0; i < 6; i++) tried.step(round);
      return tried.made()[0]!.price > last;
    };
    const guesses = {
      same: last > before,
      opposite: last <= before,
      oldRound: guess(lastRound),
      noRound: guess(new Uint8Array(32)),
    };
    for (let i = 0; i < 6; i++) made.step(randomness(slot++));
    [before, last] = [last, made.made()[0]!.price];
    if (last === before) continue;
    decided++;
    for (const name of Object.keys(right) as (keyof typeof right)[]) if (guesses[name] === last > before) right[name]++;
  }
  expect(decided).toBeGreaterThan(blocks * 0.95);
  for (const [name, count] of Object.entries(right)) {
    expect(count / decided, name).toBeGreaterThan(0.49);
    expect(count / decided, name).toBeLessThan(0.51);
  }
});
