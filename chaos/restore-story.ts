import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { openBrowser } from '../scripts/browser.ts';
import { firstOwner } from '../scripts/demo-operators.ts';
import { ready } from '../scripts/stack.ts';
import { inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { openPool, type Pool } from '../server/src/platform/database/db.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { followLink } from '../server/test/operators.ts';
import { registerUser } from './http-user.ts';
import { type Load, startPeople } from './people.ts';
import { seeded } from './random.ts';
import {
  judgeAll,
  newestMoment,
  type PromisedState,
  promisedAfter,
  publishedKeys,
  type RestoreVerdict,
} from './restore-judge.ts';
import type { Server } from './restore-server.ts';
import { openSite, type Site } from './restore-site.ts';
import { startWatcher, type Watcher } from './restore-witnesses.ts';
import { insertTerms } from './settle-acts.ts';
import { openTapeClient, type TapeClient } from './tape-clients.ts';

const database = 'glasshouse_chaos_restore';
const seed = Number(process.env.SEED ?? 20261117);
const random = seeded(seed);
const archiving = 20; // seconds that the archive may take beyond its timeout: after a start, a segment may be overdue for ten before it is noticed
const leaver = '+8613900009999';

type Story = {
  server: Server;
  site: Site;
  watcher: Watcher;
  client: TapeClient;
  keys: Awaited<ReturnType<typeof publishedKeys>>;
  began: number;
  faults: string[];
};
type Restore = { judged: RestoreVerdict; held: PromisedState; seconds: number };

/** Runs a function with a temporary connection of the superuser, or of the owner of the tables. */
async function ask<T>(role: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(urlFor(database, role), 1, () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export async function runStory(server: Server): Promise<void> {
  await prepareDatabase(database);
  await inDatabase(urlFor(database, ownerRole), insertTerms);
  const site = await openSite(database);
  const client = openTapeClient([`${site.door.replace('http', 'ws')}/live`], site.door, 0);
  try {
    await site.start();
    await ready(`${site.door}/log/checkpoint`);
    await wait(3000);
    const story: Story = {
      ...{ server, site, client, began: slotAt(systemClock().getTime()), faults: [] },
      watcher: await startWatcher(site),
      keys: await publishedKeys(site),
    };
    await followLink(
      openBrowser(site.office).call,
      await firstOwner(site.env, 'Olga Owner', 'o@office.example'),
      new Date(),
    );
    await registerUser(site.door, site.ops, leaver);
    const first = await restoreAfterMistake(story);
    const second = await restoreAfterLoss(story, first.held);
    await story.watcher.stop();
    await site.stop();
    await refuseDamaged(story, first.moment);
    report([first, second], second, story);
  } finally {
    client.close();
    await site.close();
  }
}

const crowd = ({ door, ops }: Site, phones: string) => ({ doors: [door], ops: [ops], random, people: 10, phones });

/** Backs up while users trade. Then an operator drops a table, and the database is restored to the moment before. */
async function restoreAfterMistake(story: Story): Promise<Restore & { moment: string }> {
  const { server, site, watcher, faults } = story;
  const load = await startPeople(crowd(site, '+861390000'));
  for (const type of ['full', 'incr']) {
    await wait(8000);
    const began = performance.now();
    await server.pgbackrest(`--type=${type}`, 'backup');
    console.log(`${type} backup under load: ${seconds(began)} s; ${count(load)} answers so far`);
  }
  await wait(10_000);
  // One user asked for deletion, which is now due.
  await ask(ownerRole, (pool) => pool.query('update person set leaves_at = now() where phone = $1', [leaver]));
  await watcher.lookAway();
  const { moment, before } = await ask('postgres', async (pool) => {
    const { rows } = await pool.query(
      `select at::text as moment, extract(epoch from at)::float * 1000 as before from clock_timestamp() as at`,
    );
    await wait(20); // later events are after that moment by any clock
    await pool.query('drop table contract cascade');
    return rows[0] as { moment: string; before: number };
  });
  await wait(3000);
  await site.stop();
  await server.stop();
  const stopped = performance.now();
  const since = Date.now();
  const databaseSeconds = await server.restore(moment);
  await site.start();
  const took = (performance.now() - stopped) / 1000;
  watcher.lookAgain();
  await resume(load, since);
  const held = promisedAfter(load, before - 1, since);
  console.log(
    `table dropped at ${moment}: database back in ${databaseSeconds.toFixed(1)} s, roles ready in ${took.toFixed(1)} s; ` +
      `${count(load)} answers, of them ${within(load, before - 1, since)} after that moment`,
  );
  const judged = await judgeAll({ database, load, held, ...story });
  faults.push(...watcher.alarms.splice(0).map((alarm) => `watcher after the mistake: ${alarm}`));
  if (!(await erasedAgain())) faults.push('who asked to be erased before the moment is still there');
  return { judged, held, moment, seconds: took };
}

/** The database's disk is lost under load. The database is restored to the end of the archive. */
async function restoreAfterLoss(
  story: Story,
  earlier: PromisedState,
): Promise<Restore & { behind: number; missing: number }> {
  const { server, site, watcher, faults } = story;
  const load = await startPeople(crowd(site, '+861380000'));
  await wait((server.archiveTimeout + archiving) * 1000); // until all registered users are in the archive
  const lost = Date.now();
  await server.lose();
  await site.stop();
  const stopped = performance.now();
  const since = Date.now();
  const databaseSeconds = await server.restore();
  const end = await ask(ownerRole, newestMoment);
  const leaves = await ask(ownerRole, async (pool) =>
    Number((await pool.query('select max(size) as size from log_checkpoint')).rows[0].size),
  );
  await site.start();
  const took = (performance.now() - stopped) / 1000;
  await resume(load, since, () => watcher.size() <= leaves || watcher.alarms.length > 0);
  const seen = watcher.size();
  const [behind, missing] = [(lost - end) / 1000, within(load, end, since)];
  console.log(
    `disk lost: database back in ${databaseSeconds.toFixed(1)} s, roles ready in ${took.toFixed(1)} s, ${behind.toFixed(1)} s behind; ` +
      `${count(load)} answers, of them ${missing} missing; the monitor had seen ${seen} leaves, ${leaves} were restored, and reports: ${watcher.alarms[0] ?? 'nothing'}`,
  );
  if (behind > server.archiveTimeout + archiving) faults.push(`${behind.toFixed(1)} s behind the disk that was lost`);
  // A monitor that stored lost data detects the loss, and raises no other alarm.
  const forks = watcher.alarms.filter((alarm) => alarm.startsWith('fork'));
  if (seen > leaves !== forks.length > 0 || forks.length < watcher.alarms.length)
    faults.push(
      `the monitor saw ${seen} leaves, ${leaves} were restored, and it reported ${watcher.alarms.join('; ')}`,
    );
  const held = join(earlier, promisedAfter(load, end, since));
  const judged = await judgeAll({ database, load, held, ...story });
  return { judged, held, seconds: took, behind, missing };
}

/**
 * Lets users trade on the restored site until each product was confirmed again, and until the given condition holds.
 * Then stops them.
 */
async function resume({ answered, answers, refused, stop }: Load, since: number, over = () => true) {
  const products = ['contract', 'option', 'spot', 'transfer'] as const;
  const goesOn = (ids: Set<string>) => [...ids].some((id) => answers.get(id)!.at > since);
  const missing = () => products.filter((product) => !goesOn(answered[product]));
  for (let tries = 0; missing().length > 0 || !over(); tries++) {
    if (tries > 90) {
      const why = [...refused].map(([reason, times]) => `${reason} ${times} times`);
      throw new Error(`not recovered within 90 s: no trades of ${missing()}; refused: ${why}; over: ${over()}`);
    }
    await wait(1000);
  }
  await wait(5000);
  await stop();
}

/** Checks that the deletion job runs again for users who were due. */
async function erasedAgain(): Promise<boolean> {
  return ask(ownerRole, async (pool) => {
    await pool.query(`select graphile_worker.add_job('delete_leaving', '{}'::json)`);
    for (let tries = 0; tries < 100; tries++) {
      const { rowCount } = await pool.query('select from person where phone = $1', [leaver]);
      if (rowCount === 0) return true;
      await wait(200);
    }
    return false;
  });
}

/** Damaged backups are reported by `verify` and cannot be restored. */
async function refuseDamaged({ server, faults }: Story, moment: string): Promise<void> {
  const sound = await server.pgbackrest('--output=text', 'verify');
  if (sound !== '') faults.push(`verify says of sound backups: ${sound}`);
  await server.stop();
  for (const what of ['archive', 'backup'] as const) {
    const { verified, refused } = await server.damage(what, moment);
    if (!verified.includes('status: error')) faults.push(`verify says nothing of a damaged ${what}`);
    if (refused === undefined) faults.push(`a damaged ${what} was restored`);
    const why = /^.*(?:FATAL|ERROR).*$/m.exec(refused ?? '')?.[0] ?? 'nothing';
    console.log(`damaged ${what}: verify reports it; restoring fails with ${why.trim()}`);
  }
}

function report(ended: Restore[], { behind, missing }: { behind: number; missing: number }, { faults }: Story): void {
  for (const fault of faults) console.log(`fault: ${fault}`);
  const all = (name: 'lost' | 'doubled' | 'drift' | 'wrong' | 'faults') =>
    ended.reduce((sum, { judged }) => sum + judged[name], 0);
  const { orders, voids } = ended.at(-1)!.judged;
  const longest = Math.max(...ended.map((one) => one.seconds));
  const failed = all('faults') + faults.length;
  const found = `lost=${all('lost')} doubled=${all('doubled')} drift=${all('drift')} wrong=${all('wrong')}`;
  console.log(
    `restore ${found} orders=${orders} voids=${voids} missing=${missing} seed=${seed} restore_seconds=${longest.toFixed(1)} behind_seconds=${behind.toFixed(1)} faults=${failed}`,
  );
  if (all('lost') + all('doubled') + all('drift') + all('wrong') + failed > 0) process.exitCode = 1;
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);
const count = ({ answers }: Load) => answers.size;
/** Responses between two moments. */
const within = ({ answers }: Load, from: number, to: number) =>
  [...answers.values()].filter(({ at }) => at >= from && at <= to).length;

function join(a: PromisedState, b: PromisedState): PromisedState {
  const both = (name: 'contract' | 'option' | 'spot' | 'transfer') => new Set([...a[name], ...b[name]]);
  return {
    ...{ contract: both('contract'), option: both('option'), spot: both('spot'), transfer: both('transfer') },
    sold: new Map([...a.sold, ...b.sold]),
  };
}
