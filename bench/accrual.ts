import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../protocol/src/utc-day.ts';
import { appRole, urlFor } from '../server/database/prepare.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool, step } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import { payProducts } from '../server/src/trading/wealth/jobs.ts';
import { countAhead } from '../server/src/trading/wealth/outlook.ts';
import { buy } from '../server/src/trading/wealth/sql.ts';
import { accrualDatabase, fillAccrual, pledges, runBare, writtenOn } from './accrual-world.ts';
import { loadAverage, secondsOf } from './processor.ts';
import { openOwner } from './settle-parts.ts';
import { quantile } from './tape-clients.ts';

// Books one day's income of all running orders: ours against SQL that writes the same legs, balances and income in one
// transaction, on the same tables without our constraints and triggers. Then the same while users buy: the duration of
// a purchase, compared with that on a quiet server.
const orders = Number(process.env.ACCRUAL_ORDERS ?? 1_000_000);
const users = Math.ceil(orders / 5);
const rounds = Number(process.env.ACCRUAL_ROUNDS ?? 2);
const perSecond = Number(process.env.ACCRUAL_PURCHASES ?? 50);
const quietSeconds = 15;

type Db = ReturnType<typeof openDb>;
/** Buys at a constant rate until stopped. Returns the duration of each purchase, counted from the moment it was due. */
async function buyMeanwhile(db: Db, stopped: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  const tap = async (due: number) => {
    const owner = BigInt(1 + Math.floor(Math.random() * users));
    const product = pledges[Math.floor(Math.random() * pledges.length)]!;
    const wish = { owner, id: newId(), product, version: 1, units: 1000 };
    const answer = await step(db, (tx) => buy(tx, new Date(), wish));
    if (answer !== 'bought') throw new Error(`a purchase was ${answer}`);
    waits.push(performance.now() - due);
  };
  const began = performance.now();
  const taps: Promise<void>[] = [];
  while (!stopped()) {
    for (; began + (taps.length * 1000) / perSecond <= performance.now(); )
      taps.push(tap(began + (taps.length * 1000) / perSecond));
    await pause(2);
  }
  await Promise.all(taps);
  return waits;
}

/**
 * Prints one line at the end: `accrual ratio=R ours=Ns bare=Ns orders=N processor=R (Ns) p99=Nms quiet=Nms`.
 * `processor` is the ratio in processor time, with our processor time.
 */
export async function benchAccrual(): Promise<void> {
  const firstDay = (Math.floor(Date.now() / dayMs) - rounds - 2) * dayMs;
  await fillAccrual(orders, users, firstDay);
  const owner = await openOwner(accrualDatabase);
  await owner.query('vacuum analyze');
  const url = urlFor(accrualDatabase, appRole);
  const [paying, buying] = [openPool(url, 1, () => {}), openPool(url, 4, () => {})];
  const db = openDb(paying);
  const pidOf = async (pool: { query: (text: string) => Promise<{ rows: { pid: number }[] }> }) =>
    (await pool.query('select pg_backend_pid() as pid')).rows[0]!.pid;
  const pay = (day: number) => payProducts(db, { publish: () => {} }, () => new Date(day + dayMs + 30_000));
  const runs = { ours: pay, bare: (day: number) => runBare(owner, day) };
  const took = { ours: [] as number[], bare: [] as number[] };
  const spent = { ours: 0, bare: 0 };
  for (let round = 0; round < rounds; round++) {
    const day = firstDay + round * dayMs;
    for (const name of round % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      await owner.query('vacuum analyze account, bare_account, leg, bare_leg, income, bare_income');
      const pid = await pidOf(name === 'ours' ? paying : owner);
      const [before, began] = [secondsOf([pid]), performance.now()];
      await runs[name](day);
      took[name].push((performance.now() - began) / 1000);
      spent[name] += secondsOf([pid]) - before;
    }
    const [ours, bare] = [await writtenOn(owner, '', day), await writtenOn(owner, 'bare_', day)];
    if (ours !== bare) throw new Error(`the two sides differ: ${ours}, ${bare}`);
    console.log(
      `round ${round + 1}: ours ${took.ours.at(-1)!.toFixed(1)} s, bare ${took.bare.at(-1)!.toFixed(1)} s (load ${loadAverage()})`,
    );
  }
  const until = performance.now() + quietSeconds * 1000;
  const quiet = quantile(await buyMeanwhile(openDb(buying), () => performance.now() > until), 0.99);
  let done = false;
  const meanwhile = buyMeanwhile(openDb(buying), () => done);
  const began = performance.now();
  await pay(firstDay + rounds * dayMs);
  done = true;
  const busy = quantile(await meanwhile, 0.99);
  console.log(`with ${perSecond} purchases a second: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  const counting = performance.now();
  await countAhead(db);
  console.log(
    `daily count of the payments due on each future day: ${((performance.now() - counting) / 1000).toFixed(1)} s`,
  );
  const { drift } = await checkBooks(db);
  await Promise.all([paying.end(), buying.end()]);
  owner.release(true);
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  const [ours, bare] = [sum(took.ours) / rounds, sum(took.bare) / rounds];
  console.log(
    `accrual ratio=${(bare / ours).toFixed(2)} ours=${ours.toFixed(1)}s bare=${bare.toFixed(1)}s orders=${orders} ` +
      `processor=${(spent.bare / spent.ours).toFixed(2)} (${(spent.ours / rounds).toFixed(1)}s) p99=${busy.toFixed(0)}ms quiet=${quiet.toFixed(0)}ms drift=${drift.length}`,
  );
  if (bare / ours < 0.7 || Math.max(...took.ours) > 60 || busy > 2 * quiet || drift.length > 0) process.exitCode = 1;
}
