import { toHex } from '@glasshouse/protocol/bytes';
import { showReceipt } from '@glasshouse/protocol/contracts/calls';
import { downloadTicks, proveTicks } from '@glasshouse/protocol/market/calls';
import { checkRun } from '@glasshouse/protocol/market/proof';
import { dayOf, maxMessageSkew, msOf } from '@glasshouse/protocol/market/tape';
import { readTicks, runOf } from '@glasshouse/protocol/market/ticks-file';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { flat, priceWithMessage, trade } from '../../../test/trade.ts';
import { auditTape } from './audit.ts';
import { dropDaysBefore } from './upkeep.ts';
import { writeSlot } from './writer.ts';

const source = 'exchange/stream.example:9443';

test('a tick of an outside source names its source, time and message, in proofs and in files', async () => {
  const { world, trader, tick, slot } = await trade({}, source);
  await tick(...flat(6));
  const wanted = priceWithMessage(source, slot() - 3, 1, 6_400_000n);
  const { data } = await trader.call(proveTicks, { symbol: 'BTC', slots: [slot() - 3] });
  const [run] = data!.runs;
  expect(run!.ticks.find((each) => each.slot === slot() - 3)?.heard).toEqual({
    ...{ source, at: msOf(slot() - 3) - 20 },
    message: toHex(wanted.heard.message),
  });
  expect(await checkRun(run!)).toBeUndefined();
  const hour = new Date(msOf(slot())).toISOString().slice(0, 13);
  const file = readTicks((await trader.call(downloadTicks, { symbol: 'BTC', hour })).data!.text);
  expect(file.ticks.every(({ heard }) => heard?.source === source)).toBe(true);
  expect(await checkRun({ ...runOf(file), ...file.proof! })).toBeUndefined();
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('a message is stored as it was received, and anyone can read it by its hash', async () => {
  const { world, tick, slot } = await trade({}, source);
  await tick(...flat(2));
  const { raw, heard } = priceWithMessage(source, slot(), 1, 6_400_000n);
  const message = await world.app.inject({ url: `/heard/${toHex(heard.message)}` });
  expect(message.rawPayload.equals(raw)).toBe(true);
  expect(message.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/octet-stream',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  });
  expect(message.headers['set-cookie']).toBeUndefined();
  for (const name of ['00'.repeat(32), 'nothing', `${toHex(heard.message)}0`]) {
    const none = await world.app.inject({ url: `/heard/${name}` });
    expect([none.statusCode, none.headers['cache-control']]).toEqual([404, 'no-cache']);
  }
  // The database refuses it under another hash, even from the owner of the table.
  const other = sql`insert into tape_message select sha256('other'), slot, raw from tape_message limit 1`;
  await expect(other.execute(world.owner)).rejects.toThrow('tape_message_check');
  const long = sql`insert into tape_message
    select sha256(big), slot, big from tape_message, decode(repeat('20', 1025), 'hex') as big limit 1`;
  await expect(long.execute(world.owner)).rejects.toThrow('tape_message_raw_check');
  const today = dayOf(slot());
  const { dropped } = await dropDaysBefore(world.owner, today + 1, { of: 'tape_message' });
  expect(dropped).toHaveLength(2);
  expect((await world.app.inject({ url: `/heard/${toHex(heard.message)}` })).statusCode).toBe(404);
  expect((await auditTape(world.db)).faults).toEqual([]);
});

test('a price received more than 3 s before or after a slot cannot be written for it', async () => {
  const { world, tape, tick, slot } = await trade({}, source);
  await tick(...flat(2));
  const write = (heardAt: number, of = slot() + 1) => {
    const made = priceWithMessage(source, of, 1, 6_400_000n);
    return writeSlot(tape.db, tape.tape, [{ ...made, heard: { ...made.heard, at: heardAt } }], of, 'late');
  };
  const time = msOf(slot() + 1);
  await expect(write(time - maxMessageSkew - 1)).rejects.toThrow('tick_is_not_stale');
  await expect(write(time + maxMessageSkew + 1)).rejects.toThrow('tick_is_not_stale');
  for (const half of [
    sql`insert into tick select symbol, slot + 1, price, volume, hash, null, heard_at, message from tick limit 1`,
    sql`insert into tick select symbol, slot + 1, price, volume, hash, source, null, message from tick limit 1`,
    sql`insert into tick select symbol, slot + 1, price, volume, hash, source, heard_at, null from tick limit 1`,
    sql`insert into tick select symbol, slot + 1, price, volume, hash, source, heard_at, '\\x00' from tick limit 1`,
  ])
    await expect(half.execute(world.owner)).rejects.toThrow('tick_is_not_stale');
  await write(time - maxMessageSkew);
  expect((await auditTape(world.db)).faults).toEqual([]);
  // If the owner of the tables removes that constraint, an auditor finds the tick.
  await sql`alter table tick drop constraint tick_is_not_stale`.execute(world.owner);
  await write(msOf(slot() + 2) - maxMessageSkew - 1, slot() + 2);
  expect((await auditTape(world.db)).faults).toEqual([{ symbol: 1, slot: slot() + 2, what: 'stale' }]);
});

test('an order whose entry would be stale has none and is void by rule 1; a fresh price decides the order', async () => {
  const { trader, tick, open, settle } = await trade({}, source);
  await tick(...flat(4));
  const { order: stale } = await open('long');
  // The source has nothing newer for the coin, so it leaves it out; the other coin continues.
  await tick(...Array.from({ length: 12 }, () => undefined), ...flat(54));
  await settle();
  const silent = (await trader.call(showReceipt, { id: stale.id })).data!;
  expect(silent.order).toMatchObject({ rule: 1, outcome: 'void', entry: null, payout: '100.00' });
  const { order } = await open('long');
  await tick(...flat(60), ...flat(4, 6_400_100));
  await settle();
  const receipt = (await trader.call(showReceipt, { id: order.id })).data!;
  expect(receipt.order).toMatchObject({ outcome: 'win' });
  for (const each of [silent, receipt]) {
    expect(each.runs[0]!.ticks.every(({ heard }) => heard?.source === source)).toBe(true);
    expect((await checkReceipt(each)).checks.filter(({ ok }) => !ok)).toEqual([]);
  }
});

test('generated prices take no more space than before', async () => {
  const { world, tick } = await trade();
  await tick(...flat(2));
  const { rows } = await sql<{ size: number }>`select pg_column_size(tick.*) as size from tick limit 1`.execute(
    world.db,
  );
  // A header of 24 bytes, three numbers of 8, one of 4 that is padded to 8, and a hash of 32 with a length byte.
  expect(rows[0]!.size).toBe(24 + 8 + 3 * 8 + 33);
});
