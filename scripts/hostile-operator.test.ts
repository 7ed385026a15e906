import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hashEntry } from '../protocol/src/backoffice/audit.ts';
import { toHex } from '../protocol/src/bytes.ts';
import { showReceipt } from '../protocol/src/contracts/calls.ts';
import { downloadTicks } from '../protocol/src/market/calls.ts';
import { msOf } from '../protocol/src/market/tape.ts';
import { checkReceipt } from '../protocol/src/orders/receipt.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { checkAudit } from '../server/src/console/backoffice/backoffice.ts';
import { auditTape } from '../server/src/evidence/market/audit.ts';
import { writeSlot } from '../server/src/evidence/market/writer.ts';
import { openWriter } from '../server/src/evidence/publiclog/writer.ts';
import { walletOf } from '../server/src/money/ledger/ledger.ts';
import { appendEntry } from '../server/src/platform/console/audit.ts';
import { step } from '../server/src/platform/database/db.ts';
import { orderIdAt } from '../server/test/order-id.ts';
import { flat, priceWithMessage, trade } from '../server/test/trade.ts';
import { answer } from '../verify/src/command.ts';
import { judgeSettlements, settlementsOf, siteUnderWatch } from './site-under-watch.ts';

// A hostile operator owns the tables, has all keys and tries to change history. A witness, a monitor or an auditor with
// access to the tables detects each attempt and reports what was done.

test('changing a leaf is detected because the files no longer lead to the signed root', async () => {
  const { force, watched, audited } = await siteUnderWatch(await trade());
  await force('log_leaf', `update log_leaf set bytes = bytes || '\\x00' where place = 3`);
  expect(await audited()).toEqual([expect.stringMatching(/^root: \d+$/), 'not logged: product_version']);
  expect(await watched()).toEqual(['leaf changed']);
});

test('changing a leaf and signing again is detected as a fork by witness and monitor', async () => {
  const { force, resume, watched, cosign, refused } = await siteUnderWatch(await trade());
  await force('log_leaf', `update log_leaf set bytes = bytes || '\\x00' where place = 3`);
  await resume();
  expect(await watched()).toContain('fork');
  await expect(cosign()).rejects.toThrow('answered 422');
  expect(refused()).toBe(1);
});

test('removing a leaf and moving up the later ones is detected as a fork', async () => {
  const { force, resume, watched, cosign, refused } = await siteUnderWatch(await trade());
  await force(
    'log_leaf',
    'alter table log_leaf drop constraint log_leaf_place_check',
    'delete from log_leaf where place = 3',
    'update log_leaf set place = -place where place > 3',
    'update log_leaf set place = -place - 1 where place < 0',
  );
  await resume();
  expect(await watched()).toContain('fork');
  await expect(cosign()).rejects.toThrow('answered 422');
  expect(refused()).toBe(1);
});

test('of two histories shown to two users, a witness cosigns only one', async () => {
  const one = await siteUnderWatch(await trade());
  // The other history has the same name, key and number of leaves. Only their content differs.
  const { note } = (await one.log.db
    .selectFrom('log_checkpoint')
    .selectAll()
    .orderBy('size', 'desc')
    .executeTakeFirst())!;
  await one.force('log_leaf', `update log_leaf set bytes = bytes || '\\x00' where place = 3`);
  await one.force('log_cosignature', 'delete from log_cosignature');
  await one.force('log_checkpoint', 'delete from log_checkpoint');
  const writer = await openWriter(one.log.db, one.log.parts);
  await writer.sign();
  const other = (await one.log.db.selectFrom('log_checkpoint').selectAll().executeTakeFirst())!;
  expect(other.note.split('\n').slice(0, 2)).toEqual(note.split('\n').slice(0, 2));
  expect(other.note).not.toBe(note);
  await expect(one.cosign()).rejects.toThrow('answered 409');
  expect(one.refused()).toBe(1);
  expect(await one.watched()).toContain('fork');
});

test('changing terms afterwards is detected, in place or by writing their version again', async () => {
  const { world, force, audited, watched, resume, log, slot, order, tick, settle, countThrough } = await siteUnderWatch(
    await trade(),
  );
  await force('contract_terms', 'update contract_terms set returns[1] = 100 where version = 1');
  expect(await audited()).toEqual(['not logged: contract_terms', 'gone: contract_terms']);
  await force(
    'contract_terms',
    'delete from contract_terms where version = 1',
    'alter table contract_terms enable trigger user',
  );
  await inDatabase(
    urlFor(world.database, ownerRole),
    `insert into contract_terms (version, seconds, returns, min_stake, max_stake, max_open) overriding system value
     values (1, '{30}', '{100}', 10000000, 5000000000, 20000000000)`,
  );
  await resume();
  expect(await watched()).toEqual(['terms changed']);
  await tick(...flat(90));
  await settle();
  await countThrough(order.dueSlot + 10);
  await resume();
  expect(await judgeSettlements(log, await settlementsOf({ world, slot }))).toContain(
    'TERMS CHANGED: version 1 was logged at place',
  );
});

test("rewriting the end of the operators' log with a consistent chain is detected", async () => {
  const { world, force, audited } = await siteUnderWatch(await trade());
  const last = (await world.owner.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirst())!;
  const hash = await hashEntry({
    ...{ id: Number(last.id), at: last.at.toISOString(), operator: null, second: null },
    ...{ action: last.action, subject: last.subject, before: last.before as never, after: last.after as never },
    ...{ reason: 'As it suits', previous: last.previous.toString('hex') },
  });
  await force(
    'audit_entry',
    `update audit_entry set reason = 'As it suits', hash = decode('${hash}', 'hex') where id = ${last.id}`,
  );
  // The chain alone looks intact, but it does not match the public log.
  expect(await checkAudit(world.owner)).not.toHaveProperty('brokenAt');
  expect(await audited()).toEqual(['not logged: audit_entry', 'gone: audit_entry']);
});

test("truncating and continuing the operators' log is detected", async () => {
  const { world, force, resume, watched } = await siteUnderWatch(await trade());
  await force('audit_entry', 'delete from audit_entry where id = 3', 'alter table audit_entry enable trigger user');
  await step(world.owner, (tx) =>
    appendEntry(tx, { at: world.clock(), action: 'test', operator: null }, { subject: 'another third' }),
  );
  await resume();
  expect(await watched()).toEqual(['operators rewritten']);
});

test('removing an order from a day and keeping one out of the log are detected', async () => {
  const { order, open, force, audited } = await siteUnderWatch(await trade());
  await force('contract', `delete from contract where id = '${order.id}'`);
  expect(await audited()).toEqual(['orders: entry']);
  await open('short');
  await force('log_entry', `delete from log_entry where get_byte(bytes, 0) = 2`);
  expect(await audited()).toEqual(['orders: entry', 'not logged: orders']);
});

test('an order removed from the file of a day is detected by the count in the log, even if everything else fits', async () => {
  const { world, force, order, open, tick, settle, countThrough, log, slot } = await siteUnderWatch(await trade());
  const other = await open('short');
  await tick(...flat(90));
  await settle();
  await countThrough(other.order.dueSlot + 10);
  await log.write();
  const day = async () => judgeSettlements(log, await settlementsOf({ world, slot }));
  expect(await day()).toContain('none is missing: 2 orders in 2 entries');
  // Removes the order that cost the house from every table that mentions it.
  await force('contract', `delete from contract where id = '${order.id}'`);
  await force('log_orders', `delete from log_orders where '${order.id}' = any (ids)`);
  expect(await day()).toContain('ORDERS LEFT OUT: 1 order logged at place');
});

test('a return other than the agreed one is detected by the terms in the log, even if the tables are adjusted', async () => {
  const { world, order, tick, settle, countThrough, log, slot } = await siteUnderWatch(await trade());
  await tick(6_500_000, ...Array<number>(90).fill(6_500_000));
  await settle();
  await countThrough(order.dueSlot + 10);
  await log.write();
  const text = await settlementsOf({ world, slot });
  expect(await judgeSettlements(log, text)).toContain('all on terms as they were logged: version 1 at place');
  // Half of the agreed return, for an order that keeps its name. Only its slip could reveal it.
  const less = text.replace(/ 100\.00 8200 (.*) 182\.00$/m, ' 100.00 4100 $1 141.00');
  expect(less).not.toBe(text);
  expect(await judgeSettlements(log, less)).toContain('OTHER TERMS than were logged:');
  // Claiming such terms from the start does not help, nor does a stake below the minimum.
  await inDatabase(
    urlFor(world.database, ownerRole),
    `insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, effective_at)
     values ('{30}', '{4100}', 10000000, 5000000000, 20000000000, now() - interval '1 year')`,
  );
  await tick(...flat(4));
  await log.write();
  expect(await judgeSettlements(log, less)).toContain('OTHER TERMS than were logged:');
  const small = text.replace(/ 100\.00 8200 (.*) 182\.00$/m, ' 1.00 8200 $1 1.82');
  expect(await judgeSettlements(log, small)).toContain('OTHER TERMS than were logged:');
  expect(await judgeSettlements(log, text)).toContain('all on terms as they were logged: version 1 at place');
});

test('an order that is logged after its outcome is known is detected', async () => {
  const { world, open, tick, force, log, watched, trader, settle, countThrough, slot } = await siteUnderWatch(
    await trade(),
  );
  const { order } = await open('short');
  await force('log_entry', 'create table aside as select * from log_entry where get_byte(bytes, 0) = 2');
  await force('log_entry', 'delete from log_entry where get_byte(bytes, 0) = 2');
  for (let i = 0; i < 33; i++) {
    await tick(...flat(2));
    await log.write();
  }
  expect(await watched()).toEqual([]);
  await force('log_entry', 'insert into log_entry (id, bytes) overriding system value select id, bytes from aside');
  await tick(...flat(2));
  await log.write();
  expect(await watched()).toEqual(['order after its outcome']);
  // Its owner's receipt shows the same, even if all signatures are valid.
  await settle();
  await tick(...flat(4));
  await log.write();
  const { checks } = await checkReceipt((await trader.call(showReceipt, { id: order.id, form: 2 })).data);
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'before', differs: { field: 'logBefore' } }]);
  // The file of the day shows it too.
  await tick(...flat(20));
  await settle();
  await countThrough(order.dueSlot + 10);
  await log.write();
  expect(await judgeSettlements(log, await settlementsOf({ world, slot }))).toContain(
    'ORDERS AFTER THEIR OUTCOME: logged at place',
  );
});

test('an order written with an old head, chosen for its favorable entry, is detected', async () => {
  const { world, tick, log, watched, trader, settle, slot, order } = await siteUnderWatch(await trade());
  await tick(...flat(60));
  await log.write();
  expect(await watched()).toEqual([]);
  /** Opens contracts as the owner of the tables with a head from 41 slots ago. */
  const write = async (at: Date) => {
    const id = orderIdAt(world.clock());
    const account = walletOf(trader.number, 'contract', 'USDT');
    await inDatabase(
      urlFor(world.database, ownerRole),
      `select take_stakes('{${account}}', '{100000000}')`,
      `select write_contracts('${at.toISOString()}', ${order.rule}::smallint, '{${account}}', '{${id}}', array[tick.slot], array[tick.hash],
        '{100000000}', '{1}', '{30}', '{8200}', '{t}') from tick where symbol = 1 and slot = ${slot() - 41}`,
    );
    await tick(...flat(2));
    await log.write();
    return id;
  };
  const wrong = async (id: string) => {
    const { checks } = await checkReceipt((await trader.call(showReceipt, { id, form: 2 })).data);
    return checks.filter(({ ok }) => !ok);
  };
  const stale = await write(world.clock());
  expect(await watched()).toEqual([]);
  // A backdated acceptance makes the receipt valid. The log shows that it came late.
  const backdated = await write(new Date(world.clock().getTime() - 20_500));
  expect(await watched()).toEqual(['order logged late']);
  await tick(...flat(70));
  await settle();
  await tick(...flat(4));
  await log.write();
  expect(await wrong(stale)).toMatchObject([{ name: 'fresh', differs: { field: 'headAge' } }]);
  expect(await wrong(backdated)).toEqual([]);
});

test('a missing second and a differently signed second of the tape are detected', async () => {
  const { force, audited, tick, log, watched } = await siteUnderWatch(await trade());
  await force(
    'tape_checkpoint',
    `update tape_checkpoint set root = sha256(root) where slot = (select max(slot) from tape_checkpoint)`,
  );
  expect(await audited()).toEqual(['not logged: tape_checkpoint', 'gone: tape_checkpoint']);
  await force('tape_checkpoint', 'alter table tape_checkpoint enable trigger user');
  // The feed continues from its memory. The second missing in the log leaves a gap.
  await tick(...flat(2));
  await force('log_entry', 'delete from log_entry where get_byte(bytes, 0) = 1');
  await tick(...flat(24));
  await log.write();
  expect(await watched()).toEqual(['slot missing', 'tape rewritten']);
});

test('a repeated second of the tape is ignored by the log, and detected if it is forced in', async () => {
  const { world, force, audited, watched, resume } = await siteUnderWatch(await trade());
  const again = 'insert into log_entry (bytes) select bytes from log_leaf where get_byte(bytes, 0) = 1';
  const seconds = async () => {
    const leaves = await world.owner.selectFrom('log_leaf').select('bytes').execute();
    return leaves.filter(({ bytes }) => bytes[0] === 1).length;
  };
  const before = await seconds();
  await force('log_entry', again, again);
  await resume();
  expect(await seconds()).toBe(before + 12);
  expect(await audited()).toEqual([]);
  expect(await watched()).toEqual([]);
  await force(
    'log_leaf',
    'drop index log_leaf_seconds',
    `insert into log_leaf (place, entry, bytes) select (select max(place) + 1 from log_leaf), 1000000000, bytes
     from (select bytes from log_leaf where get_byte(bytes, 0) = 1 order by place desc limit 1) as last`,
  );
  await resume();
  expect(await audited()).toEqual([expect.stringMatching(/^tape: \d+$/)]);
  expect(await watched()).toEqual(['tape rewritten']);
});

test("changes to a tick's source, message or price are detected, and so is a signed price without a message", async () => {
  const source = 'exchange/stream.example';
  const { world, tape, trader, tick, slot } = await trade({}, source);
  await tick(...flat(6));
  const folder = mkdtempSync(join(tmpdir(), 'heard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, bytes: string | Buffer) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  /** The current tick file of this hour, as the site serves it. */
  const hour = async () => {
    const at = new Date(msOf(slot())).toISOString().slice(0, 13);
    return write('hour.csv', (await trader.call(downloadTicks, { symbol: 'BTC', hour: at })).data!.text);
  };
  const said = async () => (await answer(['ticks', await hour()])).output;
  const change = (what: string) =>
    inDatabase(
      urlFor(world.database, ownerRole),
      'alter table tick disable trigger user',
      `update tick set ${what} where symbol = 1 and slot = ${slot() - 3}`,
    );
  expect(await said()).toContain(`6 of 6 ticks say that they were heard from ${source}`);
  await inDatabase(urlFor(world.database, ownerRole), `insert into tape_source (name) values ('exchange/other')`);
  const told = priceWithMessage(source, slot() - 3, 1, 6_400_000n);
  const swaps = [
    ['source = source + 1', 'source = source - 1'],
    ['heard_at = heard_at + 1', 'heard_at = heard_at - 1'],
    ["message = sha256('another')", `message = '\\x${toHex(told.heard.message)}'`],
    ['price = price + 1', 'price = price - 1'],
  ] as const;
  for (const [swap, back] of swaps) {
    await change(swap);
    expect(await said(), swap).toMatch(
      new RegExp(`BTC slot ${slot() - 3} .*: its hash does not follow from .* and in which message it was heard`),
    );
    expect((await auditTape(world.owner)).faults, swap).toMatchObject([{ slot: slot() - 3, what: 'tick' }]);
    await change(back);
    expect((await auditTape(world.owner)).faults, back).toEqual([]);
  }
  // Signed with the feed's own key: a price that differs from its message.
  const heard = priceWithMessage(source, slot() + 1, 1, 6_400_000n);
  await writeSlot(tape.db, tape.tape, [{ ...heard, price: 6_500_000n }], slot() + 1, 'late');
  await writeSlot(tape.db, tape.tape, [priceWithMessage(source, slot() + 2, 1, 6_400_000n)], slot() + 2, 'late'); // which is signed
  const { rawPayload } = await world.app.inject({ url: `/heard/${toHex(heard.heard.message)}` });
  expect((await answer(['messages', await hour(), write('message', rawPayload)])).output).toMatch(
    /^FAILED MESSAGE SAYS OTHERWISE BTC slot \d+ .*: the tick says 65000.00, its message of exchange\/stream.example says 64000.00$/,
  );
  // A price without a message has none to show.
  const none = write('message', '{}');
  expect((await answer(['messages', await hour(), none])).output).toContain('FAILED MESSAGE UNKNOWN');
});
