-- migrate:up
create sequence person_number start 8620001;
create table person (
  id                  uuid primary key,
  number              bigint not null unique default nextval('person_number'), -- the short id shown to people
  username            text,
  email               text,
  phone               text,
  country             text not null,
  password_hash       text not null,
  trade_password_hash text not null,
  invitation_code     text not null,
  invited_by          uuid references person,
  credit_score        integer not null default 100 check (credit_score between 0 and 100),
  vip_level           integer not null default 0 check (vip_level between 0 and 5),
  identity            text not null default 'none' check (identity in ('none', 'under_review', 'passed', 'rejected')),
  status              text not null default 'normal' check (status in ('normal', 'abnormal')),
  registered_at       timestamptz not null,
  security_changed_at timestamptz,
  constraint person_has_a_contact check (email is not null or phone is not null),
  constraint person_email unique (email),
  constraint person_phone unique (phone),
  constraint person_invitation_code unique (invitation_code)
);
create unique index person_username on person (lower(username));
create index on person (invited_by);
grant usage on sequence person_number to glasshouse_app;
grant select, insert on person to glasshouse_app;
grant update (password_hash, security_changed_at) on person to glasshouse_app;

-- The cookie holds the token; the table only its hash, so a copy of the table opens no session.
create table session (
  token_hash bytea primary key,
  id         uuid not null unique,
  person     uuid not null references person,
  address    text not null,
  device     text not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  expires_at timestamptz not null
);
create index on session (person, started_at);
create index on session (expires_at);
grant select, insert, delete on session to glasshouse_app;
grant update (seen_at, expires_at) on session to glasshouse_app;

create table verification_code (
  target     text not null, -- an email address or a phone number
  purpose    text not null check (purpose in ('register', 'forget')),
  salt       bytea not null,
  code_hash  bytea not null,
  tries      integer not null default 0,
  expires_at timestamptz not null,
  primary key (target, purpose)
);
create index on verification_code (expires_at);
grant select, insert, update, delete on verification_code to glasshouse_app;

-- migrate:down
