"""A mail server that counts mails, and the comparison of the mails with the orders."""

import re
import time
from collections import Counter
from dataclasses import dataclass

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.auth.smtp_server import Mailbox
from tests.conftest import Shop
from tests.crash.acknowledged_writes import Ledger

MESSAGE_ID = re.compile(rb"^Message-ID: <([0-9a-f-]{36})@", re.MULTILINE)
NO_MAILS = """
insert into public.notification_choices (user_id, mail)
select id, false from auth.users where not (id = any(%s::uuid[]))
"""
WAITING = """
select (select count(*) from private.outbox) + count(*)
from private.messages where state in ('waiting', 'sending')
"""
MESSAGES = "select id::text, record::text from private.messages where kind = 'order_received'"
PATIENCE = 120.0  # seconds without a mail


class CountingMailbox(Mailbox):
    """Keeps only the Message-ID of each mail and how often it came."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: Counter[str] = Counter()

    @property
    def settings(self) -> dict[str, str]:
        """The settings with which a shop sends its mails here."""
        return {
            "TAPIS_SMTP_URL": self.url,
            "TAPIS_SMTP_FROM": "halo@kain.id",
            "TAPIS_SITE_URL": "https://kain.id",
        }

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        found = MESSAGE_ID.search(envelope.content)
        self.taken[found[1].decode() if found else ""] += 1
        return "250 taken"


@dataclass(frozen=True, slots=True)
class MailAudit:
    """Orders without a mail or with two; the number of mails, and of repeated ones."""

    lost: list[str]
    doubled: list[str]
    mails: int
    again: int

    def is_right(self, deaths: int) -> bool:
        """At most one mail may be repeated for each killed sender."""
        return not self.lost and not self.doubled and self.again <= deaths


def limit_mails_to(shop: Shop, people: list[str]) -> None:
    """Turn mails off for everybody else."""
    shop.sql(NO_MAILS, people)


def audit_mails(shop: Shop, ledger: Ledger, people: list[str], taken: Counter[str]) -> MailAudit:
    """Compare once everything is sent. Raises TimeoutError when sending stops."""
    _wait_until_sent(shop)
    mails: dict[str, list[str]] = {}
    for message, order in shop.sql(MESSAGES):
        mails.setdefault(order, []).append(message)
    orders = [one.uuid for one in ledger.orders if one.owner in people and one.uuid not in ledger.deleted]
    return MailAudit(
        lost=[uuid for uuid in orders if not any(taken[message] for message in mails.get(uuid, []))],
        doubled=[uuid for uuid in orders if len(mails.get(uuid, [])) > 1],
        mails=taken.total(),
        again=sum(times - 1 for times in taken.values()),
    )


def _wait_until_sent(shop: Shop) -> None:
    left, since = -1, time.monotonic()
    while (now := shop.sql(WAITING)[0][0]) > 0:
        if now != left:
            left, since = now, time.monotonic()
        if time.monotonic() - since > PATIENCE:
            raise TimeoutError(f"{left} messages wait and none was sent for {PATIENCE:.0f} s")
        time.sleep(0.5)
