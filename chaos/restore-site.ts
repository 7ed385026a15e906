import type { ChildProcess } from 'node:child_process';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { urlsFor } from '../server/database/prepare.ts';
import { startChild, stopChild } from '../server/test/child.ts';
import { beaconFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { environmentOf } from './supervised-process.ts';

/**
 * All roles in one process, on a database that the drill destroys and restores. The site's keys stay the same, as in
 * production.
 */
export async function openSite(database: string) {
  const nats = await startNats();
  const port = await freePorts();
  const [door, ops, office] = [
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port + 2}`,
  ];
  const urls = urlsFor(database);
  const env = {
    ...environmentOf('restore', port, urls.DATABASE_URL),
    ...urls,
    OFFICE_PORT: String(port + 2),
    OFFICE_ORIGINS: office,
    OFFICE_SECRET: newSecret(),
    TAPE_SIGNING_KEY: newSigningKey(),
    LOG_SIGNING_KEY: newSigningKey(),
    LOG_ORIGIN: 'glasshouse.example/log',
    ...beaconFor(port + 3),
    TAPE_HISTORY_MINUTES: '60', // options are priced by the movement on the tape
    NATS_URL: nats.url,
    DATABASE_TIMEOUT_SECONDS: '4',
  };
  let roles: ChildProcess | undefined;
  return {
    ...{ door, ops, office, env },
    start: async () => {
      roles = startChild(process.execPath, ['server/src/main.ts', 'all'], { cwd: root, env, stdio: 'inherit' });
      await ready(`${ops}/readyz`);
    },
    stop: async () => {
      if (roles) await stopChild(roles);
    },
    close: async () => {
      if (roles) await stopChild(roles, 'SIGKILL');
      await nats.kill();
    },
  };
}
export type Site = Awaited<ReturnType<typeof openSite>>;
