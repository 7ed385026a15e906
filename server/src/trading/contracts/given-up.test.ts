import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { showUserOrder } from '@glasshouse/protocol/backoffice/user-records';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { firstSlotOf, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { checkEvidence, checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { auditTape } from '#evidence/market/audit.ts';
import { dropDaysBefore } from '#evidence/market/upkeep.ts';
import { keepLog } from '../../../test/keep-log.ts';
import { openLog } from '../../../test/log.ts';
import { worldToLose } from '../../../test/lost-day.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { flat } from '../../../test/trade.ts';
import { exportSettlements, settledThrough } from '../orders/orders.ts';
import { openRollup } from '../orders/settling/rollup.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { exported } from './settlements.ts';
import { ending } from './settling/ending.ts';

// Orders on a day that was given up, from the tap to the verifier.

/** Starts half a minute before a midnight in the past, with orders of both rules and of two periods. */
async function arrange({ logged = true } = {}) {
  const lost = await worldToLose({ now: new Date('2026-11-15T23:59:30Z') });
  const { world, trader, tick } = lost;
  const terms = (rule: number) =>
    sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
      values ('{2,30}', '{8200,8200}', 1000000, 5000000000, 5000000000, ${rule})`.execute(world.owner);
  const open = async (seconds: 2 | 30, rule = 2, direction: 'long' | 'short' = 'long') => {
    await terms(rule);
    const order = { symbol: 'BTC', direction, seconds, stake: '100.00', returnBp: 8200 };
    const answer = await trader.call(protocol.openContract, { ...order, id: orderIdAt(world.clock()) });
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return answer.data.order;
  };
  const log = logged ? await openLog(world) : undefined!;
  await tick(...flat(4));
  await log?.write();
  const outcomeOf = async ({ id }: { id: string }) =>
    (await trader.call(protocol.showOrder, { id })).data.order.outcome;
  const balance = async () => {
    const { rows } = await sql<{ balance: bigint }>`
      select balance from account where id = ${(trader.number << 16n) + (4n << 10n) + 1n}`.execute(world.owner);
    return rows[0]!.balance;
  };
  /** Settles and counts everything up to a slot, as the settler role does. */
  const settleThrough = async (wanted: number) => {
    const settler = openSettler({ ending, db: lost.db, clock: world.clock, settled: () => {} });
    const roll = openRollup(lost.db, ending);
    for (let i = 0; (await settledThrough(lost.db, ending)) < wanted; i++) {
      if (i > 500) throw new Error(`slot ${wanted} was not counted in time`);
      const { slot } = await settler.look();
      settler.again((await roll(slot))?.open ?? []);
      if (i > 0) await wait(50);
    }
  };
  const forge = (id: string, set: string) =>
    sql.raw(`update contract set ${set}, settled_at = now() where id = '${id}'`).execute(lost.db);
  return { ...lost, open, log, outcomeOf, balance, forge, settleThrough };
}
const whole = 10_000_000_000n;
const voided = 'result = 4, payout = stake';

test('given-up slots void exactly the orders that span them, and their full stakes are returned', async () => {
  const { world, tick, open, settle, giveUp, resume, outcomeOf, balance, forge, slot, log, day, settleThrough } =
    await arrange();
  const done = await open(2);
  await tick(...flat(5));
  await settle();
  expect(await outcomeOf(done)).toBe('draw');
  const across = await open(30);
  await tick(6_400_010, 6_400_020);
  const short = await open(2, 2, 'short');
  const old = await open(2, 1);
  await tick(6_400_030);
  const entryless = await open(2);
  const all = [across, short, entryless];
  await log.write();
  const entry = ({ headSlot }: protocol.Order) =>
    `entry_slot = ${headSlot + 1}, entry_price = (select price from tick where symbol = 1 and slot = ${headSlot + 1})`;
  // Without a signed gap, the database refuses to end them, whatever result is claimed.
  for (const order of all)
    for (const set of [voided, `${voided}, ${entry(order)}`]) await expect(forge(order.id, set), set).rejects.toThrow();
  await giveUp();
  await settle();
  for (const order of all) expect(await outcomeOf(order)).toBeNull();
  await expect(forge(short.id, `${voided}, ${entry(short)}`)).rejects.toThrow('the tape says otherwise');

  // The gap is on the tape and signed; the next day has not begun.
  const gapFrom = slot() + 1;
  await resume();
  for (const forged of [
    voided, // the gap's log entry is on the tape
    `result = 1, payout = stake + stake * return_bp / 10000, ${entry(short)}, exit_slot = ${gapFrom - 1}, exit_price = 1`,
  ])
    await expect(forge(short.id, forged), forged).rejects.toThrow('the tape says otherwise');
  await settle();
  expect(await outcomeOf(short)).toBe('void');
  expect(await outcomeOf(entryless)).toBe('void');
  expect(await outcomeOf(across)).toBeNull(); // due on the next day, and settled there
  expect(await outcomeOf(old)).toBeNull(); // settled by its own rule, once the tape is past it
  expect(await balance()).toBe(whole - 200_000_000n);

  // The next day begins at the last prices. An order that spans the gap is void although its exit has a price.
  const resumed = await resume(...flat(70, 6_500_000));
  expect(resumed.last).toBe(firstSlotOf(day + 1) + 69);
  await settleThrough(resumed.last! - 20);
  expect(await outcomeOf(across)).toBe('void');
  expect(await outcomeOf(old)).toBe('void');
  expect(await balance()).toBe(whole);
  expect(await auditTape(world.db)).toMatchObject({ faults: [] });
});

test('a gap that no signed checkpoint covers voids nothing', async () => {
  const { tick, open, settle, giveUp, resume, outcomeOf, forge, tape, slot, day } = await arrange();
  const order = await open(2);
  await tick(6_400_010);
  await giveUp();
  await sql`
    insert into tape_gap (first_slot, last_slot, symbol, reason)
    values (${slot() + 1}, ${firstSlotOf(day + 1) - 1}, 0, 'given_up')`.execute(tape.db);
  await settle();
  expect(await outcomeOf(order)).toBeNull();
  const entry = `entry_slot = ${order.headSlot + 1}, entry_price = 6400010`;
  await expect(forge(order.id, `${voided}, ${entry}`)).rejects.toThrow('the tape says otherwise');
  await resume(6_500_000, 6_500_000);
  await settle();
  expect(await outcomeOf(order)).toBe('void');
});

test('a receipt carries the given-up slots with their place in the log, exposes forged ones, and survives the removal of its ticks', async () => {
  const { world, trader, tick, open, settle, giveUp, resume, log, staff, settleThrough, day } = await arrange();
  const first = firstSlotOf(day);
  const [entered, across] = [await open(2), await open(30)];
  await tick(6_400_010);
  const entryless = await open(2);
  await log.write();
  await giveUp();
  await resume();
  await settle();
  const ask = async ({ id }: { id: string }) => (await trader.call(protocol.showReceipt, { id, form: 2 })).data;
  expect(((await ask(entered)) as { reason?: string }).reason).toBe('not_logged');
  await log.write();
  const { logKeys, slipKeys } = (await trader.call(protocol.showRules, {})).data;
  const keys = { logKeys, slipKeys: slipKeys.map((key) => key.publicKey), mustBeLogged: true };
  const wrong = async (receipt: unknown) =>
    (await checkReceipt(receipt, keys)).checks
      .filter(({ ok }) => !ok)
      .map(({ name, differs }) => differs?.field ?? name);
  for (const order of [entered, entryless]) expect(await wrong(await ask(order))).toEqual([]);
  await resume(...flat(80, 6_500_000));
  await settle();
  await log.write();
  for (const order of [entered, entryless, across]) expect(await wrong(await ask(order))).toEqual([]);

  const receipt = await ask(across);
  const { gap, ...without } = receipt;
  expect(gap).toEqual({ first: entryless.headSlot + 1, last: firstSlotOf(day + 1) - 1 });
  const { gap: place, ...log2 } = receipt.log!;
  for (const [forged, said] of [
    [without, ['form']],
    [{ ...receipt, log: log2 }, ['form']],
    [{ ...receipt, gap: { ...gap!, last: gap!.last - 1 } }, ['logGap']],
    [{ ...receipt, gap: { ...gap!, first: gap!.first - 1 } }, expect.arrayContaining(['logGap'])],
    [{ ...receipt, gap: { ...gap!, first: gap!.first + 1 } }, expect.arrayContaining(['logGap'])],
    [{ ...receipt, gap: { first: gap!.last + 1, last: gap!.last + 9 } }, expect.arrayContaining(['logGap'])],
    [{ ...receipt, log: { ...receipt.log!, gap: receipt.log!.order } }, ['form']],
    [{ ...receipt, log: { ...receipt.log!, gap: { ...place!, place: place!.place + 1 } } }, ['logGap']],
  ] as const)
    expect(await wrong(forged)).toEqual(said);
  // An order that ended by prices can't be voided by a gap at another time.
  const later = { ...receipt, order: { ...receipt.order, outcome: 'win' as const } };
  expect(await wrong(later)).toEqual(['form']);

  const { data: seen } = await staff.support.call(showUserOrder, { number: trader.info.number, id: across.id });
  expect((await checkEvidence(seen)).checks.filter(({ ok }) => !ok)).toEqual([]);
  expect((await checkEvidence({ ...seen, gap: undefined })).checks.some(({ ok }) => !ok)).toBe(true);

  const folder = mkdtempSync(join(tmpdir(), 'given-up-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const main = new URL('../../../../verify/src/main.ts', import.meta.url).pathname;
  const verify = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args]).then(
      ({ stdout }) => stdout,
      (error: { stderr: string }) => error.stderr,
    );
  const keep = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const key = logKeys[0]!;
  expect(await verify('receipt', keep('r.json', JSON.stringify(receipt)), '--log', key)).toContain('given up');
  await settleThrough(across.dueSlot);
  let text = '';
  await exportSettlements(world.db, [exported], { first, last: first + slotsPerDay }, async (part) => {
    text += part;
  });
  await keepLog(log, folder);
  const settlements = (changed: string) =>
    verify('settlements', keep('s.txt', changed), '--log', key, '--site', folder);
  const said = await settlements(text);
  expect(said).toContain('void 3');
  expect(said).toContain('DAY GIVEN UP');
  expect(await settlements(text.replace(/given-up.*\n/, ''))).toContain('does not match');
  expect(await settlements(text.replace(/given-up (\d+)/, 'given-up 1'))).toContain('NOT GIVEN UP');
  const moved = text.replace(/(given-up \d+ \d+) \d+/, `$1 ${firstSlotOf(day + 2)}`);
  expect(await settlements(moved)).toContain('NOT GIVEN UP');
  expect(await verify('settlements', keep('s.txt', moved))).toContain('though they were given up');

  // A day that can't be generated can't be regenerated either, so its ticks are kept.
  const { kept } = await dropDaysBefore(world.owner, day + 1);
  expect(kept).toEqual([]);
  expect(await wrong(await ask(entered))).toEqual([]);
});

test('without a public log, settlements files for given-up slots are refused permanently instead of with a retry', async () => {
  const { world, tick, open, giveUp, resume, settleThrough, day } = await arrange({ logged: false });
  const order = await open(2);
  await tick(6_400_010);
  await giveUp();
  const resumed = await resume(...flat(80, 6_500_000));
  await settleThrough(resumed.last! - 20);
  const span = { first: order.headSlot - 10, last: firstSlotOf(day + 1) };
  await expect(exportSettlements(world.db, [exported], span, async () => {})).rejects.toThrow('without a public log');
});
