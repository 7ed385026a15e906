-- migrate:up
-- A phrase that a user has chosen, which every mail to that user shows, so that a mail without it is recognisably not ours. In a table of its own,
-- because operators may read `person` and must not read this.
create table mail_phrase (
  person uuid primary key references person,
  phrase text not null check (char_length(phrase) between 4 and 32 and phrase !~ '[[:cntrl:]]')
);
grant select, insert, delete on mail_phrase to glasshouse_app;
grant update (phrase) on mail_phrase to glasshouse_app;
create trigger not_about_the_deleted before insert on mail_phrase for each row execute function not_about_the_deleted();
create trigger mail_phrase_is_forgotten after update of deleted_at on person for each row
  when (new.deleted_at is not null and old.deleted_at is null) execute function forget_rows('mail_phrase');

alter table security_event drop constraint security_event_kind_check,
  add constraint security_event_kind_check check (kind in (
    'registered', 'logged_in', 'wrong_password', 'wrong_factor', 'password_changed', 'password_reset', 'email_changed', 'phone_changed',
    'authenticator_on', 'authenticator_off', 'passkey_added', 'passkey_removed', 'recovery_renewed', 'session_ended', 'sessions_ended',
    'locked', 'unlocked', 'wrong_trade_password', 'trade_password_locked', 'trade_password_set', 'trade_password_removed', 'shares_removed',
    'case_opened', 'copy_asked', 'deletion_asked', 'deletion_cancelled',
    'payee_added', 'payee_removed', 'payees_only_on', 'payees_only_ends', 'payees_only_kept', 'phrase_set', 'phrase_removed')) not valid;

-- migrate:down
