"""Tom orders, Ada decides, and a real mail server receives each notification once, in their language."""

import asyncio
import itertools
import json
import queue
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from tapis.advisory_locks import DISPATCHER
from tapis.gateway.context import Context
from tapis.gateway.database import Database
from tapis.gateway.notifications import dispatcher
from tapis.gateway.notifications.due_messages import DueMessage
from tapis.gateway.notifications.notification_mail import compose_notification
from tapis.gateway.notifications.notification_texts import PAGES, TEXTS, render_message
from tapis.gateway.settings import load_settings, settings_from_values
from tapis.ops import postgres
from tapis.ops.maintenance.database_checks import find_undelivered_messages
from tests import lone_gateway
from tests.auth.certificate import make_certificate
from tests.auth.conftest import GONE, make_email, sign_up, wait_until
from tests.auth.smtp_server import Mailbox, get_body_text
from tests.conftest import Account, Shop, prepared, serving, shop_at
from tests.example_rows import put, row
from tests.notifications.push_service import PushService, run_push_service
from tests.test_orders import build_order, send_order

SITE = "https://kain.id"
FACTS = {
    "heading": "Kebaya, M",
    "way": "BCA",
    "amount": "Rp. 1",
    "reason": "Why",
    "orders": 1,
    "registrations": 2,
    "page": "/",
    "account": "Bank",
    "parcel": "JNE",
    "text_en": "Now",
    "text_id": "Now",
    "until_en": "Friday",
    "until_id": "Jumat",
}
COUNT_PAUSED = """
select count(*) from private.messages
where state = 'waiting' and next_attempt > now() + interval '20 minutes'
"""
CHANGE = {"by": "ada@kain.id", "action": "update", "changed": ["account_number", "qris"]}


@dataclass(frozen=True, slots=True)
class NotifyingShop:
    """A shop with two workers, its mail server and its push service."""

    shop: Shop
    box: Mailbox
    pushes: PushService

    def create_person(
        self, role: str, *, mail: bool = True, language: str = "en", email: str = ""
    ) -> Account:
        account = self.shop.account(role)
        if email:
            self.shop.sql("update auth.users set email = %s where id = %s", email, account.user_id)
        insert = "insert into public.notification_choices (user_id, mail, language) values (%s, %s, %s)"
        self.shop.sql(insert, account.user_id, mail, language)
        return account

    def subscribe(self, account: Account, name: str, language: str) -> None:
        """Subscribe a device, as the page does."""
        device = self.pushes.subscription(name) | {"user_id": account.user_id, "language": language}
        with self.shop.client(account.token) as client:
            assert client.post("/rest/v1/push_subscriptions", json=device).status_code == 201

    def place_order(self, tom: Account) -> str:
        with self.shop.client(tom.token) as client:
            order = build_order(self.shop, client)
            assert send_order(client, order).status_code == 201
        return str(order["uuid"])

    def decide(self, ada: Account, order: str, status: str) -> None:
        """Ada decides, and the grace period for changing her mind ends at once."""
        with self.shop.client(ada.token) as client:
            path = f"/rest/v1/transactions?uuid=eq.{order}"
            assert client.patch(path, json={"status": status}).status_code == 204
        self.shop.sql("update private.outbox set not_before = now() where record = %s", order)

    def wait_until_idle(self) -> None:
        """Wait until no message is pending."""
        waiting = """
            select (select count(*) from private.outbox) + count(*) from private.messages
            where state in ('waiting', 'sending') and way <> 'digest'
        """
        wait_until(lambda: self.shop.sql(waiting) == [(0,)], 60)

    def fetch_mails(self, account: Account) -> list[EmailMessage]:
        """All mails that this account has received so far; those to others are discarded."""
        self.wait_until_idle()
        mails: list[EmailMessage] = []
        while True:
            try:
                mail = self.box.mails.get_nowait()
            except queue.Empty:
                return mails
            if mail["To"] == account.email:
                mails.append(mail)


@pytest.fixture(scope="module")
def notifying_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NotifyingShop]:
    data = prepared(tmp_path_factory.mktemp("told") / "data")
    certificate = make_certificate(tmp_path_factory.mktemp("certificate"))
    with Mailbox(unknown=frozenset({GONE})) as box, run_push_service(certificate) as pushes:
        extra = {
            "TAPIS_SMTP_URL": box.url,
            "TAPIS_SMTP_FROM": "halo@kain.id",
            "TAPIS_SITE_URL": SITE,
            "TAPIS_WORKERS": "2",
            "TAPIS_PRIVATE_PUSH_HOSTS": "127.0.0.1",
            "SSL_CERT_FILE": str(certificate),
        }
        with serving(data, **extra) as url, shop_at(url, data) as opened:
            yield NotifyingShop(opened, box, pushes)


AGE_ORDERS = """
insert into private.running_periods (started_at, seen_at) values (now() - interval '9 days', now());
update private.record_pictures set noted_at = noted_at - interval '50 hours';
update public.payments set created_at = created_at - interval '50 hours';
"""
# Another worker then starts to dispatch, and runs the hourly tasks.
TERMINATE_DISPATCHER = """
select pg_terminate_backend(pid) from pg_locks
where locktype = 'advisory' and (classid::bigint << 32) + objid::bigint = %s
"""


def test_Y24_tom_gets_a_mail_a_day_before_his_order_lapses(notifying_shop: NotifyingShop) -> None:
    tom = notifying_shop.create_person("talent", language="id")
    number = notifying_shop.place_order(tom)[:8].upper()
    notifying_shop.fetch_mails(tom)
    for statement in AGE_ORDERS.strip().split(";")[:-1]:
        notifying_shop.shop.sql(statement)
    notifying_shop.shop.sql(TERMINATE_DISPATCHER, DISPATCHER)
    mail = notifying_shop.box.next_mail(tom.email)
    assert mail["Subject"] == f"Tapis: Pesanan {number} kedaluwarsa besok"


def test_Y17_tom_is_told_once_and_in_his_language_what_became_of_his_order(
    notifying_shop: NotifyingShop,
) -> None:
    tom, ada = (
        notifying_shop.create_person("talent", language="id"),
        notifying_shop.create_person("admin", mail=False),
    )
    orders = [notifying_shop.place_order(tom) for _ in range(5)]
    numbers = [order[:8].upper() for order in orders]
    subjects = [mail["Subject"] for mail in notifying_shop.fetch_mails(tom)]
    assert sorted(subjects) == sorted(f"Tapis: Pesanan {number} sudah kami terima" for number in numbers)
    notifying_shop.decide(ada, orders[0], "Accepted")
    notifying_shop.wait_until_idle()
    notifying_shop.decide(ada, orders[0], "Finished")
    notifying_shop.shop.sql(
        "update public.payments set state = 'rejected', reason = 'Uangnya <belum> masuk', decided_at = now() "
        "where record = %s",
        orders[1],
    )
    notifying_shop.decide(ada, orders[1], "Rejected")
    mails = {mail["Subject"]: mail for mail in notifying_shop.fetch_mails(tom)}
    assert set(mails) == {
        f"Tapis: Pembayaran pesanan {numbers[0]} sudah dikonfirmasi",
        f"Tapis: Pesanan {numbers[0]} selesai",
        f"Tapis: Pembayaran pesanan {numbers[1]} ditolak",
    }
    rejected = mails[f"Tapis: Pembayaran pesanan {numbers[1]} ditolak"]
    for kind, reason in (("plain", "Uangnya <belum> masuk"), ("html", "Uangnya &lt;belum&gt; masuk")):
        body = get_body_text(rejected, kind)
        assert f"Alasannya: {reason}" in body
        assert f"{SITE}/profile/transactions/{orders[1]}" in body
        assert "Rp. " in body
        assert "\n2 × Selendang" in body
    assert rejected["Content-Language"] == "id"
    assert len({mail["Message-ID"] for mail in mails.values()}) == 3


def test_Y30_the_next_mail_says_what_ada_wrote_about_her_shop(notifying_shop: NotifyingShop) -> None:
    tom, ada = notifying_shop.create_person("talent"), notifying_shop.create_person("admin", mail=False)
    order = notifying_shop.place_order(tom)
    (before,) = notifying_shop.fetch_mails(tom)
    assert (before["Subject"].startswith("Tapis: "), "Tapis" in before["From"]) == (True, True)
    settings = row("shop_settings", "", name="Sulam & Siger", address="Jl. Pantai 7", default_language="id")
    with notifying_shop.shop.client(ada.token) as client:
        assert client.post("/rest/v1/shop_settings", json=settings).status_code == 201
    try:
        notifying_shop.shop.sql("delete from public.notification_choices where user_id = %s", tom.user_id)
        notifying_shop.decide(ada, order, "Accepted")
        (mail,) = notifying_shop.fetch_mails(tom)
        with notifying_shop.shop.client(None) as anna:
            assert anna.post("/auth/v1/recover", json={"email": tom.email}).status_code == 200
        recovery = notifying_shop.box.next_mail(tom.email)
    finally:
        notifying_shop.shop.sql("delete from public.shop_settings")
    number = order[:8].upper()
    assert mail["Subject"] == f"Sulam & Siger: Pembayaran pesanan {number} sudah dikonfirmasi"
    for one in (mail, recovery):
        assert "Sulam & Siger" in str(one["From"])
        assert one["Content-Language"] == "id"
        assert "Jl. Pantai 7" in get_body_text(one, "plain")
        assert "<br>Jl. Pantai 7" in get_body_text(one, "html")


def test_Y17_one_tap_in_the_mail_program_ends_the_mails(notifying_shop: NotifyingShop) -> None:
    tom = notifying_shop.create_person("talent")
    notifying_shop.place_order(tom)
    (mail,) = notifying_shop.fetch_mails(tom)
    address = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert all(address in get_body_text(mail, kind) for kind in ("plain", "html"))
    url = address.replace(SITE, notifying_shop.shop.url)
    form = {"List-Unsubscribe": "One-Click"}
    assert httpx.get(url).status_code == 200  # a scanner that opens links ends nothing
    notifying_shop.place_order(tom)
    assert len(notifying_shop.fetch_mails(tom)) == 1
    assert httpx.post(url, data=form).status_code == 200
    assert [httpx.post(url[:length], data=form).status_code for length in (-1, -36)] == [400, 400]
    assert httpx.post(url[:-4] + "beef", data=form).status_code == 404
    notifying_shop.place_order(tom)
    assert notifying_shop.fetch_mails(tom) == []


def test_Y17_ada_hears_of_orders_together_and_of_a_changed_account_at_once(
    notifying_shop: NotifyingShop,
) -> None:
    tom, ada = notifying_shop.create_person("talent", mail=False), notifying_shop.create_person("admin")
    notifying_shop.place_order(tom)
    digest = notifying_shop.box.next_mail(ada.email, 60)
    assert "New orders: 1. New registrations: 0." in get_body_text(digest, "plain")
    assert f"{SITE}/admin/review" in get_body_text(digest, "html")
    for _ in range(3):
        notifying_shop.place_order(tom)
    method = row("payment_methods", "", payment_account="BCA", account_number="0001234567")
    put(notifying_shop.shop.sql, "payment_methods", method)
    mails = notifying_shop.fetch_mails(ada)
    assert [mail["Subject"] for mail in mails] == ["Tapis: A payment method was changed"]
    body = get_body_text(mails[0], "plain")
    assert "postgres added the payment method BCA of the page Shopping cart" in body
    assert "1234567" not in body
    assert "nsubscribe" not in str(mails[0])
    notifying_shop.shop.sql(
        "update private.messages set sent_at = sent_at - interval '16 minutes' where user_id = %s",
        ada.user_id,
    )
    assert "New orders: 3." in get_body_text(notifying_shop.box.next_mail(ada.email, 60), "plain")


def test_Y17_a_mail_server_that_is_away_is_tried_again_and_a_mailbox_that_is_none_is_not(
    notifying_shop: NotifyingShop,
) -> None:
    tom, lost = notifying_shop.create_person("talent"), notifying_shop.create_person("talent", email=GONE)
    state = "select state, error from private.messages where user_id = %s"
    with notifying_shop.box.offline():
        notifying_shop.place_order(tom)
        wait_until(
            lambda: (
                [(one, bool(why)) for one, why in notifying_shop.shop.sql(state, tom.user_id)]
                == [("waiting", True)]
            )
        )
    notifying_shop.shop.sql(
        "update private.messages set next_attempt = now() where user_id = %s", tom.user_id
    )
    assert len(notifying_shop.fetch_mails(tom)) == 1
    notifying_shop.place_order(lost)
    notifying_shop.wait_until_idle()
    ((ended, why),) = notifying_shop.shop.sql(state, lost.user_id)
    assert (ended, GONE in why, "takes no mail for this address" in why) == ("dropped", False, True)


def test_Y17_a_mail_that_a_relays_policy_refuses_waits_and_comes_when_it_is_taken(
    notifying_shop: NotifyingShop,
) -> None:
    refusals = ("550 5.7.1 relaying denied", "550 no", "554 5.7.0 policy", "553 sorry")
    toms = {refusal: notifying_shop.create_person("talent") for refusal in refusals}
    for refusal, tom in toms.items():
        notifying_shop.box.refusals[tom.email] = refusal
        notifying_shop.place_order(tom)
    query = """
        select state, error like '%%takes no mail%%' from private.messages
        where user_id = any(%s::uuid[]) and attempts > 0
    """
    everybody = [tom.user_id for tom in toms.values()]
    wait_until(lambda: notifying_shop.shop.sql(query, everybody) == [("waiting", True)] * len(toms), 60)
    notifying_shop.box.refusals.clear()
    notifying_shop.shop.sql(
        "update private.messages set next_attempt = now() where user_id = any(%s::uuid[])", everybody
    )
    notifying_shop.wait_until_idle()
    mails = notifying_shop.box.mails
    received = Counter(mails.get_nowait()["To"] for _ in range(mails.qsize()))
    assert {refusal: received[tom.email] for refusal, tom in toms.items()} == dict.fromkeys(refusals, 1)


def test_Y17_ada_sends_again_what_was_given_up_after_three_days(notifying_shop: NotifyingShop) -> None:
    ada, tom = notifying_shop.create_person("admin"), notifying_shop.create_person("talent")
    notifying_shop.shop.sql("delete from private.messages where state = 'failed'")
    notifying_shop.box.refusals[tom.email] = "550 5.7.1 relaying denied"
    notifying_shop.place_order(tom)
    query = "select attempts from private.messages where user_id = %s and state = 'waiting' and attempts = 1"
    wait_until(lambda: notifying_shop.shop.sql(query, tom.user_id) == [(1,)], 60)
    notifying_shop.shop.sql(
        "update private.messages set created_at = now() - interval '4 days', next_attempt = now(),"
        " tried_since = now() - interval '4 days' where user_id = %s",
        tom.user_id,
    )
    notifying_shop.wait_until_idle()
    with notifying_shop.shop.client(ada.token) as client:
        (failed,) = client.post("/rest/v1/rpc/failed_mails").json()
        assert (failed["mails"], "550 5.7.1" in failed["reason"]) == (1, True)
        with (
            postgres.ensure_server(notifying_shop.shop.data),
            psycopg.connect(notifying_shop.shop.superuser) as connection,
        ):
            assert ("notifications-failed", "1") in [
                (finding.code, finding.what.split(",")[0])
                for finding in find_undelivered_messages(connection)
            ]
        del notifying_shop.box.refusals[tom.email]
        assert client.post("/rest/v1/rpc/send_failed_mails").json() == 1
        assert len(notifying_shop.fetch_mails(tom)) == 1
        assert client.post("/rest/v1/rpc/failed_mails").json() == []
    for somebody in (tom, notifying_shop.create_person("leadership")):
        with notifying_shop.shop.client(somebody.token) as client:
            for function in ("failed_mails", "send_failed_mails"):
                assert client.post(f"/rest/v1/rpc/{function}").status_code == 403


def test_Y17_a_message_that_cannot_be_made_keeps_nobody_elses_back(notifying_shop: NotifyingShop) -> None:
    lost, tom = notifying_shop.create_person("talent"), notifying_shop.create_person("talent")
    notifying_shop.subscribe(lost, "lost", "en")
    insert_unknown = """
        insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
        select 0, user_id, way, uuid, 'unknown', 'transactions', uuid, '{}'
        from public.push_subscriptions, unnest('{mail,push}'::text[]) as way where user_id = %s
    """
    notifying_shop.shop.sql(insert_unknown, lost.user_id)
    query = "select state, attempts > 0, next_attempt > now() from private.messages where user_id = %s"
    wait_until(lambda: notifying_shop.shop.sql(query, lost.user_id) == [("waiting", True, True)] * 2, 60)
    notifying_shop.shop.sql("delete from private.messages where user_id = %s", lost.user_id)
    notifying_shop.place_order(tom)
    assert len(notifying_shop.fetch_mails(tom)) == 1


INSERT_OLD = """
insert into private.messages (outbox_id, user_id, way, kind, place, record, data, state, created_at)
select 0, id, 'mail', 'order_received', 'transactions', id, '{}', 'sent', now() - interval '31 days'
from auth.users limit 1
"""
FIND_OLD = "select from private.messages where created_at < now() - interval '30 days'"


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[psycopg.Connection]:
    """The database of a shop of which nothing else runs, with Tom's account."""
    with (
        postgres.ensure_server(prepared(tmp_path / "data")) as urls,
        psycopg.connect(urls.superuser, autocommit=True) as connection,
    ):
        connection.execute("insert into auth.users (id, email) values (gen_random_uuid(), 'tom@kain.id')")
        yield connection


def build_context(owner: psycopg.Connection, **settings: Any) -> Context:
    url = owner.info.dsn
    return lone_gateway.build_context(load_settings({}, database_url=url, **settings), Database(url, 1, 1))


async def test_Y17_what_is_a_month_old_is_deleted_while_the_shop_runs(
    owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "RECOVERY_SECONDS", 0.0)
    running_dispatcher = dispatcher.Dispatcher(build_context(owner), None)
    task = asyncio.create_task(running_dispatcher.run())
    for _ in range(2):  # the first may go as the dispatcher starts
        owner.execute(INSERT_OLD)
        await asyncio.to_thread(wait_until, lambda: not owner.execute(FIND_OLD).rowcount, 60)
    await running_dispatcher.stop(task)


async def test_Y17_a_mail_that_another_worker_sent_meanwhile_is_not_sent_again(
    owner: psycopg.Connection,
) -> None:
    class InterruptedDispatcher(dispatcher.Dispatcher):
        """Loses its database when it has failed to send, and another worker sends the mail."""

        async def record(self, message: DueMessage, outcome: str, *more: Any, **named: Any) -> None:
            owner.execute(TERMINATE_DISPATCHER.replace("(pid)", "(pid, 60000)"), [DISPATCHER])
            owner.execute("update private.messages set state = 'sent', sent_at = now()")
            owner.execute(INSERT_OLD)  # deleted by whoever dispatches next
            outcomes.append(outcome)
            await super().record(message, outcome, *more, **named)

    outcomes: list[str] = []
    ((tom,),) = owner.execute("select id from auth.users").fetchall()
    owner.execute(INSERT_MESSAGES, (tom, json.dumps(FACTS), "0", 1))
    context = build_context(owner, smtp_url="smtp://127.0.0.1:1", smtp_from="halo@kain.id", site_url=SITE)
    interrupted = InterruptedDispatcher(context, None)
    task = asyncio.create_task(interrupted.run())
    await asyncio.to_thread(wait_until, lambda: bool(outcomes) and not owner.execute(FIND_OLD).rowcount, 60)
    await interrupted.stop(task)
    assert outcomes == ["retry"]
    assert owner.execute("select state from private.messages").fetchall() == [("sent",)]


def test_Y17_devices_of_tom_and_ada_are_told_once_and_one_that_is_gone_is_forgotten(
    notifying_shop: NotifyingShop,
) -> None:
    tom, ada = (
        notifying_shop.create_person("talent", mail=False),
        notifying_shop.create_person("admin", mail=False),
    )
    notifying_shop.subscribe(tom, "tom", "id")
    notifying_shop.subscribe(ada, "ada", "en")
    order = notifying_shop.place_order(tom)
    number = order[:8].upper()
    notifying_shop.wait_until_idle()
    received = [
        notifying_shop.pushes.received.get_nowait() for _ in range(notifying_shop.pushes.received.qsize())
    ]
    messages = {one.path: one.message for one in received}
    assert sorted(one.path for one in received) == ["/push/ada", "/push/tom"]
    assert messages["/push/tom"]["title"] == f"Pesanan {number} sudah kami terima"
    assert messages["/push/tom"] | {"title": "", "body": ""} == {
        "title": "", "body": "", "url": f"/profile/transactions/{order}", "tag": order,
    }  # fmt: skip
    assert (messages["/push/ada"]["title"], messages["/push/ada"]["url"]) == (
        f"New order {number}",
        "/admin/review",
    )
    notifying_shop.pushes.status, notifying_shop.pushes.headers = 429, {"Retry-After": "1800"}
    notifying_shop.place_order(tom)
    wait_until(lambda: notifying_shop.shop.sql(COUNT_PAUSED) == [(2,)], 60)
    notifying_shop.pushes.status = 410
    notifying_shop.shop.sql("update private.messages set next_attempt = now() where state = 'waiting'")
    notifying_shop.wait_until_idle()
    states = "select way, state, count(*) from private.messages where user_id = %s group by 1, 2 order by 2"
    assert notifying_shop.shop.sql(states, tom.user_id) == [("push", "dropped", 1), ("push", "sent", 1)]
    devices = "select 1 from public.push_subscriptions where user_id = any(%s::uuid[])"
    assert notifying_shop.shop.sql(devices, [tom.user_id, ada.user_id]) == []


INSERT_MESSAGES = """
insert into private.messages (outbox_id, user_id, way, kind, place, record, data, next_attempt)
select -number, %s, 'mail', 'order_received', 'transactions', gen_random_uuid(), %s, now() - %s::interval
from generate_series(1, %s) as number
"""


def test_abuse_sixty_mails_to_tom_do_not_come_before_rinas(notifying_shop: NotifyingShop) -> None:
    tom, rina = notifying_shop.create_person("talent"), notifying_shop.create_person("talent")
    notifying_shop.wait_until_idle()
    with psycopg.connect(notifying_shop.shop.superuser) as connection:
        connection.execute(INSERT_MESSAGES, (tom.user_id, json.dumps(FACTS), "1 minute", 60))
        connection.execute(INSERT_MESSAGES, (rina.user_id, json.dumps(FACTS), "0", 1))
    notifying_shop.wait_until_idle()
    received = [notifying_shop.box.mails.get_nowait()["To"] for _ in range(notifying_shop.box.mails.qsize())]
    assert received.count(tom.email) == 60
    assert rina.email in received[: received.index(tom.email) + 5]


def test_abuse_silent_devices_keep_no_other_waiting(notifying_shop: NotifyingShop) -> None:
    """Thirteen people with two devices each, and a long queue for each device."""
    crowd = [notifying_shop.create_person("talent", mail=False) for _ in range(13)]
    names = {f"silent-{number}": crowd[number // 2] for number in range(26)}
    notifying_shop.pushes.silent = frozenset(names)
    for name, person in names.items():
        notifying_shop.subscribe(person, name, "en")
    insert_messages = """
        insert into private.messages (outbox_id, user_id, way, subscription, kind, place, record, data)
        select -1000 - number, user_id, 'push', uuid, 'order_received', 'transactions', gen_random_uuid(), %s
        from public.push_subscriptions, generate_series(1, 10) as number where user_id = any(%s::uuid[])
    """
    notifying_shop.shop.sql(insert_messages, json.dumps(FACTS), [person.user_id for person in crowd])
    count_sending = "select count(*) from private.messages where way = 'push' and state = 'sending'"
    wait_until(lambda: notifying_shop.shop.sql(count_sending) == [(26,)], 60)
    rina = notifying_shop.create_person("talent", mail=False)
    notifying_shop.subscribe(rina, "rina", "en")
    notifying_shop.place_order(rina)
    # What earlier tests had sent may arrive first.
    paths = iter(lambda: notifying_shop.pushes.received.get(timeout=60).path, "/push/rina")
    assert not any(path.startswith("/push/silent") for path in paths)
    count_given_up = count_sending.replace("'sending'", "'waiting' and attempts > 0")
    assert notifying_shop.shop.sql(count_given_up) == [(0,)]
    people = [person.user_id for person in crowd]
    notifying_shop.shop.sql("delete from private.messages where user_id = any(%s::uuid[])", people)
    notifying_shop.pushes.silent = frozenset()
    notifying_shop.pushes.speaks_again.set()


def test_Y17_the_language_of_a_sign_up_is_that_of_its_mails(notifying_shop: NotifyingShop) -> None:
    with notifying_shop.shop.client() as client:
        client.base_url = httpx.URL(f"{notifying_shop.shop.url}/auth/v1")
        client.headers["Accept-Language"] = "id-ID,id;q=0.9"
        email = make_email()
        assert sign_up(client, email).status_code == 200
    query = (
        "select language from public.notification_choices join auth.users on id = user_id where email = %s"
    )
    assert notifying_shop.shop.sql(query, email) == [("id",)]


def test_Y17_every_kind_of_message_has_its_words_in_both_languages() -> None:
    for language, kind in itertools.product(TEXTS, PAGES):
        facts = FACTS | (CHANGE if kind == "payment_method_changed" else {})
        words = render_message(kind, language, "ab12cd34-0000-4000-8000-000000000000", facts)
        assert words.text.endswith(TEXTS[language]["every"]["reason"].format(reason="Why"))
        assert "{" not in "".join((words.title, words.text, words.button, words.path))
        assert set(TEXTS["en"][kind]) == set(TEXTS["id"][kind])


def test_Y17_a_changed_field_is_called_as_in_its_form() -> None:
    labels = Path("web/src/messages/tableWords.ts").read_text("utf-8")
    for language in TEXTS:
        for field, label in TEXTS[language]["fields"].items():
            line = rf'^  {field}: {{.*\b{language}: "{re.escape(label)}"'
            assert re.search(line, labels, re.MULTILINE), field


def test_Y17_no_text_promises_what_may_not_be() -> None:
    """Nobody declined has dates, no stock is said to be scarce, and no free registration needs a review."""
    unsaid = {
        "announcement_made": ("dates", "jadwal"),
        "back_in_stock": ("limited", "terbatas"),
        "digest": ("They wait", "Semuanya"),
    }
    for kind, words in unsaid.items():
        for language in TEXTS:
            assert not any(word in TEXTS[language][kind]["text"] for word in words)


def test_Y26_what_tom_picks_up_is_said_to_be_ready() -> None:
    titles = [
        render_message("order_sent", "id", "ab12cd34", {"is_ready": is_ready, "parcel": "Kasir"}).title
        for is_ready in (True, False)
    ]
    assert titles == ["Pesanan AB12CD34 siap diambil", "Pesanan AB12CD34 dalam pengiriman"]


def test_Y32_Z1_a_product_is_named_in_the_readers_language() -> None:
    facts = {"heading": "Root", "heading_id": "Kebaya Akar"}
    titles = [render_message("back_in_stock", language, "ab12cd34", facts).title for language in ("en", "id")]
    assert titles == ["Root is back", "Kebaya Akar tersedia lagi"]


def test_Y17_a_mail_whose_title_has_a_line_break_is_sent_all_the_same() -> None:
    """A product's name may contain one, a header may not."""
    facts = {"heading": "Kebaya\r\nMelati"}
    person = "ab12cd34-0000-4000-8000-000000000000"
    message = DueMessage(
        UUID(person), person, "mail", "back_in_stock", person, facts, "tom@kain.id", "en", UUID(person), None
    )
    mail = compose_notification(settings_from_values(smtp_from="Kain <shop@kain.id>"), message)
    assert mail["Subject"].endswith(": Kebaya Melati is back")
