-- migrate:up
-- The public log: one tree over everything that must not be rewritten. See docs/explanation/public-log.md and docs/adr/0097-publish-one-append-only-log.md.

-- Nothing that is to be in the log is written between the copy of what is there and the triggers for what follows.
lock table tape_checkpoint, tape_day, tape_revealed, tape_key, slip_key, contract_terms, site_config, money_config, withdrawn_change,
  audit_entry, product_version in share row exclusive mode;

-- What waits to be written into the log, handed over in the transaction that made it true. Ids have holes and come out of order; the
-- log's own places do not.
create table log_entry (
  id    bigint generated always as identity primary key,
  bytes bytea not null check (length(bytes) between 1 and 65535)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000); -- it is emptied all the time

create table log_leaf (
  place bigint primary key check (place >= 0),
  entry bigint not null unique,
  bytes bytea not null check (length(bytes) between 1 and 65535),
  hash  bytea not null generated always as (sha256('\x00'::bytea || bytes)) stored
);
-- Roots of full tiles: at level 1 over 256 leaves, at level 2 over 256 of those, and so on.
create table log_node (
  level smallint not null check (level between 1 and 5),
  place bigint not null check (place >= 0),
  hash  bytea not null check (length(hash) = 32),
  primary key (level, place)
);
create table log_checkpoint (
  size bigint primary key check (size > 0),
  root bytea not null check (length(root) = 32),
  at   timestamptz not null,
  note text not null
);
create table log_key (
  public_key bytea primary key check (length(public_key) = 32),
  origin     text not null,
  since_slot bigint not null
);
-- Which orders an entry stands for, in the order of its tree.
create table log_orders (
  entry    bigint primary key,
  at       timestamptz not null,
  accounts bigint[] not null,
  ids      uuid[] not null
);
create index on log_orders (at);
alter table log_orders alter accounts set storage external, alter ids set storage external;

do $$
declare name text;
begin
  foreach name in array array['log_leaf', 'log_node', 'log_checkpoint', 'log_key', 'log_orders'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function forbid_change()',
                   name || '_is_history', name);
    execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
    execute format('grant select on %I to glasshouse_app, glasshouse_log', name);
  end loop;
end $$;
grant select on log_entry to glasshouse_log;
grant insert on log_node, log_checkpoint, log_key to glasshouse_log;

-- No place is left out and none is taken twice, whoever writes.
create function log_only_grows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  first constant bigint := (select min(place) from added);
begin
  if exists (select from added having max(place) - first + 1 <> count(*))
    or (first > 0 and not exists (select from log_leaf where place = first - 1)) then
    raise exception 'the log has no place left out' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger log_only_grows after insert on log_leaf referencing new table as added
  for each statement execute function log_only_grows();
create function log_is_signed_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.size <= (select max(size) from log_checkpoint) or new.size > coalesce((select max(place) + 1 from log_leaf), 0) then
    raise exception 'the log is signed as far as it is written, and never back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger log_is_signed_forward before insert on log_checkpoint for each row execute function log_is_signed_forward();

-- The only way into the log: what was handed over gets the next places, and leaves the inbox in the same statement.
create function append_to_log(most integer) returns table (place bigint, hash bytea)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  next constant bigint := coalesce((select max(place) + 1 from log_leaf), 0);
begin
  return query
    with taken as (
      delete from log_entry where id <= (select max(id) from (select id from log_entry order by id limit most) as oldest)
      returning id, bytes
    ), placed as (
      insert into log_leaf (place, entry, bytes) select next + row_number() over (order by id) - 1, id, bytes from taken
      returning place, hash
    )
    select place, hash from placed order by place;
end $$;
revoke execute on function append_to_log(integer) from public;
grant execute on function append_to_log(integer) to glasshouse_log;

-- The bytes of each kind of entry, as in protocol/src/publiclog/entries.ts.
create function log_bytes(it tape_checkpoint) returns bytea language sql immutable as $$
  select '\x01'::bytea || int8send(it.slot) || int4send(it.size) || it.root || it.previous
$$;
create function log_bytes(it tape_day) returns bytea language sql immutable as $$
  select '\x04'::bytea || int4send(it.day) || substring(int4send(it.version) from 4) || it.commitment || int8send(it.announced_slot)
$$;
create function log_bytes(it tape_revealed) returns bytea language sql immutable as $$
  select '\x05'::bytea || int4send(it.day) || it.seed || int4send(coalesce(cardinality(it.symbols), 0)) || coalesce(
    (select string_agg(int4send(symbol) || int8send(price), '' order by nth)
     from unnest(it.symbols, it.opens) with ordinality as open (symbol, price, nth)), '')
$$;
create function log_bytes(it contract_terms) returns bytea language sql stable as $$
  select '\x06'::bytea || int8send(it.version) || int8send(floor(extract(epoch from it.effective_at) * 1000)::bigint)
    || substring(int4send(it.rule) from 4) || int8send(it.min_stake) || int8send(it.max_stake) || int8send(it.max_open)
    || int4send(cardinality(it.seconds)) || coalesce(
      (select string_agg(int4send(period) || int4send(return_bp), '' order by nth)
       from unnest(it.seconds, it.returns) with ordinality as agreed (period, return_bp, nth)), '')
$$;
-- Who wrote it and why is the operators' log's; here is what it says.
create function log_bytes(it product_version) returns bytea language sql stable set timezone = 'UTC' as $$
  select '\x07'::bytea || int4send(it.product) || int4send(it.version) || convert_to((to_jsonb(it)
    - '{written_by,written_by_name,published_by,published_by_name,approval,approved_by,approved_by_name,closed_by,closed_by_name}'::text[]
  )::text, 'UTF8')
$$;
create function log_setting(about text, version bigint, says jsonb) returns bytea language sql immutable as $$
  select '\x08'::bytea || substring(int4send(length(about)) from 4) || convert_to(about, 'UTF8') || int8send(version) || convert_to((says
    - '{changed_by,changed_by_name,reason,approval,approved_by,approved_by_name,operator,operator_name}'::text[])::text, 'UTF8')
$$;
create function log_bytes(it site_config) returns bytea language sql stable set timezone = 'UTC' as $$
  select log_setting('site_config', it.version, to_jsonb(it))
$$;
create function log_bytes(it money_config) returns bytea language sql stable set timezone = 'UTC' as $$
  select log_setting('money_config', it.version, to_jsonb(it))
$$;
create function log_bytes(it withdrawn_change) returns bytea language sql stable set timezone = 'UTC' as $$
  select log_setting('withdrawn_change', it.version, to_jsonb(it))
$$;
create function log_bytes(it audit_entry) returns bytea language sql immutable as $$
  select '\x09'::bytea || int8send(it.id) || it.hash
$$;
create function log_bytes(it tape_key) returns bytea language sql immutable as $$
  select '\x0a01'::bytea || it.public_key || int8send(it.since_slot)
$$;
create function log_bytes(it slip_key) returns bytea language sql stable as $$
  select '\x0a02'::bytea || it.public_key || int8send(floor(extract(epoch from it.since) * 2)::bigint)
$$;
create function log_bytes(it log_key) returns bytea language sql immutable as $$
  select '\x0a03'::bytea || it.public_key || int8send(it.since_slot)
$$;

create function hand_to_log() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into log_entry (bytes) values (log_bytes(new));
  return null;
end $$;
revoke execute on function hand_to_log() from public;

-- What is there already is handed over as it stands: of chains their newest head, which stands for all before it.
insert into log_entry (bytes) select log_bytes(t) from tape_key t order by id;
insert into log_entry (bytes) select log_bytes(t) from slip_key t order by since;
insert into log_entry (bytes) select log_bytes(t) from contract_terms t order by version;
insert into log_entry (bytes) select log_bytes(t) from site_config t order by version;
insert into log_entry (bytes) select log_bytes(t) from money_config t order by version;
insert into log_entry (bytes) select log_bytes(t) from withdrawn_change t order by at;
insert into log_entry (bytes) select log_bytes(t) from product_version t where state <> 'draft' order by product, version;
insert into log_entry (bytes) select log_bytes(t) from tape_day t order by day;
insert into log_entry (bytes) select log_bytes(t) from tape_revealed t order by day;
insert into log_entry (bytes) select log_bytes(t) from (select * from audit_entry order by id desc limit 1) last join audit_entry t using (id);
insert into log_entry (bytes) select log_bytes(t) from (select * from tape_checkpoint order by slot desc limit 1) last join tape_checkpoint t using (slot);

do $$
declare name text;
begin
  foreach name in array array['tape_checkpoint', 'tape_day', 'tape_revealed', 'tape_key', 'slip_key', 'log_key', 'contract_terms',
                              'site_config', 'money_config', 'withdrawn_change', 'audit_entry'] loop
    execute format('create trigger %I after insert on %I for each row execute function hand_to_log()', name || '_is_logged', name);
  end loop;
end $$;
create trigger product_version_is_logged after update of state on product_version for each row
  when (new.state <> old.state) execute function hand_to_log();

-- Orders accepted together: the root of the tree over their slips, as in protocol/src/contracts/slip.ts and treeOf of market/tape.ts. The
-- site signs the same root. Whoever writes orders calls this in the same transaction.
create function log_accepted(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[],
  periods integer[], returns integer[], longs boolean[]
) returns void language plpgsql as $$
declare
  before constant bytea := substring(int4send(rule) from 4);
  level  bytea; -- hashes one after another
  logged bigint;
begin
  -- Rows of unnest and generate_series come in their order; sorting them once more would cost a tenth of the hashing.
  select string_agg(sha256('\x07'::bytea || uuid_send(id) || before || int4send(symbol) || case when long then '\x01'::bytea else '\x02' end
    || int4send(period) || int8send(stake) || int4send(return_bp) || int8send(head) || hash), '')
  into level from unnest(ids, heads, hashes, stakes, symbols, periods, returns, longs)
    as accepted (id, head, hash, stake, symbol, period, return_bp, long);
  while length(level) > 32 loop
    level := (
      select string_agg(sha256('\x03'::bytea || substring(level from 64 * nth + 1 for 64)), '')
      from generate_series(0, length(level) / 64 - 1) as nth
    ) || case when length(level) % 64 = 32 then substring(level from length(level) - 31) else '' end;
  end loop;
  insert into log_entry (bytes)
  values ('\x02'::bytea || int8send(floor(extract(epoch from at) * 2)::bigint) || int4send(cardinality(ids)) || level)
  returning id into logged;
  insert into log_orders (entry, at, accounts, ids) values (logged, log_accepted.at, log_accepted.accounts, log_accepted.ids);
end $$;

-- As before, and into the log.
create or replace function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
  terms  contract_terms := terms_at(at);
  hashes bytea[];
begin
  if exists (
    select from (select distinct symbol, head from unnest(symbols, heads) as asked (symbol, head)) as claim
    left join lateral (select slot from tick where tick.symbol = claim.symbol and slot = claim.head limit 1) as known on true
    left join lateral (
      select slot from tick where tick.symbol = claim.symbol and slot > claim.head + 4 order by slot limit 1
    ) as later on true
    where known.slot is null or later.slot is not null or abs(now_ms - 500 * claim.head) > head_may_differ
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
  if terms.rule <> open_contracts.rule or not fit_terms(terms, periods, returns, stakes) then
    terms := terms_at(at - interval '10 seconds');
  end if;
  if terms.rule is distinct from open_contracts.rule or not fit_terms(terms, periods, returns, stakes) then
    raise exception 'these terms are not in force' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'a stake is not covered' using errcode = 'check_violation';
  end if;
  if not stay_within(terms.max_open, accounts, stakes) then
    raise exception 'more is open than the terms allow' using errcode = 'insufficient_privilege';
  end if;
  hashes := array(
    select head_tick.hash from unnest(symbols, heads) with ordinality as asked (symbol, head, nth)
    cross join lateral (select hash from tick where tick.symbol = asked.symbol and tick.slot = asked.head limit 1) as head_tick
    order by nth);
  perform write_contracts(at, rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
  perform log_accepted(at, rule, accounts, ids, heads, hashes, stakes, symbols, periods, returns, longs);
end $$;

create or replace function open_plain_contracts(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns table (symbol integer, slot bigint, hash bytea, rule smallint) language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
  terms  constant contract_terms := terms_at(at);
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
begin
  if terms.rule <> all (known_rules) or not fit_terms(terms, periods, returns, stakes) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  if not stay_within(terms.max_open, accounts, stakes) then raise sqlstate 'GH001'; end if;
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash) into head_symbols, head_slots, head_hashes
  from (select distinct symbol from unnest(symbols) as asked (symbol)) as asked
  cross join lateral (
    select symbol, slot, hash from tick
    where tick.symbol = asked.symbol and tick.slot >= (now_ms - head_may_differ) / 500 order by slot desc limit 1
  ) as head
  where abs(now_ms - 500 * head.slot) <= head_may_differ;
  -- Null for an order without a head, which then cannot be written.
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  perform write_contracts(at, terms.rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
  perform log_accepted(at, terms.rule, accounts, ids, heads, hashes, stakes, symbols, periods, returns, longs);
  return query select head.symbol, head.slot, head.hash, terms.rule
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

-- migrate:down
