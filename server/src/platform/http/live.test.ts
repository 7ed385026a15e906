import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { until } from '../../../test/until.ts';
import { createLog } from '../observability/log.ts';
import { readConfig } from '../runtime/config.ts';
import { textFrame } from './frames.ts';
import { type Client, openChannel, openHub, refused, send } from './live.ts';

const origin = 'http://127.0.0.1:4100';
const config = readConfig({
  DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
  NATS_URL: 'nats://127.0.0.1:4222',
  ORIGINS: origin,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'x@y.example',
});
const frameBytes = 1 << 20;
/** A hub with one channel whose frames are so large that a few of them fill every buffer between server and client. */
async function openLarge({ autoPong = true } = {}) {
  let ahead = 0;
  let newest = 0;
  const frame = () => textFrame(`${newest} `.padEnd(frameBytes, '.'));
  const channel = openChannel('large', frame);
  const clients: Client[] = [];
  let heard = 0;
  const hub = openHub({
    config,
    clock: () => new Date(Date.now() + ahead),
    log: createLog('silent'),
    longest: 4096,
    hear: (client) => {
      heard++;
      if (client.channels.size > 0) return hub.again(client, channel);
      clients.push(client);
      hub.join(client, channel);
    },
    left: () => {},
  });
  const server = createServer().on('upgrade', hub.upgrade).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    hub.close();
    server.close();
  });
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/live`, {
    headers: { origin },
    autoPong,
  });
  const told: number[] = [];
  socket.on('message', (data) => {
    const number = Number.parseInt(data.toString(), 10);
    if (!Number.isNaN(number)) told.push(number); // the rest are beats
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  onTestFinished(() => socket.terminate());
  socket.send('watch');
  await until(() => told.length === 1);
  return {
    hub,
    server,
    socket,
    told,
    closed,
    client: clients[0]!,
    heard: () => heard,
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    publish: () => {
      newest++;
      send({ channel, frame: frame() });
    },
  };
}

test('a slow client gets the newest frame instead of a queue', async () => {
  const { socket, told, client, publish } = await openLarge();
  socket.pause();
  for (let i = 0; i < 60; i++) {
    publish();
    await wait(1);
  }
  // One frame is being sent, and none is queued.
  expect(client.socket.writableLength).toBeGreaterThan(0);
  expect(client.socket.writableLength).toBeLessThan(2 * frameBytes);
  socket.resume();
  await until(() => client.socket.writableLength === 0);
  publish();
  await until(() => told.at(-1) === 61);
  expect(told.length).toBeLessThan(30);
  expect(told).toEqual([...told].sort((a, b) => a - b));
});

test('frames of several channels for one client are written in one piece', async () => {
  const { hub, told, client } = await openLarge();
  const channels = ['first', 'second', 'third'].map((name) => openChannel(name));
  for (const channel of channels) hub.join(client, channel);
  const writes = vi.spyOn(client.socket, 'write');
  send(...channels.map((channel, i) => ({ channel, frame: textFrame(String(i + 1)) })));
  await until(() => told.length === 4);
  expect(told.slice(1)).toEqual([1, 2, 3]);
  expect(writes).toHaveBeenCalledTimes(1);
});

test('only one piece of limited size is buffered per client, however many channels it has; the rest follows when it reads', async () => {
  const { hub, told, client } = await openLarge();
  const frameOf = (i: number) => textFrame(`${i + 1} `.padEnd(10_000, '.'));
  const channels = Array.from({ length: 14 }, (_, i) => openChannel(`list ${i}`));
  for (const channel of channels) hub.join(client, channel);
  const writes = vi.spyOn(client.socket, 'write');
  const publish = (first: number) =>
    send(...channels.slice(first).map((channel, i) => ({ channel, frame: frameOf(first + i) })));
  publish(0);
  expect((writes.mock.calls[0]![0] as Buffer).length).toBeLessThan(30_000);
  for (let first = 2; first < 14; first += 2) {
    await until(() => told.length === 1 + first && client.socket.writableLength === 0);
    publish(first);
  }
  await until(() => told.length === 15);
  expect(told.slice(1)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1));
});

test('for a client that requests snapshots without reading, only one is buffered, and it gets the newest when it reads', async () => {
  const { socket, told, client, heard, publish } = await openLarge();
  socket.pause();
  for (let asked = 1; asked < 36; asked++) {
    socket.send('again');
    await until(() => heard() === asked + 1);
    await wait(2);
  }
  expect(client.socket.writableLength).toBeGreaterThan(0);
  expect(client.socket.writableLength).toBeLessThan(2 * frameBytes);
  publish(); // skipped, and nothing follows it
  socket.resume();
  await until(() => told.at(-1) === 1);
}, 20_000);

test('a client that pings without reading the answers is disconnected', async () => {
  const { socket, client, closed } = await openLarge();
  socket.pause();
  for (let i = 0; i < 60; i++) socket.ping('x'.repeat(125));
  await until(() => client.turns < 0);
  expect(client.socket.writableLength).toBeLessThan(frameBytes);
  socket.resume();
  expect(await closed).toBe(1008);
});

test('a client that answers is kept however long this process hung; one that does not is disconnected', async () => {
  const [here, deaf] = [await openLarge(), await openLarge({ autoPong: false })];
  let gone = false;
  here.socket.on('close', () => {
    gone = true;
  });
  await until(() => deaf.client.askedAt !== undefined);
  for (const { pass } of [here, deaf]) pass(31_000);
  await deaf.closed;
  await wait(5500); // until every client was asked once more
  expect(gone).toBe(false);
}, 30_000);

test('a ping is answered with its own bytes', async () => {
  const { socket } = await openLarge();
  const answered = new Promise((resolve) => socket.once('pong', (data) => resolve(data.toString())));
  socket.ping('still there?');
  expect(await answered).toBe('still there?');
});

const upgrade = (path: string, from: string) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: ${from}\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;

test('a refused client that never closes its side is disconnected, and refusals count as openings', async () => {
  const { server } = await openLarge();
  const { port } = server.address() as AddressInfo;
  const held = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const ask = (path: string, from: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => {});
      socket.on('data', (data) => resolve(data.toString().slice(9, 12)));
      socket.write(upgrade(path, from));
    });
  const answers = [];
  for (let i = 0; i < 80; i++) answers.push(await ask('/live', 'https://evil.example'), await ask('/other', origin));
  expect([...new Set(answers)].sort()).toEqual(['403', '404', '429']);
  const { values } = await refused.get();
  expect(values.map(({ labels }) => labels.reason).sort()).toEqual(['often', 'origin', 'path']);
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(answers.length);
  for (let i = 0; i < 100 && (await held()) > 1; i++) await wait(20);
  expect(await held()).toBe(1);
});
