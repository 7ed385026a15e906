-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.coin_unit (
    symbol integer NOT NULL,
    parts bigint NOT NULL,
    CONSTRAINT coin_unit_parts_check CHECK ((parts > 0))
);

ALTER TABLE ONLY public.coin_unit
    ADD CONSTRAINT coin_unit_pkey PRIMARY KEY (symbol);

CREATE TRIGGER coin_unit_is_kept BEFORE DELETE OR UPDATE ON public.coin_unit FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.coin_unit TO glasshouse_app;
GRANT SELECT ON TABLE public.coin_unit TO glasshouse_settle;


CREATE TABLE public.contract (
    account bigint NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    head_slot bigint NOT NULL,
    due_slot bigint NOT NULL,
    stake bigint NOT NULL,
    symbol integer NOT NULL,
    seconds integer NOT NULL,
    return_bp integer NOT NULL,
    rule smallint NOT NULL,
    long boolean NOT NULL,
    result smallint,
    entry_slot bigint,
    entry_price bigint,
    exit_slot bigint,
    exit_price bigint,
    payout bigint,
    settled_at timestamp with time zone,
    CONSTRAINT contract_account_check CHECK ((account >= 65536)),
    CONSTRAINT contract_due CHECK ((due_slot = ((head_slot + 1) + (2 * seconds)))),
    CONSTRAINT contract_payout_follows CHECK ((payout =
CASE result
    WHEN 1 THEN (stake + ((stake * return_bp) / 10000))
    WHEN 2 THEN (0)::bigint
    ELSE stake
END)),
    CONSTRAINT contract_result_follows CHECK (
CASE
    WHEN (result IS NULL) THEN (num_nonnulls(entry_slot, entry_price, exit_slot, exit_price, payout, settled_at) = 0)
    WHEN ((entry_price IS NULL) OR (exit_price IS NULL)) THEN (result = 4)
    WHEN (entry_price = exit_price) THEN (result = 3)
    WHEN ((exit_price > entry_price) = long) THEN (result = 1)
    ELSE (result = 2)
END),
    CONSTRAINT contract_return_bp_check CHECK ((return_bp > 0)),
    CONSTRAINT contract_rule_is_known CHECK ((rule = ANY (ARRAY[1, 2]))),
    CONSTRAINT contract_stake_check CHECK ((stake > 0))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.contract
    ADD CONSTRAINT contract_pkey PRIMARY KEY (account, id);

ALTER TABLE public.contract
    ADD CONSTRAINT contract_return CHECK ((return_bp <= 10000)) NOT VALID;

ALTER TABLE public.contract
    ADD CONSTRAINT contract_seconds CHECK (((seconds >= 1) AND (seconds <= 3600))) NOT VALID;

CREATE INDEX contract_by_due ON public.contract USING btree (due_slot, account);

CREATE TRIGGER contract_is_kept BEFORE DELETE ON public.contract FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER contract_is_not_emptied BEFORE TRUNCATE ON public.contract FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER refuse_old_snapshot BEFORE INSERT ON public.contract FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> 'read committed'::text)) EXECUTE FUNCTION public.refuse_old_snapshot();

CREATE TRIGGER settle_by_the_tape AFTER UPDATE ON public.contract REFERENCING OLD TABLE AS old_contract NEW TABLE AS new_contract FOR EACH STATEMENT EXECUTE FUNCTION public.settle_by_the_tape();

CREATE TRIGGER settled_is_booked AFTER UPDATE ON public.contract REFERENCING NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.book_what_ended('40961', '41', '42');

GRANT SELECT ON TABLE public.contract TO glasshouse_app;
GRANT SELECT ON TABLE public.contract TO glasshouse_settle;
GRANT SELECT ON TABLE public.contract TO glasshouse_office;

GRANT UPDATE(result) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(entry_slot) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(entry_price) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(exit_slot) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(exit_price) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(payout) ON TABLE public.contract TO glasshouse_settle;

GRANT UPDATE(settled_at) ON TABLE public.contract TO glasshouse_settle;


CREATE TABLE public.contract_day (
    account bigint NOT NULL,
    day integer NOT NULL,
    symbol integer NOT NULL,
    seconds integer NOT NULL,
    wins integer NOT NULL,
    losses integer NOT NULL,
    draws integer NOT NULL,
    voids integer NOT NULL,
    staked bigint NOT NULL,
    paid bigint NOT NULL,
    break_even bigint NOT NULL
);

ALTER TABLE ONLY public.contract_day
    ADD CONSTRAINT contract_day_pkey PRIMARY KEY (account, day, symbol, seconds);

GRANT SELECT ON TABLE public.contract_day TO glasshouse_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.contract_day TO glasshouse_settle;
GRANT SELECT ON TABLE public.contract_day TO glasshouse_office;


CREATE TABLE public.contract_terms (
    version bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    seconds integer[] NOT NULL,
    returns integer[] NOT NULL,
    min_stake bigint NOT NULL,
    max_stake bigint NOT NULL,
    max_open bigint NOT NULL,
    changed_by uuid,
    changed_by_name text,
    reason text,
    effective_at timestamp with time zone DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone NOT NULL,
    approval uuid,
    approved_by uuid,
    approved_by_name text,
    rule smallint DEFAULT 1 NOT NULL,
    CONSTRAINT contract_terms_by_two CHECK ((changed_by <> approved_by)),
    CONSTRAINT contract_terms_check CHECK (((max_stake >= min_stake) AND (max_stake <= '1000000000000'::bigint))),
    CONSTRAINT contract_terms_check1 CHECK (((max_open >= max_stake) AND (max_open <= '1000000000000000'::bigint))),
    CONSTRAINT contract_terms_check2 CHECK ((cardinality(seconds) = cardinality(returns))),
    CONSTRAINT contract_terms_check3 CHECK (((max_open / min_stake) <= 10000)),
    CONSTRAINT contract_terms_min_stake_check CHECK ((min_stake > 0)),
    CONSTRAINT contract_terms_returns_check CHECK (((1 <= ALL (returns)) AND (10000 >= ALL (returns)))),
    CONSTRAINT contract_terms_rule_check CHECK ((rule = ANY (ARRAY[1, 2]))),
    CONSTRAINT contract_terms_seconds_check CHECK ((((cardinality(seconds) >= 1) AND (cardinality(seconds) <= 8)) AND (1 <= ALL (seconds)) AND (3600 >= ALL (seconds))))
);

ALTER TABLE public.contract_terms ALTER COLUMN version ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.contract_terms_version_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.contract_terms
    ADD CONSTRAINT contract_terms_approval_key UNIQUE (approval);

ALTER TABLE ONLY public.contract_terms
    ADD CONSTRAINT contract_terms_pkey PRIMARY KEY (version);

CREATE TRIGGER change_is_announced BEFORE INSERT ON public.contract_terms FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.change_is_announced('/office/contracts/savePeriods');

CREATE TRIGGER contract_terms_is_history BEFORE DELETE OR UPDATE ON public.contract_terms FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER contract_terms_is_kept BEFORE TRUNCATE ON public.contract_terms FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER contract_terms_is_logged AFTER INSERT ON public.contract_terms FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

CREATE CONSTRAINT TRIGGER rule_fits_the_source AFTER INSERT ON public.contract_terms DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.rule_fits_the_source();

CREATE TRIGGER terms_keep_their_rule BEFORE INSERT ON public.contract_terms FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.terms_keep_their_rule();

ALTER TABLE ONLY public.contract_terms
    ADD CONSTRAINT contract_terms_approval_fkey FOREIGN KEY (approval) REFERENCES public.approval(id);

ALTER TABLE ONLY public.contract_terms
    ADD CONSTRAINT contract_terms_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.contract_terms
    ADD CONSTRAINT contract_terms_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.contract_terms TO glasshouse_app;
GRANT SELECT ON TABLE public.contract_terms TO glasshouse_settle;
GRANT SELECT ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(at) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(seconds) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(returns) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(min_stake) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(max_stake) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(max_open) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(changed_by) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(changed_by_name) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(reason) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(effective_at) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(approval) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(approved_by) ON TABLE public.contract_terms TO glasshouse_office;

GRANT INSERT(approved_by_name) ON TABLE public.contract_terms TO glasshouse_office;


CREATE TABLE public.holding (
    owner bigint NOT NULL,
    id uuid NOT NULL,
    serial bigint NOT NULL,
    product integer NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    units bigint NOT NULL,
    amount bigint NOT NULL,
    bought_at timestamp with time zone NOT NULL,
    starts_on date,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ending text,
    CONSTRAINT holding_amount_check CHECK ((amount > 0)),
    CONSTRAINT holding_days CHECK (((kind = 'pledge'::text) = (starts_on IS NULL))),
    CONSTRAINT holding_end CHECK ((num_nulls(ended_at, ending) = ANY (ARRAY[0, 2]))),
    CONSTRAINT holding_ending_check CHECK ((ending = ANY (ARRAY['matured'::text, 'early'::text, 'left'::text]))),
    CONSTRAINT holding_units_check CHECK ((units > 0))
);

ALTER TABLE public.holding ALTER COLUMN serial ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.holding_serial_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.holding
    ADD CONSTRAINT holding_pkey PRIMARY KEY (owner, id);

CREATE INDEX holding_by_id ON public.holding USING btree (id);

CREATE INDEX holding_by_time ON public.holding USING btree (owner, bought_at DESC, serial DESC);

CREATE INDEX holding_due ON public.holding USING btree (ends_at, serial) WHERE (ended_at IS NULL);

CREATE INDEX holding_earning ON public.holding USING btree (owner, serial) WHERE ((ended_at IS NULL) AND (kind <> 'pledge'::text));

CREATE UNIQUE INDEX holding_in_order ON public.holding USING btree (owner, serial);

CREATE INDEX holding_kind_in_order ON public.holding USING btree (owner, kind, serial);

CREATE INDEX holding_open_by_time ON public.holding USING btree (owner, bought_at DESC, serial DESC) WHERE (ended_at IS NULL);

CREATE INDEX holding_open_in_order ON public.holding USING btree (owner, serial) WHERE (ended_at IS NULL);

CREATE INDEX holding_pledge_due ON public.holding USING btree (ends_at, serial) WHERE ((ended_at IS NULL) AND (kind = 'pledge'::text));

CREATE INDEX holding_pledged ON public.holding USING btree (product, version, ends_at) INCLUDE (units, bought_at) WHERE ((ended_at IS NULL) AND (kind = 'pledge'::text));

CREATE INDEX holding_running ON public.holding USING btree (owner, product) INCLUDE (kind, units, amount) WHERE (ended_at IS NULL);

CREATE INDEX holding_starting ON public.holding USING btree (starts_on, product, version) INCLUDE (units) WHERE ((ended_at IS NULL) AND (kind <> 'pledge'::text));

CREATE TRIGGER product_is_left AFTER UPDATE OF ending ON public.holding FOR EACH ROW WHEN (((new.ending = 'left'::text) AND (new.kind <> 'pledge'::text))) EXECUTE FUNCTION public.product_is_left();

ALTER TABLE ONLY public.holding
    ADD CONSTRAINT holding_product_version_fkey FOREIGN KEY (product, version) REFERENCES public.product_version(product, version);

GRANT SELECT ON TABLE public.holding TO glasshouse_app;
GRANT SELECT ON TABLE public.holding TO glasshouse_office;


CREATE TABLE public.option_day (
    account bigint NOT NULL,
    day integer NOT NULL,
    symbol integer NOT NULL,
    seconds integer NOT NULL,
    ended integer NOT NULL,
    in_profit integer NOT NULL,
    staked bigint NOT NULL,
    paid bigint NOT NULL,
    spread bigint NOT NULL
);

ALTER TABLE ONLY public.option_day
    ADD CONSTRAINT option_day_pkey PRIMARY KEY (account, day, symbol, seconds);

GRANT SELECT ON TABLE public.option_day TO glasshouse_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.option_day TO glasshouse_settle;
GRANT SELECT ON TABLE public.option_day TO glasshouse_office;


CREATE TABLE public.option_exposure (
    symbol integer NOT NULL,
    open bigint DEFAULT 0 NOT NULL,
    CONSTRAINT option_exposure_open_check CHECK ((open >= 0))
);

ALTER TABLE ONLY public.option_exposure
    ADD CONSTRAINT option_exposure_pkey PRIMARY KEY (symbol);

ALTER TABLE ONLY public.option_exposure
    ADD CONSTRAINT option_exposure_symbol_fkey FOREIGN KEY (symbol) REFERENCES public.coin_unit(symbol);

GRANT SELECT ON TABLE public.option_exposure TO glasshouse_app;
GRANT SELECT ON TABLE public.option_exposure TO glasshouse_office;


CREATE TABLE public.option_order (
    account bigint NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    head_slot bigint NOT NULL,
    due_slot bigint NOT NULL,
    stake bigint NOT NULL,
    strike bigint NOT NULL,
    size bigint NOT NULL,
    quote_slot bigint NOT NULL,
    quote_price bigint NOT NULL,
    symbol integer NOT NULL,
    seconds integer NOT NULL,
    volatility integer NOT NULL,
    spread_bp integer NOT NULL,
    rule smallint NOT NULL,
    model smallint NOT NULL,
    call boolean NOT NULL,
    result smallint,
    exit_slot bigint,
    exit_price bigint,
    payout bigint,
    sale_volatility integer,
    settled_at timestamp with time zone,
    terms smallint DEFAULT 1 NOT NULL,
    CONSTRAINT option_due CHECK (
CASE
    WHEN (seconds <= 900) THEN ((seconds = ANY (ARRAY[60, 180, 300, 600, 900])) AND (due_slot = (head_slot + (2 * seconds))) AND ((terms > 1) OR (strike = quote_price)))
    ELSE ((seconds = ANY (ARRAY[3600, 21600, 86400, 604800])) AND (due_slot = ((((quote_slot + 600) / 7200) * 7200) + (2 * seconds))))
END),
    CONSTRAINT option_is_held CHECK ((((head_slot - quote_slot) >= 0) AND ((head_slot - quote_slot) <= 10))),
    CONSTRAINT option_order_account_check CHECK ((account >= 65536)),
    CONSTRAINT option_order_payout_check CHECK ((payout >= 0)),
    CONSTRAINT option_order_quote_price_check CHECK ((quote_price > 0)),
    CONSTRAINT option_order_rule_check CHECK ((rule = ANY (ARRAY[1, 2]))),
    CONSTRAINT option_order_size_check CHECK ((size > 0)),
    CONSTRAINT option_order_spread_bp_check CHECK (((spread_bp >= 0) AND (spread_bp <= 2000))),
    CONSTRAINT option_order_stake_check CHECK (((stake >= 100000) AND (stake <= '5000000000'::bigint))),
    CONSTRAINT option_order_strike_check CHECK ((strike > 0)),
    CONSTRAINT option_order_terms_check CHECK ((terms = ANY (ARRAY[1, 2, 3]))),
    CONSTRAINT option_order_volatility_check CHECK ((volatility > 0)),
    CONSTRAINT option_result_follows CHECK (
CASE
    WHEN (result IS NULL) THEN (num_nonnulls(exit_slot, exit_price, payout, sale_volatility, settled_at) = 0)
    WHEN (num_nonnulls(payout, settled_at) < 2) THEN false
    WHEN (result = 5) THEN ((num_nonnulls(exit_slot, exit_price, sale_volatility) = 3) AND (exit_slot >= (head_slot - 10)) AND (exit_slot < due_slot))
    WHEN (sale_volatility IS NOT NULL) THEN false
    WHEN (exit_price IS NULL) THEN ((result = 4) AND (exit_slot IS NULL) AND (payout = stake))
    WHEN (payout > stake) THEN (result = 1)
    WHEN (payout = stake) THEN (result = 3)
    ELSE (result = 2)
END),
    CONSTRAINT option_sale_volatility CHECK ((sale_volatility > 0))
)
WITH (fillfactor='50');

ALTER TABLE public.option_order
    ADD CONSTRAINT option_order_model_check CHECK ((model = ANY (ARRAY[1, 2, 3]))) NOT VALID;

ALTER TABLE ONLY public.option_order
    ADD CONSTRAINT option_order_pkey PRIMARY KEY (account, id);

CREATE INDEX option_order_by_due ON public.option_order USING btree (due_slot, account);

CREATE INDEX option_order_unsold ON public.option_order USING btree (account, due_slot) WHERE (sale_volatility IS NULL);

CREATE TRIGGER end_by_the_tape AFTER UPDATE ON public.option_order REFERENCING OLD TABLE AS old_option NEW TABLE AS new_option FOR EACH STATEMENT EXECUTE FUNCTION public.options_end_by_the_tape();

CREATE TRIGGER option_costs_what_it_is_worth AFTER INSERT ON public.option_order FOR EACH ROW EXECUTE FUNCTION public.option_costs_what_it_is_worth();

CREATE TRIGGER option_order_is_kept BEFORE DELETE ON public.option_order FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER option_order_is_not_emptied BEFORE TRUNCATE ON public.option_order FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER options_have_the_right_volatility AFTER INSERT ON public.option_order REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.options_have_the_right_volatility();

CREATE TRIGGER refuse_old_snapshot BEFORE INSERT ON public.option_order FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> 'read committed'::text)) EXECUTE FUNCTION public.refuse_old_snapshot();

CREATE TRIGGER sale_is_counted AFTER UPDATE OF sale_volatility ON public.option_order FOR EACH ROW WHEN ((new.sale_volatility IS NOT NULL)) EXECUTE FUNCTION public.count_sale();

CREATE TRIGGER sale_is_logged AFTER UPDATE OF sale_volatility ON public.option_order FOR EACH ROW WHEN (((new.sale_volatility IS NOT NULL) AND (new.terms > 2))) EXECUTE FUNCTION public.hand_sale_to_log();

CREATE TRIGGER sale_is_recent AFTER UPDATE OF sale_volatility ON public.option_order FOR EACH ROW WHEN ((new.sale_volatility IS NOT NULL)) EXECUTE FUNCTION public.sale_is_by_a_recent_tick();

CREATE CONSTRAINT TRIGGER sale_is_still_recent AFTER UPDATE OF sale_volatility ON public.option_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.sale_volatility IS NOT NULL)) EXECUTE FUNCTION public.sale_is_by_a_recent_tick();

CREATE TRIGGER sale_pays_what_it_is_worth AFTER UPDATE OF sale_volatility ON public.option_order FOR EACH ROW WHEN ((new.sale_volatility IS NOT NULL)) EXECUTE FUNCTION public.sale_pays_what_it_is_worth();

CREATE TRIGGER settled_is_booked AFTER UPDATE ON public.option_order REFERENCING NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.book_what_ended('41985', '51', '52');

CREATE TRIGGER then_exposure_falls AFTER UPDATE ON public.option_order REFERENCING NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.exposure_falls();

GRANT SELECT ON TABLE public.option_order TO glasshouse_app;
GRANT SELECT ON TABLE public.option_order TO glasshouse_settle;
GRANT SELECT ON TABLE public.option_order TO glasshouse_office;

GRANT UPDATE(result) ON TABLE public.option_order TO glasshouse_settle;

GRANT UPDATE(exit_slot) ON TABLE public.option_order TO glasshouse_settle;

GRANT UPDATE(exit_price) ON TABLE public.option_order TO glasshouse_settle;

GRANT UPDATE(payout) ON TABLE public.option_order TO glasshouse_settle;

GRANT UPDATE(settled_at) ON TABLE public.option_order TO glasshouse_settle;


CREATE TABLE public.option_sale (
    account bigint NOT NULL,
    due_slot bigint NOT NULL,
    day integer NOT NULL,
    symbol integer NOT NULL,
    seconds integer NOT NULL,
    ended integer NOT NULL,
    in_profit integer NOT NULL,
    staked bigint NOT NULL,
    paid bigint NOT NULL,
    spread bigint NOT NULL
);

ALTER TABLE ONLY public.option_sale
    ADD CONSTRAINT option_sale_pkey PRIMARY KEY (account, due_slot, day, symbol, seconds);

CREATE INDEX option_sale_by_due ON public.option_sale USING btree (due_slot);

GRANT SELECT ON TABLE public.option_sale TO glasshouse_app;
GRANT SELECT,DELETE ON TABLE public.option_sale TO glasshouse_settle;
GRANT SELECT ON TABLE public.option_sale TO glasshouse_office;


CREATE TABLE public.product (
    id integer NOT NULL,
    kind text NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT product_kind_check CHECK ((kind = ANY (ARRAY['trust'::text, 'pledge'::text, 'machine'::text])))
);

ALTER TABLE public.product ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.product_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_id_kind_key UNIQUE (id, kind);

ALTER TABLE ONLY public.product
    ADD CONSTRAINT product_pkey PRIMARY KEY (id);

GRANT SELECT ON TABLE public.product TO glasshouse_app;
GRANT SELECT,DELETE ON TABLE public.product TO glasshouse_office;

GRANT INSERT(kind) ON TABLE public.product TO glasshouse_office;

GRANT INSERT(made_at) ON TABLE public.product TO glasshouse_office;


CREATE TABLE public.product_day (
    day date NOT NULL,
    holder bigint DEFAULT 0 NOT NULL,
    serial bigint DEFAULT 0 NOT NULL,
    orders bigint DEFAULT 0 NOT NULL,
    income bigint DEFAULT 0 NOT NULL,
    done boolean DEFAULT false NOT NULL
);

ALTER TABLE ONLY public.product_day
    ADD CONSTRAINT product_day_pkey PRIMARY KEY (day);

GRANT SELECT ON TABLE public.product_day TO glasshouse_app;
GRANT SELECT ON TABLE public.product_day TO glasshouse_office;


CREATE TABLE public.product_left (
    serial bigint NOT NULL,
    product integer NOT NULL,
    version integer NOT NULL,
    starts_on date NOT NULL,
    units bigint NOT NULL
);

ALTER TABLE ONLY public.product_left
    ADD CONSTRAINT product_left_pkey PRIMARY KEY (serial);

GRANT SELECT,DELETE ON TABLE public.product_left TO glasshouse_app;


CREATE TABLE public.product_outlook (
    day date NOT NULL,
    through date NOT NULL,
    income bigint NOT NULL,
    principal bigint NOT NULL
);

ALTER TABLE ONLY public.product_outlook
    ADD CONSTRAINT product_outlook_pkey PRIMARY KEY (day);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.product_outlook TO glasshouse_app;


CREATE TABLE public.product_taken (
    product integer NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    quota bigint NOT NULL,
    units bigint DEFAULT 0 NOT NULL,
    CONSTRAINT product_quota_holds CHECK (((units >= 0) AND (units <= quota)))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.product_taken
    ADD CONSTRAINT product_taken_pkey PRIMARY KEY (product, version);

ALTER TABLE ONLY public.product_taken
    ADD CONSTRAINT product_taken_product_version_fkey FOREIGN KEY (product, version) REFERENCES public.product_version(product, version);

GRANT SELECT ON TABLE public.product_taken TO glasshouse_app;
GRANT SELECT ON TABLE public.product_taken TO glasshouse_office;


CREATE TABLE public.product_version (
    product integer NOT NULL,
    version integer NOT NULL,
    kind text NOT NULL,
    state text DEFAULT 'draft'::text NOT NULL,
    label text NOT NULL,
    power text DEFAULT ''::text NOT NULL,
    currency smallint DEFAULT 1 NOT NULL,
    unit bigint NOT NULL,
    rate_bp integer,
    rate_ppb integer,
    daily bigint,
    days integer,
    seconds integer,
    "least" bigint NOT NULL,
    most bigint NOT NULL,
    quota bigint NOT NULL,
    opens_at timestamp with time zone NOT NULL,
    closes_at timestamp with time zone,
    written_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    closed_at timestamp with time zone,
    written_by uuid,
    written_by_name text,
    published_by uuid,
    published_by_name text,
    approval uuid,
    approved_by uuid,
    approved_by_name text,
    closed_by uuid,
    closed_by_name text,
    CONSTRAINT product_amounts_fit CHECK ((("least" > 0) AND ("least" <= most) AND (most <= quota) AND (most <= ('1000000000000'::bigint / unit)) AND (quota <= ('1000000000000000'::bigint / unit)))),
    CONSTRAINT product_by_two CHECK ((published_by <> approved_by)),
    CONSTRAINT product_states CHECK ((((state = 'draft'::text) = (published_at IS NULL)) AND ((state = 'closed'::text) = (closed_at IS NOT NULL)))),
    CONSTRAINT product_terms_are_whole CHECK (
CASE kind
    WHEN 'trust'::text THEN ((num_nulls(rate_bp, days) = 0) AND (num_nonnulls(rate_ppb, daily, seconds) = 0))
    WHEN 'pledge'::text THEN ((num_nulls(rate_ppb, seconds) = 0) AND (num_nonnulls(rate_bp, daily, days) = 0))
    ELSE ((num_nulls(daily, days) = 0) AND (num_nonnulls(rate_bp, rate_ppb, seconds) = 0) AND (length(label) > 0))
END),
    CONSTRAINT product_version_check CHECK (((daily >= 1) AND (daily <= unit))),
    CONSTRAINT product_version_currency_check CHECK ((currency = 1)),
    CONSTRAINT product_version_days_check CHECK (((days >= 1) AND (days <= 730))),
    CONSTRAINT product_version_label_check CHECK ((length(label) <= 40)),
    CONSTRAINT product_version_power_check CHECK ((length(power) <= 20)),
    CONSTRAINT product_version_rate_bp_check CHECK (((rate_bp >= 1) AND (rate_bp <= 5000))),
    CONSTRAINT product_version_rate_ppb_check CHECK (((rate_ppb >= 1) AND (rate_ppb <= 100000000))),
    CONSTRAINT product_version_seconds_check CHECK ((seconds = ANY (ARRAY[3600, 86400, 604800, 2592000]))),
    CONSTRAINT product_version_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'closed'::text]))),
    CONSTRAINT product_version_unit_check CHECK (((unit >= 10000) AND (unit <= '100000000000'::bigint))),
    CONSTRAINT product_version_version_check CHECK ((version > 0)),
    CONSTRAINT product_window CHECK ((closes_at > opens_at))
);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_approval_key UNIQUE (approval);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_pkey PRIMARY KEY (product, version);

CREATE UNIQUE INDEX product_draft ON public.product_version USING btree (product) WHERE (state = 'draft'::text);

CREATE UNIQUE INDEX product_published ON public.product_version USING btree (product) WHERE (state = 'published'::text);

CREATE TRIGGER product_is_agreed BEFORE UPDATE ON public.product_version FOR EACH ROW WHEN (((CURRENT_USER = 'glasshouse_office'::name) AND (new.state = 'published'::text) AND (old.state = 'draft'::text))) EXECUTE FUNCTION public.product_is_agreed();

CREATE TRIGGER product_is_offered AFTER UPDATE OF state ON public.product_version FOR EACH ROW WHEN (((new.state = 'published'::text) AND (old.state = 'draft'::text))) EXECUTE FUNCTION public.product_is_offered();

CREATE TRIGGER product_terms_are_kept BEFORE TRUNCATE ON public.product_version FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER product_terms_stay BEFORE INSERT OR DELETE OR UPDATE ON public.product_version FOR EACH ROW EXECUTE FUNCTION public.product_terms_stay();

CREATE TRIGGER product_version_is_logged AFTER UPDATE OF state ON public.product_version FOR EACH ROW WHEN ((new.state <> old.state)) EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_approval_fkey FOREIGN KEY (approval) REFERENCES public.approval(id);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_currency_fkey FOREIGN KEY (currency) REFERENCES public.currency_code(code);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_product_kind_fkey FOREIGN KEY (product, kind) REFERENCES public.product(id, kind);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_published_by_fkey FOREIGN KEY (published_by) REFERENCES public.operator(id);

ALTER TABLE ONLY public.product_version
    ADD CONSTRAINT product_version_written_by_fkey FOREIGN KEY (written_by) REFERENCES public.operator(id);

GRANT SELECT ON TABLE public.product_version TO glasshouse_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.product_version TO glasshouse_office;


CREATE TABLE public.settlement (
    settled_through bigint NOT NULL,
    product text NOT NULL
);

ALTER TABLE ONLY public.settlement
    ADD CONSTRAINT settlement_pkey PRIMARY KEY (product);

CREATE TRIGGER settlement_moves_on BEFORE UPDATE ON public.settlement FOR EACH ROW EXECUTE FUNCTION public.settlement_moves_on();

GRANT SELECT ON TABLE public.settlement TO glasshouse_app;
GRANT SELECT,UPDATE ON TABLE public.settlement TO glasshouse_settle;
GRANT SELECT ON TABLE public.settlement TO glasshouse_office;


CREATE TABLE public.share (
    id uuid NOT NULL,
    person uuid NOT NULL,
    product text NOT NULL,
    ordered uuid NOT NULL,
    named boolean NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT share_product_check CHECK ((product = ANY (ARRAY['contract'::text, 'option'::text, 'spot'::text])))
);

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_person_product_ordered_key UNIQUE (person, product, ordered);

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_pkey PRIMARY KEY (id);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.share FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.share
    ADD CONSTRAINT share_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.share TO glasshouse_app;

GRANT UPDATE(named) ON TABLE public.share TO glasshouse_app;


CREATE TABLE public.shared_until (
    one boolean DEFAULT true NOT NULL,
    day date NOT NULL,
    earner bigint NOT NULL,
    CONSTRAINT shared_until_one_check CHECK (one)
);

ALTER TABLE ONLY public.shared_until
    ADD CONSTRAINT shared_until_pkey PRIMARY KEY (one);


CREATE TABLE public.slip_key (
    public_key bytea NOT NULL,
    since timestamp with time zone NOT NULL,
    CONSTRAINT slip_key_public_key_check CHECK ((length(public_key) = 32))
);

ALTER TABLE ONLY public.slip_key
    ADD CONSTRAINT slip_key_pkey PRIMARY KEY (public_key);

CREATE TRIGGER slip_key_is_history BEFORE DELETE OR UPDATE ON public.slip_key FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER slip_key_is_kept BEFORE TRUNCATE ON public.slip_key FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER slip_key_is_logged AFTER INSERT ON public.slip_key FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

GRANT SELECT,INSERT ON TABLE public.slip_key TO glasshouse_app;


CREATE TABLE public.spot_cost (
    account bigint NOT NULL,
    cost bigint NOT NULL,
    CONSTRAINT spot_cost_cost_check CHECK ((cost >= 0))
);

ALTER TABLE ONLY public.spot_cost
    ADD CONSTRAINT spot_cost_pkey PRIMARY KEY (account);

GRANT SELECT ON TABLE public.spot_cost TO glasshouse_app;
GRANT SELECT ON TABLE public.spot_cost TO glasshouse_office;


CREATE TABLE public.spot_day (
    owner bigint NOT NULL,
    day integer NOT NULL,
    realised bigint NOT NULL
);

ALTER TABLE ONLY public.spot_day
    ADD CONSTRAINT spot_day_pkey PRIMARY KEY (owner, day);

GRANT SELECT ON TABLE public.spot_day TO glasshouse_app;
GRANT SELECT ON TABLE public.spot_day TO glasshouse_office;


CREATE TABLE public.spot_order (
    account bigint NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    head_slot bigint NOT NULL,
    due_slot bigint NOT NULL,
    stake bigint NOT NULL,
    symbol integer NOT NULL,
    spread_bp integer NOT NULL,
    rule smallint NOT NULL,
    result smallint,
    exit_slot bigint,
    exit_price bigint,
    payout bigint,
    settled_at timestamp with time zone,
    owner bigint GENERATED ALWAYS AS ((account >> 16)) STORED NOT NULL,
    buy boolean GENERATED ALWAYS AS (((account & (1023)::bigint) = 1)) STORED NOT NULL,
    CONSTRAINT spot_due CHECK ((due_slot = (head_slot + 1))),
    CONSTRAINT spot_ended_is_booked CHECK (((result IS NULL) OR (num_nonnulls(payout, settled_at) = 2))),
    CONSTRAINT spot_order_exit_price_check CHECK ((exit_price > 0)),
    CONSTRAINT spot_order_spread_bp_check CHECK (((spread_bp >= 0) AND (spread_bp <= 500))),
    CONSTRAINT spot_order_stake_check CHECK ((stake > 0)),
    CONSTRAINT spot_result_follows CHECK (
CASE
    WHEN (result IS NULL) THEN (num_nonnulls(exit_slot, exit_price, payout, settled_at) = 0)
    WHEN (exit_price IS NULL) THEN ((result = 2) AND (exit_slot IS NULL))
    ELSE (result = 1)
END),
    CONSTRAINT spot_rule_is_known CHECK ((rule = ANY (ARRAY[1, 2]))),
    CONSTRAINT spot_void_receives_nothing CHECK (((result IS DISTINCT FROM 2) OR (payout = 0))),
    CONSTRAINT spot_wallet CHECK (((account >= 65536) AND (((account >> 10) & (63)::bigint) = 3) AND (((account & (1023)::bigint) = 1) OR ((account & (1023)::bigint) = (symbol + 2)))))
)
WITH (fillfactor='50');

ALTER TABLE ONLY public.spot_order
    ADD CONSTRAINT spot_order_pkey PRIMARY KEY (account, id);

CREATE INDEX spot_order_by_due ON public.spot_order USING btree (due_slot, account);

CREATE UNIQUE INDEX spot_order_once ON public.spot_order USING btree (owner, id);

CREATE TRIGGER fill_by_the_tape AFTER UPDATE ON public.spot_order REFERENCING OLD TABLE AS before NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.fill_by_the_tape();

CREATE TRIGGER filled_is_booked AFTER UPDATE ON public.spot_order REFERENCING NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION public.book_spot();

CREATE TRIGGER refuse_old_snapshot BEFORE INSERT ON public.spot_order FOR EACH STATEMENT WHEN ((current_setting('transaction_isolation'::text) <> 'read committed'::text)) EXECUTE FUNCTION public.refuse_old_snapshot();

CREATE TRIGGER spot_order_is_kept BEFORE DELETE ON public.spot_order FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER spot_order_is_not_emptied BEFORE TRUNCATE ON public.spot_order FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.spot_order TO glasshouse_app;
GRANT SELECT ON TABLE public.spot_order TO glasshouse_settle;
GRANT SELECT ON TABLE public.spot_order TO glasshouse_office;

GRANT UPDATE(result) ON TABLE public.spot_order TO glasshouse_settle;

GRANT UPDATE(exit_slot) ON TABLE public.spot_order TO glasshouse_settle;

GRANT UPDATE(exit_price) ON TABLE public.spot_order TO glasshouse_settle;

GRANT UPDATE(payout) ON TABLE public.spot_order TO glasshouse_settle;

GRANT UPDATE(settled_at) ON TABLE public.spot_order TO glasshouse_settle;


CREATE FUNCTION public.accrue_products(moment timestamp with time zone, most integer) RETURNS TABLE(day date, orders bigint, income bigint, done boolean)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  today  constant date := (moment at time zone 'UTC')::date;
  house  constant bigint := 32 * 1024 + 1;
  mark   product_day;
  due    record;
begin
  perform check_moment(moment);
  -- One at a time.
  perform pg_advisory_xact_lock(hashtextextended('accrue_products', 0));
  select * into mark from product_day order by product_day.day desc limit 1;
  if mark.day is null or mark.done then
    mark.day := coalesce(mark.day + 1, (select min(starts_on) from holding));
    if mark.day is null or mark.day >= today then return; end if;
    insert into product_day (day) values (mark.day) returning * into mark;
  end if;
  select count(*) as orders, max(array[owner, serial]) as last, coalesce(sum(amount), 0)::bigint as income,
    array_agg((owner << 16) + 6145) filter (where amount > 0) as wallets, array_agg(amount) filter (where amount > 0) as amounts,
    array_agg(income_ref(serial, mark.day)) filter (where amount > 0) as refs
  into due from (
    select h.owner, h.serial, income_of_day(h.kind, h.amount, h.units, rate_bp, daily, mark.day - starts_on + 1) as amount
    from holding as h join product_version using (product, version)
    where h.ended_at is null and h.kind <> 'pledge' and (h.owner, h.serial) > (mark.holder, mark.serial)
      and starts_on <= mark.day and h.ends_at > mark.day::timestamp at time zone 'UTC'
    order by h.owner, h.serial limit accrue_products.most
  ) as earned;
  if due.wallets is not null then
    perform pay_wallets(moment, due.wallets, due.amounts, array_fill(house, array[cardinality(due.wallets)]),
      array_fill((mark.day + 1)::timestamp at time zone 'UTC', array[cardinality(due.wallets)]), due.refs,
      array_fill(120::smallint, array[cardinality(due.wallets)]));
  end if;
  return query update product_day as d
    set holder = coalesce(due.last[1], d.holder), serial = coalesce(due.last[2], d.serial), orders = d.orders + due.orders, income = d.income + due.income, done = due.orders < accrue_products.most
    where d.day = mark.day returning d.day, due.orders, due.income, d.done;
end $$;

REVOKE ALL ON FUNCTION public.accrue_products(moment timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.accrue_products(moment timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.are_open_under_another(playing text, knows smallint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  known settlement;
  found boolean;
begin
  for known in select * from settlement loop
    execute format('select exists (
      select from %I as open where due_slot > $1 and result is null and not exists (
        select from source_rule s where s.source = $2 and s.rule = open.rule and s.generator <= $3))', known.product)
    into found using known.settled_through, playing, knows;
    if found then return true; end if;
  end loop;
  return false;
end $_$;


CREATE FUNCTION public.book_spot() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
declare
  house  constant bigint := 32768;
  pool   constant bigint := 46080;
  since  constant uuid := spot_since();
  moment timestamptz;
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  select max(settled_at) into moment from ended where result is not null;
  if moment is null then return null; end if;
  -- Accounts are made and locked in their order before anything is moved.
  perform hold_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(1::bigint)) from (
    select account from ended where result = 2 or not buy
    union
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end from ended where result = 1
  ) as touched;

  -- The cost of coins that are sold is their share of what all of them cost.
  with sold as materialized (
    select sold.account, owner, day, brought, coalesce(div(known.cost * amount, amount + back + wallet.balance + other.stake), 0)::bigint as cost
    from (
      select account, owner, sum(stake) filter (where result = 1) as amount, coalesce(sum(stake) filter (where result = 2), 0) as back,
        sum(payout) as brought, max(exit_slot) / 172800 as day
      from ended where not buy group by 1, 2
    ) as sold
    join account as wallet on wallet.id = sold.account
    left join spot_cost as known on known.account = sold.account
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as stake from spot_order
      where spot_order.account = sold.account and spot_order.id >= since
    ) as other
    where amount > 0
  ), counted as (
    insert into spot_day as known (owner, day, realised)
    select owner, day, sum(brought - cost) from sold group by 1, 2 order by 1, 2
    on conflict (owner, day) do update set realised = known.realised + excluded.realised
  )
  update spot_cost as known set cost = known.cost - sold.cost from sold where known.account = sold.account and sold.cost > 0;

  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved from (select account, sum(stake)::bigint as amount from ended where result = 2 group by account) as back;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;

  -- Coins that came or went in another way have no cost; where none are left, nothing of what they cost is either.
  insert into spot_cost as known (account, cost)
  select (owner << 16) + 3074 + symbol, sum(stake) from ended where result = 1 and buy group by 1 order by 1
  on conflict (account) do update set cost = excluded.cost + case
    when (select balance from account where id = known.account) = 0
      and not exists (
        select from spot_order as other where other.account = known.account and other.id >= since and result is null
      ) then 0
    else known.cost end;

  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved from (
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end as account, sum(payout)::bigint as amount
    from ended where payout > 0 group by 1
  ) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  base := nextval('posting_block');
  -- 30 and 31: spot_buy, spot_sell; 32: spot_return. An account of the system may have a total of each of these.
  insert into leg (account, id, amount, contra, at, ref, kind)
  select account, base + kind - 30, sum(amount)::bigint, null::bigint, moment, null::uuid, kind::smallint from (
    select pool + (account & 1023) as account, -stake as amount, case when result = 2 then 32 when buy then 30 else 31 end as kind
    from ended where result is not null
    union all
    select house + (account & 1023), stake, case when buy then 30 else 31 end from ended where result = 1
    union all
    select house + case when buy then symbol + 2 else 1 end, -payout, case when buy then 30 else 31 end from ended where payout > 0
  ) as total group by account, kind
  union all
  select account, base + 2 + row_number() over (order by account), amount, contra + (account & 1023), moment, id, kind::smallint from (
    select (owner << 16) + 3072 + case when buy then symbol + 2 else 1 end as account, payout as amount, house as contra, id,
      case when buy then 30 else 31 end as kind
    from ended where payout > 0
    union all
    select account, stake, pool, id, 32 from ended where result = 2
  ) as paid;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.book_spot() FROM PUBLIC;


CREATE FUNCTION public.book_what_ended() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  pool     constant bigint := tg_argv[0];
  payouts  constant smallint := tg_argv[1];
  results  constant smallint := tg_argv[2];
  house    constant bigint := 32769;
  staked bigint;
  paid   bigint;
  moment timestamptz;
  wanted bigint;
  moved  bigint;
  base   bigint;
begin
  select sum(stake), sum(payout), max(settled_at) into staked, paid, moment from ended where result is not null;
  if staked is null then return null; end if;
  select count(*), move_balances(array_agg(account order by account), array_agg(0::bigint), array_agg(amount order by account))
  into wanted, moved
  from (select account, sum(payout)::bigint as amount from ended where payout > 0 group by account) as change;
  if moved < wanted then raise exception 'a wallet that is paid does not exist'; end if;
  base := nextval('posting_block');
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool, base, -staked, null::bigint, moment, null::uuid, payouts
  union all
  select house, base, staked - paid, null, moment, null, results where staked <> paid
  union all
  select account, base + row_number() over (order by account), payout, pool, moment, id, payouts from ended where payout > 0;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.book_what_ended() FROM PUBLIC;


CREATE FUNCTION public.buy_product(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone) RETURNS text
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select buy_product_with(owner, id, product, version, units, at, false)
$$;

REVOKE ALL ON FUNCTION public.buy_product(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.buy_product(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.buy_product_with(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone, from_fund boolean) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  -- One purchase of a person at a time: what one may hold is counted and added to under this lock.
  whose  constant uuid := hold_member(owner);
  before holding;
  terms  product_version;
  wallet constant bigint := (owner << 16) + 6 * 1024 + 1;
  fund   constant bigint := (owner << 16) + 1 * 1024 + 1;
  moved  constant uuid := gen_random_uuid();
  lack   bigint;
  starts constant date := (buy_product_with.at at time zone 'UTC')::date + 1;
  price  bigint;
begin
  perform check_moment(buy_product_with.at);
  if whose is null then return 'nobody'; end if;
  -- Of who leaves, everything is about to end.
  if (select p.status <> 'normal' or coalesce(p.leaves_at <= buy_product_with.at, false) from person as p where p.id = whose) then
    return 'account_abnormal';
  end if;
  select * into before from holding as h where h.owner = buy_product_with.owner and h.id = buy_product_with.id;
  if found then
    return case when (before.product, before.version, before.units) = (buy_product_with.product, buy_product_with.version, buy_product_with.units)
      then 'repeated' else 'id_used' end;
  end if;
  select * into terms from product_version as v
  where v.product = buy_product_with.product and v.version = buy_product_with.version for key share;
  if terms.state is distinct from 'published' or terms.closes_at <= buy_product_with.at then return 'product_closed'; end if;
  if terms.opens_at > buy_product_with.at then return 'product_not_open'; end if;
  if buy_product_with.units < terms.least or buy_product_with.units > terms.most then return 'purchase_out_of_range'; end if;
  if (select count(*) from holding as h where h.owner = buy_product_with.owner and h.ended_at is null) >= 200 then return 'too_many_holdings'; end if;
  if buy_product_with.units + coalesce((
    select sum(h.units) from holding as h
    where h.owner = buy_product_with.owner and h.product = terms.product and h.version = terms.version and h.ended_at is null), 0) > terms.most
  then
    return 'holding_limit';
  end if;
  update product_taken as t set units = t.units + buy_product_with.units
  where t.product = terms.product and t.version = terms.version and t.units + buy_product_with.units <= t.quota;
  if not found then return 'sold_out'; end if;
  price := buy_product_with.units * terms.unit;
  insert into holding (owner, id, product, version, kind, units, amount, bought_at, starts_on, ends_at) values (
    buy_product_with.owner, buy_product_with.id, terms.product, terms.version, terms.kind, buy_product_with.units, price, buy_product_with.at,
    case when terms.kind <> 'pledge' then starts end,
    case terms.kind when 'pledge' then buy_product_with.at + terms.seconds * interval '1 second'
      else (starts + terms.days)::timestamp at time zone 'UTC' end);
  if buy_product_with.from_fund then
    -- With both wallets held, in the order of their ids and after the quota, as everybody takes them. Only one that is short is told of.
    select price - balance into lack
    from hold_balances(array[fund, wallet], array[0, price], array[0, -price]) where account = wallet;
    if lack > 0 then
      perform book(buy_product_with.at, (select code from posting_kind where name = 'wallet_transfer'),
        array[moved], array[fund], array[wallet], array[lack]);
      perform begin_movement(
        buy_product_with.owner, moved, 'move', 'done', 1::smallint, lack, 0, null, 'fund-financial', buy_product_with.at);
    end if;
  end if;
  -- What is committed comes back; a machine's price is the house's.
  perform book(buy_product_with.at, (select code from posting_kind where name = case terms.kind when 'machine' then 'machine_price' else 'product_principal' end),
    array[buy_product_with.id], array[wallet], array[case terms.kind when 'machine' then 32 else 42 end * 1024::bigint + 1], array[price]);
  return 'bought';
exception when sqlstate 'GH001' then
  return 'insufficient_balance';
end $$;

REVOKE ALL ON FUNCTION public.buy_product_with(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone, from_fund boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.buy_product_with(owner bigint, id uuid, product integer, version integer, units bigint, at timestamp with time zone, from_fund boolean) TO glasshouse_app;


CREATE FUNCTION public.count_sale() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into option_sale as known (account, due_slot, day, symbol, seconds, ended, in_profit, staked, paid, spread)
  values (new.account, new.due_slot, new.exit_slot / 172800, new.symbol, new.seconds, 1, (new.payout > new.stake)::integer, new.stake, new.payout,
    new.stake * new.spread_bp / (10000 + new.spread_bp))
  on conflict (account, due_slot, day, symbol, seconds) do update set
    ended = known.ended + excluded.ended, in_profit = known.in_profit + excluded.in_profit,
    staked = known.staked + excluded.staked, paid = known.paid + excluded.paid, spread = known.spread + excluded.spread;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.count_sale() FROM PUBLIC;


CREATE FUNCTION public.earned_in_full_before(moment timestamp with time zone) RETURNS date
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select least(
    (moment at time zone 'UTC')::date,
    coalesce((select max(day) + 1 from product_day where done), (select min(starts_on) from holding)) + 1,
    (select (ends_at at time zone 'UTC')::date from holding where ended_at is null and kind = 'pledge' order by ends_at, serial limit 1))
$$;

REVOKE ALL ON FUNCTION public.earned_in_full_before(moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.end_holdings(ended public.holding[], otherwise text, at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  committed constant bigint := 42 * 1024 + 1;
  house     constant bigint := 32 * 1024 + 1;
begin
  -- In the order of their keys, as everybody who takes several does.
  perform from product_taken where (product, version) in (select product, version from unnest(ended) where kind = 'pledge')
  order by product, version for no key update;
  update product_taken as t set units = t.units - gone.units
  from (select product, version, sum(units) as units from unnest(ended) where kind = 'pledge' group by 1, 2) as gone
  where (t.product, t.version) = (gone.product, gone.version);
  update holding as h set ended_at = end_holdings.at, ending = case when h.ends_at <= end_holdings.at then 'matured' else otherwise end
  from unnest(ended) as e where (h.owner, h.id) = (e.owner, e.id);
  perform pay_wallets(end_holdings.at, array_agg((owner << 16) + 6145), array_agg(amount), array_agg(contra), array_agg(due), array_agg(ref), array_agg(fact))
  from (
    select owner, id as ref, amount, committed as contra, 61::smallint as fact, least(ends_at, end_holdings.at) as due
    from unnest(ended) where kind <> 'machine'
    union all
    select owner, income_ref(serial, (ends_at at time zone 'UTC')::date), div(amount::numeric * rate_ppb, 1000000000)::bigint, house, 120::smallint, ends_at
    from unnest(ended) as e join product_version as v using (product, version)
    where e.kind = 'pledge' and ends_at <= end_holdings.at and div(amount::numeric * rate_ppb, 1000000000) > 0
  ) as paid;
end $$;

REVOKE ALL ON FUNCTION public.end_holdings(ended public.holding[], otherwise text, at timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.end_pledge(owner bigint, id uuid, at timestamp with time zone) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  held holding;
begin
  perform check_moment(end_pledge.at);
  select * into held from holding as h where h.owner = end_pledge.owner and h.id = end_pledge.id for update;
  if held.kind is distinct from 'pledge' then return 'not_found'; end if;
  if held.ending = 'early' then return 'repeated'; end if;
  -- What has come due is paid in full, a moment later.
  if held.ended_at is not null or held.ends_at <= end_pledge.at then return 'holding_matured'; end if;
  perform end_holdings(array[held], 'early', end_pledge.at);
  return 'ended';
end $$;

REVOKE ALL ON FUNCTION public.end_pledge(owner bigint, id uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.end_pledge(owner bigint, id uuid, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.exposure_falls() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform move_exposure(array_agg(symbol), array_agg(-exposure), 0)
  from (select symbol, sum(exposure_of(size, strike, parts))::bigint as exposure
    from ended join coin_unit using (symbol) where result is not null group by symbol) as given_back;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.exposure_falls() FROM PUBLIC;


CREATE FUNCTION public.exposure_of(size bigint, strike bigint, parts bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when size <= (9223372036854775807 - parts) / strike then (size * strike + parts - 1) / parts
    else div(size::numeric * strike + parts - 1, parts)::bigint end
$$;


CREATE FUNCTION public.fill_by_the_tape() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    SET enable_nestloop TO 'on'
    AS $$
begin
  if exists (select from before where result is not null) then
    raise exception 'an order is filled once' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (select rule, symbol, due_slot, exit_slot, exit_price from ended group by 1, 2, 3, 4, 5) as claim
    left join lateral (
      select * from exit_by_rule_1(claim.symbol, claim.due_slot) where claim.rule = 1
      union all
      select * from exit_by_rule_2(claim.symbol, claim.due_slot) where claim.rule = 2
    ) as told on true
    where told.final is not true or (claim.exit_slot, claim.exit_price) is distinct from (told.exit_slot, told.exit_price)
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from ended join coin_unit using (symbol)
    where result = 1 and payout is distinct from spot_received(parts, buy, stake, spread_bp, exit_price)
  ) then
    raise exception 'the tick makes it another amount' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.fill_by_the_tape() FROM PUBLIC;


CREATE FUNCTION public.hand_sale_to_log() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
declare
  head_hash constant bytea := (select hash from tick where symbol = new.symbol and slot = new.head_slot limit 1);
  logged bigint;
begin
  if head_hash is null then
    raise exception 'the tape no longer has the head of this option' using errcode = 'insufficient_privilege';
  end if;
  insert into log_entry (bytes) values (sale_bytes(new, head_hash)) returning id into logged;
  insert into log_sale (entry, account, id) values (logged, new.account, new.id);
  return null;
end $$;

REVOKE ALL ON FUNCTION public.hand_sale_to_log() FROM PUBLIC;


CREATE FUNCTION public.hold_exposures(symbols integer[]) RETURNS SETOF public.option_exposure
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select * from option_exposure where symbol = any (symbols) order by symbol for no key update
$$;

REVOKE ALL ON FUNCTION public.hold_exposures(symbols integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.hold_exposures(symbols integer[]) TO glasshouse_app;


CREATE FUNCTION public.holdings_are_back() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from holding where owner = new.number and ended_at is null) then
    raise exception 'something of % is held', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.holdings_are_back() FROM PUBLIC;


CREATE FUNCTION public.income_of_day(kind text, amount bigint, units bigint, rate_bp integer, daily bigint, nth integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case kind when 'machine' then units * daily
    else amount * rate_bp * nth / 3650000 - amount * rate_bp * (nth - 1) / 3650000 end
$$;

REVOKE ALL ON FUNCTION public.income_of_day(kind text, amount bigint, units bigint, rate_bp integer, daily bigint, nth integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.income_of_day(kind text, amount bigint, units bigint, rate_bp integer, daily bigint, nth integer) TO glasshouse_app;


CREATE FUNCTION public.income_ref(serial bigint, day date) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (lpad(to_hex(serial), 16, '0') || lpad(to_hex(day - date '2000-01-01'), 16, '0'))::uuid
$$;

REVOKE ALL ON FUNCTION public.income_ref(serial bigint, day date) FROM PUBLIC;
GRANT ALL ON FUNCTION public.income_ref(serial bigint, day date) TO glasshouse_app;


CREATE FUNCTION public.move_exposure(symbols integer[], amounts bigint[], most bigint) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare moved bigint;
begin
  perform from option_exposure where symbol = any (symbols) order by symbol for no key update;
  update option_exposure set open = open + amount
  from (
    select symbol, sum(amount)::bigint as amount from unnest(symbols, amounts) as change (symbol, amount) group by symbol
  ) as wanted
  where option_exposure.symbol = wanted.symbol and (open + amount <= most or amount <= 0);
  get diagnostics moved = row_count;
  return moved = (select count(distinct symbol) from unnest(symbols) as asked (symbol));
end $$;

REVOKE ALL ON FUNCTION public.move_exposure(symbols integer[], amounts bigint[], most bigint) FROM PUBLIC;


CREATE FUNCTION public.open_contracts(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
declare terms contract_terms;
begin
  perform hold_the_source();
  terms := terms_at(at);
  perform require_heads(at, symbols, heads);
  if terms.rule = open_contracts.rule and not fit_terms(terms, periods, returns, stakes) then
    terms := terms_at(at - interval '10 seconds');
  end if;
  if terms.rule is distinct from open_contracts.rule or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then
    raise exception 'these terms are not in force' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'a stake is not covered' using errcode = 'check_violation';
  end if;
  if not stay_within(terms.max_open, accounts, stakes) then
    raise exception 'more is open than the terms allow' using errcode = 'insufficient_privilege';
  end if;
  perform write_contracts(at, rule, accounts, ids, heads, tick_hashes(symbols, heads), stakes, symbols, periods, returns, longs);
end $$;

REVOKE ALL ON FUNCTION public.open_contracts(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_contracts(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) TO glasshouse_app;


CREATE FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[]) RETURNS TABLE(symbol integer, slot bigint, price bigint, hash bytea, rule smallint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  return query select * from open_options_under(at, known_rules, accounts, ids, symbols, premiums, lives, calls, strikes, sizes, quotes, prices,
    volatilities, models, spreads, judged_by, 2::smallint);
end $$;

CREATE FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[], version smallint) RETURNS TABLE(symbol integer, slot bigint, price bigint, hash bytea, rule smallint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if version is distinct from 3 then
    raise exception 'options are not opened under terms %', version using errcode = 'insufficient_privilege';
  end if;
  return query select * from open_options_under(at, known_rules, accounts, ids, symbols, premiums, lives, calls, strikes, sizes, quotes, prices,
    volatilities, models, spreads, judged_by, 3::smallint);
end $$;

REVOKE ALL ON FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[]) TO glasshouse_app;

REVOKE ALL ON FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[], version smallint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_options(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[], version smallint) TO glasshouse_app;


CREATE FUNCTION public.open_options_under(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[], version smallint) RETURNS TABLE(symbol integer, slot bigint, price bigint, hash bytea, rule smallint)
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
  most_open constant bigint := 20000000000;
  most_held constant integer := 1000;
  settled   constant bigint := options_settled_through();
  agreed smallint := (terms_at(at)).rule;
  money  money_config := money_at(at);
  head_symbols integer[];
  head_slots   bigint[];
  head_prices  bigint[];
  head_hashes  bytea[];
  head_parts   bigint[];
  heads  bigint[];
  struck bigint[];
  hashes bytea[];
  ends   bigint[];
  slips  bytea;
begin
  perform hold_the_source();
  if agreed <> all (known_rules) or not rule_is_kept(agreed) then return; end if;
  if exists (select from unnest(spreads) as spread where spread <> money.option_spread_bp) then return; end if;
  -- Each quote's tick is on the tape, with that price.
  if exists (
    select from (select distinct symbol, quote, price from unnest(symbols, quotes, prices) as asked (symbol, quote, price)) as asked
    left join lateral (select price from tick where tick.symbol = asked.symbol and tick.slot = asked.quote limit 1) as known on true
    where known.price is distinct from asked.price
  ) then return; end if;
  if not take_stakes(accounts, premiums) then raise sqlstate 'GH001'; end if;
  if exists (
    select from (
      select account, sum(premium) as total, count(*) as options from unnest(accounts, premiums) as asked (account, premium) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake), 0) as open, count(*) as held from (
        select stake from option_order
        where option_order.account = wanted.account and due_slot > settled and sale_volatility is null and result is null
        order by due_slot desc limit most_held
      ) as one
    ) as running
    where open + total > most_open or held + options > most_held
  ) then raise sqlstate 'GH001'; end if;
  if judged_by is null then
    select array_agg(head.symbol), array_agg(head.slot), array_agg(head.price), array_agg(head.hash)
    into head_symbols, head_slots, head_prices, head_hashes from fresh_ticks(at, symbols) as head;
  else
    perform require_heads(at, symbols, judged_by);
    select array_agg(asked.symbol), array_agg(asked.head), array_agg(known.price), array_agg(known.hash)
    into head_symbols, head_slots, head_prices, head_hashes
    from (select distinct symbol, head from unnest(symbols, judged_by) as asked (symbol, head)) as asked
    cross join lateral (select price, hash from tick where tick.symbol = asked.symbol and tick.slot = asked.head limit 1) as known;
  end if;
  head_parts := array(select parts from unnest(head_symbols) with ordinality as head (symbol, nth) join coin_unit using (symbol) order by nth);
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  struck := array(
    select case when life <= 900 then head_prices[array_position(head_symbols, symbol)] else strike end
    from unnest(symbols, lives, strikes) as asked (symbol, life, strike));
  -- A quote is held for five seconds; and nothing is sold for less than it would pay now.
  if exists (
    select from unnest(symbols, heads, quotes, calls, struck, sizes, premiums) as asked (symbol, head, quote, call, strike, size, premium)
    cross join lateral (select array_position(head_symbols, symbol) as nth) as place
    cross join lateral (select case when call then head_prices[nth] - strike else strike - head_prices[nth] end as ahead) as now
    where head - quote not between 0 and 10 or (ahead > 0 and premium::numeric * head_parts[nth] < size::numeric * ahead)
  ) then raise sqlstate 'GH001'; end if;
  ends := array(
    select case when life <= 900 then head + 2 * life else (quote + 600) / 7200 * 7200 + 2 * life end
    from unnest(heads, quotes, lives) as asked (head, quote, life));
  insert into option_order (
    account, id, at, head_slot, due_slot, stake, strike, size, quote_slot, quote_price, symbol, seconds, volatility, spread_bp, rule, model, call, terms)
  select account, id, open_options_under.at, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, agreed, model, call, version
  from unnest(accounts, ids, heads, ends, premiums, struck, sizes, quotes, prices, symbols, lives, volatilities, spreads, models, calls)
    as accepted (account, id, head, due, premium, strike, size, quote, price, symbol, life, volatility, spread, model, call);
  -- 41985: committed options, USDT; 50: option_premium.
  perform commit_stakes(41985, 50::smallint, at, accounts, ids, premiums);
  select string_agg(option_slip(version, id, agreed, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash), '')
  into slips
  from unnest(ids, symbols, calls, lives, struck, sizes, premiums, volatilities, models, spreads, quotes, ends, heads, hashes)
    as accepted (id, symbol, call, life, strike, size, premium, volatility, model, spread, quote, due, head, hash);
  perform log_accepted('option_order', at, accounts, ids, symbols, heads, hashes, slips, version > 2);
  if not (
    select move_exposure(array_agg(symbol), array_agg(exposure_of(size, strike, head_parts[array_position(head_symbols, symbol)])), money.option_exposure)
    from unnest(symbols, sizes, struck) as asked (symbol, size, strike)
  ) then raise sqlstate 'GH001'; end if;
  return query select head.symbol, head.slot, head.price, head.hash, agreed
    from unnest(head_symbols, head_slots, head_prices, head_hashes) as head (symbol, slot, price, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

REVOKE ALL ON FUNCTION public.open_options_under(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], symbols integer[], premiums bigint[], lives integer[], calls boolean[], strikes bigint[], sizes bigint[], quotes bigint[], prices bigint[], volatilities integer[], models smallint[], spreads integer[], judged_by bigint[], version smallint) FROM PUBLIC;


CREATE FUNCTION public.open_plain_contracts(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) RETURNS TABLE(symbol integer, slot bigint, hash bytea, rule smallint)
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
  terms  contract_terms;
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
begin
  perform hold_the_source();
  terms := terms_at(at);
  if terms.rule <> all (known_rules) or not rule_is_kept(terms.rule) or not fit_terms(terms, periods, returns, stakes) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  if not stay_within(terms.max_open, accounts, stakes) then raise sqlstate 'GH001'; end if;
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash) into head_symbols, head_slots, head_hashes
  from fresh_heads(at, symbols) as head;
  -- Null for an order without a head, which then cannot be written.
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  perform write_contracts(at, terms.rule, accounts, ids, heads, hashes, stakes, symbols, periods, returns, longs);
  return query select head.symbol, head.slot, head.hash, terms.rule
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

REVOKE ALL ON FUNCTION public.open_plain_contracts(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_plain_contracts(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) TO glasshouse_app;


CREATE FUNCTION public.open_plain_spot(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], spreads integer[]) RETURNS TABLE(symbol integer, slot bigint, hash bytea, rule smallint)
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
  least  constant bigint := 1000000;
  most   constant bigint := 50000000000;
  agreed constant smallint := (terms_at(at)).rule;
  spread constant integer := (money_at(at)).spot_spread_bp;
  heads  bigint[];
  hashes bytea[];
  head_symbols integer[];
  head_slots   bigint[];
  head_hashes  bytea[];
  head_prices  bigint[];
  head_parts   bigint[];
begin
  perform hold_the_source();
  if agreed <> all (known_rules) or not rule_is_kept(agreed) or spread <> any (spreads) then return; end if;
  if not take_stakes(accounts, stakes) then raise sqlstate 'GH001'; end if;
  select array_agg(head.symbol), array_agg(head.slot), array_agg(head.hash), array_agg(head.price), array_agg(parts)
  into head_symbols, head_slots, head_hashes, head_prices, head_parts
  from fresh_ticks(at, symbols) as head join coin_unit using (symbol);
  -- Null for an order without a head, which then cannot be written.
  heads := array(select head_slots[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  hashes := array(select head_hashes[array_position(head_symbols, symbol)] from unnest(symbols) as asked (symbol));
  if array_position(heads, null) is not null then raise sqlstate 'GH001'; end if;
  if exists (
    select from unnest(accounts, stakes, symbols) as asked (account, stake, symbol)
    cross join lateral (select array_position(head_symbols, symbol) as nth) as head
    where case when account & 1023 = 1 then stake else spot_received(head_parts[nth], false, stake, 0, head_prices[nth]) end
      not between least and most
  ) then raise sqlstate 'GH001'; end if;
  perform write_spot(at, agreed, accounts, ids, heads, hashes, stakes, symbols, spreads);
  return query select head.symbol, head.slot, head.hash, agreed
    from unnest(head_symbols, head_slots, head_hashes) as head (symbol, slot, hash);
exception
  when sqlstate 'GH001' or unique_violation then return;
end $$;

REVOKE ALL ON FUNCTION public.open_plain_spot(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], spreads integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_plain_spot(at timestamp with time zone, known_rules smallint[], accounts bigint[], ids uuid[], stakes bigint[], symbols integer[], spreads integer[]) TO glasshouse_app;


CREATE FUNCTION public.open_since() RETURNS uuid
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * longest - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement, (select max(period) as longest from public.contract_terms, unnest(seconds) as period) as agreed
    where product = 'contract');
end $$;


CREATE FUNCTION public.open_spot(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], spreads integer[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
begin
  perform hold_the_source();
  perform require_heads(at, symbols, heads);
  -- Terms that ended while orders were judged are still good for them.
  if (terms_at(at)).rule is distinct from open_spot.rule or not rule_is_kept(open_spot.rule)
    or ((money_at(at)).spot_spread_bp <> all (spreads) and (money_at(at - interval '10 seconds')).spot_spread_bp <> all (spreads))
    or (select count(distinct spread) from unnest(spreads) as spread) > 1
    or exists (
      select from unnest(accounts, stakes) as asked (account, stake)
      where account & 1023 = 1 and stake not between 1000000 and 50000000000)
  then
    raise exception 'these terms are not in force' using errcode = 'insufficient_privilege';
  end if;
  if not take_stakes(accounts, stakes) then
    raise exception 'what is given is not covered' using errcode = 'check_violation';
  end if;
  perform write_spot(at, rule, accounts, ids, heads, tick_hashes(symbols, heads), stakes, symbols, spreads);
end $$;

REVOKE ALL ON FUNCTION public.open_spot(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], spreads integer[]) FROM PUBLIC;
GRANT ALL ON FUNCTION public.open_spot(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], stakes bigint[], symbols integer[], spreads integer[]) TO glasshouse_app;


CREATE FUNCTION public.option_bid_limit(sold public.option_order, price bigint, volatility integer, slots bigint) RETURNS numeric
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  reach constant numeric := volatility / 1000000.0 * sqrt(slots * 0.5 / (365 * 86400));
  mean  constant numeric := price * case sold.model when 2 then exp(reach * reach / 2) else 1 end;
begin
  -- 0.4 is a little more than one by the root of two pi.
  return sold.size * (greatest(case when sold.call then mean - sold.strike else sold.strike - mean end, 0) + 0.4 * mean * reach);
end $$;

REVOKE ALL ON FUNCTION public.option_bid_limit(sold public.option_order, price bigint, volatility integer, slots bigint) FROM PUBLIC;


CREATE FUNCTION public.option_costs_what_it_is_worth() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  slots  constant bigint := case when new.seconds <= 900 then 2 * new.seconds else new.due_slot - new.quote_slot end;
  -- What runs from the tap is quoted as if it were struck at the price of its quote.
  strike constant bigint := case when new.seconds <= 900 then new.quote_price else new.strike end;
  units  constant float8 := new.size::float8 / (select parts from coin_unit where symbol = new.symbol);
  fair   float8;
begin
  if is_owners_session(tg_relid) then return null; end if;
  fair := units * greatest(option_value(new.call, new.quote_price, strike, new.volatility, new.model, slots) * (1 + new.spread_bp / 10000.0::float8),
    case when new.call then new.quote_price - strike else strike - new.quote_price end);
  if new.stake < fair * 0.999 - 1 or new.stake > fair * 1.001 + 2 then
    raise exception 'an option does not cost %', new.stake using errcode = 'insufficient_privilege';
  end if;
  -- The newest tick may have made the option worth more than it costs. Then the quote no longer holds, and open_options opens nothing.
  if new.head_slot > new.quote_slot and new.stake < 0.999 * units * option_value(new.call,
    (select price from tick where symbol = new.symbol and slot = new.head_slot limit 1), new.strike, new.volatility, new.model,
    new.due_slot - new.head_slot) - 1
  then
    raise sqlstate 'GH001';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.option_costs_what_it_is_worth() FROM PUBLIC;


CREATE FUNCTION public.option_payout(call boolean, strike bigint, size bigint, parts bigint, exit_price bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when exit_price = strike or (exit_price > strike) <> call then 0
    when size <= 9223372036854775807 / abs(exit_price - strike) then size * abs(exit_price - strike) / parts
    else div(size::numeric * abs(exit_price - strike), parts)::bigint end
$$;

REVOKE ALL ON FUNCTION public.option_payout(call boolean, strike bigint, size bigint, parts bigint, exit_price bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.option_payout(call boolean, strike bigint, size bigint, parts bigint, exit_price bigint) TO glasshouse_settle;


CREATE FUNCTION public.option_value(call boolean, price double precision, strike double precision, volatility integer, model smallint, slots bigint) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  reach constant float8 := volatility / 1e6::float8 * sqrt(slots / 63072000::float8);
  mean  constant float8 := price * case model when 1 then 1 else exp(reach * reach / 2) end;
  near  float8;
begin
  if reach <= 0 then return greatest(case when call then mean - strike else strike - mean end, 0); end if;
  near := (ln(mean / strike) + reach * reach / 2) / reach;
  return greatest(case when call then mean * normal_below(near) - strike * normal_below(near - reach)
    else strike * normal_below(reach - near) - mean * normal_below(-near) end, 0);
end $$;

REVOKE ALL ON FUNCTION public.option_value(call boolean, price double precision, strike double precision, volatility integer, model smallint, slots bigint) FROM PUBLIC;


CREATE FUNCTION public.options_end_by_the_tape() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_nestloop TO 'on'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from old_option where result is not null) then
    raise exception 'an option is settled once' using errcode = 'insufficient_privilege';
  end if;
  if current_user = 'glasshouse_settle' and exists (select from new_option where result = 5) then
    raise exception 'only its owner sells an option' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (
      select rule, symbol, due_slot, exit_slot, exit_price from new_option where result <> 5 group by 1, 2, 3, 4, 5
    ) as claim
    left join lateral (
      select * from exit_by_rule_1(claim.symbol, claim.due_slot) where claim.rule = 1
      union all
      select * from exit_by_rule_2(claim.symbol, claim.due_slot) where claim.rule = 2
    ) as told on true
    where told.final is not true or (claim.exit_slot, claim.exit_price) is distinct from (told.exit_slot, told.exit_price)
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from new_option join coin_unit using (symbol)
    where result in (1, 2, 3) and payout <> option_payout(call, strike, size, parts, exit_price)
       or result = 5 and payout::numeric * parts > size::numeric * case when call then 2 * exit_price else strike end
  ) then
    raise exception 'an option pays what its strike and its exit say' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;


CREATE FUNCTION public.options_have_the_right_volatility() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  wrong record;
begin
  if is_owners_session(tg_relid) then return null; end if;
  -- Materialized, because the condition would otherwise be tested on every row.
  with quoted as materialized (
    select distinct symbol, rule, model, volatility, quote_slot, case when seconds <= 900 then 2 * seconds else due_slot - quote_slot end as slots
    from added
  )
  select * into wrong from quoted
  where (is_model_right(model, rule, quote_slot) and is_volatility_right(symbol, model, volatility, quote_slot, slots)) is not true limit 1;
  if found then
    raise exception 'an option is not priced by model % and a volatility of %', wrong.model, wrong.volatility
      using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.options_have_the_right_volatility() FROM PUBLIC;


CREATE FUNCTION public.options_settled_through() RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (select settled_through from public.settlement where product = 'option_order');
end $$;


CREATE FUNCTION public.options_since() RETURNS uuid
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 1000 * (604800 + 3600)::bigint - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement where product = 'option_order');
end $$;


CREATE FUNCTION public.product_is_agreed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  asked jsonb;
begin
  select input into asked from approval
  where id = new.approval and action = '/office/wealth/publish' and decision = 'approved'
    and asked_by = new.published_by and decided_by = new.approved_by;
  -- Texts of decimals against the smallest units.
  if asked is null or row(
    new.product, new.version, new.kind, new.label, new.power, new.unit::numeric, new.rate_bp, new.rate_ppb, new.daily::numeric, new.days, new.seconds,
    new.least, new.most, new.quota, new.opens_at, new.closes_at
  ) is distinct from row(
    (asked ->> 'product')::integer, (asked ->> 'version')::integer, asked #>> '{offer,terms,kind}', asked #>> '{offer,label}', asked #>> '{offer,power}',
    (asked #>> '{offer,terms,unit}')::numeric * 1000000, (asked #>> '{offer,terms,rateBp}')::integer, (asked #>> '{offer,terms,ratePpb}')::integer,
    (asked #>> '{offer,terms,daily}')::numeric * 1000000, (asked #>> '{offer,terms,days}')::integer, (asked #>> '{offer,terms,seconds}')::integer,
    (asked #>> '{offer,least}')::bigint, (asked #>> '{offer,most}')::bigint, (asked #>> '{offer,quota}')::bigint,
    (asked #>> '{offer,opensAt}')::timestamptz, (asked #>> '{offer,closesAt}')::timestamptz
  ) then
    raise exception 'no two people agreed on these terms' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.product_is_agreed() FROM PUBLIC;


CREATE FUNCTION public.product_is_left() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into product_left (serial, product, version, starts_on, units)
  values (new.serial, new.product, new.version, new.starts_on, new.units);
  return null;
end $$;

REVOKE ALL ON FUNCTION public.product_is_left() FROM PUBLIC;


CREATE FUNCTION public.product_is_offered() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into product_taken (product, version, kind, quota) values (new.product, new.version, new.kind, new.quota);
  return null;
end $$;

REVOKE ALL ON FUNCTION public.product_is_offered() FROM PUBLIC;


CREATE FUNCTION public.product_terms_stay() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  closing constant text[] := array['state', 'closed_at', 'closed_by', 'closed_by_name'];
begin
  if tg_op = 'INSERT' then
    if new.state <> 'draft' then raise exception 'a version begins as a draft' using errcode = 'insufficient_privilege'; end if;
    return new;
  end if;
  if old.state = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    if new.state in ('draft', 'published') and (new.product, new.version, new.kind) = (old.product, old.version, old.kind) then return new; end if;
  elsif tg_op = 'UPDATE' and old.state = 'published' and new.state = 'closed' then
    if to_jsonb(new) - closing = to_jsonb(old) - closing then return new; end if;
  end if;
  raise exception 'terms that were published stay as they are' using errcode = 'insufficient_privilege';
end $$;

REVOKE ALL ON FUNCTION public.product_terms_stay() FROM PUBLIC;


CREATE FUNCTION public.redeem_products(moment timestamp with time zone, most integer) RETURNS TABLE(owner bigint, id uuid, kind text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  today   constant date := (moment at time zone 'UTC')::date;
  begun   date;
  booked  date;
  matured holding[];
  left_by holding[];
begin
  perform check_moment(moment);
  -- Not while a day is booked: what ends has had all its days before, and no other.
  perform pg_advisory_xact_lock(hashtextextended('accrue_products', 0));
  select max(d.day) into begun from product_day as d;
  select max(d.day) into booked from product_day as d where d.done;
  select array_agg(due) into matured from (
    select h from holding as h
    where h.ended_at is null and h.ends_at <= moment and (h.kind = 'pledge' or (h.ends_at at time zone 'UTC')::date - 1 <= booked)
    order by h.ends_at, h.serial limit redeem_products.most for update skip locked
  ) as found (due);
  select array_agg(due) into left_by from (
    select h from person as p join holding as h on h.owner = p.number
    where p.leaves_at <= moment and p.deleted_at is null and p.status = 'normal' and h.ended_at is null and h.ends_at > moment
      -- Not before the days it has had are booked, nor by a clock that is behind the one they were booked by.
      and (h.kind = 'pledge' or ((booked >= today - 1 or h.starts_on >= today) and (begun >= today) is not true))
    -- Whoever is about to stay is held by that.
    order by h.ends_at, h.serial limit redeem_products.most for no key update of p skip locked for update of h skip locked
  ) as found (due);
  -- All of them at once: balances are locked last, and in the order of their accounts.
  perform end_holdings(matured || left_by, 'left', moment) where matured is not null or left_by is not null;
  return query select e.owner, e.id, e.kind from unnest(matured || left_by) as e;
end $$;

REVOKE ALL ON FUNCTION public.redeem_products(moment timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.redeem_products(moment timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.rule_fits_the_source() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  agreed  smallint := (select rule from contract_terms order by version desc limit 1);
  playing text := (select source from tape_run order by slot desc limit 1);
begin
  if playing is not null and not exists (select from source_rule where source = playing and rule = agreed) then
    raise exception 'contracts are agreed under rule %, which the source % cannot keep', agreed, playing using errcode = 'check_violation';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.rule_fits_the_source() FROM PUBLIC;


CREATE FUNCTION public.sale_bytes(sold public.option_order, head_hash bytea) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x10'::bytea || option_slip(sold.terms, sold.id, sold.rule, sold.symbol, sold.call, sold.seconds, sold.strike, sold.size, sold.stake,
      sold.volatility, sold.model, sold.spread_bp, sold.quote_slot, sold.due_slot, sold.head_slot, head_hash)
    || int8send(sold.exit_slot) || int4send(sold.sale_volatility) || int8send(sold.payout)
$$;

REVOKE ALL ON FUNCTION public.sale_bytes(sold public.option_order, head_hash bytea) FROM PUBLIC;


CREATE FUNCTION public.sale_is_by_a_recent_tick() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
declare
  price constant bigint := (select price from tick where symbol = new.symbol and slot = new.exit_slot limit 1);
  later constant bigint := (
    select slot from tick where symbol = new.symbol and slot > new.exit_slot + case when new.terms > 2 then 4 else 10 end order by slot limit 1);
begin
  if price is distinct from new.exit_price or later is not null or new.terms > 2 and current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'an option is sold by a recent tick' using errcode = 'insufficient_privilege', constraint = 'sale_is_recent';
  end if;
  if new.terms > 2 and new.exit_slot + 8 > new.due_slot then
    raise exception 'an option cannot be sold in its last four seconds' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.sale_is_by_a_recent_tick() FROM PUBLIC;


CREATE FUNCTION public.sale_pays_what_it_is_worth() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  slots constant bigint := new.due_slot - new.exit_slot;
  units constant float8 := new.size::float8 / (select parts from coin_unit where symbol = new.symbol);
  fair  float8;
begin
  if is_owners_session(tg_relid) then return null; end if;
  fair := units * option_value(new.call, new.exit_price, new.strike, new.sale_volatility, new.model, slots);
  if is_volatility_right(new.symbol, new.model, new.sale_volatility, new.exit_slot, slots) is not true
    or new.payout > fair * 1.001 + 1 or new.payout < fair * 0.999 - 2
  then
    raise exception 'an option is not worth %', new.payout using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.sale_pays_what_it_is_worth() FROM PUBLIC;


CREATE FUNCTION public.sell_option_now(at timestamp with time zone, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  sold   option_order;
  head   bigint;
  newest bigint;
begin
  select * into sold from option_order where account = wanted_account and id = wanted_id for update;
  if sold.id is null or sold.result is not null then return false; end if;
  -- The newest tick is read behind the lock: nobody sells what the tape has ended.
  head := (select slot from fresh_heads(at, array[sold.symbol]));
  if head is distinct from by_slot or head >= sold.due_slot or head < sold.head_slot then return false; end if;
  newest := (select price from tick where tick.symbol = sold.symbol and tick.slot = by_slot limit 1);
  if (by_volatility between 50000 and 5000000 and amount > 0 and amount::numeric * (select parts from coin_unit where symbol = sold.symbol)
    <= option_bid_limit(sold, newest, by_volatility, sold.due_slot - by_slot)) is not true
  then
    raise exception 'an option is not worth %', amount using errcode = 'insufficient_privilege';
  end if;
  update option_order set result = 5, exit_slot = by_slot, sale_volatility = by_volatility, payout = amount, settled_at = sell_option_now.at,
    exit_price = newest
  where account = wanted_account and id = wanted_id;
  return true;
end $$;

REVOKE ALL ON FUNCTION public.sell_option_now(at timestamp with time zone, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.sell_option_now(at timestamp with time zone, wanted_account bigint, wanted_id uuid, by_slot bigint, by_volatility integer, amount bigint) TO glasshouse_app;


CREATE FUNCTION public.settle_by_the_tape() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_nestloop TO 'on'
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (select from old_contract where result is not null) then
    raise exception 'a contract is settled once' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from (
      select rule, symbol, head_slot, due_slot, entry_slot, entry_price, exit_slot, exit_price from new_contract
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) as claim
    left join lateral (
      select * from told_by_rule_1(claim.symbol, claim.head_slot, claim.due_slot) where claim.rule = 1
      union all
      select * from told_by_rule_2(claim.symbol, claim.head_slot, claim.due_slot) where claim.rule = 2
    ) as told on true
    where told.final is not true
       or (claim.entry_slot, claim.entry_price, claim.exit_slot, claim.exit_price)
            is distinct from (told.entry_slot, told.entry_price, told.exit_slot, told.exit_price)
  ) then
    raise exception 'the tape says otherwise' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;


CREATE FUNCTION public.settlement_moves_on() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $_$
declare open boolean;
begin
  if new.product <> old.product then
    raise exception 'a product keeps its name' using errcode = 'insufficient_privilege';
  end if;
  if new.settled_through < old.settled_through then
    raise exception 'settlement goes forward' using errcode = 'insufficient_privilege';
  end if;
  if new.settled_through > old.settled_through and not exists (
    select from generate_series(1, 1023) as coin
    cross join lateral (select from tick where symbol = coin and slot >= new.settled_through order by slot limit 1) as reached
  ) then
    raise exception 'the tape has not come to slot %', new.settled_through using errcode = 'insufficient_privilege';
  end if;
  execute format('select exists (select from %I where due_slot > $1 and due_slot <= $2 and result is null)', new.product)
  into open using old.settled_through, new.settled_through;
  if open then
    raise exception 'an order (%) due by slot % is open', new.product, new.settled_through using errcode = 'insufficient_privilege';
  end if;
  return new;
end $_$;


CREATE FUNCTION public.share_product_income(moment timestamp with time zone, most integer) RETURNS TABLE(looked bigint, inviters bigint[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  before  constant date := earned_in_full_before(moment);
  mark    shared_until;
  wallets bigint[];
  amounts bigint[];
  refs    uuid[];
begin
  select * into strict mark from shared_until for no key update;
  with earned as materialized (
    select day, owner, amount from income
    where source = 'product' and currency = 1 and (day, owner) > (mark.day, mark.earner) and day < before
    order by day, owner limit most
  ), days as (
    select day, (money_at((day + 1)::timestamp at time zone 'UTC')).invite_share_bp as share_bp from (select distinct day from earned) as past
  ), marked as (
    update shared_until set day = last.day, earner = last.owner
    from (select day, owner from earned order by day desc, owner desc limit 1) as last
  ), written as (
    insert into invitation_income (inviter, invitee, source, at, day, base, share_bp, amount)
    select inviter.number, invitee.number, 'lower_level', moment, day, earned.amount, share_bp, earned.amount * share_bp / 10000
    from earned join days using (day)
    join person as invitee on invitee.number = earned.owner and invitee.identity = 'passed'
    join person as inviter on inviter.id = invitee.invited_by and inviter.deleted_at is null
    where earned.amount * share_bp / 10000 > 0
      -- A second account of one's own earns nothing, and nothing was earned before the identity passed.
      and not exists (
        select from invitation_income as reward where reward.invitee = earned.owner and reward.source = 'new_user'
          and (reward.withheld in ('same_contact', 'same_browser', 'same_place') or (reward.at at time zone 'UTC')::date > earned.day))
    order by day, invitee.number
    returning inviter, invitee, day, amount
  )
  select (select count(*) from earned), coalesce(array_agg(distinct inviter), '{}'), array_agg((inviter << 16) + 1025), array_agg(amount),
    array_agg(md5('lower_level ' || invitee || ' ' || day)::uuid)
  into looked, inviters, wallets, amounts, refs from written;
  if wallets is not null then
    perform book(moment, 110::smallint, refs, array_fill(32769::bigint, array[cardinality(wallets)]), wallets, amounts); -- from the house
  end if;
  return next;
end $$;

REVOKE ALL ON FUNCTION public.share_product_income(moment timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.share_product_income(moment timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.spot_received(parts bigint, buy boolean, given bigint, spread_bp integer, price bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  select case when buy then div(given::numeric * parts * 10000, price::numeric * (10000 + spread_bp))
    else div(given::numeric * price * (10000 - spread_bp), parts::numeric * 10000) end::bigint
$$;

REVOKE ALL ON FUNCTION public.spot_received(parts bigint, buy boolean, given bigint, spread_bp integer, price bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.spot_received(parts bigint, buy boolean, given bigint, spread_bp integer, price bigint) TO glasshouse_settle;


CREATE FUNCTION public.spot_since() RETURNS uuid
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select (lpad(to_hex(greatest(0, settled_through * 500 - 122000)), 12, '0') || repeat('0', 20))::uuid
    from public.settlement where product = 'spot_order');
end $$;


CREATE FUNCTION public.stay_within(most bigint, accounts bigint[], stakes bigint[]) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
declare since constant uuid := public.open_since();
begin
  return not exists (
    select from (
      select account, sum(stake) as total from unnest(accounts, stakes) as asked (account, stake) group by account
    ) as wanted
    cross join lateral (
      select coalesce(sum(stake) filter (where result is null), 0) as open from public.contract
      where contract.account = wanted.account and contract.id >= since
    ) as recent
    where open + total > most);
end $$;


CREATE FUNCTION public.terms_at(moment timestamp with time zone) RETURNS public.contract_terms
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select t from public.contract_terms as t
    where effective_at <= moment and not exists (
      select from public.withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version
    ) order by version desc limit 1);
end $$;


CREATE FUNCTION public.terms_follow_the_source() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  before  constant tape_run := (select r from tape_run as r order by slot desc limit 1);
  knows   constant smallint := coalesce(new.generator, 1);
  terms   contract_terms;
  newest  smallint;
begin
  if abs(new.slot / 2.0 - extract(epoch from clock_timestamp())) > 2 then
    raise exception 'a source begins now, not at slot %', new.slot using errcode = 'check_violation';
  end if;
  -- The same feed again changes nothing, and need not wait for anybody who is opening.
  if before.source is distinct from new.source or before.generator is distinct from new.generator then
    perform pg_advisory_xact_lock(hashtextextended('tape_run', 0));
  end if;
  terms := terms_at(now());
  newest := (select max(rule) from source_rule where source = new.source and generator <= knows);
  if exists (select from source_rule where source = new.source and rule = terms.rule and generator > knows) then
    raise exception 'a feed of an older release cannot keep rule %', terms.rule using errcode = 'check_violation';
  end if;
  -- Terms that are announced would be overtaken. Rule 1 fits every tape, so it can wait for them; the other way round the source waits.
  if newest is null or terms.rule = newest or exists (
    select from contract_terms as t where effective_at > now() and not exists (
      select from withdrawn_change as w where w.about = 'contract_terms' and w.version = t.version)
  ) then return new; end if;
  if are_open_under_another(new.source, knows) then
    raise exception 'orders are open under a rule that the source % cannot keep', new.source using errcode = 'check_violation';
  end if;
  insert into contract_terms (at, effective_at, seconds, returns, min_stake, max_stake, max_open, rule)
  values (now(), now(), terms.seconds, terms.returns, terms.min_stake, terms.max_stake, terms.max_open, newest);
  return new;
end $$;

REVOKE ALL ON FUNCTION public.terms_follow_the_source() FROM PUBLIC;


CREATE FUNCTION public.terms_keep_their_rule() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  new.rule := (select rule from contract_terms order by version desc limit 1);
  return new;
end $$;


CREATE FUNCTION public.worth_now(currency text, units numeric) RETURNS numeric
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case
    when code = 1 then units
    when code = 2 then ceil(units * 100000000 / (money_at(clock_timestamp())).cny_rate)
    else (select ceil(units * price / parts) from coin_unit join lateral (
      select price from tick where tick.symbol = coin_unit.symbol order by slot desc limit 1) as newest on true
      where coin_unit.symbol = code - 2)
  end
  from currency_code where name = currency
$$;

REVOKE ALL ON FUNCTION public.worth_now(currency text, units numeric) FROM PUBLIC;


CREATE FUNCTION public.write_contracts(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  before constant bytea := substring(int4send(rule) from 4);
  slips  bytea;
begin
  insert into contract (account, id, at, head_slot, due_slot, stake, symbol, seconds, return_bp, rule, long)
  select account, id, write_contracts.at, head, head + 1 + 2 * period, stake, symbol, period, return_bp, write_contracts.rule, long
  from unnest(accounts, ids, heads, stakes, symbols, periods, returns, longs)
    as accepted (account, id, head, stake, symbol, period, return_bp, long);
  -- 40961: committed contracts, USDT; 40: contract_stake.
  perform commit_stakes(40961, 40::smallint, at, accounts, ids, stakes);
  -- Rows of unnest come in their order; sorting them once more would cost a tenth of the hashing.
  select string_agg(sha256('\x07'::bytea || uuid_send(id) || before || int4send(symbol) || case when long then '\x01'::bytea else '\x02' end
    || int4send(period) || int8send(stake) || int4send(return_bp) || int8send(head) || hash), '')
  into slips from unnest(ids, heads, hashes, stakes, symbols, periods, returns, longs)
    as accepted (id, head, hash, stake, symbol, period, return_bp, long);
  perform log_accepted('contract', at, accounts, ids, symbols, heads, hashes, slips);
end $$;

REVOKE ALL ON FUNCTION public.write_contracts(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[], periods integer[], returns integer[], longs boolean[]) FROM PUBLIC;


CREATE FUNCTION public.write_spot(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[], spreads integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
#variable_conflict use_column
declare
  before constant bytea := substring(int4send(rule) from 4);
  base   constant bigint := nextval('posting_block');
  pool   constant bigint := 46080; -- what is committed in spot, by currency
  slips  bytea;
begin
  insert into spot_order (account, id, at, head_slot, due_slot, stake, symbol, spread_bp, rule)
  select account, id, write_spot.at, head, head + 1, stake, symbol, spread, write_spot.rule
  from unnest(accounts, ids, heads, stakes, symbols, spreads) as accepted (account, id, head, stake, symbol, spread);
  -- 30 and 31: spot_buy, spot_sell.
  insert into leg (account, id, amount, contra, at, ref, kind)
  select pool + (account & 1023), base, sum(stake)::bigint, null::bigint, write_spot.at, null::uuid, case when account & 1023 = 1 then 30 else 31 end
  from unnest(accounts, stakes) as given (account, stake) group by account & 1023
  union all
  select account, base + place, -stake, pool + (account & 1023), write_spot.at, id, case when account & 1023 = 1 then 30 else 31 end
  from unnest(accounts, ids, stakes) with ordinality as given (account, id, stake, place);
  -- As spotSlipBytes in protocol/src/spot/slip.ts.
  select string_agg(sha256('\x0e'::bytea || uuid_send(id) || before || int4send(symbol)
    || case when account & 1023 = 1 then '\x01'::bytea else '\x02' end || int8send(stake) || int4send(spread) || int8send(head) || hash), '')
  into slips from unnest(accounts, ids, heads, hashes, stakes, symbols, spreads)
    as accepted (account, id, head, hash, stake, symbol, spread);
  perform log_accepted('spot_order', at, accounts, ids, symbols, heads, hashes, slips);
end $$;

REVOKE ALL ON FUNCTION public.write_spot(at timestamp with time zone, rule smallint, accounts bigint[], ids uuid[], heads bigint[], hashes bytea[], stakes bigint[], symbols integer[], spreads integer[]) FROM PUBLIC;
