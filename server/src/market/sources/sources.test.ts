import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { coinById } from '@glasshouse/protocol/market/coins';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLog } from '../../platform/log.ts';
import { exchangeSource } from './exchange.ts';
import { replaySource } from './replay.ts';

/** A local server that speaks the combined mini-ticker protocol of a public exchange. */
async function openExchange(port = 0) {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.once('listening', resolve));
  const sockets = new Set<WebSocket>();
  const asked: string[] = [];
  server.on('connection', (socket, request) => {
    sockets.add(socket);
    asked.push(request.url ?? '');
  });
  const close = () => {
    for (const socket of sockets) socket.terminate();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    port: (server.address() as { port: number }).port,
    asked,
    close,
    raw: (text: string) => {
      for (const socket of sockets) socket.send(text);
    },
    say: (symbol: string, c: string, q = '1000.5') => {
      const data = { e: '24hrMiniTicker', E: 1, s: symbol, c, o: '1', h: '1', l: '1', v: '1', q };
      for (const socket of sockets) socket.send(JSON.stringify({ stream: `${symbol.toLowerCase()}@miniTicker`, data }));
    },
  };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await condition()) return;
    await wait(25);
  }
  throw new Error('did not happen within 5 s');
}

test('an exchange’s prices arrive in our precision; nonsense is left out; what is stale has no price', async () => {
  const exchange = await openExchange();
  let now = Date.now();
  const source = exchangeSource(`ws://127.0.0.1:${exchange.port}`, () => new Date(now), createLog('silent'));
  onTestFinished(async () => {
    source.close();
    await exchange.close();
  });
  await until(() => exchange.asked.length === 1);
  expect(exchange.asked[0]).toContain('/stream?streams=btcusdt@miniTicker/ethusdt@miniTicker');
  expect(await source.at(1)).toEqual([]);
  exchange.raw('not json');
  exchange.raw('{"data":{"e":"other"}}');
  exchange.say('NOPEUSDT', '5');
  exchange.say('ETHUSDT', '-3');
  exchange.say('BTCUSDT', '64123.455', '1000');
  exchange.say('BTCUSDT', '64123.456', '1750.9');
  await until(async () => (await source.at(1)).length === 1);
  exchange.say('BTCUSDT', '64123.5', '1800');
  await until(async () => (await source.at(2))[0]?.price === 6_412_350n);
  now += 2999;
  expect((await source.at(3)).length).toBe(1);
  now += 2;
  expect(await source.at(4)).toEqual([]);
  exchange.say('BTCUSDT', '64000');
  await until(async () => (await source.at(5))[0]?.price === 6_400_000n);
});

test('a lost or silent exchange is connected to again', async () => {
  const exchange = await openExchange();
  const { port } = exchange;
  let ahead = 0;
  const source = exchangeSource(`ws://127.0.0.1:${port}`, () => new Date(Date.now() + ahead), createLog('silent'));
  onTestFinished(() => source.close());
  await until(() => exchange.asked.length === 1);
  await exchange.close();
  const again = await openExchange(port);
  onTestFinished(() => again.close());
  await until(() => again.asked.length === 1);
  again.say('BTCUSDT', '64000');
  await until(async () => (await source.at(1)).length === 1);
  ahead += 6000; // nothing was heard for six seconds
  await until(() => again.asked.length === 2);
});

test('recorded files are played again in their own rhythm, gaps included', async () => {
  const hash = '0'.repeat(64);
  const line = (slot: number, price: bigint) => ({ slot, price, volume: 3n, hash });
  const record = (symbol: number, slots: number[]) =>
    writeTicks(
      { symbol, before: hash, ticks: slots.map((slot) => line(slot, BigInt(slot))), proof: undefined },
      coinById(symbol)!,
    );
  const path = join(tmpdir(), `replay-${process.pid}.csv`);
  writeFileSync(path, record(1, [100, 101, 104]) + record(2, [101]));
  onTestFinished(() => rmSync(path));
  const source = replaySource(path);
  const played = [];
  for (let slot = 5000; slot < 5006; slot++) played.push((await source.at(slot)).map((tick) => tick.price));
  expect(played).toEqual([[100n], [101n, 101n], [], [], [104n], [100n]]);
});
