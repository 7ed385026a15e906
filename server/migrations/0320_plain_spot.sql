-- migrate:up
-- Orders of coins that nothing speaks against are opened in one call, as contracts are; see docs/adr/0117-open-spot-orders-in-one-call-and-settle-them-in-place.md.

-- Writes orders whose amounts are taken, their legs and what the log says of them.
create function write_spot(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[], spreads integer[]
) returns void language plpgsql as $$
#variable_conflict use_column
declare
  before constant bytea := substring(int4send(rule) from 4);
  base   constant bigint := nextval('posting_block');
  pool   constant bigint := 46080; -- what is committed in spot, by currency
  slips  bytea;
begin
  insert into spot_order (account, id, at, head_slot, due_slot, stake, symbol, spread_bp, rule)
  select account, id, write_spot.at, head, head + 1, stake, symbol, spread, write_spot.rule
  from unnest(accounts, ids, heads, stakes, symbols, spreads) as accepted (account, id, head, stake, symbol, spread);
  -- 30 and 31: spot_buy, spot_sell.
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool + (account & 1023), base, sum(stake)::bigint, null::bigint, write_spot.at, null::uuid, case when account & 1023 = 1 then 30 else 31 end
  from unnest(accounts, stakes) as given (account, stake) group by account & 1023
  union all
  select account, base + place, -stake, pool + (account & 1023), write_spot.at, id, case when account & 1023 = 1 then 30 else 31 end
  from unnest(accounts, ids, stakes) with ordinality as given (account, id, stake, place);
  -- As spotSlipBytes in protocol/src/spot/slip.ts.
  select string_agg(sha256('\x0e'::bytea || uuid_send(id) || before || int4send(symbol)
    || case when account & 1023 = 1 then '\x01'::bytea else '\x02' end || int8send(stake) || int4send(spread) || int8send(head) || hash), '')
  into slips from unnest(accounts, ids, heads, hashes, stakes, symbols, spreads)
    as accepted (account, id, head, hash, stake, symbol, spread);
  perform log_accepted('spot_order', at, accounts, ids, symbols, heads, hashes, slips);
end $$;

create or replace function open_spot(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], spreads integer[]
) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
begin
  perform hold_the_source();
  perform require_heads(at, symbols, heads);
  -- Terms that ended while orders were judged are still good for them.
  if (terms_at(at)).rule is distinct from open_spot.rule or not rule_is_kept(open_spot.rule)
    or ((money_at(at)).spot_spread_bp <> all (spreads) and (money_at(at - interval '10 seconds')).spot_spread_bp <> all (spreads))
    or (select count(distinct spread) from unnest(spreads) as spread) > 1
    or exists (
      select from unnest(accounts, stakes) as asked (account, stake)
      where account & 1023 = 1 and stake not between 1000000 and 50000000000)
  then
    raise exception 'these terms are not in force' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'what is given is not covered' using errcode = 'check_violation';
  end if;
  perform write_spot(at, rule, accounts, ids, heads, tick_hashes(symbols, heads), stakes, symbols, spreads);
end $$;

-- Opens all of the orders, or none and nothing has changed: then no head comes back. What a coin to be sold is worth is counted at the head itself. A rest
-- that is worth less than the smallest order is not judged here.
create function open_plain_spot(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], spreads integer[]
) returns table (symbol integer, slot bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  least  constant bigint := 1000000;
  most   constant bigint := 50000000000;
  agreed constant smallint := (terms_at(at)).rule;
  spread constant integer := (money_at(at)).spot_spread_bp;
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
  head_prices  bigint[];
  head_parts   bigint[];
begin
  perform hold_the_source();
  if agreed <> all (known_rules) or not rule_is_kept(agreed) or spread <> any (spreads) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash), array_agg(head.price), array_agg(parts)
  into head_symbols, head_slots, head_hashes, head_prices, head_parts
  from fresh_ticks(at, symbols) as head join coin_unit using (symbol);
  -- Null for an order without a head, which then cannot be written.
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  if exists (
    select from unnest(accounts, stakes, symbols) as asked (account, stake, symbol)
    cross join lateral (select array_position(head_symbols, symbol) as nth) as head
    where case when account & 1023 = 1 then stake else spot_received(head_parts[nth], false, stake, 0, head_prices[nth]) end
      not between least and most
  ) then raise sqlstate 'GH001'; end if;
  perform write_spot(at, agreed, accounts, ids, heads, hashes, stakes, symbols, spreads);
  return query select head.symbol, head.slot, head.hash, agreed
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

revoke execute on function
  write_spot(timestamptz, smallint, bigint[], uuid[], bigint[], bytea[], bigint[], integer[], integer[]),
  open_plain_spot(timestamptz, smallint[], bigint[], uuid[], bigint[], integer[], integer[]) from public;
grant execute on function open_plain_spot(timestamptz, smallint[], bigint[], uuid[], bigint[], integer[], integer[]) to glasshouse_app;

-- migrate:down
