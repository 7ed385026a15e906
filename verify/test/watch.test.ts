import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { checkpointBytes, dayOf, firstSlotOf, msOf, sha256 } from '@glasshouse/protocol/market/tape';
import { type Entry, entryBytes, type LoggedProduct } from '@glasshouse/protocol/publiclog/entries';
import { readTilePath } from '@glasshouse/protocol/publiclog/tiles';
import { expect, onTestFinished, test } from 'vitest';
import type { Alarm } from '../src/watch/alarm.ts';
import { openMemory } from '../src/watch/memory.ts';
import { getFrom, within } from '../src/watch/site.ts';
import { type Memory, openWatch } from '../src/watch/watch.ts';
import { makeLog } from './sample-log.ts';

const hash = new Uint8Array(32).fill(3);
const begin = 3_589_647_001;
type Second = Extract<Entry, { kind: 'tape' }>;

/** Seconds of a tape at the given slots, each chained to the previous one. */
async function seconds(slots: readonly number[], previous: Uint8Array = hash): Promise<Second[]> {
  const all: Second[] = [];
  for (const slot of slots) {
    const before = all.at(-1);
    all.push({
      kind: 'tape',
      slot,
      size: 24,
      root: hash,
      previous: before ? await sha256(checkpointBytes(before)) : previous,
    });
  }
  return all;
}
const slotsFrom = (slot: number, count: number) => Array.from({ length: count }, (_, i) => slot + 2 * i);

type Log = Awaited<ReturnType<typeof makeLog>>;
type Watched = { seen?: Memory | undefined; log?: Log; beacons?: readonly string[] };
/** A site whose log can be replaced at will, and a monitor, optionally with the stored state of an earlier run. */
async function watched({ seen, log: shown, beacons = [] }: Watched = {}) {
  const log = shown ?? (await makeLog());
  let site = await log.over([]);
  let changed = (_path: string, bytes: Uint8Array, _fresh: boolean) => bytes;
  let clock = msOf(begin);
  const alarms: Alarm[] = [];
  const kept: string[][] = [];
  const get = async (path: string, fresh = false) => {
    const name = path.replace(/^log\//, '');
    return changed(name, name === 'checkpoint' ? Buffer.from(site.note) : await site.file(readTilePath(name)!), fresh);
  };
  const watch = await openWatch({
    ...{ get, key: log.key, witnesses: [], clock: () => clock, say: (alarm) => alarms.push(alarm), seen, beacons },
    keep: async (...two) => void kept.push(two),
  });
  return {
    ...{ kept, log, memory: watch.memory },
    /** Shows a log of these entries at the time of a slot, and returns the alarms. */
    show: async (entries: readonly Uint8Array[], slot: number, change = changed) => {
      [site, clock] = [await log!.over(entries), msOf(slot)];
      changed = change;
      alarms.length = 0;
      await watch.look();
      changed = (_path, bytes) => bytes;
      return alarms.map(({ name }) => name);
    },
    says: () => alarms.map(({ says }) => says).join('\n'),
  };
}
const bytesOf = (entries: readonly Entry[]) => entries.map(entryBytes);

test('a log without faults raises no alarm', async () => {
  const site = await watched();
  const entries = bytesOf(await seconds(slotsFrom(begin, 300)));
  for (const count of [1, 2, 10, 255, 256, 257, 300])
    expect(await site.show(entries.slice(0, count), begin + 2 * count)).toEqual([]);
  // An older checkpoint that is a prefix of what was seen is valid.
  expect(await site.show(entries.slice(0, 290), begin + 600)).toEqual([]);
});

test('an entry that cannot be checked is reported once and skipped, also by the next run', async () => {
  const tape = bytesOf(await seconds(slotsFrom(begin, 4)));
  const deep = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const bad = bytesOf([
    { kind: 'setting', about: 'money_config', version: 2, says: deep },
    { kind: 'setting', about: 'money_config', version: 2, says: deep },
    // A slot beyond all dates.
    { kind: 'tape', slot: Number.MAX_SAFE_INTEGER, size: 24, root: hash, previous: hash },
  ]);
  const site = await watched();
  expect(await site.show(tape.slice(0, 2), begin + 2)).toEqual([]);
  const entries = [...tape.slice(0, 2), ...bad, ...tape.slice(2)];
  const names = await site.show(entries, begin + 6);
  expect(names.filter((name) => name === 'not judged')).toHaveLength(3);
  expect(names).not.toContain('no answer');
  expect(site.memory()!.taken).toBe(entries.length);
  expect(await site.show(entries, begin + 6)).toEqual([]);
  const next = await watched({ seen: site.memory(), log: site.log });
  expect(await next.show(entries, begin + 6)).toEqual([]);
});

test('a rewritten history is reported as a fork, and both checkpoints are kept', async () => {
  const entries = bytesOf(await seconds(slotsFrom(begin, 40)));
  for (const other of [
    entries.with(3, Uint8Array.of(127)),
    entries.toSpliced(3, 1),
    entries.toSpliced(3, 0, Uint8Array.of(127)),
  ]) {
    const site = await watched();
    expect(await site.show(entries.slice(0, 20), begin + 40)).toEqual([]);
    expect(await site.show(other, begin + 44)).toEqual(['fork']);
    expect(site.kept).toHaveLength(1);
    // Also if it is shorter than what was seen.
    expect(await site.show(other.slice(0, 15), begin + 44)).toEqual(['fork']);
  }
});

test('a file that differs from the signed log is reported', async () => {
  const site = await watched();
  const entries = bytesOf(await seconds(slotsFrom(begin, 20)));
  const flip = (which: RegExp) => (path: string, bytes: Uint8Array) =>
    which.test(path) ? bytes.map((byte, i) => (i === 40 ? byte ^ 1 : byte)) : bytes;
  expect(await site.show(entries, begin + 30, flip(/entries/))).toEqual(['leaf changed']);
  expect(site.says()).toContain('entry 0');
  expect(await site.show(entries, begin + 30, flip(/tile\/0/))).toEqual(['leaf changed']);
  expect(await site.show(entries, begin + 30, flip(/checkpoint/))).toEqual(['signature']);
  expect(await site.show(entries, begin + 30)).toEqual([]);
});

test('a hash changed in transit is read again past all caches, and is not a fork', async () => {
  const tape = bytesOf(await seconds(slotsFrom(begin, 1900)));
  const flip = (always: boolean) => (path: string, bytes: Uint8Array, fresh: boolean) =>
    path === 'tile/0/002' && (always || !fresh) ? bytes.map((byte, i) => (i === 6000 ? byte ^ 1 : byte)) : bytes;
  const site = await watched();
  expect(await site.show(tape.slice(0, 700), begin + 1400)).toEqual([]);
  const said = await site.show(tape, begin + 3800, flip(true));
  expect(said).toContain('leaf changed');
  expect(said).not.toContain('fork');
  expect(site.kept).toEqual([]);
  expect(await site.show(tape, begin + 3800, flip(false))).not.toContain('leaf changed');
  expect(site.memory()!.taken).toBe(1900);
  // The same when an older checkpoint is compared with what was seen.
  const next = await watched({ seen: site.memory(), log: site.log });
  const older = Buffer.from((await site.log.over(tape.slice(0, 700))).note);
  const showOlder = (always: boolean) =>
    next.show(tape, begin + 3800, (path, bytes, fresh) =>
      path === 'checkpoint' ? older : flip(always)(path, bytes, fresh),
    );
  expect(await showOlder(true)).toEqual(['leaf changed']);
  expect(await showOlder(false)).toEqual([]);
  expect(next.kept).toEqual([]);
  // A rewritten history is a fork even if the old log is a full subtree of the new one.
  for (const size of [256, 512, 1024]) {
    const forked = await watched();
    await forked.show(tape.slice(0, size), begin + 2 * size);
    expect(await forked.show(tape.with(17, Uint8Array.of(127)), begin + 3800)).toContain('fork');
    expect(forked.kept).toHaveLength(1);
  }
  const garbled = (path: string, bytes: Uint8Array) => (path === 'checkpoint' ? bytes : bytes.toReversed());
  // Files that lead to no root can neither prove a rewritten history nor replace what was seen.
  const other = await watched();
  await other.show(tape.slice(0, 700), begin + 1400);
  expect(await other.show(tape.slice(0, 710).with(17, Uint8Array.of(127)), begin + 1420, garbled)).toEqual([
    'leaf changed',
  ]);
  expect(await other.show(tape.slice(0, 710), begin + 1420)).toEqual([]);
  // Two roots for one size are a contradiction, whatever the files are.
  expect(await site.show(tape.with(17, Uint8Array.of(127)), begin + 3800, garbled)).toContain('fork');
});

test('caches in between are told to revalidate', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    asked.push(headers['cache-control']);
    response.end('a');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const get = getFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await get('log/checkpoint');
  await within(get, () => 0)('log/checkpoint', true);
  expect(asked).toEqual([undefined, 'no-cache']);
});

test('a second that is missing, late or chained to another history is reported', async () => {
  const slots = slotsFrom(begin, 20);
  const show = async (entries: Entry[], at: number) => {
    const site = await watched();
    return site.show(bytesOf(entries), at);
  };
  expect(await show(await seconds(slots.toSpliced(7, 2)), begin + 40)).toEqual(['slot missing']);
  const elsewhere = await seconds([begin + 40, begin + 42], hash);
  expect(await show([...(await seconds(slots)), ...elsewhere], begin + 44)).toEqual(['tape rewritten']);
  expect(await show([...(await seconds(slots)), ...(await seconds([begin]))], begin + 40)).toContain('tape rewritten');
  const site = await watched();
  const all = bytesOf(await seconds(slots));
  expect(await site.show(all.slice(0, 10), begin + 20)).toEqual([]);
  expect(await site.show(all.slice(0, 10), begin + 60)).toEqual(['late']);
  expect(await site.show(all.slice(0, 11), begin + 20 + 60)).toEqual(['late', 'late']);
});

test('days announced too late or backdated, orders logged after their outcome, and repeated terms are reported', async () => {
  const [day] = [Math.floor(begin / 172_800) + 1];
  const tape = await seconds(slotsFrom(begin, 3));
  const show = async (entry: Entry, more: Entry[] = tape) => {
    const site = await watched();
    return site.show(bytesOf([...more, entry]), (more.at(-1) as Second).slot);
  };
  const announced = (announcedSlot: number): Entry => ({
    kind: 'day',
    day,
    version: 1,
    commitment: hash,
    announcedSlot,
  });
  expect(await show(announced(begin))).toEqual([]);
  expect(await show(announced(firstSlotOf(day)))).toEqual(['commitment too late']);
  expect(await show(announced(begin - 1000))).toEqual(['commitment too late']);
  expect(await show(announced(firstSlotOf(day) - 1), await seconds([firstSlotOf(day)]))).toEqual([
    'commitment too late',
  ]);
  const optionWithLoggedSale = (slot: number): Entry => ({
    ...(orders(slot) as Extract<Entry, { kind: 'orders' }>),
    product: 'optionWithLoggedSale',
  });
  const older = (slot: number): Entry => ({
    ...(orders(slot) as Extract<Entry, { kind: 'orders' }>),
    product: 'option',
  });
  const days = await seconds(slotsFrom(begin, 3));
  expect(await show(older(begin + 4), [optionWithLoggedSale(begin), ...days])).toEqual([]);
  expect(await show(older(begin + 4), [optionWithLoggedSale(begin - 172_797), ...days])).toContain('terms changed');
  expect(await show(sale(begin - 3))).toEqual([]);
  expect(await show(sale(begin - 4))).toEqual(['sale logged late']);
  const logged = async (product: LoggedProduct | undefined, slotsAgo: number) =>
    show({ ...orders(begin + 4 - slotsAgo), ...(product && { product }) } as Entry);
  for (const product of [undefined, 'option', 'optionWithLoggedSale'] as const) {
    const ends = product ? 120 : 60;
    expect(await logged(product, 14)).toEqual([]);
    expect(await logged(product, 15)).toEqual(['order logged late']);
    expect(await logged(product, ends - 1)).toEqual(['order logged late']);
    expect(await logged(product, ends)).toEqual(['order after its outcome']);
  }
  // An order of coins is filled half a second after its head.
  expect(await logged('spot', 14)).toEqual([]);
  expect(await logged('spot', 15)).toEqual(['order after its outcome']);
  const terms: Entry = {
    ...{ kind: 'terms', version: 1, effectiveAt: 0, rule: 1, minStake: 1n, maxStake: 2n, maxOpen: 3n },
    periods: [],
  };
  expect(await show(terms, [...tape.slice(0, 2), { ...terms, maxOpen: 4n }, tape[2]!])).toEqual(['terms changed']);
  const head = (entries: number): Entry => ({ kind: 'operators', entries, head: hash });
  expect(await show(head(8), [...tape.slice(0, 2), head(7), tape[2]!])).toEqual([]);
  expect(await show(head(7), [...tape.slice(0, 2), head(7), tape[2]!])).toEqual(['operators rewritten']);
});

test('totals with money from nowhere, or with a missing day, are reported', async () => {
  const tape = await seconds(slotsFrom(begin, 3));
  const totals = (day: number, ...amounts: bigint[]): Entry => ({
    ...{ kind: 'totals', day, through: 65_536 },
    totals: amounts.map((amount, i) => ({ wallet: i + 1, currency: 1, amount })),
  });
  const show = async (...entries: Entry[]) => (await watched()).show(bytesOf([...tape, ...entries]), begin + 4);
  expect(await show(totals(20_000), totals(20_001, 5n, 7n, -12n))).toEqual([]);
  expect(await show(totals(20_000, 5n, 7n, -11n))).toEqual(['totals wrong']);
  expect(await show(totals(20_000), totals(20_002))).toEqual(['totals wrong']);
  expect(await show(totals(20_000), totals(20_000))).toEqual(['totals wrong']);
});

test('a site that does not answer is reported as silent', async () => {
  const log = await makeLog();
  const names: string[] = [];
  const watch = await openWatch({
    ...{ get: () => Promise.reject(new Error('gone')), key: log.key, witnesses: [], clock: () => 0 },
    ...{ say: ({ name }: Alarm) => names.push(name), keep: async () => {} },
  });
  await watch.look();
  expect(names).toEqual(['no answer']);
});

test('rounds that are unsigned, missing or repeated are reported', async () => {
  const signer = openRoundSigner(new Uint8Array(32).fill(3));
  const round = (number: number, sign = signer.sign): Entry => ({
    kind: 'round',
    round: number,
    signature: sign(number),
  });
  const beacons = [signer.publicKey];
  const entries = [round(100), round(101), round(102)];
  expect(await (await watched({ beacons })).show(bytesOf(entries), begin)).toEqual([]);
  expect(await (await watched()).show(bytesOf(entries), begin)).toEqual(Array(3).fill('round wrong'));
  expect(await (await watched({ beacons })).show(bytesOf(entries.toSpliced(1, 1)), begin)).toEqual(['round missing']);
  expect(await (await watched({ beacons })).show(bytesOf([...entries, round(101)]), begin)).toEqual(['round wrong']);
  const other = openRoundSigner(new Uint8Array(32).fill(4));
  const site = await watched({ beacons });
  expect(await site.show(bytesOf(entries.with(1, round(101, other.sign))), begin)).toEqual([
    'round wrong',
    'round missing',
  ]);
  expect(site.says()).toContain('round 101 is signed neither');
  // The entries of the next look must follow those seen before.
  const goesOn = await watched({ beacons });
  expect(await goesOn.show(bytesOf(entries), begin)).toEqual([]);
  expect(await goesOn.show(bytesOf([...entries, round(104)]), begin)).toEqual(['round missing']);
});
const sale = (slot: number): Entry => ({ kind: 'sale', slip: hash, slot, volatility: 1, amount: 1n });
const orders = (slot: number): Entry => ({ kind: 'orders', slot, count: 3, root: hash });

test('a tape that runs late does not hide late entries, because the monitor uses its own clock', async () => {
  // The site's tape is an hour behind and advances at normal speed.
  const behind = await watched();
  const tape = await seconds(slotsFrom(begin, 60));
  const hour = 7200;
  expect(await behind.show(bytesOf(tape.slice(0, 5)), begin + hour)).toEqual(['late']);
  const day = Math.floor(begin / 172_800) + 1;
  const announced: Entry = { kind: 'day', day, version: 1, commitment: hash, announcedSlot: begin + 10 };
  const more = [...tape.slice(0, 5), orders(begin + 8), announced, ...tape.slice(5, 7)];
  expect(new Set(await behind.show(bytesOf(more), begin + hour + 4))).toEqual(
    new Set(['late', 'order after its outcome', 'commitment too late']),
  );
  // A tape that runs ahead could log an outcome before its time, and orders after it.
  const ahead = await watched();
  expect(new Set(await ahead.show(bytesOf(await seconds([begin + 100])), begin))).toEqual(new Set(['early']));
  const seed: Entry = { kind: 'reveal', day: day - 1, seed: hash, opens: [] };
  expect(await (await watched()).show(bytesOf([tape[0]!, seed]), begin)).toEqual(['early']);
  // A log without a tape counts as late.
  expect(await (await watched()).show(bytesOf([orders(begin)]), begin + 40)).toEqual(['late']);
});

test('the next run remembers what was seen: checkpoint, tape, operators’ log, terms and keys', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'watch-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const tape = await seconds(slotsFrom(begin, 60));
  const terms: Entry = {
    ...{ kind: 'terms', version: 4, effectiveAt: 0, rule: 1, minStake: 1n, maxStake: 2n, maxOpen: 3n },
    periods: [],
  };
  const key = (byte: number): Entry => ({ kind: 'key', use: 'slips', publicKey: hash.map(() => byte), slot: begin });
  const head = (entries: number): Entry => ({ kind: 'operators', entries, head: hash });
  const past: Entry[] = [terms, key(1), head(7), ...tape.slice(0, 20)];
  const first = await watched();
  expect(await first.show(bytesOf(past), begin + 40)).toEqual([]);
  await openMemory(directory).keep(first.memory()!);
  const next = async (more: Entry[], slot: number, before = past) =>
    new Set(
      await (await watched({ seen: openMemory(directory).recall(), log: first.log })).show(
        bytesOf([...before, ...more]),
        slot,
      ),
    );
  expect(await next([key(1), head(8), { ...terms, version: 5, rule: 2 }, ...tape.slice(20, 22)], begin + 46)).toEqual(
    new Set(),
  );
  expect(await next([terms, ...tape.slice(20, 22)], begin + 46)).toEqual(new Set(['terms changed']));
  expect(await next([head(9), ...tape.slice(20, 22)], begin + 46)).toEqual(new Set(['operators rewritten']));
  expect(await next([key(2), ...tape.slice(20, 22)], begin + 46)).toEqual(new Set(['new key']));
  expect(await next(tape.slice(21, 23), begin + 46)).toEqual(new Set(['slot missing', 'tape rewritten']));
  expect(await next([orders(begin + 30), ...tape.slice(20, 60)], begin + 140)).toEqual(new Set());
  expect(await next([], begin + 46, past.with(3, head(3)))).toEqual(new Set(['fork']));
  // A state of another log, or an unreadable one, is an error. The monitor does not start from scratch.
  await expect(watched({ seen: openMemory(directory).recall() })).rejects.toThrow('another');
  writeFileSync(join(directory, 'seen.json'), '{"checkpoint": 1');
  expect(() => openMemory(directory).recall()).toThrow('not what was written');
});

test('a log that is too long for one look is read over several', async () => {
  const site = await watched();
  const tape = bytesOf(await seconds(slotsFrom(begin, 600)));
  expect(await site.show(tape.slice(0, 10), begin + 20)).toEqual([]);
  const noise = Array.from({ length: 5000 }, (_, i) => Uint8Array.of(127, i >> 8, i));
  await site.show([...tape.slice(0, 10), ...noise, ...tape.slice(10, 12)], begin + 24);
  expect(site.memory()!.taken).toBe(10 + 16 * 256);
  await site.show([...tape.slice(0, 10), ...noise, ...tape.slice(10, 12)], begin + 24);
  expect(site.memory()!.taken).toBe(10 + 5000 + 2);
  // A log full of faults reports their number, not each fault.
  const wrong = Array.from({ length: 300 }, () => entryBytes({ kind: 'operators', entries: 3, head: hash }));
  expect(await site.show([...tape.slice(0, 10), ...noise, ...tape.slice(10, 12), ...wrong], begin + 26)).toHaveLength(
    6,
  );
  expect(site.says()).toContain('and 294 more');
});

test('a site that never ends, never finishes or shows another log is abandoned', async () => {
  const { port, close } = await hostileSite();
  onTestFinished(close);
  const log = await makeLog();
  const look = async (path: string) => {
    const alarms: Alarm[] = [];
    const watch = await openWatch({
      ...{ get: getFrom(`http://127.0.0.1:${port}/${path}`), key: log.key, witnesses: [], clock: () => 0 },
      ...{ say: (alarm: Alarm) => alarms.push(alarm), keep: async () => {} },
    });
    await watch.look();
    return alarms;
  };
  expect(await look('endless')).toMatchObject([{ name: 'no answer', says: expect.stringContaining('too large') }]);
  expect(await look('slow')).toMatchObject([{ name: 'no answer' }]);
  await expect(look('other')).rejects.toThrow('this is the log other.example');
  // Small, quick files without end.
  let clock = 0;
  const get = within(
    async () => new Uint8Array(1000),
    () => clock,
  );
  for (let i = 0; i < 1000; i++) await get('a');
  await expect(get('a')).rejects.toThrow('too much');
  const slow = within(
    async () => new Uint8Array(1),
    () => (clock += 7500),
  );
  for (let i = 0; i < 8; i++) await slow('a');
  await expect(slow('a')).rejects.toThrow('too long');
}, 60_000);

test('a site that reports too many requests is retried after the requested delay, a limited number of times', async () => {
  let refusals: string[] = [];
  const server = createServer((_, response) => {
    const after = refusals.shift();
    if (after === undefined) return void response.end('here');
    response.writeHead(429, after ? { 'retry-after': after } : {}).end('too often');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const ask = async (...answers: string[]) => {
    refusals = answers;
    const waits: number[] = [];
    const get = getFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async (ms) => waits.push(ms));
    const got = await get('log/checkpoint').then(
      (bytes) => Buffer.from(bytes).toString(),
      ({ message }: Error) => message,
    );
    return { got, waits };
  };
  expect(await ask('1', '3')).toEqual({ got: 'here', waits: [1000, 3000] });
  // With an unreadable or missing delay, one second.
  expect(await ask('0', '', 'Mon, 16 Nov 2026 14:00:00 GMT')).toEqual({ got: 'here', waits: [1000, 1000, 1000] });
  const given = 'log/checkpoint: the site answered 429';
  expect(await ask('90')).toEqual({ got: given, waits: [] });
  expect(await ask('9', '9')).toEqual({ got: given, waits: [9000] });
  expect(await ask(...Array(20).fill('1'))).toEqual({ got: given, waits: Array(10).fill(1000) });
});

/** Returns a checkpoint of another log, or endless bytes, or bytes at long intervals. */
async function hostileSite() {
  const { note } = await (await makeLog('other.example')).over([hash]);
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/other')) return void response.end(note);
    const piece = Buffer.alloc(request.url?.startsWith('/slow') ? 1 : 1024 * 1024);
    const more = setInterval(() => response.write(piece), request.url?.startsWith('/slow') ? 500 : 5);
    response.once('close', () => clearInterval(more));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a given-up day is reported once, its gap is not reported again, and no slot in it may be signed', async () => {
  const day = dayOf(begin);
  const tape = await seconds(slotsFrom(begin, 5));
  const [first, last] = [tape.at(-1)!.slot + 1, firstSlotOf(day + 1) - 1];
  const givenUp: Entry = { kind: 'givenUp', day, first, last };
  const chained = async (...slots: number[]) =>
    seconds(slots, await sha256(checkpointBytes(tape.at(-1)!))) as Promise<Entry[]>;
  const site = await watched();
  expect(await site.show(bytesOf(tape), begin + 10)).toEqual([]);
  const marked = [...tape, givenUp, ...(await chained(first))];
  expect(await site.show(bytesOf(marked), first + 4)).toEqual(['day given up']);
  expect(site.says()).toContain(`from slot ${first}`);
  // Hours later there is nothing more to report, and a second run with the stored state knows it too.
  expect(await site.show(bytesOf(marked), last - 10)).toEqual([]);
  const next = await watched({ seen: site.memory(), log: site.log });
  const after = [...tape, givenUp, ...(await chained(first, last + 1, last + 3))];
  expect(await next.show(bytesOf(after), last + 4)).toEqual([]);
  // Without the entry, the same gap is a fault.
  const silent = await watched();
  const without = [...tape, ...(await chained(first, last + 1))];
  expect(await silent.show(bytesOf(without), last + 2)).toEqual(['slot missing']);

  const wrong = async (entry: Entry, ...slots: number[]) => {
    const one = await watched();
    return one.show(bytesOf([...tape, entry, ...(await chained(...slots))]), slots.at(-1)!);
  };
  expect(await wrong(givenUp, first, first + 2)).toEqual(['day given up', 'tape rewritten']);
  // It must begin right after the newest second. Any other start has no effect, so the gap is reported.
  for (const other of [begin, first - 1, first + 2])
    expect(await wrong({ ...givenUp, first: other }, first, last + 1), `${other}`).toEqual([
      ...['day given up', 'tape rewritten', 'slot missing'],
    ]);
  const far = day + 10_000;
  const never: Entry = { kind: 'givenUp', day: far, first: firstSlotOf(far), last: firstSlotOf(far + 1) - 1 };
  const waiting = await watched();
  expect(await waiting.show(bytesOf([...tape, never]), first + 100)).toEqual([
    'day given up',
    'tape rewritten',
    'late',
  ]);
  // At most the rest of the day can be given up.
  const longer = { ...givenUp, last: last + 1000 };
  expect(await wrong(longer, first, last + 1)).toEqual(['day given up', 'tape rewritten', 'slot missing']);
});

test('two consecutive given-up days are not a fault of the tape', async () => {
  const day = dayOf(begin);
  const tape = await seconds(slotsFrom(begin, 5));
  const lost = (of: number, first: number): Entry => ({
    ...{ kind: 'givenUp', day: of, first, last: firstSlotOf(of + 1) - 1 },
  });
  const [first, second, third] = [tape.at(-1)!.slot + 1, firstSlotOf(day + 1), firstSlotOf(day + 2)];
  const [a, b, c] = await seconds([first, second, third], await sha256(checkpointBytes(tape.at(-1)!)));
  const entries = [...tape, lost(day, first), a!, lost(day + 1, second), b!, c!];
  const site = await watched();
  expect(await site.show(bytesOf(entries.slice(0, 7)), first + 4)).toEqual(['day given up']);
  expect(await site.show(bytesOf(entries.slice(0, 8)), second + 20)).toEqual(['day given up']);
  // Also for a run that begins between the two.
  const next = await watched({ seen: site.memory(), log: site.log });
  for (const each of [site, next]) expect(await each.show(bytesOf(entries.slice(0, 9)), second + 20)).toEqual([]);
  expect(await next.show(bytesOf(entries), third + 2)).toEqual([]);
  // The second day cannot be given up before it has begun.
  const ahead = await watched();
  expect(await ahead.show(bytesOf(entries.slice(0, 8)), second - 100)).toContain('tape rewritten');
});

test('a day that is announced or opened twice is reported, also by the next run', async () => {
  const day = dayOf(begin) + 1;
  const tape = await seconds(slotsFrom(begin, 3));
  const announced = (of: number): Entry => ({
    ...{ kind: 'day', day: of, version: 2, commitment: hash, announcedSlot: begin },
  });
  const opened = (of: number): Entry => ({ kind: 'opening', day: of, slot: firstSlotOf(of), opens: [] });
  for (const made of [announced, opened]) {
    const site = await watched();
    const past = [...tape, made(day), made(day + 1)];
    expect(await site.show(bytesOf(past), begin + 6)).toEqual([]);
    const next = await watched({ seen: site.memory(), log: site.log });
    for (const each of [site, next])
      expect(await each.show(bytesOf([...past, made(day + 1), made(day), made(day + 2)]), begin + 6)).toEqual([
        ...['day changed', 'day changed'],
      ]);
  }
});
