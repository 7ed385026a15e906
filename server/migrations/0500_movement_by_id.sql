-- migrate:up transaction:false
-- Operators find a movement by its full number, without knowing whose it is (docs/adr/0205-index-movements-and-purchases-by-number.md).
create index concurrently movement_by_id on movement (id);

-- migrate:down
