import * as appeals from '@glasshouse/protocol/appeals';
import * as assets from '@glasshouse/protocol/assets';
import type { Endpoint } from '@glasshouse/protocol/endpoint';
import { setFavourite } from '@glasshouse/protocol/market';
import { freezeUser, unfreezeUser } from '@glasshouse/protocol/office/users';
import * as session from '@glasshouse/protocol/session';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openOffice } from '../../test/office.ts';
import { newWorld, type World } from '../../test/world.ts';
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
  // A page's beginning is a number; whatever it is, the page holds one's own lines.
  [assets.getStatement.path]: async (ann, bob) => {
    const theirs = (await bob.call(assets.getStatement, { before: '900000000000000000' })).data.list;
    const own = (await ann.call(assets.getStatement, {})).data.list;
    expect(own.filter(({ id }) => theirs.some((line) => line.id === id))).toEqual([]);
  },
};

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
  'favourite',
  'income',
  'review_case',
  'session',
  'person',
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
    ann.info.invitationCode,
    number,
    'ann-the-secret',
    ref,
    '77.123456',
    'Anns own',
    sessionOfAnn!.id,
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
