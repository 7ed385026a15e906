import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noteKey, readKey, readNote, signedWith, writeKey } from '../protocol/src/publiclog/note.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { askWitness, readWitness } from '../server/src/evidence/publiclog/witnesses.ts';
import { runWriter } from '../server/src/evidence/publiclog/writer.ts';
import { openSigner } from '../server/src/platform/security/signer.ts';
import { startChild, stopChild } from '../server/test/child.ts';
import { handOver, openLog } from '../server/test/log.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { newWorld, type World } from '../server/test/world.ts';
import { root } from './run.ts';

// The site and a third party's processes, as real processes over the network.

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'witness-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs `glasshouse-verify`. `said` waits for a line of output. */
function run(...args: string[]) {
  const child = startChild(process.execPath, ['verify/src/main.ts', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => stopChild(child, 'SIGKILL'));
  const said = async (what: RegExp) => {
    await expect.poll(() => text, { timeout: 20_000 }).toMatch(what);
    return what.exec(text)!;
  };
  return { said, text: () => text, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

async function startWitness(directory: string, key: string) {
  const witness = run('witness', directory, '--log', key, '--name', 'witness.example/w1', '--port', '0');
  const [, port, text] = await witness.said(/port (\d+), its key: (\S+)/);
  return { ...witness, ...(await readWitness(`http://127.0.0.1:${port}/ ${text}`)), keyText: text! };
}

async function keyOf(log: Awaited<ReturnType<typeof openLog>>): Promise<string> {
  return writeKey(await noteKey(log.parts.origin, 'text', log.signer.publicKey));
}
test('the site gets its log cosigned, serves the cosignatures, and continues after the witness was killed', {
  timeout: 60_000,
}, async () => {
  const world = await newWorld();
  const log = await openLog(world);
  const directory = newDirectory();
  let witness = await startWitness(directory, await keyOf(log));
  const ask = () => askWitness(log.parts, witness);
  const cosigned = async () =>
    signedWith((await readKey(witness.keyText))!, readNote((await log.file('checkpoint')).body)!);
  await ask(); // nothing is signed yet
  await log.write();
  expect(await cosigned()).toBeUndefined();
  await ask();
  expect(await cosigned()).toMatchObject({ time: expect.any(Number) });
  await ask(); // nothing is new
  await handOver(world, 300);
  await log.write();
  // The newest checkpoint is not cosigned yet, so the cosigned one is served for some more seconds.
  expect(await cosigned()).toBeDefined();
  world.pass(11_000);
  await handOver(world, 1);
  await log.write();
  expect(await cosigned()).toBeUndefined();
  await ask();
  expect(await cosigned()).toBeDefined();
  // A second witness cannot use the same state, whatever its process is called.
  const second = run('witness', directory, '--log', await keyOf(log), '--port', '0');
  await second.said(/another witness runs/);
  expect(await second.ended).toBe(1);
  witness.kill('SIGKILL');
  await witness.ended;
  await handOver(world, 5);
  await log.write();
  await expect(ask()).rejects.toThrow();
  witness = await startWitness(directory, await keyOf(log));
  await ask();
  expect(await cosigned()).toBeDefined();
  expect(await world.db.selectFrom('log_cosignature').select('size').execute()).toHaveLength(3);
});

test('a witness accepts several log keys in one argument or an empty list, but refuses malformed keys', {
  timeout: 60_000,
}, async () => {
  const log = await openLog(await newWorld());
  await log.write();
  const key = await keyOf(log);
  const other = writeKey(await noteKey('elsewhere.example/log', 'text', openSigner(newSigningKey()).publicKey));
  await expect(askWitness(log.parts, await startWitness(newDirectory(), ''))).rejects.toThrow('404');
  await askWitness(log.parts, await startWitness(newDirectory(), `${other} ${key}`));
  expect(await run('witness', newDirectory(), '--log', `${key} nonsense`).ended).toBe(1);
});

test('the writer contacts its witnesses without being triggered, and an unreachable one delays nothing', {
  timeout: 60_000,
}, async () => {
  const world = await newWorld();
  const log = await openLog(world);
  const witness = await startWitness(newDirectory(), await keyOf(log));
  const silent = { url: 'http://127.0.0.1:9', key: { ...witness.key, name: 'silent.example' } };
  await handOver(world, 20);
  const outcomes = new Set<string>();
  const onAsked = (name: string, outcome: string) => void outcomes.add(`${name} ${outcome}`);
  const writer = runWriter({ ...log.parts, witnesses: [silent, witness], onAsked });
  const cosigned = () => world.db.selectFrom('log_cosignature').select('witness').execute();
  await expect.poll(cosigned, { timeout: 20_000 }).toEqual([{ witness: 'witness.example/w1' }]);
  await expect
    .poll(() => [...outcomes].sort(), { timeout: 20_000 })
    .toEqual(['silent.example failed', 'witness.example/w1 cosigned']);
  await writer.stop();
  // A site with the same key and a shorter log: the witness has seen another log.
  const shorter = await openLog(await newWorld(), log.signer);
  outcomes.clear();
  const other = runWriter({ ...shorter.parts, witnesses: [witness], onAsked });
  await expect.poll(() => [...outcomes], { timeout: 20_000 }).toEqual(['witness.example/w1 disagreed']);
  await other.stop();
});

test('a witness set up by someone else with a site’s key is asked from the size it knows', {
  timeout: 60_000,
}, async () => {
  const world = await newWorld();
  const log = await openLog(world);
  await log.write();
  const witness = await startWitness(newDirectory(), await keyOf(log));
  await askWitness(log.parts, witness);
  await handOver(world, 3);
  await log.write();
  // The site has forgotten its request, as after restoring an old backup of that table only.
  await inDatabase(
    urlFor(world.database, ownerRole),
    'alter table log_cosignature disable trigger user',
    'delete from log_cosignature',
  );
  await askWitness(log.parts, witness);
  expect(await world.db.selectFrom('log_cosignature').select('witness').execute()).toEqual([
    { witness: 'witness.example/w1' },
  ]);
  // A response signed with another key is refused.
  const other = await noteKey('witness.example/w1', 'cosignature', openSigner(newSigningKey()).publicKey);
  await handOver(world, 3);
  await log.write();
  await expect(askWitness(log.parts, { ...witness, key: other })).rejects.toThrow('without its signature');
});

test("a monitor reports a site's state, stores it, and keeps both checkpoints of a fork", {
  timeout: 90_000,
}, async () => {
  const world = await newWorld({ now: new Date() });
  const signer = openSigner(newSigningKey());
  const log = await openLog(world, signer);
  await handOver(world, 20);
  await log.write();
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const url = (one: World) => `http://127.0.0.1:${(one.app.server.address() as AddressInfo).port}`;
  const state = newDirectory();
  const key = await keyOf(log);
  const first = run('watch', url(world), '--log', key, '--state', state);
  await first.said(/ok: \d+ leaves/);
  await expect.poll(() => readdirSync(state)).toContain('seen.json');
  first.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  // The same site and key with another history.
  const twin = await newWorld({ now: new Date() });
  const twinLog = await openLog(twin, signer);
  await handOver(twin, 30, 500);
  await twinLog.write();
  await twin.app.listen({ port: 0, host: '127.0.0.1' });
  const second = run('watch', url(twin), '--log', key, '--state', state);
  await second.said(/FORK: /);
  expect(await second.ended).toBe(1);
  expect(readdirSync(state).some((name) => name.startsWith('fork-'))).toBe(true);
  expect(await run('watch', url(twin)).ended).toBe(2);
  // The address of another site: the monitor reports it and exits instead of retrying forever.
  const other = await noteKey('elsewhere.example/log', 'text', signer.publicKey);
  const wrong = run('watch', url(twin), '--log', writeKey(other));
  await wrong.said(/this is the log /);
  expect(await wrong.ended).toBe(1);
  expect(await run('witness', state, '--log', 'nonsense').ended).toBe(1);
});
