-- migrate:up
-- A round means nothing without its chain, and neither does the seed of a day that is made from rounds: both now say by its hash which one it
-- is. What was logged before stays as it is.
lock table beacon_round, tape_revealed in share row exclusive mode;

alter function log_bytes(beacon_round) rename to log_bytes_before;
alter function log_bytes(tape_revealed) rename to log_bytes_before;
create function log_bytes(it beacon_round) returns bytea language sql stable set search_path = public, pg_temp as $$
  select '\x0d'::bytea || hash || int8send(it.round) || it.signature from beacon_chain where id = it.chain
$$;
create function log_bytes(it tape_revealed) returns bytea language sql stable set search_path = public, pg_temp as $$
  select case when it.chain is null then log_bytes_before(it)
    else '\x0e'::bytea || int4send(it.day) || it.seed || (select hash from beacon_chain where id = it.chain) end
$$;

-- Whoever calls them, they read the tables that are meant.
do $$
declare made regprocedure;
begin
  for made in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and proname in ('log_bytes', 'log_bytes_before', 'log_setting')
  loop
    execute format('alter function %s set search_path = public, pg_temp', made);
  end loop;
end $$;

-- The writer needs where the tree ends and nothing of what is in it.
revoke select on log_entry, log_orders, log_leaf from glasshouse_log;
grant select (place, hash) on log_leaf to glasshouse_log;

-- migrate:down
