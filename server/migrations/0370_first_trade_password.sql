-- migrate:up
-- Who registers may leave the trade password for later: '' is none. It is set once, by the owner's function, and the application alone cannot change it afterwards but by taking it back.
create function set_first_trade_password(who uuid, hash text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if hash = '' then raise exception 'no trade password'; end if;
  update person set trade_password_hash = hash where id = who and trade_password_hash = '' and deleted_at is null;
  return found;
end $$;
-- Its owner opens an account that was locked because of a stranger: one that was set lately may be the stranger's, and goes.
create function take_back_trade_password(who uuid, since timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update person set trade_password_hash = '' where id = who and trade_password_hash <> ''
    and exists (select from security_event where person = who and kind = 'trade_password_set' and at >= since);
  return found;
end $$;
revoke execute on function set_first_trade_password(uuid, text), take_back_trade_password(uuid, timestamptz) from public;
grant execute on function set_first_trade_password(uuid, text), take_back_trade_password(uuid, timestamptz) to glasshouse_app;

alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'trade_password_set', 'trade_password_removed',
    'case_opened', 'copy_asked', 'deletion_asked', 'deletion_cancelled')) not valid;

-- migrate:down
