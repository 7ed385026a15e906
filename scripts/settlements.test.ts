import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openContract } from '../protocol/src/contracts/calls.ts';
import { noteKey, writeKey } from '../protocol/src/publiclog/note.ts';
import { exportedProducts } from '../server/src/roles/products.ts';
import { exportSettlements } from '../server/src/trading/orders/orders.ts';
import { keepLog } from '../server/test/keep-log.ts';
import { openLog } from '../server/test/log.ts';
import { orderIdAt } from '../server/test/order-id.ts';
import { flat, trade } from '../server/test/trade.ts';
import { answer } from '../verify/src/command.ts';

/** A running site with a log, and the verifier run on its files and on the files of its log. */
async function loggedDay(source?: string) {
  const traded = await trade({}, source);
  const { world, tick, open, settle, countThrough, slot } = traded;
  const log = await openLog(world);
  const first = slot();
  await tick(...flat(4));
  await log.write();
  const orders: Awaited<ReturnType<typeof open>>[] = [];
  for (const direction of ['long', 'short', 'long'] as const) {
    orders.push(await open(direction));
    await tick(6_400_010, 6_400_000);
    await log.write();
  }
  await tick(...flat(80));
  await settle();
  await countThrough(Math.max(...orders.map(({ order }) => order.dueSlot)) + 10);
  await log.write();
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let text = '';
  const { through } = await exportSettlements(
    world.db,
    exportedProducts,
    { first, last: first + 172_800 },
    async (part) => {
      text += part;
    },
  );
  await keepLog(log, folder);
  const key = writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey));
  return {
    ...{ text, through, slot },
    verify: (changed: string, ...more: string[]) => {
      writeFileSync(join(folder, 'day.txt'), changed);
      return answer(['settlements', join(folder, 'day.txt'), ...more]);
    },
    against: ['--log', key, '--site', folder],
  };
}

test('the counts in the log prove that a day’s file has all orders, and omitted, inserted or swapped ones are reported', async () => {
  const { text, verify, against } = await loggedDay();
  const good = await verify(text, ...against);
  expect(good).toMatchObject({ code: 0, output: expect.stringContaining('none is missing: 3 orders in 3 entries') });
  expect((await verify(text)).output).toContain("by the file's own word");

  const lines = text.split('\n');
  const entry = lines.findLastIndex((line) => line.startsWith('entry '));
  const end = lines.indexOf('end 3');
  const without = lines.toSpliced(entry, 2).join('\n').replace('end 3', 'end 2');
  // The file alone is valid, but the log has one more entry.
  expect(await verify(without)).toMatchObject({ code: 0 });
  expect((await verify(without, ...against)).output).toContain('ORDERS LEFT OUT: 1 order logged at place');
  const first = lines.findIndex((line) => line.startsWith('entry '));
  const beginning = lines.toSpliced(first, 2).join('\n').replace('end 3', 'end 2');
  expect((await verify(beginning, ...against)).output).toContain('ORDERS LEFT OUT: 1 order logged at place');
  const emptied = lines
    .toSpliced(entry + 1, 1)
    .join('\n')
    .replace('end 3', 'end 2');
  expect((await verify(emptied)).output).toContain('ORDERS LEFT OUT: 1 order of the entry at place');

  const another = lines[entry + 1]!.replace(/^[0-9a-f]{4}/, 'abcd');
  const [, place, accepted] = /^entry (\d+) (\d+) 1$/.exec(lines[entry]!)!;
  const wider = lines.with(entry, `entry ${place} ${accepted} 2`).toSpliced(end, 0, another).join('\n');
  expect(await verify(wider.replace('end 3', 'end 4'))).toMatchObject({ code: 0 });
  expect((await verify(wider.replace('end 3', 'end 4'), ...against)).output).toContain(
    'ORDERS ADDED: 1 order at place',
  );
  const invented = lines.toSpliced(end, 0, `entry ${Number(place) + 1} ${accepted} 1`, another).join('\n');
  expect((await verify(invented.replace('end 3', 'end 4'), ...against)).output).toContain(
    'ORDERS ADDED: the log has no orders',
  );
  const beside = lines.toSpliced(end, 0, another).join('\n').replace('end 3', 'end 4');
  expect((await verify(beside)).output).toContain('ORDERS ADDED: one more than its entry has');
  const before = lines.toSpliced(first, 0, 'unlogged 1', another).join('\n').replace('end 3', 'end 4');
  expect((await verify(before)).output).toContain('1 order from before the public log');
  expect((await verify(before, ...against)).output).toContain('ORDERS ADDED: 1 order in no entry of the log');
  const exchanged = lines.with(entry + 1, another).join('\n');
  expect((await verify(exchanged, ...against)).output).toContain('OTHER ORDERS than were logged at place');
});

test('a day’s file ends where all products are settled, and the log must extend as far', async () => {
  const { text, through, slot, verify, against } = await loggedDay();
  expect(through).toBeLessThanOrEqual(slot());
  const [, first] = /settlements 3 (\d+) /.exec(text)!;
  const longer = text.replace(/settlements 3 .*/, `settlements 3 ${first} ${slot() + 1000} ${slot() + 1000}`);
  expect((await verify(longer, ...against)).output).toContain('the log that is shown ends before the file does');
  expect((await verify(text, '--log', 'nobody', '--site', '.')).output).toContain('is not the key of a log');
  expect((await verify(text, '--site', '.')).code).toBe(2);
});

test('an order that is not yet in the log is left out of the file instead of being listed as older than the log', async () => {
  const { world, tick, open, settle, countThrough, slot } = await trade();
  const log = await openLog(world);
  const first = slot();
  await tick(...flat(4));
  await log.write();
  const { order } = await open('long');
  await tick(...flat(90));
  await settle();
  await countThrough(order.dueSlot + 10);
  const write = async () => {};
  const early = await exportSettlements(world.db, exportedProducts, { first, last: slot() }, write);
  expect(early.count).toBe(0);
  expect(early.through).toBeLessThan(order.headSlot + 4);
  await log.write();
  expect(await exportSettlements(world.db, exportedProducts, { first, last: slot() }, write)).toMatchObject({
    count: 1,
  });
});

test('two accounts with orders of the same id and terms both appear in the file, in their places', async () => {
  const { world, trader, tick, settle, countThrough, slot } = await trade();
  const log = await openLog(world);
  const first = slot();
  await tick(...flat(4));
  const others = [await world.person(), await world.person()];
  for (const other of others) await world.give(other, 'contract', 'USDT', 10_000_000_000n);
  const terms = () => ({
    ...{ id: orderIdAt(world.clock()), symbol: 'BTC', direction: 'long' as const, seconds: 30, stake: '100.00' },
    returnBp: 8200,
  });
  const same = terms();
  const taps = [trader, trader, others[0]!, trader, others[1]!, trader];
  const answers = await Promise.all(
    taps.map((caller) => caller.call(openContract, caller === trader ? terms() : same)),
  );
  expect(answers.map(({ code }) => code)).toEqual(taps.map(() => 200));
  const batches = await world.owner.selectFrom('log_orders').select('ids').execute();
  expect(batches.some(({ ids }) => ids.filter((id) => id === same.id).length === 2)).toBe(true);
  await tick(...flat(90));
  await settle();
  await countThrough(answers[0]!.data.order.dueSlot + 10);
  await log.write();
  const folder = mkdtempSync(join(tmpdir(), 'settlements-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let text = '';
  await exportSettlements(world.db, exportedProducts, { first, last: slot() }, async (part) => {
    text += part;
  });
  await keepLog(log, folder);
  writeFileSync(join(folder, 'day.txt'), text);
  const key = writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey));
  const { code, output } = await answer(['settlements', join(folder, 'day.txt'), '--log', key, '--site', folder]);
  expect(output).toContain(`none is missing: 6 orders in ${batches.length} entries`);
  expect(code).toBe(0);
});

test("a day of an external source includes each tick's message, and changing its name, time, content or price is detected", async () => {
  const source = 'exchange/stream.example';
  const { text, verify, against } = await loggedDay(source);
  expect(await verify(text, ...against)).toMatchObject({ code: 0, output: expect.stringContaining('3 settlements') });
  const lines = text.split('\n');
  const place = lines.findIndex((line) => line.includes(source));
  const [slot, price, , at, message] = lines[place]!.split(' ');
  const changed = (...fields: unknown[]) => verify(lines.with(place, fields.join(' ')).join('\n'), ...against);
  for (const other of [
    [slot, price, 'exchange/other', at, message],
    [slot, price, source, Number(at) + 1, message],
    [slot, price, source, at, '0'.repeat(64)],
    [slot, Number(price) + 1, source, at, message],
    [slot, price],
  ])
    expect((await changed(...other)).output).toContain('it is not the head that the signed checkpoint stands for');
  expect((await changed(slot, price, source, Number(at) - 3000, message)).output).toContain(
    'its message was heard more than 3 s before or after it',
  );
});
