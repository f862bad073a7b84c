"""What there is once at most: each unique key of the shop's tables, and what it protects.

Told here and not read from the catalogue, so that a key that was dropped is missed.
"""

import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import STORED, key_of

STORED_TWICE = "a record that is sent again after a lost answer, and stored twice"
OPEN_DIGEST = "((way = 'digest'::text) AND (state = 'waiting'::text) AND (attempts = 0))"

# By its name: the table, the columns and conditions, and what would be possible without it.
PROMISES = {
    "announcement_texts_one_each": (
        "public.announcement_texts (event_uuid, round, accepted)",
        "two texts for the same people of a round, of which one is announced by chance",
    ),
    "audit_log_pkey": ("public.audit_log (uuid)", "two entries of one name"),
    "casting_decisions_one_each": (
        "public.casting_decisions (registration_uuid, round)",
        "a person who is accepted and declined in one round",
    ),
    "casting_scores_one_each": (
        "public.casting_scores (registration_uuid, round, user_id)",
        "a juror whose score counts twice",
    ),
    "check_ins_pkey": ("public.check_ins (nonce)", "a scan without a network that is stored twice"),
    "delivery_details_pkey": ("public.delivery_details (user_id)", "two addresses to begin an order with"),
    "event_announcements_one_each": (
        "public.event_announcements (registration_uuid, round)",
        "a person who is told a round's outcome twice, or two outcomes",
    ),
    "event_announcements_pkey": (
        "public.event_announcements (announcement_uuid)",
        "an announcement of two registrations",
    ),
    "event_registrations_of_a_registration": (
        "public.event_registrations (registration_uuid)",
        "a registration with two numbers, or in two events",
    ),
    "event_registrations_one_number_each": (
        "public.event_registrations (event_uuid, number)",
        "two people who are called by one number",
    ),
    "notification_choices_pkey": (
        "public.notification_choices (user_id)",
        "a person who wants mails and wants none",
    ),
    "order_deliveries_pkey": ("public.order_deliveries (order_uuid)", "an order with two addresses"),
    "order_notes_pkey": ("public.order_notes (order_uuid)", "an order with two notes"),
    "parcels_pkey": ("public.parcels (order_uuid)", "an order that is packed or sent twice"),
    "passes_one_token_each": ("public.passes (token)", "a QR code that lets two people in"),
    "passes_pkey": ("public.passes (registration_uuid)", "two passes of one person"),
    "payments_of_a_registration": (
        "public.payments (registration_uuid)",
        "a registration whose fee is owed twice",
    ),
    "payments_of_an_order": ("public.payments (order_uuid)", "an order that is owed twice"),
    "payments_pkey": ("public.payments (place, record)", "two reservations under the uuid of one order"),
    "push_subscriptions_one_of_an_endpoint": (
        "public.push_subscriptions (endpoint)",
        "a device that is told things of two people, or twice",
    ),
    "reconciliations_pkey": (
        "public.reconciliations (line_uuid, place, record)",
        "a transfer that counts twice for a payment",
    ),
    "refunds_of_a_line": (
        "public.refunds (line_uuid)",
        "an outgoing transfer that shows two refunds",
    ),
    "stage_calls_pkey": ("public.stage_calls (event_uuid)", "two people on one stage"),
    "statement_formats_pkey": (
        "public.statement_formats (fingerprint)",
        "a bank's files that are read in two ways",
    ),
    "statement_lines_are_kept_once": (
        "public.statement_lines (account, booked_on, amount, description, place_of_day)",
        "a transfer that counts twice, because its statement was read twice",
    ),
    "wishes_one_of_a_product": (
        "public.wishes (user_id, product_uuid)",
        "a person who is told twice that a product is back",
    ),
    "backups_pkey": ("private.backups (id)", "two attempts under one number"),
    "deleted_records_pkey": ("private.deleted_records (place, uuid)", "a record that is brought back twice"),
    "made_rules_pkey": (
        "private.made_rules (kind, name)",
        "a rule that is noted twice",
    ),
    "maintenance_pkey": ("private.maintenance (is_on)", "two notices of one maintenance"),
    "messages_one_open_digest": (
        f"private.messages (user_id) WHERE {OPEN_DIGEST}",
        "an administrator who gets two mails about the same quarter of an hour",
    ),
    "messages_pkey": ("private.messages (id)", "a mail that its reader's program can't tell from another"),
    "messages_tell_a_person_once": (
        "private.messages (outbox_id, user_id, way, subscription) NULLS NOT DISTINCT",
        "a person who is told the same thing twice in one way",
    ),
    "migrations_pkey": ("private.migrations (name)", "a migration that is applied twice"),
    "object_names_pkey": (
        "private.object_names (bucket_id, name)",
        "a name that stands for other bytes than it once did",
    ),
    "order_seals_pkey": (
        "private.order_seals (uuid)",
        "an order with two seals, of which one is right",
    ),
    "outbox_pkey": ("private.outbox (id)", "an event whose messages belong to another"),
    "push_keys_pkey": (
        "private.push_keys (one)",
        "a pair of keys with which no device subscribed",
    ),
    "quota_use_pkey": (
        "private.quota_use (user_id, place)",
        "a person whose rows of one day are counted in two places",
    ),
    "record_pictures_a_proof_serves_one_order": (
        "private.record_pictures (object_name) WHERE (place = 'transactions'::text)",
        "a proof that pays for two orders",
    ),
    "record_pictures_pkey": (
        "private.record_pictures (place, record, named_by, object_name)",
        "evidence that is noted again as what it became",
    ),
    "rules_history_pkey": ("private.rules_history (sha256)", "the same rules in two places of the history"),
    "running_periods_pkey": ("private.running_periods (id)", "two periods in one place of their order"),
    "shop_pkey": ("private.shop (one)", "a database of two shops"),
    "stock_holds_pkey": (
        "private.stock_holds (order_uuid, product_uuid, size)",
        "an order that holds its pieces twice",
    ),
    "stock_pkey": ("private.stock (product_uuid, size)", "a size with two counts, of which more can be sold"),
    "unsubscribe_tokens_pkey": ("private.unsubscribe_tokens (user_id)", "a person with two links"),
    "unsubscribe_tokens_token_is_one_person": (
        "private.unsubscribe_tokens (token)",
        "a link that ends somebody else's mails",
    ),
    "user_roles_pkey": ("private.user_roles (user_id)", "a person with two roles"),
} | {f"{table}_pkey": (f"public.{table} (uuid)", STORED_TWICE) for table in STORED if key_of(table) == "uuid"}

UNIQUE_KEYS = """
select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), '^.* ON (\\S+) USING btree ', '\\1 ')
from pg_index as i join pg_class as c on c.oid = i.indexrelid
where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    and i.indisunique and i.indisvalid and i.indimmediate
"""


@pytest.mark.parametrize("name", sorted(PROMISES))
def test_V6_what_there_is_once_has_its_key(db: PersonaDatabase, name: str) -> None:
    key, without = PROMISES[name]
    assert dict(db.sql(UNIQUE_KEYS)).get(name) == key, f"possible without it: {without}"


def test_V6_every_unique_key_says_what_it_protects(db: PersonaDatabase) -> None:
    assert dict(db.sql(UNIQUE_KEYS)).keys() - PROMISES.keys() == set()
