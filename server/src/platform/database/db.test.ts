import { connect, createServer, type Socket } from 'node:net';
import { getUser } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthenticate } from '#people/session/session.ts';
import { openOrderServices } from '#roles/order-services.ts';
import { routesWith } from '#roles/routes.ts';
import { openingLanes } from '#trading/orders/orders.ts';
import { orderIdAt } from '../../../test/order-id.ts';
import { newBrowser, newWorld } from '../../../test/world.ts';
import { buildApp } from '../http/app.ts';
import { openSigner } from '../security/signer.ts';
import { arrayOf, openDb, openPool, step } from './db.ts';

/** A proxy to PostgreSQL that can go silent: connections stay open, new ones are accepted, and no data passes. */
async function openWay(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    let dead = silent;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => {
        dead ||= silent;
        if (!dead) to.write(bytes);
      });
      from.on('close', () => {
        if (!dead) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const way = new URL(url);
  way.port = String((server.address() as { port: number }).port);
  return {
    url: way.href,
    fallSilent: () => {
      silent = true;
    },
    /** As after a failover: new connections work, the old ones stay dead. */
    heal: () => {
      silent = false;
    },
  };
}

const timeout = 3000; // long enough for thirty at once on a busy machine
const bound = 4 * timeout; // waiting for a connection, the statement, and a slow machine

test('arrays take plain values only', () => {
  expect(arrayOf([1n, 2, true, null, 'a-b_1'])).toBe('{1,2,true,null,a-b_1}');
  for (const value of ['', 'null', 'NULL', 'a,b', '"', '{', 'a b', undefined as never])
    expect(() => arrayOf([value]), String(value)).toThrow('not plain');
});

test('a database that stops answering is given up in time, and its replacement is used', async () => {
  const world = await newWorld();
  const way = await openWay(world.config.DATABASE_URL);
  const pools = [10, openingLanes].map((size) => openPool(way.url, size, () => {}, { timeout }));
  onTestFinished(() => Promise.all(pools.map((pool) => pool.end())).then(() => {}));
  const [db, lanes] = pools.map(openDb) as [typeof world.db, typeof world.db];
  const signer = openSigner(world.config.SLIP_SIGNING_KEY!);
  const orderServices = openOrderServices({ db: lanes, clock: world.clock, signer });
  const app = await buildApp({
    ...world,
    db,
    routes: routesWith({
      ...{ ...orderServices, ...world.papers },
      factors: { keys: [Buffer.alloc(32)], origins: world.config.ORIGINS },
      witnesses: [],
      textMessages: true,
    }),
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(db) },
  });
  onTestFinished(() => app.close());
  const ann = await world.person();
  const browser = newBrowser(app);
  const token = ann.jar.get('glasshouse_session')!;
  const look = async () => {
    browser.jar.set('glasshouse_session', token);
    return (await browser.call(getUser, {})).code;
  };
  const order = () => ({
    id: orderIdAt(world.clock()),
    symbol: 'BTC',
    direction: 'long' as const,
    seconds: 30,
    stake: 100_000_000n,
    returnBp: 8200,
  });
  const open = () =>
    orderServices.opener.open(ann.number, order()).then((answer) => (answer.ok ? 'opened' : answer.error));
  const wide = () => Promise.all(Array.from({ length: 30 }, look));
  expect(new Set(await wide())).toEqual(new Set([200]));
  const before = await open(); // the error comes from the database
  // One caller is in the middle of a transaction when it happens.
  const [halfway, silent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const cut = step(db, async (tx) => {
    await sql`select 1`.execute(tx);
    halfway.resolve();
    await silent.promise;
    await sql`select 2`.execute(tx);
  }).catch(() => 'cut');
  await halfway.promise;
  way.fallSilent();
  silent.resolve();

  const began = performance.now();
  const [codes, order1, transaction] = await Promise.all([wide(), open().catch(() => 'failed'), cut]);
  expect(performance.now() - began).toBeLessThan(bound);
  expect(new Set(codes)).toEqual(new Set([500]));
  expect([order1, transaction]).toEqual(['failed', 'cut']);

  way.heal();
  const healed = performance.now();
  while ((await look()) !== 200) expect(performance.now() - healed).toBeLessThan(bound);
  expect(new Set(await wide())).toEqual(new Set([200]));
  expect(await open()).toBe(before);
}, 120_000);
