-- migrate:up
-- Buys as `buy_product` (0195) did. With `from_fund`, what the financial wallet lacks comes from the fund wallet: exactly that, recorded as a
-- transfer of its own, in the same transaction. If the purchase is refused, nothing was moved.
create function buy_product_with(owner bigint, id uuid, product integer, version integer, units bigint, at timestamptz, from_fund boolean) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  -- One purchase of a person at a time: what one may hold is counted and added to under this lock.
  whose  constant uuid := hold_member(owner);
  before holding;
  terms  product_version;
  wallet constant bigint := (owner << 16) + 6 * 1024 + 1;
  fund   constant bigint := (owner << 16) + 1 * 1024 + 1;
  moved  constant uuid := gen_random_uuid();
  lack   bigint;
  starts constant date := (buy_product_with.at at time zone 'UTC')::date + 1;
  price  bigint;
begin
  perform check_moment(buy_product_with.at);
  if whose is null then return 'nobody'; end if;
  -- Of who leaves, everything is about to end.
  if (select p.status <> 'normal' or coalesce(p.leaves_at <= buy_product_with.at, false) from person as p where p.id = whose) then
    return 'account_abnormal';
  end if;
  select * into before from holding as h where h.owner = buy_product_with.owner and h.id = buy_product_with.id;
  if found then
    return case when (before.product, before.version, before.units) = (buy_product_with.product, buy_product_with.version, buy_product_with.units)
      then 'repeated' else 'id_used' end;
  end if;
  select * into terms from product_version as v
  where v.product = buy_product_with.product and v.version = buy_product_with.version for key share;
  if terms.state is distinct from 'published' or terms.closes_at <= buy_product_with.at then return 'product_closed'; end if;
  if terms.opens_at > buy_product_with.at then return 'product_not_open'; end if;
  if buy_product_with.units < terms.least or buy_product_with.units > terms.most then return 'purchase_out_of_range'; end if;
  if (select count(*) from holding as h where h.owner = buy_product_with.owner and h.ended_at is null) >= 200 then return 'too_many_holdings'; end if;
  if buy_product_with.units + coalesce((
    select sum(h.units) from holding as h
    where h.owner = buy_product_with.owner and h.product = terms.product and h.version = terms.version and h.ended_at is null), 0) > terms.most
  then
    return 'holding_limit';
  end if;
  update product_taken as t set units = t.units + buy_product_with.units
  where t.product = terms.product and t.version = terms.version and t.units + buy_product_with.units <= t.quota;
  if not found then return 'sold_out'; end if;
  price := buy_product_with.units * terms.unit;
  insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at) values (
    buy_product_with.owner, buy_product_with.id, terms.product, terms.version, terms.kind, buy_product_with.units, price, buy_product_with.at,
    case when terms.kind <> 'pledge' then starts end,
    case terms.kind when 'pledge' then buy_product_with.at + terms.seconds * interval '1 second'
      else (starts + terms.days)::timestamp at time zone 'UTC' end);
  if buy_product_with.from_fund then
    -- With both wallets held, in the order of their ids and after the quota, as everybody takes them. Only one that is short is told of.
    select price - balance into lack
    from hold_balances(array[fund, wallet], array[0, price], array[0, -price]) where account = wallet;
    if lack > 0 then
      perform book(buy_product_with.at, (select code from posting_kind where name = 'wallet_transfer'),
        array[moved], array[fund], array[wallet], array[lack]);
      perform begin_movement(
        buy_product_with.owner, moved, 'move', 'done', 1::smallint, lack, 0, null, 'fund-financial', buy_product_with.at);
    end if;
  end if;
  -- What is committed comes back; a machine's price is the house's.
  perform book(buy_product_with.at, (select code from posting_kind where name = case terms.kind when 'machine' then 'machine_price' else 'product_principal' end),
    array[buy_product_with.id], array[wallet], array[case terms.kind when 'machine' then 32 else 42 end * 1024::bigint + 1], array[price]);
  return 'bought';
exception when sqlstate 'GH001' then
  return 'insufficient_balance';
end $$;
revoke execute on function buy_product_with(bigint, uuid, integer, integer, bigint, timestamptz, boolean) from public;
grant execute on function buy_product_with(bigint, uuid, integer, integer, bigint, timestamptz, boolean) to glasshouse_app;

-- For the release before this one.
create or replace function buy_product(owner bigint, id uuid, product integer, version integer, units bigint, at timestamptz) returns text
language sql security definer set search_path = public, pg_temp as $$
  select buy_product_with(owner, id, product, version, units, at, false)
$$;

-- migrate:down
