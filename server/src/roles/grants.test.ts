import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newWorld } from '../../test/world.ts';
import type { Db } from '../platform/db.ts';

// All that each role of the database may do. A grant that is not written here fails the test, so it is read by somebody. What matters
// most: only the feed adds to the tape, only the settler writes results, the application writes neither, and nobody changes either.
const allowed: Record<string, Record<string, string>> = {
  glasshouse_app: {
    account: 'select, insert (id), update (balance)',
    account_event: 'select',
    announcement: 'select',
    appeal: 'insert select',
    books_alarm: 'delete insert select',
    candle_hour: 'select',
    candle_minute: 'select',
    contract: 'select, insert (account at due_slot head_slot id long return_bp rule seconds stake symbol)',
    contract_day: 'select',
    contract_terms: 'select',
    correction: 'select',
    favourite: 'delete insert select',
    income: 'select',
    leg: 'insert select',
    maintenance: 'select',
    market_window: 'select',
    person: 'insert select, update (password_hash security_changed_at)',
    person_number: 'usage',
    posting_block: 'select usage',
    posting_kind: 'select',
    proof: 'insert select update',
    proof_mark: 'select update',
    review_case:
      'insert (id kind number person submitted_at title try_number), select (decided_at decision id kind person reason submitted_at try_number)',
    session: 'delete insert select, update (expires_at seen_at)',
    settlement: 'select',
    site_config: 'select',
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
  },
  glasshouse_feed: {
    candle_hour: 'insert select',
    candle_minute: 'insert select',
    'make_tape_day(integer)': 'execute',
    market_window: 'insert select update',
    tape_checkpoint: 'insert select',
    tape_day: 'insert select',
    tape_gap: 'insert select',
    tape_key: 'insert select',
    tape_plan: 'insert select',
    tape_revealed: 'insert select',
    tape_run: 'insert select',
    tick: 'insert select',
  },
  glasshouse_office: {
    account: 'select, insert (id), update (balance)',
    account_event: 'insert select',
    announcement: 'insert select update',
    appeal: 'select',
    approval: 'insert select, update (answer decided_at decided_by decided_by_name decision)',
    audit_entry: 'insert select',
    books_alarm: 'select',
    contract: 'select',
    contract_terms: 'insert select',
    correction: 'insert select',
    leg: 'insert select',
    maintenance: 'insert select, update (cancelled_at ends_at)',
    market_window: 'select',
    operator: 'insert select, update (password_hash role status totp_secret totp_step)',
    operator_passkey: 'delete insert select, update (counter used_at)',
    operator_recovery: 'delete insert select',
    operator_session: 'delete insert select, update (challenge factor_at new_secret seen_at)',
    operator_setup: 'delete insert select update',
    person:
      'select (country credit_score email id identity invitation_code invited_by number phone registered_at status username vip_level), update (status)',
    posting_block: 'select usage',
    proof: 'select',
    proof_mark: 'select',
    review_case:
      'select, update (claimed_by claimed_by_name claimed_until decided_at decided_by decided_by_name decision reason)',
    session: 'select (expires_at id person)',
    settlement: 'select',
    site_config: 'insert select',
    support_contact: 'delete insert select update',
    tape_checkpoint: 'select',
    tape_gap: 'select',
    tape_run: 'select',
    throttle: 'delete insert select update',
    tick: 'select',
  },
  glasshouse_settle: {
    account: 'select, insert (id), update (balance)',
    contract: 'select, update (entry_price entry_slot exit_price exit_slot payout result settled_at)',
    contract_day: 'insert select update',
    contract_terms: 'select',
    leg: 'insert select',
    posting_block: 'select usage',
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
  expect(definers).toEqual(['check_written_legs', 'make_tape_day']);
  const fixed = rows.filter((row) => row.path === 'search_path=public, pg_temp').map((row) => row.name);
  expect(fixed).toEqual(
    expect.arrayContaining([
      ...definers,
      'open_at_the_head',
      'settle_by_the_tape',
      'tape_only_grows',
      'reveal_what_was_hidden',
    ]),
  );
});
