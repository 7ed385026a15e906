-- migrate:up
-- The text of the code in the picture, as it was checked before the picture was kept: a reviewer compares it with what was typed.
alter table file add code text check (length(code) between 1 and 300);
grant update (expires_at) on file to glasshouse_office;

-- After how many minutes the clock decides where no person does; empty: people decide.
alter table site_config add identity_minutes integer check (identity_minutes between 1 and 10080);

-- What the clock decides is decided by nobody.
alter table review_case
  drop constraint review_decision_is_whole,
  add constraint review_decision_is_whole check (
    num_nulls(decision, decided_at) in (0, 2) and num_nulls(decided_by, decided_by_name) in (0, 2) and (decided_by is null or decision is not null)
      and (decision is null or decided_by is not null or kind = 'identity')
  ),
  add automatic boolean not null generated always as (decision is not null and decided_by is null) stored;
grant select (automatic) on review_case to glasshouse_app;

-- What somebody submitted. Name and number are sealed under a key of their own, wrapped like those of files; both go when the time has come.
create table identity_case (
  id          uuid primary key references review_case,
  person      uuid not null references person,
  document    text not null check (document in ('id', 'licence')),
  -- A picture serves one case: who is rejected uploads again.
  front       uuid unique references file on delete set null,
  back        uuid unique references file on delete set null,
  sealed      bytea check (length(sealed) between 28 and 1000),
  wrapped_key bytea check (length(wrapped_key) = 60),
  key_id      text,
  erase_at    timestamptz,
  constraint identity_is_sealed_or_erased check (num_nulls(sealed, wrapped_key, key_id) in (0, 3))
);
create index on identity_case (person);
create index on identity_case (erase_at) where sealed is not null;
create index on identity_case (key_id) where key_id is not null;
grant select on identity_case to glasshouse_app, glasshouse_office;
grant insert (id, person, document, front, back, sealed, wrapped_key, key_id) on identity_case to glasshouse_app;
grant update (sealed, wrapped_key, key_id, erase_at) on identity_case to glasshouse_app;
grant update (erase_at) on identity_case to glasshouse_office;

-- A person's state follows from the cases; no role writes it.
create function identity_is_submitted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set identity = 'under_review' where id = new.person and identity in ('none', 'rejected')
    and exists (select from review_case where id = new.id and kind = 'identity' and person = new.person and decision is null);
  if not found then
    raise exception 'no case of % can be opened', new.person using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger identity_is_submitted after insert on identity_case for each row execute function identity_is_submitted();
create function identity_is_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set identity = case new.decision when 'approve' then 'passed' else 'rejected' end
  where id = new.person and identity = 'under_review';
  if not found then
    raise exception 'case % is about nobody under review', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger identity_is_decided after update of decision on review_case for each row
  when (new.kind = 'identity' and new.decision is not null) execute function identity_is_decided();

-- Passes those whose time has come, if the site lets the clock decide, but for those that somebody is looking at.
create function pass_identities(at timestamptz, most integer) returns table (id uuid, person uuid, number bigint)
language sql security definer set search_path = public, pg_temp as $$
  with site as (select identity_minutes from site_config order by version desc limit 1),
  due as (
    select review_case.id from review_case, site
    where kind = 'identity' and decision is null and submitted_at + identity_minutes * interval '1 minute' <= at
      and (claimed_until is null or claimed_until <= at)
    order by submitted_at limit most for no key update of review_case skip locked
  )
  update review_case set decision = 'approve', decided_at = at from due where review_case.id = due.id
  returning review_case.id, review_case.person, review_case.number
$$;
revoke execute on function pass_identities(timestamptz, integer), identity_is_submitted(), identity_is_decided() from public;
grant execute on function pass_identities(timestamptz, integer) to glasshouse_app;

-- migrate:down
