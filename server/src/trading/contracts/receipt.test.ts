import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { listUserOrders, showUserOrder } from '@glasshouse/protocol/backoffice/user-records';
import * as protocol from '@glasshouse/protocol/contracts/calls';
import { slipBytes } from '@glasshouse/protocol/contracts/slip';
import { showTape } from '@glasshouse/protocol/market/calls';
import { parseUnits } from '@glasshouse/protocol/money';
import { checkEvidence, checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { slipName } from '@glasshouse/protocol/orders/slip';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { dropDaysBefore } from '#evidence/market/upkeep.ts';
import { openLog } from '../../../test/log.ts';
import { openOffice } from '../../../test/office.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { flat, trade } from '../../../test/trade.ts';
import { exportSettlements } from '../orders/orders.ts';
import { exported } from './settlements.ts';

test('receipts of every outcome recompute, with the keys that the site publishes', async () => {
  const { world, trader, tick, open, settle } = await trade();
  await tick(...flat(4));
  const [long, short] = [await open('long'), await open('short')];
  await tick(6_400_010, ...flat(29), undefined, ...flat(30));
  const draw = await open('long');
  await tick(6_400_010, ...flat(59), 6_400_010);
  const late = await open('short');
  await tick(...flat(60), ...flat(11).map(() => undefined));
  await tick(6_400_000);
  const never = await open('long');
  await tick(...flat(12).map(() => undefined));
  await settle();

  const tapeKeys = (await trader.call(showTape, {})).data.keys.map((key) => key.publicKey);
  const slipKeys = (await trader.call(protocol.showRules, {})).data.slipKeys.map((key) => key.publicKey);
  const outcomes: [{ order: protocol.Order; headHash: string }, string][] = [
    [long, 'lose'],
    [short, 'win'],
    [draw, 'draw'],
    [late, 'void'],
  ];
  for (const [{ order, headHash }, outcome] of outcomes) {
    const answer = await trader.call(protocol.showReceipt, { id: order.id });
    expect(answer.code, `${outcome} ${JSON.stringify(answer)}`).toBe(200);
    const receipt = answer.data;
    expect(receipt.order.outcome).toBe(outcome);
    expect(receipt.note).toContain('Simulated');
    const { checks } = await checkReceipt(receipt, { tapeKeys, slipKeys });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    // The receipt covers exactly what was signed at acceptance.
    expect(receipt.headHash).toBe(headHash);
    expect(receipt.runs[0]!.ticks.map((each) => each.slot)).toContain(receipt.order.headSlot - 1);
  }
  expect((await trader.call(protocol.showReceipt, { id: never.order.id })).data.reason).toBe('not_ended');
  world.pass(40_000);
});

test('with a public log, a receipt names its place there and is available once a checkpoint covers it', async () => {
  const { world, trader, tick, open, settle } = await trade();
  const log = await openLog(world);
  await tick(...flat(4));
  await log.write();
  // Two orders of one user and one of another arrive together, so that they share a tree.
  const other = await world.person();
  await world.give(other, 'contract', 'USDT', 1_000_000_000n);
  const input = { symbol: 'BTC', direction: 'long' as const, seconds: 30, stake: '100.00', returnBp: 8200 };
  const together = await Promise.all(
    [trader, other, trader].map((who) => who.call(protocol.openContract, { ...input, id: orderIdAt(world.clock()) })),
  );
  const alone = await open('short');
  await log.write();
  await tick(6_400_010, ...flat(66));
  await settle();
  const ask = (id: string, who = trader) => who.call(protocol.showReceipt, { id, form: 2 });
  expect((await ask(alone.order.id)).data.reason).toBe('not_logged');
  await log.write();

  const { logKeys, slipKeys } = (await trader.call(protocol.showRules, {})).data;
  const keys = { logKeys, slipKeys: slipKeys.map((key) => key.publicKey) };
  const receipts = [
    (await ask(alone.order.id)).data,
    (await ask(together[0]!.data.order.id)).data,
    (await ask(together[2]!.data.order.id)).data,
    (await ask(together[1]!.data.order.id, other as never)).data,
  ];
  for (const receipt of receipts) {
    expect(receipt.version).toBe(2);
    const { checks } = await checkReceipt(receipt, keys);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['log', 'before']));
    const { order, outcome } = receipt.log!;
    expect(order.place).toBeLessThan(outcome.place);
  }
  expect(Math.max(...receipts.map(({ log }) => log!.order.count))).toBeGreaterThan(1);
  // The slip equals, byte for byte, the one that was returned at the tap.
  expect(receipts.map(({ slip }) => slip)).toEqual(
    [alone, together[0]!.data, together[2]!.data, together[1]!.data].map(({ slip }) => slip),
  );
});

test('an order logged after its outcome has a receipt that says so', async () => {
  const { world, trader, tick, open, settle } = await trade();
  const log = await openLog(world);
  await tick(...flat(4));
  const { order } = await open('long');
  const aside = await sql<{ bytes: Buffer; id: bigint }>`
    select * from log_entry where get_byte(bytes, 0) = 2`.execute(world.owner);
  await sql`delete from log_entry where get_byte(bytes, 0) = 2`.execute(world.owner);
  await tick(...flat(66));
  await settle();
  await log.write();
  expect((await trader.call(protocol.showReceipt, { id: order.id, form: 2 })).data.reason).toBe('not_logged');
  const [{ id, bytes }] = aside.rows as [(typeof aside.rows)[0]];
  await sql`insert into log_entry (id, bytes) overriding system value values (${id}, ${bytes})`.execute(world.owner);
  await log.write();
  const { data } = await trader.call(protocol.showReceipt, { id: order.id, form: 2 });
  const { checks } = await checkReceipt(data);
  const wrong = checks.filter(({ ok }) => !ok);
  expect(wrong).toMatchObject([{ name: 'before', differs: { field: 'logBefore' } }]);
});

test("support sees a user's contracts and recomputes them; a result that contradicts the tape is reported", async () => {
  const { world, trader, tick, open, settle } = await trade();
  const { support, auditor, product_manager: manager } = await (await openOffice(world)).staff();
  await tick(...flat(4));
  const { order } = await open('long');
  await tick(6_400_010, ...flat(65));
  await settle();
  const number = trader.info.number;
  const seen = await support.call(listUserOrders, { number });
  expect(seen.data).toEqual((await trader.call(protocol.listOrders, {})).data);
  const { data } = await support.call(showUserOrder, { number, id: order.id });
  const looks = (await auditor.call(listAudit, { subject: `user:${number}` })).data.list;
  expect(looks.map(({ action, operator }) => [action, operator!.name])).toEqual([['look', 'Sofia Support']]);
  const { slip: _, kind, version, note, ...receipt } = (await trader.call(protocol.showReceipt, { id: order.id })).data;
  expect(data).toEqual(receipt);
  expect((await checkEvidence(data)).checks.filter(({ ok }) => !ok)).toEqual([]);
  const altered = { ...data, order: { ...data.order, outcome: 'win' as const } };
  expect((await checkEvidence(altered)).checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['result']);
  const stranger = await world.person();
  expect((await support.call(showUserOrder, { number: stranger.info.number, id: order.id })).data.reason).toBe(
    'not_found',
  );
  expect((await manager.call(listUserOrders, { number })).code).toBe(403);
});

test('only the owner gets a receipt, once the order has ended, its ticks are sealed, and while they are on the tape', async () => {
  const { world, trader, tick, open, settle, slot } = await trade();
  await tick(...flat(4));
  const { order } = await open('long');
  const { id } = order;
  const ask = async (who = trader) => (await who.call(protocol.showReceipt, { id })).data;
  expect((await ask()).reason).toBe('not_ended');
  await tick(...flat(61));
  // An even number of slots was written, so the exit is the newest tick and the tick after it is missing.
  await settle();
  expect(slot()).toBe(order.dueSlot);
  expect((await ask()).reason).toBe('not_sealed');
  await tick(...flat(2));
  expect((await ask()).kind).toBe('glasshouse-receipt');
  const stranger = await world.person();
  expect((await ask(stranger as never)).reason).toBe('not_found');
  expect((await world.visitor().call(protocol.showReceipt, { id })).code).toBe(401);
  await dropDaysBefore(world.owner, 99_999);
  expect((await ask()).reason).toBe('tape_gone');
});

test('a day of settlements is exported without names and recomputes offline; a changed line is found', async () => {
  const { world, trader, tick, open, settle, countThrough, slot } = await trade();
  const first = slot();
  await tick(...flat(4));
  const opened = [await open('long'), await open('short', '250.50')];
  await tick(6_400_010, ...flat(61));
  opened.push(await open('long'));
  await tick(...flat(30), ...flat(30).map((_, i) => 6_400_000 + i), ...flat(30));
  await settle();
  await countThrough(Math.max(...opened.map(({ order }) => order.dueSlot)));

  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'day.txt');
  let text = '';
  const span = { first, last: first + 172_800 };
  const { count } = await exportSettlements(world.db, [exported], span, async (part) => {
    text += part;
  });
  expect(count).toBe(3);
  writeFileSync(path, text);
  expect(text).toContain('Simulated');
  for (const { order, headHash } of opened) {
    expect(text).not.toContain(order.id);
    const stake = parseUnits(order.stake, 'USDT')!;
    const terms = { ...order, stake, symbol: 1, headHash };
    expect(text).toContain(await slipName(slipBytes(terms)));
  }
  expect(text).not.toContain(String(trader.number << 16n));

  const main = new URL('../../../../verify/src/main.ts', import.meta.url).pathname;
  const verify = (...args: string[]) =>
    promisify(execFile)(process.execPath, [main, ...args]).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
    );
  const good = await verify('settlements', path);
  expect(good.output).toContain('3 settlements');
  expect(good.output).toContain('win 1, lose 1, draw 1, void 0');
  writeFileSync(path, readFileSync(path, 'utf8').replace(' win ', ' lose '));
  const bad = await verify('settlements', path);
  expect(bad.code).toBe(1);
  expect(bad.output).toContain('does not match');
});
