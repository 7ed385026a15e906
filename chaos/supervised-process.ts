import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { urlFor } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/database/db.ts';
import { isEnding } from '../server/test/child.ts';
import { filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { pick, type Random } from './random.ts';

/** The environment of a drill's processes: no log, new keys, and mail that goes nowhere. */
export const environmentOf = (name: string, port: number, url: string) => ({
  PATH: process.env.PATH,
  DATABASE_URL: url,
  SLIP_SIGNING_KEY: newSigningKey(),
  ...filesFor(`artifacts/files-${name}`),
  FACTOR_SECRET: newSecret(),
  NATS_URL: process.env.NATS_URL ?? 'nats://127.0.0.1:4222',
  HTTP_PORT: String(port),
  OPS_PORT: String(port + 1),
  ORIGINS: `http://127.0.0.1:${port}`,
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
  LOG_LEVEL: 'silent',
  DEVELOPMENT: '1',
});

/** A process that is restarted whenever it is killed. */
export function keep(start: () => ChildProcess) {
  let child = start();
  let ended = false;
  const again = () => {
    if (ended || isEnding()) return;
    child = start();
    child.once('exit', again);
  };
  child.once('exit', again);
  return {
    kill: () => child.kill('SIGKILL'),
    end: () => {
      ended = true;
      child.kill('SIGKILL');
    },
  };
}

/** Kills one of the backends that serve these roles, preferably an active one. PostgreSQL then restarts all of them. */
export async function killBackend(database: string, roles: readonly string[], random: Random): Promise<void> {
  const admin = openPool(urlFor('postgres', 'postgres'), 1, () => {});
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where datname = $1 and usename = any ($2) order by state = 'active' desc, pid limit 3`,
    [database, roles],
  );
  await admin.end();
  if (rows.length > 0) process.kill(pick(random, rows).pid, 'SIGKILL');
}

/** Waits until PostgreSQL accepts connections again. */
export async function databaseAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const pool = openPool(url, 1, () => {});
    const up = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    if (up) return;
    await pause(100);
  }
  throw new Error('PostgreSQL did not recover');
}
