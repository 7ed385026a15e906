import { roundOfSlot } from '@glasshouse/protocol/beacon/chain';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { firstWrong, openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { coins } from '@glasshouse/protocol/market/coins';
import { walkDay } from '@glasshouse/protocol/market/synthetic-2';
import { dayOf } from '@glasshouse/protocol/market/tape';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDatabase, urlFor } from '../../database/prepare.ts';
import { openLog } from '../../test/log.ts';
import { plannerOf, testChain, testSecret } from '../../test/own-prices.ts';
import { flat, trade } from '../../test/trade.ts';
import { chainNumber, insertRounds } from '../beacon/sql.ts';
import { beginDay, planDay, revealBefore } from '../market/days.ts';

const signer = openRoundSigner(testSecret);

/** An order that has ended, on a tape whose prices are made from a seed and rounds. */
async function ended() {
  const traded = await trade();
  const { world, tape, tick, open, settle, slot } = traded;
  const log = await openLog(world);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`.execute(world.owner);
  await tick(...flat(4));
  const first = slot() + 1;
  const day = dayOf(first);
  const plan = await planDay(plannerOf(tape), day, first - 1);
  const opening = await beginDay(tape.db, day, first, testChain, coins);
  const walk = walkDay(plan, opening, coins);
  const rounds = new Map<number, Uint8Array>();
  const next = () => {
    const round = roundOfSlot(testChain, walk.next());
    rounds.set(round, rounds.get(round) ?? signer.sign(round));
    walk.step(randomnessOf({ signature: rounds.get(round)! }));
    return Number(walk.made()[0]!.price);
  };
  await tick(...Array.from({ length: 21 }, next));
  await log.write();
  const { order } = await open('long');
  await log.write();
  await tick(...Array.from({ length: 66 }, next));
  await settle();
  await log.write();
  const number = await chainNumber(tape.db, testChain);
  await insertRounds(
    tape.db,
    number,
    [...rounds].map(([round, signature]) => ({ round, signature })),
  );
  const ask = async (form?: number) =>
    (await traded.trader.call(protocol.showReceipt, { id: order.id, ...(form && { form }) })).data;
  return { ...traded, day, ask };
}

test('once its day is revealed, a receipt carries seed and rounds, and its prices follow from them', async () => {
  const { tape, day, ask } = await ended();
  const before = await ask(2);
  expect([before.version, before.drawn]).toEqual([2, undefined]);
  await revealBefore(tape.db, day + 1, plannerOf(tape).seedKeys);
  const receipt = await ask(2);
  expect(receipt.drawn![0]!.rounds.length).toBeGreaterThanOrEqual(11);
  expect(receipt.drawn![0]!.position).not.toEqual({ market: 0, own: 0 });
  const { checks } = await checkReceipt(receipt);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toContain('drawn');
  expect(await checkRounds(receipt, async (...args) => firstWrong(...args))).toEqual({ name: 'rounds', ok: true });
  // It is the same receipt otherwise.
  const { drawn: _, log, ...rest } = receipt;
  expect({ ...rest, log: { ...log!, checkpoint: '' } }).toMatchObject({ order: before.order, runs: before.runs });
});

test('whoever does not say which version they read is answered the one that all can', async () => {
  const { tape, day, ask } = await ended();
  await revealBefore(tape.db, day + 1, plannerOf(tape).seedKeys);
  const receipt = await ask();
  expect([receipt.version, receipt.log, receipt.drawn]).toEqual([1, undefined, undefined]);
  expect((await checkReceipt(receipt)).checks.filter(({ ok }) => !ok)).toEqual([]);
});

test('a receipt of rounds that are no longer there goes without them; one whose tape was made otherwise says so', async () => {
  const { world, tape, day, ask } = await ended();
  await revealBefore(tape.db, day + 1, plannerOf(tape).seedKeys);
  const { drawn } = await ask(2);
  const last = drawn![0]!.rounds.at(-1)!.round;
  const change = (statement: string) =>
    inDatabase(urlFor(world.database, 'postgres'), 'set session_replication_role = replica', statement);
  await change(`update beacon_round set signature = '\\x${'ab'.repeat(48)}' where round = ${last}`);
  const { checks } = await checkReceipt(await ask(2));
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'drawn', differs: { field: 'drawnTick' } }]);
  await change(`delete from beacon_round where round = ${last}`);
  expect((await ask(2)).drawn).toBeUndefined();
});
