"""The castings of the demo shop: registrations of the open one, and the processing of the past one."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import uuid5

from psycopg.types.json import Jsonb

from tapis.demo import month
from tapis.demo.demo_content import NAMESPACE, DemoRow, demo_row_uuid, load_demo_people
from tapis.demo.seeding import ShopClient, SignedInOwner, choose_creation_time
from tapis.gateway.database import Transaction
from tapis.gateway.database.named_queries import NamedQueries
from tapis.shop_time import SHOP_TIME

OPEN, PAST = (demo_row_uuid("events", position) for position in (0, 1))
ANNOUNCED, HELD = 48, 45  # days ago
EXPERIENCE = "Dua kali jalan di peragaan kampus."

queries = NamedQueries(__file__)


def _past_casting_registrations(rows: Iterable[DemoRow]) -> list[DemoRow]:
    """The registrations of the past casting, in the order in which they were made."""
    found = [row for row in rows if row.table == "audition_registrations" and row.days]
    return sorted(found, key=lambda row: -row.days)


def _answered_registrations(rows: Iterable[DemoRow]) -> list[DemoRow]:
    """The registrations of today's castings whose person has an announcement."""
    rows = list(rows)
    answered = {row.person for row in rows if row.table == "audition_announcements"}
    return [
        row
        for row in rows
        if row.table == "audition_registrations" and not row.days and row.person in answered
    ]


async def accept_fees(shop: ShopClient, rows: Iterable[DemoRow], ada: SignedInOwner) -> None:
    """Accept the fees of the past casting and of the answered: an answer says nothing about a fee."""
    for row in (*_past_casting_registrations(rows), *_answered_registrations(rows)):
        paid = {"place": row.table, "record": row.uuid}
        await shop.call_function(ada, "review", **paid, decision="accepted", reason=None)


async def simulate_past_casting(
    shop: ShopClient, rows: Iterable[DemoRow], ada: SignedInOwner, lea: SignedInOwner, now: datetime
) -> None:
    """Process the past casting with the shop's functions; an interrupted run may have done some steps."""
    first, second, third = (row.uuid for row in _past_casting_registrations(rows))
    nine = _nine_of_the_day(now)
    for uuid, score in ((first, 5), (second, 4), (third, 2)):
        await shop.call_function(lea, "score_registration", registration_uuid=uuid, changes={"score": score})
    plan = {"event_uuid": PAST, "kind": "audition", "first_at": nine.isoformat(), "people": 4, "minutes": 20}
    await shop.call_function(ada, "plan_slots", **plan, at_once=2, place="Sanggar Tapis")
    await shop.call_function(
        ada, "decide", registration_uuids=[first, second], changes={"decision": "accept"}
    )
    await shop.call_function(ada, "decide", registration_uuids=[third], changes={"decision": "decline"})
    await shop.call_function(ada, "fill_slots", event_uuid=PAST, kind="audition")
    await shop.call_function(ada, "announce", event_uuid=PAST, accepted=2, declined=1)
    numbers = await shop.numbers(PAST)
    scans = [{"nonce": _nonce(uuid), "number": numbers[uuid]} for uuid in (first, second)]
    await shop.call_function(lea, "check_in", event_uuid=PAST, scans=scans)


def _nine_of_the_day(now: datetime) -> datetime:
    day = now.astimezone(SHOP_TIME) - timedelta(days=HELD)
    return day.replace(hour=9, minute=0, second=0, microsecond=0)


def _nonce(registration: str) -> str:
    return str(uuid5(NAMESPACE, f"scan {registration}"))


async def backdate_castings(tx: Transaction, rows: Iterable[DemoRow], now: datetime) -> None:
    """Add answers to the open casting's registrations, and backdate the past one without notifications."""
    numbers = {person.key: person.delivery.get("whatsapp") for person in load_demo_people()}
    open_registrations = [row for row in rows if row.table == "audition_registrations" and not row.days]
    answers = [
        {"record": row.uuid, "answers": {"whatsapp": numbers[row.person], "experience": EXPERIENCE}}
        for row in open_registrations
        if numbers[row.person]
    ]
    announced = now - timedelta(days=ANNOUNCED)
    await tx.run(queries.answer, (Jsonb(answers),))
    await tx.run(queries.suspend_dates)
    await tx.run(queries.date_announcements, (announced, PAST))
    await tx.run(queries.restore_dates)
    past = _past_casting_registrations(rows)
    first, second, _ = (row.uuid for row in past)
    scans = [
        {"nonce": _nonce(uuid), "at": (_nine_of_the_day(now) - timedelta(minutes=minutes)).isoformat()}
        for uuid, minutes in ((first, 12), (second, 4))
    ]
    await tx.run(queries.date_scans, (Jsonb(scans),))
    soon = timedelta(days=month.DECIDED)
    decided = [(row, announced) for row in past]
    decided += [(row, choose_creation_time(row, now) + soon) for row in open_registrations]
    paid = [
        {
            "record": row.uuid,
            "ordered": choose_creation_time(row, now).isoformat(),
            "decided": at.isoformat(),
        }
        for row, at in decided
    ]
    await tx.run(month.queries.suspend_log)
    await tx.run(month.queries.backdate, (Jsonb(paid),))
    await tx.run(month.queries.restore_log)
