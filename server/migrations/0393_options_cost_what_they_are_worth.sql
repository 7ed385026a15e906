-- migrate:up
-- A compromised process could buy an option for the least premium, whatever it was worth, and sell one for the most that any model could give. The
-- database now computes the value itself and refuses what differs from it; see docs/adr/0170-options-that-cannot-be-beaten.md. Amounts are computed in
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
-- Whether a volatility is the one that an option must be priced by. From generator 3 on it is known. Under generator 2 it is an estimate, which
-- moods and noise lead off the mean; far below it is refused.
create function is_volatility_right(symbol integer, generator smallint, model smallint, volatility integer, slot bigint, slots bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  known constant integer := generator_volatility(symbol, slot, slots);
begin
  return volatility between 50000 and 5000000 and case
    when model = 3 then abs(volatility - known) <= 1
    when generator = 2 then volatility >= 0.3 * known
    else true end;
end $$;

create function option_costs_what_it_is_worth() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  generator constant smallint := generator_at(new.quote_slot, new.rule);
  slots     constant bigint := case when new.seconds <= 900 then 2 * new.seconds else new.due_slot - new.quote_slot end;
  -- What runs from the tap is quoted as if it were struck at the price of its quote.
  strike    constant bigint := case when new.seconds <= 900 then new.quote_price else new.strike end;
  units     constant float8 := new.size::float8 / (select parts from coin_unit where symbol = new.symbol);
  fair      float8;
begin
  if is_owners_session(tg_relid) then return null; end if;
  if new.model not in (1, 2, 3) or (new.model = 3) is distinct from (generator is not distinct from 3)
    or is_volatility_right(new.symbol, generator, new.model, new.volatility, new.quote_slot, slots) is not true
  then
    raise exception 'an option is not priced by model % and a volatility of %', new.model, new.volatility using errcode = 'insufficient_privilege';
  end if;
  fair := units * greatest(option_value(new.call, new.quote_price, strike, new.volatility, new.model, slots) * (1 + new.spread_bp / 10000.0::float8),
    case when new.call then new.quote_price - strike else strike - new.quote_price end);
  if new.stake < fair * 0.999 - 1 or new.model = 3 and new.stake > fair * 1.001 + 2 then
    raise exception 'an option does not cost %', new.stake using errcode = 'insufficient_privilege';
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
  if is_volatility_right(new.symbol, generator_at(new.exit_slot, new.rule), new.model, new.sale_volatility, new.exit_slot, slots) is not true
    or new.payout > fair * 1.001 + 1 or new.model = 3 and new.payout < fair * 0.999 - 2
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
  is_volatility_right(integer, smallint, smallint, integer, bigint, bigint), option_costs_what_it_is_worth(), sale_pays_what_it_is_worth() from public;

-- migrate:down
