import { createHash, sign } from 'node:crypto';
import { localChain, quicknet, roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { writeRounds } from '@glasshouse/protocol/beacon/rounds-file';
import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { coinById, coins } from '@glasshouse/protocol/market/coins';
import type { BeaconVersion } from '@glasshouse/protocol/market/generator-version';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import * as tape from '@glasshouse/protocol/market/tape';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, test } from 'vitest';
import { answer } from '../src/command.ts';
import { day, first, key, privateKey, publish } from './sample-day.ts';

const signer = openRoundSigner(new Uint8Array(32).fill(3));
const chain = localChain(signer.publicKey);
const seed = new Uint8Array(createHash('sha256').update('seed').digest());
const opens = coins.map((coin) => ({ symbol: coin.id, price: coin.start }));
const slots = 60;
const firstRound = roundOfSlot(chain, first);
const rounds = Array.from({ length: roundOfSlot(chain, first + slots - 1) - firstRound + 1 }, (_, i) => ({
  round: firstRound + i,
  signature: signer.sign(firstRound + i),
}));

/**
 * A day of version 2 or 3 as published by a site: its plan, the first half minute of two coins, and the rounds of that
 * time.
 */
function publishBeaconDay(version: BeaconVersion = 3) {
  const { write } = publish();
  const walk = walkDay({ version, day, seed }, { slot: first, opens }, coins);
  const made = Array.from({ length: slots }, (_, i) => {
    walk.step(randomnessOf(rounds[roundOfSlot(chain, first + i) - firstRound]!));
    return walk.made();
  });
  const ticksOf = (symbol: number) =>
    made.map((prices, i) => ({
      ...prices.find((one) => one.symbol === symbol)!,
      slot: first + i,
      hash: '0'.repeat(64),
    }));
  const file = (symbol: number, ticks = ticksOf(symbol)) =>
    write(`${symbol}.csv`, writeTicks({ symbol, before: '0'.repeat(64), ticks, proof: undefined }, coinById(symbol)!));
  const commitment = new Uint8Array(
    createHash('sha256')
      .update(tape.beaconPlanBytes({ version, day, seed }, fromHex(chain.hash)))
      .digest(),
  );
  const plan = {
    day: '2026-11-15',
    commitment: toHex(commitment),
    announcedSlot: first - 9,
    publicKey: key,
    signature: sign(null, tape.dayBytes(day, commitment, first - 9), privateKey).toString('hex'),
    version,
    revealed: {
      seed: toHex(seed),
      opens: opens.map(({ symbol, price }) => ({ symbol, price: String(price) })),
      beacon: { ...chain, firstSlot: first },
    },
  };
  const tapeOf = (one: object) => write('days.json', JSON.stringify({ days: [one] }));
  return { write, file, ticksOf, plan, tapeOf, roundsFile: write('rounds.csv', writeRounds(chain.hash, rounds)) };
}

test.each([2, 3] as const)(
  'a day of version %i is recomputed from its seed and its rounds, all coins together',
  async (version) => {
    const { plan, file, tapeOf, roundsFile } = publishBeaconDay(version);
    const [one, two] = [file(1), file(2)];
    expect(await answer(['day', tapeOf(plan), one, roundsFile, two, '--key', key])).toEqual({
      code: 0,
      output: [
        `ok ${one}: 60 ticks of BTC are those of the seed and the rounds of 2026-11-15, 0 slots between them have none`,
        `ok ${two}: 60 ticks of ETH are those of the seed and the rounds of 2026-11-15, 0 slots between them have none`,
        `   not checked: where 24 coins stood before 2026-11-15T00:00:00.000Z, when the day began; no file has it (${coins.map(({ symbol }) => symbol).join(' ')})`,
        '   rounds of "glasshouse-local", every signature verified; this beacon is known to the operator',
      ].join('\n'),
    });
  },
);

test('a wrong price, a wrong or missing round, and a wrong chain are reported', async () => {
  const { write, plan, file, ticksOf, tapeOf, roundsFile } = publishBeaconDay();
  const failed = async (tick: string, round: string, changed = {}) => {
    const { code, output } = await answer(['day', tapeOf({ ...plan, ...changed }), tick, round, '--key', key]);
    expect(code).toBe(1);
    return output;
  };
  const wrong = ticksOf(1);
  wrong[30] = { ...wrong[30]!, price: wrong[30]!.price + 1n };
  expect(await failed(file(1, wrong), roundsFile)).toContain(`BTC slot ${first + 30}`);
  const other = rounds.with(4, { ...rounds[4]!, signature: rounds[5]!.signature });
  const changed = write('other.csv', writeRounds(chain.hash, other));
  expect(await failed(file(1), changed)).toBe(`FAILED round ${rounds[4]!.round} is not signed by the chain’s key`);
  const fewer = write('fewer.csv', writeRounds(chain.hash, rounds.toSpliced(4, 1)));
  expect(await failed(file(1), fewer)).toContain(`round ${rounds[4]!.round}, of 2026-11-15T00:00:`);
  const strange = write('strange.csv', writeRounds(quicknet.hash, rounds));
  expect(await failed(file(1), strange)).toContain('its rounds are of another chain');
  const named = { ...plan, revealed: { ...plan.revealed, beacon: { ...plan.revealed.beacon, genesis: 5 } } };
  expect((await answer(['day', tapeOf(named), file(1), roundsFile])).output).toContain('does not match its own hash');
  const swapped = { ...plan, revealed: { ...plan.revealed, beacon: { ...quicknet, firstSlot: first } } };
  expect((await answer(['day', tapeOf(swapped), file(1), roundsFile])).output).toContain('not the committed one');
  // The commitment includes the generator.
  expect(await failed(file(1), roundsFile, { version: 2 })).toContain('not the committed one');
});

test('a day that opened at other prices than those of the tape is reported, and so are prices that no file proves', async () => {
  const { write, plan, file, ticksOf, tapeOf, roundsFile } = publishBeaconDay();
  const btc = coins[0]!;
  const before = { ...plan, day: '2026-11-14' };
  const evening = { ...before.revealed, beacon: { ...chain, firstSlot: first - tape.slotsPerDay } };
  const days = write('two.json', JSON.stringify({ days: [plan, { ...before, revealed: evening }] }));
  const hourBefore = (price: bigint) => {
    const ticks = [{ ...ticksOf(1)[0]!, slot: first - 1, price }, ...ticksOf(1).slice(0, 2)];
    return write('evening.csv', writeTicks({ symbol: 1, before: '0'.repeat(64), ticks, proof: undefined }, btc));
  };
  const right = await answer(['day', days, hourBefore(btc.start), file(1), roundsFile, '--key', key]);
  expect(right.output).toContain('ok 2026-11-15: 1 coins opened at the last price of the tape');
  expect(right.output).toContain('not checked: the prices in 1 files of 2026-11-14');
  expect((await answer(['day', days, hourBefore(btc.start - 1n), file(1), roundsFile])).output).toContain('OPENING');
  // A file of a day may begin before the day's first slot, as on a site's first day.
  const later = { ...plan, revealed: { ...plan.revealed, beacon: { ...plan.revealed.beacon, firstSlot: first + 6 } } };
  const walk = walkDay({ version: 3, day, seed }, { slot: first + 6, opens }, coins);
  const ticks = Array.from({ length: 40 }, (_, i) => {
    walk.step(randomnessOf(rounds[roundOfSlot(chain, first + 6 + i) - firstRound]!));
    return { ...walk.made()[0]!, slot: first + 6 + i, hash: '0'.repeat(64) };
  });
  const stood = (price: bigint) => [{ ...ticks[0]!, slot: first + 2, price }, ...ticks];
  const ok = await answer(['day', tapeOf(later), file(1, stood(btc.start)), roundsFile, '--key', key]);
  expect(ok.output).toContain('ok 2026-11-15: 1 coins opened at the last price of the tape');
  expect(ok.output).toContain('not checked: where 23 coins stood');
  const bad = await answer(['day', tapeOf(later), file(1, stood(btc.start + 1n)), roundsFile, '--key', key]);
  expect(bad).toMatchObject({ code: 1, output: expect.stringContaining('OPENING 2026-11-15: BTC opened at') });

  const bare = await answer(['day', tapeOf(plan), roundsFile, '--key', key]);
  expect(bare).toMatchObject({ code: 0, output: expect.stringContaining('not checked: prices, rounds') });
});
