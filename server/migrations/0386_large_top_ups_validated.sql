-- migrate:up
-- In a transaction of its own, so that reading the rows does not block writers.
alter table top_up_case validate constraint top_up_first_is_whole;

-- migrate:down
