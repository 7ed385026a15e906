-- migrate:up
-- A compromised process could open an order, exchange at an old rate or submit a top-up from a snapshot taken minutes earlier: every check of the tape,
-- the rates and the limits then read the past. Money is now written under read committed only, where each statement sees what was committed before
-- it. The owner may write under any isolation level, for repairs and tests.
create function refuse_old_snapshot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_owners_session(tg_relid) then
    raise exception 'rows of % are added only under read committed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
-- The condition is checked once per statement, and the function runs only to refuse.
create trigger refuse_old_snapshot before insert on leg for each statement
  when (current_setting('transaction_isolation') <> 'read committed') execute function refuse_old_snapshot();
create trigger refuse_old_snapshot before insert on top_up_case for each statement
  when (current_setting('transaction_isolation') <> 'read committed') execute function refuse_old_snapshot();
create trigger refuse_old_snapshot before insert on contract for each statement
  when (current_setting('transaction_isolation') <> 'read committed') execute function refuse_old_snapshot();
create trigger refuse_old_snapshot before insert on option_order for each statement
  when (current_setting('transaction_isolation') <> 'read committed') execute function refuse_old_snapshot();
create trigger refuse_old_snapshot before insert on spot_order for each statement
  when (current_setting('transaction_isolation') <> 'read committed') execute function refuse_old_snapshot();

-- A compromised office could decide a case in the name of an operator who may not decide it, and leave no audit entry. An operator who decides must be
-- active and have the role for this kind of case, and their audit entry must be written in the same transaction. `review.test.ts` compares the
-- roles with the permissions of the back office.
create table deciding_role (
  kind text primary key,
  role text not null
);
insert into deciding_role values
  ('appeal', 'support'), ('identity', 'reviewer'), ('top_up', 'reviewer'), ('vip_refund', 'support'), ('withdrawal', 'reviewer');
create function decision_is_logged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from operator join deciding_role using (role)
    where operator.id = new.decided_by and operator.status = 'active' and deciding_role.kind = new.kind
  ) then
    raise exception 'operator % may not decide case %', new.decided_by, new.id using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from audit_entry where subject = 'case:' || new.id and operator = new.decided_by and after ->> 'decision' = new.decision
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'the decision of case % is not in the audit log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
-- The clock and the user decide through functions that run as the owner.
create constraint trigger decision_is_logged after update of decision on review_case deferrable initially deferred
  for each row when (current_user = 'glasshouse_office' and new.decision is not null) execute function decision_is_logged();

-- now() is the start of the transaction. A new operator whose transaction had been open for a day was old enough to decide at once.
create or replace function operator_begins_anew() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.enrolled_at := clock_timestamp();
  return new;
end $$;

revoke execute on function refuse_old_snapshot(), decision_is_logged() from public;

-- migrate:down
