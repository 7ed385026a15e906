-- migrate:up
-- In a file of its own, because rows are checked while others write.
alter table verification_code validate constraint verification_code_purpose_check;
alter table passkey_challenge validate constraint only_a_person_confirms;
alter table money_config validate constraint money_config_unattended_bounds;

-- migrate:down
