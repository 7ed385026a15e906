import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from '../scripts/run.ts';
import { inDatabase, logRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { auditLog } from '../server/src/evidence/publiclog/audit.ts';
import { runWriter } from '../server/src/evidence/publiclog/writer.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { createLog } from '../server/src/platform/observability/log.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { openSigner } from '../server/src/platform/security/signer.ts';
import { products } from '../server/src/roles/products.ts';
import { makeFolder } from '../server/test/child.ts';
import { newSigningKey } from '../server/test/signing-key.ts';
import { loadAverage } from './processor.ts';
import { quantile } from './tape-clients.ts';

// Entries submitted by many clients, each in its own transaction, against the same program inserting the same rows into
// a plain table of the same form. Log entries count once they are leaves under a signed checkpoint. Runs alternate, and
// medians are reported.
const database = 'glasshouse_bench_log';
const rounds = 3;
const seconds = 10;
const clients = 16;
const paced = { rate: 1000, seconds: Number(process.env.LOG_SECONDS ?? 30) };
// 81 bytes, as most entries have, of an unused kind.
const entry = `decode('7f' || repeat(md5(random()::text), 5), 'hex')`;

async function hand(table: string, how: string, file: string): Promise<{ count: number; rate: number }> {
  await writeFile(file, `insert into ${table} (bytes) values (${entry});\n`);
  const { hostname, port } = new URL(urlFor(database, ownerRole));
  const where = `-h ${hostname} -p ${port} -U ${ownerRole} ${database}`;
  const { output } = await run('pgbench', `-n -M prepared -c ${clients} -j 2 ${how} -f ${file} ${where}`.split(' '));
  const [rate, done] = [/tps = ([\d.]+)/.exec(output), /actually processed: (\d+)/.exec(output)];
  if (!rate || !done) throw new Error(`pgbench: ${output}`);
  return { count: Number(done[1]), rate: Number(rate[1]) };
}

type Signed = { at: number; size: number };
async function startWriter() {
  const signed: Signed[] = [];
  const pool = openPool(urlFor(database, logRole), 2, () => {});
  const writer = runWriter({
    ...{ db: openDb(pool), clock: systemClock, log: createLog('error'), signer, origin: 'bench.example/log' },
    onSigned: (size) => signed.push({ at: performance.now(), size }),
  });
  while (signed.length === 0) await pause(20);
  return {
    signed,
    size: () => signed.at(-1)!.size,
    stop: async () => {
      await writer.stop();
      await pool.end();
    },
  };
}
const signer = openSigner(newSigningKey());

/**
 * Submits entries and waits until all are signed. Measures leaves per second from the first to the last checkpoint in
 * that time.
 */
async function logged(how: string, file: string) {
  await inDatabase(urlFor(database, ownerRole), `insert into log_entry (bytes) values (${entry})`);
  const writer = await startWriter();
  const [before, began] = [writer.size(), performance.now()];
  const { count } = await hand('log_entry', how, file);
  const ended = performance.now();
  while (writer.size() < before + count) await pause(20);
  await writer.stop();
  const during = writer.signed.filter(({ at }) => at >= began && at <= ended);
  const [first, last] = [during[0]!, during.at(-1)!];
  const rate = (last.size - first.size) / ((last.at - first.at) / 1000);
  const gaps = writer.signed.slice(1).map(({ at }, i) => at - writer.signed[i]!.at);
  return { count, rate, gaps, late: writer.signed.at(-1)!.at - ended };
}

const median = (values: readonly number[]) => quantile([...values], 0.5);

/** Prints one line at the end: `log ratio=R log=N/s bare=N/s ...`. */
export async function benchLog(): Promise<void> {
  await prepareDatabase(database);
  const { folder, remove } = await makeFolder('glasshouse-bench-log-');
  const file = join(folder, 'entry.sql');
  await inDatabase(
    urlFor(database, ownerRole),
    'create table bare (id bigint generated always as identity primary key, bytes bytea not null)',
  );
  const steady = await logged(`-R ${paced.rate} -T ${paced.seconds}`, file);
  const slowest = Math.max(...steady.gaps);
  console.log(
    `sustained: ${steady.count} leaves, ${steady.rate.toFixed(0)}/s, all signed ${steady.late.toFixed(0)} ms after the last was handed over; a checkpoint every ${median(steady.gaps).toFixed(0)} ms, at the latest after ${slowest.toFixed(0)} ms (load ${loadAverage()})`,
  );
  const [bares, logs, lates]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round++) {
    bares.push((await hand('bare', `-T ${seconds}`, file)).rate);
    const measured = await logged(`-T ${seconds}`, file);
    logs.push(measured.rate);
    lates.push(measured.late);
    console.log(
      `round ${round}: bare ${bares.at(-1)!.toFixed(0)}/s, log ${logs.at(-1)!.toFixed(0)}/s (load ${loadAverage()})`,
    );
  }
  await remove();
  const pool = openPool(urlFor(database, ownerRole), 1, () => {}, { timeout: 0 });
  const { leaves, checkpoints, faults } = await auditLog(openDb(pool), products);
  await pool.end();
  for (const { what, where } of faults) console.log(`${what}: ${where}`);
  console.log(
    `log ratio=${median(logs.map((rate, i) => rate / bares[i]!)).toFixed(2)} log=${median(logs).toFixed(0)}/s bare=${median(bares).toFixed(0)}/s sustained=${steady.rate.toFixed(0)}/s all_signed_after=${Math.max(...lates).toFixed(0)}ms checkpoint_p50=${median(steady.gaps).toFixed(0)}ms checkpoint_max=${slowest.toFixed(0)}ms leaves=${leaves} checkpoints=${checkpoints} faults=${faults.length}`,
  );
  if (faults.length > 0) process.exitCode = 1;
}
