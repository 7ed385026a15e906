import { generateKeyPairSync, sign } from 'node:crypto';
import { cosignText, noteKey, readNote, signatureLine, toBase64 } from '@glasshouse/protocol/publiclog/note';
import { leavesNeeded, readTilePath } from '@glasshouse/protocol/publiclog/tiles';
import { makeLog, numbered } from '@glasshouse/verify/sample-log';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

// The browser's storage for the site.
const stored = new Map<string, string>();
const localStorage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
};
const { fetch } = globalThis;
vi.stubGlobal('window', { localStorage });
vi.resetModules(); // they access the browser's storage when they load
const { followLog, isMissed, checkLogOfSite, useLooks } = await import('./follow-log.ts');
const { compare, LogUnreachable, readEntries, readLogEntry, readShown } = await import('./log.ts');
const { recall, useLogMemory } = await import('./log-memory.ts');

beforeEach(() => {
  stored.clear();
  useLogMemory.setState({}, true);
  stored.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.stubGlobal('fetch', fetch);
});
afterAll(() => void vi.unstubAllGlobals());

type Log = Awaited<ReturnType<typeof makeLog>>;
type Head = Awaited<ReturnType<Log['over']>>;

const sizeOf = ({ note }: Head) => Number(note.split('\n')[1]);

/** A site that serves one log and names a key. */
const siteOf = (log: Log, shown: Head, { note = shown.note, files = shown } = {}) => ({
  askKey: async () => log.keyText,
  get: async (path: string) => {
    if (path === 'checkpoint') return new TextEncoder().encode(note);
    const tile = readTilePath(path)!;
    if (leavesNeeded(tile) > sizeOf(files)) throw new LogUnreachable(path);
    return files.file(tile);
  },
});

/** A rewritten history with the same beginning: one entry in the middle differs. */
const forked = (count: number, at: number) =>
  numbered(count).map((entry, i) => (i === at ? Uint8Array.of(9, 9) : entry));

test('a device keeps the first checkpoint it sees and follows the log from there, at every size', async () => {
  const log = await makeLog();
  for (const [i, size] of [3, 256, 257, 700].entries()) {
    const head = await log.over(numbered(size));
    expect(await checkLogOfSite(siteOf(log, head))).toBe('fine');
    expect(recall()).toMatchObject({ key: log.keyText, note: head.note });
    expect(recall().alarm).toBeUndefined();
    if (i === 0) expect(recall().since).toBeGreaterThan(0);
  }
});

test('a rewritten history raises an alarm with both checkpoints and the failed proof, and the alarm stays', async () => {
  const log = await makeLog();
  const first = await log.over(numbered(300));
  await checkLogOfSite(siteOf(log, first));
  for (const count of [300, 700]) {
    const second = await log.over(forked(count, 17));
    expect(await checkLogOfSite(siteOf(log, second))).toBe('alarm');
    expect(recall().alarm).toMatchObject({ what: 'past', keys: [log.keyText], before: first.note, after: second.note });
    if (count === 700) {
      const proof = await second.proofFrom(300);
      expect(recall().alarm!.proof).toEqual(proof.map(toBase64));
    }
    // Showing the first history again doesn't clear the alarm.
    expect(await checkLogOfSite(siteOf(log, first))).toBe('alarm');
    // Simulates a reload: only stored data counts.
    useLogMemory.setState({ ...JSON.parse(stored.get('public log')!).state }, true);
    expect(recall().alarm?.after).toBe(second.note);
    useLogMemory.setState(({ alarm: _, ...rest }) => rest, true);
  }
});

test('an older checkpoint of the same history is not a fork and does not replace the newer one', async () => {
  const log = await makeLog();
  const [older, newer] = [await log.over(numbered(290)), await log.over(numbered(600))];
  await checkLogOfSite(siteOf(log, newer));
  expect(await checkLogOfSite(siteOf(log, newer, { note: older.note }))).toBe('fine');
  expect(recall().note).toBe(newer.note);
  // The files of the newer checkpoint are missing, so nothing can be judged.
  expect(await checkLogOfSite(siteOf(log, older))).toBe('behind');
  expect(recall()).toMatchObject({ note: newer.note });
  // An older checkpoint of a rewritten history is a fork too.
  const other = await log.over(forked(290, 3));
  expect(await checkLogOfSite(siteOf(log, newer, { note: other.note }))).toBe('alarm');
  expect(recall().alarm).toMatchObject({ what: 'past', before: newer.note, after: other.note });
});

test('files that contradict the signed checkpoint are fetched once more without caches, then raise an alarm', async () => {
  const log = await makeLog();
  await checkLogOfSite(siteOf(log, await log.over(numbered(300))));
  const now = await log.over(numbered(700));
  const wrong = await log.over(forked(700, 650));
  const right = siteOf(log, now);
  const stale = siteOf(log, now, { files: wrong });
  const cached = { ...right, get: (path: string, _: number, fresh = false) => (fresh ? right : stale).get(path) };
  expect(await checkLogOfSite(cached)).toBe('fine');
  useLogMemory.setState({ note: (await log.over(numbered(300))).note });
  expect(await checkLogOfSite(stale)).toBe('alarm');
  expect(recall().alarm).toMatchObject({ what: 'files', after: now.note });
});

test('one corrupted hash raises no alarm; a rewritten history does at every size', async () => {
  const log = await makeLog();
  const changedIn = ({ get, askKey }: ReturnType<typeof siteOf>, which: string, always = false) => ({
    askKey,
    get: async (path: string, _: number, fresh = false) => {
      const bytes = await get(path);
      return path === which && (always || !fresh) ? bytes.map((byte, i) => (i === 6000 ? byte ^ 1 : byte)) : bytes;
    },
  });
  const [first, now] = [await log.over(numbered(700)), await log.over(numbered(1900))];
  // Only the proof reads this tile, not the path to the new root.
  const onTheWay = changedIn(siteOf(log, now), 'tile/0/002');
  await checkLogOfSite(siteOf(log, first));
  expect(await checkLogOfSite(onTheWay)).toBe('fine');
  expect(recall()).toMatchObject({ note: now.note });
  useLogMemory.setState({ note: first.note });
  expect(await checkLogOfSite(changedIn(siteOf(log, now), 'tile/0/002', true))).toBe('alarm');
  expect(recall().alarm).toMatchObject({ what: 'files', before: first.note, after: now.note });
  // A rewritten history whose files don't lead to its root.
  const second = await log.over(forked(1900, 17));
  useLogMemory.setState({ key: log.keyText, note: first.note }, true);
  expect(await checkLogOfSite(siteOf(log, second, { files: now }))).toBe('alarm');
  expect(recall().alarm).toMatchObject({ what: 'files', before: first.note, after: second.note });
  // Old logs that are complete subtrees of the new one are not in its proof.
  for (const size of [1, 2, 255, 256, 257, 512, 700, 1024]) {
    useLogMemory.setState({ key: log.keyText, note: (await log.over(forked(size, size - 1))).note }, true);
    expect(await checkLogOfSite(siteOf(log, now))).toBe('alarm');
    expect(recall().alarm, `${size}`).toMatchObject({ what: 'past', after: now.note });
  }
});

test('an unreadable memory is reported as lost until the next comparison', async () => {
  const log = await makeLog();
  const site = siteOf(log, await log.over(numbered(20)));
  const { note: unsigned } = await (await makeLog()).over(numbered(3));
  await checkLogOfSite(site);
  expect(recall().isLost).toBe(false);
  for (const damage of [{ note: 'no note' }, { note: unsigned }, { key: 'no key', note: 'no note' }]) {
    useLogMemory.setState({ ...damage, since: 1 });
    expect(await checkLogOfSite({ ...site, get: () => Promise.reject(new LogUnreachable('no line')) })).toBe('away');
    expect(await checkLogOfSite(site)).toBe('fine');
    expect(recall()).toMatchObject({ key: log.keyText, isLost: true });
    expect(recall().since).toBeGreaterThan(1);
    expect(await checkLogOfSite(site)).toBe('fine');
    expect(recall().isLost).toBe(false);
  }
  // A readable checkpoint is compared even if the stored key is unreadable.
  useLogMemory.setState({ key: 'no key', since: 1 });
  expect(await checkLogOfSite(site)).toBe('fine');
  expect(recall()).toMatchObject({ key: log.keyText, since: 1, isLost: false });
});

test('a changed key raises an alarm; an unreachable or invalid log does not', async () => {
  const [log, other] = [await makeLog(), await makeLog()];
  const first = await log.over(numbered(5));
  await checkLogOfSite(siteOf(log, first));
  const before = recall();
  const away = { askKey: async () => log.keyText, get: () => Promise.reject(new LogUnreachable('no line')) };
  expect(await checkLogOfSite(away)).toBe('away');
  expect(await checkLogOfSite(siteOf(log, first, { note: '<html>Log in to the network</html>' }))).toBe('away');
  const foreign = await other.over(numbered(9));
  // Signed by a key that this site doesn't name.
  expect(await checkLogOfSite({ ...siteOf(other, foreign), askKey: async () => log.keyText })).toBe('away');
  expect(recall()).toEqual(before);
  expect(await checkLogOfSite(siteOf(other, foreign))).toBe('alarm');
  expect(recall().alarm).toMatchObject({
    ...{ what: 'key', keys: [log.keyText, other.keyText], before: first.note, after: foreign.note },
  });
});

test('nothing is remembered of a log without a signed checkpoint', async () => {
  const log = await makeLog();
  const nothing = { ...siteOf(log, await log.over(numbered(1))), askKey: async () => null };
  expect(await checkLogOfSite(nothing)).toBe('empty');
  expect(recall()).toEqual({});
});

test('of two tabs that see different histories at once, one raises the alarm', async () => {
  const log = await makeLog();
  const start = await log.over(numbered(10));
  await checkLogOfSite(siteOf(log, start));
  const [one, two] = [await log.over(numbered(40)), await log.over(forked(40, 20))];
  // The second tab stores its checkpoint while the first is still comparing.
  let done = false;
  const slow = siteOf(log, one);
  const get = async (path: string) => {
    if (path !== 'checkpoint' && !done) {
      done = true;
      stored.set('public log', JSON.stringify({ state: { ...recall(), note: two.note }, version: 1 }));
    }
    return slow.get(path);
  };
  expect(await checkLogOfSite({ ...slow, get })).toBe('alarm');
  expect(recall().alarm).toMatchObject({ what: 'past', before: two.note, after: one.note });
});

test('the log is checked at most once a minute, except on request', async () => {
  const log = await makeLog();
  const head = await log.over(numbered(20));
  await checkLogOfSite(siteOf(log, head));
  const { get } = siteOf(log, head);
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return new Response(new Uint8Array(await get(path.slice('/log/'.length))));
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const looks = async (after: number, byHand = false) => {
    vi.setSystemTime(Date.now() + after);
    requests.length = 0;
    // Two simultaneous checks are one.
    await Promise.all([followLog(byHand), followLog(byHand)]);
    return requests.filter((path) => path === '/log/checkpoint').length;
  };
  expect(await looks(59_000)).toBe(0);
  expect(await looks(2000)).toBe(1);
  expect(await looks(1000)).toBe(0);
  expect(await looks(1000, true)).toBe(1);
  // A clock that was set back doesn't block the checks.
  expect(await looks(-3_600_000)).toBe(1);
});

test('a failed check counts until this or another tab succeeds', async () => {
  const log = await makeLog();
  const head = await log.over(numbered(20));
  await checkLogOfSite(siteOf(log, head));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  await followLog(true);
  const missed = () => isMissed(useLooks.getState(), recall().checkedAt);
  expect(missed()).toBe(true);
  // Another tab has reached the log since.
  vi.setSystemTime(Date.now() + 1000);
  stored.set('public log', JSON.stringify({ state: { ...recall(), checkedAt: Date.now() }, version: 1 }));
  expect(missed()).toBe(false);
  // A later failure in this tab counts again.
  vi.setSystemTime(Date.now() + 1000);
  await followLog(true);
  expect(missed()).toBe(true);
});

test('only cosignatures of known witnesses count, with their time', async () => {
  const log = await makeLog();
  const { note } = await log.over(numbered(4));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const bytes = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32));
  const witness = await noteKey('witness.example', 'cosignature', bytes);
  const line = signatureLine(
    cosignText(witness, readNote(note)!.text, 1_800_000_000, (what) => new Uint8Array(sign(null, what, privateKey))),
  );
  expect((await readShown(note + line, log.key, [witness]))!.cosigned).toEqual([
    { name: 'witness.example', time: 1_800_000_000 },
  ]);
  expect((await readShown(note + line, log.key))!.cosigned).toEqual([]);
  const elsewhere = { ...witness, publicKey: log.key.publicKey };
  expect((await readShown(note + line, log.key, [elsewhere]))!.cosigned).toEqual([]);
});

test('the shown checkpoint names its signing key, whatever characters the encoded key contains', async () => {
  // In some encoded keys the base64 part contains the separator character.
  for (let i = 0; i < 8; i++) {
    const log = await makeLog();
    const { note } = await log.over(numbered(1));
    expect((await readShown(note, log.key))!.publicKey).toEqual(log.key.publicKey);
  }
});

test('an entry is shown with its inclusion proof, and a changed entry is not shown', async () => {
  const log = await makeLog();
  const entries = numbered(600);
  const made = await log.over(entries);
  const { head } = (await readShown(made.note, log.key))!;
  const { get } = siteOf(log, made);
  for (const place of [0, 255, 256, 511, 512, 599]) {
    const found = await readLogEntry(head, place, get);
    expect(found).toMatchObject({ place, bytes: entries[place], holds: true });
    expect(found!.path.length).toBeGreaterThan(0);
  }
  expect((await readEntries(head, 520, 540, get))!.map(({ place }) => place)).toEqual(
    Array.from({ length: 20 }, (_, i) => 520 + i),
  );
  for (const changed of [530, 525]) {
    const wrong = await log.over(forked(600, changed));
    // Serves changed entries alone, then changed entries together with hashes that fit them.
    const entriesOnly = async (path: string) =>
      (path.includes('entries') ? siteOf(log, wrong) : siteOf(log, made)).get(path);
    expect(await readEntries(head, 520, 540, entriesOnly)).toBeUndefined();
    expect(await readEntries(head, 520, 540, siteOf(log, wrong).get)).toBeUndefined();
  }
  expect(await compare(head, head, get)).toEqual({ holds: true });
});
