-- migrate:up
-- Which day the feed cannot make, and why, when it last said so: the key of its seed is missing, its beacon does not answer, or its rounds do
-- not give what is on the tape. It says so again and again while that is so; see docs/adr/0100-let-two-people-give-up-a-day-that-cannot-be-priced.md.
create table tape_stuck (
  one     boolean primary key default true check (one),
  day     integer not null,
  reason  text not null check (reason in ('seed', 'beacon', 'rounds')),
  since   timestamptz not null,
  seen_at timestamptz not null
);
grant select, insert, update on tape_stuck to glasshouse_feed;
grant select on tape_stuck to glasshouse_office;

-- migrate:down
