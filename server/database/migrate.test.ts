import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { showAppeal } from '@glasshouse/protocol/appeals/calls';
import * as assets from '@glasshouse/protocol/assets/calls';
import * as contracts from '@glasshouse/protocol/contracts/calls';
import { showTape } from '@glasshouse/protocol/market/calls';
import { checkReceipt } from '@glasshouse/protocol/orders/receipt';
import { getUser, login } from '@glasshouse/protocol/session/calls';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkAudit } from '#console/backoffice/backoffice.ts';
import { auditLog } from '#evidence/publiclog/audit.ts';
import { newId } from '#platform/database/ids.ts';
import { products } from '../src/roles/products.ts';
import { isAtAnotherMoment } from '../test/child.ts';
import { openLog } from '../test/log.ts';
import { clockMayTurn } from '../test/rights.ts';
import { newWorld, password } from '../test/world.ts';
import { asAdmin, inDatabase, ownerRole, prepareDatabase, urlFor } from './prepare.ts';

// Databases of earlier releases, each filled through that release's own calls and dumped: people, orders with every
// outcome and an open one, corrections approved and waiting, a frozen user's appeal, sessions. Each is named by its
// last migration.
const releases = new URL('../test/releases/', import.meta.url);
const dumps = readdirSync(releases).filter((name) => name.endsWith('.sql.gz'));

/** Restores a dump into a new database. */
async function restored(dump: string): Promise<string> {
  const name = `glasshouse_release_${newId().replaceAll('-', '')}`;
  await asAdmin(`create database ${name} owner ${ownerRole}`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  await inDatabase(urlFor(name, 'postgres'), gunzipSync(readFileSync(new URL(dump, releases))).toString());
  return name;
}
/** The same, migrated to the newest version. */
async function migrated(dump: string): Promise<string> {
  const name = await restored(dump);
  await prepareDatabase(name);
  await inDatabase(urlFor(name, ownerRole), clockMayTurn);
  return name;
}

// PostgreSQL's lock timeouts do not fire while its clock is shifted.
test.skipIf(isAtAnotherMoment)(
  'a migration that waits for a table lets other queries pass, and runs once the table is free',
  async () => {
    const name = await restored(dumps[0]!);
    const [holder, reader] = [new pg.Client(urlFor(name, ownerRole)), new pg.Client(urlFor(name, ownerRole))];
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('begin; select from person');
    const migration = prepareDatabase(name);
    let longest = 0;
    const until = performance.now() + 8000;
    while (performance.now() < until) {
      const began = performance.now();
      await reader.query('select from person');
      longest = Math.max(longest, performance.now() - began);
    }
    await holder.query('commit');
    await migration;
    await Promise.all([holder.end(), reader.end()]);
    // Queries did queue behind the migration, but never for longer than its lock timeout.
    expect(longest).toBeGreaterThan(500);
    expect(longest).toBeLessThan(4000);
  },
);

test.each(dumps)('a database filled by release %s keeps its data and still works', async (dump) => {
  const world = await newWorld({ template: await migrated(dump), now: new Date('2026-11-15T12:05:00Z') });
  // A user who was logged in still is.
  const trader = world.visitor();
  trader.jar.set('glasshouse_session', 'fKd2hddaaMMkBgpe39SRG4evMDWjzCDpR9tXNpS57zM');
  expect((await trader.call(getUser, {})).data).toMatchObject({ number: '8620002', status: 'normal' });

  const { orders } = (await trader.call(contracts.listOrders, { limit: 50 })).data;
  expect(orders.map(({ outcome }) => outcome)).toEqual([null, 'void', 'draw', 'win', 'lose']);
  const tapeKeys = (await trader.call(showTape, {})).data.keys.map((key) => key.publicKey);
  const slipKeys = (await trader.call(contracts.showRules, {})).data.slipKeys.map((key) => key.publicKey);
  for (const { id, outcome } of orders.slice(1)) {
    const { data } = await trader.call(contracts.showReceipt, { id });
    const { checks } = await checkReceipt(data, { tapeKeys, slipKeys });
    expect(
      checks.filter(({ ok }) => !ok),
      String(outcome),
    ).toEqual([]);
  }

  const ann = world.visitor();
  expect((await ann.call(login, { account: 'ann', password })).data).toMatchObject({ username: 'ann' });
  const { wallets } = (await ann.call(assets.getOverview, {})).data;
  expect(wallets).toMatchObject([{ wallet: 'fund' }, { wallet: 'cash' }, {}, { wallet: 'contract' }, {}, {}]);
  const moved = { id: newId(), from: 'contract', to: 'fund', amount: '50' } as const;
  expect((await ann.call(assets.transfer, moved)).code).toBe(200);
  const ben = world.visitor();
  await ben.call(login, { account: 'ben', password });
  expect((await ben.call(showAppeal, {})).data).toMatchObject({ appeal: { state: 'under_review' } });

  // The chain of the operators' log is still valid, and pending requests still wait for a second person.
  expect(await checkAudit(world.owner)).not.toHaveProperty('brokenAt');
  const waiting = await world.owner.selectFrom('approval').select('decision').orderBy('asked_at').execute();
  expect(waiting).toEqual([{ decision: 'approved' }, { decision: null }]);

  // Rows from before the public log are in it unchanged.
  const log = await openLog(world);
  expect(await log.write()).toBeGreaterThan(10);
  expect(await auditLog(world.owner, products)).toMatchObject({ checkpoints: 1, faults: [] });
});
