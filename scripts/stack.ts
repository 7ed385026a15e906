import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { asAdmin, inDatabase, ownerRole, prepareDatabase, urlFor, urlsFor } from '../server/database/prepare.ts';
import { type Mailbox, openMailbox } from '../server/test/mailbox.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { firstOwner } from './demo-operators.ts';
import { root, stop } from './run.ts';

export type Stack = {
  url: string;
  ops: string;
  /** Where operators log in, and the first owner's one-time link, made by the command. */
  office: string;
  /** What signs the public log: for showing a device what no honest site would. */
  logKey: string;
  makeOwner: (name: string, email: string) => Promise<string>;
  mailbox: Mailbox;
  /** Runs statements as the owner of the tables: for arranging what no call may do. */
  arrange: (...statements: string[]) => Promise<void>;
  /** Stops the server as a deploy or a crash would; `start` brings it back on the same port. */
  stopServer: () => Promise<void>;
  startServer: () => Promise<void>;
  close: () => Promise<void>;
};
type Options = { name: string; port: number; webRoot: string; officeRoot?: string };

/** The whole product on a database of its own: every role in one process, the built web app, a real mailbox. */
export async function openStack({ name, port, webRoot, officeRoot = 'backoffice/dist' }: Options): Promise<Stack> {
  const database = `glasshouse_${name}_${process.pid}`;
  await asAdmin(`drop database if exists ${database} with (force)`);
  await prepareDatabase(database);
  const mailbox = await openMailbox();
  const files = join(root, 'artifacts', `files-${database}`);
  const url = `http://127.0.0.1:${port}`;
  const ops = `http://127.0.0.1:${port + 1}`;
  // Passkeys belong to a name, never to a bare address.
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
  const start = async () => {
    const child = spawn(process.execPath, ['server/src/main.ts', 'all'], { cwd: root, env, stdio: 'inherit' });
    await ready(`${ops}/readyz`).catch(async (error) => {
      await stop(child);
      throw error;
    });
    return child;
  };
  const clear = async () => {
    await mailbox.close();
    await rm(files, { recursive: true, force: true });
    await asAdmin(`drop database if exists ${database} with (force)`);
  };
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
    arrange: (...statements) => inDatabase(urlFor(database, ownerRole), ...statements),
    stopServer: () => stop(server),
    startServer: async () => {
      server = await start();
    },
    close: async () => {
      await stop(server);
      await clear();
    },
  };
}

/** Waits until a process says it is ready. */
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
