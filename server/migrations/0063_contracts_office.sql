-- migrate:up
-- Who changed the terms of new contracts, and why. What was agreed stays: an order carries its own.
alter table contract_terms
  add changed_by      uuid references operator,
  add changed_by_name text,
  add reason          text;
grant select, insert on contract_terms to glasshouse_office;
-- For the figures; no operator writes an order or a result.
grant select on contract, settlement to glasshouse_office;

-- migrate:down
