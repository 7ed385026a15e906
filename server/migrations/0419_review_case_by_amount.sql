-- migrate:up transaction:false
-- For the order of a queue by amount.
create index concurrently review_case_by_amount on review_case (kind, coalesce(amount, 0), id) where decision is null;

-- migrate:down
