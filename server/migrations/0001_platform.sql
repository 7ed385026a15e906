-- migrate:up
-- The owner migrates; the application role gets only the grants each table names. See docs/adr/0004-give-each-part-of-the-server-its-own-database-role.md.
create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A key may act again at free_at minus its burst; one row per key, judged and moved in one statement.
create table throttle (
  key     text primary key,
  free_at timestamptz not null
);
create index on throttle (free_at);
grant select, insert, update, delete on throttle to glasshouse_app;

-- Text messages end here: no carrier is connected.
create table sms_outbox (
  id    uuid primary key,
  phone text not null,
  text  text not null,
  at    timestamptz not null
);
create index on sms_outbox (at);
grant select, insert, delete on sms_outbox to glasshouse_app;

-- migrate:down
