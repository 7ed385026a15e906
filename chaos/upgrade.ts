import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { must, root } from '../scripts/run.ts';
import { inDatabase, ownerRole, urlFor } from '../server/database/prepare.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { makeFolder } from '../server/test/child.ts';
import { startPeople } from './people.ts';
import type { OptionCalls } from './people-options.ts';
import { seeded } from './random.ts';
import { buildWeb, checkOut, previousRelease } from './release.ts';
import { insertTerms } from './settle-acts.ts';
import { type Generation, openMachines, type Upgraded } from './upgrade-machines.ts';
import { receiptsOf } from './upgrade-receipts.ts';
import { conclude, progressOf } from './upgrade-verdict.ts';
import { startVisitors } from './upgrade-visitors.ts';

// The previous release runs on two machines, with two of every role behind a proxy. While users trade, the database is
// migrated and each process is replaced by one of this tree. Then all of them go back to the previous release, which
// must work with the newer tables. Users' pages are of the previous release. Visitors who arrive while only this
// release runs get its pages.
const database = 'glasshouse_chaos_upgrade';
const phase = Number(process.env.UPGRADE_SECONDS ?? 15) * 1000;
const seed = Number(process.env.SEED ?? 20261117);

/** Prints one line at the end: `upgrade failed=0 lost=0 doubled=0 drift=0 orders=N ...`. */
export async function drillUpgrade(): Promise<void> {
  const from = process.env.FROM ?? previousRelease().commit;
  const before: Generation = { name: 'before', folder: await checkOut(from) };
  await buildWeb(root);
  const now: Generation = { name: 'now', folder: root };
  const { folder, remove } = await makeFolder('glasshouse-upgrade-');
  const nats = await startNats();
  const machines = openMachines({ folder, database, nats: nats.url });
  try {
    await prepare(before);
    await machines.start(before);
    await wait(5000);
    await run(machines, { before, now, from });
  } finally {
    await machines.close();
    await nats.kill();
    if (process.env.KEEP_MACHINES !== '1') await remove();
  }
}

/** The database as created by a release. */
async function prepare({ folder }: Generation): Promise<void> {
  const text = `import('./server/database/prepare.ts').then((it) => it.prepareDatabase('${database}'))`;
  await must(process.execPath, ['-e', text], { cwd: folder });
  await inDatabase(urlFor(database, ownerRole), insertTerms);
}

type Releases = { before: Generation; now: Generation; from: string };

async function run(machines: Upgraded, { before, now, from }: Releases): Promise<void> {
  const { door, ops } = machines;
  const random = seeded(seed);
  const began = slotAt(systemClock().getTime());
  const given = { doors: [door], ops, random, asks: 2 };
  const beforeCalls = (await import(join(before.folder, 'protocol/src/options/calls.ts'))) as OptionCalls;
  const load = await startPeople({ ...given, people: 8, phones: '+861390000', options: beforeCalls });
  const visitors = startVisitors(door, ops);
  const told = progressOf(load);
  const stay = async (what: string) => {
    await wait(phase);
    told(what);
  };

  await stay('the release before');
  const receipts = await receiptsOf(load);
  const migrated = performance.now();
  await must('npm', ['run', '--silent', 'migrate'], { env: { ...process.env, DATABASE_URL: machines.url } });
  told(`migrated in ${((performance.now() - migrated) / 1000).toFixed(1)} s`);
  await stay('the release before on the new tables');
  await machines.replace(0, now);
  await stay('one machine each');
  await machines.replace(1, now);
  const newcomers = await startPeople({ ...given, people: 4, phones: '+861380000' });
  const newTold = progressOf(newcomers);
  await stay('this release alone');
  newTold('pages of this release');
  await newcomers.stop();
  receipts.push(...(await receiptsOf(newcomers)));
  await machines.replace(0, before);
  await stay('back on one machine');
  await machines.replace(1, before);
  await stay('the release before again');
  await load.stop();
  // The terms of flash options have changed since migration 0300, so a page of the previous release cannot agree to
  // them and shows an error.
  const terms = load.refused.get('terms_changed') ?? 0;
  load.refused.delete('terms_changed');
  const also = `terms_changed=${terms} from=${from.slice(0, 12)}`;
  await conclude('upgrade', { machines, loads: [load, newcomers], seen: await visitors.stop(), receipts, began, also });
}
