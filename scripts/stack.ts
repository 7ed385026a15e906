import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { UserInfo } from '@glasshouse/protocol/session/calls';
import {
  appRole,
  asAdmin,
  inDatabase,
  ownerRole,
  prepareDatabase,
  urlFor,
  urlsFor,
} from '../server/database/prepare.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { type AccountDetails, insertAccount } from '../server/test/accounts.ts';
import { type Jar, newJar } from '../server/test/browser.ts';
import { onInterrupt, startChild, stopChild } from '../server/test/child.ts';
import { type Mailbox, openMailbox } from '../server/test/mailbox.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { firstOwner } from './demo-operators.ts';
import { root } from './run.ts';

export type Stack = {
  url: string;
  ops: string;
  /** The URL of the operators' log-in. */
  office: string;
  /** The key that signs the public log, for forging log entries that no honest site would show. */
  logKey: string;
  /** Creates the first owner by command, and returns the one-time link. */
  makeOwner: (name: string, email: string) => Promise<string>;
  mailbox: Mailbox;
  /** Creates an account without registering through the API, and logs it in. */
  insertAccount: (details: AccountDetails) => Promise<{ info: UserInfo; cookies: Jar }>;
  /** Runs SQL statements as the owner of the tables, for set-up that no API call allows. */
  arrange: (...statements: string[]) => Promise<void>;
  /** Stops the server as a deployment would; `startServer` starts it again on the same port. */
  stopServer: () => Promise<void>;
  startServer: () => Promise<void>;
  close: () => Promise<void>;
};
type Options = { name: string; port: number; webRoot: string; officeRoot?: string };

/** The complete product on a temporary database: all roles in one process, the built web app, a real mailbox. */
export async function openStack({ name, port, webRoot, officeRoot = 'backoffice/dist' }: Options): Promise<Stack> {
  const database = `glasshouse_${name}_${process.pid}`;
  await asAdmin(`drop database if exists ${database} with (force)`);
  await prepareDatabase(database);
  const mailbox = await openMailbox();
  const files = join(root, 'artifacts', `files-${database}`);
  const url = `http://127.0.0.1:${port}`;
  const ops = `http://127.0.0.1:${port + 1}`;
  // Passkeys are bound to a host name, never to a bare IP address.
  const office = `http://localhost:${port + 2}`;
  const logKey = newSigningKey();
  const env = {
    PATH: process.env.PATH,
    ...urlsFor(database),
    OFFICE_PORT: String(port + 2),
    OFFICE_ORIGINS: office,
    OFFICE_SECRET: newSecret(),
    ...(existsSync(join(root, officeRoot)) && { OFFICE_ROOT: join(root, officeRoot) }),
    FACTOR_SECRET: newSecret(),
    TAPE_SIGNING_KEY: newSigningKey(),
    LOG_SIGNING_KEY: logKey,
    ...beaconFor(port + 3),
    SLIP_SIGNING_KEY: newSigningKey(),
    ...filesFor(files),
    NATS_URL: process.env.NATS_URL ?? 'nats://127.0.0.1:4222',
    HTTP_PORT: String(port),
    OPS_PORT: String(port + 1),
    ORIGINS: `${url},http://localhost:${port}`,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Glasshouse <no-reply@glasshouse.example>',
    WEB_ROOT: join(root, webRoot),
    LOG_LEVEL: 'warn',
    DEVELOPMENT: '1',
  };
  // With the app's permissions, so that an account gets the same money as through the API.
  const pool = openPool(urlFor(database, appRole), 2, () => {});
  const db = openDb(pool);
  const logFile = join(root, 'artifacts', `${name}-server.log`);
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const start = async () => {
    const child = startChild(process.execPath, ['server/src/main.ts', 'all'], {
      cwd: root,
      env,
      stdio: ['ignore', log, log],
    });
    await ready(`${ops}/readyz`, 120).catch(async (error) => {
      await stopChild(child);
      throw new Error(`${error.message}; see ${logFile}`);
    });
    return child;
  };
  const clear = onInterrupt(async () => {
    closeSync(log);
    await mailbox.close();
    await pool.end();
    await rm(files, { recursive: true, force: true });
    await asAdmin(`drop database if exists ${database} with (force)`);
  });
  let server = await start().catch(async (error) => {
    await clear();
    throw error;
  });
  return {
    url,
    ops,
    office,
    logKey,
    makeOwner: (name, email) => firstOwner(env, name, email),
    mailbox,
    insertAccount: async (details) => {
      const cookies = newJar();
      const registration = { now: new Date(), publish: () => {}, device: 'node' };
      return { info: await insertAccount(db, cookies, registration, details), cookies };
    },
    arrange: (...statements) => inDatabase(urlFor(database, ownerRole), ...statements),
    stopServer: () => stopChild(server),
    startServer: async () => {
      server = await start();
    },
    close: async () => {
      await stopChild(server);
      await clear();
    },
  };
}

/** Waits until a process reports that it is ready. */
export async function ready(url: string, seconds = 30): Promise<void> {
  for (let i = 0; i < seconds * 5; i++) {
    const up = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await wait(200);
  }
  throw new Error(`${url} was not ready within ${seconds} s`);
}
