import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { must, root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { prepareDatabase, urlsFor } from '../server/database/prepare.ts';
import { onInterrupt, startChild, stopChild } from '../server/test/child.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { makeBareTables, makePeople } from './orders-world.ts';
import { giveMoney, openOwner } from './settle-parts.ts';
import { accountOf } from './settle-products.ts';

export const capacityDatabase = 'glasshouse_bench_capacity';
const origin = 'http://127.0.0.1:4100';
const files = join(root, 'artifacts', 'files-capacity');

/** Creates registered users with money in their wallets, and the tables of the bare side. */
export async function fillSite(people: number): Promise<void> {
  await prepareDatabase(capacityDatabase);
  const owner = await openOwner(capacityDatabase);
  const wallets = (['fund', 'contract', 'options', 'spot'] as const).map((wallet) => accountOf(wallet, 'n'));
  await giveMoney(owner, people, wallets);
  owner.release(true);
  await makePeople(capacityDatabase, people);
  await makeBareTables(capacityDatabase);
}

/** The site's own files as a visitor loads them: its page, and the scripts that it starts with. */
async function builtFiles(): Promise<string[]> {
  const [page, office] = [join(root, 'web/dist/index.html'), join(root, 'backoffice/dist/index.html')];
  if (!existsSync(page) || !existsSync(office)) await must('npm', ['run', 'build']);
  return [
    '/home',
    ...[...readFileSync(page, 'utf8').matchAll(/(?:src|href)="(\/static\/[^"]+)"/g)].map(([, path]) => path!),
  ];
}

export type Site = Awaited<ReturnType<typeof startSite>>;
/**
 * Starts every role in a separate process, with the same limits and the same logging as in production, and this many
 * push processes.
 */
export async function startSite(pushes: number) {
  const nats = await startNats();
  const served = await builtFiles();
  const shared = {
    PATH: process.env.PATH,
    ...urlsFor(capacityDatabase),
    NATS_URL: nats.url,
    ORIGINS: origin,
    OFFICE_ORIGINS: 'http://localhost:4110',
    OFFICE_SECRET: newSecret(),
    FACTOR_SECRET: newSecret(),
    TAPE_SIGNING_KEY: newSigningKey(),
    LOG_SIGNING_KEY: newSigningKey(),
    SLIP_SIGNING_KEY: newSigningKey(),
    LOG_ORIGIN: 'glasshouse.example/log',
    ...beaconFor(await freePorts()),
    ...filesFor(files),
    TAPE_HISTORY_MINUTES: '60', // options are priced by the movement on the tape
    WEB_ROOT: join(root, 'web/dist'),
    OFFICE_ROOT: join(root, 'backoffice/dist'),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@glasshouse.example',
  };
  const started: { role: string; child: ChildProcess; port: number }[] = [];
  const start = async (role: string) => {
    const port = await freePorts();
    const ports = {
      HTTP_PORT: String(port),
      OPS_PORT: String(port + 1),
      OFFICE_PORT: String(port + 2),
      LIVE_PORT: String(port),
    };
    // As docs/how-to/scale-a-role.md starts the api.
    const young = role === 'api' ? ['--max-semi-space-size=64'] : [];
    const child = startChild(process.execPath, [...young, 'server/src/main.ts', role], {
      cwd: root,
      env: { ...shared, ...ports },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    started.push({ role, child, port });
    await ready(`http://127.0.0.1:${port + 1}/readyz`);
  };
  const close = onInterrupt(async () => {
    for (const { child } of started) await stopChild(child);
    await nats.kill();
    await rm(files, { recursive: true, force: true });
  });
  try {
    for (const role of ['beacon', 'feed', 'log', 'settle', 'worker', 'office', 'api']) await start(role);
    for (let i = 0; i < pushes; i++) await start('push');
  } catch (error) {
    await close();
    throw error;
  }
  const of = (role: string) => started.filter((each) => each.role === role);
  return {
    origin,
    served,
    api: of('api')[0]!.port,
    lives: of('push').map(({ port }) => port),
    /** The processes of each role. */
    pids: {
      ...Object.fromEntries(started.map(({ role }) => [role, of(role).map(({ child }) => child.pid!)])),
      nats: [nats.pid()],
    } as Record<string, number[]>,
    close,
  };
}
