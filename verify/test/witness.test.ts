import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKey, readNote, readSignatures, signedWith, writeNote } from '@glasshouse/protocol/publiclog/note';
import { expect, onTestFinished, test } from 'vitest';
import { openWitness } from '../src/witness/witness.ts';
import { makeLog, numbered, requestOf } from './sample-log.ts';

type Log = Awaited<ReturnType<typeof makeLog>>;
const time = 1_790_000_000_000;

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'witness-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

async function start(log: Log, directory = newDirectory()) {
  const said: string[] = [];
  const witness = await openWitness({
    ...{ directory, logs: [log.keyText], name: 'witness.example/w1', host: '127.0.0.1', port: 0 },
    clock: () => time,
    say: (line) => said.push(line),
  });
  let open = true;
  const close = async () => {
    if (open) await witness.close();
    open = false;
  };
  onTestFinished(close);
  const send = async (body: string) => {
    const answer = await fetch(`http://127.0.0.1:${witness.port}/add-checkpoint`, { method: 'POST', body });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const key = (await readKey(witness.key))!;
  const refused = () =>
    readdirSync(join(directory, 'refused')).map((name) => readFileSync(join(directory, 'refused', name), 'utf8'));
  return { ...witness, key, send, close, said, refused, directory };
}

test('a log that only grows is cosigned each time, with the time, by the key that the witness shows', async () => {
  const log = await makeLog();
  const witness = await start(log);
  let old = 0;
  for (const size of [1, 3, 3, 64, 300]) {
    const { note, proofFrom } = await log.over(numbered(size));
    const { status, text } = await witness.send(requestOf(old, await proofFrom(old), note));
    expect(status).toBe(200);
    const cosigned = { text: readNote(note)!.text, signatures: readSignatures(text)! };
    expect(await signedWith(witness.key, cosigned)).toEqual({ time: time / 1000 });
    old = size;
  }
  expect(witness.refused()).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${witness.port}/healthz`)).status).toBe(200);
  const shown = await fetch(`http://127.0.0.1:${witness.port}/`);
  expect(await readKey((await shown.text()).trim())).toEqual(witness.key);
});

test('a checkpoint that does not follow from the cosigned one is refused, and kept as evidence once', async () => {
  const log = await makeLog();
  const witness = await start(log);
  const first = await log.over(numbered(10));
  await witness.send(requestOf(0, [], first.note));
  // A rewritten history: a changed leaf, a missing leaf, or another root at the same size. Each has a valid proof for
  // itself.
  const changed = numbered(20).with(4, Uint8Array.of(127, 9, 9));
  const dropped = numbered(20).toSpliced(4, 1);
  for (const entries of [changed, dropped]) {
    const fork = await log.over(entries);
    for (let i = 0; i < 2; i++)
      expect(await witness.send(requestOf(10, await fork.proofFrom(10), fork.note))).toMatchObject({
        status: 422,
        text: '',
      });
  }
  const same = await log.over(changed.slice(0, 10));
  expect(await witness.send(requestOf(10, [], same.note))).toMatchObject({ status: 409, text: '10\n' });
  const kept = witness.refused();
  expect(kept).toHaveLength(3);
  for (const text of kept) expect(text).toContain(first.note);
  expect(kept.some((text) => text.includes(same.note))).toBe(true);
  expect(witness.said.filter((line) => line.startsWith('REFUSED log.example'))).toHaveLength(3);
  // The honest log continues normally.
  const next = await log.over(numbered(20));
  expect((await witness.send(requestOf(10, await next.proofFrom(10), next.note))).status).toBe(200);
});

test('every other invalid request gets the response defined by C2SP', async () => {
  const log = await makeLog();
  const witness = await start(log);
  const [small, large] = [await log.over(numbered(5)), await log.over(numbered(9))];
  const proof = await large.proofFrom(5);
  await witness.send(requestOf(0, [], small.note));
  // The size that the witness knows, for clients that do not.
  expect(await witness.send(requestOf(0, [], large.note))).toEqual({
    status: 409,
    type: 'text/x.tlog.size',
    text: '5\n',
  });
  expect((await witness.send(requestOf(4, await large.proofFrom(4), large.note))).status).toBe(409);
  expect((await witness.send(requestOf(9, [], small.note))).status).toBe(400);
  const stranger = await makeLog('other.example');
  expect((await witness.send(requestOf(0, [], (await stranger.over(numbered(5))).note))).status).toBe(404);
  const impostor = await makeLog();
  expect((await witness.send(requestOf(5, proof, (await impostor.over(numbered(9))).note))).status).toBe(403);
  const right = requestOf(5, proof, large.note);
  for (const wrong of [
    '',
    'old 5',
    right.replace('old 5', 'old 05'),
    right.replace('old 5', 'new 5'),
    right.replace('\n\n', '\n'),
  ])
    expect((await witness.send(wrong)).status, wrong).toBe(400);
  expect((await witness.send(right.replace(/=\n/, '\n'))).status).toBe(400);
  expect((await witness.send(requestOf(5, Array(64).fill(proof[0]), large.note))).status).toBe(400);
  expect((await witness.send(requestOf(5, proof.slice(1), large.note))).status).toBe(422);
  expect((await witness.send('x'.repeat(70_000))).status).toBe(413);
  expect((await fetch(`http://127.0.0.1:${witness.port}/elsewhere`)).status).toBe(404);
  expect((await witness.send(right)).status).toBe(200);
});

test('among many simultaneous requests, no two histories are cosigned, and the size never decreases', async () => {
  const log = await makeLog();
  const witness = await start(log);
  await witness.send(requestOf(0, [], (await log.over(numbered(10))).note));
  const fork = numbered(30).with(20, Uint8Array.of(127, 1, 1));
  const asked = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const { note, proofFrom } = await log.over((i % 2 ? numbered(30) : fork).slice(0, 21 + (i % 10)));
      return requestOf(10, await proofFrom(10), note);
    }),
  );
  const answers = await Promise.all(asked.map(witness.send));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});

test('after a crash the witness continues from its last cosigned checkpoint, and an unreadable state is an error', async () => {
  const log = await makeLog();
  const first = await start(log);
  const [small, large] = [await log.over(numbered(5)), await log.over(numbered(9))];
  await first.send(requestOf(0, [], small.note));
  // Two witnesses with one state could cosign two histories.
  await expect(start(log, first.directory)).rejects.toThrow('another witness runs');
  await first.close();
  // Killed while writing the next state.
  const [state] = readdirSync(first.directory).filter((name) => name.endsWith('.checkpoint'));
  writeFileSync(join(first.directory, `${state}.new`), 'half a che');
  const second = await start(log, first.directory);
  expect(second.key).toEqual(first.key);
  expect(statSync(join(first.directory, 'key')).mode & 0o077).toBe(0);
  expect(await second.send(requestOf(0, [], large.note))).toMatchObject({ status: 409, text: '5\n' });
  expect((await second.send(requestOf(5, await large.proofFrom(5), large.note))).status).toBe(200);
  await second.close();
  writeFileSync(join(first.directory, state!), '');
  await expect(start(log, first.directory)).rejects.toThrow('not the checkpoint it should be');
});

test('a flood of refused checkpoints does not fill the disk or hide the first, the newest or another kind', async () => {
  const log = await makeLog();
  const witness = await start(log);
  await witness.send(requestOf(0, [], (await log.over(numbered(10))).note));
  const wrong = [new Uint8Array(32).fill(1)];
  const notes: string[] = [];
  for (let size = 11; size <= 60; size++) {
    // Signed by the log, publicly readable, and sent with an invalid proof.
    const { note } = await log.over(numbered(size));
    notes.push(note);
    for (let i = 0; i < 2; i++) expect((await witness.send(requestOf(10, wrong, note))).status).toBe(422);
  }
  const fork = await log.over(numbered(10, 50));
  expect((await witness.send(requestOf(10, [], fork.note))).status).toBe(409);
  const kept = witness.refused();
  expect(kept).toHaveLength(21);
  const has = (note: string) => kept.some((text) => text.includes(note));
  expect(notes.map(has)).toEqual(notes.map((_, i) => i < 10 || i >= 40));
  expect(has(fork.note)).toBe(true);
  expect(witness.said).toHaveLength(51);
  // The count continues after a restart.
  await witness.close();
  const next = await start(log, witness.directory);
  const { note } = await log.over(numbered(61));
  await next.send(requestOf(10, wrong, note));
  expect(next.refused()).toHaveLength(21);
  expect(next.refused().some((text) => text.includes(note))).toBe(true);
});

test('a known checkpoint is cosigned again without being written again', async () => {
  const log = await makeLog();
  const witness = await start(log);
  const { note } = await log.over(numbered(10));
  await witness.send(requestOf(0, [], note));
  const file = join(witness.directory, readdirSync(witness.directory).find((name) => name.endsWith('.checkpoint'))!);
  const written = () => statSync(file, { bigint: true }).mtimeNs;
  const before = written();
  for (let i = 0; i < 20; i++) expect((await witness.send(requestOf(10, [], note))).status).toBe(200);
  expect(written()).toBe(before);
});

test('excess requests are refused, endless bodies are cut, and honest logs are still answered', async () => {
  const log = await makeLog();
  const witness = await start(log);
  const { note } = await log.over(numbered(10));
  const url = new URL(`http://127.0.0.1:${witness.port}/add-checkpoint`);
  /** Sends forever and returns the response, or the error of the closed connection. */
  const sendForever = (headers: Record<string, string>) =>
    new Promise<number | string>((resolve) => {
      const asking = request(url, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
        asking.destroy();
      });
      asking.on('error', (error) => resolve((error as NodeJS.ErrnoException).code!));
      const more = setInterval(() => asking.write(Buffer.alloc(16_384)), 1);
      asking.once('close', () => clearInterval(more));
    });
  for (const headers of [{}, { 'content-length': String(10 ** 9) }] as Record<string, string>[])
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(await sendForever(headers));
  await witness.send(requestOf(0, [], note));
  // All of them signed, and all produce evidence to write.
  const wrong = [new Uint8Array(32).fill(1)];
  const signed = await Promise.all(Array.from({ length: 190 }, (_, i) => log.over(numbered(11 + i))));
  const flood = await Promise.all(
    signed.map((one) => witness.send(requestOf(10, wrong, one.note)).then(({ status }) => status)),
  );
  const counts = Object.fromEntries(
    Map.groupBy(flood, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
  expect(counts['503']).toBeGreaterThan(0);
  expect(counts['422']! + counts['503']!).toBe(190);
  expect((await witness.send(requestOf(10, [], note))).status).toBe(200);
});

test('requests without a valid signature do not delay others', async () => {
  const log = await makeLog();
  const witness = await start(log);
  const { note } = await log.over(numbered(10));
  // Signatures of something else, each of which must be checked.
  const { text } = readNote((await log.over(numbered(11))).note)!;
  const signatures = Array(16).fill(readNote(note)!.signatures[0]);
  const unsigned = requestOf(0, [], writeNote({ text, signatures }));
  const flood = Array.from({ length: 190 }, () => witness.send(unsigned).then(({ status }) => status));
  expect((await witness.send(requestOf(0, [], note))).status).toBe(200);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([403]));
});
