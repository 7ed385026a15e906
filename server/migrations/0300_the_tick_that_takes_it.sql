-- migrate:up
-- A flash option is struck at the price of the tick that takes it, and an option is sold back by the newest one; see
-- docs/adr/0115-fill-options-at-the-tick-of-acceptance-not-at-the-quoted-tick.md. Options of before keep their terms, which say so by their version.
-- What the release before calls stays beside it, and options that it opens have its terms; see docs/adr/0153-run-two-releases-side-by-side-during-upgrades.md.

alter table option_order add column terms smallint not null default 1 check (terms in (1, 2));
alter table option_order drop constraint option_due;
alter table option_order add constraint option_due check (case when seconds <= 900
  then seconds in (60, 180, 300, 600, 900) and due_slot = head_slot + 2 * seconds and (terms = 2 or strike = quote_price)
  else seconds in (3600, 21600, 86400, 604800) and due_slot = (quote_slot + 600) / 7200 * 7200 + 2 * seconds end) not valid;

-- As fresh_heads, with prices.
create function fresh_ticks(at timestamptz, symbols integer[]) returns table (symbol integer, slot bigint, price bigint, hash bytea)
language sql stable as $$
  select head.symbol, head.slot, head.price, head.hash from (select distinct asked as symbol from unnest(symbols) as asked) as asked
  cross join lateral (
    select symbol, slot, price, hash from public.tick
    where tick.symbol = asked.symbol and tick.slot >= (extract(epoch from at) * 1000 - 2000)::bigint / 500 order by slot desc limit 1
  ) as head
  where abs((extract(epoch from at) * 1000)::bigint - 500 * head.slot) <= 2000
$$;

-- Opens options at prices that were quoted by ticks of the last five seconds: all of them, or none and nothing has changed; then no head comes back.
-- Heads are the newest ticks, or those that the orders were judged by. What a price must be follows from tick, volatility and model; it is in the
-- slip and the public log, and everybody can reckon it again.
create function open_options(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[],
  judged_by bigint[]
) returns table (symbol integer, slot bigint, price bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  most_open constant bigint := 20000000000;
  since  constant uuid := options_since();
  agreed smallint := (terms_at(at)).rule;
  money  money_config := money_at(at);
  head_symbols integer[];
  head_slots   bigint[];
  head_prices  bigint[];
  head_hashes  bytea[];
  heads  bigint[];
  struck bigint[];
  hashes bytea[];
  ends   bigint[];
  slips  bytea;
begin
  perform hold_the_source();
  if agreed <> all (known_rules) or not rule_is_kept(agreed) then return; end if;
  if exists (select from unnest(spreads) as spread where spread <> money.option_spread_bp) then return; end if;
  -- Each quote's tick is on the tape, with that price.
  if exists (
    select from unnest(symbols, quotes, prices) as asked (symbol, quote, price)
    left join lateral (select price from tick where tick.symbol = asked.symbol and tick.slot = asked.quote limit 1) as known on true
    where known.price is distinct from asked.price
  ) then return; end if;
  if not take_stakes(accounts, premiums) then raise sqlstate 'GH001'; end if;
  if exists (
    select from (
      select account, sum(premium) as total from unnest(accounts, premiums) as asked (account, premium) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as open from option_order
      where option_order.account = wanted.account and option_order.id >= since
    ) as recent
    where open + total > most_open
  ) then raise sqlstate 'GH001'; end if;
  if judged_by is null then
    select array_agg(head.symbol), array_agg(head.slot), array_agg(head.price), array_agg(head.hash)
    into head_symbols, head_slots, head_prices, head_hashes from fresh_ticks(at, symbols) as head;
  else
    perform require_heads(at, symbols, judged_by);
    select array_agg(asked.symbol), array_agg(asked.head), array_agg(known.price), array_agg(known.hash)
    into head_symbols, head_slots, head_prices, head_hashes
    from (select distinct symbol, head from unnest(symbols, judged_by) as asked (symbol, head)) as asked
    cross join lateral (select price, hash from tick where tick.symbol = asked.symbol and tick.slot = asked.head limit 1) as known;
  end if;
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  struck := array(
    select case when life <= 900 then head_prices[array_position(head_symbols, symbol)] else strike end
    from unnest(symbols, lives, strikes) as asked (symbol, life, strike));
  -- A quote is held for five seconds; and nothing is sold for less than it would pay now.
  if exists (
    select from unnest(symbols, heads, quotes, calls, struck, sizes, premiums) as asked (symbol, head, quote, call, strike, size, premium)
    join coin_unit using (symbol)
    cross join lateral (select head_prices[array_position(head_symbols, symbol)] as price) as now
    where head - quote not between 0 and 10
       or premium::numeric * parts < size::numeric * greatest(0, case when call then now.price - strike else strike - now.price end)
  ) then raise sqlstate 'GH001'; end if;
  ends := array(
    select case when life <= 900 then head + 2 * life else (quote + 600) / 7200 * 7200 + 2 * life end
    from unnest(heads, quotes, lives) as asked (head, quote, life));
  insert into option_order (
    account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds, volatility, spread_bp, rule, model, call, terms)
  select account, id, open_options.at, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, agreed, model, call, 2
  from unnest(accounts, ids, heads, ends, premiums, struck, sizes, quotes, prices, symbols, lives, volatilities, spreads, models, calls)
    as accepted (account, id, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, model, call);
  -- 41985: committed options, USDT; 50: option_premium.
  perform commit_stakes(41985, 50::smallint, at, accounts, ids, premiums);
  select string_agg(sha256('\x0f'::bytea || uuid_send(id) || substring(int4send(agreed) from 4) || int4send(symbol)
    || case when call then '\x01'::bytea else '\x02' end || int4send(life) || int8send(strike) || int8send(size) || int8send(premium)
    || int4send(volatility) || substring(int4send(model) from 4) || int4send(spread) || int8send(quote) || int8send(due) || int8send(head) || hash), '')
  into slips
  from unnest(ids, symbols, calls, lives, struck, sizes, premiums, volatilities, models, spreads, quotes, ends, heads, hashes)
    as accepted (id, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash);
  perform log_accepted('option_order', at, accounts, ids, symbols, heads, hashes, slips);
  if not (
    select move_exposure(array_agg(symbol), array_agg(exposure_of(size, strike, parts)), money.option_exposure)
    from unnest(symbols, sizes, struck) as asked (symbol, size, strike) join coin_unit using (symbol)
  ) then raise sqlstate 'GH001'; end if;
  return query select head.symbol, head.slot, head.price, head.hash, agreed
    from unnest(head_symbols, head_slots, head_prices, head_hashes) as head (symbol, slot, price, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;
revoke execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[]) from public;
grant execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[]) to glasshouse_app;

-- Buys an option back by the newest tick, before its end is on the tape. False, having done nothing, if another tick has come or it is too late.
create function sell_option_now(at timestamptz, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sold option_order;
  head bigint;
begin
  select * into sold from option_order where account = wanted_account and id = wanted_id for update;
  if sold.id is null or sold.result is not null then return false; end if;
  -- The newest tick is read behind the lock: nobody sells what the tape has ended.
  head := (select slot from fresh_heads(at, array[sold.symbol]));
  if head is distinct from by_slot or head >= sold.due_slot or head < sold.head_slot then return false; end if;
  update option_order set result = 5, exit_slot = by_slot, sale_volatility = by_volatility, payout = amount, settled_at = sell_option_now.at,
    exit_price = (select price from tick where tick.symbol = sold.symbol and tick.slot = by_slot limit 1)
  where account = wanted_account and id = wanted_id;
  return true;
end $$;
revoke execute on function sell_option_now(timestamptz, bigint, uuid, bigint, integer, bigint) from public;
grant execute on function sell_option_now(timestamptz, bigint, uuid, bigint, integer, bigint) to glasshouse_app;

-- migrate:down
