import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { ready } from '../scripts/stack.ts';
import { inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { checkBooks } from '../server/src/ledger/proof.ts';
import { auditTape } from '../server/src/market/audit.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import { openDb, openPool } from '../server/src/platform/db.ts';
import { auditLog } from '../server/src/publiclog/audit.ts';
import { products } from '../server/src/roles/products.ts';
import { beaconFor, filesFor, newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { type Fault, faultsOn, primaryOf, roles, whole } from './cluster-faults.ts';
import { startPeople } from './cluster-load.ts';
import type { Machines } from './cluster-machines.ts';
import { pick, seeded } from './random.ts';
import { insertTerms } from './settle-acts.ts';
import { judgeMoves, judgeSettlements, settled } from './settle-judge.ts';
import { verifyAll } from './settle-verify.ts';

const database = 'glasshouse';
const opsOf: Record<(typeof roles)[number], number> = {
  ...{ api: 4101, push: 4201, office: 4301, settle: 4401, feed: 4501, log: 4601, worker: 4701, beacon: 4801 },
};

type Given = { machines: Machines; rounds: number; seed: number };

export async function runSite({ machines, rounds, seed }: Given): Promise<void> {
  const { all } = machines;
  await prepareDatabase(database);
  await inDatabase(urlFor(database, ownerRole), insertTerms);
  const doors = all.map(({ address }) => `http://${address}:8080`);
  const shared = siteEnvironment(all[0]!.folder, doors);
  // Two of each role; the third machine has the third of what must agree.
  for (const machine of all.slice(0, 2))
    for (const role of roles) {
      const own = { NATS_URL: `nats://${machine.address}:4222`, OPS_PORT: String(opsOf[role]) };
      machine.start(role, {
        program: process.execPath,
        args: ['server/src/main.ts', role],
        env: { ...shared, ...own },
      });
    }
  await Promise.all(
    all
      .slice(0, 2)
      .flatMap(({ address }) => roles.map((role) => ready(`http://${address}:${opsOf[role]}/readyz`, 180))),
  );
  await ready(`${doors[2]}/log/checkpoint`, 180);
  await wait(5000);
  const random = seeded(seed);
  const began = slotAt(systemClock().getTime());
  const load = await startPeople(doors, `http://${all[0]!.address}:${opsOf.api}`, random);
  await wait(5000);
  const gaps = { process: 0, other: 0 };
  const faults = faultsOn(all, random);
  const struck = [...Array(rounds).keys()].map((round) => faults[round] ?? pick(random, faults));
  load.gap();
  for (const [round, fault] of struck.entries()) {
    await fault.strike();
    await wait(2000);
    await whole(all);
    await wait(4000);
    const gap = load.gap();
    const kind: keyof typeof gaps = fault.process ? 'process' : 'other';
    gaps[kind] = Math.max(gaps[kind], gap);
    console.log(`${round + 1} ${fault.name}: nothing was taken for ${gap.toFixed(1)} s; ${said(load.answered)}`);
  }
  await load.stop();
  const primary = await primaryOf(all);
  await judge(machines, primary.address, load.answered, { began, gaps, rounds, faults: struck });
}

/** What all roles of all machines are told. */
function siteEnvironment(folder: string, doors: string[]): Record<string, string> {
  const lines = ['DATABASE_URL', 'FEED_DATABASE_URL', 'SETTLE_DATABASE_URL', 'LOG_DATABASE_URL', 'OFFICE_DATABASE_URL'];
  return {
    ...Object.fromEntries(lines.map((name) => [name, process.env[name]!])),
    DATABASE_TIMEOUT_SECONDS: '4',
    HTTP_HOST: '0.0.0.0',
    HTTP_PORT: '4100',
    LIVE_PORT: '4102',
    ORIGINS: doors.join(),
    OFFICE_ORIGINS: 'http://localhost:8081',
    TRUST_PROXY: '1',
    OFFICE_SECRET: newSecret(),
    FACTOR_SECRET: newSecret(),
    TAPE_SIGNING_KEY: newSigningKey(),
    LOG_SIGNING_KEY: newSigningKey(),
    SLIP_SIGNING_KEY: newSigningKey(),
    LOG_ORIGIN: 'glasshouse.example/log',
    ...beaconFor(4103),
    BEACON_HOST: '0.0.0.0',
    BEACON_URL: 'http://127.0.0.1:4003',
    ...filesFor(`${folder}/files`),
    TAPE_HISTORY_MINUTES: '60',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'drill@glasshouse.example',
    LOG_LEVEL: 'warn',
    DEVELOPMENT: '1',
  };
}

type Answered = Awaited<ReturnType<typeof startPeople>>['answered'];
const said = ({ contract, option, spot, transfer }: Answered) =>
  `${contract.size} contracts, ${option.size} options, ${spot.size} coins, ${transfer.size} moves so far`;

type Story = { began: number; gaps: Record<'process' | 'other', number>; rounds: number; faults: Fault[] };

/** Everything that was answered, and everything that is in the books, recomputed. */
async function judge(machines: Machines, address: string, answered: Answered, story: Story): Promise<void> {
  const url = new URL(urlFor(database, ownerRole));
  url.host = `${address}:5432`;
  const pool = openPool(url.href, 4, () => {}, { timeout: 0 });
  const db = openDb(pool);
  try {
    const opened = slotAt(systemClock().getTime());
    const through = await settled(pool);
    const found = await judgeSettlements(db, answered, through);
    const moves = await judgeMoves(pool, [...answered.transfer]);
    const books = await checkBooks(db);
    const [tape, log] = [await auditTape(db), await auditLog(db, products)];
    for (const line of await verifyAll(db, { first: story.began, last: opened + 10 })) console.log(line);
    console.log(
      `tape: ${tape.ticks} ticks, ${tape.gaps} gaps, ${tape.faults.length} faults; log: ${log.leaves} leaves, ${log.faults.length} faults`,
    );
    const [lost, doubled] = [found.lost + moves.lost, found.doubled + moves.doubled];
    const wrong = found.wrong + tape.faults.length + log.faults.length;
    const { orders, voids, drift } = found;
    const gaps = `gap_max=${story.gaps.process.toFixed(1)}s gap_lasting=${story.gaps.other.toFixed(1)}s`;
    const counts = `orders=${orders} moves=${answered.transfer.size} legs=${books.legs} rounds=${story.rounds} voids=${voids} machines=${machines.all.length}`;
    console.log(`cluster lost=${lost} doubled=${doubled} drift=${drift} ${gaps} wrong=${wrong} ${counts}`);
    if (lost + doubled + drift + wrong > 0) process.exitCode = 1;
  } finally {
    await pool.end();
  }
}
