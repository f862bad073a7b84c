-- Generated from migrations/, functions/ and policies/ by `make schema`; reviewed, never edited.
-- The schemas public and private, then our rules on tables of the platform. Bodies of functions are in
-- functions/. Each table has row level security, and no function is open to PUBLIC: exceptions have a line.

CREATE SCHEMA private;
COMMENT ON SCHEMA private IS 'What no request may name: roles of people, predicates, order rules.';

CREATE SCHEMA public;
COMMENT ON SCHEMA public IS 'standard public schema';
CREATE FUNCTION private.actor() RETURNS text LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.add_picture_triggers(content regclass, updates text DEFAULT 'update'::text) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.administrator_message_kinds() RETURNS TABLE(of_event text, kind text) LANGUAGE sql IMMUTABLE PARALLEL SAFE;

CREATE TABLE public.payments (
    place text NOT NULL, -- The table of what is paid for.
    record uuid NOT NULL, -- What is paid for, also before it is sent and after it was deleted.
    order_uuid uuid,
    registration_uuid uuid,
    user_id uuid NOT NULL, -- Who pays. No foreign key: payments outlive accounts.
    goods jsonb, -- Of an order that was deleted: its lines.
    total bigint, -- What it costs; null where a page said no fee.
    amount bigint, -- What its buyer was asked to pay: the total, or a few rupiah beside it.
    state text DEFAULT 'waiting'::text NOT NULL, -- reserved: not sent yet; released: nor will it be, as it seems.
    reason text, -- Why it was rejected, for its buyer.
    created_at timestamp with time zone DEFAULT now() NOT NULL, -- When its amount was reserved, then when its order or registration was sent.
    decided_at timestamp with time zone,
    deleted_at timestamp with time zone, -- When its order or registration was deleted.
    lapse_announced_at timestamp with time zone, -- When its buyer was told that it lapses a day later.
    lapsed boolean DEFAULT false NOT NULL, -- Rejected by the shop itself, since nobody decided in time.
    deleted_by text, -- Who deleted its order or registration: buyer or shop.
    keeps_pieces boolean DEFAULT false NOT NULL, -- Of an order that was deleted after it was accepted and before it was finished: public.settle_deleted_order ends it.
    received bigint, -- What came, where that is another sum than was asked.
    delivery_way jsonb, -- Of a deleted order: how it was to be delivered, and what that cost.
    cancelled_by text, -- Who cancelled its order: buyer or shop. The reason is theirs, and it takes no other proof.
    pieces_back boolean, -- Of an order that was deleted: whether pieces it kept are in stock again; null where earlier versions didn't note it.
    CONSTRAINT payments_amount_not_negative CHECK ((amount >= 0)),
    CONSTRAINT payments_cancelled_are_rejected CHECK (((cancelled_by IS NULL) OR (state = 'rejected'::text))),
    CONSTRAINT payments_cancelled_by_the_buyer_or_the_shop CHECK ((cancelled_by = ANY (ARRAY['buyer'::text, 'shop'::text]))),
    CONSTRAINT payments_decided_say_when CHECK (((decided_at IS NOT NULL) = (state = ANY (ARRAY['accepted'::text, 'rejected'::text])))),
    CONSTRAINT payments_deleted_by_the_buyer_or_the_shop CHECK ((deleted_by = ANY (ARRAY['buyer'::text, 'shop'::text]))),
    CONSTRAINT payments_keep_pieces_once_deleted CHECK (((NOT keeps_pieces) OR (deleted_at IS NOT NULL))),
    CONSTRAINT payments_lapsed_are_rejected CHECK (((NOT lapsed) OR (state = 'rejected'::text))),
    CONSTRAINT payments_pay_for_their_record CHECK (((order_uuid IS NULL) OR ((place = 'transactions'::text) AND (order_uuid = record)))),
    CONSTRAINT payments_pay_for_their_registration CHECK (((registration_uuid IS NULL) OR ((place = 'audition_registrations'::text) AND (registration_uuid = record)))),
    CONSTRAINT payments_pieces_come_back_once_deleted CHECK (((NOT pieces_back) OR ((deleted_at IS NOT NULL) AND (NOT keeps_pieces)))),
    CONSTRAINT payments_place_is_paid_for CHECK ((place = ANY (ARRAY['transactions'::text, 'audition_registrations'::text]))),
    CONSTRAINT payments_reason_1_to_500_characters CHECK (((reason ~ '\S'::text) AND (char_length(reason) <= 500))),
    CONSTRAINT payments_received_not_negative CHECK ((received >= 0)),
    CONSTRAINT payments_state_is_known CHECK ((state = ANY (ARRAY['reserved'::text, 'released'::text, 'waiting'::text, 'accepted'::text, 'rejected'::text]))),
    CONSTRAINT payments_total_not_negative CHECK ((total >= 0))
);
COMMENT ON TABLE public.payments IS 'What is, was or may be to be paid for an order or a registration, and what was decided about it.';
CREATE FUNCTION private.amount_received(paid public.payments) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.amounts_in_use(lowest bigint, highest bigint, but_of uuid) RETURNS SETOF bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.announcement_placeholders(event_uuid uuid, name text, number integer, appointments jsonb, language text) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.app_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

CREATE TABLE public.casting_decisions (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    registration_uuid uuid NOT NULL,
    round text DEFAULT 'selection'::text NOT NULL,
    decision text,
    tags jsonb DEFAULT '[]'::jsonb NOT NULL,
    note text,
    training_slot uuid,
    rehearsal_slot uuid,
    audition_slot uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT casting_decisions_decision_is_known CHECK ((decision = ANY (ARRAY['accept'::text, 'decline'::text, 'shortlist'::text]))),
    CONSTRAINT casting_decisions_note_1_to_2000_characters CHECK (((note ~ '\S'::text) AND (char_length(note) <= 2000))),
    CONSTRAINT casting_decisions_round_is_known CHECK ((round = ANY (ARRAY['selection'::text, 'result'::text]))),
    CONSTRAINT casting_decisions_tags_are_words CHECK (((jsonb_typeof(tags) = 'array'::text) AND (jsonb_array_length(tags) <= 20) AND (NOT jsonb_path_exists(tags, 'strict $[*]?(!(@ like_regex "^\\S(.{0,38}\\S)?$"))'::jsonpath, silent => true))))
);
COMMENT ON TABLE public.casting_decisions IS 'Drafts of administrators. public.announce() makes announcements of them.';
CREATE FUNCTION private.appointment_times(draft public.casting_decisions) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.are_areas(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_complete_lines(lines jsonb) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.are_event_days(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.is_image(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_images(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_order_lines(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_places(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_questions(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_sizes(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.are_translations(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.available_quantity(product uuid, wanted text) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.backup_due_since(at timestamp with time zone) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.backup_state_with_error() RETURNS TABLE(made_at timestamp with time zone, failed_at timestamp with time zone, error text, damaged integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.buyer_email(person uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.buyer_name(person uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.caller_has_scored(uuid uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.cancel_pending_events(place text, about uuid, person uuid, kinds text[]) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.candidate_matches() RETURNS TABLE(line_uuid uuid, kind text, place text, records uuid[]) LANGUAGE sql STABLE SET search_path TO '' SET enable_nestloop TO 'off' SET enable_mergejoin TO 'off';
CREATE FUNCTION private.claim_message(message uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.cleaned_answers(questions jsonb, given jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path TO '';
CREATE FUNCTION private.clear_notes(registrations uuid[]) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.count_pending_records(place text, person uuid) RETURNS bigint LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.crc16(content bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path TO '';
CREATE FUNCTION private.create_messages(sends_mail boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.data_of(person uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.delete_push_subscription(gone text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

CREATE TABLE public.delivery_ways (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    description text, -- For a pick up, where and when.
    areas jsonb DEFAULT '[]'::jsonb NOT NULL, -- Provinces, or cities as "Province, City"; empty: everywhere.
    price bigint NOT NULL, -- Per started kilogram, or flat.
    per_kilogram boolean DEFAULT false NOT NULL,
    free_from bigint, -- From goods of this sum on it costs nothing.
    days_from smallint,
    days_to smallint,
    default_weight integer DEFAULT 500 NOT NULL, -- Grams of a product without a weight.
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    tracking_page text, -- Where its courier shows where a parcel is; {number} in it becomes the tracking number.
    CONSTRAINT delivery_ways_areas_are_names CHECK (private.are_areas(areas)),
    CONSTRAINT delivery_ways_days_from_0_to_365 CHECK (((days_from >= 0) AND (days_from <= 365))),
    CONSTRAINT delivery_ways_days_to_0_to_365 CHECK (((days_to >= 0) AND (days_to <= 365))),
    CONSTRAINT delivery_ways_default_weight_1_to_1000000 CHECK (((default_weight >= 1) AND (default_weight <= 1000000))),
    CONSTRAINT delivery_ways_description_at_most_1000_characters CHECK ((char_length(description) <= 1000)),
    CONSTRAINT delivery_ways_free_from_0_to_9007199254740991 CHECK (((free_from >= 0) AND (free_from <= '9007199254740991'::bigint))),
    CONSTRAINT delivery_ways_kind_is_known CHECK ((kind = ANY (ARRAY['pickup'::text, 'courier'::text]))),
    CONSTRAINT delivery_ways_name_1_to_200_characters CHECK (((name ~ '\S'::text) AND (char_length(name) <= 200))),
    CONSTRAINT delivery_ways_price_0_to_10000000 CHECK (((price >= 0) AND (price <= 10000000))),
    CONSTRAINT delivery_ways_tracking_page_is_an_address CHECK (((tracking_page ~ '^https://[^\s"<>]+$'::text) AND (char_length(tracking_page) <= 500)))
);
COMMENT ON TABLE public.delivery_ways IS 'How orders reach their buyers, and what that costs.';
CREATE FUNCTION private.delivers_to(way public.delivery_ways, province text, city text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.delivery_fee(way public.delivery_ways, lines jsonb) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.dependent_rows(content regclass, record uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.discard_pending_messages() RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.divide_line_amount(came bigint, place text, records uuid[], shares bigint[]) RETURNS TABLE(record uuid, amount bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.drop_unsent_messages(place text, about uuid, person uuid, kinds text[] DEFAULT NULL::text[]) RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.due_announcements(event_uuid uuid, round text) RETURNS TABLE(registration_uuid uuid, user_id uuid, name text, number integer, accepted boolean, appointments jsonb, announcement_uuid uuid) LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.due_messages(most integer, ways text[]) RETURNS TABLE(id uuid, user_id uuid, way text, subscription uuid, kind text, record uuid, data jsonb, email text, language text, token uuid, device jsonb) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.end_devices_of(session uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.end_devices_without_session(person uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.enforce_hold_quota(person uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.enforce_pending_quota(sent_to text, person uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.enforce_quota(content regclass) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.enqueue_announcements(due jsonb, pause interval DEFAULT '00:00:00'::interval) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.enqueue_event(kind text, place text, record uuid, person uuid, data jsonb DEFAULT '{}'::jsonb, pause interval DEFAULT '00:00:00'::interval) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.enter_stock(product uuid, sizes jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';

CREATE TABLE public.event_registrations (
    uuid uuid NOT NULL, -- That of the registration, also after it was deleted.
    event_uuid uuid NOT NULL,
    registration_uuid uuid,
    user_id uuid,
    number integer NOT NULL,
    answers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT event_registrations_answers_are_answers CHECK ((jsonb_typeof(answers) = 'object'::text)),
    CONSTRAINT event_registrations_number_from_1 CHECK ((number >= 1)),
    CONSTRAINT event_registrations_of_their_registration CHECK ((registration_uuid = uuid))
);
COMMENT ON TABLE public.event_registrations IS 'Which event a registration was sent for, under which number, and its answers.';
CREATE FUNCTION private.evaluate_scan(event_uuid uuid, registered public.event_registrations, moment timestamp with time zone) RETURNS text LANGUAGE sql STABLE SET search_path TO '';

CREATE TABLE private.outbox (
    id bigint NOT NULL,
    kind text NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid, -- Whom it is about; empty: administrators alone.
    data jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    not_before timestamp with time zone DEFAULT now() NOT NULL -- Decisions wait some seconds, so that they can be undone.
);
COMMENT ON TABLE private.outbox IS 'What happened and was not told yet; written by triggers.';
CREATE FUNCTION private.event_recipients(event private.outbox, sends_mail boolean) RETURNS TABLE(user_id uuid, way text, subscription uuid, kind text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.exact_amount_step(page text) RETURNS integer LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.expected_days(registration uuid) RETURNS date[] LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.expired_pictures() RETURNS SETOF text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.fill_template(template text, facts jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.find_open_event(named uuid, moment timestamp with time zone) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

CREATE TABLE public.check_ins (
    nonce uuid NOT NULL,
    event_uuid uuid NOT NULL,
    registration_uuid uuid,
    user_id uuid, -- Whose pass it was.
    answer text NOT NULL,
    scanned_at timestamp with time zone NOT NULL,
    stored_at timestamp with time zone DEFAULT now() NOT NULL,
    scanned_by uuid, -- No foreign key: check-ins outlive accounts.
    CONSTRAINT check_ins_answer_is_known CHECK ((answer = ANY (ARRAY['valid'::text, 'other_day'::text, 'other_event'::text, 'declined'::text, 'not_announced'::text, 'fee_unpaid'::text, 'unknown'::text])))
);
COMMENT ON TABLE public.check_ins IS 'Every scan at a door, once. Of valid ones the first of a day lets in.';
CREATE FUNCTION private.first_valid_scan(registration uuid, day date) RETURNS public.check_ins LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.folder_of(object_name text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.follow_answers(announcements uuid[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.format_iso_utc(moment timestamp with time zone) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.format_time(moment timestamp with time zone, language text) RETURNS text LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.free_amount(total bigint, step integer, but_of uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';

CREATE TABLE private.user_roles (
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT user_roles_role_is_known CHECK ((role = ANY (ARRAY['talent'::text, 'leadership'::text, 'admin'::text])))
);
COMMENT ON TABLE private.user_roles IS 'Who may do what: the one place where a role counts.';
CREATE FUNCTION private.give_role(person uuid, new_role text) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.has_doubtful_proof(place text, records uuid[]) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.has_picture_extension(object_name text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.has_recent_sign_in() RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.has_tracked_stock(lines jsonb) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.held_quantity(product uuid, wanted text) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.hold_stock(this_order uuid, was jsonb, is_now jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.hold_stock_of_restored_order(ordered jsonb, gave_back boolean) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_active_proof(place text, record uuid, filename text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_answered_registration(registration uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_application_write() RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.is_audited_picture(bucket text, object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_delivery_way(value jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.is_evidence(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';

CREATE TABLE private.messages (
    id uuid DEFAULT gen_random_uuid() NOT NULL, -- Also names the mail, so that one that had to be sent again is recognised.
    outbox_id bigint NOT NULL,
    user_id uuid NOT NULL,
    way text NOT NULL,
    subscription uuid,
    kind text NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    data jsonb NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    error text,
    tried_since timestamp with time zone DEFAULT now() NOT NULL, -- Three days later it is given up.
    CONSTRAINT messages_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))),
    CONSTRAINT messages_way_is_known CHECK ((way = ANY (ARRAY['mail'::text, 'push'::text, 'digest'::text])))
);
COMMENT ON TABLE private.messages IS 'What a person is sent; kept for 30 days.';
CREATE FUNCTION private.is_message_due(message private.messages) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.picture_columns() RETURNS TABLE(place text, column_name text, is_list boolean, folder text, audience text) LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.is_personal(bucket text, object_name text) RETURNS boolean LANGUAGE sql IMMUTABLE;
CREATE FUNCTION private.is_preserved_proof(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_proof_of_another(this_place text, this_record uuid, filename text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.is_read_by_leaders(object_name text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_receivable(due public.payments) RETURNS boolean LANGUAGE sql IMMUTABLE;
CREATE FUNCTION private.is_recorded_refund(refund uuid, sent public.payments, amount bigint, refunded_on date, way text, note text) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path TO '';
CREATE FUNCTION private.is_referenced(object_name text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_referenced_by_another(file text, this_place text, this_record uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_same_availability(was jsonb, is_now jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.is_session_ended(session uuid) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_silent() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_single_file_read() RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.is_uploaded_by_another(folder text, image jsonb) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.is_valid_answer(question text, answer text) RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.lapse_orders(days integer) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.last_authenticated_at() RETURNS timestamp with time zone LANGUAGE sql STABLE SET search_path TO '';

CREATE TABLE public.event_announcements (
    announcement_uuid uuid NOT NULL,
    registration_uuid uuid NOT NULL,
    event_uuid uuid NOT NULL,
    user_id uuid NOT NULL,
    round text NOT NULL,
    accepted boolean NOT NULL,
    appointments jsonb DEFAULT '{}'::jsonb NOT NULL, -- By kind: {slot, starts_at, ends_at, place}.
    texts jsonb DEFAULT '{}'::jsonb NOT NULL, -- {en, id}: what its person reads.
    announced_at timestamp with time zone DEFAULT now() NOT NULL,
    wish text, -- Why its person asks for other hours; the next correction answers it.
    wished_at timestamp with time zone, -- When its person asked; without `wish`, what they asked for was declined.
    CONSTRAINT event_announcements_round_is_known CHECK ((round = ANY (ARRAY['selection'::text, 'result'::text]))),
    CONSTRAINT event_announcements_wish_1_to_1000_characters CHECK (((wish ~ '\S'::text) AND (char_length(wish) <= 1000))),
    CONSTRAINT event_announcements_wishes_say_when CHECK (((wish IS NULL) OR (wished_at IS NOT NULL)))
);
COMMENT ON TABLE public.event_announcements IS 'Of which registration an announcement is, with the texts and hours that were announced.';
CREATE FUNCTION private.latest_announcement(registration uuid) RETURNS public.event_announcements LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.latest_booking_date() RETURNS date LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.leave_full_slots(registration uuid) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.line_quantities(lines jsonb) RETURNS TABLE(product uuid, size text, pieces bigint) LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.lines_from_products(lines jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.lines_total(lines jsonb) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.lines_weight_grams(lines jsonb, default_weight integer) RETURNS numeric LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.lock_amounts() RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.lock_casting(event_uuid uuid) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.lock_for_review(place text, record uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.lock_paid_record(place text, record uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.lock_payment(place text, record uuid) RETURNS public.payments LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.lock_stock(lines jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.low_stock_threshold() RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.maintenance_message() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.matched_amount(place text, record uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.max_hamming_distance() RETURNS integer LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.message_payload(event private.outbox) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.missing_lines(this_account text, lines jsonb) RETURNS TABLE(amount bigint, booked_on date) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.named_pictures() RETURNS TABLE(place text, record uuid, named_by text, object_name text, filename text, url text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.qris_fields(code text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path TO '';
CREATE FUNCTION private.qris_fault(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE;

CREATE TABLE public.payment_methods (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    pathname text NOT NULL,
    payment_account text NOT NULL,
    account_number text NOT NULL,
    qris_image jsonb NOT NULL,
    full_name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    fee bigint, -- What the audition of this page costs.
    deadline timestamp with time zone, -- Until when this page takes registrations.
    qris text, -- The text in the static QRIS code of qris_image.
    ceiling bigint DEFAULT 10000000 NOT NULL, -- The most that one QRIS payment may carry, in rupiah.
    exact_amounts boolean DEFAULT false NOT NULL, -- Whether amounts differ by a few rupiah, so that payments can be told apart.
    CONSTRAINT payment_methods_account_number_1_to_200_characters CHECK (((account_number ~ '\S'::text) AND (char_length(account_number) <= 200))),
    CONSTRAINT payment_methods_ceiling_1_to_9007199254740991 CHECK (((ceiling >= 1) AND (ceiling <= '9007199254740991'::bigint))),
    CONSTRAINT payment_methods_fee_0_to_9007199254740991 CHECK (((fee >= 0) AND (fee <= '9007199254740991'::bigint))),
    CONSTRAINT payment_methods_full_name_1_to_200_characters CHECK (((full_name ~ '\S'::text) AND (char_length(full_name) <= 200))),
    CONSTRAINT payment_methods_pathname_1_to_200_characters CHECK (((pathname ~ '\S'::text) AND (char_length(pathname) <= 200))),
    CONSTRAINT payment_methods_payment_account_1_to_200_characters CHECK (((payment_account ~ '\S'::text) AND (char_length(payment_account) <= 200))),
    CONSTRAINT payment_methods_qris_image_is_an_image CHECK (private.is_image(qris_image)),
    CONSTRAINT payment_methods_qris_is_static CHECK ((private.qris_fault(qris) IS NULL))
);
COMMENT ON TABLE public.payment_methods IS 'Where to pay, by the page that asks. Several may share a page; the newest is shown.';
CREATE FUNCTION private.newest_payment_method(page text) RETURNS public.payment_methods LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.normalise_account_number(account text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.note_running(jumped boolean, recoverable_for interval) RETURNS timestamp with time zone LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.null_if_empty(value jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.order_summary(lines jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';

CREATE TABLE public.transactions (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    transactions jsonb NOT NULL,
    invoice_image jsonb NOT NULL,
    status text DEFAULT 'Processed'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    delivery_way jsonb, -- How it is delivered, and what that cost when it was sent.
    CONSTRAINT transactions_are_1_to_100_lines CHECK (private.are_order_lines(transactions)),
    CONSTRAINT transactions_delivery_way_has_a_fee CHECK ((private.is_delivery_way(delivery_way) OR (delivery_way IS NULL))),
    CONSTRAINT transactions_invoice_image_is_an_image CHECK (private.is_image(invoice_image)),
    CONSTRAINT transactions_status_is_known CHECK ((status = ANY (ARRAY['Processed'::text, 'Accepted'::text, 'Finished'::text, 'Rejected'::text])))
);
COMMENT ON TABLE public.transactions IS 'Orders: what was bought at which price, and the proof of payment.';
CREATE FUNCTION private.order_total(ordered public.transactions) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.orphaned_pictures(age interval) RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.orphaned_usage(person uuid, OUT files bigint, OUT bytes bigint) RETURNS record LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.owes_fee(registration uuid) RETURNS boolean LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.paid_tables() RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.parse_statement_lines(lines jsonb) RETURNS TABLE(booked_on date, amount bigint, description text, place_of_day integer, is_cut boolean) LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.parse_word_prints(prints text) RETURNS TABLE(nth integer, x integer, y integer, width integer, height integer, shape bit) LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.payment_page_path(place text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.people() RETURNS TABLE(user_id uuid, name text, email text) LANGUAGE sql STABLE;
CREATE FUNCTION private.person_name(person uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.person_name_or_email(person uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.picture_column_faults() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.picture_folder(place text, column_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.picture_taken_at(proof text) RETURNS timestamp with time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.picture_trigger_arguments(content regclass) RETURNS text LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.pictures_named_by(person uuid) RETURNS SETOF text LANGUAGE plpgsql STABLE SET search_path TO '';
CREATE FUNCTION private.pictures_of_deleted_records() RETURNS TABLE(object_name text, filename text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.possibly_repeated_lines(this_account text, lines jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '' SET enable_nestloop TO 'off';
CREATE FUNCTION private.preserve_previous_proofs(this_place text, this_record uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.previewed_texts(event_uuid uuid, round text) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.prune_reservations(person uuid, page text, newest uuid) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.public_read_admin_write(content regclass, published text DEFAULT 'true'::text) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.publish_stock(lines jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.purge_declined() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.purge_deleted_records() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.push_key_pair() RETURNS TABLE(public_key text, private_jwk jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.quota_factor() RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.quotas() RETURNS TABLE(place text, per_request integer, waiting integer, per_day integer) LANGUAGE sql IMMUTABLE PARALLEL SAFE;
CREATE FUNCTION private.raise_slot_overlap(number integer DEFAULT NULL::integer) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.read_only(content regclass, VARIADIC policies text[]) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.receivables(states text[] DEFAULT ARRAY['waiting'::text, 'accepted'::text, 'rejected'::text]) RETURNS TABLE(place text, record uuid, user_id uuid, amount bigint, day date, created_at timestamp with time zone, state text, is_matched boolean, last_day date, rest bigint) LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.received_by_newest_proof(paid public.payments) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.record_backup(why text, began timestamp with time zone, filename text, size_bytes bigint, failure text) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.record_backup(why text, began timestamp with time zone, filename text, size_bytes bigint, failure text, damaged integer) RETURNS void LANGUAGE sql SET search_path TO '';
CREATE FUNCTION private.record_delivery(message uuid, outcome text, said text DEFAULT NULL::text, retry_after interval DEFAULT NULL::interval) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.record_payment(sent_to text, sent uuid, person uuid, cost bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.record_picture_checksums() RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.recover_messages() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.recoverable() RETURNS interval LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.referenced_removed_versions(versions text[]) RETURNS SETOF text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.refunded_amount(place text, record uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';

CREATE TABLE public.slots (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    event_uuid uuid NOT NULL,
    kind text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    capacity smallint NOT NULL,
    place text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT slots_capacity_1_to_1000 CHECK (((capacity >= 1) AND (capacity <= 1000))),
    CONSTRAINT slots_end_after_they_start CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '1 day'::interval)))),
    CONSTRAINT slots_kind_is_known CHECK ((kind = ANY (ARRAY['training'::text, 'rehearsal'::text, 'audition'::text]))),
    CONSTRAINT slots_place_at_most_200_characters CHECK ((char_length(place) <= 200))
);
COMMENT ON TABLE public.slots IS 'Hours of trainings, rehearsals and auditions, for so many at a time.';
CREATE FUNCTION private.refuse_double_booking(slot public.slots) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.refuse_duplicate_proof(this_place text, this_record uuid, person uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.refuse_second_review(this_place text, this_record uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.remember_language(person uuid, spoken text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.removal_of(person uuid) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.remove_account(person uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.removed_usage(person uuid, OUT files bigint, OUT bytes bigint) RETURNS record LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.rename_sizes(product uuid, stored jsonb, sent jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.renamed_size(this_order uuid, product uuid, ordered text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.render_announcement_texts(event_uuid uuid, round text, accepted boolean, name text, number integer, appointments jsonb) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.requested_event() RETURNS uuid LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.require_administrator(action text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_answerable_rejection(place text, record uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_declared_pictures() RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_event(event_uuid uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_jury(action text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_own_proof(place text, caller uuid, filename text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_parcels(parcels jsonb) RETURNS void LANGUAGE plpgsql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.require_published(lines jsonb) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_recent_sign_in() RETURNS void LANGUAGE plpgsql STABLE SET search_path TO '';
CREATE FUNCTION private.require_scans(scans jsonb) RETURNS void LANGUAGE plpgsql STABLE SET search_path TO '';
CREATE FUNCTION private.require_single_event(registration_uuids uuid[]) RETURNS uuid LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_stock(this_order uuid, was jsonb, is_now jsonb) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.require_unused_proof(place text, record uuid, filename text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';

CREATE TABLE private.deleted_records (
    place text NOT NULL,
    uuid uuid NOT NULL,
    record jsonb NOT NULL,
    delivery jsonb, -- The row of public.order_deliveries of a deleted order.
    deleted_by uuid,
    deleted_at timestamp with time zone DEFAULT now() NOT NULL,
    beside jsonb DEFAULT '{}'::jsonb NOT NULL -- Rows of other tables that went with it, by table.
);
COMMENT ON TABLE private.deleted_records IS 'Records that were deleted and can be brought back.';
CREATE FUNCTION private.restore_dependent_rows(kept private.deleted_records) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.restore_payment(kept private.deleted_records) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.restore_pictures(kept private.deleted_records) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.restore_removed(removed_version text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.resubmission_period() RETURNS interval LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.reviewer_email(this_place text, this_record uuid) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.reviewer_id(this_place text, this_record uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.rupiah(amount numeric) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.sample_texts(event_uuid uuid, round text, accepted boolean) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.scan_result(scan public.check_ins) RETURNS jsonb LANGUAGE sql STABLE SET search_path TO '';

CREATE TABLE private.record_pictures (
    place text NOT NULL,
    record uuid NOT NULL,
    named_by text NOT NULL, -- The column of the record.
    object_name text NOT NULL,
    version text NOT NULL,
    sha256 text, -- Of the bytes; null where the platform keeps none.
    settled boolean DEFAULT false NOT NULL, -- The proof of an order that was once more than Processed.
    noted_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT record_pictures_sha256_is_hexadecimal CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
COMMENT ON TABLE private.record_pictures IS 'Every picture that a record named, as it was when it was named first.';
CREATE FUNCTION private.seal_of(sealed public.transactions) RETURNS bytea LANGUAGE sql STABLE;
CREATE FUNCTION private.sha256_of(metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.shared_amounts() RETURNS TABLE(amount bigint, payments bigint) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.shop_id() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.shows_same_words(prints text, other_prints text) RETURNS boolean LANGUAGE sql IMMUTABLE COST 100000 SET search_path TO '';
CREATE FUNCTION private.similar_proofs(this_place text, this_record uuid, proof text) RETURNS TABLE(place text, record uuid, distance integer, is_gone boolean) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.slot_occupancy(slot uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.slots_of_registration(registration uuid) RETURNS SETOF public.slots LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.store_announcements(event_uuid uuid, round text, due jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.stored_perceptual_hash(bucket text, object_name text, metadata jsonb) RETURNS bit LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.stored_word_prints(bucket text, object_name text, metadata jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.table_paid_on_page(page text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.tg__begin_sort_time() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg__drop_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__enforce_quota() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__enqueue_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__keep_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__note_deletion() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__note_pictures() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.tg__notify_casting() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__notify_content_changed() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg__require_pictures() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__require_recent_sign_in() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__set_timestamps() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg__set_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg__write_addresses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg__write_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_audit_log__append_only() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_audition_announcements__correct_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_audition_announcements__enqueue_correction() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_audition_registrations__join_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_audition_registrations__note_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_audition_registrations__until_the_deadline() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_casting_decisions__keep_slots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_casting_decisions__leave_slots() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_delivery_details__normalise() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_event_registrations__clear_answers_and_notes() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_events__require_no_registrations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_maintenance__notify() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_notification_choices__drop_mails() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_notification_choices__keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_objects__keep_where_people_pay() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_objects__quota() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_objects__use_name_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_order_deliveries__forget() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_parcels__enqueue_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_payment_methods__enqueue_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_payment_methods__require_static_qris() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_payments__enqueue_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_products__announce_return() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_products__enter_stock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_products__merge_stock_edit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_push_subscriptions__replace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_reconciliations__note_received() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__copy_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__enqueue_event() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__follow_total() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__forget_delivery() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__hold_stock() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__keep_owner() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_transactions__note_payment() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__note_review() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__one_proof_each() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__only_talents_order() RETURNS trigger LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION private.tg_transactions__seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.tg_transactions__settle_proof() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_transactions__validate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '' SET enable_seqscan TO 'off';
CREATE FUNCTION private.tg_transactions__write_line_addresses() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_user_roles__drop_messages() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_user_roles__mirror() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_users__begin_as_talent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_users__mirror_role() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_users__purge_deleted_records() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.tg_wishes__replace() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.to_shop_date(moment timestamp with time zone) RETURNS date LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.undecided_payments_before(before timestamp with time zone) RETURNS SETOF public.payments LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.unique_amount(place text, record uuid, total bigint, wanted bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.unpaid_rest(paid public.payments) RETURNS bigint LANGUAGE sql STABLE SET search_path TO '';
CREATE FUNCTION private.unreserved_amount(place text, record uuid, person uuid, total bigint, shown bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.uptime_cutoff(age interval) RETURNS timestamp with time zone LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.url_encoded(part text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path TO '';
CREATE FUNCTION private.validate_delivery(buyer uuid, chosen jsonb, lines jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.validate_order_lines(lines jsonb) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '' SET plan_cache_mode TO 'force_generic_plan';
CREATE FUNCTION private.wait_after_jump() RETURNS interval LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.whatsapp_number(given text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.with_available_quantities(product uuid, sizes jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.with_current_stock(product jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION private.with_image_url(image jsonb, folder text) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION private.with_role(metadata jsonb, role text) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO '';
CREATE FUNCTION public.accept_matches(lines uuid[]) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.announce(event_uuid uuid, accepted integer, declined integer, round text DEFAULT 'selection'::text, texts jsonb DEFAULT NULL::jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.ask_for_other_hours(announcement_uuid uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.backup_state() RETURNS TABLE(made_at timestamp with time zone, failed_at timestamp with time zone, damaged integer, silent_since timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.call_to_stage(registration_uuid uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.cancel_order(order_uuid uuid, reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.casting_results(event_uuid uuid) RETURNS TABLE(number integer, name text, selection text, result text, selection_score numeric, result_score numeric, jurors bigint, days_attended bigint, first_entry timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.change_slot(slot_uuid uuid, changes jsonb) RETURNS public.slots LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.check_in(event_uuid uuid, scans jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.closing(first_day date, last_day date) RETURNS TABLE(day date, account text, payments bigint, came bigint, refunded bigint, awaited bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.decide(registration_uuids uuid[], changes jsonb, round text DEFAULT 'selection'::text) RETURNS SETOF public.casting_decisions LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.delete_my_account() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.deleted_records() RETURNS TABLE(place text, uuid uuid, record jsonb, deleted_at timestamp with time zone, deleted_by text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.door_list(event_uuid uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.failed_mails() RETURNS TABLE(mails bigint, since timestamp with time zone, reason text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.fill_slots(event_uuid uuid, kind text, round text DEFAULT 'selection'::text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.find_buyers(user_ids uuid[]) RETURNS TABLE(user_id uuid, name text, email text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
COMMENT ON FUNCTION public.find_buyers(user_ids uuid[]) IS 'These accounts by name and address, for administrators.';
CREATE FUNCTION public.import_statement(account text, lines jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.jurors() RETURNS TABLE(user_id uuid, email text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.keep_announcement_text(event_uuid uuid, accepted boolean, en text, id text, round text DEFAULT 'selection'::text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.keep_order_note(order_uuid uuid, note text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.mark_arrived(order_uuid uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.match_line(line uuid, place text, records uuid[], accepting boolean DEFAULT false, shares bigint[] DEFAULT NULL::bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.match_refund(refund uuid, line uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.my_data() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.my_removal() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.my_role() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.open_payments(typed text, came bigint) RETURNS TABLE(place text, uuid uuid, name text, amount bigint, created_at timestamp with time zone, found bigint, state text, has_line boolean) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.order_timeline(order_uuid uuid) RETURNS TABLE(at timestamp with time zone, event text, said text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.owed_refunds() RETURNS TABLE(place text, record uuid, owed bigint, amount bigint, received bigint, matched bigint, reason text, cause text, decided_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.pack_orders(order_uuids uuid[]) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.plan_slots(event_uuid uuid, kind text, first_at timestamp with time zone, people integer, minutes integer, at_once integer DEFAULT 1, break_at timestamp with time zone DEFAULT NULL::timestamp with time zone, break_minutes integer DEFAULT 60, place text DEFAULT ''::text) RETURNS SETOF public.slots LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.preview_announcement(event_uuid uuid, round text DEFAULT 'selection'::text) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.proofs_of(place text, record uuid) RETURNS TABLE(filename text, sent_at timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.push_key() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.record_received(place text, record uuid, received bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.record_refund(place text, record uuid, amount bigint, refunded_on date, way text, note text DEFAULT NULL::text, refund uuid DEFAULT gen_random_uuid()) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.refund_lines(refund uuid) RETURNS TABLE(uuid uuid, account text, booked_on date, description text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.register_for_event(event_uuid uuid, registration jsonb, answers jsonb DEFAULT '{}'::jsonb) RETURNS void LANGUAGE plpgsql SET search_path TO '';
CREATE FUNCTION public.remember_format(fingerprint text, format jsonb, account text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.remove_slots(slot_uuids uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.reserve_amount(pathname text, total bigint, record uuid) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.restore_record(place text, uuid uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.restore_removed_picture(name text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.resubmission(place text, record uuid) RETURNS TABLE(refusal text, until timestamp with time zone) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.review(place text, record uuid, decision text, reason text DEFAULT NULL::text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.review_warnings(place text, record uuid) RETURNS TABLE(kind text, other_place text, other_record uuid, detail jsonb) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.score_registration(registration_uuid uuid, changes jsonb, round text DEFAULT 'selection'::text, juror uuid DEFAULT NULL::uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.search_buyers(words text) RETURNS TABLE(user_id uuid, name text, email text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
COMMENT ON FUNCTION public.search_buyers(words text) IS 'Accounts whose name or address contains the words, for administrators.';

CREATE TABLE public.products (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text NOT NULL,
    sub_heading text NOT NULL,
    category text NOT NULL,
    description text,
    price bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    sizes jsonb DEFAULT '[]'::jsonb NOT NULL, -- What is left of each size; empty: neither sizes nor stock.
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL, -- Further pictures, after image.
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    weight integer, -- Grams.
    hidden boolean DEFAULT false NOT NULL, -- Administrators alone see it, and nobody can order it; orders keep their copy.
    price_before bigint, -- What it cost before a reduction.
    few_from integer, -- Up to so many pieces of a size are few; empty: as many as for all products.
    CONSTRAINT products_category_1_to_200_characters CHECK (((category ~ '\S'::text) AND (char_length(category) <= 200))),
    CONSTRAINT products_description_at_most_10000_characters CHECK ((char_length(description) <= 10000)),
    CONSTRAINT products_few_from_0_to_999999 CHECK (((few_from >= 0) AND (few_from <= 999999))),
    CONSTRAINT products_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT products_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT products_pictures_are_at_most_9_images CHECK (private.are_images(pictures)),
    CONSTRAINT products_price_at_most_9007199254740991 CHECK ((price <= '9007199254740991'::bigint)),
    CONSTRAINT products_price_before_at_most_9007199254740991 CHECK ((price_before <= '9007199254740991'::bigint)),
    CONSTRAINT products_price_before_is_higher_than_price CHECK ((price_before > price)),
    CONSTRAINT products_price_not_negative CHECK ((price >= 0)),
    CONSTRAINT products_sizes_are_sizes CHECK (private.are_sizes(sizes)),
    CONSTRAINT products_sub_heading_1_to_200_characters CHECK (((sub_heading ~ '\S'::text) AND (char_length(sub_heading) <= 200))),
    CONSTRAINT products_translations_are_texts CHECK (private.are_translations(translations)),
    CONSTRAINT products_weight_1_to_1000000 CHECK (((weight >= 1) AND (weight <= 1000000)))
);
COMMENT ON TABLE public.products IS 'What the shop sells.';
CREATE FUNCTION public.search_products(words text DEFAULT ''::text, near boolean DEFAULT false, in_size text DEFAULT NULL::text, in_stock boolean DEFAULT false) RETURNS SETOF public.products LANGUAGE sql STABLE SET search_path TO '';
COMMENT ON FUNCTION public.search_products(words text, near boolean, in_size text, in_stock boolean) IS 'Products in whose texts every word stands, or nearly does; in a size, in stock.';
CREATE FUNCTION public.send_another_proof(place text, record uuid, invoice_image jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.send_failed_mails() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.send_orders(parcels jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.send_test_announcement(event_uuid uuid, accepted boolean, round text DEFAULT 'selection'::text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.settle_deleted_order(order_uuid uuid, gives_back boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.shared_amounts() RETURNS TABLE(amount bigint, payments bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.statement_matches() RETURNS TABLE(line_uuid uuid, account text, booked_on date, amount bigint, description text, kind text, place text, records uuid[], name text, due bigint, day date, state text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO '' SET enable_nestloop TO 'off';
CREATE FUNCTION public.undo_import(at timestamp with time zone) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.undo_refund(refund uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.undo_review(place text, record uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.undo_sending(order_uuid uuid, was text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.unmatch_line(line uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';
CREATE FUNCTION public.unsubscribe(token uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO '';

CREATE TABLE private.backups (
    id bigint NOT NULL,
    reason text NOT NULL,
    began_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone DEFAULT now() NOT NULL,
    name text, -- File of a backup that was verified; empty: the attempt failed.
    bytes bigint,
    error text, -- Why an attempt failed, in one sentence.
    damaged integer, -- Pictures that were missing or damaged in the shop when it was made; empty: it failed, or is older than the column.
    CONSTRAINT backups_damaged_not_negative CHECK ((damaged >= 0)),
    CONSTRAINT backups_damaged_of_a_backup CHECK (((damaged IS NULL) OR (name IS NOT NULL))),
    CONSTRAINT backups_reason_is_known CHECK ((reason = ANY (ARRAY['schedule'::text, 'upgrade'::text, 'command'::text]))),
    CONSTRAINT backups_succeeded_or_failed CHECK ((((name IS NOT NULL) AND (bytes > 0) AND (error IS NULL)) OR ((name IS NULL) AND (bytes IS NULL) AND (error IS NOT NULL))))
);
COMMENT ON TABLE private.backups IS 'Attempts to make a backup, written when they ended; kept for 90 days.';
ALTER TABLE private.backups ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.backups_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.made_rules (
    kind text NOT NULL,
    name text NOT NULL
);
COMMENT ON TABLE private.made_rules IS 'Policies, triggers and rights that the last run of tapis migrate made; what else there is, the owner added.';

CREATE TABLE private.maintenance (
    is_on boolean DEFAULT true NOT NULL,
    message text DEFAULT ''::text NOT NULL, -- What they read beside that; may be empty.
    began_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT maintenance_is_one_row CHECK (is_on),
    CONSTRAINT maintenance_message_fits_a_page CHECK ((char_length(message) <= 1000))
);
COMMENT ON TABLE private.maintenance IS 'One row while visitors read that the shop is under maintenance.';

CREATE TABLE private.migrations (
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE private.migrations IS 'Which files of db/migrations have happened to this database; the newest is 0094_edited_announcements.sql';

CREATE TABLE private.object_names (
    bucket_id text NOT NULL,
    name text NOT NULL,
    version text NOT NULL, -- The version of the object that the name was first given to.
    owner_id text,
    sha256 text, -- Of the bytes; null where the platform keeps none.
    first_used_at timestamp with time zone DEFAULT now() NOT NULL,
    perceptual_hash bit(256), -- Of a card or a proof of payment: pictures that look alike differ in few bits. Null where the platform makes none.
    word_prints text, -- Of a card or a proof of payment that may be a screenshot: where its words stand and what each looks like. Null where none were made.
    CONSTRAINT object_names_sha256_is_hexadecimal CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT object_names_word_prints_are_words CHECK ((word_prints ~ '^([0-9a-f]{32})+$'::text))
);
COMMENT ON TABLE private.object_names IS 'Every name that an object ever had, and which bytes it stands for.';

CREATE TABLE private.order_seals (
    uuid uuid NOT NULL,
    sha256 bytea NOT NULL,
    sealed_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_seals_sha256_is_32_bytes CHECK ((length(sha256) = 32))
);
COMMENT ON TABLE private.order_seals IS 'What every order was when the shop last wrote it.';
ALTER TABLE private.outbox ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.outbox_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.push_keys (
    one boolean DEFAULT true NOT NULL,
    public_key text NOT NULL, -- Uncompressed point, base64url: what browsers subscribe with.
    private_jwk jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT push_keys_one_pair CHECK (one)
);
COMMENT ON TABLE private.push_keys IS 'The key pair that signs messages to push services (VAPID); made by the gateway.';

CREATE TABLE private.quota_use (
    user_id uuid NOT NULL,
    place text NOT NULL,
    day date NOT NULL,
    of_day integer NOT NULL,
    request timestamp with time zone NOT NULL,
    of_request integer NOT NULL
);
COMMENT ON TABLE private.quota_use IS 'How many rows of a table a person sent on a day and in their last request.';

CREATE TABLE private.rules_history (
    place bigint NOT NULL,
    sha256 text NOT NULL,
    state text -- A checksum of what the database said of its rules then (rules_state of tapis/ops/migrate); while it is the same, nothing is replaced.
);
COMMENT ON TABLE private.rules_history IS 'Which functions, policies and views tapis migrate made here, as one checksum each; the last one is in force.';
ALTER TABLE private.rules_history ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.rules_history_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.running_periods (
    id bigint NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    follows_jump boolean DEFAULT false NOT NULL, -- The clock had jumped against this machine's own count of seconds.
    CONSTRAINT running_periods_have_a_length CHECK ((seen_at >= started_at))
);
COMMENT ON TABLE private.running_periods IS 'From when to when the shop was seen running, in the order in which it was seen.';
ALTER TABLE private.running_periods ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME private.running_periods_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE private.shop (
    one boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL, -- The store of the pictures has it, too (file identity).
    recoverable interval DEFAULT '30 days'::interval NOT NULL, -- As TAPIS_RECOVERABLE_DAYS said when the shop was last open.
    silent_since timestamp with time zone, -- Restored then from a backup: no notifications are sent, no orders lapse. Empty: they do.
    CONSTRAINT shop_is_one CHECK (one),
    CONSTRAINT shop_recoverable_is_a_day_or_more CHECK ((recoverable >= '1 day'::interval))
);
COMMENT ON TABLE private.shop IS 'One row: which shop this is, and how long it keeps what was removed.';

CREATE TABLE private.stock (
    product_uuid uuid NOT NULL,
    size text NOT NULL,
    entered bigint NOT NULL,
    CONSTRAINT stock_entered_at_least_0 CHECK ((entered >= 0))
);
COMMENT ON TABLE private.stock IS 'Pieces of a size that were entered, with those that orders held by then; a size that is not counted has no row.';

CREATE TABLE private.stock_holds (
    order_uuid uuid NOT NULL,
    product_uuid uuid NOT NULL,
    size text NOT NULL,
    quantity integer NOT NULL,
    renamed_to text, -- What the size is called now, where the order says another name.
    CONSTRAINT stock_holds_quantity_at_least_0 CHECK ((quantity >= 0))
);
COMMENT ON TABLE private.stock_holds IS 'The pieces of counted sizes that an order holds.';

CREATE TABLE private.unsubscribe_tokens (
    user_id uuid NOT NULL,
    token uuid DEFAULT gen_random_uuid() NOT NULL
);
COMMENT ON TABLE private.unsubscribe_tokens IS 'What the link in a mail carries by which its reader ends the mails.';

CREATE TABLE public.about_us (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    heading text NOT NULL,
    sub_heading text,
    description text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT about_us_description_1_to_10000_characters CHECK (((description ~ '\S'::text) AND (char_length(description) <= 10000))),
    CONSTRAINT about_us_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT about_us_sub_heading_at_most_200_characters CHECK ((char_length(sub_heading) <= 200)),
    CONSTRAINT about_us_translations_are_texts CHECK (private.are_translations(translations))
);
COMMENT ON TABLE public.about_us IS 'The About Us page.';

CREATE TABLE public.about_us_section (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text,
    sub_heading text,
    description text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT about_us_section_description_1_to_10000_characters CHECK (((description ~ '\S'::text) AND (char_length(description) <= 10000))),
    CONSTRAINT about_us_section_heading_at_most_200_characters CHECK ((char_length(heading) <= 200)),
    CONSTRAINT about_us_section_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT about_us_section_sub_heading_at_most_200_characters CHECK ((char_length(sub_heading) <= 200)),
    CONSTRAINT about_us_section_translations_are_texts CHECK (private.are_translations(translations))
);
COMMENT ON TABLE public.about_us_section IS 'The about-us part of the home page.';

CREATE TABLE public.announcement_texts (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    event_uuid uuid NOT NULL,
    round text NOT NULL,
    accepted boolean NOT NULL,
    en text,
    id text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT announcement_texts_en_1_to_5000_characters CHECK (((en ~ '\S'::text) AND (char_length(en) <= 5000))),
    CONSTRAINT announcement_texts_id_1_to_5000_characters CHECK (((id ~ '\S'::text) AND (char_length(id) <= 5000))),
    CONSTRAINT announcement_texts_round_is_known CHECK ((round = ANY (ARRAY['selection'::text, 'result'::text])))
);
COMMENT ON TABLE public.announcement_texts IS 'What those accepted and those declined will read, with placeholders such as {name}.';

CREATE TABLE public.audit_log (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor text NOT NULL, -- The database role that acted, or command line.
    actor_id uuid, -- The account of the person who acted, if a person did.
    place text NOT NULL, -- The table; reviews are payments of earlier versions, statement_ties their reconciliations.
    record_id uuid NOT NULL, -- The payment method, the file, the order, what was reviewed or paid, or the account whose role it is; of an import the MD5 of the account number, of a bank's format that of its fingerprint.
    action text NOT NULL,
    before jsonb,
    after jsonb,
    CONSTRAINT audit_log_action_fits_before_and_after CHECK (
CASE action
    WHEN 'insert'::text THEN ((before IS NULL) AND (after IS NOT NULL))
    WHEN 'update'::text THEN ((before IS NOT NULL) AND (after IS NOT NULL))
    WHEN 'delete'::text THEN ((before IS NOT NULL) AND (after IS NULL))
    ELSE false
END)
);
COMMENT ON TABLE public.audit_log IS 'What was done to payment accounts, their pictures, orders, payments, statements, prices and roles; only added to, read by administrators.';

CREATE TABLE public.audition_announcements (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    audition_status boolean NOT NULL,
    training_time timestamp with time zone,
    rehearsal_time timestamp with time zone,
    audition_time timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.audition_announcements IS 'What an audition came to, told to one person.';

CREATE TABLE public.audition_registrations (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    place_and_date_of_birth text NOT NULL,
    address text NOT NULL,
    age integer NOT NULL,
    body_weight integer NOT NULL,
    height integer NOT NULL,
    comcard_image jsonb NOT NULL,
    invoice_image jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT audition_registrations_address_1_to_1000_characters CHECK (((address ~ '\S'::text) AND (char_length(address) <= 1000))),
    CONSTRAINT audition_registrations_age_1_to_32767 CHECK (((age >= 1) AND (age <= 32767))),
    CONSTRAINT audition_registrations_body_weight_1_to_32767 CHECK (((body_weight >= 1) AND (body_weight <= 32767))),
    CONSTRAINT audition_registrations_comcard_image_is_an_image CHECK (private.is_image(comcard_image)),
    CONSTRAINT audition_registrations_height_1_to_32767 CHECK (((height >= 1) AND (height <= 32767))),
    CONSTRAINT audition_registrations_invoice_image_is_an_image CHECK (private.is_image(invoice_image)),
    CONSTRAINT audition_registrations_name_1_to_200_characters CHECK (((name ~ '\S'::text) AND (char_length(name) <= 200))),
    CONSTRAINT audition_registrations_place_and_date_of_birth_1_to_200 CHECK (((place_and_date_of_birth ~ '\S'::text) AND (char_length(place_and_date_of_birth) <= 200)))
);
COMMENT ON TABLE public.audition_registrations IS 'Talents who want to audition.';

CREATE VIEW public.audition_announcements_with_registrant WITH (security_invoker='true') AS
 SELECT uuid,
    user_id,
    audition_status,
    training_time,
    rehearsal_time,
    audition_time,
    created_at,
    updated_at,
    ( SELECT jsonb_build_object('name', registered.name, 'comcard_image', registered.comcard_image) AS jsonb_build_object
           FROM public.audition_registrations registered
          WHERE ((registered.user_id = announced.user_id) AND ((registered.uuid = ( SELECT answer.registration_uuid
                   FROM public.event_announcements answer
                  WHERE (answer.announcement_uuid = announced.uuid))) IS NOT FALSE))
          ORDER BY registered.created_at DESC, registered.uuid
         LIMIT 1) AS registrant
   FROM public.audition_announcements announced;
COMMENT ON VIEW public.audition_announcements_with_registrant IS 'Announcements, each with the name and the comcard of its person.';

CREATE VIEW public.best_products WITH (security_invoker='true') AS
 SELECT (line.value ->> 'uuid'::text) AS uuid,
    (array_agg((line.value ->> 'heading'::text) ORDER BY sold.created_at DESC))[1] AS heading,
    sum(((line.value -> 'quantity_to_buy'::text))::numeric) AS pieces,
    sum((((line.value -> 'price'::text))::numeric * ((line.value -> 'quantity_to_buy'::text))::numeric)) AS revenue
   FROM ( SELECT transactions.created_at,
            transactions.transactions AS goods
           FROM public.transactions
          WHERE (transactions.status <> 'Rejected'::text)
        UNION ALL
         SELECT payments.created_at,
            payments.goods
           FROM public.payments
          WHERE ((payments.place = 'transactions'::text) AND (payments.state = 'accepted'::text) AND (payments.deleted_at IS NOT NULL) AND (NOT payments.pieces_back) AND (payments.goods IS NOT NULL))) sold,
    LATERAL jsonb_array_elements(sold.goods) line(value)
  WHERE (( SELECT private.app_role() AS app_role) = 'admin'::text)
  GROUP BY (line.value ->> 'uuid'::text);
COMMENT ON VIEW public.best_products IS 'Pieces and revenue of each product in orders that were not rejected, or were paid before they were deleted.';

CREATE TABLE public.casting_scores (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    registration_uuid uuid NOT NULL,
    round text DEFAULT 'selection'::text NOT NULL, -- selection: of the card; result: of the audition.
    user_id uuid NOT NULL, -- The juror.
    score smallint,
    note text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT casting_scores_note_1_to_2000_characters CHECK (((note ~ '\S'::text) AND (char_length(note) <= 2000))),
    CONSTRAINT casting_scores_round_is_known CHECK ((round = ANY (ARRAY['selection'::text, 'result'::text]))),
    CONSTRAINT casting_scores_score_0_to_5 CHECK (((score >= 0) AND (score <= 5)))
);
COMMENT ON TABLE public.casting_scores IS 'What each juror thinks of a registrant.';

CREATE VIEW public.decided_reviews WITH (security_invoker='true') AS
 SELECT place,
    record,
    state AS decision,
    reason,
    decided_at,
    private.reviewer_email(place, record) AS by,
    cancelled_by
   FROM public.payments
  WHERE ((decided_at IS NOT NULL) AND (deleted_at IS NULL) AND (( SELECT private.app_role() AS app_role) = 'admin'::text));
COMMENT ON VIEW public.decided_reviews IS 'Decisions about payments, and who made them.';

CREATE TABLE public.delivery_details (
    user_id uuid NOT NULL,
    name text,
    whatsapp text, -- Digits alone, with the code of the country: 628….
    address text,
    note text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    province text,
    city text,
    CONSTRAINT delivery_details_address_at_most_1000_characters CHECK ((char_length(address) <= 1000)),
    CONSTRAINT delivery_details_city_at_most_100_characters CHECK ((char_length(city) <= 100)),
    CONSTRAINT delivery_details_name_at_most_200_characters CHECK ((char_length(name) <= 200)),
    CONSTRAINT delivery_details_note_at_most_1000_characters CHECK ((char_length(note) <= 1000)),
    CONSTRAINT delivery_details_province_at_most_100_characters CHECK ((char_length(province) <= 100)),
    CONSTRAINT delivery_details_say_something CHECK ((num_nonnulls(name, whatsapp, address, note, province, city) > 0)),
    CONSTRAINT delivery_details_whatsapp_is_a_number CHECK ((whatsapp ~ '^[1-9]\d{7,14}$'::text))
);
COMMENT ON TABLE public.delivery_details IS 'Where a person''s next order goes.';

CREATE TABLE public.events (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    story text,
    image jsonb NOT NULL,
    pictures jsonb DEFAULT '[]'::jsonb NOT NULL,
    places jsonb DEFAULT '[]'::jsonb NOT NULL, -- [{name, address, map}]
    days jsonb DEFAULT '[]'::jsonb NOT NULL, -- [{kind, date, from, until, place}]: kind is training, rehearsal, audition or show, place a name of places.
    opens_at timestamp with time zone, -- Registrations are taken from here on; null: none are.
    closes_at timestamp with time zone, -- And until here; null: until it is unpublished.
    fee bigint, -- Null: that of the payment method.
    sought smallint,
    asked jsonb DEFAULT '[]'::jsonb NOT NULL, -- What registrants are asked besides the card.
    published boolean DEFAULT false NOT NULL,
    forget_after_days smallint, -- So long after they were declined, cards, notes and answers are deleted; null: never.
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT events_asked_are_questions CHECK (private.are_questions(asked)),
    CONSTRAINT events_closes_at_after_it_opens CHECK (((closes_at IS NULL) OR ((closes_at > opens_at) IS TRUE))),
    CONSTRAINT events_days_are_days CHECK (private.are_event_days(days)),
    CONSTRAINT events_fee_0_to_10000000 CHECK (((fee >= 0) AND (fee <= 10000000))),
    CONSTRAINT events_forget_after_days_1_to_3650 CHECK (((forget_after_days >= 1) AND (forget_after_days <= 3650))),
    CONSTRAINT events_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT events_name_1_to_200_characters CHECK (((name ~ '\S'::text) AND (char_length(name) <= 200))),
    CONSTRAINT events_pictures_are_at_most_9_images CHECK (private.are_images(pictures)),
    CONSTRAINT events_places_are_places CHECK (private.are_places(places)),
    CONSTRAINT events_sought_1_to_10000 CHECK (((sought >= 1) AND (sought <= 10000))),
    CONSTRAINT events_story_at_most_10000_characters CHECK ((char_length(story) <= 10000)),
    CONSTRAINT events_translations_are_texts CHECK (private.are_translations(translations))
);
COMMENT ON TABLE public.events IS 'Castings and shows.';

CREATE TABLE public.gallery (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    image jsonb NOT NULL,
    heading text NOT NULL,
    sub_heading text NOT NULL,
    description text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    sort_time timestamp with time zone NOT NULL, -- Its place: the latest is shown first. Begins as created_at.
    CONSTRAINT gallery_description_at_most_10000_characters CHECK ((char_length(description) <= 10000)),
    CONSTRAINT gallery_heading_1_to_200_characters CHECK (((heading ~ '\S'::text) AND (char_length(heading) <= 200))),
    CONSTRAINT gallery_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT gallery_sub_heading_1_to_200_characters CHECK (((sub_heading ~ '\S'::text) AND (char_length(sub_heading) <= 200))),
    CONSTRAINT gallery_translations_are_texts CHECK (private.are_translations(translations))
);
COMMENT ON TABLE public.gallery IS 'Pictures of shows and people.';

CREATE VIEW public.low_stock WITH (security_invoker='true') AS
 SELECT product.uuid,
    product.heading,
    (one.value ->> 'size'::text) AS size,
    ((one.value -> 'stock'::text))::bigint AS pieces
   FROM (public.products product
     CROSS JOIN LATERAL jsonb_array_elements(product.sizes) one(value))
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (NOT product.hidden) AND (jsonb_typeof((one.value -> 'stock'::text)) = 'number'::text) AND (((one.value -> 'stock'::text))::bigint <= COALESCE((product.few_from)::bigint, private.low_stock_threshold())));
COMMENT ON VIEW public.low_stock IS 'Sizes of which few pieces are left, or none.';

CREATE TABLE public.notification_choices (
    user_id uuid NOT NULL,
    mail boolean DEFAULT true NOT NULL,
    language text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT notification_choices_language_is_known CHECK ((language = ANY (ARRAY['en'::text, 'id'::text])))
);
COMMENT ON TABLE public.notification_choices IS 'Whether a person wants mails about what happens, and in which language.';

CREATE TABLE public.order_deliveries (
    order_uuid uuid NOT NULL,
    user_id uuid, -- Null once the buyer has no account: then the row stays until the order is finished or rejected.
    name text,
    whatsapp text,
    address text,
    note text,
    province text,
    city text
);
COMMENT ON TABLE public.order_deliveries IS 'Where an order goes, as its buyer said when it was sent.';

CREATE TABLE public.order_notes (
    order_uuid uuid NOT NULL,
    note text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT order_notes_note_1_to_2000_characters CHECK (((note ~ '\S'::text) AND (char_length(note) <= 2000)))
);
COMMENT ON TABLE public.order_notes IS 'What administrators note about an order; its buyer never reads it.';

CREATE VIEW public.orders_by_day WITH (security_invoker='true') AS
 SELECT ((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date AS day,
    count(*) AS orders,
    sum((( SELECT sum((((line.value -> 'price'::text))::numeric * ((line.value -> 'quantity_to_buy'::text))::numeric)) AS sum
           FROM jsonb_array_elements(sold.goods) line(value)) + COALESCE(((delivery_way ->> 'fee'::text))::numeric, (0)::numeric))) AS revenue
   FROM ( SELECT transactions.created_at,
            transactions.transactions AS goods,
            transactions.delivery_way
           FROM public.transactions
          WHERE (transactions.status <> 'Rejected'::text)
        UNION ALL
         SELECT payments.created_at,
            payments.goods,
            payments.delivery_way
           FROM public.payments
          WHERE ((payments.place = 'transactions'::text) AND (payments.state = 'accepted'::text) AND (payments.deleted_at IS NOT NULL) AND (NOT payments.pieces_back) AND (payments.goods IS NOT NULL))) sold
  WHERE (( SELECT private.app_role() AS app_role) = 'admin'::text)
  GROUP BY (((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date);
COMMENT ON VIEW public.orders_by_day IS 'Orders that were not rejected, or were paid before they were deleted, and their revenue, by day.';

CREATE TABLE public.parcels (
    order_uuid uuid NOT NULL, -- No foreign key: an order that was deleted and comes back finds its parcel.
    user_id uuid NOT NULL, -- Its buyer. No foreign key: parcels outlive accounts.
    packed_at timestamp with time zone,
    courier text,
    tracking_number text,
    tracking_page text, -- That of the way of delivery with the courier's name, as it was when this was sent.
    sent_at timestamp with time zone,
    CONSTRAINT parcels_are_sent_by_a_courier CHECK (((sent_at IS NULL) OR (courier IS NOT NULL))),
    CONSTRAINT parcels_courier_1_to_200_characters CHECK (((courier ~ '\S'::text) AND (char_length(courier) <= 200))),
    CONSTRAINT parcels_tracking_number_1_to_100_characters CHECK (((tracking_number ~ '^[[:graph:]]([[:graph:] ]*[[:graph:]])?$'::text) AND (char_length(tracking_number) <= 100)))
);
COMMENT ON TABLE public.parcels IS 'What was packed and sent of orders. An order that is finished has arrived.';

CREATE TABLE public.passes (
    registration_uuid uuid NOT NULL,
    event_uuid uuid NOT NULL,
    user_id uuid NOT NULL,
    number integer NOT NULL,
    token uuid DEFAULT gen_random_uuid() NOT NULL, -- 122 random bits and nothing else.
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.passes IS 'Of those accepted: what their QR code says.';

CREATE VIEW public.product_categories WITH (security_invoker='true') AS
 SELECT category,
    count(*) AS products,
        CASE
            WHEN (count((translations #>> '{id,category}'::text[])) = 0) THEN '{}'::jsonb
            ELSE jsonb_set('{"id": {}}'::jsonb, '{id}'::text[], jsonb_object(ARRAY['category'::text, min((translations #>> '{id,category}'::text[]))]))
        END AS translations
   FROM public.products
  GROUP BY category;
COMMENT ON VIEW public.product_categories IS 'The categories of products, and how many products each has.';

CREATE VIEW public.product_sizes WITH (security_invoker='true') AS
 SELECT offered.size,
    count(*) FILTER (WHERE (offered.stock IS DISTINCT FROM 0)) AS products
   FROM public.products,
    LATERAL jsonb_to_recordset(products.sizes) offered(size text, stock integer)
  WHERE (offered.size <> ''::text)
  GROUP BY offered.size;
COMMENT ON VIEW public.product_sizes IS 'The sizes of products, and how many products have each in stock.';

CREATE TABLE public.push_subscriptions (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    endpoint text NOT NULL, -- Where the browser's push service takes messages for it.
    p256dh text NOT NULL, -- The browser's public key, base64url; messages are encrypted for it.
    auth text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    session_id uuid, -- The session that subscribed it, with which it ends; empty: made with the service key.
    CONSTRAINT push_subscriptions_auth_is_16_bytes CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
    CONSTRAINT push_subscriptions_endpoint_is_https CHECK (((endpoint ~ '^https://[^/?#@\\[:cntrl:][:space:]]+/[^[:cntrl:][:space:]]*$'::text) AND (char_length(endpoint) <= 2048))),
    CONSTRAINT push_subscriptions_language_is_known CHECK ((language = ANY (ARRAY['en'::text, 'id'::text]))),
    CONSTRAINT push_subscriptions_p256dh_is_a_key CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text))
);
COMMENT ON TABLE public.push_subscriptions IS 'Devices on which a person is told what is new.';

CREATE TABLE public.reconciliations (
    line_uuid uuid CONSTRAINT statement_ties_line_uuid_not_null NOT NULL,
    place text CONSTRAINT statement_ties_place_not_null NOT NULL,
    record uuid CONSTRAINT statement_ties_record_not_null NOT NULL,
    reconciled_by uuid,
    reconciled_at timestamp with time zone DEFAULT now() CONSTRAINT statement_ties_tied_at_not_null NOT NULL,
    amount bigint NOT NULL, -- How much of the line pays this payment.
    CONSTRAINT reconciliations_amount_above_0 CHECK ((amount > 0))
);
COMMENT ON TABLE public.reconciliations IS 'Which payment a line of a statement is; several orders of one buyer add up to it. It outlives its order, or one transfer could pay twice: public.untie_line alone frees the line.';

CREATE TABLE public.refunds (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    place text NOT NULL,
    record uuid NOT NULL,
    user_id uuid NOT NULL, -- Who had paid. No foreign key: refunds outlive accounts.
    amount bigint NOT NULL,
    refunded_on date NOT NULL, -- The day on which it was paid back.
    way text NOT NULL, -- How: the account, the e-wallet, or cash.
    note text, -- For whoever had paid.
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    line_uuid uuid, -- The outgoing line of a statement that shows it.
    CONSTRAINT refunds_amount_above_0 CHECK ((amount > 0)),
    CONSTRAINT refunds_note_1_to_500_characters CHECK (((note ~ '\S'::text) AND (char_length(note) <= 500))),
    CONSTRAINT refunds_way_1_to_100_characters CHECK (((way ~ '\S'::text) AND (char_length(way) <= 100)))
);
COMMENT ON TABLE public.refunds IS 'What was paid back of a payment.';

CREATE VIEW public.registrations_by_day WITH (security_invoker='true') AS
 SELECT ((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date AS day,
    count(*) AS registrations
   FROM public.audition_registrations
  WHERE (( SELECT private.app_role() AS app_role) = 'admin'::text)
  GROUP BY (((created_at AT TIME ZONE 'Asia/Jakarta'::text))::date);
COMMENT ON VIEW public.registrations_by_day IS 'Registrations for auditions, by day.';

CREATE VIEW public.review_queue WITH (security_invoker='true') AS
 SELECT 'transactions'::text AS place,
    ordered.uuid,
    ordered.user_id,
    COALESCE(delivered.name, private.buyer_name(ordered.user_id)) AS name,
    private.buyer_email(ordered.user_id) AS email,
    delivered.whatsapp,
    due.total,
    due.amount,
    ordered.invoice_image,
    ordered.created_at,
    ordered.updated_at,
    due.lapse_announced_at
   FROM ((public.transactions ordered
     LEFT JOIN public.order_deliveries delivered ON ((delivered.order_uuid = ordered.uuid)))
     JOIN public.payments due ON ((due.order_uuid = ordered.uuid)))
  WHERE ((ordered.status = 'Processed'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text))
UNION ALL
 SELECT 'audition_registrations'::text AS place,
    registered.uuid,
    registered.user_id,
    registered.name,
    private.buyer_email(registered.user_id) AS email,
    ( SELECT newest.whatsapp
           FROM (public.order_deliveries newest
             JOIN public.transactions o ON ((o.uuid = newest.order_uuid)))
          WHERE ((newest.user_id = registered.user_id) AND (newest.whatsapp IS NOT NULL))
          ORDER BY o.created_at DESC
         LIMIT 1) AS whatsapp,
    due.total,
    due.amount,
    registered.invoice_image,
    registered.created_at,
    registered.updated_at,
    due.lapse_announced_at
   FROM (public.audition_registrations registered
     JOIN public.payments due ON ((due.registration_uuid = registered.uuid)))
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (due.state = 'waiting'::text) AND (((due.total IS NOT NULL) AND (registered.updated_at > (now() - '60 days'::interval))) OR (NOT (EXISTS ( SELECT
           FROM public.audition_announcements announced
          WHERE ((announced.user_id = registered.user_id) AND (announced.created_at >= registered.created_at) AND (NOT (EXISTS ( SELECT
                   FROM public.event_announcements mine
                  WHERE (mine.announcement_uuid = announced.uuid))))))))));
COMMENT ON VIEW public.review_queue IS 'Orders and registrations whose payment waits for a decision.';

CREATE TABLE public.shop_settings (
    uuid uuid DEFAULT '00000000-0000-4000-8000-000000000001'::uuid NOT NULL,
    name text,
    tagline text,
    address text,
    phone text,
    whatsapp text,
    social_links text, -- Addresses of profiles, a line each.
    opening_hours text,
    delivery_and_returns text,
    size_chart text,
    how_to_pay text,
    questions text,
    default_language text, -- Of whoever chose none, and whose browser speaks none that the shop knows.
    default_weight integer, -- Grams with which a new way of delivery begins, for products without a weight.
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT shop_settings_address_at_most_500_characters CHECK ((char_length(address) <= 500)),
    CONSTRAINT shop_settings_default_language_is_known CHECK ((default_language = ANY (ARRAY['en'::text, 'id'::text]))),
    CONSTRAINT shop_settings_default_weight_1_to_1000000 CHECK (((default_weight >= 1) AND (default_weight <= 1000000))),
    CONSTRAINT shop_settings_delivery_and_returns_1_to_10000_characters CHECK (((delivery_and_returns ~ '\S'::text) AND (char_length(delivery_and_returns) <= 10000))),
    CONSTRAINT shop_settings_how_to_pay_1_to_10000_characters CHECK (((how_to_pay ~ '\S'::text) AND (char_length(how_to_pay) <= 10000))),
    CONSTRAINT shop_settings_is_one_row CHECK ((uuid = '00000000-0000-4000-8000-000000000001'::uuid)),
    CONSTRAINT shop_settings_name_is_one_line CHECK (((name ~ '\S'::text) AND (name !~ '[[:cntrl:]]'::text) AND (char_length(name) <= 100))),
    CONSTRAINT shop_settings_opening_hours_at_most_500_characters CHECK ((char_length(opening_hours) <= 500)),
    CONSTRAINT shop_settings_phone_at_most_40_characters CHECK ((char_length(phone) <= 40)),
    CONSTRAINT shop_settings_questions_1_to_10000_characters CHECK (((questions ~ '\S'::text) AND (char_length(questions) <= 10000))),
    CONSTRAINT shop_settings_size_chart_1_to_10000_characters CHECK (((size_chart ~ '\S'::text) AND (char_length(size_chart) <= 10000))),
    CONSTRAINT shop_settings_social_links_are_addresses CHECK (((social_links ~ '^(https://[^[:space:]"<>]+(\n(?=h)|$)){0,10}$'::text) AND (char_length(social_links) <= 2000))),
    CONSTRAINT shop_settings_tagline_at_most_200_characters CHECK ((char_length(tagline) <= 200)),
    CONSTRAINT shop_settings_translations_are_at_most_100000_bytes CHECK (((jsonb_typeof(translations) = 'object'::text) AND ((translations - ARRAY['en'::text, 'id'::text]) = '{}'::jsonb) AND (NOT jsonb_path_exists(translations, 'strict $.*?(@.type() != "object")'::jsonpath)) AND (NOT jsonb_path_exists(translations, 'strict $.*.*?(@.type() != "string")'::jsonpath)) AND (octet_length((translations)::text) <= 100000))),
    CONSTRAINT shop_settings_whatsapp_is_a_number_or_empty CHECK ((whatsapp ~ '^([1-9][0-9]{7,14})?$'::text))
);
COMMENT ON TABLE public.shop_settings IS 'What the shop says of itself; one row.';

CREATE VIEW public.shop_facts WITH (security_invoker='true') AS
 SELECT shop_settings.name,
    shop_settings.tagline,
    shop_settings.address,
    shop_settings.phone,
    shop_settings.whatsapp,
    shop_settings.social_links,
    shop_settings.opening_hours,
    shop_settings.default_language,
    shop_settings.default_weight,
    to_jsonb(array_remove(ARRAY[
        CASE
            WHEN (shop_settings.delivery_and_returns IS NOT NULL) THEN 'delivery_and_returns'::text
            ELSE NULL::text
        END,
        CASE
            WHEN (shop_settings.size_chart IS NOT NULL) THEN 'size_chart'::text
            ELSE NULL::text
        END,
        CASE
            WHEN (shop_settings.how_to_pay IS NOT NULL) THEN 'how_to_pay'::text
            ELSE NULL::text
        END,
        CASE
            WHEN (shop_settings.questions IS NOT NULL) THEN 'questions'::text
            ELSE NULL::text
        END], NULL::text)) AS texts,
    ( SELECT COALESCE(jsonb_object_agg(said.language, (said.fields - ARRAY['delivery_and_returns'::text, 'size_chart'::text, 'how_to_pay'::text, 'questions'::text])), '{}'::jsonb) AS "coalesce"
           FROM jsonb_each(shop_settings.translations) said(language, fields)) AS translations,
    published.has_events
   FROM (( SELECT (EXISTS ( SELECT
                   FROM public.events
                  WHERE events.published)) AS has_events) published
     LEFT JOIN public.shop_settings ON (true))
  WHERE (published.has_events OR (shop_settings.uuid IS NOT NULL));
COMMENT ON VIEW public.shop_facts IS 'What every page says of the shop, and which of its texts there are.';

CREATE TABLE public.slides (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    title text NOT NULL,
    image jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    translations jsonb DEFAULT '{}'::jsonb NOT NULL,
    sort_time timestamp with time zone NOT NULL, -- Its place: the latest is shown first. Begins as created_at.
    focus_x smallint DEFAULT 50 NOT NULL, -- The point that stays in sight when the picture is cut, in percent from the left.
    focus_y smallint DEFAULT 50 NOT NULL,
    link text,
    CONSTRAINT slides_focus_x_0_to_100 CHECK (((focus_x >= 0) AND (focus_x <= 100))),
    CONSTRAINT slides_focus_y_0_to_100 CHECK (((focus_y >= 0) AND (focus_y <= 100))),
    CONSTRAINT slides_image_is_an_image CHECK (private.is_image(image)),
    CONSTRAINT slides_link_is_a_path_or_https CHECK (((link ~ '^(/([^/\\]|$)|https://[^/])[^[:cntrl:][:space:]"<>\\]*$'::text) AND (char_length(link) <= 2048))),
    CONSTRAINT slides_title_1_to_200_characters CHECK (((title ~ '\S'::text) AND (char_length(title) <= 200))),
    CONSTRAINT slides_translations_are_texts CHECK (private.are_translations(translations))
);
COMMENT ON TABLE public.slides IS 'The pictures of the home page''s carousel.';

CREATE TABLE public.stage_calls (
    event_uuid uuid NOT NULL,
    registration_uuid uuid NOT NULL,
    called_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.stage_calls IS 'Who is on stage now.';

CREATE TABLE public.statement_formats (
    fingerprint text NOT NULL, -- The headings of its table, by which a file of the same bank is known again.
    format jsonb NOT NULL,
    account text NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT statement_formats_account_1_to_64_characters CHECK (((account ~ '\S'::text) AND (char_length(account) <= 64))),
    CONSTRAINT statement_formats_fingerprint_1_to_500_characters CHECK (((fingerprint ~ '\S'::text) AND (char_length(fingerprint) <= 500))),
    CONSTRAINT statement_formats_format_is_small CHECK (((jsonb_typeof(format) = 'object'::text) AND (length((format)::text) <= 2000)))
);
COMMENT ON TABLE public.statement_formats IS 'How a bank''s files are read, once an administrator has confirmed it.';

CREATE TABLE public.statement_lines (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    account text NOT NULL,
    booked_on date NOT NULL,
    amount bigint NOT NULL, -- In rupiah: above zero what came in, below zero what went out.
    description text NOT NULL,
    place_of_day integer NOT NULL, -- Which of several equal lines of a day it is.
    imported_at timestamp with time zone DEFAULT now() NOT NULL,
    imported_by uuid,
    may_be_known boolean DEFAULT false NOT NULL, -- An earlier file has a line of this amount that this one's file lacks: it may be the same transfer in other words.
    CONSTRAINT statement_lines_account_1_to_64_characters CHECK (((account ~ '\S'::text) AND (char_length(account) <= 64))),
    CONSTRAINT statement_lines_amount_up_to_9007199254740991 CHECK (((amount <> 0) AND ((amount >= '-9007199254740991'::bigint) AND (amount <= '9007199254740991'::bigint)))),
    CONSTRAINT statement_lines_description_at_most_500_characters CHECK ((char_length(description) <= 500))
);
COMMENT ON TABLE public.statement_lines IS 'Lines of the bank''s statements, each kept once however often a file brings it.';

CREATE VIEW public.unanswered_registrations WITH (security_invoker='true') AS
 SELECT uuid,
    user_id,
    name,
    place_and_date_of_birth,
    address,
    age,
    body_weight,
    height,
    comcard_image,
    invoice_image,
    created_at,
    updated_at
   FROM public.audition_registrations registered
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (NOT (EXISTS ( SELECT
           FROM public.audition_announcements announced
          WHERE ((announced.user_id = registered.user_id) AND (announced.created_at >= registered.created_at) AND COALESCE(( SELECT (mine.registration_uuid = registered.uuid)
                   FROM public.event_announcements mine
                  WHERE (mine.announcement_uuid = announced.uuid)), true))))));
COMMENT ON VIEW public.unanswered_registrations IS 'Registrations that no announcement has followed.';

CREATE VIEW public.unsent_orders WITH (security_invoker='true') AS
 SELECT ordered.uuid,
    ordered.user_id,
    ordered.transactions,
    ordered.invoice_image,
    ordered.status,
    ordered.created_at,
    ordered.updated_at,
    ordered.delivery_way
   FROM (public.transactions ordered
     LEFT JOIN public.parcels parcel ON ((parcel.order_uuid = ordered.uuid)))
  WHERE ((( SELECT private.app_role() AS app_role) = 'admin'::text) AND (ordered.status = 'Accepted'::text) AND (parcel.sent_at IS NULL));
COMMENT ON VIEW public.unsent_orders IS 'Orders that are paid and have not left yet.';

CREATE TABLE public.wishes (
    uuid uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id uuid NOT NULL,
    product_uuid uuid NOT NULL, -- No reference: a product that was deleted may be restored.
    awaited_size text, -- The person is told once when it is back in stock; '': the product in any size; empty: they are told nothing.
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT wishes_awaited_size_at_most_40_characters CHECK ((char_length(awaited_size) <= 40))
);
COMMENT ON TABLE public.wishes IS 'Products that a person keeps for later.';
ALTER TABLE ONLY private.backups ADD CONSTRAINT backups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY private.deleted_records ADD CONSTRAINT deleted_records_pkey PRIMARY KEY (place, uuid);
ALTER TABLE ONLY private.made_rules ADD CONSTRAINT made_rules_pkey PRIMARY KEY (kind, name);
ALTER TABLE ONLY private.maintenance ADD CONSTRAINT maintenance_pkey PRIMARY KEY (is_on);
ALTER TABLE ONLY private.messages ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY private.messages ADD CONSTRAINT messages_tell_a_person_once UNIQUE NULLS NOT DISTINCT (outbox_id, user_id, way, subscription);
ALTER TABLE ONLY private.migrations ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY private.object_names ADD CONSTRAINT object_names_pkey PRIMARY KEY (bucket_id, name);
ALTER TABLE ONLY private.order_seals ADD CONSTRAINT order_seals_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY private.outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY private.push_keys ADD CONSTRAINT push_keys_pkey PRIMARY KEY (one);
ALTER TABLE ONLY private.quota_use ADD CONSTRAINT quota_use_pkey PRIMARY KEY (user_id, place);
ALTER TABLE ONLY private.record_pictures ADD CONSTRAINT record_pictures_pkey PRIMARY KEY (place, record, named_by, object_name);
ALTER TABLE ONLY private.rules_history ADD CONSTRAINT rules_history_pkey PRIMARY KEY (sha256);
ALTER TABLE ONLY private.running_periods ADD CONSTRAINT running_periods_pkey PRIMARY KEY (id);
ALTER TABLE ONLY private.shop ADD CONSTRAINT shop_pkey PRIMARY KEY (one);
ALTER TABLE ONLY private.stock_holds ADD CONSTRAINT stock_holds_pkey PRIMARY KEY (order_uuid, product_uuid, size);
ALTER TABLE ONLY private.stock ADD CONSTRAINT stock_pkey PRIMARY KEY (product_uuid, size);
ALTER TABLE ONLY private.unsubscribe_tokens ADD CONSTRAINT unsubscribe_tokens_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY private.unsubscribe_tokens ADD CONSTRAINT unsubscribe_tokens_token_is_one_person UNIQUE (token);
ALTER TABLE ONLY private.user_roles ADD CONSTRAINT user_roles_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.about_us ADD CONSTRAINT about_us_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.about_us_section ADD CONSTRAINT about_us_section_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.announcement_texts ADD CONSTRAINT announcement_texts_one_each UNIQUE (event_uuid, round, accepted);
ALTER TABLE ONLY public.announcement_texts ADD CONSTRAINT announcement_texts_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.audit_log ADD CONSTRAINT audit_log_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.audition_announcements ADD CONSTRAINT audition_announcements_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.audition_registrations ADD CONSTRAINT audition_registrations_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_one_each UNIQUE (registration_uuid, round);
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.casting_scores ADD CONSTRAINT casting_scores_one_each UNIQUE (registration_uuid, round, user_id);
ALTER TABLE ONLY public.casting_scores ADD CONSTRAINT casting_scores_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.check_ins ADD CONSTRAINT check_ins_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.delivery_details ADD CONSTRAINT delivery_details_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.delivery_ways ADD CONSTRAINT delivery_ways_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_one_each UNIQUE (registration_uuid, round);
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_pkey PRIMARY KEY (announcement_uuid);
ALTER TABLE ONLY public.event_registrations ADD CONSTRAINT event_registrations_one_number_each UNIQUE (event_uuid, number);
ALTER TABLE ONLY public.event_registrations ADD CONSTRAINT event_registrations_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.events ADD CONSTRAINT events_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.gallery ADD CONSTRAINT gallery_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.notification_choices ADD CONSTRAINT notification_choices_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.order_deliveries ADD CONSTRAINT order_deliveries_pkey PRIMARY KEY (order_uuid);
ALTER TABLE ONLY public.order_notes ADD CONSTRAINT order_notes_pkey PRIMARY KEY (order_uuid);
ALTER TABLE ONLY public.parcels ADD CONSTRAINT parcels_pkey PRIMARY KEY (order_uuid);
ALTER TABLE ONLY public.passes ADD CONSTRAINT passes_one_token_each UNIQUE (token);
ALTER TABLE ONLY public.passes ADD CONSTRAINT passes_pkey PRIMARY KEY (registration_uuid);
ALTER TABLE ONLY public.payment_methods ADD CONSTRAINT payment_methods_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.payments ADD CONSTRAINT payments_pkey PRIMARY KEY (place, record);
ALTER TABLE ONLY public.products ADD CONSTRAINT products_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.push_subscriptions ADD CONSTRAINT push_subscriptions_one_of_an_endpoint UNIQUE (endpoint);
ALTER TABLE ONLY public.push_subscriptions ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.reconciliations ADD CONSTRAINT reconciliations_pkey PRIMARY KEY (line_uuid, place, record);
ALTER TABLE ONLY public.refunds ADD CONSTRAINT refunds_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.shop_settings ADD CONSTRAINT shop_settings_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.slides ADD CONSTRAINT slides_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.slots ADD CONSTRAINT slots_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.stage_calls ADD CONSTRAINT stage_calls_pkey PRIMARY KEY (event_uuid);
ALTER TABLE ONLY public.statement_formats ADD CONSTRAINT statement_formats_pkey PRIMARY KEY (fingerprint);
ALTER TABLE ONLY public.statement_lines ADD CONSTRAINT statement_lines_are_kept_once UNIQUE (account, booked_on, amount, description, place_of_day);
ALTER TABLE ONLY public.statement_lines ADD CONSTRAINT statement_lines_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.transactions ADD CONSTRAINT transactions_pkey PRIMARY KEY (uuid);
ALTER TABLE ONLY public.wishes ADD CONSTRAINT wishes_one_of_a_product UNIQUE (user_id, product_uuid);
ALTER TABLE ONLY public.wishes ADD CONSTRAINT wishes_pkey PRIMARY KEY (uuid);
CREATE INDEX deleted_records_oldest_first ON private.deleted_records USING btree (deleted_at);
CREATE INDEX messages_next_first ON private.messages USING btree (next_attempt) WHERE (state = 'waiting'::text);
CREATE INDEX messages_of_a_person ON private.messages USING btree (user_id, created_at);
CREATE UNIQUE INDEX messages_one_open_digest ON private.messages USING btree (user_id) WHERE ((way = 'digest'::text) AND (state = 'waiting'::text) AND (attempts = 0));
CREATE INDEX object_names_of_an_owner ON private.object_names USING btree (owner_id, first_used_at DESC);
CREATE INDEX outbox_of_a_record ON private.outbox USING btree (record);
CREATE INDEX outbox_oldest_first ON private.outbox USING btree (created_at);
CREATE UNIQUE INDEX record_pictures_a_proof_serves_one_order ON private.record_pictures USING btree (object_name) WHERE (place = 'transactions'::text);
CREATE INDEX record_pictures_by_sha256 ON private.record_pictures USING btree (sha256);
CREATE INDEX record_pictures_of_an_object ON private.record_pictures USING btree (object_name);
CREATE INDEX stock_holds_of_a_size ON private.stock_holds USING btree (product_uuid, COALESCE(renamed_to, size)) INCLUDE (quantity);
CREATE INDEX about_us_newest_first ON public.about_us USING btree (created_at DESC, uuid);
CREATE INDEX about_us_section_newest_first ON public.about_us_section USING btree (created_at DESC, uuid);
CREATE INDEX audit_log_newest_first ON public.audit_log USING btree (created_at DESC, uuid);
CREATE INDEX audit_log_of_a_person ON public.audit_log USING btree (((COALESCE(after, before) ->> 'user_id'::text)));
CREATE INDEX audit_log_of_a_record ON public.audit_log USING btree (record_id, created_at DESC);
CREATE INDEX audit_log_of_an_actor ON public.audit_log USING btree (actor_id);
CREATE INDEX audition_announcements_newest_first ON public.audition_announcements USING btree (created_at DESC, uuid);
CREATE INDEX audition_announcements_newest_of_a_person ON public.audition_announcements USING btree (user_id, created_at DESC, uuid);
CREATE INDEX audition_registrations_comcard_file ON public.audition_registrations USING btree (((comcard_image ->> 'filename'::text)));
CREATE INDEX audition_registrations_invoice_file ON public.audition_registrations USING btree (((invoice_image ->> 'filename'::text)));
CREATE INDEX audition_registrations_newest_first ON public.audition_registrations USING btree (created_at DESC, uuid);
CREATE INDEX audition_registrations_newest_of_a_person ON public.audition_registrations USING btree (user_id, created_at DESC, uuid);
CREATE INDEX casting_decisions_in_audition_slot ON public.casting_decisions USING btree (audition_slot);
CREATE INDEX casting_decisions_in_rehearsal_slot ON public.casting_decisions USING btree (rehearsal_slot);
CREATE INDEX casting_decisions_in_training_slot ON public.casting_decisions USING btree (training_slot);
CREATE INDEX casting_scores_of_a_juror ON public.casting_scores USING btree (user_id);
CREATE INDEX check_ins_of_a_person ON public.check_ins USING btree (user_id);
CREATE INDEX check_ins_of_a_registration ON public.check_ins USING btree (registration_uuid, scanned_at, nonce);
CREATE INDEX check_ins_of_an_event ON public.check_ins USING btree (event_uuid, scanned_at);
CREATE INDEX delivery_ways_newest_first ON public.delivery_ways USING btree (created_at DESC, uuid);
CREATE INDEX event_announcements_of_a_person ON public.event_announcements USING btree (user_id);
CREATE INDEX event_announcements_of_an_event ON public.event_announcements USING btree (event_uuid, round);
CREATE INDEX event_registrations_of_a_person ON public.event_registrations USING btree (user_id);
CREATE UNIQUE INDEX event_registrations_of_a_registration ON public.event_registrations USING btree (registration_uuid);
CREATE INDEX events_newest_first ON public.events USING btree (created_at DESC, uuid);
CREATE INDEX events_published ON public.events USING btree (published);
CREATE INDEX gallery_in_order ON public.gallery USING btree (sort_time DESC, uuid);
CREATE INDEX gallery_newest_first ON public.gallery USING btree (created_at DESC, uuid);
CREATE INDEX order_deliveries_of_a_person ON public.order_deliveries USING btree (user_id);
CREATE INDEX parcels_of_a_person ON public.parcels USING btree (user_id);
CREATE INDEX passes_of_a_person ON public.passes USING btree (user_id);
CREATE INDEX passes_of_an_event ON public.passes USING btree (event_uuid);
CREATE INDEX payment_methods_newest_first ON public.payment_methods USING btree (created_at DESC, uuid);
CREATE INDEX payment_methods_newest_of_a_page ON public.payment_methods USING btree (pathname, created_at DESC, uuid);
CREATE INDEX payments_by_amount ON public.payments USING btree (amount);
CREATE INDEX payments_in_part ON public.payments USING btree (amount) WHERE ((received IS NOT NULL) AND (state = ANY (ARRAY['waiting'::text, 'rejected'::text])));
CREATE INDEX payments_keeping_pieces ON public.payments USING btree (deleted_at) WHERE keeps_pieces;
CREATE INDEX payments_newest_first ON public.payments USING btree (created_at DESC, record);
CREATE INDEX payments_of_a_person ON public.payments USING btree (user_id, created_at DESC);
CREATE UNIQUE INDEX payments_of_a_registration ON public.payments USING btree (registration_uuid);
CREATE UNIQUE INDEX payments_of_an_order ON public.payments USING btree (order_uuid);
CREATE INDEX payments_of_another_amount ON public.payments USING btree (decided_at) WHERE ((cancelled_by IS NOT NULL) OR (received IS NOT NULL) OR pieces_back);
CREATE INDEX payments_of_deleted_orders ON public.payments USING btree (created_at) WHERE ((place = 'transactions'::text) AND (state = 'accepted'::text) AND (deleted_at IS NOT NULL) AND (NOT pieces_back));
CREATE INDEX payments_rejected ON public.payments USING btree (place, record) WHERE (state = 'rejected'::text);
CREATE INDEX payments_reserved ON public.payments USING btree (created_at) WHERE (state = ANY (ARRAY['reserved'::text, 'released'::text]));
CREATE INDEX payments_waiting ON public.payments USING btree (amount) WHERE (state = 'waiting'::text);
CREATE INDEX products_cheapest_first ON public.products USING btree (price, uuid);
CREATE INDEX products_dearest_first ON public.products USING btree (price DESC, uuid);
CREATE INDEX products_hidden ON public.products USING btree (hidden) WHERE hidden;
CREATE INDEX products_newest_first ON public.products USING btree (created_at DESC, uuid);
CREATE INDEX products_newest_of_a_category ON public.products USING btree (category, created_at DESC, uuid);
CREATE INDEX push_subscriptions_of_a_person ON public.push_subscriptions USING btree (user_id, created_at);
CREATE INDEX push_subscriptions_of_a_session ON public.push_subscriptions USING btree (session_id);
CREATE INDEX reconciliations_newest_first ON public.reconciliations USING btree (reconciled_at DESC);
CREATE INDEX reconciliations_of_a_payment ON public.reconciliations USING btree (place, record);
CREATE INDEX refunds_newest_first ON public.refunds USING btree (refunded_on DESC, uuid);
CREATE UNIQUE INDEX refunds_of_a_line ON public.refunds USING btree (line_uuid);
CREATE INDEX refunds_of_a_payment ON public.refunds USING btree (place, record);
CREATE INDEX refunds_of_a_person ON public.refunds USING btree (user_id);
CREATE INDEX slides_in_order ON public.slides USING btree (sort_time DESC, uuid);
CREATE INDEX slides_newest_first ON public.slides USING btree (created_at DESC, uuid);
CREATE INDEX slots_of_an_event ON public.slots USING btree (event_uuid, kind, starts_at);
CREATE INDEX statement_lines_incoming ON public.statement_lines USING btree (amount, booked_on) WHERE (amount > 0);
CREATE INDEX statement_lines_of_an_import ON public.statement_lines USING btree (imported_at);
CREATE INDEX transactions_accepted ON public.transactions USING btree (created_at DESC, uuid) WHERE (status = 'Accepted'::text);
CREATE INDEX transactions_invoice_file ON public.transactions USING btree (((invoice_image ->> 'filename'::text)));
CREATE INDEX transactions_newest_first ON public.transactions USING btree (created_at DESC, uuid);
CREATE INDEX transactions_newest_of_a_person ON public.transactions USING btree (user_id, created_at DESC, uuid);
CREATE INDEX transactions_waiting ON public.transactions USING btree (created_at, uuid) WHERE (status = 'Processed'::text);
CREATE INDEX wishes_that_wait ON public.wishes USING btree (product_uuid) WHERE (awaited_size IS NOT NULL);
CREATE TRIGGER _100_mirror AFTER INSERT OR DELETE OR UPDATE ON private.user_roles FOR EACH ROW EXECUTE FUNCTION private.tg_user_roles__mirror();
CREATE TRIGGER _110_drop_messages_of_demoted AFTER UPDATE OF role ON private.user_roles FOR EACH ROW WHEN (((old.role = 'admin'::text) AND (new.role <> 'admin'::text))) EXECUTE FUNCTION private.tg_user_roles__drop_messages();
CREATE TRIGGER _120_drop_messages_of_removed AFTER DELETE ON private.user_roles FOR EACH ROW WHEN ((old.role = 'admin'::text)) EXECUTE FUNCTION private.tg_user_roles__drop_messages();
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON private.user_roles FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('user_id');
CREATE TRIGGER _900_notify AFTER INSERT OR DELETE OR UPDATE ON private.maintenance FOR EACH STATEMENT EXECUTE FUNCTION private.tg_maintenance__notify();
CREATE TRIGGER _000_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION private.tg_audit_log__append_only();
CREATE TRIGGER _000_only_talents_order BEFORE INSERT ON public.transactions FOR EACH STATEMENT WHEN ((row_security_active('public.transactions'::text) AND (private.app_role() IS DISTINCT FROM 'talent'::text))) EXECUTE FUNCTION private.tg_transactions__only_talents_order();
CREATE TRIGGER _005_require_no_registrations BEFORE DELETE ON public.events FOR EACH ROW EXECUTE FUNCTION private.tg_events__require_no_registrations();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.about_us FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.about_us_section FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.audition_announcements FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.audition_registrations FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.delivery_ways FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.events FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.gallery FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.payment_methods FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.products FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.shop_settings FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.slides FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _010_keep_deleted BEFORE DELETE ON public.transactions FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.tg__keep_deleted();
CREATE TRIGGER _040_require_recent_sign_in BEFORE INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__require_recent_sign_in();
CREATE TRIGGER _040_require_recent_sign_in BEFORE INSERT OR DELETE ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION private.tg__require_recent_sign_in();
CREATE TRIGGER _040_until_the_deadline BEFORE INSERT ON public.audition_registrations FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg_audition_registrations__until_the_deadline();
CREATE TRIGGER _045_require_recent_sign_in BEFORE UPDATE ON public.shop_settings FOR EACH ROW WHEN (((((new.how_to_pay IS DISTINCT FROM old.how_to_pay) OR (new.whatsapp IS DISTINCT FROM old.whatsapp)) OR (new.phone IS DISTINCT FROM old.phone)) OR (new.translations IS DISTINCT FROM old.translations))) EXECUTE FUNCTION private.tg__require_recent_sign_in();
CREATE TRIGGER _050_set_timestamps BEFORE INSERT ON public.delivery_details FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _050_set_timestamps BEFORE INSERT ON public.notification_choices FOR EACH ROW WHEN ((private.app_role() IS NOT NULL)) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'about-us-section');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'events', 'pictures', 'events');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'gallery');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('qris_image', 'payment-methods');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'products', 'pictures', 'products');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('image', 'slides');
CREATE TRIGGER _050_write_addresses BEFORE INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__write_addresses('invoice_image', 'transactions/invoices');
CREATE TRIGGER _060_merge_stock_edit BEFORE UPDATE OF sizes ON public.products FOR EACH ROW WHEN (jsonb_path_exists(new.sizes, 'strict $[*]?(exists (@."was"))'::jsonpath, '{}'::jsonb, true)) EXECUTE FUNCTION private.tg_products__merge_stock_edit();
CREATE TRIGGER _060_require_static_qris BEFORE INSERT OR UPDATE OF qris ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg_payment_methods__require_static_qris();
CREATE TRIGGER _060_write_line_addresses BEFORE INSERT OR UPDATE OF transactions ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'service_role'::name) OR (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg_transactions__write_line_addresses();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.about_us FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.about_us_section FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.audition_announcements FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.delivery_ways FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.events FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.gallery FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.payment_methods FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.products FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.shop_settings FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_cap_timestamps BEFORE INSERT ON public.slides FOR EACH ROW WHEN (((new.created_at > now()) AND (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_clear_answers_and_notes BEFORE UPDATE ON public.event_registrations FOR EACH ROW WHEN (((new.user_id IS NULL) AND (old.user_id IS NOT NULL))) EXECUTE FUNCTION private.tg_event_registrations__clear_answers_and_notes();
CREATE TRIGGER _100_forget AFTER UPDATE OF user_id ON public.order_deliveries FOR EACH ROW WHEN ((new.user_id IS NULL)) EXECUTE FUNCTION private.tg_order_deliveries__forget();
CREATE TRIGGER _100_keep_owner BEFORE UPDATE ON public.notification_choices FOR EACH ROW EXECUTE FUNCTION private.tg_notification_choices__keep_owner();
CREATE TRIGGER _100_keep_owner BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__keep_owner();
CREATE TRIGGER _100_leave_slots BEFORE INSERT OR UPDATE ON public.casting_decisions FOR EACH ROW WHEN ((new.decision = 'decline'::text)) EXECUTE FUNCTION private.tg_casting_decisions__leave_slots();
CREATE TRIGGER _100_normalise BEFORE INSERT OR UPDATE ON public.delivery_details FOR EACH ROW EXECUTE FUNCTION private.tg_delivery_details__normalise();
CREATE TRIGGER _100_replace BEFORE INSERT ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION private.tg_push_subscriptions__replace();
CREATE TRIGGER _100_replace BEFORE INSERT ON public.wishes FOR EACH ROW EXECUTE FUNCTION private.tg_wishes__replace();
CREATE TRIGGER _100_set_timestamps BEFORE INSERT ON public.audition_registrations FOR EACH ROW WHEN ((private.app_role() = 'talent'::text)) EXECUTE FUNCTION private.tg__set_timestamps();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.about_us FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.audition_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.delivery_ways FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_set_updated_at BEFORE UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _100_validate BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__validate();
CREATE TRIGGER _110_begin_sort_time BEFORE INSERT ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__begin_sort_time();
CREATE TRIGGER _110_begin_sort_time BEFORE INSERT ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__begin_sort_time();
CREATE TRIGGER _150_one_proof_each BEFORE INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__one_proof_each();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.about_us FOR EACH ROW WHEN (row_security_active('public.about_us'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.about_us_section FOR EACH ROW WHEN (row_security_active('public.about_us_section'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.audition_announcements FOR EACH ROW WHEN (row_security_active('public.audition_announcements'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.audition_registrations FOR EACH ROW WHEN (row_security_active('public.audition_registrations'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota AFTER INSERT OR UPDATE ON public.casting_scores FOR EACH ROW EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota AFTER INSERT ON public.check_ins FOR EACH ROW EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.delivery_details FOR EACH ROW WHEN (row_security_active('public.delivery_details'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.delivery_ways FOR EACH ROW WHEN (row_security_active('public.delivery_ways'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.events FOR EACH ROW WHEN (row_security_active('public.events'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.gallery FOR EACH ROW WHEN (row_security_active('public.gallery'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.notification_choices FOR EACH ROW WHEN (row_security_active('public.notification_choices'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.payment_methods FOR EACH ROW WHEN (row_security_active('public.payment_methods'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.products FOR EACH ROW WHEN (row_security_active('public.products'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.push_subscriptions FOR EACH ROW WHEN (row_security_active('public.push_subscriptions'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.shop_settings FOR EACH ROW WHEN (row_security_active('public.shop_settings'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.slides FOR EACH ROW WHEN (row_security_active('public.slides'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _190_quota BEFORE INSERT ON public.wishes FOR EACH ROW WHEN (row_security_active('public.wishes'::text)) EXECUTE FUNCTION private.tg__enforce_quota();
CREATE TRIGGER _200_set_updated_at BEFORE UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__set_updated_at();
CREATE TRIGGER _700_correct_event AFTER UPDATE ON public.audition_announcements FOR EACH ROW WHEN (((old.audition_status <> new.audition_status) OR (new.audition_status AND (((old.training_time IS DISTINCT FROM new.training_time) OR (old.rehearsal_time IS DISTINCT FROM new.rehearsal_time)) OR (old.audition_time IS DISTINCT FROM new.audition_time))))) EXECUTE FUNCTION private.tg_audition_announcements__correct_event();
CREATE TRIGGER _700_keep_slots AFTER INSERT OR UPDATE OF training_slot, rehearsal_slot, audition_slot ON public.casting_decisions FOR EACH ROW WHEN ((COALESCE(new.training_slot, new.rehearsal_slot, new.audition_slot) IS NOT NULL)) EXECUTE FUNCTION private.tg_casting_decisions__keep_slots();
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.about_us_section FOR EACH ROW WHEN (row_security_active('public.about_us_section'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'about-us-section');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW WHEN (row_security_active('public.audition_registrations'::text)) EXECUTE FUNCTION private.tg__require_pictures('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.events FOR EACH ROW WHEN (row_security_active('public.events'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'events', 'pictures', 'events');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.gallery FOR EACH ROW WHEN (row_security_active('public.gallery'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'gallery');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.payment_methods FOR EACH ROW WHEN (row_security_active('public.payment_methods'::text)) EXECUTE FUNCTION private.tg__require_pictures('qris_image', 'payment-methods');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.products FOR EACH ROW WHEN (row_security_active('public.products'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'products', 'pictures', 'products');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE ON public.slides FOR EACH ROW WHEN (row_security_active('public.slides'::text)) EXECUTE FUNCTION private.tg__require_pictures('image', 'slides');
CREATE TRIGGER _700_require_pictures AFTER INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg__require_pictures('invoice_image', 'transactions/invoices');
CREATE TRIGGER _800_write_audit_entry AFTER UPDATE ON public.casting_scores FOR EACH ROW WHEN (((new.score IS DISTINCT FROM old.score) AND (old.score IS NOT NULL))) EXECUTE FUNCTION private.tg__write_audit_entry('uuid', 'note');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.delivery_ways FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR UPDATE ON public.parcels FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('order_uuid');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _800_write_audit_entry AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((((new.state IS DISTINCT FROM old.state) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.received IS DISTINCT FROM old.received)) AND (old.state <> ALL (ARRAY['reserved'::text, 'released'::text])) AND ((('buyer'::text = old.cancelled_by) OR ('buyer'::text = new.cancelled_by)) IS NOT TRUE))) EXECUTE FUNCTION private.tg__write_audit_entry('record');
CREATE TRIGGER _800_write_audit_entry AFTER UPDATE ON public.products FOR EACH ROW WHEN (((new.price <> old.price) OR (new.hidden <> old.hidden))) EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE ON public.reconciliations FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('record');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('record');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.shop_settings FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _800_write_audit_entry AFTER INSERT OR DELETE OR UPDATE ON public.statement_formats FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('fingerprint');
CREATE TRIGGER _800_write_audit_entry AFTER DELETE ON public.statement_lines FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _800_write_audit_entry AFTER DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _810_write_audit_entry_of_buyer AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((((new.state IS DISTINCT FROM old.state) OR (new.received IS DISTINCT FROM old.received)) AND (('buyer'::text = old.cancelled_by) OR ('buyer'::text = new.cancelled_by)))) EXECUTE FUNCTION private.tg__write_audit_entry('record', 'reason');
CREATE TRIGGER _810_write_audit_entry_of_deletion AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _810_write_audit_entry_of_others AFTER INSERT ON public.transactions FOR EACH ROW WHEN (((CURRENT_USER = 'service_role'::name) OR (private.app_role() = 'admin'::text))) EXECUTE FUNCTION private.tg__write_audit_entry('uuid');
CREATE TRIGGER _820_note_received AFTER INSERT OR DELETE ON public.reconciliations FOR EACH ROW EXECUTE FUNCTION private.tg_reconciliations__note_received();
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.about_us_section FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'about-us-section');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('comcard_image', 'audition-registrations/comcards', 'invoice_image', 'audition-registrations/invoices');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'events', 'pictures', 'events');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.gallery FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'gallery');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('qris_image', 'payment-methods');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'products', 'pictures', 'products');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE ON public.slides FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('image', 'slides');
CREATE TRIGGER _850_note_pictures AFTER INSERT OR UPDATE OF invoice_image ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__note_pictures('invoice_image', 'transactions/invoices');
CREATE TRIGGER _860_settle_proof AFTER INSERT OR UPDATE ON public.transactions FOR EACH ROW WHEN ((new.status <> 'Processed'::text)) EXECUTE FUNCTION private.tg_transactions__settle_proof();
CREATE TRIGGER _870_copy_delivery AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__copy_delivery();
CREATE TRIGGER _875_forget_delivery AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['Processed'::text, 'Accepted'::text]))) EXECUTE FUNCTION private.tg_transactions__forget_delivery();
CREATE TRIGGER _880_enter_stock AFTER INSERT OR UPDATE OF sizes ON public.products FOR EACH ROW EXECUTE FUNCTION private.tg_products__enter_stock();
CREATE TRIGGER _880_hold_stock AFTER INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__hold_stock();
CREATE TRIGGER _880_join_event AFTER INSERT ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg_audition_registrations__join_event();
CREATE TRIGGER _885_hold_stock AFTER DELETE OR UPDATE OF status, transactions ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__hold_stock();
CREATE TRIGGER _890_announce_return AFTER UPDATE OF sizes, hidden ON public.products FOR EACH ROW WHEN ((NOT new.hidden)) EXECUTE FUNCTION private.tg_products__announce_return();
CREATE TRIGGER _890_note_payment AFTER INSERT ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg_audition_registrations__note_payment();
CREATE TRIGGER _890_note_payment AFTER INSERT ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__note_payment();
CREATE TRIGGER _891_follow_total AFTER UPDATE OF transactions, delivery_way, status ON public.transactions FOR EACH ROW WHEN (((new.transactions IS DISTINCT FROM old.transactions) OR (new.delivery_way IS DISTINCT FROM old.delivery_way) OR ((new.status = 'Processed'::text) AND (old.status <> 'Processed'::text)))) EXECUTE FUNCTION private.tg_transactions__follow_total();
CREATE TRIGGER _892_note_review_of_others AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.status <> 'Processed'::text)) EXECUTE FUNCTION private.tg_transactions__note_review();
CREATE TRIGGER _893_note_review AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION private.tg_transactions__note_review();
CREATE TRIGGER _895_drop_messages AFTER DELETE ON public.audition_announcements FOR EACH ROW EXECUTE FUNCTION private.tg__drop_messages();
CREATE TRIGGER _895_note_deletion AFTER DELETE ON public.audition_registrations FOR EACH ROW EXECUTE FUNCTION private.tg__note_deletion();
CREATE TRIGGER _895_note_deletion AFTER DELETE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg__note_deletion();
CREATE TRIGGER _900_drop_mails AFTER INSERT OR UPDATE ON public.notification_choices FOR EACH ROW WHEN ((NOT new.mail)) EXECUTE FUNCTION private.tg_notification_choices__drop_mails();
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.announcement_texts FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('admins');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.casting_decisions FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('admins');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.casting_scores FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.check_ins FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.event_announcements FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.event_registrations FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.passes FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.slots FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_casting AFTER INSERT OR DELETE OR UPDATE ON public.stage_calls FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_casting('leaders');
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.about_us FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.about_us_section FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.delivery_ways FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.gallery FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.payment_methods FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shop_settings FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_notify_content_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.slides FOR EACH STATEMENT EXECUTE FUNCTION private.tg__notify_content_changed();
CREATE TRIGGER _900_seal AFTER INSERT OR DELETE OR UPDATE ON public.transactions FOR EACH ROW EXECUTE FUNCTION private.tg_transactions__seal();
CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.audition_announcements FOR EACH ROW WHEN (row_security_active('public.audition_announcements'::text)) EXECUTE FUNCTION private.tg__enqueue_event('announcement_made', '15 seconds');
CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.audition_registrations FOR EACH ROW WHEN (row_security_active('public.audition_registrations'::text)) EXECUTE FUNCTION private.tg__enqueue_event('registration_received', '0 seconds');
CREATE TRIGGER _910_enqueue_event AFTER INSERT OR UPDATE ON public.parcels FOR EACH ROW WHEN ((new.sent_at IS NOT NULL)) EXECUTE FUNCTION private.tg_parcels__enqueue_event();
CREATE TRIGGER _910_enqueue_event AFTER INSERT OR DELETE OR UPDATE ON public.payment_methods FOR EACH ROW EXECUTE FUNCTION private.tg_payment_methods__enqueue_event();
CREATE TRIGGER _910_enqueue_event AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((new.place = 'audition_registrations'::text) AND (old.state <> ALL (ARRAY['reserved'::text, 'released'::text])) AND (((new.state IS DISTINCT FROM old.state) OR (new.reason IS DISTINCT FROM old.reason)) OR (new.deleted_at IS DISTINCT FROM old.deleted_at)))) EXECUTE FUNCTION private.tg_payments__enqueue_event();
CREATE TRIGGER _910_enqueue_event AFTER INSERT ON public.transactions FOR EACH ROW WHEN (row_security_active('public.transactions'::text)) EXECUTE FUNCTION private.tg_transactions__enqueue_event();
CREATE TRIGGER _915_note_decision AFTER UPDATE OF status ON public.transactions FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.tg_transactions__enqueue_event();
CREATE TRIGGER _920_enqueue_correction AFTER UPDATE ON public.audition_announcements FOR EACH ROW WHEN ((row_security_active('public.audition_announcements'::text) AND ((old.audition_status <> new.audition_status) OR (new.audition_status AND (((old.training_time IS DISTINCT FROM new.training_time) OR (old.rehearsal_time IS DISTINCT FROM new.rehearsal_time)) OR (old.audition_time IS DISTINCT FROM new.audition_time)))))) EXECUTE FUNCTION private.tg_audition_announcements__enqueue_correction();
ALTER TABLE ONLY private.messages ADD CONSTRAINT messages_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY private.quota_use ADD CONSTRAINT quota_use_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY private.unsubscribe_tokens ADD CONSTRAINT unsubscribe_tokens_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY private.user_roles ADD CONSTRAINT user_roles_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.announcement_texts ADD CONSTRAINT announcement_texts_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.audition_announcements ADD CONSTRAINT audition_announcements_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audition_registrations ADD CONSTRAINT audition_registrations_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_audition_slot_is_a_slot FOREIGN KEY (audition_slot) REFERENCES public.slots(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_rehearsal_slot_is_a_slot FOREIGN KEY (rehearsal_slot) REFERENCES public.slots(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.casting_decisions ADD CONSTRAINT casting_decisions_training_slot_is_a_slot FOREIGN KEY (training_slot) REFERENCES public.slots(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.casting_scores ADD CONSTRAINT casting_scores_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.casting_scores ADD CONSTRAINT casting_scores_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_ins ADD CONSTRAINT check_ins_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_ins ADD CONSTRAINT check_ins_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.check_ins ADD CONSTRAINT check_ins_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.delivery_details ADD CONSTRAINT delivery_details_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_announcement_uuid_is_an_announcement FOREIGN KEY (announcement_uuid) REFERENCES public.audition_announcements(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE RESTRICT;
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_announcements ADD CONSTRAINT event_announcements_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.event_registrations ADD CONSTRAINT event_registrations_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE RESTRICT;
ALTER TABLE ONLY public.event_registrations ADD CONSTRAINT event_registrations_registration_uuid_is_a_registration FOREIGN KEY (registration_uuid) REFERENCES public.audition_registrations(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.event_registrations ADD CONSTRAINT event_registrations_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.notification_choices ADD CONSTRAINT notification_choices_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.order_deliveries ADD CONSTRAINT order_deliveries_order_uuid_is_an_order FOREIGN KEY (order_uuid) REFERENCES public.transactions(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.order_deliveries ADD CONSTRAINT order_deliveries_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.order_notes ADD CONSTRAINT order_notes_are_of_an_order FOREIGN KEY (order_uuid) REFERENCES public.transactions(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.passes ADD CONSTRAINT passes_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE RESTRICT;
ALTER TABLE ONLY public.passes ADD CONSTRAINT passes_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.passes ADD CONSTRAINT passes_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payments ADD CONSTRAINT payments_order_uuid_is_an_order FOREIGN KEY (order_uuid) REFERENCES public.transactions(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.payments ADD CONSTRAINT payments_registration_uuid_is_a_registration FOREIGN KEY (registration_uuid) REFERENCES public.audition_registrations(uuid) ON DELETE SET NULL;
ALTER TABLE ONLY public.push_subscriptions ADD CONSTRAINT push_subscriptions_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.reconciliations ADD CONSTRAINT reconciliations_are_of_a_payment FOREIGN KEY (place, record) REFERENCES public.payments(place, record) ON DELETE RESTRICT;
ALTER TABLE ONLY public.reconciliations ADD CONSTRAINT reconciliations_line_uuid_is_a_line FOREIGN KEY (line_uuid) REFERENCES public.statement_lines(uuid) ON DELETE RESTRICT;
ALTER TABLE ONLY public.refunds ADD CONSTRAINT refunds_are_of_a_payment FOREIGN KEY (place, record) REFERENCES public.payments(place, record) ON DELETE RESTRICT;
ALTER TABLE ONLY public.refunds ADD CONSTRAINT refunds_line_uuid_is_a_line FOREIGN KEY (line_uuid) REFERENCES public.statement_lines(uuid) ON DELETE RESTRICT;
ALTER TABLE ONLY public.slots ADD CONSTRAINT slots_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.stage_calls ADD CONSTRAINT stage_calls_event_uuid_is_an_event FOREIGN KEY (event_uuid) REFERENCES public.events(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.stage_calls ADD CONSTRAINT stage_calls_registration_uuid_is_registered FOREIGN KEY (registration_uuid) REFERENCES public.event_registrations(uuid) ON DELETE CASCADE;
ALTER TABLE ONLY public.wishes ADD CONSTRAINT wishes_user_id_is_an_account FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
CREATE POLICY delete_as_admin ON public.about_us FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.about_us_section FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.audition_announcements FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.audition_registrations FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.delivery_ways FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.events FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.gallery FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.payment_methods FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.products FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.shop_settings FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.slides FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_as_admin ON public.transactions FOR DELETE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY delete_own ON public.delivery_details FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY delete_own ON public.push_subscriptions FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
CREATE POLICY delete_own ON public.transactions FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY delete_own ON public.wishes FOR DELETE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY insert_as_admin ON public.about_us FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.about_us_section FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.audition_announcements FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.audition_registrations FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.delivery_ways FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.events FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.gallery FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.payment_methods FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.products FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.shop_settings FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_as_admin ON public.slides FOR INSERT TO authenticated WITH CHECK ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY insert_own ON public.audition_registrations FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (NOT private.is_uploaded_by_another(private.picture_folder('audition_registrations'::text, 'comcard_image'::text), comcard_image)) AND (NOT private.is_uploaded_by_another(private.picture_folder('audition_registrations'::text, 'invoice_image'::text), invoice_image))));
CREATE POLICY insert_own ON public.delivery_details FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY insert_own ON public.notification_choices FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
CREATE POLICY insert_own ON public.push_subscriptions FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
CREATE POLICY insert_own ON public.transactions FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'Processed'::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY insert_own ON public.wishes FOR INSERT TO authenticated WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_all ON public.about_us FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.about_us_section FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.delivery_ways FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.gallery FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.payment_methods FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.shop_settings FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all ON public.slides FOR SELECT TO anon, authenticated USING (true);
CREATE POLICY select_all_as_admin ON public.events FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_all_as_admin ON public.products FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_all_as_admin ON public.transactions FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_all_as_leader ON public.audition_announcements FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.audition_registrations FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.check_ins FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.event_announcements FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.event_registrations FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.passes FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.slots FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_all_as_leader ON public.stage_calls FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = ANY (ARRAY['leadership'::text, 'admin'::text])));
CREATE POLICY select_as_admin ON public.announcement_texts FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.audit_log FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.casting_decisions FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.casting_scores FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.order_deliveries FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.order_notes FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.parcels FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.payments FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.reconciliations FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.refunds FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.statement_formats FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_as_admin ON public.statement_lines FOR SELECT TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY select_own ON public.audition_announcements FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.audition_registrations FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.casting_scores FOR SELECT TO authenticated USING (((( SELECT private.app_role() AS app_role) = 'leadership'::text) AND ((user_id = ( SELECT auth.uid() AS uid)) OR private.caller_has_scored(uuid))));
CREATE POLICY select_own ON public.check_ins FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.delivery_details FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.event_announcements FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.event_registrations FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.notification_choices FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
CREATE POLICY select_own ON public.order_deliveries FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.parcels FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.passes FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.payments FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.push_subscriptions FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
CREATE POLICY select_own ON public.refunds FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.transactions FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_own ON public.wishes FOR SELECT TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY select_published ON public.events FOR SELECT TO anon, authenticated USING (published);
CREATE POLICY select_published ON public.products FOR SELECT TO anon, authenticated USING ((NOT hidden));
CREATE POLICY select_registered ON public.events FOR SELECT TO authenticated USING ((uuid IN ( SELECT event_registrations.event_uuid
   FROM public.event_registrations)));
CREATE POLICY update_as_admin ON public.about_us FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.about_us_section FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.audition_announcements FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.audition_registrations FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.delivery_ways FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.events FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.gallery FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.payment_methods FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.products FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.shop_settings FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.slides FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_as_admin ON public.transactions FOR UPDATE TO authenticated USING ((( SELECT private.app_role() AS app_role) = 'admin'::text));
CREATE POLICY update_own ON public.delivery_details FOR UPDATE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) = 'talent'::text)));
CREATE POLICY update_own ON public.notification_choices FOR UPDATE TO authenticated USING (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT private.app_role() AS app_role) IS NOT NULL)));
GRANT USAGE ON SCHEMA private TO supabase_auth_admin, supabase_storage_admin;

REVOKE USAGE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role;
GRANT SELECT ON TABLE public.payments TO authenticated, service_role;
GRANT ALL ON FUNCTION private.app_role() TO authenticated, service_role;
GRANT SELECT ON TABLE public.casting_decisions TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_areas(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_event_days(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.is_image(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_images(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_order_lines(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_places(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_questions(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_sizes(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.are_translations(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.backup_state_with_error() TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.buyer_email(person uuid) TO authenticated;
GRANT ALL ON FUNCTION private.buyer_name(person uuid) TO authenticated;
GRANT ALL ON FUNCTION private.caller_has_scored(uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION private.claim_message(message uuid) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.crc16(content bytea) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.create_messages(sends_mail boolean) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.delete_push_subscription(gone text) TO supabase_auth_admin;
GRANT SELECT ON TABLE public.delivery_ways TO anon;
GRANT SELECT, DELETE, INSERT (uuid, name, kind, description, areas, price, per_kilogram, free_from, days_from, days_to, default_weight, created_at, updated_at, tracking_page), UPDATE (uuid, name, kind, description, areas, price, per_kilogram, free_from, days_from, days_to, default_weight, created_at, updated_at, tracking_page) ON TABLE public.delivery_ways TO authenticated, service_role;
GRANT ALL ON FUNCTION private.due_messages(most integer, ways text[]) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.end_devices_of(session uuid) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.end_devices_without_session(person uuid) TO supabase_auth_admin;
GRANT SELECT ON TABLE public.event_registrations TO authenticated, service_role;
GRANT ALL ON FUNCTION private.expired_pictures() TO supabase_storage_admin;
GRANT SELECT ON TABLE public.check_ins TO service_role;
GRANT SELECT (nonce, event_uuid, registration_uuid, user_id, answer, scanned_at, stored_at) ON TABLE public.check_ins TO authenticated;
GRANT ALL ON FUNCTION private.folder_of(object_name text) TO authenticated, supabase_storage_admin;
GRANT ALL ON FUNCTION private.is_audited_picture(bucket text, object_name text) TO authenticated, service_role, supabase_storage_admin;
GRANT ALL ON FUNCTION private.is_delivery_way(value jsonb) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.is_evidence(object_name text) TO authenticated;
GRANT ALL ON FUNCTION private.picture_columns() TO anon, authenticated, service_role, supabase_storage_admin;
GRANT ALL ON FUNCTION private.is_personal(bucket text, object_name text) TO anon, authenticated, service_role, supabase_storage_admin;
GRANT ALL ON FUNCTION private.is_read_by_leaders(object_name text) TO authenticated;
GRANT ALL ON FUNCTION private.is_single_file_read() TO anon, authenticated;
GRANT ALL ON FUNCTION private.is_uploaded_by_another(folder text, image jsonb) TO authenticated;
GRANT ALL ON FUNCTION private.lapse_orders(days integer) TO supabase_auth_admin;
GRANT SELECT ON TABLE public.event_announcements TO authenticated, service_role;
GRANT ALL ON FUNCTION private.low_stock_threshold() TO authenticated;
GRANT ALL ON FUNCTION private.maintenance_message() TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.qris_fields(code text) TO authenticated, service_role;
GRANT ALL ON FUNCTION private.qris_fault(code text) TO authenticated, service_role;
GRANT SELECT ON TABLE public.payment_methods TO anon;
GRANT SELECT, DELETE, INSERT (uuid, pathname, payment_account, account_number, qris_image, full_name, created_at, updated_at, fee, deadline, qris, ceiling, exact_amounts), UPDATE (uuid, pathname, payment_account, account_number, qris_image, full_name, created_at, updated_at, fee, deadline, qris, ceiling, exact_amounts) ON TABLE public.payment_methods TO authenticated, service_role;
GRANT ALL ON FUNCTION private.note_running(jumped boolean, recoverable_for interval) TO supabase_storage_admin;
GRANT SELECT, DELETE, INSERT (uuid, user_id, transactions, invoice_image, status, created_at, updated_at, delivery_way), UPDATE (uuid, user_id, transactions, invoice_image, status, created_at, updated_at, delivery_way) ON TABLE public.transactions TO authenticated, service_role;
GRANT ALL ON FUNCTION private.orphaned_pictures(age interval) TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.picture_folder(place text, column_name text) TO anon, authenticated, service_role, supabase_storage_admin;
GRANT ALL ON FUNCTION private.purge_declined() TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.purge_deleted_records() TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.push_key_pair() TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.record_delivery(message uuid, outcome text, said text, retry_after interval) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.recover_messages() TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.recoverable() TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.referenced_removed_versions(versions text[]) TO supabase_storage_admin;
GRANT SELECT ON TABLE public.slots TO authenticated, service_role;
GRANT ALL ON FUNCTION private.remember_language(person uuid, spoken text) TO supabase_auth_admin;
GRANT ALL ON FUNCTION private.restore_removed(removed_version text) TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.reviewer_email(this_place text, this_record uuid) TO authenticated;
GRANT ALL ON FUNCTION private.shop_id() TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.uptime_cutoff(age interval) TO supabase_storage_admin;
GRANT ALL ON FUNCTION private.wait_after_jump() TO supabase_storage_admin;
GRANT ALL ON FUNCTION public.accept_matches(lines uuid[]) TO authenticated;
GRANT ALL ON FUNCTION public.announce(event_uuid uuid, accepted integer, declined integer, round text, texts jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.ask_for_other_hours(announcement_uuid uuid, reason text) TO authenticated;
GRANT ALL ON FUNCTION public.backup_state() TO authenticated;
GRANT ALL ON FUNCTION public.call_to_stage(registration_uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.cancel_order(order_uuid uuid, reason text) TO authenticated;
GRANT ALL ON FUNCTION public.casting_results(event_uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.change_slot(slot_uuid uuid, changes jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.check_in(event_uuid uuid, scans jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.closing(first_day date, last_day date) TO authenticated;
GRANT ALL ON FUNCTION public.decide(registration_uuids uuid[], changes jsonb, round text) TO authenticated;
GRANT ALL ON FUNCTION public.delete_my_account() TO authenticated;
GRANT ALL ON FUNCTION public.deleted_records() TO authenticated;
GRANT ALL ON FUNCTION public.door_list(event_uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.failed_mails() TO authenticated;
GRANT ALL ON FUNCTION public.fill_slots(event_uuid uuid, kind text, round text) TO authenticated;
GRANT ALL ON FUNCTION public.find_buyers(user_ids uuid[]) TO authenticated;
GRANT ALL ON FUNCTION public.import_statement(account text, lines jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.jurors() TO authenticated;
GRANT ALL ON FUNCTION public.keep_announcement_text(event_uuid uuid, accepted boolean, en text, id text, round text) TO authenticated;
GRANT ALL ON FUNCTION public.keep_order_note(order_uuid uuid, note text) TO authenticated;
GRANT ALL ON FUNCTION public.mark_arrived(order_uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.match_line(line uuid, place text, records uuid[], accepting boolean, shares bigint[]) TO authenticated;
GRANT ALL ON FUNCTION public.match_refund(refund uuid, line uuid) TO authenticated;
GRANT ALL ON FUNCTION public.my_data() TO authenticated;
GRANT ALL ON FUNCTION public.my_removal() TO authenticated;
GRANT ALL ON FUNCTION public.my_role() TO authenticated;
GRANT ALL ON FUNCTION public.open_payments(typed text, came bigint) TO authenticated;
GRANT ALL ON FUNCTION public.order_timeline(order_uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.owed_refunds() TO authenticated;
GRANT ALL ON FUNCTION public.pack_orders(order_uuids uuid[]) TO authenticated;
GRANT ALL ON FUNCTION public.plan_slots(event_uuid uuid, kind text, first_at timestamp with time zone, people integer, minutes integer, at_once integer, break_at timestamp with time zone, break_minutes integer, place text) TO authenticated;
GRANT ALL ON FUNCTION public.preview_announcement(event_uuid uuid, round text) TO authenticated;
GRANT ALL ON FUNCTION public.proofs_of(place text, record uuid) TO authenticated;
GRANT ALL ON FUNCTION public.push_key() TO authenticated;
GRANT ALL ON FUNCTION public.record_received(place text, record uuid, received bigint) TO authenticated;
GRANT ALL ON FUNCTION public.record_refund(place text, record uuid, amount bigint, refunded_on date, way text, note text, refund uuid) TO authenticated;
GRANT ALL ON FUNCTION public.refund_lines(refund uuid) TO authenticated;
GRANT ALL ON FUNCTION public.register_for_event(event_uuid uuid, registration jsonb, answers jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.remember_format(fingerprint text, format jsonb, account text) TO authenticated;
GRANT ALL ON FUNCTION public.remove_slots(slot_uuids uuid[]) TO authenticated;
GRANT ALL ON FUNCTION public.reserve_amount(pathname text, total bigint, record uuid) TO authenticated;
GRANT ALL ON FUNCTION public.restore_record(place text, uuid uuid) TO authenticated;
GRANT ALL ON FUNCTION public.restore_removed_picture(name text) TO authenticated;
GRANT ALL ON FUNCTION public.resubmission(place text, record uuid) TO authenticated;
GRANT ALL ON FUNCTION public.review(place text, record uuid, decision text, reason text) TO authenticated;
GRANT ALL ON FUNCTION public.review_warnings(place text, record uuid) TO authenticated;
GRANT ALL ON FUNCTION public.score_registration(registration_uuid uuid, changes jsonb, round text, juror uuid) TO authenticated;
GRANT ALL ON FUNCTION public.search_buyers(words text) TO authenticated;
GRANT SELECT ON TABLE public.products TO anon;
GRANT SELECT, DELETE, INSERT (uuid, image, heading, sub_heading, category, description, price, created_at, updated_at, sizes, pictures, translations, weight, hidden, price_before, few_from), UPDATE (uuid, image, heading, sub_heading, category, description, price, created_at, updated_at, sizes, pictures, translations, weight, hidden, price_before, few_from) ON TABLE public.products TO authenticated, service_role;
GRANT ALL ON FUNCTION public.search_products(words text, near boolean, in_size text, in_stock boolean) TO anon, authenticated, service_role;
GRANT ALL ON FUNCTION public.send_another_proof(place text, record uuid, invoice_image jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.send_failed_mails() TO authenticated;
GRANT ALL ON FUNCTION public.send_orders(parcels jsonb) TO authenticated;
GRANT ALL ON FUNCTION public.send_test_announcement(event_uuid uuid, accepted boolean, round text) TO authenticated;
GRANT ALL ON FUNCTION public.settle_deleted_order(order_uuid uuid, gives_back boolean) TO authenticated;
GRANT ALL ON FUNCTION public.shared_amounts() TO authenticated;
GRANT ALL ON FUNCTION public.statement_matches() TO authenticated;
GRANT ALL ON FUNCTION public.undo_import(at timestamp with time zone) TO authenticated;
GRANT ALL ON FUNCTION public.undo_refund(refund uuid) TO authenticated;
GRANT ALL ON FUNCTION public.undo_review(place text, record uuid) TO authenticated;
GRANT ALL ON FUNCTION public.undo_sending(order_uuid uuid, was text) TO authenticated;
GRANT ALL ON FUNCTION public.unmatch_line(line uuid) TO authenticated;
GRANT ALL ON FUNCTION public.unsubscribe(token uuid) TO anon, authenticated;
GRANT SELECT ON TABLE public.about_us TO anon;
GRANT SELECT, DELETE, INSERT (uuid, heading, sub_heading, description, created_at, updated_at, translations), UPDATE (uuid, heading, sub_heading, description, created_at, updated_at, translations) ON TABLE public.about_us TO authenticated, service_role;
GRANT SELECT ON TABLE public.about_us_section TO anon;
GRANT SELECT, DELETE, INSERT (uuid, image, heading, sub_heading, description, created_at, updated_at, translations), UPDATE (uuid, image, heading, sub_heading, description, created_at, updated_at, translations) ON TABLE public.about_us_section TO authenticated, service_role;
GRANT SELECT ON TABLE public.announcement_texts TO authenticated, service_role;
GRANT SELECT ON TABLE public.audit_log TO authenticated, service_role;
GRANT SELECT, DELETE, INSERT (uuid, user_id, audition_status, training_time, rehearsal_time, audition_time, created_at, updated_at), UPDATE (uuid, user_id, audition_status, training_time, rehearsal_time, audition_time, created_at, updated_at) ON TABLE public.audition_announcements TO authenticated, service_role;
GRANT SELECT, DELETE, INSERT (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height, comcard_image, invoice_image, created_at, updated_at), UPDATE (uuid, user_id, name, place_and_date_of_birth, address, age, body_weight, height, comcard_image, invoice_image, created_at, updated_at) ON TABLE public.audition_registrations TO authenticated, service_role;
GRANT SELECT ON TABLE public.audition_announcements_with_registrant TO authenticated, service_role;
GRANT SELECT ON TABLE public.best_products TO authenticated;
GRANT SELECT ON TABLE public.casting_scores TO authenticated, service_role;
GRANT SELECT ON TABLE public.decided_reviews TO authenticated;
GRANT SELECT, DELETE, INSERT (user_id, name, whatsapp, address, note, created_at, updated_at, province, city), UPDATE (user_id, name, whatsapp, address, note, created_at, updated_at, province, city) ON TABLE public.delivery_details TO authenticated, service_role;
GRANT SELECT ON TABLE public.events TO anon;
GRANT SELECT, DELETE, INSERT (uuid, name, story, image, pictures, places, days, opens_at, closes_at, fee, sought, asked, published, forget_after_days, translations, created_at, updated_at), UPDATE (uuid, name, story, image, pictures, places, days, opens_at, closes_at, fee, sought, asked, published, forget_after_days, translations, created_at, updated_at) ON TABLE public.events TO authenticated, service_role;
GRANT SELECT ON TABLE public.gallery TO anon;
GRANT SELECT, DELETE, INSERT (uuid, image, heading, sub_heading, description, created_at, updated_at, translations, sort_time), UPDATE (uuid, image, heading, sub_heading, description, created_at, updated_at, translations, sort_time) ON TABLE public.gallery TO authenticated, service_role;
GRANT SELECT ON TABLE public.low_stock TO authenticated;
GRANT SELECT, INSERT (user_id, mail, language, created_at, updated_at), UPDATE (user_id, mail, language, created_at, updated_at) ON TABLE public.notification_choices TO authenticated, service_role;
GRANT SELECT ON TABLE public.order_deliveries TO authenticated, service_role;
GRANT SELECT ON TABLE public.order_notes TO authenticated, service_role;
GRANT SELECT ON TABLE public.orders_by_day TO authenticated;
GRANT SELECT ON TABLE public.parcels TO authenticated, service_role;
GRANT SELECT ON TABLE public.passes TO authenticated, service_role;
GRANT SELECT ON TABLE public.product_categories TO anon, authenticated, service_role;
GRANT SELECT ON TABLE public.product_sizes TO anon, authenticated, service_role;
GRANT SELECT, DELETE, INSERT (uuid, user_id, endpoint, p256dh, auth, language) ON TABLE public.push_subscriptions TO authenticated, service_role;
GRANT SELECT ON TABLE public.reconciliations TO authenticated, service_role;
GRANT SELECT ON TABLE public.refunds TO authenticated, service_role;
GRANT SELECT ON TABLE public.registrations_by_day TO authenticated;
GRANT SELECT ON TABLE public.review_queue TO authenticated;
GRANT SELECT ON TABLE public.shop_settings TO anon;
GRANT SELECT, DELETE, INSERT (uuid, name, tagline, address, phone, whatsapp, social_links, opening_hours, delivery_and_returns, size_chart, how_to_pay, questions, default_language, default_weight, created_at, updated_at, translations), UPDATE (uuid, name, tagline, address, phone, whatsapp, social_links, opening_hours, delivery_and_returns, size_chart, how_to_pay, questions, default_language, default_weight, created_at, updated_at, translations) ON TABLE public.shop_settings TO authenticated, service_role;
GRANT SELECT ON TABLE public.shop_facts TO anon, authenticated, service_role;
GRANT SELECT ON TABLE public.slides TO anon;
GRANT SELECT, DELETE, INSERT (uuid, title, image, created_at, updated_at, translations, sort_time, focus_x, focus_y, link), UPDATE (uuid, title, image, created_at, updated_at, translations, sort_time, focus_x, focus_y, link) ON TABLE public.slides TO authenticated, service_role;
GRANT SELECT ON TABLE public.stage_calls TO authenticated, service_role;
GRANT SELECT ON TABLE public.statement_formats TO authenticated, service_role;
GRANT SELECT ON TABLE public.statement_lines TO authenticated, service_role;
GRANT SELECT ON TABLE public.unanswered_registrations TO authenticated;
GRANT SELECT ON TABLE public.unsent_orders TO authenticated;
GRANT SELECT, DELETE, INSERT (uuid, user_id, product_uuid, awaited_size) ON TABLE public.wishes TO authenticated, service_role;

CREATE POLICY tapis_delete_as_admin ON storage.objects FOR DELETE TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY tapis_delete_own ON storage.objects FOR DELETE TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (NOT private.is_evidence(name)));

CREATE POLICY tapis_insert_as_admin ON storage.objects FOR INSERT TO authenticated
    WITH CHECK ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text) AND (private.folder_of(name) IN ( SELECT picture_columns.folder
   FROM private.picture_columns() picture_columns(place, column_name, is_list, folder, audience))));

CREATE POLICY tapis_insert_own ON storage.objects FOR INSERT TO authenticated
    WITH CHECK ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text) AND (private.folder_of(name) IN ( SELECT picture_columns.folder
   FROM private.picture_columns() picture_columns(place, column_name, is_list, folder, audience)
  WHERE (NOT starts_with(picture_columns.audience, 'everyone'::text)))));

CREATE POLICY tapis_read_cards_as_leader ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND ( SELECT private.is_single_file_read() AS is_single_file_read) AND (( SELECT private.app_role() AS app_role) = 'leadership'::text) AND private.is_read_by_leaders(name));

CREATE POLICY tapis_read_public_folders ON storage.objects FOR SELECT TO anon, authenticated
    USING ((bucket_id = 'tapis'::text) AND ( SELECT private.is_single_file_read() AS is_single_file_read) AND (NOT private.is_personal(bucket_id, name)));

CREATE POLICY tapis_select_all_as_admin ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (( SELECT private.app_role() AS app_role) = 'admin'::text));

CREATE POLICY tapis_select_own ON storage.objects FOR SELECT TO authenticated
    USING ((bucket_id = 'tapis'::text) AND (owner_id = (( SELECT auth.uid() AS uid))::text) AND (( SELECT private.app_role() AS app_role) = 'talent'::text));

CREATE TRIGGER tapis_050_require_recent_sign_in BEFORE DELETE ON storage.objects FOR EACH ROW WHEN (((old.bucket_id = 'tapis'::text) AND starts_with(old.name, (private.picture_folder('payment_methods'::text, 'qris_image'::text) || '/'::text)))) EXECUTE FUNCTION private.tg_objects__keep_where_people_pay();

CREATE TRIGGER tapis_100_mirror_role BEFORE INSERT OR UPDATE OF raw_app_meta_data, raw_user_meta_data ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__mirror_role();

CREATE TRIGGER tapis_100_use_name_once AFTER INSERT OR UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW EXECUTE FUNCTION private.tg_objects__use_name_once();

CREATE TRIGGER tapis_200_begin_as_talent AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__begin_as_talent();

CREATE TRIGGER tapis_200_quota AFTER INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'tapis'::text)) EXECUTE FUNCTION private.tg_objects__quota();

CREATE TRIGGER tapis_300_forget_deleted_records AFTER DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION private.tg_users__purge_deleted_records();

CREATE TRIGGER tapis_700_notify_content_changed AFTER DELETE OR UPDATE ON storage.objects FOR EACH ROW WHEN ((NOT private.is_personal(old.bucket_id, old.name))) EXECUTE FUNCTION private.tg__notify_content_changed();

CREATE TRIGGER tapis_800_record_upload AFTER INSERT ON storage.objects FOR EACH ROW WHEN (private.is_audited_picture(new.bucket_id, new.name)) EXECUTE FUNCTION private.tg__write_audit_entry('id');

CREATE TRIGGER tapis_810_record_rename AFTER UPDATE OF bucket_id, name, version ON storage.objects FOR EACH ROW WHEN ((private.is_audited_picture(old.bucket_id, old.name) OR private.is_audited_picture(new.bucket_id, new.name))) EXECUTE FUNCTION private.tg__write_audit_entry('id');

CREATE TRIGGER tapis_820_record_removal AFTER DELETE ON storage.objects FOR EACH ROW WHEN (private.is_audited_picture(old.bucket_id, old.name)) EXECUTE FUNCTION private.tg__write_audit_entry('id');
