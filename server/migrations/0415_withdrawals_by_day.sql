-- migrate:up transaction:false
-- Withdrawals of some days, for files (docs/adr/0186-add-one-search-and-logged-exports-to-the-console.md).
create index concurrently movement_withdrawals on movement (at, serial) where flow = 'withdraw';

-- migrate:down
