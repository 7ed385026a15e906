-- migrate:up transaction:false
-- The same for a purchase.
create index concurrently holding_by_id on holding (id);

-- migrate:down
