import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { callerIn } from '../../test/database-caller.ts';
import { setMoney } from '../../test/money-settings.ts';
import { clockIsTheDatabases, clockMayTurn } from '../../test/rights.ts';
import { type Site, siteWithEverything } from '../../test/site-with-everything.ts';
import { newId } from '../platform/ids.ts';

// One process of ours is compromised: it writes to the tables that its database role may write to, at times of its choice.

/** What a process may write without a function. Each statement cheats a rule, and would work if the rule were the application's alone. */
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

test('no direct write cheats a rule about time', async () => {
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

test('a rate is exchanged at while it is in force by the database’s clock', async () => {
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
