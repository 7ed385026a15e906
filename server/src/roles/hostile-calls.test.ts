import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { urlFor } from '../../database/prepare.ts';
import { setMoney } from '../../test/money-settings.ts';
import { withOptions } from '../../test/options.ts';
import { clockIsTheDatabases, clockMayTurn } from '../../test/rights.ts';
import { trade } from '../../test/trade.ts';
import { withLevel } from '../../test/vip.ts';
import { offer } from '../../test/wealth.ts';
import { verified, withdraw } from '../../test/withdrawals.ts';
import { newId } from '../platform/ids.ts';

// One process of ours is compromised: it calls every function that its database role may call, with times, amounts and ids of its choice. Each
// function refuses these itself, or changes nothing. A function that is granted and not listed here fails the test.

const day = 86_400_000;
type Fixture = Awaited<ReturnType<typeof siteWithEverything>>;
/** SQL that calls a function, for a site and a moment, an amount or nothing in particular. */
type Call = (site: Fixture, value: string) => string;
type Listed = {
  /** Calls with a moment. At another moment than now they change nothing, although they would if the database believed the caller. */
  moment?: Call;
  /** The same, but also the tape keeps them to the present: only a call at the present can change anything. */
  momentOnTape?: Call;
  /** Calls with an amount. Zero, negative and huge amounts change nothing, although `fair` does. */
  amount?: Call;
  fair?: string;
  /** Amounts that are tried instead of the usual ones. */
  bad?: readonly string[];
  /** Calls with ids that belong to different users, or to none. */
  mismatch?: Call;
  /** Why there is nothing to try. */
  harmless?: 'computes' | 'reads' | 'locks' | 'writes what the role may write anyway';
};

const badAmounts = ['0', '-1', '-5000000', '4611686018427387904', '9223372036854775807', 'null::bigint'];
const [ownTransfer, correction] = [1, 4];
const house = 32769n;
const transfer = (from: bigint, to: bigint, amount: string, at = 'now()', kind = ownTransfer) =>
  `post_legs(${at}, false, array[${from}, ${to}], array[-(${amount})::bigint, ${amount}], array[${to}, ${from}],
     array_fill('${newId()}'::uuid, array[2]), array_fill(${kind}::smallint, array[2]))`;
const contract = (site: Fixture, at: string, stake: string) =>
  `open_plain_contracts(${at}, '{1,2,3,4}', array[${site.wallet('contract')}], array['${newId()}'::uuid], array[${stake}], '{1}', '{30}', '{8200}', '{true}')`;
const spot = (site: Fixture, at: string, stake: string) =>
  `open_plain_spot(${at}, '{1,2,3,4}', array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${stake}], '{1}', array[${site.spotSpread}])`;
const option = (site: Fixture, at: string, premium: string, size = '1000') =>
  `open_options(${at}, '{1,2,3,4}', array[${site.wallet('options')}], array['${newId()}'::uuid], '{1}', array[${premium}], '{60}', '{true}',
     array[${site.price}], array[${size}::bigint], array[${site.head}], array[${site.price}], '{500000}', '{1}', array[${site.optionSpread}], null)`;

/** By name, or by role and name where roles may do different things with a function. */
const listed: Record<string, Listed> = {
  accrue_products: { moment: (_, at) => `accrue_products(${at}, 10)` },
  append_to_log: { harmless: 'writes what the role may write anyway' },
  ask_vip_refund: {
    moment: ({ ann }, at) => `ask_vip_refund(${ann.number}, gen_random_uuid(), ${at})`,
    mismatch: ({ ann }) => `ask_vip_refund(${ann.number + 999n}, gen_random_uuid(), now())`,
  },
  buy_product: {
    moment: ({ ann, product }, at) => `buy_product(${ann.number}, gen_random_uuid(), ${product}, 1, 100, ${at})`,
    amount: ({ ann, product }, units) =>
      `buy_product(${ann.number}, gen_random_uuid(), ${product}, 1, ${units}, now())`,
    fair: '100',
  },
  cancel_withdrawal: {
    moment: ({ ann, withdrawal }, at) => `cancel_withdrawal(${ann.number}, '${withdrawal}', ${at})`,
    mismatch: ({ bob, withdrawal }) => `cancel_withdrawal(${bob.number}, '${withdrawal}', now())`,
  },
  end_pledge: {
    moment: ({ ann, pledge }, at) => `end_pledge(${ann.number}, '${pledge}', ${at})`,
    mismatch: ({ bob, pledge }) => `end_pledge(${bob.number}, '${pledge}', now())`,
  },
  erase_person: { moment: ({ leaver }, at) => `erase_person('${leaver.info.id}', ${at})` },
  give_good_months: { moment: (_, at) => `give_good_months(${at}, 10)` },
  give_up_day: { mismatch: ({ today }) => `give_up_day(${today}, gen_random_uuid())` },
  hold_balances: { harmless: 'locks' },
  hold_exposures: { harmless: 'locks' },
  income_of_day: { harmless: 'computes' },
  income_ref: { harmless: 'computes' },
  mail_operator: { mismatch: () => `mail_operator(gen_random_uuid(), 'A subject', 'Words')` },
  make_message_day: { harmless: 'writes what the role may write anyway' },
  make_tape_day: { harmless: 'writes what the role may write anyway' },
  note_day_end: {
    amount: (_, day) => `note_day_end(least(${day}, 2147483647)::integer)`,
    mismatch: ({ today }) => `note_day_end(${today})`,
  },
  open_contracts: {
    momentOnTape: (site, at) =>
      `open_contracts(${at}, ${site.rule}::smallint, array[${site.wallet('contract')}], array['${newId()}'::uuid], array[${site.head}], array[100000000],
         '{1}', '{30}', '{8200}', '{true}')`,
    amount: (site, stake) =>
      `open_contracts(${site.now}, ${site.rule}::smallint, array[${site.wallet('contract')}], array['${newId()}'::uuid], array[${site.head}], array[${stake}],
         '{1}', '{30}', '{8200}', '{true}')`,
    fair: '100000000',
  },
  open_options: {
    momentOnTape: (site, at) => option(site, at, '50000000'),
    amount: (site, premium) => option(site, site.now, premium),
    fair: '50000000',
    mismatch: (site) => option(site, site.now, '50000000', '-1000'),
  },
  open_plain_contracts: {
    momentOnTape: (site, at) => contract(site, at, '100000000'),
    amount: (site, stake) => contract(site, site.now, stake),
    fair: '100000000',
  },
  open_plain_spot: {
    momentOnTape: (site, at) => spot(site, at, '100000000'),
    amount: (site, stake) => spot(site, site.now, stake),
    fair: '100000000',
  },
  open_spot: {
    momentOnTape: (site, at) =>
      `open_spot(${at}, ${site.rule}::smallint, array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${site.head}], array[100000000], '{1}',
         array[${site.spotSpread}])`,
    amount: (site, stake) =>
      `open_spot(${site.now}, ${site.rule}::smallint, array[${site.wallet('spot')}], array['${newId()}'::uuid], array[${site.head}], array[${stake}], '{1}',
         array[${site.spotSpread}])`,
    fair: '100000000',
  },
  option_payout: { harmless: 'computes' },
  papers_opened: { moment: ({ ann }, at) => `papers_opened(gen_random_uuid(), '${ann.info.id}', ${at})` },
  pass_identities: { moment: (_, at) => `pass_identities(${at}, 10)` },
  pass_top_up: { moment: (_, at) => `pass_top_up(${at})` },
  pay_withdrawal: {
    // Approved by nobody.
    mismatch: ({ ann, withdrawal }) => `pay_withdrawal(${ann.number}, '${withdrawal}', now())`,
  },
  post_legs: {
    moment: ({ wallet }, at) => transfer(wallet('fund'), wallet('contract'), '5000000', at),
    amount: ({ wallet }, amount) => transfer(wallet('fund'), wallet('contract'), amount),
    fair: '5000000',
    // A negative amount is a transfer the other way.
    bad: ['0', '4611686018427387904', '9223372036854775807', 'null::bigint'],
    mismatch: ({ wallet, bob }) => transfer(wallet('fund'), wallet('fund', bob), '5000000'),
  },
  // Corrections, which two people agree on. Nobody has agreed on this one.
  'glasshouse_office post_legs': {
    mismatch: ({ wallet }) => transfer(house, wallet('fund'), '5000000', 'now()', correction),
  },
  redeem_products: { moment: (_, at) => `redeem_products(${at}, 10)` },
  return_deposits: { moment: (_, at) => `return_deposits(${at}, 10)` },
  rule_is_kept: { harmless: 'reads' },
  security_under_review: { harmless: 'reads' },
  sell_option_now: {
    momentOnTape: ({ wallet, option: id, head }, at) =>
      `sell_option_now(${at}, ${wallet('options')}, '${id}', ${head}, 500000, 1000000)`,
    amount: ({ wallet, option: id, head, now }, amount) =>
      `sell_option_now(${now}, ${wallet('options')}, '${id}', ${head}, 500000, ${amount})`,
    fair: '1000000',
    // Among them half a coin for the option on it.
    bad: [...badAmounts, '32000000000', '1000000000'],
    mismatch: ({ wallet, bob, option: id, head, now }) =>
      `sell_option_now(${now}, ${wallet('options', bob)}, '${id}', ${head}, 500000, 1000000)`,
  },
  send_to_member: {
    moment: ({ ann, bob }, at) => `send_to_member(${bob.number}, ${ann.number}, gen_random_uuid(), 1000000, ${at})`,
    amount: ({ ann, bob }, amount) =>
      `send_to_member(${bob.number}, ${ann.number}, gen_random_uuid(), ${amount}, now())`,
    fair: '1000000',
    mismatch: ({ ann }) => `send_to_member(${ann.number}, ${ann.number}, gen_random_uuid(), 1000000, now())`,
  },
  set_first_trade_password: {
    // They have one.
    mismatch: ({ ann }) => `set_first_trade_password('${ann.info.id}', 'another')`,
  },
  share_product_income: { moment: (_, at) => `share_product_income(${at}, 10)` },
  spot_received: { harmless: 'computes' },
  start_movement: {
    moment: ({ ann }, at) =>
      `start_movement(${ann.number}, gen_random_uuid(), 'recharge', 'under_review', 1::smallint, 5000000, 0, null, 'TRC20', ${at})`,
    // A movement that waits for its case moves nothing. The case is refused if the amount is beyond the limits.
    amount: ({ ann }, amount) =>
      `start_movement(${ann.number}, gen_random_uuid(), 'recharge', 'under_review', 1::smallint, ${amount}, 0, null, 'TRC20', now())`,
    fair: '5000000',
    bad: ['0', '-1', 'null::bigint'],
    mismatch: ({ ann }) =>
      `start_movement(${ann.number}, gen_random_uuid(), 'recharge', 'passed', 1::smallint, 5000000, 0, null, 'TRC20', now())`,
  },
  start_withdrawal: {
    moment: ({ ann, openCase }, at) =>
      `start_withdrawal(${ann.number}, gen_random_uuid(), '${openCase}', 1::smallint, 100000000, 1000000, 'TRC20', ${at})`,
    amount: ({ ann, openCase }, amount) =>
      `start_withdrawal(${ann.number}, gen_random_uuid(), '${openCase}', 1::smallint, ${amount}, div(${amount}::numeric * 100 + 9999, 10000)::bigint, 'TRC20', now())`,
    fair: '100000000',
    mismatch: ({ bob, openCase }) =>
      `start_withdrawal(${bob.number}, gen_random_uuid(), '${openCase}', 1::smallint, 100000000, 1000000, 'TRC20', now())`,
  },
  stop_withdrawals: { moment: (_, at) => `stop_withdrawals(${at}, 10)` },
  take_back_trade_password: {
    // Its time says since when a password may have been set, and is no moment. This one was not set by an event.
    mismatch: ({ ann }) => `take_back_trade_password('${ann.info.id}', '1990-01-01')`,
  },
  top_up_by_card: {
    moment: ({ ann }, at) => `top_up_by_card(${ann.number}, gen_random_uuid(), 'Visa', '4242', 100000000, ${at})`,
    amount: ({ ann }, amount) => `top_up_by_card(${ann.number}, gen_random_uuid(), 'Visa', '4242', ${amount}, now())`,
    fair: '100000000',
    mismatch: ({ ann }) => `top_up_by_card(${ann.number}, gen_random_uuid(), 'Visa', '1234', 100000000, now())`,
  },
  total_day: {
    amount: (_, day) => `total_day(least(${day}, 2147483647)::integer)`,
    mismatch: ({ today }) => `total_day(${today})`,
  },
  upgrade_vip: {
    moment: ({ bob }, at) => `upgrade_vip(${bob.number}, gen_random_uuid(), 2::smallint, 500000000, ${at})`,
    amount: ({ bob }, deposit) => `upgrade_vip(${bob.number}, gen_random_uuid(), 2::smallint, ${deposit}, now())`,
    fair: '500000000',
  },
  walk_movement: {
    moment: ({ bob, rejected }, at) => `walk_movement(${bob.number}, '${rejected}', 'under_review', ${at}, null)`,
    mismatch: ({ ann, rejected }) => `walk_movement(${ann.number}, '${rejected}', 'under_review', now(), null)`,
  },
  'glasshouse_office walk_movement': {
    moment: ({ ann, withdrawal }, at) => `walk_movement(${ann.number}, '${withdrawal}', 'frozen', ${at}, 'A reason')`,
    mismatch: ({ bob, withdrawal }) => `walk_movement(${bob.number}, '${withdrawal}', 'frozen', now(), 'A reason')`,
  },
  why_not_given_up: { harmless: 'reads' },
};

/** A site on which every function above has something to do: now, or once a deadline has passed. */
async function siteWithEverything() {
  const traded = await withOptions(await trade({ now: new Date(), books: 'drift' }));
  const { world, trader: ann, slot, quote, buy } = traded;
  const own = (text: string) => sql.raw<Record<string, never>>(text).execute(world.owner);
  const today = Math.floor(Date.now() / day);
  const [bob, leaver, frozen] = [await world.person(), await world.person(), await world.person()];
  for (const wallet of ['fund', 'spot', 'financial'] as const) await world.give(ann, wallet, 'USDT', 10_000_000_000n);
  await verified(world, ann);
  await verified(world, bob);
  await verified(world, frozen);

  const trust = await offer(world, { kind: 'trust', unit: 1_000_000n, rateBp: 750, days: 30 });
  const staking = await offer(world, { kind: 'pledge', unit: 10_000n, ratePpb: 139_726, seconds: 3600 });
  const pledge = newId();
  await own(`select buy_product(${ann.number}, '${newId()}', ${trust.product}, 1, 100, now())`);
  await own(`select buy_product(${ann.number}, '${pledge}', ${staking.product}, 1, 100, now())`);
  await withLevel(ann, 2);
  await withLevel(bob, 1);
  await own(`select note_day_end(${today - 1})`);
  await own(`update person set leaves_at = now() + interval '3 days' where number = ${leaver.number}`);
  await own(
    `update person set security_change = 'password_changed', security_changed_at = now() where number = ${bob.number}`,
  );
  await own(
    `insert into account_event (id, person, at, kind, reason) values (gen_random_uuid(), '${bob.info.id}', now(), 'frozen', 'A reason')`,
  );
  // Income without a posting: the books of this site do not add up.
  await own(`update person set invited_by = '${ann.info.id}' where number = ${bob.number}`);
  await own(
    `insert into income (owner, source, currency, day, amount) values (${bob.number}, 'product', 1, current_date - 3, 1000000000)`,
  );

  // Cases that the clock passes after a while.
  await own(`insert into site_config (title, single_min, single_max, day_max, invitation_required, identity_minutes, top_up_minutes)
    select title, single_min, single_max, day_max, invitation_required, 60, 60 from site_config order by version desc limit 1`);
  const newCase = async (kind: string, person: typeof ann) => {
    const id = newId();
    await own(`insert into review_case (id, kind, person, number, title, try_number, submitted_at)
      values ('${id}', '${kind}', '${person.info.id}', ${person.number}, 'A case', 1, now())`);
    return id;
  };
  const [announced, receipt] = [newId(), newId()];
  await own(
    `select start_movement(${ann.number}, '${announced}', 'recharge', 'under_review', 1::smallint, 50000000, 0, null, 'TRC20', now())`,
  );
  await own(`insert into file (id, person, purpose, part, name, wrapped_key, key_id, bytes, width, height, sha256, created_at)
    values ('${receipt}', '${ann.info.id}', 'specimen', 'receipt-trc20-50000000', repeat('x', 40), decode(repeat('00', 60), 'hex'), 'key', 1, 1, 1,
      sha256(''), now())`);
  await own(`insert into top_up_case (id, person, owner, movement, network, address, attempt, receipt)
    values ('${await newCase('top_up', ann)}', '${ann.info.id}', ${ann.number}, '${announced}', 'TRC20', 'SIM-TRC20-PAPER', 1, '${receipt}')`);
  await own(
    `insert into identity_case (id, person, document) values ('${await newCase('identity', leaver)}', '${leaver.info.id}', 'id')`,
  );
  const rejected = newId();
  await own(
    `select start_movement(${bob.number}, '${rejected}', 'recharge', 'under_review', 1::smallint, 5000000, 0, null, 'TRC20', now())`,
  );
  await own(`update movement set state = 'rejected' where id = '${rejected}'`);
  const asked = await withdraw(ann, '100');
  if (asked.code !== 200) throw new Error(`could not withdraw: ${JSON.stringify(asked)}`);
  const stopped = await withdraw(frozen, '100');
  const operator = newId();
  await own(`insert into operator (id, name, email, role, created_at)
    values ('${operator}', 'An operator', 'operator@glasshouse.example', 'reviewer', now())`);
  await own(`update review_case set decision = 'approve', decided_at = now(), decided_by = '${operator}', decided_by_name = 'An operator'
    where id = (select case_id from withdrawal where id = '${stopped.id}')`);
  await own(`update person set status = 'abnormal' where number = ${frozen.number}`);

  const { order } = await buy((await quote()).call);
  const now = `'${world.clock().toISOString()}'::timestamptz`;
  const { rows } = await sql<{ price: bigint; rule: number; spot: number; option: number }>`
    select (select price from tick where symbol = 1 and slot = ${slot()}) as price, (terms_at(now())).rule as rule,
      (money_at(now())).spot_spread_bp as spot, (money_at(now())).option_spread_bp as option`.execute(world.owner);
  const { price, rule, spot: spotSpread, option: optionSpread } = rows[0]!;
  const wallets = { fund: 1025n, spot: 3073n, contract: 4097n, options: 5121n };
  return {
    ...{ world, ann, bob, leaver, pledge, rejected, rule, price, spotSpread, optionSpread, now },
    ...{ product: staking.product, withdrawal: asked.id, openCase: await newCase('withdrawal', ann), option: order.id },
    head: slot(),
    today,
    wallet: (name: keyof typeof wallets, whose: { number: bigint } = ann) => (whose.number << 16n) + wallets[name],
  };
}

/** The tables that a call changed; `refused` if it failed. */
type Outcome = string[] | 'refused';

// Syntax errors, unknown names, wrong types: a call that is refused for one of these tried nothing.
const mistakes = /^(42(?!501)|22P02|22007)/;

/** Runs statements as a role, and undoes what came of them. */
async function callerIn({ world }: Fixture) {
  const client = new pg.Client(urlFor(world.database, 'postgres'));
  await client.connect();
  onTestFinished(() => client.end());
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(row::text, ',' order by row::text)) as hash from "${name}" as row`,
  );
  const state = async () => {
    const { rows } = await client.query<{ name: string; hash: string }>(hashes.join(' union all '));
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  };
  const before = await state();
  const run = async (role: string, ...statements: string[]): Promise<Outcome> => {
    await client.query('begin');
    try {
      await client.query(`set local session authorization ${role}`);
      for (const statement of statements) await client.query(statement);
      await client.query('set constraints all immediate');
      await client.query('reset session authorization');
      const after = await state();
      return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
    } catch (error) {
      if (mistakes.test((error as { code: string }).code)) throw error;
      return 'refused';
    } finally {
      await client.query('rollback');
    }
  };
  return { run, call: (role: string, call: string) => run(role, `select * from ${call}`) };
}

const listingOf = (role: string, name: string): Listed => listed[`${role} ${name}`] ?? listed[name]!;

type Granted = { role: string; name: string; takesTime: boolean; volatility: 'i' | 's' | 'v' };
const granted = async ({ world }: Fixture): Promise<Granted[]> => {
  const { rows } = await sql<Granted>`
    select grantee::regrole::text as role, proname as name, 'timestamptz'::regtype = any (proargtypes) as "takesTime", provolatile as volatility
    from pg_proc cross join lateral aclexplode(proacl) where pronamespace = 'public'::regnamespace and privilege_type = 'EXECUTE'
      and grantee <> proowner order by 1, 2`.execute(world.owner);
  return rows;
};

const otherTimes = () => [
  `'1990-01-01'::timestamptz`,
  `'2090-01-01'::timestamptz`,
  `'${new Date(Date.now() - day).toISOString()}'::timestamptz`,
  `'${new Date(Date.now() + day).toISOString()}'::timestamptz`,
];
const never = [`'infinity'::timestamptz`, `'-infinity'::timestamptz`, 'null::timestamptz'];
const changes = (outcome: Outcome) => outcome !== 'refused' && outcome.length > 0;

test('every granted function is listed, and what takes a time is tried with others', async () => {
  const site = await siteWithEverything();
  const functions = await granted(site);
  const names = Object.keys(listed).filter((name) => !name.includes(' '));
  expect([...new Set(functions.map(({ name }) => name))].toSorted()).toEqual(names.toSorted());
  const untried = functions.filter(({ role, name, takesTime, volatility }) => {
    const { moment, momentOnTape, mismatch } = listingOf(role, name);
    return takesTime && volatility === 'v' && !moment && !momentOnTape && !mismatch;
  });
  expect(untried).toEqual([]);
});

test('no granted function acts at another time than now', async () => {
  const site = await siteWithEverything();
  const { call } = await callerIn(site);
  const tried = (await granted(site)).flatMap(({ role, name }) => {
    const { moment, momentOnTape } = listingOf(role, name);
    return moment
      ? [{ role, name, at: moment }]
      : momentOnTape
        ? [{ role, name, at: momentOnTape, isOnTape: true }]
        : [];
  });
  // Without the check each of them would act at one of these times; those that the tape keeps to the present act now.
  for (const { role, name, at, isOnTape } of tried as ((typeof tried)[number] & { isOnTape?: boolean })[]) {
    const times = isOnTape ? [site.now] : otherTimes();
    const outcomes: Outcome[] = [];
    for (const time of times) outcomes.push(await call(role, at(site, time)));
    expect.soft(outcomes.some(changes), `${role} ${name}: ${JSON.stringify(outcomes)}`).toBe(true);
  }
  await sql.raw(clockIsTheDatabases).execute(site.world.owner);
  // A connection remembers what the database believed when it was opened.
  const { call: callNow } = await callerIn(site);
  for (const { role, name, at } of tried)
    for (const time of [...otherTimes(), ...never]) {
      const outcome = await callNow(role, at(site, time));
      expect.soft(changes(outcome), `${role} ${name} at ${time}: ${outcome}`).toBe(false);
    }
  await sql.raw(clockMayTurn).execute(site.world.owner);
});

test('no granted function takes an amount of zero, below zero or beyond all limits', async () => {
  const site = await siteWithEverything();
  const { call } = await callerIn(site);
  for (const { role, name } of await granted(site)) {
    const listing = listingOf(role, name);
    const { amount, fair } = listing;
    if (!amount) continue;
    if (fair) {
      const outcome = await call(role, amount(site, fair));
      expect.soft(changes(outcome), `${role} ${name} of ${fair}: ${outcome}`).toBe(true);
    }
    for (const bad of listing.bad ?? badAmounts) {
      const outcome = await call(role, amount(site, bad));
      expect.soft(changes(outcome), `${role} ${name} of ${bad}: ${outcome}`).toBe(false);
    }
  }
});

test('no granted function takes ids of different users, or of nothing, together', async () => {
  const site = await siteWithEverything();
  const { call } = await callerIn(site);
  for (const { role, name } of await granted(site)) {
    const { mismatch } = listingOf(role, name);
    if (!mismatch) continue;
    const outcome = await call(role, mismatch(site, ''));
    expect.soft(changes(outcome), `${role} ${name}: ${outcome}`).toBe(false);
  }
});

/** What a process may write without a function. Each statement cheats a rule, and would work if the rule were the application's alone. */
const directly: Record<string, (site: Fixture) => string[]> = {
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
  const [usdt, cny] = [house, house + 1n];
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
