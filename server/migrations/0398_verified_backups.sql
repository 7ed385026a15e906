-- migrate:up
-- When a backup was last made and all backups were found sound, for the overview of the console. Whoever backs up writes it as a superuser:
-- a compromised process could otherwise claim a backup that does not exist.
create table verified_backup (
  one boolean primary key default true check (one),
  at timestamptz not null
);
revoke all on verified_backup from public;
grant select on verified_backup to glasshouse_office;

-- migrate:down
drop table verified_backup;
