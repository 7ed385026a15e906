-- migrate:up
-- Both of these write legs, and legs are added under read committed only (0397): the check at their beginning was the same rule a second time.
create or replace function start_withdrawal_to(
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
create or replace function send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamptz) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  receiver person;
  allowed  vip_rule;
  begun    text;
  broken   text;
begin
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

-- migrate:down
