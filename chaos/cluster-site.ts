import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { ready } from '../scripts/stack.ts';
import { inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { type Fault, faultsOn, primaryOf, roles, whole } from './cluster-faults.ts';
import type { Machines } from './cluster-machines.ts';
import { startPeople } from './people.ts';
import { pick, seeded } from './random.ts';
import { insertTerms } from './settle-acts.ts';
import { judgeSite, opsOf, siteEnvironment } from './site.ts';

const database = 'glasshouse';
const lines = [
  ...['DATABASE_URL', 'FEED_DATABASE_URL', 'SETTLE_DATABASE_URL', 'LOG_DATABASE_URL', 'OFFICE_DATABASE_URL'],
  ...['PUSH_DATABASE_URL', 'HEALTH_DATABASE_URL'],
];

type Run = { machines: Machines; rounds: number; seed: number };

export async function runSite({ machines, rounds, seed }: Run): Promise<void> {
  const { all } = machines;
  await prepareDatabase(database);
  await inDatabase(urlFor(database, ownerRole), insertTerms);
  const doors = all.map(({ address }) => `http://${address}:8080`);
  const shared = {
    ...siteEnvironment(all[0]!.folder, doors),
    ...Object.fromEntries(lines.map((name) => [name, process.env[name]!])),
    ...{ HTTP_HOST: '0.0.0.0', BEACON_HOST: '0.0.0.0', BEACON_URL: 'http://127.0.0.1:4003' },
  };
  // Two of each role. The third machine runs only what needs a majority of three.
  for (const machine of all.slice(0, 2))
    for (const role of roles) {
      const own = {
        ...machines.seeds[role],
        ...{ NATS_URL: `tls://${machine.address}:4222`, OPS_PORT: String(opsOf[role]) },
      };
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
  const ops = [`http://${all[0]!.address}:${opsOf.api}`];
  const load = await startPeople({ doors, ops, random, people: 10, phones: '+861390000' });
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
    console.log(`${round + 1} ${fault.name}: no request was accepted for ${gap.toFixed(1)} s; ${said(load.answered)}`);
  }
  await load.stop();
  const primary = await primaryOf(all);
  await judge(machines, primary.address, load.answered, { began, gaps, rounds, faults: struck });
}

type Answered = Awaited<ReturnType<typeof startPeople>>['answered'];
const said = ({ contract, option, spot, transfer }: Answered) =>
  `${contract.size} contracts, ${option.size} options, ${spot.size} coins, ${transfer.size} moves so far`;

type Story = { began: number; gaps: Record<'process' | 'other', number>; rounds: number; faults: Fault[] };

async function judge(machines: Machines, address: string, answered: Answered, story: Story): Promise<void> {
  const url = new URL(urlFor(database, ownerRole));
  url.host = `${address}:5432`;
  const { lost, doubled, drift, wrong, orders, voids, legs } = await judgeSite(url.href, answered, story.began);
  const gaps = `gap_max=${story.gaps.process.toFixed(1)}s gap_lasting=${story.gaps.other.toFixed(1)}s`;
  const counts = `orders=${orders} moves=${answered.transfer.size} legs=${legs} rounds=${story.rounds} voids=${voids} machines=${machines.all.length}`;
  console.log(`cluster lost=${lost} doubled=${doubled} drift=${drift} ${gaps} wrong=${wrong} ${counts}`);
  if (lost + doubled + drift + wrong > 0) process.exitCode = 1;
}
