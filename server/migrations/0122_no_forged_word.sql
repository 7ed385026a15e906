-- migrate:up
-- Whoever writes as the office asks, and then decides, by the database's clock and in the log; see ADR 0063.

-- A request is made undecided, an operator is made invited.
revoke insert on approval, operator from glasshouse_office;
grant insert (id, action, subject, input, reason, before, after, asked_by, asked_by_name, asked_at, expires_at) on approval
  to glasshouse_office;
grant insert (id, name, email, role, created_at) on operator to glasshouse_office;

-- Since when somebody is set up is the database's word.
revoke update (enrolled_at) on operator from glasshouse_office;
drop trigger operator_stays_new on operator;
drop function operator_stays_new();
create function operator_begins_anew() returns trigger language plpgsql as $$
begin
  new.enrolled_at := now();
  return new;
end $$;
create trigger operator_begins_anew before update on operator
  for each row when (current_user = 'glasshouse_office' and new.status = 'active' and old.status <> 'active')
  execute function operator_begins_anew();

-- At most a week, and decided within it. The clock of the office may differ from this one by minutes.
alter table approval
  add constraint approval_ends check (expires_at <= asked_at + interval '168 hours') not valid,
  add constraint approval_in_time check (decided_at < expires_at) not valid;
create or replace function approval_by_settled() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from operator
    where id = new.decided_by and status = 'active' and enrolled_at <= least(new.decided_at, now()) - interval '24 hours'
  ) then
    raise exception 'operator % cannot decide yet', new.decided_by
      using errcode = 'check_violation', constraint = 'approval_by_settled';
  end if;
  if new.decided_at < now() - interval '5 minutes' then
    raise exception 'approval % is not decided in the past', new.id using errcode = 'check_violation', constraint = 'approval_in_time';
  end if;
  return new;
end $$;
drop trigger approval_by_settled on approval;
create trigger approval_by_settled before insert or update on approval
  for each row when (new.decision is not null) execute function approval_by_settled();

-- What was asked for and what was decided is in the log under the name of who did, when the transaction ends.
create function approval_is_logged() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (
    select from audit_entry where subject = new.subject and case tg_op
      when 'INSERT' then operator = new.asked_by and after ->> 'waiting' = new.id::text
      else operator = new.decided_by and after ->> 'approval' = new.id::text end
  ) then
    raise exception 'approval % is not in the log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger approval_is_logged after insert or update on approval deferrable initially deferred
  for each row when (current_user = 'glasshouse_office') execute function approval_is_logged();

-- migrate:down
