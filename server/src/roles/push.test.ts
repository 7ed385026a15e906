import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Board, follow, type LiveFrame, type LiveRequest, type QuotesFrame } from '@glasshouse/protocol/live';
import { listCandles, listMarket } from '@glasshouse/protocol/market';
import { endSession, listSessions } from '@glasshouse/protocol/session';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTape } from '../../test/tape.ts';
import { newWorld, origin, type World } from '../../test/world.ts';
import { closeMinutes } from '../market/candles.ts';
import { minuteSubject, tickSubject, tickText } from '../market/messages.ts';
import { openBus } from '../platform/bus.ts';
import { startPush } from './push.ts';

async function openLive(settings: Partial<World['config']> = {}) {
  const world = await newWorld();
  const tape = await openTape(world);
  const bus = await openBus(world.config.NATS_URL, world.config.DATABASE_URL, world.log);
  const live: { upgrade?: never } = {};
  const config = { ...world.config, ...settings };
  const role = await startPush({ ...world, config, bus, live });
  const server = createServer().listen(0, '127.0.0.1');
  server.on('upgrade', (...upgraded) => (live.upgrade as unknown as (...all: unknown[]) => void)(...upgraded));
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(async () => {
    await role.stop();
    server.close();
    await bus.close();
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
  /** Writes a slot and says so, as the feed does. */
  const tick = async (slot: number, ...prices: number[]) => {
    const previous = tape.tape.last;
    await tape.write(slot, ...prices);
    const ticks = prices.map((price, i) => ({ symbol: i + 1, price: BigInt(price), volume: 10n }));
    bus.publish(tickSubject, tickText({ slot, previous, source: 'synthetic', ticks }));
  };
  return { world, tape, bus, url, tick, start: tape.now() - (tape.now() % 120) };
}

/** A client that keeps what it hears. */
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
    for (let i = 0; i < 200; i++) {
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

test('a snapshot first, then every tick in order; the board a client keeps is the one the server answers', async () => {
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

test('a list hears only its coins, and one channel is shared by all who ask for the same', async () => {
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

test('what the bus loses is found in the database', async () => {
  const { tape, url, tick, start } = await openLive();
  await tick(start, 6_400_000);
  const client = await listen(url);
  client.ask({ op: 'watch', watch: { topic: 'quotes' } });
  await client.until((frame) => frame.kind === 'snapshot');
  await tape.write(start + 1, 6_400_100); // committed, never said
  await tick(start + 2, 6_400_200);
  await client.until((frame) => frame.kind === 'ticks' && frame.slot === start + 2);
  expect(client.frames.filter((frame) => frame.kind === 'ticks').map((frame) => frame.slot - start)).toEqual([1, 2]);
  await tape.write(start + 3, 6_400_300); // and nothing said at all from here on
  await client.until((frame) => frame.kind === 'ticks' && frame.slot === start + 3);
});

test('candles go on from what the call answered, over the change of a minute', async () => {
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

test('own events need a session, reach nobody else, and end with the session', async () => {
  const { world, bus, url } = await openLive();
  const [ann, bob] = [await world.person(), await world.person()];
  const cookie = (person: typeof ann) => ({ cookie: `glasshouse_session=${person.jar.get('glasshouse_session')}` });
  const [a, b, stranger] = [await listen(url, cookie(ann)), await listen(url, cookie(bob)), await listen(url)];
  for (const client of [a, b, stranger]) client.ask({ op: 'watch', watch: { topic: 'events' } });
  await stranger.until((frame) => frame.kind === 'refused' && frame.reason === 'not_logged_in');
  await wait(300);
  bus.publish(`user.${ann.number}`, JSON.stringify({ name: 'order_settled', id: 7 }));
  expect(await a.until((frame) => frame.kind === 'event')).toMatchObject({ event: { name: 'order_settled', id: 7 } });
  await wait(200);
  expect([...b.frames, ...stranger.frames].filter((frame) => frame.kind === 'event')).toEqual([]);
  const sessions = await ann.call(listSessions, {});
  expect((await ann.call(endSession, { id: sessions.data.list[0]!.id })).code).toBe(200);
});

test('a slow client gets the newest, never a queue', async () => {
  const { url, tick, start } = await openLive();
  await tick(start, 6_400_000);
  const slow = await listen(url);
  slow.ask({ op: 'watch', watch: { topic: 'quotes' } });
  await slow.until((frame) => frame.kind === 'snapshot');
  slow.socket.pause();
  // Snapshots are asked for until the socket's buffers are full; from then on the server must leave frames out.
  for (let i = 0; i < 30; i++) slow.ask({ op: 'again', watch: { topic: 'quotes' } });
  for (let i = 1; i < 20; i++) await tick(start + i, 6_400_000 + i);
  slow.socket.resume();
  await tick(start + 30, 6_500_000);
  await slow.until((frame) => 'slot' in frame && frame.slot === start + 30);
  expect(boardOf(slow.frames)?.quotes.get('BTC')?.price).toBe('65000.00');
});

test('other origins, other paths, too many connections, long, binary and senseless messages are refused', async () => {
  const { url } = await openLive({ LIVE_PER_ADDRESS: 3 });
  await expect(listen(url, { origin: 'https://evil.example' })).rejects.toThrow('403');
  await expect(listen(url.replace('/live', '/other'))).rejects.toThrow('404');
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

test('a hole in the frames means asking again, unless a frame has all prices', () => {
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

test('an address that is no address is refused, and the server lives on', async () => {
  const { url } = await openLive();
  for (const target of ['//', 'http://[', '//live', '*', '/%', 'http://:/live', '/live/../live'])
    expect(await upgradeTo(url, target), target).toMatch(/^HTTP\/1\.1 404 /);
  await listen(`${url}?v=1`);
});

/** Asks for an upgrade in bytes of our own choosing, and answers what came back. */
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
