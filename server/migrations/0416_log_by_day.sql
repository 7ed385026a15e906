-- migrate:up transaction:false
-- Entries of the operators' log of some days (docs/adr/0186-one-search-and-exports.md).
create index concurrently audit_entry_by_time on audit_entry (at);

-- migrate:down
