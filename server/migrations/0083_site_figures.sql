-- migrate:up
-- The figures that take a walk over all accounts, people or sessions: counted once a minute by one process, read by all. See
-- docs/adr/0065-compute-dashboard-figures-once-a-minute.md.
create table site_figures (
  one     boolean primary key default true check (one),
  at      timestamptz not null,
  figures jsonb not null
);
grant select, insert, update on site_figures to glasshouse_app;
grant select on site_figures to glasshouse_office;
-- Few are frozen: those are counted live.
create index person_frozen on person (id) where status = 'abnormal';

-- migrate:down
