import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ownerRole, urlFor } from '../server/database/prepare.ts';
import { openPool, type Pool } from '../server/src/platform/database/db.ts';
import { forkChild } from '../server/test/child.ts';
import { diskTable, lookAtDisk } from './capacity-disk.ts';
import { judgeCapacity } from './capacity-judge.ts';
import type { Load, LoadResult } from './capacity-load.ts';
import { memoryOf, openShares } from './capacity-shares.ts';
import { capacityDatabase, fillSite, type Site, startSite } from './capacity-site.ts';
import type { Measurement, Order } from './capacity-sockets.ts';
import { bareOrders } from './orders-bare.ts';
import { loadAverage } from './processor.ts';

/*
 * `npm run bench -- capacity`: full load on one machine. Every role runs in a separate process, push in two, with the
 * limits they have in production. 20,000 users hold live connections. Orders of all products, transfers, top-ups,
 * records and pages are sent at a constant rate, whether or not earlier calls are answered. Then everything is settled
 * and recomputed. The load generators run on the same cores, so processor shares are reported separately.
 *
 * `ratio` compares orders per second through the full site under this load with a bare baseline. The baseline is
 * pgbench running only a contract's transaction on the same PostgreSQL at full speed, while the same connections are
 * held and the tape runs. It does not settle, log, sign or serve other calls. The ratio therefore shows how much of the
 * engine is left for users once everything is on, not how fast orders could be (see `bench orders`).
 */
const seconds = Number(process.env.CAPACITY_SECONDS ?? 600);
/** Calls per second. 0 means: find the highest rate that this machine can sustain. */
const wanted = Number(process.env.CAPACITY_RATE ?? 0);
const climbing = { from: 25, by: 1.6, keep: 0.75 };
const sockets = Number(process.env.CAPACITY_SOCKETS ?? 20_000);
const people = Number(process.env.CAPACITY_PEOPLE ?? 100_000);
const pushes = 2;
const holders = 2;
const bare = { clients: 16, seconds: 8 };
const stepSeconds = 35; // longer than a contract, so that as many end as begin
const [holding, sending] = ['capacity-sockets.ts', 'capacity-load.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
) as [string, string];

/** Sends a message to a child process and waits for its response. */
const ask = <A>(child: ChildProcess, order: object): Promise<A> =>
  new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a client ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (answer) => {
      child.off('exit', ended);
      resolve(answer as A);
    });
    child.send(order);
  });

/** The delay in milliseconds within which this fraction of all frames was received. */
function quantileOf(delays: readonly number[], part: number): number {
  const all = delays.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  return delays.findIndex((count) => {
    seen += count;
    return seen >= all * part;
  });
}

const delaysOf = (held: readonly Measurement[]): number[] =>
  held[0]!.delays.map((_, ms) => held.reduce((all, { delays }) => all + delays[ms]!, 0));
const sum = (held: readonly Measurement[], of: (one: Measurement) => number) =>
  held.reduce((all, one) => all + of(one), 0);

/** Holds the connections of the first users in separate processes. */
async function holdConnections(site: Site) {
  const clients = Array.from({ length: holders }, () => forkChild(holding));
  const all = (order: (place: number) => Order) =>
    Promise.all(clients.map((client, place) => ask<Measurement>(client, order(place))));
  const count = sockets / holders;
  const { lives: ports, origin } = site;
  await all((place) => ({ hold: { ports, origin, first: 1 + place * count, count } }));
  return {
    pids: clients.map(({ pid }) => pid!),
    measure: () => all(() => ({ measure: true })),
    tell: () => all(() => ({ tell: true })),
    close: () => {
      for (const client of clients) client.disconnect();
    },
  };
}

async function send(
  site: Site,
  rate: number,
  seconds: number,
  began: (pid: number) => void = () => {},
): Promise<LoadResult> {
  const sender = forkChild(sending, [], { serialization: 'advanced' });
  began(sender.pid!);
  const load = { port: site.api, origin: site.origin, users: sockets, files: site.served };
  return ask<LoadResult>(sender, { ...load, rate, seconds } satisfies Load);
}

export async function benchCapacity(): Promise<void> {
  await fillSite(people);
  const site = await startSite(pushes);
  const pool = openPool(urlFor(capacityDatabase, ownerRole), 4, () => {}, { timeout: 0 });
  try {
    await measure(site, pool);
  } finally {
    await site.close();
    await pool.end();
  }
}

async function measure(site: Site, pool: Pool): Promise<void> {
  const empty = memoryOf(site.pids.push!);
  const began = performance.now();
  const live = await holdConnections(site);
  const opened = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${sockets} connections after ${opened} s (load ${loadAverage()})`);
  await pause(5000);
  const engine = await bareOrders(bare.clients, bare.seconds, { database: capacityDatabase, users: people });
  console.log(`bare: ${engine.rate.toFixed(0)} orders/s with ${sockets} connections (load ${loadAverage()})`);

  const tried: LoadResult[] = [];
  /** Runs half a minute at a rate. Returns whether the site sustained it. */
  const isCarried = async (step: number): Promise<boolean> => {
    await live.measure();
    const one = await send(site, step, stepSeconds);
    tried.push(one);
    const late = quantileOf(delaysOf(await live.tell()), 0.99);
    const told = `answers p50 ${one.p50.toFixed(0)} p99 ${one.p99.toFixed(0)} ms, ${one.refused} refused, ticks p99 ${late} ms`;
    console.log(`${step.toFixed(0)} calls/s for ${stepSeconds} s: ${told} (load ${loadAverage()})`);
    return late < 1000 && one.refused === 0 && one.p99 < 1000;
  };
  let rate = wanted || climbing.from;
  if (wanted) await isCarried(rate);
  else {
    while (await isCarried(rate)) rate *= climbing.by;
    rate = Math.round((rate / climbing.by) * climbing.keep);
    await pause(10_000); // until the backlog of the failed rate is processed
  }
  let sender = 0;
  const groups = () => ({ ...site.pids, sockets: live.pids, ...(sender && { sender: [sender] }) });
  const shares = await openShares(groups);
  await live.measure();
  const [before, sizes, from] = [shares.look(), await lookAtDisk(pool), new Date()];
  const looking = setInterval(() => console.log(`${new Date().toISOString()} load ${loadAverage()}`), 60_000);
  const last = pause(seconds * 1000).then(() => shares.look());
  const loaded = await send(site, rate, seconds, (pid) => {
    sender = pid;
  });
  clearInterval(looking);
  const [after, grown, until] = [await last, await lookAtDisk(pool), new Date()];
  const held = await live.tell();
  const memory = memoryOf(site.pids.push!);
  const resident = Object.entries(site.pids).map(([role, pids]) => `${role} ${(memoryOf(pids) / 1024).toFixed(0)}`);
  live.close();
  const judged = await judgeCapacity({ pool, parts: [...tried, loaded], from, seconds, close: site.close });

  const took = (until.getTime() - from.getTime()) / 1000;
  const { contract, option, spot } = loaded.counts;
  const orders = contract + option + spot;
  const used = shares.between(before, after);
  const delays = delaysOf(held);
  const [p50, p99] = [quantileOf(delays, 0.5), quantileOf(delays, 0.99)];
  const answers = Object.entries(loaded.worst).map(([kind, ms]) => `${kind} ${ms.toFixed(0)}`);
  console.log(diskTable(sizes, grown, orders, took));
  console.log(`memory, MB: ${resident.join(', ')}; push ${((memory - empty) / sockets).toFixed(1)} KB a connection`);
  console.log(`answers, p99 in ms: ${answers.join(', ')}; calls: ${JSON.stringify(loaded.counts)}`);
  console.log(
    `frames: ${(sum(held, ({ frames }) => frames) / took).toFixed(0)}/s, ${(sum(held, ({ bytes }) => bytes) / took / sockets).toFixed(0)} bytes/s a connection, ${sum(held, ({ events }) => events)} events, ${sum(held, ({ missed }) => missed)} ticks skipped for newer ones, ${sum(held, ({ gone }) => gone)} connections lost, ${sum(held, ({ listening }) => listening)} listening`,
  );
  const shown = Object.entries(used).map(([name, percent]) => `processor_${name}=${percent.toFixed(0)}%`);
  const { lost, drift, wrong, doubled } = judged;
  console.log(
    `capacity ratio=${(orders / loaded.took / engine.rate).toFixed(2)} users=${people} sockets=${sockets} orders_per_s=${(orders / loaded.took).toFixed(0)} settlements_per_s=${(judged.settled / seconds).toFixed(0)} bare_per_s=${engine.rate.toFixed(0)} tick_delay_p50=${p50}ms tick_delay_p99=${p99}ms answers_p50=${loaded.p50.toFixed(0)}ms answers_p99=${loaded.p99.toFixed(0)}ms settle_p99=${judged.late.toFixed(0)}ms ${shown.join(' ')} refused=${loaded.refused} quotes_expired=${loaded.expired} seconds=${seconds} lost=${lost} doubled=${doubled} wrong=${wrong} drift=${drift}`,
  );
  const bad = lost + drift + wrong + doubled + loaded.refused + sum(held, ({ gone }) => gone);
  if (bad > 0 || !(p99 < 1000)) process.exitCode = 1;
}
