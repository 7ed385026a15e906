import { resealAuthenticators, sealKeys } from '#people/factors/factors.ts';
import { openFiles } from '#people/files/files.ts';
import { openDb, openPool } from '#platform/database/db.ts';
import { buildApp } from '#platform/http/app.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { authenticateOperator } from '#staff/operators/operators.ts';
import { officeRoutes } from './office-routes.ts';
import type { Process, Role } from './process.ts';

/** Answers the operators' calls and serves their console, with a separate address, cookie and database role. */
export async function startOffice(process: Process<'office'>): Promise<Role> {
  const { config, log, metrics } = process;
  const { OFFICE_DATABASE_URL: url, OFFICE_ORIGINS: origins, OFFICE_SECRET: secret, OFFICE_ROOT: root } = config;
  if (!url || !origins || !secret)
    throw new Error('The role office needs OFFICE_DATABASE_URL, OFFICE_ORIGINS and OFFICE_SECRET (see .env.example)');
  const warn = (error: Error) => log.warn({ err: error }, 'database');
  const pool = openPool(url, 5, warn, { timeout: seconds(config.DATABASE_TIMEOUT_SECONDS) });
  const db = openDb(pool);
  const keys = sealKeys(secret, config.OFFICE_SECRET_OLD);
  await resealAuthenticators(db, 'operator', keys, log);
  const app = await buildApp({
    config: { ...config, ORIGINS: origins, WEB_ROOT: root },
    bus: process.bus,
    clock: process.clock,
    log,
    metrics,
    db,
    routes: officeRoutes({ keys, origins }, await openFiles(config, log)),
    door: { cookie: 'glasshouse_operator', authenticateOperator },
  });
  const address = await app.listen({ host: config.HTTP_HOST, port: config.OFFICE_PORT });
  log.info({ address }, 'office is listening');
  return {
    name: 'office',
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}
