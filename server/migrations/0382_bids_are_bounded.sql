-- migrate:up
-- A compromised API could sell an option that it had bought for 0.10 USDT for twice the price of its coins. What a sale pays is now bounded by what the
-- model can give at most: what the option would pay at the mean price, and the time value of an option struck there, with the highest volatility that
-- options are priced by. It is an upper bound for every strike; the exact amount is recomputed from the receipt.
create function option_bid_limit(sold option_order, price bigint, volatility integer, slots bigint) returns numeric
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  reach constant numeric := volatility / 1000000.0 * sqrt(slots * 0.5 / (365 * 86400));
  mean  constant numeric := price * case sold.model when 2 then exp(reach * reach / 2) else 1 end;
begin
  -- 0.4 is a little more than one by the root of two pi.
  return sold.size * (greatest(case when sold.call then mean - sold.strike else sold.strike - mean end, 0) + 0.4 * mean * reach);
end $$;
revoke execute on function option_bid_limit(option_order, bigint, integer, bigint) from public;

create or replace function sell_option_now(
  at timestamptz, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint
) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sold   option_order;
  head   bigint;
  newest bigint;
begin
  select * into sold from option_order where account = wanted_account and id = wanted_id for update;
  if sold.id is null or sold.result is not null then return false; end if;
  -- The newest tick is read behind the lock: nobody sells what the tape has ended.
  head := (select slot from fresh_heads(at, array[sold.symbol]));
  if head is distinct from by_slot or head >= sold.due_slot or head < sold.head_slot then return false; end if;
  newest := (select price from tick where tick.symbol = sold.symbol and tick.slot = by_slot limit 1);
  if (by_volatility between 50000 and 5000000 and amount > 0 and amount::numeric * (select parts from coin_unit where symbol = sold.symbol)
    <= option_bid_limit(sold, newest, by_volatility, sold.due_slot - by_slot)) is not true
  then
    raise exception 'an option is not worth %', amount using errcode = 'insufficient_privilege';
  end if;
  update option_order set result = 5, exit_slot = by_slot, sale_volatility = by_volatility, payout = amount, settled_at = sell_option_now.at,
    exit_price = newest
  where account = wanted_account and id = wanted_id;
  return true;
end $$;

-- migrate:down
