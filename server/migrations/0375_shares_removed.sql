-- migrate:up
-- Receipts that were shared while a stranger was in an account are taken back with it, and its owner is told.
alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'trade_password_set', 'trade_password_removed', 'shares_removed',
    'case_opened', 'copy_asked', 'deletion_asked', 'deletion_cancelled')) not valid;

-- migrate:down
