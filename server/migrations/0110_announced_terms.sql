-- migrate:up
-- Operators' terms say from when they hold and who agreed; their rule is still none of the operators' choice.
grant insert (effective_at, approval, approved_by, approved_by_name) on contract_terms to glasshouse_office;

-- migrate:down
