import { firstWrong } from '@glasshouse/protocol/beacon/rounds';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { checkReceipt, checkRounds } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inDatabase, urlFor } from '../../../database/prepare.ts';
import { generatePrices } from '../../../test/generated-prices.ts';
import { openLog } from '../../../test/log.ts';
import { flat, trade } from '../../../test/trade.ts';

/** An ended order, on a tape whose prices are generated from a seed and rounds. */
async function ended() {
  const traded = await trade();
  const { world, tape, tick, open, settle, slot } = traded;
  const log = await openLog(world);
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{30}', '{8200}', 1000000, 5000000000, 5000000000, 2)`.execute(world.owner);
  await tick(...flat(4));
  const drawn = await generatePrices(tape, slot() + 1);
  await tick(...drawn.prices(21));
  await log.write();
  const { order } = await open('long');
  await log.write();
  await tick(...drawn.prices(66));
  await settle();
  await log.write();
  await drawn.keepRounds();
  const ask = async (form?: number) =>
    (await traded.trader.call(protocol.showReceipt, { id: order.id, ...(form && { form }) })).data;
  return { ...traded, reveal: drawn.reveal, ask };
}

test('once its day is revealed, a receipt carries seed and rounds, and its prices follow from them', async () => {
  const { reveal, ask } = await ended();
  const before = await ask(2);
  expect([before.version, before.drawn]).toEqual([2, undefined]);
  await reveal();
  const receipt = await ask(2);
  expect(receipt.drawn![0]!.rounds.length).toBeGreaterThanOrEqual(11);
  expect(receipt.drawn![0]!.position).not.toEqual({ market: 0, own: 0 });
  const { checks } = await checkReceipt(receipt);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ name }) => name)).toContain('drawn');
  expect(await checkRounds(receipt, async (...args) => firstWrong(...args))).toEqual({ name: 'rounds', ok: true });
  // The rest of the receipt is unchanged.
  const { drawn: _, log, ...rest } = receipt;
  expect({ ...rest, log: { ...log!, checkpoint: '' } }).toMatchObject({ order: before.order, runs: before.runs });
});

test('a request without a version gets the receipt version that all apps can read', async () => {
  const { reveal, ask } = await ended();
  await reveal();
  const receipt = await ask();
  expect([receipt.version, receipt.log, receipt.drawn]).toEqual([1, undefined, undefined]);
  expect((await checkReceipt(receipt)).checks.filter(({ ok }) => !ok)).toEqual([]);
});

test('a receipt omits rounds that no longer exist, and reports a tape that was generated differently', async () => {
  const { world, reveal, ask } = await ended();
  await reveal();
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
