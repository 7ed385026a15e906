-- migrate:up
-- Setting the first trade password takes a code that is sent to a contact of the account.
alter table verification_code
  drop constraint verification_code_purpose_check,
  add constraint verification_code_purpose_check check (
    purpose in ('register', 'forget', 'email_bind', 'email_change', 'email_new', 'phone_bind', 'phone_change', 'phone_new', 'trade_password')) not valid;

-- migrate:down
