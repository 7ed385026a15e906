import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as createRawServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { Coin } from '../protocol/src/market/coins.ts';
import { liveRequest } from '../protocol/src/market/live-request.ts';
import { openLocalBeacon } from '../server/src/evidence/beacon/local.ts';
import { runFeed } from '../server/src/evidence/market/feed.ts';
import { openMarketTopics } from '../server/src/evidence/market/live.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { textFrame } from '../server/src/platform/http/frames.ts';
import { openChannel, openHub, send } from '../server/src/platform/http/live.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { openBus } from '../server/src/platform/runtime/bus.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { readConfig } from '../server/src/platform/runtime/config.ts';
import { openSigner } from '../server/src/platform/security/signer.ts';

// `tape-process.ts feed` or `push`: the same parts as those roles, with the number of coins given in SYMBOLS.
export type Flood = { flood: 'raw' | 'live'; milliseconds: number };
export type Report = { ready: true } | { slot: number; milliseconds: number } | { rounds: number };
const tell = (told: Report) => process.send!(told);

const coins = Array.from(
  { length: Number(process.env.SYMBOLS) },
  (_, i): Coin => ({
    id: i + 1,
    symbol: `C${String(i + 1).padStart(4, '0')}` as Coin['symbol'],
    name: `Coin ${i + 1}`,
    decimals: 4,
    start: 1_000_000n,
    volatility: 70,
    beta: 110,
    turnover: 50_000,
  }),
);
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const bus = openBus(config.NATS_URL, config.DATABASE_URL, log);

await bus.opened;

async function feed(): Promise<void> {
  const beacon = await openLocalBeacon({ secret: randomBytes(32), clock: systemClock, host: '127.0.0.1', port: 0 });
  runFeed({
    db: openDb(openPool(config.FEED_DATABASE_URL!, 3, () => {})),
    bus,
    clock: systemClock,
    log,
    signer: openSigner(config.TAPE_SIGNING_KEY!),
    source: { seedKeys: [randomBytes(32)], chain: beacon.chain, urlOf: () => beacon.url },
    historyMinutes: 0,
    coins,
    onSlot: (slot, milliseconds) => tell({ slot, milliseconds }),
  });
}

async function push(): Promise<void> {
  const db = openDb(openPool(config.DATABASE_URL, 4, () => {}));
  const market = openMarketTopics({ db, bus, clock: systemClock, log, coins });
  const all = market.open({ topic: 'quotes' })!;
  const ticks = coins.map((coin) => `["${coin.symbol}","101.2345","1.23"]`).join(',');
  const text = `{"of":"quotes","kind":"flood","seq":1,"time":1,"slot":1,"source":"synthetic","ticks":[${ticks}]}`;
  const frame = textFrame(text);
  const flooded = openChannel('flood', () => frame);
  const hub = openHub({
    config,
    clock: systemClock,
    log,
    longest: 4096,
    hear: (client, text) => {
      if (liveRequest.safeParse(JSON.parse(text)).success)
        for (const channel of [all, flooded]) hub.join(client, channel);
    },
    left: () => {},
  });
  const server = createServer().on('upgrade', hub.upgrade);
  await new Promise<void>((resolve) => server.listen(config.LIVE_PORT, '127.0.0.1', 4096, resolve));
  const raw = new Set<Socket>();
  // The same socket options as a live connection.
  const rawServer = createRawServer({ noDelay: true }, (socket) => {
    raw.add(socket.on('error', () => raw.delete(socket)).on('close', () => raw.delete(socket)));
  });
  await new Promise<void>((resolve) => rawServer.listen(config.LIVE_PORT! + 1, '127.0.0.1', 4096, resolve));

  // Both ways write the same bytes, skip clients that have not read the last ones, and yield after each round.
  const writeRaw = () => {
    for (const socket of raw) if (socket.writableLength === 0) socket.write(frame);
  };
  process.on('message', async ({ flood, milliseconds }: Flood) => {
    const until = performance.now() + milliseconds;
    let rounds = 0;
    for (; performance.now() < until; rounds++) {
      if (flood === 'raw') writeRaw();
      else send({ channel: flooded, frame });
      await turn();
    }
    tell({ rounds });
  });
}

if (process.argv[2] === 'feed') await feed();
else await push();
tell({ ready: true });
