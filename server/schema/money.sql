-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.account (
    id bigint NOT NULL,
    balance bigint DEFAULT 0 NOT NULL,
    CONSTRAINT account_id_check CHECK ((id >= 65536)),
    CONSTRAINT account_no_overdraft CHECK ((balance >= 0))
)
WITH (fillfactor='70');

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

GRANT SELECT ON TABLE public.account TO glasshouse_app;
GRANT SELECT ON TABLE public.account TO glasshouse_office;


CREATE TABLE public.balance_mark (
    account bigint NOT NULL,
    id bigint NOT NULL,
    balance bigint NOT NULL
);

ALTER TABLE ONLY public.balance_mark
    ADD CONSTRAINT balance_mark_pkey PRIMARY KEY (account, id);

CREATE TRIGGER balance_mark_is_history BEFORE DELETE OR UPDATE ON public.balance_mark FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER balance_mark_is_kept BEFORE TRUNCATE ON public.balance_mark FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();


CREATE TABLE public.books_alarm (
    account bigint NOT NULL,
    balance bigint NOT NULL,
    legs numeric NOT NULL,
    found_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.books_alarm
    ADD CONSTRAINT books_alarm_pkey PRIMARY KEY (account);

GRANT SELECT,INSERT,DELETE ON TABLE public.books_alarm TO glasshouse_app;
GRANT SELECT ON TABLE public.books_alarm TO glasshouse_office;


CREATE TABLE public.correction (
    ref uuid NOT NULL,
    number bigint NOT NULL,
    reason text NOT NULL,
    at timestamp with time zone NOT NULL,
    approval uuid NOT NULL
);

ALTER TABLE ONLY public.correction
    ADD CONSTRAINT correction_approval_key UNIQUE (approval);

ALTER TABLE ONLY public.correction
    ADD CONSTRAINT correction_pkey PRIMARY KEY (ref);

CREATE TRIGGER correction_counts BEFORE INSERT ON public.correction FOR EACH ROW EXECUTE FUNCTION public.correction_counts();

CREATE TRIGGER correction_is_approved BEFORE INSERT ON public.correction FOR EACH ROW EXECUTE FUNCTION public.correction_is_approved();

CREATE TRIGGER correction_is_history BEFORE DELETE OR UPDATE ON public.correction FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.correction
    ADD CONSTRAINT correction_approval_fkey FOREIGN KEY (approval) REFERENCES public.approval(id);

GRANT SELECT ON TABLE public.correction TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.correction TO glasshouse_office;


CREATE TABLE public.correction_day (
    day date NOT NULL,
    credited bigint NOT NULL,
    CONSTRAINT correction_day_credited_check CHECK (((credited >= 0) AND (credited <= '1000000000000'::bigint)))
);

ALTER TABLE ONLY public.correction_day
    ADD CONSTRAINT correction_day_pkey PRIMARY KEY (day);


CREATE TABLE public.currency_code (
    code smallint NOT NULL,
    name text NOT NULL,
    decimals smallint NOT NULL
);

ALTER TABLE ONLY public.currency_code
    ADD CONSTRAINT currency_code_name_key UNIQUE (name);

ALTER TABLE ONLY public.currency_code
    ADD CONSTRAINT currency_code_pkey PRIMARY KEY (code);


CREATE TABLE public.day_end (
    day integer NOT NULL,
    through bigint NOT NULL,
    xid xid8 NOT NULL
);

ALTER TABLE ONLY public.day_end
    ADD CONSTRAINT day_end_pkey PRIMARY KEY (day);

CREATE TRIGGER day_end_is_history BEFORE DELETE OR UPDATE ON public.day_end FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER day_end_is_kept BEFORE TRUNCATE ON public.day_end FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.day_end TO glasshouse_app;


CREATE TABLE public.day_total (
    day integer NOT NULL,
    through bigint NOT NULL,
    since bigint NOT NULL,
    accounts integer[] NOT NULL,
    amounts bigint[] NOT NULL,
    CONSTRAINT day_total_check CHECK ((since <= through)),
    CONSTRAINT day_total_check1 CHECK ((cardinality(amounts) = cardinality(accounts)))
);

ALTER TABLE ONLY public.day_total
    ADD CONSTRAINT day_total_pkey PRIMARY KEY (day);

CREATE TRIGGER day_total_is_history BEFORE DELETE OR UPDATE ON public.day_total FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER day_total_is_kept BEFORE TRUNCATE ON public.day_total FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER day_total_is_logged AFTER INSERT ON public.day_total FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.day_total
    ADD CONSTRAINT day_total_day_fkey FOREIGN KEY (day) REFERENCES public.day_end(day);

GRANT SELECT ON TABLE public.day_total TO glasshouse_app;


CREATE TABLE public.income (
    owner bigint NOT NULL,
    day date NOT NULL,
    source text NOT NULL,
    currency smallint NOT NULL,
    amount bigint NOT NULL
);

ALTER TABLE ONLY public.income
    ADD CONSTRAINT income_pkey PRIMARY KEY (owner, day, source, currency);

CREATE INDEX income_of_products ON public.income USING btree (day, owner) INCLUDE (amount) WHERE ((source = 'product'::text) AND (currency = 1));

GRANT SELECT ON TABLE public.income TO glasshouse_app;
GRANT SELECT ON TABLE public.income TO glasshouse_office;


CREATE TABLE public.invitation_income (
    id bigint NOT NULL,
    inviter bigint NOT NULL,
    invitee bigint NOT NULL,
    source text NOT NULL,
    at timestamp with time zone NOT NULL,
    day date,
    base bigint,
    share_bp integer,
    amount bigint NOT NULL,
    withheld text,
    CONSTRAINT invitation_income_amount_check CHECK ((amount >= 0)),
    CONSTRAINT invitation_income_is_whole CHECK (((num_nulls(day, base, share_bp) =
CASE source
    WHEN 'new_user'::text THEN 3
    ELSE 0
END) AND ((amount = 0) = (withheld IS NOT NULL)) AND ((source = 'new_user'::text) OR (withheld IS NULL)) AND (inviter <> invitee))),
    CONSTRAINT invitation_income_source_check CHECK ((source = ANY (ARRAY['new_user'::text, 'lower_level'::text]))),
    CONSTRAINT invitation_income_withheld_check CHECK ((withheld = ANY (ARRAY['same_contact'::text, 'same_browser'::text, 'same_place'::text, 'second_time'::text, 'not_offered'::text])))
);

ALTER TABLE public.invitation_income ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invitation_income_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.invitation_income
    ADD CONSTRAINT invitation_income_pkey PRIMARY KEY (id);

CREATE INDEX invitation_income_inviter_id_source_amount_withheld_idx ON public.invitation_income USING btree (inviter, id) INCLUDE (source, amount, withheld);

CREATE UNIQUE INDEX invitation_rewards_once ON public.invitation_income USING btree (invitee) WHERE (source = 'new_user'::text);

CREATE UNIQUE INDEX invitation_shares_once ON public.invitation_income USING btree (invitee, day) WHERE (source = 'lower_level'::text);

CREATE TRIGGER invitation_income_is_history BEFORE DELETE OR UPDATE ON public.invitation_income FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER invitation_income_is_kept BEFORE TRUNCATE ON public.invitation_income FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER moment_is_now BEFORE INSERT ON public.invitation_income FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at');

GRANT SELECT ON TABLE public.invitation_income TO glasshouse_app;
GRANT SELECT ON TABLE public.invitation_income TO glasshouse_office;


CREATE TABLE public.leg (
    account bigint NOT NULL,
    id bigint NOT NULL,
    amount bigint NOT NULL,
    contra bigint,
    at timestamp with time zone NOT NULL,
    ref uuid,
    kind smallint NOT NULL,
    CONSTRAINT leg_amount_check CHECK ((amount <> 0)),
    CONSTRAINT leg_check CHECK (((contra & (1023)::bigint) = (account & (1023)::bigint))),
    CONSTRAINT leg_names_its_fact CHECK (((account < 65536) OR ((ref IS NOT NULL) AND (contra IS NOT NULL))))
);

ALTER TABLE public.leg
    ADD CONSTRAINT leg_of_an_account CHECK (((account > 32768) AND (contra > 32768))) NOT VALID;

ALTER TABLE ONLY public.leg
    ADD CONSTRAINT leg_pkey PRIMARY KEY (account, id);

ALTER TABLE ONLY public.leg
    ADD CONSTRAINT leg_posts_once UNIQUE (account, ref, kind);

CREATE INDEX leg_by_id ON public.leg USING brin (id) WITH (pages_per_range='128', autosummarize='on');

CREATE TRIGGER leg_is_for_ever BEFORE DELETE OR UPDATE ON public.leg FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER leg_is_kept BEFORE TRUNCATE ON public.leg FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER legs_sum_to_zero AFTER INSERT ON public.leg REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION public.check_written_legs();

CREATE TRIGGER moment_is_now BEFORE INSERT ON public.leg FOR EACH ROW WHEN (((NOT public.is_now(new.at)) AND (NOT ((new.kind = ANY (ARRAY[61, 120])) AND (new.at <= clock_timestamp()))))) EXECUTE FUNCTION public.moments_are_now('at');

CREATE TRIGGER refuse_old_snapshot BEFORE INSERT ON public.leg FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> 'read committed'::text)) EXECUTE FUNCTION public.refuse_old_snapshot();

GRANT SELECT ON TABLE public.leg TO glasshouse_app;
GRANT SELECT ON TABLE public.leg TO glasshouse_office;


CREATE TABLE public.membership (
    person uuid NOT NULL,
    level smallint NOT NULL,
    deposit bigint NOT NULL,
    since timestamp with time zone NOT NULL,
    until timestamp with time zone,
    refund uuid,
    CONSTRAINT first_level_ends CHECK (((until IS NULL) = (level > 1))),
    CONSTRAINT first_level_is_not_asked_back CHECK (((refund IS NULL) OR (level > 1))),
    CONSTRAINT membership_deposit_check CHECK ((deposit > 0))
);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_pkey PRIMARY KEY (person);

CREATE INDEX membership_until_idx ON public.membership USING btree (until) WHERE (until IS NOT NULL);

CREATE TRIGGER level_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.membership FOR EACH ROW EXECUTE FUNCTION public.level_is_kept();

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF since ON public.membership FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('since');

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.membership FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_level_fkey FOREIGN KEY (level) REFERENCES public.vip_rule(level);

ALTER TABLE ONLY public.membership
    ADD CONSTRAINT membership_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.membership TO glasshouse_app;
GRANT SELECT ON TABLE public.membership TO glasshouse_office;


CREATE TABLE public.movement (
    owner bigint NOT NULL,
    id uuid NOT NULL,
    serial bigint NOT NULL,
    flow text NOT NULL,
    state text NOT NULL,
    currency smallint NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    other bigint,
    label text NOT NULL,
    at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    reason text,
    CONSTRAINT movement_amount_check CHECK ((amount > 0)),
    CONSTRAINT movement_check CHECK (((fee >= 0) AND (fee < amount))),
    CONSTRAINT movement_label_check CHECK (((length(label) >= 1) AND (length(label) <= 40))),
    CONSTRAINT movement_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);

ALTER TABLE public.movement ALTER COLUMN serial ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.movement_serial_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_pkey PRIMARY KEY (owner, id);

CREATE INDEX movement_by_id ON public.movement USING btree (id);

CREATE INDEX movement_ended ON public.movement USING btree (changed_at) INCLUDE (flow, state, currency, amount, fee) WHERE ((flow = ANY (ARRAY['recharge'::text, 'withdraw'::text])) AND (state = ANY (ARRAY['passed'::text, 'success'::text])));

CREATE UNIQUE INDEX movement_in_order ON public.movement USING btree (owner, serial);

CREATE INDEX movement_open ON public.movement USING btree (flow, state, currency) INCLUDE (amount, at) WHERE (state = ANY (ARRAY['under_review'::text, 'withdrawing'::text, 'frozen'::text]));

CREATE INDEX movement_open_withdrawals ON public.movement USING btree (state, changed_at, id) WHERE ((flow = 'withdraw'::text) AND (state = ANY (ARRAY['under_review'::text, 'withdrawing'::text, 'frozen'::text])));

CREATE INDEX movement_passed_recharges ON public.movement USING btree (owner, at) WHERE ((flow = 'recharge'::text) AND (state = 'passed'::text));

CREATE INDEX movement_records ON public.movement USING btree (owner, flow, state, currency, at DESC, serial DESC);

CREATE INDEX movement_withdrawals ON public.movement USING btree (at, serial) WHERE (flow = 'withdraw'::text);

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF at, changed_at ON public.movement FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at', 'changed_at');

CREATE CONSTRAINT TRIGGER withdrawal_follows_its_case AFTER UPDATE OF state ON public.movement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.flow = 'withdraw'::text) AND (new.state <> old.state))) EXECUTE FUNCTION public.withdrawal_follows_its_case();

ALTER TABLE ONLY public.movement
    ADD CONSTRAINT movement_currency_fkey FOREIGN KEY (currency) REFERENCES public.currency_code(code);

GRANT SELECT ON TABLE public.movement TO glasshouse_app;
GRANT SELECT ON TABLE public.movement TO glasshouse_office;


CREATE TABLE public.movement_arrow (
    flow text NOT NULL,
    source text NOT NULL,
    target text NOT NULL,
    posts smallint,
    walker text NOT NULL,
    CONSTRAINT movement_arrow_walker_check CHECK ((walker = ANY (ARRAY['app'::text, 'office'::text, 'function'::text])))
);

ALTER TABLE ONLY public.movement_arrow
    ADD CONSTRAINT movement_arrow_pkey PRIMARY KEY (flow, source, target);

ALTER TABLE ONLY public.movement_arrow
    ADD CONSTRAINT movement_arrow_posts_fkey FOREIGN KEY (posts) REFERENCES public.posting_kind(code);

GRANT SELECT ON TABLE public.movement_arrow TO glasshouse_app;


CREATE TABLE public.movement_step (
    owner bigint NOT NULL,
    id uuid NOT NULL,
    place integer NOT NULL,
    state text NOT NULL,
    at timestamp with time zone NOT NULL,
    reason text
);

ALTER TABLE ONLY public.movement_step
    ADD CONSTRAINT movement_step_pkey PRIMARY KEY (owner, id, place);

CREATE INDEX movement_step_of_people ON public.movement_step USING btree (at) WHERE (state = ANY (ARRAY['frozen'::text, 'rejected'::text, 'failed'::text]));

CREATE TRIGGER moment_is_now BEFORE INSERT ON public.movement_step FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at');

ALTER TABLE ONLY public.movement_step
    ADD CONSTRAINT movement_step_owner_id_fkey FOREIGN KEY (owner, id) REFERENCES public.movement(owner, id);

GRANT SELECT ON TABLE public.movement_step TO glasshouse_app;
GRANT SELECT ON TABLE public.movement_step TO glasshouse_office;


CREATE TABLE public.posting_kind (
    code smallint NOT NULL,
    name text NOT NULL,
    income text,
    CONSTRAINT posting_kind_income_check CHECK ((income = ANY (ARRAY['new_user'::text, 'lower_level'::text, 'product'::text, 'trading'::text])))
);

ALTER TABLE ONLY public.posting_kind
    ADD CONSTRAINT posting_kind_name_key UNIQUE (name);

ALTER TABLE ONLY public.posting_kind
    ADD CONSTRAINT posting_kind_pkey PRIMARY KEY (code);

GRANT SELECT ON TABLE public.posting_kind TO glasshouse_app;


CREATE TABLE public.posting_right (
    role name NOT NULL,
    kind smallint NOT NULL,
    held_to text,
    CONSTRAINT posting_right_held_to_check CHECK ((held_to = ANY (ARRAY['two_people'::text, 'own_wallets'::text, 'own_exchange'::text, 'welcome'::text])))
);

ALTER TABLE ONLY public.posting_right
    ADD CONSTRAINT posting_right_pkey PRIMARY KEY (role, kind);

ALTER TABLE ONLY public.posting_right
    ADD CONSTRAINT posting_right_kind_fkey FOREIGN KEY (kind) REFERENCES public.posting_kind(code);


CREATE TABLE public.proof (
    account bigint NOT NULL,
    through bigint NOT NULL,
    amount bigint NOT NULL
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_pkey PRIMARY KEY (account);

GRANT SELECT,INSERT,UPDATE ON TABLE public.proof TO glasshouse_app;
GRANT SELECT ON TABLE public.proof TO glasshouse_office;


CREATE TABLE public.proof_mark (
    only_one boolean DEFAULT true NOT NULL,
    through bigint NOT NULL,
    next bigint NOT NULL,
    next_xid xid8 NOT NULL,
    walked_through bigint DEFAULT 0 NOT NULL,
    CONSTRAINT proof_mark_only_one_check CHECK (only_one)
);

ALTER TABLE ONLY public.proof_mark
    ADD CONSTRAINT proof_mark_pkey PRIMARY KEY (only_one);

GRANT SELECT,UPDATE ON TABLE public.proof_mark TO glasshouse_app;
GRANT SELECT ON TABLE public.proof_mark TO glasshouse_office;


CREATE TABLE public.received (
    person uuid NOT NULL,
    span text NOT NULL,
    since date NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT received_amount_check CHECK ((amount >= 0)),
    CONSTRAINT received_span_check CHECK ((span = ANY (ARRAY['day'::text, 'month'::text])))
);

ALTER TABLE ONLY public.received
    ADD CONSTRAINT received_pkey PRIMARY KEY (person, span, since);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.received FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.received
    ADD CONSTRAINT received_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.received TO glasshouse_app;
GRANT SELECT ON TABLE public.received TO glasshouse_office;


CREATE TABLE public.test_card (
    brand text NOT NULL,
    last_four text NOT NULL,
    CONSTRAINT test_card_last_four_check CHECK ((last_four ~ '^\d{4}$'::text))
);

ALTER TABLE ONLY public.test_card
    ADD CONSTRAINT test_card_pkey PRIMARY KEY (brand, last_four);


CREATE TABLE public.top_up_case (
    id uuid NOT NULL,
    person uuid NOT NULL,
    owner bigint NOT NULL,
    movement uuid NOT NULL,
    network text NOT NULL,
    address text NOT NULL,
    attempt integer NOT NULL,
    receipt uuid,
    first_by uuid,
    first_by_name text,
    first_at timestamp with time zone,
    CONSTRAINT top_up_case_address_check CHECK (((address ~~ 'SIM-%-PAPER'::text) AND (length(address) < 40))),
    CONSTRAINT top_up_case_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT top_up_case_network_check CHECK ((network = ANY (ARRAY['TRC20'::text, 'ERC20'::text, 'BEP20'::text]))),
    CONSTRAINT top_up_first_is_whole CHECK ((num_nulls(first_by, first_by_name, first_at) = ANY (ARRAY[0, 3])))
);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_receipt_key UNIQUE (receipt);

CREATE UNIQUE INDEX top_up_attempt ON public.top_up_case USING btree (owner, movement, attempt);

CREATE INDEX top_up_case_person_idx ON public.top_up_case USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.top_up_case FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER note_in_queue AFTER INSERT OR UPDATE OF first_by ON public.top_up_case FOR EACH ROW EXECUTE FUNCTION public.note_in_queue();

CREATE TRIGGER refuse_old_snapshot BEFORE INSERT ON public.top_up_case FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> 'read committed'::text)) EXECUTE FUNCTION public.refuse_old_snapshot();

CREATE TRIGGER top_up_first_stays BEFORE UPDATE OF first_by, first_by_name, first_at ON public.top_up_case FOR EACH ROW EXECUTE FUNCTION public.withdrawal_first_stays();

CREATE TRIGGER top_up_is_submitted AFTER INSERT ON public.top_up_case FOR EACH ROW EXECUTE FUNCTION public.top_up_is_submitted();

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_first_by_fkey FOREIGN KEY (first_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_id_fkey FOREIGN KEY (id) REFERENCES public.review_case(id);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_owner_movement_fkey FOREIGN KEY (owner, movement) REFERENCES public.movement(owner, id);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

ALTER TABLE ONLY public.top_up_case
    ADD CONSTRAINT top_up_case_receipt_fkey FOREIGN KEY (receipt) REFERENCES public.file(id) ON DELETE SET NULL;

GRANT SELECT ON TABLE public.top_up_case TO glasshouse_app;
GRANT SELECT ON TABLE public.top_up_case TO glasshouse_office;

GRANT INSERT(id) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(person) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(owner) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(movement) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(network) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(address) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(attempt) ON TABLE public.top_up_case TO glasshouse_app;

GRANT INSERT(receipt) ON TABLE public.top_up_case TO glasshouse_app;

GRANT UPDATE(first_by) ON TABLE public.top_up_case TO glasshouse_office;

GRANT UPDATE(first_by_name) ON TABLE public.top_up_case TO glasshouse_office;

GRANT UPDATE(first_at) ON TABLE public.top_up_case TO glasshouse_office;


CREATE TABLE public.transfer_setting (
    person uuid NOT NULL,
    ask boolean NOT NULL
);

ALTER TABLE ONLY public.transfer_setting
    ADD CONSTRAINT transfer_setting_pkey PRIMARY KEY (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.transfer_setting FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.transfer_setting
    ADD CONSTRAINT transfer_setting_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,UPDATE ON TABLE public.transfer_setting TO glasshouse_app;


CREATE TABLE public.vip_rule (
    level smallint NOT NULL,
    per_day bigint NOT NULL,
    per_month bigint NOT NULL,
    CONSTRAINT vip_rule_level_check CHECK (((level >= 1) AND (level <= 5)))
);

ALTER TABLE ONLY public.vip_rule
    ADD CONSTRAINT vip_rule_pkey PRIMARY KEY (level);

GRANT SELECT ON TABLE public.vip_rule TO glasshouse_app;
GRANT SELECT ON TABLE public.vip_rule TO glasshouse_office;


CREATE TABLE public.wallet_code (
    code smallint NOT NULL,
    name text NOT NULL
);

ALTER TABLE ONLY public.wallet_code
    ADD CONSTRAINT wallet_code_name_key UNIQUE (name);

ALTER TABLE ONLY public.wallet_code
    ADD CONSTRAINT wallet_code_pkey PRIMARY KEY (code);


CREATE TABLE public.withdrawal (
    owner bigint NOT NULL,
    id uuid NOT NULL,
    person uuid NOT NULL,
    case_id uuid NOT NULL,
    sealed bytea NOT NULL,
    wrapped_key bytea NOT NULL,
    key_id text NOT NULL,
    payee_hash bytea NOT NULL,
    first_by uuid,
    first_by_name text,
    first_at timestamp with time zone,
    CONSTRAINT withdrawal_first_is_whole CHECK ((num_nulls(first_by, first_by_name, first_at) = ANY (ARRAY[0, 3]))),
    CONSTRAINT withdrawal_payee_hash_check CHECK ((length(payee_hash) = 32)),
    CONSTRAINT withdrawal_sealed_check CHECK (((length(sealed) >= 28) AND (length(sealed) <= 2000))),
    CONSTRAINT withdrawal_wrapped_key_check CHECK ((length(wrapped_key) = 60))
);

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_case_id_key UNIQUE (case_id);

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_pkey PRIMARY KEY (owner, id);

CREATE INDEX withdrawal_key_id_idx ON public.withdrawal USING btree (key_id);

CREATE INDEX withdrawal_payee_hash_idx ON public.withdrawal USING btree (payee_hash);

CREATE INDEX withdrawal_person_idx ON public.withdrawal USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER note_in_queue AFTER UPDATE OF first_by ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION public.note_in_queue();

CREATE TRIGGER withdrawal_first_stays BEFORE UPDATE OF first_by, first_by_name, first_at ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION public.withdrawal_first_stays();

CREATE TRIGGER withdrawal_has_its_case BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION public.withdrawal_has_its_case();

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.review_case(id);

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_first_by_fkey FOREIGN KEY (first_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_owner_id_fkey FOREIGN KEY (owner, id) REFERENCES public.movement(owner, id);

ALTER TABLE ONLY public.withdrawal
    ADD CONSTRAINT withdrawal_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.withdrawal TO glasshouse_app;
GRANT SELECT ON TABLE public.withdrawal TO glasshouse_office;

GRANT INSERT(owner) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(id) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(person) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(case_id) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(sealed) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(wrapped_key),UPDATE(wrapped_key) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(key_id),UPDATE(key_id) ON TABLE public.withdrawal TO glasshouse_app;

GRANT INSERT(payee_hash),UPDATE(payee_hash) ON TABLE public.withdrawal TO glasshouse_app;

GRANT UPDATE(first_by) ON TABLE public.withdrawal TO glasshouse_office;

GRANT UPDATE(first_by_name) ON TABLE public.withdrawal TO glasshouse_office;

GRANT UPDATE(first_at) ON TABLE public.withdrawal TO glasshouse_office;


CREATE TABLE public.withdrawal_count (
    owner bigint NOT NULL,
    id uuid NOT NULL,
    case_id uuid NOT NULL,
    day date NOT NULL,
    usdt bigint NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    mark bytea,
    CONSTRAINT withdrawal_count_usdt_check CHECK ((usdt > 0))
);

ALTER TABLE ONLY public.withdrawal_count
    ADD CONSTRAINT withdrawal_count_case_id_key UNIQUE (case_id);

ALTER TABLE ONLY public.withdrawal_count
    ADD CONSTRAINT withdrawal_count_pkey PRIMARY KEY (owner, id);

CREATE TRIGGER note_in_queue AFTER INSERT ON public.withdrawal_count FOR EACH ROW EXECUTE FUNCTION public.note_in_queue();

ALTER TABLE ONLY public.withdrawal_count
    ADD CONSTRAINT withdrawal_count_owner_id_fkey FOREIGN KEY (owner, id) REFERENCES public.movement(owner, id);

GRANT SELECT ON TABLE public.withdrawal_count TO glasshouse_app;
GRANT SELECT ON TABLE public.withdrawal_count TO glasshouse_office;


CREATE TABLE public.withdrawal_day (
    owner bigint NOT NULL,
    day date NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT withdrawal_day_used_check CHECK ((used >= 0))
);

ALTER TABLE ONLY public.withdrawal_day
    ADD CONSTRAINT withdrawal_day_pkey PRIMARY KEY (owner, day);

GRANT SELECT ON TABLE public.withdrawal_day TO glasshouse_app;
GRANT SELECT ON TABLE public.withdrawal_day TO glasshouse_office;


CREATE FUNCTION public.are_own_transfers(of smallint, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    AS $$
begin
  return not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind) where kind = of
    group by ref having min(account) < 65536 or min(account >> 16) <> max(account >> 16) or min(account & 1023) <> max(account & 1023)
      or sum(amount) <> 0);
end $$;


CREATE FUNCTION public.ask_vip_refund(owner bigint, id uuid, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  whose  constant uuid := hold_member(owner);
  before movement;
  held   membership;
  begun  text;
begin
  if whose is null then return 'nobody'; end if;
  select * into before from movement as m where m.owner = ask_vip_refund.owner and m.id = ask_vip_refund.id;
  if found then return case when before.flow = 'refund' then 'repeated' else 'id_used' end; end if;
  select * into held from membership where person = whose;
  if coalesce(held.level, 0) < 2 then return 'vip_no_deposit'; end if;
  if held.refund is not null then return 'vip_refund_open'; end if;
  if ask_vip_refund.at < held.since + 60 * interval '24 hours' or ask_vip_refund.at <= months_later(held.since, 2) then
    return 'vip_still_held';
  end if;
  begun := begin_movement(owner, id, 'refund', 'under_review', 1::smallint, held.deposit, 0, null, held.level::text, ask_vip_refund.at);
  if begun = 'started' then update membership set refund = ask_vip_refund.id where person = whose; end if;
  return begun;
end $$;

REVOKE ALL ON FUNCTION public.ask_vip_refund(owner bigint, id uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.ask_vip_refund(owner bigint, id uuid, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.balances_after(accounts bigint[], ids bigint[]) RETURNS TABLE(account bigint, id bigint, balance bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  of_account bigint[];
  of_leg     bigint[];
  held       bigint[];
  is_marked   boolean[];
begin
  with wanted as (
    select wanted.account, wanted.id, mark.id as mark, mark.balance from unnest(accounts, ids) as wanted (account, id)
    left join lateral (
      select m.id, m.balance from balance_mark as m where m.account = wanted.account and m.id >= wanted.id order by m.id limit 1
    ) as mark on true
  ), span as (
    select account, mark, balance, min(id) as oldest from wanted group by account, mark, balance
  )
  select array_agg(span.account), array_agg(line.id), array_agg(coalesce(span.balance, now.balance) - line.newer), array_agg(nth % 1000 = 0)
  into of_account, of_leg, held, is_marked
  from span join account as now on now.id = span.account
  cross join lateral (
    select leg.id, row_number() over newest_first as nth, coalesce(sum(leg.amount) over newer, 0)::bigint as newer
    from leg where leg.account = span.account and leg.id >= span.oldest and leg.id <= coalesce(span.mark, 9223372036854775807)
    window newest_first as (order by leg.id desc),
      newer as (order by leg.id desc rows between unbounded preceding and 1 preceding)
  ) as line where nth % 1000 = 0 or line.id = any (ids);
  -- Operators look in transactions that write nothing.
  if current_setting('transaction_read_only') = 'off' and current_setting('transaction_isolation') = 'read committed' then
    insert into balance_mark (account, id, balance)
    select counted.account, counted.id, counted.balance from unnest(of_account, of_leg, held, is_marked) as counted (account, id, balance, is_marked)
    where counted.is_marked order by 1, 2 on conflict do nothing;
  end if;
  return query
    select counted.account, counted.id, counted.balance from unnest(of_account, of_leg, held) as counted (account, id, balance)
    join unnest(accounts, ids) as wanted (account, id) on wanted.account = counted.account and wanted.id = counted.id;
end $$;

REVOKE ALL ON FUNCTION public.balances_after(accounts bigint[], ids bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.balances_after(accounts bigint[], ids bigint[]) TO glasshouse_app;
GRANT ALL ON FUNCTION public.balances_after(accounts bigint[], ids bigint[]) TO glasshouse_office;


CREATE FUNCTION public.begin_movement(owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  arrow movement_arrow;
  begun movement;
begin
  select * into arrow from movement_arrow as a where a.flow = begin_movement.flow and a.source = 'start' and a.target = begin_movement.state;
  if not found then
    raise exception 'no % begins as %', begin_movement.flow, begin_movement.state using errcode = 'check_violation';
  end if;
  perform from person as p where p.number = begin_movement.owner and p.deleted_at is null for key share;
  if not found then return 'nobody'; end if;
  insert into movement (owner, id, flow, state, currency, amount, fee, other, label, at, changed_at) values (
    begin_movement.owner, begin_movement.id, begin_movement.flow, begin_movement.state, begin_movement.currency, begin_movement.amount,
    begin_movement.fee, begin_movement.other, begin_movement.label, begin_movement.at, begin_movement.at)
  on conflict (owner, id) do nothing returning * into begun;
  if begun.id is null then
    select * into strict begun from movement as m where m.owner = begin_movement.owner and m.id = begin_movement.id;
    return case when (begun.flow, begun.currency, begun.amount, begun.label)
        = (begin_movement.flow, begin_movement.currency, begin_movement.amount, begin_movement.label)
      and begun.other is not distinct from begin_movement.other then 'repeated' else 'id_used' end;
  end if;
  insert into movement_step (owner, id, place, state, at) values (begun.owner, begun.id, 1, begun.state, begun.at);
  if arrow.posts is not null then
    perform book_arrow(begun, (select name from posting_kind where code = arrow.posts), begun.at);
  end if;
  return 'started';
exception when sqlstate 'GH001' then
  return 'insufficient_balance';
end $$;

REVOKE ALL ON FUNCTION public.begin_movement(owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.book(at timestamp with time zone, fact smallint, refs uuid[], sources bigint[], targets bigint[], amounts bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  -- Before any balance is locked.
  insert into account (id) select distinct target from unnest(targets) as credited (target)
  where target >= 65536 and not exists (select from account where id = target) order by 1 on conflict do nothing;
  select count(*), move_balances(
    array_agg(account order by account), array_agg(greatest(-amount, 0) order by account), array_agg(amount order by account))
  into wanted, moved from (
    select account, sum(amount)::bigint as amount from (
      select source as account, -amount as amount from unnest(sources, amounts) as taken (source, amount)
      union all select target, amount from unnest(targets, amounts) as given (target, amount)
    ) as side where account >= 65536 group by account
  ) as change;
  if moved < wanted then raise sqlstate 'GH001'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select account, base + row_number() over (order by account), amount, contra, book.at, ref, fact
  from (
    -- Of a user's money the system's side is one total.
    select account, case when account >= 65536 then contra end as contra, case when account >= 65536 or wanted = 0 then ref end as ref,
      sum(amount)::bigint as amount
    from (
      select source as account, target as contra, ref, -amount as amount
      from unnest(sources, targets, refs, amounts) as taken (source, target, ref, amount)
      union all select target, source, ref, amount from unnest(sources, targets, refs, amounts) as given (source, target, ref, amount)
    ) as side group by 1, 2, 3 having sum(amount) <> 0
  ) as sided;
end $$;

REVOKE ALL ON FUNCTION public.book(at timestamp with time zone, fact smallint, refs uuid[], sources bigint[], targets bigint[], amounts bigint[]) FROM PUBLIC;


CREATE FUNCTION public.book_arrow(moved public.movement, kind text, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  wallet constant bigint := (moved.owner << 16) + case moved.currency when 1 then 1024 else 2048 end + moved.currency; -- fund USDT, cash CNY
  outside constant bigint := (33 << 10) + moved.currency;
  fees constant bigint := (34 << 10) + moved.currency;
  waiting constant bigint := (43 << 10) + moved.currency; -- committed withdrawals
  deposits constant bigint := (44 << 10) + moved.currency; -- committed memberships
  fact constant smallint := (select code from posting_kind where name = kind);
  -- What is paid is between accounts of the system alone, where the ids of all owners meet: somebody else may have used the same.
  paid constant uuid := md5('withdrawal_paid ' || moved.owner || ' ' || moved.id)::uuid;
begin
  case kind
    when 'top_up' then perform book(at, fact, array[moved.id], array[outside], array[wallet], array[moved.amount]);
    when 'withdrawal_hold' then perform book(at, fact, array[moved.id], array[wallet], array[waiting], array[moved.amount]);
    when 'withdrawal_return' then perform book(at, fact, array[moved.id], array[waiting], array[wallet], array[moved.amount]);
    when 'withdrawal_paid' then
      if moved.fee = 0 then perform book(at, fact, array[paid], array[waiting], array[outside], array[moved.amount]);
      else perform book(at, fact, array[paid, paid], array[waiting, waiting], array[outside, fees], array[moved.amount - moved.fee, moved.fee]);
      end if;
    when 'member_transfer' then
      perform book(at, fact, array[moved.id], array[wallet], array[(moved.other << 16) + 1024 + moved.currency], array[moved.amount]);
    when 'vip_deposit' then perform book(at, fact, array[moved.id], array[wallet], array[deposits], array[moved.amount]);
    when 'vip_refund' then perform book(at, fact, array[moved.id], array[deposits], array[wallet], array[moved.amount]);
  end case;
end $$;

REVOKE ALL ON FUNCTION public.book_arrow(moved public.movement, kind text, at timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.cancel_withdrawal(whose bigint, which uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  found_case uuid;
begin
  select case_id into found_case from withdrawal where owner = whose and id = which;
  perform from review_case where id = found_case for no key update;
  if not exists (select from movement where owner = whose and id = which and flow = 'withdraw' and state = 'under_review') then
    return false;
  end if;
  update review_case set decision = 'cancelled', decided_at = moment where id = found_case and decision is null;
  return found;
end $$;

REVOKE ALL ON FUNCTION public.cancel_withdrawal(whose bigint, which uuid, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.cancel_withdrawal(whose bigint, which uuid, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.check_written_legs() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from written group by id >> 16, account & 1023 having sum(amount) <> 0) then
    raise exception 'legs do not sum to zero' using errcode = 'check_violation', constraint = 'legs_sum_to_zero';
  end if;
  if exists (select from written where kind >= 100) then
    insert into income (owner, day, source, currency, amount)
    select account >> 16, day, posting_kind.income, account & 1023, sum(amount)
    from (
      select account, (at at time zone 'UTC')::date as day, kind, sum(amount) as amount from written
      where account >= 65536 and kind >= 100 group by 1, 2, 3
    ) as earned join posting_kind on code = kind
    where posting_kind.income is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (owner, day, source, currency) do update set amount = income.amount + excluded.amount;
  end if;
  return null;
end $$;


CREATE FUNCTION public.clock_may_pay(whose bigint, which uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (
    select from withdrawals_paid_by_clock(moment, (money_at(moment)).two_people_above) as due
    where due.owner = whose and due.id = which and not people_decide(due.person, 'withdrawal', moment))
$$;

REVOKE ALL ON FUNCTION public.clock_may_pay(whose bigint, which uuid, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.clock_may_pay(whose bigint, which uuid, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.commit_stakes(pool bigint, kind smallint, at timestamp with time zone, accounts bigint[], ids uuid[], stakes bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare base constant bigint := nextval('posting_block');
begin
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, sum(stake)::bigint, null, commit_stakes.at, null, commit_stakes.kind from unnest(stakes) as staked (stake)
  union all
  select account, base + place, -stake, pool, commit_stakes.at, id, commit_stakes.kind
  from unnest(accounts, stakes, ids) with ordinality as staked (account, stake, id, place);
end $$;

REVOKE ALL ON FUNCTION public.commit_stakes(pool bigint, kind smallint, at timestamp with time zone, accounts bigint[], ids uuid[], stakes bigint[]) FROM PUBLIC;


CREATE FUNCTION public.correction_counts() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  asked jsonb;
  units numeric;
  today date := (clock_timestamp() at time zone 'UTC')::date;
begin
  select input into asked from approval where id = new.approval and action = '/office/users/correct';
  -- A debit of a negative amount would be a credit.
  if coalesce(asked ->> 'direction', '') not in ('credit', 'debit')
    or coalesce(asked ->> 'amount', '') !~ '^[0-9]{1,17}([.][0-9]{1,8})?$' or (asked ->> 'amount')::numeric = 0
  then
    raise exception 'correction % is not approved', new.ref using errcode = 'insufficient_privilege';
  end if;
  if asked ->> 'direction' = 'credit' then
    units := (asked ->> 'amount')::numeric * power(10::numeric, (select decimals from currency_code where name = asked ->> 'currency'));
    insert into correction_day (day, credited) values (today, 0) on conflict do nothing;
    perform from correction_day where day = today for no key update;
    if not coalesce(correction_fits(asked ->> 'currency', units), false) then
      raise exception 'correction % credits too much', new.ref using errcode = 'insufficient_privilege';
    end if;
    update correction_day set credited = credited + worth_now(asked ->> 'currency', units) where day = today;
  end if;
  return new;
end $_$;

REVOKE ALL ON FUNCTION public.correction_counts() FROM PUBLIC;


CREATE FUNCTION public.correction_fits(currency text, units numeric) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce(worth between 0 and 100000000000
    and worth + coalesce((select credited from correction_day where day = (clock_timestamp() at time zone 'UTC')::date), 0) <= 1000000000000, false)
  from worth_now(currency, units) as worth
$$;

REVOKE ALL ON FUNCTION public.correction_fits(currency text, units numeric) FROM PUBLIC;
GRANT ALL ON FUNCTION public.correction_fits(currency text, units numeric) TO glasshouse_office;


CREATE FUNCTION public.correction_is_approved() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (select from approval where id = new.approval and decision = 'approved') then
    raise exception 'correction % is not approved', new.ref using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.decided_by_people(queue text, moment timestamp with time zone) RETURNS TABLE(person uuid)
    LANGUAGE sql STABLE
    AS $$
  select person from public.review_case
  where kind = queue and decision is not null and decided_at > moment - interval '1 day'
    and ((decision = 'reject' and decided_by is not null) or (decision = 'cancelled' and num_nonnulls(claimed_by, claimed_at) > 0))
  union all
  select person from public.account_event where at > moment - interval '1 day'
  union all
  select who.id from public.movement_step as step join public.movement as moved using (owner, id) join public.person as who on who.number = owner
  where queue = 'withdrawal' and moved.flow = 'withdraw' and step.state in ('frozen', 'rejected', 'failed') and step.at > moment - interval '1 day'
$$;

REVOKE ALL ON FUNCTION public.decided_by_people(queue text, moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.deposit_is_back() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from membership where person = new.id) then
    raise exception 'a deposit of % is held', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.deposit_is_back() FROM PUBLIC;


CREATE FUNCTION public.end_of_day(day integer) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select to_timestamp((day + 1) * 86400::bigint)
$$;


CREATE FUNCTION public.forget_reasons() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update movement set reason = null where owner = new.number and reason is not null;
  update movement_step set reason = null where owner = new.number and reason is not null;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.forget_reasons() FROM PUBLIC;


CREATE FUNCTION public.hashed_account(person uuid) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select translate(rtrim(encode(sha256(convert_to('user:' || person, 'UTF8')), 'base64'), '='), '+/', '-_')
$$;

REVOKE ALL ON FUNCTION public.hashed_account(person uuid) FROM PUBLIC;


CREATE FUNCTION public.hold_balances(accounts bigint[], debits bigint[], amounts bigint[]) RETURNS TABLE(account bigint, balance bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
#variable_conflict use_column
begin
  insert into account (id) select change.account from unnest(accounts, debits, amounts) as change (account, debits, amount)
  where change.amount > -change.debits and not exists (select from account where id = change.account) on conflict do nothing;
  -- One look at the key per account. Told all of them at once, the planner may read the whole table instead.
  return query
    select change.account, coalesce(held.balance, 0) from unnest(accounts, debits) as change (account, debits)
    left join lateral (select balance from account where id = change.account for no key update) as held on true
    where held.balance is null or held.balance < change.debits;
end $$;

REVOKE ALL ON FUNCTION public.hold_balances(accounts bigint[], debits bigint[], amounts bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.hold_balances(accounts bigint[], debits bigint[], amounts bigint[]) TO glasshouse_app;
GRANT ALL ON FUNCTION public.hold_balances(accounts bigint[], debits bigint[], amounts bigint[]) TO glasshouse_office;


CREATE FUNCTION public.invitation_is_rewarded() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  inviter person;
  moment  timestamptz;
  reward  bigint;
  why     text;
begin
  select * into strict inviter from person where id = new.invited_by for key share;
  if inviter.deleted_at is not null then return null; end if;
  moment := coalesce(
    (select max(decided_at) from review_case where person = new.id and kind = 'identity' and decision = 'approve'), now());
  reward := (money_at(moment)).invite_reward;
  why := coalesce(why_no_reward(inviter, new), case when reward = 0 then 'not_offered' end);
  if why is not null then reward := 0; end if;
  insert into invitation_income (inviter, invitee, source, at, amount, withheld)
  values (inviter.number, new.number, 'new_user', moment, reward, why) on conflict do nothing;
  if found and why is null then
    perform book(moment, 101::smallint, array[new.id], array[32769::bigint], array[(inviter.number << 16) + 1025], array[reward]); -- from the house
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.invitation_is_rewarded() FROM PUBLIC;


CREATE FUNCTION public.invites_forget() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from contact_mark where number = new.number and not exists (
    select from invitation_income where invitee = new.number and source = 'new_user' and withheld is null);
  return null;
end $$;

REVOKE ALL ON FUNCTION public.invites_forget() FROM PUBLIC;


CREATE FUNCTION public.is_agreed_correction(account bigint, amount bigint, fact uuid) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case when account < 65536 then account >> 10 = 32 -- the house is on the other side
  else exists (
    select from correction
    join approval on approval.id = correction.approval
    join wallet_code on wallet_code.name = input ->> 'wallet'
    join currency_code on currency_code.name = input ->> 'currency'
    where correction.ref = fact and (input ->> 'id')::uuid = fact and action = '/office/users/correct'
      and decision = 'approved' and decided_by <> asked_by
      and account = ((input ->> 'number')::bigint << 16) + (wallet_code.code << 10) + currency_code.code
      and amount = case input ->> 'direction' when 'credit' then 1 else -1 end * (input ->> 'amount')::numeric * power(10::numeric, decimals)
  ) end
$$;

REVOKE ALL ON FUNCTION public.is_agreed_correction(account bigint, amount bigint, fact uuid) FROM PUBLIC;


CREATE FUNCTION public.level_has_its_membership() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.vip_level <> coalesce((select level from membership where person = new.id), 0) then
    raise exception 'the level of % follows from a membership', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.level_has_its_membership() FROM PUBLIC;


CREATE FUNCTION public.level_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set vip_level = case tg_op when 'DELETE' then 0 else new.level end where id = coalesce(new.person, old.person);
  return null;
end $$;

REVOKE ALL ON FUNCTION public.level_is_kept() FROM PUBLIC;


CREATE FUNCTION public.level_of(whose uuid, at timestamp with time zone) RETURNS smallint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce((select level from membership where person = whose and (until is null or until > at)), 0::smallint)
$$;

REVOKE ALL ON FUNCTION public.level_of(whose uuid, at timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.months_later(at timestamp with time zone, months integer) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select (at at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC'
$$;

REVOKE ALL ON FUNCTION public.months_later(at timestamp with time zone, months integer) FROM PUBLIC;


CREATE FUNCTION public.move_along(owner bigint, id uuid, state text, at timestamp with time zone, reason text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  moved movement;
  arrow movement_arrow;
begin
  select * into moved from movement as m where m.owner = move_along.owner and m.id = move_along.id for no key update;
  select * into arrow from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = move_along.state;
  if arrow.flow is null then return false; end if;
  update movement as m set state = arrow.target, changed_at = move_along.at, reason = move_along.reason
  where m.owner = moved.owner and m.id = moved.id;
  insert into movement_step (owner, id, place, state, at, reason)
  select moved.owner, moved.id, max(place) + 1, arrow.target, move_along.at, move_along.reason
  from movement_step as s where s.owner = moved.owner and s.id = moved.id;
  if arrow.posts is not null then
    perform book_arrow(moved, (select name from posting_kind where code = arrow.posts), move_along.at);
  end if;
  return true;
end $$;

REVOKE ALL ON FUNCTION public.move_along(owner bigint, id uuid, state text, at timestamp with time zone, reason text) FROM PUBLIC;


CREATE FUNCTION public.move_balances(accounts bigint[], debits bigint[], amounts bigint[]) RETURNS bigint
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
declare
  moved bigint;
begin
  update account set balance = balance + change.amount
  from unnest(accounts, debits, amounts) as change (account, debits, amount)
  where id = change.account and balance >= change.debits;
  get diagnostics moved = row_count;
  return moved;
end $$;

REVOKE ALL ON FUNCTION public.move_balances(accounts bigint[], debits bigint[], amounts bigint[]) FROM PUBLIC;


CREATE FUNCTION public.needs_two_people(whose bigint, which uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select usdt > (select two_people_above from money_at(moment)) from withdrawal_count where owner = whose and id = which
$$;

REVOKE ALL ON FUNCTION public.needs_two_people(whose bigint, which uuid, moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.note_day_end(ended integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  last constant integer := (select max(day) from day_end);
  ends bigint;
begin
  if ended <= last then return; end if;
  if end_of_day(ended) > clock_timestamp() or ended > last + 1 then
    raise exception 'day % is not the next that is over', ended using errcode = 'insufficient_privilege';
  end if;
  if pg_current_xact_id_if_assigned() is not null then raise exception 'the end of a day is noted before anything is written'; end if;
  ends := (select last_value + case when is_called then 65536 else 0 end from posting_block);
  insert into day_end (day, through, xid) values (ended, ends, pg_current_xact_id()) on conflict do nothing;
end $$;

REVOKE ALL ON FUNCTION public.note_day_end(ended integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.note_day_end(ended integer) TO glasshouse_app;


CREATE FUNCTION public.note_in_queue() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  case tg_table_name
    when 'withdrawal_count' then
      update review_case set amount = new.usdt where id = new.case_id and decision is null;
    when 'withdrawal' then
      update review_case set first_by = new.first_by where id = new.case_id and decision is null;
    when 'top_up_case' then
      update review_case set first_by = new.first_by, amount = movement.amount from movement
      where review_case.id = new.id and decision is null and movement.owner = new.owner and movement.id = new.movement;
  end case;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.note_in_queue() FROM PUBLIC;


CREATE FUNCTION public.one_place(address text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return case when family(address::inet) = 6 and not address::inet << '::ffff:0:0/96' then network(set_masklen(address::inet, 64))::text
    else address end;
exception when invalid_text_representation then
  return address;
end $$;

REVOKE ALL ON FUNCTION public.one_place(address text) FROM PUBLIC;


CREATE FUNCTION public.pass_top_up(at timestamp with time zone) RETURNS TABLE(id uuid, person uuid, owner bigint, movement uuid, receipt uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_top_up.at);
  due_at constant timestamptz := moment - clock_seconds('top_up', moment) * interval '1 second';
  alone  constant bigint := (money_at(moment)).two_people_above;
begin
  return query
    with due as (
      select review_case.id from review_case join top_up_case using (id) join person on person.id = review_case.person
      where kind = 'top_up' and decision is null and amount <= alone and person.status = 'normal' and person.locked_at is null
        and submitted_at <= due_at and (claimed_until is null or claimed_until <= moment)
        and review_case.person not in (select about.person from decided_by_people('top_up', moment) as about)
        and not top_up_needs_two_people(top_up_case.owner, top_up_case.movement, moment)
      order by submitted_at limit 1 for no key update of review_case skip locked
    )
    update review_case set decision = 'approve', decided_at = moment from due, top_up_case as about
    where review_case.id = due.id and about.id = due.id
    returning review_case.id, about.person, about.owner, about.movement, about.receipt;
end $$;

REVOKE ALL ON FUNCTION public.pass_top_up(at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pass_top_up(at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.pay_wallets(at timestamp with time zone, wallets bigint[], amounts bigint[], contras bigint[], dates timestamp with time zone[], refs uuid[], kinds smallint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  if cardinality(wallets) is null then return; end if;
  select count(*), move_balances(array_agg(wallet order by wallet), array_agg(0::bigint), array_agg(amount order by wallet))
  into wanted, moved
  from (select wallet, sum(amount)::bigint as amount from unnest(wallets, amounts) as paid (wallet, amount) group by wallet) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select contra, base + row_number() over (order by contra, kind), -sum(amount)::bigint, null::bigint, pay_wallets.at, null::uuid, kind
  from unnest(amounts, contras, kinds) as paid (amount, contra, kind) group by contra, kind
  union all
  select wallet, base + 100 + place, amount, contra, dated, ref, kind
  from unnest(wallets, amounts, contras, dates, refs, kinds) with ordinality as paid (wallet, amount, contra, dated, ref, kind, place);
end $$;

REVOKE ALL ON FUNCTION public.pay_wallets(at timestamp with time zone, wallets bigint[], amounts bigint[], contras bigint[], dates timestamp with time zone[], refs uuid[], kinds smallint[]) FROM PUBLIC;


CREATE FUNCTION public.pay_withdrawal(whose bigint, which uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from withdrawal_count join review_case on review_case.id = case_id join person on person.number = owner
    where owner = whose and withdrawal_count.id = which and decision = 'approve' and status = 'normal'
  ) then
    return false;
  end if;
  return move_along(whose, which, 'success', moment, null);
end $$;

REVOKE ALL ON FUNCTION public.pay_withdrawal(whose bigint, which uuid, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pay_withdrawal(whose bigint, which uuid, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.people_decide(who uuid, queue text, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (select from decided_by_people(queue, moment) as about where about.person = who)
$$;

REVOKE ALL ON FUNCTION public.people_decide(who uuid, queue text, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.people_decide(who uuid, queue text, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.post_legs(at timestamp with time zone, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
#variable_conflict use_column
declare
  wanted bigint;
  moved  bigint;
  base   bigint;
  broken text;
  held   posting_right;
begin
  if session_user <> current_user and exists (
    select from (select distinct kind from unnest(kinds) as posted (kind)) as posted
    where not exists (select from posting_right where role = session_user and kind = posted.kind)
  ) then
    raise exception '% may not post this', session_user using errcode = 'insufficient_privilege';
  end if;
  for held in select * from posting_right where role = session_user and held_to is not null and kind = any (kinds) loop
    if held.held_to = 'two_people' and exists (
      select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind)
      where leg.kind = held.kind and not coalesce(is_agreed_correction(leg.account, leg.amount, leg.ref), false)
    ) then
      raise exception 'no two people agreed on this' using errcode = 'insufficient_privilege';
    end if;
    if not coalesce(case held.held_to
      when 'own_wallets' then are_own_transfers(held.kind, accounts, amounts, refs, kinds)
      when 'own_exchange' then are_own_exchanges(held.kind, post_legs.at, accounts, amounts, refs, kinds)
      when 'welcome' then are_welcomes(held.kind, post_legs.at, accounts, amounts, refs, kinds)
      else true
    end, false) then
      raise exception '% may not post this', session_user using errcode = 'insufficient_privilege';
    end if;
  end loop;
  -- Before any balance is locked.
  insert into account (id) select distinct leg.account from unnest(accounts, amounts) as leg (account, amount)
  where leg.account >= 65536 and leg.amount > 0 and not exists (select from account where id = leg.account)
  order by 1 on conflict do nothing;
  select count(*), move_balances(
    array_agg(account order by account), array_agg(debits order by account), array_agg(amount order by account))
  into wanted, moved from (
    select account, sum(amount)::bigint as amount,
      case when in_order then 0 else coalesce(-sum(amount) filter (where amount < 0), 0)::bigint end as debits
    from unnest(accounts, amounts) as leg (account, amount) where account >= 65536 group by account
  ) as change;
  if moved < wanted then raise sqlstate 'GH001'; end if;
  -- After the locks were taken: the ids then rise with an account's commits.
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select leg.account, base + place, leg.amount, leg.contra, post_legs.at, leg.ref, leg.kind
  from unnest(accounts, amounts, contras, refs, kinds) with ordinality as leg (account, amount, contra, ref, kind, place);
  return true;
exception
  when sqlstate 'GH001' then return false;
  when unique_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'leg_posts_once' then raise; end if;
    return false;
end $$;

REVOKE ALL ON FUNCTION public.post_legs(at timestamp with time zone, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.post_legs(at timestamp with time zone, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]) TO glasshouse_app;
GRANT ALL ON FUNCTION public.post_legs(at timestamp with time zone, in_order boolean, accounts bigint[], amounts bigint[], contras bigint[], refs uuid[], kinds smallint[]) TO glasshouse_office;


CREATE FUNCTION public.return_deposit(whose uuid, number bigint, at timestamp with time zone, why text) RETURNS uuid
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  held bigint;
  fact constant uuid := gen_random_uuid();
begin
  delete from membership where person = whose returning deposit into strict held;
  if begin_movement(number, fact, 'refund', 'done', 1::smallint, held, 0, null, why, at) <> 'started' then
    raise exception 'the deposit of % could not be returned', number;
  end if;
  return fact;
end $$;

REVOKE ALL ON FUNCTION public.return_deposit(whose uuid, number bigint, at timestamp with time zone, why text) FROM PUBLIC;


CREATE FUNCTION public.return_deposits(at timestamp with time zone, most integer) RETURNS TABLE(number bigint, id uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  due record;
  why text;
begin
  for due in
    -- Each of the two by its own index. In the order of the accounts, or this and another who pays several would wait in a circle.
    select person.id, person.number from person where person.id in (
      select membership.person from membership where until <= return_deposits.at
      union all
      select membership.person from person as leaver join membership on membership.person = leaver.id
      where leaver.deleted_at is null and leaver.leaves_at <= return_deposits.at and leaver.status = 'normal' and refund is null)
    order by person.number limit most for no key update of person skip locked
  loop
    -- Read again now that the person is held.
    select case when until <= return_deposits.at then 'expired' else 'left' end into why
    from membership join person on person.id = membership.person
    where person.id = due.id and (until <= return_deposits.at or refund is null and leaves_at <= return_deposits.at and status = 'normal');
    if found then
      number := due.number;
      id := return_deposit(due.id, due.number, return_deposits.at, why);
      return next;
    end if;
  end loop;
end $$;

REVOKE ALL ON FUNCTION public.return_deposits(at timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.return_deposits(at timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  receiver person;
  allowed  vip_rule;
  begun    text;
  broken   text;
begin
  if payer = payee then raise exception 'nobody sends to themselves' using errcode = 'insufficient_privilege'; end if;
  -- Both in the order of their numbers, before any balance. Whoever freezes, erases or changes a level comes before or after.
  perform from person where number in (payer, payee) order by number for share;
  begun := begin_movement(payer, send_to_member.id, 'transfer', 'done', 1::smallint, send_to_member.amount, 0, payee, 'member', send_to_member.at);
  -- A retried tap is answered with what happened the first time, whatever the payee may receive by now.
  if begun <> 'started' then return begun; end if;
  if not exists (select from person where number = payer and status = 'normal' and deleted_at is null) then
    raise sqlstate 'GH002' using message = 'account_abnormal';
  end if;
  if is_limited_to_saved_payees((select id from person where number = payer), send_to_member.at) then
    raise sqlstate 'GH002' using message = 'saved_payees_only';
  end if;
  select * into receiver from person where number = payee and status = 'normal' and deleted_at is null and leaves_at is null;
  select * into allowed from vip_rule where level = level_of(receiver.id, send_to_member.at);
  if allowed.level is null then raise sqlstate 'GH002' using message = 'payee_unknown'; end if;
  -- Those who send to one payee stand in line at the payee's balance already, so the two counters are never waited for in a circle.
  insert into received (person, span, since, amount)
  select receiver.id, span, date_trunc(span, send_to_member.at at time zone 'UTC')::date, send_to_member.amount
  from unnest(array['day', 'month']) as span
  on conflict (person, span, since) do update set amount = received.amount + excluded.amount;
  if exists (
    select from received where person = receiver.id and since = date_trunc(span, send_to_member.at at time zone 'UTC')::date
      and amount > case span when 'day' then allowed.per_day else allowed.per_month end
  ) then
    raise sqlstate 'GH002' using message = 'payee_limit';
  end if;
  if begin_movement(payee, send_to_member.id, 'receive', 'done', 1::smallint, send_to_member.amount, 0, payer, 'member', send_to_member.at) <> 'started' then
    raise sqlstate 'GH002' using message = 'id_used';
  end if;
  return 'started';
exception
  when sqlstate 'GH002' then
    -- All of it is undone, and its reason is the answer.
    return sqlerrm;
  when unique_violation then
    -- The payee has a posting under this id from somebody else.
    get stacked diagnostics broken = constraint_name;
    if broken <> 'leg_posts_once' then raise; end if;
    return 'id_used';
end $$;

REVOKE ALL ON FUNCTION public.send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.send_to_member(payer bigint, payee bigint, id uuid, amount bigint, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.start_movement(owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from movement_arrow as a where a.flow = start_movement.flow and a.source = 'start' and a.target = start_movement.state
      and (a.walker = walking_role() or session_user = current_user)
  ) then
    raise exception '% may not begin this', session_user using errcode = 'insufficient_privilege';
  end if;
  return begin_movement(owner, id, flow, state, currency, amount, fee, other, label, at);
end $$;

REVOKE ALL ON FUNCTION public.start_movement(owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_movement(owner bigint, id uuid, flow text, state text, currency smallint, amount bigint, fee bigint, other bigint, label text, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.start_withdrawal(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select start_withdrawal_to(whose, which, about, currency, amount, fee, label, moment, null)
$$;

REVOKE ALL ON FUNCTION public.start_withdrawal(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_withdrawal(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.start_withdrawal_to(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone, saved uuid) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  who     person;
  money   money_config;
  target  payee;
  counted numeric;
  begun   text;
begin
  select * into who from person where number = whose and deleted_at is null for no key update;
  if not found then return 'nobody'; end if;
  if who.status <> 'normal' then return 'account_abnormal'; end if;
  if who.identity <> 'passed' then return 'identity_needed'; end if;
  if who.security_changed_at is not null and coalesce(who.logged_in_again_at + interval '1 hour' > moment, true) then
    return 'withdrawals_locked';
  end if;
  if not exists (select from review_case where id = about and kind = 'withdrawal' and decision is null and person = who.id) then
    raise exception 'no open case of % for this', whose using errcode = 'insufficient_privilege';
  end if;
  if (start_withdrawal_to.currency, start_withdrawal_to.label) not in ((1, 'TRC20'), (1, 'ERC20'), (1, 'BEP20'), (2, 'bank')) then
    raise exception 'no way for this currency' using errcode = 'check_violation', constraint = 'withdrawal_way';
  end if;
  -- Held, so that one that is removed at the same moment is removed before this or after it.
  select * into target from payee where id = start_withdrawal_to.saved and person = who.id for share;
  if is_limited_to_saved_payees(who.id, moment) then
    if target.id is null then return 'payee_not_saved'; end if;
    if coalesce(target.usable_at > database_time(moment), true) then return 'payee_waits'; end if;
  end if;
  select * into money from money_at(moment);
  if start_withdrawal_to.fee <> div(start_withdrawal_to.amount::numeric * money.fee_bps + 9999, 10000) then return 'fee_changed'; end if;
  -- The limits are in USDT: yuan count at the rate in force, rounded up.
  counted := case start_withdrawal_to.currency when 1 then start_withdrawal_to.amount
    else div(start_withdrawal_to.amount::numeric * 100000000 + money.cny_rate - 1, money.cny_rate) end;
  if counted < money.single_min then return 'withdrawal_too_small'; end if;
  if counted > money.single_max then return 'withdrawal_too_large'; end if;
  begun := begin_movement(whose, which, 'withdraw', 'under_review', start_withdrawal_to.currency, start_withdrawal_to.amount,
    start_withdrawal_to.fee, null, start_withdrawal_to.label, moment);
  if begun <> 'started' then return begun; end if;
  if (select count(*) from movement where owner = whose and flow = 'withdraw' and state = 'under_review') > 10 then
    raise sqlstate 'GH002' using message = 'too_many_withdrawals';
  end if;
  insert into withdrawal_day as before (owner, day, used) values (whose, (moment at time zone 'UTC')::date, counted)
  on conflict (owner, day) do update set used = before.used + excluded.used where before.used + excluded.used <= money.day_max;
  if not found or counted > money.day_max then raise sqlstate 'GH002' using message = 'day_limit'; end if;
  insert into withdrawal_count (owner, id, case_id, day, usdt, mark)
  values (whose, which, about, (moment at time zone 'UTC')::date, counted, target.mark);
  return begun;
exception when sqlstate 'GH002' then
  return sqlerrm;
end $$;

REVOKE ALL ON FUNCTION public.start_withdrawal_to(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone, saved uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.start_withdrawal_to(whose bigint, which uuid, about uuid, currency smallint, amount bigint, fee bigint, label text, moment timestamp with time zone, saved uuid) TO glasshouse_app;


CREATE FUNCTION public.stop_withdrawals(moment timestamp with time zone, most integer) RETURNS TABLE(owner bigint, id uuid)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  it record;
begin
  for it in
    select movement.owner, movement.id from movement join person on person.number = movement.owner
    where flow = 'withdraw' and state = 'withdrawing' and status <> 'normal' limit most
  loop
    if move_along(it.owner, it.id, 'frozen', moment, 'account_frozen') then
      owner := it.owner;
      id := it.id;
      return next;
    end if;
  end loop;
end $$;

REVOKE ALL ON FUNCTION public.stop_withdrawals(moment timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.stop_withdrawals(moment timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.take_stakes(accounts bigint[], stakes bigint[]) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  return (
    select count(*) = move_balances(
      array_agg(account order by account), array_agg(total order by account), array_agg(-total order by account))
    from (
      select account, sum(stake)::bigint as total from unnest(accounts, stakes) as staked (account, stake) group by account
    ) as wanted);
end $$;

REVOKE ALL ON FUNCTION public.take_stakes(accounts bigint[], stakes bigint[]) FROM PUBLIC;


CREATE FUNCTION public.top_up_by_card(owner bigint, id uuid, brand text, last_four text, amount bigint, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  day constant timestamptz := date_trunc('day', top_up_by_card.at, 'UTC');
  used numeric;
begin
  if not coalesce(top_up_by_card.amount between 10000000 and 2000000000 and exists (
    select from test_card as card where card.brand = top_up_by_card.brand and card.last_four = top_up_by_card.last_four), false)
  then
    raise exception 'no test card brings this' using errcode = 'check_violation', constraint = 'card_is_published';
  end if;
  -- One card of a person at a time: what is counted stays as it is until this one is among it.
  perform from person as p where p.number = top_up_by_card.owner for no key update;
  select coalesce(sum(m.amount), 0) into used from movement as m join test_card as card on m.label = card.brand || ' ' || card.last_four
  where m.owner = top_up_by_card.owner and m.flow = 'recharge' and m.state = 'passed' and m.at >= day and m.at < day + interval '24 hours'
    and m.id <> top_up_by_card.id;
  if used + top_up_by_card.amount > 10000000000 then return 'card_day_limit'; end if;
  return begin_movement(
    top_up_by_card.owner, top_up_by_card.id, 'recharge', 'passed', 1::smallint, top_up_by_card.amount, 0::bigint, null,
    top_up_by_card.brand || ' ' || top_up_by_card.last_four, top_up_by_card.at);
end $$;

REVOKE ALL ON FUNCTION public.top_up_by_card(owner bigint, id uuid, brand text, last_four text, amount bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.top_up_by_card(owner bigint, id uuid, brand text, last_four text, amount bigint, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.top_up_is_decided() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  about top_up_case;
begin
  select * into about from top_up_case where id = new.id;
  if new.decision = 'approve' and coalesce(top_up_needs_two_people(about.owner, about.movement, new.decided_at), about.id is not null)
    and not two_people_agreed(new, about.first_by)
  then
    raise exception 'two people must agree to %', new.id using errcode = 'insufficient_privilege';
  end if;
  if not coalesce(move_along(
    about.owner, about.movement, case new.decision when 'approve' then 'passed' else 'rejected' end, new.decided_at,
    case new.decision when 'reject' then new.reason end), false)
  then
    raise exception 'case % is about no top-up under review', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.top_up_is_decided() FROM PUBLIC;


CREATE FUNCTION public.top_up_is_submitted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  asked movement;
begin
  -- One submission of a person at a time, or two at once would both be the last that is allowed.
  perform from person where id = new.person and number = new.owner for no key update;
  if not found then
    raise exception '% is not %', new.person, new.owner using errcode = 'insufficient_privilege';
  end if;
  select * into asked from movement where owner = new.owner and id = new.movement for no key update;
  if not coalesce(
    asked.flow = 'recharge' and asked.state = 'under_review' and asked.currency = 1 and asked.label = new.network
      and asked.amount between 10000000 and 100000000000
      and exists (
        select from review_case where id = new.id and kind = 'top_up' and person = new.person and number = new.owner and decision is null)
      and exists (
        select from file where id = new.receipt and person = new.person
          and part = 'receipt-' || lower(new.network) || '-' || asked.amount)
      and not exists (
        select from top_up_case as other join review_case using (id)
        where other.owner = new.owner and other.movement = new.movement and other.id <> new.id and decision is null), false)
  then
    raise exception 'this is no receipt of %', new.movement using errcode = 'insufficient_privilege';
  end if;
  if (select count(*) from top_up_case as own join review_case using (id) where own.person = new.person and decision is null) > 5 then
    raise exception 'too many top-ups of % wait', new.owner using errcode = 'check_violation', constraint = 'top_ups_under_review';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.top_up_is_submitted() FROM PUBLIC;


CREATE FUNCTION public.top_up_needs_two_people(whose bigint, which uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select amount > (select two_people_above from money_at(moment)) from movement where owner = whose and id = which
$$;

REVOKE ALL ON FUNCTION public.top_up_needs_two_people(whose bigint, which uuid, moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.top_ups_end() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform move_along(owner, id, 'rejected', new.deleted_at, null)
  from movement where owner = new.number and flow = 'recharge' and state = 'under_review';
  return null;
end $$;

REVOKE ALL ON FUNCTION public.top_ups_end() FROM PUBLIC;


CREATE FUNCTION public.total_day(ended integer) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  noted  day_end;
  before day_total;
begin
  select * into noted from day_end where day = ended and xid < pg_snapshot_xmin(pg_current_snapshot());
  if noted is null then return false; end if;
  select * into before from day_total where day < ended order by day desc limit 1;
  if before.day <> ended - 1 then return false; end if;
  insert into day_total (day, through, since, accounts, amounts)
  select ended, noted.through,
    coalesce(
      (select min(id) from leg where id >= coalesce(before.since, 0) and id < noted.through and at >= end_of_day(ended)), noted.through),
    coalesce(array_agg(account order by account), '{}'), coalesce(array_agg(amount order by account), '{}')
  from (
    select account, sum(amount)::bigint as amount from (
      select account, amount from unnest(before.accounts, before.amounts) as counted (account, amount)
      union all
      select (account & 65535)::integer, amount from leg
      where id >= coalesce(before.since, 0) and id < noted.through and at < end_of_day(ended)
        and (before is null or id >= before.through or at >= end_of_day(before.day))
    ) as part group by account having sum(amount) <> 0
  ) as summed
  on conflict do nothing;
  return true;
end $$;

REVOKE ALL ON FUNCTION public.total_day(ended integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.total_day(ended integer) TO glasshouse_app;


CREATE FUNCTION public.upgrade_vip(owner bigint, id uuid, to_level smallint, shown bigint, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  whose  constant uuid := hold_member(owner);
  money  constant money_config := money_at(upgrade_vip.at);
  before movement;
  held   membership;
  wanted bigint;
  begun  text;
begin
  if whose is null then return 'nobody'; end if;
  if (select status from person where person.id = whose) <> 'normal' then return 'account_abnormal'; end if;
  select * into before from movement as m where m.owner = upgrade_vip.owner and m.id = upgrade_vip.id;
  if found then
    return case when before.flow = 'upgrade' and before.label like '_-' || to_level then 'repeated' else 'id_used' end;
  end if;
  select * into held from membership where person = whose;
  if held.until <= upgrade_vip.at then
    perform return_deposit(whose, owner, upgrade_vip.at, 'expired');
    held := null;
  end if;
  if held.refund is not null then return 'vip_refund_open'; end if;
  if to_level <= coalesce(held.level, 0) then return 'vip_not_higher'; end if;
  wanted := (array[money.vip1_deposit, money.vip2_deposit, money.vip3_deposit, money.vip4_deposit, money.vip5_deposit])[to_level];
  if wanted is distinct from shown then return 'vip_deposit_changed'; end if;
  -- Where deposits have fallen, what is held may be enough.
  if wanted > coalesce(held.deposit, 0) then
    begun := begin_movement(owner, id, 'upgrade', 'done', 1::smallint, wanted - coalesce(held.deposit, 0), 0, null,
      coalesce(held.level, 0) || '-' || to_level, upgrade_vip.at);
    if begun <> 'started' then return begun; end if;
  end if;
  insert into membership (person, level, deposit, since, until)
  values (whose, to_level, greatest(wanted, held.deposit), upgrade_vip.at, case to_level when 1 then months_later(upgrade_vip.at, 1) end)
  on conflict (person) do update set
    level = excluded.level, deposit = excluded.deposit, since = excluded.since, until = excluded.until;
  return 'started';
end $$;

REVOKE ALL ON FUNCTION public.upgrade_vip(owner bigint, id uuid, to_level smallint, shown bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.upgrade_vip(owner bigint, id uuid, to_level smallint, shown bigint, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.vip_refund_is_decided() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  to_state constant text := case new.decision when 'approve' then 'passed' else 'rejected' end;
begin
  if hold_member(new.number) is distinct from new.person then
    raise exception 'case % is about two people', new.id using errcode = 'insufficient_privilege';
  end if;
  if new.decision = 'approve' then
    delete from membership where person = new.person and refund = new.id;
  else
    update membership set refund = null where person = new.person and refund = new.id;
  end if;
  if not found or not move_along(new.number, new.id, to_state, new.decided_at, case new.decision when 'reject' then new.reason end) then
    raise exception 'case % is about no deposit', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.vip_refund_is_decided() FROM PUBLIC;


CREATE FUNCTION public.walk_movement(owner bigint, id uuid, state text, at timestamp with time zone, reason text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  moved movement;
begin
  select * into moved from movement as m where m.owner = walk_movement.owner and m.id = walk_movement.id for no key update;
  if not exists (
    select from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = walk_movement.state
  ) then
    return false;
  end if;
  if not exists (
    select from movement_arrow as a where a.flow = moved.flow and a.source = moved.state and a.target = walk_movement.state
      and (a.walker = walking_role() or session_user = current_user)
  ) then
    raise exception '% may not do this', session_user using errcode = 'insufficient_privilege';
  end if;
  return move_along(owner, id, state, at, reason);
end $$;

REVOKE ALL ON FUNCTION public.walk_movement(owner bigint, id uuid, state text, at timestamp with time zone, reason text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.walk_movement(owner bigint, id uuid, state text, at timestamp with time zone, reason text) TO glasshouse_app;
GRANT ALL ON FUNCTION public.walk_movement(owner bigint, id uuid, state text, at timestamp with time zone, reason text) TO glasshouse_office;


CREATE FUNCTION public.walking_role() RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case session_user when 'glasshouse_app' then 'app' when 'glasshouse_office' then 'office' end
$$;

REVOKE ALL ON FUNCTION public.walking_role() FROM PUBLIC;


CREATE FUNCTION public.why_no_reward(inviter public.person, invitee public.person) RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case
    when exists (
      select from contact_mark a join contact_mark b using (mark) where a.number = invitee.number and b.number = inviter.number
    ) then 'same_contact'
    when exists (
      select from known_browser a join known_browser b using (browser)
      where a.account = hashed_account(invitee.id) and b.account = hashed_account(inviter.id)
    ) then 'same_browser'
    when exists (
      select from security_event as opened
      join lateral (
        select address, device, at as since, at as until from security_event
        where person = inviter.id and kind in ('registered', 'logged_in')
        union all
        select address, device, started_at, seen_at from session where person = inviter.id
      ) as used on one_place(used.address) = one_place(opened.address) and used.device = opened.device
        and used.since <= opened.at + interval '24 hours' and used.until >= opened.at - interval '24 hours'
      where opened.person = invitee.id and opened.kind = 'registered' and opened.address <> ''
    ) then 'same_place'
    when exists (
      select from contact_mark a join contact_mark b using (mark)
      join invitation_income on invitation_income.invitee = b.number and source = 'new_user' and withheld is null
      where a.number = why_no_reward.invitee.number and b.number <> a.number
    ) then 'second_time'
  end
$$;

REVOKE ALL ON FUNCTION public.why_no_reward(inviter public.person, invitee public.person) FROM PUBLIC;


CREATE FUNCTION public.withdrawal_first_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if old.first_by is not null and (new.first_by, new.first_at) is distinct from (old.first_by, old.first_at) then
    raise exception 'somebody agreed already' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.withdrawal_first_stays() FROM PUBLIC;


CREATE FUNCTION public.withdrawal_follows_its_case() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  it      withdrawal_count;
  decided text;
begin
  select * into it from withdrawal_count where owner = new.owner and id = new.id;
  if it.id is null then return null; end if;
  select decision into decided from review_case where id = it.case_id;
  if not (case new.state
    when 'withdrawing' then decided is not distinct from 'approve'
    when 'cancelled' then decided is not distinct from 'cancelled'
    when 'rejected' then decided is not distinct from case old.state when 'frozen' then 'approve' else 'reject' end
    when 'under_review' then decided is null
    else true end)
  then
    raise exception 'withdrawal % of % is not decided like this', new.id, new.owner using errcode = 'insufficient_privilege';
  end if;
  if new.state in ('rejected', 'failed', 'cancelled') and it.counts then
    update withdrawal_count set counts = false where owner = new.owner and id = new.id;
    update withdrawal_day set used = used - it.usdt where owner = new.owner and day = it.day;
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.withdrawal_follows_its_case() FROM PUBLIC;


CREATE FUNCTION public.withdrawal_has_its_case() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if not exists (
    select from withdrawal_count join review_case on review_case.id = withdrawal_count.case_id
    where withdrawal_count.owner = new.owner and withdrawal_count.id = new.id and withdrawal_count.case_id = new.case_id
      and review_case.person = new.person and decision is null
  ) then
    raise exception 'no open case of % for this', new.owner using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.withdrawal_has_its_case() FROM PUBLIC;


CREATE FUNCTION public.withdrawal_is_decided() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  it withdrawal_count;
begin
  select * into it from withdrawal_count where case_id = new.id;
  if new.decision = 'approve' and coalesce(needs_two_people(it.owner, it.id, new.decided_at), true)
    and not two_people_agreed(new, (select first_by from withdrawal where case_id = new.id))
  then
    raise exception 'two people must agree to %', new.id using errcode = 'insufficient_privilege';
  end if;
  -- What was stopped undecided is released first: no decision goes along the arrows of releasing.
  perform from movement where owner = it.owner and id = it.id and state = 'under_review' for no key update;
  if not found
    or not move_along(it.owner, it.id, case new.decision when 'approve' then 'withdrawing' when 'reject' then 'rejected' else 'cancelled' end,
      new.decided_at, new.reason)
  then
    raise exception 'withdrawal of case % has moved on', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.withdrawal_is_decided() FROM PUBLIC;


CREATE FUNCTION public.withdrawals_are_over() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from movement where owner = new.number and flow = 'withdraw' and state in ('under_review', 'withdrawing', 'frozen')) then
    raise exception 'a withdrawal of % is under way', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.withdrawals_are_over() FROM PUBLIC;


CREATE FUNCTION public.withdrawals_paid_by_clock(moment timestamp with time zone, alone bigint) RETURNS TABLE(case_id uuid, owner bigint, id uuid, person uuid)
    LANGUAGE sql STABLE
    AS $$
  select review.id, counted.owner, counted.id, review.person
  from public.review_case as review
    join public.withdrawal_count as counted on counted.case_id = review.id
    join public.movement as moved on moved.owner = counted.owner and moved.id = counted.id
    join public.users_paid_by_clock(moment) as own on own.person = review.person and own.since <= review.submitted_at
  where review.kind = 'withdrawal' and review.decision is null and moved.state = 'under_review' and counted.usdt <= alone
    and not exists (
      select from public.movement_step as step where step.owner = counted.owner and step.id = counted.id and step.state = 'frozen')
$$;

REVOKE ALL ON FUNCTION public.withdrawals_paid_by_clock(moment timestamp with time zone, alone bigint) FROM PUBLIC;
