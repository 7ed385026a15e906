-- migrate:up
-- On a site where no operator is on duty, the clock approves identities, top-ups and withdrawals after some seconds. The seconds are a money setting:
-- two people, announced for an hour. See docs/adr/0182-approve-cases-automatically-while-no-operator-is-on-duty.md.

-- A site that has operators keeps deciding by people. A new one has nobody who could decide, so its users would wait without end.
do $$
begin
  execute format('alter table money_config add unattended_seconds integer not null default %s', -- 0: people decide
    case when exists (select from operator) then 0 else 30 end);
end $$;
alter table money_config add constraint money_config_unattended_bounds check (unattended_seconds between 0 and 3600) not valid;

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
    -- Earlier releases do not ask for these values: they stay as they are.
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
    if not coalesce(asked -> 'settings' ? 'unattendedSeconds', true) then
      in_force := money_at(now());
      new.unattended_seconds := in_force.unattended_seconds;
      asked := jsonb_set(asked, '{settings,unattendedSeconds}', to_jsonb(in_force.unattended_seconds));
    end if;
    -- Texts of decimals against the smallest units.
    select bool_and(coalesce(held = (asked #>> array['settings', name])::numeric * units, false)) into agreed from (values
      ('fee', new.fee_bps::numeric, 100), ('welcomeGrant', new.welcome_grant, 1000000), ('cnyRate', new.cny_rate, 10000),
      ('twoPeopleAbove', new.two_people_above, 1000000), ('inviteReward', new.invite_reward, 1000000),
      ('inviteShare', new.invite_share_bp, 100), ('vip1', new.vip1_deposit, 1000000), ('vip2', new.vip2_deposit, 1000000),
      ('vip3', new.vip3_deposit, 1000000), ('vip4', new.vip4_deposit, 1000000), ('vip5', new.vip5_deposit, 1000000),
      ('optionSpread', new.option_spread_bp, 100), ('optionExposure', new.option_exposure, 1000000), ('spotSpread', new.spot_spread_bp, 100),
      ('singlemin', new.single_min, 1000000), ('singlemax', new.single_max, 1000000), ('daymax', new.day_max, 1000000),
      ('identityMinutes', new.identity_minutes, 1), ('topUpMinutes', new.top_up_minutes, 1), ('unattendedSeconds', new.unattended_seconds, 1)
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

-- Whether an operator who may decide cases of a queue has used the console in the last five minutes.
create function is_attended(queue text, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from operator_session join operator on operator.id = operator_session.operator join deciding_role using (role), database_time(moment) as at_
    where deciding_role.kind = queue and operator.status = 'active' and factor is not null
      and expires_at > at_ and seen_at > at_ - interval '5 minutes')
$$;

-- After how many seconds the clock approves a case of a queue, as things are at a moment; empty if only people decide.
create function clock_seconds(queue text, moment timestamptz) returns integer
language sql stable security definer set search_path = public, pg_temp as $$
  select least(
    nullif(case queue when 'identity' then identity_minutes when 'top_up' then top_up_minutes else 0 end * 60, 0),
    case when queue in ('identity', 'top_up', 'withdrawal') and not is_attended(queue, moment) then nullif(unattended_seconds, 0) end)
  from money_at(moment)
$$;

create or replace function pass_identities(at timestamptz, most integer) returns table (id uuid, person uuid, number bigint)
language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select review_case.id from review_case join person on person.id = review_case.person, clock_seconds('identity', at) as waits
    where kind = 'identity' and decision is null and person.status = 'normal' and person.locked_at is null and submitted_at + waits * interval '1 second' <= at
      and (claimed_until is null or claimed_until <= at)
    order by submitted_at limit most for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due where review_case.id = due.id
  returning review_case.id, review_case.person, review_case.number
$$;

create or replace function pass_top_up(at timestamptz) returns table (id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select review_case.id from review_case join top_up_case using (id) join person on person.id = review_case.person, clock_seconds('top_up', at) as waits
    where kind = 'top_up' and decision is null and person.status = 'normal' and person.locked_at is null and submitted_at + waits * interval '1 second' <= at
      and (claimed_until is null or claimed_until <= at)
      and not top_up_needs_two_people(top_up_case.owner, top_up_case.movement, at)
    order by submitted_at limit 1 for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due, top_up_case as about
  where review_case.id = due.id and about.id = due.id
  returning review_case.id, about.person, about.owner, about.movement, about.receipt
$$;

alter table review_case
  drop constraint review_decision_is_whole,
  add constraint review_decision_is_whole check (
    num_nulls(decision, decided_at) in (0, 2) and num_nulls(decided_by, decided_by_name) in (0, 2) and (decided_by is null or decision is not null)
      and (decision is null or (decided_by is null) = (decision = 'cancelled')
        or decided_by is null and (kind in ('identity', 'top_up') or kind = 'withdrawal' and decision = 'approve'))
  ) not valid;

-- Whether the clock may approve a withdrawal. Only people decide where an operator would have something to find: a large amount, an account that is
-- frozen or locked, a change of security within a day. Nor does the clock decide where the user limited withdrawals to saved payees:
-- it cannot compare the sealed payee with the saved one.
create function clock_may_pay(whose bigint, which uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from withdrawal_count as counted
      join review_case on review_case.id = counted.case_id
      join person on person.id = review_case.person
      join movement on (movement.owner, movement.id) = (counted.owner, counted.id)
    where counted.owner = whose and counted.id = which and movement.state = 'under_review'
      and person.status = 'normal' and person.locked_at is null
      and (person.security_changed_at is null or person.security_changed_at + interval '1 day' <= moment)
      and not exists (select from saved_payees_only as limited where limited.person = review_case.person and (ends_at is null or ends_at > submitted_at))
      and not needs_two_people(whose, which, moment))
$$;

-- Approves the withdrawal that has waited longest, if its time has come. Not one that an operator is looking at.
create function pass_withdrawal(at timestamptz) returns table (owner bigint, id uuid)
language sql security definer set search_path = public, pg_temp as $$
  with due as (
    select review_case.id, counted.owner, counted.id as withdrawal
    from review_case join withdrawal_count as counted on counted.case_id = review_case.id, clock_seconds('withdrawal', at) as waits
    where kind = 'withdrawal' and decision is null and submitted_at + waits * interval '1 second' <= at
      and (claimed_until is null or claimed_until <= at) and clock_may_pay(counted.owner, counted.id, at)
    order by submitted_at limit 1 for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due where review_case.id = due.id
  returning due.owner, due.withdrawal
$$;

revoke execute on function is_attended(text, timestamptz), clock_seconds(text, timestamptz), clock_may_pay(bigint, uuid, timestamptz),
  pass_withdrawal(timestamptz) from public;
grant execute on function clock_seconds(text, timestamptz), clock_may_pay(bigint, uuid, timestamptz), pass_withdrawal(timestamptz) to glasshouse_app;

-- migrate:down
