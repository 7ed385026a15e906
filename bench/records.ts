import { setTimeout as pause } from 'node:timers/promises';
import type { listRecords } from '../protocol/src/records/calls.ts';
import { appRole, inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { openPool, type Pool } from '../server/src/platform/database/db.ts';
import { cookiesOf, headersOf, newJar } from '../server/test/browser.ts';
import { startApis } from './orders-http.ts';
import { loadAverage } from './processor.ts';
import { quantile } from './tape-clients.ts';

// The records of a user with a million of them, among ten million in all: the first page and the page 10,000 pages
// later, without a filter and with the rarest filters. Measured through HTTP to the api role, against a bare statement
// that reads a page of the same index.
const database = 'glasshouse_bench_records';
const own = Number(process.env.RECORDS_OWN ?? 1_000_000);
const all = Number(process.env.RECORDS_ALL ?? 10_000_000);
const calls = Number(process.env.RECORDS_CALLS ?? 200);
const deep = Math.min(10_000, Math.floor(own / 300) * 5);
const page = 20;
const perStatement = 500_000;
const token = 'bench-session-of-records';
const pacing = 100; // the rate limit of one user: ten calls per second
const many = 100_000; // the owners of the other records

// One in a thousand is pending. A withdrawal on hold is one in 100,000, with none among the newest tenth. No withdrawal
// has failed.
const made = (first: number, last: number, owner: string) => `
  insert into movement (owner, id, flow, state, currency, amount, fee, label, at, changed_at)
  select ${owner}, gen_random_uuid(), kind[1], kind[2], case when kind[1] = 'withdraw' and n % 3 = 0 then 2 else 1 end, 1000000 + n % 999, 0, kind[3],
    moment, moment
  from generate_series(${first}, ${last}) n,
    lateral (select timestamptz '2026-11-01' - (${last} - n) * interval '90 seconds' as moment) as times,
    lateral (select case
      when n % 100000 = 7 and n < ${own} * 0.9 then array['withdraw', 'frozen', 'TRC20']
      when n % 1000 = 3 then array['withdraw', 'under_review', 'TRC20']
      when n % 10 < 4 then array['recharge', 'passed', 'TRC20']
      when n % 10 < 6 then array['withdraw', 'success', 'ERC20']
      when n % 10 < 8 then array['move', 'done', 'fund-contract']
      when n % 10 < 9 then array['transfer', 'done', 'member']
      else array['upgrade', 'done', '1-2'] end as kind) as kinds`;

async function fill(): Promise<void> {
  await prepareDatabase(database);
  const parts = (total: number) =>
    Array.from({ length: Math.ceil(total / perStatement) }, (_, i) => [
      i * perStatement + 1,
      Math.min(total, (i + 1) * perStatement),
    ]) as [number, number][];
  await inDatabase(
    urlFor(database, ownerRole),
    `insert into person (id, number, phone, country, password_hash, trade_password_hash, invitation_code, registered_at)
      values (gen_random_uuid(), 1, '+8613000000001', 'CN', '', '', 'BENCH', now())`,
    `insert into session (token_hash, id, person, address, device, started_at, seen_at, expires_at)
      select sha256('${token}'::bytea), gen_random_uuid(), id, '', '', now(), now(), now() + interval '1 day' from person`,
  );
  // Indexes are built once afterwards, as when restoring a dump. Updating them row by row would take most of the time.
  const pool = openPool(urlFor(database, ownerRole), 1, () => {}, { timeout: 3_600_000 });
  const { rows: indexes } = await pool.query<{ name: string; text: string }>(
    "select indexname as name, indexdef as text from pg_indexes where tablename = 'movement' and indexname <> 'movement_pkey'",
  );
  await pool.end();
  await inDatabase(
    urlFor(database, ownerRole),
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...parts(own).map(([first, last]) => made(first, last, '1')),
    ...parts(all - own).map(([first, last]) => made(first, last, `2 + n % ${many}`)),
    ...indexes.map(({ text }) => text),
    'vacuum analyze movement',
  );
}

type RecordsQuery = { tab?: string; state?: string; currency?: string; month?: string; before?: string };
type Scene = { name: string; asked: RecordsQuery };

/** The cursor of a page at this depth. Found by counting, which no API call does. */
async function cursorAt(pool: Pool, where: string, pages = deep): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(`
    select (extract(epoch from at) * 1000)::bigint || '-' || serial as place from movement where owner = 1 ${where}
    order by at desc, serial desc offset ${pages * page - 1} limit 1`);
  return rows[0]!.place;
}

/** The baseline: the newest records of one owner and kind, read from the index on a separate connection. */
async function bare(pool: Pool): Promise<number> {
  const began = performance.now();
  await pool.query({
    name: 'bare',
    text: `select * from movement where owner = $1 and flow = $2 and state = $3 and currency = $4
      order by at desc, serial desc limit $5`,
    values: [1, 'recharge', 'passed', 1, page + 1],
  });
  return performance.now() - began;
}

/**
 * Prints one line at the end: `records ratio=R bare_p50=Nms bare_p99=Nms first_p50=.. first_p99=.. deep_p50=..
 * deep_p99=.. rare_p99=..`.
 */
export async function benchRecords(): Promise<void> {
  await fill();
  const pool = openPool(urlFor(database, appRole), 1, () => {});
  const scenes: Scene[] = [
    { name: 'first', asked: {} },
    { name: 'deep', asked: { before: await cursorAt(pool, '') } },
    { name: 'first of a tab', asked: { tab: 'recharge' } },
    { name: 'deep in a tab', asked: { tab: 'recharge', before: await cursorAt(pool, "and flow = 'recharge'") } },
    { name: 'rare state', asked: { state: 'frozen' } },
    { name: 'no match', asked: { state: 'failed', currency: 'CNY' } },
    { name: 'old month', asked: { month: '2025-01', state: 'under_review' } },
    { name: 'deep in CNY', asked: { currency: 'CNY', before: await cursorAt(pool, 'and currency = 2', deep / 5) } },
  ];
  const api = await startApis(1, database);
  const jar = newJar();
  jar.set('glasshouse_session', token);
  const headers = { ...headersOf(jar, api.origin), cookie: cookiesOf(jar), 'content-type': 'application/json' };
  const ask = async ({ name, asked }: Scene): Promise<number> => {
    const began = performance.now();
    const url = `http://127.0.0.1:${api.ports[0]}/index/records/list` satisfies `${string}${typeof listRecords.path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(asked) });
    const { code, data } = (await response.json()) as { code: number; data: { list: unknown[] } };
    if (code !== 200 || (data.list.length < page && /first|deep/.test(name))) throw new Error(`${name}: ${code}`);
    return performance.now() - began;
  };
  const times = new Map(scenes.map(({ name }) => [name, [] as number[]]));
  const bares: number[] = [];
  for (const scene of scenes) await ask(scene); // opens connections and prepares plans
  await pause(3000);
  for (let i = 0; i < calls; i++) {
    for (const scene of scenes) {
      times.get(scene.name)!.push(await ask(scene));
      await pause(pacing);
    }
    bares.push(await bare(pool));
  }
  await api.close();
  await pool.end();
  const ms = (values: readonly number[], at: number) => quantile(values, at).toFixed(1);
  for (const [name, found] of times) console.log(`${name.padEnd(16)} p50=${ms(found, 0.5)}ms p99=${ms(found, 0.99)}ms`);
  const of = (name: string) => times.get(name)!;
  const rare = ['rare state', 'no match', 'old month', 'deep in CNY'].flatMap(of);
  const ratio = Number(ms(of('first'), 0.5)) / Number(ms(bares, 0.5));
  console.log(
    `records ratio=${ratio.toFixed(1)} bare_p50=${ms(bares, 0.5)}ms bare_p99=${ms(bares, 0.99)}ms first_p50=${ms(of('first'), 0.5)}ms first_p99=${ms(of('first'), 0.99)}ms deep_p50=${ms(of('deep'), 0.5)}ms deep_p99=${ms(of('deep'), 0.99)}ms rare_p99=${ms(rare, 0.99)}ms page=${deep} own=${own} all=${all} load=${loadAverage()}`,
  );
}
