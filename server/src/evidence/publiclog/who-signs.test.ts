import { showLog } from '@glasshouse/protocol/publiclog/calls';
import { signedHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { readEntry } from '@glasshouse/protocol/publiclog/entries';
import { noteKey, readNote, writeKey } from '@glasshouse/protocol/publiclog/note';
import { readBundle } from '@glasshouse/protocol/publiclog/tiles';
import { dayMs, utcDay } from '@glasshouse/protocol/utc-day';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openLog } from '../../../test/log.ts';
import { plannerOf, planOldDay } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { newWorld } from '../../../test/world.ts';
import { planDay, revealBefore } from '../market/days.ts';

test('anyone can read the log’s key, the witnesses’ keys, and the places of the days in it', async () => {
  const witness = 'witness.example/w1+1a2b3c4d+BExample';
  const world = await newWorld({ config: { WITNESSES: [`https://witness.example ${witness}`] } });
  const ask = async () => (await world.visitor().call(showLog, {})).data;
  expect(await ask()).toEqual({ key: null, witnesses: [witness], days: [] });
  const log = await openLog(world);
  const opened = await openTape(world);
  const day = Math.floor(opened.now() / 172_800);
  await planOldDay(opened, day, opened.now());
  await planDay(plannerOf(opened), day + 1, opened.now());
  await revealBefore(opened.db, day + 1, [Buffer.alloc(32, 6)]);
  const size = await log.write();
  const { key, days } = await ask();
  expect(key).toBe(writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey)));
  expect(days.map((each) => each.day)).toEqual([utcDay((day + 1) * dayMs), utcDay(day * dayMs)]);
  const entries = readBundle(new Uint8Array((await log.file(`tile/entries/000.p/${size}`)).rawPayload))!;
  expect(readEntry(entries[days[1]!.committed!]!)).toMatchObject({ kind: 'day', day });
  expect(readEntry(entries[days[1]!.revealed!]!)).toMatchObject({ kind: 'reveal', day });
  expect(days[0]).toMatchObject({ committed: expect.any(Number), revealed: null });
});

test('after a key theft the log continues under a new key, which is logged before it signs', async () => {
  const world = await newWorld();
  const stolen = await openLog(world);
  const size = await stolen.write();
  const before = readNote((await stolen.file('checkpoint')).body);
  world.pass(1000);
  const fresh = await openLog(world);
  const grown = await fresh.write();
  const keyOf = ({ signer, parts }: typeof fresh) => noteKey(parts.origin, 'text', signer.publicKey);
  const after = readNote((await fresh.file('checkpoint')).body);
  expect([
    (await signedHead(await keyOf(stolen), before))?.size,
    (await signedHead(await keyOf(fresh), after))?.size,
  ]).toEqual([size, grown]);
  // A client that trusts only the first key accepts nothing signed by the new one.
  expect(await signedHead(await keyOf(stolen), after)).toBeUndefined();
  const entries = readBundle(new Uint8Array((await fresh.file(`tile/entries/000.p/${grown}`)).rawPayload))!;
  const added = entries.slice(size).map(readEntry);
  expect(added).toMatchObject([{ kind: 'key', use: 'log', publicKey: new Uint8Array(fresh.signer.publicKey) }]);
  expect((await world.visitor().call(showLog, {})).data.key).toBe(writeKey(await keyOf(fresh)));
});

test('the days are found without reading the entire log', async () => {
  const world = await newWorld();
  await sql`insert into log_leaf (place, entry, bytes) select n, n, '\x02'::bytea from generate_series(0, 20000) n`.execute(
    world.owner,
  );
  await sql`analyze log_leaf`.execute(world.owner);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select place, bytes from log_leaf
    where get_byte(bytes, 0) in (4, 5) order by place desc limit 70`.execute(world.owner);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('log_leaf_of_days');
});
