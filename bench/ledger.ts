import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../scripts/run.ts';
import { appRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { systemAccount, walletOf } from '../server/src/money/ledger/accounts.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';
import { type Posting, postBatch, type Verdict } from '../server/src/money/ledger/ledger.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { createBatcher } from '../server/src/platform/database/batcher.ts';
import { openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { makeFolder } from '../server/test/child.ts';
import { mayPostAnything } from '../server/test/rights.ts';
import { loadAverage, processorClock } from './processor.ts';

// Batched postings against pgbench, which does the same posting in one transaction each, on the same tables of the same
// server. The posting moves the stake of a contract from one of many wallets to the account of committed stakes. Runs
// alternate, and medians are reported.
const database = 'glasshouse_bench';
const users = 100_000;
const rounds = 3;
const clients = [1, 16, 64];
const bareSeconds = 5;
const batchSeconds = 8;
const closing = 1000; // until the server has counted the closed connections
const callers = 4096;
const lanes = 2;
const pool = systemAccount('committed_contracts', 'USDT');
const outside = systemAccount('external', 'USDT');
const start = 1_000_000_000_000n;
const wallet = (owner: string) => `((${owner})::bigint << 16 | ${walletOf(0n, 'contract', 'USDT')})`;

/** Gives every user money through the books, so that they can be checked afterwards. */
async function fill(): Promise<void> {
  const owner = openPool(urlFor(database, ownerRole), 1, () => {});
  await owner.query(
    `insert into account (id, balance) select ${wallet('n')}, ${start} from generate_series(1, ${users}) n`,
  );
  const perBlock = 50_000; // the legs of one statement share the upper bits of their ids
  for (let first = 1; first <= users; first += perBlock) {
    await owner.query(`
      with block as materialized (select nextval('posting_block') as base)
      insert into leg (account, id, amount, contra, at, ref, kind)
      select ${wallet('n')}, base + 1 + n - ${first}, ${start}, ${outside}, now(), gen_random_uuid(), ${kindCodes.top_up}
      from block, generate_series(${first}, ${first + perBlock - 1}) n
      union all select ${outside}, base, -${start * BigInt(perBlock)}, null, now(), null, ${kindCodes.top_up} from block`);
  }
  await owner.query(mayPostAnything);
  await owner.query('vacuum analyze');
  await owner.end();
}

const script = `
\\set owner random(1, ${users})
\\set amount random(10000000, 500000000)
with moved as (
  update account set balance = balance - :amount
  where id = ${wallet(':owner')} and balance >= :amount returning id
), block as materialized (select nextval('posting_block') as base)
insert into leg (account, id, amount, contra, at, ref, kind)
select id, base + 1, -:amount::bigint, ${pool}, now(), gen_random_uuid(), ${kindCodes.contract_stake}::smallint from moved, block
union all select ${pool}, base, :amount::bigint, null, now(), null, ${kindCodes.contract_stake}::smallint from moved, block;
`;

type Measured = { rate: number; processor: number; p50?: number; p99?: number };

/** pgbench with this many clients: transactions per second, and processor seconds of each. */
async function bare(clock: () => number, file: string, count: number): Promise<Measured> {
  // As the owner, because no other role may write balances and legs directly.
  const { hostname, port } = new URL(urlFor(database, ownerRole));
  const before = clock();
  const how = `-n -M prepared -c ${count} -j ${Math.min(count, 2)} -T ${bareSeconds} -f ${file}`;
  const where = `-h ${hostname} -p ${port} -U ${ownerRole} ${database}`;
  const { output } = await run('pgbench', `${how} ${where}`.split(' '));
  const [rate, done] = [/tps = ([\d.]+)/.exec(output), /actually processed: (\d+)/.exec(output)];
  if (!rate || !done) throw new Error(`pgbench: ${output}`);
  await pause(closing);
  return { rate: Number(rate[1]), processor: (clock() - before) / Number(done[1]) };
}

/** The same through the micro-batcher, and the latency of its callers. */
async function batched(clock: () => number): Promise<Required<Measured>> {
  const before = clock();
  const connections = openPool(urlFor(database, appRole), lanes, () => {});
  const db = openDb(connections);
  const send = (postings: Posting[]) => step(db, (tx) => postBatch(tx, new Date(), postings));
  const batcher = createBatcher<Posting, Verdict>(send, { lanes, maxPerBatch: callers / lanes, maxWaiting: callers });
  const waits: number[] = [];
  const began = performance.now();
  const caller = async () => {
    while (performance.now() - began < batchSeconds * 1000) {
      const from = walletOf(BigInt(1 + Math.floor(Math.random() * users)), 'contract', 'USDT');
      const amount = BigInt(10_000_000 + Math.floor(Math.random() * 490_000_000));
      const asked = performance.now();
      const moves = [{ from, to: pool, amount }];
      const verdict = await batcher.add({ kind: 'contract_stake', ref: randomUUID(), moves });
      if (verdict !== 'posted') throw new Error(`a posting was ${verdict}`);
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const rate = waits.length / ((performance.now() - began) / 1000);
  await connections.end();
  await pause(closing);
  const processor = (clock() - before) / waits.length;
  waits.sort((a, b) => a - b);
  return { rate, processor, p50: waits[Math.floor(waits.length * 0.5)]!, p99: waits[Math.floor(waits.length * 0.99)]! };
}

function medianOf<K extends keyof Measured>(runs: readonly Measured[], key: K): number {
  return runs.map((one) => one[key]!).sort((a, b) => a - b)[Math.floor(runs.length / 2)]!;
}

/** Prints one line at the end: `ledger ratio=R batch=N/s bare=N/s ...`. `processor` is the same ratio in processor time. */
export async function benchLedger(): Promise<void> {
  await prepareDatabase(database);
  await fill();
  const { folder, remove } = await makeFolder('glasshouse-bench-');
  const file = join(folder, 'posting.sql');
  await writeFile(file, script);
  const clock = await processorClock();
  const bares = clients.map((count) => ({ count, runs: [] as Measured[] }));
  const batches: Measured[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const { count, runs } of bares) runs.push(await bare(clock, file, count));
    batches.push(await batched(clock));
    const single = bares.map(({ count, runs }) => `${count} clients ${runs.at(-1)!.rate.toFixed(0)}/s`).join(', ');
    console.log(`round ${round}: bare ${single}; batch ${batches.at(-1)!.rate.toFixed(0)}/s (load ${loadAverage()})`);
  }
  await remove();
  const db = openDb(openPool(urlFor(database, appRole), 1, () => {}));
  const { legs, drift } = await checkBooks(db);
  await db.destroy();
  const [best] = bares.map(({ runs }) => runs).sort((a, b) => medianOf(b, 'rate') - medianOf(a, 'rate'));
  const [rate, bareRate] = [medianOf(batches, 'rate'), medianOf(best!, 'rate')];
  const processor = medianOf(best!, 'processor') / medianOf(batches, 'processor');
  const waits = `p50=${medianOf(batches, 'p50').toFixed(0)}ms p99=${medianOf(batches, 'p99').toFixed(0)}ms`;
  const figures = `batch=${rate.toFixed(0)}/s bare=${bareRate.toFixed(0)}/s processor=${processor.toFixed(1)} ${waits}`;
  console.log(`ledger ratio=${(rate / bareRate).toFixed(1)} ${figures} legs=${legs} drift=${drift.length}`);
  if (drift.length > 0) process.exitCode = 1;
}
