-- migrate:up
alter table site_config
  add welcome_grant bigint not null default 10000000000 check (welcome_grant >= 0), -- USDT, 6 decimals
  add cny_rate      bigint not null default 72000 check (cny_rate > 0);             -- yuan for one USDT, 4 decimals
alter table site_config alter welcome_grant drop default, alter cny_rate drop default;

-- migrate:down
