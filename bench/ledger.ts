import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../scripts/run.ts';
import { appRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { systemAccount, walletOf } from '../server/src/ledger/accounts.ts';
import { kindCodes } from '../server/src/ledger/kinds.ts';
import { type Posting, postBatch, type Verdict } from '../server/src/ledger/ledger.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { createBatcher } from '../server/src/platform/batcher.ts';
import { openDb, openPool, step } from '../server/src/platform/db.ts';

// Batched postings against pgbench doing the same posting, one transaction each, on the same tables of the same server:
// the stake of a contract leaves one of many wallets for the pool of committed money. Runs are interleaved, medians count.
const database = 'glasshouse_bench';
const users = 100_000;
const rounds = 3;
const clients = [1, 16, 64];
const bareSeconds = 5;
const batchSeconds = 8;
const callers = 4096;
const lanes = 2;
const pool = systemAccount('committed_contracts', 'USDT');
const outside = systemAccount('external', 'USDT');
const start = 1_000_000_000_000n;
const wallet = (owner: string) => `((${owner})::bigint << 16 | ${walletOf(0n, 'contract', 'USDT')})`;

/** Everybody gets money through the books, so that they can be checked afterwards. */
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

/** Transactions a second of pgbench with that many clients. */
async function bare(file: string, count: number): Promise<number> {
  const { hostname, port } = new URL(urlFor(database, appRole));
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(count),
    '-j',
    count > 1 ? '2' : '1',
    '-T',
    String(bareSeconds),
    '-f',
    file,
  ];
  const { output } = await run('pgbench', [...args, '-h', hostname, '-p', port, '-U', appRole, database]);
  const rate = /tps = ([\d.]+)/.exec(output);
  if (!rate) throw new Error(`pgbench: ${output}`);
  return Number(rate[1]);
}

/** Postings a second through the micro-batcher, and how long a caller waits. */
async function batched(): Promise<{ rate: number; p50: number; p99: number }> {
  const connections = openPool(urlFor(database, appRole), lanes, () => {});
  const db = openDb(connections);
  const send = (postings: Posting[]) => step(db, (tx) => postBatch(tx, new Date(), postings));
  const batcher = createBatcher<Posting, Verdict>(send, { lanes, mostPerBatch: callers / lanes, mostWaiting: callers });
  const waits: number[] = [];
  const began = performance.now();
  const caller = async () => {
    while (performance.now() - began < batchSeconds * 1000) {
      const from = walletOf(BigInt(1 + Math.floor(Math.random() * users)), 'contract', 'USDT');
      const amount = BigInt(10_000_000 + Math.floor(Math.random() * 490_000_000));
      const asked = performance.now();
      const verdict = await batcher.add({
        kind: 'contract_stake',
        ref: randomUUID(),
        moves: [{ from, to: pool, amount }],
      });
      if (verdict !== 'posted') throw new Error(`a posting was ${verdict}`);
      waits.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const rate = waits.length / ((performance.now() - began) / 1000);
  await connections.end();
  waits.sort((a, b) => a - b);
  return { rate, p50: waits[Math.floor(waits.length * 0.5)]!, p99: waits[Math.floor(waits.length * 0.99)]! };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0];

/** Ends with one line: `ledger ratio=R batch=N/s bare=N/s ...`. */
export async function benchLedger(): Promise<void> {
  await prepareDatabase(database);
  await fill();
  const file = join(tmpdir(), `glasshouse-bench-${process.pid}.sql`);
  await writeFile(file, script);
  const bares = new Map<number, number[]>(clients.map((count) => [count, []]));
  const batches: Awaited<ReturnType<typeof batched>>[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const count of clients) bares.get(count)!.push(await bare(file, count));
    batches.push(await batched());
    const single = clients.map((count) => `${count} clients ${bares.get(count)!.at(-1)!.toFixed(0)}/s`).join(', ');
    const { rate, p50, p99 } = batches.at(-1)!;
    console.log(
      `round ${round}: bare ${single}; batch ${rate.toFixed(0)}/s p50 ${p50.toFixed(0)} ms p99 ${p99.toFixed(0)} ms (load ${load()})`,
    );
  }
  const db = openDb(openPool(urlFor(database, appRole), 1, () => {}));
  const { legs, drift } = await checkBooks(db);
  await db.destroy();
  const best = Math.max(...clients.map((count) => median(bares.get(count)!)));
  const rate = median(batches.map((batch) => batch.rate));
  const [p50, p99] = [median(batches.map((batch) => batch.p50)), median(batches.map((batch) => batch.p99))];
  console.log(
    `ledger ratio=${(rate / best).toFixed(1)} batch=${rate.toFixed(0)}/s bare=${best.toFixed(0)}/s p50=${p50.toFixed(0)}ms p99=${p99.toFixed(0)}ms legs=${legs} drift=${drift.length}`,
  );
  if (drift.length > 0) process.exitCode = 1;
}
