"""An event that is open, people who registered for it, and what the jury and administrators do about them."""

import json
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.example_rows import Row, put, row, row_with_files

OPEN = {"opens_at": "2020-01-01T00:00:00Z", "closes_at": "2100-01-01T00:00:00Z"}
ANSWERS = {"whatsapp": "0812 3456 7890", "experience": "Dua peragaan"}


def an_event(house: House, **changes: Any) -> str:
    return put(house.sql, "events", row("events", "", **(OPEN | {"asked": [], "days": []} | changes)))


def card(house: House, owner: str, **changes: Any) -> Row:
    """A registration that is ready to be sent."""
    return row_with_files(house.sql, "audition_registrations", owner, **changes)


def register(house: House, sent: Row, event: str | None = None, answers: Row | None = None) -> str:
    """As the talent who sends it, through the form that names the event, or as it always was."""
    if event is None:
        assert house.insert("talent", "audition_registrations", sent).refused is None
    else:
        call = "select public.register_for_event(%s, %s::jsonb, %s::jsonb)"
        args = event, json.dumps(sent), json.dumps(answers or {})
        house.ask("talent", call, *args, sub=sent["user_id"])
    return str(sent["uuid"])


def registered(house: House, event: str, person: str | None = None, fee: str = "accepted") -> str:
    """Somebody in an event, past the form."""
    owner = person or house.person("talent")
    named = "select set_config('tapis.event', %s, true), set_config('tapis.answers', %s, true)"
    house.sql(named, event, json.dumps(ANSWERS))
    sent = row("audition_registrations", owner, created_at="2026-01-01T00:00:00Z")
    uuid = put(house.sql, "audition_registrations", sent)
    house.sql(named, "", "")
    if fee == "accepted":
        house.sql("update public.payments set state = %s, decided_at = now() where record = %s", fee, uuid)
    return uuid


def decide(
    house: House, *registrations: str, who: str = "admin", which: str = "selection", **changes: Any
) -> list[Row]:
    call = "select * from public.decide(%s::uuid[], %s::jsonb, %s)"
    return house.ask(who, call, list(registrations), json.dumps(changes, default=str), which)


def score(house: House, registration: str, who: str = "leadership", **kept: Any) -> None:
    call = "select public.score_registration(%s, %s::jsonb, 'selection', %s)"
    house.ask(who, call, registration, json.dumps(kept), kept.pop("juror", None))


def plan(house: House, event: str, who: str = "admin", **plan: Any) -> list[Row]:
    values = {"event_uuid": event, "kind": "audition", "first_at": "2026-12-12T09:00:00+07:00", "people": 20}
    values |= {"minutes": 10, "at_once": 3} | plan
    named = ", ".join(f"{name} => %s" for name in values)
    return house.ask(who, f"select * from public.plan_slots({named}) order by starts_at", *values.values())


def announce(
    house: House, event: str, accepted: int, declined: int, who: str = "admin", which: str = "selection"
) -> Row:
    call = "select public.announce(%s, %s, %s, %s) as counted"
    return dict(house.ask(who, call, event, accepted, declined, which)[0]["counted"])


def scan(**values: Any) -> Row:
    return {"nonce": str(uuid4()), "at": "2026-01-01T02:00:00Z"} | values


def check_in(house: House, event: str, *scans: Row, who: str = "leadership") -> list[Row]:
    found = house.ask(who, "select public.check_in(%s, %s::jsonb) as answers", event, json.dumps(scans))
    return list(found[0]["answers"])


def token_of(house: House, registration: str) -> str:
    return str(house.sql("select token from public.passes where registration_uuid = %s", registration)[0][0])


def refused(house: House, hint: str, act: Any, *args: Any, **named: Any) -> Any:
    """The details of a refusal with this hint."""
    with pytest.raises(psycopg.Error) as caught, house.connection.transaction():
        act(house, *args, **named)
    assert caught.value.diag.message_hint == hint, caught.value
    return json.loads(caught.value.diag.message_detail or "null")


def forbidden(house: House, act: Any, *args: Any, **named: Any) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege), house.connection.transaction():
        act(house, *args, **named)
