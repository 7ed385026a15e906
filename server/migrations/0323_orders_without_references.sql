-- migrate:up
-- An order needs a head on the tape, and the tape has prices of known coins alone: each order's coin need not be looked up once more.
-- See docs/adr/0117-open-spot-orders-in-one-call-and-settle-them-in-place.md.
alter table option_order drop constraint option_order_symbol_fkey;
alter table spot_order drop constraint spot_order_symbol_fkey;

-- migrate:down
