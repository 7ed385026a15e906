-- migrate:up transaction:false
-- What one owner bought, by when, for the list of all activity: it pages by time across products, orders and movements.
create index concurrently holding_by_time on holding (owner, bought_at desc, serial desc);

-- migrate:down
