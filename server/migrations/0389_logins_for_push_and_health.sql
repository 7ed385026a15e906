-- migrate:up
-- Push reads prices and sessions and writes nothing. Roles with a login of their own for their work use `glasshouse_health`, which may only connect, to say
-- whether PostgreSQL answers. See docs/adr/0168-use-a-database-login-for-each-role.md.
grant select on tick, tape_run, tape_source, candle_minute, candle_hour, market_window to glasshouse_push;
grant select (token_hash, id, person, seen_at, expires_at) on session to glasshouse_push;
grant select (id, number, status) on person to glasshouse_push;

-- migrate:down
