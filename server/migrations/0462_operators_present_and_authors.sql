-- migrate:up
-- While no operator is on duty, the clock approves cases. A compromised office could set back when sessions of operators were last seen, or delete
-- the sessions, and so let the clock decide at once. When each operator was last seen is now kept where the office cannot write, and goes forward only.
create table operator_seen (
  operator uuid primary key, -- no foreign key: it would lock the operator after the session, and decisions lock them the other way round
  seen_at  timestamptz not null
);
insert into operator_seen select operator, max(seen_at) from operator_session where factor is not null group by operator;

create function operator_was_seen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into operator_seen as before values (new.operator, new.seen_at)
  on conflict (operator) do update set seen_at = case when is_owners_session(tg_relid) then new.seen_at else greatest(before.seen_at, new.seen_at) end;
  return null;
end $$;
create trigger moment_is_now before insert or update of seen_at, factor_at on operator_session for each row
  execute function moments_are_now('seen_at', 'factor_at');
create trigger operator_was_seen after insert or update of seen_at on operator_session for each row
  when (new.factor is not null) execute function operator_was_seen();

-- Whether an operator who may decide cases of a queue has used the console in the last five minutes.
create or replace function is_attended(queue text, moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from operator_seen join operator on operator.id = operator_seen.operator join deciding_role using (role), database_time(moment) as at_
    where deciding_role.kind = queue and operator.status = 'active' and seen_at > at_ - interval '5 minutes')
$$;

-- A compromised office could also write a note in the name of a colleague and leave no trace. The author's audit entry about the note must be written in the same
-- transaction, as with decisions (0397). Audit entries are in the public log.
create function note_is_logged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from audit_entry join person on person.id = new.person
    where subject = 'user:' || person.number and operator = new.operator and audit_entry.after ->> 'note' = new.id::text
      and audit_entry.xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'note % is not in the audit log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger note_is_logged after insert on staff_note deferrable initially deferred
  for each row when (current_user = 'glasshouse_office') execute function note_is_logged();

revoke execute on function operator_was_seen(), note_is_logged() from public;

-- migrate:down
