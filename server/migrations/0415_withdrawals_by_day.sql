-- migrate:up transaction:false
-- Withdrawals of some days, for files (docs/adr/0186-one-search-and-exports.md).
create index concurrently movement_withdrawals on movement (at, serial) where flow = 'withdraw';

-- migrate:down
