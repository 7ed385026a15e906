import { openDb, openPool } from '#platform/database/db.ts';
import { createLog } from '#platform/observability/log.ts';
import { createMetrics, watchGround } from '#platform/observability/metrics.ts';
import { type Ops, openOps } from '#platform/observability/ops.ts';
import { openTraces } from '#platform/observability/trace.ts';
import { openBuses } from '#platform/runtime/bus.ts';
import { isBusRole, type RoleName, roleNames, seedLine } from '#platform/runtime/bus-access.ts';
import { seconds, systemClock } from '#platform/runtime/clock.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { environment } from '#platform/runtime/environment.ts';
import { note } from '#platform/runtime/faults.ts';
import { startApi } from './roles/api.ts';
import { startBeacon } from './roles/beacon.ts';
import { startFeed } from './roles/feed.ts';
import { startLog } from './roles/log.ts';
import { startOffice } from './roles/office.ts';
import type { Role } from './roles/process.ts';
import { startPush } from './roles/push.ts';
import { startSettle } from './roles/settle.ts';
import { startWorker } from './roles/worker.ts';

// `main.ts api worker` starts those roles in one process; `main.ts all` starts every one.
const starters = {
  beacon: startBeacon,
  api: startApi,
  worker: startWorker,
  feed: startFeed,
  push: startPush,
  settle: startSettle,
  office: startOffice,
  log: startLog,
} satisfies Record<RoleName, unknown>;
// The other roles only get slower without NATS: everything it carries is also in the database, and they poll.
const cannotDoWithoutBus: readonly RoleName[] = ['push'];
const stopWithin = 10_000;

function rolesNamed(words: string[]): readonly RoleName[] {
  if (words.length === 1 && words[0] === 'all') return roleNames;
  if (words.length > 0 && words.every((word) => roleNames.includes(word as RoleName))) return words as RoleName[];
  throw new Error(`Say which roles to start: all, or some of: ${roleNames.join(' ')}`);
}

// They work with their own login, and use the shared one only to check whether PostgreSQL answers.
const withOwnLogin: readonly RoleName[] = ['beacon', 'feed', 'settle', 'log', 'office'];
/** The login that the roles of a process share: the one with the fewest rights that is enough for all of them. */
function sharedLogin(names: readonly RoleName[]): string | undefined {
  const { DATABASE_URL: app, PUSH_DATABASE_URL: push = app, HEALTH_DATABASE_URL: health = app } = environment;
  if (names.every((name) => withOwnLogin.includes(name))) return health;
  return names.every((name) => name === 'push') ? push : app;
}

const names = rolesNamed(process.argv.slice(2));
const config = readConfig({ ...environment, DATABASE_URL: sharedLogin(names) });
const log = createLog(config.LOG_LEVEL);
const closeTraces = await openTraces(config, names, log);
const metrics = createMetrics();
const warn = (error: Error) => log.warn({ err: error }, 'database');
const pool = openPool(config.DATABASE_URL, config.DATABASE_CONNECTIONS, warn, {
  timeout: seconds(config.DATABASE_TIMEOUT_SECONDS),
});
const logins = {
  ...{ url: config.NATS_URL, databaseUrl: config.DATABASE_URL, certificate: config.NATS_CERTIFICATE },
  seedOf: (role: RoleName) => (isBusRole(role) ? config[seedLine(role)] : undefined),
};
const buses = openBuses(names, logins, log);
const shared = { config, clock: systemClock, log, pool, db: openDb(pool), metrics, live: {} };
watchGround(metrics, { ...shared, busReady: buses.ready, roles: names });
const roles: Role[] = [];
let ops: Ops | undefined;

let stopping = false;
/** Accepts no more work, finishes what is in progress, and exits. */
async function stop(why: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ why }, 'stopping');
  ops?.drain();
  setTimeout(() => {
    log.error('did not stop in time');
    process.exit(1);
  }, stopWithin).unref();
  await Promise.all(roles.map((role) => role.stop()));
  await Promise.all([buses.close(), ops?.close(), pool.end(), closeTraces()]);
  log.info('stopped');
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// After an unexpected error the state of this process is unknown. It stops as if told to, and its supervisor
// (`keep.ts`, or the system) starts it again. Unhandled rejections arrive here too.
process.on('uncaughtException', (error) => {
  note(log, 'process', error, 'a fault ends this process');
  stop('fault').then(
    () => process.exit(1),
    () => process.exit(1),
  );
});
// Started by `keep.ts`, it exits when `keep.ts` does.
process.on('disconnect', () => stop('its supervisor exited'));
process.channel?.unref();

const needsBus = names.some((name) => cannotDoWithoutBus.includes(name));
ops = await openOps(config.HTTP_HOST, config.OPS_PORT, {
  ...shared,
  busReady: buses.ready,
  needsBus,
  development: config.DEVELOPMENT,
});
for (const name of names) roles.push(await starters[name]({ ...shared, bus: buses.of(name) }));
ops.started();
log.info({ roles: names, ops: ops.port }, 'started');
