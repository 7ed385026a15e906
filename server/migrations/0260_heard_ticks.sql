-- migrate:up
-- A tick of an outside source says whose it is, when it was heard and which message it was read from; see ADR 0106.

-- The names that sources sign with, each once.
create table tape_source (
  id   smallint generated always as identity primary key,
  name text not null unique check (name ~ '^[a-z0-9.:/_-]{1,80}$')
);

-- Empty on prices that we make. Eight columns are what a row has room to call empty without growing, so those stay as small as they were. `source`
-- is a number of tape_source without a foreign key, which every tick would pay for; with another number a tick's hash does not follow.
alter table tick add source smallint, add heard_at bigint, add message bytea;
-- What was heard too long before or after a slot is no price of it: such a tick cannot be written, and an order without a tick is void by its
-- rule. Not asked of the ticks that are there, which have none of this.
alter table tick add constraint tick_is_not_stale check (
  case when source is null then heard_at is null and message is null
    else heard_at is not null and message is not null and length(message) = 32 and abs(heard_at - slot * 500) <= 3000 end
) not valid;

-- The messages themselves, for some days: `slot` is the first whose tick was read from it.
create table tape_message (
  hash bytea not null,
  slot bigint not null,
  raw  bytea not null check (length(raw) between 1 and 1024),
  primary key (hash, slot),
  check (hash = sha256(raw))
) partition by range (slot);

do $$
declare name text;
begin
  foreach name in array array['tape_source', 'tape_message']
  loop
    execute format('create trigger %I before update or delete on %I for each row execute function forbid_change()',
                   name || '_is_history', name);
    execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
    execute format('grant select, insert on %I to glasshouse_feed', name);
    execute format('grant select on %I to glasshouse_app', name);
  end loop;
end $$;
-- Operators recompute orders, too.
grant select on tape_source to glasshouse_office;

-- As make_tape_day, for the messages of a day.
create function make_message_day(day integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := 'tape_message_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like tape_message including constraints)', name);
  execute format('alter table tape_message attach partition %I for values from (%s) to (%s)',
                 name, day::bigint * 172800, (day + 1)::bigint * 172800);
  execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
end $$;
revoke execute on function make_message_day(integer) from public;
grant execute on function make_message_day(integer) to glasshouse_feed;

-- migrate:down
