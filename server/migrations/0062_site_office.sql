-- migrate:up
alter table site_config
  add changed_by      uuid references operator,
  add changed_by_name text,
  add reason          text;
grant insert on site_config to glasshouse_office;

-- Places may be exchanged within a transaction.
alter table support_contact drop constraint support_contact_position_key,
  add constraint support_contact_position unique (position) deferrable initially deferred;
grant insert, update, delete on support_contact to glasshouse_office;

create table announcement (
  id        uuid primary key,
  texts     jsonb not null, -- by language; en-US is always there
  starts_at timestamptz not null,
  ends_at   timestamptz not null
);
create index on announcement (ends_at);
grant select on announcement to glasshouse_app;
grant select, insert, update on announcement to glasshouse_office;

-- While one is under way users' calls answer 503; prices and settlement go on.
create table maintenance (
  id           uuid primary key,
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  texts        jsonb,
  cancelled_at timestamptz,
  constraint maintenance_in_order check (starts_at < ends_at),
  constraint maintenance_alone exclude using gist (tstzrange(starts_at, ends_at) with &&) where (cancelled_at is null)
);
create index on maintenance (ends_at);
grant select on maintenance to glasshouse_app;
grant select, insert, update (ends_at, cancelled_at) on maintenance to glasshouse_office;

-- Why a balance was corrected. There is no correction without the word of a second person.
create table correction (
  ref      uuid primary key,
  number   bigint not null,
  reason   text not null,
  at       timestamptz not null,
  approval uuid not null unique references approval
);
grant select on correction to glasshouse_app;
grant select, insert on correction to glasshouse_office;
create trigger correction_is_history before update or delete on correction for each row execute function forbid_change();
create function correction_is_approved() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from approval where id = new.approval and decision = 'approved') then
    raise exception 'correction % is not approved', new.ref using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger correction_is_approved before insert on correction for each row execute function correction_is_approved();

-- migrate:down
