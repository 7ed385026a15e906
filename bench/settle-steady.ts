import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { appRole, feedRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { tickSubject } from '../server/src/evidence/market/messages.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { openBus } from '../server/src/platform/runtime/bus.ts';
import { startChild } from '../server/test/child.ts';
import { beaconFor, newSigningKey } from '../server/test/signing-key.ts';
import type { Mix } from './settle-burst.ts';
import { giveMoney, openOrders, openOwner, proveBooks, startSettlers } from './settle-parts.ts';

const database = 'glasshouse_bench_steady';
const users = 10_000;

/**
 * The milliseconds from receiving a tick on the bus, which follows its commit, to booking the orders it ended. One
 * value per order. `mix` is the orders per slot.
 */
export async function benchSteady(natsUrl: string, settlers: number, mix: Mix, seconds: number): Promise<number[]> {
  await prepareDatabase(database);
  const owner = await openOwner(database);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    TAPE_SIGNING_KEY: newSigningKey(),
    ...beaconFor(await freePorts()),
    TAPE_HISTORY_MINUTES: '6',
    NATS_URL: natsUrl,
    OPS_PORT: '0',
    ORIGINS: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@glasshouse.example',
    LOG_LEVEL: 'warn',
  };
  const bus = openBus(natsUrl, env.DATABASE_URL, createLog('warn'));
  await bus.opened;
  const ticks = new Map<number, number>();
  bus.subscribe(tickSubject, (text) => ticks.set(Number(text), Date.now()));
  const roles = ['server/src/main.ts', 'beacon', 'feed'];
  const feed = startChild(process.execPath, roles, { cwd: root, env, stdio: 'inherit' });
  await giveMoney(owner, users);
  while (ticks.size === 0) await wait(100);
  const first = slotAt(Date.now()) + 60; // time to prepare the stream
  const last = first + 2 * seconds - 1;
  for (const { product, count } of mix)
    await openOrders(owner, product, { slots: [first, last], perSlot: count, users });
  const all = 2 * seconds * mix.reduce((sum, { count }) => sum + count, 0);
  const late: number[] = [];
  const processes = await startSettlers(database, natsUrl, settlers, ({ count, exitSlot, at }) => {
    for (let i = 0; i < count; i++) late.push(at - ticks.get(exitSlot!)!);
  });
  if (slotAt(Date.now()) >= first) throw new Error('the machine was too slow to prepare the stream');
  while (late.length < all && slotAt(Date.now()) < last + 60) await wait(100);
  for (const child of [...processes, feed]) child.kill('SIGKILL');
  await bus.close();
  await proveBooks(database);
  owner.release(true);
  if (late.length !== all) throw new Error(`${late.length} settled of ${all}`);
  return late;
}
