-- migrate:up
-- Coins are booked as fast as contracts; see docs/adr/0117-open-spot-orders-in-one-call-and-settle-them-in-place.md.

-- Within a statement this is written out where it is called; with settings of its own it would be called row by row.
create or replace function spot_received(parts bigint, buy boolean, given bigint, spread_bp integer, price bigint) returns bigint
language sql immutable as $$
  select case when buy then div(given::numeric * parts * 10000, price::numeric * (10000 + spread_bp))
    else div(given::numeric * price * (10000 - spread_bp), parts::numeric * 10000) end::bigint
$$;
alter function spot_received(bigint, boolean, bigint, integer, bigint) reset search_path;

-- From here on, a user's open orders are a short walk along the key. An index of open orders alone would have every order leave it: then no row
-- stays in its place as it ends, and all indexes of the table are written again.
create function spot_since() returns uuid language plpgsql stable as $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement where product = 'spot_order');
end $$;
drop index spot_order_open;

-- As in 0291, but accounts are looked up by their key however many there are, those that only gave USDT are not touched again, and all legs
-- are written at once.
create or replace function book_spot() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
declare
  house  constant bigint := 32768;
  pool   constant bigint := 46080;
  since  constant uuid := spot_since();
  moment timestamptz;
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  select max(settled_at) into moment from ended where result is not null;
  if moment is null then return null; end if;
  -- Accounts are made and locked in their order before anything is moved.
  perform hold_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(1::bigint)) from (
    select account from ended where result = 2 or not buy
    union
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end from ended where result = 1
  ) as touched;

  -- The cost of coins that are sold is their share of what all of them cost.
  with sold as materialized (
    select sold.account, owner, day, brought, coalesce(div(known.cost * amount, amount + back + wallet.balance + other.stake), 0)::bigint as cost
    from (
      select account, owner, sum(stake) filter (where result = 1) as amount, coalesce(sum(stake) filter (where result = 2), 0) as back,
        sum(payout) as brought, max(exit_slot) / 172800 as day
      from ended where not buy group by 1, 2
    ) as sold
    join account as wallet on wallet.id = sold.account
    left join spot_cost as known on known.account = sold.account
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as stake from spot_order
      where spot_order.account = sold.account and spot_order.id >= since
    ) as other
    where amount > 0
  ), counted as (
    insert into spot_day as known (owner, day, realised)
    select owner, day, sum(brought - cost) from sold group by 1, 2 order by 1, 2
    on conflict (owner, day) do update set realised = known.realised + excluded.realised
  )
  update spot_cost as known set cost = known.cost - sold.cost from sold where known.account = sold.account and sold.cost > 0;

  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved from (select account, sum(stake)::bigint as amount from ended where result = 2 group by account) as back;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;

  -- Coins that came or went in another way have no cost; where none are left, nothing of what they cost is either.
  insert into spot_cost as known (account, cost)
  select (owner << 16) + 3074 + symbol, sum(stake) from ended where result = 1 and buy group by 1 order by 1
  on conflict (account) do update set cost = excluded.cost + case
    when (select balance from account where id = known.account) = 0
      and not exists (
        select from spot_order as other where other.account = known.account and other.id >= since and result is null
      ) then 0
    else known.cost end;

  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved from (
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end as account, sum(payout)::bigint as amount
    from ended where payout > 0 group by 1
  ) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  base := nextval('posting_block');
  -- 30 and 31: spot_buy, spot_sell; 32: spot_return. An account of the system may have a total of each of these.
  insert into leg (account, id, amount, contra, at, ref, kind)
  select account, base + kind - 30, sum(amount)::bigint, null::bigint, moment, null::uuid, kind::smallint from (
    select pool + (account & 1023) as account, -stake as amount, case when result = 2 then 32 when buy then 30 else 31 end as kind
    from ended where result is not null
    union all
    select house + (account & 1023), stake, case when buy then 30 else 31 end from ended where result = 1
    union all
    select house + case when buy then symbol + 2 else 1 end, -payout, case when buy then 30 else 31 end from ended where payout > 0
  ) as total group by account, kind
  union all
  select account, base + 2 + row_number() over (order by account), amount, contra + (account & 1023), moment, id, kind::smallint from (
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end as account, payout as amount, house as contra, id,
      case when buy then 30 else 31 end as kind
    from ended where payout > 0
    union all
    select account, stake, pool, id, 32 from ended where result = 2
  ) as paid;
  return null;
end $$;

-- migrate:down
