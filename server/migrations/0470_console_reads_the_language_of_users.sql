-- migrate:up
-- A reviewer who writes a reason must know in which language its user reads.
grant select (language) on person to glasshouse_office;

-- migrate:down
