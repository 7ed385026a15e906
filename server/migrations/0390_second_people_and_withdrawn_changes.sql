-- migrate:up
-- now() stands still in a transaction that is kept open: a change that was in force meanwhile could be withdrawn.
create or replace function withdraw_in_time() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare begins timestamptz;
begin
  execute format('select effective_at from %I where version = $1', new.about) into begins using new.version;
  if begins is null or begins <= greatest(new.at, clock_timestamp()) or new.at < clock_timestamp() - interval '5 minutes' then
    raise exception 'version % of % cannot be withdrawn', new.version, new.about using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Both are reviewers: an owner may not decide, so an owner is no first person either.
create or replace function two_people_agreed(decided review_case, first_by uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select coalesce(first_by <> decided.decided_by
    and (select count(*) from operator where id in (first_by, decided.decided_by) and status = 'active' and role = 'reviewer'
      and enrolled_at <= least(decided.decided_at, now()) - interval '24 hours') = 2
    and exists (select from audit_entry where subject = 'case:' || decided.id and operator = first_by and after ->> 'agreed' = 'first'), false)
$$;

-- migrate:down
