-- migrate:up transaction:false
-- A user's options that are not settled yet: those due after `settled_through`. What is due never changes and settling leaves `sale_volatility` alone,
-- so an option that ends stays in its place; one that is sold leaves this index. See docs/adr/0117-open-spot-orders-in-one-call-and-settle-them-in-place.md.
create index concurrently option_order_unsold on option_order (account, due_slot) where sale_volatility is null;

-- migrate:down
