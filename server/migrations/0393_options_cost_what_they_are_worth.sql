-- migrate:up
-- A compromised process could buy an option for the least premium, whatever it was worth, and sell one for the most that any model could give. The
-- database now computes volatility and value itself and refuses what differs from them; see ADR 0170. Amounts are computed in
-- floating point here, so a thousandth is allowed; receipts recompute them exactly.

-- Model 3 prices by the generator's own volatility. All earlier rows satisfy the constraint, so nothing would be gained by validating it.
alter table option_order drop constraint option_order_model_check;
alter table option_order add constraint option_order_model_check check (model in (1, 2, 3)) not valid;

-- What a coin moves, as a square: in percent a year, times 10,000 (protocol/src/options/mean-volatility.ts).
create table generator_coin (
  symbol integer primary key,
  square bigint not null check (square > 0)
);
insert into generator_coin values
  (1, 20690000), (2, 33536900), (3, 61126900), (4, 84972500), (5, 22682900), (6, 51472100), (7, 70643600), (8, 58003600), (9, 53946400),
  (10, 55096900), (11, 38032100), (12, 54433600), (13, 19638400), (14, 49560100), (15, 74402500), (16, 57536900), (17, 51650000), (18, 80653600),
  (19, 83693600), (20, 69793600), (21, 83693600), (22, 91926900), (23, 94963600), (24, 67033600);
create trigger generator_coin_is_kept before update or delete on generator_coin for each row execute function forbid_change();
create trigger generator_coin_is_not_emptied before truncate on generator_coin execute function forbid_change();

-- The squares of how lively hours are, added up over all slots before one.
create function generator_squares_before(slot bigint) returns bigint language sql immutable as $$
  select slot / 172800 * 10656360000
    + (array[0, 332820000, 620820000, 867240000, 1075320000, 1259640000, 1455660000, 1688940000, 2021760000, 2436480000, 2886480000, 3336480000,
        3804660000, 4329540000, 5043960000, 5851980000, 6636060000, 7327980000, 7933500000, 8458380000, 8926560000, 9376560000, 9826560000,
        10258740000])[slot % 172800 / 7200 + 1]
    + slot % 7200 * (array[46225, 40000, 34225, 28900, 25600, 27225, 32400, 46225, 57600, 62500, 62500, 65025, 72900, 99225, 112225, 108900, 96100,
        84100, 72900, 65025, 62500, 62500, 60025, 55225])[slot % 172800 / 7200 + 1]
$$;
-- The volatility of so many slots after one: a year's, in millionths. It may differ by one from the protocol's.
create function generator_volatility(of_symbol integer, slot bigint, slots bigint) returns integer
language sql stable set search_path = public, pg_temp as $$
  select floor(sqrt(0.1475535801366249 * square
    * (generator_squares_before(slot + slots + 1) - generator_squares_before(slot + 1)) / slots::float8))::integer
  from generator_coin where symbol = of_symbol
$$;

-- How much of the standard normal distribution lies below a number, to 14 digits (G. West, Better approximations to cumulative normal functions, 2005).
create function normal_below(x float8) returns float8 language sql immutable as $$
  select case when x > 0 then 1 - tail else tail end
  from (select case
    when a > 37 then 0
    when a < 7.07106781186547 then exp(-a * a / 2)
      * ((((((0.0352624965998911 * a + 0.700383064443688) * a + 6.37396220353165) * a + 33.912866078383) * a + 112.079291497871) * a
        + 221.213596169931) * a + 220.206867912376)
      / (((((((0.0883883476483184 * a + 1.75566716318264) * a + 16.064177579207) * a + 86.7807322029461) * a + 296.564248779674) * a
        + 637.333633378831) * a + 793.826512519948) * a + 440.413735824752)
    else exp(-a * a / 2) / (a + 1 / (a + 2 / (a + 3 / (a + 4 / (a + 0.65))))) / 2.506628274631 end as tail
  from (select abs(x) as a) as positive) as below
$$;
-- The fair value of an option on one coin, in its smallest price units: protocol/src/options/black-scholes.ts, with the means of quote.ts.
create function option_value(call boolean, price float8, strike float8, volatility integer, model smallint, slots bigint) returns float8
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  reach constant float8 := volatility / 1e6::float8 * sqrt(slots / 63072000::float8);
  mean  constant float8 := price * case model when 1 then 1 else exp(reach * reach / 2) end;
  near  float8;
begin
  if reach <= 0 then return greatest(case when call then mean - strike else strike - mean end, 0); end if;
  near := (ln(mean / strike) + reach * reach / 2) / reach;
  return greatest(case when call then mean * normal_below(near) - strike * normal_below(near - reach)
    else strike * normal_below(reach - near) - mean * normal_below(-near) end, 0);
end $$;

-- The generator that the prices of a slot are made by, if its orders are under the rule for prices that we make.
create function generator_at(slot bigint, rule smallint) returns smallint language sql stable set search_path = public, pg_temp as $$
  select case when generator_at.rule = 2 then (select version from tape_day where day = generator_at.slot / 172800) end
$$;
-- The volatility that models 1 and 2 estimate from the ticks up to a slot, as protocol/src/options/volatility.ts does. Null if the tape is too young.
create function estimated_volatility(of_symbol integer, by_slot bigint, slots bigint) returns integer
language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare
  started constant bigint := by_slot - by_slot % 1200; -- the current ten minutes
  newest  constant bigint := by_slot - (by_slot + 1) % 120; -- the last slot of the newest full minute
  life    constant bigint := greatest((slots + 9) / 10, 1) * 10;
  near    constant bigint := least(started + 1199 - by_slot, life);
  -- Minutes before this one have candles, which are faster to read than ticks.
  closed  constant bigint := coalesce((select minute from market_window where symbol = of_symbol), 0);
  usual   float8;
  lively  float8;
  lately  record;
  long    record;
begin
  -- The current ten minutes, tick by tick; then the last hour and the same hours of the day before, by the last price of each minute.
  select count(*) as steps, sum(square) - least(sum(rounding) * 2 / 3, sum(square) / 2) as squares, sum(passed) as slots into lately
  from (
    select slot - lag(slot) over w as passed, (2 * (price - lag(price) over w) / (price + lag(price) over w)) ^ 2 as square,
      1 / (price + lag(price) over w) ^ 2 as rounding
    from (select slot, price::float8 from tick where symbol = of_symbol and slot between started - 1 and by_slot) as known
    window w as (order by slot)
  ) as step where passed is not null;
  select count(*) as steps, sum(square) - least(sum(rounding) * 2 / 3, sum(square) / 2) as squares, sum(passed) as slots into long
  from (
    select slot - lag(slot) over w as passed, (2 * (price - lag(price) over w) / (price + lag(price) over w)) ^ 2 as square,
      1 / (price + lag(price) over w) ^ 2 as rounding
    from (
      values (newest - 7200, newest), (newest - 180000, least(newest - 172800 + greatest(life, 7200) + 7200, newest - 7200))
    ) as span (first, last)
    cross join lateral (
      select minute * 120 + 119 as slot, close::float8 as price from candle_minute
      where symbol = of_symbol and minute >= first / 120 and minute < least((last + 1) / 120, closed)
      union all
      select open_minute, price::float8 from generate_series(greatest(first, closed * 120 + 119), last, 120) as open_minute
      cross join lateral (
        -- The outer bounds only rule out partitions.
        select price from tick where symbol = of_symbol and slot > open_minute - 120 and slot <= open_minute
          and slot > newest - 180120 and slot <= newest order by slot desc limit 1
      ) as ended
    ) as known
    window w as (partition by first order by slot)
  ) as step where passed is not null;
  if lately.steps + long.steps < 30 then return null; end if;
  usual := case when long.steps > 0 then long.squares / long.slots else lately.squares / lately.slots end;
  lively := (coalesce(lately.squares, 0) + 10 * usual) / (coalesce(lately.slots, 0) + 10);
  return least(greatest(floor(sqrt((near * lively + (life - near) * usual) / life * 63072000) * 1e6), 50000), 5000000)::integer;
end $$;

-- Whether an option quoted by the tick of a slot is priced by this model. For five seconds after the source of prices changed, models 1 and 2 are both right.
create function is_model_right(model smallint, rule smallint, by_slot bigint) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select case
    when model = 3 or generator_at(by_slot, rule) = 3 then model = 3 and generator_at(by_slot, rule) = 3
    else model in (1, 2) and (model = 2) in (
      coalesce((select source = 'synthetic' from tape_run order by slot desc limit 1), false),
      coalesce((select source = 'synthetic' from tape_run where slot <= by_slot - 10 order by slot desc limit 1), false)) end
$$;
-- Whether a volatility is the one that a model gives. A thousandth is allowed, because the protocol computes it with more digits.
create function is_volatility_right(symbol integer, model smallint, volatility integer, slot bigint, slots bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if model = 3 then return abs(volatility - generator_volatility(symbol, slot, slots)) <= 1; end if;
  return volatility between 50000 and 5000000
    and abs(volatility / estimated_volatility(symbol, slot, slots)::float8 - 1) <= 0.001;
end $$;

-- Options opened together are often quoted by the same ticks, so each volatility is computed once.
create function options_have_the_right_volatility() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  wrong record;
begin
  if is_owners_session(tg_relid) then return null; end if;
  -- Materialized, because the condition would otherwise be tested on every row.
  with quoted as materialized (
    select distinct symbol, rule, model, volatility, quote_slot, case when seconds <= 900 then 2 * seconds else due_slot - quote_slot end as slots
    from added
  )
  select * into wrong from quoted
  where (is_model_right(model, rule, quote_slot) and is_volatility_right(symbol, model, volatility, quote_slot, slots)) is not true limit 1;
  if found then
    raise exception 'an option is not priced by model % and a volatility of %', wrong.model, wrong.volatility
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger options_have_the_right_volatility after insert on option_order referencing new table as added
  for each statement execute function options_have_the_right_volatility();

create function option_costs_what_it_is_worth() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slots  constant bigint := case when new.seconds <= 900 then 2 * new.seconds else new.due_slot - new.quote_slot end;
  -- What runs from the tap is quoted as if it were struck at the price of its quote.
  strike constant bigint := case when new.seconds <= 900 then new.quote_price else new.strike end;
  units  constant float8 := new.size::float8 / (select parts from coin_unit where symbol = new.symbol);
  fair   float8;
begin
  if is_owners_session(tg_relid) then return null; end if;
  fair := units * greatest(option_value(new.call, new.quote_price, strike, new.volatility, new.model, slots) * (1 + new.spread_bp / 10000.0::float8),
    case when new.call then new.quote_price - strike else strike - new.quote_price end);
  if new.stake < fair * 0.999 - 1 or new.stake > fair * 1.001 + 2 then
    raise exception 'an option does not cost %', new.stake using errcode = 'insufficient_privilege';
  end if;
  -- The newest tick may have made the option worth more than it costs. Then the quote no longer holds, and open_options opens nothing.
  if new.head_slot > new.quote_slot and new.stake < 0.999 * units * option_value(new.call,
    (select price from tick where symbol = new.symbol and slot = new.head_slot limit 1), new.strike, new.volatility, new.model,
    new.due_slot - new.head_slot) - 1
  then
    raise sqlstate 'GH001';
  end if;
  return null;
end $$;
create trigger option_costs_what_it_is_worth after insert on option_order for each row execute function option_costs_what_it_is_worth();

create function sale_pays_what_it_is_worth() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  slots constant bigint := new.due_slot - new.exit_slot;
  units constant float8 := new.size::float8 / (select parts from coin_unit where symbol = new.symbol);
  fair  float8;
begin
  if is_owners_session(tg_relid) then return null; end if;
  fair := units * option_value(new.call, new.exit_price, new.strike, new.sale_volatility, new.model, slots);
  if is_volatility_right(new.symbol, new.model, new.sale_volatility, new.exit_slot, slots) is not true
    or new.payout > fair * 1.001 + 1 or new.payout < fair * 0.999 - 2
  then
    raise exception 'an option is not worth %', new.payout using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
-- Only a sale writes this column. Options that expire do not fire the trigger.
create trigger sale_pays_what_it_is_worth after update of sale_volatility on option_order for each row
  when (new.sale_volatility is not null) execute function sale_pays_what_it_is_worth();

revoke execute on function generator_squares_before(bigint), generator_volatility(integer, bigint, bigint), normal_below(float8),
  option_value(boolean, float8, float8, integer, smallint, bigint), generator_at(bigint, smallint),
  estimated_volatility(integer, bigint, bigint), is_model_right(smallint, smallint, bigint),
  is_volatility_right(integer, smallint, integer, bigint, bigint), options_have_the_right_volatility(), option_costs_what_it_is_worth(),
  sale_pays_what_it_is_worth() from public;

-- migrate:down
