-- migrate:up
-- Trust products, pledges and mining machines: a catalogue whose published terms never change, what people hold of it, and income that is
-- booked once for each order and day. See docs/explanation/wealth-products.md and docs/adr/0096-derive-product-income-from-published-immutable-terms.md.

create table product (
  id      integer generated always as identity primary key,
  kind    text not null check (kind in ('trust', 'pledge', 'machine')),
  made_at timestamptz not null,
  unique (id, kind)
);
grant select on product to glasshouse_app, glasshouse_office;
grant insert (kind, made_at), delete on product to glasshouse_office;

-- What a product promises: a draft may change, what was published never does; other terms are another version. The bounds are those of
-- protocol/src/wealth/terms.ts.
create table product_version (
  product      integer not null,
  version      integer not null check (version > 0),
  kind         text not null,
  state        text not null default 'draft' check (state in ('draft', 'published', 'closed')),
  label        text not null check (length(label) <= 40), -- a name of its own; else kind and term are its name
  power        text not null default '' check (length(power) <= 20), -- of a machine, as its label says it
  currency     smallint not null default 1 references currency_code check (currency = 1), -- USDT
  unit         bigint not null check (unit between 10000 and 100000000000), -- what a share, a machine or a step of a pledge costs
  rate_bp      integer check (rate_bp between 1 and 5000),       -- trust: hundredths of a percent of a year of 365 days
  rate_ppb     integer check (rate_ppb between 1 and 100000000), -- pledge: billionths of a period
  daily        bigint check (daily between 1 and unit),          -- machine: units of the currency a day
  days         integer check (days between 1 and 730),
  seconds      integer check (seconds in (3600, 86400, 604800, 2592000)),
  least        bigint not null, -- shares: of one order
  most         bigint not null, -- that one person may hold
  quota        bigint not null, -- of all: ever sold, or pledged at a time
  opens_at     timestamptz not null,
  closes_at    timestamptz,
  written_at   timestamptz not null,
  published_at timestamptz,
  closed_at    timestamptz,
  -- Who did; nobody for the examples of a fresh install.
  written_by        uuid references operator,
  written_by_name   text,
  published_by      uuid references operator,
  published_by_name text,
  approval          uuid unique references approval,
  approved_by       uuid references operator,
  approved_by_name  text,
  closed_by         uuid references operator,
  closed_by_name    text,
  primary key (product, version),
  foreign key (product, kind) references product (id, kind),
  constraint product_terms_are_whole check (
    case kind
      when 'trust' then num_nulls(rate_bp, days) = 0 and num_nonnulls(rate_ppb, daily, seconds) = 0
      when 'pledge' then num_nulls(rate_ppb, seconds) = 0 and num_nonnulls(rate_bp, daily, days) = 0
      else num_nulls(daily, days) = 0 and num_nonnulls(rate_bp, rate_ppb, seconds) = 0 and length(label) > 0 end),
  constraint product_amounts_fit check (
    least > 0 and least <= most and most <= quota and most <= 1000000000000 / unit and quota <= 1000000000000000 / unit),
  constraint product_window check (closes_at > opens_at),
  constraint product_states check (
    (state = 'draft') = (published_at is null) and (state = 'closed') = (closed_at is not null)),
  constraint product_by_two check (published_by <> approved_by)
);
create unique index product_published on product_version (product) where state = 'published';
create unique index product_draft on product_version (product) where state = 'draft';
grant select on product_version to glasshouse_app, glasshouse_office;
grant insert, update, delete on product_version to glasshouse_office;

create function product_terms_stay() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  closing constant text[] := array['state', 'closed_at', 'closed_by', 'closed_by_name'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then raise exception 'a version begins as a draft' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if old.state = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    if new.state in ('draft', 'published') and (new.product, new.version, new.kind) = (old.product, old.version, old.kind) then return new; end if;
  elsif tg_op = 'UPDATE' and old.state = 'published' and new.state = 'closed' then
    if to_jsonb(new) - closing = to_jsonb(old) - closing then return new; end if;
  end if;
  raise exception 'terms that were published stay as they are' using errcode = 'insufficient_privilege';
end $$;
create trigger product_terms_stay before insert or update or delete on product_version for each row execute function product_terms_stay();
-- What is published is what two people agreed on, in every value.
create function product_is_agreed() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  asked jsonb;
begin
  select input into asked from approval
  where id = new.approval and action = '/office/wealth/publish' and decision = 'approved'
    and asked_by = new.published_by and decided_by = new.approved_by;
  -- Texts of decimals against the smallest units.
  if asked is null or row(
    new.product, new.version, new.kind, new.label, new.power, new.unit::numeric, new.rate_bp, new.rate_ppb, new.daily::numeric, new.days, new.seconds,
    new.least, new.most, new.quota, new.opens_at, new.closes_at
  ) is distinct from row(
    (asked ->> 'product')::integer, (asked ->> 'version')::integer, asked #>> '{offer,terms,kind}', asked #>> '{offer,label}', asked #>> '{offer,power}',
    (asked #>> '{offer,terms,unit}')::numeric * 1000000, (asked #>> '{offer,terms,rateBp}')::integer, (asked #>> '{offer,terms,ratePpb}')::integer,
    (asked #>> '{offer,terms,daily}')::numeric * 1000000, (asked #>> '{offer,terms,days}')::integer, (asked #>> '{offer,terms,seconds}')::integer,
    (asked #>> '{offer,least}')::bigint, (asked #>> '{offer,most}')::bigint, (asked #>> '{offer,quota}')::bigint,
    (asked #>> '{offer,opensAt}')::timestamptz, (asked #>> '{offer,closesAt}')::timestamptz
  ) then
    raise exception 'no two people agreed on these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger product_is_agreed before update on product_version for each row
  when (current_user = 'glasshouse_office' and new.state = 'published' and old.state = 'draft') execute function product_is_agreed();
create trigger product_terms_are_kept before truncate on product_version for each statement execute function forbid_change();

-- How many shares are taken: of trust products and machines all that were ever sold, of pledges those that are pledged. Apart from the
-- terms, because it changes with each purchase.
create table product_taken (
  product integer not null,
  version integer not null,
  kind    text not null,
  quota   bigint not null,
  units   bigint not null default 0,
  primary key (product, version),
  foreign key (product, version) references product_version (product, version),
  constraint product_quota_holds check (units between 0 and quota)
) with (fillfactor = 50);
grant select on product_taken to glasshouse_app, glasshouse_office;
create function product_is_offered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into product_taken (product, version, kind, quota) values (new.product, new.version, new.kind, new.quota);
  return null;
end $$;
create trigger product_is_offered after update of state on product_version for each row
  when (new.state = 'published' and old.state = 'draft') execute function product_is_offered();

-- What people hold. Written by the functions below alone.
create table holding (
  owner     bigint not null, -- the person's number
  id        uuid not null,   -- made at the tap: a retry is the same row
  serial    bigint generated always as identity,
  product   integer not null,
  version   integer not null,
  kind      text not null,
  units     bigint not null check (units > 0),
  amount    bigint not null check (amount > 0), -- what was paid, in units of the currency
  bought_at timestamptz not null,
  starts_on date,                 -- the first day that earns, where days do
  ends_at   timestamptz not null, -- when the last of it is due
  ended_at  timestamptz,
  ending    text check (ending in ('matured', 'early', 'left')),
  primary key (owner, id),
  foreign key (product, version) references product_version (product, version),
  constraint holding_days check ((kind = 'pledge') = (starts_on is null)),
  constraint holding_end check (num_nulls(ended_at, ending) in (0, 2))
);
create unique index holding_in_order on holding (owner, serial);
-- What earns by the day, in the order in which a day is gone through: all that one owner has is then paid together, to a wallet that is
-- written once. And what comes due.
create index holding_earning on holding (owner, serial) where ended_at is null and kind <> 'pledge';
create index holding_due on holding (ends_at, serial) where ended_at is null;
create index holding_pledge_due on holding (ends_at, serial) where ended_at is null and kind = 'pledge';
-- An owner's list by kind, and of what runs.
create index holding_kind_in_order on holding (owner, kind, serial);
create index holding_open_in_order on holding (owner, serial) where ended_at is null;
create index holding_running on holding (owner, product) include (kind, units, amount) where ended_at is null;
grant select on holding to glasshouse_app, glasshouse_office;

-- How far the income of each day is booked. A day is done when all that earned on it were paid.
create table product_day (
  day    date primary key,
  holder bigint not null default 0, -- of the last order that was gone through: whose, and which
  serial bigint not null default 0,
  orders bigint not null default 0,
  income bigint not null default 0,
  done   boolean not null default false
);
grant select on product_day to glasshouse_app, glasshouse_office;

-- The days a holding has had when a day is over, counted from one; the last day is the one before it ends.
create function income_of_day(kind text, amount bigint, units bigint, rate_bp integer, daily bigint, nth integer) returns bigint
language sql immutable parallel safe as $$
  select case kind when 'machine' then units * daily
    else amount * rate_bp * nth / 3650000 - amount * rate_bp * (nth - 1) / 3650000 end
$$;

-- The reference of an order's income of a day; of a pledge's, the day it ends. Nothing that a user names can be one of another order.
create function income_ref(serial bigint, day date) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(serial), 16, '0') || lpad(to_hex(day - date '2000-01-01'), 16, '0'))::uuid
$$;

-- Nobody buys in the past, and nobody is paid ahead of time: a moment that a process names is that of the database's clock, but for what two
-- clocks may differ by.
create function clocks_differ() returns interval language sql immutable as $$ select interval '5 minutes' $$;
create function check_moment(moment timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if (moment between now() - clocks_differ() and now() + clocks_differ()) is not true then
    raise exception 'it is not %', moment using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Buys so many shares of a version: `bought`, `repeated`, or why not; `nobody` for whoever is deleted, or was never there.
create function buy_product(owner bigint, id uuid, product integer, version integer, units bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  -- One purchase of a person at a time: what one may hold is counted and added to under this lock.
  whose  constant uuid := hold_member(owner);
  before holding;
  terms  product_version;
  wallet constant bigint := (owner << 16) + 6 * 1024 + 1;
  starts constant date := (buy_product.at at time zone 'UTC')::date + 1;
  price  bigint;
begin
  perform check_moment(buy_product.at);
  if whose is null then return 'nobody'; end if;
  -- Of who leaves, everything is about to end.
  if (select p.status <> 'normal' or coalesce(p.leaves_at <= buy_product.at, false) from person as p where p.id = whose) then
    return 'account_abnormal';
  end if;
  select * into before from holding as h where h.owner = buy_product.owner and h.id = buy_product.id;
  if found then
    return case when (before.product, before.version, before.units) = (buy_product.product, buy_product.version, buy_product.units)
      then 'repeated' else 'id_used' end;
  end if;
  select * into terms from product_version as v
  where v.product = buy_product.product and v.version = buy_product.version for key share;
  if terms.state is distinct from 'published' or terms.closes_at <= buy_product.at then return 'product_closed'; end if;
  if terms.opens_at > buy_product.at then return 'product_not_open'; end if;
  if buy_product.units < terms.least or buy_product.units > terms.most then return 'purchase_out_of_range'; end if;
  if (select count(*) from holding as h where h.owner = buy_product.owner and h.ended_at is null) >= 200 then return 'too_many_holdings'; end if;
  if buy_product.units + coalesce((
    select sum(h.units) from holding as h
    where h.owner = buy_product.owner and h.product = terms.product and h.version = terms.version and h.ended_at is null), 0) > terms.most
  then
    return 'holding_limit';
  end if;
  update product_taken as t set units = t.units + buy_product.units
  where t.product = terms.product and t.version = terms.version and t.units + buy_product.units <= t.quota;
  if not found then return 'sold_out'; end if;
  price := buy_product.units * terms.unit;
  insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at) values (
    buy_product.owner, buy_product.id, terms.product, terms.version, terms.kind, buy_product.units, price, buy_product.at,
    case when terms.kind <> 'pledge' then starts end,
    case terms.kind when 'pledge' then buy_product.at + terms.seconds * interval '1 second'
      else (starts + terms.days)::timestamp at time zone 'UTC' end);
  -- What is committed comes back; a machine's price is the house's.
  perform book(buy_product.at, (select code from posting_kind where name = case terms.kind when 'machine' then 'machine_price' else 'product_principal' end),
    array[buy_product.id], array[wallet], array[case terms.kind when 'machine' then 32 else 42 end * 1024::bigint + 1], array[price]);
  return 'bought';
exception when sqlstate 'GH001' then
  return 'insufficient_balance';
end $$;

-- As in 0004, but what somebody earns by several orders is added up first: thousands of legs are then hundreds of rows to sort and write.
create or replace function check_written_legs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from written group by id >> 16, account & 1023 having sum(amount) <> 0) then
    raise exception 'legs do not sum to zero' using errcode = 'check_violation', constraint = 'legs_sum_to_zero';
  end if;
  if exists (select from written where kind >= 100) then
    insert into income (owner, day, source, currency, amount)
    select account >> 16, day, posting_kind.income, account & 1023, sum(amount)
    from (
      select account, (at at time zone 'UTC')::date as day, kind, sum(amount) as amount from written
      where account >= 65536 and kind >= 100 group by 1, 2, 3
    ) as earned join posting_kind on code = kind
    where posting_kind.income is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (owner, day, source, currency) do update set amount = income.amount + excluded.amount;
  end if;
  return null;
end $$;

-- Pays wallets that exist, many in one statement, each under a reference of its own; the other side is one leg for each account and kind.
create function pay_wallets(at timestamptz, wallets bigint[], amounts bigint[], contras bigint[], dates timestamptz[], refs uuid[], kinds smallint[])
returns void language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  if cardinality(wallets) is null then return; end if;
  select count(*), move_balances(array_agg(wallet order by wallet), array_agg(0::bigint), array_agg(amount order by wallet))
  into wanted, moved
  from (select wallet, sum(amount)::bigint as amount from unnest(wallets, amounts) as paid (wallet, amount) group by wallet) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select contra, base + row_number() over (order by contra, kind), -sum(amount)::bigint, null::bigint, pay_wallets.at, null::uuid, kind
  from unnest(amounts, contras, kinds) as paid (amount, contra, kind) group by contra, kind
  union all
  select wallet, base + 100 + place, amount, contra, dated, ref, kind
  from unnest(wallets, amounts, contras, dates, refs, kinds) with ordinality as paid (wallet, amount, contra, dated, ref, kind, place);
end $$;

-- Ends holdings that are locked, and books what comes back. What is due by then has matured, as of when it was due, and a pledge has its
-- interest; the others end `otherwise`.
create function end_holdings(ended holding[], otherwise text, at timestamptz) returns void
language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  committed constant bigint := 42 * 1024 + 1;
  house     constant bigint := 32 * 1024 + 1;
begin
  -- In the order of their keys, as everybody who takes several does.
  perform from product_taken where (product, version) in (select product, version from unnest(ended) where kind = 'pledge')
  order by product, version for no key update;
  update product_taken as t set units = t.units - gone.units
  from (select product, version, sum(units) as units from unnest(ended) where kind = 'pledge' group by 1, 2) as gone
  where (t.product, t.version) = (gone.product, gone.version);
  update holding as h set ended_at = end_holdings.at, ending = case when h.ends_at <= end_holdings.at then 'matured' else otherwise end
  from unnest(ended) as e where (h.owner, h.id) = (e.owner, e.id);
  perform pay_wallets(end_holdings.at, array_agg((owner << 16) + 6145), array_agg(amount), array_agg(contra), array_agg(due), array_agg(ref), array_agg(fact))
  from (
    select owner, id as ref, amount, committed as contra, 61::smallint as fact, least(ends_at, end_holdings.at) as due
    from unnest(ended) where kind <> 'machine'
    union all
    select owner, income_ref(serial, (ends_at at time zone 'UTC')::date), div(amount::numeric * rate_ppb, 1000000000)::bigint, house, 120::smallint, ends_at
    from unnest(ended) as e join product_version as v using (product, version)
    where e.kind = 'pledge' and ends_at <= end_holdings.at and div(amount::numeric * rate_ppb, 1000000000) > 0
  ) as paid;
end $$;

-- Books the income of the next orders of the first day that is not done, at most so many; a day is over before it is paid. Says which day it
-- was and how many orders were gone through; nothing if all days that are over are done. Each call is one step: what was booked and how far
-- it has come are written together, so whoever dies in between has done nothing or all of it.
create function accrue_products(moment timestamptz, most integer) returns table (day date, orders bigint, income bigint, done boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  today  constant date := (moment at time zone 'UTC')::date;
  house  constant bigint := 32 * 1024 + 1;
  mark   product_day;
  due    record;
begin
  perform check_moment(moment);
  -- One at a time.
  perform pg_advisory_xact_lock(hashtextextended('accrue_products', 0));
  select * into mark from product_day order by product_day.day desc limit 1;
  if mark.day is null or mark.done then
    mark.day := coalesce(mark.day + 1, (select min(starts_on) from holding));
    if mark.day is null or mark.day >= today then return; end if;
    insert into product_day (day) values (mark.day) returning * into mark;
  end if;
  select count(*) as orders, max(array[owner, serial]) as last, coalesce(sum(amount), 0)::bigint as income,
    array_agg((owner << 16) + 6145) filter (where amount > 0) as wallets, array_agg(amount) filter (where amount > 0) as amounts,
    array_agg(income_ref(serial, mark.day)) filter (where amount > 0) as refs
  into due from (
    select h.owner, h.serial, income_of_day(h.kind, h.amount, h.units, rate_bp, daily, mark.day - starts_on + 1) as amount
    from holding as h join product_version using (product, version)
    where h.ended_at is null and h.kind <> 'pledge' and (h.owner, h.serial) > (mark.holder, mark.serial)
      and starts_on <= mark.day and h.ends_at > mark.day::timestamp at time zone 'UTC'
    order by h.owner, h.serial limit accrue_products.most
  ) as earned;
  if due.wallets is not null then
    perform pay_wallets(moment, due.wallets, due.amounts, array_fill(house, array[cardinality(due.wallets)]),
      array_fill((mark.day + 1)::timestamp at time zone 'UTC', array[cardinality(due.wallets)]), due.refs,
      array_fill(120::smallint, array[cardinality(due.wallets)]));
  end if;
  return query update product_day as d
    set holder = coalesce(due.last[1], d.holder), serial = coalesce(due.last[2], d.serial), orders = d.orders + due.orders, income = d.income + due.income, done = due.orders < accrue_products.most
    where d.day = mark.day returning d.day, due.orders, due.income, d.done;
end $$;

-- Gives back what has come due: a pledge at the end of its period, what earns by the day once its last day is booked. Of those who leave
-- everything ends, without what it would still have earned. Says whose.
create function redeem_products(moment timestamptz, most integer) returns table (owner bigint, id uuid, kind text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  today   constant date := (moment at time zone 'UTC')::date;
  begun   date;
  booked  date;
  matured holding[];
  left_by holding[];
begin
  perform check_moment(moment);
  -- Not while a day is booked: what ends has had all its days before, and no other.
  perform pg_advisory_xact_lock(hashtextextended('accrue_products', 0));
  select max(d.day) into begun from product_day as d;
  select max(d.day) into booked from product_day as d where d.done;
  select array_agg(due) into matured from (
    select h from holding as h
    where h.ended_at is null and h.ends_at <= moment and (h.kind = 'pledge' or (h.ends_at at time zone 'UTC')::date - 1 <= booked)
    order by h.ends_at, h.serial limit redeem_products.most for update skip locked
  ) as found (due);
  select array_agg(due) into left_by from (
    select h from person as p join holding as h on h.owner = p.number
    where p.leaves_at <= moment and p.deleted_at is null and p.status = 'normal' and h.ended_at is null and h.ends_at > moment
      -- Not before the days it has had are booked, nor by a clock that is behind the one they were booked by.
      and (h.kind = 'pledge' or ((booked >= today - 1 or h.starts_on >= today) and (begun >= today) is not true))
    -- Whoever is about to stay is held by that.
    order by h.ends_at, h.serial limit redeem_products.most for no key update of p skip locked for update of h skip locked
  ) as found (due);
  -- All of them at once: balances are locked last, and in the order of their accounts.
  perform end_holdings(matured || left_by, 'left', moment) where matured is not null or left_by is not null;
  return query select e.owner, e.id, e.kind from unnest(matured || left_by) as e;
end $$;

-- Ends a pledge before its period is over: the amount comes back, without interest.
create function end_pledge(owner bigint, id uuid, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  held holding;
begin
  perform check_moment(end_pledge.at);
  select * into held from holding as h where h.owner = end_pledge.owner and h.id = end_pledge.id for update;
  if held.kind is distinct from 'pledge' then return 'not_found'; end if;
  if held.ending = 'early' then return 'repeated'; end if;
  -- What has come due is paid in full, a moment later.
  if held.ended_at is not null or held.ends_at <= end_pledge.at then return 'holding_matured'; end if;
  perform end_holdings(array[held], 'early', end_pledge.at);
  return 'ended';
end $$;

-- What a day earns is dated the day after, and a pledge's interest the day it ends: before the first of these that is not booked, all is.
create or replace function earned_in_full_before(moment timestamptz) returns date language sql stable set search_path = public, pg_temp as $$
  select least(
    (moment at time zone 'UTC')::date,
    coalesce((select max(day) + 1 from product_day where done), (select min(starts_on) from holding)) + 1,
    (select (ends_at at time zone 'UTC')::date from holding where ended_at is null and kind = 'pledge' order by ends_at, serial limit 1))
$$;

-- Nobody is made a number while something of theirs is held.
create function holdings_are_back() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from holding where owner = new.number and ended_at is null) then
    raise exception 'something of % is held', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger holdings_are_back before update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function holdings_are_back();

revoke execute on function
  product_terms_stay(), product_is_agreed(), product_is_offered(), income_of_day(text, bigint, bigint, integer, bigint, integer),
  income_ref(bigint, date), clocks_differ(), check_moment(timestamptz), buy_product(bigint, uuid, integer, integer, bigint, timestamptz),
  pay_wallets(timestamptz, bigint[], bigint[], bigint[], timestamptz[], uuid[], smallint[]), end_holdings(holding[], text, timestamptz),
  accrue_products(timestamptz, integer), redeem_products(timestamptz, integer), end_pledge(bigint, uuid, timestamptz),
  holdings_are_back() from public;
grant execute on function income_ref(bigint, date), buy_product(bigint, uuid, integer, integer, bigint, timestamptz),
  accrue_products(timestamptz, integer), redeem_products(timestamptz, integer), end_pledge(bigint, uuid, timestamptz) to glasshouse_app;

-- Examples to begin with.
insert into product (kind, made_at) select kind, now() from (values
  ('trust'), ('trust'), ('trust'), ('trust'), ('trust'), ('pledge'), ('pledge'), ('pledge'), ('pledge'), ('machine'), ('machine'), ('machine')
) as made (kind);
insert into product_version (
  product, version, kind, label, power, unit, rate_bp, rate_ppb, daily, days, seconds, least, most, quota, opens_at, written_at
) select place, 1, kind, label, power, unit, rate_bp, rate_ppb, daily, days, seconds, least, most, quota, timestamptz '2026-01-01 00:00Z', now()
from (values
  (1, 'trust', '', '', 1000000::bigint, 320, null::integer, null::bigint, 7, null::integer, 100::bigint, 10000::bigint, 500000::bigint),
  (2, 'trust', '', '', 1000000, 460, null, null, 30, null, 200, 20000, 2000000),
  (3, 'trust', '', '', 1000000, 600, null, null, 90, null, 500, 50000, 1000000),
  (4, 'trust', '', '', 1000000, 750, null, null, 180, null, 500, 50000, 1000000),
  (5, 'trust', '', '', 1000000, 800, null, null, 365, null, 500, 50000, 1000000),
  (6, 'pledge', '', '', 10000, null, 3311, null, null, 3600, 1000, 5000000, 40000000),
  (7, 'pledge', '', '', 10000, null, 139726, null, null, 86400, 1000, 5000000, 150000000),
  (8, 'pledge', '', '', 10000, null, 1112329, null, null, 604800, 1000, 5000000, 100000000),
  (9, 'pledge', '', '', 10000, null, 5342466, null, null, 2592000, 1000, 5000000, 100000000),
  (10, 'machine', 'Pane S1', '14 TH/s', 300000000, null, null, 1720000, 180, null, 1, 10, 200),
  (11, 'machine', 'Pane M2', '48 TH/s', 1000000000, null, null, 5770000, 180, null, 1, 5, 120),
  (12, 'machine', 'Pane L4', '160 TH/s', 3000000000, null, null, 8870000, 360, null, 1, 3, 60)
) as example (place, kind, label, power, unit, rate_bp, rate_ppb, daily, days, seconds, least, most, quota);
update product_version set state = 'published', published_at = now();

-- migrate:down
