-- migrate:up
-- A receipt names the places of its day's commitment and opening in the public log; this finds them by the day.
create index log_leaf_plans on log_leaf (substring(bytes from 2 for 4)) where get_byte(bytes, 0) in (4, 11);

-- migrate:down
