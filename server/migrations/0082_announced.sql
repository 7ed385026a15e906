-- migrate:up
-- What money depends on is asked for by one person, agreed to by another and announced before it holds; see
-- docs/adr/0064-announce-money-settings-after-two-person-approval.md. Every change is a new row; in force is the newest that has begun and was not withdrawn.
create table money_config (
  version          bigint generated always as identity primary key,
  at               timestamptz not null default now(),
  effective_at     timestamptz not null default 'epoch',
  fee_bps          integer not null, -- hundredths of a percent
  welcome_grant    bigint not null,  -- USDT, 6 decimals
  cny_rate         bigint not null,  -- yuan for one USDT, 4 decimals
  changed_by       uuid references operator,
  changed_by_name  text,
  reason           text,
  approval         uuid unique references approval,
  approved_by      uuid references operator,
  approved_by_name text,
  constraint money_config_by_two check (changed_by <> approved_by)
);
insert into money_config (at, fee_bps, welcome_grant, cny_rate, changed_by, changed_by_name, reason)
select at, fee_bps, welcome_grant, cny_rate, changed_by, changed_by_name, reason from (
  select *, lag((fee_bps, welcome_grant, cny_rate)) over (order by version) as before from site_config
) as history
where before is distinct from (fee_bps, welcome_grant, cny_rate) order by version;
-- The bounds of protocol/src/office/bounds.ts, for what is written from now on.
alter table money_config
  add constraint money_config_bounds check (
    fee_bps between 0 and 5000 and welcome_grant between 0 and 100000000000 and cny_rate between 10000 and 500000) not valid;
alter table site_config drop column fee_bps, drop column welcome_grant, drop column cny_rate;
grant select on money_config to glasshouse_app;
grant select, insert on money_config to glasshouse_office;
create trigger money_config_is_history before update or delete on money_config for each row execute function forbid_change();
create trigger money_config_is_kept before truncate on money_config for each statement execute function forbid_change();

alter table contract_terms
  add effective_at     timestamptz not null default 'epoch',
  add approval         uuid unique references approval,
  add approved_by      uuid references operator,
  add approved_by_name text,
  add constraint contract_terms_by_two check (changed_by <> approved_by);

-- What was announced can be withdrawn until it holds; the version itself stays as it was.
create table withdrawn_change (
  about         text not null check (about in ('money_config', 'contract_terms')),
  version       bigint not null,
  at            timestamptz not null,
  operator      uuid not null references operator,
  operator_name text not null,
  reason        text not null,
  primary key (about, version)
);
grant select on withdrawn_change to glasshouse_app;
grant select, insert on withdrawn_change to glasshouse_office;
create trigger withdrawn_change_is_history before update or delete on withdrawn_change
  for each row execute function forbid_change();
create trigger withdrawn_change_is_kept before truncate on withdrawn_change for each statement execute function forbid_change();
create function withdraw_in_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare begins timestamptz;
begin
  execute format('select effective_at from %I where version = $1', new.about) into begins using new.version;
  if begins is null or begins <= new.at or new.at < now() - interval '5 minutes' then
    raise exception 'version % of % cannot be withdrawn', new.version, new.about using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdraw_in_time before insert on withdrawn_change for each row execute function withdraw_in_time();

-- By two people who were asked exactly this, not sooner than in an hour, and one change after the other. The clock of the office may
-- differ from this one by minutes.
create function change_is_announced() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare another boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  if not exists (
    select from approval
    where id = new.approval and action = tg_argv[0] and decision = 'approved'
      and asked_by = new.changed_by and decided_by = new.approved_by
  ) then
    raise exception 'the change is not approved' using errcode = 'insufficient_privilege';
  end if;
  if new.at < now() - interval '5 minutes' or new.effective_at < new.at + interval '1 hour' then
    raise exception 'the change is not announced for an hour' using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I as t where effective_at > $1 and not exists (
    select from withdrawn_change w where w.about = %L and w.version = t.version))', tg_table_name, tg_table_name)
    into another using new.at;
  if another then
    raise exception 'another change is announced' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger change_is_announced before insert on money_config
  for each row when (current_user = 'glasshouse_office') execute function change_is_announced('/office/site/saveMoney');
create trigger change_is_announced before insert on contract_terms
  for each row when (current_user = 'glasshouse_office') execute function change_is_announced('/office/contracts/savePeriods');

-- migrate:down
