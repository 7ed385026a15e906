-- migrate:up
-- Orders that nothing speaks against, in one call; see docs/adr/0068-open-valid-orders-in-one-database-call.md.

-- The lowest id that a contract due after `settled_through` can have: its head is at most the longest period before that, and its id at
-- most `slack` milliseconds older than its head.
create function open_since(slack integer) returns uuid language sql stable set search_path = public, pg_temp as $$
  select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * longest - slack)), 12, '0') || repeat('0', 20))::uuid
  from settlement, (select max(period) as longest from contract_terms, unnest(seconds) as period) as agreed
$$;

-- Opens all of the contracts at their heads, or, having changed nothing and holding no lock, none: whenever anything speaks against any of
-- them, or one is there already, or it cannot be told here. Then they are judged one by one. What is asked here is what `decide`
-- asks, in words that imply its yes. Gives the heads, none for no. The heads are read after the wallets are locked: see `open.ts`.
create function open_plain_contracts(
  at timestamptz, slack integer, head_may_differ integer, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[],
  symbols integer[], periods integer[], returns integer[], longs boolean[]
) returns table (symbol integer, slot bigint, hash bytea, rule smallint) language plpgsql security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  terms  contract_terms;
  since  uuid;
  heads  bigint[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
begin
  select * into terms from contract_terms as t
  where effective_at <= open_plain_contracts.at and not exists (
    select from withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version
  ) order by version desc limit 1;
  if terms.rule <> all (known_rules) or exists (
    select from unnest(periods, returns, stakes) as asked (period, return_bp, stake)
    where terms.returns[array_position(terms.seconds, period)] is distinct from return_bp
       or stake not between terms.min_stake and terms.max_stake
  ) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  since := open_since(slack);
  if exists (
    select from (
      select account, sum(stake) as total from unnest(accounts, stakes) as asked (account, stake) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as open from contract
      where contract.account = wanted.account and contract.id >= since
    ) as recent
    where open + total > terms.max_open
  ) then raise sqlstate 'GH001'; end if;
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

revoke execute on function open_plain_contracts(timestamptz, integer, integer, smallint[], bigint[], uuid[], bigint[], integer[],
  integer[], integer[], boolean[]) from public;
grant execute on function open_plain_contracts(timestamptz, integer, integer, smallint[], bigint[], uuid[], bigint[], integer[],
  integer[], integer[], boolean[]) to glasshouse_app;

-- migrate:down
