import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as review from '@glasshouse/protocol/review/office';
import { makeAccount } from '@glasshouse/protocol/withdrawals/accounts';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { createLog } from '#platform/observability/log.ts';
import { minutes } from '#platform/runtime/clock.ts';
import { openOffice } from '../../../test/office.ts';
import { addressOf, practiceAddress, toAddress, verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld, type World } from '../../../test/world.ts';
import { checkBooks } from '../ledger/proof.ts';
import { payWithdrawals } from './paying.ts';

const checks = ['payeeLooked', 'historyLooked', 'securityLooked'];
const totalOf = async (person: Awaited<ReturnType<World['person']>>) =>
  (await person.call(getOverview, {})).data.total.usdt;

test('a payee that could be a real address, account or card is refused with the reason, and is neither stored nor logged', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) } as never);
  const world = await newWorld({ log });
  const ann = await verified(world);
  const send = async (body: object) =>
    (
      await ann.raw(protocol.startWithdrawal, {
        id: newId(),
        fee: '1.00',
        amount: '20',
        tradePassword: '246810',
        ...body,
      })
    ).json<{ data: { reason: string } }>().data.reason;
  const real = {
    tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    ether: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    iban: 'DE89 3704 0044 0532 0130 00',
    card: '4242424242424242',
  };
  const last = practiceAddress.at(-7);
  const mistyped = `${practiceAddress.slice(0, -7)}${last === '2' ? '3' : '2'}-PAPER`;
  for (const address of [real.tron, real.ether, real.bitcoin])
    expect(await send({ to: 'address', network: 'TRC20', address }), address).toBe('address_real');
  expect(await send({ to: 'address', network: 'TRC20', address: mistyped })).toBe('address_unknown');
  expect(await send({ to: 'address', network: 'ERC20', address: practiceAddress })).toBe('address_network');
  const bank = {
    to: 'bank',
    bankName: 'Bank',
    branchName: 'Main',
    branchNumber: '1',
    holder: 'Ann',
    account: makeAccount('000000000001'),
  };
  expect(await send({ ...bank, account: real.iban })).toBe('account_real');
  expect(await send({ ...bank, account: real.card })).toBe('account_real');
  expect(await send({ ...bank, account: '12345' })).toBe('account_unknown');
  expect(await send({ ...bank, holder: `Ann ${real.card}` })).toBe('account_real');
  expect(await send({ ...bank, bankName: `Bank ${real.iban}` })).toBe('account_real');
  // Next to other digits, in full-width digits, in any grouping, and in the name of a saved payee.
  for (const holder of [
    'Ann 4242 4242 4242 4242 123',
    'Ann ４２４２４２４２４２４２４２４２',
    'Ann 4242/4242/4242/4242',
  ])
    expect(await send({ ...bank, holder }), holder).toBe('account_real');
  expect(await send({ ...bank, amount: '200', saveAs: `Mine ${real.card}` })).toBe('account_real');
  const practice = { to: 'address', network: 'TRC20', address: practiceAddress };
  expect(await send({ ...practice, saveAs: real.tron })).toBe('address_real');
  // Names contain only visible characters.
  expect(await send({ ...bank, holder: 'Ann\u202ennA' })).toBe('bad_input');
  const { rows } = await sql<{ text: string }>`
    select coalesce((select string_agg(w::text, '') from withdrawal w), '') || coalesce((select string_agg(e::text, '') from security_event e), '')
      || coalesce((select string_agg(m::text, '') from movement m), '') as text`.execute(world.owner);
  for (const secret of Object.values(real)) expect(rows[0]!.text + lines.join(''), secret).not.toContain(secret);
  expect(await totalOf(ann)).toBe('10000.00');
});

test('repeating a withdrawal returns it, other content under its id is refused, and five at once start one', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  const id = newId();
  const all = await Promise.all(Array.from({ length: 5 }, () => withdraw(ann, '50', { id })));
  expect(all.map(({ code }) => code)).toEqual(Array(5).fill(200));
  expect((await ann.call(protocol.listWithdrawals, {})).data.list).toHaveLength(1);
  for (const other of [{ amount: '51' }, { address: addressOf('another') }])
    expect((await ann.call(protocol.startWithdrawal, { ...toAddress, id, amount: '50', ...other })).data).toMatchObject(
      { reason: 'id_used' },
    );
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from review_case where kind = 'withdrawal'`.execute(
    world.owner,
  );
  expect(rows[0]!.n).toBe(1n);
  // Guessing the trade password exhausts the attempts and holds no money.
  const wrong = () =>
    ann.call(protocol.startWithdrawal, { ...toAddress, id: newId(), amount: '50', tradePassword: '000000' });
  const answers = [];
  for (let n = 0; n < 7; n++) answers.push((await wrong()).data as { reason?: string });
  expect(answers.map(({ reason }) => reason).slice(0, 5)).toEqual(Array(5).fill('wrong_trade_password'));
  expect(answers.at(-1)).toMatchObject({ reason: 'too_many_requests' });
  expect((await ann.call(protocol.showWithdrawForm, {})).data.limits.USDT.used).toBe('50.00');
});

test('a cancellation and a decision at the same moment: one of them wins, and the money moves once', async () => {
  const world = await newWorld({ now: new Date() });
  const { reviewer } = await (await openOffice(world)).staff();
  const ann = await verified(world);
  const ends: string[] = [];
  for (let round = 0; round < 6; round++) {
    const { id } = await withdraw(ann, '100');
    const [waiting] = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
    await reviewer.call(review.claimReviewCase, { id: waiting!.id });
    const decision = round % 2 ? 'approve' : 'reject';
    const [cancelled, decided] = await Promise.all([
      ann.call(protocol.cancelWithdrawal, { id }),
      reviewer.call(review.decideReviewCase, { id: waiting!.id, decision, checks, reason: 'A reason' }),
    ]);
    expect([cancelled.code, decided.code].toSorted()).toEqual([200, 409]);
    ends.push((await ann.call(protocol.showWithdrawal, { id })).data.state);
    expect((await ann.call(protocol.showWithdrawal, { id })).data.steps).toHaveLength(2);
  }
  world.pass(minutes(10));
  await payWithdrawals(world.db, { publish: () => {} }, world.clock());
  const paid = ends.filter((state) => state === 'withdrawing').length;
  expect(await totalOf(ann)).toBe(`${10_000 - 100 * paid}.00`);
});

test('two users who use the same id each have their withdrawal, and delay no other user', async () => {
  const world = await newWorld({ now: new Date() });
  const { reviewer } = await (await openOffice(world)).staff();
  const people = [await verified(world), await verified(world), await verified(world)];
  const shared = newId();
  const ids = [shared, shared, newId()];
  for (const [i, person] of people.entries()) {
    expect((await withdraw(person, '100', { id: ids[i]! })).code).toBe(200);
    const [waiting] = (await reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
    await reviewer.call(review.claimReviewCase, { id: waiting!.id });
    const approved = { id: waiting!.id, decision: 'approve' as const, checks, reason: null };
    expect((await reviewer.call(review.decideReviewCase, approved)).code).toBe(200);
    world.pass(1000);
  }
  world.pass(minutes(5));
  const pay = () => payWithdrawals(world.db, { publish: () => {} }, world.clock());
  const states = async () => {
    const shown = people.map(async (person, i) => (await person.call(protocol.showWithdrawal, { id: ids[i]! })).data);
    return (await Promise.all(shown)).map(({ state }) => state);
  };
  // A withdrawal that cannot be paid is reported, and the ones behind it are paid.
  await sql`alter table movement add constraint unpaid check (owner <> ${sql.lit(people[0]!.number)} or state <> 'success')`.execute(
    world.owner,
  );
  await expect(pay()).rejects.toThrow('1 withdrawals could not be paid');
  expect(await states()).toEqual(['withdrawing', 'success', 'success']);
  await sql`alter table movement drop constraint unpaid`.execute(world.owner);
  await pay();
  expect(await states()).toEqual(['success', 'success', 'success']);
  expect((await checkBooks(world.db)).drift).toEqual([]);
});

test('no database role bypasses review, limits or the second person, or pays or returns money twice', async () => {
  const world = await newWorld({ now: new Date() });
  const office = await openOffice(world);
  const staff = await office.staff();
  const ann = await verified(world);
  await world.give(ann, 'fund', 'USDT', 50_000_000_000n);
  const { id } = await withdraw(ann, '20000');
  const [waiting] = (await staff.reviewer.call(review.listReviewCases, { kind: 'withdrawal' })).data.list;
  const about = waiting!.id;
  const at = world.clock();
  const as = (db: typeof world.db) => (query: ReturnType<typeof sql>) => query.execute(db);
  const [app, desk] = [as(world.db), as(office.db)];
  const refused =
    /permission denied|may not|must agree|not decided like this|agreed already|no open case|no way for|violates|moved on/;

  // The API's role.
  for (const attempt of [
    sql`select walk_movement(${ann.number}, ${id}, 'withdrawing', ${at}, null)`,
    sql`select walk_movement(${ann.number}, ${id}, 'cancelled', ${at}, null)`,
    sql`select start_movement(${ann.number}, ${newId()}, 'withdraw', 'under_review', 1::smallint, 20000000, 200000, null, 'TRC20', ${at})`,
    sql`select start_withdrawal(${ann.number}, ${newId()}, ${newId()}, 1::smallint, 20000000, 200000, 'TRC20', ${at})`,
    sql`select start_withdrawal(${ann.number}, ${newId()}, ${about}, 3::smallint, 20000000, 200000, 'TRC20', ${at})`,
    sql`update review_case set decision = 'approve', decided_at = ${at} where id = ${about}`,
    sql`update withdrawal_day set used = 0`,
    sql`update withdrawal_count set counts = false`,
    sql`update withdrawal set first_by_name = 'x'`,
    sql`delete from withdrawal`,
  ])
    await expect(app(attempt)).rejects.toThrow(refused);
  for (const [amount, fee, begun] of [
    [20_000_000n, 0n, 'fee_changed'],
    [60_000_000_000n, 600_000_000n, 'withdrawal_too_large'],
  ] as const)
    expect(
      (
        await app(
          sql`select start_withdrawal(${ann.number}, ${newId()}, ${about}, 1::smallint, ${amount}, ${fee}, 'TRC20', ${at}) as begun`,
        )
      ).rows,
    ).toEqual([{ begun }]);
  expect((await app(sql`select pay_withdrawal(${ann.number}, ${id}, ${at}) as paid`)).rows).toEqual([{ paid: false }]);

  // The console's role: no approval by one person, by the same person twice, or in the name of an operator who is not
  // in the log.
  const { rows: people } = await sql<{
    id: string;
    name: string;
    role: string;
  }>`select id, name, role from operator`.execute(world.owner);
  const [one, two] = [people.find(({ role }) => role === 'reviewer')!, people.find(({ role }) => role === 'support')!];
  const approve = (by: typeof one) =>
    sql`update review_case set decision = 'approve', decided_at = ${at}, decided_by = ${by.id}, decided_by_name = ${by.name} where id = ${about}`;
  const first = (by: typeof one) =>
    sql`update withdrawal set first_by = ${by.id}, first_by_name = ${by.name}, first_at = ${at} where case_id = ${about}`;
  await expect(desk(approve(one))).rejects.toThrow(refused);
  await expect(desk(sql`select walk_movement(${ann.number}, ${id}, 'withdrawing', ${at}, null)`)).rejects.toThrow(
    refused,
  );
  await desk(first(one));
  await expect(desk(first(two))).rejects.toThrow(refused);
  await expect(desk(approve(one))).rejects.toThrow(refused);
  await expect(desk(approve(two))).rejects.toThrow(refused);
  // Freezing doesn't bypass the review.
  await desk(sql`select walk_movement(${ann.number}, ${id}, 'frozen', ${at}, 'x')`);
  for (const state of ['withdrawing', 'rejected'])
    await expect(desk(sql`select walk_movement(${ann.number}, ${id}, ${state}, ${at}, 'x')`)).rejects.toThrow(refused);
  const small = (await withdraw(ann, '50')).id;
  await desk(sql`select walk_movement(${ann.number}, ${small}, 'frozen', ${at}, 'x')`);
  const frozen = sql`update review_case set decision = 'approve', decided_at = ${at}, decided_by = ${one.id}, decided_by_name = ${one.name}
    where id = (select case_id from withdrawal where id = ${small})`;
  await expect(desk(frozen)).rejects.toThrow('moved on');
  await desk(sql`select walk_movement(${ann.number}, ${small}, 'under_review', ${at}, 'x')`);
  await ann.call(protocol.cancelWithdrawal, { id: small });
  await desk(sql`select walk_movement(${ann.number}, ${id}, 'under_review', ${at}, 'x')`);
  expect((await ann.call(protocol.showWithdrawal, { id })).data.state).toBe('under_review');

  // A user with a withdrawal under way cannot be erased, because nobody could end it any more.
  await sql`update person set leaves_at = ${at} where number = ${ann.number}`.execute(world.owner);
  await expect(app(sql`select erase_person(${ann.info.id}, ${at})`)).rejects.toThrow('under way');
  await sql`update person set leaves_at = null where number = ${ann.number}`.execute(world.owner);

  // Money is returned once, and a finished withdrawal stays finished.
  expect((await ann.call(protocol.cancelWithdrawal, { id })).code).toBe(200);
  expect((await app(sql`select cancel_withdrawal(${ann.number}, ${id}, ${at}) as done`)).rows).toEqual([
    { done: false },
  ]);
  for (const state of ['rejected', 'failed', 'withdrawing', 'frozen'])
    expect((await desk(sql`select walk_movement(${ann.number}, ${id}, ${state}, ${at}, 'x') as walked`)).rows).toEqual([
      { walked: false },
    ]);
  expect(await totalOf(ann)).toBe('60000.00');
  const form = (await ann.call(protocol.showWithdrawForm, {})).data;
  expect(form.limits.USDT).toMatchObject({ used: '0.00', balance: '60000.00' });
});
