"""An open event, its registrations, and what the jury and administrators do with them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import Row, put, row, row_with_files

OPEN = {"opens_at": "2020-01-01T00:00:00Z", "closes_at": "2100-01-01T00:00:00Z"}
# Days with scans: doors may send them for a week.
DOOR_DAY, NEXT_DAY = ((datetime.now(UTC) - timedelta(days=days)).date() for days in (3, 2))
ANSWERS = {"whatsapp": "0812 3456 7890", "experience": "Dua peragaan"}


def create_event(db: PersonaDatabase, **changes: Any) -> str:
    return put(db.sql, "events", row("events", "", **(OPEN | {"asked": [], "days": []} | changes)))


def build_registration(db: PersonaDatabase, owner: str, **changes: Any) -> Row:
    """A registration that is ready to be sent."""
    return row_with_files(db.sql, "audition_registrations", owner, **changes)


def register(
    db: PersonaDatabase,
    sent: Row,
    event: str | None = None,
    answers: Row | None = None,
    who: str = "talent",
) -> str:
    """Send a registration as its talent or an administrator, with the event's form or without one."""
    if event is None:
        assert db.insert(who, "audition_registrations", sent).refused is None
    else:
        call = "select public.register_for_event(%s, %s::jsonb, %s::jsonb)"
        args = event, json.dumps(sent), json.dumps(answers or {})
        db.run_as(who, call, *args, sub=sent["user_id"] if who == "talent" else None)
    return str(sent["uuid"])


def add_registration(
    db: PersonaDatabase, event: str, person: str | None = None, fee: str = "accepted"
) -> str:
    """Store a registration for an event without the form; gives its uuid."""
    owner = person or db.add_person("talent")
    named = "select set_config('tapis.event', %s, true), set_config('tapis.answers', %s, true)"
    db.sql(named, event, json.dumps(ANSWERS))
    sent = row("audition_registrations", owner, created_at="2026-01-01T00:00:00Z")
    uuid = put(db.sql, "audition_registrations", sent)
    db.sql(named, "", "")
    if fee == "accepted":
        db.sql("update public.payments set state = %s, decided_at = now() where record = %s", fee, uuid)
    return uuid


def decide(
    db: PersonaDatabase, *registrations: str, who: str = "admin", which: str = "selection", **changes: Any
) -> list[Row]:
    call = "select * from public.decide(%s::uuid[], %s::jsonb, %s)"
    return db.run_as(who, call, list(registrations), json.dumps(changes, default=str), which)


def score(db: PersonaDatabase, registration: str, who: str = "leadership", **kept: Any) -> None:
    call = "select public.score_registration(%s, %s::jsonb, 'selection', %s)"
    db.run_as(who, call, registration, json.dumps(kept), kept.pop("juror", None))


def plan_slots(db: PersonaDatabase, event: str, who: str = "admin", **plan: Any) -> list[Row]:
    values = {"event_uuid": event, "kind": "audition", "first_at": "2026-12-12T09:00:00+07:00", "people": 20}
    values |= {"minutes": 10, "at_once": 3} | plan
    named = ", ".join(f"{name} => %s" for name in values)
    return db.run_as(who, f"select * from public.plan_slots({named}) order by starts_at", *values.values())


def announce(
    db: PersonaDatabase,
    event: str,
    accepted: int,
    declined: int,
    who: str = "admin",
    which: str = "selection",
) -> Row:
    call = "select public.announce(%s, %s, %s, %s) as counted"
    return dict(db.run_as(who, call, event, accepted, declined, which)[0]["counted"])


def build_scan(**values: Any) -> Row:
    return {"nonce": str(uuid4()), "at": f"{DOOR_DAY}T02:00:00Z"} | values


def check_in(db: PersonaDatabase, event: str, *scans: Row, who: str = "leadership") -> list[Row]:
    found = db.run_as(who, "select public.check_in(%s, %s::jsonb) as answers", event, json.dumps(scans))
    return list(found[0]["answers"])


def fetch_pass_token(db: PersonaDatabase, registration: str) -> str:
    return str(db.sql("select token from public.passes where registration_uuid = %s", registration)[0][0])


def assert_refused(db: PersonaDatabase, hint: str, act: Any, *args: Any, **named: Any) -> Any:
    """Assert that the action is refused with this hint; gives the details of the refusal."""
    with pytest.raises(psycopg.Error) as caught, db.connection.transaction():
        act(db, *args, **named)
    assert caught.value.diag.message_hint == hint, caught.value
    return json.loads(caught.value.diag.message_detail or "null")


def assert_forbidden(db: PersonaDatabase, act: Any, *args: Any, **named: Any) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), db.connection.transaction():
        act(db, *args, **named)
