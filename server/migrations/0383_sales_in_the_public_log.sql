-- migrate:up
-- Sales of options are in the public log, so that nobody can turn a result into a sale once it is known; see
-- docs/adr/0162-log-each-option-sale-publicly.md. Options say by the version of their terms whether their sale must be there.

alter table option_order drop constraint option_order_terms_check;
alter table option_order add constraint option_order_terms_check check (terms in (1, 2, 3)) not valid;
alter table option_order drop constraint option_due;
alter table option_order add constraint option_due check (case when seconds <= 900
  then seconds in (60, 180, 300, 600, 900) and due_slot = head_slot + 2 * seconds and (terms > 1 or strike = quote_price)
  else seconds in (3600, 21600, 86400, 604800) and due_slot = (quote_slot + 600) / 7200 * 7200 + 2 * seconds end) not valid;

-- The hash that names an option in the log. The protocol makes the same (`optionBytes`).
create function option_slip(
  terms smallint, id uuid, rule smallint, symbol integer, call boolean, life integer, strike bigint, size bigint, premium bigint, volatility integer,
  model smallint, spread integer, quote bigint, due bigint, head bigint, hash bytea
) returns bytea language sql immutable as $$
  select sha256(case terms when 1 then '\x0b'::bytea when 2 then '\x0f' else '\x11' end || uuid_send(id) || substring(int4send(rule) from 4)
    || int4send(symbol) || case when call then '\x01'::bytea else '\x02' end || int4send(life) || int8send(strike) || int8send(size)
    || int8send(premium) || int4send(volatility) || substring(int4send(model) from 4) || int4send(spread) || int8send(quote) || int8send(due)
    || int8send(head) || hash)
$$;

-- Hands orders accepted together to the public log: `slips` are the hashes of what was agreed, one after another, in the order of the arrays.
-- `with_sales`: they are options whose sales must be in the log too, and their entry says so.
create function log_accepted(
  product text, at timestamptz, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea,
  with_sales boolean
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  level  bytea := slips;
  logged bigint;
begin
  while length(level) > 32 loop
    level := (
      select string_agg(sha256('\x03'::bytea || substring(level from 64 * nth + 1 for 64)), '')
      from generate_series(0, length(level) / 64 - 1) as nth
    ) || case when length(level) % 64 = 32 then substring(level from length(level) - 31) else '' end;
  end loop;
  insert into log_entry (bytes)
  values ('\x02'::bytea || int8send(floor(extract(epoch from at) * 2)::bigint) || int4send(cardinality(ids)) || level
    || case when with_sales then '\x03'::bytea when log_accepted.product = 'option_order' then '\x01' when log_accepted.product = 'spot_order' then '\x02' else '' end)
  returning id into logged;
  insert into log_orders (entry, at, accounts, ids, heads, product)
  select logged, log_accepted.at, log_accepted.accounts, log_accepted.ids,
    string_agg(int4send(symbol) || int8send(head) || hashes[nth], ''), log_accepted.product
  from (
    select symbol, head, min(nth)::integer as nth from unnest(symbols, log_accepted.heads) with ordinality as at_head (symbol, head, nth)
    group by symbol, head
  ) as first;
end $$;
revoke execute on function log_accepted(text, timestamptz, bigint[], uuid[], integer[], bigint[], bytea[], bytea, boolean) from public;
create or replace function log_accepted(
  product text, at timestamptz, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea
) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform log_accepted(product, at, accounts, ids, symbols, heads, hashes, slips, false);
end $$;

-- Opens options at prices quoted by ticks of the last five seconds: all of them, or none, with nothing changed and no rows returned. The heads are
-- the newest ticks, or those that the orders were checked against. `version` is that of the terms, which the slips name. No role calls it by itself.
create function open_options_under(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[],
  judged_by bigint[], version smallint
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
  select account, id, open_options_under.at, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, agreed, model, call, version
  from unnest(accounts, ids, heads, ends, premiums, struck, sizes, quotes, prices, symbols, lives, volatilities, spreads, models, calls)
    as accepted (account, id, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, model, call);
  -- 41985: committed options, USDT; 50: option_premium.
  perform commit_stakes(41985, 50::smallint, at, accounts, ids, premiums);
  select string_agg(option_slip(version, id, agreed, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash), '')
  into slips
  from unnest(ids, symbols, calls, lives, struck, sizes, premiums, volatilities, models, spreads, quotes, ends, heads, hashes)
    as accepted (id, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash);
  perform log_accepted('option_order', at, accounts, ids, symbols, heads, hashes, slips, version > 2);
  if not (
    select move_exposure(array_agg(symbol), array_agg(exposure_of(size, strike, head_parts[array_position(head_symbols, symbol)])), money.option_exposure)
    from unnest(symbols, sizes, struck) as asked (symbol, size, strike)
  ) then raise sqlstate 'GH001'; end if;
  return query select head.symbol, head.slot, head.price, head.hash, agreed
    from unnest(head_symbols, head_slots, head_prices, head_hashes) as head (symbol, slot, price, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;
revoke execute on function open_options_under(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[], smallint) from public;

-- `version` is that of the slips which the caller signs.
create function open_options(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[],
  judged_by bigint[], version smallint
) returns table (symbol integer, slot bigint, price bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if version is distinct from 3 then
    raise exception 'options are not opened under terms %', version using errcode = 'insufficient_privilege';
  end if;
  return query select * from open_options_under(at, known_rules, accounts, ids, symbols, premiums, lives, calls, strikes, sizes, quotes, prices,
    volatilities, models, spreads, judged_by, 3::smallint);
end $$;
revoke execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[], smallint) from public;
grant execute on function open_options(timestamptz, smallint[], bigint[], uuid[], integer[], bigint[], integer[], boolean[], bigint[], bigint[],
  bigint[], bigint[], integer[], smallint[], integer[], bigint[], smallint) to glasshouse_app;

-- For the release before, whose slips name the terms before. To be dropped with the next release: until then a compromised API can open options whose
-- sales need not be logged, and the log shows that.
create or replace function open_options(
  at timestamptz, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[],
  calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[],
  judged_by bigint[]
) returns table (symbol integer, slot bigint, price bigint, hash bytea, rule smallint) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  return query select * from open_options_under(at, known_rules, accounts, ids, symbols, premiums, lives, calls, strikes, sizes, quotes, prices,
    volatilities, models, spreads, judged_by, 2::smallint);
end $$;

-- The log entry of each sale.
create table log_sale (
  entry   bigint primary key,
  account bigint not null,
  id      uuid not null,
  unique (account, id),
  foreign key (account, id) references option_order
);
create trigger log_sale_is_history before update or delete on log_sale for each row execute function forbid_change();
create trigger log_sale_is_not_emptied before truncate on log_sale execute function forbid_change();
grant select on log_sale to glasshouse_app;

-- What the log says of a sale: the option by its slip, the slot of the tick it was sold by, the volatility and what was paid.
create function sale_bytes(sold option_order, head_hash bytea) returns bytea language sql stable set search_path = public, pg_temp as $$
  select '\x10'::bytea || option_slip(sold.terms, sold.id, sold.rule, sold.symbol, sold.call, sold.seconds, sold.strike, sold.size, sold.stake,
      sold.volatility, sold.model, sold.spread_bp, sold.quote_slot, sold.due_slot, sold.head_slot, head_hash)
    || int8send(sold.exit_slot) || int4send(sold.sale_volatility) || int8send(sold.payout)
$$;
revoke execute on function sale_bytes(option_order, bytea) from public;

create function hand_sale_to_log() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  head_hash constant bytea := (select hash from tick where symbol = new.symbol and slot = new.head_slot limit 1);
  logged bigint;
begin
  if head_hash is null then
    raise exception 'the tape no longer has the head of this option' using errcode = 'insufficient_privilege';
  end if;
  insert into log_entry (bytes) values (sale_bytes(new, head_hash)) returning id into logged;
  insert into log_sale (entry, account, id) values (logged, new.account, new.id);
  return null;
end $$;
revoke execute on function hand_sale_to_log() from public;
-- Only a sale writes this column. Options that expire do not fire the trigger.
create trigger sale_is_logged after update of sale_volatility on option_order for each row
  when (new.sale_volatility is not null and new.terms > 2) execute function hand_sale_to_log();

-- A sale is by a tick of the last two seconds, and its option does not end within four: so the sale is in the log before its end is known. Checked
-- once more when the transaction ends, however long that waits for others; one that reads an old snapshot would not see the newest ticks. A process that holds its
-- transaction open past these checks is not stopped here: its sale comes late into the log, where everybody sees it. Older options keep what held for them.
create or replace function sale_is_by_a_recent_tick() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  price constant bigint := (select price from tick where symbol = new.symbol and slot = new.exit_slot limit 1);
  later constant bigint := (
    select slot from tick where symbol = new.symbol and slot > new.exit_slot + case when new.terms > 2 then 4 else 10 end order by slot limit 1);
begin
  if price is distinct from new.exit_price or later is not null or new.terms > 2 and current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'an option is sold by a recent tick' using errcode = 'insufficient_privilege', constraint = 'sale_is_recent';
  end if;
  if new.terms > 2 and new.exit_slot + 8 > new.due_slot then
    raise exception 'an option cannot be sold in its last four seconds' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger sale_is_still_recent after update of sale_volatility on option_order deferrable initially deferred for each row
  when (new.sale_volatility is not null) execute function sale_is_by_a_recent_tick();

-- migrate:down
