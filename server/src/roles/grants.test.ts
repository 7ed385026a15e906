import { dayOf } from '@glasshouse/protocol/market/tape';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appRole, feedRole, inDatabase, officeRole, ownerRole, settleRole, urlFor } from '../../database/prepare.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';
import { planDay } from '../market/days.ts';
import { type Db, openPool } from '../platform/db.ts';

// All that each role of the database may do. A grant that is not written here fails the test, so it is read by somebody. What matters
// most: only the feed adds to the tape, only the settler writes results, the application writes neither, and nobody changes either; and
// nobody writes a balance or a leg but by the functions that keep the two together.
const allowed: Record<string, Record<string, string>> = {
  glasshouse_app: {
    account: 'select',
    account_event: 'select (at id kind person reason)',
    announcement: 'select',
    appeal: 'insert select',
    books_alarm: 'delete insert select',
    candle_hour: 'select',
    candle_minute: 'select',
    contract: 'select',
    contract_day: 'select',
    contract_terms: 'select',
    copy_part: 'insert select',
    correction: 'select',
    credit_event: 'select',
    favourite: 'delete insert select',
    'erase_person(uuid,timestamp with time zone)': 'execute',
    file: 'delete insert select, update (expires_at key_id wrapped_key)',
    'give_good_months(timestamp with time zone,integer)': 'execute',
    'hold_balances(bigint[],bigint[],bigint[])': 'execute',
    identity_case:
      'select, insert (back document front id key_id person sealed wrapped_key), update (erase_at key_id sealed wrapped_key)',
    income: 'select',
    known_browser: 'delete insert select update',
    leg: 'select',
    lock_link: 'delete insert select',
    maintenance: 'select',
    market_window: 'select',
    money_config: 'select',
    'open_contracts(timestamp with time zone,smallint,bigint[],uuid[],bigint[],bigint[],integer[],integer[],integer[],boolean[])':
      'execute',
    'open_plain_contracts(timestamp with time zone,smallint[],bigint[],uuid[],bigint[],integer[],integer[],integer[],boolean[])':
      'execute',
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
    review_case:
      'insert (id kind number person submitted_at title try_number), select (automatic decided_at decision id kind person reason submitted_at try_number)',
    security_event: 'insert select, update (at times)',
    session: 'delete insert select, update (expires_at seen_at)',
    settlement: 'select',
    site_config: 'select',
    site_figures: 'insert select update',
    slip_key: 'insert select',
    sms_outbox: 'delete insert select',
    support_contact: 'select',
    tape_checkpoint: 'select',
    tape_day: 'select',
    tape_gap: 'select',
    tape_key: 'select',
    tape_revealed: 'select',
    tape_run: 'select',
    throttle: 'delete insert select update',
    tick: 'select',
    verification_code: 'delete insert select update',
    withdrawn_change: 'select',
  },
  glasshouse_feed: {
    candle_hour: 'insert select',
    candle_minute: 'insert select',
    'make_tape_day(integer)': 'execute',
    market_window: 'insert select update',
    tape_checkpoint: 'insert select',
    tape_clock: 'insert select update',
    tape_day: 'insert select',
    tape_gap: 'insert select',
    tape_key: 'insert select',
    tape_plan: 'insert select',
    tape_revealed: 'insert select',
    tape_run: 'insert select',
    tick: 'insert select',
  },
  glasshouse_office: {
    account: 'select',
    account_event: 'insert select',
    announcement: 'insert select update',
    appeal: 'select',
    approval:
      'select, insert (action after asked_at asked_by asked_by_name before expires_at id input reason subject), update (answer decided_at decided_by decided_by_name decision)',
    audit_entry: 'insert select',
    books_alarm: 'select',
    contract: 'select',
    contract_terms:
      'select, insert (approval approved_by approved_by_name at changed_by changed_by_name effective_at max_open max_stake min_stake reason returns seconds)',
    correction: 'insert select',
    credit_event: 'select',
    file: 'select, update (expires_at)',
    'hold_balances(bigint[],bigint[],bigint[])': 'execute',
    identity_case: 'select, update (erase_at)',
    known_browser: 'delete insert select update',
    leg: 'select',
    maintenance: 'insert select, update (cancelled_at ends_at)',
    market_window: 'select',
    money_config: 'insert select',
    'mail_operator(uuid,text,text)': 'execute',
    operator:
      'select, insert (created_at email id name role), update (password_hash role second_until status totp_secret totp_step)',
    operator_passkey: 'delete insert select, update (counter used_at)',
    operator_recovery: 'delete insert select',
    operator_session: 'delete insert select, update (challenge factor_at new_secret seen_at)',
    operator_setup: 'delete insert select update',
    'papers_opened(uuid,uuid,timestamp with time zone)': 'execute',
    person:
      'select (country credit_score deleted_at email id identity invitation_code invited_by leaves_at number phone registered_at status username vip_level), update (status)',
    'post_legs(timestamp with time zone,boolean,bigint[],bigint[],bigint[],uuid[],smallint[])': 'execute',
    posting_block: 'select',
    proof: 'select',
    proof_mark: 'select',
    review_case:
      'select, update (claimed_by claimed_by_name claimed_until decided_at decided_by decided_by_name decision reason)',
    session: 'select (expires_at id person)',
    settlement: 'select',
    site_config: 'insert select',
    site_figures: 'select',
    support_contact: 'delete insert select update',
    tape_checkpoint: 'select',
    tape_clock: 'select',
    tape_gap: 'select',
    tape_key: 'select',
    tape_run: 'select',
    throttle: 'delete insert select update',
    tick: 'select',
    withdrawn_change: 'insert select',
  },
  glasshouse_settle: {
    contract: 'select, update (entry_price entry_slot exit_price exit_slot payout result settled_at)',
    contract_day: 'insert select update',
    contract_terms: 'select',
    settlement: 'select update',
    tape_checkpoint: 'select',
    tick: 'select',
  },
  public: { 'schema public': 'usage' },
};

type Given = { role: string; object: string; privileges: string };
/** Everything granted on anything to these roles or to everybody, columns apart. What nobody granted is not listed: the owner's own. */
const grants = async (db: Db, schema: string): Promise<Given[]> => {
  const { rows } = await sql<Given>`
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

test('every grant of every role is one of those written here', async () => {
  const world = await newWorld();
  const found: typeof allowed = {};
  for (const { role, object, privileges } of await grants(world.owner, 'public'))
    found[role] = { ...found[role], [object]: privileges };
  expect(found).toEqual(allowed);
  // The job queue is the application's own; nothing of the business is in it.
  const jobs = await grants(world.owner, 'graphile_worker');
  expect([...new Set(jobs.map(({ role }) => role))]).toEqual(['glasshouse_app', 'public']);
});

test('no role that runs owns anything, is a member of another or may do more than log in', async () => {
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

test('what runs with the rights of the owner, or guards a table, cannot be led to another table of the same name', async () => {
  const world = await newWorld();
  const { rows } = await sql<{ name: string; definer: boolean; path: string | null }>`
    select proname as name, prosecdef as definer,
      (select setting from unnest(proconfig) setting where setting like 'search_path=%') as path
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname = 'public' order by 1`.execute(
    world.owner,
  );
  const definers = rows.filter((row) => row.definer).map((row) => row.name);
  expect(definers).toEqual([
    'book_what_ended',
    'check_written_legs',
    'erase_person',
    'freeze_moves_credit',
    'give_good_months',
    'hold_balances',
    'identity_is_decided',
    'identity_is_submitted',
    'mail_operator',
    'make_tape_day',
    'not_about_the_deleted',
    'open_contracts',
    'open_plain_contracts',
    'papers_opened',
    'pass_identities',
    'post_legs',
    'rejection_lowers_credit',
    'rule_fits_the_source',
  ]);
  const fixed = rows.filter((row) => row.path === 'search_path=public, pg_temp').map((row) => row.name);
  expect(fixed).toEqual(
    expect.arrayContaining([
      ...definers,
      'settle_by_the_tape',
      'is_agreed_correction',
      'tape_only_grows',
      'reveal_what_was_hidden',
    ]),
  );
});

test('the seed of a day that is not over is read by the feed alone, whichever way the others try', async () => {
  const world = await newWorld();
  const { db, tape, now } = await openTape(world);
  const { seed } = await planDay(db, dayOf(now()), now(), tape.key, tape.signer);
  await planDay(db, dayOf(now()) + 1, now(), tape.key, tape.signer);
  // What the planner keeps of a column is a copy of it.
  await inDatabase(urlFor(world.database, 'postgres'), 'analyze tape_plan');
  const { rows: places } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm') and (nspname in ('public', 'graphile_worker') or relname like 'pg\\_stat%')
    union all select proname || '()' from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname = 'public' and pronargs = 0 and prorettype <> 'trigger'::regtype
    union all select 'query_to_xml(''table tape_plan'', true, true, '''')'
    order by 1`.execute(world.owner);
  expect(places.length).toBeGreaterThan(80);
  const hex = Buffer.from(seed).toString('hex');
  const found: string[] = [];
  for (const role of [appRole, feedRole, officeRole, ownerRole, settleRole, 'postgres']) {
    const pool = openPool(urlFor(world.database, role), 1, () => {});
    for (const { name } of places) {
      const { rows } = await pool
        .query(`select 1 from ${name} as x where x::text like '%' || $1 || '%' limit 1`, [hex])
        .catch((error: Error) => ({ rows: error.message.includes(hex) ? [error] : [] }));
      if (rows.length > 0) found.push(`${role}: ${name}`);
    }
    await pool.end();
  }
  // A superuser can read everything, but even it finds no second copy.
  expect(found.filter((one) => !one.includes('query_to_xml'))).toEqual([
    'glasshouse_feed: tape_plan',
    'postgres: tape_plan',
  ]);
});
