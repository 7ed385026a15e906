-- migrate:up
-- What witnesses have added to checkpoints: each a signature line as it is served.
create table log_cosignature (
  size    bigint not null references log_checkpoint,
  witness text not null,
  line    text not null check (length(line) <= 500),
  at      timestamptz not null,
  primary key (size, witness)
);
create trigger log_cosignature_is_history before update or delete on log_cosignature for each row execute function forbid_change();
create trigger log_cosignature_is_kept before truncate on log_cosignature for each statement execute function forbid_change();
create index on log_cosignature (witness, size);
grant select on log_cosignature to glasshouse_app;
grant select, insert on log_cosignature to glasshouse_log;

-- migrate:down
