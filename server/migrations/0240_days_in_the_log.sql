-- migrate:up
-- Few leaves of the log speak of days; the tape page asks where they are.
create index log_leaf_of_days on log_leaf (place) where get_byte(bytes, 0) in (4, 5, 14);

-- migrate:down
