import { getStatement } from '@glasshouse/protocol/assets/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDb, openPool } from '#platform/database/db.ts';
import {
  appRole,
  feedRole,
  healthRole,
  logRole,
  officeRole,
  pushRole,
  settleRole,
  urlFor,
} from '../../database/prepare.ts';
import { productAccess } from '../../test/access.ts';
import { openTape } from '../../test/tape.ts';
import { newWorld } from '../../test/world.ts';

const serverRoles = [appRole, feedRole, healthRole, logRole, officeRole, pushRole, settleRole];
/** The history that no role of the server may ever change, however it was written. */
const history = [
  ['tape_key', 'tape_day', 'tape_plan', 'tape_revealed', 'tick', 'tape_checkpoint', 'tape_gap', 'tape_run'],
  ['beacon_chain', 'beacon_round', 'tape_opening', 'tape_late', 'tape_anchor', 'tape_source', 'tape_message'],
  ['tape_given_up', 'coin_unit', 'generator_coin'],
  ['candle_minute', 'candle_hour', 'leg', 'audit_entry', 'site_config', 'account_event', 'correction', 'staff_note'],
  ['contract_terms', 'slip_key', 'money_config', 'withdrawn_change', 'credit_event', 'invitation_income'],
  ['day_end', 'day_total', 'balance_mark'],
  ['log_leaf', 'log_node', 'log_checkpoint', 'log_key', 'log_orders', 'log_sale', 'log_cosignature'],
].flat();

test('no role of the server can change or delete history, checked for every table and column', async () => {
  const world = await newWorld();
  // Every table that the database itself protects as history is listed above, and every partition counts as its table.
  const { rows: guarded } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'forbid_change' and (t.tgtype & 16) > 0 and not c.relispartition`.execute(world.owner);
  expect(guarded.map(({ name }) => name).sort()).toEqual([...history].sort());
  const { rows: granted } = await sql<{ role: string; name: string; privilege: string }>`
    select r.role, c.relname as name, p.privilege
    from unnest(${sql.val(serverRoles)}::text[]) as r (role)
    cross join unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) as p (privilege)
    cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where n.nspname = 'public' and c.relkind in ('r', 'p') and coalesce(parent.relname, c.relname) = any(${sql.val(history)}::text[])
      and (has_table_privilege(r.role, c.oid, p.privilege)
        or (p.privilege = 'UPDATE' and has_any_column_privilege(r.role, c.oid, 'UPDATE')))`.execute(world.owner);
  expect(granted).toEqual([]);
});

test('only the feed adds to the tape, and only the feed can read the seed of a future day', async () => {
  const world = await newWorld();
  const { rows } = await sql<{ name: string; writers: string[] }>`
    select c.relname as name, array_agg(r.role order by r.role) as writers
    from unnest(${sql.val(serverRoles)}::text[]) as r (role)
    cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and c.relname ~ '^(tick|tape_|beacon_|candle_|market_window)'
      and (has_table_privilege(r.role, c.oid, 'INSERT') or has_any_column_privilege(r.role, c.oid, 'INSERT')
        or (c.relname = 'tape_plan' and has_any_column_privilege(r.role, c.oid, 'SELECT')))
    group by 1`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(8);
  for (const { name, writers } of rows) expect(writers, name).toEqual([feedRole]);
  expect(rows.map(({ name }) => name)).not.toContain('tape_anchor'); // only the owner, when a day leaves the tape
});

test("the users' role sees nothing of operators and their log; the operators' role sees no password and no token", async () => {
  const world = await newWorld();
  const { rows } = await sql<{ role: string; name: string; column: string }>`
    select r.role, c.relname as name, a.attname as column
    from unnest(${sql.val([appRole, officeRole])}::text[]) as r (role)
    cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and (has_column_privilege(r.role, c.oid, a.attnum, 'SELECT') or has_column_privilege(r.role, c.oid, a.attnum, 'INSERT')
        or has_column_privilege(r.role, c.oid, a.attnum, 'UPDATE'))`.execute(world.owner);
  const seen = (role: string) => rows.filter((row) => row.role === role).map((row) => `${row.name}.${row.column}`);
  const forUsers = seen(appRole).filter((name) => /^(operator|audit_|approval)/.test(name));
  expect(forUsers).toEqual([]);
  const hidden = ['person.password_hash', 'person.trade_password_hash', 'session.token_hash', 'tape_plan.seed'];
  expect(seen(officeRole).filter((name) => hidden.includes(name))).toEqual([]);
  expect(seen(officeRole).filter((name) => name.startsWith('verification_code') || name.startsWith('sms_'))).toEqual(
    [],
  );
});

test('no function gives a role more rights than it has, except those listed here', async () => {
  const world = await newWorld();
  const { rows } = await sql<{ name: string; callers: string[] }>`
    select p.proname as name,
      array(select r.role from unnest(${sql.val(serverRoles)}::text[]) as r (role)
            where has_function_privilege(r.role, p.oid, 'EXECUTE') order by 1) as callers
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prosecdef order by 1`.execute(world.owner);
  // Trigger functions can't be called. The others are listed with their purpose: they keep balances and legs
  // consistent, mail an operator, create the empty partition of a day, or tell a user that papers were opened. On
  // unattended sites they pass identities and top-ups by the clock. They credit a test card within a day's limits,
  // erase a user who asked for it, set a trade password once, revoke a stranger's, credit good months, and share
  // product income with inviters. They add submitted entries to the public log, sum up the books of a past day, lock
  // the price source while an order is opened, sell products, and pay what products promise.
  const ofProducts = productAccess.flatMap(({ ownersFunctions }) => ownersFunctions);
  const isOfProduct = ({ name }: { name: string }) => ofProducts.some((one) => one.name === name);
  expect(rows.filter(isOfProduct)).toEqual(ofProducts.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  expect(rows.filter((row) => !isOfProduct(row))).toEqual([
    { name: 'account_begins_and_ends_in_order', callers: [] },
    { name: 'accrue_products', callers: [appRole] },
    { name: 'append_to_log', callers: [logRole] },
    { name: 'ask_vip_refund', callers: [appRole] },
    { name: 'balances_after', callers: [appRole, officeRole] },
    { name: 'book_what_ended', callers: [] },
    { name: 'buy_product', callers: [appRole] },
    { name: 'buy_product_with', callers: [appRole] },
    { name: 'cancel_withdrawal', callers: [appRole] },
    { name: 'check_written_legs', callers: serverRoles.toSorted() },
    { name: 'clock_may_pay', callers: [appRole] },
    { name: 'clock_may_pay_user', callers: [appRole] },
    { name: 'clock_seconds', callers: [appRole, officeRole] },
    { name: 'contact_is_marked', callers: [] },
    { name: 'contacts_are_marked', callers: [] },
    { name: 'correction_counts', callers: [] },
    { name: 'correction_fits', callers: [officeRole] },
    { name: 'decision_is_logged', callers: [] },
    { name: 'end_pledge', callers: [appRole] },
    { name: 'erase_person', callers: [appRole] },
    { name: 'freeze_moves_credit', callers: [] },
    { name: 'give_good_months', callers: [appRole] },
    { name: 'give_up_day', callers: [officeRole] },
    { name: 'hand_to_log', callers: [] },
    { name: 'hold_balances', callers: [appRole, officeRole] },
    { name: 'identity_is_decided', callers: [] },
    { name: 'identity_is_submitted', callers: [] },
    { name: 'invitation_is_rewarded', callers: [] },
    { name: 'mail_operator', callers: [officeRole] },
    { name: 'make_message_day', callers: [feedRole] },
    { name: 'make_tape_day', callers: [feedRole] },
    { name: 'moments_are_now', callers: [] },
    { name: 'not_about_the_deleted', callers: [] },
    { name: 'note_day_end', callers: [appRole] },
    { name: 'note_in_queue', callers: [] },
    { name: 'note_is_about_its_case', callers: [] },
    { name: 'note_is_logged', callers: [] },
    { name: 'opening_is_by_a_known_generator', callers: [] },
    { name: 'operator_change_is_logged', callers: [] },
    { name: 'operator_was_seen', callers: [] },
    { name: 'operators_on_duty', callers: [officeRole] },
    { name: 'papers_opened', callers: [officeRole] },
    { name: 'pass_identities', callers: [appRole] },
    { name: 'pass_top_up', callers: [appRole] },
    { name: 'pass_withdrawal', callers: [appRole] },
    { name: 'pay_withdrawal', callers: [appRole] },
    { name: 'payee_waits', callers: [] },
    { name: 'people_decide', callers: [appRole] },
    { name: 'post_legs', callers: [appRole, officeRole] },
    { name: 'product_is_offered', callers: [] },
    { name: 'redeem_products', callers: [appRole] },
    { name: 'refuse_old_snapshot', callers: [] },
    { name: 'rejection_lowers_credit', callers: [] },
    { name: 'return_deposits', callers: [appRole] },
    { name: 'reviewer_on_duty', callers: [appRole] },
    { name: 'rule_is_kept', callers: [appRole] },
    { name: 'run_knows_the_generator', callers: [] },
    { name: 'security_for_reviewers', callers: [officeRole] },
    { name: 'security_timeline', callers: [officeRole] },
    { name: 'security_under_review', callers: [officeRole] },
    { name: 'send_to_member', callers: [appRole] },
    { name: 'set_first_trade_password', callers: [appRole] },
    { name: 'set_saved_payees_only', callers: [appRole] },
    { name: 'share_product_income', callers: [appRole] },
    { name: 'start_movement', callers: [appRole] },
    { name: 'start_withdrawal', callers: [appRole] },
    { name: 'start_withdrawal_to', callers: [appRole] },
    { name: 'stop_withdrawals', callers: [appRole] },
    { name: 'take_back_trade_password', callers: [appRole] },
    { name: 'top_up_by_card', callers: [appRole] },
    { name: 'top_up_is_decided', callers: [] },
    { name: 'top_up_is_submitted', callers: [] },
    { name: 'total_day', callers: [appRole] },
    { name: 'upgrade_vip', callers: [appRole] },
    { name: 'vip_refund_is_decided', callers: [] },
    { name: 'walk_movement', callers: [appRole, officeRole] },
    { name: 'why_not_given_up', callers: [officeRole] },
    { name: 'withdrawal_follows_its_case', callers: [] },
    { name: 'withdrawal_has_its_case', callers: [] },
    { name: 'withdrawal_is_decided', callers: [] },
  ]);
});

test('real attempts by each role leave ticks, legs, log, settings, corrections and other accounts unchanged', async () => {
  const world = await newWorld();
  const tape = await openTape(world);
  await tape.write(tape.now(), 64_000_00000000);
  const ann = await world.person();
  const attempts = [
    'update tick set price = price + 1',
    'delete from tick',
    'truncate tick',
    `insert into tick (symbol, slot, price, volume, hash) values (1, 1, 1, 1, decode(repeat('00', 32), 'hex'))`,
    'update tape_checkpoint set root = root',
    'update candle_minute set close = close + 1',
    'update leg set amount = amount + 1',
    'delete from leg',
    'truncate leg',
    "update audit_entry set reason = 'x'",
    'delete from audit_entry',
    'truncate audit_entry',
    "update site_config set title = 'x'",
    'update money_config set cny_rate = 10000',
    "update correction set reason = 'x'",
    'update person set number = number + 1',
    'update person set vip_level = 5',
    'update membership set level = 5',
    'update received set amount = 0',
    'update person set credit_score = 99',
    'update credit_event set change = 0',
    'delete from credit_event',
    "insert into credit_event (person, at, kind) select id, now(), 'frozen' from person",
    'update review_case set person = person',
    'delete from review_case',
    "update approval set input = '{}'",
    'update product_taken set units = 0',
    'update holding set units = units + 1',
    'update product_day set income = 0',
    'alter table leg disable trigger all',
    'alter table tick disable trigger all',
    'set session_replication_role = replica',
  ];
  const before = await ann.call(getStatement, {});
  for (const role of [appRole, officeRole]) {
    const pool = openPool(urlFor(world.database, role), 1, () => {});
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(openDb(pool)), `${role}: ${attempt}`).rejects.toThrow(
        /permission denied|must be owner|not allowed/,
      );
    await pool.end();
  }
  for (const attempt of attempts.filter((one) => !one.startsWith('insert')))
    await expect(sql.raw(attempt).execute(tape.db), `feed: ${attempt}`).rejects.toThrow(
      /permission denied|must be owner|not allowed/,
    );
  const after = await ann.call(getStatement, {});
  expect(after).toEqual(before);
});
