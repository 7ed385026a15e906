-- migrate:up
-- The people who run the site. Their process connects as glasshouse_office; the role of the users' calls sees none of these tables.
create table operator (
  id            uuid primary key,
  name          text not null check (length(name) between 1 and 60),
  email         text not null,
  role          text not null check (role in ('reviewer', 'product_manager', 'support', 'auditor', 'owner')),
  status        text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  password_hash text,
  totp_secret   bytea,                      -- sealed with OFFICE_SECRET
  totp_step     bigint not null default 0,  -- the newest step whose code was used; a code works once
  created_at    timestamptz not null,
  constraint operator_email unique (email),
  constraint operator_is_protected check (status <> 'active' or (password_hash is not null and totp_secret is not null))
);
grant select, insert on operator to glasshouse_office;
grant update (role, status, password_hash, totp_secret, totp_step) on operator to glasshouse_office;

-- The one-time link by which password and second factor are set up; the newest is the only one.
create table operator_setup (
  operator   uuid primary key references operator,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
grant select, insert, update, delete on operator_setup to glasshouse_office;

-- Without a factor it is a log-in half done: it opens nothing.
create table operator_session (
  token_hash bytea primary key,
  id         uuid not null unique,
  operator   uuid not null references operator,
  address    text not null,
  device     text not null,
  factor     text check (factor in ('totp', 'passkey', 'recovery')),
  factor_at  timestamptz,
  enrolling  boolean not null default false,
  new_secret bytea, -- of an authenticator app not yet proved
  challenge  text,  -- what a passkey must sign next, used once
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null,
  check ((factor is null) = (factor_at is null))
);
create index on operator_session (operator);
create index on operator_session (expires_at);
grant select, insert, delete on operator_session to glasshouse_office;
grant update (seen_at, factor_at, new_secret, challenge) on operator_session to glasshouse_office;

create table operator_passkey (
  id         text primary key,
  operator   uuid not null references operator,
  name       text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  counter    bigint not null,
  created_at timestamptz not null,
  used_at    timestamptz
);
create index on operator_passkey (operator);
grant select, insert, delete on operator_passkey to glasshouse_office;
grant update (counter, used_at) on operator_passkey to glasshouse_office;

create table operator_recovery (
  operator  uuid not null references operator,
  code_hash bytea not null,
  primary key (operator, code_hash)
);
grant select, insert, delete on operator_recovery to glasshouse_office;

-- The log. Entries follow each other without a gap, each with the hash of the one before; see docs/explanation/console.md.
create table audit_entry (
  id            bigint primary key,
  at            timestamptz not null,
  operator      uuid references operator, -- null: a command on the server
  operator_name text,
  second        uuid references operator, -- who approved, where two people were needed
  second_name   text,
  action        text not null,
  subject       text not null,
  before        jsonb not null,
  after         jsonb not null,
  reason        text,
  previous      bytea not null check (length(previous) = 32),
  hash          bytea not null check (length(hash) = 32),
  constraint audit_by_two check (second <> operator)
);
create index on audit_entry (subject, id);
create index on audit_entry (operator, id);
create index on audit_entry (second, id) where second is not null;
create index on audit_entry (action, id);
grant select, insert on audit_entry to glasshouse_office;
create trigger audit_is_for_ever before update or delete on audit_entry for each row execute function forbid_change();
create trigger audit_is_kept before truncate on audit_entry for each statement execute function forbid_change();

create function audit_follows() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare last audit_entry;
begin
  select * into last from audit_entry order by id desc limit 1;
  if new.id <> coalesce(last.id, 0) + 1 or new.previous <> coalesce(last.hash, decode(repeat('00', 32), 'hex')) then
    raise exception 'entry % does not follow', new.id using errcode = 'check_violation', constraint = 'audit_follows';
  end if;
  return new;
end $$;
create trigger audit_follows before insert on audit_entry for each row execute function audit_follows();

-- What waits for a second person. The person who asked can never be the one who decides.
create table approval (
  id              uuid primary key,
  action          text not null,
  subject         text not null,
  input           jsonb not null,
  reason          text not null,
  asked_by        uuid not null references operator,
  asked_by_name   text not null,
  asked_at        timestamptz not null,
  expires_at      timestamptz not null,
  decided_by      uuid references operator,
  decided_by_name text,
  decided_at      timestamptz,
  decision        text check (decision in ('approved', 'refused')),
  answer          text,
  constraint approval_by_another check (decided_by <> asked_by),
  constraint approval_is_whole check (num_nulls(decided_by, decided_by_name, decided_at, decision, answer) in (0, 5))
);
create index on approval (asked_at) where decision is null;
grant select, insert on approval to glasshouse_office;
grant update (decided_by, decided_by_name, decided_at, decision, answer) on approval to glasshouse_office;
-- Decided once, and what was asked stays what was asked.
create function approval_stays() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.decision is not null then
    raise exception 'approval % is decided', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger approval_stays before update on approval for each row execute function approval_stays();
create trigger approval_is_kept before delete on approval for each row execute function forbid_change();

-- What the back office reads and does of the tables there were before. No password hash, no session token, no seed of a day to come.
grant select, insert, update, delete on throttle to glasshouse_office;
grant select (id, number, username, email, phone, country, invitation_code, invited_by, credit_score, vip_level, identity, status,
  registered_at) on person to glasshouse_office;
grant update (status) on person to glasshouse_office;
grant select (id, person, expires_at) on session to glasshouse_office;
grant select on site_config, support_contact, proof, proof_mark, books_alarm, tick, tape_run, tape_checkpoint, tape_gap, market_window
  to glasshouse_office;
-- Operators find a person by how any of these begins; the figures count who came when.
create index person_number_begins on person ((number::text) text_pattern_ops);
create index person_username_begins on person (lower(username) text_pattern_ops);
create index person_email_begins on person (email text_pattern_ops);
create index person_phone_begins on person (phone text_pattern_ops);
create index person_invitation_begins on person (invitation_code text_pattern_ops);
create index person_registered on person (registered_at);
-- A correction is a posting like any other: balances move with their legs, legs are only added.
grant select, insert (id), update (balance) on account to glasshouse_office;
grant select, insert on leg to glasshouse_office;
grant usage, select on sequence posting_block to glasshouse_office;

-- migrate:down
