-- migrate:up
-- What has ended was booked at a moment, and what was sold by a volatility: no role can leave either away.
alter table spot_order add constraint spot_ended_is_booked check (result is null or num_nonnulls(payout, settled_at) = 2) not valid;
alter table option_order add constraint option_sale_volatility check (sale_volatility > 0) not valid;

-- migrate:down
