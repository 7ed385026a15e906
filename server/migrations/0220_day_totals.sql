-- migrate:up
-- What all balances together come to at the end of each UTC day, for the public log: per wallet of users and per account of the system, never
-- per person. See docs/explanation/ledger.md.
lock table leg in share row exclusive mode;

-- Where the books stood when somebody first looked after a day's end: every leg of theirs has a lower id, or comes later.
create table day_end (
  day     integer primary key,
  through bigint not null,
  xid     xid8 not null
);
-- The sums over all legs with an id below `through` and a time within the day or before it. Legs with an id below `since` are all among them.
create table day_total (
  day      integer primary key references day_end,
  through  bigint not null,
  since    bigint not null check (since <= through),
  accounts integer[] not null, -- wallet << 10 | currency: an account's id without its owner
  amounts  bigint[] not null check (cardinality(amounts) = cardinality(accounts))
);
do $$
declare name text;
begin
  foreach name in array array['day_end', 'day_total'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function forbid_change()',
                   name || '_is_history', name);
    execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
    execute format('grant select on %I to glasshouse_app', name);
  end loop;
end $$;

create function end_of_day(day integer) returns timestamptz language sql immutable set search_path = public, pg_temp as $$
  select to_timestamp((day + 1) * 86400::bigint)
$$;

-- Notes where the books stand once a day is over. The sequence is read before this transaction has its id: whoever took ids for legs before
-- that has a lower one, as all who post have theirs before they take ids for legs.
create function note_day_end(ended integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last constant integer := (select max(day) from day_end);
  ends bigint;
begin
  if ended <= last then return; end if;
  if end_of_day(ended) > clock_timestamp() or ended > last + 1 then
    raise exception 'day % is not the next that is over', ended using errcode = 'insufficient_privilege';
  end if;
  if pg_current_xact_id_if_assigned() is not null then raise exception 'the end of a day is noted before anything is written'; end if;
  ends := (select last_value + case when is_called then 65536 else 0 end from posting_block);
  insert into day_end (day, through, xid) values (ended, ends, pg_current_xact_id()) on conflict do nothing;
end $$;

-- Sums up a day, once. A posting takes ids for its legs before it commits, so nothing is summed until every transaction that was open when the
-- end was noted is over; until then the answer is no. What is posted after that has higher ids and does not count, whatever time it
-- bears: a leg that comes too late with an earlier time is part of the next day's sums. Read are the legs since the day before.
create function total_day(ended integer) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  noted  day_end;
  before day_total;
begin
  select * into noted from day_end where day = ended and xid < pg_snapshot_xmin(pg_current_snapshot());
  if noted is null then return false; end if;
  select * into before from day_total where day < ended order by day desc limit 1;
  if before.day <> ended - 1 then return false; end if;
  insert into day_total (day, through, since, accounts, amounts)
  select ended, noted.through,
    coalesce(
      (select min(id) from leg where id >= coalesce(before.since, 0) and id < noted.through and at >= end_of_day(ended)), noted.through),
    coalesce(array_agg(account order by account), '{}'), coalesce(array_agg(amount order by account), '{}')
  from (
    select account, sum(amount)::bigint as amount from (
      select account, amount from unnest(before.accounts, before.amounts) as counted (account, amount)
      union all
      select (account & 65535)::integer, amount from leg
      where id >= coalesce(before.since, 0) and id < noted.through and at < end_of_day(ended)
        and (before is null or id >= before.through or at >= end_of_day(before.day))
    ) as part group by account having sum(amount) <> 0
  ) as summed
  on conflict do nothing;
  return true;
end $$;
revoke execute on function note_day_end(integer), total_day(integer) from public;
grant execute on function note_day_end(integer), total_day(integer) to glasshouse_app;

create function log_bytes(it day_total) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select '\x0c'::bytea || int4send(it.day) || int8send(it.through) || int4send(cardinality(it.accounts)) || coalesce(
    (select string_agg(substring(int4send(account >> 10) from 4) || int4send(account & 1023) || int8send(amount), '' order by nth)
     from unnest(it.accounts, it.amounts) with ordinality as total (account, amount, nth)), '')
$$;
create trigger day_total_is_logged after insert on day_total for each row execute function hand_to_log();

-- On a site that has books already nobody posts while this runs, so that the newest day that is over can be summed up at once.
do $$
declare
  ended constant integer := floor(extract(epoch from clock_timestamp()) / 86400)::integer - 1;
begin
  if exists (select from leg) then
    insert into day_end (day, through, xid)
    select ended, last_value + case when is_called then 65536 else 0 end, '0' from posting_block;
    perform total_day(ended);
  end if;
end $$;

-- migrate:down
