import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { walletOf } from '#money/ledger/ledger.ts';
import { newId } from '#platform/database/ids.ts';
import { appRole, urlFor } from '../../database/prepare.ts';
import { productAccess } from '../../test/access.ts';
import { callerIn } from '../../test/database-caller.ts';
import { setMoney } from '../../test/money-settings.ts';
import { orderIdAt } from '../../test/order-id.ts';
import { clockIsTheDatabases, clockMayTurn } from '../../test/rights.ts';
import { type Site, siteWithEverything } from '../../test/site-with-everything.ts';
import { flat, trade } from '../../test/trade.ts';

// A process of ours is compromised: it writes to the tables that its database role may write, at arbitrary times.

/**
 * Writes that a process may make without a function. Each statement breaks a rule, and would succeed if only the
 * application enforced the rule.
 */
const directly: Record<string, (site: Site) => string[]> = {
  'a case is older than it is, so that the clock passes it at once': ({ leaver }) => [
    `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
       values (gen_random_uuid(), 'top_up', '${leaver.info.id}', ${leaver.number}, 'A case', 1, '1990-01-01')`,
  ],
  'a user leaves at once, and the deposit is returned': ({ ann }) => [
    `update person set leaves_at = '1990-01-01' where number = ${ann.number}`,
  ],
  'a withdrawal lock is forgotten': ({ bob }) => [
    `update person set security_changed_at = null, security_change = null where number = ${bob.number}`,
  ],
  'the log-in that a withdrawal lock waits for was long ago': ({ bob }) => [
    `update person set logged_in_again_at = '1990-01-01' where number = ${bob.number}`,
  ],
  'a new account is verified already': () => [newAccount('passed', 'now()')],
  'a new account is years old': () => [newAccount('none', `'1990-01-01'`)],
};
const newAccount = (identity: string, registered: string) =>
  `insert into person (id, username, phone, country, password_hash, trade_password_hash, invitation_code, registered_at, identity)
     values ('${newId()}', 'hostile', '+447700900123', 'GB', '', '', 'HOSTILE1', ${registered}, '${identity}')`;

test('no direct write breaks a rule about time', async () => {
  const site = await siteWithEverything();
  await sql.raw(clockIsTheDatabases).execute(site.world.owner);
  const { run } = await callerIn(site);
  for (const [what, statements] of Object.entries(directly))
    expect.soft(await run('glasshouse_app', ...statements(site)), what).toBe('refused');
  expect(await run('glasshouse_app', newAccount('none', 'now()'))).not.toBe('refused');
  const frozen = (at: string) =>
    `insert into account_event (id, person, at, kind, reason) values (gen_random_uuid(), '${site.ann.info.id}', ${at}, 'frozen', 'A reason')`;
  expect(await run('glasshouse_office', frozen(`'2090-01-01'`))).toBe('refused');
  expect(await run('glasshouse_office', frozen('now()'))).not.toBe('refused');
  await sql.raw(clockMayTurn).execute(site.world.owner);
});

test('a rate is used only while it is in force by the database’s clock', async () => {
  const site = await siteWithEverything();
  const { world, ann, wallet } = site;
  await sql.raw(clockIsTheDatabases).execute(world.owner);
  const [changed, announced] = [new Date(Date.now() - 120_000), new Date(Date.now() - 3_720_000)];
  await setMoney(world, { cny_rate: 80_000n, effective_at: changed, at: announced });
  const { run } = await callerIn(site);
  const cash = (ann.number << 16n) + 2050n;
  const [usdt, cny] = [32769n, 32770n]; // the house accounts
  const exchange = (at: string, rate: number) =>
    `select post_legs(${at}, false, array[${wallet('fund')}, ${usdt}, ${cny}, ${cash}], array[-1000000, 1000000, -${rate * 10}, ${rate * 10}],
       array[${usdt}, ${wallet('fund')}, ${cash}, ${cny}], array_fill('${newId()}'::uuid, array[4]), array_fill(2::smallint, array[4]))`;
  expect(await run('glasshouse_app', exchange(`now() - interval '4 minutes'`, 72))).toBe('refused');
  expect(await run('glasshouse_app', exchange('now()', 80))).toContain('leg');
  await sql.raw(clockMayTurn).execute(world.owner);
});

test('a transaction that is kept open does not stop the clock', async () => {
  const site = await siteWithEverything();
  await sql.raw(clockIsTheDatabases.replace('5 minutes', '1 second')).execute(site.world.owner);
  const { run } = await callerIn(site);
  const card = `select top_up_by_card(${site.ann.number}, gen_random_uuid(), 'Visa', '4242', 100000000, now())`;
  expect(await run('glasshouse_app', card)).toContain('leg');
  expect(await run('glasshouse_app', 'select pg_sleep(1.5)', card)).toBe('refused');
  await sql.raw(clockMayTurn).execute(site.world.owner);
});

test('a contract cannot be opened from a snapshot taken before its outcome was known', async () => {
  const { world, trader, tick, settle } = await trade({ now: new Date() });
  await tick(...flat(5));
  const client = new pg.Client(urlFor(world.database, appRole));
  await client.connect();
  onTestFinished(() => client.end());
  const at = world.clock();
  const open = `select * from open_plain_contracts('${at.toISOString()}', '{1,2,3,4}', array[${walletOf(trader.number, 'contract', 'USDT')}],
    array['${orderIdAt(at)}'::uuid], array[1000000000], '{1}', '{30}', '{8200}', '{true}')`;
  await client.query('begin isolation level repeatable read');
  await client.query('select max(slot) from tick');
  await tick(...flat(4), ...flat(60, 6_500_000));
  await settle();
  await expect(client.query(open)).rejects.toThrow('only under read committed');
  await client.query('rollback');
  expect((await client.query(open)).rows).toEqual([]);
  expect(await world.db.selectFrom('contract').selectAll().execute()).toEqual([]);
});

test.each(['repeatable read', 'serializable'])('no transaction under %s can write money', async (level) => {
  const site = await siteWithEverything();
  const { world, ann, wallet } = site;
  const [movement, about, receipt] = [newId(), newId(), newId()];
  await sql`insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at)
    values (${receipt}, ${ann.info.id}, 'specimen', 'receipt-trc20-60000000', repeat('y', 40), decode(repeat('00', 60), 'hex'), 'key', 1, 1, 1, sha256(''), now())`.execute(
    world.owner,
  );
  const writes: Record<string, string[]> = {
    leg: [
      `select post_legs(now(), false, array[${wallet('fund')}, ${wallet('contract')}], array[-5000000, 5000000],
         array[${wallet('contract')}, ${wallet('fund')}], array_fill('${newId()}'::uuid, array[2]), array_fill(1::smallint, array[2]))`,
    ],
    top_up_case: [
      `select start_movement(${ann.number}, '${movement}', 'recharge', 'under_review', 1::smallint, 60000000, 0, null, 'TRC20', now())`,
      `insert into review_case (id, kind, person, number, title, try_number, submitted_at)
         values ('${about}', 'top_up', '${ann.info.id}', ${ann.number}, 'A case', 1, now())`,
      `insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
         values ('${about}', '${ann.info.id}', ${ann.number}, '${movement}', 'TRC20', 'SIM-TRC20-PAPER', 1, '${receipt}')`,
    ],
  };
  Object.assign(writes, ...productAccess.map((product) => product.writes(site)));
  const { run } = await callerIn(site);
  for (const [table, statements] of Object.entries(writes)) {
    expect.soft(await run(appRole, ...statements), table).toContain(table);
    expect.soft(await run(appRole, `set transaction isolation level ${level}`, ...statements), table).toBe('refused');
  }
  // Each table refuses on its own, whatever else is written with it.
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgname = 'refuse_old_snapshot' order by 1`.execute(
    world.owner,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(writes).toSorted());
});
