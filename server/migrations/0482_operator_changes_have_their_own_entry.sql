-- migrate:up
-- An audit entry of another call satisfied 0468, for example a request that was only asked for. An operator who was made, or who became active, needed no entry
-- at all. Each change of a role or a status now needs the entry of the one call that makes it, about this operator, in the same transaction. Only setting up
-- makes an operator active; one who was disabled is reset first.
create or replace function operator_change_is_logged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (values
      ('role', old.role, new.role, case tg_op when 'INSERT' then '/office/operators/invite' else '/office/operators/role' end, tg_op = 'INSERT'),
      ('status', case tg_op when 'INSERT' then new.status else old.status end, new.status,
        case new.status when 'invited' then '/office/operators/reset' when 'disabled' then '/office/operators/disable' end, new.status = 'invited')
    ) as change (what, was, becomes, call, by_command)
    where was is distinct from becomes and not exists (
      select from audit_entry as entry
      where entry.subject = 'operator:' || new.id and entry.xmin = pg_current_xact_id()::xid and not entry.after ? 'waiting' and case
        when becomes = 'active' then
          was = 'invited' and entry.action = '/office/session/finishEnrolment' and entry.operator = new.id and entry.after ? 'loggedIn'
        else entry.before ->> what is not distinct from was and entry.after ->> what = becomes
          and (tg_op = 'UPDATE' or entry.after ->> 'email' = new.email)
          and case entry.action
            when call then entry.operator = new.id and old.role = 'owner' and old.status = 'active'
              or exists (select from operator where id = entry.operator and id <> new.id and role = 'owner' and status = 'active')
            when 'command:owner' then by_command and entry.operator is null and new.role = 'owner' and (
              tg_op = 'UPDATE' or not exists (select from operator where id <> new.id and role = 'owner' and status <> 'disabled'))
            else false end
        end)
  ) then
    raise exception 'the change of operator % is not in the audit log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger operator_is_invited after insert on operator deferrable initially deferred
  for each row when (current_user = 'glasshouse_office') execute function operator_change_is_logged();
create constraint trigger operator_sets_up after update of status on operator deferrable initially deferred
  for each row when (current_user = 'glasshouse_office' and new.status = 'active' and old.status <> 'active') execute function operator_change_is_logged();

-- migrate:down
