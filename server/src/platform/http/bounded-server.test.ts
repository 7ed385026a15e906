import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Room } from '../database/connections.ts';
import { readTrust } from './addresses.ts';
import { createBoundedServer } from './bounded-server.ts';

/** A server whose answers are large and take a moment. It reports the maximum number of concurrent answers. */
async function openServer(room: Room = { connections: 10 }, { size = 100_000, held = async () => {} } = {}) {
  let [now, most, all] = [0, 0, 0];
  const server = createBoundedServer((_, response) => {
    all++;
    most = Math.max(most, ++now);
    response.prependOnceListener('close', () => now--);
    void held().then(() => setTimeout(() => response.end('x'.repeat(size)), 5));
  }, room);
  let seen = 0;
  server.on('connection', () => seen++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const before = seen;
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    await expect.poll(() => seen, { interval: 5 }).toBe(before + 1);
    return socket;
  };
  return { open, most: () => most, all: () => all };
}

const ask = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
/** Reads until an answer arrives, or the connection ends. */
const answered = (socket: Socket, size = 100_000) =>
  new Promise<boolean>((resolve) => {
    let heard = 0;
    const hear = ({ length }: Buffer) => {
      heard += length;
      if (heard < size) return;
      socket.off('data', hear);
      resolve(true);
    };
    socket.on('data', hear).resume();
    socket.once('close', () => resolve(false));
  });
/** Which of these are still open and get answers; a disconnected client finds its connection closed. */
const left = (sockets: Socket[]) =>
  Promise.all(
    sockets.map((socket) => {
      const heard = socket.destroyed ? false : answered(socket);
      socket.write(ask);
      return heard;
    }),
  );

test('a connection gets one answer at a time, and a flood of requests in one packet is disconnected', async () => {
  const { open, most, all } = await openServer();
  const socket = await open();
  socket.pause().write(ask.repeat(12));
  socket.resume();
  await expect.poll(all).toBe(12);
  expect(most()).toBe(1);
  const greedy = await open();
  const closed = new Promise((resolve) => greedy.once('close', resolve));
  greedy.resume().write(ask.repeat(1000));
  await closed;
  expect(most()).toBeLessThanOrEqual(2);
});

test('sequential requests on one connection have no limit', async () => {
  const { open, all } = await openServer();
  const socket = await open();
  socket.setMaxListeners(0);
  for (let i = 1; i <= 50; i++) {
    socket.write(ask);
    expect(await answered(socket)).toBe(true);
    expect(all()).toBe(i);
  }
});

test('when all connections are in use, the longest idle one is closed, never one that is being answered', async () => {
  let letGo = () => {};
  let holding = Promise.resolve();
  const { open, all } = await openServer({ connections: 2 }, { held: () => holding });
  const [first, second] = [await open(), await open()];
  first.write(ask);
  expect(await answered(first)).toBe(true); // now the second has been idle for longer
  const third = await open();
  expect(await left([first, second, third])).toEqual([true, false, true]);
  holding = new Promise((resolve) => {
    letGo = resolve;
  });
  first.write(ask);
  third.write(ask);
  await expect.poll(all).toBe(5); // one earlier request each, and these two
  expect(await left([await open()])).toEqual([false]);
  letGo();
  expect(await left([first, third])).toEqual([true, true]);
});

test('one network has its share of the connections; our own proxy has all', async () => {
  const { open } = await openServer({ connections: 10, perAddress: 2 });
  const sockets = [await open('127.0.0.2'), await open(), await open(), await open()];
  expect(await left(sockets)).toEqual([true, false, true, true]);
  const proxied = await openServer({ connections: 10, perAddress: 2, trusts: readTrust('127.0.0.1')! });
  const through = [await proxied.open(), await proxied.open(), await proxied.open()];
  expect(await left(through)).toEqual([true, true, true]);
});

test('unread answers have a bound: the connection that has not read for the longest is closed first', async () => {
  const size = 16 * 1024 * 1024;
  const { open, all } = await openServer({ connections: 100 }, { size });
  const deaf: Socket[] = [];
  for (let i = 0; i < 8; i++) {
    const socket = await open();
    socket.pause().write(ask);
    deaf.push(socket);
  }
  await expect.poll(all).toBe(8);
  const reader = await open();
  reader.write(ask);
  expect(await answered(reader, size)).toBe(true);
  const whole = await Promise.all(deaf.map((socket) => answered(socket, size)));
  expect(whole.slice(0, 4)).toEqual([false, false, false, false]);
  expect(whole.at(-1)).toBe(true);
});
