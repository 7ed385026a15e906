-- migrate:up
-- Model 3 prices by the generator's own volatility. All earlier rows satisfy the constraint, so nothing would be gained by validating it.
alter table option_order drop constraint option_order_model_check;
alter table option_order add constraint option_order_model_check check (model in (1, 2, 3)) not valid;

-- migrate:down
