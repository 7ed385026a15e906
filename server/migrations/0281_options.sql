-- migrate:up
-- Options and flash options; see ADR 0112. They are bought only: nobody can lose more than the premium, which is the stake.

-- How many parts of a coin (10^-8) times its smallest price unit make one minor unit of USDT.
create table coin_unit (
  symbol integer primary key,
  parts  bigint not null check (parts > 0)
);
insert into coin_unit
select symbol, 10 ^ (decimals + 2) from unnest('{2,2,3,5,2,5,3,4,4,5,3,4,6,2,4,4,6,4,4,4,5,4,5,4}'::integer[]) with ordinality as coin (decimals, symbol);
grant select on coin_unit to glasshouse_app, glasshouse_settle;
create trigger coin_unit_is_kept before update or delete on coin_unit for each row execute function forbid_change();

create table option_order (
  account    bigint not null check (account >= 65536),
  id         uuid not null,
  at         timestamptz not null,
  head_slot  bigint not null,
  due_slot   bigint not null,
  stake      bigint not null check (stake between 1000000 and 5000000000), -- the premium
  strike     bigint not null check (strike > 0),
  size       bigint not null check (size > 0),
  quote_slot bigint not null,
  quote_price bigint not null check (quote_price > 0),
  symbol     integer not null references coin_unit,
  seconds    integer not null,
  volatility integer not null check (volatility > 0),
  spread_bp  integer not null check (spread_bp between 0 and 2000),
  rule       smallint not null check (rule in (1, 2)),
  model      smallint not null check (model in (1, 2)),
  call       boolean not null,
  result     smallint,
  exit_slot  bigint,
  exit_price bigint,
  payout     bigint check (payout >= 0),
  sale_volatility integer,
  settled_at timestamptz,
  primary key (account, id),
  constraint option_is_held check (head_slot - quote_slot between 0 and 10),
  -- A flash option runs from the tap at the price of its quote; the others end at a full hour.
  constraint option_due check (case when seconds <= 900
    then seconds in (60, 180, 300, 600, 900) and due_slot = head_slot + 2 * seconds and strike = quote_price
    else seconds in (3600, 21600, 86400, 604800) and due_slot = (quote_slot + 600) / 7200 * 7200 + 2 * seconds end),
  constraint option_result_follows check (case
    when result is null then num_nonnulls(exit_slot, exit_price, payout, sale_volatility, settled_at) = 0
    when num_nonnulls(payout, settled_at) < 2 then false
    when result = 5 then num_nonnulls(exit_slot, exit_price, sale_volatility) = 3 and exit_slot >= head_slot - 10 and exit_slot < due_slot
    when sale_volatility is not null then false
    when exit_price is null then result = 4 and exit_slot is null and payout = stake
    when payout > stake then result = 1
    when payout = stake then result = 3
    else result = 2 end)
) with (fillfactor = 50);
create index option_order_by_due on option_order (due_slot, account);
create trigger option_order_is_kept before delete on option_order for each row execute function forbid_change();
create trigger option_order_is_not_emptied before truncate on option_order execute function forbid_change();
grant select on option_order to glasshouse_app, glasshouse_settle, glasshouse_office;
grant update (result, exit_slot, exit_price, payout, settled_at) on option_order to glasshouse_settle;

insert into settlement (product, settled_through) select 'option_order', settled_through from settlement where product = 'contract';

-- From here on, a user's open and uncounted options are a walk along the key.
create function options_since() returns uuid language plpgsql stable as $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * (604800 + 3600)::bigint - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement where product = 'option_order');
end $$;

-- What is open in a coin, as size times strike in USDT: what the site's limit is held against.
create table option_exposure (
  symbol integer primary key references coin_unit,
  open   bigint not null default 0 check (open >= 0)
);
insert into option_exposure (symbol) select symbol from coin_unit;
grant select on option_exposure to glasshouse_app, glasshouse_office;

create function exposure_of(size bigint, strike bigint, parts bigint) returns bigint language sql immutable as $$
  select ceil(size::numeric * strike / parts)::bigint
$$;

-- What is open in coins, held until the transaction ends.
create function hold_exposures(symbols integer[]) returns setof option_exposure language sql security definer set search_path = public, pg_temp as $$
  select * from option_exposure where symbol = any (symbols) order by symbol for no key update
$$;
revoke execute on function hold_exposures(integer[]) from public;
grant execute on function hold_exposures(integer[]) to glasshouse_app;

-- Moves what is open in coins; no, having done nothing, if one would pass the limit. Always the last that a transaction locks, in one order.
create function move_exposure(symbols integer[], amounts bigint[], most bigint) returns boolean language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare moved bigint;
begin
  perform from option_exposure where symbol = any (symbols) order by symbol for no key update;
  update option_exposure set open = open + amount
  from (
    select symbol, sum(amount)::bigint as amount from unnest(symbols, amounts) as change (symbol, amount) group by symbol
  ) as wanted
  where option_exposure.symbol = wanted.symbol and (open + amount <= most or amount <= 0);
  get diagnostics moved = row_count;
  return moved = (select count(distinct symbol) from unnest(symbols) as asked (symbol));
end $$;
revoke execute on function move_exposure(integer[], bigint[], bigint) from public;

-- Opens options at prices that were quoted by ticks of the last five seconds. All of them, or none and nothing has changed: then no head comes back.
-- What a price must be follows from tick, volatility and model; it is in the slip and the public log, and everybody can reckon it again.
create function open_options(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[]
) returns table (symbol integer, slot bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  most_open constant bigint := 20000000000;
  since  constant uuid := options_since();
  agreed smallint := (terms_at(at)).rule;
  money  money_config := money_at(at);
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
  heads  bigint[];
  hashes bytea[];
  ends   bigint[];
  slips  bytea;
begin
  perform hold_the_source();
  if agreed <> all (known_rules) or not rule_is_kept(agreed) then return; end if;
  if exists (select from unnest(spreads) as spread where spread <> money.option_spread_bp) then return; end if;
  -- Each quote's tick is on the tape, with that price; and nothing is sold for less than it would pay now.
  if exists (
    select from unnest(symbols, quotes, prices, calls, strikes, sizes, premiums) as asked (symbol, quote, price, call, strike, size, premium)
    join coin_unit using (symbol)
    left join lateral (select price from tick where tick.symbol = asked.symbol and tick.slot = asked.quote limit 1) as known on true
    where known.price is distinct from asked.price
       or premium::numeric * parts < size::numeric * greatest(0, case when call then asked.price - strike else strike - asked.price end)
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
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash) into head_symbols, head_slots, head_hashes
  from fresh_heads(at, symbols) as head;
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  if exists (
    select from unnest(heads, quotes) as asked (head, quote) where head - quote not between 0 and 10
  ) then raise sqlstate 'GH001'; end if;
  ends := array(
    select case when life <= 900 then head + 2 * life else (quote + 600) / 7200 * 7200 + 2 * life end
    from unnest(heads, quotes, lives) as asked (head, quote, life));
  insert into option_order (
    account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds, volatility, spread_bp, rule, model, call)
  select account, id, open_options.at, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, agreed, model, call
  from unnest(accounts, ids, heads, ends, premiums, strikes, sizes, quotes, prices, symbols, lives, volatilities, spreads, models, calls)
    as accepted (account, id, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, model, call);
  -- 41985: committed options, USDT; 50: option_premium.
  perform commit_stakes(41985, 50::smallint, at, accounts, ids, premiums);
  select string_agg(sha256('\x0b'::bytea || uuid_send(id) || substring(int4send(agreed) from 4) || int4send(symbol)
    || case when call then '\x01'::bytea else '\x02' end || int4send(life) || int8send(strike) || int8send(size) || int8send(premium)
    || int4send(volatility) || substring(int4send(model) from 4) || int4send(spread) || int8send(quote) || int8send(due) || int8send(head) || hash), '')
  into slips
  from unnest(ids, symbols, calls, lives, strikes, sizes, premiums, volatilities, models, spreads, quotes, ends, heads, hashes)
    as accepted (id, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash);
  perform log_accepted('option_order', at, accounts, ids, symbols, heads, hashes, slips);
  if not (
    select move_exposure(array_agg(symbol), array_agg(exposure_of(size, strike, parts)), money.option_exposure)
    from unnest(symbols, sizes, strikes) as asked (symbol, size, strike) join coin_unit using (symbol)
  ) then raise sqlstate 'GH001'; end if;
  return query select head.symbol, head.slot, head.hash, agreed from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;
revoke execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[]) from public;
grant execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[]) to glasshouse_app;

-- Buys an option back by a tick of the last five seconds, before its end is on the tape. False, having done nothing, if it is too late.
create function sell_option(at timestamptz, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint)
returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sold option_order;
  head bigint;
begin
  select * into sold from option_order where account = wanted_account and id = wanted_id for update;
  if sold.id is null or sold.result is not null then return false; end if;
  -- The newest tick is read behind the lock: nobody sells what the tape has ended.
  head := (select slot from fresh_heads(at, array[sold.symbol]));
  if head is null or head >= sold.due_slot or head - by_slot not between 0 and 10 or by_slot < sold.quote_slot then return false; end if;
  update option_order set result = 5, exit_slot = by_slot, sale_volatility = by_volatility, payout = amount, settled_at = sell_option.at,
    exit_price = (select price from tick where tick.symbol = sold.symbol and tick.slot = by_slot limit 1)
  where account = wanted_account and id = wanted_id;
  return true;
end $$;
revoke execute on function sell_option(timestamptz, bigint, uuid, bigint, integer, bigint) from public;
grant execute on function sell_option(timestamptz, bigint, uuid, bigint, integer, bigint) to glasshouse_app;

-- What ends is held against the tape: an end is the tick that the rule finds, and what it pays follows from that. A sale is by a tick that is there, and
-- brings no more than the option could ever pay; only `sell_option` makes one.
create function options_end_by_the_tape() returns trigger language plpgsql set enable_nestloop = on set search_path = public, pg_temp as $$
begin
  if exists (select from old_option where result is not null) then
    raise exception 'an option is settled once' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'glasshouse_settle' and exists (select from new_option where result = 5) then
    raise exception 'only its owner sells an option' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (
      select rule, symbol, due_slot, exit_slot, exit_price from new_option where result <> 5 group by 1, 2, 3, 4, 5
    ) as claim
    left join lateral (
      select * from exit_by_rule_1(claim.symbol, claim.due_slot) where claim.rule = 1
      union all
      select * from exit_by_rule_2(claim.symbol, claim.due_slot) where claim.rule = 2
    ) as told on true
    where told.final is not true or (claim.exit_slot, claim.exit_price) is distinct from (told.exit_slot, told.exit_price)
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from new_option join coin_unit using (symbol)
    where result in (1, 2, 3) and payout <> floor(size::numeric * greatest(0, case when call then exit_price - strike else strike - exit_price end) / parts)
       or result = 5 and payout::numeric * parts > size::numeric * case when call then 2 * exit_price else strike end
  ) then
    raise exception 'an option pays what its strike and its exit say' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger end_by_the_tape after update on option_order referencing old table as old_option new table as new_option
  for each statement execute function options_end_by_the_tape();
create trigger settled_is_booked after update on option_order referencing new table as ended
  for each statement execute function book_what_ended(41985, 51, 52);

-- What has ended no longer counts against the limit. By its name it comes after the booking: wallets are locked before exposures, always.
create function exposure_falls() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform move_exposure(array_agg(symbol), array_agg(-exposure), 0)
  from (select symbol, sum(exposure_of(size, strike, parts))::bigint as exposure
    from ended join coin_unit using (symbol) where result is not null group by symbol) as given_back;
  return null;
end $$;
revoke execute on function exposure_falls() from public;
create trigger then_exposure_falls after update on option_order referencing new table as ended for each statement execute function exposure_falls();

-- What ended, added up by user and day: a sold one on the day of its sale.
create table option_day (
  account   bigint not null,
  day       integer not null,
  symbol    integer not null,
  seconds   integer not null,
  ended     integer not null,
  in_profit integer not null,
  staked    bigint not null,
  paid      bigint not null,
  spread    bigint not null, -- what was paid above fair values
  primary key (account, day, symbol, seconds)
);
grant select on option_day to glasshouse_app;
grant select, insert, update on option_day to glasshouse_settle;

-- migrate:down
