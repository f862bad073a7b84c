"""A casting while everything is killed: decisions are changed and announced, scans are uploaded."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from uuid import uuid4

from tests.conftest import Shop
from tests.crash.acknowledged_writes import Ledger
from tests.crash.retrying_client import RunEnded, UnexpectedResponse
from tests.crash.workload import Person
from tests.declared_pictures import FOLDERS
from tests.example_rows import image, put, row

PEOPLE = 40
SCANS = 60
PART = 25
OVERLAP = 10
SIGN_IN_EVERY = 100
SECONDS_BETWEEN = 0.5
SENT_AT = "2026-01-01T00:00:00Z"

APART = """
select count(announced.accepted), count(*), count(distinct announced.accepted),
    count(*) filter (where told.audition_status <> announced.accepted),
    (select count(*) from public.audition_announcements)
from public.event_registrations as registered
left join public.event_announcements as announced on announced.registration_uuid = registered.uuid
left join public.audition_announcements as told on told.uuid = announced.announcement_uuid
"""


class Cara(Person):
    """The administrator of a casting: accepts everybody, then declines everybody, and so on."""

    event = ""
    registrations: Sequence[str] = ()

    def work(self) -> None:
        """Change all decisions and announce them."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        self.decide("accept" if self.done % 2 == 0 else "decline")
        self.announce("accept" if self.done % 2 == 0 else "decline")
        if self.closing.wait(SECONDS_BETWEEN):
            raise RunEnded

    def decide(self, decision: str) -> None:
        """Decide about everybody."""
        body = {"registration_uuids": self.registrations, "changes": {"decision": decision}}
        self.rest("POST", "rpc/decide", body, {200})

    def announce(self, decision: str) -> None:
        """Announce all decisions. Nothing left to announce is a retry whose first response was lost."""
        accepted = PEOPLE if decision == "accept" else 0
        body = {"event_uuid": self.event, "accepted": accepted, "declined": PEOPLE - accepted}
        counts = self.rest("POST", "rpc/announce", body, {200}).json
        if sum(counts.values()) not in (0, PEOPLE):
            raise UnexpectedResponse(f"announced {counts}")
        announcements = self.rest("GET", f"event_announcements?event_uuid=eq.{self.event}", None, {200}).json
        if [one["accepted"] for one in announcements] != [decision == "accept"] * PEOPLE:
            raise UnexpectedResponse(
                f"{decision} of {PEOPLE} is announced to {len(announcements)}, or not to all"
            )
        self.ledger.announced += 1


class Lea(Person):
    """A leader whose phone was offline: it uploads its scans in parts, some of them twice."""

    event = ""

    def work(self) -> None:
        """Bring home one queue."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        self.upload_scans()
        if self.closing.wait(SECONDS_BETWEEN):
            raise RunEnded

    def upload_scans(self) -> None:
        """Upload each part with the end of the previous one, as after a lost response."""
        now = datetime.now(UTC).isoformat()
        queue = [{"nonce": str(uuid4()), "number": 1 + place % PEOPLE, "at": now} for place in range(SCANS)]
        for start in range(0, SCANS, PART):
            part = queue[max(start - OVERLAP, 0) : start + PART]
            self.ledger.sent_scans.update(str(scan["nonce"]) for scan in part)
            body = {"event_uuid": self.event, "scans": part}
            answered = self.rest("POST", "rpc/check_in", body, {200}).json
            self.ledger.record_scans([one["nonce"] for one in answered])


def open_casting(shop: Shop, cara: Cara, lea: Lea) -> None:
    """A free event with registrations, all of one account."""
    names = {column: f"kartu-{uuid4()}.jpg" for column in ("comcard_image", "invoice_image")}
    for column, name in names.items():
        cara.upload(f"{FOLDERS['audition_registrations'][column]}/{name}", 0)
    facts = {"opens_at": "2020-01-01T00:00:00Z", "fee": 0, "asked": [], "days": []}
    filename = f"malam-{uuid4()}.jpg"
    cara.upload(f"{FOLDERS['events']['image']}/{filename}", 0)
    event = put(shop.sql, "events", row("events", "", image=image(filename), **facts))
    talent = shop.account("talent").user_id
    pictures = {column: image(name) for column, name in names.items()}
    cara.registrations = [
        put(
            shop.sql,
            "audition_registrations",
            row("audition_registrations", talent, created_at=SENT_AT, **pictures),
        )
        for _ in range(PEOPLE)
    ]
    cara.event = lea.event = event


def find_partial_announcements(shop: Shop) -> list[str]:
    """Decisions that are announced to some only, twice, or differently than decided."""
    announced, people, kinds, apart, messages = shop.sql(APART)[0]
    is_whole = announced in (0, people) and kinds <= 1 and not apart and messages == announced
    found = f"of {people} {announced} are announced in {kinds} ways, {apart} otherwise, {messages} times"
    return [] if is_whole else [found]


def find_casting_faults(shop: Shop, ledger: Ledger) -> Iterator[str]:
    """Partial or doubled announcements, and scans that are lost or were never sent."""
    yield from find_partial_announcements(shop)
    stored = {nonce for (nonce,) in shop.sql("select nonce::text from public.check_ins")}
    yield from (f"scan {nonce} is lost" for nonce in ledger.scans - stored)
    yield from (f"scan {nonce} was never sent" for nonce in stored - ledger.sent_scans)
