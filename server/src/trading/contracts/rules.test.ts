import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { savePeriods, showPeriods } from '@glasshouse/protocol/contracts/office-terms';
import { msOf, slotsPerDay } from '@glasshouse/protocol/market/tape';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { insertRun } from '#evidence/market/tape-sql.ts';
import { walletOf } from '#money/ledger/accounts.ts';
import { step } from '#platform/database/db.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { openContracts } from '../../../test/contracts.ts';
import { openOffice } from '../../../test/office.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { openTape } from '../../../test/tape.ts';
import { flat, trade } from '../../../test/trade.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { openFastPath } from '../orders/opening/opener.ts';
import { exportSettlements, settledThrough } from '../orders/orders.ts';
import { openRollup } from '../orders/settling/rollup.ts';
import { openSettler } from '../orders/settling/settle.ts';
import { strategy } from './opening/open.ts';
import { openOrders } from './opening/open-sql.ts';
import { exported } from './settlements.ts';
import { ending } from './settling/ending.ts';

// Both versions of the rule at once, from the tap to the verifier.

const termsUnder = (world: World, rule: number) =>
  sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, rule)
    values ('{2}', '{8200}', 1000000, 5000000000, 5000000000, ${rule})`.execute(world.owner);

const main = new URL('../../../../verify/src/main.ts', import.meta.url).pathname;
const verify = (...args: string[]) =>
  promisify(execFile)(process.execPath, [main, ...args]).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );

/** A market in which orders can be opened under either rule. */
async function arrange() {
  const traded = await trade();
  const { world, trader, tick } = traded;
  const open = async (rule: number, direction: 'long' | 'short' = 'long') => {
    await termsUnder(world, rule);
    const input = {
      id: orderIdAt(world.clock()),
      symbol: 'BTC',
      direction,
      seconds: 2,
      stake: '100.00',
      returnBp: 8200,
    };
    const answer = await trader.call(protocol.openContract, input);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  await tick(...flat(4));
  return { ...traded, open };
}
const gap = undefined;

test('the rule version in force is part of the terms; each order keeps its own, in its slip and everywhere else', async () => {
  const { world, trader, tick, open } = await arrange();
  const rule = async () => (await trader.call(protocol.showRules, {})).data.rule;
  expect(await rule()).toBe(1);
  const one = await open(1);
  const two = await open(2);
  expect(await rule()).toBe(2);
  expect([one.order.rule, two.order.rule]).toEqual([1, 2]);
  // A request that names the displayed version is never opened under another one, and can be retried.
  const { id: _, ...like } = { ...two.order, stake: '100.00' };
  const named = (version: number, id = orderIdAt(world.clock())) =>
    trader.call(protocol.openContract, { ...like, id, rule: version });
  expect((await named(1)).data).toEqual({ reason: 'terms_changed' });
  expect((await named(3)).data).toEqual({ reason: 'terms_changed' });
  const three = (await named(2)).data.order;
  expect((await named(2, three.id)).data.order).toEqual(three);
  expect((await named(1, three.id)).data).toEqual({ reason: 'id_used' });
  // The next tick is missing: under rule 1 the tick after it is the entry, under rule 2 the entry is still pending.
  await tick(gap, 6_400_100);
  const { orders } = (await trader.call(protocol.listPositions, {})).data;
  const shown = new Map(orders.map(({ id, rule: own, entry }) => [id, { own, entry }]));
  expect(shown.get(one.order.id)).toEqual({ own: 1, entry: { slot: one.order.headSlot + 2, price: '64001.00' } });
  expect(shown.get(two.order.id)).toEqual({ own: 2, entry: null });
});

test('without missing ticks both versions settle, prove and export; a changed receipt or line is found', {
  timeout: 60_000,
}, async () => {
  const { world, trader, tick, open, settle, countThrough, slot } = await arrange();
  const first = slot() - 10;
  const opened = [await open(1), await open(2), await open(2, 'short')];
  await tick(6_400_000, 6_400_500, 6_400_500, 6_400_500, 6_400_001, ...flat(15));
  await settle();
  const receipts = await Promise.all(
    opened.map(async ({ order: { id } }) => (await trader.call(protocol.showReceipt, { id })).data),
  );
  expect(receipts.map(({ order }) => [order.rule, order.outcome])).toEqual([
    [1, 'win'],
    [2, 'win'],
    [2, 'lose'],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'rules-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'file');
  const verified = (command: string, text: string) => {
    writeFileSync(path, text);
    return verify(command, path);
  };
  for (const receipt of receipts) {
    const { checks } = await checkReceipt(receipt);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect((await verified('receipt', JSON.stringify(receipt))).output).toContain('matches');
    // The version is signed, so the same order under the other version is a different order.
    const other = { ...receipt, order: { ...receipt.order, rule: 3 - receipt.order.rule } };
    expect((await checkReceipt(other)).checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['slip']);
    const unknown = { ...receipt, order: { ...receipt.order, rule: 3 } };
    expect((await checkReceipt(unknown)).checks).toEqual([
      { name: 'rule', ok: false, differs: { field: 'rule', given: '3', wanted: '1, 2' } },
    ]);
    expect(await verified('receipt', JSON.stringify(unknown))).toMatchObject({
      code: 1,
      output: expect.stringContaining('agreed under a rule that is unknown here: rule 3; known are 1, 2'),
    });
  }
  await countThrough(opened[0]!.order.dueSlot);
  let text = '';
  await exportSettlements(world.db, [exported], { first, last: first + slotsPerDay }, async (part) => {
    text += part;
  });
  expect((await verified('settlements', text)).output).toContain('win 2, lose 1, draw 0, void 0');
  expect((await verified('settlements', text.replace(/ 2 (\d+ \d+ \d+ )win /, ' 2 $1lose '))).output).toContain(
    'recomputed win',
  );
  expect((await verified('settlements', text.replace(/ 8200 2 /, ' 8200 3 '))).output).toContain('rule 3 is unknown');
});

test('a missing slot voids rule 1 and keeps rule 2 pending without delaying other orders; the mark stops before the slot', {
  timeout: 60_000,
}, async () => {
  const { world, trader, tick, open, settle, countThrough, slot, db } = await arrange();
  const early = await open(1);
  await tick(6_400_000, 6_400_000);
  const waiting = [await open(2, 'long'), await open(2, 'short')];
  const beside = await open(1);
  // The exit of those three is missing for longer than rule 1 waits.
  await tick(...flat(4), ...flat(12).map(() => gap), ...flat(1, 6_400_900));
  const later = [await open(1), await open(2)];
  await tick(...flat(2, 6_400_900), ...flat(3, 6_401_000), ...flat(30, 6_401_000));
  const outcomes = async () => {
    const rows = (await trader.call(protocol.listOrders, {})).data.orders;
    return [early, beside, ...later, ...waiting].map(({ order }) => rows.find(({ id }) => id === order.id)?.outcome);
  };
  await settle();
  await settle();
  expect(await outcomes()).toEqual(['draw', 'void', 'win', 'win', null, null]);
  const { dueSlot, headSlot } = waiting[0]!.order;
  await countThrough(dueSlot - 1);
  const roll = openRollup(db, ending);
  for (let i = 0; i < 5; i++) await roll(slot());
  expect(await settledThrough(db, ending)).toBe(dueSlot - 1);
  const answer = (await trader.call(protocol.showReceipt, { id: waiting[0]!.order.id })).data;
  expect(answer.reason).toBe('not_ended');
  // All ended contracts are in the user's results already, counted by day or not.
  const total = async () => (await trader.call(protocol.showResults, {})).data.total;
  expect(await total()).toMatchObject({ wins: 2, losses: 0, draws: 1, voids: 1 });

  // The database refuses to end it by the other version's rule, or by half of its own.
  const next = await sql<{ slot: bigint; price: bigint }>`
    select slot, price from tick where symbol = 1 and slot > ${dueSlot} order by slot limit 1`.execute(db);
  const { slot: exit, price } = next.rows[0]!;
  const settled = (set: string) =>
    sql.raw(`update contract set ${set}, settled_at = now() where id = '${waiting[0]!.order.id}'`).execute(db);
  const entry = `entry_slot = ${headSlot + 1}, entry_price = 6400000`;
  for (const forged of [
    `result = 4, payout = stake, ${entry}`,
    'result = 4, payout = stake',
    `result = 1, payout = stake + stake * return_bp / 10000, ${entry}, exit_slot = ${exit}, exit_price = ${price}`,
  ])
    await expect(settled(forged), forged).rejects.toThrow('the tape says otherwise');

  // Fills the gaps, like a source without gaps does. The feed may not write the past, so the owner does it here.
  await sql`alter table tick disable trigger tape_only_grows`.execute(world.owner);
  await sql`insert into tick (symbol, slot, price, volume, hash) values (1, ${dueSlot}, 6399000, 1, sha256('late'))`.execute(
    world.owner,
  );
  await sql`alter table tick enable trigger tape_only_grows`.execute(world.owner);
  const settler = openSettler({ ending, db, clock: world.clock, settled: () => {} });
  for (let i = 0; (await settledThrough(db, ending)) < later[0]!.order.dueSlot; i++) {
    expect(i).toBeLessThan(200);
    await settler.look();
    settler.again((await roll(slot()))?.open ?? []);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect(await outcomes()).toEqual(['draw', 'void', 'win', 'win', 'lose', 'win']);
  expect(await total()).toMatchObject({ wins: 3, losses: 1, draws: 1, voids: 1 });
  const days = await world.db.selectFrom('contract_day').selectAll().execute();
  expect(days.map(({ wins, losses, draws, voids }) => [wins, losses, draws, voids])).toEqual([[3, 1, 1, 1]]);
});

test("the database refuses results computed by the other version's rule, in both directions", async () => {
  const { tick, open, db, settle, world } = await arrange();
  const one = await open(1);
  const two = await open(2);
  // Entry and exit both arrive one slot late: rule 1 accepts them, rule 2 waits for the exact slots.
  await tick(gap, 6_400_000, 6_400_000, 6_400_000, gap, 6_400_100, 6_400_100);
  const { headSlot, dueSlot } = one.order;
  const byRule1 = `result = 1, payout = stake + stake * return_bp / 10000, entry_slot = ${headSlot + 2}, entry_price = 6400000,
    exit_slot = ${dueSlot + 1}, exit_price = 6400100`;
  const settled = (id: string, set: string) =>
    sql.raw(`update contract set ${set}, settled_at = now() where id = '${id}'`).execute(db);
  await expect(settled(two.order.id, byRule1)).rejects.toThrow('the tape says otherwise');
  await expect(settled(one.order.id, 'result = 4, payout = stake')).rejects.toThrow('the tape says otherwise');
  await settle();
  const rows = await world.db.selectFrom('contract').select(['rule', 'result']).orderBy('rule').execute();
  expect(rows).toEqual([
    { rule: 1, result: 1 },
    { rule: 2, result: null },
  ]);
});

test('contracts pending in many slots do not hide one that was committed late behind them', {
  timeout: 60_000,
}, async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const { db, open, row } = openContracts(world);
  for (const rule of [1, 2]) await termsUnder(world, rule);
  const ann = await world.person();
  await world.give(ann, 'contract', 'USDT', 10_000_000_000n);
  const start = tape.now() - (tape.now() % 120);
  // The second coin has no ticks at all, so more slots wait for it than one query reads.
  await tape.write(start, 100, 100);
  for (let i = 0; i < 70; i++)
    await open({ owner: ann.number, headSlot: start + i, long: true, symbol: 2, stake: 1_000_000n, rule: 2 });
  for (let i = 1; i <= 120; i++) await tape.write(start + i, 100 + i);
  const settler = openSettler({ ending, db, clock: world.clock, settled: () => {} });
  while ((await settler.look()).more);
  const late = await open({ owner: ann.number, headSlot: start + 80, long: true });
  await settler.look();
  expect((await row(late)).result).toBeNull();
  expect(settler.backlog()).toBe(0);
  const roll = openRollup(db, ending);
  for (let i = 0; (await row(late)).result === null; i++) {
    expect(i).toBeLessThan(400);
    settler.again((await roll(start + 120))?.open ?? []);
    await settler.look();
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  expect((await row(late)).result).toBe(1);
  expect(await settledThrough(db, ending)).toBeLessThan(start + 5);
});

test('the database, the server and the settler refuse an unknown rule version', async () => {
  const { world, trader, tick, open, settle } = await arrange();
  const { order } = await open(1);
  await tick(...flat(30));
  await settle();
  // No migration of this build allows this version, so a newer build must have written it.
  await expect(termsUnder(world, 3)).rejects.toThrow('contract_terms_rule_check');
  await expect(sql`update contract set rule = 3`.execute(world.owner)).rejects.toThrow('contract_rule_is_known');
  await sql`alter table contract_terms drop constraint contract_terms_rule_check`.execute(world.owner);
  await sql`alter table contract drop constraint contract_rule_is_known`.execute(world.owner);
  await termsUnder(world, 3);
  const input = {
    id: orderIdAt(world.clock()),
    symbol: 'BTC',
    direction: 'long',
    seconds: 2,
    stake: '100',
    returnBp: 8200,
  };
  expect((await trader.call(protocol.openContract, input as never)).data).toMatchObject({ reason: 'rule_unknown' });
  await sql`alter table contract disable trigger user`.execute(world.owner);
  await sql`update contract set rule = 3`.execute(world.owner);
  expect((await trader.call(protocol.showReceipt, { id: order.id })).data).toMatchObject({ reason: 'rule_unknown' });
  await sql`update contract set result = null, entry_slot = null, entry_price = null, exit_slot = null, exit_price = null,
    payout = null, settled_at = null`.execute(world.owner);
  await sql`alter table contract enable trigger user`.execute(world.owner);
  const { db } = openContracts(world);
  const settler = openSettler({ ending, db, clock: world.clock, settled: () => {} });
  expect((await settler.look()).unknown).toEqual([3]);
  expect(settler.backlog()).toBe(0);
  const row = await world.db.selectFrom('contract').select('result').executeTakeFirstOrThrow();
  expect(row.result).toBeNull();
  // The database refuses any result under a rule that it doesn't know.
  const forged = sql`update contract set result = 4, payout = stake, settled_at = now()`;
  await expect(forged.execute(db)).rejects.toThrow('the tape says otherwise');
  expect((await trader.call(protocol.listPositions, {})).data.orders).toMatchObject([{ rule: 3, entry: null }]);
});

/** A market on the real clock, whose source begins when the test says so. Each run needs a slot of its own. */
async function playing() {
  const traded = await trade({ now: new Date() });
  const { world, tape } = traded;
  const follow = async () => {
    while (world.clock().getTime() <= Date.now()) await traded.tick(6_400_000);
  };
  const play = async (source: string, generator: number | null = source === 'synthetic' ? 2 : null) => {
    await wait(510);
    await insertRun(tape.db, source, generator);
  };
  const agreed = async () => {
    await follow();
    return (await world.visitor().call(protocol.showRules, {})).data.rule;
  };
  return { ...traded, play, agreed, follow };
}

test('the rule follows from the active source; orders open under the old rule end first, and operators cannot choose it', async () => {
  const { world, trader, tick, open, play, agreed, follow } = await playing();
  expect(await agreed()).toBe(1);
  await play('synthetic');
  expect(await agreed()).toBe(2);
  await play('exchange');
  expect(await agreed()).toBe(1);
  await expect(termsUnder(world, 2)).rejects.toThrow('agreed under rule 2, which the source exchange cannot keep');
  await play('synthetic');
  await play('synthetic'); // repeating it changes nothing
  const versions = await world.db.selectFrom('contract_terms').select('rule').orderBy('version').execute();
  expect(versions.map(({ rule }) => rule)).toEqual([1, 2, 1, 2]);
  await expect(play('nowhere')).rejects.toThrow('agreed under rule 2, which the source nowhere cannot keep');
  await follow();
  await tick(...flat(4));
  await open('long');
  await expect(play('exchange')).rejects.toThrow('open under a rule that the source exchange cannot keep');
  expect((await trader.call(protocol.listPositions, {})).data.orders).toMatchObject([{ rule: 2 }]);
  // Changing other terms leaves the rule as it is.
  const { product_manager: manager, reviewer } = await (await openOffice(world)).staff();
  const { version: expectedVersion, terms } = (await manager.call(showPeriods, {})).data.list[0]!;
  const change = { expectedVersion, terms: { ...terms, minStake: '7' }, reason: 'Smaller stakes for the class' };
  const { waiting: id } = (await manager.call(savePeriods, change as never)).data;
  await reviewer.call(decideApproval, { id: id!, decision: 'approve', reason: 'Agreed' });
  world.pass(minutes(60));
  expect((await world.visitor().call(protocol.showRules, {})).data).toMatchObject({ minStake: '7.00', rule: 2 });
});

test('an order and a source change wait for each other, and a slow clock never brings back the old rule', async () => {
  const { world, trader, tape, tick, open, play, agreed, follow } = await playing();
  await play('synthetic');
  expect(await agreed()).toBe(2);
  await tick(...flat(4));
  // An opening is in progress while the source begins to change: the change waits, and then finds the order.
  await wait(510);
  let changing: Promise<unknown> | undefined;
  await step(world.db, async (tx) => {
    const { rows } = await sql<{ slot: bigint }>`select max(slot) as slot from tick`.execute(tx);
    const at = new Date(msOf(Number(rows[0]!.slot)) + 100);
    const account = walletOf(trader.number, 'contract', 'USDT');
    const asked = { account, symbol: 1, direction: 'long' as const, seconds: 30, stake: 10_000_000n, returnBp: 8200 };
    expect((await openFastPath(tx, strategy, at, [{ ...asked, id: orderIdAt(at) }]))?.accepted).toMatchObject([
      { rule: 2 },
    ]);
    changing = insertRun(tape.db, 'exchange', null).then(
      () => 'changed',
      (error: Error) => error.message,
    );
    expect(await Promise.race([changing, wait(1000, 'waits')])).toBe('waits');
  });
  expect(await changing).toContain('orders are open under a rule that the source exchange cannot keep');

  // After the change, an opening that still reads the old terms is refused.
  await sql`alter table contract disable trigger user`.execute(world.owner);
  await sql`update contract set rule = 1`.execute(world.owner);
  await sql`alter table contract enable trigger user`.execute(world.owner);
  // Ticks have moved the market's clock ahead of the database's.
  while (Date.now() <= world.clock().getTime()) await wait(100);
  await play('exchange');
  await expect(open('long')).rejects.toThrow('terms_changed');
  await follow();
  expect((await open('long')).order.rule).toBe(1);
});

test('terms that have just ended are still accepted, but not under another rule', async () => {
  const { world, trader, open, tick } = await arrange();
  await open(2);
  await sql`insert into contract_terms (effective_at, seconds, returns, min_stake, max_stake, max_open, rule)
    values (${new Date(world.clock().getTime() - 5000)}, '{2}', '{8200}', 1000000, 5000000000, 5000000000, 1)`.execute(
    world.owner,
  );
  await tick(...flat(1));
  const { rows } = await sql<{ slot: bigint }>`select max(slot) as slot from tick`.execute(world.db);
  const row = {
    account: walletOf(trader.number, 'contract', 'USDT'),
    id: orderIdAt(world.clock()),
    head_slot: rows[0]!.slot,
  };
  const order = { ...row, stake: 1_000_000n, symbol: 1, seconds: 2, return_bp: 8200, long: true };
  const written = (rule: number) =>
    step(world.db, (tx) => openOrders(tx, world.clock(), [{ ...order, rule } as never]));
  await expect(written(2)).rejects.toThrow('these terms are not in force');
  await written(1);
});

test('a feed of an older release changes no rule, and no rule begins at a slot far from now', async () => {
  const { tape, play, agreed } = await playing();
  await play('synthetic', null);
  expect(await agreed()).toBe(1);
  await play('synthetic');
  expect(await agreed()).toBe(2);
  await expect(play('synthetic', null)).rejects.toThrow('a feed of an older release cannot keep rule 2');
  await expect(play('synthetic', 1)).rejects.toThrow('a feed of an older release cannot keep rule 2');
  for (const far of [-10, 10])
    await expect(
      sql`insert into tape_run values (floor(extract(epoch from clock_timestamp()) * 2) + ${far}, 'exchange')`.execute(
        tape.db,
      ),
    ).rejects.toThrow('a source begins now');
  expect(await agreed()).toBe(2);
});
