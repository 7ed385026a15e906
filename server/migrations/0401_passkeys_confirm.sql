-- migrate:up
-- A passkey may confirm an act of money: the challenge then belongs to one person and to one act, by the hash of all its details.
alter table passkey_challenge add column act bytea,
  add constraint only_a_person_confirms check (act is null or (person is not null and octet_length(act) = 32)) not valid;

-- migrate:down
