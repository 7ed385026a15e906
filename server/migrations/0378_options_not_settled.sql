-- migrate:up
-- What a user's options cost to count follows from what is open, and not from what they ever had; see ADR 0117.

-- Up to where nothing is open and all is counted. As a function it is known to the planner, who would otherwise take a third of a user's options for not settled.
create function options_settled_through() returns bigint language plpgsql stable as $$
begin
  return (select settled_through from public.settlement where product = 'option_order');
end $$;

-- Sold options that are not counted in `option_day` yet, which they are when they would have ended: added up as there, so that a thousand sales of one
-- hour are one row. Settling takes away what it has counted.
create table option_sale (
  account   bigint not null,
  due_slot  bigint not null,
  day       integer not null,
  symbol    integer not null,
  seconds   integer not null,
  ended     integer not null,
  in_profit integer not null,
  staked    bigint not null,
  paid      bigint not null,
  spread    bigint not null,
  primary key (account, due_slot, day, symbol, seconds)
);
create index option_sale_by_due on option_sale (due_slot);
grant select on option_sale to glasshouse_app;
grant select, delete on option_sale to glasshouse_settle;

-- As `counted` in server/src/options/settling/settle-sql.ts.
create function count_sale() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into option_sale as known (account, due_slot, day, symbol, seconds, ended, in_profit, staked, paid, spread)
  values (new.account, new.due_slot, new.exit_slot / 172800, new.symbol, new.seconds, 1, (new.payout > new.stake)::integer, new.stake, new.payout,
    new.stake * new.spread_bp / (10000 + new.spread_bp))
  on conflict (account, due_slot, day, symbol, seconds) do update set
    ended = known.ended + excluded.ended, in_profit = known.in_profit + excluded.in_profit,
    staked = known.staked + excluded.staked, paid = known.paid + excluded.paid, spread = known.spread + excluded.spread;
  return null;
end $$;
revoke execute on function count_sale() from public;
-- Only a sale writes this column: for what the tape ends nothing is called.
create trigger sale_is_counted after update of sale_volatility on option_order for each row
  when (new.sale_volatility is not null) execute function count_sale();
-- The trigger waits for sales that are under way, so each is counted either there or here.
insert into option_sale (account, due_slot, day, symbol, seconds, ended, in_profit, staked, paid, spread)
select account, due_slot, exit_slot / 172800, symbol, seconds, count(*), count(*) filter (where payout > stake), sum(stake), sum(payout),
  sum(stake * spread_bp / (10000 + spread_bp))
from option_order where due_slot > options_settled_through() and sale_volatility is not null
group by 1, 2, 3, 4, 5;

-- Opens options at prices that were quoted by ticks of the last five seconds: all of them, or none and nothing has changed; then no head comes back.
-- Heads are the newest ticks, or those that the orders were judged by. What a price must be follows from tick, volatility and model; it is in the
-- slip and the public log, and everybody can reckon it again.
create or replace function open_options(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[],
  judged_by bigint[]
) returns table (symbol integer, slot bigint, price bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  most_open constant bigint := 20000000000;
  most_held constant integer := 1000;
  settled   constant bigint := options_settled_through();
  agreed smallint := (terms_at(at)).rule;
  money  money_config := money_at(at);
  head_symbols integer[];
  head_slots   bigint[];
  head_prices  bigint[];
  head_hashes  bytea[];
  head_parts   bigint[];
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
    select from (select distinct symbol, quote, price from unnest(symbols, quotes, prices) as asked (symbol, quote, price)) as asked
    left join lateral (select price from tick where tick.symbol = asked.symbol and tick.slot = asked.quote limit 1) as known on true
    where known.price is distinct from asked.price
  ) then return; end if;
  if not take_stakes(accounts, premiums) then raise sqlstate 'GH001'; end if;
  if exists (
    select from (
      select account, sum(premium) as total, count(*) as options from unnest(accounts, premiums) as asked (account, premium) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake), 0) as open, count(*) as held from (
        select stake from option_order
        where option_order.account = wanted.account and due_slot > settled and sale_volatility is null and result is null
        order by due_slot desc limit most_held
      ) as one
    ) as running
    where open + total > most_open or held + options > most_held
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
  head_parts := array(select parts from unnest(head_symbols) with ordinality as head (symbol, nth) join coin_unit using (symbol) order by nth);
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  struck := array(
    select case when life <= 900 then head_prices[array_position(head_symbols, symbol)] else strike end
    from unnest(symbols, lives, strikes) as asked (symbol, life, strike));
  -- A quote is held for five seconds; and nothing is sold for less than it would pay now.
  if exists (
    select from unnest(symbols, heads, quotes, calls, struck, sizes, premiums) as asked (symbol, head, quote, call, strike, size, premium)
    cross join lateral (select array_position(head_symbols, symbol) as nth) as place
    cross join lateral (select case when call then head_prices[nth] - strike else strike - head_prices[nth] end as ahead) as now
    where head - quote not between 0 and 10 or (ahead > 0 and premium::numeric * head_parts[nth] < size::numeric * ahead)
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
    select move_exposure(array_agg(symbol), array_agg(exposure_of(size, strike, head_parts[array_position(head_symbols, symbol)])), money.option_exposure)
    from unnest(symbols, sizes, struck) as asked (symbol, size, strike)
  ) then raise sqlstate 'GH001'; end if;
  return query select head.symbol, head.slot, head.price, head.hash, agreed
    from unnest(head_symbols, head_slots, head_prices, head_hashes) as head (symbol, slot, price, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

-- migrate:down
