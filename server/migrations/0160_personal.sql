-- migrate:up
-- Who leaves has a day on which everything personal is erased, and until then can stay. What is left is a number, which the books and the
-- operators' log go on naming. Only `erase_person` writes when it was done.
alter table person
  add leaves_at timestamptz,
  add deleted_at timestamptz,
  drop constraint person_has_a_contact,
  add constraint person_has_a_contact check (email is not null or phone is not null or deleted_at is not null),
  add constraint person_is_forgotten check (
    deleted_at is null or num_nonnulls(username, email, phone, invited_by, language) = 0 and password_hash = '' and trade_password_hash = ''
      and country = '');
create index on person (leaves_at) where deleted_at is null;
grant update (leaves_at) on person to glasshouse_app;
grant select (leaves_at, deleted_at) on person to glasshouse_office;

alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'case_opened', 'copy_asked', 'deletion_asked',
    'deletion_cancelled'));

-- What is not a picture has no size in pixels.
alter table file
  alter width drop not null,
  alter height drop not null,
  drop constraint file_purpose_check,
  add constraint file_purpose_check check (purpose in ('specimen', 'copy')),
  add constraint file_has_its_size check (num_nulls(width, height) = case purpose when 'copy' then 2 else 0 end);

-- A person's newest copy of what is kept about them. The message holds the token, the table its hash.
create table personal_copy (
  person     uuid primary key references person,
  id         uuid not null unique,
  asked_at   timestamptz not null,
  locale     text not null,
  made_at    timestamptz,
  file       uuid unique references file on delete set null,
  until      timestamptz,
  token_hash bytea unique,
  sent_at    timestamptz,
  constraint copy_is_made check ((made_at is null) = (until is null))
);
grant select, insert, update, delete on personal_copy to glasshouse_app;

-- History stays as it was written, until the person it is about is gone.
create function is_deleted(who uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select deleted_at is not null from person where id = who
$$;
drop trigger security_event_is_history on security_event;
create trigger security_event_is_history before delete on security_event for each row
  when (not is_deleted(old.person)) execute function forbid_change();
drop trigger account_event_is_history on account_event;
create trigger account_event_is_history before update on account_event for each row execute function forbid_change();
create trigger account_event_is_kept before delete on account_event for each row
  when (not is_deleted(old.person)) execute function forbid_change();

drop trigger credit_event_is_history on credit_event;
create trigger credit_event_is_history before update on credit_event for each row execute function forbid_change();
create trigger credit_event_is_kept before delete on credit_event for each row
  when (not is_deleted(old.person)) execute function forbid_change();

-- Makes a person a number. Each domain forgets what it knows by a trigger of its own.
create function erase_person(who uuid, at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set deleted_at = at, username = null, email = null, phone = null, country = '', password_hash = '', trade_password_hash = '',
    invitation_code = 'deleted ' || number, invited_by = null, language = null, identity = 'none', locked_at = null,
    security_change = null, security_changed_at = null, logged_in_again_at = null
  where id = who and deleted_at is null and leaves_at <= at and status = 'normal';
  return found;
end $$;

-- Deletes a person's rows from the tables that a trigger names, in that order.
create function forget_rows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  name text;
begin
  foreach name in array tg_argv loop
    execute format('delete from %I where person = $1', name) using new.id;
  end loop;
  return null;
end $$;
-- What is kept under a contact, not under its person.
create function forget_contacts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from verification_code where target in (old.email, old.phone);
  delete from sms_outbox where phone = old.phone;
  return null;
end $$;
create trigger contacts_are_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_contacts();
create trigger security_forgets after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('verification_code', 'lock_link', 'security_event', 'session');
create trigger factors_forget after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('person_authenticator', 'person_passkey', 'person_recovery', 'passkey_challenge');
create trigger review_forgets after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('identity_case', 'appeal', 'review_case', 'account_event');
create trigger market_forgets after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('favourite');
create trigger credit_forgets after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('credit_event');
create trigger copies_are_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('personal_copy');

revoke execute on function erase_person(uuid, timestamptz), is_deleted(uuid), forget_rows(), forget_contacts() from public;
grant execute on function erase_person(uuid, timestamptz) to glasshouse_app;

-- migrate:down
