-- migrate:up
-- The tape. Only the feed's role may add to it, and no role may change what is on it; see docs/adr/0020-commit-prices-to-a-signed-tape.md.
-- Slots are half seconds since 1970; days are slot / 172,800; minutes are slot / 120.

create table tape_key (
  id         integer generated always as identity primary key,
  public_key bytea not null unique check (length(public_key) = 32),
  since_slot bigint not null
);

-- A day's commitment, announced before the day begins. What it is the hash of stays with the feed until the day is over.
create table tape_day (
  day            integer primary key,
  version        integer not null,
  commitment     bytea not null check (length(commitment) = 32),
  announced_slot bigint not null,
  key            integer not null references tape_key,
  signature      bytea not null check (length(signature) = 64)
);
create table tape_plan (
  day     integer primary key references tape_day,
  seed    bytea not null check (length(seed) = 32),
  symbols integer[] not null,
  opens   bigint[] not null
);
create table tape_revealed (
  day     integer primary key references tape_day,
  seed    bytea not null check (length(seed) = 32),
  symbols integer[] not null,
  opens   bigint[] not null
);

-- One partition a day, made ahead by make_tape_day. The key serves "ticks of a symbol from here on", the one question always asked.
create table tick (
  symbol integer not null,
  slot   bigint not null,
  price  bigint not null check (price > 0),
  volume bigint not null check (volume >= 0), -- whole USDT; shown in charts, not part of the hash
  hash   bytea not null check (length(hash) = 32),
  primary key (symbol, slot)
) partition by range (slot);

create table tape_checkpoint (
  slot      bigint primary key,
  size      integer not null,
  root      bytea not null check (length(root) = 32),
  previous  bytea not null check (length(previous) = 32),
  key       integer not null references tape_key,
  signature bytea not null check (length(signature) = 64)
);

-- Slots without a tick, written with the first tick after them. Symbol 0 stands for all.
create table tape_gap (
  first_slot bigint not null,
  symbol     integer not null,
  last_slot  bigint not null check (last_slot >= first_slot),
  reason     text not null check (reason in ('history', 'no_feed', 'late', 'source')),
  primary key (first_slot, symbol)
);

-- Each time a feed begins to write: from which slot, and where its prices come from.
create table tape_run (
  slot   bigint primary key,
  source text not null
);

create table candle_minute (
  symbol integer not null,
  minute bigint not null,
  open   bigint not null,
  high   bigint not null,
  low    bigint not null,
  close  bigint not null,
  volume bigint not null,
  primary key (symbol, minute)
);
create table candle_hour (
  symbol integer not null,
  hour   bigint not null,
  open   bigint not null,
  high   bigint not null,
  low    bigint not null,
  close  bigint not null,
  volume bigint not null,
  primary key (symbol, hour)
);

-- The 24 hours before `minute`, rewritten each minute: derived, and the only table here that changes.
create table market_window (
  symbol integer primary key,
  minute bigint not null,
  open   bigint not null,
  high   bigint not null,
  low    bigint not null,
  volume bigint not null,
  spark  bigint[] not null
);

create table favourite (
  person uuid not null references person on delete cascade,
  symbol integer not null,
  primary key (person, symbol)
);
grant select, insert, delete on favourite to glasshouse_app;

do $$
declare name text;
begin
  foreach name in array array['tape_key', 'tape_day', 'tape_plan', 'tape_revealed', 'tick', 'tape_checkpoint', 'tape_gap',
                              'tape_run', 'candle_minute', 'candle_hour']
  loop
    execute format('create trigger %I before update or delete on %I for each row execute function forbid_change()',
                   name || '_is_history', name);
    execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
    execute format('grant select, insert on %I to glasshouse_feed', name);
    if name <> 'tape_plan' then execute format('grant select on %I to glasshouse_app', name); end if;
  end loop;
end $$;
grant select, insert, update on market_window to glasshouse_feed;
grant select on market_window to glasshouse_app;

-- A past that is signed is closed to the feed too: nothing is added at or before the newest checkpoint.
create function tape_only_grows() returns trigger language plpgsql as $$
declare signed bigint := (select max(slot) from tape_checkpoint);
begin
  if exists (select from added where slot <= signed) then
    raise exception 'the tape is signed up to slot %', signed using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger tape_only_grows after insert on tick referencing new table as added
  for each statement execute function tape_only_grows();

-- A revealed plan must be the one that was hidden.
create function reveal_what_was_hidden() returns trigger language plpgsql as $$
begin
  if not exists (select from tape_plan p where p.day = new.day and p.seed = new.seed and p.symbols = new.symbols and p.opens = new.opens)
  then raise exception 'day % was planned otherwise', new.day using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;
create trigger reveal_what_was_hidden before insert on tape_revealed for each row execute function reveal_what_was_hidden();

-- The feed may ask for the partition of a day; making tables stays with the owner.
create function make_tape_day(day integer) returns void language plpgsql security definer set search_path = public as $$
declare
  name text := 'tick_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then return; end if;
  -- Made apart and attached, because that waits for no reader of the other days.
  execute format('create table %I (like tick including constraints)', name);
  execute format('alter table tick attach partition %I for values from (%s) to (%s)',
                 name, day::bigint * 172800, (day + 1)::bigint * 172800);
  -- A truncation of one partition is not seen by the trigger of the whole.
  execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
end $$;

-- Retention, for the owner alone: ticks of days before `day` leave; checkpoints and candles stay.
create function drop_tape_days(before integer) returns setof text language plpgsql set search_path = public as $$
declare name text;
begin
  for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where i.inhparent = 'tick'::regclass
                and c.relname < 'tick_' || to_char(date '1970-01-01' + before, 'YYYYMMDD') order by 1
  loop
    execute format('drop table %I', name);
    return next name;
  end loop;
end $$;
revoke execute on function make_tape_day(integer), drop_tape_days(integer) from public;
grant execute on function make_tape_day(integer) to glasshouse_feed;

-- migrate:down
