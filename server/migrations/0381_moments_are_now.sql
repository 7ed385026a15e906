-- migrate:up
-- An application names the time of everything it writes, and limits, rates and deadlines follow from that time. A compromised process could
-- therefore use up the card limit of every day since 1990, exchange at rates of the past, or return a deposit early. From here on the tables refuse
-- a time that is not the database's own, whichever function or statement writes it (docs/adr/0161-check-callers-times-against-the-database-clock.md).
--
-- The clock is read anew for each row: now() stands still for as long as a caller keeps its transaction open.
create function is_now(moment timestamptz) returns boolean language sql volatile as $$
  select moment between clock_timestamp() - public.clocks_differ() and clock_timestamp() + public.clocks_differ()
$$;
create or replace function check_moment(moment timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if is_now(moment) is not true then
    raise exception 'it is not %', moment using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The owner of a table may write any time, as it may write anything else.
create function is_owners_session(of_table oid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select pg_has_role(session_user, (select relowner from pg_class where oid = of_table), 'member')
$$;

-- Refuses a row whose columns, named by the trigger's arguments, changed to another time than now.
create function moments_are_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named   text;
  written timestamptz;
begin
  if is_owners_session(tg_relid) then return new; end if;
  foreach named in array tg_argv loop
    written := to_jsonb(new) ->> named;
    if not is_now(written) and (tg_op = 'INSERT' or written is distinct from (to_jsonb(old) ->> named)::timestamptz) then
      raise exception '% of % is not now: %', named, tg_table_name, written using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end $$;

-- Every order and every payment writes legs, so there the time is compared before a function is called. Products are the exception: the amount that
-- is returned (61) and the income (120) are dated by when they were due, which may be long ago if no worker ran. No role may post these two itself.
create trigger moment_is_now before insert on leg for each row
  when (not is_now(new.at) and not (new.kind in (61, 120) and new.at <= clock_timestamp())) execute function moments_are_now('at');
create trigger moment_is_now before insert or update of at, changed_at on movement for each row execute function moments_are_now('at', 'changed_at');
create trigger moment_is_now before insert on movement_step for each row execute function moments_are_now('at');
create trigger moment_is_now before insert or update of submitted_at, decided_at on review_case for each row
  execute function moments_are_now('submitted_at', 'decided_at');
create trigger moment_is_now before insert or update of since on membership for each row execute function moments_are_now('since');
create trigger moment_is_now before insert or update of deleted_at, security_changed_at, logged_in_again_at on person for each row
  execute function moments_are_now('registered_at', 'deleted_at', 'security_changed_at', 'logged_in_again_at');
create trigger moment_is_now before insert or update of at on security_event for each row execute function moments_are_now('at');
create trigger moment_is_now before insert on invitation_income for each row execute function moments_are_now('at');
create trigger moment_is_now before insert on account_event for each row execute function moments_are_now('at');

-- A new account has passed no review, and a user who leaves has seven days to change their mind. A withdrawal lock ends with its hour, or with the
-- account.
create function account_begins_and_ends_in_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if is_owners_session(tg_relid) then return new; end if;
  if tg_op = 'INSERT' then
    if (new.identity, new.status) <> ('none', 'normal') or num_nonnulls(new.deleted_at, new.leaves_at) > 0 then
      raise exception 'a new account has passed no review' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.leaves_at is distinct from old.leaves_at and new.leaves_at < clock_timestamp() + interval '7 days' - clocks_differ() then
    raise exception 'an account is deleted after seven days' using errcode = 'insufficient_privilege';
  end if;
  if old.security_changed_at is not null and new.security_changed_at is null and new.deleted_at is null then
    raise exception 'a change of security is not forgotten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger order_of_an_account before insert or update of leaves_at, security_changed_at on person for each row
  execute function account_begins_and_ends_in_order();

-- Good months are dated by when they ended, so the function itself checks until when it may look.
create or replace function give_good_months(until timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose uuid;
  people integer := 0;
begin
  perform check_moment(until);
  for whose in
    select id from person where credit_score < 100 and next_good_month(id) <= until order by id limit most for no key update skip locked
  loop
    perform fill_good_months(whose, until);
    people := people + 1;
  end loop;
  return people;
end $$;

-- Two times within `clocks_differ()` may have different rates: a compromised process could exchange back and forth around every change. So the rate
-- must also be the one in force by the database's clock. A test that turns the clock has only the time that it names.
create or replace function are_own_exchanges(
  of smallint, moment timestamptz, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]
) returns boolean language plpgsql volatile as $$
declare
  money constant public.money_config := public.money_at(moment);
  is_turned constant boolean := abs(extract(epoch from moment - clock_timestamp())) > 300;
begin
  return (is_turned or money.version = (public.money_at(clock_timestamp())).version) and not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account < 65536
      and account not in (32769, 32770)
  ) and not exists (
    select from (
      select count(*) as legs, min(account >> 16) as owner, max(account >> 16) as other,
        sum(amount) filter (where account & 65535 = 1025) as usdt, sum(amount) filter (where account & 65535 = 2050) as cny
      from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account >= 65536 group by ref
    ) as fact
    where legs <> 2 or owner <> other or usdt is null or cny is null or case
      when usdt < 0 then cny <> div(-usdt * money.cny_rate, 100000000) else usdt <> div(-cny * 100000000, money.cny_rate::numeric) end);
end $$;

revoke execute on function is_now(timestamptz), is_owners_session(oid), moments_are_now(), account_begins_and_ends_in_order() from public;

-- migrate:down
