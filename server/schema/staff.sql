-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.appeal (
    id uuid NOT NULL,
    person uuid NOT NULL,
    text text NOT NULL,
    CONSTRAINT appeal_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500)))
);

ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_pkey PRIMARY KEY (id);

CREATE INDEX appeal_person_idx ON public.appeal USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.appeal FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_id_fkey FOREIGN KEY (id) REFERENCES public.review_case(id);

ALTER TABLE ONLY public.appeal
    ADD CONSTRAINT appeal_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT ON TABLE public.appeal TO glasshouse_app;
GRANT SELECT ON TABLE public.appeal TO glasshouse_office;


CREATE TABLE public.operator (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    status text DEFAULT 'invited'::text NOT NULL,
    password_hash text,
    totp_secret bytea,
    totp_step bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    enrolled_at timestamp with time zone,
    second_until timestamp with time zone,
    CONSTRAINT operator_enrolled CHECK (((status <> 'active'::text) OR (enrolled_at IS NOT NULL))),
    CONSTRAINT operator_is_protected CHECK (((status <> 'active'::text) OR ((password_hash IS NOT NULL) AND (totp_secret IS NOT NULL)))),
    CONSTRAINT operator_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT operator_role_check CHECK ((role = ANY (ARRAY['reviewer'::text, 'product_manager'::text, 'support'::text, 'auditor'::text, 'owner'::text]))),
    CONSTRAINT operator_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text])))
);

ALTER TABLE ONLY public.operator
    ADD CONSTRAINT operator_email UNIQUE (email);

ALTER TABLE ONLY public.operator
    ADD CONSTRAINT operator_pkey PRIMARY KEY (id);

CREATE TRIGGER operator_begins_anew BEFORE UPDATE ON public.operator FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND (new.status = 'active'::text) AND (old.status <> 'active'::text))) EXECUTE FUNCTION public.operator_begins_anew();

CREATE CONSTRAINT TRIGGER operator_change_is_logged AFTER UPDATE OF role, status ON public.operator DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND ((new.role <> old.role) OR ((new.status <> old.status) AND (new.status <> 'active'::text))))) EXECUTE FUNCTION public.operator_change_is_logged();

CREATE CONSTRAINT TRIGGER operator_is_invited AFTER INSERT ON public.operator DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.operator_change_is_logged();

CREATE TRIGGER operator_is_new_in_role BEFORE UPDATE ON public.operator FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND (new.role <> old.role))) EXECUTE FUNCTION public.operator_begins_anew();

CREATE CONSTRAINT TRIGGER operator_sets_up AFTER UPDATE OF status ON public.operator DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND (new.status = 'active'::text) AND (old.status <> 'active'::text))) EXECUTE FUNCTION public.operator_change_is_logged();

GRANT SELECT ON TABLE public.operator TO glasshouse_office;

GRANT INSERT(id) ON TABLE public.operator TO glasshouse_office;

GRANT INSERT(name) ON TABLE public.operator TO glasshouse_office;

GRANT INSERT(email) ON TABLE public.operator TO glasshouse_office;

GRANT INSERT(role),UPDATE(role) ON TABLE public.operator TO glasshouse_office;

GRANT UPDATE(status) ON TABLE public.operator TO glasshouse_office;

GRANT UPDATE(password_hash) ON TABLE public.operator TO glasshouse_office;

GRANT UPDATE(totp_secret) ON TABLE public.operator TO glasshouse_office;

GRANT UPDATE(totp_step) ON TABLE public.operator TO glasshouse_office;

GRANT INSERT(created_at) ON TABLE public.operator TO glasshouse_office;

GRANT UPDATE(second_until) ON TABLE public.operator TO glasshouse_office;


CREATE TABLE public.operator_passkey (
    id text NOT NULL,
    operator uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT operator_passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

ALTER TABLE ONLY public.operator_passkey
    ADD CONSTRAINT operator_passkey_pkey PRIMARY KEY (id);

CREATE INDEX operator_passkey_operator_idx ON public.operator_passkey USING btree (operator);

ALTER TABLE ONLY public.operator_passkey
    ADD CONSTRAINT operator_passkey_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.operator_passkey TO glasshouse_office;

GRANT UPDATE(counter) ON TABLE public.operator_passkey TO glasshouse_office;

GRANT UPDATE(used_at) ON TABLE public.operator_passkey TO glasshouse_office;


CREATE TABLE public.operator_recovery (
    operator uuid NOT NULL,
    code_hash bytea NOT NULL
);

ALTER TABLE ONLY public.operator_recovery
    ADD CONSTRAINT operator_recovery_pkey PRIMARY KEY (operator, code_hash);

ALTER TABLE ONLY public.operator_recovery
    ADD CONSTRAINT operator_recovery_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.operator_recovery TO glasshouse_office;


CREATE TABLE public.operator_seen (
    operator uuid NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    on_duty_since timestamp with time zone
);

ALTER TABLE ONLY public.operator_seen
    ADD CONSTRAINT operator_seen_pkey PRIMARY KEY (operator);


CREATE TABLE public.operator_session (
    token_hash bytea NOT NULL,
    id uuid NOT NULL,
    operator uuid NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    factor text,
    factor_at timestamp with time zone,
    enrolling boolean DEFAULT false NOT NULL,
    new_secret bytea,
    challenge text,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT operator_session_check CHECK (((factor IS NULL) = (factor_at IS NULL))),
    CONSTRAINT operator_session_factor_check CHECK ((factor = ANY (ARRAY['totp'::text, 'passkey'::text, 'recovery'::text])))
);

ALTER TABLE ONLY public.operator_session
    ADD CONSTRAINT operator_session_id_key UNIQUE (id);

ALTER TABLE ONLY public.operator_session
    ADD CONSTRAINT operator_session_pkey PRIMARY KEY (token_hash);

CREATE INDEX operator_session_expires_at_idx ON public.operator_session USING btree (expires_at);

CREATE INDEX operator_session_operator_idx ON public.operator_session USING btree (operator);

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF seen_at, factor_at ON public.operator_session FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('seen_at', 'factor_at');

CREATE TRIGGER operator_was_seen AFTER INSERT OR UPDATE OF seen_at ON public.operator_session FOR EACH ROW WHEN ((new.factor IS NOT NULL)) EXECUTE FUNCTION public.operator_was_seen();

ALTER TABLE ONLY public.operator_session
    ADD CONSTRAINT operator_session_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.operator_session TO glasshouse_office;

GRANT UPDATE(factor_at) ON TABLE public.operator_session TO glasshouse_office;

GRANT UPDATE(new_secret) ON TABLE public.operator_session TO glasshouse_office;

GRANT UPDATE(challenge) ON TABLE public.operator_session TO glasshouse_office;

GRANT UPDATE(seen_at) ON TABLE public.operator_session TO glasshouse_office;


CREATE TABLE public.operator_setup (
    operator uuid NOT NULL,
    token_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.operator_setup
    ADD CONSTRAINT operator_setup_pkey PRIMARY KEY (operator);

ALTER TABLE ONLY public.operator_setup
    ADD CONSTRAINT operator_setup_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.operator_setup
    ADD CONSTRAINT operator_setup_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operator_setup TO glasshouse_office;


CREATE FUNCTION public.approval_by_settled() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from operator
    where id = new.decided_by and status = 'active' and enrolled_at <= least(new.decided_at, now()) - interval '24 hours'
  ) then
    raise exception 'operator % cannot decide yet', new.decided_by
      using errcode = 'check_violation', constraint = 'approval_by_settled';
  end if;
  if new.decided_at < now() - interval '5 minutes' then
    raise exception 'approval % is not decided in the past', new.id using errcode = 'check_violation', constraint = 'approval_in_time';
  end if;
  return new;
end $$;


CREATE FUNCTION public.decision_is_logged() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from operator join deciding_role using (role)
    where operator.id = new.decided_by and operator.status = 'active' and deciding_role.kind = new.kind
  ) then
    raise exception 'operator % may not decide case %', new.decided_by, new.id using errcode = 'insufficient_privilege';
  end if;
  if not exists (
    select from audit_entry where subject = 'case:' || new.id and operator = new.decided_by and after ->> 'decision' = new.decision
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'the decision of case % is not in the audit log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.decision_is_logged() FROM PUBLIC;


CREATE FUNCTION public.give_up_day(wanted integer, agreed uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- What has been committed meanwhile must be seen.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'a day is given up by what is on the tape now' using errcode = 'insufficient_privilege';
  end if;
  lock table tape_given_up in access exclusive mode;
  if not exists (
    select from approval join operator as one on one.id = asked_by join operator as other on other.id = decided_by
    where approval.id = agreed and action = '/office/market/giveUpDay' and decision = 'approved' and one.id <> other.id
      and (input ->> 'day')::date - date '1970-01-01' = wanted and one.role = 'owner' and one.status = 'active'
      and other.role in ('owner', 'reviewer') and other.status = 'active'
  ) then
    raise exception 'no two people agreed on this' using errcode = 'insufficient_privilege';
  end if;
  if why_not_given_up(wanted) is not null then return false; end if;
  insert into tape_given_up (day, first_slot, last_slot, approval)
  values (wanted, first_missing_slot(), (wanted + 1)::bigint * 172800 - 1, agreed);
  return true;
end $$;

REVOKE ALL ON FUNCTION public.give_up_day(wanted integer, agreed uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_up_day(wanted integer, agreed uuid) TO glasshouse_office;


CREATE FUNCTION public.is_attended(queue text, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (select from operators_on_duty(array[queue], moment) where present)
$$;

REVOKE ALL ON FUNCTION public.is_attended(queue text, moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.mail_operator(operator uuid, subject text, words text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare address text;
begin
  select email into strict address from public.operator as o where o.id = mail_operator.operator;
  perform graphile_worker.add_job('send_mail', json_build_object('to', address, 'subject', subject, 'text', words), max_attempts => 8);
end $$;

REVOKE ALL ON FUNCTION public.mail_operator(operator uuid, subject text, words text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.mail_operator(operator uuid, subject text, words text) TO glasshouse_office;


CREATE FUNCTION public.note_is_about_its_case() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.case_id is not null and not exists (select from review_case where id = new.case_id and person = new.person) then
    raise exception 'case % is about another user', new.case_id using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from operator where id = new.operator and name = new.operator_name and status = 'active') then
    raise exception 'no operator % of this name', new.operator using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.note_is_about_its_case() FROM PUBLIC;


CREATE FUNCTION public.operator_begins_anew() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.enrolled_at := clock_timestamp();
  return new;
end $$;


CREATE FUNCTION public.operator_change_is_logged() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

REVOKE ALL ON FUNCTION public.operator_change_is_logged() FROM PUBLIC;


CREATE FUNCTION public.operator_was_seen() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into operator_seen as before (operator, seen_at, on_duty_since) values (new.operator, new.seen_at, new.seen_at)
  on conflict (operator) do update set
    seen_at = case when is_owners_session(tg_relid) then new.seen_at else greatest(before.seen_at, new.seen_at) end,
    on_duty_since = case
      when new.seen_at > before.seen_at + interval '5 minutes' then new.seen_at
      when is_owners_session(tg_relid) then least(before.on_duty_since, new.seen_at)
      else coalesce(before.on_duty_since, before.seen_at) end;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.operator_was_seen() FROM PUBLIC;


CREATE FUNCTION public.operators_on_duty(queues text[], moment timestamp with time zone) RETURNS TABLE(name text, since timestamp with time zone, until timestamp with time zone, present boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select operator.name, coalesce(on_duty_since, seen_at), seen_at + interval '5 minutes', seen_at > at_ - interval '5 minutes'
  from operator_seen join operator on operator.id = operator_seen.operator, database_time(moment) as at_
  where operator.status = 'active' and exists (
    select from deciding_role where deciding_role.role = operator.role and deciding_role.kind = any (queues))
$$;

REVOKE ALL ON FUNCTION public.operators_on_duty(queues text[], moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.operators_on_duty(queues text[], moment timestamp with time zone) TO glasshouse_office;


CREATE FUNCTION public.two_people_agreed(decided public.review_case, first_by uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce(first_by <> decided.decided_by
    and (select count(*) from operator where id in (first_by, decided.decided_by) and status = 'active' and role = 'reviewer'
      and enrolled_at <= least(decided.decided_at, now()) - interval '24 hours') = 2
    and exists (select from audit_entry where subject = 'case:' || decided.id and operator = first_by and after ->> 'agreed' = 'first'), false)
$$;

REVOKE ALL ON FUNCTION public.two_people_agreed(decided public.review_case, first_by uuid) FROM PUBLIC;
