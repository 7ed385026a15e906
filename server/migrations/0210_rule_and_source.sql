-- migrate:up
-- Which generator a feed makes prices with; a feed of an older release does not say. A rule that waits for every slot needs one that leaves
-- none out.
alter table tape_run add generator smallint check (generator > 0);
alter table source_rule add generator smallint not null default 1;
update source_rule set generator = 2 where source = 'synthetic' and rule = 2;

-- Orders are opened and sources change one after the other, never at the same time: those who open hold this together, a source that begins
-- holds it alone.
create function hold_the_source() returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('tape_run', 0))
$$;
revoke execute on function hold_the_source() from public;

-- Whether the source that plays keeps a rule. Before the first one nothing is known against it.
create function rule_is_kept(agreed smallint) returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  run constant tape_run := (select r from tape_run as r order by slot desc limit 1);
begin
  return run.source is null or exists (select from source_rule as s where s.source = run.source and s.rule = agreed);
end $$;
revoke execute on function rule_is_kept(smallint) from public;
grant execute on function rule_is_kept(smallint) to glasshouse_app;

-- As before, but alone, from now on, and by what the feed says that it knows.
create or replace function terms_follow_the_source() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before  constant tape_run := (select r from tape_run as r order by slot desc limit 1);
  knows   constant smallint := coalesce(new.generator, 1);
  terms   contract_terms;
  newest  smallint;
begin
  if abs(new.slot / 2.0 - extract(epoch from clock_timestamp())) > 2 then
    raise exception 'a source begins now, not at slot %', new.slot using errcode = 'check_violation';
  end if;
  -- The same feed again changes nothing, and need not wait for anybody who is opening.
  if before.source is distinct from new.source or before.generator is distinct from new.generator then
    perform pg_advisory_xact_lock(hashtextextended('tape_run', 0));
  end if;
  terms := terms_at(now());
  newest := (select max(rule) from source_rule where source = new.source and generator <= knows);
  if exists (select from source_rule where source = new.source and rule = terms.rule and generator > knows) then
    raise exception 'a feed of an older release cannot keep rule %', terms.rule using errcode = 'check_violation';
  end if;
  -- Terms that are announced would be overtaken. Rule 1 fits every tape, so it can wait for them; the other way round the source waits.
  if newest is null or terms.rule = newest or exists (
    select from contract_terms as t where effective_at > now() and not exists (
      select from withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version)
  ) then return new; end if;
  if exists (
    select from contract where due_slot > (select settled_through from settlement) and result is null
      and not exists (
        select from source_rule s where s.source = new.source and s.rule = contract.rule and s.generator <= knows)
  ) then
    raise exception 'contracts are open under a rule that the source % cannot keep', new.source using errcode = 'check_violation';
  end if;
  insert into contract_terms (at, effective_at, seconds, returns, min_stake, max_stake, max_open, rule)
  values (now(), now(), terms.seconds, terms.returns, terms.min_stake, terms.max_stake, terms.max_open, newest);
  return new;
end $$;

-- As before, but under a rule that the source keeps which plays when they are written. Terms that have just ended are still taken for ten
-- seconds, unless they were of another rule.
create or replace function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
  terms  contract_terms;
  hashes bytea[];
begin
  perform hold_the_source();
  terms := terms_at(at);
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
  if terms.rule = open_contracts.rule and not fit_terms(terms, periods, returns, stakes) then
    terms := terms_at(at - interval '10 seconds');
  end if;
  if terms.rule is distinct from open_contracts.rule or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then
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
  terms  contract_terms;
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
begin
  perform hold_the_source();
  terms := terms_at(at);
  if terms.rule <> all (known_rules) or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then return; end if;
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
