import { setTimeout as pause } from 'node:timers/promises';
import { openBrowser } from '../scripts/browser.ts';
import { firstOwner } from '../scripts/demo-operators.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, officeRole, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Call } from '../server/test/browser.ts';
import { startChild } from '../server/test/child.ts';
import { followLink, inviteAll } from '../server/test/operators.ts';
import { newSecret } from '../server/test/signing-key.ts';
import { registerUser } from './http-user.ts';
import { decideAll, type Person, type Promises, tap } from './money-acts.ts';
import { judgeMoney } from './money-judge.ts';
import { seeded } from './random.ts';
import { databaseAnswers, environmentOf, keep, killBackend } from './supervised-process.ts';

// Users top up, withdraw, cancel, send money to each other and upgrade, and reviewers decide. In the meantime something
// is killed with -9: a backend of PostgreSQL (which then restarts all of them), the server process, or the worker.
// Afterwards every response is compared with the books.
type Pool = ReturnType<typeof openPool>;
/** A user with a client for each of the two server processes. */
type Somebody = Omit<Person, 'call'> & { calls: Call[] };
const database = 'glasshouse_chaos_money';
const rounds = Number(process.env.MONEY_ROUNDS ?? 24);
const seed = Number(process.env.SEED ?? 20261116);

/** Prints one line at the end: `money lost=0 doubled=0 drift=0 wrong=0 ...`. */
export async function drillMoney(): Promise<void> {
  await prepareDatabase(database);
  const owner = openPool(urlFor(database, ownerRole), 2, () => {});
  const port = await freePorts();
  const [api, ops, office] = [
    `http://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port + 2}`,
  ];
  const environment = {
    ...environmentOf('money', port, urlFor(database, appRole)),
    OFFICE_DATABASE_URL: urlFor(database, officeRole),
    OFFICE_PORT: String(port + 2),
    OFFICE_ORIGINS: office,
    OFFICE_SECRET: newSecret(),
  };
  const start = (roles: string[], more: object = {}) =>
    keep(() =>
      startChild(process.execPath, ['server/src/main.ts', ...roles], {
        cwd: root,
        env: { ...environment, ...more },
        stdio: 'ignore',
      }),
    );
  const second = {
    HTTP_PORT: String(port + 6),
    OPS_PORT: String(port + 7),
    ORIGINS: `${api},http://127.0.0.1:${port + 6}`,
  };
  const server = start(['api', 'office']);
  const other = start(['api'], second);
  const worker = start(['worker'], { OPS_PORT: String(port + 4) });
  const random = seeded(seed);
  const promises: Promises = new Map();
  const killed = { backend: 0, server: 0, worker: 0 };
  let stopped = false;
  try {
    await ready(`${ops}/readyz`);
    await ready(`http://127.0.0.1:${port + 7}/readyz`);
    // Daily limits are reached soon, so many simultaneous calls through two processes compete for the rest.
    await owner.query(
      `insert into money_config overriding system value
       select (jsonb_populate_record(newest, '{"version": 2, "single_max": 70000000, "day_max": 300000000}')).* from money_config newest`,
    );
    const people: Somebody[] = [];
    for (let i = 10; i < 20; i++) {
      const phone = `+86138001380${i}`;
      const { call, jar } = await registerUser(api, ops, phone);
      const there = openBrowser(`http://127.0.0.1:${port + 6}`, jar).call;
      people.push({ calls: [call, there], phone, receipts: await arrange(owner, phone) });
    }
    const reviewer = await makeReviewer(office, environment, owner);
    const done = [
      // Two at a time at each process, so that a user's own calls overlap.
      ...people.flatMap((me) =>
        [...me.calls, ...me.calls].map((call) =>
          tap(
            { ...me, call },
            people.filter((one) => one !== me),
            random,
            promises,
            () => stopped,
          ),
        ),
      ),
      ...['top_up', 'withdrawal'].map((kind) => decideAll(reviewer, kind, random, promises, () => stopped)),
    ];
    for (let round = 1; round <= rounds; round++) {
      const target = (['backend', 'server', 'worker'] as const)[round % 3]!;
      await pause(600 + random() * 2_000);
      // Shortens the delay of the simulated network, which the drill would otherwise wait for.
      await owner
        .query(`update movement set changed_at = changed_at - interval '5 minutes' where state = 'withdrawing'`)
        .catch(() => {});
      if (target === 'backend') await killBackend(database, [appRole, officeRole], random);
      else if (target === 'server') (random() < 0.5 ? server : other).kill();
      else worker.kill();
      killed[target]++;
      await databaseAnswers(environment.DATABASE_URL);
      await ready(`${ops}/readyz`);
      console.log(`round ${round}: killed the ${target}; ${promises.size} answers so far`);
    }
    // The restarted worker processes everything due, at least once.
    await pause(1_000);
    stopped = true;
    await Promise.all(done);
    await owner.query(`update movement set changed_at = changed_at - interval '5 minutes' where state = 'withdrawing'`);
    await paid(owner);
  } finally {
    stopped = true;
    server.end();
    other.end();
    worker.end();
  }
  await pause(500);
  const judged = await judgeMoney(owner, promises);
  const { drift } = await checkBooks(openDb(owner));
  await owner.end();
  console.log(
    `seed=${seed} killed: backends=${killed.backend} servers=${killed.server} workers=${killed.worker} ${judged.summary}`,
  );
  const { lost, doubled, wrong } = judged;
  console.log(
    `money lost=${lost} doubled=${doubled} drift=${drift.length} wrong=${wrong} answers=${promises.size} rounds=${rounds}`,
  );
  if (lost + doubled + drift.length + wrong > 0) process.exitCode = 1;
}

/**
 * Verifies a user and sets a level, so that deposits and withdrawals are allowed. Also creates receipts to submit, as
 * if they had been uploaded.
 */
async function arrange(owner: Pool, phone: string): Promise<string[]> {
  const { rows } = await owner.query(`update person set identity = 'passed' where phone = $1 returning id`, [phone]);
  const receipts = Array.from({ length: 40 }, () => newId());
  for (const id of receipts)
    await owner.query(
      `insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at, expires_at)
       values ($1, $2, 'specimen', 'receipt-trc20-100000000', $3, $4, 'k', 1, 1, 1, $5, now(), now() + interval '1 day')`,
      [id, rows[0].id, `${id}-${'x'.repeat(40)}`, Buffer.alloc(60), Buffer.alloc(32)],
    );
  return receipts;
}

/** Creates a reviewer with the command and the API. No mail is sent here, so the link is read from the database. */
async function makeReviewer(office: string, env: NodeJS.ProcessEnv, owner: Pool): Promise<Call> {
  const first = openBrowser(office);
  await followLink(first.call, await firstOwner(env, 'Olga Owner', 'owner@office.example'), new Date());
  const linkMailedTo = async (email: string) => {
    const { rows } = await owner.query(
      `select payload ->> 'text' as text from graphile_worker._private_jobs where payload ->> 'to' = $1 order by id desc limit 1`,
      [email],
    );
    return /http\S+/.exec(rows[0]?.text ?? '')?.[0] ?? `no link was mailed to ${email}`;
  };
  const browsers: Call[] = [];
  const next = () => {
    browsers.push(openBrowser(office).call);
    return browsers.at(-1)!;
  };
  const made = await inviteAll(first.call, next, () => new Date(), linkMailedTo);
  return browsers[made.findIndex(({ role }) => role === 'reviewer')]!;
}

/** Waits until the worker, which runs once a minute, has paid all pending withdrawals. */
async function paid(owner: Pool): Promise<void> {
  for (let tries = 0; tries < 90; tries++) {
    const { rows } = await owner.query(`select from movement where state = 'withdrawing' limit 1`);
    if (rows.length === 0) return;
    await pause(1_000);
  }
}
