import { getOverview } from '@glasshouse/protocol/assets/calls';
import { listUserInvites } from '@glasshouse/protocol/backoffice/user-records';
import { getInvites, listProfits } from '@glasshouse/protocol/invites/calls';
import { leave } from '@glasshouse/protocol/personal/calls';
import * as review from '@glasshouse/protocol/review/office';
import * as session from '@glasshouse/protocol/session/calls';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { decideByClock } from '#people/identity/jobs.ts';
import { deleteLeaving } from '#people/personal/deletion.ts';
import { step } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import { unfinished } from '#roles/domain-registry.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { buy, exampleOf, pay, withMoney } from '../../../test/wealth.ts';
import { type Browser, newWorld, password, type World } from '../../../test/world.ts';
import { systemAccount, walletOf } from '../ledger/accounts.ts';
import { post } from '../ledger/ledger.ts';
import { notifyInviterOf } from './invites.ts';
import { shareIncome } from './jobs.ts';
import { bookShares } from './sql.ts';

type Person = Awaited<ReturnType<World['person']>>;
let places = 0;

/** Registers a person with another's code, from a network of their own or in the given browser. */
async function invited(
  world: World,
  by: Person,
  details: { browser?: Browser; phone?: string; username?: string; email?: string } = {},
) {
  places++;
  const browser = details.browser ?? world.visitor('en-US', `203.0.113.${places % 250}`);
  const phone = details.phone ?? `+4479${String(places).padStart(8, '0')}`;
  await browser.call(session.sendCode, { phone, purpose: 'register' });
  const body = {
    ...{
      phone,
      code: (await world.texted(phone))!,
      country: 'GB',
      password,
      tradePassword: '246810',
      accept: true as const,
    },
    ...{ invitationCode: by.info.invitationCode, ...(details.username && { username: details.username }) },
  };
  const { code, data } = await browser.call(session.register, body);
  expect(code).toBe(200);
  const info = data as session.UserInfo;
  if (details.email)
    await world.owner.updateTable('person').set({ email: details.email }).where('id', '=', info.id).execute();
  return { ...browser, phone, info, number: BigInt(info.number) };
}

/** A passed identity check without pictures, because drawing many of them would be slow. */
async function pass(world: World, { info, number }: Person) {
  const row = { id: newId(), kind: 'identity', person: info.id, number, title: 'id', try_number: 1 };
  const submitted_at = world.clock();
  await world.owner
    .insertInto('review_case')
    .values({ ...row, submitted_at })
    .execute();
  await sql`update person set identity = 'under_review' where id = ${info.id}`.execute(world.owner);
  return () =>
    sql`update review_case set decision = 'approve', decided_at = ${world.clock()} where id = ${row.id} and decision is null`.execute(
      world.owner,
    );
}
/** A submitted identity check, as a reviewer or the clock finds it. */
async function submitted(world: World, { info, number }: Person): Promise<string> {
  const id = newId();
  await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    values (${id}, 'identity', ${info.id}, ${number}, 'id', 1, ${world.clock()})`.execute(world.owner);
  await sql`insert into identity_case (id, person, document) values (${id}, ${info.id}, 'id')`.execute(world.owner);
  return id;
}
const passed = async (world: World, person: Person) => (await pass(world, person))();
const fundOf = async (person: Person) =>
  (await person.call(getOverview, {})).data.wallets.find(({ wallet }) => wallet === 'fund')!.usdt;
const overview = async (person: Person) => (await person.call(getInvites, {})).data;
const entries = async (person: Person) => (await person.call(listProfits, {})).data.list;

/** Product income, as products post it. */
const earn = (world: World, { number }: Person, amount: bigint, at = world.clock()) =>
  step(world.owner, (tx) =>
    post(tx, at, {
      ...{ kind: 'product_income', ref: newId() },
      moves: [{ from: systemAccount('house', 'USDT'), to: walletOf(number, 'financial', 'USDT'), amount }],
    }),
  );

test('an invited person who passes the identity check earns the inviter the current reward, once, and both sides see it', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const ben = await invited(world, ann, { username: 'Benjamin' });
  expect(await overview(ann)).toMatchObject({
    ...{ reward: '50.00', share: '5.00', next: null, invited: 1, verified: 0, withheld: 0, entries: 0, expected: null },
    earned: { total: '0.00', rewards: { count: 0 } },
  });
  await setMoney(world, { invite_reward: 60_000_000n });
  const decide = await pass(world, ben);
  // Two decisions at once, and a third later: the case is decided once and rewarded once.
  await Promise.all([decide(), decide()]);
  await sql`update person set identity = 'none' where id = ${ben.info.id}`.execute(world.owner);
  await passed(world, ben);
  expect(await fundOf(ann)).toBe('10060.00');
  expect(await fundOf(ben)).toBe('10000.00');
  expect(await entries(ann)).toMatchObject([
    { source: 'new_user', name: 'Be•••', amount: '60.00', withheld: null, of: null },
  ]);
  expect(await entries(ben)).toEqual([]);
  expect(await overview(ann)).toMatchObject({
    ...{ invited: 1, verified: 1, entries: 1 },
    earned: { total: '60.00', rewards: { count: 1, amount: '60.00' }, shares: { count: 0 } },
  });
  const { income } = (await ann.call(getOverview, {})).data;
  expect(income.sources).toContainEqual(expect.objectContaining({ source: 'new_user', total: '10060.00' }));
  const { support, product_manager } = await (await openOffice(world)).staff();
  expect((await support.call(listUserInvites, { number: ann.info.number })).data).toMatchObject({
    ...{ invited: 1, verified: 1, list: [{ invitee: ben.info.number, amount: '60.00' }], next: null },
  });
  expect((await support.call(listUserInvites, { number: '1' })).data.reason).toBe('not_found');
  expect((await product_manager.call(listUserInvites, { number: ann.info.number })).code).toBe(403);
});

test('a second account of the same person earns nothing, and the inviter reads why', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const reasons = async () => (await entries(ann)).map(({ withheld }) => withheld);
  // In the same browser, a month later and from another network: the cookie identifies it.
  const away = world.visitor('en-US', '198.51.100.1');
  await away.call(session.login, { account: ann.phone, password });
  world.pass(days(30));
  await passed(world, await invited(world, ann, { browser: away }));
  await ann.call(session.login, { account: ann.phone, password });
  expect(await reasons()).toEqual(['same_browser']);
  // Another browser, but the same network and type of device on the same day.
  world.pass(minutes(60));
  await passed(world, await invited(world, ann, { browser: world.visitor() }));
  expect(await reasons()).toEqual(['same_place', 'same_browser']);
  // The same phone earlier or later: ann removes hers, and the other account adds it.
  const carl = await invited(world, ann);
  await world.owner.updateTable('person').set({ phone: '+15550001' }).where('id', '=', ann.info.id).execute();
  await world.owner.updateTable('person').set({ phone: ann.phone }).where('id', '=', carl.info.id).execute();
  await passed(world, carl);
  expect((await reasons())[0]).toBe('same_contact');
  expect(await overview({ ...ann })).toMatchObject({ invited: 3, verified: 3, withheld: 3, earned: { total: '0.00' } });
  // Such an account's income isn't shared either.
  await earn(world, carl, 100_000_000n);
  world.pass(days(1));
  await shareIncome(world.db, world.bus, world.clock());
  const { rows } = await sql`select from invitation_income where amount > 0`.execute(world.owner);
  expect(rows).toEqual([]);
  // If no reward is offered, the page says so.
  await setMoney(world, { invite_reward: 0n });
  await ann.call(session.login, { account: '+15550001', password });
  await passed(world, await invited(world, ann));
  expect((await reasons())[0]).toBe('not_offered');
});

test('another spelling of a mailbox is the same contact, and one IPv6 network is the same place', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const reasons = async () => (await entries(ann)).map(({ withheld }) => withheld);
  const written = async (own: string, other: string) => {
    await world.owner.updateTable('person').set({ email: own }).where('id', '=', ann.info.id).execute();
    await passed(world, await invited(world, ann, { email: other }));
    return (await reasons())[0];
  };
  expect(await written('ann@example.com', 'ann+second@example.com')).toBe('same_contact');
  expect(await written('a.nn+1@gmail.com', 'an.n@googlemail.com')).toBe('same_contact');
  expect(await written('ann.b@example.com', 'annb@example.com')).toBeNull();
  expect(await written('+ann@example.org', '+ben@example.org')).toBeNull();
  // Two addresses of one /64, then one of the neighboring /64.
  const away = world.visitor('en-US', '2001:db8:1:2::1');
  await away.call(session.login, { account: ann.phone, password });
  await passed(world, await invited(world, ann, { browser: world.visitor('en-US', '2001:db8:1:2:aaaa::9') }));
  expect((await reasons())[0]).toBe('same_place');
  await passed(world, await invited(world, ann, { browser: world.visitor('en-US', '2001:db8:1:3::1') }));
  expect((await reasons())[0]).toBeNull();
  const places = ['2001:DB8:1:2::5', '::ffff:192.0.2.1', '192.0.2.1', 'unknown', 'fe80::1%eth0', ''];
  const { rows } = await sql<{ place: string }>`
    select one_place(address) as place from unnest(${places}::text[]) with ordinality as given (address, n) order by n`.execute(
    world.owner,
  );
  expect(rows.map(({ place }) => place)).toEqual(['2001:db8:1:2::/64', ...places.slice(1)]);
});

test('the inviter is notified at once of a reward, a withheld reward, and a share', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const heard: string[] = [];
  await world.bus.opened;
  world.bus.subscribe(`user.${ann.number}`, (text) => heard.push(text));
  const told = JSON.stringify({ type: 'invites' });
  const { reviewer } = await (await openOffice(world)).staff();
  const ben = await invited(world, ann);
  const own = await invited(world, ann, { browser: world.visitor() });
  for (const person of [ben, own]) {
    const id = await submitted(world, person);
    await reviewer.call(review.claimReviewCase, { id });
    const checks = ['specimenName', 'specimenNumber', 'specimenCode', 'specimenStamp'];
    const decided = await reviewer.call(review.decideReviewCase, { id, decision: 'approve', checks, reason: null });
    expect(decided.code).toBe(200);
  }
  await expect.poll(() => heard).toEqual([told, told]);
  expect((await entries(ann)).map(({ withheld }) => withheld)).toEqual(['same_place', null]);
  await earn(world, ben, 2_000_000n);
  await earn(world, own, 2_000_000n);
  world.pass(days(1));
  await shareIncome(world.db, world.bus, world.clock());
  await expect.poll(() => heard).toEqual([told, told, told]);
});

test('sharing continues where it stopped: each day is shared once, despite restarts and days of downtime', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const people = [await invited(world, ann), await invited(world, ann), await invited(world, ann)];
  for (const person of people) await passed(world, person);
  const earnAll = async () => {
    for (const person of people) await earn(world, person, 1_000_000n);
    world.pass(days(1));
  };
  const booked = async () =>
    (await sql`select from invitation_income where source = 'lower_level'`.execute(world.owner)).rows.length;
  await earnAll();
  await earnAll();
  // Stopped after four of six, in the middle of the second day, and again before it was committed.
  expect(await step(world.db, (tx) => bookShares(tx, world.clock(), 4))).toMatchObject({ looked: 4n });
  const crash = step(world.db, async (tx) => {
    expect(await bookShares(tx, world.clock(), 100)).toMatchObject({ looked: 2n });
    throw new Error('pulled the plug');
  });
  await expect(crash).rejects.toThrow('pulled the plug');
  expect(await booked()).toBe(4);
  await Promise.all(Array.from({ length: 4 }, () => shareIncome(world.db, world.bus, world.clock(), 1)));
  expect(await booked()).toBe(6);
  // Nothing is processed twice, and no day before it is over.
  await earn(world, people[0]!, 1_000_000n);
  expect(await step(world.db, (tx) => bookShares(tx, world.clock(), 100))).toEqual({ looked: 0n, inviters: [] });
  // After a downtime longer than any window, every day is processed.
  world.pass(days(1));
  for (let day = 0; day < 3; day++) await earnAll();
  world.pass(days(200));
  await shareIncome(world.db, world.bus, world.clock());
  expect(await booked()).toBe(16);
  const { rows } = await sql<{ sum: bigint }>`
    select sum(amount)::bigint as sum from leg where kind = 110 and account >= 65536`.execute(world.owner);
  expect(rows).toEqual([{ sum: 16n * 50_000n }]);
});

test('a day is shared only after all its product income is booked, however late that is', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const [ben, carl] = [await invited(world, ann), await invited(world, ann)];
  for (const person of [ben, carl]) await passed(world, person);
  const trust = await exampleOf(world, 'trust', 7);
  await buy(await withMoney(ben, '5000'), trust, { units: 5000 });
  const base = async () => {
    const { rows } = await sql<{ base: bigint; day: string }>`
      select base, to_char(day, 'YYYY-MM-DD') as day from invitation_income where source = 'lower_level' order by day, invitee`.execute(
      world.owner,
    );
    return rows.map((row) => `${row.day} ${row.base}`);
  };
  const share = () => shareIncome(world.db, world.bus, world.clock());
  // Bought on the 15th, earning on the 16th and later, paid on the 17th. It is booked on the 19th, while Carl has other
  // income.
  world.pass(days(2));
  await earn(world, carl, 1_000_000n);
  world.pass(days(2));
  await share();
  expect(await base()).toEqual([]);
  await pay(world);
  await share();
  expect(await base()).toEqual(['2026-11-17 438356', '2026-11-17 1000000', '2026-11-18 438356']);
  // A pledge that is due but unpaid also delays its day.
  const pledge = await exampleOf(world, 'pledge', 3600);
  await carl.call(session.login, { account: carl.phone, password });
  await buy(await withMoney(carl, '5000'), pledge, { units: 500_000 });
  world.pass(days(1));
  await step(world.db, (tx) => sql`select accrue_products(${world.clock()}, 1000)`.execute(tx));
  await share();
  expect(await base()).toHaveLength(3);
  await pay(world);
  await share();
  expect((await base()).slice(3)).toEqual(['2026-11-19 438356', '2026-11-19 16555']);
});

test('a person who is deleted and registers again earns no second reward; the stored mark identifies no one', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const erase = async (person: Person) => {
    await person.call(leave, { password });
    await world.owner
      .updateTable('person')
      .set({ leaves_at: world.clock() })
      .where('id', '=', person.info.id)
      .execute();
    await deleteLeaving({ ...world, send: async () => {}, unfinished }, world.clock());
  };
  const ben = await invited(world, ann);
  await passed(world, ben);
  await erase(ben);
  expect(await entries(ann)).toMatchObject([{ name: null, amount: '50.00' }]);
  const again = await invited(world, ann, { phone: ben.phone });
  await passed(world, again);
  expect((await entries(ann))[0]).toMatchObject({ withheld: 'second_time' });
  // A deleted person who never earned a reward leaves no mark.
  const marks = async () =>
    (await world.owner.selectFrom('contact_mark').select('number').execute()).map((row) => row.number);
  expect(await marks()).toContain(again.number);
  await erase(again);
  expect(await marks()).not.toContain(again.number);
  expect(await marks()).toContain(ben.number);
  // A deleted inviter gets nothing; a frozen one does.
  const [carl, dora] = [await invited(world, ann), await invited(world, ann)];
  await world.owner.updateTable('person').set({ status: 'abnormal' }).where('id', '=', ann.info.id).execute();
  await passed(world, carl);
  await world.owner.updateTable('person').set({ status: 'normal' }).where('id', '=', ann.info.id).execute();
  expect(await fundOf(ann)).toBe('10100.00');
  await erase(ann);
  await passed(world, dora);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from invitation_income where invitee = ${dora.number}`.execute(world.owner);
  expect(rows).toEqual([{ n: 0 }]);
  for (const table of ['contact_mark', 'contact_key', 'invitation_income'])
    for (const attempt of [`delete from ${table}`, `insert into ${table} default values`])
      await expect(sql.raw(attempt).execute(world.db), attempt).rejects.toThrow('permission denied');
  for (const table of ['contact_mark', 'contact_key'])
    await expect(sql.raw(`select from ${table}`).execute(world.db)).rejects.toThrow('permission denied');
});

test('a share of product income is booked once per person and day, rounded down, despite crashes and delays', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const [ben, carl, dora] = [await invited(world, ann), await invited(world, ann), await invited(world, ann)];
  for (const person of [ben, carl]) await passed(world, person);
  await earn(world, ben, 2_400_000n);
  await earn(world, ben, 39n); // 5 % of 2.400039 is 0.12000195
  await earn(world, carl, 19n); // too little for a unit
  await earn(world, dora, 9_000_000n); // not verified
  await world.give(ben, 'financial', 'USDT', 5_000_000n); // no income
  await shareIncome(world.db, world.bus, world.clock());
  expect(await fundOf(ann)).toBe('10100.00'); // the day is not over
  world.pass(days(1));
  await earn(world, ben, 1_000_000n);
  world.pass(days(3));
  const crash = step(world.db, async (tx) => {
    expect(await bookShares(tx, world.clock(), 1)).toEqual({ looked: 1n, inviters: [ann.number] });
    throw new Error('pulled the plug');
  });
  await expect(crash).rejects.toThrow('pulled the plug');
  await Promise.all(Array.from({ length: 5 }, () => shareIncome(world.db, world.bus, world.clock())));
  await shareIncome(world.db, world.bus, world.clock());
  await ann.call(session.login, { account: ann.phone, password });
  expect(await fundOf(ann)).toBe('10100.170001');
  const [second, first] = await entries(ann);
  expect([first, second]).toMatchObject([
    { source: 'lower_level', amount: '0.120001', of: { day: '2026-11-15', base: '2.400039', share: '5.00' } },
    { source: 'lower_level', amount: '0.05', of: { day: '2026-11-16', base: '1.00' } },
  ]);
  expect(await overview(ann)).toMatchObject({
    ...{ entries: 4, expected: { people: 1, day: '0.05', month: '1.50' } },
    earned: { total: '100.170001', shares: { count: 2, amount: '0.170001' } },
  });
  // The share of a day is the percentage in force when the day ended.
  await setMoney(world, { invite_share_bp: 1000, effective_at: world.clock() });
  await earn(world, carl, 10_000_000n);
  world.pass(days(1));
  await shareIncome(world.db, world.bus, world.clock());
  expect((await entries(ann))[0]).toMatchObject({ amount: '1.00', of: { base: '10.00', share: '10.00' } });
  const page = (await ann.call(listProfits, { limit: 2 })).data;
  const rest = (await ann.call(listProfits, { limit: 50, before: page.next! })).data;
  expect([page.list.length, rest.list.length, rest.next]).toEqual([2, 3, null]);
});

test('the clock passes one identity check at a time, so a locked wallet delays only its own reward', async () => {
  const world = await newWorld();
  const inviters = [await world.person(), await world.person()];
  for (const inviter of inviters) {
    await submitted(world, await invited(world, inviter));
    world.pass(minutes(1));
  }
  await setMoney(world, { identity_minutes: 1, effective_at: world.clock() });
  let passing = Promise.resolve();
  await step(world.owner, async (tx) => {
    const held = walletOf(inviters[1]!.number, 'fund', 'USDT');
    await sql`select from account where id = ${held} for no key update`.execute(tx);
    passing = decideByClock(notifyInviterOf)(world.db, { publish: () => {} }, world.clock());
    // The second reward waits for its wallet; the first one is paid and holds no lock.
    await vi.waitFor(async () => expect((await overview(inviters[0]!)).earned.total).toBe('50.00'), 10_000);
  });
  await passing;
  expect((await overview(inviters[1]!)).earned.total).toBe('50.00');
});
