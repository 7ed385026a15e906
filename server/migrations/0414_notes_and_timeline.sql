-- migrate:up
-- What operators write about a user, for each other. Nobody changes a note or takes it away; it is erased with the account, and is in the copy of
-- their data that users may ask for, without its author. See docs/adr/0185-add-notes-and-a-timeline-to-the-user-page.md.
create table staff_note (
  id            uuid primary key,
  person        uuid not null references person,
  case_id       uuid references review_case,
  operator      uuid not null references operator,
  operator_name text not null check (length(operator_name) between 1 and 60),
  at            timestamptz not null,
  text          text not null check (length(text) between 1 and 1000)
);
create index on staff_note (person, at, id);
create index on staff_note (case_id) where case_id is not null;
grant select, insert on staff_note to glasshouse_office;
grant select (id, person, at, text) on staff_note to glasshouse_app;

-- A note about a case is about the user of that case, and under the name of an operator who is there.
create function note_is_about_its_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.case_id is not null and not exists (select from review_case where id = new.case_id and person = new.person) then
    raise exception 'case % is about another user', new.case_id using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from operator where id = new.operator and name = new.operator_name and status = 'active') then
    raise exception 'no operator % of this name', new.operator using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke execute on function note_is_about_its_case() from public;
create trigger note_is_about_its_case before insert on staff_note for each row execute function note_is_about_its_case();
create trigger not_about_the_deleted before insert on staff_note for each row execute function not_about_the_deleted();
create trigger moment_is_now before insert on staff_note for each row execute function moments_are_now('at');
create trigger staff_note_is_history before update on staff_note for each row execute function forbid_change();
create trigger staff_note_is_kept before delete on staff_note for each row when (not is_deleted(old.person)) execute function forbid_change();
-- Triggers fire in the order of their names: before `review_forgets`, which deletes the cases.
create trigger notes_are_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('staff_note');

-- A user's log-ins and security changes as operators see them: not from where, and not who opened papers. The newest before an event, which is named
-- by its time and id.
create function security_timeline(whose uuid, before timestamptz, before_id uuid, most integer)
returns table (id uuid, at timestamptz, kind text, detail text, device text, times integer)
language sql stable security definer set search_path = public, pg_temp as $$
  select id, at, kind, case when kind = 'logged_in' then detail end, device, times from security_event
  where person = whose and kind <> 'case_opened' and (before is null or (security_event.at, security_event.id) < (before, before_id))
  order by at desc, id desc limit least(greatest(most, 0), 101)
$$;
revoke execute on function security_timeline(uuid, timestamptz, uuid, integer) from public;
grant execute on function security_timeline(uuid, timestamptz, uuid, integer) to glasshouse_office;

-- The overview of a user's money, as the user's app states it. The office could read all orders and postings before.
grant select on contract_day, option_day, option_sale, income to glasshouse_office;

-- migrate:down
