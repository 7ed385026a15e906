import { setTimeout as pause } from 'node:timers/promises';
import { dayMs, utcDay } from '../protocol/src/utc-day.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool, type Pool } from '../server/src/platform/database/db.ts';
import { startChild } from '../server/test/child.ts';
import { type Answers, arrangeOrders, tap } from './accrual-acts.ts';
import { judgeAccrual } from './accrual-judge.ts';
import { registerUser } from './http-user.ts';
import { seeded } from './random.ts';
import { databaseAnswers, environmentOf, keep, killBackend } from './supervised-process.ts';

// Two workers book 400 unpaid days while users buy and end orders and pledges come due. Again and again something is
// killed with -9: a backend of PostgreSQL (which then restarts all of them), the server process, or a worker.
// Afterwards every order and day is compared with the schedule.
const database = 'glasshouse_chaos_accrual';
const kills = Number(process.env.ACCRUAL_KILLS ?? 50);
const orders = Number(process.env.ACCRUAL_ORDERS ?? 8000);
const seed = Number(process.env.SEED ?? 20261116);

/** The worker runs once a minute. Here it is woken whenever there may be work. */
const wake = (owner: Pool) =>
  owner.query(`select graphile_worker.add_job('pay_products', '{}'::json)`).catch(() => undefined);

/** Prints one line at the end: `accrual lost=0 doubled=0 drift=0 wrong=0 ...`. */
export async function drillAccrual(): Promise<void> {
  await prepareDatabase(database);
  const owner = openPool(urlFor(database, ownerRole), 2, () => {}, { timeout: 0 });
  const db = openDb(owner);
  const port = await freePorts();
  const [api, ops] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const environment = environmentOf('accrual', port, urlFor(database, appRole));
  const start = (roles: string[], more: object = {}) =>
    keep(() =>
      startChild(process.execPath, ['server/src/main.ts', ...roles], {
        cwd: root,
        env: { ...environment, ...more },
        stdio: 'ignore',
      }),
    );
  const started = [start(['api'])];
  const random = seeded(seed);
  const answers: Answers = new Map();
  const killed = { backend: 0, server: 0, worker: 0 };
  let stopped = false;
  let since = new Date();
  try {
    await ready(`${ops}/readyz`);
    // Text messages need a worker. This one is stopped before there is anything to pay, because it would begin to pay.
    const texting = start(['worker'], { OPS_PORT: String(port + 4) });
    await ready(`http://127.0.0.1:${port + 4}/readyz`);
    const people: { call: Awaited<ReturnType<typeof registerUser>>['call']; number: bigint }[] = [];
    for (let i = 10; i < 16; i++) {
      const phone = `+86138001380${i}`;
      const { call } = await registerUser(api, ops, phone);
      const { rows } = await owner.query('select number from person where phone = $1', [phone]);
      people.push({ call, number: rows[0].number });
    }
    texting.end();
    const numbers = people.map(({ number }) => number);
    const { waiting, ...offered } = await arrangeOrders(owner, db, orders, numbers);
    console.log(`${orders} orders of 400 days, ${waiting.length} pledges that come due`);
    for (const offset of [4, 5]) started.push(start(['worker'], { OPS_PORT: String(port + offset) }));
    const done = people.map(({ call, number }) =>
      tap(
        call,
        offered,
        waiting.filter((one) => one.owner === number),
        random,
        answers,
        () => stopped,
      ),
    );
    for (let kill = 1; kill <= kills; kill++) {
      const far = await underWay(owner, answers);
      await pause(random() * 1_000);
      const target = (['worker', 'backend', 'worker', 'server'] as const)[kill % 4]!;
      if (target === 'backend') await killBackend(database, [appRole], random);
      else if (target === 'server') started[0]!.kill();
      else started[1 + (kill % 3 === 0 ? 1 : 0)]!.kill();
      killed[target]++;
      console.log(`${kill}: killed the ${target}; booked up to ${far}; ${answers.size} responses`);
      await databaseAnswers(environment.DATABASE_URL);
    }
    await ready(`${ops}/readyz`);
    await pause(1_000);
    stopped = true;
    await Promise.all(done);
    since = await allPaid(owner);
  } finally {
    stopped = true;
    for (const one of started) one.end();
  }
  await pause(500);
  const { lost, doubled, wrong, orders: held, legs } = await judgeAccrual(owner, answers, since);
  const { drift } = await checkBooks(db);
  await owner.end();
  console.log(`seed=${seed} killed: backends=${killed.backend} servers=${killed.server} workers=${killed.worker}`);
  console.log(
    `accrual lost=${lost} doubled=${doubled} drift=${drift.length} wrong=${wrong} orders=${held} legs=${legs} answers=${answers.size} kills=${kills}`,
  );
  if (lost + doubled + drift.length + wrong > 0) process.exitCode = 1;
}

/** Waits until more is booked and a call was answered, so that the killed process works again. Returns the progress. */
async function underWay(owner: Pool, answers: Answers): Promise<string> {
  const look = async () => {
    const { rows } = await owner
      .query(`select concat_ws(' ', day, holder, done) as far from product_day order by day desc limit 1`)
      .catch(() => ({ rows: [] }));
    return (rows[0]?.far as string | undefined) ?? 'nothing';
  };
  const [far, answered] = [await look(), answers.size];
  for (let tries = 0; tries < 300; tries++) {
    if (tries % 10 === 0) await wake(owner);
    await pause(100);
    const now = await look();
    // Yesterday is booked. Only purchases, ends and due pledges are left.
    const over = now.startsWith(utcDay(Date.now() - dayMs)) && now.endsWith(' t');
    if ((now !== far || over) && answers.size > answered) return now;
  }
  return look();
}

/** Waits until everything that was due is paid. Returns the moment up to which that is true. */
async function allPaid(owner: Pool): Promise<Date> {
  for (let tries = 0; tries < 600; tries++) {
    await wake(owner);
    const { rows } = await owner.query(
      `select clock_timestamp() - interval '10 seconds' as since where not exists (
         select from holding where ended_at is null and ends_at < clock_timestamp() - interval '10 seconds')
         and (select max(day) from product_day where done) >= (now() at time zone 'UTC')::date - 1`,
    );
    if (rows[0]) return rows[0].since;
    await pause(1_000);
  }
  throw new Error('due payments were not booked in time');
}
