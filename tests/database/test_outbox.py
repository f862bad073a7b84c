"""What happened is written down with it, and becomes one message for each person who is to hear of it."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_orders import ready, send
from tests.example_rows import Row, line, put, put_files, row

OUTBOX = """
select kind, place, record::text, user_id::text, not_before > now() from private.outbox order by id
"""
MESSAGES = (
    "select user_id::text, way, kind, data, state from private.messages order by outbox_id, way, user_id"
)
GOODS = {"goods": ["2 × Selendang"], "goods_left": 0, "delivery": None, "parcel": None}
PAUSE = """
select attempts, extract(epoch from next_attempt - now())::int / 60, state, error from private.messages
"""


@pytest.fixture
def told(house: House) -> House:
    """The house, of which everybody has confirmed their address, with one administrator; nothing waits."""
    house.sql("update auth.users set email_confirmed_at = now()")
    house.sql("delete from private.user_roles where role = 'admin' and user_id <> %s", house.user_id("admin"))
    house.sql("delete from private.outbox")
    return house


def order_of_tom(house: House) -> str:
    order = ready(house)
    send(house, order)
    return str(order["uuid"])


def decide(house: House, order: str, status: str) -> None:
    house.ask("admin", "update public.transactions set status = %s where uuid = %s", status, order)


def kinds(house: House) -> list[str]:
    return [kind for kind, *_ in house.sql(OUTBOX)]


def expand(house: House, *, sends_mail: bool = True) -> list[tuple[Any, ...]]:
    """All messages, after what waits became messages at once."""
    house.sql("update private.outbox set not_before = now()")
    house.sql("select private.create_messages(%s)", sends_mail)
    assert house.sql(OUTBOX) == []
    return list(house.sql(MESSAGES))


def due(house: House) -> list[Row]:
    """What the dispatcher would send now."""
    found = house.sql("select to_jsonb(due) from private.due_messages(100, '{mail,digest,push}') as due")
    return [message for (message,) in found]


def test_Y17_every_happening_of_transactions_registrations_and_announcements_is_noted_once(
    told: House,
) -> None:
    tom = told.user_id("talent")
    order = order_of_tom(told)
    registration = row("audition_registrations", tom)
    put_files(told.sql, "audition_registrations", registration, tom)
    assert told.insert("talent", "audition_registrations", registration).refused is None
    announcement = row("audition_announcements", tom)
    assert told.insert("admin", "audition_announcements", announcement).refused is None
    decide(told, order, "Accepted")
    assert told.sql(OUTBOX) == [
        ("order_received", "transactions", order, tom, False),
        ("registration_received", "audition_registrations", registration["uuid"], tom, False),
        ("announcement_made", "audition_announcements", announcement["uuid"], tom, True),
        ("order_accepted", "transactions", order, tom, True),
    ]


def test_Y17_what_the_owner_or_an_import_puts_into_the_tables_is_no_news(told: House) -> None:
    for table in ("transactions", "audition_registrations", "audition_announcements"):
        put(told.sql, table, row(table, told.other))
    assert told.sql(OUTBOX) == []


@pytest.mark.parametrize(
    ("decisions", "left"),
    [
        (["Accepted", "Processed"], []),
        (["Rejected", "Accepted"], ["order_accepted"]),
        (["Accepted", "Finished"], ["order_finished"]),
        (["Accepted", "Accepted"], ["order_accepted"]),
        (["Rejected", "Processed", "Rejected"], ["order_rejected"]),
    ],
)
def test_Y17_a_decision_that_is_undone_in_time_is_withdrawn(
    told: House, decisions: list[str], left: list[str]
) -> None:
    order = order_of_tom(told)
    expand(told)
    for status in decisions:
        decide(told, order, status)
    assert kinds(told) == left


def test_Y17_who_was_told_that_it_is_accepted_is_not_told_so_again(told: House) -> None:
    order = order_of_tom(told)
    decide(told, order, "Accepted")
    expand(told)
    for status in ("Rejected", "Finished", "Accepted"):
        decide(told, order, status)
    assert kinds(told) == []


DECIDE = "update public.payments set state = %s, reason = %s, decided_at = now() where record = %s"


def test_Y17_who_registered_hears_what_was_decided_about_the_fee_unless_it_is_undone_in_time(
    told: House,
) -> None:
    tom = told.user_id("talent")
    record = put(told.sql, "audition_registrations", row("audition_registrations", tom))
    told.sql(DECIDE, "rejected", "Too little", record)
    told.sql(DECIDE, "rejected", "Too late", record)
    assert kinds(told) == ["fee_rejected"]
    (message,) = expand(told)
    assert message[1:4] == ("mail", "fee_rejected", {"amount": None, "reason": "Too late"})
    told.sql(DECIDE, "accepted", None, record)
    told.sql("update public.payments set state = 'waiting', reason = null, decided_at = null")
    told.sql("update public.payments set state = 'accepted', decided_at = '2026-11-20T10:00:00Z'")
    assert told.sql(OUTBOX) == []


def test_Y17_a_buyer_hears_the_amount_that_was_asked_for_and_why_it_was_rejected(told: House) -> None:
    order = order_of_tom(told)
    decide(told, order, "Rejected")
    told.sql("update public.payments set amount = 299993")
    told.sql(DECIDE, "rejected", "Another sum came", order)
    told.sql("delete from private.outbox where kind = 'order_received'")
    (data,) = [data for *_, data, _ in expand(told)]
    assert data == {"amount": "Rp. 299.993", "reason": "Another sum came", **GOODS}


def test_Y17_a_mail_about_an_order_names_its_goods_and_counts_those_past_twenty(told: House) -> None:
    bought = [line(str(uuid4()), heading="Kain\n Bintang", size="M", quantity_to_buy=n) for n in range(1, 24)]
    told.sql("set local session_replication_role = replica")
    order = row("transactions", told.user_id("talent"), transactions=bought)
    put(told.sql, "transactions", order)
    put(
        told.sql,
        "payments",
        row("payments", order["user_id"], record=order["uuid"], order_uuid=order["uuid"]),
    )
    told.sql(
        "select private.enqueue_event('order_received', 'transactions', %s, %s)",
        order["uuid"], order["user_id"],
    )  # fmt: skip
    (facts,) = [data for _, way, _, data, _ in expand(told) if way == "mail"]
    assert facts["goods"] == [f"{n} × Kain Bintang, M" for n in range(1, 21)]
    assert facts["goods_left"] == 3


def test_Y17_buyers_get_a_mail_each_and_administrators_one_that_gathers(told: House) -> None:
    tom, ada = told.user_id("talent"), told.user_id("admin")
    order_of_tom(told)
    order_of_tom(told)
    messages = expand(told)
    received = {"amount": "Rp. 300.000", "reason": None, **GOODS}
    assert messages == [
        (ada, "digest", "digest", {"orders": 2, "registrations": 0}, "waiting"),
        (tom, "mail", "order_received", received, "waiting"),
        (tom, "mail", "order_received", received, "waiting"),
    ]
    assert {(one["email"], one["language"]) for one in due(told)} == {
        (f"{tom}@tapis.example", "en"),
        (f"{ada}@tapis.example", "en"),
    }


def test_Y17_administrators_get_at_most_one_mail_in_a_quarter_of_an_hour(told: House) -> None:
    order_of_tom(told)
    expand(told)
    (digest,) = (one for one in due(told) if one["way"] == "digest")
    assert told.sql("select private.claim_message(%s)", digest["id"]) == [(True,)]
    order_of_tom(told)
    expand(told)
    told.sql("select private.record_delivery(%s, 'sent')", digest["id"])
    order_of_tom(told)
    assert [data for _, way, _, data, state in expand(told) if way == "digest" and state == "waiting"] == [
        {"orders": 2, "registrations": 0}
    ]
    assert [one for one in due(told) if one["way"] == "digest"] == []
    told.sql("update private.messages set sent_at = now() - interval '16 minutes' where sent_at is not null")
    assert [one["data"]["orders"] for one in due(told) if one["way"] == "digest"] == [2]


@pytest.mark.parametrize(
    "change",
    [
        "update auth.users set email_confirmed_at = null",
        "update auth.users set banned_until = 'infinity'",
        "update auth.users set deleted_at = now()",
        "delete from auth.users",
        "insert into public.notification_choices (user_id, mail) select id, false from auth.users",
    ],
)
def test_Y17_who_cannot_or_will_not_be_reached_gets_no_message(told: House, change: str) -> None:
    order_of_tom(told)
    told.sql(change)
    assert expand(told) == []


@pytest.mark.parametrize("role", ["talent", "leadership", "none"])
def test_Y17_who_was_an_administrator_is_sent_nothing_of_what_waited(told: House, role: str) -> None:
    ada = told.user_id("admin")
    told.ask("talent", "select public.cancel_order(%s, 'Too late')", order_of_tom(told))
    told.ask("admin", "update public.payment_methods set payment_account = 'Another'")
    expand(told)
    told.sql("select private.give_role(%s, %s)", ada, role)
    waiting = told.sql("select user_id::text, kind from private.messages where state = 'waiting'")
    assert waiting == [(told.user_id("talent"), "order_received")]


def test_Y17_without_a_mail_server_and_about_what_is_gone_or_old_nobody_is_told(told: House) -> None:
    order_of_tom(told)
    assert expand(told, sends_mail=False) == []
    told.ask("talent", "delete from public.transactions where uuid = %s", order_of_tom(told))
    assert expand(told) == []
    order_of_tom(told)
    told.sql("update private.outbox set created_at = now() - interval '4 days'")
    assert expand(told) == []


def test_Y17_a_message_reads_each_role_once_also_right_after_an_import_of_thousands(told: House) -> None:
    bring_in(told, 150)
    told.sql("analyze auth.users, private.user_roles")  # so many the planner knows of
    bring_in(told, 1000)
    for _ in range(10):  # a plan of its own is made for the first five
        order_of_tom(told)
    before = roles_read(told)
    assert expand(told)
    assert roles_read(told) - before < 30_000  # each account with each role would be millions


def bring_in(house: House, accounts: int) -> None:
    """New talents, as an import writes them."""
    house.sql(
        """
        with made as (
            insert into auth.users (id, email, email_confirmed_at)
            select gen_random_uuid(), gen_random_uuid() || '@tapis.example', now() from generate_series(1, %s)
            returning id)
        select private.give_role(id, 'talent') from made
    """,
        accounts,
    )


def roles_read(house: House) -> int:
    """How many rows of the roles this transaction has read."""
    ((read,),) = house.sql("""
        select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables
        where relid = 'private.user_roles'::regclass
    """)
    return int(read)


def test_Y17_where_nobody_sends_what_is_a_week_old_goes_with_the_next(told: House) -> None:
    order_of_tom(told)
    told.sql("update private.outbox set created_at = now() - interval '8 days'")
    order = order_of_tom(told)
    assert [record for _, _, record, *_ in told.sql(OUTBOX)] == [order]


def test_Y17_every_administrator_hears_which_fields_of_a_payment_method_changed_and_by_whom(
    told: House,
) -> None:
    ada = told.user_id("admin")
    method = row("payment_methods", "", account_number="0001234567")
    put_files(told.sql, "payment_methods", method, ada)
    assert told.insert("admin", "payment_methods", method).refused is None
    ((new,),) = told.sql("select data -> 'changed' from private.outbox")
    assert new == ["account_number", "ceiling", "full_name", "pathname", "payment_account", "qris_image"]
    told.sql("delete from private.outbox")
    change = (
        "update public.payment_methods set account_number = '0007654321', updated_at = now() where uuid = %s"
    )
    told.ask("admin", change, method["uuid"])
    told.ask("admin", "update public.payment_methods set updated_at = now()")
    told.ask("admin", "delete from public.payment_methods where uuid = %s", method["uuid"])
    told.sql("insert into public.notification_choices (user_id, mail) values (%s, false)", ada)
    messages = expand(told)
    facts = {"page": "/shopping-cart", "account": "Bank", "by": f"{ada}@tapis.example"}
    assert [
        (user, way, data["action"], data["changed"] == ["account_number"])
        for user, way, _, data, _ in messages
    ] == [
        (ada, "mail", "update", True),
        (ada, "mail", "delete", False),
    ]
    assert all(facts.items() <= data.items() for *_, data, _ in messages)
    assert "1234567" not in str(messages) + str(due(told))


def test_Y17_the_link_of_a_mail_ends_the_mails_without_signing_in(told: House) -> None:
    tom = told.user_id("talent")
    order_of_tom(told)
    expand(told)
    (mail,) = (one for one in due(told) if one["way"] == "mail")
    end = "select public.unsubscribe(%s) as known"
    assert told.ask("anon", end, str(uuid4())) == [{"known": False}]
    assert len(due(told)) == 2
    for _ in range(2):
        assert told.ask("anon", end, mail["token"]) == [{"known": True}]
    assert [one["way"] for one in due(told)] == ["digest"]
    assert told.sql("select private.claim_message(%s)", mail["id"]) == [(False,)]
    assert told.ask("talent", "select mail from public.notification_choices") == [{"mail": False}]
    order_of_tom(told)
    assert [way for user, way, *_ in expand(told) if user == tom] == ["mail"]


def test_Y17_at_most_two_devices_of_a_person_are_told_at_once(told: House) -> None:
    for role in ("talent", "talent", "talent", "admin"):
        put(told.sql, "push_subscriptions", row("push_subscriptions", told.user_id(role)))
    order_of_tom(told)
    expand(told)
    pushed = [one["user_id"] for one in due(told) if one["way"] == "push"]
    assert sorted(pushed) == sorted([told.user_id("talent")] * 2 + [told.user_id("admin")])


def test_Y17_a_message_is_tried_again_for_three_days_and_recovered_when_its_sender_died(told: House) -> None:
    order_of_tom(told)
    expand(told)
    told.sql("delete from private.messages where way = 'digest'")
    (mail,) = due(told)
    for attempt, minutes in enumerate((1, 4, 16, 64, 240, 240), 1):
        assert told.sql("select private.claim_message(%s)", mail["id"]) == [(True,)]
        assert (due(told), told.sql("select private.claim_message(%s)", mail["id"])) == ([], [(False,)])
        told.sql("select private.record_delivery(%s, 'retry', 'away')", mail["id"])
        assert told.sql(PAUSE) == [(attempt, minutes, "waiting", "away")]
        told.sql("update private.messages set next_attempt = now()")
    told.sql("select private.claim_message(%s)", mail["id"])
    for asked, minutes in (("5 hours", 300), ("1 hour", 240)):
        told.sql("select private.record_delivery(%s, 'retry', 'busy', %s)", mail["id"], asked)
        assert told.sql(PAUSE) == [(7, minutes, "waiting", "busy")]
    told.sql("update private.messages set next_attempt = now()")
    told.sql("select private.claim_message(%s)", mail["id"])
    told.sql("select private.recover_messages()")
    assert [one["id"] for one in due(told)] == [mail["id"]]
    told.sql("update private.messages set tried_since = now() - interval '4 days'")
    told.sql("select private.record_delivery(%s, 'retry', 'away')", mail["id"])
    assert told.sql("select state from private.messages") == [("failed",)]
    told.sql("update private.messages set created_at = now() - interval '31 days'")
    told.sql("select private.recover_messages()")
    assert told.sql(MESSAGES) == []


def test_Y17_a_shop_from_a_backup_tells_nothing_that_waited(told: House) -> None:
    order = order_of_tom(told)
    expand(told)
    decide(told, order, "Accepted")
    told.sql("select private.discard_pending_messages()")
    assert (told.sql(OUTBOX), due(told)) == ([], [])


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"language": "fr"}, "notification_choices_language_is_known"),
        ({"user_id": str(uuid4())}, "notification_choices_user_id_is_an_account"),
    ],
)
def test_Y17_a_choice_is_somebodys_and_in_a_language_of_the_shop(told: House, values: Row, rule: str) -> None:
    with pytest.raises(psycopg.IntegrityError) as refused:
        put(told.sql, "notification_choices", row("notification_choices", told.other) | values)
    assert refused.value.diag.constraint_name == rule


def test_Y17_the_language_of_a_sign_up_is_kept_until_another_is_chosen(told: House) -> None:
    tom = told.user_id("talent")
    told.sql("select private.remember_language(%s, 'id')", tom)
    order_of_tom(told)
    expand(told)
    assert {one["language"] for one in due(told) if one["user_id"] == tom} == {"id"}
    told.ask("talent", "update public.notification_choices set language = 'en'")
    told.sql("select private.remember_language(%s, 'id')", tom)
    assert {one["language"] for one in due(told) if one["user_id"] == tom} == {"en"}


def test_Y17_tom_reads_what_he_was_sent_and_it_goes_with_his_account(told: House) -> None:
    tom = told.user_id("talent")
    order_of_tom(told)
    expand(told)
    due(told)
    (told_him,) = told.ask("talent", "select public.my_data() -> 'messages' as messages")[0]["messages"]
    assert (told_him["kind"], told_him["way"]) == ("order_received", "mail")
    told.ask("talent", "select public.delete_my_account()")
    assert [user for user, *_ in told.sql(MESSAGES)] == [told.user_id("admin")]
    assert told.sql("select 1 from private.unsubscribe_tokens where user_id = %s", tom) == []


def test_abuse_six_hundred_registrations_of_tom_come_after_one_order_of_rina(told: House) -> None:
    tom, rina = told.user_id("talent"), told.user_id("admin")
    announcement = row("audition_announcements", tom)
    assert told.insert("admin", "audition_announcements", announcement).refused is None
    told.sql("delete from private.outbox")
    for person, times in ((tom, 600), (rina, 1)):
        told.sql(
            "select private.enqueue_event('announcement_made', 'audition_announcements', %s, %s)"
            " from generate_series(1, %s)",
            announcement["uuid"],
            person,
            times,
        )
    told.sql("select private.create_messages(true)")
    assert {message["user_id"] for message in due(told)[:2]} == {tom, rina}
