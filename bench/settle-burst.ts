import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { coins } from '../protocol/src/market/coins.ts';
import { slotAt, slotsPerDay } from '../protocol/src/market/tape.ts';
import { prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/database/db.ts';
import { loadAverage, secondsOf, serverClock, total } from './processor.ts';
import { fillBare, makeBare, runBare } from './settle-bare.ts';
import { giveMoney, type Owner, openOrders, openOwner, proveBooks, startSettlers } from './settle-parts.ts';
import type { Product } from './settle-products.ts';

const database = 'glasshouse_bench_settle';
const perUser = 5;

/** Orders that end together: this many of each product. */
export type Mix = readonly { product: Product; count: number }[];
/** Wall-clock and processor seconds. */
type Took = { seconds: number; processor: number };
export type Round = { orders: number; ours: Took; bare: Took };

const sizeOf = (mix: Mix) => mix.reduce((sum, { count }) => sum + count, 0);

/** A tick of every coin at each of these slots. Half of them rise, half fall. */
const tick = (owner: Owner, first: number, last: number) =>
  owner.query(`
    insert into tick (symbol, slot, price, volume, hash)
    select symbol, slot, 1000 + case when symbol % 2 = 0 then slot % 1000 else -(slot % 1000) end, 1, sha256('')
    from generate_series(1, ${coins.length}) symbol, generate_series(${first}::bigint, ${last}) slot`);

/** A database whose orders all end at one tick, repeatedly: our settlers against SQL that writes the same rows. */
export async function openBurst(natsUrl: string, settlers: number, limit: number) {
  await prepareDatabase(database);
  const owner = await openOwner(database);
  const begin = slotAt(Date.now()) - (slotAt(Date.now()) % slotsPerDay) + 10_000;
  await owner.query(`select make_tape_day(${Math.floor(begin / slotsPerDay)})`);
  await makeBare(owner);
  const users = Math.ceil(limit / perUser);
  await giveMoney(owner, users);
  let waiting = 0;
  let done = Promise.withResolvers<void>();
  const processes = await startSettlers(database, natsUrl, settlers, ({ count }) => {
    waiting -= count;
    if (waiting === 0) done.resolve();
  });
  const clock = await openClock(processes);
  let slot = begin;
  let oursFirst = false;

  const runOurs = async () => {
    done = Promise.withResolvers();
    await tick(owner, slot, slot);
    await done.promise;
  };
  /** Ends these orders with both, alternating which one goes first. */
  async function round(mix: Mix): Promise<Round> {
    slot += 1000;
    await tick(owner, slot - 700, slot - 1);
    const afterLeg = (await owner.query('select coalesce(max(id), 0) as id from leg')).rows[0].id;
    for (const { product, count } of mix)
      await openOrders(owner, product, { slots: [slot, slot], perSlot: count, users });
    const products = mix.map(({ product }) => product);
    await fillBare(owner, products, slot, afterLeg);
    await owner.query('vacuum analyze');
    const orders = sizeOf(mix);
    waiting = orders;
    const bare = () => clock(() => runBare(owner, products, slot));
    const [first, second] = oursFirst ? [await clock(runOurs), await bare()] : [await bare(), await clock(runOurs)];
    const [ours, theirs] = oursFirst ? [first, second] : [second, first];
    oursFirst = !oursFirst;
    await tick(owner, slot + 1, slot + 20);
    await allAddedUp(owner, slot);
    return { orders, ours, bare: theirs };
  }
  const close = async () => {
    for (const child of processes) child.kill('SIGKILL');
    await proveBooks(database);
    owner.release(true);
  };
  return { round, close };
}

/**
 * Measures work from a checkpoint onwards. All use by the server and the settlers counts, because nothing else runs on
 * this server.
 */
async function openClock(processes: readonly ChildProcess[]) {
  const server = await serverClock();
  const pids = processes.map(({ pid }) => pid!);
  const used = () => total(server()) + secondsOf(pids);
  return async (work: () => Promise<unknown>): Promise<Took> => {
    const admin = openPool(urlFor('postgres', 'postgres'), 1, () => {});
    await admin.query('checkpoint');
    await admin.end();
    const [before, began] = [used(), performance.now()];
    await work();
    return { seconds: (performance.now() - began) / 1000, processor: used() - before };
  };
}

async function allAddedUp(owner: Owner, slot: number): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select min(settled_through) >= $1 as through from settlement', [slot]);
    if (rows[0].through) return;
    await wait(100);
  }
}

export const describeRound = (name: string, { ours, bare }: Round): string =>
  `${name}: ours ${ours.seconds.toFixed(2)} s, bare ${bare.seconds.toFixed(2)} s; processor ${ours.processor.toFixed(1)} and ${bare.processor.toFixed(1)} s (load ${loadAverage()})`;

/** Our speed as a multiple of the bare speed over some rounds, also in processor time. */
export function ratioOf(rounds: readonly Round[]) {
  const sum = (of: (round: Round) => number) => rounds.reduce((all, round) => all + of(round), 0);
  const orders = sum((round) => round.orders);
  const [ours, bare] = [sum(({ ours }) => ours.seconds), sum(({ bare }) => bare.seconds)];
  const processor = sum(({ bare }) => bare.processor) / sum(({ ours }) => ours.processor);
  return { ratio: bare / ours, processor, ours: orders / ours, bare: orders / bare };
}
