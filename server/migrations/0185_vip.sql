-- migrate:up
-- Levels, and the deposits that are held for them. A level follows from its membership, which is written together with the money that it
-- holds, by the functions below; no role writes either. See docs/adr/0092-tie-vip-levels-to-held-deposits.md.

-- What a level may receive from other members, in USDT units. protocol/src/vip/levels.ts tells users the same.
create table vip_rule (
  level     smallint primary key check (level between 1 and 5),
  per_day   bigint not null,
  per_month bigint not null
);
insert into vip_rule (level, per_day, per_month) values
  (1, 10000000, 30000000), (2, 100000000, 3000000000), (3, 30000000000, 900000000000), (4, 100000000000, 3000000000000),
  (5, 200000000000, 6000000000000);
grant select on vip_rule to glasshouse_app, glasshouse_office;

-- Who has a level. Nobody's row is kept once the deposit is back; what was is among the movements.
create table membership (
  person  uuid primary key references person,
  level   smallint not null references vip_rule,
  deposit bigint not null check (deposit > 0), -- USDT units, in the committed account of memberships
  since   timestamptz not null,                -- when the level was last raised
  until   timestamptz,                         -- the first level ends
  refund  uuid,                                -- the movement by which the deposit was asked back, while it is under review
  constraint first_level_ends check ((until is null) = (level > 1)),
  constraint first_level_is_not_asked_back check (refund is null or level > 1)
);
create index on membership (until) where until is not null;
grant select on membership to glasshouse_app, glasshouse_office;
create trigger not_about_the_deleted before insert on membership for each row execute function not_about_the_deleted();

-- What members received, by UTC day and by calendar month.
create table received (
  person uuid not null references person,
  span   text not null check (span in ('day', 'month')),
  since  date not null,
  amount bigint not null check (amount >= 0),
  primary key (person, span, since)
);
grant select on received to glasshouse_app, glasshouse_office;
create trigger not_about_the_deleted before insert on received for each row execute function not_about_the_deleted();
create trigger vip_forgets after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('received');

-- The same moment so many calendar months later, in UTC; where that month is shorter, on its last day.
create function months_later(at timestamptz, months integer) returns timestamptz language sql immutable set search_path = public, pg_temp as $$
  select (at at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC'
$$;

-- The level of the person is that of the membership. This holds for the owner of the tables too.
create function level_is_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update person set vip_level = case tg_op when 'DELETE' then 0 else new.level end where id = coalesce(new.person, old.person);
  return null;
end $$;
create trigger level_is_kept after insert or update or delete on membership for each row execute function level_is_kept();
create function level_has_its_membership() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.vip_level <> coalesce((select level from membership where person = new.id), 0) then
    raise exception 'the level of % follows from a membership', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger level_has_its_membership before insert or update of vip_level on person for each row
  execute function level_has_its_membership();
-- Nobody is made a number while something of theirs is held.
create function deposit_is_back() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from membership where person = new.id) then
    raise exception 'a deposit of % is held', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger deposit_is_back before update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function deposit_is_back();

-- Whoever changes a membership holds its person first, then the balances; so does whoever sends to one.
create function hold_member(number bigint) returns uuid language sql set search_path = public, pg_temp as $$
  select id from person where person.number = hold_member.number and deleted_at is null for no key update
$$;

-- The level at a moment: the first one is over when its month is, whether or not the deposit is back already.
create function level_of(whose uuid, at timestamptz) returns smallint language sql stable set search_path = public, pg_temp as $$
  select coalesce((select level from membership where person = whose and (until is null or until > at)), 0::smallint)
$$;

-- Ends a membership whose person is held: the deposit goes back, under a movement that begins and is done.
create function return_deposit(whose uuid, number bigint, at timestamptz, why text) returns uuid
language plpgsql set search_path = public, pg_temp as $$
declare
  held bigint;
  fact constant uuid := gen_random_uuid();
begin
  delete from membership where person = whose returning deposit into strict held;
  if begin_movement(number, fact, 'refund', 'done', 1::smallint, held, 0, null, why, at) <> 'started' then
    raise exception 'the deposit of % could not be returned', number;
  end if;
  return fact;
end $$;

-- Raises the level and holds what that takes: the deposit of the new level in force, less what is held already. `shown` is the deposit that
-- the user has seen.
create function upgrade_vip(owner bigint, id uuid, to_level smallint, shown bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose  constant uuid := hold_member(owner);
  money  constant money_config := money_at(upgrade_vip.at);
  before movement;
  held   membership;
  wanted bigint;
  begun  text;
begin
  if whose is null then return 'nobody'; end if;
  if (select status from person where person.id = whose) <> 'normal' then return 'account_abnormal'; end if;
  select * into before from movement as m where m.owner = upgrade_vip.owner and m.id = upgrade_vip.id;
  if found then
    return case when before.flow = 'upgrade' and before.label like '_-' || to_level then 'repeated' else 'id_used' end;
  end if;
  select * into held from membership where person = whose;
  if held.until <= upgrade_vip.at then
    perform return_deposit(whose, owner, upgrade_vip.at, 'expired');
    held := null;
  end if;
  if held.refund is not null then return 'vip_refund_open'; end if;
  if to_level <= coalesce(held.level, 0) then return 'vip_not_higher'; end if;
  wanted := (array[money.vip1_deposit, money.vip2_deposit, money.vip3_deposit, money.vip4_deposit, money.vip5_deposit])[to_level];
  if wanted is distinct from shown then return 'vip_deposit_changed'; end if;
  -- Where deposits have fallen, what is held may be enough.
  if wanted > coalesce(held.deposit, 0) then
    begun := begin_movement(owner, id, 'upgrade', 'done', 1::smallint, wanted - coalesce(held.deposit, 0), 0, null,
      coalesce(held.level, 0) || '-' || to_level, upgrade_vip.at);
    if begun <> 'started' then return begun; end if;
  end if;
  insert into membership (person, level, deposit, since, until)
  values (whose, to_level, greatest(wanted, held.deposit), upgrade_vip.at, case to_level when 1 then months_later(upgrade_vip.at, 1) end)
  on conflict (person) do update set
    level = excluded.level, deposit = excluded.deposit, since = excluded.since, until = excluded.until;
  return 'started';
end $$;

-- Gives back what is due: first levels that have ended, and what is held for those whose account is about to be deleted.
create function return_deposits(at timestamptz, most integer) returns table (number bigint, id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  due record;
  why text;
begin
  for due in
    -- Each of the two by its own index. In the order of the accounts, or this and another who pays several would wait in a circle.
    select person.id, person.number from person where person.id in (
      select membership.person from membership where until <= return_deposits.at
      union all
      select membership.person from person as leaver join membership on membership.person = leaver.id
      where leaver.deleted_at is null and leaver.leaves_at <= return_deposits.at and leaver.status = 'normal' and refund is null)
    order by person.number limit most for no key update of person skip locked
  loop
    -- Read again now that the person is held.
    select case when until <= return_deposits.at then 'expired' else 'left' end into why
    from membership join person on person.id = membership.person
    where person.id = due.id and (until <= return_deposits.at or refund is null and leaves_at <= return_deposits.at and status = 'normal');
    if found then
      number := due.number;
      id := return_deposit(due.id, due.number, return_deposits.at, why);
      return next;
    end if;
  end loop;
end $$;

-- Asks for the deposit: the hold of 60 days is over, and more than two months have passed since the last upgrade. The case that is to be
-- decided is opened beside it, under the same id.
create function ask_vip_refund(owner bigint, id uuid, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose  constant uuid := hold_member(owner);
  before movement;
  held   membership;
  begun  text;
begin
  if whose is null then return 'nobody'; end if;
  select * into before from movement as m where m.owner = ask_vip_refund.owner and m.id = ask_vip_refund.id;
  if found then return case when before.flow = 'refund' then 'repeated' else 'id_used' end; end if;
  select * into held from membership where person = whose;
  if coalesce(held.level, 0) < 2 then return 'vip_no_deposit'; end if;
  if held.refund is not null then return 'vip_refund_open'; end if;
  if ask_vip_refund.at < held.since + 60 * interval '24 hours' or ask_vip_refund.at <= months_later(held.since, 2) then
    return 'vip_still_held';
  end if;
  begun := begin_movement(owner, id, 'refund', 'under_review', 1::smallint, held.deposit, 0, null, held.level::text, ask_vip_refund.at);
  if begun = 'started' then update membership set refund = ask_vip_refund.id where person = whose; end if;
  return begun;
end $$;

-- The decision ends the membership and returns the deposit, or leaves both as they are.
create function vip_refund_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  to_state constant text := case new.decision when 'approve' then 'passed' else 'rejected' end;
begin
  if hold_member(new.number) is distinct from new.person then
    raise exception 'case % is about two people', new.id using errcode = 'insufficient_privilege';
  end if;
  if new.decision = 'approve' then
    delete from membership where person = new.person and refund = new.id;
  else
    update membership set refund = null where person = new.person and refund = new.id;
  end if;
  if not found or not move_along(new.number, new.id, to_state, new.decided_at, case new.decision when 'reject' then new.reason end) then
    raise exception 'case % is about no deposit', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger vip_refund_is_decided after update of decision on review_case for each row
  when (new.kind = 'vip_refund' and new.decision is not null) execute function vip_refund_is_decided();

revoke execute on function
  months_later(timestamptz, integer), level_is_kept(), level_has_its_membership(), deposit_is_back(), hold_member(bigint),
  level_of(uuid, timestamptz), return_deposit(uuid, bigint, timestamptz, text),
  upgrade_vip(bigint, uuid, smallint, bigint, timestamptz), return_deposits(timestamptz, integer), ask_vip_refund(bigint, uuid, timestamptz),
  vip_refund_is_decided() from public;
grant execute on function
  upgrade_vip(bigint, uuid, smallint, bigint, timestamptz), return_deposits(timestamptz, integer), ask_vip_refund(bigint, uuid, timestamptz)
  to glasshouse_app;

-- migrate:down
