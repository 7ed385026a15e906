import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { listCandles, listMarket } from '@glasshouse/protocol/market/calls';
import {
  type Board,
  follow,
  type LiveFrame,
  type LiveRequest,
  type QuotesFrame,
} from '@glasshouse/protocol/market/live';
import { editPassword, endSession, listSessions, login, logout } from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { closeMinutes } from '#evidence/market/candles.ts';
import { openMarketTopics } from '#evidence/market/jobs.ts';
import { minuteSubject, tickSubject } from '#evidence/market/messages.ts';
import { sessionEndedSubject } from '#people/people/people.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { readTrust } from '#platform/http/addresses.ts';
import type { Bus } from '#platform/runtime/bus.ts';
import { days, seconds } from '#platform/runtime/clock.ts';
import { faults } from '#platform/runtime/faults.ts';
import { pushRole, urlFor } from '../../database/prepare.ts';
import { openOffice } from '../../test/office.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld, origin, password, type World } from '../../test/world.ts';
import { startPush } from './push.ts';

async function openLive(settings: Partial<World['config']> = {}) {
  const world = await newWorld();
  const tape = await openTape(world);
  const { bus } = world;
  await bus.opened;
  const live: { upgrade?: never } = {};
  const config = { ...world.config, ...settings };
  // Push has its own login, which can read no more than it needs.
  const pool = openPool(urlFor(world.database, pushRole), 5, () => {});
  onTestFinished(() => pool.end());
  const role = await startPush({ ...world, pool, db: openDb(pool), config, live });
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (...upgraded) => (live.upgrade as unknown as (...all: unknown[]) => void)(...upgraded));
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(async () => {
    await role.stop();
    server.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
  /** Writes a slot and publishes it, as the feed does. */
  const tick = async (slot: number, ...prices: number[]) => {
    await tape.write(slot, ...prices);
    bus.publish(tickSubject, String(slot));
  };
  return { world, tape, bus, url, tick, start: tape.now() - (tape.now() % 120) };
}

/** A client that stores the frames it receives. */
async function listen(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers: { origin, ...headers } });
  const frames: LiveFrame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  onTestFinished(() => socket.terminate());
  const ask = (request: LiveRequest) => socket.send(JSON.stringify(request));
  const until = async (wanted: (frame: LiveFrame) => boolean) => {
    for (let i = 0; i < 800; i++) {
      const found = frames.find(wanted);
      if (found) return found;
      await wait(25);
    }
    throw new Error(`not heard: ${JSON.stringify(frames).slice(0, 2000)}`);
  };
  return { socket, frames, ask, until, closed };
}
const boardOf = (frames: LiveFrame[], of = 'quotes') =>
  frames
    .filter((frame): frame is QuotesFrame => frame.of === of)
    .reduce<Board | undefined>((board, frame) => follow(board, frame), undefined);

test("a client gets a snapshot and then every tick in order, and its board equals the server's", async () => {
  const { world, tape, bus, url, tick, start } = await openLive();
  await tick(start, 6_400_000, 314_000);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'quotes' } });
  await client.until((frame) => frame.kind === 'snapshot');
  for (let i = 1; i < 8; i++) await tick(start + i, 6_400_000 + (i % 3) * 900, 314_000 - i);
  await client.until((frame) => frame.kind === 'ticks' && frame.slot === start + 7);
  await closeMinutes(tape.db, [1, 2], Math.floor(start / 120) + 1);
  bus.publish(minuteSubject, 'closed');
  await client.until((frame) => frame.kind === 'day');
  const board = boardOf(client.frames)!;
  const { data } = await world.visitor().call(listMarket, {});
  const { spark: _, ...wanted } = data.quotes[0]!;
  expect(board.quotes.get('BTC')).toMatchObject(wanted);
  expect(board.slot).toBe(start + 7);
  for (const frame of client.frames) expect(frame.time).toBe(world.clock().getTime());
});

test('a client with a list gets only its coins, and clients with equal lists share one channel', async () => {
  const { url, tick, start } = await openLive();
  await tick(start, 6_400_000, 314_000, 148_000);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'quotes', symbols: ['SOL', 'ETH'] } });
  await client.until((frame) => frame.kind === 'snapshot');
  await tick(start + 1, 6_400_001, 314_001, 148_001);
  const heard = await client.until((frame) => frame.kind === 'ticks');
  expect(heard).toMatchObject({
    of: 'quotes:ETH,SOL',
    ticks: [['SOL'], ['ETH']].map(([s]) => expect.arrayContaining([s])),
  });
});

test('the number of lists with their own frames is limited; further clients get all coins', async () => {
  const world = await newWorld();
  const market = openMarketTopics(world);
  onTestFinished(() => market.stop());
  const list = (i: number) => market.open({ topic: 'quotes', symbols: [`COIN${i}`] })!;
  for (let i = 0; i < 1024; i++) expect(list(i).name).toBe(`quotes:COIN${i}`);
  expect(list(1024)).toBe(market.open({ topic: 'quotes' }));
  expect(list(7).name).toBe('quotes:COIN7'); // an existing list is still shared
  market.left(list(7));
  expect(list(1024).name).toBe('quotes:COIN1024');
});

test('messages lost by the bus are read from the database; replaced prices are skipped, but their highs are kept', async () => {
  const { tape, url, tick, start } = await openLive();
  await tick(start, 6_400_000, 314_000);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'quotes' } });
  client.ask({ op: 'watch', watch: { topic: 'candles', symbol: 'BTC', period: '1m' } });
  await client.until((frame) => frame.kind === 'snapshot');
  await client.until((frame) => frame.kind === 'candles');
  const told = async (slot: number) => {
    await client.until((frame) => frame.kind === 'ticks' && frame.slot === slot);
    return client.frames.filter((frame) => frame.kind === 'ticks').map((frame) => frame.slot - start);
  };
  await tape.write(start + 1, 6_409_900, 314_001); // committed, but never published
  await tick(start + 2, 6_400_200, 314_002);
  expect(await told(start + 2)).toEqual([2]);
  const candles = await client.until((frame) => frame.kind === 'candles' && frame.slot === start + 2);
  expect(candles).toMatchObject({ candles: [{ high: '64099.00', close: '64002.00' }] });
  await tape.write(start + 3, 6_400_300, 314_003);
  await tick(start + 4, 6_400_400); // the second coin has no newer tick
  expect(await told(start + 4)).toEqual([2, 3, 4]);
  expect(boardOf(client.frames)?.quotes.get('ETH')).toMatchObject({ price: '3140.03', slot: start + 3 });
  // The coin that was silent at the end doesn't cause earlier ticks to be sent again.
  for (let slot = start + 5; slot < start + 20; slot++) await tape.write(slot, 6_400_500, 314_005);
  await tick(start + 20, 6_402_000);
  expect(await told(start + 20)).toEqual([2, 3, 4, 19, 20]);
  await tape.write(start + 21, 6_400_500, 314_005); // nothing is published after this
  await told(start + 21);
});

test('messages on the bus are not trusted as prices and cannot end a session', async () => {
  const { world, bus, url, tick, start } = await openLive();
  await tick(start, 6_400_000);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'quotes' } });
  client.ask({ op: 'watch', watch: { topic: 'candles', symbol: 'BTC', period: '1m' } });
  await client.until((frame) => frame.kind === 'candles');
  const counted = async () => (await faults.get()).values.reduce((sum, { value }) => sum + value, 0);
  const before = await counted();
  const claim = (slot: number) => JSON.stringify([slot, start, 'synthetic', [[1, '9900000', '1']]]);
  const texts = ['', '{', 'null', '[1]', '-1', '1e400', 'NaN', '[1,2,"x",[[1,"x","y"]]]', '\0', 'x'.repeat(100_000)];
  for (const text of [...texts, claim(start + 1), claim(Number.MAX_SAFE_INTEGER)])
    for (const subject of [tickSubject, minuteSubject, sessionEndedSubject] as const) bus.publish(subject, text);
  await tick(start + 1, 6_400_100);
  await client.until((frame) => frame.kind === 'ticks' && frame.slot === start + 1);
  await client.until((frame) => frame.kind === 'candles' && frame.slot === start + 1);
  expect(JSON.stringify(client.frames)).not.toContain('99000');
  const { data } = await world.visitor().call(listMarket, {});
  expect(boardOf(client.frames)?.quotes.get('BTC')?.price).toBe(data.quotes[0]!.price);
  expect(await counted()).toBe(before);
});

test('candles continue those from the call, across the change of a minute', async () => {
  const { world, url, tick, start } = await openLive();
  for (let i = 100; i < 105; i++) await tick(start + i, 6_400_000 + i);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'candles', symbol: 'BTC', period: '1m' } });
  await client.until((frame) => frame.kind === 'candles');
  for (let i = 118; i < 125; i++) await tick(start + i, 6_400_000 - i);
  const last = await client.until((frame) => frame.kind === 'candles' && frame.slot === start + 124);
  world.pass(120_000);
  const { data } = await world.visitor().call(listCandles, { symbol: 'BTC', period: '1m', limit: 5 });
  expect((last as { candles: unknown }).candles).toEqual(data.candles);
  expect(data.candles).toHaveLength(2);
});

const cookieOf = (person: Person) => ({ cookie: `glasshouse_session=${person.jar.get('glasshouse_session')}` });
type Person = Awaited<ReturnType<World['person']>>;
const isEvent = (frame: LiveFrame) => frame.kind === 'event';

/** Publishes repeatedly, because the stream may not be subscribed yet right after a request. */
const saidUntilHeard = ({ frames }: { frames: LiveFrame[] }, bus: Bus, { number }: Person) =>
  expect
    .poll(
      () => {
        bus.publish(`user.${number}`, '{"type":"hello"}');
        return frames.some(isEvent);
      },
      { timeout: 20_000 },
    )
    .toBe(true);

/** A client that receives a person's events. Publishes them until it does. */
async function listenAs(url: string, bus: Bus, person: Person) {
  const client = await listen(url, cookieOf(person));
  client.ask({ op: 'watch', watch: { topic: 'events' } });
  await saidUntilHeard(client, bus, person);
  return client;
}

/** A database whose transactions are delayed until they are released. */
function heldBack(db: World['db']) {
  const [looked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begin: typeof db.transaction = () => {
    const work = db.transaction();
    const { execute } = work;
    return Object.assign(work, {
      setIsolationLevel: () => work,
      execute: async (act: Parameters<typeof execute>[0]) => {
        const found = await execute.call(work, act);
        looked.resolve();
        await letGo.promise;
        return found;
      },
    });
  };
  const get = (of: typeof db, name: keyof typeof db) => {
    const part = name === 'transaction' ? begin : of[name];
    return typeof part === 'function' ? part.bind(of) : part;
  };
  return { db: new Proxy(db, { get: get as ProxyHandler<typeof db>['get'] & {} }), looked: looked.promise, letGo };
}

test('a candle that is read while prices continue includes the ticks from that time', async () => {
  const { world, tick, start } = await openLive();
  await tick(start, 6_400_000);
  const { db, looked, letGo } = heldBack(world.db);
  const market = openMarketTopics({ ...world, db });
  onTestFinished(() => market.stop());
  const textOf = (watch: Parameters<typeof market.open>[0]) => market.open(watch)!.snapshot()?.toString() ?? '';
  const candles = { topic: 'candles', symbol: 'BTC', period: '1m' } as const;
  await vi.waitFor(() => expect(textOf({ topic: 'quotes' })).toContain(`"slot":${start}`), 5000);
  market.open(candles);
  await looked;
  await tick(start + 1, 6_499_900);
  await vi.waitFor(() => expect(textOf({ topic: 'quotes' })).toContain(`"slot":${start + 1}`), 5000);
  letGo.resolve();
  await vi.waitFor(() => expect(textOf(candles)).toContain('"high":"64999.00"'), 5000);
});

test('own events need a session and reach only their user; malformed events are not passed on', async () => {
  const { world, bus, url } = await openLive();
  const [ann, bob] = [await world.person(), await world.person()];
  const [a, b, stranger] = [await listenAs(url, bus, ann), await listenAs(url, bus, bob), await listen(url)];
  stranger.ask({ op: 'watch', watch: { topic: 'events' } });
  await stranger.until((frame) => frame.kind === 'refused' && frame.reason === 'not_logged_in');
  const isListening = (frame: LiveFrame) => frame.kind === 'listening';
  expect(a.frames.findIndex(isListening)).toBeLessThan(a.frames.findIndex(isEvent));
  a.ask({ op: 'again', watch: { topic: 'events' } });
  await expect.poll(() => a.frames.filter(isListening).length).toBe(2);
  expect(stranger.frames.some(isListening)).toBe(false);
  for (const text of ['{', '', 'null', '7', '{}},"kind":"snapshot"', JSON.stringify({ name: 'order_settled', id: 7 })])
    bus.publish(`user.${ann.number}`, text);
  bus.publish(`user.${bob.number}`, JSON.stringify({ name: 'last' }));
  await b.until((frame) => isEvent(frame) && JSON.stringify(frame).includes('last'));
  const told = (frames: LiveFrame[]) => frames.flatMap((frame) => (frame.kind === 'event' ? [frame.event] : []));
  const fresh = (frames: LiveFrame[]) => told(frames).filter((event) => !JSON.stringify(event).includes('hello'));
  expect(fresh(a.frames)).toEqual([{ name: 'order_settled', id: 7 }]);
  expect(fresh(b.frames)).toEqual([{ name: 'last' }]);
  expect(told(stranger.frames)).toEqual([]);
});

test('own events end at once with the session: logged out, ended from elsewhere, password changed, account frozen', async () => {
  const { world, bus, url } = await openLive();
  const staff = await (await openOffice(world)).staff();
  const endings: [string, (person: Person) => Promise<{ code: number }>][] = [
    ['not_logged_in', (person) => person.call(logout, {})],
    [
      'not_logged_in',
      async (person) => {
        const { data } = await person.call(listSessions, {});
        return person.call(endSession, { id: data.list[0]!.id });
      },
    ],
    ['not_logged_in', (person) => person.call(login, { account: person.phone, password })],
    [
      'not_logged_in',
      (person) => person.call(editPassword, { oldPassword: password, password: 'another horse battery' }),
    ],
    [
      'account_abnormal',
      (person) => staff.support.call(freezeUser, { number: person.info.number, reason: 'For the test' }),
    ],
  ];
  const bob = await world.person();
  const other = await listenAs(url, bus, bob);
  for (const [reason, end] of endings) {
    const ann = await world.person();
    const client = await listenAs(url, bus, ann);
    expect((await end(ann)).code).toBe(200);
    await client.until((frame) => frame.kind === 'refused' && frame.of === 'events' && frame.reason === reason);
    const heard = client.frames.filter(isEvent).length;
    bus.publish(`user.${ann.number}`, '{"type":"too_late"}');
    bus.publish(`user.${bob.number}`, JSON.stringify({ after: String(ann.number) }));
    await other.until((frame) => isEvent(frame) && JSON.stringify(frame).includes(`"after":"${ann.number}"`));
    expect(client.frames.filter(isEvent)).toHaveLength(heard);
  }
}, 120_000);

test('a client that disconnects during its look-up disturbs no one, and other people stay connected', async () => {
  const { world, bus, url } = await openLive();
  const [ann, bob] = [await world.person(), await world.person()];
  const [gone, stays, b] = [
    await listenAs(url, bus, ann),
    await listenAs(url, bus, ann),
    await listenAs(url, bus, bob),
  ];
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = world.owner.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx);
    locked.resolve();
    await release.promise;
    await sql`delete from session where person = ${ann.info.id}`.execute(tx);
  });
  await locked.promise;
  bus.publish(sessionEndedSubject, String(ann.number));
  bus.publish(sessionEndedSubject, 'nobody');
  const waiting = () =>
    sql`select 1 from pg_locks where not granted and relation = 'session'::regclass`.execute(world.db);
  while ((await waiting()).rows.length === 0) await wait(10);
  gone.socket.terminate();
  await gone.closed;
  release.resolve();
  await held;
  await stays.until((frame) => frame.kind === 'refused' && frame.reason === 'not_logged_in');
  const heard = b.frames.filter(isEvent).length;
  bus.publish(`user.${bob.number}`, '{"type":"still"}');
  await b.until(() => b.frames.filter(isEvent).length > heard);
});

test('an open connection does not extend a session', async () => {
  const { world, bus, url } = await openLive();
  const ann = await world.person();
  const seen = async () => (await world.db.selectFrom('session').select('seen_at').executeTakeFirstOrThrow()).seen_at;
  const before = await seen();
  world.pass(days(1));
  await listenAs(url, bus, ann);
  expect(await seen()).toEqual(before);
  await ann.call(listSessions, {});
  expect(await seen()).toEqual(world.clock());
});

test('other origins and paths, too many connections, and long, binary or senseless messages are refused', async () => {
  const { world, url } = await openLive({ LIVE_PER_ADDRESS: 3 });
  await expect(listen(url, { origin: 'https://evil.example' })).rejects.toThrow('403');
  await expect(listen(url.replace('/live', '/other'))).rejects.toThrow('404');
  world.pass(seconds(1));
  const first = await listen(url);
  first.socket.send('{"op":"watch"');
  await first.until((frame) => frame.kind === 'refused' && frame.reason === 'bad_input');
  first.ask({ op: 'watch', watch: { topic: 'candles', symbol: 'NOPE', period: '1m' } });
  for (let i = 0; i < 18; i++)
    first.ask({ op: 'watch', watch: { topic: 'quotes', symbols: ['BTC', 'ETH', 'SOL', 'DOGE', 'BNB'].slice(i % 5) } });
  const periods = ['1s', '5s', '1m', '5m', '15m', '1h', '4h', '1d'] as const;
  for (const symbol of ['BTC', 'ETH'])
    for (const period of periods) first.ask({ op: 'watch', watch: { topic: 'candles', symbol, period } });
  await first.until((frame) => frame.kind === 'refused' && frame.reason === 'too_many');
  const second = await listen(url);
  second.socket.send('x'.repeat(5000));
  expect(await second.closed).toBe(1009);
  const third = await listen(url);
  third.socket.send(Buffer.from([1, 2, 3]));
  expect(await third.closed).toBe(1008);
  const open = await Promise.all([listen(url), listen(url)]);
  expect(open).toHaveLength(2);
  await expect(listen(url)).rejects.toThrow('503');
  for (let i = 0; i < 60; i++) open[0]!.socket.send('{}');
  expect(await open[0]!.closed).toBe(1008);
});

test('connections are counted by network, and a claimed address is ignored', async () => {
  const { url } = await openLive({ LIVE_PER_ADDRESS: 2, TRUST_PROXY: readTrust('1')! });
  const as = (forwarded: string) => listen(url, { 'x-forwarded-for': forwarded });
  await as('6.6.6.1, 203.0.113.7');
  await as('6.6.6.2, 203.0.113.7');
  await expect(as('6.6.6.3, 203.0.113.7')).rejects.toThrow('503');
  await as('2001:db8::1');
  await as('2001:db8:0:0:7::');
  await expect(as('2001:db8::3')).rejects.toThrow('503');
  await as('2001:db8:0:1::1');
});

test('a client that reconnects constantly must wait, and others need not', async () => {
  const { world, url } = await openLive({ LIVE_PER_ADDRESS: 2, TRUST_PROXY: readTrust('1')! });
  const as = (forwarded: string) => listen(url, { 'x-forwarded-for': forwarded });
  for (let i = 0; i < 4; i++) {
    const { socket, closed } = await as('2001:db8::1');
    socket.close();
    await closed;
  }
  await expect(as('2001:db8:0:0:9::')).rejects.toThrow('429');
  await as('2001:db8:0:1::1');
  world.pass(seconds(1));
  await as('2001:db8::1');
});

test("over https the stream reads the session from the cookie's https name", async () => {
  const https = 'https://glasshouse.example';
  const { world, url } = await openLive({ ORIGINS: [https] });
  const ann = await world.person();
  const token = ann.jar.get('glasshouse_session');
  const ask = async (name: string) => {
    const client = await listen(url, { origin: https, cookie: `${name}=${token}` });
    client.ask({ op: 'watch', watch: { topic: 'events' } });
    return client;
  };
  const planted = await ask('glasshouse_session');
  await planted.until((frame) => frame.kind === 'refused' && frame.reason === 'not_logged_in');
  const own = await ask('__Host-glasshouse_session');
  await saidUntilHeard(own, world.bus, ann);
});

test('an invalid address is refused without stopping the server', async () => {
  const { url } = await openLive();
  for (const target of ['//', 'http://[', '//live', '*', '/%', 'http://:/live', '/live/../live'])
    expect(await upgradeTo(url, target), target).toMatch(/^HTTP\/1\.1 404 /);
  await listen(`${url}?v=1`);
});

/** Requests an upgrade with raw bytes, and returns the answer. */
const upgradeTo = (url: string, target: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: ${origin}\r\n\r\n`,
      ),
    );
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy(new Error(`no answer to ${target}`)));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });

test('after a gap in the frames the client requests a snapshot, unless a frame has all prices', () => {
  const quote = {
    symbol: 'BTC',
    name: '',
    decimals: 2,
    price: '9.00',
    open: '9.00',
    change: '0.00',
    high: '9.00',
    low: '9.00',
  };
  const base = { of: 'quotes', time: 1, slot: 1, source: 'synthetic' };
  const quotes = [{ ...quote, volume: '1', spark: [], slot: 1 }];
  const board = follow(undefined, { ...base, kind: 'snapshot', seq: 1, quotes });
  const ticks = (seq: number, all: boolean): QuotesFrame => ({
    ...base,
    kind: 'ticks',
    seq,
    all,
    ticks: [['BTC', '10.00', '11.11']],
  });
  expect(follow(board, ticks(2, false))?.quotes.get('BTC')).toMatchObject({
    price: '10.00',
    high: '10.00',
    low: '9.00',
  });
  expect(follow(board, ticks(5, false))).toBeUndefined();
  expect(follow(board, ticks(5, true))).toMatchObject({ seq: 5 });
  expect(follow(undefined, ticks(1, true))).toBeUndefined();
});
