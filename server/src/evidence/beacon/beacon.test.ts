import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Chain, quicknet, roundAt } from '@glasshouse/protocol/beacon/chain';
import { infoOf, publishedOf } from '@glasshouse/protocol/beacon/form';
import { randomnessOf } from '@glasshouse/protocol/beacon/round';
import { openRoundSigner } from '@glasshouse/protocol/beacon/rounds';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openDb, openPool } from '#platform/database/db.ts';
import { systemClock } from '#platform/runtime/clock.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { until } from '../../../test/until.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { openChecker } from './checking.ts';
import { chainOf } from './client.ts';
import { followRounds } from './follow.ts';
import { chainOfSecret, openLocalBeacon } from './local.ts';
import { chainNumber, insertRounds } from './sql.ts';

const secret = new Uint8Array(32).fill(9);
const signer = openRoundSigner(secret);
const other = openRoundSigner(new Uint8Array(32).fill(8));
const right = (round: number) => ({ round, signature: signer.sign(round) });

/** A node that gives the test's answer for each round; `undefined` means that it doesn't answer. */
async function openNode(chain: Chain, says: (round: number) => unknown) {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/info') return response.end(JSON.stringify(infoOf(chain)));
    const round = Number(request.url!.split('/').at(-1));
    asked.push(round);
    const said = says(round);
    if (said !== undefined) response.end(typeof said === 'string' ? said : JSON.stringify(said));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, asked, close, back: () => listen(port) };
}

function follow(world: World, chain: Chain, url: string, from: number, log = world.log, signedThrough = 0) {
  const pool = openPool(world.config.FEED_DATABASE_URL!, 2, () => {});
  const checker = openChecker();
  const rounds = followRounds({ db: openDb(pool), clock: systemClock, log, chain, url, checker }, from, signedThrough);
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await rounds.close();
    await checker.close();
    await pool.end();
  };
  onTestFinished(close);
  return { ...rounds, close };
}

const stored = async (world: World) =>
  (await world.db.selectFrom('beacon_round').selectAll().orderBy('round').execute()).map((row) => Number(row.round));

test('the local beacon uses drand’s format, reveals no round early, and can be followed', async () => {
  const world = await newWorld();
  const beacon = await openLocalBeacon({ secret, clock: systemClock, host: '127.0.0.1', port: 0 });
  onTestFinished(beacon.close);
  const newest = roundAt(beacon.chain, Date.now());
  const ask = async (path: string) => {
    const response = await fetch(beacon.url + path);
    return { status: response.status, body: (await response.json()) as { round: number } };
  };
  expect(await ask('/info')).toEqual({ status: 200, body: infoOf(chainOfSecret(secret)) });
  expect(await ask(`/public/${newest - 5}`)).toEqual({ status: 200, body: publishedOf(right(newest - 5)) });
  expect((await ask('/public/latest')).body.round).toBeGreaterThanOrEqual(newest);
  expect((await ask(`/public/${newest + 20}`)).status).toBe(425);
  for (const path of ['/public/0', '/public/x', '/', '/public/1/2']) expect((await ask(path)).status).toBe(404);

  const rounds = follow(world, beacon.chain, beacon.url, newest - 3);
  await until(() => rounds.randomness(newest + 1) !== undefined);
  const known = rounds.randomness(newest + 1)!;
  expect(Buffer.from(known)).toEqual(Buffer.from(randomnessOf(right(newest + 1))));
  expect((await stored(world)).slice(0, 5)).toEqual([-3, -2, -1, 0, 1].map((i) => newest + i));
  await rounds.close();
  const chains = await world.db.selectFrom('beacon_chain').select(['name', 'genesis']).execute();
  expect(chains).toEqual([{ name: 'glasshouse-local', genesis: 1_767_225_600n }]);
});

test('a wrong signature, a wrong number, nonsense and an oversized answer are rejected, and valid rounds continue in order', async () => {
  const world = await newWorld();
  const chain = chainOfSecret(secret);
  const first = roundAt(chain, Date.now()) - 40;
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line).msg) });
  const wrong = new Map<number, unknown>([
    [first + 2, publishedOf({ round: first + 2, signature: other.sign(first + 2) })],
    [first + 4, publishedOf(right(first + 5))],
    [first + 6, 'nonsense'],
    [first + 8, JSON.stringify({ ...publishedOf(right(first + 8)), more: 'x'.repeat(5000) })],
  ]);
  const node = await openNode(chain, (round) => wrong.get(round) ?? publishedOf(right(round)));
  const rounds = follow(world, chain, node.url, first, log);
  for (const bad of [...wrong.keys()]) {
    await until(async () => (await stored(world)).length === bad - first);
    const tries = () => node.asked.filter((round) => round === bad).length;
    const before = tries();
    await until(() => tries() >= before + 2);
    expect(await stored(world)).toEqual(Array.from({ length: bad - first }, (_, i) => first + i));
    wrong.delete(bad);
  }
  await until(() => rounds.randomness(first + 40) !== undefined);
  expect(said).toContain('beacon: a round is not signed by the chain’s key');
});

test('a silent, slow or disconnected beacon is asked again, and stored rounds are used without asking', async () => {
  const world = await newWorld();
  const chain = chainOfSecret(secret);
  const first = roundAt(chain, Date.now()) - 30;
  let silent = true;
  const node = await openNode(chain, (round) => (silent && round > first + 3 ? undefined : publishedOf(right(round))));
  const rounds = follow(world, chain, node.url, first);
  await until(async () => (await stored(world)).length === 4);
  silent = false;
  await until(() => rounds.randomness(first + 10) !== undefined);
  await node.close();
  await wait(3500); // a round became due
  await node.back();
  const now = roundAt(chain, Date.now());
  await until(() => rounds.randomness(now) !== undefined);
  await rounds.close();
  const all = await stored(world);
  expect(all).toEqual(all.map((_, i) => first + i));

  await node.close();
  const again = follow(world, chain, node.url, first + 1);
  await until(() => again.randomness(now) !== undefined);
});

test('a beacon of another chain is refused, and only the feed can write rounds, each once', async () => {
  const world = await newWorld();
  const chain = chainOfSecret(secret);
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line).err?.message) });
  const node = await openNode(chainOfSecret(new Uint8Array(32).fill(8)), (round) => publishedOf(right(round)));
  follow(world, chain, node.url, 5, log);
  await until(() => said.some((message) => /of another chain/.test(message)));
  expect(node.asked).toEqual([]);
  expect(await stored(world)).toEqual([]);
});

test('a wrong or missing stored round is fetched again, unless the prices made from it are compared with the tape', async () => {
  const world = await newWorld();
  const chain = chainOfSecret(secret);
  const first = roundAt(chain, Date.now()) - 300;
  const feed = openPool(world.config.FEED_DATABASE_URL!, 1, () => {});
  onTestFinished(() => feed.end());
  const number = await chainNumber(openDb(feed), chain);
  const wrong = { round: first + 3, signature: other.sign(first + 3) };
  // A hole at first + 5, followed by more rounds than are read at once.
  const rest = Array.from({ length: 280 }, (_, i) => right(first + 6 + i));
  await insertRounds(openDb(feed), number, [
    ...[0, 1, 2].map((i) => right(first + i)),
    wrong,
    right(first + 4),
    ...rest,
  ]);
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => said.push(JSON.parse(line).msg) });
  const node = await openNode(chain, (round) => publishedOf(right(round)));
  const rounds = follow(world, chain, node.url, first, log);
  await until(() => rounds.randomness(first + 3) !== undefined);
  expect(Buffer.from(rounds.randomness(first + 3)!)).toEqual(Buffer.from(randomnessOf(right(first + 3))));
  await until(() => rounds.randomness(first + 285) !== undefined);
  expect(said).toContain('beacon: a stored round is not signed by the chain’s key');
  expect(await stored(world)).toContain(first + 5);
  await rounds.close();

  const believed = follow(world, chain, node.url, first, world.log, first + 10);
  await until(() => believed.randomness(first + 3) !== undefined);
  expect(Buffer.from(believed.randomness(first + 3)!)).toEqual(Buffer.from(randomnessOf(wrong)));
});

test('a thread that exits fails its own requests and no later ones', async () => {
  const checker = openChecker();
  onTestFinished(checker.close);
  const lost = checker.firstWrong(signer.publicKey, [{ ...right(1), round: 0.5 }]);
  await expect(lost).rejects.toThrow();
  expect(await checker.firstWrong(signer.publicKey, [right(1)])).toBeUndefined();
});

test('the local beacon limits the calls of each client', async () => {
  const now = new Date();
  const beacon = await openLocalBeacon({ secret, clock: () => now, host: '127.0.0.1', port: 0 });
  onTestFinished(beacon.close);
  const statuses: number[] = [];
  for (let i = 0; i < 620; i++) {
    const response = await fetch(`${beacon.url}/info`);
    await response.body?.cancel();
    statuses.push(response.status);
  }
  expect(statuses.indexOf(429)).toBe(600);
});

test('a key may be written in capitals, and a replaced beacon is still asked at its own address', async () => {
  const { DATABASE_URL, NATS_URL, ORIGINS, SMTP_URL, MAIL_FROM } = (await newWorld()).config;
  const needed = { DATABASE_URL, NATS_URL, ORIGINS: ORIGINS.join(','), SMTP_URL, MAIL_FROM };
  const BEACON_KEY = signer.publicKey.toUpperCase();
  const ours = chainOf(readConfig({ ...needed, BEACON: 'local', BEACON_KEY, BEACON_URL_OLD: 'http://old.example' }));
  expect(ours.chain).toEqual(chainOfSecret(secret));
  expect(ours.urlOf(ours.chain)).toBe('http://127.0.0.1:4103');
  expect(ours.urlOf(quicknet)).toBe('http://old.example');
  const drand = chainOf(readConfig({ ...needed, BEACON: 'drand' }));
  expect(drand.urlOf(ours.chain)).toBe('http://127.0.0.1:4103');
});
