-- migrate:up
-- By how many points the score changes. protocol/src/credit/rules.ts tells users the same.
create table credit_rule (
  kind   text primary key,
  points integer not null
);
insert into credit_rule (kind, points) values ('frozen', -20), ('unfrozen', 20), ('identity_rejected', -5), ('good_month', 5);

-- Everything that ever changed a credit score. No role writes here: a row follows from a freeze, from a decision about an identity, or from
-- the calendar. Change and score are counted by the table itself, whoever inserts.
create table credit_event (
  person uuid not null references person,
  step   integer not null, -- a person's events, counted from one
  at     timestamptz not null,
  kind   text not null references credit_rule,
  change integer not null,
  score  integer not null check (score between 0 and 100), -- after it
  reason text,
  primary key (person, step)
);
grant select on credit_event to glasshouse_app, glasshouse_office;
create trigger credit_event_is_history before update or delete on credit_event for each row execute function forbid_change();
create index person_credit_fell on person (id) where credit_score < 100;

-- When the next good month is full: thirty days after the last fall, or after the last good month. The return of points is neither.
create function next_good_month(whose uuid) returns timestamptz language sql stable set search_path = public, pg_temp as $$
  select max(at) + 30 * interval '24 hours' from credit_event where person = whose and kind <> 'unfrozen'
$$;

create function last_freeze(whose uuid) returns credit_event language sql stable set search_path = public, pg_temp as $$
  select * from credit_event where person = whose and kind in ('frozen', 'unfrozen') order by step desc limit 1
$$;

create function credit_is_counted() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  score_before integer;
  taken credit_event;
begin
  select credit_score into strict score_before from person where id = new.person for no key update;
  select coalesce(max(step), 0) + 1 into new.step from credit_event where person = new.person;
  select points into strict new.change from credit_rule where kind = new.kind;
  if new.kind = 'unfrozen' then
    taken := last_freeze(new.person);
    if taken.kind is distinct from 'frozen' then
      raise exception 'no freeze of % took anything', new.person using errcode = 'insufficient_privilege';
    end if;
    -- What the freeze took, but for what good months have already made up for.
    new.change := greatest(0, least(new.change, -taken.change, taken.score - taken.change - score_before));
  elsif new.kind = 'good_month' and (score_before = 100 or new.at is distinct from next_good_month(new.person)) then
    raise exception 'no month of % is full then', new.person using errcode = 'insufficient_privilege';
  end if;
  new.score := least(100, greatest(0, score_before + new.change));
  new.change := new.score - score_before;
  return new;
end $$;
create trigger credit_is_counted before insert on credit_event for each row execute function credit_is_counted();

create function credit_is_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update person set credit_score = new.score where id = new.person;
  return new;
end $$;
create trigger credit_is_kept after insert on credit_event for each row execute function credit_is_kept();

-- The score is that of the newest event, and a registration's is 100. This holds for the owner of the tables too.
create function credit_has_its_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.credit_score <> 100 or tg_op = 'UPDATE' and new.credit_score <>
    coalesce((select score from credit_event where person = new.id order by step desc limit 1), old.credit_score)
  then
    raise exception 'the credit score of % changes only with an event', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger credit_has_its_event before insert or update of credit_score on person for each row execute function credit_has_its_event();

-- Every month that is full by then, each at its own moment, however late this is done.
create function fill_good_months(whose uuid, until timestamptz) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  -- By itself, so that what is read next is what whoever held it before has written.
  perform from person where id = whose for no key update;
  while (select credit_score < 100 and next_good_month(id) <= until from person where id = whose) loop
    insert into credit_event (person, at, kind) values (whose, next_good_month(whose), 'good_month');
  end loop;
end $$;

-- Does so for some of those who have one due, and says for how many.
create function give_good_months(until timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whose uuid;
  people integer := 0;
begin
  for whose in
    select id from person where credit_score < 100 and next_good_month(id) <= until order by id limit most for no key update skip locked
  loop
    perform fill_good_months(whose, until);
    people := people + 1;
  end loop;
  return people;
end $$;

-- A month that was full before a fall is given before it, even where the job has not come to it yet.
create function freeze_moves_credit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform fill_good_months(new.person, new.at);
  -- A freeze counts once, and one from before there were events gives nothing back.
  if ((last_freeze(new.person)).kind is not distinct from 'frozen') <> (new.kind = 'frozen') then
    insert into credit_event (person, at, kind, reason) values (new.person, new.at, new.kind, new.reason);
  end if;
  return new;
end $$;
create trigger freeze_moves_credit after insert on account_event for each row execute function freeze_moves_credit();

-- The first two rejections are free, and what no person decided does not count.
create function rejection_lowers_credit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from review_case
      where person = new.person and kind = 'identity' and decision = 'reject' and decided_by is not null) > 2
  then
    perform fill_good_months(new.person, new.decided_at);
    insert into credit_event (person, at, kind, reason) values (new.person, new.decided_at, 'identity_rejected', new.reason);
  end if;
  return new;
end $$;
create trigger rejection_lowers_credit after update of decision on review_case for each row
  when (new.kind = 'identity' and new.decision = 'reject' and new.decided_by is not null) execute function rejection_lowers_credit();

revoke execute on function next_good_month(uuid), last_freeze(uuid), credit_is_counted(), credit_is_kept(), credit_has_its_event(),
  fill_good_months(uuid, timestamptz), give_good_months(timestamptz, integer), freeze_moves_credit(), rejection_lowers_credit() from public;
grant execute on function give_good_months(timestamptz, integer) to glasshouse_app;

-- migrate:down
