"""Devices on which a person is told what is new: whose they are, how many, and what is none."""

import json
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import Row, put, row

INSERT = """
insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, language)
select user_id, endpoint, p256dh, auth, language
from jsonb_populate_record(null::public.push_subscriptions, %s::jsonb)
"""
CONSTRAINTS = """
select conname from pg_constraint
where conrelid = 'public.push_subscriptions'::regclass and contype in ('c', 'f') order by 1
"""
# Constraint → values that it refuses.
FORGED: dict[str, Row] = {
    "push_subscriptions_user_id_is_an_account": {"user_id": "00000000-0000-4000-8000-00000000beef"},
    "push_subscriptions_endpoint_is_https": {"endpoint": "http://push.tapis.example/1"},
    "push_subscriptions_p256dh_is_a_key": {"p256dh": "A" * 86},
    "push_subscriptions_auth_is_16_bytes": {"auth": "A" * 21 + "="},
    "push_subscriptions_language_is_known": {"language": "fr"},
}
NO_ADDRESSES = (
    "https://",
    "https:///x",
    "https://a@push.example/",
    "https://push.example/a b",
    "ftp://push.example/",
)


def subscribe(db: PersonaDatabase, role: str = "talent", **changes: str) -> Row:
    """Subscribe a device like the browser of a role's persona."""
    mine = row("push_subscriptions", db.user_id(role)) | changes
    db.run_as(role, INSERT, json.dumps(mine))
    return mine


def fetch_endpoints(db: PersonaDatabase, role: str) -> list[str]:
    """The endpoints of a person's devices, newest last."""
    found = db.run_as(role, "select endpoint from public.push_subscriptions order by created_at, uuid")
    return [one["endpoint"] for one in found]


def test_Y17_every_limit_of_a_device_refuses_by_its_name(db: PersonaDatabase) -> None:
    assert sorted(FORGED) == [name for (name,) in db.sql(CONSTRAINTS)]
    tries = [*FORGED.items()]
    tries += [("push_subscriptions_endpoint_is_https", {"endpoint": bad}) for bad in NO_ADDRESSES]
    for constraint, values in tries:
        with pytest.raises(psycopg.IntegrityError) as refused, db.connection.transaction():
            put(db.sql, "push_subscriptions", row("push_subscriptions", db.other) | values)
        assert refused.value.diag.constraint_name == constraint, values


def test_Y17_a_device_belongs_to_who_signed_in_there_last(db: PersonaDatabase) -> None:
    shared = subscribe(db)["endpoint"]
    subscribe(db, "leadership", endpoint=shared)
    assert (fetch_endpoints(db, "talent"), fetch_endpoints(db, "leadership")) == ([], [shared])


def test_Y17_a_session_that_has_ended_subscribes_no_device(db: PersonaDatabase) -> None:
    """Not even by a request that was in flight when the session ended."""
    known, ended = str(uuid4()), str(uuid4())
    add = "insert into auth.sessions (id, user_id) values (%s, %s)"
    for session in (known, ended):
        db.sql(add, session, db.user_id("talent"))
    db.sql("insert into auth.ended_sessions (session_id) values (%s)", ended)
    mine = json.dumps(row("push_subscriptions", db.user_id("talent")))
    for session in (ended, str(uuid4())):
        with pytest.raises(psycopg.Error) as refused, db.connection.transaction():
            db.run_as("talent", INSERT, mine, more={"session_id": session})
        assert refused.value.diag.message_hint == "session_ended"
    db.run_as("talent", INSERT, mine, more={"session_id": known})
    assert len(fetch_endpoints(db, "talent")) == 1
    db.sql("delete from auth.sessions where id = %s", known)
    assert fetch_endpoints(db, "talent") == []


def test_Y17_the_ten_newest_devices_of_a_person_count(db: PersonaDatabase) -> None:
    theirs = subscribe(db, "leadership")["endpoint"]
    mine = [subscribe(db)["endpoint"] for _ in range(12)]
    assert fetch_endpoints(db, "talent") == mine[2:]
    assert fetch_endpoints(db, "leadership") == [theirs]


def test_Y17_the_shop_says_its_public_key_to_people_with_a_role_and_the_pair_to_the_gateway_alone(
    db: PersonaDatabase,
) -> None:
    db.sql("delete from private.push_keys")
    query = "select public.push_key() as key"
    assert db.run_as("talent", query) == [{"key": None}]
    db.sql("insert into private.push_keys (public_key, private_jwk) values ('B-key', '{}')")
    assert db.run_as("talent", query) == db.run_as("admin", query) == [{"key": "B-key"}]
    assert db.run_as("none", query) == [{"key": None}]
