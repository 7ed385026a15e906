-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.beacon_chain (
    id integer NOT NULL,
    hash bytea NOT NULL,
    public_key bytea NOT NULL,
    genesis bigint NOT NULL,
    group_hash bytea NOT NULL,
    name text NOT NULL,
    CONSTRAINT beacon_chain_group_hash_check CHECK ((length(group_hash) = 32)),
    CONSTRAINT beacon_chain_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT beacon_chain_public_key_check CHECK ((length(public_key) = 96))
);

ALTER TABLE public.beacon_chain ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.beacon_chain_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.beacon_chain
    ADD CONSTRAINT beacon_chain_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.beacon_chain
    ADD CONSTRAINT beacon_chain_pkey PRIMARY KEY (id);

CREATE TRIGGER beacon_chain_is_history BEFORE DELETE OR UPDATE ON public.beacon_chain FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER beacon_chain_is_kept BEFORE TRUNCATE ON public.beacon_chain FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.beacon_chain TO glasshouse_feed;
GRANT SELECT ON TABLE public.beacon_chain TO glasshouse_app;
GRANT SELECT ON TABLE public.beacon_chain TO glasshouse_office;


CREATE TABLE public.beacon_round (
    chain integer NOT NULL,
    round bigint NOT NULL,
    signature bytea NOT NULL,
    randomness bytea GENERATED ALWAYS AS (sha256(signature)) STORED NOT NULL,
    CONSTRAINT beacon_round_round_check CHECK ((round > 0)),
    CONSTRAINT beacon_round_signature_check CHECK ((length(signature) = 48))
);

ALTER TABLE ONLY public.beacon_round
    ADD CONSTRAINT beacon_round_pkey PRIMARY KEY (chain, round);

CREATE TRIGGER beacon_round_is_history BEFORE DELETE OR UPDATE ON public.beacon_round FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER beacon_round_is_kept BEFORE TRUNCATE ON public.beacon_round FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER beacon_round_is_logged AFTER INSERT ON public.beacon_round FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.beacon_round
    ADD CONSTRAINT beacon_round_chain_fkey FOREIGN KEY (chain) REFERENCES public.beacon_chain(id);

GRANT SELECT,INSERT ON TABLE public.beacon_round TO glasshouse_feed;
GRANT SELECT ON TABLE public.beacon_round TO glasshouse_app;
GRANT SELECT ON TABLE public.beacon_round TO glasshouse_office;


CREATE TABLE public.candle_hour (
    symbol integer NOT NULL,
    hour bigint NOT NULL,
    open bigint NOT NULL,
    high bigint NOT NULL,
    low bigint NOT NULL,
    close bigint NOT NULL,
    volume bigint NOT NULL
);

ALTER TABLE ONLY public.candle_hour
    ADD CONSTRAINT candle_hour_pkey PRIMARY KEY (symbol, hour);

CREATE TRIGGER candle_hour_is_history BEFORE DELETE OR UPDATE ON public.candle_hour FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER candle_hour_is_kept BEFORE TRUNCATE ON public.candle_hour FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.candle_hour TO glasshouse_feed;
GRANT SELECT ON TABLE public.candle_hour TO glasshouse_app;
GRANT SELECT ON TABLE public.candle_hour TO glasshouse_push;


CREATE TABLE public.candle_minute (
    symbol integer NOT NULL,
    minute bigint NOT NULL,
    open bigint NOT NULL,
    high bigint NOT NULL,
    low bigint NOT NULL,
    close bigint NOT NULL,
    volume bigint NOT NULL
);

ALTER TABLE ONLY public.candle_minute
    ADD CONSTRAINT candle_minute_pkey PRIMARY KEY (symbol, minute);

CREATE TRIGGER candle_minute_is_history BEFORE DELETE OR UPDATE ON public.candle_minute FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER candle_minute_is_kept BEFORE TRUNCATE ON public.candle_minute FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.candle_minute TO glasshouse_feed;
GRANT SELECT ON TABLE public.candle_minute TO glasshouse_app;
GRANT SELECT ON TABLE public.candle_minute TO glasshouse_push;


CREATE TABLE public.favourite (
    person uuid NOT NULL,
    symbol integer NOT NULL
);

ALTER TABLE ONLY public.favourite
    ADD CONSTRAINT favourite_pkey PRIMARY KEY (person, symbol);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.favourite FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.favourite
    ADD CONSTRAINT favourite_person_fkey FOREIGN KEY (person) REFERENCES public.person(id) ON DELETE CASCADE;

GRANT SELECT,INSERT,DELETE ON TABLE public.favourite TO glasshouse_app;


CREATE TABLE public.generator_coin (
    symbol integer NOT NULL,
    square bigint NOT NULL,
    CONSTRAINT generator_coin_square_check CHECK ((square > 0))
);

ALTER TABLE ONLY public.generator_coin
    ADD CONSTRAINT generator_coin_pkey PRIMARY KEY (symbol);

CREATE TRIGGER generator_coin_is_kept BEFORE DELETE OR UPDATE ON public.generator_coin FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER generator_coin_is_not_emptied BEFORE TRUNCATE ON public.generator_coin FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();


CREATE TABLE public.log_checkpoint (
    size bigint NOT NULL,
    root bytea NOT NULL,
    at timestamp with time zone NOT NULL,
    note text NOT NULL,
    CONSTRAINT log_checkpoint_root_check CHECK ((length(root) = 32)),
    CONSTRAINT log_checkpoint_size_check CHECK ((size > 0))
);

ALTER TABLE ONLY public.log_checkpoint
    ADD CONSTRAINT log_checkpoint_pkey PRIMARY KEY (size);

CREATE TRIGGER log_checkpoint_is_history BEFORE DELETE OR UPDATE ON public.log_checkpoint FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_checkpoint_is_kept BEFORE TRUNCATE ON public.log_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_is_signed_forward BEFORE INSERT ON public.log_checkpoint FOR EACH ROW EXECUTE FUNCTION public.log_is_signed_forward();

GRANT SELECT ON TABLE public.log_checkpoint TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.log_checkpoint TO glasshouse_log;


CREATE TABLE public.log_cosignature (
    size bigint NOT NULL,
    witness text NOT NULL,
    line text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT log_cosignature_line_check CHECK ((length(line) <= 500))
);

ALTER TABLE ONLY public.log_cosignature
    ADD CONSTRAINT log_cosignature_pkey PRIMARY KEY (size, witness);

CREATE INDEX log_cosignature_witness_size_idx ON public.log_cosignature USING btree (witness, size);

CREATE TRIGGER log_cosignature_is_history BEFORE DELETE OR UPDATE ON public.log_cosignature FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_cosignature_is_kept BEFORE TRUNCATE ON public.log_cosignature FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.log_cosignature
    ADD CONSTRAINT log_cosignature_size_fkey FOREIGN KEY (size) REFERENCES public.log_checkpoint(size);

GRANT SELECT ON TABLE public.log_cosignature TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.log_cosignature TO glasshouse_log;


CREATE TABLE public.log_entry (
    id bigint NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT log_entry_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 65535)))
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='10000');

ALTER TABLE public.log_entry ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.log_entry_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.log_entry
    ADD CONSTRAINT log_entry_pkey PRIMARY KEY (id);

GRANT SELECT ON TABLE public.log_entry TO glasshouse_app;


CREATE TABLE public.log_key (
    public_key bytea NOT NULL,
    origin text NOT NULL,
    since_slot bigint NOT NULL,
    CONSTRAINT log_key_public_key_check CHECK ((length(public_key) = 32))
);

ALTER TABLE ONLY public.log_key
    ADD CONSTRAINT log_key_pkey PRIMARY KEY (public_key);

CREATE TRIGGER log_key_is_history BEFORE DELETE OR UPDATE ON public.log_key FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_key_is_kept BEFORE TRUNCATE ON public.log_key FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_key_is_logged AFTER INSERT ON public.log_key FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

GRANT SELECT ON TABLE public.log_key TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.log_key TO glasshouse_log;


CREATE TABLE public.log_leaf (
    place bigint NOT NULL,
    entry bigint NOT NULL,
    bytes bytea NOT NULL,
    hash bytea GENERATED ALWAYS AS (sha256(('\x00'::bytea || bytes))) STORED NOT NULL,
    CONSTRAINT log_leaf_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 65535))),
    CONSTRAINT log_leaf_place_check CHECK ((place >= 0))
);

ALTER TABLE ONLY public.log_leaf
    ADD CONSTRAINT log_leaf_entry_key UNIQUE (entry);

ALTER TABLE ONLY public.log_leaf
    ADD CONSTRAINT log_leaf_pkey PRIMARY KEY (place);

CREATE INDEX log_leaf_given_up ON public.log_leaf USING btree (SUBSTRING(bytes FROM 6 FOR 8)) WHERE (get_byte(bytes, 0) = 15);

CREATE INDEX log_leaf_of_days ON public.log_leaf USING btree (place) WHERE (get_byte(bytes, 0) = ANY (ARRAY[4, 5, 14]));

CREATE INDEX log_leaf_plans ON public.log_leaf USING btree (SUBSTRING(bytes FROM 2 FOR 4)) WHERE (get_byte(bytes, 0) = ANY (ARRAY[4, 11]));

CREATE UNIQUE INDEX log_leaf_seconds ON public.log_leaf USING btree (SUBSTRING(bytes FROM 2 FOR 8)) WHERE (get_byte(bytes, 0) = 1);

CREATE TRIGGER log_leaf_is_history BEFORE DELETE OR UPDATE ON public.log_leaf FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_leaf_is_kept BEFORE TRUNCATE ON public.log_leaf FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_only_grows AFTER INSERT ON public.log_leaf REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.log_only_grows();

GRANT SELECT ON TABLE public.log_leaf TO glasshouse_app;

GRANT SELECT(place) ON TABLE public.log_leaf TO glasshouse_log;

GRANT SELECT(hash) ON TABLE public.log_leaf TO glasshouse_log;


CREATE TABLE public.log_node (
    level smallint NOT NULL,
    place bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT log_node_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT log_node_level_check CHECK (((level >= 1) AND (level <= 5))),
    CONSTRAINT log_node_place_check CHECK ((place >= 0))
);

ALTER TABLE ONLY public.log_node
    ADD CONSTRAINT log_node_pkey PRIMARY KEY (level, place);

CREATE TRIGGER log_node_is_history BEFORE DELETE OR UPDATE ON public.log_node FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_node_is_kept BEFORE TRUNCATE ON public.log_node FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.log_node TO glasshouse_app;
GRANT SELECT,INSERT ON TABLE public.log_node TO glasshouse_log;


CREATE TABLE public.log_orders (
    entry bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    accounts bigint[] NOT NULL,
    ids uuid[] NOT NULL,
    heads bytea,
    product text NOT NULL
);
ALTER TABLE ONLY public.log_orders ALTER COLUMN accounts SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.log_orders ALTER COLUMN ids SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.log_orders
    ADD CONSTRAINT log_orders_pkey PRIMARY KEY (entry);

CREATE INDEX log_orders_at_idx ON public.log_orders USING btree (at);

CREATE TRIGGER log_orders_is_history BEFORE DELETE OR UPDATE ON public.log_orders FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_orders_is_kept BEFORE TRUNCATE ON public.log_orders FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.log_orders TO glasshouse_app;


CREATE TABLE public.log_sale (
    entry bigint NOT NULL,
    account bigint NOT NULL,
    id uuid NOT NULL
);

ALTER TABLE ONLY public.log_sale
    ADD CONSTRAINT log_sale_account_id_key UNIQUE (account, id);

ALTER TABLE ONLY public.log_sale
    ADD CONSTRAINT log_sale_pkey PRIMARY KEY (entry);

CREATE TRIGGER log_sale_is_history BEFORE DELETE OR UPDATE ON public.log_sale FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER log_sale_is_not_emptied BEFORE TRUNCATE ON public.log_sale FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.log_sale
    ADD CONSTRAINT log_sale_account_id_fkey FOREIGN KEY (account, id) REFERENCES public.option_order(account, id);

GRANT SELECT ON TABLE public.log_sale TO glasshouse_app;


CREATE TABLE public.market_window (
    symbol integer NOT NULL,
    minute bigint NOT NULL,
    open bigint NOT NULL,
    high bigint NOT NULL,
    low bigint NOT NULL,
    volume bigint NOT NULL,
    spark bigint[] NOT NULL
);

ALTER TABLE ONLY public.market_window
    ADD CONSTRAINT market_window_pkey PRIMARY KEY (symbol);

GRANT SELECT,INSERT,UPDATE ON TABLE public.market_window TO glasshouse_feed;
GRANT SELECT ON TABLE public.market_window TO glasshouse_app;
GRANT SELECT ON TABLE public.market_window TO glasshouse_office;
GRANT SELECT ON TABLE public.market_window TO glasshouse_push;


CREATE TABLE public.source_rule (
    source text NOT NULL,
    rule smallint NOT NULL,
    generator smallint DEFAULT 1 NOT NULL,
    CONSTRAINT source_rule_rule_check CHECK ((rule = ANY (ARRAY[1, 2])))
);

ALTER TABLE ONLY public.source_rule
    ADD CONSTRAINT source_rule_pkey PRIMARY KEY (source, rule);


CREATE TABLE public.tape_anchor (
    slot bigint NOT NULL,
    symbol integer NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT tape_anchor_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tape_anchor_slot_check CHECK (((slot % (7200)::bigint) = 0))
);

ALTER TABLE ONLY public.tape_anchor
    ADD CONSTRAINT tape_anchor_pkey PRIMARY KEY (slot, symbol);

CREATE TRIGGER tape_anchor_is_history BEFORE DELETE OR UPDATE ON public.tape_anchor FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_anchor_is_kept BEFORE TRUNCATE ON public.tape_anchor FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT ON TABLE public.tape_anchor TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_anchor TO glasshouse_office;


CREATE TABLE public.tape_checkpoint (
    slot bigint NOT NULL,
    size integer NOT NULL,
    root bytea NOT NULL,
    previous bytea NOT NULL,
    key integer NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT tape_checkpoint_previous_check CHECK ((length(previous) = 32)),
    CONSTRAINT tape_checkpoint_root_check CHECK ((length(root) = 32)),
    CONSTRAINT tape_checkpoint_signature_check CHECK ((length(signature) = 64))
);

ALTER TABLE ONLY public.tape_checkpoint
    ADD CONSTRAINT tape_checkpoint_pkey PRIMARY KEY (slot);

CREATE TRIGGER tape_checkpoint_is_history BEFORE DELETE OR UPDATE ON public.tape_checkpoint FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_checkpoint_is_kept BEFORE TRUNCATE ON public.tape_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_checkpoint_is_logged AFTER INSERT ON public.tape_checkpoint FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.tape_checkpoint
    ADD CONSTRAINT tape_checkpoint_key_fkey FOREIGN KEY (key) REFERENCES public.tape_key(id);

GRANT SELECT,INSERT ON TABLE public.tape_checkpoint TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_checkpoint TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_checkpoint TO glasshouse_settle;
GRANT SELECT ON TABLE public.tape_checkpoint TO glasshouse_office;


CREATE TABLE public.tape_clock (
    one boolean DEFAULT true NOT NULL,
    ahead_ms bigint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT tape_clock_one_check CHECK (one)
);

ALTER TABLE ONLY public.tape_clock
    ADD CONSTRAINT tape_clock_pkey PRIMARY KEY (one);

GRANT SELECT,INSERT,UPDATE ON TABLE public.tape_clock TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_clock TO glasshouse_office;


CREATE TABLE public.tape_day (
    day integer NOT NULL,
    version integer NOT NULL,
    commitment bytea NOT NULL,
    announced_slot bigint NOT NULL,
    key integer NOT NULL,
    signature bytea NOT NULL,
    CONSTRAINT tape_day_commitment_check CHECK ((length(commitment) = 32)),
    CONSTRAINT tape_day_signature_check CHECK ((length(signature) = 64))
);

ALTER TABLE ONLY public.tape_day
    ADD CONSTRAINT tape_day_pkey PRIMARY KEY (day);

CREATE TRIGGER tape_day_is_history BEFORE DELETE OR UPDATE ON public.tape_day FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_day_is_kept BEFORE TRUNCATE ON public.tape_day FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_day_is_logged AFTER INSERT ON public.tape_day FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.tape_day
    ADD CONSTRAINT tape_day_key_fkey FOREIGN KEY (key) REFERENCES public.tape_key(id);

GRANT SELECT,INSERT ON TABLE public.tape_day TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_day TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_day TO glasshouse_office;


CREATE TABLE public.tape_gap (
    first_slot bigint NOT NULL,
    symbol integer NOT NULL,
    last_slot bigint NOT NULL,
    reason text NOT NULL,
    CONSTRAINT tape_gap_check CHECK ((last_slot >= first_slot)),
    CONSTRAINT tape_gap_reason_check CHECK ((reason = ANY (ARRAY['history'::text, 'no_feed'::text, 'late'::text, 'source'::text, 'given_up'::text])))
);

ALTER TABLE ONLY public.tape_gap
    ADD CONSTRAINT tape_gap_pkey PRIMARY KEY (first_slot, symbol);

CREATE INDEX tape_gap_given_up ON public.tape_gap USING btree (first_slot) WHERE (reason = 'given_up'::text);

CREATE TRIGGER gap_was_given_up BEFORE INSERT ON public.tape_gap FOR EACH ROW WHEN ((new.reason = 'given_up'::text)) EXECUTE FUNCTION public.gap_was_given_up();

CREATE TRIGGER tape_gap_is_history BEFORE DELETE OR UPDATE ON public.tape_gap FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_gap_is_kept BEFORE TRUNCATE ON public.tape_gap FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.tape_gap TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_gap TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_gap TO glasshouse_office;
GRANT SELECT ON TABLE public.tape_gap TO glasshouse_settle;


CREATE TABLE public.tape_given_up (
    day integer NOT NULL,
    first_slot bigint NOT NULL,
    last_slot bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    approval uuid NOT NULL,
    CONSTRAINT tape_given_up_check CHECK (((first_slot / 172800) = day)),
    CONSTRAINT tape_given_up_check1 CHECK ((last_slot = ((((day + 1))::bigint * 172800) - 1)))
);

ALTER TABLE ONLY public.tape_given_up
    ADD CONSTRAINT tape_given_up_approval_key UNIQUE (approval);

ALTER TABLE ONLY public.tape_given_up
    ADD CONSTRAINT tape_given_up_pkey PRIMARY KEY (day);

CREATE TRIGGER tape_given_up_is_history BEFORE DELETE OR UPDATE ON public.tape_given_up FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_given_up_is_kept BEFORE TRUNCATE ON public.tape_given_up FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_given_up_is_logged AFTER INSERT ON public.tape_given_up FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.tape_given_up
    ADD CONSTRAINT tape_given_up_approval_fkey FOREIGN KEY (approval) REFERENCES public.approval(id);

ALTER TABLE ONLY public.tape_given_up
    ADD CONSTRAINT tape_given_up_day_fkey FOREIGN KEY (day) REFERENCES public.tape_day(day);

GRANT SELECT ON TABLE public.tape_given_up TO glasshouse_feed;


CREATE TABLE public.tape_key (
    id integer NOT NULL,
    public_key bytea NOT NULL,
    since_slot bigint NOT NULL,
    CONSTRAINT tape_key_public_key_check CHECK ((length(public_key) = 32))
);

ALTER TABLE public.tape_key ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tape_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.tape_key
    ADD CONSTRAINT tape_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.tape_key
    ADD CONSTRAINT tape_key_public_key_key UNIQUE (public_key);

CREATE TRIGGER tape_key_is_history BEFORE DELETE OR UPDATE ON public.tape_key FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_key_is_kept BEFORE TRUNCATE ON public.tape_key FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_key_is_logged AFTER INSERT ON public.tape_key FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

GRANT SELECT,INSERT ON TABLE public.tape_key TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_key TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_key TO glasshouse_office;


CREATE TABLE public.tape_late (
    first_slot bigint NOT NULL,
    last_slot bigint NOT NULL,
    written_slot bigint NOT NULL,
    reason text NOT NULL,
    CONSTRAINT tape_late_check CHECK ((last_slot >= first_slot)),
    CONSTRAINT tape_late_check1 CHECK ((written_slot > last_slot)),
    CONSTRAINT tape_late_reason_check CHECK ((reason = ANY (ARRAY['no_feed'::text, 'beacon'::text])))
);

ALTER TABLE ONLY public.tape_late
    ADD CONSTRAINT tape_late_pkey PRIMARY KEY (first_slot);

CREATE TRIGGER tape_late_is_history BEFORE DELETE OR UPDATE ON public.tape_late FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_late_is_kept BEFORE TRUNCATE ON public.tape_late FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.tape_late TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_late TO glasshouse_app;


CREATE TABLE public.tape_message (
    hash bytea NOT NULL,
    slot bigint NOT NULL,
    raw bytea NOT NULL,
    CONSTRAINT tape_message_check CHECK ((hash = sha256(raw))),
    CONSTRAINT tape_message_raw_check CHECK (((length(raw) >= 1) AND (length(raw) <= 1024)))
)
PARTITION BY RANGE (slot);

ALTER TABLE ONLY public.tape_message
    ADD CONSTRAINT tape_message_pkey PRIMARY KEY (hash, slot);

CREATE TRIGGER tape_message_is_history BEFORE DELETE OR UPDATE ON public.tape_message FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_message_is_kept BEFORE TRUNCATE ON public.tape_message FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.tape_message TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_message TO glasshouse_app;


CREATE TABLE public.tape_opening (
    day integer NOT NULL,
    slot bigint NOT NULL,
    chain integer NOT NULL,
    symbols integer[] NOT NULL,
    opens bigint[] NOT NULL,
    CONSTRAINT tape_opening_check CHECK (((slot / 172800) = day)),
    CONSTRAINT tape_opening_check1 CHECK ((cardinality(opens) = cardinality(symbols)))
);

ALTER TABLE ONLY public.tape_opening
    ADD CONSTRAINT tape_opening_pkey PRIMARY KEY (day);

CREATE TRIGGER opening_follows_the_tape BEFORE INSERT ON public.tape_opening FOR EACH ROW EXECUTE FUNCTION public.opening_follows_the_tape();

CREATE TRIGGER opening_is_by_a_known_generator BEFORE INSERT ON public.tape_opening FOR EACH ROW EXECUTE FUNCTION public.opening_is_by_a_known_generator();

CREATE TRIGGER tape_opening_is_history BEFORE DELETE OR UPDATE ON public.tape_opening FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_opening_is_kept BEFORE TRUNCATE ON public.tape_opening FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_opening_is_logged AFTER INSERT ON public.tape_opening FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.tape_opening
    ADD CONSTRAINT tape_opening_chain_fkey FOREIGN KEY (chain) REFERENCES public.beacon_chain(id);

ALTER TABLE ONLY public.tape_opening
    ADD CONSTRAINT tape_opening_day_fkey FOREIGN KEY (day) REFERENCES public.tape_day(day);

GRANT SELECT,INSERT ON TABLE public.tape_opening TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_opening TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_opening TO glasshouse_office;


CREATE TABLE public.tape_plan (
    day integer NOT NULL,
    seed bytea,
    symbols integer[],
    opens bigint[],
    sealed bytea,
    key_id bytea,
    chain integer,
    CONSTRAINT open_or_sealed CHECK ((((num_nonnulls(seed, symbols, opens) = 3) AND (num_nonnulls(sealed, key_id, chain) = 0)) OR ((num_nonnulls(seed, symbols, opens) = 0) AND (num_nonnulls(sealed, key_id, chain) = 3)))),
    CONSTRAINT tape_plan_key_id_check CHECK ((length(key_id) = 8)),
    CONSTRAINT tape_plan_sealed_check CHECK ((length(sealed) = 60)),
    CONSTRAINT tape_plan_seed_check CHECK ((length(seed) = 32))
);
ALTER TABLE ONLY public.tape_plan ALTER COLUMN seed SET STATISTICS 0;

ALTER TABLE ONLY public.tape_plan FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.tape_plan
    ADD CONSTRAINT tape_plan_pkey PRIMARY KEY (day);

CREATE TRIGGER tape_plan_is_history BEFORE DELETE OR UPDATE ON public.tape_plan FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_plan_is_kept BEFORE TRUNCATE ON public.tape_plan FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.tape_plan
    ADD CONSTRAINT tape_plan_chain_fkey FOREIGN KEY (chain) REFERENCES public.beacon_chain(id);

ALTER TABLE ONLY public.tape_plan
    ADD CONSTRAINT tape_plan_day_fkey FOREIGN KEY (day) REFERENCES public.tape_day(day);

CREATE POLICY feed_alone ON public.tape_plan TO glasshouse_feed USING (true) WITH CHECK (true);

ALTER TABLE public.tape_plan ENABLE ROW LEVEL SECURITY;

GRANT SELECT,INSERT ON TABLE public.tape_plan TO glasshouse_feed;


CREATE TABLE public.tape_revealed (
    day integer NOT NULL,
    seed bytea NOT NULL,
    symbols integer[],
    opens bigint[],
    chain integer,
    CONSTRAINT one_version CHECK ((num_nonnulls(symbols, opens) =
CASE
    WHEN (chain IS NULL) THEN 2
    ELSE 0
END)),
    CONSTRAINT tape_revealed_seed_check CHECK ((length(seed) = 32))
);

ALTER TABLE ONLY public.tape_revealed
    ADD CONSTRAINT tape_revealed_pkey PRIMARY KEY (day);

CREATE TRIGGER reveal_what_was_hidden BEFORE INSERT ON public.tape_revealed FOR EACH ROW EXECUTE FUNCTION public.reveal_what_was_hidden();

CREATE TRIGGER tape_revealed_is_history BEFORE DELETE OR UPDATE ON public.tape_revealed FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_revealed_is_kept BEFORE TRUNCATE ON public.tape_revealed FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_revealed_is_logged AFTER INSERT ON public.tape_revealed FOR EACH ROW EXECUTE FUNCTION public.hand_to_log();

ALTER TABLE ONLY public.tape_revealed
    ADD CONSTRAINT tape_revealed_chain_fkey FOREIGN KEY (chain) REFERENCES public.beacon_chain(id);

ALTER TABLE ONLY public.tape_revealed
    ADD CONSTRAINT tape_revealed_day_fkey FOREIGN KEY (day) REFERENCES public.tape_day(day);

GRANT SELECT,INSERT ON TABLE public.tape_revealed TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_revealed TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_revealed TO glasshouse_office;


CREATE TABLE public.tape_run (
    slot bigint NOT NULL,
    source text NOT NULL,
    generator smallint,
    CONSTRAINT tape_run_generator_check CHECK ((generator > 0))
);

ALTER TABLE ONLY public.tape_run
    ADD CONSTRAINT tape_run_pkey PRIMARY KEY (slot);

CREATE TRIGGER rule_fits_the_source AFTER INSERT ON public.tape_run FOR EACH STATEMENT EXECUTE FUNCTION public.rule_fits_the_source();

CREATE TRIGGER run_knows_the_generator BEFORE INSERT ON public.tape_run FOR EACH ROW EXECUTE FUNCTION public.run_knows_the_generator();

CREATE TRIGGER tape_run_is_history BEFORE DELETE OR UPDATE ON public.tape_run FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_run_is_kept BEFORE TRUNCATE ON public.tape_run FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER terms_follow_the_source BEFORE INSERT ON public.tape_run FOR EACH ROW EXECUTE FUNCTION public.terms_follow_the_source();

GRANT SELECT,INSERT ON TABLE public.tape_run TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_run TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_run TO glasshouse_office;
GRANT SELECT ON TABLE public.tape_run TO glasshouse_push;


CREATE TABLE public.tape_source (
    id smallint NOT NULL,
    name text NOT NULL,
    CONSTRAINT tape_source_name_check CHECK ((name ~ '^[a-z0-9.:/_-]{1,80}$'::text))
);

ALTER TABLE public.tape_source ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tape_source_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY public.tape_source
    ADD CONSTRAINT tape_source_name_key UNIQUE (name);

ALTER TABLE ONLY public.tape_source
    ADD CONSTRAINT tape_source_pkey PRIMARY KEY (id);

CREATE TRIGGER tape_source_is_history BEFORE DELETE OR UPDATE ON public.tape_source FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tape_source_is_kept BEFORE TRUNCATE ON public.tape_source FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.tape_source TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_source TO glasshouse_app;
GRANT SELECT ON TABLE public.tape_source TO glasshouse_office;
GRANT SELECT ON TABLE public.tape_source TO glasshouse_push;


CREATE TABLE public.tape_stuck (
    one boolean DEFAULT true NOT NULL,
    day integer NOT NULL,
    reason text NOT NULL,
    since timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT tape_stuck_one_check CHECK (one),
    CONSTRAINT tape_stuck_reason_check CHECK ((reason = ANY (ARRAY['seed'::text, 'beacon'::text, 'rounds'::text])))
);

ALTER TABLE ONLY public.tape_stuck
    ADD CONSTRAINT tape_stuck_pkey PRIMARY KEY (one);

GRANT SELECT,INSERT,UPDATE ON TABLE public.tape_stuck TO glasshouse_feed;
GRANT SELECT ON TABLE public.tape_stuck TO glasshouse_office;


CREATE TABLE public.tick (
    symbol integer NOT NULL,
    slot bigint NOT NULL,
    price bigint NOT NULL,
    volume bigint NOT NULL,
    hash bytea NOT NULL,
    source smallint,
    heard_at bigint,
    message bytea,
    CONSTRAINT tick_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tick_price_check CHECK ((price > 0)),
    CONSTRAINT tick_volume_check CHECK ((volume >= 0))
)
PARTITION BY RANGE (slot);

ALTER TABLE public.tick
    ADD CONSTRAINT tick_is_not_stale CHECK (
CASE
    WHEN (source IS NULL) THEN ((heard_at IS NULL) AND (message IS NULL))
    ELSE ((heard_at IS NOT NULL) AND (message IS NOT NULL) AND (length(message) = 32) AND (abs((heard_at - (slot * 500))) <= 3000))
END) NOT VALID;

ALTER TABLE ONLY public.tick
    ADD CONSTRAINT tick_pkey PRIMARY KEY (symbol, slot);

CREATE TRIGGER tape_only_grows AFTER INSERT ON public.tick REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.tape_only_grows();

CREATE TRIGGER tick_is_history BEFORE DELETE OR UPDATE ON public.tick FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER tick_is_kept BEFORE TRUNCATE ON public.tick FOR EACH STATEMENT EXECUTE FUNCTION public.forbid_change();

GRANT SELECT,INSERT ON TABLE public.tick TO glasshouse_feed;
GRANT SELECT ON TABLE public.tick TO glasshouse_app;
GRANT SELECT ON TABLE public.tick TO glasshouse_settle;
GRANT SELECT ON TABLE public.tick TO glasshouse_office;
GRANT SELECT ON TABLE public.tick TO glasshouse_push;


CREATE FUNCTION public.append_to_log(most integer) RETURNS TABLE(place bigint, hash bytea)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  next constant bigint := coalesce((select max(place) + 1 from log_leaf), 0);
begin
  return query
    with taken as (
      delete from log_entry where id <= (select max(id) from (select id from log_entry order by id limit most) as oldest)
      returning id, bytes
    ), named as (
      select id, bytes, case when get_byte(bytes, 0) = 1 then substring(bytes from 2 for 8) end as slot from taken
    ), counted as (
      select id, bytes, slot, row_number() over (partition by slot order by id) as nth from named
    ), once as (
      select id, bytes from counted where slot is null or (nth = 1 and not exists (
        select from log_leaf l where get_byte(l.bytes, 0) = 1 and substring(l.bytes from 2 for 8) = slot))
    ), placed as (
      insert into log_leaf (place, entry, bytes) select next + row_number() over (order by id) - 1, id, bytes from once
      returning place, hash
    )
    select place, hash from placed order by place;
end $$;

REVOKE ALL ON FUNCTION public.append_to_log(most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.append_to_log(most integer) TO glasshouse_log;


CREATE FUNCTION public.estimated_volatility(of_symbol integer, by_slot bigint, slots bigint) RETURNS integer
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET enable_nestloop TO 'on'
    AS $$
declare
  started constant bigint := by_slot - by_slot % 1200; -- the current ten minutes
  newest  constant bigint := by_slot - (by_slot + 1) % 120; -- the last slot of the newest full minute
  life    constant bigint := greatest((slots + 9) / 10, 1) * 10;
  near    constant bigint := least(started + 1199 - by_slot, life);
  -- Minutes before this one have candles, which are faster to read than ticks.
  closed  constant bigint := coalesce((select minute from market_window where symbol = of_symbol), 0);
  usual   float8;
  lively  float8;
  lately  record;
  long    record;
begin
  -- The current ten minutes, tick by tick; then the last hour and the same hours of the day before, by the last price of each minute.
  select count(*) as steps, sum(square) - least(sum(rounding) * 2 / 3, sum(square) / 2) as squares, sum(passed) as slots into lately
  from (
    select slot - lag(slot) over w as passed, (2 * (price - lag(price) over w) / (price + lag(price) over w)) ^ 2 as square,
      1 / (price + lag(price) over w) ^ 2 as rounding
    from (select slot, price::float8 from tick where symbol = of_symbol and slot between started - 1 and by_slot) as known
    window w as (order by slot)
  ) as step where passed is not null;
  select count(*) as steps, sum(square) - least(sum(rounding) * 2 / 3, sum(square) / 2) as squares, sum(passed) as slots into long
  from (
    select slot - lag(slot) over w as passed, (2 * (price - lag(price) over w) / (price + lag(price) over w)) ^ 2 as square,
      1 / (price + lag(price) over w) ^ 2 as rounding
    from (
      values (newest - 7200, newest), (newest - 180000, least(newest - 172800 + greatest(life, 7200) + 7200, newest - 7200))
    ) as span (first, last)
    cross join lateral (
      select minute * 120 + 119 as slot, close::float8 as price from candle_minute
      where symbol = of_symbol and minute >= first / 120 and minute < least((last + 1) / 120, closed)
      union all
      select open_minute, price::float8 from generate_series(greatest(first, closed * 120 + 119), last, 120) as open_minute
      cross join lateral (
        -- The outer bounds only rule out partitions.
        select price from tick where symbol = of_symbol and slot > open_minute - 120 and slot <= open_minute
          and slot > newest - 180120 and slot <= newest order by slot desc limit 1
      ) as ended
    ) as known
    window w as (partition by first order by slot)
  ) as step where passed is not null;
  if lately.steps + long.steps < 30 then return null; end if;
  usual := case when long.steps > 0 then long.squares / long.slots else lately.squares / lately.slots end;
  lively := (coalesce(lately.squares, 0) + 10 * usual) / (coalesce(lately.slots, 0) + 10);
  return least(greatest(floor(sqrt((near * lively + (life - near) * usual) / life * 63072000) * 1e6), 50000), 5000000)::integer;
end $$;

REVOKE ALL ON FUNCTION public.estimated_volatility(of_symbol integer, by_slot bigint, slots bigint) FROM PUBLIC;


CREATE FUNCTION public.exit_by_rule_1(wanted integer, due bigint) RETURNS TABLE(exit_slot bigint, exit_price bigint, final boolean)
    LANGUAGE sql STABLE
    AS $$
  select exit.slot, exit.price, exit.slot is not null or public.tape_is_final(wanted, due + 10)
  from (values (true)) as one
  left join lateral (
    select slot, price from public.tick where symbol = wanted and slot >= due and slot <= due + 10 order by slot limit 1
  ) as exit on true
$$;


CREATE FUNCTION public.exit_by_rule_2(wanted integer, due bigint) RETURNS TABLE(exit_slot bigint, exit_price bigint, final boolean)
    LANGUAGE sql STABLE
    AS $$
  select slot, price, true from public.tick where symbol = wanted and slot = due
  union all
  select null, null, true from public.tape_gap as gap
  where gap.reason = 'given_up' and due between gap.first_slot and gap.last_slot
    and exists (select from public.tape_checkpoint as signed where signed.slot >= gap.first_slot)
    and not exists (select from public.tick where symbol = wanted and slot = due)
$$;


CREATE FUNCTION public.first_missing_slot() RETURNS bigint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select greatest(max(head.slot), (select max(last_slot) from tape_given_up)) + 1
  from generate_series(1, 1023) as coin
  cross join lateral (select slot from tick where symbol = coin order by slot desc limit 1) as head
$$;

REVOKE ALL ON FUNCTION public.first_missing_slot() FROM PUBLIC;


CREATE FUNCTION public.forbid_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% of % is not allowed', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;


CREATE FUNCTION public.fresh_heads(at timestamp with time zone, symbols integer[]) RETURNS TABLE(symbol integer, slot bigint, hash bytea)
    LANGUAGE sql STABLE
    AS $$
  select head.symbol, head.slot, head.hash from (select distinct asked as symbol from unnest(symbols) as asked) as asked
  cross join lateral (
    select symbol, slot, hash from public.tick
    where tick.symbol = asked.symbol and tick.slot >= (extract(epoch from at) * 1000 - 2000)::bigint / 500 order by slot desc limit 1
  ) as head
  where abs((extract(epoch from at) * 1000)::bigint - 500 * head.slot) <= 2000
$$;


CREATE FUNCTION public.fresh_ticks(at timestamp with time zone, symbols integer[]) RETURNS TABLE(symbol integer, slot bigint, price bigint, hash bytea)
    LANGUAGE sql STABLE
    AS $$
  select head.symbol, head.slot, head.price, head.hash from (select distinct asked as symbol from unnest(symbols) as asked) as asked
  cross join lateral (
    select symbol, slot, price, hash from public.tick
    where tick.symbol = asked.symbol and tick.slot >= (extract(epoch from at) * 1000 - 2000)::bigint / 500 order by slot desc limit 1
  ) as head
  where abs((extract(epoch from at) * 1000)::bigint - 500 * head.slot) <= 2000
$$;


CREATE FUNCTION public.gap_was_given_up() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.symbol <> 0 or not exists (
    select from tape_given_up where first_slot = new.first_slot and last_slot = new.last_slot
  ) then
    raise exception 'slots from % on were not given up', new.first_slot using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.generator_at(slot bigint, rule smallint) RETURNS smallint
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case when generator_at.rule = 2 then (select version from tape_day where day = generator_at.slot / 172800) end
$$;

REVOKE ALL ON FUNCTION public.generator_at(slot bigint, rule smallint) FROM PUBLIC;


CREATE FUNCTION public.generator_is_known(of_day integer, knows smallint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select coalesce((select version from tape_day where day = of_day), 0) <= coalesce(knows, 1)
$$;

REVOKE ALL ON FUNCTION public.generator_is_known(of_day integer, knows smallint) FROM PUBLIC;


CREATE FUNCTION public.generator_squares_before(slot bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE
    AS $$
  select slot / 172800 * 10656360000
    + (array[0, 332820000, 620820000, 867240000, 1075320000, 1259640000, 1455660000, 1688940000, 2021760000, 2436480000, 2886480000, 3336480000,
        3804660000, 4329540000, 5043960000, 5851980000, 6636060000, 7327980000, 7933500000, 8458380000, 8926560000, 9376560000, 9826560000,
        10258740000])[slot % 172800 / 7200 + 1]
    + slot % 7200 * (array[46225, 40000, 34225, 28900, 25600, 27225, 32400, 46225, 57600, 62500, 62500, 65025, 72900, 99225, 112225, 108900, 96100,
        84100, 72900, 65025, 62500, 62500, 60025, 55225])[slot % 172800 / 7200 + 1]
$$;

REVOKE ALL ON FUNCTION public.generator_squares_before(slot bigint) FROM PUBLIC;


CREATE FUNCTION public.generator_volatility(of_symbol integer, slot bigint, slots bigint) RETURNS integer
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select floor(sqrt(0.1475535801366249 * square
    * (generator_squares_before(slot + slots + 1) - generator_squares_before(slot + 1)) / slots::float8))::integer
  from generator_coin where symbol = of_symbol
$$;

REVOKE ALL ON FUNCTION public.generator_volatility(of_symbol integer, slot bigint, slots bigint) FROM PUBLIC;


CREATE FUNCTION public.hand_to_log() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into log_entry (bytes) values (log_bytes(new));
  return null;
end $$;

REVOKE ALL ON FUNCTION public.hand_to_log() FROM PUBLIC;


CREATE FUNCTION public.is_model_right(model smallint, rule smallint, by_slot bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case
    when model = 3 or generator_at(by_slot, rule) = 3 then model = 3 and generator_at(by_slot, rule) = 3
    else model in (1, 2) and (model = 2) in (
      coalesce((select source = 'synthetic' from tape_run order by slot desc limit 1), false),
      coalesce((select source = 'synthetic' from tape_run where slot <= by_slot - 10 order by slot desc limit 1), false)) end
$$;

REVOKE ALL ON FUNCTION public.is_model_right(model smallint, rule smallint, by_slot bigint) FROM PUBLIC;


CREATE FUNCTION public.is_volatility_right(symbol integer, model smallint, volatility integer, slot bigint, slots bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if model = 3 then return abs(volatility - generator_volatility(symbol, slot, slots)) <= 1; end if;
  return volatility between 50000 and 5000000
    and abs(volatility / estimated_volatility(symbol, slot, slots)::float8 - 1) <= 0.001;
end $$;

REVOKE ALL ON FUNCTION public.is_volatility_right(symbol integer, model smallint, volatility integer, slot bigint, slots bigint) FROM PUBLIC;


CREATE FUNCTION public.log_accepted(product text, at timestamp with time zone, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform log_accepted(product, at, accounts, ids, symbols, heads, hashes, slips, false);
end $$;

CREATE FUNCTION public.log_accepted(product text, at timestamp with time zone, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea, with_sales boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  level  bytea := slips;
  logged bigint;
begin
  while length(level) > 32 loop
    level := (
      select string_agg(sha256('\x03'::bytea || substring(level from 64 * nth + 1 for 64)), '')
      from generate_series(0, length(level) / 64 - 1) as nth
    ) || case when length(level) % 64 = 32 then substring(level from length(level) - 31) else '' end;
  end loop;
  insert into log_entry (bytes)
  values ('\x02'::bytea || int8send(floor(extract(epoch from at) * 2)::bigint) || int4send(cardinality(ids)) || level
    || case when with_sales then '\x03'::bytea when log_accepted.product = 'option_order' then '\x01' when log_accepted.product = 'spot_order' then '\x02' else '' end)
  returning id into logged;
  insert into log_orders (entry, at, accounts, ids, heads, product)
  select logged, log_accepted.at, log_accepted.accounts, log_accepted.ids,
    string_agg(int4send(symbol) || int8send(head) || hashes[nth], ''), log_accepted.product
  from (
    select symbol, head, min(nth)::integer as nth from unnest(symbols, log_accepted.heads) with ordinality as at_head (symbol, head, nth)
    group by symbol, head
  ) as first;
end $$;

REVOKE ALL ON FUNCTION public.log_accepted(product text, at timestamp with time zone, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.log_accepted(product text, at timestamp with time zone, accounts bigint[], ids uuid[], symbols integer[], heads bigint[], hashes bytea[], slips bytea, with_sales boolean) FROM PUBLIC;


CREATE FUNCTION public.log_bytes(it public.audit_entry) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x09'::bytea || int8send(it.id) || it.hash
$$;

CREATE FUNCTION public.log_bytes(it public.beacon_round) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0d'::bytea || hash || int8send(it.round) || it.signature from beacon_chain where id = it.chain
$$;

CREATE FUNCTION public.log_bytes(it public.contract_terms) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x06'::bytea || int8send(it.version) || int8send(floor(extract(epoch from it.effective_at) * 1000)::bigint)
    || substring(int4send(it.rule) from 4) || int8send(it.min_stake) || int8send(it.max_stake) || int8send(it.max_open)
    || int4send(cardinality(it.seconds)) || coalesce(
      (select string_agg(int4send(period) || int4send(return_bp), '' order by nth)
       from unnest(it.seconds, it.returns) with ordinality as agreed (period, return_bp, nth)), '')
$$;

CREATE FUNCTION public.log_bytes(it public.day_total) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0c'::bytea || int4send(it.day) || int8send(it.through) || int4send(cardinality(it.accounts)) || coalesce(
    (select string_agg(substring(int4send(account >> 10) from 4) || int4send(account & 1023) || int8send(amount), '' order by nth)
     from unnest(it.accounts, it.amounts) with ordinality as total (account, amount, nth)), '')
$$;

CREATE FUNCTION public.log_bytes(it public.log_key) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0a03'::bytea || it.public_key || int8send(it.since_slot)
$$;

CREATE FUNCTION public.log_bytes(it public.money_config) RETURNS bytea
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select log_setting('money_config', it.version, to_jsonb(it))
$$;

CREATE FUNCTION public.log_bytes(it public.product_version) RETURNS bytea
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x07'::bytea || int4send(it.product) || int4send(it.version) || convert_to((to_jsonb(it)
    - '{written_by,written_by_name,published_by,published_by_name,approval,approved_by,approved_by_name,closed_by,closed_by_name}'::text[]
  )::text, 'UTF8')
$$;

CREATE FUNCTION public.log_bytes(it public.site_config) RETURNS bytea
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select log_setting('site_config', it.version, to_jsonb(it))
$$;

CREATE FUNCTION public.log_bytes(it public.slip_key) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0a02'::bytea || it.public_key || int8send(floor(extract(epoch from it.since) * 2)::bigint)
$$;

CREATE FUNCTION public.log_bytes(it public.tape_checkpoint) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x01'::bytea || int8send(it.slot) || int4send(it.size) || it.root || it.previous
$$;

CREATE FUNCTION public.log_bytes(it public.tape_day) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x04'::bytea || int4send(it.day) || substring(int4send(it.version) from 4) || it.commitment || int8send(it.announced_slot)
$$;

CREATE FUNCTION public.log_bytes(it public.tape_given_up) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0f'::bytea || int4send(it.day) || int8send(it.first_slot) || int8send(it.last_slot)
$$;

CREATE FUNCTION public.log_bytes(it public.tape_key) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0a01'::bytea || it.public_key || int8send(it.since_slot)
$$;

CREATE FUNCTION public.log_bytes(it public.tape_opening) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x0b'::bytea || int4send(it.day) || int8send(it.slot) || int4send(cardinality(it.symbols)) || coalesce(
    (select string_agg(int4send(symbol) || int8send(price), '' order by nth)
     from unnest(it.symbols, it.opens) with ordinality as open (symbol, price, nth)), '')
$$;

CREATE FUNCTION public.log_bytes(it public.tape_revealed) RETURNS bytea
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select case when it.chain is null then log_bytes_before(it)
    else '\x0e'::bytea || int4send(it.day) || it.seed || (select hash from beacon_chain where id = it.chain) end
$$;

CREATE FUNCTION public.log_bytes(it public.withdrawn_change) RETURNS bytea
    LANGUAGE sql STABLE
    SET "TimeZone" TO 'UTC'
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select log_setting('withdrawn_change', it.version, to_jsonb(it))
$$;


CREATE FUNCTION public.log_bytes_before(it public.beacon_round) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x03'::bytea || int8send(it.round) || it.signature
$$;

CREATE FUNCTION public.log_bytes_before(it public.tape_revealed) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x05'::bytea || int4send(it.day) || it.seed || int4send(coalesce(cardinality(it.symbols), 0)) || coalesce(
    (select string_agg(int4send(symbol) || int8send(price), '' order by nth)
     from unnest(it.symbols, it.opens) with ordinality as open (symbol, price, nth)), '')
$$;


CREATE FUNCTION public.log_is_signed_forward() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.size <= (select max(size) from log_checkpoint) or new.size > coalesce((select max(place) + 1 from log_leaf), 0) then
    raise exception 'the log is signed as far as it is written, and never back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.log_only_grows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  first constant bigint := (select min(place) from added);
begin
  if exists (select from added having max(place) - first + 1 <> count(*))
    or (first > 0 and not exists (select from log_leaf where place = first - 1)) then
    raise exception 'the log has no place left out' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;


CREATE FUNCTION public.log_setting(about text, version bigint, says jsonb) RETURNS bytea
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select '\x08'::bytea || substring(int4send(length(about)) from 4) || convert_to(about, 'UTF8') || int8send(version) || convert_to((says
    - '{changed_by,changed_by_name,reason,approval,approved_by,approved_by_name,operator,operator_name}'::text[])::text, 'UTF8')
$$;


CREATE FUNCTION public.make_message_day(day integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  name text := 'tape_message_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then return; end if;
  execute format('create table %I (like tape_message including constraints)', name);
  execute format('alter table tape_message attach partition %I for values from (%s) to (%s)',
                 name, day::bigint * 172800, (day + 1)::bigint * 172800);
  execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
end $$;

REVOKE ALL ON FUNCTION public.make_message_day(day integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.make_message_day(day integer) TO glasshouse_feed;


CREATE FUNCTION public.make_tape_day(day integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  name text := 'tick_' || to_char(date '1970-01-01' + day, 'YYYYMMDD');
begin
  if to_regclass(name) is not null then return; end if;
  -- Made apart and attached, because that waits for no reader of the other days.
  execute format('create table %I (like tick including constraints)', name);
  execute format('alter table tick attach partition %I for values from (%s) to (%s)',
                 name, day::bigint * 172800, (day + 1)::bigint * 172800);
  -- A truncation of one partition is not seen by the trigger of the whole.
  execute format('create trigger %I before truncate on %I execute function forbid_change()', name || '_is_kept', name);
end $$;

REVOKE ALL ON FUNCTION public.make_tape_day(day integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.make_tape_day(day integer) TO glasshouse_feed;


CREATE FUNCTION public.opening_follows_the_tape() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if exists (
    select from unnest(new.symbols, new.opens) as open (symbol, price)
    cross join lateral (
      select t.price from tick as t where t.symbol = open.symbol and t.slot < new.slot order by t.slot desc limit 1
    ) as newest
    where newest.price <> open.price
  ) then
    raise exception 'day % opens at other prices than the tape has', new.day using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.opening_is_by_a_known_generator() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  run constant tape_run := (select r from tape_run as r order by slot desc limit 1);
begin
  -- Version 2 is what every release with openings knows.
  if run.source is not null and not generator_is_known(new.day, greatest(run.generator, 2::smallint)) then
    raise exception 'day % is made by a newer generator than this feed knows', new.day using errcode = 'check_violation';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.opening_is_by_a_known_generator() FROM PUBLIC;


CREATE FUNCTION public.require_heads(at timestamp with time zone, symbols integer[], heads bigint[]) RETURNS void
    LANGUAGE plpgsql STABLE
    AS $$
declare
  now_ms constant bigint := extract(epoch from at) * 1000;
  head_may_differ constant integer := 2000;
begin
  if exists (
    select from (select distinct symbol, head from unnest(symbols, heads) as asked (symbol, head)) as claim
    left join lateral (select slot from public.tick where tick.symbol = claim.symbol and slot = claim.head limit 1) as known on true
    left join lateral (
      select slot from public.tick where tick.symbol = claim.symbol and slot > claim.head + 4 order by slot limit 1
    ) as later on true
    where known.slot is null or later.slot is not null or abs(now_ms - 500 * claim.head) > head_may_differ
  ) then
    raise exception 'the tape has moved on' using errcode = 'insufficient_privilege';
  end if;
end $$;


CREATE FUNCTION public.reveal_what_was_hidden() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  version integer := (select d.version from tape_day d where d.day = new.day);
  rest bytea := case version
    when 1 then int4send(cardinality(new.symbols)) || coalesce((
      select string_agg(int4send(symbol) || int8send(price), ''::bytea order by place)
      from unnest(new.symbols, new.opens) with ordinality as o (symbol, price, place)), '')
    when 2 then (select hash from beacon_chain where id = new.chain)
    when 3 then (select hash from beacon_chain where id = new.chain)
  end;
begin
  if sha256('\x06'::bytea || int4send(new.day) || substring(int4send(version) from 4) || new.seed || rest)
     is distinct from (select commitment from tape_day d where d.day = new.day)
  then raise exception 'day % was planned otherwise', new.day using errcode = 'insufficient_privilege'; end if;
  return new;
end $$;


CREATE FUNCTION public.rule_is_kept(agreed smallint) RETURNS boolean
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  run constant tape_run := (select r from tape_run as r order by slot desc limit 1);
begin
  return run.source is null or exists (select from source_rule as s where s.source = run.source and s.rule = agreed);
end $$;

REVOKE ALL ON FUNCTION public.rule_is_kept(agreed smallint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.rule_is_kept(agreed smallint) TO glasshouse_app;


CREATE FUNCTION public.run_knows_the_generator() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if new.source = 'synthetic' and not generator_is_known((new.slot / 172800)::integer, greatest(new.generator, 2::smallint))
    and exists (select from tape_opening where day = (new.slot / 172800)::integer)
  then
    raise exception 'today is made by a newer generator than this feed knows' using errcode = 'check_violation';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.run_knows_the_generator() FROM PUBLIC;


CREATE FUNCTION public.tape_is_final(wanted_symbol integer, wanted_slot bigint) RETURNS boolean
    LANGUAGE sql STABLE
    AS $$
  select coalesce((select max(slot) from public.tape_checkpoint) >= wanted_slot, false)
      or exists (select from public.tick where symbol = wanted_symbol and slot > wanted_slot)
$$;


CREATE FUNCTION public.tape_only_grows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare signed bigint;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the tape is written by what is on it now' using errcode = 'insufficient_privilege';
  end if;
  perform from tape_given_up limit 1;
  signed := (select max(slot) from tape_checkpoint);
  if exists (select from added where slot <= signed) then
    raise exception 'the tape is signed up to slot %', signed using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from tape_given_up as lost where exists (select from added where slot between first_slot and last_slot)
      or not exists (select from tape_gap where tape_gap.first_slot = lost.first_slot and reason = 'given_up')
  ) then
    raise exception 'a day was given up' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;


CREATE FUNCTION public.tick_hashes(symbols integer[], slots bigint[]) RETURNS bytea[]
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return array(
    select known.hash from unnest(symbols, slots) with ordinality as asked (symbol, slot, nth)
    cross join lateral (select hash from public.tick where tick.symbol = asked.symbol and tick.slot = asked.slot limit 1) as known
    order by nth);
end $$;


CREATE FUNCTION public.told_by_rule_1(wanted integer, head bigint, due bigint) RETURNS TABLE(entry_slot bigint, entry_price bigint, exit_slot bigint, exit_price bigint, final boolean)
    LANGUAGE sql STABLE
    AS $$
  select entry.slot, entry.price, exit.slot, exit.price,
    case
      when entry.slot is null then public.tape_is_final(wanted, head + 10)
      when exit.slot is null then public.tape_is_final(wanted, due + 10)
      else true
    end
  from (values (true)) as one
  left join lateral (
    select slot, price from public.tick where symbol = wanted and slot > head and slot <= head + 10 order by slot limit 1
  ) as entry on true
  left join lateral (
    select slot, price from public.tick
    where entry.slot is not null and symbol = wanted and slot >= due and slot <= due + 10 order by slot limit 1
  ) as exit on true
$$;


CREATE FUNCTION public.told_by_rule_2(wanted integer, head bigint, due bigint) RETURNS TABLE(entry_slot bigint, entry_price bigint, exit_slot bigint, exit_price bigint, final boolean)
    LANGUAGE sql STABLE
    AS $$
  select entry.slot, entry.price, exit.slot, exit.price, true
  from public.tick as entry join public.tick as exit on exit.symbol = wanted and exit.slot = due
  where entry.symbol = wanted and entry.slot = head + 1 and not exists (
    select from public.tape_gap as gap where gap.reason = 'given_up' and gap.first_slot <= due and gap.last_slot > head)
  union all
  select entry.slot, entry.price, null, null, true
  from (
    select from public.tape_gap as gap where gap.reason = 'given_up' and gap.first_slot <= due and gap.last_slot > head
      and exists (select from public.tape_checkpoint as signed where signed.slot >= gap.first_slot) limit 1
  ) as lost
  left join public.tick as entry on entry.symbol = wanted and entry.slot = head + 1
$$;


CREATE FUNCTION public.why_not_given_up(wanted integer) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  moment  constant timestamptz := clock_timestamp();
  missing constant bigint := first_missing_slot();
  said    constant tape_stuck := (select s from tape_stuck as s);
begin
  if missing is null or missing / 172800 <> wanted then return 'it is not its turn'; end if;
  if to_timestamp(missing / 2.0) > moment - interval '10 minutes' then return 'ten minutes have not passed'; end if;
  if said.day is distinct from wanted or said.since > moment - interval '10 minutes' or said.seen_at < moment - interval '10 seconds' then
    return 'the feed does not say that it cannot be made';
  end if;
  -- What is written after an interruption is late, so this is when the feed last could.
  if (select written_slot from tape_late order by first_slot desc limit 1) >= extract(epoch from said.since) * 2 then
    return 'the feed has written since';
  end if;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.why_not_given_up(wanted integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.why_not_given_up(wanted integer) TO glasshouse_office;
