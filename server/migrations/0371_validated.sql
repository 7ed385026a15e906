-- migrate:up
-- Holds nobody up: rows are looked at while others write.
alter table option_order validate constraint option_due;
alter table option_order validate constraint option_sale_volatility;
alter table option_order validate constraint option_order_stake_check;
alter table spot_order validate constraint spot_ended_is_booked;
alter table security_event validate constraint security_event_kind_check;

-- migrate:down
