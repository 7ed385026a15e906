import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { transfer } from '../protocol/src/assets/calls.ts';
import { freePorts } from '../scripts/ports.ts';
import { root } from '../scripts/run.ts';
import { ready } from '../scripts/stack.ts';
import { appRole, inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { kindCodes } from '../server/src/money/ledger/kinds.ts';
import { checkBooks } from '../server/src/money/ledger/proof.ts';
import { openDb, openPool } from '../server/src/platform/database/db.ts';
import { newId } from '../server/src/platform/database/ids.ts';
import type { Call } from '../server/test/browser.ts';
import { startChild } from '../server/test/child.ts';
import { mayPostAnything } from '../server/test/rights.ts';
import { registerUser } from './http-user.ts';
import { type Random, seeded } from './random.ts';
import { databaseAnswers, environmentOf, keep, killBackend } from './supervised-process.ts';

// While money moves through the api and through batched postings, something is killed with -9: a backend of PostgreSQL
// (which then restarts all of them), the server process, or the process of the batched postings. Afterwards every
// response is compared with the books.
const database = 'glasshouse_chaos';
const rounds = Number(process.env.LEDGER_ROUNDS ?? 20);
const seed = Number(process.env.SEED ?? 20261115);
const url = urlFor(database, appRole);

/** The response for each posting. The books must agree with it. Postings without a response may or may not be in them. */
type Answers = Map<string, { kind: keyof typeof kindCodes; legs: number; posted: boolean }>;

function startLoad(random: Random, answers: Answers): ChildProcess {
  const args = ['chaos/ledger-load.ts', String(Math.floor(random() * 1e9))];
  const child = startChild(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  createInterface(child.stdout!).on('line', (line) => {
    const [, verdict, kind, ref] =
      /^(posted|already_posted|insufficient_balance) (\w+) ([0-9a-f-]{36})$/.exec(line) ?? [];
    if (!verdict) return; // a truncated line means that no response was received
    const posted = verdict !== 'insufficient_balance' || (answers.get(ref!)?.posted ?? false);
    answers.set(ref!, { kind: kind as keyof typeof kindCodes, legs: 1, posted });
  });
  return child;
}

/** Moves money between own wallets until stopped. Without a response it retries with the same id. */
async function tap({ call }: { call: Call }, random: Random, answers: Answers, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const id = newId();
    const [from, to] = random() < 0.5 ? (['fund', 'contract'] as const) : (['contract', 'fund'] as const);
    const body = { id, from, to, amount: String(1 + Math.floor(random() * 3000)) };
    while (!stopped()) {
      const answer = await call(transfer, body).catch(() => undefined);
      if (answer?.code === 200 || answer?.code === 400) {
        answers.set(id, { kind: 'wallet_transfer', legs: 2, posted: answer.code === 200 });
        break;
      }
      await pause(30);
    }
  }
}

/** Counts responses that the books contradict: confirmed postings that are missing, and effects larger than confirmed. */
async function compare(answers: Answers): Promise<{ lost: number; doubled: number; drift: number }> {
  const pool = openPool(url, 1, () => {});
  const { rows } = await pool.query(
    `select ref, kind, count(*) as legs from leg where account >= 65536 group by ref, kind`,
  );
  const booked = new Map(rows.map((row) => [`${row.ref} ${row.kind}`, Number(row.legs)]));
  let [lost, doubled] = [0, 0];
  for (const [ref, { kind, legs, posted }] of answers) {
    const found = booked.get(`${ref} ${kindCodes[kind]}`) ?? 0;
    if (posted && found < legs) lost++;
    if (found > (posted ? legs : 0)) doubled++;
  }
  const { drift } = await checkBooks(openDb(pool));
  await pool.end();
  return { lost, doubled, drift: drift.length };
}

/** Prints one line at the end: `ledger lost=0 doubled=0 drift=0 rounds=20`. */
export async function drillLedger(): Promise<void> {
  await prepareDatabase(database);
  await inDatabase(urlFor(database, ownerRole), mayPostAnything);
  const port = await freePorts();
  const [api, ops] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`];
  const environment = environmentOf('ledger', port, url);
  const random = seeded(seed);
  const answers: Answers = new Map();
  const server = keep(() =>
    startChild(process.execPath, ['server/src/main.ts', 'api', 'worker'], {
      cwd: root,
      env: environment,
      stdio: 'ignore',
    }),
  );
  const load = keep(() => startLoad(random, answers));
  const killed = { backend: 0, server: 0, load: 0 };
  let stopped = false;
  try {
    await ready(`${ops}/readyz`);
    const users = [];
    // Many users, because of the rate limit per user.
    for (let i = 10; i < 22; i++) users.push(await registerUser(api, ops, `+86138001380${i}`));
    const taps = users.map((user) => tap(user, random, answers, () => stopped));
    for (let round = 1; round <= rounds; round++) {
      const target = (['backend', 'server', 'load'] as const)[round % 3]!;
      await pause(300 + random() * 900);
      if (target === 'backend') await killBackend(database, [appRole], random);
      else if (target === 'server') server.kill();
      else load.kill();
      killed[target]++;
      await databaseAnswers(url);
      await ready(`${ops}/readyz`);
      await pause(200 + random() * 300);
      console.log(`round ${round}: killed the ${target}; ${answers.size} postings answered so far`);
    }
    stopped = true;
    await Promise.all(taps);
  } finally {
    stopped = true;
    load.end();
    server.end();
  }
  await pause(500); // lets statements still running in the backends end
  const { lost, doubled, drift } = await compare(answers);
  const posted = [...answers.values()].filter((answer) => answer.posted).length;
  console.log(
    `seed=${seed} answered=${answers.size} posted=${posted} killed: backends=${killed.backend} server=${killed.server} hot path=${killed.load}`,
  );
  console.log(`ledger lost=${lost} doubled=${doubled} drift=${drift} rounds=${rounds}`);
  if (lost + doubled + drift > 0) process.exitCode = 1;
}
