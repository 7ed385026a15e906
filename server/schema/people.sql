-- The current schema, for reading. `npm run schema` writes it from server/migrations/.

CREATE TABLE public.account_event (
    id uuid NOT NULL,
    person uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    reason text,
    operator uuid,
    CONSTRAINT account_event_has_reason CHECK (((kind = 'unfrozen'::text) OR (reason IS NOT NULL))),
    CONSTRAINT account_event_kind_check CHECK ((kind = ANY (ARRAY['frozen'::text, 'unfrozen'::text])))
);

ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_pkey PRIMARY KEY (id);

CREATE INDEX account_event_person_at_idx ON public.account_event USING btree (person, at);

CREATE TRIGGER account_event_is_history BEFORE UPDATE ON public.account_event FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER account_event_is_kept BEFORE DELETE ON public.account_event FOR EACH ROW WHEN ((NOT public.is_deleted(old.person))) EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER freeze_moves_credit AFTER INSERT ON public.account_event FOR EACH ROW EXECUTE FUNCTION public.freeze_moves_credit();

CREATE TRIGGER moment_is_now BEFORE INSERT ON public.account_event FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at');

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.account_event FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

ALTER TABLE ONLY public.account_event
    ADD CONSTRAINT account_event_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT ON TABLE public.account_event TO glasshouse_office;

GRANT SELECT(id) ON TABLE public.account_event TO glasshouse_app;

GRANT SELECT(person) ON TABLE public.account_event TO glasshouse_app;

GRANT SELECT(at) ON TABLE public.account_event TO glasshouse_app;

GRANT SELECT(kind) ON TABLE public.account_event TO glasshouse_app;

GRANT SELECT(reason) ON TABLE public.account_event TO glasshouse_app;


CREATE TABLE public.contact_key (
    one boolean DEFAULT true NOT NULL,
    key bytea NOT NULL,
    CONSTRAINT contact_key_one_check CHECK (one)
);

ALTER TABLE ONLY public.contact_key
    ADD CONSTRAINT contact_key_pkey PRIMARY KEY (one);


CREATE TABLE public.contact_mark (
    mark bytea NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT contact_mark_mark_check CHECK ((length(mark) = 32))
);

ALTER TABLE ONLY public.contact_mark
    ADD CONSTRAINT contact_mark_pkey PRIMARY KEY (mark, number);

CREATE INDEX contact_mark_number_idx ON public.contact_mark USING btree (number);


CREATE TABLE public.copy_part (
    copy uuid NOT NULL,
    place integer NOT NULL,
    file uuid NOT NULL
);

ALTER TABLE ONLY public.copy_part
    ADD CONSTRAINT copy_part_file_key UNIQUE (file);

ALTER TABLE ONLY public.copy_part
    ADD CONSTRAINT copy_part_pkey PRIMARY KEY (copy, place);

ALTER TABLE ONLY public.copy_part
    ADD CONSTRAINT copy_part_copy_fkey FOREIGN KEY (copy) REFERENCES public.personal_copy(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.copy_part
    ADD CONSTRAINT copy_part_file_fkey FOREIGN KEY (file) REFERENCES public.file(id) ON DELETE CASCADE;

GRANT SELECT,INSERT ON TABLE public.copy_part TO glasshouse_app;


CREATE TABLE public.credit_event (
    person uuid NOT NULL,
    step integer NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    change integer NOT NULL,
    score integer NOT NULL,
    reason text,
    CONSTRAINT credit_event_score_check CHECK (((score >= 0) AND (score <= 100)))
);

ALTER TABLE ONLY public.credit_event
    ADD CONSTRAINT credit_event_pkey PRIMARY KEY (person, step);

CREATE TRIGGER credit_event_is_history BEFORE UPDATE ON public.credit_event FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER credit_event_is_kept BEFORE DELETE ON public.credit_event FOR EACH ROW WHEN ((NOT public.is_deleted(old.person))) EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER credit_is_counted BEFORE INSERT ON public.credit_event FOR EACH ROW EXECUTE FUNCTION public.credit_is_counted();

CREATE TRIGGER credit_is_kept AFTER INSERT ON public.credit_event FOR EACH ROW EXECUTE FUNCTION public.credit_is_kept();

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.credit_event FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.credit_event
    ADD CONSTRAINT credit_event_kind_fkey FOREIGN KEY (kind) REFERENCES public.credit_rule(kind);

ALTER TABLE ONLY public.credit_event
    ADD CONSTRAINT credit_event_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.credit_event TO glasshouse_app;
GRANT SELECT ON TABLE public.credit_event TO glasshouse_office;


CREATE TABLE public.credit_rule (
    kind text NOT NULL,
    points integer NOT NULL
);

ALTER TABLE ONLY public.credit_rule
    ADD CONSTRAINT credit_rule_pkey PRIMARY KEY (kind);


CREATE TABLE public.file (
    id uuid NOT NULL,
    person uuid NOT NULL,
    purpose text NOT NULL,
    part text NOT NULL,
    name text NOT NULL,
    wrapped_key bytea NOT NULL,
    key_id text NOT NULL,
    bytes integer NOT NULL,
    width integer,
    height integer,
    sha256 bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    code text,
    CONSTRAINT file_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT file_code_check CHECK (((length(code) >= 1) AND (length(code) <= 300))),
    CONSTRAINT file_has_its_size CHECK ((num_nulls(width, height) =
CASE purpose
    WHEN 'copy'::text THEN 2
    ELSE 0
END)),
    CONSTRAINT file_height_check CHECK ((height > 0)),
    CONSTRAINT file_name_check CHECK ((length(name) >= 40)),
    CONSTRAINT file_part_check CHECK (((length(part) >= 1) AND (length(part) <= 40))),
    CONSTRAINT file_purpose_check CHECK ((purpose = ANY (ARRAY['specimen'::text, 'copy'::text]))),
    CONSTRAINT file_sha256_check CHECK ((length(sha256) = 32)),
    CONSTRAINT file_width_check CHECK ((width > 0)),
    CONSTRAINT file_wrapped_key_check CHECK ((length(wrapped_key) = 60))
);

ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_name_key UNIQUE (name);

ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_pkey PRIMARY KEY (id);

CREATE INDEX file_expires_at_idx ON public.file USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX file_key_id_idx ON public.file USING btree (key_id);

CREATE INDEX file_person_idx ON public.file USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.file FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.file
    ADD CONSTRAINT file_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.file TO glasshouse_app;
GRANT SELECT ON TABLE public.file TO glasshouse_office;

GRANT UPDATE(wrapped_key) ON TABLE public.file TO glasshouse_app;

GRANT UPDATE(key_id) ON TABLE public.file TO glasshouse_app;

GRANT UPDATE(expires_at) ON TABLE public.file TO glasshouse_app;
GRANT UPDATE(expires_at) ON TABLE public.file TO glasshouse_office;


CREATE TABLE public.identity_case (
    id uuid NOT NULL,
    person uuid NOT NULL,
    document text NOT NULL,
    front uuid,
    back uuid,
    sealed bytea,
    wrapped_key bytea,
    key_id text,
    erase_at timestamp with time zone,
    CONSTRAINT identity_case_document_check CHECK ((document = ANY (ARRAY['id'::text, 'licence'::text]))),
    CONSTRAINT identity_case_sealed_check CHECK (((length(sealed) >= 28) AND (length(sealed) <= 1000))),
    CONSTRAINT identity_case_wrapped_key_check CHECK ((length(wrapped_key) = 60)),
    CONSTRAINT identity_is_sealed_or_erased CHECK ((num_nulls(sealed, wrapped_key, key_id) = ANY (ARRAY[0, 3])))
);

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_back_key UNIQUE (back);

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_front_key UNIQUE (front);

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_pkey PRIMARY KEY (id);

CREATE INDEX identity_case_erase_at_idx ON public.identity_case USING btree (erase_at) WHERE (sealed IS NOT NULL);

CREATE INDEX identity_case_key_id_idx ON public.identity_case USING btree (key_id) WHERE (key_id IS NOT NULL);

CREATE INDEX identity_case_person_idx ON public.identity_case USING btree (person);

CREATE TRIGGER identity_case_stays BEFORE UPDATE ON public.identity_case FOR EACH ROW EXECUTE FUNCTION public.identity_case_stays();

CREATE TRIGGER identity_is_submitted AFTER INSERT ON public.identity_case FOR EACH ROW EXECUTE FUNCTION public.identity_is_submitted();

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.identity_case FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_back_fkey FOREIGN KEY (back) REFERENCES public.file(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_front_fkey FOREIGN KEY (front) REFERENCES public.file(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_id_fkey FOREIGN KEY (id) REFERENCES public.review_case(id);

ALTER TABLE ONLY public.identity_case
    ADD CONSTRAINT identity_case_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.identity_case TO glasshouse_app;
GRANT SELECT ON TABLE public.identity_case TO glasshouse_office;

GRANT INSERT(id) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(person) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(document) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(front) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(back) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(sealed),UPDATE(sealed) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(wrapped_key),UPDATE(wrapped_key) ON TABLE public.identity_case TO glasshouse_app;

GRANT INSERT(key_id),UPDATE(key_id) ON TABLE public.identity_case TO glasshouse_app;

GRANT UPDATE(erase_at) ON TABLE public.identity_case TO glasshouse_app;
GRANT UPDATE(erase_at) ON TABLE public.identity_case TO glasshouse_office;


CREATE TABLE public.lock_link (
    token_hash bytea NOT NULL,
    person uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.lock_link
    ADD CONSTRAINT lock_link_pkey PRIMARY KEY (token_hash);

CREATE INDEX lock_link_expires_at_idx ON public.lock_link USING btree (expires_at);

CREATE INDEX lock_link_person_idx ON public.lock_link USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.lock_link FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.lock_link
    ADD CONSTRAINT lock_link_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.lock_link TO glasshouse_app;


CREATE TABLE public.mail_phrase (
    person uuid NOT NULL,
    phrase text NOT NULL,
    CONSTRAINT mail_phrase_phrase_check CHECK ((((char_length(phrase) >= 4) AND (char_length(phrase) <= 32)) AND (phrase !~ '[[:cntrl:]]'::text)))
);

ALTER TABLE ONLY public.mail_phrase
    ADD CONSTRAINT mail_phrase_pkey PRIMARY KEY (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.mail_phrase FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.mail_phrase
    ADD CONSTRAINT mail_phrase_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.mail_phrase TO glasshouse_app;

GRANT UPDATE(phrase) ON TABLE public.mail_phrase TO glasshouse_app;


CREATE TABLE public.passkey_challenge (
    challenge text NOT NULL,
    person uuid,
    expires_at timestamp with time zone NOT NULL,
    act bytea,
    CONSTRAINT only_a_person_confirms CHECK (((act IS NULL) OR ((person IS NOT NULL) AND (octet_length(act) = 32))))
);

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_pkey PRIMARY KEY (challenge);

CREATE INDEX passkey_challenge_expires_at_idx ON public.passkey_challenge USING btree (expires_at);

CREATE INDEX passkey_challenge_person_idx ON public.passkey_challenge USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.passkey_challenge FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.passkey_challenge
    ADD CONSTRAINT passkey_challenge_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.passkey_challenge TO glasshouse_app;


CREATE TABLE public.payee (
    id uuid NOT NULL,
    person uuid NOT NULL,
    place smallint NOT NULL,
    sealed bytea NOT NULL,
    wrapped_key bytea NOT NULL,
    key_id text NOT NULL,
    mark bytea,
    added_at timestamp with time zone,
    usable_at timestamp with time zone,
    CONSTRAINT payee_mark_is_whole CHECK (((num_nulls(mark, added_at, usable_at) = ANY (ARRAY[0, 3])) AND ((mark IS NULL) OR (length(mark) = 32)))),
    CONSTRAINT payee_place_check CHECK (((place >= 1) AND (place <= 20))),
    CONSTRAINT payee_sealed_check CHECK (((length(sealed) >= 28) AND (length(sealed) <= 2000))),
    CONSTRAINT payee_wrapped_key_check CHECK ((length(wrapped_key) = 60))
);

ALTER TABLE ONLY public.payee
    ADD CONSTRAINT payee_has_a_place UNIQUE (person, place);

ALTER TABLE ONLY public.payee
    ADD CONSTRAINT payee_pkey PRIMARY KEY (id);

CREATE INDEX payee_key_id_idx ON public.payee USING btree (key_id);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.payee FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER payee_waits BEFORE INSERT OR UPDATE OF person, mark, added_at, usable_at ON public.payee FOR EACH ROW EXECUTE FUNCTION public.payee_waits();

ALTER TABLE ONLY public.payee
    ADD CONSTRAINT payee_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.payee TO glasshouse_app;

GRANT UPDATE(wrapped_key) ON TABLE public.payee TO glasshouse_app;

GRANT UPDATE(key_id) ON TABLE public.payee TO glasshouse_app;

GRANT UPDATE(mark) ON TABLE public.payee TO glasshouse_app;

GRANT UPDATE(added_at) ON TABLE public.payee TO glasshouse_app;


CREATE TABLE public.person (
    id uuid NOT NULL,
    number bigint DEFAULT nextval('public.person_number'::regclass) NOT NULL,
    username text,
    email text,
    phone text,
    country text NOT NULL,
    password_hash text NOT NULL,
    trade_password_hash text NOT NULL,
    invitation_code text NOT NULL,
    invited_by uuid,
    credit_score integer DEFAULT 100 NOT NULL,
    vip_level integer DEFAULT 0 NOT NULL,
    identity text DEFAULT 'none'::text NOT NULL,
    status text DEFAULT 'normal'::text NOT NULL,
    registered_at timestamp with time zone NOT NULL,
    security_changed_at timestamp with time zone,
    security_change text,
    logged_in_again_at timestamp with time zone,
    locked_at timestamp with time zone,
    language text,
    leaves_at timestamp with time zone,
    deleted_at timestamp with time zone,
    CONSTRAINT person_credit_score_check CHECK (((credit_score >= 0) AND (credit_score <= 100))),
    CONSTRAINT person_has_a_contact CHECK (((email IS NOT NULL) OR (phone IS NOT NULL) OR (deleted_at IS NOT NULL))),
    CONSTRAINT person_identity_check CHECK ((identity = ANY (ARRAY['none'::text, 'under_review'::text, 'passed'::text, 'rejected'::text]))),
    CONSTRAINT person_is_forgotten CHECK (((deleted_at IS NULL) OR ((num_nonnulls(username, email, phone, invited_by, language) = 0) AND (password_hash = ''::text) AND (trade_password_hash = ''::text) AND (country = ''::text)))),
    CONSTRAINT person_status_check CHECK ((status = ANY (ARRAY['normal'::text, 'abnormal'::text]))),
    CONSTRAINT person_vip_level_check CHECK (((vip_level >= 0) AND (vip_level <= 5)))
);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_email UNIQUE (email);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_invitation_code UNIQUE (invitation_code);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_number_key UNIQUE (number);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_phone UNIQUE (phone);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);

CREATE INDEX person_credit_fell ON public.person USING btree (id) WHERE (credit_score < 100);

CREATE INDEX person_email_begins ON public.person USING btree (email text_pattern_ops);

CREATE INDEX person_frozen ON public.person USING btree (id) WHERE (status = 'abnormal'::text);

CREATE INDEX person_invitation_begins ON public.person USING btree (invitation_code text_pattern_ops);

CREATE INDEX person_invited_by_idx ON public.person USING btree (invited_by);

CREATE INDEX person_leaves_at_idx ON public.person USING btree (leaves_at) WHERE (deleted_at IS NULL);

CREATE INDEX person_number_begins ON public.person USING btree (((number)::text) text_pattern_ops);

CREATE INDEX person_phone_begins ON public.person USING btree (phone text_pattern_ops);

CREATE INDEX person_registered ON public.person USING btree (registered_at);

CREATE UNIQUE INDEX person_username ON public.person USING btree (lower(username));

CREATE INDEX person_username_begins ON public.person USING btree (lower(username) text_pattern_ops);

CREATE TRIGGER contact_is_marked AFTER UPDATE OF email, phone ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NULL) AND ((new.email IS DISTINCT FROM old.email) OR (new.phone IS DISTINCT FROM old.phone)))) EXECUTE FUNCTION public.contact_is_marked();

CREATE TRIGGER contacts_are_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_contacts();

CREATE TRIGGER contacts_are_marked AFTER INSERT ON public.person REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION public.contacts_are_marked();

CREATE TRIGGER copies_are_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('personal_copy');

CREATE TRIGGER credit_forgets AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('credit_event');

CREATE TRIGGER credit_has_its_event BEFORE INSERT OR UPDATE OF credit_score ON public.person FOR EACH ROW EXECUTE FUNCTION public.credit_has_its_event();

CREATE TRIGGER credit_score_is_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_score();

CREATE TRIGGER deposit_is_back BEFORE UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.deposit_is_back();

CREATE TRIGGER deposits_forget AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('top_up_case');

CREATE TRIGGER factors_forget AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('person_authenticator', 'person_passkey', 'person_recovery', 'passkey_challenge');

CREATE TRIGGER holdings_are_back BEFORE UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.holdings_are_back();

CREATE TRIGGER invitation_is_rewarded AFTER UPDATE OF identity ON public.person FOR EACH ROW WHEN (((new.identity = 'passed'::text) AND (old.identity <> 'passed'::text) AND (new.invited_by IS NOT NULL))) EXECUTE FUNCTION public.invitation_is_rewarded();

CREATE TRIGGER invites_forget AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.invites_forget();

CREATE TRIGGER level_has_its_membership BEFORE INSERT OR UPDATE OF vip_level ON public.person FOR EACH ROW EXECUTE FUNCTION public.level_has_its_membership();

CREATE TRIGGER mail_phrase_is_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('mail_phrase');

CREATE TRIGGER market_forgets AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('favourite');

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF deleted_at, security_changed_at, logged_in_again_at ON public.person FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('registered_at', 'deleted_at', 'security_changed_at', 'logged_in_again_at');

CREATE TRIGGER movements_forget AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_reasons();

CREATE TRIGGER notes_are_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('staff_note');

CREATE TRIGGER order_of_an_account BEFORE INSERT OR UPDATE OF leaves_at, security_changed_at ON public.person FOR EACH ROW EXECUTE FUNCTION public.account_begins_and_ends_in_order();

CREATE TRIGGER payees_are_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('withdrawal', 'payee');

CREATE TRIGGER review_forgets AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('identity_case', 'appeal', 'review_case', 'account_event');

CREATE TRIGGER saved_payees_only_is_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('saved_payees_only');

CREATE TRIGGER security_forgets AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('verification_code', 'lock_link', 'security_event', 'session');

CREATE TRIGGER shares_are_forgotten AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('share');

CREATE TRIGGER top_ups_end AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.top_ups_end();

CREATE TRIGGER transfers_forget AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('transfer_setting');

CREATE TRIGGER vip_forgets AFTER UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.forget_rows('received');

CREATE TRIGGER withdrawals_are_over BEFORE UPDATE OF deleted_at ON public.person FOR EACH ROW WHEN (((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL))) EXECUTE FUNCTION public.withdrawals_are_over();

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.person(id);

GRANT SELECT,INSERT ON TABLE public.person TO glasshouse_app;

GRANT SELECT(id) ON TABLE public.person TO glasshouse_office;
GRANT SELECT(id) ON TABLE public.person TO glasshouse_push;

GRANT SELECT(number) ON TABLE public.person TO glasshouse_office;
GRANT SELECT(number) ON TABLE public.person TO glasshouse_push;

GRANT SELECT(username) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(email) ON TABLE public.person TO glasshouse_office;
GRANT UPDATE(email) ON TABLE public.person TO glasshouse_app;

GRANT SELECT(phone) ON TABLE public.person TO glasshouse_office;
GRANT UPDATE(phone) ON TABLE public.person TO glasshouse_app;

GRANT SELECT(country) ON TABLE public.person TO glasshouse_office;

GRANT UPDATE(password_hash) ON TABLE public.person TO glasshouse_app;

GRANT SELECT(invitation_code) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(invited_by) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(credit_score) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(vip_level) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(identity) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(status),UPDATE(status) ON TABLE public.person TO glasshouse_office;
GRANT SELECT(status) ON TABLE public.person TO glasshouse_push;

GRANT SELECT(registered_at) ON TABLE public.person TO glasshouse_office;

GRANT UPDATE(security_changed_at) ON TABLE public.person TO glasshouse_app;

GRANT UPDATE(security_change) ON TABLE public.person TO glasshouse_app;

GRANT UPDATE(logged_in_again_at) ON TABLE public.person TO glasshouse_app;

GRANT UPDATE(locked_at) ON TABLE public.person TO glasshouse_app;

GRANT UPDATE(language) ON TABLE public.person TO glasshouse_app;
GRANT SELECT(language) ON TABLE public.person TO glasshouse_office;

GRANT UPDATE(leaves_at) ON TABLE public.person TO glasshouse_app;
GRANT SELECT(leaves_at) ON TABLE public.person TO glasshouse_office;

GRANT SELECT(deleted_at) ON TABLE public.person TO glasshouse_office;


CREATE TABLE public.person_authenticator (
    person uuid NOT NULL,
    totp_secret bytea,
    totp_step bigint DEFAULT 0 NOT NULL,
    on_since timestamp with time zone,
    new_secret bytea,
    new_until timestamp with time zone,
    CONSTRAINT authenticator_is_whole CHECK (((totp_secret IS NULL) = (on_since IS NULL))),
    CONSTRAINT new_secret_ends CHECK (((new_secret IS NULL) = (new_until IS NULL)))
);

ALTER TABLE ONLY public.person_authenticator
    ADD CONSTRAINT person_authenticator_pkey PRIMARY KEY (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.person_authenticator FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.person_authenticator
    ADD CONSTRAINT person_authenticator_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.person_authenticator TO glasshouse_app;


CREATE TABLE public.person_passkey (
    id text NOT NULL,
    person uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT person_passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60)))
);

ALTER TABLE ONLY public.person_passkey
    ADD CONSTRAINT person_passkey_pkey PRIMARY KEY (id);

CREATE INDEX person_passkey_person_idx ON public.person_passkey USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.person_passkey FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.person_passkey
    ADD CONSTRAINT person_passkey_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.person_passkey TO glasshouse_app;

GRANT UPDATE(counter) ON TABLE public.person_passkey TO glasshouse_app;

GRANT UPDATE(used_at) ON TABLE public.person_passkey TO glasshouse_app;


CREATE TABLE public.person_recovery (
    person uuid NOT NULL,
    code_hash bytea NOT NULL
);

ALTER TABLE ONLY public.person_recovery
    ADD CONSTRAINT person_recovery_pkey PRIMARY KEY (person, code_hash);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.person_recovery FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.person_recovery
    ADD CONSTRAINT person_recovery_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.person_recovery TO glasshouse_app;


CREATE TABLE public.personal_copy (
    person uuid NOT NULL,
    id uuid NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    locale text NOT NULL,
    made_at timestamp with time zone,
    until timestamp with time zone,
    token_hash bytea,
    sent_at timestamp with time zone,
    bytes bigint,
    CONSTRAINT copy_is_made CHECK (((made_at IS NULL) = (until IS NULL)))
);

ALTER TABLE ONLY public.personal_copy
    ADD CONSTRAINT personal_copy_id_key UNIQUE (id);

ALTER TABLE ONLY public.personal_copy
    ADD CONSTRAINT personal_copy_pkey PRIMARY KEY (person);

ALTER TABLE ONLY public.personal_copy
    ADD CONSTRAINT personal_copy_token_hash_key UNIQUE (token_hash);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.personal_copy FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.personal_copy
    ADD CONSTRAINT personal_copy_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.personal_copy TO glasshouse_app;


CREATE TABLE public.saved_payees_only (
    person uuid NOT NULL,
    since timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    CONSTRAINT saved_payees_only_check CHECK ((ends_at > since))
);

ALTER TABLE ONLY public.saved_payees_only
    ADD CONSTRAINT saved_payees_only_pkey PRIMARY KEY (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.saved_payees_only FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.saved_payees_only
    ADD CONSTRAINT saved_payees_only_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT ON TABLE public.saved_payees_only TO glasshouse_app;


CREATE TABLE public.security_event (
    id uuid NOT NULL,
    person uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    detail text,
    times integer DEFAULT 1 NOT NULL,
    CONSTRAINT security_event_detail_check CHECK ((length(detail) <= 200)),
    CONSTRAINT security_event_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'logged_in'::text, 'wrong_password'::text, 'wrong_factor'::text, 'password_changed'::text, 'password_reset'::text, 'email_changed'::text, 'phone_changed'::text, 'authenticator_on'::text, 'authenticator_off'::text, 'passkey_added'::text, 'passkey_removed'::text, 'recovery_renewed'::text, 'session_ended'::text, 'sessions_ended'::text, 'locked'::text, 'unlocked'::text, 'wrong_trade_password'::text, 'trade_password_locked'::text, 'trade_password_set'::text, 'trade_password_removed'::text, 'shares_removed'::text, 'case_opened'::text, 'copy_asked'::text, 'deletion_asked'::text, 'deletion_cancelled'::text, 'payee_added'::text, 'payee_removed'::text, 'payees_only_on'::text, 'payees_only_ends'::text, 'payees_only_kept'::text, 'phrase_set'::text, 'phrase_removed'::text]))),
    CONSTRAINT security_event_times_check CHECK ((times > 0))
);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_pkey PRIMARY KEY (id);

CREATE INDEX security_event_person_at_id_idx ON public.security_event USING btree (person, at, id);

CREATE TRIGGER moment_is_now BEFORE INSERT OR UPDATE OF at ON public.security_event FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at');

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.security_event FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER security_event_counts BEFORE UPDATE ON public.security_event FOR EACH ROW EXECUTE FUNCTION public.security_event_counts();

CREATE TRIGGER security_event_is_history BEFORE DELETE ON public.security_event FOR EACH ROW WHEN ((NOT public.is_deleted(old.person))) EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT ON TABLE public.security_event TO glasshouse_app;

GRANT UPDATE(at) ON TABLE public.security_event TO glasshouse_app;

GRANT UPDATE(times) ON TABLE public.security_event TO glasshouse_app;


CREATE TABLE public.session (
    token_hash bytea NOT NULL,
    id uuid NOT NULL,
    person uuid NOT NULL,
    address text NOT NULL,
    device text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_id_key UNIQUE (id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);

CREATE INDEX session_expires_at_idx ON public.session USING btree (expires_at);

CREATE INDEX session_person_started_at_idx ON public.session USING btree (person, started_at);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE ON TABLE public.session TO glasshouse_app;

GRANT SELECT(token_hash) ON TABLE public.session TO glasshouse_push;

GRANT SELECT(id) ON TABLE public.session TO glasshouse_office;
GRANT SELECT(id) ON TABLE public.session TO glasshouse_push;

GRANT SELECT(person) ON TABLE public.session TO glasshouse_office;
GRANT SELECT(person) ON TABLE public.session TO glasshouse_push;

GRANT UPDATE(seen_at) ON TABLE public.session TO glasshouse_app;
GRANT SELECT(seen_at) ON TABLE public.session TO glasshouse_push;

GRANT UPDATE(expires_at) ON TABLE public.session TO glasshouse_app;
GRANT SELECT(expires_at) ON TABLE public.session TO glasshouse_office;
GRANT SELECT(expires_at) ON TABLE public.session TO glasshouse_push;


CREATE TABLE public.staff_note (
    id uuid NOT NULL,
    person uuid NOT NULL,
    case_id uuid,
    operator uuid NOT NULL,
    operator_name text NOT NULL,
    at timestamp with time zone NOT NULL,
    text text NOT NULL,
    CONSTRAINT staff_note_operator_name_check CHECK (((length(operator_name) >= 1) AND (length(operator_name) <= 60))),
    CONSTRAINT staff_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000)))
);

ALTER TABLE ONLY public.staff_note
    ADD CONSTRAINT staff_note_pkey PRIMARY KEY (id);

CREATE INDEX staff_note_case_id_idx ON public.staff_note USING btree (case_id) WHERE (case_id IS NOT NULL);

CREATE INDEX staff_note_person_at_id_idx ON public.staff_note USING btree (person, at, id);

CREATE TRIGGER moment_is_now BEFORE INSERT ON public.staff_note FOR EACH ROW EXECUTE FUNCTION public.moments_are_now('at');

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.staff_note FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

CREATE TRIGGER note_is_about_its_case BEFORE INSERT ON public.staff_note FOR EACH ROW EXECUTE FUNCTION public.note_is_about_its_case();

CREATE CONSTRAINT TRIGGER note_is_logged AFTER INSERT ON public.staff_note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'glasshouse_office'::name)) EXECUTE FUNCTION public.note_is_logged();

CREATE TRIGGER staff_note_is_history BEFORE UPDATE ON public.staff_note FOR EACH ROW EXECUTE FUNCTION public.forbid_change();

CREATE TRIGGER staff_note_is_kept BEFORE DELETE ON public.staff_note FOR EACH ROW WHEN ((NOT public.is_deleted(old.person))) EXECUTE FUNCTION public.forbid_change();

ALTER TABLE ONLY public.staff_note
    ADD CONSTRAINT staff_note_case_id_fkey FOREIGN KEY (case_id) REFERENCES public.review_case(id);

ALTER TABLE ONLY public.staff_note
    ADD CONSTRAINT staff_note_operator_fkey FOREIGN KEY (operator) REFERENCES public.operator(id);

ALTER TABLE ONLY public.staff_note
    ADD CONSTRAINT staff_note_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT ON TABLE public.staff_note TO glasshouse_office;

GRANT SELECT(id) ON TABLE public.staff_note TO glasshouse_app;

GRANT SELECT(person) ON TABLE public.staff_note TO glasshouse_app;

GRANT SELECT(at) ON TABLE public.staff_note TO glasshouse_app;

GRANT SELECT(text) ON TABLE public.staff_note TO glasshouse_app;


CREATE TABLE public.verification_code (
    target text NOT NULL,
    purpose text NOT NULL,
    salt bytea NOT NULL,
    code_hash bytea NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    long boolean DEFAULT false NOT NULL,
    person uuid,
    CONSTRAINT only_registering_is_nobodys CHECK (((purpose = 'register'::text) = (person IS NULL))),
    CONSTRAINT verification_code_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'forget'::text, 'email_bind'::text, 'email_change'::text, 'email_new'::text, 'phone_bind'::text, 'phone_change'::text, 'phone_new'::text, 'trade_password'::text])))
);

ALTER TABLE ONLY public.verification_code
    ADD CONSTRAINT verification_code_is_one UNIQUE NULLS NOT DISTINCT (target, purpose, person);

CREATE INDEX verification_code_expires_at_idx ON public.verification_code USING btree (expires_at);

CREATE INDEX verification_code_person_idx ON public.verification_code USING btree (person);

CREATE TRIGGER not_about_the_deleted BEFORE INSERT ON public.verification_code FOR EACH ROW EXECUTE FUNCTION public.not_about_the_deleted();

ALTER TABLE ONLY public.verification_code
    ADD CONSTRAINT verification_code_person_fkey FOREIGN KEY (person) REFERENCES public.person(id);

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.verification_code TO glasshouse_app;


CREATE FUNCTION public.account_begins_and_ends_in_order() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if is_owners_session(tg_relid) then return new; end if;
  if tg_op = 'INSERT' then
    if (new.identity, new.status) <> ('none', 'normal') or num_nonnulls(new.deleted_at, new.leaves_at) > 0 then
      raise exception 'a new account has passed no review' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.leaves_at is distinct from old.leaves_at and new.leaves_at < clock_timestamp() + interval '7 days' - clocks_differ() then
    raise exception 'an account is deleted after seven days' using errcode = 'insufficient_privilege';
  end if;
  if old.security_changed_at is not null and new.security_changed_at is null and new.deleted_at is null then
    raise exception 'a change of security is not forgotten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.account_begins_and_ends_in_order() FROM PUBLIC;


CREATE FUNCTION public.are_welcomes(of smallint, moment timestamp with time zone, accounts bigint[], amounts bigint[], refs uuid[], kinds smallint[]) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
declare welcome constant bigint := (public.money_at(moment)).welcome_grant;
begin
  return not exists (
    select from unnest(accounts, amounts, refs, kinds) as leg (account, amount, ref, kind)
    where kind = of and account <> 32769 and (amount <> welcome or not exists (
      select from public.person where person.id = ref and (person.number << 16) + 1025 = account)));
end $$;


CREATE FUNCTION public.clock_may_pay_user(who uuid, submitted timestamp with time zone, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (select from users_paid_by_clock(moment) where person = who and since <= submitted) and not people_decide(who, 'withdrawal', moment)
$$;

REVOKE ALL ON FUNCTION public.clock_may_pay_user(who uuid, submitted timestamp with time zone, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.clock_may_pay_user(who uuid, submitted timestamp with time zone, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.contact_is_marked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into contact_mark (mark, number)
  select sha256(key || convert_to(one_contact(contact), 'UTF8')), new.number
  from unnest(array[new.email, new.phone]) as had (contact), contact_key where contact is not null
  on conflict do nothing;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.contact_is_marked() FROM PUBLIC;


CREATE FUNCTION public.contacts_are_marked() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  insert into contact_mark (mark, number)
  select sha256(key || convert_to(one_contact(contact), 'UTF8')), number
  from made, unnest(array[email, phone]) as had (contact), contact_key where contact is not null and deleted_at is null
  on conflict do nothing;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.contacts_are_marked() FROM PUBLIC;


CREATE FUNCTION public.credit_has_its_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'INSERT' and new.credit_score <> 100 or tg_op = 'UPDATE' and new.credit_score <> coalesce(
    (select score from credit_event where person = new.id order by step desc limit 1),
    case when new.deleted_at is null then old.credit_score else 100 end)
  then
    raise exception 'the credit score of % changes only with an event', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.credit_has_its_event() FROM PUBLIC;


CREATE FUNCTION public.credit_is_counted() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  score_before integer;
  taken credit_event;
begin
  select credit_score into strict score_before from person where id = new.person for no key update;
  select coalesce(max(step), 0) + 1 into new.step from credit_event where person = new.person;
  select points into strict new.change from credit_rule where kind = new.kind;
  if new.kind = 'unfrozen' then
    taken := last_freeze(new.person);
    if taken.kind is distinct from 'frozen' then
      raise exception 'no freeze of % took anything', new.person using errcode = 'insufficient_privilege';
    end if;
    -- What the freeze took, but for what good months have already made up for.
    new.change := greatest(0, least(new.change, -taken.change, taken.score - taken.change - score_before));
  elsif new.kind = 'good_month' and (score_before = 100 or new.at is distinct from next_good_month(new.person)) then
    raise exception 'no month of % is full then', new.person using errcode = 'insufficient_privilege';
  end if;
  new.score := least(100, greatest(0, score_before + new.change));
  new.change := new.score - score_before;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.credit_is_counted() FROM PUBLIC;


CREATE FUNCTION public.credit_is_kept() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set credit_score = new.score where id = new.person;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.credit_is_kept() FROM PUBLIC;


CREATE FUNCTION public.erase_person(who uuid, at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set deleted_at = at, username = null, email = null, phone = null, country = '', password_hash = '', trade_password_hash = '',
    invitation_code = 'deleted ' || number, invited_by = null, language = null, identity = 'none', locked_at = null,
    security_change = null, security_changed_at = null, logged_in_again_at = null
  where id = who and deleted_at is null and leaves_at <= at and status = 'normal';
  return found;
end $$;

REVOKE ALL ON FUNCTION public.erase_person(who uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.erase_person(who uuid, at timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.fill_good_months(whose uuid, until timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- By itself, so that what is read next is what whoever held it before has written.
  perform from person where id = whose for no key update;
  while (select credit_score < 100 and next_good_month(id) <= until from person where id = whose) loop
    insert into credit_event (person, at, kind) values (whose, next_good_month(whose), 'good_month');
  end loop;
end $$;

REVOKE ALL ON FUNCTION public.fill_good_months(whose uuid, until timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.forget_contacts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  delete from verification_code where target in (old.email, old.phone);
  delete from sms_outbox where phone = old.phone;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.forget_contacts() FROM PUBLIC;


CREATE FUNCTION public.forget_rows() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $_$
declare
  name text;
begin
  foreach name in array tg_argv loop
    execute format('delete from %I where person = $1', name) using new.id;
  end loop;
  return null;
end $_$;

REVOKE ALL ON FUNCTION public.forget_rows() FROM PUBLIC;


CREATE FUNCTION public.forget_score() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set credit_score = 100 where id = new.id;
  return null;
end $$;

REVOKE ALL ON FUNCTION public.forget_score() FROM PUBLIC;


CREATE FUNCTION public.freeze_moves_credit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform fill_good_months(new.person, new.at);
  -- A freeze counts once, and one from before there were events gives nothing back.
  if ((last_freeze(new.person)).kind is not distinct from 'frozen') <> (new.kind = 'frozen') then
    insert into credit_event (person, at, kind, reason) values (new.person, new.at, new.kind, new.reason);
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.freeze_moves_credit() FROM PUBLIC;


CREATE FUNCTION public.give_good_months(until timestamp with time zone, most integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  whose uuid;
  people integer := 0;
begin
  perform check_moment(until);
  for whose in
    select id from person where credit_score < 100 and next_good_month(id) <= until order by id limit most for no key update skip locked
  loop
    perform fill_good_months(whose, until);
    people := people + 1;
  end loop;
  return people;
end $$;

REVOKE ALL ON FUNCTION public.give_good_months(until timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.give_good_months(until timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.hold_member(number bigint) RETURNS uuid
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select id from person where person.number = hold_member.number and deleted_at is null for no key update
$$;

REVOKE ALL ON FUNCTION public.hold_member(number bigint) FROM PUBLIC;


CREATE FUNCTION public.identity_case_stays() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if (old.erase_at is not null and new.erase_at is distinct from old.erase_at)
    or (new.sealed is not null and new.sealed is distinct from old.sealed)
    or (new.sealed is null and old.sealed is not null and old.erase_at is null)
  then
    raise exception 'case % stays as it was submitted', old.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.identity_is_decided() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set identity = case new.decision when 'approve' then 'passed' else 'rejected' end
  where id = new.person and identity = 'under_review';
  if not found then
    raise exception 'case % is about nobody under review', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.identity_is_decided() FROM PUBLIC;


CREATE FUNCTION public.identity_is_submitted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set identity = 'under_review' where id = new.person and identity in ('none', 'rejected')
    and exists (select from review_case where id = new.id and kind = 'identity' and person = new.person and decision is null);
  if not found then
    raise exception 'no case of % can be opened', new.person using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.identity_is_submitted() FROM PUBLIC;


CREATE FUNCTION public.is_deleted(who uuid) RETURNS boolean
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select deleted_at is not null from person where id = who
$$;

REVOKE ALL ON FUNCTION public.is_deleted(who uuid) FROM PUBLIC;


CREATE FUNCTION public.is_limited_to_saved_payees(whose uuid, moment timestamp with time zone) RETURNS boolean
    LANGUAGE sql
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select exists (select from saved_payees_only where person = whose and (ends_at is null or ends_at > database_time(moment)))
$$;

REVOKE ALL ON FUNCTION public.is_limited_to_saved_payees(whose uuid, moment timestamp with time zone) FROM PUBLIC;


CREATE FUNCTION public.last_freeze(whose uuid) RETURNS public.credit_event
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select * from credit_event where person = whose and kind in ('frozen', 'unfrozen') order by step desc limit 1
$$;

REVOKE ALL ON FUNCTION public.last_freeze(whose uuid) FROM PUBLIC;


CREATE FUNCTION public.next_good_month(whose uuid) RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select max(at) + 30 * interval '24 hours' from credit_event where person = whose and kind <> 'unfrozen'
$$;

REVOKE ALL ON FUNCTION public.next_good_month(whose uuid) FROM PUBLIC;


CREATE FUNCTION public.not_about_the_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone boolean;
begin
  select deleted_at is not null into gone from person where id = new.person for key share;
  return case when gone then null else new end;
end $$;

REVOKE ALL ON FUNCTION public.not_about_the_deleted() FROM PUBLIC;


CREATE FUNCTION public.note_is_logged() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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

REVOKE ALL ON FUNCTION public.note_is_logged() FROM PUBLIC;


CREATE FUNCTION public.one_contact(contact text) RETURNS text
    LANGUAGE sql IMMUTABLE
    SET search_path TO 'public', 'pg_temp'
    AS $_$
  select case when untagged ~ '@(gmail|googlemail)\.com$' then replace(split_part(untagged, '@', 1), '.', '') || '@gmail.com' else untagged end
  from regexp_replace(lower(contact), '^([^@+]+)\+[^@]*@', '\1@') as untagged
$_$;

REVOKE ALL ON FUNCTION public.one_contact(contact text) FROM PUBLIC;


CREATE FUNCTION public.papers_opened(event uuid, of uuid, at_ timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  -- One at a time, or two looks at once would be told twice.
  perform from person where id = of for no key update;
  insert into security_event (id, person, at, kind, address, device)
  select event, of, at_, 'case_opened', '', ''
  where not exists (
    select from security_event e where e.person = of and e.kind = 'case_opened' and e.at > at_ - interval '1 hour');
end $$;

REVOKE ALL ON FUNCTION public.papers_opened(event uuid, of uuid, at_ timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.papers_opened(event uuid, of uuid, at_ timestamp with time zone) TO glasshouse_office;


CREATE FUNCTION public.pass_identities(at timestamp with time zone, most integer) RETURNS TABLE(id uuid, person uuid, number bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  moment constant timestamptz := database_time(pass_identities.at);
  due_at constant timestamptz := moment - clock_seconds('identity', moment) * interval '1 second';
begin
  return query
    with due as (
      select review_case.id from review_case join person on person.id = review_case.person
      where kind = 'identity' and decision is null and person.status = 'normal' and person.locked_at is null and submitted_at <= due_at
        and (claimed_until is null or claimed_until <= moment)
        and review_case.person not in (select about.person from decided_by_people('identity', moment) as about)
      order by submitted_at limit most for no key update of review_case skip locked
    )
    update review_case set decision = 'approve', decided_at = moment from due where review_case.id = due.id
    returning review_case.id, review_case.person, review_case.number;
end $$;

REVOKE ALL ON FUNCTION public.pass_identities(at timestamp with time zone, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.pass_identities(at timestamp with time zone, most integer) TO glasshouse_app;


CREATE FUNCTION public.payee_waits() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if tg_op = 'UPDATE' and old.mark is not null then
    if (new.person, new.mark, new.added_at, new.usable_at) is distinct from (old.person, old.mark, old.added_at, old.usable_at)
      and not is_owners_session(tg_relid)
    then
      raise exception 'payee % stays what it is', old.id using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.mark is null then
    new.added_at := null;
    new.usable_at := null;
  else
    new.added_at := database_time(new.added_at);
    new.usable_at := new.added_at + interval '24 hours';
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.payee_waits() FROM PUBLIC;


CREATE FUNCTION public.rejection_lowers_credit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if (select count(*) from review_case
      where person = new.person and kind = 'identity' and decision = 'reject' and decided_by is not null) > 2
  then
    perform fill_good_months(new.person, new.decided_at);
    insert into credit_event (person, at, kind, reason) values (new.person, new.decided_at, 'identity_rejected', new.reason);
  end if;
  return new;
end $$;

REVOKE ALL ON FUNCTION public.rejection_lowers_credit() FROM PUBLIC;


CREATE FUNCTION public.security_event_counts() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if old.kind not in ('wrong_password', 'wrong_factor', 'wrong_trade_password') or new.times <> old.times + 1 or new.at < old.at
    or to_jsonb(new) - 'at' - 'times' <> to_jsonb(old) - 'at' - 'times'
  then
    raise exception 'what happened stays as it was written' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;


CREATE FUNCTION public.security_for_reviewers(of uuid, since timestamp with time zone) RETURNS TABLE(at timestamp with time zone, kind text, device text, times integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select at, kind, device, times
  from (
    select at, kind, device, times, row_number() over (partition by kind order by at desc, id desc) as place from security_event
    where person = of and at >= since and kind <> 'case_opened' and exists (
      select from review_case as open where open.person = of and open.kind in ('top_up', 'withdrawal') and open.decision is null)
  ) as seen
  where place <= case kind when 'logged_in' then 20 else 5 end
  order by at desc
$$;

REVOKE ALL ON FUNCTION public.security_for_reviewers(of uuid, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.security_for_reviewers(of uuid, since timestamp with time zone) TO glasshouse_office;


CREATE FUNCTION public.security_timeline(whose uuid, before timestamp with time zone, before_id uuid, most integer) RETURNS TABLE(id uuid, at timestamp with time zone, kind text, detail text, device text, times integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select id, at, kind, case when kind = 'logged_in' then detail end, device, times from security_event
  where person = whose and kind <> 'case_opened' and (before is null or (security_event.at, security_event.id) < (before, before_id))
  order by at desc, id desc limit least(greatest(most, 0), 101)
$$;

REVOKE ALL ON FUNCTION public.security_timeline(whose uuid, before timestamp with time zone, before_id uuid, most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.security_timeline(whose uuid, before timestamp with time zone, before_id uuid, most integer) TO glasshouse_office;


CREATE FUNCTION public.security_under_review(of uuid, since timestamp with time zone) RETURNS TABLE(at timestamp with time zone, kind text, device text)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select at, kind, device from security_for_reviewers(of, since)
$$;

REVOKE ALL ON FUNCTION public.security_under_review(of uuid, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.security_under_review(of uuid, since timestamp with time zone) TO glasshouse_office;


CREATE FUNCTION public.set_first_trade_password(who uuid, hash text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  if hash = '' then raise exception 'no trade password'; end if;
  update person set trade_password_hash = hash where id = who and trade_password_hash = '' and deleted_at is null;
  return found;
end $$;

REVOKE ALL ON FUNCTION public.set_first_trade_password(who uuid, hash text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_first_trade_password(who uuid, hash text) TO glasshouse_app;


CREATE FUNCTION public.set_saved_payees_only(whose uuid, wanted boolean, moment timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  at_ constant timestamptz := database_time(moment);
begin
  -- Withdrawals hold the person too: each comes before this or after it.
  perform from person where id = whose and deleted_at is null for no key update;
  if not found then return false; end if;
  if wanted then
    insert into saved_payees_only as held (person, since) values (whose, at_)
    on conflict (person) do update
      set since = case when held.ends_at <= at_ then at_ else held.since end, ends_at = null where held.ends_at is not null;
  else
    update saved_payees_only set ends_at = at_ + interval '24 hours' where person = whose and ends_at is null;
  end if;
  return found;
end $$;

REVOKE ALL ON FUNCTION public.set_saved_payees_only(whose uuid, wanted boolean, moment timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.set_saved_payees_only(whose uuid, wanted boolean, moment timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.take_back_trade_password(who uuid, since timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  update person set trade_password_hash = '' where id = who and trade_password_hash <> ''
    and exists (select from security_event where person = who and kind = 'trade_password_set' and at >= since);
  return found;
end $$;

REVOKE ALL ON FUNCTION public.take_back_trade_password(who uuid, since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION public.take_back_trade_password(who uuid, since timestamp with time zone) TO glasshouse_app;


CREATE FUNCTION public.users_paid_by_clock(moment timestamp with time zone) RETURNS TABLE(person uuid, since timestamp with time zone)
    LANGUAGE sql STABLE
    AS $$
  select who.id, case when limited.person is null then '-infinity' else coalesce(limited.ends_at, 'infinity') end
  from public.person as who left join public.saved_payees_only as limited on limited.person = who.id
  where status = 'normal' and locked_at is null and (security_changed_at is null or security_changed_at <= moment - interval '1 day')
$$;

REVOKE ALL ON FUNCTION public.users_paid_by_clock(moment timestamp with time zone) FROM PUBLIC;
