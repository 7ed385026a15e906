-- migrate:up
-- On a quiet tape a minute's option on ten thousand USDT of a coin costs less than one USDT: what is offered first could not be bought.
alter table option_order
  drop constraint option_order_stake_check,
  add constraint option_order_stake_check check (stake between 100000 and 5000000000) not valid;

-- migrate:down
