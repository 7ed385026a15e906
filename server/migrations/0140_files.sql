-- migrate:up
-- A picture that somebody uploaded. Its bytes lie elsewhere, sealed under a key of their own, and that key is here alone, wrapped by one from
-- the environment: whoever deletes the row has destroyed the picture, in every copy of the place where the bytes lie.
create table file (
  id          uuid primary key,
  person      uuid not null references person,
  purpose     text not null check (purpose in ('specimen')),
  -- What the check of that purpose found it to be.
  part        text not null check (length(part) between 1 and 40),
  name        text not null unique check (length(name) >= 40),
  wrapped_key bytea not null check (length(wrapped_key) = 60),
  key_id      text not null,
  bytes       integer not null check (bytes > 0),
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  sha256      bytea not null check (length(sha256) = 32),
  created_at  timestamptz not null,
  -- When it is erased; empty while something needs it.
  expires_at  timestamptz
);
create index on file (person);
create index on file (expires_at) where expires_at is not null;
create index on file (key_id);
grant select, insert, delete on file to glasshouse_app;
grant update (wrapped_key, key_id, expires_at) on file to glasshouse_app;
grant select on file to glasshouse_office;

-- migrate:down
