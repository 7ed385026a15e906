-- migrate:up
-- What withdrawals may come to, and when the clock decides instead of a person, are money settings: two people, a fresh factor, an hour's notice.
-- See docs/adr/0165-make-automatic-approval-and-withdrawal-limits-money-settings.md. The columns of site_config stay for the release before and are read no more.

-- A site keeps the values it has. The defaults are for the release before, which does not fill these columns.
do $$
declare site site_config;
begin
  select * into site from site_config order by version desc limit 1;
  execute format('alter table money_config
    add single_min       bigint not null default %s,  -- USDT, 6 decimals
    add single_max       bigint not null default %s,
    add day_max          bigint not null default %s,
    add identity_minutes integer not null default %s, -- 0: people decide
    add top_up_minutes   integer not null default %s',
    site.single_min, site.single_max, site.day_max, coalesce(site.identity_minutes, 0), coalesce(site.top_up_minutes, 0));
end $$;
-- The bounds of protocol/src/site/bounds.ts. Not validated: what a site had before may lie beyond them.
alter table money_config add constraint money_config_limit_bounds check (
  single_min between 1000000 and 10000000000 and single_max between single_min and 1000000000000 and day_max between single_max and 10000000000000
    and identity_minutes between 0 and 10080 and top_up_minutes between 0 and 10080) not valid;

-- The public log says of the version in force what it lacked when it was logged.
insert into log_entry (bytes) select log_bytes(money_at(now()));

create or replace function change_is_announced() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  asked    jsonb;
  agreed   boolean;
  another  boolean;
  in_force money_config;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  select input into asked from approval
  where id = new.approval and action = tg_argv[0] and decision = 'approved'
    and asked_by = new.changed_by and decided_by = new.approved_by;
  if tg_table_name = 'money_config' then
    -- The release before does not ask for these values: they stay as they are.
    if not coalesce(asked -> 'settings' ? 'singlemin', true) then
      in_force := money_at(now());
      new.single_min := in_force.single_min;
      new.single_max := in_force.single_max;
      new.day_max := in_force.day_max;
      new.identity_minutes := in_force.identity_minutes;
      new.top_up_minutes := in_force.top_up_minutes;
      asked := jsonb_set(asked, '{settings}', (asked -> 'settings') || jsonb_build_object(
        'singlemin', in_force.single_min / 1000000.0, 'singlemax', in_force.single_max / 1000000.0, 'daymax', in_force.day_max / 1000000.0,
        'identityMinutes', in_force.identity_minutes, 'topUpMinutes', in_force.top_up_minutes));
    end if;
    -- Texts of decimals against the smallest units.
    select bool_and(coalesce(held = (asked #>> array['settings', name])::numeric * units, false)) into agreed from (values
      ('fee', new.fee_bps::numeric, 100), ('welcomeGrant', new.welcome_grant, 1000000), ('cnyRate', new.cny_rate, 10000),
      ('twoPeopleAbove', new.two_people_above, 1000000), ('inviteReward', new.invite_reward, 1000000),
      ('inviteShare', new.invite_share_bp, 100), ('vip1', new.vip1_deposit, 1000000), ('vip2', new.vip2_deposit, 1000000),
      ('vip3', new.vip3_deposit, 1000000), ('vip4', new.vip4_deposit, 1000000), ('vip5', new.vip5_deposit, 1000000),
      ('optionSpread', new.option_spread_bp, 100), ('optionExposure', new.option_exposure, 1000000), ('spotSpread', new.spot_spread_bp, 100),
      ('singlemin', new.single_min, 1000000), ('singlemax', new.single_max, 1000000), ('daymax', new.day_max, 1000000),
      ('identityMinutes', new.identity_minutes, 1), ('topUpMinutes', new.top_up_minutes, 1)
    ) as setting (name, held, units);
  else
    agreed := (new.min_stake, new.max_stake, new.max_open) = (
      (asked #>> '{terms,minStake}')::numeric * 1000000, (asked #>> '{terms,maxStake}')::numeric * 1000000,
      (asked #>> '{terms,maxOpen}')::numeric * 1000000
    ) and (new.seconds::numeric[], new.returns::numeric[]) = (
      select array_agg((period ->> 'seconds')::numeric order by place), array_agg((period ->> 'returnPercent')::numeric * 100 order by place)
      from jsonb_array_elements(asked #> '{terms,periods}') with ordinality as listed (period, place));
  end if;
  if agreed is not true or new.reason is distinct from asked ->> 'reason' then
    raise exception 'the change is not approved' using errcode = 'insufficient_privilege';
  end if;
  -- The clock of the office may differ from this one by minutes. now() would stand still in a transaction that is kept open.
  if new.at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes'
    or new.effective_at not between new.at + interval '1 hour' and new.at + interval '1 day'
  then
    raise exception 'the change is not announced for an hour' using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I as t where effective_at > $1 and not exists (
    select from withdrawn_change w where w.about = %L and w.version = t.version))', tg_table_name, tg_table_name)
    into another using least(new.at, now(), clock_timestamp());
  if another then
    raise exception 'another change is announced' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace function start_withdrawal(
  whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who     person;
  money   money_config;
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
  if (start_withdrawal.currency, start_withdrawal.label) not in ((1, 'TRC20'), (1, 'ERC20'), (1, 'BEP20'), (2, 'bank')) then
    raise exception 'no way for this currency' using errcode = 'check_violation', constraint = 'withdrawal_way';
  end if;
  select * into money from money_at(moment);
  if start_withdrawal.fee <> div(start_withdrawal.amount::numeric * money.fee_bps + 9999, 10000) then return 'fee_changed'; end if;
  -- The limits are in USDT: yuan count at the rate in force, rounded up.
  counted := case start_withdrawal.currency when 1 then start_withdrawal.amount
    else div(start_withdrawal.amount::numeric * 100000000 + money.cny_rate - 1, money.cny_rate) end;
  if counted < money.single_min then return 'withdrawal_too_small'; end if;
  if counted > money.single_max then return 'withdrawal_too_large'; end if;
  begun := begin_movement(whose, which, 'withdraw', 'under_review', start_withdrawal.currency, start_withdrawal.amount, start_withdrawal.fee,
    null, start_withdrawal.label, moment);
  if begun <> 'started' then return begun; end if;
  if (select count(*) from movement where owner = whose and flow = 'withdraw' and state = 'under_review') > 10 then
    raise sqlstate 'GH002' using message = 'too_many_withdrawals';
  end if;
  insert into withdrawal_day as before (owner, day, used) values (whose, (moment at time zone 'UTC')::date, counted)
  on conflict (owner, day) do update set used = before.used + excluded.used where before.used + excluded.used <= money.day_max;
  if not found or counted > money.day_max then raise sqlstate 'GH002' using message = 'day_limit'; end if;
  insert into withdrawal_count (owner, id, case_id, day, usdt) values (whose, which, about, (moment at time zone 'UTC')::date, counted);
  return begun;
exception when sqlstate 'GH002' then
  return sqlerrm;
end $$;

create or replace function pass_identities(at timestamptz, most integer) returns table (id uuid, person uuid, number bigint)
language sql security definer set search_path = public, pg_temp as $$
  with site as (select identity_minutes from money_at(at) where identity_minutes > 0),
  due as (
    select review_case.id from review_case, site
    where kind = 'identity' and decision is null and submitted_at + identity_minutes * interval '1 minute' <= at
      and (claimed_until is null or claimed_until <= at)
    order by submitted_at limit most for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due where review_case.id = due.id
  returning review_case.id, review_case.person, review_case.number
$$;

create or replace function pass_top_up(at timestamptz) returns table (id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
language sql security definer set search_path = public, pg_temp as $$
  with site as (select top_up_minutes from money_at(at) where top_up_minutes > 0),
  due as (
    select review_case.id from review_case join top_up_case using (id), site
    where kind = 'top_up' and decision is null and submitted_at + top_up_minutes * interval '1 minute' <= at
      and (claimed_until is null or claimed_until <= at)
      and not top_up_needs_two_people(top_up_case.owner, top_up_case.movement, at)
    order by submitted_at limit 1 for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due, top_up_case as about
  where review_case.id = due.id and about.id = due.id
  returning review_case.id, about.person, about.owner, about.movement, about.receipt
$$;

-- migrate:down
