import { setTimeout as wait } from 'node:timers/promises';
import { getOverview } from '@glasshouse/protocol/assets/calls';
import { showDashboard } from '@glasshouse/protocol/backoffice/dashboard';
import { cardBounds, maxUnderReview, topUpBounds } from '@glasshouse/protocol/deposits/bounds';
import * as calls from '@glasshouse/protocol/deposits/calls';
import { testCards } from '@glasshouse/protocol/deposits/cards';
import { receiptDocument, topUpCaseDetails, topUpDetails } from '@glasshouse/protocol/deposits/office';
import { readAddress } from '@glasshouse/protocol/movements/addresses';
import { leave } from '@glasshouse/protocol/personal/calls';
import * as review from '@glasshouse/protocol/review/office';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { countSite } from '#console/backoffice/figures.ts';
import { eraseFiles } from '#people/files/jobs.ts';
import { deleteLeaving } from '#people/personal/deletion.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes, plus, seconds } from '#platform/runtime/clock.ts';
import { figures, unfinished } from '#roles/domain-registry.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { openOffice } from '../../../test/office.ts';
import { receiptRow, submitRow, uploadReceipt } from '../../../test/receipts.ts';
import { newWorld, password, type World } from '../../../test/world.ts';
import { passByClock } from './decided.ts';

// Each picture is drawn in a child process.

type Person = Awaited<ReturnType<World['person']>>;
const checks = ['receiptAmount', 'receiptNetwork', 'receiptCode', 'receiptStamp'];
const fundOf = async (person: Person) =>
  (await person.call(getOverview, {})).data.wallets.find(({ wallet }) => wallet === 'fund')!.usdt;
const show = async (person: Person, id: string) => (await person.call(calls.showTopUp, { id })).data;

async function open(options: Parameters<typeof newWorld>[0] = {}) {
  const world = await newWorld(options);
  const office = await openOffice(world);
  const staff = await office.staff();
  const { reviewer } = staff;
  const waiting = async () => (await reviewer.call(review.listReviewCases, { kind: 'top_up' })).data.list;
  const decide = async (decision: 'approve' | 'reject', reason: string | null = null) => {
    const [first] = await waiting();
    await reviewer.call(review.claimReviewCase, { id: first!.id });
    return reviewer.call(review.decideReviewCase, { id: first!.id, decision, checks, reason });
  };
  return { world, office, staff, waiting, decide };
}
const decideAfter = (world: World, after: number) =>
  setMoney(world, { top_up_minutes: after, unattended_seconds: 0, effective_at: world.clock() });

test('a top-up is reviewed, rejected with a reason, uploaded again, and credited once after approval', async () => {
  const { world, staff, waiting, decide } = await open();
  const ann = await world.person();
  const before = Number(await fundOf(ann));
  const terms = (await ann.call(calls.showDeposit, {})).data;
  expect(terms).toMatchObject({ open: [], underReview: 0, cardLeft: '10000.00', automaticSeconds: null });
  expect(terms.twoPeopleAbove).toBe('10000.00');
  for (const { network, address } of terms.addresses) expect(readAddress(address)).toEqual({ network, address });
  expect((await ann.call(calls.showDeposit, {})).data.addresses).toEqual(terms.addresses);
  const bob = await world.person();
  const others = (await bob.call(calls.showDeposit, {})).data.addresses.map(({ address }) => address);
  expect(new Set([...others, ...terms.addresses.map(({ address }) => address)]).size).toBe(6);

  const heard: string[] = [];
  await world.bus.opened;
  world.bus.subscribe(`user.${ann.number}`, (event) => heard.push(event));
  await wait(50);
  const id = newId();
  const asked = { id, network: 'TRC20', amount: '1250.5' } as const;
  const receipt = await uploadReceipt(ann, { network: 'TRC20', amount: '1250.5' });
  expect((await ann.call(calls.submitDeposit, { ...asked, receipt })).data).toEqual({ state: 'under_review' });
  expect(await show(ann, id)).toMatchObject({
    ...{ amount: '1250.50', by: 'TRC20', isCard: false, address: terms.addresses[0]!.address, state: 'under_review' },
    ...{ attempt: 1, decidedAt: null, reason: null, automatic: false, erasedAt: null },
    steps: [{ state: 'under_review', reason: null }],
  });
  expect(Number(await fundOf(ann))).toBe(before);

  // Reviewers see the case; other roles don't.
  const { reviewer, support, auditor } = staff;
  const [found] = await waiting();
  expect(found).toMatchObject({ title: '1250.50 USDT · TRC20', number: ann.info.number, tryNumber: 1 });
  expect((await support.call(review.listReviewCases, { kind: 'top_up' })).data.reason).toBe('not_permitted');
  const shown = (await auditor.call(review.showReviewCase, { id: found!.id })).data;
  expect(shown).toMatchObject({ fields: [], checks, deciders: ['reviewer'] });
  const read = (name: string) => reviewer.call(review.readReviewDocument, { id: found!.id, name });
  expect((await read(topUpDetails)).data.reason).toBe('claim_lost');
  await reviewer.call(review.claimReviewCase, { id: found!.id });
  const text = Buffer.from((await read(topUpDetails)).data.base64, 'base64').toString();
  expect(topUpCaseDetails.parse(JSON.parse(text))).toMatchObject({
    submitted: { user: ann.info.number, amount: '1250.50', network: 'TRC20', address: terms.addresses[0]!.address },
    coded: { number: ann.info.number, amount: '1250.50', network: 'TRC20' },
    person: { identity: 'none', passed: { count: 0 }, cards: { count: 0 }, waiting: 1, rejected: [], changes: [] },
  });
  expect((await read(receiptDocument)).data.mime).toBe('image/webp');
  expect((await read('somewhere else')).data.reason).toBe('not_found');

  world.pass(seconds(5));
  expect((await decide('reject', 'The stamp is cut off')).code).toBe(200);
  expect(await show(ann, id)).toMatchObject({
    ...{ state: 'rejected', reason: 'The stamp is cut off', automatic: false },
    erasedAt: plus(world.clock(), days(30)).toISOString(),
  });
  expect((await ann.call(calls.showDeposit, {})).data).toMatchObject({
    open: [{ id, state: 'rejected' }],
    underReview: 0,
  });
  expect((await ann.call(calls.submitDepositAgain, { id, receipt })).data.reason).toBe('not_found'); // already used
  const fresh = await receiptRow(world, ann, { network: 'TRC20', amount: '1250.5' });
  world.pass(seconds(5));
  expect((await ann.call(calls.submitDepositAgain, { id, receipt: fresh })).data).toEqual({ state: 'under_review' });
  expect((await waiting())[0]).toMatchObject({ tryNumber: 2 });
  expect((await decide('approve')).code).toBe(200);
  expect(Number(await fundOf(ann))).toBe(before + 1250.5);
  expect(await show(ann, id)).toMatchObject({ state: 'passed', attempt: 2, reason: null });
  expect((await show(ann, id)).steps.map(({ state }) => state)).toEqual([
    ...['under_review', 'rejected', 'under_review', 'passed'],
  ]);
  const states = ['under_review', 'rejected', 'under_review', 'passed'];
  await vi.waitFor(() => expect(heard.map((event) => JSON.parse(event).state)).toEqual(states), 3000);
  expect((await ann.call(calls.submitDepositAgain, { id, receipt: fresh })).data).toEqual({ state: 'passed' });
  expect(await waiting()).toEqual([]);
  // Thirty days after the decision, the receipts are erased.
  world.pass(days(30));
  await eraseFiles(world.db, world.files, world.clock());
  expect(await world.owner.selectFrom('top_up_case').select('receipt').execute()).toEqual([
    ...[{ receipt: null }, { receipt: null }],
  ]);
});

test('repeating a submission returns the same top-up; a receipt of another user, for another amount or already used is refused', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const { id, receipt } = await submitRow(world, ann);
  const same = { id, receipt, network: 'TRC20', amount: '1000' } as const;
  expect((await ann.call(calls.submitDeposit, same)).data).toEqual({ state: 'under_review' });
  expect((await ann.call(calls.submitDeposit, { ...same, amount: '2000' })).data).toMatchObject({ reason: 'id_used' });
  expect((await ann.call(calls.submitDeposit, { ...same, network: 'ERC20' })).data).toMatchObject({
    reason: 'id_used',
  });
  const refused = async (who: Person, input: object) => (await who.call(calls.submitDeposit, input as never)).data;
  const bobs = await receiptRow(world, bob);
  expect(await refused(ann, { ...same, id: newId() })).toMatchObject({ reason: 'not_found' });
  expect(await refused(ann, { ...same, id: newId(), receipt: bobs })).toMatchObject({ reason: 'not_found' });
  expect(await refused(bob, { ...same, receipt: bobs, amount: '10000' })).toMatchObject({ reason: 'receipt_differs' });
  expect(await refused(bob, { ...same, receipt: bobs, network: 'BEP20' })).toMatchObject({ reason: 'receipt_differs' });
  for (const change of [{ amount: '9.999999' }, { amount: '100000.01' }, { amount: '-5' }, { network: 'SOL' }])
    expect(await refused(bob, { ...same, receipt: bobs, ...change })).toMatchObject({ reason: 'bad_input' });
  // A refused submission stores nothing and starts no top-up.
  expect((await bob.call(calls.showTopUp, { id })).data).toMatchObject({ reason: 'not_found' });
  const kept = await world.owner.selectFrom('file').select('id').where('person', '=', bob.info.id).execute();
  expect(kept).toHaveLength(1);
  expect((await ann.call(calls.showDeposit, {})).data).toMatchObject({ open: [{ id }], underReview: 1 });
  expect((await bob.call(calls.submitDepositAgain, { id, receipt: bobs })).data).toMatchObject({ reason: 'not_found' });
});

test('at most five top-ups are under review, even when twelve are submitted at once', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const receipts = await Promise.all(Array.from({ length: 12 }, () => receiptRow(world, ann)));
  const all = await Promise.all(
    receipts.map((receipt) =>
      ann.call(calls.submitDeposit, { id: newId(), receipt, network: 'TRC20', amount: '1000' }),
    ),
  );
  expect(all.filter(({ code }) => code === 200)).toHaveLength(maxUnderReview);
  expect(all.filter(({ data }) => (data as { reason?: string }).reason === 'too_many_top_ups')).toHaveLength(7);
  expect((await ann.call(calls.showDeposit, {})).data.underReview).toBe(maxUnderReview);
});

test('automatic approval and a reviewer deciding at the same moment make one decision', async () => {
  const { world, staff, waiting } = await open();
  const people: Person[] = [];
  for (let i = 0; i < 4; i++) people.push(await world.person());
  const before = Number(await fundOf(people[0]!));
  for (const each of people) await submitRow(world, each);
  const heard: string[] = [];
  const bus = { publish: (subject: string, text: string) => heard.push(`${subject} ${text}`) };
  const turn = (later = 0) => passByClock(world.db, bus, plus(world.clock(), later));
  await decideAfter(world, 0);
  await turn(days(100));
  expect([(await waiting()).length, heard]).toEqual([4, []]); // only people decide
  await decideAfter(world, 10);
  world.pass(minutes(10) - seconds(1));
  await turn();
  expect(await waiting()).toHaveLength(4);

  const { reviewer } = staff;
  const [first] = await waiting();
  await reviewer.call(review.claimReviewCase, { id: first!.id });
  // Just before the claim ends, the reviewer decides while a worker with a fast clock approves.
  const fast = minutes(10) + 1;
  const reject = { id: first!.id, decision: 'reject' as const, checks: [], reason: 'No stamp' };
  const decided = await Promise.all([
    reviewer.call(review.decideReviewCase, reject),
    turn(fast),
    turn(fast),
    turn(fast),
  ]);
  await turn(fast);
  expect(decided[0]!.code).not.toBe(500);
  expect(await waiting()).toEqual([]);
  const funds = (await Promise.all(people.map(fundOf))).map(Number);
  for (const fund of funds.slice(1)) expect(fund).toBe(before + 1000);
  expect([before, before + 1000]).toContain(funds[0]);
  const passed = heard.filter((event) => event.includes('"passed"'));
  expect(new Set(passed).size).toBe(passed.length);
  expect(passed.length).toBe(funds.filter((fund) => fund > before).length);
});

test('a large top-up takes two reviewers and is never approved automatically', async () => {
  const { world, office, staff, waiting, decide } = await open({ now: new Date() });
  const second = await office.another('reviewer', staff);
  const [ann, bob] = [await world.person(), await world.person()];
  const before = Number(await fundOf(ann));
  const submit = async (amount: string, person = ann) => {
    const id = newId();
    const receipt = await receiptRow(world, person, { network: 'TRC20', amount });
    expect((await person.call(calls.submitDeposit, { id, network: 'TRC20', amount, receipt })).code).toBe(200);
    return id;
  };
  await decideAfter(world, 1);
  const id = await submit('10000.000001');
  expect(await show(ann, id)).toMatchObject({ twoPeople: true, automaticSeconds: null, automaticAt: null });
  world.pass(minutes(6));
  await passByClock(world.db, world.bus, world.clock());
  expect(await show(ann, id)).toMatchObject({ state: 'under_review' });

  const [found] = await waiting();
  expect((await decide('approve')).data).toEqual({ waiting: true });
  expect(Number(await fundOf(ann))).toBe(before);
  expect((await decide('approve')).data.reason).toBe('own_case');
  const shown = (await second.call(review.showReviewCase, { id: found!.id })).data;
  expect(shown.fields).toMatchObject([{ name: 'agreedFirst', value: 'Rita Review' }, { name: 'agreedFirstAt' }]);
  // Neither one person nor automatic approval can bypass the application and decide.
  const alone = sql`update review_case set decision = 'approve', decided_at = now() where id = ${found!.id}`;
  await expect(alone.execute(world.owner)).rejects.toThrow('two people must agree');
  await second.call(review.claimReviewCase, { id: found!.id });
  const answer = await second.call(review.decideReviewCase, {
    id: found!.id,
    decision: 'approve',
    checks,
    reason: null,
  });
  expect(answer.data).toEqual({ waiting: false });
  expect(Number(await fundOf(ann))).toBe(before + 10_000.000001);

  // One person can reject. Automatic approval passes small top-ups, but not of a user who was just rejected.
  const rejected = await submit('20000');
  expect((await decide('reject', 'The stamp is cut off')).data).toEqual({ waiting: false });
  expect(await show(ann, rejected)).toMatchObject({ state: 'rejected' });
  const [small, again] = [await submit('10000', bob), await submit('10000')];
  world.pass(minutes(6));
  await passByClock(world.db, world.bus, world.clock());
  expect(await show(bob, small)).toMatchObject({ state: 'passed', automatic: true, twoPeople: false });
  expect(await show(ann, again)).toMatchObject({ state: 'under_review', automaticSeconds: null });
});

test('deleting a user ends their waiting top-up: no queue and no figure counts it any more', async () => {
  const { world, staff, waiting } = await open();
  const ann = await world.person();
  const { id } = await submitRow(world, ann);
  await ann.call(leave, { password });
  await world.owner.updateTable('person').set({ leaves_at: world.clock() }).where('id', '=', ann.info.id).execute();
  await deleteLeaving({ ...world, send: async () => {}, unfinished }, world.clock());
  expect(await waiting()).toEqual([]);
  const steps = world.owner.selectFrom('movement_step').select('state').where('id', '=', id).orderBy('place');
  expect((await steps.execute()).map(({ state }) => state)).toEqual(['under_review', 'rejected']);
  await countSite(world.db, world.clock(), figures);
  expect((await staff.auditor.call(showDashboard, {})).data.money.waiting).toEqual([]);
  // A request in flight during the deletion starts nothing.
  const late = sql`select top_up_by_card(${ann.number}, ${newId()}, 'Visa', '4242', 20000000, ${world.clock()}) as begun`;
  expect((await late.execute(world.db)).rows).toEqual([{ begun: 'nobody' }]);
});

const pay = (amount = '100', card: object = { brand: 'Visa', lastFour: '4242' }) =>
  ({ id: newId(), amount, card }) as { id: string; amount: string; card: { brand: 'Visa'; lastFour: string } };

test('a published test card is credited at once, and only its brand and last four digits are stored', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const before = Number(await fundOf(ann));
  const asked = pay('1500');
  const call = (input: unknown) => ann.call(calls.topUpByCard, input as never);
  for (let tap = 0; tap < 2; tap++) expect((await call(asked)).data).toEqual({ state: 'passed' });
  expect(Number(await fundOf(ann))).toBe(before + 1500);
  expect(await show(ann, asked.id)).toMatchObject({ by: 'Visa 4242', isCard: true, address: null, state: 'passed' });
  expect((await ann.call(calls.showDeposit, {})).data.cardLeft).toBe('8500.00');
  const forged = [
    { brand: 'Visa', lastFour: '4444' },
    { brand: 'Mastercard', lastFour: '4242' },
    { brand: 'Visa', lastFour: '424' },
    { brand: 'Visa', lastFour: '4242', number: '4242424242424242' },
    { brand: 'visa', lastFour: '4242' },
    { brand: 'toString', lastFour: '4242' },
  ];
  for (const card of forged) expect((await call(pay('100', card))).code, JSON.stringify(card)).toBe(400);
  for (const amount of ['9.99', '2000.000001', '0', '-1']) expect((await call(pay(amount))).code, amount).toBe(400);
  expect((await call({ ...asked, amount: '1600' })).data).toMatchObject({ reason: 'id_used' });
  const { rows } = await sql<{ brand: string; last_four: string }>`select * from test_card`.execute(world.owner);
  const pairs = Object.entries(testCards).flatMap(([brand, ends]) => ends.map((last_four) => ({ brand, last_four })));
  const text = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(text(rows)).toEqual(text(pairs));
});

test('200 card top-ups at once over several connections credit exactly the daily limit', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const before = Number(await fundOf(ann));
  const card = (id: string, amount: bigint, at: Date) =>
    sql<{
      begun: string;
    }>`select top_up_by_card(${ann.number}, ${id}, 'JCB', '0505', ${amount}, ${at}) as begun`.execute(world.db);
  const all = await Promise.all(Array.from({ length: 200 }, () => card(newId(), 300_000_000n, world.clock())));
  const begun = all.map(({ rows }) => rows[0]!.begun);
  expect(begun.filter((each) => each === 'started')).toHaveLength(33);
  expect(begun.filter((each) => each === 'card_day_limit')).toHaveLength(167);
  expect(Number(await fundOf(ann))).toBe(before + 9900);
  expect((await ann.call(calls.topUpByCard, pay('100.000001'))).data).toMatchObject({ reason: 'card_day_limit' });
  expect((await ann.call(calls.topUpByCard, pay('100'))).code).toBe(200);
  expect((await ann.call(calls.showDeposit, {})).data.cardLeft).toBe('0.00');
  // The limit resets on the next UTC day.
  world.pass(days(1) - (world.clock().getTime() % days(1)) - 1);
  expect((await ann.call(calls.topUpByCard, pay('10'))).data).toMatchObject({ reason: 'card_day_limit' });
  world.pass(1);
  expect((await ann.call(calls.topUpByCard, pay('2000'))).code).toBe(200);
});

test('no database role alone credits a top-up or opens a case of another user', async () => {
  const world = await newWorld();
  const [ann, bob] = [await world.person(), await world.person()];
  const before = await fundOf(ann);
  const { id } = await submitRow(world, ann);
  const bureau = await openOffice(world);
  await bureau.staff();
  const office = bureau.db;
  const walk = sql`select walk_movement(${ann.number}, ${id}, 'passed', now(), null)`;
  await expect(walk.execute(world.db)).rejects.toThrow('may not do this');
  await expect(walk.execute(office)).rejects.toThrow('may not do this');
  const denied = [
    sql`select move_along(${ann.number}, ${id}, 'passed', now(), null)`,
    sql`update top_up_case set movement = movement`,
    sql`delete from top_up_case`,
    sql`update test_card set brand = 'x'`,
    sql`insert into test_card values ('Visa', '0000')`,
  ];
  for (const attempt of denied)
    for (const db of [world.db, office]) await expect(attempt.execute(db)).rejects.toThrow('permission denied');
  await expect(
    sql`update review_case set decision = 'approve', decided_at = now() where kind = 'top_up'`.execute(world.db),
  ).rejects.toThrow('permission denied');
  // `pass_top_up` checks the site's setting first, and the console's role may not call it.
  await decideAfter(world, 0);
  expect((await sql`select * from pass_top_up('2100-01-01')`.execute(world.db)).rows).toEqual([]);
  await expect(sql`select * from pass_top_up('2100-01-01')`.execute(office)).rejects.toThrow('permission denied');
  const cards = sql`select top_up_by_card(${ann.number}, ${newId()}, 'Visa', '4242', 20000000000, now())`;
  await expect(cards.execute(world.db)).rejects.toThrow('no test card brings this');
  await expect(cards.execute(office)).rejects.toThrow('permission denied');

  // A case of Bob's cannot approve Ann's top-up, and a receipt for 1,000 cannot approve a larger amount.
  const start = (owner: bigint, amount: bigint, movement = newId()) =>
    sql`select start_movement(${owner}, ${movement}, 'recharge', 'under_review', 1::smallint, ${amount}, 0, null, 'TRC20', now())`
      .execute(world.db)
      .then(() => movement);
  const newCase = async (person: Person) => {
    const about = newId();
    await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
      values (${about}, 'top_up', ${person.info.id}, ${person.number}, 'x', 1, now())`.execute(world.db);
    return about;
  };
  const link = async (about: string, person: Person, owner: bigint, movement: string, receipt: string, attempt = 1) =>
    sql`insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
      values (${about}, ${person.info.id}, ${owner}, ${movement}, 'TRC20', 'SIM-X-PAPER', ${attempt}, ${receipt})`.execute(
      world.db,
    );
  const [bobs, anns] = [await receiptRow(world, bob), await receiptRow(world, ann)];
  const much = await start(ann.number, topUpBounds.most);
  const huge = await start(ann.number, topUpBounds.most + 1n);
  await expect(link(await newCase(bob), bob, ann.number, much, bobs)).rejects.toThrow(' is not ');
  await expect(link(await newCase(bob), bob, bob.number, much, bobs)).rejects.toThrow('foreign key');
  await expect(link(await newCase(ann), ann, ann.number, much, anns)).rejects.toThrow('this is no receipt of');
  await expect(link(await newCase(ann), ann, ann.number, huge, anns)).rejects.toThrow('this is no receipt of');
  await expect(link(await newCase(ann), ann, ann.number, id, anns, 2)).rejects.toThrow('this is no receipt of'); // the top-up has an open case
  const alone = await newCase(ann);
  const approve = sql`update review_case set decision = 'approve', decided_at = now(), decided_by = o.id, decided_by_name = o.name
    from (select id, name from operator limit 1) as o where review_case.id = ${alone}`;
  await expect(approve.execute(office)).rejects.toThrow('is about no top-up under review');
  expect(await fundOf(ann)).toBe(before);
  expect(cardBounds.day).toBe(10_000_000_000n);
});
