-- migrate:up
-- Buying and selling coins at the next tick; see ADR 0114. What is given leaves the user's spot wallet when an order is accepted, and
-- waits in the committed account of its currency until the tick comes.

insert into posting_kind (code, name, income) values (32, 'spot_return', null);

-- What comes for what is given at a price, the spread taken off, rounded down: as receivedFor in protocol/src/spot/settle.ts. `parts` are those
-- of coin_unit.
create function spot_received(parts bigint, buy boolean, given bigint, spread_bp integer, price bigint) returns bigint
language sql immutable set search_path = public, pg_temp as $$
  select case when buy then div(given::numeric * parts * 10000, price::numeric * (10000 + spread_bp))
    else div(given::numeric * price * (10000 - spread_bp), parts::numeric * 10000) end::bigint
$$;

-- `account` is where the order is given from: the spot wallet's USDT to buy, its coin to sell. A result is 1 for filled, 2 for void.
create table spot_order (
  account    bigint not null,
  id         uuid not null,
  at         timestamptz not null,
  head_slot  bigint not null,
  due_slot   bigint not null,
  stake      bigint not null check (stake > 0), -- what is given
  symbol     integer not null references coin_unit,
  spread_bp  integer not null check (spread_bp between 0 and 500),
  rule       smallint not null constraint spot_rule_is_known check (rule in (1, 2)),
  result     smallint,
  exit_slot  bigint,
  exit_price bigint check (exit_price > 0),
  payout     bigint,                            -- what is received
  settled_at timestamptz,
  owner      bigint not null generated always as (account >> 16) stored,
  buy        boolean not null generated always as ((account & 1023) = 1) stored,
  primary key (account, id),
  constraint spot_wallet check (account >= 65536 and (account >> 10 & 63) = 3 and (account & 1023) in (1, symbol + 2)),
  constraint spot_due check (due_slot = head_slot + 1),
  constraint spot_result_follows check (case
    when result is null then num_nonnulls(exit_slot, exit_price, payout, settled_at) = 0
    when exit_price is null then result = 2 and exit_slot is null
    else result = 1 end),
  constraint spot_void_receives_nothing check (result is distinct from 2 or payout = 0)
) with (fillfactor = 50);
-- A user's id is one order, whichever side it is of.
create unique index spot_order_once on spot_order (owner, id);
create index spot_order_by_due on spot_order (due_slot, account);
create index spot_order_open on spot_order (account) where result is null;
create trigger spot_order_is_kept before delete on spot_order for each row execute function forbid_change();
create trigger spot_order_is_not_emptied before truncate on spot_order for each statement execute function forbid_change();
grant select on spot_order to glasshouse_app, glasshouse_settle;
grant update (result, exit_slot, exit_price, payout, settled_at) on spot_order to glasshouse_settle;
insert into settlement (product, settled_through) values ('spot_order', 0);

-- What the coins that a user holds cost, by the account they are in; and what sold ones brought above that, by day of their tick.
create table spot_cost (
  account bigint primary key,
  cost    bigint not null check (cost >= 0) -- USDT, 6 decimals
);
create table spot_day (
  owner    bigint not null,
  day      integer not null,
  realised bigint not null, -- USDT, 6 decimals; it may be a loss
  primary key (owner, day)
);
grant select on spot_cost, spot_day to glasshouse_app;

-- Opens orders that were judged with their wallets held, given by account: takes what is given and writes orders, legs and what the log
-- says of them. There is no other way to open one. What a coin to be sold is worth the server judges by the newest tick it knows.
create function open_spot(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], spreads integer[]
) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  before constant bytea := substring(int4send(rule) from 4);
  hashes bytea[];
  slips  bytea;
  given  record;
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
  insert into spot_order (account, id, at, head_slot, due_slot, stake, symbol, spread_bp, rule)
  select account, id, open_spot.at, head, head + 1, stake, symbol, spread, open_spot.rule
  from unnest(accounts, ids, heads, stakes, symbols, spreads) as accepted (account, id, head, stake, symbol, spread);
  -- 46080: what is committed in spot, by currency; 30 and 31: spot_buy, spot_sell.
  for given in
    select account & 1023 as currency, array_agg(account order by place) as accounts, array_agg(id order by place) as ids,
      array_agg(stake order by place) as stakes
    from unnest(accounts, ids, stakes) with ordinality as accepted (account, id, stake, place) group by 1 order by 1
  loop
    perform commit_stakes(46080 + given.currency, case given.currency when 1 then 30 else 31 end::smallint, at, given.accounts, given.ids,
      given.stakes);
  end loop;
  hashes := tick_hashes(symbols, heads);
  -- As spotSlipBytes in protocol/src/spot/slip.ts.
  select string_agg(sha256('\x0e'::bytea || uuid_send(id) || before || int4send(symbol)
    || case when account & 1023 = 1 then '\x01'::bytea else '\x02' end || int8send(stake) || int4send(spread) || int8send(head) || hash), '')
  into slips from unnest(accounts, ids, heads, hashes, stakes, symbols, spreads)
    as accepted (account, id, head, hash, stake, symbol, spread);
  perform log_accepted('spot_order', at, accounts, ids, symbols, heads, hashes, slips);
end $$;

-- Whoever writes results writes what the tape says.
create function fill_by_the_tape() returns trigger language plpgsql set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  if exists (select from before where result is not null) then
    raise exception 'an order is filled once' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (select rule, symbol, due_slot, exit_slot, exit_price from ended group by 1, 2, 3, 4, 5) as claim
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
    select from ended join coin_unit using (symbol)
    where result = 1 and payout is distinct from spot_received(parts, buy, stake, spread_bp, exit_price)
  ) then
    raise exception 'the tick makes it another amount' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger fill_by_the_tape after update on spot_order referencing old table as before new table as ended
  for each statement execute function fill_by_the_tape();

-- What was filled is booked in the same statement: what was given goes to the house, and from the house comes what is received; what is void goes
-- back. The cost of coins that are sold is their share of what all of them cost.
create function book_spot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  house  constant bigint := 32768;
  pool   constant bigint := 46080;
  moment timestamptz;
begin
  select max(settled_at) into moment from ended where result is not null;
  if moment is null then return null; end if;
  -- Accounts are made and locked in their order before anything is moved.
  perform hold_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(1::bigint)) from (
    select account from ended
    union
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end from ended where result = 1
  ) as touched;

  with sold as (
    select account, owner, sum(stake) filter (where result = 1) as amount, sum(stake) filter (where result = 2) as back,
      sum(payout) as brought, max(exit_slot) / 172800 as day
    from ended where not buy group by 1, 2
  ), cost as (
    select sold.*, div(known.cost * amount, amount + coalesce(back, 0) + wallet.balance + coalesce(
      (select sum(stake) from spot_order as other where other.account = sold.account and result is null), 0))::bigint as cost
    from sold join spot_cost as known using (account) join account as wallet on wallet.id = sold.account where amount > 0
  ), counted as (
    insert into spot_day as known (owner, day, realised)
    select sold.owner, sold.day, sum(sold.brought - coalesce(cost.cost, 0))
    from sold left join cost using (account) where sold.amount > 0 group by 1, 2 order by 1, 2
    on conflict (owner, day) do update set realised = known.realised + excluded.realised
  )
  update spot_cost as known set cost = known.cost - cost.cost from cost where known.account = cost.account;

  perform book(moment, 32::smallint, array_agg(id), array_agg(pool + (account & 1023)), array_agg(account), array_agg(stake))
  from ended where result = 2 having count(*) > 0;

  -- Coins that came or went in another way have no cost; where none are left, nothing of what they cost is either.
  insert into spot_cost as known (account, cost)
  select (owner << 16) + 3074 + symbol, sum(stake) from ended where result = 1 and buy group by 1 order by 1
  on conflict (account) do update set cost = excluded.cost + case
    when (select balance from account where id = known.account) = 0
      and not exists (select from spot_order as other where other.account = known.account and result is null) then 0
    else known.cost end;

  perform book(moment, 30::smallint, array_agg(ref), array_agg(source), array_agg(target), array_agg(amount)) from (
    select null::uuid as ref, pool + 1 as source, house + 1 as target, sum(stake)::bigint as amount from ended
    where result = 1 and buy having count(*) > 0
    union all
    select id, house + 2 + symbol, (owner << 16) + 3074 + symbol, payout from ended where result = 1 and buy and payout > 0
  ) as bought having count(*) > 0;
  perform book(moment, 31::smallint, array_agg(ref), array_agg(source), array_agg(target), array_agg(amount)) from (
    select null::uuid as ref, pool + 2 + symbol as source, house + 2 + symbol as target, sum(stake)::bigint as amount from ended
    where result = 1 and not buy group by symbol
    union all
    select id, house + 1, (owner << 16) + 3073, payout from ended where result = 1 and not buy and payout > 0
  ) as sold having count(*) > 0;
  return null;
end $$;
-- By its name it fires after fill_by_the_tape: what the tape does not bear out is refused as that.
create trigger filled_is_booked after update on spot_order referencing new table as ended
  for each statement execute function book_spot();

revoke execute on function
  spot_received(bigint, boolean, bigint, integer, bigint), fill_by_the_tape(), book_spot(),
  open_spot(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[]) from public;
grant execute on function spot_received(bigint, boolean, bigint, integer, bigint) to glasshouse_settle;
grant execute on function open_spot(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[]) to glasshouse_app;

-- migrate:down
