import { dayOf } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { planDay } from '#evidence/market/days.ts';
import { type Db, openPool } from '#platform/database/db.ts';
import {
  adminUrl,
  appRole,
  feedRole,
  healthRole,
  inDatabase,
  logRole,
  officeRole,
  ownerRole,
  pushRole,
  settleRole,
  urlFor,
} from '../../database/prepare.ts';
import { productAccess } from '../../test/access.ts';
import { plannerOf, planOldDay } from '../../test/own-prices.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';

// Every grant of each database role. A grant that is not listed here fails the test, so that it gets reviewed. The most
// important rules: only the feed adds to the tape, only the settler writes results, and only the log's writer adds to
// the public log, and only submitted entries. The application does none of these, and no role changes any of them. No
// role writes a balance or a leg except by the functions that keep the two consistent.
const allowed: Record<string, Record<string, string>> = {
  glasshouse_app: {
    beacon_chain: 'select',
    beacon_round: 'select',
    account: 'select',
    account_event: 'select (at id kind person reason)',
    announcement: 'select',
    appeal: 'insert select',
    books_alarm: 'delete insert select',
    candle_hour: 'select',
    candle_minute: 'select',
    coin_unit: 'select',
    copy_part: 'insert select',
    correction: 'select',
    credit_event: 'select',
    day_end: 'select',
    day_total: 'select',
    favourite: 'delete insert select',
    'ask_vip_refund(bigint,uuid,timestamp with time zone)': 'execute',
    'balances_after(bigint[],bigint[])': 'execute',
    'erase_person(uuid,timestamp with time zone)': 'execute',
    file: 'delete insert select, update (expires_at key_id wrapped_key)',
    'give_good_months(timestamp with time zone,integer)': 'execute',
    'hold_balances(bigint[],bigint[],bigint[])': 'execute',
    invitation_income: 'select',
    identity_case:
      'select, insert (back document front id key_id person sealed wrapped_key), update (erase_at key_id sealed wrapped_key)',
    income: 'select',
    known_browser: 'delete insert select update',
    leg: 'select',
    lock_link: 'delete insert select',
    mail_phrase: 'delete insert select, update (phrase)',
    log_checkpoint: 'select',
    log_cosignature: 'select',
    log_entry: 'select',
    log_key: 'select',
    log_leaf: 'select',
    log_node: 'select',
    log_orders: 'select',
    log_sale: 'select',
    maintenance: 'select',
    'note_day_end(integer)': 'execute',
    market_window: 'select',
    membership: 'select',
    money_config: 'select',
    movement: 'select',
    movement_arrow: 'select',
    movement_step: 'select',
    'clock_may_pay(bigint,uuid,timestamp with time zone)': 'execute',
    'clock_may_pay_user(uuid,timestamp with time zone,timestamp with time zone)': 'execute',
    'people_decide(uuid,text,timestamp with time zone)': 'execute',
    'clock_seconds(text,timestamp with time zone)': 'execute',
    'reviewer_on_duty(text,timestamp with time zone)': 'execute',
    'pass_top_up(timestamp with time zone)': 'execute',
    'pass_withdrawal(timestamp with time zone)': 'execute',
    'pass_identities(timestamp with time zone,integer)': 'execute',
    passkey_challenge: 'delete insert select',
    person:
      'insert select, update (email language leaves_at locked_at logged_in_again_at password_hash phone security_change security_changed_at)',
    person_authenticator: 'delete insert select update',
    person_number: 'usage',
    person_passkey: 'delete insert select, update (counter used_at)',
    person_recovery: 'delete insert select',
    personal_copy: 'delete insert select update',
    'post_legs(timestamp with time zone,boolean,bigint[],bigint[],bigint[],uuid[],smallint[])': 'execute',
    posting_block: 'select',
    posting_kind: 'select',
    proof: 'insert select update',
    proof_mark: 'select update',
    received: 'select',
    'return_deposits(timestamp with time zone,integer)': 'execute',
    'rule_is_kept(smallint)': 'execute',
    review_case:
      'insert (id kind number person submitted_at title try_number), select (automatic decided_at decision id kind person reason submitted_at try_number)',
    security_event: 'insert select, update (at times)',
    'send_to_member(bigint,bigint,uuid,bigint,timestamp with time zone)': 'execute',
    session: 'delete insert select, update (expires_at seen_at)',
    'set_first_trade_password(uuid,text)': 'execute',
    settlement: 'select',
    share: 'delete insert select, update (named)',
    'share_product_income(timestamp with time zone,integer)': 'execute',
    site_config: 'select',
    site_figures: 'insert select update',
    staff_note: 'select (at id person text)',
    'start_movement(bigint,uuid,text,text,smallint,bigint,bigint,bigint,text,timestamp with time zone)': 'execute',
    slip_key: 'insert select',
    sms_outbox: 'delete insert select',
    support_contact: 'select',
    'take_back_trade_password(uuid,timestamp with time zone)': 'execute',
    tape_anchor: 'select',
    tape_checkpoint: 'select',
    tape_day: 'select',
    tape_gap: 'select',
    tape_key: 'select',
    tape_late: 'select',
    tape_message: 'select',
    tape_opening: 'select',
    tape_revealed: 'select',
    tape_run: 'select',
    tape_source: 'select',
    throttle: 'delete insert select update',
    tick: 'select',
    'top_up_by_card(bigint,uuid,text,text,bigint,timestamp with time zone)': 'execute',
    'total_day(integer)': 'execute',
    top_up_case: 'select, insert (address attempt id movement network owner person receipt)',
    verification_code: 'delete insert select update',
    'walk_movement(bigint,uuid,text,timestamp with time zone,text)': 'execute',
    'cancel_withdrawal(bigint,uuid,timestamp with time zone)': 'execute',
    'pay_withdrawal(bigint,uuid,timestamp with time zone)': 'execute',
    'start_withdrawal(bigint,uuid,uuid,smallint,bigint,bigint,text,timestamp with time zone)': 'execute',
    'start_withdrawal_to(bigint,uuid,uuid,smallint,bigint,bigint,text,timestamp with time zone,uuid)': 'execute',
    'stop_withdrawals(timestamp with time zone,integer)': 'execute',
    payee: 'delete insert select, update (added_at key_id mark wrapped_key)',
    saved_payees_only: 'select',
    'set_saved_payees_only(uuid,boolean,timestamp with time zone)': 'execute',
    withdrawal:
      'select, insert (case_id id key_id owner payee_hash person sealed wrapped_key), update (key_id payee_hash wrapped_key)',
    withdrawal_count: 'select',
    withdrawal_day: 'select',
    withdrawn_change: 'select',
    transfer_setting: 'insert select update',
    'upgrade_vip(bigint,uuid,smallint,bigint,timestamp with time zone)': 'execute',
    vip_rule: 'select',
    'accrue_products(timestamp with time zone,integer)': 'execute',
    'buy_product(bigint,uuid,integer,integer,bigint,timestamp with time zone)': 'execute',
    'buy_product_with(bigint,uuid,integer,integer,bigint,timestamp with time zone,boolean)': 'execute',
    'end_pledge(bigint,uuid,timestamp with time zone)': 'execute',
    holding: 'select',
    'income_of_day(text,bigint,bigint,integer,bigint,integer)': 'execute',
    'income_ref(bigint,date)': 'execute',
    product: 'select',
    product_day: 'select',
    product_left: 'delete select',
    product_outlook: 'delete insert select update',
    product_taken: 'select',
    product_version: 'select',
    'redeem_products(timestamp with time zone,integer)': 'execute',
  },
  glasshouse_feed: {
    candle_hour: 'insert select',
    candle_minute: 'insert select',
    beacon_chain: 'insert select',
    beacon_round: 'insert select',
    'make_message_day(integer)': 'execute',
    'make_tape_day(integer)': 'execute',
    market_window: 'insert select update',
    tape_checkpoint: 'insert select',
    tape_clock: 'insert select update',
    tape_stuck: 'insert select update',
    tape_day: 'insert select',
    tape_gap: 'insert select',
    tape_given_up: 'select',
    tape_key: 'insert select',
    tape_late: 'insert select',
    tape_message: 'insert select',
    tape_opening: 'insert select',
    tape_plan: 'insert select',
    tape_revealed: 'insert select',
    tape_run: 'insert select',
    tape_source: 'insert select',
    tick: 'insert select',
  },
  glasshouse_log: {
    'append_to_log(integer)': 'execute',
    log_checkpoint: 'insert select',
    log_cosignature: 'insert select',
    log_key: 'insert select',
    log_leaf: 'select (hash place)',
    log_node: 'insert select',
  },
  glasshouse_office: {
    account: 'select',
    account_event: 'insert select',
    announcement: 'insert select update',
    appeal: 'select',
    approval:
      'select, insert (action after asked_at asked_by asked_by_name before expires_at id input reason subject), update (answer decided_at decided_by decided_by_name decision)',
    audit_entry: 'insert select',
    'balances_after(bigint[],bigint[])': 'execute',
    books_alarm: 'select',
    correction: 'insert select',
    'correction_fits(text,numeric)': 'execute',
    credit_event: 'select',
    file: 'select, update (expires_at)',
    'give_up_day(integer,uuid)': 'execute',
    'hold_balances(bigint[],bigint[],bigint[])': 'execute',
    identity_case: 'select, update (erase_at)',
    known_browser: 'delete insert select update',
    leg: 'select',
    maintenance: 'insert select, update (cancelled_at ends_at)',
    market_window: 'select',
    membership: 'select',
    money_config: 'insert select',
    movement: 'select',
    movement_step: 'select',
    'mail_operator(uuid,text,text)': 'execute',
    operator:
      'select, insert (created_at email id name role), update (password_hash role second_until status totp_secret totp_step)',
    operator_passkey: 'delete insert select, update (counter used_at)',
    operator_recovery: 'delete insert select',
    operator_session: 'delete insert select, update (challenge factor_at new_secret seen_at)',
    operator_setup: 'delete insert select update',
    income: 'select',
    invitation_income: 'select',
    'papers_opened(uuid,uuid,timestamp with time zone)': 'execute',
    person:
      'select (country credit_score deleted_at email id identity invitation_code invited_by language leaves_at number phone registered_at status username vip_level), update (status)',
    'post_legs(timestamp with time zone,boolean,bigint[],bigint[],bigint[],uuid[],smallint[])': 'execute',
    posting_block: 'select',
    proof: 'select',
    proof_mark: 'select',
    received: 'select',
    review_case:
      'select, update (claimed_by claimed_by_name claimed_until decided_at decided_by decided_by_name decision reason)',
    session: 'select (expires_at id person)',
    settlement: 'select',
    site_config: 'insert select',
    site_figures: 'select',
    staff_note: 'insert select',
    support_contact: 'delete insert select update',
    'clock_seconds(text,timestamp with time zone)': 'execute',
    'operators_on_duty(text[],timestamp with time zone)': 'execute',
    beacon_chain: 'select',
    beacon_round: 'select',
    tape_anchor: 'select',
    tape_checkpoint: 'select',
    tape_clock: 'select',
    tape_stuck: 'select',
    tape_day: 'select',
    tape_gap: 'select',
    tape_key: 'select',
    tape_opening: 'select',
    tape_revealed: 'select',
    tape_run: 'select',
    tape_source: 'select',
    throttle: 'delete insert select update',
    tick: 'select',
    top_up_case: 'select, update (first_at first_by first_by_name)',
    'security_timeline(uuid,timestamp with time zone,uuid,integer)': 'execute',
    'security_for_reviewers(uuid,timestamp with time zone)': 'execute',
    'security_under_review(uuid,timestamp with time zone)': 'execute',
    'walk_movement(bigint,uuid,text,timestamp with time zone,text)': 'execute',
    withdrawal: 'select, update (first_at first_by first_by_name)',
    withdrawal_count: 'select',
    withdrawal_day: 'select',
    vip_rule: 'select',
    'why_not_given_up(integer)': 'execute',
    withdrawn_change: 'insert select',
    holding: 'select',
    product: 'delete select, insert (kind made_at)',
    product_day: 'select',
    product_taken: 'select',
    product_version: 'delete insert select update',
  },
  glasshouse_push: {
    candle_hour: 'select',
    candle_minute: 'select',
    market_window: 'select',
    person: 'select (id number status)',
    session: 'select (expires_at id person seen_at token_hash)',
    tape_run: 'select',
    tape_source: 'select',
    tick: 'select',
  },
  glasshouse_settle: {
    coin_unit: 'select',
    settlement: 'select update',
    tape_checkpoint: 'select',
    tape_gap: 'select',
    tick: 'select',
  },
  public: { 'schema public': 'usage' },
};

/** The same with the grants that products name in server/test/access/. */
const allowedWithProducts = Object.fromEntries(
  Object.entries(allowed).map(([role, own]) => [
    role,
    Object.assign({}, own, ...productAccess.map(({ grants }) => grants[role])),
  ]),
);

type Grant = { role: string; object: string; privileges: string };
/** All grants to these roles or to all roles, columns separately. The owner's own privileges are not grants. */
const grants = async (db: Db, schema: string): Promise<Grant[]> => {
  const { rows } = await sql<Grant>`
    with role (oid, name) as (
      select oid, rolname::text from pg_roles where rolname like 'glasshouse%' union all select 0, 'public'
    ), place as (
      select c.oid, n.nspname as schema, c.relname::text as name, c.relacl as acl
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
    ), given (object, part, acl) as (
      select name, '', aclexplode(acl) from place where schema = ${schema}
      union all
      select name, attname::text, aclexplode(attacl) from place join pg_attribute on attrelid = place.oid where schema = ${schema}
      union all
      select p.oid::regprocedure::text, '', aclexplode(proacl) from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname = ${schema}
      union all
      select 'schema ' || nspname, '', aclexplode(nspacl) from pg_namespace where nspname = ${schema}
      union all
      select 'database', '', aclexplode(datacl) from pg_database where datname = current_database()
      union all
      select 'default ' || defaclobjtype::text, '', aclexplode(defaclacl) from pg_default_acl
    ), listed as (
      select role.name as role, object, lower((acl).privilege_type) as privilege,
        string_agg(part, ' ' order by part) filter (where part <> '') as parts
      from given join role on role.oid = (acl).grantee where role.name <> 'glasshouse_owner' group by 1, 2, 3
    )
    select role, object, concat_ws(', ', string_agg(privilege, ' ' order by privilege) filter (where parts is null),
      string_agg(privilege || ' (' || parts || ')', ', ' order by privilege) filter (where parts is not null)) as privileges
    from listed group by 1, 2 order by 1, 2`.execute(db);
  return rows;
};

test('the grants of every role are exactly those listed here', async () => {
  const world = await newWorld();
  const found: typeof allowed = {};
  for (const { role, object, privileges } of await grants(world.owner, 'public'))
    found[role] = { ...found[role], [object]: privileges };
  expect(found).toEqual(allowedWithProducts);
  // The job queue belongs to the application and has no business data.
  const jobs = await grants(world.owner, 'graphile_worker');
  expect([...new Set(jobs.map(({ role }) => role))]).toEqual(['glasshouse_app', 'public']);
});

test('no role that runs owns anything, is a member of another, or may do more than log in', async () => {
  const world = await newWorld();
  const one = async (query: ReturnType<typeof sql>) => (await query.execute(world.owner)).rows;
  expect(
    await one(sql`
      select rolname from pg_roles where rolname like 'glasshouse%'
        and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`),
  ).toEqual([]);
  expect(
    await one(sql`
      select m.roleid::regrole, m.member::regrole from pg_auth_members m
      where m.roleid::regrole::text like 'glasshouse%' or m.member::regrole::text like 'glasshouse%'`),
  ).toEqual([]);
  expect(
    await one(sql`
      select distinct relowner::regrole::text as owner from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'graphile_worker')
      union select distinct proowner::regrole::text from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname in ('public', 'graphile_worker')`),
  ).toEqual([{ owner: 'glasshouse_owner' }]);
});

test("functions with the owner's rights, and those that guard a table, cannot be redirected to another table of the same name", async () => {
  const world = await newWorld();
  const { rows } = await sql<{ name: string; definer: boolean; path: string | null }>`
    select proname as name, prosecdef as definer,
      (select setting from unnest(proconfig) setting where setting like 'search_path=%') as path
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = 'public' order by 1`.execute(
    world.owner,
  );
  const definers = rows.filter((row) => row.definer).map((row) => row.name);
  const ofProducts = productAccess.flatMap(({ ownersFunctions }) => ownersFunctions.map(({ name }) => name));
  expect(definers.filter((name) => ofProducts.includes(name))).toEqual(ofProducts.toSorted());
  expect(definers.filter((name) => !ofProducts.includes(name))).toEqual([
    'account_begins_and_ends_in_order',
    'accrue_products',
    'append_to_log',
    'ask_vip_refund',
    'balances_after',
    'book_what_ended',
    'buy_product',
    'buy_product_with',
    'cancel_withdrawal',
    'check_written_legs',
    'clock_may_pay',
    'clock_may_pay_user',
    'clock_seconds',
    'contact_is_marked',
    'contacts_are_marked',
    'correction_counts',
    'correction_fits',
    'decision_is_logged',
    'end_pledge',
    'erase_person',
    'freeze_moves_credit',
    'give_good_months',
    'give_up_day',
    'hand_to_log',
    'hold_balances',
    'identity_is_decided',
    'identity_is_submitted',
    'invitation_is_rewarded',
    'mail_operator',
    'make_message_day',
    'make_tape_day',
    'moments_are_now',
    'not_about_the_deleted',
    'note_day_end',
    'note_in_queue',
    'note_is_about_its_case',
    'note_is_logged',
    'opening_is_by_a_known_generator',
    'operator_change_is_logged',
    'operator_was_seen',
    'operators_on_duty',
    'papers_opened',
    'pass_identities',
    'pass_top_up',
    'pass_withdrawal',
    'pay_withdrawal',
    'payee_waits',
    'people_decide',
    'post_legs',
    'product_is_offered',
    'redeem_products',
    'refuse_old_snapshot',
    'rejection_lowers_credit',
    'return_deposits',
    'reviewer_on_duty',
    'rule_is_kept',
    'run_knows_the_generator',
    'security_for_reviewers',
    'security_timeline',
    'security_under_review',
    'send_to_member',
    'set_first_trade_password',
    'set_saved_payees_only',
    'share_product_income',
    'start_movement',
    'start_withdrawal',
    'start_withdrawal_to',
    'stop_withdrawals',
    'take_back_trade_password',
    'top_up_by_card',
    'top_up_is_decided',
    'top_up_is_submitted',
    'total_day',
    'upgrade_vip',
    'vip_refund_is_decided',
    'walk_movement',
    'why_not_given_up',
    'withdrawal_follows_its_case',
    'withdrawal_has_its_case',
    'withdrawal_is_decided',
  ]);
  const fixed = rows.filter((row) => row.path === 'search_path=public, pg_temp').map((row) => row.name);
  expect(fixed).toEqual(
    expect.arrayContaining([
      ...definers,
      'settle_by_the_tape',
      'is_agreed_correction',
      'tape_only_grows',
      'gap_was_given_up',
      'first_missing_slot',
      'reveal_what_was_hidden',
      'log_only_grows',
      'log_is_signed_forward',
      'log_accepted',
    ]),
  );
  expect(rows.filter((row) => row.name.startsWith('log_') && row.path !== 'search_path=public, pg_temp')).toEqual([]);
});

test('the built-in PostgreSQL functions granted to a role are those that its code calls', async () => {
  const { owner } = await newWorld();
  const { rows } = await sql<{ name: string; roles: string }>`
    select p.oid::regprocedure::text as name, string_agg((acl).grantee::regrole::text, ' ' order by (acl).grantee::regrole::text) as roles
    from pg_proc p, aclexplode(p.proacl) as acl
    where (acl).grantee::regrole::text like 'glasshouse%' and (acl).grantee::regrole <> ${ownerRole}::regrole
      and p.pronamespace = 'pg_catalog'::regnamespace group by 1 order by 1`.execute(owner);
  expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles]))).toEqual({
    'pg_advisory_xact_lock(bigint)': `${appRole} ${officeRole}`,
    'pg_current_xact_id()': `${appRole} ${officeRole}`,
    // It reloads the configuration files of the server and changes nothing else.
    'pg_reload_conf()': appRole,
    'pg_try_advisory_lock(bigint)': `${feedRole} ${logRole}`,
    'pg_try_advisory_xact_lock(bigint)': `${appRole} ${settleRole}`,
  });
});

const hostile = [
  `select pg_advisory_lock(500)`,
  `select pg_advisory_lock(hashtextextended('tape_run', 0))`,
  `select pg_advisory_lock_shared(1, 2)`,
  `select pg_try_advisory_lock_shared(500)`,
  `select pg_try_advisory_lock(5, 0)`,
  `select pg_advisory_xact_lock_shared(500)`,
  `select pg_try_advisory_xact_lock(5, 0)`,
  `select txid_current()`,
  `select pg_logical_emit_message(true, 'x', 'x')`,
  `select lo_create(0)`,
  `select lo_creat(0)`,
  `select lo_from_bytea(0, 'x')`,
  `create temporary table filling as select 1`,
];
const hostileToSome: [string, string[]][] = [
  [`select pg_advisory_xact_lock(hashtextextended('tape_run', 0))`, [healthRole, pushRole, logRole]],
  [`select pg_try_advisory_xact_lock(500)`, [healthRole, pushRole, logRole]],
  [`select pg_try_advisory_lock(500)`, [healthRole, pushRole]],
  [`select pg_current_xact_id()`, [healthRole, pushRole, logRole]],
];

test('logins may call lock, transaction id and large object functions only where their code needs them, in our database and the superuser’s', async () => {
  // Databases that are cloned from the template have its functions, but not its own privileges.
  const ours = inject('template');
  const refused = async (role: string, attempt: string, database: string) =>
    expect
      .soft(inDatabase(urlFor(database, role), attempt), `${role} in ${database}: ${attempt}`)
      .rejects.toThrow('permission denied');
  for (const database of [ours, new URL(adminUrl).pathname.slice(1)]) {
    for (const role of [appRole, feedRole, healthRole, logRole, officeRole, pushRole, settleRole])
      for (const attempt of hostile) await refused(role, attempt, database);
    for (const [attempt, roles] of hostileToSome) for (const role of roles) await refused(role, attempt, database);
  }
  await refused(healthRole, 'select 1', 'template1');
});

test('the login for health checks has few connections and little space for temporary files', async () => {
  const { owner } = await newWorld();
  const { rows } = await sql`
    select rolconnlimit as connections, rolconfig as settings from pg_roles where rolname = ${healthRole}`.execute(
    owner,
  );
  expect(rows).toEqual([
    { connections: 60, settings: ['idle_in_transaction_session_timeout=10s', 'temp_file_limit=16MB'] },
  ]);
  await expect(
    inDatabase(
      urlFor(inject('template'), healthRole),
      `select count(distinct i) from generate_series(1, 4000000) as i`,
    ),
  ).rejects.toThrow('temporary file size exceeds');
});

test('only the feed can read the seed of a day that is not over, by any means', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  const { seed: sealed } = await planDay(plannerOf(tape), dayOf(tape.now()), tape.now());
  const { seed: old } = await planOldDay(tape, dayOf(tape.now()) + 1, tape.now());
  // The planner's statistics contain copies of a column's values.
  await inDatabase(urlFor(world.database, 'postgres'), 'analyze tape_plan');
  const { rows: places } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm') and (nspname in ('public', 'graphile_worker') or relname like 'pg\\_stat%')
    union all select proname || '()' from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname = 'public' and pronargs = 0 and prorettype <> 'trigger'::regtype
    union all select 'query_to_xml(''table tape_plan'', true, true, '''')'
    order by 1`.execute(world.owner);
  expect(places.length).toBeGreaterThan(80);
  const hexes = [sealed, old].map((seed) => Buffer.from(seed).toString('hex'));
  const found: string[] = [];
  for (const role of [appRole, feedRole, logRole, officeRole, ownerRole, settleRole, 'postgres']) {
    const pool = openPool(urlFor(world.database, role), 1, () => {});
    for (const { name } of places) {
      const { rows } = await pool
        .query(`select x::text as text from ${name} as x where x::text ~ $1 limit 10`, [hexes.join('|')])
        .catch((error: Error) => ({ rows: [{ text: error.message }] }));
      for (const [i, hex] of hexes.entries())
        if (rows.some(({ text }) => text.includes(hex))) found.push(`${role}: ${name} ${i === 0 ? 'sealed' : 'open'}`);
    }
    await pool.end();
  }
  // A superuser can read everything, but a sealed seed needs the key, and there is no second copy of a seed planned
  // before sealing.
  expect(found.filter((one) => !one.includes('query_to_xml'))).toEqual([
    'glasshouse_feed: tape_plan open',
    'postgres: tape_plan open',
  ]);
});
