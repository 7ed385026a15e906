-- migrate:up
-- How far ahead of the database's the clock of a feed was when it last said so. It writes nothing to the tape then; see docs/explanation/price-tape.md.
create table tape_clock (
  one      boolean primary key default true check (one),
  ahead_ms bigint not null,
  seen_at  timestamptz not null
);
grant select, insert, update on tape_clock to glasshouse_feed;
grant select on tape_clock to glasshouse_office;

-- migrate:down
