-- migrate:up
-- Operators see who is on duty, since when, and what the clock decides while nobody is. An operator who uses the console again after five minutes
-- without a call begins to be on duty again. Rows from before this migration have no time: their operators count from their newest call.
alter table operator_seen add on_duty_since timestamptz;

create or replace function operator_was_seen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into operator_seen as before (operator, seen_at, on_duty_since) values (new.operator, new.seen_at, new.seen_at)
  on conflict (operator) do update set
    seen_at = case when is_owners_session(tg_relid) then new.seen_at else greatest(before.seen_at, new.seen_at) end,
    on_duty_since = case
      when new.seen_at > before.seen_at + interval '5 minutes' then new.seen_at
      when is_owners_session(tg_relid) then least(before.on_duty_since, new.seen_at)
      else coalesce(before.on_duty_since, before.seen_at) end;
  return null;
end $$;

-- The operators who may decide cases of some queues: since when they are on duty, and until when they are if they do nothing more.
create function operators_on_duty(queues text[], moment timestamptz)
returns table (name text, since timestamptz, until timestamptz, present boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select operator.name, coalesce(on_duty_since, seen_at), seen_at + interval '5 minutes', seen_at > at_ - interval '5 minutes'
  from operator_seen join operator on operator.id = operator_seen.operator, database_time(moment) as at_
  where operator.status = 'active' and exists (
    select from deciding_role where deciding_role.role = operator.role and deciding_role.kind = any (queues))
$$;

create or replace function is_attended(queue text, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from operators_on_duty(array[queue], moment) where present)
$$;

revoke execute on function operators_on_duty(text[], timestamptz) from public;
grant execute on function operators_on_duty(text[], timestamptz), clock_seconds(text, timestamptz) to glasshouse_office;

-- migrate:down
