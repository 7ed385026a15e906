-- migrate:up
-- Withdrawals. How far one is, and the money behind it, is its movement (0170); here is to whom, who reviews it and what it counts for. What
-- the site allows is judged where the movement is written, so that no role passes it; see docs/adr/0091-enforce-withdrawal-rules-in-the-database.md.

-- To whom, sealed under a key of its own, wrapped like those of files. The hash is keyed and tells whether two payees are the same.
create table withdrawal (
  owner         bigint not null,
  id            uuid not null,
  person        uuid not null references person,
  case_id       uuid not null unique references review_case,
  sealed        bytea not null check (length(sealed) between 28 and 2000),
  wrapped_key   bytea not null check (length(wrapped_key) = 60),
  key_id        text not null,
  payee_hash    bytea not null check (length(payee_hash) = 32),
  -- The first of two people, where two must agree.
  first_by      uuid references operator,
  first_by_name text,
  first_at      timestamptz,
  primary key (owner, id),
  foreign key (owner, id) references movement (owner, id),
  constraint withdrawal_first_is_whole check (num_nulls(first_by, first_by_name, first_at) in (0, 3))
);
create index on withdrawal (person);
create index on withdrawal (payee_hash);
create index on withdrawal (key_id);
grant select on withdrawal to glasshouse_app, glasshouse_office;
grant insert (owner, id, person, case_id, sealed, wrapped_key, key_id, payee_hash) on withdrawal to glasshouse_app;
grant update (wrapped_key, key_id, payee_hash) on withdrawal to glasshouse_app;
grant update (first_by, first_by_name, first_at) on withdrawal to glasshouse_office;

-- Payees that somebody has kept. Each has a place of its own, so that there are never more than twenty.
create table payee (
  id          uuid primary key,
  person      uuid not null references person,
  place       smallint not null check (place between 1 and 20),
  sealed      bytea not null check (length(sealed) between 28 and 2000),
  wrapped_key bytea not null check (length(wrapped_key) = 60),
  key_id      text not null,
  constraint payee_has_a_place unique (person, place)
);
create index on payee (key_id);
grant select, insert, delete on payee to glasshouse_app;
grant update (wrapped_key, key_id) on payee to glasshouse_app;

-- What counts on a UTC day, in USDT: all of an owner together, and one withdrawal. Written by the triggers below alone.
create table withdrawal_day (
  owner bigint not null,
  day   date not null,
  used  bigint not null check (used >= 0),
  primary key (owner, day)
);
create table withdrawal_count (
  owner   bigint not null,
  id      uuid not null,
  case_id uuid not null unique, -- the review, which goes with its person
  day     date not null,
  usdt    bigint not null check (usdt > 0),
  counts  boolean not null default true,
  primary key (owner, id),
  foreign key (owner, id) references movement (owner, id)
);
grant select on withdrawal_day, withdrawal_count to glasshouse_app, glasshouse_office;

-- What operators look at and what is paid next.
create index movement_open_withdrawals on movement (state, changed_at, id) where flow = 'withdraw' and state in ('under_review', 'withdrawing', 'frozen');

create trigger not_about_the_deleted before insert on withdrawal for each row execute function not_about_the_deleted();
create trigger not_about_the_deleted before insert on payee for each row execute function not_about_the_deleted();
-- By its name before `review_forgets`: the case goes after what refers to it.
create trigger payees_are_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('withdrawal', 'payee');

-- Nobody is made a number while something of theirs is held: its review would be gone, and nobody could end it.
create function withdrawals_are_over() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from movement where owner = new.number and flow = 'withdraw' and state in ('under_review', 'withdrawing', 'frozen')) then
    raise exception 'a withdrawal of % is under way', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_are_over before update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function withdrawals_are_over();

-- Unfreezing what was under review puts it back there.
insert into movement_arrow (flow, source, target, posts, walker) values ('withdraw', 'frozen', 'under_review', null, 'office');

-- Begins a withdrawal within what the site allows at its moment: by somebody who is verified, not frozen and not locked out, at the fee in
-- force, between the least and the most, with no more than ten under review and all of its day together below the day's most. The person is
-- held by this, so however many come at once they are counted one after the other. It belongs to an open case about the same person. What
-- speaks against it is the answer, and then nothing of it stays.
create function start_withdrawal(
  whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamptz
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  who     person;
  site    site_config;
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
  select * into site from site_config order by version desc limit 1;
  select * into money from money_at(moment);
  if start_withdrawal.fee <> div(start_withdrawal.amount::numeric * money.fee_bps + 9999, 10000) then return 'fee_changed'; end if;
  -- The limits are in USDT: yuan count at the rate in force, rounded up.
  counted := case start_withdrawal.currency when 1 then start_withdrawal.amount
    else div(start_withdrawal.amount::numeric * 100000000 + money.cny_rate - 1, money.cny_rate) end;
  if counted < site.single_min then return 'withdrawal_too_small'; end if;
  if counted > site.single_max then return 'withdrawal_too_large'; end if;
  begun := begin_movement(whose, which, 'withdraw', 'under_review', start_withdrawal.currency, start_withdrawal.amount, start_withdrawal.fee,
    null, start_withdrawal.label, moment);
  if begun <> 'started' then return begun; end if;
  if (select count(*) from movement where owner = whose and flow = 'withdraw' and state = 'under_review') > 10 then
    raise sqlstate 'GH002' using message = 'too_many_withdrawals';
  end if;
  insert into withdrawal_day as before (owner, day, used) values (whose, (moment at time zone 'UTC')::date, counted)
  on conflict (owner, day) do update set used = before.used + excluded.used where before.used + excluded.used <= site.day_max;
  if not found or counted > site.day_max then raise sqlstate 'GH002' using message = 'day_limit'; end if;
  insert into withdrawal_count (owner, id, case_id, day, usdt) values (whose, which, about, (moment at time zone 'UTC')::date, counted);
  return begun;
exception when sqlstate 'GH002' then
  return sqlerrm;
end $$;

-- Each step needs the decision behind it, whoever walks it. What was not paid out does not count for its day.
create function withdrawal_follows_its_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  it      withdrawal_count;
  decided text;
begin
  select * into it from withdrawal_count where owner = new.owner and id = new.id;
  if it.id is null then return null; end if;
  select decision into decided from review_case where id = it.case_id;
  if not (case new.state
    when 'withdrawing' then decided is not distinct from 'approve'
    when 'cancelled' then decided is not distinct from 'cancelled'
    when 'rejected' then decided is not distinct from case old.state when 'frozen' then 'approve' else 'reject' end
    when 'under_review' then decided is null
    else true end)
  then
    raise exception 'withdrawal % of % is not decided like this', new.id, new.owner using errcode = 'insufficient_privilege';
  end if;
  if new.state in ('rejected', 'failed', 'cancelled') and it.counts then
    update withdrawal_count set counts = false where owner = new.owner and id = new.id;
    update withdrawal_day set used = used - it.usdt where owner = new.owner and day = it.day;
  end if;
  return null;
end $$;
-- Deferred, as money is moved first: wallet, then day, in the order in which a withdrawal begins.
create constraint trigger withdrawal_follows_its_case after update of state on movement deferrable initially deferred for each row
  when (new.flow = 'withdraw' and new.state <> old.state) execute function withdrawal_follows_its_case();

-- Pays what was approved, out of an account that is not frozen.
create function pay_withdrawal(whose bigint, which uuid, moment timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from withdrawal_count join review_case on review_case.id = case_id join person on person.number = owner
    where owner = whose and withdrawal_count.id = which and decision = 'approve' and status = 'normal'
  ) then
    return false;
  end if;
  return move_along(whose, which, 'success', moment, null);
end $$;

-- The details belong to the case that the withdrawal began with.
create function withdrawal_has_its_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from withdrawal_count join review_case on review_case.id = withdrawal_count.case_id
    where withdrawal_count.owner = new.owner and withdrawal_count.id = new.id and withdrawal_count.case_id = new.case_id
      and review_case.person = new.person and decision is null
  ) then
    raise exception 'no open case of % for this', new.owner using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_has_its_case before insert on withdrawal for each row execute function withdrawal_has_its_case();

-- A case may end by its user taking it back: decided by nobody.
alter table review_case
  drop constraint review_case_decision_check,
  add constraint review_case_decision_check check (decision in ('approve', 'reject') or decision = 'cancelled' and kind = 'withdrawal'),
  drop constraint review_decision_is_whole,
  add constraint review_decision_is_whole check (
    num_nulls(decision, decided_at) in (0, 2) and num_nulls(decided_by, decided_by_name) in (0, 2) and (decided_by is null or decision is not null)
      and (decision is null or (decided_by is null) = (decision = 'cancelled') or decided_by is null and kind in ('identity', 'top_up'))
  );

-- Whether two people must agree to a withdrawal, by what is in force at a moment.
create function needs_two_people(whose bigint, which uuid, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select usdt > (select two_people_above from money_at(moment)) from withdrawal_count where owner = whose and id = which
$$;

-- The decision moves the withdrawal. A large one is approved by two different people who were both set up the day before, the first of them in the log.
create function withdrawal_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  it    withdrawal_count;
  first withdrawal;
begin
  select * into it from withdrawal_count where case_id = new.id;
  select * into first from withdrawal where case_id = new.id;
  if new.decision = 'approve' and coalesce(needs_two_people(it.owner, it.id, new.decided_at), true) and (
    first.first_by is null or first.first_by = new.decided_by
    or (select count(*) from operator where id in (first.first_by, new.decided_by) and status = 'active'
        and enrolled_at <= least(new.decided_at, now()) - interval '24 hours') < 2
    or not exists (
      select from audit_entry where subject = 'case:' || new.id and operator = first.first_by and after ->> 'agreed' = 'first')
  ) then
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
create trigger withdrawal_is_decided after update of decision on review_case for each row
  when (new.kind = 'withdrawal' and new.decision is not null) execute function withdrawal_is_decided();

-- Who agreed first stays who agreed first.
create function withdrawal_first_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.first_by is not null and (new.first_by, new.first_at) is distinct from (old.first_by, old.first_at) then
    raise exception 'somebody agreed already' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_first_stays before update of first_by, first_by_name, first_at on withdrawal
  for each row execute function withdrawal_first_stays();

-- Takes a withdrawal back while nobody has decided. The case is locked first, as everybody does who decides: one of them wins.
create function cancel_withdrawal(whose bigint, which uuid, moment timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_case uuid;
begin
  select case_id into found_case from withdrawal where owner = whose and id = which;
  perform from review_case where id = found_case for no key update;
  if not exists (select from movement where owner = whose and id = which and flow = 'withdraw' and state = 'under_review') then
    return false;
  end if;
  update review_case set decision = 'cancelled', decided_at = moment where id = found_case and decision is null;
  return found;
end $$;

-- Freezes what is on its way out of accounts that are frozen.
create function stop_withdrawals(moment timestamptz, most integer) returns table (owner bigint, id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  it record;
begin
  for it in
    select movement.owner, movement.id from movement join person on person.number = movement.owner
    where flow = 'withdraw' and state = 'withdrawing' and status <> 'normal' limit most
  loop
    if move_along(it.owner, it.id, 'frozen', moment, 'account_frozen') then
      owner := it.owner;
      id := it.id;
      return next;
    end if;
  end loop;
end $$;

revoke execute on function start_withdrawal(bigint, uuid, uuid, smallint, bigint, bigint, text, timestamptz), pay_withdrawal(bigint, uuid, timestamptz),
  withdrawals_are_over(), withdrawal_follows_its_case(), withdrawal_has_its_case(), withdrawal_is_decided(),
  withdrawal_first_stays(), needs_two_people(bigint, uuid, timestamptz), cancel_withdrawal(bigint, uuid, timestamptz),
  stop_withdrawals(timestamptz, integer) from public;
grant execute on function start_withdrawal(bigint, uuid, uuid, smallint, bigint, bigint, text, timestamptz),
  pay_withdrawal(bigint, uuid, timestamptz), cancel_withdrawal(bigint, uuid, timestamptz), stop_withdrawals(timestamptz, integer) to glasshouse_app;

-- migrate:down
