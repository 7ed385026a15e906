import { decideApproval } from '@glasshouse/protocol/backoffice/approvals';
import { showAuditHead } from '@glasshouse/protocol/backoffice/audit';
import { nothing } from '@glasshouse/protocol/endpoint';
import { doneOrWaiting, operatorCall } from '@glasshouse/protocol/operators/call';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { officeRoutesWith } from '#console/backoffice/routes.ts';
import { figures, gathered } from '#roles/domain-registry.ts';
import { officeRoutes } from '#roles/office-routes.ts';
import { openOffice } from '../../../test/office.ts';
import { newWorld } from '../../../test/world.ts';
import { step } from '../database/db.ts';
import { buildApp } from '../http/app.ts';
import { err, ok } from '../http/result.ts';
import { appendEntry } from './audit.ts';
import { serveForApproval, serveLook, serveOperator } from './office.ts';

const probe = (path: `/office/test/${string}`, leaves: 'entry' | 'look' | 'nothing') =>
  operatorCall({ path, permission: 'self', leaves, summary: '', input: nothing, output: nothing, errors: [] });
const contact = sql`insert into support_contact (account, position) values ('left behind', 40)`;

test("a call that must leave an entry but doesn't is rolled back; one declared to leave none cannot write", async () => {
  const world = await newWorld({ now: new Date() });
  const forgetful = serveOperator(probe('/office/test/forgetful', 'entry'), async ({ tx }) => {
    await contact.execute(tx);
    return ok({});
  });
  const sly = serveOperator(probe('/office/test/sly', 'nothing'), async ({ tx }) => {
    await contact.execute(tx);
    return ok({});
  });
  const chatty = serveOperator(probe('/office/test/chatty', 'nothing'), async ({ record }) => {
    record({ subject: 'test' });
    return ok({});
  });
  const look = { ...probe('/office/test/prying', 'look'), input: z.object({ number: z.string().default('1') }) };
  const prying = serveLook(look, async ({ tx }) => {
    await contact.execute(tx);
    return ok({});
  });
  const office = await openOffice(world, { routes: (usual) => [...usual, forgetful, sly, chatty, prying] });
  const { owner } = await office.staff();
  for (const { endpoint } of [forgetful, sly, chatty, prying]) {
    expect((await owner.call(endpoint, {})).code, endpoint.path).toBe(500);
  }
  expect(await world.owner.selectFrom('support_contact').selectAll().execute()).toEqual([]);
});

test('forty concurrent actions make one chain', async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const { owner } = await office.staff();
  const before = (await owner.call(showAuditHead, {})).data.entries;
  const actor = { at: world.clock(), action: 'test', operator: null };
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => step(office.db, (tx) => appendEntry(tx, actor, { subject: `act:${i}` }))),
  );
  expect((await owner.call(showAuditHead, {})).data.entries).toBe(before + 40);
});

test('each call is served only by the role that its path names', async () => {
  const world = await newWorld({ now: new Date() });
  const routes = officeRoutes({ keys: [Buffer.alloc(32)], origins: ['http://localhost:1'] }, world.files);
  expect(new Set(routes.map(({ endpoint }) => endpoint.path)).size).toBe(routes.length);
  const door = { cookie: 'glasshouse_session', authenticate: async () => undefined } as const;
  await expect(buildApp({ ...world, routes, door })).rejects.toThrow('is served by the other role');
});

test('an action at or above its threshold waits for a second person, and is done at once below it', async () => {
  const world = await newWorld({ now: new Date() });
  const input = z.object({ amount: z.int() });
  const errors = ['no_change'] as const;
  const paying = operatorCall({
    path: '/office/test/pay',
    permission: 'users.correct',
    leaves: 'entry',
    summary: '',
    input,
    output: doneOrWaiting,
    errors,
  });
  const paid: [number, boolean][] = [];
  const pay = serveForApproval(paying, {
    ask: async (_, { amount }) => ok({ subject: 'test', reason: 'Pay', alone: amount < 10_000 }),
    decide: async ({ record, approval }, { amount }) => {
      if (amount === 0) return err('no_change');
      paid.push([amount, approval !== undefined]);
      record({ subject: 'test', after: { amount } });
      return ok({});
    },
  });
  const others = officeRoutesWith(figures, gathered(world.files), [pay]);
  const office = await openOffice(world, {
    routes: (usual) => [
      ...usual.filter((one) => !others.some((other) => other.endpoint.path === one.endpoint.path)),
      ...others,
    ],
  });
  const { support, reviewer } = await office.staff();
  expect((await support.call(paying, { amount: 9_999 })).data).toEqual({ waiting: null });
  expect((await support.call(paying, { amount: 0 })).data.reason).toBe('no_change');
  const { waiting } = (await support.call(paying, { amount: 10_000 })).data;
  expect(paid).toEqual([[9_999, false]]);
  await reviewer.call(decideApproval, { id: waiting!, decision: 'approve', reason: 'Seen' });
  expect(paid).toEqual([
    [9_999, false],
    [10_000, true],
  ]);
});
