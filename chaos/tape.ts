import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { coinBySymbol, formatPrice } from '../protocol/src/market/coins.ts';
import { slotAt } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { appRole, feedRole, logRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { auditTape } from '../server/src/evidence/market/audit.ts';
import { auditLog } from '../server/src/evidence/publiclog/audit.ts';
import { newestCheckpoint } from '../server/src/evidence/publiclog/sql.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { products } from '../server/src/roles/products.ts';
import { startChild, stopChild } from '../server/test/child.ts';
import { beaconFor, newSigningKey } from '../server/test/signing-key.ts';
import { seeded } from './random.ts';
import { openTapeClient, type TapeClient } from './tape-clients.ts';

const database = 'glasshouse_chaos_tape';
const origin = 'http://127.0.0.1:1';
const rounds = Number(process.env.TAPE_ROUNDS ?? 15);
const clientCount = 60;
const maxSeconds = 15;
const startSeconds = 60; // six processes start at once, next to any other load on the machine
type Part = { child: ChildProcess; leads: boolean };

/** Starts a role in a separate process that can be killed and restarted. */
function startRole(role: 'feed' | 'push' | 'log' | 'beacon', env: Record<string, string>): Part {
  const child = startChild(process.execPath, ['server/src/main.ts', role], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const part: Part = { child, leads: false };
  child.stdout!.on('data', (chunk) => {
    if (/writes the (tape|public log)/.test(String(chunk))) part.leads = true;
    if (String(chunk).includes('begins again')) part.leads = false;
  });
  return part;
}
const kill = ({ child }: Part) => stopChild(child, 'SIGKILL');

/** Waits until the tape continues and every client has received it. Returns the seconds it took. */
async function recovered(clients: readonly TapeClient[], most = maxSeconds): Promise<number> {
  const began = performance.now();
  const from = slotAt(Date.now());
  while (clients.some((client) => client.newestSlot() <= from)) {
    if (performance.now() - began > most * 1000) {
      const late = clients.filter((client) => client.newestSlot() <= from).length;
      throw new Error(`${late} of ${clients.length} clients received nothing for ${most} s`);
    }
    await wait(50);
  }
  return (performance.now() - began) / 1000;
}

/**
 * Kills feeds, log writers, NATS, pushes, the beacon and PostgreSQL backends under load, then recomputes tape and log
 * and compares them with everything that clients received.
 */
export async function drillTape(): Promise<void> {
  await prepareDatabase(database);
  const nats = await startNats();
  const ports = [await freePorts(), await freePorts()];
  const env = (port: number) => ({
    PATH: process.env.PATH ?? '',
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    LOG_DATABASE_URL: urlFor(database, logRole),
    LOG_SIGNING_KEY: newLogKey,
    TAPE_SIGNING_KEY: key,
    ...beacon,
    TAPE_HISTORY_MINUTES: '2',
    NATS_URL: nats.url,
    LIVE_PORT: String(port),
    HTTP_PER_ADDRESS: '1000',
    LIVE_PER_ADDRESS: '1000',
    OPS_PORT: '0',
    ORIGINS: origin,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'drill@glasshouse.example',
    LOG_LEVEL: 'info',
  });
  const [key, newLogKey] = [newSigningKey(), newSigningKey()];
  const beacon = beaconFor(await freePorts());
  const random = seeded(Number(process.env.SEED ?? 1));
  let source = startRole('beacon', env(0));
  const feeds = [startRole('feed', env(0)), startRole('feed', env(0))];
  const logs = [startRole('log', env(0)), startRole('log', env(0))];
  const pushes = ports.map((port) => startRole('push', env(port)));
  const clients = Array.from({ length: clientCount }, (_, i) =>
    openTapeClient(
      ports.map((port) => `ws://127.0.0.1:${port}/live`),
      origin,
      i,
    ),
  );
  let worst = 0;
  const killLeader = async (role: 'feed' | 'log', all: Part[]) => {
    const i = Math.max(
      0,
      all.findIndex((one) => one.leads),
    );
    await kill(all[i]!);
    all[i] = startRole(role, env(0));
  };
  const faults: Record<string, () => Promise<void>> = {
    feed: () => killLeader('feed', feeds),
    log: () => killLeader('log', logs),
    nats: async () => {
      await nats.kill();
      await wait(1500);
      await nats.start();
    },
    push: async () => {
      const i = Math.floor(random() * pushes.length);
      await kill(pushes[i]!);
      pushes[i] = startRole('push', env(ports[i]!));
    },
    backend: killBackend,
    // Down for longer than a round: the tape waits, then writes every slot of that time.
    beacon: async () => {
      await kill(source);
      await wait(7000);
      source = startRole('beacon', env(0));
    },
  };
  try {
    await wait(4000);
    await recovered(clients, startSeconds);
    const names = Object.keys(faults);
    for (let round = 0; round < rounds; round++) {
      const name = names[round % names.length]!;
      await wait(1000 + random() * 2000);
      await faults[name]!();
      const seconds = await recovered(clients);
      await logGoesOn();
      worst = Math.max(worst, seconds);
      console.log(`round ${round + 1}: killed ${name}, every client continued after ${seconds.toFixed(1)} s`);
    }
    await wait(2000);
  } finally {
    for (const client of clients) client.close();
    await Promise.all([source, ...feeds, ...logs, ...pushes].map(kill));
    await nats.kill();
  }
  await judge(clients, worst);
}

/** Waits until the public log is signed again. */
async function logGoesOn(): Promise<void> {
  const pool = openPool(urlFor(database, ownerRole), 1, () => {});
  const began = new Date();
  const newest = () => newestCheckpoint(openDb(pool)).catch(() => undefined);
  for (let at: Date | undefined; !at || at <= began; at = (await newest())?.at) {
    if (Date.now() - began.getTime() > maxSeconds * 1000) throw new Error(`the log was not signed for ${maxSeconds} s`);
    await wait(100);
  }
  await pool.end();
}

async function killBackend(): Promise<void> {
  const admin = openPool(urlFor(database, 'postgres'), 1, () => {}); // the entire server restarts, including this connection
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where datname = current_database() and usename in ('${feedRole}', '${appRole}', '${logRole}') order by random() limit 1`,
  );
  process.kill(rows[0].pid, 'SIGKILL');
  await admin.end().catch(() => {});
}

async function judge(clients: readonly TapeClient[], worst: number): Promise<void> {
  const pool = openPool(urlFor(database, appRole), 2, () => {});
  const db = openDb(pool);
  const audit = await auditTape(db);
  const owner = openPool(urlFor(database, ownerRole), 1, () => {});
  const logAudit = await auditLog(openDb(owner), products);
  await owner.end();
  const ticks = await db.selectFrom('tick').select(['symbol', 'slot', 'price']).execute();
  const stored = new Map(ticks.map((tick) => [`${tick.symbol} ${tick.slot}`, tick.price]));
  const gaps = await db.selectFrom('tape_gap').selectAll().where('reason', '<>', 'history').execute();
  const late = await db.selectFrom('tape_late').selectAll().execute();
  await pool.end();
  let [heard, lost, rewritten] = [0, 0, 0];
  for (const client of clients) {
    rewritten += client.changed.length;
    for (const [key, price] of client.heard) {
      const [symbol, slot] = key.split(' ');
      const coin = coinBySymbol(symbol!)!;
      const kept = stored.get(`${coin.id} ${slot}`);
      heard++;
      if (kept === undefined) lost++;
      else if (formatPrice(kept, coin.decimals) !== price) rewritten++;
    }
  }
  const longest = Math.max(0, ...late.map((one) => Number(one.written_slot - one.first_slot))) / 2;
  for (const fault of logAudit.faults) console.log(`log: ${JSON.stringify(fault)}`);
  for (const fault of audit.faults) console.log(`fault: ${JSON.stringify(fault)}`);
  console.log(
    `tape lost=${lost} rewritten=${rewritten} faults=${audit.faults.length} log_faults=${logAudit.faults.length} leaves=${logAudit.leaves} checkpoints=${logAudit.checkpoints} rounds=${rounds} ticks=${audit.ticks} heard=${heard} gaps=${gaps.length} latest=${longest.toFixed(1)}s slowest_client=${worst.toFixed(1)}s`,
  );
  if (lost + rewritten + audit.faults.length + logAudit.faults.length + gaps.length > 0) process.exitCode = 1;
}
