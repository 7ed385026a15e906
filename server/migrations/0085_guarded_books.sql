-- migrate:up
-- The books guard themselves: no role but the owner may write a balance or a leg. What moves money is a function or a trigger below,
-- which runs with the owner's rights and moves balances by the very legs it writes. See docs/adr/0067-guard-the-ledger-in-the-database.md.

-- Who may post what; who is not named here posts nothing. `by_two`: only what two people agreed on. Stakes and endings of contracts need
-- no right: they are booked where contracts are opened and ended.
create table posting_right (
  role   name not null,
  kind   smallint not null references posting_kind,
  by_two boolean not null default false,
  primary key (role, kind)
);
insert into posting_right (role, kind, by_two)
select given.role, code, given.by_two from posting_kind join (values
  ('glasshouse_app', 'wallet_transfer', false), ('glasshouse_app', 'exchange', false), ('glasshouse_app', 'welcome_grant', false),
  ('glasshouse_office', 'correction', true)
) as given (role, kind, by_two) on given.kind = name;

-- What the numbers in an account's id mean, for what was agreed in words.
create table wallet_code (
  code smallint primary key,
  name text not null unique
);
insert into wallet_code values (1, 'fund'), (2, 'cash'), (3, 'spot'), (4, 'contract'), (5, 'options'), (6, 'financial');
create table currency_code (
  code     smallint primary key,
  name     text not null unique,
  decimals smallint not null
);
insert into currency_code values
  (1, 'USDT', 6), (2, 'CNY', 2), (3, 'BTC', 8), (4, 'ETH', 8), (5, 'SOL', 8), (6, 'DOGE', 8), (7, 'BNB', 8), (8, 'XRP', 8),
  (9, 'AVAX', 8), (10, 'LINK', 8), (11, 'TON', 8), (12, 'ADA', 8), (13, 'LTC', 8), (14, 'DOT', 8), (15, 'TRX', 8),
  (16, 'BCH', 8), (17, 'UNI', 8), (18, 'ATOM', 8), (19, 'XLM', 8), (20, 'NEAR', 8), (21, 'APT', 8), (22, 'FIL', 8),
  (23, 'ARB', 8), (24, 'OP', 8), (25, 'SUI', 8), (26, 'ICP', 8);

-- Whether a leg is what two people agreed on: this wallet, this amount, this way.
create function is_agreed_correction(account bigint, amount bigint, fact uuid) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  select case when account < 65536 then account >> 10 = 32 -- the house is on the other side
  else exists (
    select from correction
    join approval on approval.id = correction.approval
    join wallet_code on wallet_code.name = input ->> 'wallet'
    join currency_code on currency_code.name = input ->> 'currency'
    where correction.ref = fact and (input ->> 'id')::uuid = fact and action = '/office/users/correct'
      and decision = 'approved' and decided_by <> asked_by
      and account = ((input ->> 'number')::bigint << 16) + (wallet_code.code << 10) + currency_code.code
      and amount = case input ->> 'direction' when 'credit' then 1 else -1 end * (input ->> 'amount')::numeric * power(10::numeric, decimals)
  ) end
$$;

-- Makes the accounts that are credited, then locks all balances in the order given, which is by id: postings may wait for each other, but
-- never in a circle. Gives the balances of the accounts that have less than is wanted of them; one that does not exist has nothing.
create function hold_balances(accounts bigint[], debits bigint[], amounts bigint[]) returns table (account bigint, balance bigint)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
begin
  insert into account (id) select change.account from unnest(accounts, debits, amounts) as change (account, debits, amount)
  where change.amount > -change.debits and not exists (select from account where id = change.account) on conflict do nothing;
  -- One look at the key per account. Told all of them at once, the planner may read the whole table instead.
  return query
    select change.account, coalesce(held.balance, 0) from unnest(accounts, debits) as change (account, debits)
    left join lateral (select balance from account where id = change.account for no key update) as held on true
    where held.balance is null or held.balance < change.debits;
end $$;

-- Posts legs, their ids from one block, and moves each balance once by what its legs come to. Says no, having changed nothing and holding no
-- lock, if a fact is in the books already or a balance does not cover all that is taken from it. With `in_order` the facts were judged one
-- after the other, with everything held, and what comes in by one may be spent by the next.
create function post_legs(
  at timestamptz, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]
) returns boolean language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
  set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
  broken text;
begin
  if session_user <> current_user and exists (
    select from (select distinct kind from unnest(kinds) as posted (kind)) as posted
    where not exists (select from posting_right where role = session_user and kind = posted.kind)
  ) then
    raise exception '% may not post this', session_user using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind)
    join posting_right on role = session_user and by_two and posting_right.kind = leg.kind
    where not coalesce(is_agreed_correction(leg.account, leg.amount, leg.ref), false)
  ) then
    raise exception 'no two people agreed on this' using errcode = 'insufficient_privilege';
  end if;
  -- Before any balance is locked.
  insert into account (id) select distinct leg.account from unnest(accounts, amounts) as leg (account, amount)
  where leg.account >= 65536 and leg.amount > 0 and not exists (select from account where id = leg.account)
  order by 1 on conflict do nothing;
  select count(*), move_balances(
    array_agg(account order by account), array_agg(debits order by account), array_agg(amount order by account))
  into wanted, moved from (
    select account, sum(amount)::bigint as amount,
      case when in_order then 0 else coalesce(-sum(amount) filter (where amount < 0), 0)::bigint end as debits
    from unnest(accounts, amounts) as leg (account, amount) where account >= 65536 group by account
  ) as change;
  if moved < wanted then raise sqlstate 'GH001'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select leg.account, base + place, leg.amount, leg.contra, post_legs.at, leg.ref, leg.kind
  from unnest(accounts, amounts, contras, refs, kinds) with ordinality as leg (account, amount, contra, ref, kind, place);
  return true;
exception
  when sqlstate 'GH001' then return false;
  when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'leg_posts_once' then raise; end if;
    return false;
end $$;

-- Writes orders whose stakes are taken, given by account, with their legs.
create function write_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  pool constant bigint := 40961; -- committed contracts, USDT
  kind constant smallint := 40;  -- contract_stake
  base bigint;
begin
  insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
  select account, id, write_contracts.at, head, head + 1 + 2 * period, stake, symbol, period, return_bp, write_contracts.rule, long
  from unnest(accounts, ids, heads, stakes, symbols, periods, returns, longs)
    as accepted (account, id, head, stake, symbol, period, return_bp, long);
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, sum(stake)::bigint, null, write_contracts.at, null, kind from unnest(stakes) as staked (stake)
  union all
  select account, base + place, -stake, pool, write_contracts.at, id, kind
  from unnest(accounts, stakes, ids) with ordinality as staked (account, stake, id, place);
end $$;

-- Takes stakes by account, each wallet locked by it. No if one of them does not cover its own.
create function take_stakes(accounts bigint[], stakes bigint[]) returns boolean language sql set search_path = public, pg_temp as $$
  select count(*) = move_balances(
    array_agg(account order by account), array_agg(total order by account), array_agg(-total order by account))
  from (
    select account, sum(stake)::bigint as total from unnest(accounts, stakes) as staked (account, stake) group by account
  ) as wanted
$$;

-- Opens contracts that were judged with their wallets held: takes the stakes and writes orders and legs. There
-- is no other way to open one, so there is no order without its stake.
create function open_contracts(
  at timestamptz, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[],
  returns integer[], longs boolean[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not take_stakes(accounts, stakes) then
    raise exception 'a stake is not covered' using errcode = 'check_violation';
  end if;
  perform write_contracts(at, rule, accounts, ids, heads, stakes, symbols, periods, returns, longs);
end $$;

-- Whoever writes results has the payouts booked by it, in the same statement: out of the pool to the users, the rest to the house.
create function book_what_ended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  pool   constant bigint := 40961; -- committed contracts, USDT
  house  constant bigint := 32769;
  staked bigint;
  paid   bigint;
  moment timestamptz;
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  select sum(stake), sum(payout), max(settled_at) into staked, paid, moment from ended where result is not null;
  if staked is null then return null; end if;
  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved
  from (select account, sum(payout)::bigint as amount from ended where payout > 0 group by account) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, -staked, null::bigint, moment, null::uuid, 41::smallint
  union all
  select house, base, staked - paid, null, moment, null, 42 where staked <> paid
  union all
  select account, base + row_number() over (order by account), payout, pool, moment, id, 41 from ended where payout > 0;
  return null;
end $$;
-- By its name it fires after settle_by_the_tape: what the tape does not bear out is refused as that.
create trigger settled_is_booked after update on contract referencing new table as ended
  for each statement execute function book_what_ended();

-- Nobody opens in the past: the head is on the tape, and the tape has not gone further than two seconds since. One look at the key per head:
-- asked for all at once, the planner may read the whole tape.
create or replace function open_at_the_head() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (
    select from (select symbol, head_slot from opened group by 1, 2) as claim
    left join lateral (
      select slot from tick where symbol = claim.symbol and slot = claim.head_slot limit 1
    ) as head on true
    left join lateral (
      select slot from tick where symbol = claim.symbol and slot > claim.head_slot + 4 order by slot limit 1
    ) as later on true
    where head.slot is null or later.slot is not null
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
drop trigger open_at_the_head on contract;
create trigger open_at_the_head after insert on contract referencing new table as opened
  for each statement when (session_user <> 'glasshouse_owner') execute function open_at_the_head();

-- Up to which account the walk over all of them has come; see proveNextAccounts.
alter table proof_mark add walked_through bigint not null default 0;

drop function take_balances(bigint[], bigint[], bigint[]);
revoke insert on leg from glasshouse_app, glasshouse_settle, glasshouse_office;
revoke select on leg, account from glasshouse_settle;
revoke insert (id), update (balance) on account from glasshouse_app, glasshouse_settle, glasshouse_office;
revoke insert (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long) on contract from glasshouse_app;
revoke usage on sequence posting_block from glasshouse_app, glasshouse_office;
revoke usage, select on sequence posting_block from glasshouse_settle;
revoke execute on function
  move_balances(bigint[], bigint[], bigint[]), is_agreed_correction(bigint, bigint, uuid), hold_balances(bigint[], bigint[], bigint[]),
  post_legs(timestamptz, boolean, bigint[], bigint[], bigint[], uuid[], smallint[]), book_what_ended(),
  write_contracts(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[], integer[], boolean[]),
  take_stakes(bigint[], bigint[]),
  open_contracts(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[], integer[], boolean[])
  from public;
grant execute on function hold_balances(bigint[], bigint[], bigint[]) to glasshouse_app, glasshouse_office;
grant execute on function post_legs(timestamptz, boolean, bigint[], bigint[], bigint[], uuid[], smallint[])
  to glasshouse_app, glasshouse_office;
grant execute on function
  open_contracts(timestamptz, smallint, bigint[], uuid[], bigint[], bigint[], integer[], integer[], integer[], boolean[]) to glasshouse_app;

-- migrate:down
