import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { resolveBinary } from 'dbmate';
import pg from 'pg';
import { environment } from '#platform/runtime/environment.ts';
import { installJobs } from '#platform/runtime/jobs.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

export const ownerRole = 'glasshouse_owner';
export const appRole = 'glasshouse_app';
export const feedRole = 'glasshouse_feed';
export const officeRole = 'glasshouse_office';
export const settleRole = 'glasshouse_settle';
export const logRole = 'glasshouse_log';
/** Reads sessions and the data that is pushed. */
export const pushRole = 'glasshouse_push';
/** May only connect: for processes that work with another login. */
export const healthRole = 'glasshouse_health';

/** The superuser's connection to the server; everything below is derived from it. */
export const adminUrl = environment.ADMIN_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export function urlFor(database: string, user: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  url.username = user;
  url.password = passwordOf(user);
  return url.href;
}

/** The environment variables with which each role connects to a database. */
export const urlsFor = (database: string) => ({
  DATABASE_URL: urlFor(database, appRole),
  FEED_DATABASE_URL: urlFor(database, feedRole),
  SETTLE_DATABASE_URL: urlFor(database, settleRole),
  LOG_DATABASE_URL: urlFor(database, logRole),
  OFFICE_DATABASE_URL: urlFor(database, officeRole),
});

/** A role's password, from its environment variable. There is none if PostgreSQL trusts this machine. */
function passwordOf(user: string): string {
  const urls = Object.keys(environment).filter((name) => name.endsWith('DATABASE_URL') && environment[name]);
  const own = urls.map((name) => new URL(environment[name]!)).find(({ username }) => username === user);
  return own?.password ?? '';
}

/** Runs statements as the superuser. */
export const asAdmin = (...statements: string[]): Promise<void> => inDatabase(adminUrl, ...statements);

/** Runs statements one by one on a separate connection. */
export async function inDatabase(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The rows of one query on a separate connection. */
export async function rowsIn<Row extends pg.QueryResultRow>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

const makeRole = (name: string) => `
  do $$ begin create role ${name} login; exception when duplicate_object or unique_violation then null; end $$`;

/** The functions of PostgreSQL below that a role calls. The owner may call all of them. */
const callers: Record<string, string[]> = {
  'pg_advisory_xact_lock(bigint)': [appRole, officeRole],
  'pg_try_advisory_lock(bigint)': [feedRole, logRole],
  'pg_try_advisory_xact_lock(bigint)': [appRole, settleRole],
  'pg_current_xact_id()': [appRole, officeRole],
};
/**
 * By default every login may take any advisory lock, hold a transaction id, write large objects and log messages, and create temporary tables.
 * A compromised login could stop orders and settlement, or fill the disk. One transaction, so no caller is without its functions in between.
 */
const restrict = (database: string) => `
  do $$
  declare
    restricted regprocedure;
    caller     record;
  begin
    perform pg_advisory_xact_lock(hashtextextended('prepare', 0));
    for restricted in
      select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and has_function_privilege('public', oid, 'execute') and proname ~
        '^(pg_(try_)?advisory_(xact_)?lock(_shared)?|pg_current_xact_id|txid_current|pg_logical_emit_message|lo_creat|lo_create|lo_from_bytea)$'
    loop
      execute format('revoke execute on function pg_catalog.%s from public', restricted);
      execute format('grant execute on function pg_catalog.%s to ${ownerRole}', restricted);
    end loop;
    for caller in
      select name::regprocedure, role from (values ${callerRows()}) as needed (name, role) where not has_function_privilege(role, name, 'execute')
    loop
      execute format('grant execute on function pg_catalog.%s to %I', caller.name, caller.role);
    end loop;
    if has_database_privilege('public', '${database}', 'temporary') then
      revoke temporary on database ${database} from public;
    end if;
  end $$`;
const callerRows = () =>
  Object.entries(callers)
    .flatMap(([name, roles]) => roles.map((role) => `('${name}', '${role}')`))
    .join(', ');

/** Three connections for each of twenty processes. The role itself can change the first setting, but not the other two. */
const limitHealth = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtextextended('prepare', 0));
    if not exists (
      select from pg_roles where rolname = '${healthRole}' and rolconnlimit = 60
        and rolconfig @> '{idle_in_transaction_session_timeout=10s,temp_file_limit=16MB}'
    ) then
      alter role ${healthRole} set idle_in_transaction_session_timeout = '10s';
      alter role ${healthRole} set temp_file_limit = '16MB';
      alter role ${healthRole} connection limit 60;
    end if;
    if has_database_privilege('public', 'template1', 'connect') then
      revoke connect on database template1 from public;
    end if;
  end $$`;

/**
 * Creates an empty database of that name with its roles, migrated to the newest version. An existing one is only
 * migrated.
 */
export async function prepareDatabase(name: string): Promise<void> {
  for (const role of [ownerRole, appRole, feedRole, settleRole, officeRole, logRole, pushRole, healthRole]) {
    await asAdmin(makeRole(role));
    const password = decodeURIComponent(passwordOf(role));
    if (password) await asAdmin(`alter role ${role} password ${pg.escapeLiteral(password)}`);
  }
  await asAdmin(`create database ${name} owner ${ownerRole}`).catch((error: { code?: string }) => {
    if (error.code !== '42P04') throw error; // it exists
  });
  // It reloads the server's configuration files and wakes the archiver (adr/0152), and changes nothing else.
  const admin = decodeURIComponent(new URL(adminUrl).username);
  await inDatabase(urlFor(name, admin), `grant execute on function pg_reload_conf() to ${appRole}`);
  // Transaction ids are shared by all databases, so the one that superusers connect to is restricted as well.
  await inDatabase(urlFor(name, admin), restrict(name));
  await asAdmin(restrict(new URL(adminUrl).pathname.slice(1)), limitHealth);
  const url = new URL(urlFor(name, ownerRole));
  if (!url.searchParams.has('sslmode')) url.searchParams.set('sslmode', 'disable');
  // A queued table lock blocks every later query. So a migration that does not get its lock at once releases the queue and retries.
  url.searchParams.set('lock_timeout', '2s');
  await migrate(url.href);
  await installJobs(urlFor(name, ownerRole), appRole);
}

const maxTries = 60;
async function migrate(url: string): Promise<void> {
  const args = ['--no-dump-schema', '--migrations-dir', 'server/migrations', 'up'];
  // Not as an argument: arguments are visible in the list of processes and in error messages.
  const env = { ...process.env, DATABASE_URL: url };
  for (let tries = 1; ; tries++) {
    try {
      await run(resolveBinary(), args, { cwd: root, env });
      return;
    } catch (error) {
      if (tries === maxTries || !(error as Error).message.includes('lock timeout')) throw error;
      await wait(1000);
    }
  }
}
