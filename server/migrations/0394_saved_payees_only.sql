-- migrate:up
-- A user may withdraw to saved payees only. A payee is usable 24 hours after it was saved, and the restriction ends 24 hours after it was switched
-- off, by the database's own clock. See docs/adr/0171-let-users-limit-withdrawals-to-saved-payees.md.

-- The time a caller names, or the database's own if they agree. Only a test that turns the clock gets the time that it names.
create function database_time(moment timestamptz) returns timestamptz language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform check_moment(moment);
  return case when abs(extract(epoch from moment - clock_timestamp())) > 300 then moment else clock_timestamp() end;
end $$;

-- An old snapshot would not see that the restriction was switched on after it was taken.
create function sees_the_present() returns void language plpgsql stable set search_path = public, pg_temp as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'money leaves an account only under read committed' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The mark is a salted hash of the payee, which the database compares and never computes. Payees that the release before saved have none, and are
-- not usable while the restriction is on until they get one.
alter table payee add mark bytea, add added_at timestamptz, add usable_at timestamptz,
  add constraint payee_mark_is_whole check (num_nulls(mark, added_at, usable_at) in (0, 3) and (mark is null or length(mark) = 32)) not valid;
grant update (mark, added_at) on payee to glasshouse_app;

-- A payee waits from the moment it has a mark, and keeps that mark.
create function payee_waits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.mark is not null then
    if (new.person, new.mark, new.added_at, new.usable_at) is distinct from (old.person, old.mark, old.added_at, old.usable_at)
      and not is_owners_session(tg_relid)
    then
      raise exception 'payee % stays what it is', old.id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.mark is null then
    new.added_at := null;
    new.usable_at := null;
  else
    new.added_at := database_time(new.added_at);
    new.usable_at := new.added_at + interval '24 hours';
  end if;
  return new;
end $$;
create trigger payee_waits before insert or update of person, mark, added_at, usable_at on payee for each row execute function payee_waits();

-- Users whose money leaves to saved payees only: since when, and until when if they have switched it off.
create table saved_payees_only (
  person  uuid primary key references person,
  since   timestamptz not null,
  ends_at timestamptz check (ends_at > since)
);
grant select on saved_payees_only to glasshouse_app;
create trigger not_about_the_deleted before insert on saved_payees_only for each row execute function not_about_the_deleted();
create trigger saved_payees_only_is_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('saved_payees_only');

create function is_limited_to_saved_payees(whose uuid, moment timestamptz) returns boolean
language sql volatile set search_path = public, pg_temp as $$
  select exists (select from saved_payees_only where person = whose and (ends_at is null or ends_at > database_time(moment)))
$$;

-- Switches the restriction on at once, or off in 24 hours. Switching it on also cancels that it ends. Whether anything changed.
create function set_saved_payees_only(whose uuid, wanted boolean, moment timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  at_ constant timestamptz := database_time(moment);
begin
  -- Withdrawals hold the person too: each comes before this or after it.
  perform from person where id = whose and deleted_at is null for no key update;
  if not found then return false; end if;
  if wanted then
    insert into saved_payees_only as held (person, since) values (whose, at_)
    on conflict (person) do update
      set since = case when held.ends_at <= at_ then at_ else held.since end, ends_at = null where held.ends_at is not null;
  else
    update saved_payees_only set ends_at = at_ + interval '24 hours' where person = whose and ends_at is null;
  end if;
  return found;
end $$;

-- The mark of the saved payee that a withdrawal was allowed for: whoever approves it compares this with where it goes.
alter table withdrawal_count add mark bytea;

-- Starts a withdrawal as `start_withdrawal` did, to a saved payee if `saved` names one. While the restriction is on, it must.
create function start_withdrawal_to(
  whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamptz, saved uuid
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who     person;
  money   money_config;
  target  payee;
  counted numeric;
  begun   text;
begin
  perform sees_the_present();
  select * into who from person where number = whose and deleted_at is null for no key update;
  if not found then return 'nobody'; end if;
  if who.status <> 'normal' then return 'account_abnormal'; end if;
  if who.identity <> 'passed' then return 'identity_needed'; end if;
  if who.security_changed_at is not null and coalesce(who.logged_in_again_at + interval '1 hour' > moment, true) then
    return 'withdrawals_locked';
  end if;
  if not exists (select from review_case where id = about and kind = 'withdrawal' and decision is null and person = who.id) then
    raise exception 'no open case of % for this', whose using errcode = 'insufficient_privilege';
  end if;
  if (start_withdrawal_to.currency, start_withdrawal_to.label) not in ((1, 'TRC20'), (1, 'ERC20'), (1, 'BEP20'), (2, 'bank')) then
    raise exception 'no way for this currency' using errcode = 'check_violation', constraint = 'withdrawal_way';
  end if;
  -- Held, so that one that is removed at the same moment is removed before this or after it.
  select * into target from payee where id = start_withdrawal_to.saved and person = who.id for share;
  if is_limited_to_saved_payees(who.id, moment) then
    if target.id is null then return 'payee_not_saved'; end if;
    if coalesce(target.usable_at > database_time(moment), true) then return 'payee_waits'; end if;
  end if;
  select * into money from money_at(moment);
  if start_withdrawal_to.fee <> div(start_withdrawal_to.amount::numeric * money.fee_bps + 9999, 10000) then return 'fee_changed'; end if;
  -- The limits are in USDT: yuan count at the rate in force, rounded up.
  counted := case start_withdrawal_to.currency when 1 then start_withdrawal_to.amount
    else div(start_withdrawal_to.amount::numeric * 100000000 + money.cny_rate - 1, money.cny_rate) end;
  if counted < money.single_min then return 'withdrawal_too_small'; end if;
  if counted > money.single_max then return 'withdrawal_too_large'; end if;
  begun := begin_movement(whose, which, 'withdraw', 'under_review', start_withdrawal_to.currency, start_withdrawal_to.amount,
    start_withdrawal_to.fee, null, start_withdrawal_to.label, moment);
  if begun <> 'started' then return begun; end if;
  if (select count(*) from movement where owner = whose and flow = 'withdraw' and state = 'under_review') > 10 then
    raise sqlstate 'GH002' using message = 'too_many_withdrawals';
  end if;
  insert into withdrawal_day as before (owner, day, used) values (whose, (moment at time zone 'UTC')::date, counted)
  on conflict (owner, day) do update set used = before.used + excluded.used where before.used + excluded.used <= money.day_max;
  if not found or counted > money.day_max then raise sqlstate 'GH002' using message = 'day_limit'; end if;
  insert into withdrawal_count (owner, id, case_id, day, usdt, mark)
  values (whose, which, about, (moment at time zone 'UTC')::date, counted, target.mark);
  return begun;
exception when sqlstate 'GH002' then
  return sqlerrm;
end $$;

-- The release before names no saved payee.
create or replace function start_withdrawal(
  whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamptz
) returns text language sql security definer set search_path = public, pg_temp as $$
  select start_withdrawal_to(whose, which, about, currency, amount, fee, label, moment, null)
$$;

-- Sends to a member as before (0186), but not while the restriction is on: a member could withdraw the money anywhere.
create or replace function send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  receiver person;
  allowed  vip_rule;
  begun    text;
  broken   text;
begin
  perform sees_the_present();
  if payer = payee then raise exception 'nobody sends to themselves' using errcode = 'insufficient_privilege'; end if;
  -- Both in the order of their numbers, before any balance. Whoever freezes, erases or changes a level comes before or after.
  perform from person where number in (payer, payee) order by number for share;
  begun := begin_movement(payer, send_to_member.id, 'transfer', 'done', 1::smallint, send_to_member.amount, 0, payee, 'member', send_to_member.at);
  -- A retried tap is answered with what happened the first time, whatever the payee may receive by now.
  if begun <> 'started' then return begun; end if;
  if not exists (select from person where number = payer and status = 'normal' and deleted_at is null) then
    raise sqlstate 'GH002' using message = 'account_abnormal';
  end if;
  if is_limited_to_saved_payees((select id from person where number = payer), send_to_member.at) then
    raise sqlstate 'GH002' using message = 'saved_payees_only';
  end if;
  select * into receiver from person where number = payee and status = 'normal' and deleted_at is null and leaves_at is null;
  select * into allowed from vip_rule where level = level_of(receiver.id, send_to_member.at);
  if allowed.level is null then raise sqlstate 'GH002' using message = 'payee_unknown'; end if;
  -- Those who send to one payee stand in line at the payee's balance already, so the two counters are never waited for in a circle.
  insert into received (person, span, since, amount)
  select receiver.id, span, date_trunc(span, send_to_member.at at time zone 'UTC')::date, send_to_member.amount
  from unnest(array['day', 'month']) as span
  on conflict (person, span, since) do update set amount = received.amount + excluded.amount;
  if exists (
    select from received where person = receiver.id and since = date_trunc(span, send_to_member.at at time zone 'UTC')::date
      and amount > case span when 'day' then allowed.per_day else allowed.per_month end
  ) then
    raise sqlstate 'GH002' using message = 'payee_limit';
  end if;
  if begin_movement(payee, send_to_member.id, 'receive', 'done', 1::smallint, send_to_member.amount, 0, payer, 'member', send_to_member.at) <> 'started' then
    raise sqlstate 'GH002' using message = 'id_used';
  end if;
  return 'started';
exception
  when sqlstate 'GH002' then
    -- All of it is undone, and its reason is the answer.
    return sqlerrm;
  when unique_violation then
    -- The payee has a posting under this id from somebody else.
    get stacked diagnostics broken = constraint_name;
    if broken <> 'leg_posts_once' then raise; end if;
    return 'id_used';
end $$;

-- The user reads of each of these, and gets a mail.
alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'trade_password_set', 'trade_password_removed', 'shares_removed',
    'case_opened', 'copy_asked', 'deletion_asked', 'deletion_cancelled',
    'payee_added', 'payee_removed', 'payees_only_on', 'payees_only_ends', 'payees_only_kept')) not valid;

revoke execute on function database_time(timestamptz), sees_the_present(), is_limited_to_saved_payees(uuid, timestamptz), payee_waits(), set_saved_payees_only(uuid, boolean, timestamptz),
  start_withdrawal_to(bigint, uuid, uuid, smallint, bigint, bigint, text, timestamptz, uuid) from public;
grant execute on function set_saved_payees_only(uuid, boolean, timestamptz),
  start_withdrawal_to(bigint, uuid, uuid, smallint, bigint, bigint, text, timestamptz, uuid) to glasshouse_app;

-- migrate:down
