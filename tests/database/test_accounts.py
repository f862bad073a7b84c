"""What accounts, sessions, keys and files may look like: every rule of these tables refuses by its name."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase

NOW = "2026-11-20T10:00:00Z"
TOM = "00000000-0000-4000-8000-0000000070ff"
SESSION = "00000000-0000-4000-8000-000000005e55"
NOBODY = "00000000-0000-4000-8000-00000000dead"

# A row of each table in which only what is required stands; each refers to the rows above it.
ROWS: dict[str, dict[str, Any]] = {
    "auth.users": {
        "id": TOM, "email": "tom@tapis.example", "confirmation_token": "", "recovery_token": "",
        "email_change": "", "is_sso_user": False, "is_anonymous": False,
    },
    "auth.identities": {
        "id": TOM, "provider_id": TOM, "user_id": TOM, "identity_data": {"email": "tom"}, "provider": "email",
    },
    "auth.sign_up_links": {"token_hash": "a", "user_id": TOM, "sent_at": NOW},
    "auth.sessions": {"id": SESSION, "user_id": TOM},
    "auth.mfa_amr_claims": {
        "id": TOM, "session_id": SESSION, "authentication_method": "password", "created_at": NOW,
        "updated_at": NOW,
    },
    "auth.mfa_factors": {
        "id": TOM, "user_id": TOM, "factor_type": "recovery_code", "status": "verified", "created_at": NOW,
        "updated_at": NOW,
    },
    "auth.mfa_challenges": {"id": TOM, "factor_id": TOM, "created_at": NOW},
    "auth.mfa_recovery_codes": {"factor_id": TOM, "code_hash": "a"},
    "auth.refresh_tokens": {
        "token": "a", "session_id": SESSION, "user_id": TOM, "revoked": False, "created_at": NOW,
        "updated_at": NOW,
    },
    "auth.ended_sessions": {"session_id": NOBODY, "ended_at": NOW},
    "auth.signing_keys": {
        "kid": "k", "purpose": "api", "private_jwk": {}, "created_at": NOW, "signs_from": NOW,
    },
    "auth.api_keys": {"role": "anon", "kid": "k", "token": "a"},
    "auth.attempts": {"what": "sign-in", "who": "tom", "times": [NOW], "last": NOW},
    "storage.buckets": {
        "id": "attic", "name": "attic", "public": True, "avif_autodetection": False, "type": "STANDARD",
        "created_at": NOW, "updated_at": NOW,
    },
    "storage.objects": {
        "id": TOM, "bucket_id": "attic", "name": "a.jpg", "version": "a", "created_at": NOW,
        "updated_at": NOW, "last_accessed_at": NOW,
    },
    "storage.removed": {"version": "a", "object": {}, "removed_at": NOW, "is_expired": False},
    "storage.unknown_files": {"version": "a", "found_at": NOW},
    "private.migrations": {"name": "0000.sql", "sha256": "a", "applied_at": NOW},
    "private.made_rules": {"kind": "policy", "name": "a"},
    "private.rules_history": {"place": 1, "sha256": "a"},
    "private.object_names": {"bucket_id": "attic", "name": "b", "version": "a", "first_used_at": NOW},
    "private.record_pictures": {
        "place": "gallery", "record": TOM, "named_by": "invoice_image", "object_name": "a.jpg",
        "version": "a", "settled": False, "noted_at": NOW,
    },
    "private.order_seals": {"uuid": TOM, "sha256": f"\\x{'0' * 64}", "sealed_at": NOW},
    "private.stock": {"product_uuid": TOM, "size": "", "entered": 1},
    "private.stock_holds": {"order_uuid": TOM, "product_uuid": TOM, "size": "", "quantity": 1},
    "private.deleted_records": {"place": "slides", "uuid": TOM, "record": {}, "deleted_at": NOW},
    "private.quota_use": {
        "user_id": TOM, "place": "slides", "day": NOW, "of_day": 1, "request": NOW, "of_request": 1,
    },
    "private.shop": {"one": True, "id": TOM, "recoverable": "30 days"},
    "private.running_periods": {"id": 1, "started_at": NOW, "seen_at": NOW, "follows_jump": False},
    "private.maintenance": {"is_on": True, "message": "", "began_at": NOW},
    "private.backups": {
        "id": 1, "reason": "schedule", "began_at": NOW, "ended_at": NOW, "name": "a.tar", "bytes": 1,
    },
    "private.push_keys": {"one": True, "public_key": "", "private_jwk": {}, "created_at": NOW},
    "private.outbox": {
        "id": 1, "kind": "", "place": "", "record": TOM, "data": {}, "created_at": NOW, "not_before": NOW,
    },
    "private.messages": {
        "id": TOM, "outbox_id": 1, "user_id": TOM, "way": "digest", "kind": "", "place": "", "record": TOM,
        "data": {}, "state": "waiting", "attempts": 0, "next_attempt": NOW, "created_at": NOW,
        "tried_since": NOW,
    },
    "private.unsubscribe_tokens": {"user_id": TOM, "token": TOM},
    "public.audit_log": {
        "uuid": TOM, "created_at": NOW, "actor": "psql", "place": "user_roles", "record_id": TOM,
        "action": "insert", "after": {},
    },
    "private.user_roles": {"user_id": TOM, "role": "talent", "created_at": NOW, "updated_at": NOW},
}  # fmt: skip
MAY_BE_NULL = {
    ("auth.users", "email"),
    ("storage.objects", "bucket_id"),
    ("public.audit_log", "after"),
    ("private.backups", "name"),
    ("private.backups", "bytes"),
}

# What another row of a table has where there is only one of each, and the first one where it may lack it.
ANOTHER: dict[str, dict[str, Any]] = {
    "auth.users": {
        "id": NOBODY, "email": "lea@tapis.example", "phone": "2", "confirmation_token": "d",
        "recovery_token": "s",
    },
    "auth.identities": {"id": NOBODY, "provider_id": NOBODY},
    "auth.sign_up_links": {"token_hash": "b"},
    "auth.sessions": {"id": NOBODY},
    "auth.mfa_amr_claims": {"id": NOBODY, "authentication_method": "totp"},
    "auth.mfa_factors": {"id": NOBODY, "factor_type": "totp", "friendly_name": "tablet"},
    "auth.mfa_challenges": {"id": NOBODY},
    "auth.mfa_recovery_codes": {"code_hash": "b"},
    "auth.refresh_tokens": {"id": 2, "token": "b"},
    "auth.ended_sessions": {"session_id": TOM},
    "auth.signing_keys": {"kid": "l"},
    "auth.api_keys": {"role": "service_role"},
    "auth.attempts": {"who": "lea"},
    "storage.buckets": {"id": "cellar", "name": "cellar"},
    "storage.objects": {"id": NOBODY, "name": "b.jpg"},
    "storage.removed": {"version": "b"},
    "storage.unknown_files": {"version": "b"},
    "private.migrations": {"name": "0001.sql"},
    "private.made_rules": {"name": "b"},
    "private.rules_history": {"place": 2, "sha256": "b"},
    "private.object_names": {"name": "c"},
    "private.record_pictures": {"record": NOBODY},
    "private.order_seals": {"uuid": NOBODY},
    "private.stock": {"product_uuid": NOBODY},
    "private.stock_holds": {"order_uuid": NOBODY},
    "private.deleted_records": {"uuid": NOBODY},
    "private.quota_use": {"place": "gallery"},
    "private.shop": {"one": False},
    "private.running_periods": {"id": 2},
    "private.maintenance": {"is_on": False},
    "private.backups": {"id": 2},
    "private.push_keys": {"one": False},
    "private.outbox": {"id": 2},
    "private.messages": {"id": NOBODY, "outbox_id": 2, "state": "sent"},
    "private.unsubscribe_tokens": {"user_id": NOBODY, "token": NOBODY},
    "public.audit_log": {"uuid": NOBODY},
    "private.user_roles": {"user_id": NOBODY},
}  # fmt: skip
FIRST: dict[str, dict[str, Any]] = {
    "auth.users": {"phone": "1", "confirmation_token": "c", "recovery_token": "r"},
    "auth.refresh_tokens": {"id": 1},
    "auth.mfa_factors": {"friendly_name": "phone"},
}

# Rule → its table, and the column by which another row would be the same.
ONLY_ONCE = {
    "users_pkey": ("auth.users", "id"),
    "users_email_partial_key": ("auth.users", "email"),
    "users_phone_key": ("auth.users", "phone"),
    "users_confirmation_token_idx": ("auth.users", "confirmation_token"),
    "users_recovery_token_idx": ("auth.users", "recovery_token"),
    "identities_pkey": ("auth.identities", "id"),
    "identities_provider_id_provider_unique": ("auth.identities", "provider_id"),
    "sign_up_links_pkey": ("auth.sign_up_links", "token_hash"),
    "sessions_pkey": ("auth.sessions", "id"),
    "mfa_amr_claims_pkey": ("auth.mfa_amr_claims", "id"),
    "mfa_amr_claims_session_id_authentication_method_pkey": ("auth.mfa_amr_claims", "authentication_method"),
    "mfa_factors_pkey": ("auth.mfa_factors", "id"),
    "mfa_factors_user_friendly_name_unique": ("auth.mfa_factors", "friendly_name"),
    "mfa_factors_one_set_of_recovery_codes": ("auth.mfa_factors", "factor_type"),
    "mfa_challenges_pkey": ("auth.mfa_challenges", "id"),
    "mfa_recovery_codes_pkey": ("auth.mfa_recovery_codes", "code_hash"),
    "refresh_tokens_pkey": ("auth.refresh_tokens", "id"),
    "refresh_tokens_token_key": ("auth.refresh_tokens", "token"),
    "ended_sessions_pkey": ("auth.ended_sessions", "session_id"),
    "signing_keys_pkey": ("auth.signing_keys", "kid"),
    "api_keys_pkey": ("auth.api_keys", "role"),
    "attempts_pkey": ("auth.attempts", "who"),
    "buckets_pkey": ("storage.buckets", "id"),
    "bname": ("storage.buckets", "name"),
    "objects_pkey": ("storage.objects", "id"),
    "bucketid_objname": ("storage.objects", "name"),
    "removed_pkey": ("storage.removed", "version"),
    "unknown_files_pkey": ("storage.unknown_files", "version"),
    "migrations_pkey": ("private.migrations", "name"),
    "made_rules_pkey": ("private.made_rules", "name"),
    "rules_history_pkey": ("private.rules_history", "sha256"),
    "object_names_pkey": ("private.object_names", "name"),
    "record_pictures_pkey": ("private.record_pictures", "record"),
    "order_seals_pkey": ("private.order_seals", "uuid"),
    "stock_pkey": ("private.stock", "product_uuid"),
    "stock_holds_pkey": ("private.stock_holds", "order_uuid"),
    "deleted_records_pkey": ("private.deleted_records", "uuid"),
    "quota_use_pkey": ("private.quota_use", "place"),
    "shop_pkey": ("private.shop", "one"),
    "running_periods_pkey": ("private.running_periods", "id"),
    "maintenance_pkey": ("private.maintenance", "is_on"),
    "backups_pkey": ("private.backups", "id"),
    "push_keys_pkey": ("private.push_keys", "one"),
    "outbox_pkey": ("private.outbox", "id"),
    "messages_pkey": ("private.messages", "id"),
    "messages_tell_a_person_once": ("private.messages", "outbox_id"),
    "messages_one_open_digest": ("private.messages", "state"),
    "unsubscribe_tokens_pkey": ("private.unsubscribe_tokens", "user_id"),
    "unsubscribe_tokens_token_is_one_person": ("private.unsubscribe_tokens", "token"),
    "user_roles_pkey": ("private.user_roles", "user_id"),
}

ONE_ORDER = "record_pictures_a_proof_serves_one_order"  # of orders alone

# Rule → its table, and a value that it refuses.
FORGED: dict[str, tuple[str, dict[str, Any]]] = {
    "identities_user_id_fkey": ("auth.identities", {"user_id": NOBODY}),
    "sign_up_links_user_id_fkey": ("auth.sign_up_links", {"user_id": NOBODY}),
    "sessions_user_id_fkey": ("auth.sessions", {"user_id": NOBODY}),
    "sessions_aal_check": ("auth.sessions", {"aal": "aal9"}),
    "mfa_amr_claims_session_id_fkey": ("auth.mfa_amr_claims", {"session_id": NOBODY}),
    "mfa_factors_user_id_fkey": ("auth.mfa_factors", {"user_id": NOBODY}),
    "mfa_factors_factor_type_check": ("auth.mfa_factors", {"factor_type": "fax"}),
    "mfa_factors_status_check": ("auth.mfa_factors", {"status": "perhaps"}),
    "mfa_challenges_factor_id_fkey": ("auth.mfa_challenges", {"factor_id": NOBODY}),
    "mfa_recovery_codes_factor_id_fkey": ("auth.mfa_recovery_codes", {"factor_id": NOBODY}),
    "refresh_tokens_session_id_fkey": ("auth.refresh_tokens", {"session_id": NOBODY}),
    "refresh_tokens_user_id_fkey": ("auth.refresh_tokens", {"user_id": NOBODY}),
    "signing_keys_purpose_check": ("auth.signing_keys", {"purpose": "fun"}),
    "api_keys_role_check": ("auth.api_keys", {"role": "postgres"}),
    "api_keys_kid_fkey": ("auth.api_keys", {"kid": "unknown"}),
    "objects_bucketId_fkey": ("storage.objects", {"bucket_id": "nowhere"}),
    "object_names_sha256_is_hexadecimal": ("private.object_names", {"sha256": "AB"}),
    "object_names_word_prints_are_words": ("private.object_names", {"word_prints": "AB"}),
    "record_pictures_sha256_is_hexadecimal": ("private.record_pictures", {"sha256": "AB"}),
    "order_seals_sha256_is_32_bytes": ("private.order_seals", {"sha256": "\\x00"}),
    "stock_entered_at_least_0": ("private.stock", {"entered": -1}),
    "stock_holds_quantity_at_least_0": ("private.stock_holds", {"quantity": -1}),
    "quota_use_user_id_is_an_account": ("private.quota_use", {"user_id": NOBODY}),
    "shop_is_one": ("private.shop", {"one": False}),
    "shop_recoverable_is_a_day_or_more": ("private.shop", {"one": True, "recoverable": "1 hour"}),
    "running_periods_have_a_length": ("private.running_periods", {"seen_at": "2001-01-01T00:00:00Z"}),
    "maintenance_is_one_row": ("private.maintenance", {"is_on": False}),
    "maintenance_message_fits_a_page": ("private.maintenance", {"is_on": True, "message": "x" * 1001}),
    "backups_reason_is_known": ("private.backups", {"reason": "fun"}),
    "backups_damaged_not_negative": ("private.backups", {"damaged": -1}),
    "backups_damaged_of_a_backup": (
        "private.backups",
        {"name": None, "bytes": None, "error": "No space left on device", "damaged": 1},
    ),
    "backups_succeeded_or_failed": ("private.backups", {"error": "No space left on device"}),
    "push_keys_one_pair": ("private.push_keys", {"one": False}),
    "messages_user_id_is_an_account": ("private.messages", {"user_id": NOBODY}),
    "messages_way_is_known": ("private.messages", {"way": "fax"}),
    "messages_state_is_known": ("private.messages", {"state": "lost"}),
    "unsubscribe_tokens_user_id_is_an_account": ("private.unsubscribe_tokens", {"user_id": NOBODY}),
    "user_roles_user_id_is_an_account": ("private.user_roles", {"user_id": NOBODY}),
    "user_roles_role_is_known": ("private.user_roles", {"role": "owner"}),
}

RULES = """
with ours as (select oid from pg_namespace where nspname in ('auth', 'storage', 'private'))
select conname from pg_constraint where contype in ('c', 'f', 'p', 'u') and connamespace in (table ours)
union select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
where i.indisunique and c.relnamespace in (table ours)
order by 1
"""


def insert_row(db: PersonaDatabase, table: str, **values: Any) -> None:
    """Store one row without row level security. Raises the database's error."""
    columns = ", ".join(values)
    with db.connection.transaction():
        db.sql(
            f"insert into {table} ({columns}) overriding system value "
            f"select {columns} from jsonb_populate_record(null::{table}, %s::jsonb)",
            json.dumps(values),
        )


@pytest.fixture
def populated(db: PersonaDatabase) -> PersonaDatabase:
    """The database with one row in each table; all of them refer to each other."""
    db.sql("delete from private.shop")  # a migration has written that one
    for table, values in ROWS.items():
        if table != "private.user_roles":  # a trigger has written that one
            insert_row(db, table, **values | FIRST.get(table, {}))
    return db


def catch_refusal(db: PersonaDatabase, table: str, values: dict[str, Any]) -> psycopg.Error:
    """The error for another row of a table with these values."""
    with pytest.raises(psycopg.errors.IntegrityError) as caught:
        insert_row(db, table, **ROWS[table] | ANOTHER[table] | values)
    return caught.value


def test_V6_every_rule_about_accounts_and_files_is_tried(db: PersonaDatabase) -> None:
    tried = [*ONLY_ONCE, *FORGED, ONE_ORDER]
    assert sorted(tried) == [name for (name,) in db.sql(RULES)]


@pytest.mark.parametrize("table", ROWS)
def test_V6_what_an_account_or_file_must_have_is_never_null(populated: PersonaDatabase, table: str) -> None:
    for column in ROWS[table]:
        if (table, column) not in MAY_BE_NULL:
            error = catch_refusal(populated, table, {column: None})
            assert error.diag.column_name == column


@pytest.mark.parametrize("rule", ONLY_ONCE)
def test_V6_what_there_is_only_once_is_refused_twice(populated: PersonaDatabase, rule: str) -> None:
    table, column = ONLY_ONCE[rule]
    first = ROWS[table] | FIRST.get(table, {})
    assert catch_refusal(populated, table, {column: first[column]}).diag.constraint_name == rule


def test_V6_a_proof_serves_one_order(populated: PersonaDatabase) -> None:
    insert_row(
        populated, "private.record_pictures", **ROWS["private.record_pictures"] | {"place": "transactions"}
    )
    error = catch_refusal(populated, "private.record_pictures", {"place": "transactions"})
    assert error.diag.constraint_name == ONE_ORDER


@pytest.mark.parametrize("rule", FORGED)
def test_V6_what_refers_to_nothing_or_means_nothing_is_refused(populated: PersonaDatabase, rule: str) -> None:
    table, values = FORGED[rule]
    assert catch_refusal(populated, table, values).diag.constraint_name == rule


def test_W2_who_leaves_takes_sessions_and_role_along(populated: PersonaDatabase) -> None:
    populated.sql("delete from auth.users where id = %s", TOM)
    for table in ("auth.identities", "auth.sessions", "auth.refresh_tokens", "private.user_roles"):
        assert populated.sql(f"select 1 from {table} where user_id = %s", TOM) == []
    assert populated.sql("select 1 from auth.ended_sessions where session_id = %s", SESSION) != []


def test_A4_a_session_that_ends_takes_its_refresh_tokens_along(populated: PersonaDatabase) -> None:
    populated.sql("delete from auth.sessions where id = %s", SESSION)
    assert populated.sql("select 1 from auth.refresh_tokens where session_id = %s", SESSION) == []


def test_R1_a_key_that_is_gone_takes_the_public_key_along(populated: PersonaDatabase) -> None:
    populated.sql("delete from auth.signing_keys where kid = 'k'")
    assert populated.sql("select 1 from auth.api_keys") == []
