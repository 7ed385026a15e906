-- migrate:up
-- Operators see the coins a user holds, and what the user bought and sold; they change none of it.
grant select on spot_order, spot_cost, spot_day to glasshouse_office;

-- migrate:down
