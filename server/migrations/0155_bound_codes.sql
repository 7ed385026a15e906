-- migrate:up
-- A code is for one person: who asked for it where a contact changes, and whose password it sets. One that was sent before a contact changed
-- hands is worth nothing afterwards. Each has a row of their own, so that nobody's request takes the place of another's.
delete from verification_code;
alter table verification_code
  drop constraint verification_code_pkey,
  add person uuid references person,
  add constraint verification_code_is_one unique nulls not distinct (target, purpose, person),
  drop constraint verification_code_purpose_check,
  add constraint verification_code_purpose_check check (
    purpose in ('register', 'forget', 'email_bind', 'email_change', 'email_new', 'phone_bind', 'phone_change', 'phone_new')),
  add constraint only_registering_is_nobodys check ((purpose = 'register') = (person is null));
create index on verification_code (person);

-- A browser's name is changed for all accounts that know it.
create index on known_browser (browser);

-- Tells a person that a reviewer has opened their papers, once an hour however many are opened. A function of the owner: the office writes
-- this and nothing else among the events of people, and reads none of them.
create function papers_opened(event uuid, of uuid, at_ timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One at a time, or two looks at once would be told twice.
  perform from person where id = of for no key update;
  insert into security_event (id, person, at, kind, address, device)
  select event, of, at_, 'case_opened', '', ''
  where not exists (
    select from security_event e where e.person = of and e.kind = 'case_opened' and e.at > at_ - interval '1 hour');
end $$;
revoke execute on function papers_opened(uuid, uuid, timestamptz) from public;
grant execute on function papers_opened(uuid, uuid, timestamptz) to glasshouse_office;

-- What was submitted stays as it was until it is erased, and the day of that is set once: no role reads a case for longer than was promised.
create function identity_case_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (old.erase_at is not null and new.erase_at is distinct from old.erase_at)
    or (new.sealed is not null and new.sealed is distinct from old.sealed)
    or (new.sealed is null and old.sealed is not null and old.erase_at is null)
  then
    raise exception 'case % stays as it was submitted', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger identity_case_stays before update on identity_case for each row execute function identity_case_stays();

-- migrate:down
