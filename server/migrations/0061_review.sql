-- migrate:up
-- What happened to an account, for its user and for operators to read.
create table account_event (
  id     uuid primary key,
  person uuid not null references person,
  at     timestamptz not null,
  kind   text not null check (kind in ('frozen', 'unfrozen')),
  reason text,
  constraint account_event_has_reason check (kind = 'unfrozen' or reason is not null)
);
create index on account_event (person, at);
grant select on account_event to glasshouse_app;
grant select, insert on account_event to glasshouse_office;
create trigger account_event_is_history before update or delete on account_event for each row execute function forbid_change();

-- One row per thing that a person must decide, whatever domain it comes from. The domain keeps what it is about under the same id.
create table review_case (
  id              uuid primary key,
  kind            text not null,
  person          uuid not null references person,
  number          bigint not null,
  title           text not null check (length(title) between 1 and 120),
  try_number      integer not null check (try_number > 0),
  submitted_at    timestamptz not null,
  claimed_by      uuid references operator,
  claimed_by_name text,
  claimed_until   timestamptz,
  decision        text check (decision in ('approve', 'reject')),
  decided_by      uuid references operator,
  decided_by_name text,
  decided_at      timestamptz,
  reason          text,
  constraint review_claim_is_whole check (num_nulls(claimed_by, claimed_by_name, claimed_until) in (0, 3)),
  constraint review_decision_is_whole check (num_nulls(decision, decided_by, decided_by_name, decided_at) in (0, 4)),
  constraint review_rejects_with_reason check (decision <> 'reject' or reason is not null)
);
create index on review_case (kind, submitted_at, id) where decision is null;
create index on review_case (kind, decided_at, id) where decision is not null;
-- A person has one case of a kind at a time.
create unique index review_one_at_a_time on review_case (person, kind) where decision is null;
grant select (id, kind, person, submitted_at, try_number, decision, decided_at, reason) on review_case to glasshouse_app;
grant insert (id, kind, person, number, title, try_number, submitted_at) on review_case to glasshouse_app;
grant select on review_case to glasshouse_office;
grant update (claimed_by, claimed_by_name, claimed_until, decision, decided_by, decided_by_name, decided_at, reason)
  on review_case to glasshouse_office;
create function review_is_decided_once() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.decision is not null then
    raise exception 'case % is decided', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger review_is_decided_once before update on review_case for each row execute function review_is_decided_once();

create table appeal (
  id     uuid primary key references review_case,
  person uuid not null references person,
  text   text not null check (length(text) between 1 and 500)
);
grant select, insert on appeal to glasshouse_app;
grant select on appeal to glasshouse_office;
create index on appeal (person);

-- migrate:down
