import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { msOf } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { openPool } from '../server/src/platform/database/db.ts';
import { openLiveClient, quantile } from './tape-clients.ts';
import { benchOrigin, startTapeParts } from './tape-parts.ts';

const symbols = 1000;
const seconds = Number(process.env.TAPE_SECONDS ?? 60);
const database = 'glasshouse_bench_tape';
const clients = 20;

/** A plain table with the same columns and key, and the simplest insert of a slot's rows. */
async function openBare() {
  const client = openPool(urlFor(database, ownerRole), 1, () => {});
  await client.query(
    'create table bare (symbol int, slot bigint, price bigint, volume bigint, hash bytea, primary key (symbol, slot))',
  );
  const places = Array.from(
    { length: symbols },
    (_, i) => `($${i * 5 + 1},$${i * 5 + 2},$${i * 5 + 3},$${i * 5 + 4},$${i * 5 + 5})`,
  );
  const text = `insert into bare values ${places.join(',')}`;
  const insert = async (slot: number) => {
    const values = Array.from({ length: symbols }, (_, i) => [i + 1, slot, 1_000_000 + i, 300, randomBytes(32)]).flat();
    const began = performance.now();
    await client.query(text, values);
    return performance.now() - began;
  };
  return { insert, end: () => client.end() };
}

/** A thousand symbols, with every slot committed and published. Measures the delay at a client and the cost of a commit. */
export async function benchTape(): Promise<void> {
  const nats = await startNats();
  const parts = await startTapeParts(database, symbols, nats.url);
  const bare = await openBare();
  const commits: number[] = [];
  const bares: number[] = [];
  const written: number[] = [];
  let measuring = false;
  const push = await parts.start('push');
  const feed = await parts.start('feed', (told) => {
    if (!('slot' in told) || !measuring) return;
    written.push(told.slot);
    commits.push(told.milliseconds);
    // The bare insert runs alone in the quiet part of the slot.
    setTimeout(async () => bares.push(await bare.insert(told.slot)), 200);
  });
  const heard: { slots: number[]; snapshots: number }[] = [];
  const ages: number[] = [];
  for (let i = 0; i < clients; i++) {
    const own = { slots: [] as number[], snapshots: 0 };
    heard.push(own);
    await openLiveClient(parts.port, benchOrigin, (kind, slot) => {
      if (!measuring) return;
      if (kind === 'snapshot') own.snapshots++;
      if (kind !== 'ticks') return;
      own.slots.push(slot);
      ages.push(Date.now() - msOf(slot));
    });
  }
  await wait(5000);
  measuring = true;
  await wait(seconds * 1000);
  measuring = false;
  await wait(1000);
  feed.kill('SIGKILL');
  push.kill('SIGKILL');
  await nats.kill();
  await bare.end();

  const [first, last] = [written[1]!, written.at(-2)!];
  const reader = openPool(urlFor(database, ownerRole), 1, () => {});
  const { rows } = await reader.query(`select count(*)::int as n from tick where slot between ${first} and ${last}`);
  await reader.end();
  const slots = last - first + 1;
  const missing = slots * symbols - rows[0].n;
  let lost = 0;
  let reordered = 0;
  for (const { slots: own } of heard) {
    const inside = own.filter((slot) => slot >= first && slot <= last);
    lost += slots - new Set(inside).size;
    for (let i = 1; i < inside.length; i++) if (inside[i]! <= inside[i - 1]!) reordered++;
  }
  const [commit, plain] = [quantile(commits, 0.5), quantile(bares, 0.5)];
  const p99 = quantile(ages, 0.99);
  await inDatabase(urlFor('postgres', 'postgres'), `drop database ${database} with (force)`);
  console.log(
    `tape ratio=${(commit / plain).toFixed(2)} commit_p50=${commit.toFixed(1)}ms commit_p99=${quantile(commits, 0.99).toFixed(1)}ms bare_p50=${plain.toFixed(1)}ms symbols=${symbols} slots=${slots} missing=${missing} lost=${lost} reordered=${reordered} client_p50=${quantile(ages, 0.5)}ms client_p99=${p99}ms`,
  );
  if (lost + reordered + missing > 0 || !(p99 < 200)) process.exitCode = 1;
}
