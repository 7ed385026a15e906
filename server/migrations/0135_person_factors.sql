-- migrate:up
-- What people have beside a password. Tables of their own: the office's role sees none of them, as the application sees none of the
-- operators'.
create table person_authenticator (
  person      uuid primary key references person,
  totp_secret bytea,                     -- sealed with FACTOR_SECRET; null until its first code was right
  totp_step   bigint not null default 0, -- the newest step whose code was used; a code works once
  on_since    timestamptz,
  new_secret  bytea,                     -- of an app that is not yet proved
  new_until   timestamptz,
  constraint authenticator_is_whole check ((totp_secret is null) = (on_since is null)),
  constraint new_secret_ends check ((new_secret is null) = (new_until is null))
);
grant select, insert, update, delete on person_authenticator to glasshouse_app;

create table person_passkey (
  id         text primary key,
  person     uuid not null references person,
  name       text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  counter    bigint not null,
  created_at timestamptz not null,
  used_at    timestamptz
);
create index on person_passkey (person);
grant select, insert, delete on person_passkey to glasshouse_app;
grant update (counter, used_at) on person_passkey to glasshouse_app;

create table person_recovery (
  person    uuid not null references person,
  code_hash bytea not null,
  primary key (person, code_hash)
);
grant select, insert, delete on person_recovery to glasshouse_app;

-- What a passkey was asked to sign: for a person who adds one, or for whoever logs in. Taken out by the first answer.
create table passkey_challenge (
  challenge  text primary key,
  person     uuid references person,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
create index on passkey_challenge (person);
grant select, insert, delete on passkey_challenge to glasshouse_app;

-- migrate:down
