-- migrate:up
-- Every change of a setting is a new row; the newest is in force, so the history is the table itself.
create table site_config (
  version             bigint generated always as identity primary key,
  at                  timestamptz not null default now(),
  title               text not null check (length(title) between 1 and 40),
  single_min          bigint not null check (single_min > 0),           -- USDT, 6 decimals
  single_max          bigint not null check (single_max >= single_min),
  day_max             bigint not null check (day_max >= single_max),
  fee_bps             integer not null check (fee_bps between 0 and 5000), -- hundredths of a percent
  invitation_required boolean not null
);
create trigger site_config_is_history before update or delete on site_config for each row execute function forbid_change();
insert into site_config (title, single_min, single_max, day_max, fee_bps, invitation_required)
values ('Glasshouse', 10000000, 50000000000, 100000000000, 100, false);
grant select on site_config to glasshouse_app;

create table support_contact (
  id       uuid primary key default gen_random_uuid(),
  account  text not null check (length(account) between 1 and 80),
  link     text check (link ~ '^https://'),
  position integer not null,
  unique (position)
);
grant select on support_contact to glasshouse_app;

-- migrate:down
