-- migrate:up
-- A receipt names the places of seconds of the tape in the public log; this finds them by their slot.
create index log_leaf_seconds on log_leaf (substring(bytes from 2 for 8)) where get_byte(bytes, 0) = 1;

-- migrate:down
