-- migrate:up
-- A second of the tape is in the public log once: a receipt that could name a second copy as its outcome would show an order that was logged
-- between the two as one from before its outcome.
drop index log_leaf_seconds;
create unique index log_leaf_seconds on log_leaf (substring(bytes from 2 for 8)) where get_byte(bytes, 0) = 1;

-- As before, but a second of the tape that is in the log already gets no place, so that nothing behind it waits for ever. The tape has one row
-- for a slot and hands it over once; if somebody makes another of it, the log keeps what it said first, and differs from the tape.
create or replace function append_to_log(most integer) returns table (place bigint, hash bytea)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  next constant bigint := coalesce((select max(place) + 1 from log_leaf), 0);
begin
  return query
    with taken as (
      delete from log_entry where id <= (select max(id) from (select id from log_entry order by id limit most) as oldest)
      returning id, bytes
    ), named as (
      select id, bytes, case when get_byte(bytes, 0) = 1 then substring(bytes from 2 for 8) end as slot from taken
    ), counted as (
      select id, bytes, slot, row_number() over (partition by slot order by id) as nth from named
    ), once as (
      select id, bytes from counted where slot is null or (nth = 1 and not exists (
        select from log_leaf l where get_byte(l.bytes, 0) = 1 and substring(l.bytes from 2 for 8) = slot))
    ), placed as (
      insert into log_leaf (place, entry, bytes) select next + row_number() over (order by id) - 1, id, bytes from once
      returning place, hash
    )
    select place, hash from placed order by place;
end $$;

-- migrate:down
