import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { coins } from '../protocol/src/market/coins.ts';
import { slotAt, slotsPerDay } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { appRole, feedRole, prepareDatabase, settleRole, urlFor } from '../server/database/prepare.ts';
import { kindCodes } from '../server/src/ledger/kinds.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { tickSubject } from '../server/src/market/messages.ts';
import { openBus } from '../server/src/platform/bus.ts';
import { openDb, openPool } from '../server/src/platform/db.ts';
import { createLog } from '../server/src/platform/log.ts';
import { beaconFor, newSigningKey } from '../server/test/signing-key.ts';
import { loadAverage, secondsOf } from './processor.ts';
import { giveMoney, house, type Owner, openContracts, openOwner, pool, startSettlers } from './settle-parts.ts';
import { quantile } from './tape-clients.ts';

// Contracts that all end at one tick: our settlers against SQL that writes the same rows without knowing why, on the same tables
// without our constraints and triggers. Then a steady stream of endings behind a real feed: how long after its tick each is booked.
const contracts = Number(process.env.SETTLE_CONTRACTS ?? 1_000_000);
const users = Math.ceil(contracts / 5);
const rounds = Number(process.env.SETTLE_ROUNDS ?? 2);
const settlers = 2;
const perSecond = 2000;
const seconds = Number(process.env.SETTLE_SECONDS ?? 30);
const database = 'glasshouse_bench_settle';
const steadyDatabase = 'glasshouse_bench_steady';

/**
 * The same columns and indexes, and nothing of ours that judges. Its pages have the room that one transaction needs to keep all rows in
 * theirs; ours need less, because a chunk reuses what the one before it left.
 */
const makeBare = (owner: Owner) =>
  owner.query(`
    create table bare_contract (like contract including indexes) with (fillfactor = 40);
    create table bare_account (like account including indexes) with (fillfactor = 70);
    create table bare_leg (like leg including indexes);
    create sequence bare_block increment by 65536 start 65536`);

const fillBare = (owner: Owner, slot: number, afterLeg: bigint) =>
  owner.query(`
    insert into bare_contract select * from contract where due_slot = ${slot};
    truncate bare_account; insert into bare_account select * from account;
    insert into bare_leg select * from leg where id > ${afterLeg}`);

const tick = (owner: Owner, first: number, last: number) =>
  owner.query(`
    insert into tick (symbol, slot, price, volume, hash)
    select symbol, slot, 1000 + case when symbol % 2 = 0 then slot % 1000 else -(slot % 1000) end, 1, sha256('')
    from generate_series(1, ${coins.length}) symbol, generate_series(${first}::bigint, ${last}) slot`);

/** One transaction of plain statements over the whole set. */
async function runBare(owner: Owner, slot: number): Promise<number> {
  const began = performance.now();
  await owner.query(`
    begin;
    update bare_contract set result = case when long then 1 else 2 end, entry_slot = head_slot + 1, entry_price = 1000,
      exit_slot = due_slot, exit_price = 1001, payout = case when long then stake + stake * return_bp / 10000 else 0 end,
      settled_at = now() where due_slot = ${slot};
    insert into bare_leg (account, id, amount, contra, at, ref, kind)
    select account, nextval('bare_block'), payout, ${pool}, now(), id, ${kindCodes.contract_payout}
    from bare_contract where due_slot = ${slot} and payout > 0 order by account;
    insert into bare_leg (account, id, amount, contra, at, ref, kind)
    select unnest('{${pool},${house}}'::bigint[]), nextval('bare_block'), unnest(array[-sum(stake), sum(stake - payout)]), null, now(),
      null, ${kindCodes.contract_result} from bare_contract where due_slot = ${slot};
    update bare_account set balance = balance + amount
    from (select account, sum(payout) as amount from bare_contract where due_slot = ${slot} and payout > 0 group by account) paid
    where id = paid.account;
    commit`);
  return performance.now() - began;
}

async function benchBurst(natsUrl: string): Promise<{ ours: number; bare: number; processor: number }> {
  await prepareDatabase(database);
  const owner = await openOwner(database);
  const begin = slotAt(Date.now()) - (slotAt(Date.now()) % slotsPerDay) + 10_000;
  await owner.query(`select make_tape_day(${Math.floor(begin / slotsPerDay)})`);
  await makeBare(owner);
  await giveMoney(owner, users);
  let booked = 0;
  let done = Promise.withResolvers<number>();
  const processes = await startSettlers(database, natsUrl, settlers, ({ count }) => {
    booked += count;
    if (booked === contracts) done.resolve(performance.now());
  });
  const runOurs = async (slot: number) => {
    booked = 0;
    done = Promise.withResolvers();
    await tick(owner, slot, slot);
    return -performance.now() + (await done.promise);
  };
  const times = { ours: 0, bare: 0 };
  const spent = { ours: 0, bare: 0 };
  for (let round = 0; round < rounds; round++) {
    const slot = begin + 1000 * (round + 1);
    await tick(owner, slot - 700, slot - 1);
    const afterLeg = await openContracts(owner, [slot, slot], contracts, users);
    await fillBare(owner, slot, afterLeg);
    await owner.query('vacuum analyze');
    const runs = { ours: runOurs, bare: (at: number) => runBare(owner, at) };
    const order = round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const);
    const took = { ours: 0, bare: 0 };
    const used = { ours: 0, bare: 0 };
    for (const name of order) {
      await checkpoint();
      const pids = [...(await backendsOf(owner, name)), ...(name === 'ours' ? processes.map(({ pid }) => pid!) : [])];
      const before = secondsOf(pids);
      took[name] = await runs[name](slot);
      times[name] += took[name];
      used[name] = secondsOf(pids) - before;
      spent[name] += used[name];
    }
    console.log(
      `round ${round + 1}: ours ${(took.ours / 1000).toFixed(2)} s, bare ${(took.bare / 1000).toFixed(2)} s; processor ${used.ours.toFixed(1)} and ${used.bare.toFixed(1)} s (load ${loadAverage()})`,
    );
    await tick(owner, slot + 1, slot + 20);
    console.log(`days added up after ${((await rolledTo(owner, slot)) / 1000).toFixed(1)} s`);
  }
  for (const child of processes) child.kill('SIGKILL');
  await proveBooks(database);
  owner.release(true);
  const rate = (ms: number) => (rounds * contracts) / (ms / 1000);
  return { ours: rate(times.ours), bare: rate(times.bare), processor: spent.bare / spent.ours };
}

/** The database's processes that do the work of either side. */
async function backendsOf(owner: Owner, name: 'ours' | 'bare'): Promise<number[]> {
  const ours = `select pid from pg_stat_activity where datname = current_database() and usename = '${settleRole}'`;
  const { rows } = await owner.query(name === 'ours' ? ours : 'select pg_backend_pid() as pid');
  return rows.map((row) => row.pid);
}

const checkpoint = async () => {
  const admin = openPool(urlFor('postgres', 'postgres'), 1, () => {});
  await admin.query('checkpoint');
  await admin.end();
};

async function proveBooks(name: string): Promise<void> {
  const db = openDb(openPool(urlFor(name, appRole), 1, () => {}));
  const { drift } = await checkBooks(db);
  await db.destroy();
  if (drift.length > 0) throw new Error(`${drift.length} accounts do not add up`);
}

async function rolledTo(owner: Owner, slot: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await owner.query(
      'select settled_through >= $1 as rolled from settlement where product = $$contract$$',
      [slot],
    );
    if (rows[0].rolled) return performance.now() - began;
    await wait(100);
  }
}

/** The milliseconds from a tick on the bus, which comes after its commit, to what it ended being booked; one for each contract. */
async function benchSteady(natsUrl: string): Promise<number[]> {
  await prepareDatabase(steadyDatabase);
  const owner = await openOwner(steadyDatabase);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urlFor(steadyDatabase, appRole),
    FEED_DATABASE_URL: urlFor(steadyDatabase, feedRole),
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
  const feed = spawn(process.execPath, ['server/src/main.ts', 'beacon', 'feed'], { cwd: root, env, stdio: 'inherit' });
  await giveMoney(owner, 10_000);
  while (ticks.size === 0) await wait(100);
  const first = slotAt(Date.now()) + 60; // time to prepare the stream
  const last = first + 2 * seconds - 1;
  await openContracts(owner, [first, last], perSecond / 2, 10_000);
  const late: number[] = [];
  const processes = await startSettlers(steadyDatabase, natsUrl, settlers, ({ count, exitSlot, at }) => {
    for (let i = 0; i < count; i++) late.push(at - ticks.get(exitSlot!)!);
  });
  if (slotAt(Date.now()) >= first) throw new Error('the machine was too slow to prepare the stream');
  while (late.length < perSecond * seconds && slotAt(Date.now()) < last + 60) await wait(100);
  for (const child of [...processes, feed]) child.kill('SIGKILL');
  await bus.close();
  await proveBooks(steadyDatabase);
  owner.release(true);
  if (late.length !== perSecond * seconds) throw new Error(`${late.length} settled of ${perSecond * seconds}`);
  return late;
}

/** Ends with one line: `settle ratio=R ours=N/s bare=N/s p50=Nms p99=Nms processor=R`; `processor` is the ratio in processor time. */
export async function benchSettle(): Promise<void> {
  const nats = await startNats();
  const late = await benchSteady(nats.url);
  const { ours, bare, processor } = await benchBurst(nats.url);
  await nats.kill();
  const p99 = quantile(late, 0.99);
  const stream = `p50=${quantile(late, 0.5).toFixed(0)}ms p99=${p99.toFixed(0)}ms`;
  console.log(
    `settle ratio=${(ours / bare).toFixed(2)} ours=${ours.toFixed(0)}/s bare=${bare.toFixed(0)}/s ${stream} processor=${processor.toFixed(2)}`,
  );
  if (ours / bare < 0.7 || p99 > 1000) process.exitCode = 1;
}
