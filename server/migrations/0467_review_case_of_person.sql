-- migrate:up transaction:false
-- Decided cases of a user: the clock asks for those of the last day before it approves another.
create index concurrently review_case_of_person on review_case (person, kind, decided_at) where decision is not null;

-- migrate:down
