-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.approval (
    id uuid NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    input jsonb NOT NULL,
    reason text NOT NULL,
    asked_by uuid NOT NULL,
    asked_by_name text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    decided_by uuid,
    decided_by_name text,
    decided_at timestamp with time zone,
    decision text,
    answer text,
    before jsonb,
    after jsonb,
    CONSTRAINT approval_by_another CHECK ((decided_by <> asked_by)),
    CONSTRAINT approval_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'refused'::text]))),
    CONSTRAINT approval_is_whole CHECK ((num_nulls(decided_by, decided_by_name, decided_at, decision, answer) = ANY (ARRAY[0, 5])))
);

ALTER TABLE public.approval
    ADD CONSTRAINT approval_ends CHECK ((expires_at <= (asked_at + '168:00:00'::interval))) NOT VALID;

ALTER TABLE public.approval
    ADD CONSTRAINT approval_in_time CHECK ((decided_at < expires_at)) NOT VALID;

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (id);

CREATE INDEX approval_asked_at_idx ON public.approval USING btree (asked_at) WHERE (decision IS NULL);

CREATE TRIGGER approval_by_settled BEFORE INSERT OR UPDATE ON public.approval FOR EACH ROW WHEN ((new.decision IS NOT NULL)) EXECUTE FUNCTION public.approval_by_settled();

CREATE TRIGGER approval_is_kept BEFORE DELETE ON public.approval FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE CONSTRAINT TRIGGER approval_is_logged AFTER INSERT OR UPDATE ON public.approval DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.approval_is_logged();

CREATE TRIGGER approval_stays BEFORE UPDATE ON public.approval FOR EACH ROW EXECUTE FUNCTION public.approval_stays();

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.approval
    ADD CONSTRAINT approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(id) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(action) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(subject) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(input) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(reason) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(asked_by) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(asked_by_name) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(asked_at) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(expires_at) ON TABLE public.approval TO glasshouse_office;

GRANT UPDATE(decided_by) ON TABLE public.approval TO glasshouse_office;

GRANT UPDATE(decided_by_name) ON TABLE public.approval TO glasshouse_office;

GRANT UPDATE(decided_at) ON TABLE public.approval TO glasshouse_office;

GRANT UPDATE(decision) ON TABLE public.approval TO glasshouse_office;

GRANT UPDATE(answer) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(before) ON TABLE public.approval TO glasshouse_office;

GRANT INSERT(after) ON TABLE public.approval TO glasshouse_office;


CREATE TABLE public.audit_entry (
    id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    operator uuid,
    operator_name text,
    second uuid,
    second_name text,
    action text NOT NULL,
    subject text NOT NULL,
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    reason text,
    previous bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_by_two CHECK ((second <> operator)),
    CONSTRAINT audit_entry_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_entry_previous_check CHECK ((length(previous) = 32))
);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (id);

CREATE INDEX audit_entry_action_id_idx ON public.audit_entry USING btree (action, id);

CREATE INDEX audit_entry_by_time ON public.audit_entry USING btree (at);

CREATE INDEX audit_entry_operator_id_idx ON public.audit_entry USING btree (operator, id);

CREATE INDEX audit_entry_second_id_idx ON public.audit_entry USING btree (second, id) WHERE (second IS NOT NULL);

CREATE INDEX audit_entry_subject_id_idx ON public.audit_entry USING btree (subject, id);

CREATE TRIGGER audit_entry_is_logged AFTER INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

CREATE TRIGGER audit_follows BEFORE INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.audit_follows();

CREATE TRIGGER audit_is_for_ever BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER audit_is_kept BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_second_fkey FOREIGN KEY (second) REFERENCES public.operator(id);

GRANT SELECT,INSERT ON TABLE public.audit_entry TO glasshouse_office;


CREATE TABLE public.deciding_role (
    kind text NOT NULL,
    role text NOT NULL
);

ALTER TABLE ONLY public.deciding_role
    ADD CONSTRAINT deciding_role_pkey PRIMARY KEY (kind);


CREATE TABLE public.known_browser (
    account text NOT NULL,
    browser text NOT NULL,
    until timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.known_browser
    ADD CONSTRAINT known_browser_pkey PRIMARY KEY (account, browser);

CREATE INDEX known_browser_browser_idx ON public.known_browser USING btree (browser);

CREATE INDEX known_browser_until_idx ON public.known_browser USING btree (until);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_browser TO glasshouse_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_browser TO glasshouse_office;


CREATE TABLE public.sms_outbox (
    id uuid NOT NULL,
    phone text NOT NULL,
    text text NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.sms_outbox
    ADD CONSTRAINT sms_outbox_pkey PRIMARY KEY (id);

CREATE INDEX sms_outbox_at_idx ON public.sms_outbox USING btree (at);

GRANT SELECT,INSERT,DELETE ON TABLE public.sms_outbox TO glasshouse_app;


CREATE TABLE public.throttle (
    key text NOT NULL,
    free_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.throttle
    ADD CONSTRAINT throttle_pkey PRIMARY KEY (key);

CREATE INDEX throttle_free_at_idx ON public.throttle USING btree (free_at);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.throttle TO glasshouse_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.throttle TO glasshouse_office;


CREATE TABLE public.withdrawn_change (
    about text NOT NULL,
    version bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    operator uuid NOT NULL,
    operator_name text NOT NULL,
    reason text NOT NULL,
    CONSTRAINT withdrawn_change_about_check CHECK ((about = ANY (ARRAY['money_config'::text, 'contract_terms'::text])))
);

ALTER TABLE ONLY public.withdrawn_change
    ADD CONSTRAINT withdrawn_change_pkey PRIMARY KEY (about, version);

CREATE TRIGGER withdraw_in_time BEFORE INSERT ON public.withdrawn_change FOR EACH ROW EXECUTE FUNCTION public.withdraw_in_time();

CREATE TRIGGER withdrawn_change_is_history BEFORE DELETE OR UPDATE ON public.withdrawn_change FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER withdrawn_change_is_kept BEFORE TRUNCATE ON public.withdrawn_change FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER withdrawn_change_is_logged AFTER INSERT ON public.withdrawn_change FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.withdrawn_change
    ADD CONSTRAINT withdrawn_change_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.withdrawn_change TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.withdrawn_change TO glasshouse_office;


CREATE FUNCTION public.approval_is_logged() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from audit_entry where subject = new.subject and case tg_op
      when 'INSERT' then operator = new.asked_by and after ->> 'waiting' = new.id::text
      else operator = new.decided_by and after ->> 'approval' = new.id::text end
  ) then
    raise exception 'approval % is not in the log', new.id using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;


CREATE FUNCTION public.approval_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if old.decision is not null then
    raise exception 'approval % is decided', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.audit_follows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare last audit_entry;
begin
  select * into last from audit_entry order by id desc limit 1;
  if new.id <> coalesce(last.id, 0) + 1 or new.previous <> coalesce(last.hash, decode(repeat('00', 32), 'hex')) then
    raise exception 'entry % does not follow', new.id using errcode = 'check_violation', constraint = 'audit_follows';
  end if;
  return new;
end $$;


CREATE FUNCTION public.change_is_announced() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  asked    jsonb;
  agreed   boolean;
  another  boolean;
  in_force money_config;
begin
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  select input into asked from approval
  where id = new.approval and action = tg_argv[0] and decision = 'approved'
    and asked_by = new.changed_by and decided_by = new.approved_by;
  if tg_table_name = 'money_config' then
    -- Earlier releases do not ask for these values: they stay as they are.
    if not coalesce(asked -> 'settings' ? 'singlemin', true) then
      in_force := money_at(now());
      new.single_min := in_force.single_min;
      new.single_max := in_force.single_max;
      new.day_max := in_force.day_max;
      new.identity_minutes := in_force.identity_minutes;
      new.top_up_minutes := in_force.top_up_minutes;
      asked := jsonb_set(asked, '{settings}', (asked -> 'settings') || jsonb_build_object(
        'singlemin', in_force.single_min / 1000000.0, 'singlemax', in_force.single_max / 1000000.0, 'daymax', in_force.day_max / 1000000.0,
        'identityMinutes', in_force.identity_minutes, 'topUpMinutes', in_force.top_up_minutes));
    end if;
    if not coalesce(asked -> 'settings' ? 'unattendedSeconds', true) then
      in_force := money_at(now());
      new.unattended_seconds := in_force.unattended_seconds;
      asked := jsonb_set(asked, '{settings,unattendedSeconds}', to_jsonb(in_force.unattended_seconds));
    end if;
    -- Texts of decimals against the smallest units.
    select bool_and(coalesce(held = (asked #>> array['settings', name])::numeric * units, false)) into agreed from (values
      ('fee', new.fee_bps::numeric, 100), ('welcomeGrant', new.welcome_grant, 1000000), ('cnyRate', new.cny_rate, 10000),
      ('twoPeopleAbove', new.two_people_above, 1000000), ('inviteReward', new.invite_reward, 1000000),
      ('inviteShare', new.invite_share_bp, 100), ('vip1', new.vip1_deposit, 1000000), ('vip2', new.vip2_deposit, 1000000),
      ('vip3', new.vip3_deposit, 1000000), ('vip4', new.vip4_deposit, 1000000), ('vip5', new.vip5_deposit, 1000000),
      ('optionSpread', new.option_spread_bp, 100), ('optionExposure', new.option_exposure, 1000000), ('spotSpread', new.spot_spread_bp, 100),
      ('singlemin', new.single_min, 1000000), ('singlemax', new.single_max, 1000000), ('daymax', new.day_max, 1000000),
      ('identityMinutes', new.identity_minutes, 1), ('topUpMinutes', new.top_up_minutes, 1), ('unattendedSeconds', new.unattended_seconds, 1)
    ) as setting (name, held, units);
  else
    agreed := (new.min_stake, new.max_stake, new.max_open) = (
      (asked #>> '{terms,minStake}')::numeric * 1000000, (asked #>> '{terms,maxStake}')::numeric * 1000000,
      (asked #>> '{terms,maxOpen}')::numeric * 1000000
    ) and (new.seconds::numeric[], new.returns::numeric[]) = (
      select array_agg((period ->> 'seconds')::numeric order by place), array_agg((period ->> 'returnPercent')::numeric * 100 order by place)
      from jsonb_array_elements(asked #> '{terms,periods}') with ordinality as listed (period, place));
  end if;
  if agreed is not true or new.reason is distinct from asked ->> 'reason' then
    raise exception 'the change is not approved' using errcode = 'insufficient_privilege';
  end if;
  -- The clock of the office may differ from this one by minutes. now() would stand still in a transaction that is kept open.
  if new.at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes'
    or new.effective_at not between new.at + interval '1 hour' and new.at + interval '1 day'
  then
    raise exception 'the change is not announced for an hour' using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I as t where effective_at > $1 and not exists (
    select from withdrawn_change w where w.about = %L and w.version = t.version))', tg_table_name, tg_table_name)
    into another using least(new.at, now(), clock_timestamp());
  if another then
    raise exception 'another change is announced' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $_$;


CREATE FUNCTION public.check_moment(moment timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if is_now(moment) is not true then
    raise exception 'it is not %', moment using errcode = 'insufficient_privilege';
  end if;
end $$;

REVOKE ALL ON FUNCTION public.check_moment(moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.clocks_differ() RETURNS interval
    LANGUAGE sql IMMUTABLE
    AS $$ select interval '5 minutes' $$;

REVOKE ALL ON FUNCTION public.clocks_differ() FROM PUBLIC;


CREATE FUNCTION public.database_time(moment timestamp with time zone) RETURNS timestamp with time zone
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform check_moment(moment);
  return case when abs(extract(epoch from moment - clock_timestamp())) > 300 then moment else clock_timestamp() end;
end $$;

REVOKE ALL ON FUNCTION public.database_time(moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.fit_terms(terms public.contract_terms, periods integer[], returns integer[], stakes bigint[]) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  return not exists (
    select from unnest(periods, returns, stakes) as asked (period, return_bp, stake)
    where terms.returns[array_position(terms.seconds, period)] is distinct from return_bp
       or stake not between terms.min_stake and terms.max_stake);
end $$;


CREATE FUNCTION public.hold_the_source() RETURNS void
    LANGUAGE sql
    AS $$
  select pg_advisory_xact_lock_shared(hashtextextended('tape_run', 0))
$$;

REVOKE ALL ON FUNCTION public.hold_the_source() FROM PUBLIC;


CREATE FUNCTION public.is_now(moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql
    AS $$
  select moment between clock_timestamp() - public.clocks_differ() and clock_timestamp() + public.clocks_differ()
$$;

REVOKE ALL ON FUNCTION public.is_now(moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.is_owners_session(of_table oid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select pg_has_role(session_user, (select relowner from pg_class where oid = of_table), 'member')
$$;

REVOKE ALL ON FUNCTION public.is_owners_session(of_table oid) FROM PUBLIC;


CREATE FUNCTION public.log_says(bytes bytea) RETURNS jsonb
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return convert_from(bytes, 'UTF8')::jsonb;
exception when others then return null;
end $$;


CREATE FUNCTION public.moments_are_now() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  named   text;
  written timestamptz;
begin
  if is_owners_session(tg_relid) then return new; end if;
  foreach named in array tg_argv loop
    written := to_jsonb(new) ->> named;
    if not is_now(written) and (tg_op = 'INSERT' or written is distinct from (to_jsonb(old) ->> named)::timestamptz) then
      raise exception '% of % is not now: %', named, tg_table_name, written using errcode = 'insufficient_privilege';
    end if;
  end loop;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.moments_are_now() FROM PUBLIC;


CREATE FUNCTION public.normal_below(x double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when x > 0 then 1 - tail else tail end
  from (select case
    when a > 37 then 0
    when a < 7.07106781186547 then exp(-a * a / 2)
      * ((((((0.0352624965998911 * a + 0.700383064443688) * a + 6.37396220353165) * a + 33.912866078383) * a + 112.079291497871) * a
        + 221.213596169931) * a + 220.206867912376)
      / (((((((0.0883883476483184 * a + 1.75566716318264) * a + 16.064177579207) * a + 86.7807322029461) * a + 296.564248779674) * a
        + 637.333633378831) * a + 793.826512519948) * a + 440.413735824752)
    else exp(-a * a / 2) / (a + 1 / (a + 2 / (a + 3 / (a + 4 / (a + 0.65))))) / 2.506628274631 end as tail
  from (select abs(x) as a) as positive) as below
$$;

REVOKE ALL ON FUNCTION public.normal_below(x double precision) FROM PUBLIC;


CREATE FUNCTION public.option_slip(terms smallint, id uuid, rule smallint, symbol integer, call boolean, life integer, strike bigint, size bigint, premium bigint, volatility integer, model smallint, spread integer, quote bigint, due bigint, head bigint, hash bytea) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    AS $$
  select sha256(case terms when 1 then '\x0b'::bytea when 2 then '\x0f' else '\x11' end || uuid_send(id) || substring(int4send(rule) from 4)
    || int4send(symbol) || case when call then '\x01'::bytea else '\x02' end || int4send(life) || int8send(strike) || int8send(size)
    || int8send(premium) || int4send(volatility) || substring(int4send(model) from 4) || int4send(spread) || int8send(quote) || int8send(due)
    || int8send(head) || hash)
$$;


CREATE FUNCTION public.refuse_old_snapshot() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not is_owners_session(tg_relid) then
    raise exception 'rows of % are added only under read committed', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.refuse_old_snapshot() FROM PUBLIC;


CREATE FUNCTION public.reviewer_on_duty(queue text, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select is_attended(queue, moment)
$$;

REVOKE ALL ON FUNCTION public.reviewer_on_duty(queue text, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.reviewer_on_duty(queue text, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.withdraw_in_time() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare begins timestamptz;
begin
  execute format('select effective_at from %I where version = $1', new.about) into begins using new.version;
  if begins is null or begins <= greatest(new.at, clock_timestamp()) or new.at < clock_timestamp() - interval '5 minutes' then
    raise exception 'version % of % cannot be withdrawn', new.version, new.about using errcode = 'insufficient_privilege';
  end if;
  return new;
end $_$;


CREATE SEQUENCE public.person_number
    START WITH 8620001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


CREATE SEQUENCE public.posting_block
    START WITH 65536
    INCREMENT BY 65536
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


REVOKE ALL ON FUNCTION pg_catalog.lo_creat(integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.lo_creat(integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.lo_create(oid) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.lo_create(oid) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.lo_from_bytea(oid, bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.lo_from_bytea(oid, bytea) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(bigint) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(bigint) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_lock_shared(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) TO glasshouse_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) TO glasshouse_app;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(bigint) TO glasshouse_office;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(bigint) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_advisory_xact_lock_shared(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_current_xact_id() FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_current_xact_id() TO glasshouse_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_current_xact_id() TO glasshouse_app;
GRANT ALL ON FUNCTION pg_catalog.pg_current_xact_id() TO glasshouse_office;


REVOKE ALL ON FUNCTION pg_catalog.pg_logical_emit_message(boolean, text, bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_logical_emit_message(boolean, text, bytea) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_logical_emit_message(boolean, text, text) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_logical_emit_message(boolean, text, text) TO glasshouse_owner;


GRANT ALL ON FUNCTION pg_catalog.pg_reload_conf() TO glasshouse_app;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) TO glasshouse_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) TO glasshouse_feed;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(bigint) TO glasshouse_log;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(bigint) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_lock_shared(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) TO glasshouse_owner;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) TO glasshouse_app;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(bigint) TO glasshouse_settle;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(bigint) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.pg_try_advisory_xact_lock_shared(integer, integer) TO glasshouse_owner;


REVOKE ALL ON FUNCTION pg_catalog.txid_current() FROM PUBLIC;
GRANT ALL ON FUNCTION pg_catalog.txid_current() TO glasshouse_owner;


GRANT USAGE ON SEQUENCE public.person_number TO glasshouse_app;


GRANT SELECT ON SEQUENCE public.posting_block TO glasshouse_app;
GRANT SELECT ON SEQUENCE public.posting_block TO glasshouse_office;
