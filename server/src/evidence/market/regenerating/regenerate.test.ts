import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { coins } from '@glasshouse/protocol/market/coins';
import { checkRun } from '@glasshouse/protocol/market/proof';
import { openDay } from '@glasshouse/protocol/market/synthetic';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { dayOf } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { step } from '#platform/database/db.ts';
import { inDatabase, urlFor } from '../../../../database/prepare.ts';
import { plannerOf, planOldDay, testChain, testSecret } from '../../../../test/own-prices.ts';
import { openTape } from '../../../../test/tape.ts';
import { newWorld, type World } from '../../../../test/world.ts';
import { chainNumber, insertRounds } from '../../beacon/sql.ts';
import { type BeaconPlan, beginDay, planDay, revealBefore } from '../days.ts';
import { sealedRun } from '../sealed.ts';
import { dropDaysBefore } from '../upkeep.ts';
import { writeGrid, writeSlot } from '../writer.ts';

const shown = ({ db }: World, symbol: number, span: { first: number; last: number }) =>
  sealedRun((work) => step(db, work), 'ann', symbol, span);

async function arrange() {
  const world = await newWorld();
  const tape = await openTape(world);
  const hour = tape.now(); // noon
  const day = dayOf(hour);
  const leave = async () => {
    await revealBefore(tape.db, day + 1, plannerOf(tape).seedKeys);
    await dropDaysBefore(world.owner, day + 1);
  };
  return { world, tape, hour, day, leave };
}

test('ticks that have left the tape are regenerated from seed and rounds, with the same proof', async () => {
  const { world, tape, hour, day, leave } = await arrange();
  const first = hour - 60;
  const plan = (await planDay(plannerOf(tape), day, first)) as BeaconPlan;
  const opening = await beginDay(tape.db, day, first, testChain, coins);
  const signer = openRoundSigner(testSecret);
  const numbers = Array.from({ length: 40 }, (_, i) => roundOfSlot(testChain, first) + i);
  const rounds = new Map(numbers.map((round) => [round, { round, signature: signer.sign(round) }]));
  const walk = walkDay(plan, opening, coins);
  const slots = Array.from({ length: 180 }, (_, i) => {
    walk.step(randomnessOf(rounds.get(roundOfSlot(testChain, first + i))!));
    return { slot: first + i, made: walk.made() };
  });
  await writeGrid(tape.db, tape.tape, slots, first + 180, 'no_feed');
  const spans = [
    { first: hour + 2, last: hour + 60 },
    { first: hour + 70, last: hour + 80 },
  ];
  const before = await Promise.all(spans.map((span) => shown(world, 3, span)));
  await leave();
  expect(await shown(world, 3, spans[0]!)).toBe('gone'); // its rounds are missing
  await insertRounds(tape.db, await chainNumber(tape.db, testChain), [...rounds.values()]);
  // The hour is generated to its end, however much of it was written.
  const last = roundOfSlot(testChain, hour + 7199);
  const rest = Array.from({ length: last - numbers.at(-1)! }, (_, i) => numbers.at(-1)! + 1 + i);
  const filler = Buffer.alloc(48, 1);
  await insertRounds(
    tape.db,
    1,
    rest.map((round) => ({ round, signature: filler })),
  );
  const after = await Promise.all(spans.map((span) => shown(world, 3, span)));
  expect(after).toEqual(before);
  const [run] = after;
  if (typeof run === 'string') throw new Error(run);
  expect(run!.ticks.length).toBeGreaterThan(58);
  expect(await checkRun(run!, [tape.tape.signer.publicKey.toString('hex')])).toBeUndefined();
  // A regenerated run that doesn't lead to the signed checkpoint is refused.
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    `update tape_checkpoint set root = sha256('x') where slot between ${hour + 60} and ${hour + 64}`,
  );
  expect(await shown(world, 3, spans[0]!)).toBe('gone');
});

test('a day of version 1 is regenerated with its gaps; without a revealed day, nothing is', async () => {
  const { world, tape, hour, day, leave } = await arrange();
  const made = openDay(await planOldDay(tape, day, hour), coins);
  for (const i of [-4, -3, -2, -1, 0, 1, 2, 3, 9, 10, 11, 12, 13])
    await writeSlot(tape.db, tape.tape, made.at(hour + i), hour + i, 'late');
  const span = { first: hour + 3, last: hour + 10 };
  const before = await shown(world, 1, span);
  await leave();
  expect(await shown(world, 1, span)).toEqual(before);
  expect(await shown(world, 1, { first: hour, last: hour + 2 })).toBe('gone'); // the tape's first hour has no anchor
  await inDatabase(
    urlFor(world.database, 'postgres'),
    'set session_replication_role = replica',
    'delete from tape_revealed',
  );
  expect(await shown(world, 1, span)).toBe('gone');
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from tape_anchor`.execute(world.db);
  expect(rows[0]!.n).toBe(24n * 13n); // noon to midnight
});
