-- migrate:up
-- Who is one person must not become two; see docs/adr/0063-require-two-independent-operators-for-critical-acts.md.
alter table operator
  add enrolled_at  timestamptz, -- when password and factors were last set up; for a day after it nobody is a second person
  add second_until timestamptz; -- was somebody who could be the second person, and counts as one until then
update operator set enrolled_at = created_at where status <> 'invited';
alter table operator add constraint operator_enrolled check (status <> 'active' or enrolled_at is not null);
grant update (enrolled_at, second_until) on operator to glasshouse_office;

-- Nobody grows older by an edit.
create function operator_stays_new() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if coalesce(new.enrolled_at, '-infinity') < old.enrolled_at then
    raise exception 'operator % was enrolled later', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operator_stays_new before update on operator
  for each row when (current_user = 'glasshouse_office') execute function operator_stays_new();

-- What would change, as it was when it was asked for, for the second person to see.
alter table approval add before jsonb, add after jsonb;
create function approval_by_settled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from operator
    where id = new.decided_by and status = 'active' and enrolled_at <= new.decided_at - interval '24 hours'
  ) then
    raise exception 'operator % cannot decide yet', new.decided_by
      using errcode = 'check_violation', constraint = 'approval_by_settled';
  end if;
  return new;
end $$;
create trigger approval_by_settled before update on approval
  for each row when (new.decision is not null) execute function approval_by_settled();

-- The office writes to operators and to nobody else, and reads no mail that waits: the job queue is the application's own.
create function mail_operator(operator uuid, subject text, words text) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
declare address text;
begin
  select email into strict address from public.operator as o where o.id = mail_operator.operator;
  perform graphile_worker.add_job('send_mail', json_build_object('to', address, 'subject', subject, 'text', words), max_attempts => 8);
end $$;
revoke all on function mail_operator(uuid, text, text) from public;
grant execute on function mail_operator(uuid, text, text) to glasshouse_office;

-- migrate:down
