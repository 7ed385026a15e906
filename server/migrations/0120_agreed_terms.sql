-- migrate:up
-- Whoever opens contracts agrees on the terms in force and on nothing else, whatever the caller says. The clock is the tape, which no
-- caller of these functions can write: the caller's moment may differ from the head by two seconds.

-- For what is written from now on, the bounds of contract_terms.
alter table contract
  add constraint contract_seconds check (seconds between 1 and 3600) not valid,
  add constraint contract_return check (return_bp <= 10000) not valid;

create function terms_at(moment timestamptz) returns contract_terms language plpgsql stable as $$
begin
  return (
    select t from public.contract_terms as t
    where effective_at <= moment and not exists (
      select from public.withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version
    ) order by version desc limit 1);
end $$;

create function fit_terms(terms contract_terms, periods integer[], returns integer[], stakes bigint[]) returns boolean
  language plpgsql immutable as $$
begin
  return not exists (
    select from unnest(periods, returns, stakes) as asked (period, return_bp, stake)
    where terms.returns[array_position(terms.seconds, period)] is distinct from return_bp
       or stake not between terms.min_stake and terms.max_stake);
end $$;

-- The lowest id that a contract due after `settled_through` can have: its head is at most the longest period before that, and its id at
-- most two minutes and two seconds older than its head.
create function open_since() returns uuid language plpgsql stable as $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * longest - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement, (select max(period) as longest from public.contract_terms, unnest(seconds) as period) as agreed);
end $$;

-- Whether what these accounts have open and what they ask for now stay within the limit; their wallets are held.
create function stay_within(most bigint, accounts bigint[], stakes bigint[]) returns boolean language plpgsql stable as $$
declare since constant uuid := public.open_since();
begin
  return not exists (
    select from (
      select account, sum(stake) as total from unnest(accounts, stakes) as asked (account, stake) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as open from public.contract
      where contract.account = wanted.account and contract.id >= since
    ) as recent
    where open + total > most);
end $$;

-- As before, and by the terms in force. Those that ended in the last ten seconds are good too: a batch may have been judged by them and
-- then have had to wait.
create or replace function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
  terms  contract_terms := terms_at(at);
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
  perform write_contracts(at, rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
end $$;

-- As before, but how far the head may differ is no longer the caller's word.
drop function open_plain_contracts(timestamptz, integer, integer, smallint[], bigint[], uuid[], bigint[], integer[], integer[], integer[],
  boolean[]);
drop function open_since(integer);
create function open_plain_contracts(
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
  heads := array(
    select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) with ordinality as asked (symbol, place) order by place);
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  perform write_contracts(at, terms.rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
  return query select head.symbol, head.slot, head.hash, terms.rule
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;
revoke execute on function open_plain_contracts(timestamptz, smallint[], bigint[], uuid[], bigint[], integer[], integer[], integer[],
  boolean[]) from public;
grant execute on function open_plain_contracts(timestamptz, smallint[], bigint[], uuid[], bigint[], integer[], integer[], integer[],
  boolean[]) to glasshouse_app;

-- migrate:down
