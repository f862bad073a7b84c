"""Devices on which a person is told what is new: whose they are, how many, and what is none."""

import json
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
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


def subscribe(house: House, role: str = "talent", **changes: str) -> Row:
    """A device of somebody, as their browser stores it."""
    mine = row("push_subscriptions", house.user_id(role)) | changes
    house.ask(role, INSERT, json.dumps(mine))
    return mine


def endpoints(house: House, role: str) -> list[str]:
    """Where somebody is told, newest last."""
    found = house.ask(role, "select endpoint from public.push_subscriptions order by created_at, uuid")
    return [one["endpoint"] for one in found]


def test_Y17_every_limit_of_a_device_refuses_by_its_name(house: House) -> None:
    assert sorted(FORGED) == [name for (name,) in house.sql(CONSTRAINTS)]
    tries = [*FORGED.items()]
    tries += [("push_subscriptions_endpoint_is_https", {"endpoint": bad}) for bad in NO_ADDRESSES]
    for constraint, values in tries:
        with pytest.raises(psycopg.IntegrityError) as refused, house.connection.transaction():
            put(house.sql, "push_subscriptions", row("push_subscriptions", house.other) | values)
        assert refused.value.diag.constraint_name == constraint, values


def test_Y17_a_device_belongs_to_who_signed_in_there_last(house: House) -> None:
    shared = subscribe(house)["endpoint"]
    subscribe(house, "leadership", endpoint=shared)
    assert (endpoints(house, "talent"), endpoints(house, "leadership")) == ([], [shared])


def test_Y17_a_session_that_has_ended_subscribes_no_device(house: House) -> None:
    """Not even with a request that was on its way when it ended."""
    known, ended = str(uuid4()), str(uuid4())
    add = "insert into auth.sessions (id, user_id) values (%s, %s)"
    for session in (known, ended):
        house.sql(add, session, house.user_id("talent"))
    house.sql("insert into auth.ended_sessions (session_id) values (%s)", ended)
    mine = json.dumps(row("push_subscriptions", house.user_id("talent")))
    for session in (ended, str(uuid4())):
        with pytest.raises(psycopg.Error) as refused, house.connection.transaction():
            house.ask("talent", INSERT, mine, more={"session_id": session})
        assert refused.value.diag.message_hint == "session_ended"
    house.ask("talent", INSERT, mine, more={"session_id": known})
    assert len(endpoints(house, "talent")) == 1
    house.sql("delete from auth.sessions where id = %s", known)
    assert endpoints(house, "talent") == []


def test_Y17_the_ten_newest_devices_of_a_person_count(house: House) -> None:
    theirs = subscribe(house, "leadership")["endpoint"]
    mine = [subscribe(house)["endpoint"] for _ in range(12)]
    assert endpoints(house, "talent") == mine[2:]
    assert endpoints(house, "leadership") == [theirs]


def test_Y17_the_shop_says_its_public_key_to_people_with_a_role_and_the_pair_to_the_gateway_alone(
    house: House,
) -> None:
    house.sql("delete from private.push_keys")
    asked = "select public.push_key() as key"
    assert house.ask("talent", asked) == [{"key": None}]
    house.sql("insert into private.push_keys (public_key, private_jwk) values ('B-key', '{}')")
    assert house.ask("talent", asked) == house.ask("admin", asked) == [{"key": "B-key"}]
    assert house.ask("none", asked) == [{"key": None}]
