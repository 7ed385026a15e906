import { getOverview, transfer } from '@glasshouse/protocol/assets/calls';
import { freezeUser } from '@glasshouse/protocol/backoffice/users';
import { leave } from '@glasshouse/protocol/personal/calls';
import * as review from '@glasshouse/protocol/review/office';
import { getUser } from '@glasshouse/protocol/session/calls';
import * as protocol from '@glasshouse/protocol/vip/calls';
import { mayRefund, monthsLater, receivingLimits } from '@glasshouse/protocol/vip/levels';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteLeaving } from '#people/personal/deletion.ts';
import { newId } from '#platform/database/ids.ts';
import { days, plus } from '#platform/runtime/clock.ts';
import { unfinished } from '#roles/domain-registry.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { deposits, tradePassword, withLevel } from '../../../test/vip.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { returnDeposits } from './vip.ts';

type Person = Awaited<ReturnType<World['person']>>;
const show = async (person: Person) => (await person.call(protocol.showVip, {})).data;
const fund = async (person: Person) =>
  (await person.call(getOverview, {})).data.wallets.find(({ wallet }) => wallet === 'fund')!.balances[0]!.amount;
const upgrade = (person: Person, level: number, change: object = {}) =>
  person.call(protocol.upgradeVip, { id: newId(), level, deposit: deposits[level]!, tradePassword, ...change });
const silent = { publish: () => {} };
/** Moves the world to a time. */
const goTo = (world: World, at: Date) => world.pass(at.getTime() - world.clock().getTime());
const movements = (world: World, person: Person) =>
  world.owner
    .selectFrom('movement')
    .select(['flow', 'state', 'amount', 'label'])
    .where('owner', '=', person.number)
    .orderBy('serial')
    .execute();

test('the database has the same limits and the same months', async () => {
  const world = await newWorld();
  const rules = await world.db.selectFrom('vip_rule').selectAll().orderBy('level').execute();
  expect(rules).toEqual(
    receivingLimits.map(({ level, perDay, perMonth }) => ({ level, per_day: perDay, per_month: perMonth })),
  );
  for (let day = 0; day < 800; day += 7) {
    const at = plus(new Date('2027-01-31T23:59:59.999Z'), days(day));
    for (const months of [1, 2]) {
      const { rows } = await sql<{ later: Date }>`select months_later(${at}, ${months}) as later`.execute(world.owner);
      expect(rows[0]!.later).toEqual(monthsLater(at, months));
    }
  }
});

test('a level holds its deposit, an upgrade adds the difference, and the deposit counts in the total', async () => {
  const world = await newWorld();
  const ann = await world.person();
  expect(await show(ann)).toMatchObject({ level: 0, deposit: '0.00', endsAt: null, refund: null, mayRefund: false });
  const id = newId();
  expect((await upgrade(ann, 1, { id })).data).toEqual({ level: 1 });
  expect((await upgrade(ann, 1, { id })).code).toBe(200); // the tap is retried
  expect((await upgrade(ann, 2, { id })).data.reason).toBe('id_used');
  expect(await show(ann)).toMatchObject({ level: 1, deposit: '100.00', endsAt: '2026-12-15T12:00:00.000Z' });
  expect(await fund(ann)).toBe('9900.00');
  expect((await upgrade(ann, 3)).code).toBe(200);
  expect(await show(ann)).toMatchObject({
    ...{ level: 3, deposit: '2000.00', endsAt: null },
    ...{ heldUntil: '2027-01-14T12:00:00.000Z', refundFrom: '2027-01-15T12:00:00.000Z' },
  });
  expect(await fund(ann)).toBe('8000.00');
  expect((await ann.call(getOverview, {})).data).toMatchObject({
    total: { usdt: '10000.00' },
    committed: [{ account: 'committed_vip', usdt: '2000.00', share: 2000 }],
  });
  expect((await ann.call(getUser, {})).data.vipLevel).toBe(3);
  for (const level of [1, 2, 3]) expect((await upgrade(ann, level)).data.reason).toBe('vip_not_higher');
  expect((await upgrade(ann, 4, { deposit: '4999' })).data.reason).toBe('vip_deposit_changed');
  expect((await upgrade(ann, 4, { tradePassword: '000000' })).data.reason).toBe('wrong_trade_password');
  await upgrade(ann, 4);
  world.pass(1000);
  expect((await upgrade(ann, 5)).code).toBe(200);
  expect(await fund(ann)).toBe('0.00');
  expect(await movements(world, ann)).toMatchObject([
    { flow: 'upgrade', state: 'done', amount: 100_000_000n, label: '0-1' },
    { flow: 'upgrade', amount: 1_900_000_000n, label: '1-3' },
    { flow: 'upgrade', amount: 3_000_000_000n, label: '3-4' },
    { flow: 'upgrade', amount: 5_000_000_000n, label: '4-5' },
  ]);
  const bob = await world.person();
  await upgrade(bob, 4);
  await sql`select upgrade_vip(${bob.number}, ${newId()}, 5::smallint, 10000000000, ${world.clock()})`.execute(
    world.db,
  );
  expect(await show(bob)).toMatchObject({ level: 5, deposit: '10000.00' });
});

test('the amounts received today and this month are shown separately', async () => {
  const world = await newWorld({ now: new Date('2026-11-15T12:00:00Z') });
  const [ann, bob] = [await world.person(), await withLevel(await world.person(), 2)];
  const send = (amount: bigint) =>
    sql`select send_to_member(${ann.number}, ${bob.number}, ${newId()}, ${amount}, ${world.clock()})`.execute(world.db);
  await send(5_000_000n);
  world.pass(days(1));
  await send(7_000_000n);
  expect(await show(bob)).toMatchObject({ receivedToday: '7.00', receivedThisMonth: '12.00' });
  world.pass(days(1));
  expect(await show(bob)).toMatchObject({ receivedToday: '0.00', receivedThisMonth: '12.00' });
  await goTo(world, new Date('2026-12-01T00:00:00Z'));
  expect(await show(bob)).toMatchObject({ receivedToday: '0.00', receivedThisMonth: '0.00' });
});

test('announced deposits are shown before they apply, and deposits already held stay as they are', async () => {
  const world = await newWorld();
  const ann = await withLevel(await world.person(), 2);
  expect((await show(ann)).next).toBeNull();
  const from = plus(world.clock(), days(1));
  await setMoney(world, {
    vip1_deposit: 50_000_000n,
    vip2_deposit: 250_000_000n,
    vip3_deposit: 400_000_000n,
    effective_at: from,
  });
  expect((await show(ann)).next).toEqual({
    from: from.toISOString(),
    deposits: ['50.00', '250.00', '400.00', '5000.00', '10000.00'],
  });
  goTo(world, from);
  expect((await upgrade(ann, 3)).data.reason).toBe('vip_deposit_changed');
  // The deposit held exceeds the level's current one: nothing is added, and nothing is lost.
  expect((await upgrade(ann, 3, { deposit: '400' })).data).toEqual({ level: 3 });
  expect(await show(ann)).toMatchObject({ level: 3, deposit: '500.00', next: null });
  expect(await fund(ann)).toBe('9500.00');
  expect((await upgrade(ann, 4)).code).toBe(200);
  expect(await fund(ann)).toBe('5000.00');
});

test('ten simultaneous upgrades count once, and a user who cannot pay keeps their level', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const answers = await Promise.all(Array.from({ length: 10 }, () => upgrade(ann, 2)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(await fund(ann)).toBe('9500.00');
  world.pass(days(1)); // five tries at a time
  await ann.call(transfer, { id: newId(), from: 'fund', to: 'spot', amount: '9000' });
  expect((await upgrade(ann, 3)).data.reason).toBe('insufficient_balance');
  expect(await show(ann)).toMatchObject({ level: 2, deposit: '500.00' });
});

test('the first level ends after exactly a month, and its deposit is returned once, however late or often the job runs', async () => {
  const world = await newWorld({ now: new Date('2028-01-31T10:00:00Z') });
  const [ann, bob] = [await withLevel(await world.person(), 1), await withLevel(await world.person(), 1)];
  await withLevel(bob, 2);
  const ends = new Date('2028-02-29T10:00:00Z');
  expect((await show(ann)).endsAt).toBe(ends.toISOString());
  goTo(world, plus(ends, -1));
  expect((await show(bob)).level).toBe(2);
  await returnDeposits(world.db, silent, world.clock());
  expect((await show(ann)).level).toBe(1);
  goTo(world, ends);
  expect((await show(ann)).level).toBe(0); // by the clock, before the job has run
  world.pass(days(3)); // the job did not run for three days
  const heard: string[] = [];
  const bus = { publish: (subject: string, text: string) => void heard.push(`${subject} ${text}`) };
  await Promise.all(Array.from({ length: 5 }, () => returnDeposits(world.db, bus, world.clock())));
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatch(new RegExp(`^user.${ann.number} .*"flow":"refund","state":"done"`));
  expect(await fund(ann)).toBe('10000.00');
  expect((await ann.call(getUser, {})).data.vipLevel).toBe(0);
  expect((await movements(world, ann)).at(-1)).toMatchObject({ flow: 'refund', state: 'done', label: 'expired' });
  expect(await show(bob)).toMatchObject({ level: 2, endsAt: null }); // the upgrade cancelled that expiry
  // A user who upgrades between the end and the job starts a new membership, and has paid once.
  await withLevel(ann, 1);
  world.pass(days(20));
  expect((await show(ann)).level).toBe(1);
  world.pass(days(20));
  expect((await upgrade(ann, 2)).code).toBe(200);
  expect(await fund(ann)).toBe('9500.00');
  expect((await movements(world, ann)).slice(-2).map(({ label }) => label)).toEqual(['expired', '0-2']);
});

test('due deposits are returned in the order of accounts, the lock order for moving money of several users', async () => {
  const world = await newWorld();
  const people = [await world.person(), await world.person(), await world.person()];
  for (const person of people.toReversed()) await withLevel(person, 1);
  const { rows } = await sql<{ number: bigint }>`
    select number from return_deposits(${plus(world.clock(), days(32))}, 10)`.execute(world.db);
  expect(rows.map(({ number }) => number)).toEqual(people.map(({ number }) => number));
});

test('a deposit refund can be requested after more than two months, is decided by customer service, and paid once', async () => {
  const world = await newWorld({ now: new Date() });
  const { support, reviewer } = await (await openOffice(world)).staff();
  const ann = await withLevel(await world.person(), 2);
  const ask = (id = newId()) => ann.call(protocol.askVipRefund, { id });
  expect((await ask()).data.reason).toBe('vip_still_held');
  expect((await (await world.person()).call(protocol.askVipRefund, { id: newId() })).data.reason).toBe(
    'vip_no_deposit',
  );
  // Changed only in the table, because advancing the clock would end the operators' sessions.
  const since = plus(world.clock(), -days(63));
  await world.owner.updateTable('membership').set({ since }).execute();
  expect((await show(ann)).mayRefund).toBe(true);
  const id = newId();
  expect((await ask(id)).data).toEqual({ state: 'under_review' });
  expect((await ask(id)).data).toEqual({ state: 'under_review' });
  expect((await ask()).data.reason).toBe('vip_refund_open');
  expect((await upgrade(ann, 3)).data.reason).toBe('vip_refund_open');
  expect(await show(ann)).toMatchObject({ level: 2, mayRefund: false, refund: { state: 'under_review' } });
  expect((await reviewer.call(review.claimReviewCase, { id })).data.reason).toBe('not_permitted');
  await support.call(review.claimReviewCase, { id });
  const { fields, checks } = (await support.call(review.showReviewCase, { id })).data;
  expect(fields).toContainEqual({ name: 'vipDeposit', value: '500.00 USDT' });
  expect(fields.find(({ name }) => name === 'vipHistory')!.value).toContain('+500.00 (0-2)');
  const reason = 'Please talk to us first';
  await support.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason });
  expect(await show(ann)).toMatchObject({ level: 2, mayRefund: true, refund: { state: 'rejected', reason } });

  world.pass(1000);
  const second = newId();
  await ask(second);
  await support.call(review.claimReviewCase, { id: second });
  const approve = { id: second, decision: 'approve', checks, reason: null } as const;
  const both = await Promise.all([1, 2].map(() => support.call(review.decideReviewCase, approve)));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await show(ann)).toMatchObject({ level: 0, deposit: '0.00', refund: { state: 'passed' } });
  expect(await fund(ann)).toBe('10000.00');
  expect((await ann.call(getUser, {})).data.vipLevel).toBe(0);
  expect(await movements(world, ann)).toMatchObject([
    { flow: 'upgrade' },
    { flow: 'refund', state: 'rejected', label: '2' },
    { flow: 'refund', state: 'passed', amount: 500_000_000n, label: '2' },
  ]);
});

test('the database applies the limits of sixty days and two months exactly as users are told', async () => {
  const world = await newWorld();
  const ann = await withLevel(await world.person(), 2);
  const asked = async (since: Date, at: Date) => {
    await world.owner.updateTable('membership').set({ since, refund: null }).execute();
    const { rows } = await sql<{ answer: string }>`
      select ask_vip_refund(${ann.number}, ${newId()}, ${at}) as answer`.execute(world.db);
    return rows[0]!.answer;
  };
  for (const day of ['2026-01-01', '2028-01-01', '2026-07-01', '2026-12-31', '2027-12-30', '2026-06-30']) {
    const since = new Date(`${day}T00:00:00Z`);
    for (const edge of [plus(since, days(60)), monthsLater(since, 2)])
      for (const at of [plus(edge, -1), edge, plus(edge, 1)])
        expect([day, at, await asked(since, at)]).toEqual([
          ...[day, at],
          mayRefund(since, at) ? 'started' : 'vip_still_held',
        ]);
  }
});

test('a leaving user gets the deposit back before the account is erased; a pending refund delays the erasure', async () => {
  const world = await newWorld({ now: new Date() });
  const { support } = await (await openOffice(world)).staff();
  const [ann, bob] = [await withLevel(await world.person(), 3), await withLevel(await world.person(), 2)];
  const erase = async () => {
    await returnDeposits(world.db, silent, world.clock());
    await deleteLeaving({ ...world, bus: silent, send: async () => {}, unfinished }, world.clock());
  };
  await world.owner
    .updateTable('membership')
    .set({ since: plus(world.clock(), -days(63)) })
    .execute();
  const id = newId();
  await bob.call(protocol.askVipRefund, { id });
  for (const one of [ann, bob]) await one.call(leave, { password });
  await world.owner.updateTable('person').set({ leaves_at: world.clock() }).execute();
  await expect(
    sql`select erase_person(${ann.info.id}, ${world.clock()})`.execute(world.db), // not while a deposit is held
  ).rejects.toThrow('is held');
  await erase();
  const left = async (one: Person) =>
    (await world.owner.selectFrom('person').select('deleted_at').where('id', '=', one.info.id).executeTakeFirst())!
      .deleted_at;
  expect(await left(ann)).not.toBeNull();
  expect((await movements(world, ann)).at(-1)).toMatchObject({ flow: 'refund', state: 'done', label: 'left' });
  expect(await left(bob)).toBeNull();
  await support.call(review.claimReviewCase, { id });
  await support.call(review.decideReviewCase, { id, decision: 'reject', checks: [], reason: 'Not like this' });
  await erase();
  expect(await left(bob)).not.toBeNull();
  expect(await world.owner.selectFrom('membership').selectAll().execute()).toEqual([]);
});

test('no role can set a level, a membership or received amounts, and no case pays twice or without a deposit', async () => {
  const world = await newWorld();
  const office = await openOffice(world);
  const { support } = await office.staff();
  const ann = await withLevel(await world.person(), 2);
  await support.call(freezeUser, { number: ann.info.number, reason: 'For a look' });
  const tries = [
    'update person set vip_level = 5',
    'update membership set level = 5',
    'delete from membership',
    `insert into membership (person, level, deposit, since) select id, 5, 1, now() from person`,
    'update received set amount = 0',
    'delete from received',
    `insert into received (person, span, since, amount) select id, 'day', now(), 0 from person`,
    'update vip_rule set per_day = 1000000000000',
    `select return_deposit(id, number, now(), 'expired') from person`,
    `select begin_movement(number, gen_random_uuid(), 'refund', 'done', 1::smallint, 1, 0, null, 'x', now()) from person`,
    `select start_movement(number, gen_random_uuid(), 'refund', 'done', 1::smallint, 1, 0, null, 'x', now()) from person`,
    `select start_movement(number, gen_random_uuid(), 'upgrade', 'done', 1::smallint, 1, 0, null, 'x', now()) from person`,
  ];
  for (const db of [world.db, office.db])
    for (const attempt of tries)
      await expect(sql.raw(attempt).execute(db), attempt).rejects.toThrow(/permission denied|may not begin/);
  // A frozen user can't begin anything, whichever role calls.
  const begin = sql`select upgrade_vip(${ann.number}, ${newId()}, 3::smallint, 2000000000, now()) as begun`;
  expect((await begin.execute(world.db)).rows).toEqual([{ begun: 'account_abnormal' }]);
  const nobody = sql`select upgrade_vip(999999999, ${newId()}, 3::smallint, 2000000000, now()) as begun,
    ask_vip_refund(999999999, ${newId()}, now()) as asked`;
  expect((await nobody.execute(world.db)).rows).toEqual([{ begun: 'nobody', asked: 'nobody' }]);
  // The owner of the tables can't set a level either, and a case without a subject can't pay.
  await expect(sql`update person set vip_level = 5`.execute(world.owner)).rejects.toThrow('follows from a membership');
  const id = newId();
  await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    values (${id}, 'vip_refund', ${ann.info.id}, ${ann.number}, 'VIP 2', 1, now())`.execute(world.db);
  const decide = sql`update review_case set decision = 'approve', decided_at = now(),
    decided_by = (select id from operator limit 1), decided_by_name = 'x' where id = ${id}`;
  await expect(decide.execute(office.db)).rejects.toThrow('about no deposit');

  // A case that names one person and another's number can't end one membership and pay the other.
  const [bob, cleo] = [await withLevel(await world.person(), 2), await withLevel(await world.person(), 2)];
  const [both, later] = [newId(), plus(world.clock(), days(63))];
  for (const { number } of [bob, cleo])
    await sql`select ask_vip_refund(${number}, ${both}, ${later})`.execute(world.db);
  await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    values (${both}, 'vip_refund', ${bob.info.id}, ${cleo.number}, 'VIP 2', 1, now())`.execute(world.db);
  const mixed = sql`update review_case set decision = 'approve', decided_at = now(),
    decided_by = (select id from operator limit 1), decided_by_name = 'x' where id = ${both}`;
  await expect(mixed.execute(office.db)).rejects.toThrow('about two people');
});
