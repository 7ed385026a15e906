-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.announcement (
    id uuid NOT NULL,
    texts jsonb NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (id);

CREATE INDEX announcement_ends_at_idx ON public.announcement USING btree (ends_at);

GRANT SELECT ON TABLE public.announcement TO glasshouse_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.announcement TO glasshouse_office;


CREATE TABLE public.maintenance (
    id uuid NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    texts jsonb,
    cancelled_at timestamp with time zone,
    CONSTRAINT maintenance_in_order CHECK ((starts_at < ends_at))
);

ALTER TABLE ONLY public.maintenance
    ADD CONSTRAINT maintenance_alone EXCLUDE USING gist (tstzrange(starts_at, ends_at) WITH &&) WHERE ((cancelled_at IS NULL));

ALTER TABLE ONLY public.maintenance
    ADD CONSTRAINT maintenance_pkey PRIMARY KEY (id);

CREATE INDEX maintenance_ends_at_idx ON public.maintenance USING btree (ends_at);

GRANT SELECT ON TABLE public.maintenance TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.maintenance TO glasshouse_office;

GRANT UPDATE(ends_at) ON TABLE public.maintenance TO glasshouse_office;

GRANT UPDATE(cancelled_at) ON TABLE public.maintenance TO glasshouse_office;


CREATE TABLE public.money_config (
    version bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    effective_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    fee_bps integer NOT NULL,
    welcome_grant bigint NOT NULL,
    cny_rate bigint NOT NULL,
    changed_by uuid,
    changed_by_name text,
    reason text,
    approval uuid,
    approved_by uuid,
    approved_by_name text,
    two_people_above bigint NOT NULL,
    invite_reward bigint NOT NULL,
    invite_share_bp integer NOT NULL,
    vip1_deposit bigint NOT NULL,
    vip2_deposit bigint NOT NULL,
    vip3_deposit bigint NOT NULL,
    vip4_deposit bigint NOT NULL,
    vip5_deposit bigint NOT NULL,
    option_spread_bp integer NOT NULL,
    option_exposure bigint NOT NULL,
    spot_spread_bp integer NOT NULL,
    single_min bigint DEFAULT 10000000 NOT NULL,
    single_max bigint DEFAULT '50000000000'::bigint NOT NULL,
    day_max bigint DEFAULT '100000000000'::bigint NOT NULL,
    identity_minutes integer DEFAULT 0 NOT NULL,
    top_up_minutes integer DEFAULT 0 NOT NULL,
    unattended_seconds integer DEFAULT 30 NOT NULL,
    CONSTRAINT money_config_by_two CHECK ((changed_by <> approved_by)),
    CONSTRAINT money_config_more_bounds CHECK ((((two_people_above >= 100000000) AND (two_people_above <= '50000000000'::bigint)) AND ((invite_reward >= 0) AND (invite_reward <= 1000000000)) AND ((invite_share_bp >= 0) AND (invite_share_bp <= 2000)) AND ((vip1_deposit >= 1000000) AND (vip1_deposit <= vip2_deposit)) AND (vip2_deposit <= vip3_deposit) AND (vip3_deposit <= vip4_deposit) AND (vip4_deposit <= vip5_deposit) AND (vip5_deposit <= '100000000000'::bigint))),
    CONSTRAINT money_config_trade_bounds CHECK ((((option_spread_bp >= 50) AND (option_spread_bp <= 1000)) AND ((option_exposure >= '10000000000'::bigint) AND (option_exposure <= '50000000000000'::bigint)) AND ((spot_spread_bp >= 0) AND (spot_spread_bp <= 100)))),
    CONSTRAINT money_config_unattended_bounds CHECK (((unattended_seconds >= 0) AND (unattended_seconds <= 3600)))
);

ALTER TABLE public.money_config ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.money_config_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.money_config
    ADD CONSTRAINT money_config_approval_key UNIQUE (approval);

ALTER TABLE public.money_config
    ADD CONSTRAINT money_config_bounds CHECK ((((fee_bps >= 0) AND (fee_bps <= 5000)) AND ((welcome_grant >= 0) AND (welcome_grant <= '100000000000'::bigint)) AND ((cny_rate >= 10000) AND (cny_rate <= 500000)))) NOT VALID;

ALTER TABLE public.money_config
    ADD CONSTRAINT money_config_limit_bounds CHECK ((((single_min >= 1000000) AND (single_min <= '10000000000'::bigint)) AND ((single_max >= single_min) AND (single_max <= '1000000000000'::bigint)) AND ((day_max >= single_max) AND (day_max <= '10000000000000'::bigint)) AND ((identity_minutes >= 0) AND (identity_minutes <= 10080)) AND ((top_up_minutes >= 0) AND (top_up_minutes <= 10080)))) NOT VALID;

ALTER TABLE ONLY public.money_config
    ADD CONSTRAINT money_config_pkey PRIMARY KEY (version);

CREATE TRIGGER change_is_announced BEFORE INSERT ON public.money_config FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.change_is_announced('/office/site/saveMoney');

CREATE TRIGGER money_config_is_history BEFORE DELETE OR UPDATE ON public.money_config FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER money_config_is_kept BEFORE TRUNCATE ON public.money_config FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER money_config_is_logged AFTER INSERT ON public.money_config FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.money_config
    ADD CONSTRAINT money_config_approval_fkey FOREIGN KEY (approval) REFERENCES public.approval(id);

ALTER TABLE ONLY public.money_config
    ADD CONSTRAINT money_config_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.money_config
    ADD CONSTRAINT money_config_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.money_config TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.money_config TO glasshouse_office;


CREATE TABLE public.review_case (
    id uuid NOT NULL,
    kind text NOT NULL,
    person uuid NOT NULL,
    number bigint NOT NULL,
    title text NOT NULL,
    try_number integer NOT NULL,
    submitted_at timestamp with time zone NOT NULL,
    claimed_by uuid,
    claimed_by_name text,
    claimed_until timestamp with time zone,
    decision text,
    decided_by uuid,
    decided_by_name text,
    decided_at timestamp with time zone,
    reason text,
    automatic boolean GENERATED ALWAYS AS (((decision IS NOT NULL) AND (decided_by IS NULL))) STORED NOT NULL,
    amount bigint,
    first_by uuid,
    claimed_at timestamp with time zone,
    CONSTRAINT review_case_amount_check CHECK ((amount > 0)),
    CONSTRAINT review_case_decision_check CHECK (((decision = ANY (ARRAY['approve'::text, 'reject'::text])) OR ((decision = 'cancelled'::text) AND (kind = 'withdrawal'::text)))),
    CONSTRAINT review_case_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
    CONSTRAINT review_case_try_number_check CHECK ((try_number > 0)),
    CONSTRAINT review_claim_is_whole CHECK ((num_nulls(claimed_by, claimed_by_name, claimed_until) = ANY (ARRAY[0, 3]))),
    CONSTRAINT review_rejects_with_reason CHECK (((decision <> 'reject'::text) OR (reason IS NOT NULL)))
);

ALTER TABLE ONLY public.review_case
    ADD CONSTRAINT review_case_pkey PRIMARY KEY (id);

ALTER TABLE public.review_case
    ADD CONSTRAINT review_decision_is_whole CHECK (((num_nulls(decision, decided_at) = ANY (ARRAY[0, 2])) AND (num_nulls(decided_by, decided_by_name) = ANY (ARRAY[0, 2])) AND ((decided_by IS NULL) OR (decision IS NOT NULL)) AND ((decision IS NULL) OR ((decided_by IS NULL) = (decision = 'cancelled'::text)) OR ((decided_by IS NULL) AND ((kind = ANY (ARRAY['identity'::text, 'top_up'::text])) OR ((kind = 'withdrawal'::text) AND (decision = 'approve'::text))))))) NOT VALID;

CREATE INDEX review_case_by_amount ON public.review_case USING btree (kind, COALESCE(amount, (0)::bigint), id) WHERE (decision IS NULL);

CREATE INDEX review_case_by_clock ON public.review_case USING btree (kind, decided_at, id) WHERE (automatic AND (decision = 'approve'::text));

CREATE INDEX review_case_kind_decided_at_id_idx ON public.review_case USING btree (kind, decided_at, id) WHERE (decision IS NOT NULL);

CREATE INDEX review_case_kind_submitted_at_id_idx ON public.review_case USING btree (kind, submitted_at, id) WHERE (decision IS NULL);

CREATE INDEX review_case_of_person ON public.review_case USING btree (person, kind, decided_at) WHERE (decision IS NOT NULL);

CREATE UNIQUE INDEX review_one_at_a_time ON public.review_case USING btree (person, kind) WHERE ((decision IS NULL) AND (kind = ANY (ARRAY['appeal'::text, 'identity'::text, 'vip_refund'::text])));

CREATE TRIGGER case_was_claimed BEFORE INSERT OR UPDATE OF claimed_by ON public.review_case FOR EACH ROW WHEN ((new.claimed_by IS NOT NULL)) EXECUTE FUNCTION public.case_was_claimed();

CREATE CONSTRAINT TRIGGER decision_is_logged AFTER UPDATE OF decision ON public.review_case DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND (new.decision IS NOT NULL))) EXECUTE FUNCTION public.decision_is_logged();

CREATE TRIGGER identity_is_decided AFTER UPDATE OF decision ON public.review_case FOR EACH ROW WHEN (((new.kind = 'identity'::text) AND (new.decision IS NOT NULL))) EXECUTE FUNCTION public.identity_is_decided();

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF submitted_at, decided_at ON public.review_case FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('submitted_at', 'decided_at');

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.review_case FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER rejection_lowers_credit AFTER UPDATE OF decision ON public.review_case FOR EACH ROW WHEN (((new.kind = 'identity'::text) AND (new.decision = 'reject'::text) AND (new.decided_by IS NOT NULL))) EXECUTE FUNCTION public.rejection_lowers_credit();

CREATE TRIGGER review_is_decided_once BEFORE UPDATE ON public.review_case FOR EACH ROW EXECUTE FUNCTION public.review_is_decided_once();

CREATE TRIGGER top_up_is_decided AFTER UPDATE OF decision ON public.review_case FOR EACH ROW WHEN (((new.kind = 'top_up'::text) AND (new.decision IS NOT NULL))) EXECUTE FUNCTION public.top_up_is_decided();

CREATE TRIGGER vip_refund_is_decided AFTER UPDATE OF decision ON public.review_case FOR EACH ROW WHEN (((new.kind = 'vip_refund'::text) AND (new.decision IS NOT NULL))) EXECUTE FUNCTION public.vip_refund_is_decided();

CREATE TRIGGER withdrawal_is_decided AFTER UPDATE OF decision ON public.review_case FOR EACH ROW WHEN (((new.kind = 'withdrawal'::text) AND (new.decision IS NOT NULL))) EXECUTE FUNCTION public.withdrawal_is_decided();

ALTER TABLE ONLY public.review_case
    ADD CONSTRAINT review_case_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.review_case
    ADD CONSTRAINT review_case_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.review_case
    ADD CONSTRAINT review_case_first_by_fkey FOREIGN KEY (first_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.review_case
    ADD CONSTRAINT review_case_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.review_case TO glasshouse_office;

GRANT SELECT(id),INSERT(id) ON TABLE public.review_case TO glasshouse_app;

GRANT SELECT(kind),INSERT(kind) ON TABLE public.review_case TO glasshouse_app;

GRANT SELECT(person),INSERT(person) ON TABLE public.review_case TO glasshouse_app;

GRANT INSERT(number) ON TABLE public.review_case TO glasshouse_app;

GRANT INSERT(title) ON TABLE public.review_case TO glasshouse_app;

GRANT SELECT(try_number),INSERT(try_number) ON TABLE public.review_case TO glasshouse_app;

GRANT SELECT(submitted_at),INSERT(submitted_at) ON TABLE public.review_case TO glasshouse_app;

GRANT UPDATE(claimed_by) ON TABLE public.review_case TO glasshouse_office;

GRANT UPDATE(claimed_by_name) ON TABLE public.review_case TO glasshouse_office;

GRANT UPDATE(claimed_until) ON TABLE public.review_case TO glasshouse_office;

GRANT SELECT(decision) ON TABLE public.review_case TO glasshouse_app;
GRANT UPDATE(decision) ON TABLE public.review_case TO glasshouse_office;

GRANT UPDATE(decided_by) ON TABLE public.review_case TO glasshouse_office;

GRANT UPDATE(decided_by_name) ON TABLE public.review_case TO glasshouse_office;

GRANT SELECT(decided_at) ON TABLE public.review_case TO glasshouse_app;
GRANT UPDATE(decided_at) ON TABLE public.review_case TO glasshouse_office;

GRANT SELECT(reason) ON TABLE public.review_case TO glasshouse_app;
GRANT UPDATE(reason) ON TABLE public.review_case TO glasshouse_office;

GRANT SELECT(automatic) ON TABLE public.review_case TO glasshouse_app;


CREATE TABLE public.site_config (
    version bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    title text NOT NULL,
    single_min bigint NOT NULL,
    single_max bigint NOT NULL,
    day_max bigint NOT NULL,
    invitation_required boolean NOT NULL,
    changed_by uuid,
    changed_by_name text,
    reason text,
    identity_minutes integer,
    top_up_minutes integer,
    language text DEFAULT 'zh-CN'::text NOT NULL,
    CONSTRAINT site_config_check CHECK ((single_max >= single_min)),
    CONSTRAINT site_config_check1 CHECK ((day_max >= single_max)),
    CONSTRAINT site_config_identity_minutes_check CHECK (((identity_minutes >= 1) AND (identity_minutes <= 10080))),
    CONSTRAINT site_config_language_check CHECK ((language = ANY (ARRAY['en-US'::text, 'zh-CN'::text, 'zh-HK'::text, 'ja-JP'::text, 'ko-KR'::text, 'vi-VN'::text, 'ru-RU'::text, 'fr-FR'::text]))),
    CONSTRAINT site_config_single_min_check CHECK ((single_min > 0)),
    CONSTRAINT site_config_title_check CHECK (((length(title) >= 1) AND (length(title) <= 40))),
    CONSTRAINT site_config_top_up_minutes_check CHECK (((top_up_minutes >= 1) AND (top_up_minutes <= 10080)))
);

ALTER TABLE public.site_config ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.site_config_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.site_config
    ADD CONSTRAINT site_config_pkey PRIMARY KEY (version);

CREATE TRIGGER site_config_is_history BEFORE DELETE OR UPDATE ON public.site_config FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER site_config_is_logged AFTER INSERT ON public.site_config FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.site_config
    ADD CONSTRAINT site_config_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.site_config TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.site_config TO glasshouse_office;


CREATE TABLE public.support_contact (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    account text NOT NULL,
    link text,
    "position" integer NOT NULL,
    CONSTRAINT support_contact_account_check CHECK (((length(account) >= 1) AND (length(account) <= 80))),
    CONSTRAINT support_contact_link_check CHECK ((link ~ '^https://'::text))
);

ALTER TABLE ONLY public.support_contact
    ADD CONSTRAINT support_contact_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.support_contact
    ADD CONSTRAINT support_contact_position UNIQUE ("position") DEFERRABLE INITIALLY DEFERRED;

GRANT SELECT ON TABLE public.support_contact TO glasshouse_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.support_contact TO glasshouse_office;


CREATE FUNCTION public.are_own_exchanges(of smallint, moment timestamp with time zone, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
declare
  money constant public.money_config := public.money_at(moment);
  is_turned constant boolean := abs(extract(epoch from moment - clock_timestamp())) > 300;
begin
  return (is_turned or money.version = (public.money_at(clock_timestamp())).version) and not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account < 65536
      and account not in (32769, 32770)
  ) and not exists (
    select from (
      select count(*) as legs, min(account >> 16) as owner, max(account >> 16) as other,
        sum(amount) filter (where account & 65535 = 1025) as usdt, sum(amount) filter (where account & 65535 = 2050) as cny
      from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of and account >= 65536 group by ref
    ) as fact
    where legs <> 2 or owner <> other or usdt is null or cny is null or case
      when usdt < 0 then cny <> div(-usdt * money.cny_rate, 100000000) else usdt <> div(-cny * 100000000, money.cny_rate::numeric) end);
end $$;


CREATE FUNCTION public.case_was_claimed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.claimed_at := clock_timestamp();
  return new;
end $$;

REVOKE ALL ON FUNCTION public.case_was_claimed() FROM PUBLIC;


CREATE FUNCTION public.clock_seconds(queue text, moment timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select least(
    nullif(case queue when 'identity' then identity_minutes when 'top_up' then top_up_minutes else 0 end * 60, 0),
    case when queue in ('identity', 'top_up', 'withdrawal') and not is_attended(queue, moment) then nullif(unattended_seconds, 0) end)
  from money_at(moment)
$$;

REVOKE ALL ON FUNCTION public.clock_seconds(queue text, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.clock_seconds(queue text, moment timestamp with time zone) TO glasshouse_app;
GRANT ALL ON FUNCTION public.clock_seconds(queue text, moment timestamp with time zone) TO glasshouse_office;


CREATE FUNCTION public.money_at(moment timestamp with time zone) RETURNS public.money_config
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select m from public.money_config as m
    where effective_at <= moment and not exists (
      select from public.withdrawn_change as w where w.about = 'money_config' and w.version = m.version
    ) order by version desc limit 1);
end $$;


CREATE FUNCTION public.pass_withdrawal(at timestamp with time zone) RETURNS TABLE(owner bigint, id uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_withdrawal.at);
  due_at constant timestamptz := moment - clock_seconds('withdrawal', moment) * interval '1 second';
  alone  constant bigint := (money_at(moment)).two_people_above;
  due    record;
begin
  select review_case.id as case_id, payable.owner, payable.id into due
  from review_case join withdrawals_paid_by_clock(moment, alone) as payable on payable.case_id = review_case.id
  where kind = 'withdrawal' and decision is null and amount <= alone and submitted_at <= due_at
    and (claimed_until is null or claimed_until <= moment)
    and review_case.person not in (select about.person from decided_by_people('withdrawal', moment) as about)
  order by submitted_at limit 1 for no key update of review_case skip locked;
  -- A reviewer may have stopped it while the clock searched. From here on nobody can: it takes the lock of the case.
  if not found or not clock_may_pay(due.owner, due.id, moment) then return; end if;
  update review_case set decision = 'approve', decided_at = moment where review_case.id = due.case_id;
  owner := due.owner;
  id := due.id;
  return next;
end $$;

REVOKE ALL ON FUNCTION public.pass_withdrawal(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pass_withdrawal(at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.review_is_decided_once() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if old.decision is not null then
    raise exception 'case % is decided', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
