import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/database/ids.ts';
import { productAccess, type TriedFunction } from '../../test/access.ts';
import { callerIn, type Outcome } from '../../test/database-caller.ts';
import { clockIsTheDatabases, clockMayTurn } from '../../test/rights.ts';
import { type Site, siteWithEverything } from '../../test/site-with-everything.ts';

// A process of ours is compromised: it calls every function that its database role may call, with arbitrary times,
// amounts and ids. Each function refuses these itself, or changes nothing. A granted function that is not listed here
// fails the test.

const day = 86_400_000;
const badAmounts = ['0', '-1', '-5000000', '4611686018427387904', '9223372036854775807', 'null::bigint'];
const [ownTransfer, correction] = [1, 4];
const house = 32769n; // the house account in USDT
const transfer = (from: bigint, to: bigint, amount: string, at = 'now()', kind = ownTransfer) =>
  `post_legs(${at}, false, array[${from}, ${to}], array[-(${amount})::bigint, ${amount}], array[${to}, ${from}],
     array_fill('${newId()}'::uuid, array[2]), array_fill(${kind}::smallint, array[2]))`;

const withdrawTo = ({ number, openCase, saved }: Site['carol'], amount: string, at = 'now()') =>
  `start_withdrawal_to(${number}, gen_random_uuid(), '${openCase}', 1::smallint, ${amount}, div(${amount}::numeric * 100 + 9999, 10000)::bigint, 'TRC20',
     ${at}, '${saved}')`;

/** By name, or by role and name where roles may do different things with a function. */
const listed: Record<string, TriedFunction> = {
  ...Object.assign({}, ...productAccess.map(({ functions }) => functions)),
  accrue_products: { moment: (_, at) => `accrue_products(${at}, 10)` },
  append_to_log: { harmless: 'writes what the role may write anyway' },
  ask_vip_refund: {
    moment: ({ ann }, at) => `ask_vip_refund(${ann.number}, gen_random_uuid(), ${at})`,
    mismatch: ({ ann }) => `ask_vip_refund(${ann.number + 999n}, gen_random_uuid(), now())`,
  },
  balances_after: { harmless: 'reads' },
  buy_product: {
    moment: ({ ann, product }, at) => `buy_product(${ann.number}, gen_random_uuid(), ${product}, 1, 100, ${at})`,
    amount: ({ ann, product }, units) =>
      `buy_product(${ann.number}, gen_random_uuid(), ${product}, 1, ${units}, now())`,
    fair: '100',
  },
  buy_product_with: {
    moment: ({ ann, product }, at) =>
      `buy_product_with(${ann.number}, gen_random_uuid(), ${product}, 1, 100, ${at}, true)`,
    amount: ({ ann, product }, units) =>
      `buy_product_with(${ann.number}, gen_random_uuid(), ${product}, 1, ${units}, now(), true)`,
    fair: '100',
  },
  cancel_withdrawal: {
    moment: ({ ann, withdrawal }, at) => `cancel_withdrawal(${ann.number}, '${withdrawal}', ${at})`,
    mismatch: ({ bob, withdrawal }) => `cancel_withdrawal(${bob.number}, '${withdrawal}', now())`,
  },
  clock_may_pay: { harmless: 'reads' },
  clock_may_pay_user: { harmless: 'reads' },
  clock_seconds: { harmless: 'reads' },
  correction_fits: { harmless: 'computes' },
  end_pledge: {
    moment: ({ ann, pledge }, at) => `end_pledge(${ann.number}, '${pledge}', ${at})`,
    mismatch: ({ bob, pledge }) => `end_pledge(${bob.number}, '${pledge}', now())`,
  },
  erase_person: { moment: ({ leaver }, at) => `erase_person('${leaver.info.id}', ${at})` },
  give_good_months: { moment: (_, at) => `give_good_months(${at}, 10)` },
  give_up_day: { mismatch: ({ today }) => `give_up_day(${today}, gen_random_uuid())` },
  hold_balances: { harmless: 'locks' },
  income_of_day: { harmless: 'computes' },
  income_ref: { harmless: 'computes' },
  mail_operator: { mismatch: () => `mail_operator(gen_random_uuid(), 'A subject', 'Words')` },
  make_message_day: { harmless: 'writes what the role may write anyway' },
  make_tape_day: { harmless: 'writes what the role may write anyway' },
  note_day_end: {
    amount: (_, day) => `note_day_end(least(${day}, 2147483647)::integer)`,
    mismatch: ({ today }) => `note_day_end(${today})`,
  },
  operators_on_duty: { harmless: 'reads' },
  papers_opened: { moment: ({ ann }, at) => `papers_opened(gen_random_uuid(), '${ann.info.id}', ${at})` },
  pass_identities: { moment: (_, at) => `pass_identities(${at}, 10)` },
  pass_top_up: { moment: (_, at) => `pass_top_up(${at})` },
  pass_withdrawal: { moment: (_, at) => `pass_withdrawal(${at})` },
  pay_withdrawal: {
    // This withdrawal has not been approved.
    mismatch: ({ ann, withdrawal }) => `pay_withdrawal(${ann.number}, '${withdrawal}', now())`,
  },
  people_decide: { harmless: 'reads' },
  post_legs: {
    moment: ({ wallet }, at) => transfer(wallet('fund'), wallet('contract'), '5000000', at),
    amount: ({ wallet }, amount) => transfer(wallet('fund'), wallet('contract'), amount),
    fair: '5000000',
    // A negative amount would be a transfer in the other direction.
    bad: ['0', '4611686018427387904', '9223372036854775807', 'null::bigint'],
    mismatch: ({ wallet, bob }) => transfer(wallet('fund'), wallet('fund', bob), '5000000'),
  },
  // A correction needs two-person approval, which this one doesn't have.
  'glasshouse_office post_legs': {
    mismatch: ({ wallet }) => transfer(house, wallet('fund'), '5000000', 'now()', correction),
  },
  redeem_products: { moment: (_, at) => `redeem_products(${at}, 10)` },
  return_deposits: { moment: (_, at) => `return_deposits(${at}, 10)` },
  reviewer_on_duty: { harmless: 'reads' },
  rule_is_kept: { harmless: 'reads' },
  security_timeline: { harmless: 'reads' },
  security_for_reviewers: { harmless: 'reads' },
  security_under_review: { harmless: 'reads' },
  send_to_member: {
    moment: ({ ann, bob }, at) => `send_to_member(${bob.number}, ${ann.number}, gen_random_uuid(), 1000000, ${at})`,
    amount: ({ ann, bob }, amount) =>
      `send_to_member(${bob.number}, ${ann.number}, gen_random_uuid(), ${amount}, now())`,
    fair: '1000000',
    mismatch: ({ ann }) => `send_to_member(${ann.number}, ${ann.number}, gen_random_uuid(), 1000000, now())`,
  },
  set_first_trade_password: {
    // They have one already.
    mismatch: ({ ann }) => `set_first_trade_password('${ann.info.id}', 'another')`,
  },
  set_saved_payees_only: {
    moment: ({ ann }, at) => `set_saved_payees_only('${ann.info.id}', true, ${at})`,
    mismatch: () => `set_saved_payees_only(gen_random_uuid(), true, now())`,
  },
  share_product_income: { moment: (_, at) => `share_product_income(${at}, 10)` },
  start_movement: {
    moment: ({ ann }, at) =>
      `start_movement(${ann.number}, gen_random_uuid(), 'recharge', 'under_review', 1::smallint, 5000000, 0, null, 'TRC20', ${at})`,
    // A movement that waits for its case moves no money. The case is refused if the amount exceeds the limits.
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
  // For Carol, who withdraws to saved payees only and has a usable one.
  start_withdrawal_to: {
    moment: ({ carol }, at) => withdrawTo(carol, '100000000', at),
    amount: ({ carol }, amount) => withdrawTo(carol, amount),
    fair: '100000000',
    mismatch: ({ carol, ann }) => withdrawTo({ ...carol, saved: ann.info.id }, '100000000'),
  },
  stop_withdrawals: { moment: (_, at) => `stop_withdrawals(${at}, 10)` },
  take_back_trade_password: {
    // Its argument is not the present time but since when a password may have been set. No event has set this one.
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

const listingOf = (role: string, name: string): TriedFunction => listed[`${role} ${name}`] ?? listed[name]!;

type Granted = { role: string; name: string; takesTime: boolean; volatility: 'i' | 's' | 'v' };
const granted = async ({ world }: Site): Promise<Granted[]> => {
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

test('every granted function is listed, and those that take a time are tested with other times', async () => {
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
  // Without the check each of them would act at one of these times; those that the tape limits to the present act now.
  for (const { role, name, at, isOnTape } of tried as ((typeof tried)[number] & { isOnTape?: boolean })[]) {
    const times = isOnTape ? [site.now] : otherTimes();
    const outcomes: Outcome[] = [];
    for (const time of times) outcomes.push(await call(role, at(site, time)));
    expect.soft(outcomes.some(changes), `${role} ${name}: ${JSON.stringify(outcomes)}`).toBe(true);
  }
  await sql.raw(clockIsTheDatabases).execute(site.world.owner);
  // A connection caches the time that the database believed when it was opened.
  const { call: callNow } = await callerIn(site);
  for (const { role, name, at } of tried)
    for (const time of [...otherTimes(), ...never]) {
      const outcome = await callNow(role, at(site, time));
      expect.soft(changes(outcome), `${role} ${name} at ${time}: ${outcome}`).toBe(false);
    }
  await sql.raw(clockMayTurn).execute(site.world.owner);
});

test('no granted function accepts zero, negative or excessive amounts', async () => {
  const site = await siteWithEverything();
  const { call } = await callerIn(site);
  for (const { role, name } of await granted(site)) {
    const { amount, fair, bad = badAmounts, alsoBad = [] } = listingOf(role, name);
    if (!amount) continue;
    if (fair) {
      const outcome = await call(role, amount(site, fair));
      expect.soft(changes(outcome), `${role} ${name} of ${fair}: ${outcome}`).toBe(true);
    }
    for (const wrong of [...bad, ...alsoBad]) {
      const outcome = await call(role, amount(site, wrong));
      expect.soft(changes(outcome), `${role} ${name} of ${wrong}: ${outcome}`).toBe(false);
    }
  }
});

test('no granted function accepts a combination of ids of different users or of missing records', async () => {
  const site = await siteWithEverything();
  const { call } = await callerIn(site);
  for (const { role, name } of await granted(site)) {
    const { mismatch } = listingOf(role, name);
    if (!mismatch) continue;
    const outcome = await call(role, mismatch(site, ''));
    expect.soft(changes(outcome), `${role} ${name}: ${outcome}`).toBe(false);
  }
});
