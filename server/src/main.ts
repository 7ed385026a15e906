import { openBus } from './platform/bus.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDb, openPool } from './platform/db.ts';
import { createLog } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { openOps } from './platform/ops.ts';
import { startApi } from './roles/api.ts';
import { startFeed } from './roles/feed.ts';
import { startOffice } from './roles/office.ts';
import type { Process, Role } from './roles/process.ts';
import { startPush } from './roles/push.ts';
import { startSettle } from './roles/settle.ts';
import { startWorker } from './roles/worker.ts';

// `main.ts api worker` starts those roles in one process; `main.ts all` starts every one.
const starters = {
  api: startApi,
  worker: startWorker,
  feed: startFeed,
  push: startPush,
  settle: startSettle,
  office: startOffice,
};
type Name = keyof typeof starters;
const stopWithin = 10_000;

function rolesNamed(words: string[]): Name[] {
  const names = Object.keys(starters) as Name[];
  if (words.length === 1 && words[0] === 'all') return names;
  if (words.length > 0 && words.every((word) => names.includes(word as Name))) return words as Name[];
  throw new Error(`Say which roles to start: all, or some of: ${names.join(' ')}`);
}

const names = rolesNamed(process.argv.slice(2));
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const metrics = createMetrics();
const pool = openPool(config.DATABASE_URL, config.DATABASE_CONNECTIONS, (error) =>
  log.warn({ err: error }, 'database'),
);
metrics.watchPool(pool);
const bus = await openBus(config.NATS_URL, config.DATABASE_URL, log);
const shared: Process = { config, clock: systemClock, log, pool, db: openDb(pool), bus, metrics, live: {} };
const ops = await openOps(config.HTTP_HOST, config.OPS_PORT, { ...shared, development: config.DEVELOPMENT });
const roles: Role[] = [];
for (const name of names) roles.push(await starters[name](shared));
ops.started();
log.info({ roles: names, ops: ops.port }, 'started');

let stopping = false;
async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'stopping');
  ops.drain();
  setTimeout(() => {
    log.error('did not stop in time');
    process.exit(1);
  }, stopWithin).unref();
  await Promise.all(roles.map((role) => role.stop()));
  await Promise.all([bus.close(), ops.close(), pool.end()]);
  log.info('stopped');
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
