-- migrate:up transaction:false
-- Entries of the operators' log of some days (docs/adr/0186-add-one-search-and-logged-exports-to-the-console.md).
create index concurrently audit_entry_by_time on audit_entry (at);

-- migrate:down
