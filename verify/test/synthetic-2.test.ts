import { createHash } from 'node:crypto';
import { coins } from '@glasshouse/protocol/market/coins';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
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
const versions = [2, 3] as const;
const walk = (version: BeaconVersion, seed: string, from = first, of = coins) =>
  walkDay({ version, day, seed: sha(seed) }, { slot: from, opens }, of);

test.each([
  [2, '916072baab8b8c7632447b090566356ef4741fe11bef864c69dd07be67240810'],
  [3, '7d75556506dd1e6ada79b752fac40c045756f2de5284b96fab6efdac2ba15ff4'],
] as const)(
  'a day of version %i is the same wherever it is made, from its seed, its rounds and where it began',
  (version, golden) => {
    const hash = createHash('sha256');
    const made = walk(version, 'golden');
    for (let slot = first; slot < first + slotsPerDay; slot++) {
      made.step(randomness(slot));
      if (slot % 997 === 0)
        for (const { symbol, price, volume } of made.made()) hash.update(`${slot} ${symbol} ${price} ${volume}\n`);
    }
    // Changing this value changes every published day. Add a new version instead.
    expect(hash.digest('hex')).toBe(golden);
    expect(() => made.step(sha('next'))).toThrow('not in day');
  },
);

test.each(versions)(
  'version %i: a block follows from its own round; another round or seed gives another block',
  (version) => {
    const run = (seed: string, change?: number) => {
      const made = walk(version, seed);
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
    // Later slots move by the same steps, starting from the end of the block.
    const steps = (prices: bigint[]) => prices.slice(1).map((price, i) => Number(price - prices[i]!));
    const [one, two] = [steps(usual.slice(begins + 6)), steps(changed.slice(begins + 6))];
    for (const [i, step] of one.entries()) expect(Math.abs(step - two[i]!)).toBeLessThan(Math.abs(step) * 0.01 + 2);
    expect(run('b')).not.toEqual(usual);
  },
);

const mean = (list: number[]) => list.reduce((a, b) => a + b, 0) / list.length;
const spread = (list: number[]) => Math.sqrt(mean(list.map((x) => x * x)));

test.each(versions)(
  'version %i: every coin moves as much in a minute as under version 1, without a drift, and with the market',
  (version) => {
    const moves = { old: new Map<number, number[]>(), now: new Map<number, number[]>() };
    for (const seed of process.env.NIGHTLY === '1' ? ['walk', 'run', 'stroll'] : ['walk']) {
      const old = openDay({ day, seed: sha(seed), opens }, coins);
      const now = walk(version, seed);
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
    // Under version 2 both days have the same moods.
    const margin = version === 2 ? 0.08 : 0.15;
    for (const [symbol, list] of moves.now) {
      expect(spread(list) / spread(moves.old.get(symbol)!), `coin ${symbol}`).toBeGreaterThan(1 - margin);
      expect(spread(list) / spread(moves.old.get(symbol)!), `coin ${symbol}`).toBeLessThan(1 + margin);
      expect(Math.abs(mean(list)) / (spread(list) / Math.sqrt(list.length))).toBeLessThan(4);
      const next = mean(list.slice(1).map((x, i) => x * list[i]!)) / spread(list) ** 2;
      expect(Math.abs(next)).toBeLessThan(0.06);
      expect(mean(list.map((x, i) => x * bitcoin[i]!)) / (spread(list) * spread(bitcoin))).toBeGreaterThan(0.2);
    }
  },
);

test.each(versions)(
  'version %i: a holder of the seed and of every round but the next cannot guess the direction of the next block',
  (version) => {
    const blocks = 10_000;
    const made = walk(version, 'known', first + 4, coins.slice(0, 1));
    let slot = first + 4;
    let [before, last] = [opens[0]!.price, opens[0]!.price];
    const right = { same: 0, opposite: 0, oldRound: 0, noRound: 0 };
    let decided = 0;
    for (let block = 0; block < blocks; block++) {
      const lastRound = randomness(slot - 6);
      // The best possible guess: generate the block with the seed from the current position, with a known round or
      // none.
      const guess = (round: Uint8Array) => {
        const tried = walkDay(
          { version, day, seed: sha('known') },
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
      for (const name of Object.keys(right) as (keyof typeof right)[])
        if (guesses[name] === last > before) right[name]++;
    }
    expect(decided).toBeGreaterThan(blocks * 0.95);
    for (const [name, count] of Object.entries(right)) {
      expect(count / decided, name).toBeGreaterThan(0.49);
      expect(count / decided, name).toBeLessThan(0.51);
    }
  },
);

/** How much prices moved in each ten minutes of a day, adjusted for the hour. */
function spells(version: BeaconVersion, seed: string, rounds: string): number[] {
  let [drawn, given] = [0, new Uint8Array()];
  const made = walk(version, seed, first, coins.slice(0, 1));
  const logs: number[] = [];
  const lasting = 10 * slotsPerMinute;
  let squares = 0;
  let last = Math.log(Number(opens[0]!.price));
  for (let slot = first; slot < first + slotsPerDay; slot++) {
    if (roundAfter(slot) !== drawn) [drawn, given] = [roundAfter(slot), sha(`${rounds} ${roundAfter(slot)}`)];
    made.step(given);
    const now = Math.log(Number(made.made()[0]!.price));
    // Large jumps would hide everything else.
    squares += Math.min((now - last) ** 2, 1e-8);
    last = now;
    if ((slot - first) % lasting !== lasting - 1) continue;
    logs.push(Math.log(squares));
    squares = 0;
  }
  return logs.map((each, i) => each - mean(logs.slice(i - (i % 6), i - (i % 6) + 6)));
}
const correlation = (a: number[], b: number[]) => mean(a.map((x, i) => x * b[i]!)) / (spread(a) * spread(b));

test('under version 3 neither the seed nor prices reveal the volatility', () => {
  const error = 1 / Math.sqrt(144);
  const known = (version: BeaconVersion) =>
    correlation(spells(version, 'a', 'the rounds'), spells(version, 'a', 'other rounds'));
  expect(known(2)).toBeGreaterThan(0.5);
  expect(Math.abs(known(3))).toBeLessThan(3 * error);
  // A volatile period would show in its first half.
  expect(spread(spells(3, 'a', 'the rounds'))).toBeLessThan(spread(spells(2, 'a', 'the rounds')) / 3);
});

test('version 3 pulls a coin far from its start by less than a hundredth of a percent a day, too little for options to profit from', () => {
  const coin = coins[0]!;
  const endOf = (open: bigint) => {
    const made = walkDay(
      { version: 3, day, seed: sha('pull') },
      { slot: first, opens: [{ symbol: coin.id, price: open }] },
      [coin],
    );
    for (let slot = first; slot < first + slotsPerDay; slot++) made.step(randomness(slot));
    return made.position(coin.id)!.own;
  };
  const atStart = endOf(coin.start);
  // The draws are the same, so the difference is the pull alone, as a logarithm to base 2 in units of 2^-32.
  const percent = (open: bigint) => 100 * (2 ** ((endOf(open) - atStart) / 2 ** 32) - 1);
  for (const open of [coin.start * 2n, coin.start * 10n]) {
    expect(percent(open)).toBeLessThan(0);
    expect(percent(open)).toBeGreaterThan(-0.01);
  }
  expect(percent(coin.start / 4n)).toBeGreaterThan(0);
  expect(percent(coin.start / 4n)).toBeLessThan(0.01);
});
