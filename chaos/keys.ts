import { setTimeout as wait } from 'node:timers/promises';
import { slotAt } from '../protocol/src/market/tape.ts';
import { startNats } from '../scripts/nats.ts';
import { root } from '../scripts/run.ts';
import { inDatabase, ownerRole, prepareDatabase, urlFor } from '../server/database/prepare.ts';
import { systemClock } from '../server/src/platform/runtime/clock.ts';
import { makeFolder } from '../server/test/child.ts';
import { newSecret, newSigningKey } from '../server/test/signing-key.ts';
import { startPeople } from './people.ts';
import { seeded } from './random.ts';
import { buildWeb } from './release.ts';
import { insertTerms } from './settle-acts.ts';
import { openMachines, type Upgraded } from './upgrade-machines.ts';
import { receiptsOf } from './upgrade-receipts.ts';
import { conclude, progressOf } from './upgrade-verdict.ts';
import { startVisitors } from './upgrade-visitors.ts';

// Rotates keys as in docs/how-to/rotate-keys.md, process by process, while users trade: those that sign tape and slips,
// and those that seal secrets.
const database = 'glasshouse_chaos_keys';
const phase = Number(process.env.KEYS_SECONDS ?? 10) * 1000;
const seed = Number(process.env.SEED ?? 20261117);
const here = { name: 'now', folder: root };
const sealing = ['FACTOR_SECRET', 'OFFICE_SECRET', 'FILES_KEY', 'TAPE_SEED_KEY'];

/** Prints one line at the end: `keys failed=0 lost=0 doubled=0 drift=0 orders=N ...`. */
export async function drillKeys(): Promise<void> {
  await buildWeb(root);
  const { folder, remove } = await makeFolder('glasshouse-keys-');
  const nats = await startNats();
  await prepareDatabase(database);
  await inDatabase(urlFor(database, ownerRole), insertTerms);
  const machines = openMachines({ folder, database, nats: nats.url });
  try {
    await machines.start(here);
    await wait(5000);
    await turnAll(machines);
  } finally {
    await machines.close();
    await nats.kill();
    await remove();
  }
}

async function turnAll(machines: Upgraded): Promise<void> {
  const { door, ops, tell, told } = machines;
  const began = slotAt(systemClock().getTime());
  const people = { doors: [door], ops, random: seeded(seed), asks: 2, people: 10, phones: '+861390000' };
  const load = await startPeople(people);
  const visitors = startVisitors(door, ops);
  const say = progressOf(load);
  const restart = async (what: string, ...roles: Parameters<Upgraded['replace']>[2] & object) => {
    await machines.replace(0, here, roles);
    await wait(phase);
    await machines.replace(1, here, roles);
    await wait(phase);
    say(what);
  };
  await wait(phase);
  const receipts = await receiptsOf(load);
  tell({ SLIP_SIGNING_KEY: newSigningKey(), TAPE_SIGNING_KEY: newSigningKey() });
  await restart('keys of slips and tape', 'api', 'feed');
  const fresh = Object.fromEntries(sealing.map((name) => [name, newSecret()]));
  tell(Object.fromEntries(sealing.map((name) => [`${name}_OLD`, fresh[name]!])));
  await restart('all know the new keys that seal', 'api', 'office', 'worker', 'feed');
  tell(
    Object.fromEntries(
      sealing.flatMap((name) => [
        [name, fresh[name]!],
        [`${name}_OLD`, told(name)],
      ]),
    ),
  );
  await restart('all seal with them', 'api', 'office', 'worker', 'feed');
  await load.stop();
  receipts.push(...(await receiptsOf(load)));
  await conclude('keys', { machines, loads: [load], seen: await visitors.stop(), receipts, began });
}
