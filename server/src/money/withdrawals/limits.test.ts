import { getOverview } from '@glasshouse/protocol/assets/calls';
import * as protocol from '@glasshouse/protocol/withdrawals/calls';
import { maxUnderReview } from '@glasshouse/protocol/withdrawals/terms';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Db, openDb, openPool, step, type Tx } from '#platform/database/db.ts';
import { newId } from '#platform/database/ids.ts';
import { days, minutes } from '#platform/runtime/clock.ts';
import { appRole, urlFor } from '../../../database/prepare.ts';
import { setMoney } from '../../../test/money-settings.ts';
import { verified, withdraw } from '../../../test/withdrawals.ts';
import { newWorld } from '../../../test/world.ts';

const usdt = 1_000_000n;
/** Sets the site's limits as operators could. */
const limit = (world: { owner: Db | Tx }, single: bigint, day: bigint, least = 10n * usdt) =>
  setMoney(world, { single_min: least, single_max: single, day_max: day });

test('200 withdrawals at once from several processes stop exactly at the daily limit and the queue limit', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  await limit(world, 1_000n * usdt, 1_000n * usdt);
  // Separate pools stand in for separate processes. The call brings its own case.
  const pools = [1, 2, 3, 4].map(() => openPool(urlFor(world.database, appRole), 5, () => {}));
  const start = (n: number, each: bigint) =>
    step(openDb(pools[n % 4]!), async (tx) => {
      const [id, about, at] = [newId(), newId(), world.clock()];
      await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
        values (${about}, 'withdrawal', ${ann.info.id}, ${ann.number}, 'x', 1, ${at})`.execute(tx);
      const { rows } = await sql<{ begun: string }>`
        select start_withdrawal(${ann.number}, ${id}, ${about}, 1::smallint, ${each}, ${each / 100n}, 'TRC20', ${at}) as begun`.execute(
        tx,
      );
      return rows[0]!.begun;
    });
  const twoHundred = async (each: bigint) => {
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => start(n, each)));
    const started = all.filter((begun) => begun === 'started').length;
    return [started, new Set(all.filter((begun) => begun !== 'started'))];
  };
  // Eight times 120 is 960; the next would be 1,080.
  expect(await twoHundred(120n * usdt)).toEqual([8, new Set(['day_limit'])]);
  const { limits } = (await ann.call(protocol.showWithdrawForm, {})).data;
  expect(limits.USDT).toMatchObject({ used: '960.00', left: '40.00', balance: '9040.00', personal: '40.00' });
  expect((await withdraw(ann, '40.000001')).data).toMatchObject({ reason: 'day_limit' });
  const last = await withdraw(ann, '40');
  expect(last.code).toBe(200);
  // Ten withdrawals may wait for a decision, so the next day has room for one more.
  world.pass(days(1));
  expect(await twoHundred(10n * usdt)).toEqual([1, new Set(['too_many_withdrawals'])]);
  const waiting = (await ann.call(protocol.listWithdrawals, { state: 'under_review' })).data.list;
  expect(waiting).toHaveLength(maxUnderReview);
  expect((await withdraw(ann, '20')).data).toMatchObject({ reason: 'too_many_withdrawals' });
  await ann.call(protocol.cancelWithdrawal, { id: last.id });
  expect((await withdraw(ann, '20')).code).toBe(200);
  await Promise.all(pools.map((pool) => pool.end()));
  expect((await ann.call(getOverview, {})).data.total.usdt).toBe('10000.00');
});

/** How many sessions wait for a table, or are first in line for one of its rows. */
const locksOn = async (tx: Tx, table: 'review_case' | 'person', row: boolean) =>
  (
    await sql`select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and relation = ${table}::regclass
        and case when ${row} then locktype = 'tuple' and granted else not granted end`.execute(tx)
  ).rows.length;

test('a limit, fee, freeze or deletion that changes while a withdrawal is submitted refuses it with a message', async () => {
  const world = await newWorld();
  const ann = await verified(world);
  // At this point the settings have been read, and the case is about to be written.
  const during = async (amount: string, change: (tx: Tx) => Promise<unknown>) => {
    let asked: ReturnType<typeof withdraw> | undefined;
    await step(world.owner, async (tx) => {
      await sql`lock table review_case in share mode`.execute(tx);
      asked = withdraw(ann, amount);
      await expect.poll(() => locksOn(tx, 'review_case', false), { timeout: 10_000 }).toBe(1);
      await change(tx);
    });
    return (await asked!).data;
  };
  expect(await during('500', (tx) => limit({ owner: tx }, 400n * usdt, 400n * usdt))).toMatchObject({
    reason: 'withdrawal_too_large',
  });
  expect(await during('15', (tx) => limit({ owner: tx }, 400n * usdt, 400n * usdt, 20n * usdt))).toMatchObject({
    reason: 'withdrawal_too_small',
  });
  const about = newId();
  await sql`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
    values (${about}, 'withdrawal', ${ann.info.id}, ${ann.number}, 'x', 1, ${world.clock()})`.execute(world.owner);
  const begun = async (owner: bigint, fee: bigint) =>
    (
      await sql<{ begun: string }>`
        select start_withdrawal(${owner}, ${newId()}, ${about}, 1::smallint, ${20n * usdt}, ${fee}, 'TRC20', ${world.clock()}) as begun`.execute(
        world.db,
      )
    ).rows[0]!.begun;
  expect(await begun(ann.number, 100_000n)).toBe('fee_changed');
  expect(await begun(999_999_999n, 200_000n)).toBe('nobody');
  let asked: ReturnType<typeof withdraw> | undefined;
  await step(world.owner, async (tx) => {
    await sql`update person set status = 'abnormal' where number = ${ann.number}`.execute(tx);
    asked = withdraw(ann, '50');
    await expect.poll(() => locksOn(tx, 'person', true), { timeout: 10_000 }).toBe(1);
  });
  expect((await asked!).data).toMatchObject({ reason: 'account_abnormal' });
  expect((await sql`select from movement where owner = ${ann.number}`.execute(world.owner)).rows).toEqual([]);
});

test('daily limits reset at midnight UTC, and a later return frees only the day of its own withdrawal', async () => {
  const world = await newWorld({ now: new Date('2026-11-15T23:59:59.999Z') });
  const ann = await verified(world);
  await limit(world, 100n * usdt, 100n * usdt);
  const first = await withdraw(ann, '100');
  expect(first.code).toBe(200);
  expect((await withdraw(ann, '10')).data).toMatchObject({ reason: 'day_limit' });
  world.pass(1);
  expect((await withdraw(ann, '100')).code).toBe(200);
  await ann.call(protocol.cancelWithdrawal, { id: first.id });
  // Yesterday's withdrawal was returned; today's limit is still used up.
  expect((await withdraw(ann, '10')).data).toMatchObject({ reason: 'day_limit' });
  world.pass(days(1));
  expect((await withdraw(ann, '100')).code).toBe(200);
});

test('single limits, balance, fee, precision and size are enforced, and all missing requirements are reported at once', async () => {
  const world = await newWorld();
  const ann = await world.person();
  const form = async () => (await ann.call(protocol.showWithdrawForm, {})).data;
  expect((await form()).missing).toEqual(['identity']);
  expect((await withdraw(ann, '20')).data).toMatchObject({ reason: 'identity_needed' });
  await verified(world, ann);
  for (const [amount, reason] of [
    ['9.999999', 'withdrawal_too_small'],
    ['50000.000001', 'withdrawal_too_large'],
    ['10000.000001', 'insufficient_balance'],
    ['0', 'bad_input'],
    ['-20', 'bad_input'],
    ['20.0000001', 'bad_input'],
    ['1e3', 'bad_input'],
    ['100000000', 'withdrawal_too_large'],
    ['99999999999999999999', 'bad_input'],
  ] as const)
    expect((await withdraw(ann, amount)).data, amount).toMatchObject({ reason });
  expect((await form()).limits.USDT.balance).toBe('10000.00');

  // After the user changes how they log in, withdrawals are locked until an hour after the next log-in.
  const changed = (loggedIn: Date | null) =>
    sql`update person set security_change = 'password_changed', security_changed_at = ${world.clock()}, logged_in_again_at = ${loggedIn}
      where number = ${ann.number}`.execute(world.owner);
  await changed(null);
  expect(await form()).toMatchObject({ missing: ['lock'], lock: { kind: 'password_changed', until: null } });
  expect((await withdraw(ann, '20')).data).toMatchObject({ reason: 'withdrawals_locked' });
  await changed(world.clock());
  world.pass(minutes(60) - 1);
  expect((await withdraw(ann, '20')).data).toMatchObject({ reason: 'withdrawals_locked' });
  world.pass(1);
  expect((await form()).missing).toEqual([]);
  expect((await withdraw(ann, '20')).code).toBe(200);
});
