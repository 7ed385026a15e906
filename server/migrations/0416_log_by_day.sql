-- migrate:up
-- Entries of the operators' log of some days (docs/adr/0186-one-search-and-exports.md).
create index on audit_entry (at);

-- migrate:down
