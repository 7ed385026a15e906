-- migrate:up transaction:false
-- The same of what still runs: an owner may have many that ended and none that is open.
create index concurrently holding_open_by_time on holding (owner, bought_at desc, serial desc) where ended_at is null;

-- migrate:down
