import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { resolveBinary } from 'dbmate';
import pg from 'pg';
import { environment } from '../src/platform/environment.ts';
import { installJobs } from '../src/platform/jobs.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const ownerRole = 'glasshouse_owner';
export const appRole = 'glasshouse_app';
export const feedRole = 'glasshouse_feed';
export const officeRole = 'glasshouse_office';
export const settleRole = 'glasshouse_settle';
export const logRole = 'glasshouse_log';
/** Reads what is pushed, and sessions. */
export const pushRole = 'glasshouse_push';
/** May connect and nothing else: for processes that do their work by another login. */
export const healthRole = 'glasshouse_health';

/** Where a superuser reaches the server; everything below is made from it. */
export const adminUrl = environment.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export function urlFor(database: string, user: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  url.username = user;
  url.password = passwordOf(user);
  return url.href;
}

/** The lines of the environment by which each role reaches a database as itself. */
export const urlsFor = (database: string) => ({
  DATABASE_URL: urlFor(database, appRole),
  FEED_DATABASE_URL: urlFor(database, feedRole),
  SETTLE_DATABASE_URL: urlFor(database, settleRole),
  LOG_DATABASE_URL: urlFor(database, logRole),
  OFFICE_DATABASE_URL: urlFor(database, officeRole),
});

/** The password that a line of the environment gives a role. There is none where PostgreSQL trusts this machine. */
function passwordOf(user: string): string {
  const urls = Object.keys(environment).filter((name) => name.endsWith('DATABASE_URL') && environment[name]);
  const own = urls.map((name) => new URL(environment[name]!)).find(({ username }) => username === user);
  return own?.password ?? '';
}

/** Runs statements as the superuser. */
export const asAdmin = (...statements: string[]): Promise<void> => inDatabase(adminUrl, ...statements);

/** Runs statements one by one on a connection of their own. */
export async function inDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const makeRole = (name: string) => `
  do $$ begin create role ${name} login; exception when duplicate_object or unique_violation then null; end $$`;

/** An empty database of that name with its roles, migrated to the newest state. An existing one is migrated only. */
export async function prepareDatabase(name: string): Promise<void> {
  for (const role of [ownerRole, appRole, feedRole, settleRole, officeRole, logRole, pushRole, healthRole]) {
    await asAdmin(makeRole(role));
    const password = decodeURIComponent(passwordOf(role));
    if (password) await asAdmin(`alter role ${role} password ${pg.escapeLiteral(password)}`);
  }
  await asAdmin(`create database ${name} owner ${ownerRole}`).catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error; // it exists
  });
  // It changes nothing that the files of the server do not say, and wakes what archives (adr/0152).
  const admin = decodeURIComponent(new URL(adminUrl).username);
  await inDatabase(urlFor(name, admin), `grant execute on function pg_reload_conf() to ${appRole}`);
  const url = new URL(urlFor(name, ownerRole));
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'disable');
  // Whoever waits for a table makes all wait who come after. So a migration that does not get it gives way, and tries again.
  url.searchParams.set('lock_timeout', '2s');
  await migrate(url.href);
  await installJobs(urlFor(name, ownerRole), appRole);
}

const mostTries = 60;
async function migrate(url: string): Promise<void> {
  const args = ['--no-dump-schema', '--migrations-dir', 'server/migrations', 'up'];
  // Not as an argument: those are in the list of processes, and in the words of a failure.
  const env = { ...process.env, DATABASE_URL: url };
  for (let tries = 1; ; tries++) {
    try {
      await run(resolveBinary(), args, { cwd: root, env });
      return;
    } catch (error) {
      if (tries === mostTries || !(error as Error).message.includes('lock timeout')) throw error;
      await wait(1000);
    }
  }
}
