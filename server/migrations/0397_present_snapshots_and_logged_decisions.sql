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

revoke execute on function refuse_old_snapshot() from public;

-- migrate:down
