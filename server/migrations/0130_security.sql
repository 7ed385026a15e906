-- migrate:up
-- What happened to the ways into an account, for its owner to read. History: only wrong passwords are counted together, by the newest
-- of them within an hour, or a stranger could fill the table.
create table security_event (
  id      uuid primary key,
  person  uuid not null references person,
  at      timestamptz not null,
  kind    text not null check (kind in (
    'registered', 'logged_in', 'wrong_password', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'case_opened')),
  address text not null,
  device  text not null,
  detail  text check (length(detail) <= 200),
  times   integer not null default 1 check (times > 0)
);
create index on security_event (person, at, id);
grant select, insert on security_event to glasshouse_app;
grant update (at, times) on security_event to glasshouse_app;

create function security_event_counts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.kind not in ('wrong_password', 'wrong_trade_password') or new.times <> old.times + 1 or new.at < old.at
    or to_jsonb(new) - 'at' - 'times' <> to_jsonb(old) - 'at' - 'times'
  then
    raise exception 'what happened stays as it was written' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger security_event_counts before update on security_event for each row execute function security_event_counts();
create trigger security_event_is_history before delete on security_event for each row execute function forbid_change();

-- Withdrawals are locked from a change until an hour after the first log-in that follows it. `language` is the
-- one in which the owner registered or last set a password by code: what warns of a stranger is not written in the stranger's.
alter table person
  add security_change text,
  add logged_in_again_at timestamptz,
  add locked_at timestamptz,
  add language text;
update person p set security_change = 'password_changed',
  logged_in_again_at = (select min(started_at) from session s where s.person = p.id and s.started_at >= p.security_changed_at)
where security_changed_at is not null;
grant update (email, phone, security_change, logged_in_again_at, locked_at, language) on person to glasshouse_app;

-- The link in a mail by which the owner locks the account. The mail holds the token, the table its hash.
create table lock_link (
  token_hash bytea primary key,
  person     uuid not null references person,
  expires_at timestamptz not null
);
create index on lock_link (expires_at);
create index on lock_link (person);
grant select, insert, delete on lock_link to glasshouse_app;

alter table verification_code drop constraint verification_code_purpose_check,
  add constraint verification_code_purpose_check check (purpose in ('register', 'forget', 'contact_old', 'contact_new'));

insert into security_event (id, person, at, kind, address, device)
select gen_random_uuid(), id, registered_at, 'registered', '', '' from person
union all
select gen_random_uuid(), id, security_changed_at, 'password_changed', '', '' from person where security_changed_at is not null;

-- migrate:down
