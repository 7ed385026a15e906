import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import {
  appRole,
  feedRole,
  inDatabase,
  logRole,
  ownerRole,
  prepareDatabase,
  settleRole,
  urlFor,
} from '../server/database/prepare.ts';
import { subscribeToTicks } from '../server/src/evidence/market/messages.ts';
import { post, systemAccount, walletOf } from '../server/src/money/ledger/ledger.ts';
import { openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { openBus } from '../server/src/platform/runtime/bus.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { openSigner } from '../server/src/platform/security/signer.ts';
import { publishSlipKey } from '../server/src/trading/orders/orders.ts';
import { startChild } from '../server/test/child.ts';
import { beaconFor, newSigningKey } from '../server/test/signing-key.ts';
import { seeded } from './random.ts';
import { type AnsweredOrders, insertTerms, startLoad, users } from './settle-acts.ts';
import { judgeSettlements, settled } from './settle-judge.ts';
import { verifyAll } from './settle-verify.ts';

// Orders of all products are opened and end all the time. Two settlers share the work. Shortly after a tick, one of
// them is killed with -9, or its connection is cut during a transaction. Sometimes NATS is down, or the feed is paused,
// so that slots come late. No order may become void because of it.
const database = 'glasshouse_chaos_settle';
const kills = Number(process.env.SETTLE_KILLS ?? 50);
const seed = Number(process.env.SEED ?? 20261115);
const stall = 7000;
const signer = openSigner(newSigningKey());

async function arrange(): Promise<void> {
  await inDatabase(urlFor(database, ownerRole), insertTerms);
  const db = openDb(openPool(urlFor(database, ownerRole), 1, () => {}));
  for (let owner = 1n; owner <= users; owner++) {
    const moves = (['contract', 'options', 'spot'] as const).map((wallet) => ({
      ...{ from: systemAccount('external', 'USDT'), to: walletOf(owner, wallet, 'USDT'), amount: 50_000_000_000n },
    }));
    await step(db, (tx) => post(tx, systemClock(), { kind: 'top_up', ref: newId(), moves }));
  }
  await db.destroy();
}

/** Cuts the connection of a settler during a transaction. Returns false if there was none for a while. */
async function cutSettler(): Promise<boolean> {
  const admin = openPool(urlFor(database, 'postgres'), 1, () => {});
  const until = performance.now() + 1500;
  let cut = 0;
  while (cut === 0 && performance.now() < until) {
    const { rows } = await admin.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = '${settleRole}' and backend_xid is not null limit 1`);
    cut = rows.length;
  }
  await admin.end();
  return cut > 0;
}

/**
 * Prints one line at the end: `settle lost=0 doubled=0 drift=0 wrong=0 orders=N kills=50`, followed by the number of
 * orders of each product.
 */
export async function drillSettle(): Promise<void> {
  await prepareDatabase(database);
  const nats = await startNats();
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urlFor(database, appRole),
    FEED_DATABASE_URL: urlFor(database, feedRole),
    SETTLE_DATABASE_URL: urlFor(database, settleRole),
    TAPE_SIGNING_KEY: newSigningKey(),
    ...beaconFor(await freePorts()),
    LOG_DATABASE_URL: urlFor(database, logRole),
    LOG_SIGNING_KEY: newSigningKey(),
    LOG_ORIGIN: 'glasshouse.example/log',
    TAPE_HISTORY_MINUTES: '60', // options are priced by the movement on the tape
    NATS_URL: nats.url,
    OPS_PORT: '0',
    ORIGINS: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'drill@glasshouse.example',
    LOG_LEVEL: 'error',
  };
  const start = (...roles: string[]): ChildProcess =>
    startChild(process.execPath, ['server/src/main.ts', ...roles], { cwd: root, env, stdio: 'inherit' });
  const random = seeded(seed);
  const pool = openPool(env.DATABASE_URL, 4, () => {});
  const db = openDb(pool);
  const bus = openBus(nats.url, env.DATABASE_URL, createLog('error'));
  await bus.opened;
  let ticked = () => {};
  subscribeToTicks(bus, () => ticked());
  await arrange();
  const feed = start('beacon', 'feed');
  const log = start('log');
  const settlers = [start('settle'), start('settle')];
  const killed = { process: 0, connection: 0 };
  try {
    await new Promise<void>((resolve) => {
      ticked = resolve;
    });
    await publishSlipKey(db, systemClock(), signer);
    const began = slotAt(systemClock().getTime());
    const load = startLoad(db, signer, random);
    await wait(3000);
    for (let round = 1; round <= kills; round++) {
      if (round % 20 === 10) await away(nats);
      if (round % 20 === 15) await standStill(feed);
      // A tick wakes settlers, so they work in the moments after it. Without NATS any moment is suitable.
      const tick = new Promise<void>((resolve) => {
        ticked = resolve;
      });
      await Promise.race([tick, wait(1000)]);
      await wait(random() * 120);
      if (random() < 0.3 && (await cutSettler())) killed.connection++;
      else {
        const i = Math.floor(random() * settlers.length);
        settlers[i]!.kill('SIGKILL');
        settlers[i] = start('settle');
        killed.process++;
      }
      await wait(random() * 900);
      if (round % 10 === 0) console.log(`${round} kills; ${promised(load.answered)} promised so far`);
    }
    await load.stop();
    const opened = slotAt(systemClock().getTime());
    const through = await settled(pool);
    console.log(`seed=${seed} killed: processes=${killed.process} connections=${killed.connection}; all settled`);
    const found = await judgeSettlements(db, load.answered, through);
    for (const line of await verifyAll(db, { first: began, last: opened + 10 })) console.log(line);
    const { lost, doubled, drift, wrong, orders, voids, counts } = found;
    const each = `contracts=${counts.contract} options=${counts.option} sold=${counts.sold} open=${counts.open} coins=${counts.spot}`;
    console.log(
      `settle lost=${lost} doubled=${doubled} drift=${drift} wrong=${wrong} orders=${orders} kills=${kills} voids=${voids} ${each}`,
    );
    if (lost + doubled + drift + wrong + voids > 0) process.exitCode = 1;
  } finally {
    for (const child of [feed, log, ...settlers]) child.kill('SIGKILL');
    await bus.close().catch(() => {});
    await pool.end();
    await nats.kill();
  }
}

async function away(nats: Awaited<ReturnType<typeof startNats>>): Promise<void> {
  await nats.kill();
  await wait(3000);
  await nats.start();
}

async function standStill(feed: ChildProcess): Promise<void> {
  feed.kill('SIGSTOP');
  await wait(stall);
  feed.kill('SIGCONT');
}

const promised = ({ contract, option, spot, sold }: AnsweredOrders) =>
  `${contract.size} contracts, ${option.size} options, ${sold.size} sales, ${spot.size} orders of coins`;
