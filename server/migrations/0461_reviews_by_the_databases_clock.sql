-- migrate:up
-- A process that approves by the clock named the current time itself. A compromised one could name a time five minutes ahead, and approve a case early.
-- The time is now the database's own (`database_time`). Cases that need two people are now left out by their amount first: 5,000 large top-ups that
-- waited cost 0.7 s every five seconds.

-- Whether the clock may approve what a user submitted. Only people decide where an operator would have something to find: an account that is frozen or
-- locked, a change of security within a day. Nor does the clock decide where the user limited withdrawals to saved payees: it cannot compare
-- the sealed payee with the saved one. The form of a withdrawal asks this too.
create function clock_may_pay_user(who uuid, submitted timestamptz, moment timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from person where id = who and status = 'normal' and locked_at is null
      and (security_changed_at is null or security_changed_at + interval '1 day' <= moment)
      and not exists (select from saved_payees_only as limited where limited.person = who and (ends_at is null or ends_at > submitted)))
$$;

create or replace function clock_may_pay(whose bigint, which uuid, moment timestamptz) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from withdrawal_count as counted
      join review_case on review_case.id = counted.case_id
      join movement on (movement.owner, movement.id) = (counted.owner, counted.id)
    where counted.owner = whose and counted.id = which and movement.state = 'under_review'
      and clock_may_pay_user(review_case.person, submitted_at, moment) and not needs_two_people(whose, which, moment))
$$;

create or replace function pass_identities(at timestamptz, most integer) returns table (id uuid, person uuid, number bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_identities.at);
  due_at constant timestamptz := moment - clock_seconds('identity', moment) * interval '1 second';
begin
  return query
    with due as (
      select review_case.id from review_case join person on person.id = review_case.person
      where kind = 'identity' and decision is null and person.status = 'normal' and person.locked_at is null and submitted_at <= due_at
        and (claimed_until is null or claimed_until <= moment)
      order by submitted_at limit most for no key update of review_case skip locked
    )
    update review_case set decision = 'approve', decided_at = moment from due where review_case.id = due.id
    returning review_case.id, review_case.person, review_case.number;
end $$;

create or replace function pass_top_up(at timestamptz) returns table (id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_top_up.at);
  due_at constant timestamptz := moment - clock_seconds('top_up', moment) * interval '1 second';
  alone  constant bigint := (money_at(moment)).two_people_above;
begin
  return query
    with due as (
      select review_case.id from review_case join top_up_case using (id) join person on person.id = review_case.person
      where kind = 'top_up' and decision is null and amount <= alone and person.status = 'normal' and person.locked_at is null
        and submitted_at <= due_at and (claimed_until is null or claimed_until <= moment)
        and not top_up_needs_two_people(top_up_case.owner, top_up_case.movement, moment)
      order by submitted_at limit 1 for no key update of review_case skip locked
    )
    update review_case set decision = 'approve', decided_at = moment from due, top_up_case as about
    where review_case.id = due.id and about.id = due.id
    returning review_case.id, about.person, about.owner, about.movement, about.receipt;
end $$;

create or replace function pass_withdrawal(at timestamptz) returns table (owner bigint, id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_withdrawal.at);
  due_at constant timestamptz := moment - clock_seconds('withdrawal', moment) * interval '1 second';
  alone  constant bigint := (money_at(moment)).two_people_above;
begin
  return query
    with due as (
      select review_case.id, counted.owner, counted.id as withdrawal
      from review_case join withdrawal_count as counted on counted.case_id = review_case.id
      where kind = 'withdrawal' and decision is null and review_case.amount <= alone and submitted_at <= due_at
        and (claimed_until is null or claimed_until <= moment) and clock_may_pay(counted.owner, counted.id, moment)
      order by submitted_at limit 1 for no key update of review_case skip locked
    )
    update review_case set decision = 'approve', decided_at = moment from due where review_case.id = due.id
    returning due.owner, due.withdrawal;
end $$;

revoke execute on function clock_may_pay_user(uuid, timestamptz, timestamptz) from public;
grant execute on function clock_may_pay_user(uuid, timestamptz, timestamptz) to glasshouse_app;

-- migrate:down
