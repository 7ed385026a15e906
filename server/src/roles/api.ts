import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Gauge } from 'prom-client';
import { files as messageFiles } from '#evidence/market/routes.ts';
import { files as logFiles } from '#evidence/publiclog/routes.ts';
import { resealAuthenticators, sealKeys } from '#people/factors/factors.ts';
import { openFiles } from '#people/files/files.ts';
import { createAuthenticate } from '#people/session/session.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { buildApp } from '#platform/http/app.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { guarded } from '#platform/runtime/faults.ts';
import { openSigner } from '#platform/security/signer.ts';
import { maintenanceGate } from '#site/site/site.ts';
import { openingLanes, publishSlipKey } from '#trading/orders/orders.ts';
import { openOrderServices } from './order-services.ts';
import type { Process, Role } from './process.ts';
import { routesWith } from './routes.ts';

/** Answers the calls of the web app, and serves its files. */
export async function startApi(process: Process<'api'>): Promise<Role> {
  const { config, clock, log, metrics } = process;
  if (!config.SLIP_SIGNING_KEY) throw new Error('The role api needs SLIP_SIGNING_KEY (see .env.example)');
  if (!config.SPECIMEN_SIGNING_KEY) throw new Error('The role api needs SPECIMEN_SIGNING_KEY (see .env.example)');
  const { FACTOR_SECRET: secret } = config;
  if (!secret) throw new Error('The role api needs FACTOR_SECRET (see .env.example)');
  const signer = openSigner(config.SLIP_SIGNING_KEY);
  const specimenSigner = openSigner(config.SPECIMEN_SIGNING_KEY);
  const files = await openFiles(config, log);
  await files.clean.isOn(); // logs a warning if it is off
  await publishSlipKey(process.db, clock(), signer);
  const keys = sealKeys(secret, config.FACTOR_SECRET_OLD);
  await resealAuthenticators(process.db, 'person', keys, log);
  // Separate connections, so that orders never wait behind other calls.
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const pool = openPool(config.DATABASE_URL, 3 * openingLanes, warn, {
    timeout: seconds(config.DATABASE_TIMEOUT_SECONDS),
  });
  const { waiting, ...orderServices } = openOrderServices({ db: openDb(pool), clock, signer, bus: process.bus });
  new Gauge({
    name: 'glasshouse_orders_waiting',
    help: 'Orders waiting to be written.',
    registers: [metrics.registry],
    collect() {
      this.set(waiting());
    },
  });
  const app = await buildApp({
    ...process,
    routes: routesWith({
      ...orderServices,
      ...{ files, specimenSigner },
      factors: { keys, origins: config.ORIGINS },
      witnesses: config.WITNESSES,
      textMessages: config.DEVELOPMENT,
    }),
    publicFiles: [logFiles, messageFiles],
    door: { cookie: 'glasshouse_session', authenticate: createAuthenticate(process.db) },
    closedUntil: maintenanceGate(),
  });
  // The browser opens /live at the address of the page; a process without the push role closes it.
  const upgrade = guarded(log, 'upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (process.live.upgrade) process.live.upgrade(request, socket, head);
    else socket.destroy();
  });
  app.server.on('upgrade', upgrade);
  const address = await app.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT });
  log.info({ address }, 'api is listening');
  return {
    name: 'api',
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}
