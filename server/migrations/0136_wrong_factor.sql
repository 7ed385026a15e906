-- migrate:up
-- A right password without a right code of the authenticator app: whoever typed it is half in. Counted together as wrong passwords are.
alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'case_opened'));

create or replace function security_event_counts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.kind not in ('wrong_password', 'wrong_factor', 'wrong_trade_password') or new.times <> old.times + 1 or new.at < old.at
    or to_jsonb(new) - 'at' - 'times' <> to_jsonb(old) - 'at' - 'times'
  then
    raise exception 'what happened stays as it was written' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- migrate:down
