import * as appeals from '@glasshouse/protocol/appeals/calls';
import * as assets from '@glasshouse/protocol/assets/calls';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/backoffice/users';
import * as contracts from '@glasshouse/protocol/contracts/calls';
import { listCredit } from '@glasshouse/protocol/credit/calls';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import * as factors from '@glasshouse/protocol/factors/calls';
import { showFile } from '@glasshouse/protocol/files/calls';
import { certify } from '@glasshouse/protocol/identity/calls';
import { setFavourite } from '@glasshouse/protocol/market/calls';
import * as personal from '@glasshouse/protocol/personal/calls';
import * as security from '@glasshouse/protocol/security/calls';
import * as session from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openOffice } from '../../test/office.ts';
import { codeAt } from '../../test/operators.ts';
import { orderIdAt } from '../../test/order-id.ts';
import { newAuthenticator } from '../../test/passkey.ts';
import { specimenOf, upload } from '../../test/specimens.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld, origin, password, type World } from '../../test/world.ts';
import { newId } from '../platform/ids.ts';

type Person = Awaited<ReturnType<World['person']>>;
const ownedBy = (world: World) => world.routes.map(({ endpoint }) => endpoint).filter(({ auth }) => auth !== 'visitor');

/** Calls that are asked with the id of something. A new one must say here what another user's id does. */
const withIds: Record<string, (ann: Person, bob: Person, world: World) => Promise<void>> = {
  [session.endSession.path]: async (ann, bob) => {
    const [mine] = (await ann.call(session.listSessions, {})).data.list;
    expect((await bob.call(session.endSession, { id: mine!.id })).data.reason).toBe('not_found');
    expect((await ann.call(session.getUser, {})).code).toBe(200);
  },
  [factors.addPasskey.path]: async (ann, bob) => {
    const { options } = (await ann.call(factors.askPasskey, { password })).data;
    const response = newAuthenticator(origin).make(options.challenge);
    expect((await bob.call(factors.addPasskey, { name: 'Mine', response })).data.reason).toBe('wrong_passkey');
    expect((await ann.call(factors.addPasskey, { name: 'Mine', response })).code).toBe(200);
  },
  [factors.removePasskey.path]: async (ann, bob) => {
    const { id } = await passkeyOf(ann);
    expect((await bob.call(factors.removePasskey, { id, password })).data.reason).toBe('not_found');
    expect((await ann.call(factors.showFactors, {})).data.passkeys).toHaveLength(1);
  },
  // A page that begins at somebody else's event begins nowhere.
  [security.listEvents.path]: async (ann, bob) => {
    const [mine] = (await ann.call(security.listEvents, {})).data.list;
    expect((await bob.call(security.listEvents, { before: mine!.id })).data.list).toEqual([]);
  },
  // A page's beginning counts one's own events.
  [listCredit.path]: async (ann, bob) => {
    for (const one of [ann, bob])
      expect((await one.call(listCredit, { before: 1_000_000 })).data).toMatchObject({ score: 100, list: [] });
  },
  // The id of a transfer or exchange is made by the caller: using somebody else's neither shows nor blocks anything.
  [assets.transfer.path]: async (ann, bob) => {
    const move = { id: newId(), from: 'fund', to: 'spot', amount: '1' } as const;
    await ann.call(assets.transfer, move);
    expect((await bob.call(assets.transfer, { ...move, amount: '2' })).code).toBe(200);
    expect((await ann.call(assets.transfer, move)).code).toBe(200);
  },
  [assets.exchange.path]: async (ann, bob) => {
    const swap = { id: newId(), from: 'USDT', amount: '1', rate: '7.20' } as const;
    await ann.call(assets.exchange, swap);
    expect((await bob.call(assets.exchange, { ...swap, amount: '3' })).code).toBe(200);
    expect((await ann.call(assets.exchange, swap)).data).toMatchObject({ received: '7.20' });
  },
  // Named at the tap, by account: Bob's order of the same name is another one, and Ann's stays as it is.
  [contracts.openContract.path]: async (ann, bob, world) => {
    const id = await contractOf(ann, bob, world);
    const theirs = await bob.call(contracts.openContract, { ...order(id), stake: '70' });
    expect(theirs.data.order).toMatchObject({ id, stake: '70.00' });
    expect((await ann.call(contracts.showOrder, { id })).data.order.stake).toBe('100.00');
  },
  [contracts.showOrder.path]: async (ann, bob, world) => {
    const id = await contractOf(ann, bob, world);
    expect((await bob.call(contracts.showOrder, { id })).data.reason).toBe('not_found');
    expect((await ann.call(contracts.showOrder, { id })).code).toBe(200);
  },
  [contracts.showReceipt.path]: async (ann, bob, world) => {
    const id = await contractOf(ann, bob, world);
    expect((await bob.call(contracts.showReceipt, { id })).data.reason).toBe('not_found');
    expect((await ann.call(contracts.showReceipt, { id })).data.reason).toBe('not_ended');
  },
  [contracts.listOrders.path]: async (ann, bob, world) => {
    const id = await contractOf(ann, bob, world);
    const after = `f${id.slice(1)}`;
    expect((await bob.call(contracts.listOrders, { before: after })).data.orders).toEqual([]);
    expect((await ann.call(contracts.listOrders, { before: after })).data.orders).toHaveLength(1);
  },
  [showFile.path]: async (ann, bob) => {
    const { id } = (await upload(ann, await specimenOf(ann))).data;
    expect((await bob.call(showFile, { id })).data.reason).toBe('not_found');
    expect((await ann.call(showFile, { id })).code).toBe(200);
  },
  // The pictures of somebody else are nobody's: neither submitted nor kept by it.
  [certify.path]: async (ann, bob) => {
    const card = await cardOf(ann);
    expect((await bob.call(certify, card)).data).toMatchObject({ reason: 'not_found' });
    expect((await ann.call(certify, card)).code).toBe(200);
  },
  // A page's beginning is a number; whatever it is, the page holds one's own lines.
  [assets.getStatement.path]: async (ann, bob) => {
    const theirs = (await bob.call(assets.getStatement, { before: '900000000000000000' })).data.list;
    const own = (await ann.call(assets.getStatement, {})).data.list;
    expect(own.filter(({ id }) => theirs.some((line) => line.id === id))).toEqual([]);
  },
};

/** Ann has a passkey; what she calls it, and what it calls itself. */
async function passkeyOf(ann: Person, name = 'Anns own key'): Promise<{ id: string; name: string }> {
  const key = newAuthenticator(origin);
  const { options } = (await ann.call(factors.askPasskey, { password })).data;
  await ann.call(factors.addPasskey, { name, response: key.make(options.challenge) });
  return { id: key.id, name };
}

/** What Ann may submit, both sides uploaded. */
async function cardOf(ann: Person) {
  const side = async (side: 'front' | 'back') =>
    (await upload(ann, await specimenOf(ann, { document: 'id', side }))).data.id;
  const sides = { front: await side('front'), back: await side('back') };
  return { name: 'Anns own name', document: 'id', number: 'ANN-4711-QED', ...sides } as const;
}
const order = (id: string) =>
  ({ id, symbol: 'BTC', direction: 'long', seconds: 30, stake: '100', returnBp: 8200 }) as const;
/** Ann has an open contract; its id is what Bob tries. */
async function contractOf(ann: Person, bob: Person, world: World): Promise<string> {
  const tape = await openTape(world);
  await tape.write(tape.now(), 6_400_000);
  for (const one of [ann, bob]) await world.give(one, 'contract', 'USDT', 500_000_000n);
  const id = orderIdAt(world.clock());
  expect((await ann.call(contracts.openContract, order(id))).code).toBe(200);
  return id;
}

const takesAnId = ({ input }: Endpoint) =>
  /"format":"uuid"|"before":|"(id|ref|number)":/.test(
    JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
  );

test('whoever gives the id of somebody else’s record gets nothing and changes nothing, call by call', async () => {
  const asked = ownedBy(await newWorld())
    .filter(takesAnId)
    .map(({ path }) => path);
  expect(Object.keys(withIds).sort()).toEqual(asked.sort());
  for (const probe of Object.values(withIds)) {
    const world = await newWorld();
    await probe(await world.person(), await world.person(), world);
  }
}, 120_000);

/** How each table keyed by a user gets a row of Ann's, by the calls themselves. A new table must be added here. */
const ownedTables = [
  'account_event',
  'appeal',
  'correction',
  'credit_event',
  'favourite',
  'file',
  'identity_case',
  'income',
  'lock_link',
  'passkey_challenge',
  'person_authenticator',
  'person_passkey',
  'person_recovery',
  'review_case',
  'security_event',
  'session',
  'person',
  'personal_copy',
  'verification_code',
];

test('no answer to one user holds a trace of another: every table with rows of Ann, every call by Bob', async () => {
  const world = await newWorld();
  const { rows: keyed } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('person', 'owner', 'number')`.execute(world.owner);
  expect(keyed.map(({ name }) => name).sort()).toEqual([...ownedTables].sort());

  const office = await openOffice(world);
  const { support } = await office.staff();
  const [ann, bob] = [await world.person({ username: 'ann-the-secret' }), await world.person({ username: 'bob' })];
  const ref = newId();
  await ann.call(assets.transfer, { id: ref, from: 'fund', to: 'spot', amount: '77.123456' });
  await ann.call(setFavourite, { symbol: 'ICP', favourite: true });
  expect((await ann.call(certify, await cardOf(ann))).code).toBe(200);
  await world.visitor('en-US', '198.51.100.77').call(session.login, { account: ann.phone, password });
  await ann.call(security.sendContactCode, { kind: 'phone' });
  await world.work();
  await ann.call(personal.askCopy, { password });
  const passkey = await passkeyOf(ann);
  const { secret } = (await ann.call(factors.beginAuthenticator, {})).data;
  await ann.call(factors.confirmAuthenticator, { password, code: codeAt(secret, world.clock()) });
  const { number } = ann.info;
  await support.call(freezeUser, { number, reason: 'Anns own reason' });
  await ann.call(appeals.sendAppeal, { text: 'Anns own appeal text' });
  const [sessionOfAnn] = await world.owner
    .selectFrom('session')
    .select('id')
    .where('person', '=', ann.info.id)
    .execute();
  const traces = [
    ann.info.id,
    ann.phone,
    '198.51.100.77',
    ann.info.invitationCode,
    number,
    'ann-the-secret',
    ref,
    '77.123456',
    'Anns own',
    'Anns own name',
    'QED',
    sessionOfAnn!.id,
    passkey.id,
  ];
  const seen = async (who: Person) => {
    let text = '';
    for (const endpoint of ownedBy(world)) text += (await who.raw(endpoint, {})).body;
    return text;
  };
  const answers = await seen(bob);
  for (const trace of traces) expect(answers, trace).not.toContain(trace);
  // The same look finds Ann's own when Ann looks, so that the check above is worth something.
  const frozen = await seen(ann);
  await support.call(unfreezeUser, { number, reason: 'For the other half' });
  const own = frozen + (await seen(ann));
  for (const trace of traces) expect(own, trace).toContain(trace);
});
