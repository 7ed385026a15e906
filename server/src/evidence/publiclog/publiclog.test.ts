import { fromHex, toHex } from '@glasshouse/protocol/bytes';
import { openContract } from '@glasshouse/protocol/contracts/calls';
import { slipBytes, slipTerms } from '@glasshouse/protocol/contracts/slip';
import { climb, sha256, signedBy } from '@glasshouse/protocol/market/tape';
import { signedBytes } from '@glasshouse/protocol/orders/slip';
import { readHead } from '@glasshouse/protocol/publiclog/checkpoint';
import { type Entry, entryBytes, readEntry } from '@glasshouse/protocol/publiclog/entries';
import { checkConsistency, leafHash, proveConsistency, rootAt } from '@glasshouse/protocol/publiclog/merkle';
import { noteKey, readNote, signedWith } from '@glasshouse/protocol/publiclog/note';
import { readBundle, subtreesFrom, tilePath } from '@glasshouse/protocol/publiclog/tiles';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appendEntry } from '#platform/console/audit.ts';
import { step } from '#platform/database/db.ts';
import { products } from '#roles/products.ts';
import { asAdmin, inDatabase, ownerRole, urlFor } from '../../../database/prepare.ts';
import { handOver, openLog } from '../../../test/log.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { plannerOf, planOldDay } from '../../../test/own-prices.ts';
import { openTape } from '../../../test/tape.ts';
import { flat, trade } from '../../../test/trade.ts';
import { newWorld } from '../../../test/world.ts';
import { planDay, revealBefore } from '../market/days.ts';
import { auditLog } from './audit.ts';
import { openWriter, runWriter } from './writer.ts';

type Served = Awaited<ReturnType<typeof openLog>>;

/** All entries of the log as the site serves them, up to its newest checkpoint. */
async function served({ file, signer }: Served) {
  const note = readNote((await file('checkpoint')).body)!;
  const head = readHead(note.text)!;
  const key = await noteKey(head.origin, 'text', signer.publicKey);
  expect(await signedWith(key, note)).toEqual({});
  const entries: Uint8Array[] = [];
  for (let index = 0; index * 256 < head.size; index++) {
    const width = Math.min(256, head.size - index * 256);
    const bundle = await file(tilePath({ level: 'entries', index, width }));
    entries.push(...readBundle(new Uint8Array(bundle.rawPayload))!);
  }
  const read = subtreesFrom(async (tile) => new Uint8Array((await file(tilePath(tile))).rawPayload), head.size);
  expect(toHex(await rootAt(read, head.size))).toBe(toHex(head.root));
  for (const [place, entry] of entries.entries())
    expect(toHex(await leafHash(entry))).toBe(toHex(await read(0, place)));
  return { head, read, entries, said: entries.map((bytes) => readEntry(bytes)!) };
}
test('a day planned with a chain is logged with seed and chain; older entries name no chain and still match', async () => {
  const world = await newWorld();
  const seed = new Uint8Array(32).fill(7);
  const made = await world.owner
    .insertInto('beacon_chain')
    .values({
      hash: Buffer.alloc(32, 9),
      public_key: Buffer.alloc(96),
      genesis: 0n,
      group_hash: Buffer.alloc(32),
      name: 'test',
    })
    .returning(['id', 'hash'])
    .executeTakeFirstOrThrow();
  const row = JSON.stringify({ day: 20_000, seed: `\\x${toHex(seed)}`, chain: made.id });
  const { rows } = await sql<{ bytes: Buffer; before: Buffer }>`
    select log_bytes(it) as bytes, log_bytes_before(it) as before
    from jsonb_populate_record(null::tape_revealed, ${row}::jsonb) as it`.execute(world.owner);
  const entry: Entry = { kind: 'reveal', day: 20_000, seed, opens: [] };
  const chain = new Uint8Array(made.hash);
  expect(toHex(rows[0]!.bytes)).toBe(toHex(entryBytes({ ...entry, chain })));
  expect(toHex(rows[0]!.before)).toBe(toHex(entryBytes(entry)));
  // Rounds that were logged before entries named their chain.
  const log = await openLog(world);
  const round = (number: number) =>
    sql`insert into beacon_round (chain, round, signature) values (${made.id}, ${number}, ${Buffer.alloc(48, number)})`.execute(
      world.owner,
    );
  await round(1);
  await sql`delete from log_entry where get_byte(bytes, 0) = 13`.execute(world.owner);
  await sql`insert into log_entry (bytes) select log_bytes_before(t) from beacon_round t`.execute(world.owner);
  await round(2);
  await log.write();
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
  await inDatabase(
    urlFor(world.database, ownerRole),
    'alter table beacon_round disable trigger user',
    "update beacon_round set signature = decode(repeat('ff', 48), 'hex')",
  );
  const { faults } = await auditLog(world.owner, products);
  expect(faults.map(({ what }) => what)).toEqual(['not logged', 'not logged', 'gone', 'gone']);
});

const only = <K extends Entry['kind']>(said: readonly Entry[], kind: K) =>
  said.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind);

test('a new site logs its terms, settings, products and keys, and serves the signed log', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  expect((await log.file('checkpoint')).statusCode).toBe(404);
  const size = await log.write();
  const { head, said, entries } = await served(log);
  expect(head).toMatchObject({ origin: '127.0.0.1:4100/log', size });
  expect(said.map((entry, place) => toHex(entryBytes(entry)) === toHex(entries[place]!))).not.toContain(false);
  expect(only(said, 'terms')[0]).toMatchObject({
    ...{ version: 1, effectiveAt: 0, rule: 1, minStake: 10_000_000n, maxStake: 5_000_000_000n },
    periods: [30, 60, 120, 180, 300].map((seconds, i) => ({ seconds, returnBp: [8200, 8500, 8800, 9000, 9200][i] })),
  });
  const settings = only(said, 'setting').map(({ about, says }) => ({ about, ...JSON.parse(says) }));
  expect(settings.map(({ about }) => about)).toEqual(expect.arrayContaining(['site_config', 'money_config']));
  // It is logged again when the table gets new columns, so everything in force from the beginning is in the log.
  expect(settings.findLast(({ about }) => about === 'money_config')).toMatchObject({
    ...{ version: 1, option_spread_bp: 400, option_exposure: 5_000_000_000_000, spot_spread_bp: 10 },
  });
  expect(settings.flatMap(Object.keys)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/name|reason|approv/)]),
  );
  expect(only(said, 'product').length).toBeGreaterThan(0);
  expect(only(said, 'key').map(({ use }) => use)).toEqual(['slips', 'log']);
  expect(toHex(only(said, 'key')[1]!.publicKey)).toBe(log.signer.publicKey.toString('hex'));
});

test("later seconds, days, keys, settings and heads of the operators' log are logged as they happen", async () => {
  const world = await newWorld();
  const log = await openLog(world);
  const opened = await openTape(world);
  const { db, now, write } = opened;
  const day = Math.floor(now() / 172_800);
  const { seed, opens } = await planOldDay(opened, day, now());
  await planDay(plannerOf(opened), day + 1, now());
  const signature = Buffer.alloc(48, 7);
  await sql`insert into beacon_round (chain, round, signature) select id, 41, ${signature} from beacon_chain`.execute(
    db,
  );
  await write(now() - (now() % 2) + 1, 6_400_000, 314_000);
  await revealBefore(db, day + 1, [Buffer.alloc(32, 6)]);
  await step(world.owner, (tx) =>
    appendEntry(tx, { at: world.clock(), action: 'test', operator: null }, { subject: 'site' }),
  );
  await sql`insert into contract_terms (seconds, returns, min_stake, max_stake, max_open, effective_at)
    values ('{30,60}', '{8000,8100}', 20000000, 30000000, 40000000, '2026-11-16 00:00:00.123+00')`.execute(world.owner);
  await sql`update product_version set state = 'closed', closed_at = now() where product = 1 and version = 1`.execute(
    world.owner,
  );
  await log.write();
  expect(await auditLog(world.owner, products)).toMatchObject({ checkpoints: 1, faults: [] });
  const { said } = await served(log);
  const [checkpoint] = await db.selectFrom('tape_checkpoint').selectAll().execute();
  expect(only(said, 'tape')).toMatchObject([{ slot: Number(checkpoint!.slot), size: 2 }]);
  expect(toHex(only(said, 'tape')[0]!.root)).toBe(checkpoint!.root.toString('hex'));
  expect(only(said, 'day')).toMatchObject([
    { day, version: 1, announcedSlot: now() },
    { day: day + 1, version: 3, announcedSlot: now() },
  ]);
  const chain = await db.selectFrom('beacon_chain').select('hash').executeTakeFirstOrThrow();
  expect(only(said, 'round')).toMatchObject([
    { round: 41, signature: new Uint8Array(signature), chain: new Uint8Array(chain.hash) },
  ]);
  const [revealed] = only(said, 'reveal');
  expect(toHex(revealed!.seed)).toBe(toHex(seed));
  expect(revealed!.opens).toEqual(opens);
  expect(only(said, 'terms').at(-1)).toMatchObject({
    ...{ version: 2, effectiveAt: Date.parse('2026-11-16T00:00:00.123Z'), maxOpen: 40_000_000n },
    periods: [
      { seconds: 30, returnBp: 8000 },
      { seconds: 60, returnBp: 8100 },
    ],
  });
  expect(only(said, 'product').at(-1)).toMatchObject({ product: 1, version: 1 });
  expect(JSON.parse(only(said, 'product').at(-1)!.says)).toMatchObject({ state: 'closed' });
  const [audit] = await world.owner.selectFrom('audit_entry').selectAll().execute();
  expect(only(said, 'operators')).toMatchObject([{ entries: 1 }]);
  expect(toHex(only(said, 'operators')[0]!.head)).toBe(audit!.hash.toString('hex'));
});

test('a table with a new column still matches its older log entries; a changed word does not', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await log.write();
  const asOwner = (...statements: string[]) => inDatabase(urlFor(world.database, ownerRole), ...statements);
  for (const table of ['product_version', 'site_config', 'money_config'])
    await asOwner(`alter table ${table} add of_later text not null default 'new'`);
  const change = (...more: string[]) => asOwner('alter table money_config disable trigger user', ...more);
  await sql`insert into money_config overriding system value select (jsonb_populate_record(c, '{"version": 99}')).* from money_config c limit 1`.execute(
    world.owner,
  );
  await log.write();
  expect((await auditLog(world.owner, products)).faults).toEqual([]);
  await change(`update money_config set of_later = 'changed' where version = 99`);
  const found = async () =>
    (await auditLog(world.owner, products)).faults.map(({ what, where }) => `${what}: ${where.split(' ')[0]}`);
  expect(await found()).toEqual(['not logged: money_config', 'gone: money_config']);
  await change(`delete from money_config where version = 99`);
  expect(await found()).toEqual(['gone: money_config']);
});

test('an entry that leaves out a column, and one without a row, are found', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await log.write();
  const hand = async (version: number, says: string) => {
    await sql`insert into log_entry (bytes) select '\\x080c'::bytea || convert_to('money_config', 'UTF8') || int8send(${version})
      || convert_to(${says}, 'UTF8')`.execute(world.owner);
    await log.write();
    return (await auditLog(world.owner, products)).faults.map(({ what, where }) => `${what}: ${where.split(' ')[0]}`);
  };
  expect(await hand(1, '{"version": 1}')).toEqual(['left out: money_config']);
  expect(await hand(1, '[]')).toEqual(['left out: money_config', 'gone: money_config']);
  const depth = 30_000;
  const nested = `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(await hand(1, nested)).toEqual(['left out: money_config', 'gone: money_config', 'gone: money_config']);
});

test('orders accepted together are logged under the root that their slips are signed with', async () => {
  const { world, trader, tick } = await trade();
  const log = await openLog(world);
  await tick(...flat(4));
  const order = (direction: 'long' | 'short', seconds = 30, returnBp = 8200) => ({
    ...{ id: orderIdAt(world.clock()), symbol: 'BTC', direction, seconds, stake: '100.00', returnBp },
  });
  const others = [await world.person(), await world.person()];
  for (const other of others) await world.give(other, 'contract', 'USDT', 10_000_000_000n);
  const inputs = [order('long'), order('short'), order('long', 60, 8500), order('short'), order('long')];
  const callers = [trader, others[0]!, trader, others[1]!, others[0]!];
  const answers = await Promise.all(inputs.map((input, i) => callers[i]!.call(openContract, input)));
  // A user without money makes the batch use individual checks.
  const poor = await world.person();
  const judged = await Promise.all([
    poor.call(openContract, order('long')),
    poor.call(openContract, { ...order('long'), id: orderIdAt(world.clock()) }),
    trader.call(openContract, order('short')),
  ]);
  expect(judged.map(({ code }) => code === 200)).toEqual([false, false, true]);
  await log.write();
  const { said } = await served(log);
  const batches = only(said, 'orders');
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  for (const { code, data } of [...answers, judged[2]!]) {
    expect(code).toBe(200);
    const terms = slipTerms(data)!;
    const path = data.slip.path.map(({ side, hash }) => ({ side, hash: fromHex(hash) }));
    const root = await climb(await sha256(slipBytes(terms)), path);
    expect(await signedBy(data.slip.publicKey, data.slip.signature, signedBytes(root))).toBe(true);
    expect(batches.map((batch) => toHex(batch.root))).toContain(toHex(root));
  }
  expect(await auditLog(world.owner, products)).toMatchObject({ checkpoints: 1, faults: [] });
  // The site knows which orders each entry stands for.
  const { rows } = await sql<{ orders: bigint; placed: bigint }>`
    select count(*) as orders, count(place) as placed from contract c
    left join log_orders o on o.at = c.at and c.id = any (o.ids) left join log_leaf l using (entry)`.execute(world.db);
  expect(rows).toEqual([{ orders: 6n, placed: 6n }]);
});

test('however the log grows, its root is that of its leaves, and each checkpoint contains the previous one', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  let before: Awaited<ReturnType<typeof served>>['head'] | undefined;
  for (const [round, count] of [1, 254, 1, 300, 0, 700, 2].entries()) {
    await handOver(world, count, round * 1000);
    await log.write();
    const now = await served(log);
    if (before) {
      const proof = await proveConsistency(now.read, before.size, now.head.size);
      expect(await checkConsistency(before, now.head, proof)).toBe(true);
    }
    before = now.head;
  }
  expect(before!.size).toBeGreaterThan(1258);
});

test('after a writer stops in the middle, the next one continues without a gap or repeat', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await log.write();
  await handOver(world, 600);
  // It dies after the database has placed the entries: the transaction is rolled back.
  await expect(
    log.db.transaction().execute(async (tx) => {
      await sql`select count(*) from append_to_log(100)`.execute(tx);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  // It dies between the leaves and the checkpoint: the leaves stay, and the next checkpoint signs them.
  const dying = await openWriter(log.db, log.parts);
  await dying.append();
  const next = await openWriter(log.db, log.parts);
  await handOver(world, 5, 1000);
  await next.append();
  await next.sign();
  const { entries } = await served(log);
  const numbers = entries.filter(({ length }) => length === 4).map((bytes) => Buffer.from(bytes).readInt32BE());
  expect(numbers).toEqual([...Array.from({ length: 600 }, (_, i) => i + 1), 1001, 1002, 1003, 1004, 1005]);
  // A writer that has lost the lock without noticing is refused.
  await handOver(world, 1, 2000);
  await expect(dying.append()).rejects.toThrow('another writer');
  await next.append();
  await next.sign();
  expect((await served(log)).entries).toHaveLength(entries.length + 1);
});

test('entries submitted concurrently and committed in any order are all logged once', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  const hands = Array.from({ length: 8 }, async (_, i) => {
    for (let n = 0; n < 20; n++)
      await world.db.transaction().execute(async (tx) => {
        await sql`insert into slip_key values (sha256(${`${i} ${n}`}::bytea), now())`.execute(tx);
        await sql`select pg_sleep(random() / 100)`.execute(tx);
      });
  });
  let done = false;
  const writing = (async () => {
    while (!done) await log.write();
  })();
  await Promise.all(hands);
  done = true;
  await writing;
  await log.write();
  const { said } = await served(log);
  const keys = only(said, 'key').filter(({ use }) => use === 'slips');
  expect(new Set(keys.map(({ publicKey }) => toHex(publicKey))).size).toBe(161);
  expect(keys).toHaveLength(161);
});

test('the database refuses a skipped or repeated place, a change, and a checkpoint that goes back, even from its owner', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  const size = await log.write();
  const refused = (statement: string) => expect(sql.raw(statement).execute(world.owner), statement).rejects;
  const leaf = (place: number) =>
    `insert into log_leaf (place, entry, bytes) values (${place}, ${-1 - place}, '\\x00')`;
  await refused(leaf(size + 1)).toThrow('no place left out');
  await refused(`${leaf(size)}, (${size + 2}, -99, '\\x00')`).toThrow('no place left out');
  await refused(leaf(size - 1)).toThrow('duplicate key');
  await refused(
    `insert into log_leaf (place, entry, bytes) select ${size}, entry, bytes from log_leaf limit 1`,
  ).toThrow('duplicate');
  for (const table of ['log_leaf', 'log_checkpoint', 'log_key']) {
    await refused(`delete from ${table}`).toThrow('not allowed');
    await refused(`truncate ${table} cascade`).toThrow('not allowed');
  }
  await refused(`update log_leaf set bytes = '\\x02'`).toThrow('not allowed');
  const sign = (at: number) => `insert into log_checkpoint select ${at}, root, at, note from log_checkpoint limit 1`;
  await refused(sign(size - 1)).toThrow('never back');
  await refused(sign(size + 1)).toThrow('never back');
  // The writer can't add entries that were not submitted.
  await expect(sql.raw(leaf(size)).execute(log.db)).rejects.toThrow('permission denied');
  await expect(sql`insert into log_entry (bytes) values ('\\x01')`.execute(log.db)).rejects.toThrow(
    'permission denied',
  );
  await expect(sql`delete from log_entry`.execute(log.db)).rejects.toThrow('permission denied');
});

test('files are public, immutable once a checkpoint covers them, and nothing else is a file', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await handOver(world, 300);
  const size = await log.write();
  const full = await log.file('tile/0/000');
  expect(full.statusCode).toBe(200);
  expect(full.rawPayload).toHaveLength(8192);
  expect(full.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/octet-stream',
    'access-control-allow-origin': '*',
  });
  expect(full.headers['set-cookie']).toBeUndefined();
  expect((await log.file('checkpoint')).headers['cache-control']).toBe('no-cache');
  // Entries that are written but not signed yet are not served.
  await handOver(world, 1, 9000);
  const next = await openWriter(log.db, log.parts);
  await next.append();
  expect((await log.file(`tile/0/001.p/${size - 256}`)).statusCode).toBe(200);
  expect((await log.file(`tile/0/001.p/${size - 255}`)).statusCode).toBe(404);
  for (const path of ['tile/0/001', 'tile/9/000', 'tile/1/000', 'tile/0/1', 'tile/entries/x999/999', 'keys', ''])
    expect((await log.file(path)).statusCode, path).toBe(404);
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from log_checkpoint`.execute(world.db);
  expect(rows[0]!.n).toBe(1n);
});

test('the name of a log cannot change', async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await expect(openWriter(log.db, { ...log.parts, origin: 'elsewhere.example/log' })).rejects.toThrow(
    'would be another',
  );
});

test('of two writers one writes; when it loses its connection, the other takes over', {
  timeout: 30_000,
}, async () => {
  const world = await newWorld({ now: new Date() });
  const log = await openLog(world);
  const signed: [string, number][] = [];
  const run = (name: string) => runWriter({ ...log.parts, onSigned: (size) => signed.push([name, size]) });
  const first = run('first');
  await expect.poll(() => signed.length, { timeout: 5000 }).toBeGreaterThan(0);
  const second = run('second');
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and objid = 600 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(world.db);
  await handOver(world, 10);
  // Terminated from outside, as by a failover.
  await asAdmin(`select pg_terminate_backend(${rows[0]!.pid})`);
  await handOver(world, 10, 100);
  const wanted = Number(
    (
      await sql<{
        n: bigint;
      }>`select count(*) as n from (select 1 from log_leaf union all select 1 from log_entry) x`.execute(world.owner)
    ).rows[0]!.n,
  );
  await expect.poll(() => signed.at(-1)?.[1], { timeout: 15_000 }).toBe(wanted);
  await Promise.all([first.stop(), second.stop()]);
  expect(await auditLog(world.owner, products)).toMatchObject({ leaves: wanted, faults: [] });
});
