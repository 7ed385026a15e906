import { decideApproval, listApprovals } from '@glasshouse/protocol/backoffice/approvals';
import { listAudit } from '@glasshouse/protocol/backoffice/audit';
import { listProducts, showProduct } from '@glasshouse/protocol/wealth/calls';
import * as office from '@glasshouse/protocol/wealth/office';
import { incomeOf, maxOwed } from '@glasshouse/protocol/wealth/promise';
import { scheduleOf } from '@glasshouse/protocol/wealth/schedule';
import type { Terms } from '@glasshouse/protocol/wealth/terms';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDb, openPool } from '#platform/database/db.ts';
import { seconds } from '#platform/runtime/clock.ts';
import { appRole, officeRole, urlFor } from '../../../database/prepare.ts';
import { openOffice } from '../../../test/office.ts';
import { buy, withMoney } from '../../../test/wealth.ts';
import { newWorld, type World } from '../../../test/world.ts';

const reason = 'For the summer';
const offer = {
  label: 'Summer 60',
  power: '',
  terms: { kind: 'trust' as const, unit: '10.00', rateBp: 730, days: 60 },
  least: 1,
  most: 100,
  quota: 1000,
  opensAt: '2026-01-01T00:00:00.000Z',
  closesAt: null,
};

async function opened() {
  // The database checks what two people decide against its own clock.
  const world = await newWorld({ now: new Date() });
  const room = await openOffice(world);
  const staff = await room.staff();
  const manager = staff.product_manager;
  const save = (change: object = {}, product: number | null = null, expected: string | null = null) =>
    manager.call(office.saveDraft, { product, expected, offer: { ...offer, ...change }, reason } as never);
  const drafts = async () => (await manager.call(office.listVersions, { state: 'draft' })).data.list;
  const agree = (id: string) => staff.reviewer.call(decideApproval, { id, decision: 'approve', reason: 'Seen' });
  const publish = async (named: { product: number; version: number }, change: object = {}) =>
    (await manager.call(office.publishVersion, { ...named, offer: { ...offer, ...change }, reason } as never)).data;
  return { world, room, staff, manager, save, drafts, agree, publish };
}
const offered = async (world: World, product: number) =>
  (await world.visitor().call(listProducts, {})).data.products.find((one) => one.product === product);

test("one person can write, change and delete a draft, and users don't see it", async () => {
  const { world, manager, save, drafts, staff } = await opened();
  const named = (await save()).data;
  expect(named.version).toBe(1);
  const [draft] = await drafts();
  expect(draft).toMatchObject({ ...named, state: 'draft', offer, taken: 0, writtenBy: { name: 'Paul Product' } });
  expect(await offered(world, named.product)).toBeUndefined();
  expect((await world.visitor().call(showProduct, { product: named.product })).code).toBe(404);

  expect((await save({ quota: 2000 }, named.product)).data.reason).toBe('version_changed');
  expect((await save({}, named.product, draft!.writtenAt)).data.reason).toBe('unchanged');
  const pledge = { kind: 'pledge', unit: '1', ratePpb: 1000, seconds: 3600 };
  expect((await save({ terms: pledge }, named.product, draft!.writtenAt)).data.reason).toBe('not_found');
  world.pass(seconds(1));
  expect((await save({ quota: 2000 }, named.product, draft!.writtenAt)).data).toEqual(named);
  // A draft that was read before the last change can't be saved.
  expect((await save({ quota: 3000 }, named.product, draft!.writtenAt)).data.reason).toBe('version_changed');
  const [changed] = await drafts();
  expect(changed!.offer.quota).toBe(2000);

  expect((await manager.call(office.closeVersion, { ...named, reason })).data.reason).toBe('not_found');
  expect((await manager.call(office.deleteDraft, { ...named, reason })).code).toBe(200);
  expect((await manager.call(office.deleteDraft, { ...named, reason })).data.reason).toBe('not_found');
  expect(await drafts()).toEqual([]);
  const subject = `product:${named.product}.1`;
  const { list } = (await staff.auditor.call(listAudit, { subject })).data;
  expect(list.map(({ action }) => action)).toEqual([
    '/office/wealth/delete',
    '/office/wealth/save',
    '/office/wealth/save',
  ]);
  expect(list[1]).toMatchObject({ before: { quota: 1000 }, after: { quota: 2000, owedIncome: '240.00' }, reason });
});

test('terms that could not be kept are refused', async () => {
  const { save } = await opened();
  const { terms } = offer;
  for (const change of [
    { least: 0 },
    { least: 101 },
    { most: 1001 },
    { most: 100_001, quota: 100_001 },
    { quota: 100_000_001 },
    { label: 'x'.repeat(41) },
    { power: '14 TH/s' },
    { closesAt: '2025-12-31T00:00:00.000Z' },
    { terms: { ...terms, rateBp: 5001 } },
    { terms: { ...terms, rateBp: 0 } },
    { terms: { ...terms, days: 731 } },
    { terms: { ...terms, unit: '0.001' } },
    { terms: { kind: 'machine', unit: '10', daily: '10.01', days: 10 } },
    { label: '', terms: { kind: 'machine', unit: '10', daily: '1', days: 10 } },
    { terms: { kind: 'pledge', unit: '10', ratePpb: 100, seconds: 60 } },
  ])
    expect((await save(change)).data.reason, JSON.stringify(change)).toBe('bad_input');
});

test('two people publish exactly the draft they looked at; then it can be bought', async () => {
  const { world, staff, manager, save, drafts, agree, publish } = await opened();
  const named = (await save()).data;
  expect(await publish(named, { quota: 2000 })).toMatchObject({ reason: 'version_changed' });
  const { waiting } = await publish(named);
  const [asked] = (await staff.reviewer.call(listApprovals, {})).data.list;
  // The second person sees what it pays and what it can cost.
  expect(asked).toMatchObject({
    before: {},
    after: { rateBp: 730, perThousand: '12.00', owedIncome: '120.00', owedPrincipal: '10000.00' },
    deciders: ['reviewer', 'product_manager'],
  });
  expect((await manager.call(decideApproval, { id: waiting!, decision: 'approve', reason })).data.reason).toBe(
    'own_request',
  );
  expect(await offered(world, named.product)).toBeUndefined();
  // Changed since the request, so the approval does not apply.
  world.pass(seconds(1));
  await save({ quota: 5000 }, named.product, (await drafts())[0]!.writtenAt);
  expect((await agree(waiting!)).data.reason).toBe('request_outdated');
  expect((await agree((await publish(named, { quota: 5000 })).waiting!)).code).toBe(200);
  expect(await offered(world, named.product)).toMatchObject({
    version: 1,
    label: 'Summer 60',
    quota: 5000,
    state: 'open',
  });
  const ann = await withMoney(await world.person(), '1000');
  expect((await buy(ann, (await offered(world, named.product))!, { units: 3 })).data.holding.amount).toBe('30.00');
  const [version] = (await manager.call(office.listVersions, { product: named.product })).data.list;
  expect(version).toMatchObject({
    state: 'published',
    taken: 3,
    publishedBy: { name: 'Paul Product' },
    approvedBy: { name: 'Rita Review' },
  });
  const { list } = (await staff.reviewer.call(office.listUserHoldings, { number: ann.info.number })).data;
  expect(list).toMatchObject([{ ...named, units: 3, state: 'not_started', label: 'Summer 60' }]);
});

test('the income of a machine is shown without its price, which is spent', async () => {
  const { staff, save, publish } = await opened();
  const machine = { label: 'Pane X', terms: { kind: 'machine', unit: '300.00', daily: '1.72', days: 180 } };
  const named = (await save(machine)).data;
  await publish(named, machine);
  const [asked] = (await staff.reviewer.call(listApprovals, {})).data.list;
  expect(asked!.after).toMatchObject({
    perThousandAfterPrice: '32.00',
    owedIncome: '309600.00',
    owedPrincipal: '0.00',
  });
  expect(asked!.after).not.toHaveProperty('perThousand');
});

test('different terms are a new version; the previous one is closed at the same moment and kept for its holders', async () => {
  const { world, manager, save, agree, publish } = await opened();
  const named = (await save()).data;
  await agree((await publish(named)).waiting!);
  const first = (await offered(world, named.product))!;
  const ann = await withMoney(await world.person(), '1000');
  await buy(ann, first, { units: 2 });
  const better = { terms: { ...offer.terms, rateBp: 800 } };
  const second = (await save(better, named.product)).data;
  expect(second).toEqual({ product: named.product, version: 2 });
  expect((await offered(world, named.product))!.version).toBe(1);
  const { waiting } = await publish(second, better);
  expect((await agree(waiting!)).code).toBe(200);
  const now = (await offered(world, named.product))!;
  expect(now).toMatchObject({ version: 2, taken: 0, terms: { rateBp: 800 } });
  expect((await buy(ann, first, { units: 1 })).data.reason).toBe('product_closed');
  expect((await buy(ann, now, { units: 1 })).code).toBe(200);
  const before = (await world.visitor().call(showProduct, { product: named.product, version: 1 })).data.product;
  expect(before).toMatchObject({ state: 'closed', taken: 2, terms: { rateBp: 730 } });
  const versions = async () =>
    (await manager.call(office.listVersions, { product: named.product })).data.list.map(({ version, state }) => [
      version,
      state,
    ]);
  expect(await versions()).toEqual([
    [2, 'published'],
    [1, 'closed'],
  ]);
  expect((await manager.call(office.closeVersion, { ...second, reason })).code).toBe(200);
  expect((await manager.call(office.closeVersion, { ...second, reason })).data.reason).toBe('not_found');
  expect(await offered(world, named.product)).toBeUndefined();
  expect((await buy(ann, now, { units: 1 })).data.reason).toBe('product_closed');
  expect(await versions()).toEqual([
    [2, 'closed'],
    [1, 'closed'],
  ]);
});

test('versions are listed page by page', async () => {
  const { manager } = await opened();
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const input: { limit: number; before?: string } = { limit: 5, ...(before && { before }) };
    const { list, next } = (await manager.call(office.listVersions, input)).data;
    seen.push(...list.map(({ product, version }) => `${product}.${version}`));
    before = next;
  } while (before);
  expect(seen).toEqual(Array.from({ length: 12 }, (_, place) => `${12 - place}.1`));
});

test('no database role can change published terms, or publish what two people did not approve', async () => {
  const { world, save, agree, publish } = await opened();
  const named = (await save()).data;
  const { waiting } = await publish(named);
  const connect = (role: string) => {
    const pool = openPool(urlFor(world.database, role), 1, () => {});
    onTestFinished(() => pool.end());
    return openDb(pool);
  };
  const [app, office] = [connect(appRole), connect(officeRole)];
  const draft = `product = ${named.product}`;
  const publishes = (more: string) =>
    `update product_version set state = 'published', published_at = now()${more} where ${draft}`;
  const refused = async (db: typeof app, statements: string[]) => {
    for (const statement of statements)
      await expect(sql.raw(statement).execute(db), statement).rejects.toMatchObject({ code: '42501' });
  };
  const changes = [
    "update product_version set rate_bp = 5000 where state = 'published'",
    "update product_version set quota = quota + 1 where state = 'published'",
    "update product_version set state = 'draft', published_at = null where state = 'published'",
    "update product_version set state = 'closed', closed_at = now(), rate_bp = 1 where state = 'published'",
    "delete from product_version where state = 'published'",
    'truncate product_version cascade',
    'update product_taken set units = 0',
    'update product_taken set quota = quota * 2',
    "update product set kind = 'pledge'",
    'update holding set units = units + 1',
    'update product_day set done = true',
    'insert into product_day (day) values (now())',
  ];
  const begins = `insert into product_version (product, version, kind, state, label, unit, rate_bp, days, least, most, quota, opens_at, written_at, published_at)
    select product, 9, kind, 'published', label, unit, rate_bp, days, least, most, quota, opens_at, written_at, now() from product_version where ${draft}`;
  await refused(office, [...changes, begins, publishes(''), publishes(`, approval = '${waiting}'`)]);
  await refused(app, [...changes, begins, publishes(''), `update product_version set quota = 1 where ${draft}`]);
  // Approved, and then replaced by other terms.
  await sql.raw(`update product_version set rate_bp = 4000 where ${draft}`).execute(office);
  expect((await agree(waiting!)).data.reason).toBe('request_outdated');
  const { rows } = await sql<{ asked: string; reviewer: string }>`
    select asked_by as asked, (select id from operator where role = 'reviewer') as reviewer from approval where id = ${waiting}`.execute(
    world.owner,
  );
  const { asked, reviewer } = rows[0]!;
  await sql`update approval set decision = 'approved', decided_by = ${reviewer}, decided_by_name = 'Rita', decided_at = now(), answer = 'yes'
    where id = ${waiting}`.execute(world.owner);
  const agreed = `, approval = '${waiting}', published_by = '${asked}', approved_by = '${reviewer}'`;
  await refused(office, [publishes(agreed), publishes(`${agreed}, rate_bp = 730, quota = 1001`)]);
  await sql.raw(publishes(`${agreed}, rate_bp = 730`)).execute(office);
  await expect(sql.raw(changes[0]!).execute(world.owner)).rejects.toMatchObject({ code: '42501' });
});

test('the maximum that the house owes is never less than what the orders together are paid', () => {
  const anyTerms: fc.Arbitrary<Terms> = fc.oneof(
    fc.record({
      kind: fc.constant('trust' as const),
      unit: fc.bigInt({ min: 10_000n, max: 10n ** 9n }),
      rateBp: fc.integer({ min: 1, max: 5000 }),
      days: fc.integer({ min: 1, max: 90 }),
    }),
    fc.record({
      kind: fc.constant('pledge' as const),
      unit: fc.bigInt({ min: 10_000n, max: 10n ** 9n }),
      ratePpb: fc.integer({ min: 1, max: 10 ** 8 }),
      seconds: fc.constant(86_400),
    }),
  );
  const orders = fc.array(fc.bigInt({ min: 1n, max: 1000n }), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(anyTerms, orders, (terms, units) => {
      const sum = (parts: bigint[]) => parts.reduce((all, part) => all + part, 0n);
      const owed = maxOwed(terms, sum(units));
      const paid = units.map((one) => scheduleOf(terms, one, 0));
      const income = sum(paid.map(({ total }) => total));
      expect(owed.principal).toBe(sum(paid.map(({ returned }) => returned)));
      expect(income <= owed.income && owed.income < income + BigInt(units.length)).toBe(true);
      expect(incomeOf(terms, units[0]! * terms.unit)).toBe(paid[0]!.total);
    }),
  );
});
