-- migrate:up
-- Operators recompute a user's contracts in their console, from the sealed tape: the seals name the key.
grant select on tape_key to glasshouse_office;

-- migrate:down
