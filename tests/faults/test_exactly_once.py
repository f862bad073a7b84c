"""Whatever dies while mails are sent: none is lost, and twice comes only what may not have arrived."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tapis.gateway.failpoints import Step
from tests.auth.conftest import wait_until
from tests.auth.smtp_server import Mailbox, get_body_text
from tests.crash.harness import open_harness
from tests.crash.verification import run_doctor
from tests.faults.conftest import Hold
from tests.faults.test_failpoints import kills

WAITING = """
select (select count(*) from private.outbox) + count(*)
from private.messages where state in ('waiting', 'sending')
"""
STEPS = ("notification: expanded", "notification: sending", "notification: sent")


@dataclass(frozen=True, slots=True)
class NotifyingShop:
    hold: Hold
    box: Mailbox

    def mails_about(self, order: str) -> list[str]:
        """The Message-IDs of the mails about an order, once nothing waits any more."""
        wait_until(lambda: self.hold.harness.access.sql(WAITING) == [(0,)], 60)
        mails = [self.box.mails.get_nowait() for _ in range(self.box.mails.qsize())]
        return [mail["Message-ID"] for mail in mails if order[:8].upper() in get_body_text(mail, "plain")]


@pytest.fixture(scope="module")
def notifying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NotifyingShop]:
    """A shop that sends mails to Tom, and to no administrator, so that each order is one mail."""
    folder = tmp_path_factory.mktemp("notifying")
    with Mailbox() as box, ThreadPoolExecutor(2) as executor:
        settings = {
            "TAPIS_HOLD_AT": str(folder / "hold"),
            "TAPIS_SMTP_URL": box.url,
            "TAPIS_SMTP_FROM": "halo@kain.id",
            "TAPIS_SITE_URL": "https://kain.id",
        }
        with open_harness(folder / "data", toms=1, **settings) as harness:
            harness.access.sql(
                "insert into public.notification_choices (user_id, mail) "
                "select user_id, false from private.user_roles where role = 'admin'"
            )
            yield NotifyingShop(Hold(harness, folder / "hold", executor), box)
            assert run_doctor(folder / "data") == ""


@pytest.mark.parametrize(("step", "victim"), kills(STEPS))
def test_Y17_an_order_is_mailed_once_whatever_dies_and_twice_only_after_the_mail_server_took_it(
    notifying: NotifyingShop, step: Step, victim: str
) -> None:
    (tom,) = notifying.hold.harness.toms
    ordering = notifying.hold.at(step, tom.order)
    notifying.hold.kill(victim)
    order = ordering.result(30)
    assert notifying.hold.is_as_acknowledged()
    mails = Counter(notifying.mails_about(order.uuid))
    # Only a process that died after the mail server's answer can't know of it; the Message-ID says it is one.
    assert [*mails.values()] == [2 if step == "notification: sent" and victim != "postmaster" else 1]
