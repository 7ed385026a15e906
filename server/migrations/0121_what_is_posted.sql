-- migrate:up
-- A right to post a kind is a right to post what that kind means, not any amount from anywhere. See docs/adr/0067-guard-the-ledger-in-the-database.md.

-- What a role's postings of a kind are held to. Null: to nothing but the kind, which is for tests of the books themselves.
alter table posting_right add held_to text check (held_to in ('two_people', 'own_wallets', 'own_exchange', 'welcome'));
update posting_right set held_to = case name
  when 'correction' then 'two_people' when 'wallet_transfer' then 'own_wallets' when 'exchange' then 'own_exchange' else 'welcome' end
from posting_kind where code = kind;
alter table posting_right drop by_two;

-- Accounts begin with those of the system; see `account` for how they are numbered.
alter table leg add constraint leg_of_an_account check (account > 32768 and contra > 32768) not valid;

-- Between wallets of one owner, in which nothing is made or lost.
create function are_own_transfers(of smallint, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]) returns boolean
  language plpgsql immutable as $$
begin
  return not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of
    group by ref having min(account) < 65536 or min(account >> 16) <> max(account >> 16) or min(account & 1023) <> max(account & 1023)
      or sum(amount) <> 0);
end $$;

-- Between an owner's fund USDT and cash CNY, with the house on the other side, at the rate in force. What is left over by rounding stays
-- with the house.
create function are_own_exchanges(
  of smallint, moment timestamptz, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]
) returns boolean language plpgsql stable as $$
declare rate constant numeric := (public.money_at(moment)).cny_rate;
begin
  return not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account < 65536
      and account not in (32769, 32770)
  ) and not exists (
    select from (
      select count(*) as legs, min(account >> 16) as owner, max(account >> 16) as other,
        sum(amount) filter (where account & 65535 = 1025) as usdt, sum(amount) filter (where account & 65535 = 2050) as cny
      from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account >= 65536 group by ref
    ) as fact
    where legs <> 2 or owner <> other or usdt is null or cny is null or case
      when usdt < 0 then cny <> div(-usdt * rate, 100000000) else usdt <> div(-cny * 100000000, rate) end);
end $$;

-- From the house to a person's fund wallet: the amount in force, under the person's own id, which makes it once.
create function are_welcomes(
  of smallint, moment timestamptz, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]
) returns boolean language plpgsql stable as $$
declare welcome constant bigint := (public.money_at(moment)).welcome_grant;
begin
  return not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind)
    where kind = of and account <> 32769 and (amount <> welcome or not exists (
      select from public.person where person.id = ref and (person.number << 16) + 1025 = account)));
end $$;

create function money_at(moment timestamptz) returns money_config language plpgsql stable as $$
begin
  return (
    select m from public.money_config as m
    where effective_at <= moment and not exists (
      select from public.withdrawn_change as w where w.about = 'money_config' and w.version = m.version
    ) order by version desc limit 1);
end $$;

create or replace function post_legs(
  at timestamptz, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]
) returns boolean language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
  set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_nestloop = on as $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
  broken text;
  held   posting_right;
begin
  if session_user <> current_user and exists (
    select from (select distinct kind from unnest(kinds) as posted (kind)) as posted
    where not exists (select from posting_right where role = session_user and kind = posted.kind)
  ) then
    raise exception '% may not post this', session_user using errcode = 'insufficient_privilege';
  end if;
  for held in select * from posting_right where role = session_user and held_to is not null and kind = any (kinds) loop
    if held.held_to = 'two_people' and exists (
      select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind)
      where leg.kind = held.kind and not coalesce(is_agreed_correction(leg.account, leg.amount, leg.ref), false)
    ) then
      raise exception 'no two people agreed on this' using errcode = 'insufficient_privilege';
    end if;
    if not coalesce(case held.held_to
      when 'own_wallets' then are_own_transfers(held.kind, accounts, amounts, refs, kinds)
      when 'own_exchange' then are_own_exchanges(held.kind, post_legs.at, accounts, amounts, refs, kinds)
      when 'welcome' then are_welcomes(held.kind, post_legs.at, accounts, amounts, refs, kinds)
      else true
    end, false) then
      raise exception '% may not post this', session_user using errcode = 'insufficient_privilege';
    end if;
  end loop;
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

-- migrate:down
