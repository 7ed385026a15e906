-- migrate:up
-- In a transaction of its own, so that reading the rows does not block writers.
alter table option_order validate constraint option_order_terms_check;
alter table option_order validate constraint option_due;

-- migrate:down
