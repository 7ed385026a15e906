-- migrate:up transaction:false
-- For the list of what the clock approved, and for how much it was in a day.
create index concurrently review_case_by_clock on review_case (kind, decided_at, id) where automatic and decision = 'approve';

-- migrate:down
