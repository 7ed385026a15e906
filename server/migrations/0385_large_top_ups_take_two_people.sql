-- migrate:up
-- A top-up as large as a withdrawal that takes two people takes two people as well, and the clock does not pass it. Before, one reviewer could create
-- 100,000 USDT, while a correction of one cent took two people.

alter table top_up_case add first_by uuid references operator, add first_by_name text, add first_at timestamptz,
  add constraint top_up_first_is_whole check (num_nulls(first_by, first_by_name, first_at) in (0, 3)) not valid;
grant update (first_by, first_by_name, first_at) on top_up_case to glasshouse_office;
create trigger top_up_first_stays before update of first_by, first_by_name, first_at on top_up_case
  for each row execute function withdrawal_first_stays();

-- Whether two different people, both set up the day before, agreed to what was decided, and the log has the first.
create function two_people_agreed(decided review_case, first_by uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select coalesce(first_by <> decided.decided_by
    and (select count(*) from operator where id in (first_by, decided.decided_by) and status = 'active'
      and enrolled_at <= least(decided.decided_at, now()) - interval '24 hours') = 2
    and exists (select from audit_entry where subject = 'case:' || decided.id and operator = first_by and after ->> 'agreed' = 'first'), false)
$$;
revoke execute on function two_people_agreed(review_case, uuid) from public;

create or replace function withdrawal_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it withdrawal_count;
begin
  select * into it from withdrawal_count where case_id = new.id;
  if new.decision = 'approve' and coalesce(needs_two_people(it.owner, it.id, new.decided_at), true)
    and not two_people_agreed(new, (select first_by from withdrawal where case_id = new.id))
  then
    raise exception 'two people must agree to %', new.id using errcode = 'insufficient_privilege';
  end if;
  -- What was stopped undecided is released first: no decision goes along the arrows of releasing.
  perform from movement where owner = it.owner and id = it.id and state = 'under_review' for no key update;
  if not found
    or not move_along(it.owner, it.id, case new.decision when 'approve' then 'withdrawing' when 'reject' then 'rejected' else 'cancelled' end,
      new.decided_at, new.reason)
  then
    raise exception 'withdrawal of case % has moved on', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function top_up_needs_two_people(whose bigint, which uuid, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select amount > (select two_people_above from money_at(moment)) from movement where owner = whose and id = which
$$;
revoke execute on function top_up_needs_two_people(bigint, uuid, timestamptz) from public;

create or replace function top_up_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  about top_up_case;
begin
  select * into about from top_up_case where id = new.id;
  if new.decision = 'approve' and coalesce(top_up_needs_two_people(about.owner, about.movement, new.decided_at), about.id is not null)
    and not two_people_agreed(new, about.first_by)
  then
    raise exception 'two people must agree to %', new.id using errcode = 'insufficient_privilege';
  end if;
  if not coalesce(move_along(
    about.owner, about.movement, case new.decision when 'approve' then 'passed' else 'rejected' end, new.decided_at,
    case new.decision when 'reject' then new.reason end), false)
  then
    raise exception 'case % is about no top-up under review', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Passes the top-up that has waited longest, if its time has come and the site lets the clock decide. Not one that takes two people, or that an
-- operator is looking at. One at a time: a transaction locks the accounts of its users in order, and a batch would not.
create or replace function pass_top_up(at timestamptz) returns table (id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
language sql security definer set search_path = public, pg_temp as $$
  with site as (select top_up_minutes from site_config order by version desc limit 1),
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
