import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { coinById } from '@glasshouse/protocol/market/coins';
import { priceIn } from '@glasshouse/protocol/market/messages';
import { maxMessageSkew, msOf, slotAt } from '@glasshouse/protocol/market/tape';
import { writeTicks } from '@glasshouse/protocol/market/ticks-file';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createLog } from '#platform/observability/log.ts';
import { sha } from '#platform/security/signer.ts';
import { until } from '../../../../test/until.ts';
import { exchangeSource } from './exchange.ts';
import { replaySource } from './replay.ts';
import type { Source } from './source.ts';

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

/** The source's data for a slot, once its price is the expected one. */
async function told(source: Source, slot: number, price: bigint) {
  for (let i = 0; i < 200; i++) {
    const [first] = await source.at(slot);
    if (first?.price === price) return first;
    await wait(25);
  }
  throw new Error('did not happen within 5 s');
}

test('prices of an exchange arrive with our precision; nonsense is ignored, and stale coins have no price', async () => {
  const exchange = await openExchange();
  const now = Date.now();
  const source = exchangeSource(`ws://127.0.0.1:${exchange.port}`, () => new Date(now), createLog('silent'));
  onTestFinished(async () => {
    source.close();
    await exchange.close();
  });
  await until(() => exchange.asked.length === 1);
  expect(exchange.asked[0]).toContain('/stream?streams=btcusdt@miniTicker/ethusdt@miniTicker');
  const slot = slotAt(now) + 1; // messages are received within half a second before it
  expect(await source.at(slot)).toEqual([]);
  exchange.raw('not json');
  exchange.raw('{"data":{"e":"other"}}');
  exchange.say('NOPEUSDT', '5');
  exchange.say('ETHUSDT', '-3');
  exchange.say('BTCUSDT', '64123.455', '1000');
  exchange.say('BTCUSDT', '64123.456', '1750.9');
  await until(async () => (await source.at(slot)).length === 1);
  exchange.say('BTCUSDT', '64123.5', '1800');
  const first = await told(source, slot, 6_412_350n);
  // The first slot made from a message has the message, and every slot has its hash.
  const host = `exchange/127.0.0.1:${exchange.port}`;
  expect(first.heard).toEqual({ source: host, at: now, message: sha(first.raw!) });
  expect(priceIn(host, Buffer.from(first.raw!).toString(), coinById(1)!)).toBe(6_412_350n);
  expect(await source.at(slot)).toEqual([{ ...first, volume: 0n, raw: undefined }]);
  // Six slots after it was received it is 3 s old, so the coin has no price.
  const last = slotAt(now + maxMessageSkew);
  expect((await source.at(last)).length).toBe(1);
  expect(await source.at(last + 1)).toEqual([]);
  exchange.say('BTCUSDT', '64000');
  await told(source, slot, 6_400_000n);
  // An oversized message is ignored, because it would be stored.
  const text = (s: string, c: string) => JSON.stringify({ data: { e: '24hrMiniTicker', s, c, q: '1' } });
  exchange.raw(text('ETHUSDT', '3000').padEnd(1025));
  exchange.raw(text('BTCUSDT', '63000').padEnd(1024));
  await told(source, slot, 6_300_000n);
  expect(await source.at(slot)).toHaveLength(1);
});

test('an exchange whose address cannot be signed is refused when it is opened', () => {
  const open = () => exchangeSource('ws://[::1]:9', () => new Date(), createLog('silent'));
  expect(open).toThrow('cannot be signed with the name exchange/[::1]:9');
});

test('a disconnected or silent exchange is reconnected', async () => {
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
  await until(async () => (await source.at(slotAt(Date.now()))).length === 1);
  ahead += 6000; // no message for six seconds
  await until(() => again.asked.length === 2);
});

test('recorded files are replayed with their original timing and gaps', async () => {
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
  const [again] = await source.at(5005);
  expect(again!.heard).toEqual({ source: 'replay', at: msOf(5005), message: sha(again!.raw!) });
  expect(priceIn('replay', Buffer.from(again!.raw!).toString(), coinById(1)!)).toBe(100n);
});
