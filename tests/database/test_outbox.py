"""Events are stored in the outbox with the change, and become one message for each recipient."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tapis.gateway.notifications.notification_texts import render_message
from tests.database.conftest import PersonaDatabase
from tests.database.test_orders import build_order, send_order
from tests.database.test_refunds import TODAY
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
def confirmed(db: PersonaDatabase) -> PersonaDatabase:
    """The database with confirmed addresses, one administrator and an empty outbox."""
    db.sql("update auth.users set email_confirmed_at = now()")
    db.sql("delete from private.user_roles where role = 'admin' and user_id <> %s", db.user_id("admin"))
    db.sql("delete from private.outbox")
    return db


def place_toms_order(db: PersonaDatabase) -> str:
    order = build_order(db)
    send_order(db, order)
    return str(order["uuid"])


def set_status(db: PersonaDatabase, order: str, status: str) -> None:
    db.run_as("admin", "update public.transactions set status = %s where uuid = %s", status, order)


def fetch_kinds(db: PersonaDatabase) -> list[str]:
    return [kind for kind, *_ in db.sql(OUTBOX)]


def expand_outbox(db: PersonaDatabase, *, sends_mail: bool = True) -> list[tuple[Any, ...]]:
    """Turn all events into messages; gives all messages."""
    db.sql("update private.outbox set not_before = now()")
    db.sql("select private.create_messages(%s)", sends_mail)
    assert db.sql(OUTBOX) == []
    return list(db.sql(MESSAGES))


def fetch_due_messages(db: PersonaDatabase) -> list[Row]:
    """The messages that the dispatcher would send now."""
    found = db.sql("select to_jsonb(due) from private.due_messages(100, '{mail,digest,push}') as due")
    return [message for (message,) in found]


def test_Y17_every_happening_of_transactions_registrations_and_announcements_is_noted_once(
    confirmed: PersonaDatabase,
) -> None:
    tom = confirmed.user_id("talent")
    order = place_toms_order(confirmed)
    registration = row("audition_registrations", tom)
    put_files(confirmed.sql, "audition_registrations", registration, tom)
    assert confirmed.insert("talent", "audition_registrations", registration).refused is None
    announcement = row("audition_announcements", tom)
    assert confirmed.insert("admin", "audition_announcements", announcement).refused is None
    set_status(confirmed, order, "Accepted")
    assert confirmed.sql(OUTBOX) == [
        ("order_received", "transactions", order, tom, False),
        ("registration_received", "audition_registrations", registration["uuid"], tom, False),
        ("announcement_made", "audition_announcements", announcement["uuid"], tom, True),
        ("order_accepted", "transactions", order, tom, True),
    ]


def test_Y17_what_the_owner_or_an_import_puts_into_the_tables_is_no_news(confirmed: PersonaDatabase) -> None:
    for table in ("transactions", "audition_registrations", "audition_announcements"):
        put(confirmed.sql, table, row(table, confirmed.other))
    assert confirmed.sql(OUTBOX) == []


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
    confirmed: PersonaDatabase, decisions: list[str], left: list[str]
) -> None:
    order = place_toms_order(confirmed)
    expand_outbox(confirmed)
    for status in decisions:
        set_status(confirmed, order, status)
    assert fetch_kinds(confirmed) == left


def fetch_unsent_kinds(db: PersonaDatabase, state: str = "waiting") -> list[str]:
    """What Tom would still be sent, now or when failed mails are sent again."""
    query = "select kind from private.messages where user_id = %s and state = %s order by outbox_id"
    return [kind for (kind,) in db.sql(query, db.user_id("talent"), state)]


@pytest.mark.parametrize("state", ["waiting", "failed"])
@pytest.mark.parametrize(
    ("decisions", "left"),
    [
        (["Accepted", "Processed"], []),
        (["Accepted", "Rejected"], ["order_rejected"]),
        (["Accepted", "Rejected", "Accepted"], ["order_accepted"]),
        (["Rejected", "Accepted"], ["order_accepted"]),
    ],
)
def test_Y17_a_delayed_mail_is_not_sent_once_another_decision_made_it_false(
    confirmed: PersonaDatabase, decisions: list[str], left: list[str], state: str
) -> None:
    order = place_toms_order(confirmed)
    set_status(confirmed, order, decisions[0])
    expand_outbox(confirmed)
    confirmed.sql("update private.messages set state = %s", state)
    for status in decisions[1:]:
        set_status(confirmed, order, status)
    assert (fetch_unsent_kinds(confirmed, state), fetch_kinds(confirmed)) == (["order_received"], left)


@pytest.mark.parametrize("change", ["accepted", "deleted"])
def test_Y17_a_delayed_warning_of_a_lapse_goes_with_a_decision_and_with_the_order(
    confirmed: PersonaDatabase, change: str
) -> None:
    order, other = place_toms_order(confirmed), place_toms_order(confirmed)
    confirmed.sql("delete from private.outbox")
    for lapsing in (order, other):
        confirmed.sql(
            "select private.enqueue_event('order_lapses', 'transactions', %s, %s)",
            lapsing, confirmed.user_id("talent"),
        )  # fmt: skip
    expand_outbox(confirmed)
    if change == "accepted":
        set_status(confirmed, order, "Accepted")
    else:
        confirmed.delete("talent", "transactions", order)
    assert confirmed.sql("select record::text from private.messages where state = 'waiting'") == [(other,)]


def test_Y17_a_deleted_order_is_told_nothing_more_about_but_its_refund(confirmed: PersonaDatabase) -> None:
    order = place_toms_order(confirmed)
    set_status(confirmed, order, "Accepted")
    call = f"select public.record_refund('transactions', %s, 1000, {TODAY}, 'BCA')"
    confirmed.run_as("admin", call, order)
    expand_outbox(confirmed)
    confirmed.delete("talent", "transactions", order)
    assert fetch_unsent_kinds(confirmed) == ["order_refunded"]


def test_Y17_a_delayed_mail_about_an_answer_goes_with_the_answer_and_does_not_come_back(
    confirmed: PersonaDatabase,
) -> None:
    kept, taken_back = (row("audition_announcements", confirmed.user_id("talent")) for _ in range(2))
    for answer in (kept, taken_back):
        assert confirmed.insert("admin", "audition_announcements", answer).refused is None
    expand_outbox(confirmed)
    assert confirmed.delete("admin", "audition_announcements", taken_back["uuid"]).rows
    waiting = "select record::text from private.messages where state = 'waiting'"
    assert confirmed.sql(waiting) == [(kept["uuid"],)]
    confirmed.run_as(
        "admin", "select public.restore_record('audition_announcements', %s)", taken_back["uuid"]
    )
    expand_outbox(confirmed)
    assert confirmed.sql(waiting) == [(kept["uuid"],)]


def test_Y17_a_delayed_mail_about_a_fee_is_not_sent_after_the_opposite_decision(
    confirmed: PersonaDatabase,
) -> None:
    tom = confirmed.user_id("talent")
    record = put(confirmed.sql, "audition_registrations", row("audition_registrations", tom))
    confirmed.sql(DECIDE, "accepted", None, record)
    expand_outbox(confirmed)
    confirmed.sql(DECIDE, "rejected", "Another sum came", record)
    assert fetch_unsent_kinds(confirmed) == []
    expand_outbox(confirmed)
    assert fetch_unsent_kinds(confirmed) == ["fee_rejected"]
    assert confirmed.delete("admin", "audition_registrations", record).refused is None
    assert fetch_unsent_kinds(confirmed) == []


def test_Y17_who_was_told_that_it_is_accepted_is_not_told_so_again(confirmed: PersonaDatabase) -> None:
    order = place_toms_order(confirmed)
    set_status(confirmed, order, "Accepted")
    expand_outbox(confirmed)
    confirmed.sql("update private.messages set state = 'sent'")
    for status in ("Rejected", "Finished", "Accepted"):
        set_status(confirmed, order, status)
    assert fetch_kinds(confirmed) == []


def test_Y17_who_was_told_on_one_way_of_a_decision_is_told_that_it_was_taken_back(
    confirmed: PersonaDatabase,
) -> None:
    """The mail had left, the push had failed: what was dropped was not all that she had heard."""
    put(confirmed.sql, "push_subscriptions", row("push_subscriptions", confirmed.user_id("talent")))
    order = place_toms_order(confirmed)
    set_status(confirmed, order, "Accepted")
    expand_outbox(confirmed)
    confirmed.sql("update private.messages set state = 'sent'")
    set_status(confirmed, order, "Rejected")
    expand_outbox(confirmed)
    confirmed.sql("update private.messages set state = case way when 'mail' then 'sent' else 'failed' end")
    set_status(confirmed, order, "Accepted")
    assert fetch_kinds(confirmed) == ["order_accepted"]


DECIDE = "update public.payments set state = %s, reason = %s, decided_at = now() where record = %s"


def test_Y17_who_registered_hears_what_was_decided_about_the_fee_unless_it_is_undone_in_time(
    confirmed: PersonaDatabase,
) -> None:
    tom = confirmed.user_id("talent")
    record = put(confirmed.sql, "audition_registrations", row("audition_registrations", tom))
    confirmed.sql(DECIDE, "rejected", "Too little", record)
    confirmed.sql(DECIDE, "rejected", "Too late", record)
    assert fetch_kinds(confirmed) == ["fee_rejected"]
    (message,) = expand_outbox(confirmed)
    assert message[1:4] == ("mail", "fee_rejected", {"amount": None, "reason": "Too late"})
    confirmed.sql(DECIDE, "accepted", None, record)
    confirmed.sql("update public.payments set state = 'waiting', reason = null, decided_at = null")
    confirmed.sql("update public.payments set state = 'accepted', decided_at = '2026-11-20T10:00:00Z'")
    assert confirmed.sql(OUTBOX) == []


def test_Y17_a_buyer_hears_the_amount_that_was_asked_for_and_why_it_was_rejected(
    confirmed: PersonaDatabase,
) -> None:
    order = place_toms_order(confirmed)
    set_status(confirmed, order, "Rejected")
    confirmed.sql("update public.payments set amount = 299993")
    confirmed.sql(DECIDE, "rejected", "Another sum came", order)
    confirmed.sql("delete from private.outbox where kind = 'order_received'")
    (data,) = [data for *_, data, _ in expand_outbox(confirmed)]
    assert data == {"amount": "Rp. 299.993", "reason": "Another sum came", "was": "Processed", **GOODS}


def test_Y17_a_mail_about_an_order_names_its_goods_and_counts_those_past_twenty(
    confirmed: PersonaDatabase,
) -> None:
    bought = [line(str(uuid4()), heading="Kain\n Bintang", size="M", quantity_to_buy=n) for n in range(1, 24)]
    confirmed.sql("set local session_replication_role = replica")
    order = row("transactions", confirmed.user_id("talent"), transactions=bought)
    put(confirmed.sql, "transactions", order)
    put(
        confirmed.sql,
        "payments",
        row("payments", order["user_id"], record=order["uuid"], order_uuid=order["uuid"]),
    )
    confirmed.sql(
        "select private.enqueue_event('order_received', 'transactions', %s, %s)",
        order["uuid"], order["user_id"],
    )  # fmt: skip
    (facts,) = [data for _, way, _, data, _ in expand_outbox(confirmed) if way == "mail"]
    assert facts["goods"] == [f"{n} × Kain Bintang, M" for n in range(1, 21)]
    assert facts["goods_left"] == 3


def test_Y17_buyers_get_a_mail_each_and_administrators_one_that_gathers(confirmed: PersonaDatabase) -> None:
    tom, ada = confirmed.user_id("talent"), confirmed.user_id("admin")
    place_toms_order(confirmed)
    place_toms_order(confirmed)
    messages = expand_outbox(confirmed)
    received = {"amount": "Rp. 300.000", "reason": None, **GOODS}
    assert messages == [
        (ada, "digest", "digest", {"orders": 2, "registrations": 0}, "waiting"),
        (tom, "mail", "order_received", received, "waiting"),
        (tom, "mail", "order_received", received, "waiting"),
    ]
    assert {(one["email"], one["language"]) for one in fetch_due_messages(confirmed)} == {
        (f"{tom}@tapis.example", "en"),
        (f"{ada}@tapis.example", "en"),
    }


def test_Y17_administrators_get_at_most_one_mail_in_a_quarter_of_an_hour(confirmed: PersonaDatabase) -> None:
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    (digest,) = (one for one in fetch_due_messages(confirmed) if one["way"] == "digest")
    assert confirmed.sql("select private.claim_message(%s)", digest["id"]) == [(True,)]
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    confirmed.sql("select private.record_delivery(%s, 'sent')", digest["id"])
    place_toms_order(confirmed)
    assert [
        data for _, way, _, data, state in expand_outbox(confirmed) if way == "digest" and state == "waiting"
    ] == [{"orders": 2, "registrations": 0}]
    assert [one for one in fetch_due_messages(confirmed) if one["way"] == "digest"] == []
    confirmed.sql(
        "update private.messages set sent_at = now() - interval '16 minutes' where sent_at is not null"
    )
    assert [one["data"]["orders"] for one in fetch_due_messages(confirmed) if one["way"] == "digest"] == [2]


def test_Y17_a_clock_that_ran_ahead_keeps_no_mail_back(confirmed: PersonaDatabase) -> None:
    """The clock was set back: messages dated into the next year are sent, and delay no others."""
    waits = "select (select count(*) from private.outbox), count(*) from private.messages"
    place_toms_order(confirmed)
    for dated in ("outbox set not_before", "messages set next_attempt"):
        confirmed.sql(f"update private.{dated} = now() + interval '1 year'")
        confirmed.sql("select private.create_messages(true)")
        assert fetch_due_messages(confirmed) == []
        confirmed.sql("select private.recover_messages()")
        confirmed.sql("select private.create_messages(true)")
        assert confirmed.sql(waits) == [(0, 2)]
    assert {one["way"] for one in fetch_due_messages(confirmed)} == {"mail", "digest"}
    confirmed.sql("update private.messages set state = 'sent', sent_at = now() + interval '1 year'")
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    assert {one["way"] for one in fetch_due_messages(confirmed)} == {"mail", "digest"}


def test_Y17_a_silent_shop_keeps_its_news_and_administrators_see_that_it_does(
    confirmed: PersonaDatabase,
) -> None:
    since = "select silent_since is not null as silent from public.backup_state()"
    place_toms_order(confirmed)
    assert len(expand_outbox(confirmed)) == 2
    confirmed.sql("select private.discard_pending_messages()")
    order = place_toms_order(confirmed)
    confirmed.sql("select private.create_messages(true)")
    assert [record for _, _, record, *_ in confirmed.sql(OUTBOX)] == [order]
    confirmed.sql("update private.messages set state = 'waiting'")
    assert fetch_due_messages(confirmed) == []
    assert confirmed.run_as("admin", since) == [{"silent": True}]
    confirmed.sql("update private.shop set silent_since = null")
    assert len(expand_outbox(confirmed)) == 3  # the mail to administrators gathers
    assert confirmed.run_as("admin", since) == [{"silent": False}]


def test_Y17_what_waited_for_three_days_is_not_sent_until_an_administrator_says_so(
    confirmed: PersonaDatabase,
) -> None:
    """The mail server's address was missing for weeks, or the machine was switched off."""
    place_toms_order(confirmed)
    assert len(expand_outbox(confirmed)) == 2
    confirmed.sql("update private.messages set tried_since = now() - interval '70 hours'")
    confirmed.sql("select private.recover_messages()")
    assert len(fetch_due_messages(confirmed)) == 2
    confirmed.sql("update private.messages set tried_since = now() - interval '2 weeks'")
    confirmed.sql("select private.recover_messages()")
    assert fetch_due_messages(confirmed) == []
    given_up = confirmed.sql("select distinct state, error from private.messages")
    assert given_up == [("failed", "waited for three days")]
    assert confirmed.run_as("admin", "select mails from public.failed_mails()") == [{"mails": 2}]
    confirmed.run_as("admin", "select public.send_failed_mails()")
    confirmed.sql("select private.recover_messages()")
    assert len(fetch_due_messages(confirmed)) == 2


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
def test_Y17_who_cannot_or_will_not_be_reached_gets_no_message(
    confirmed: PersonaDatabase, change: str
) -> None:
    place_toms_order(confirmed)
    confirmed.sql(change)
    assert expand_outbox(confirmed) == []


@pytest.mark.parametrize("role", ["talent", "leadership", "none"])
def test_Y17_who_was_an_administrator_is_sent_nothing_of_what_waited(
    confirmed: PersonaDatabase, role: str
) -> None:
    ada = confirmed.user_id("admin")
    confirmed.run_as("talent", "select public.cancel_order(%s, 'Too late')", place_toms_order(confirmed))
    confirmed.run_as("admin", "update public.payment_methods set payment_account = 'Another'")
    expand_outbox(confirmed)
    confirmed.sql("select private.give_role(%s, %s)", ada, role)
    waiting = confirmed.sql("select user_id::text, kind from private.messages where state = 'waiting'")
    assert waiting == [(confirmed.user_id("talent"), "order_received")]


def test_Y17_without_a_mail_server_and_about_what_is_gone_or_old_nobody_is_told(
    confirmed: PersonaDatabase,
) -> None:
    place_toms_order(confirmed)
    assert expand_outbox(confirmed, sends_mail=False) == []
    confirmed.run_as("talent", "delete from public.transactions where uuid = %s", place_toms_order(confirmed))
    assert expand_outbox(confirmed) == []
    place_toms_order(confirmed)
    confirmed.sql("update private.outbox set created_at = now() - interval '4 days'")
    assert expand_outbox(confirmed) == []


def test_Y17_a_message_reads_each_role_once_also_right_after_an_import_of_thousands(
    confirmed: PersonaDatabase,
) -> None:
    import_talents(confirmed, 150)
    confirmed.sql("analyze auth.users, private.user_roles")  # so many the planner knows of
    import_talents(confirmed, 1000)
    for _ in range(10):  # a plan of its own is made for the first five
        place_toms_order(confirmed)
    before = count_roles_read(confirmed)
    assert expand_outbox(confirmed)
    assert count_roles_read(confirmed) - before < 30_000  # each account with each role would be millions


def import_talents(db: PersonaDatabase, accounts: int) -> None:
    """Insert talents like an import."""
    db.sql(
        """
        with made as (
            insert into auth.users (id, email, email_confirmed_at)
            select gen_random_uuid(), gen_random_uuid() || '@tapis.example', now() from generate_series(1, %s)
            returning id)
        select private.give_role(id, 'talent') from made
    """,
        accounts,
    )


def count_roles_read(db: PersonaDatabase) -> int:
    """How many rows of user_roles this transaction has read."""
    ((read,),) = db.sql("""
        select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_user_tables
        where relid = 'private.user_roles'::regclass
    """)
    return int(read)


def test_Y17_where_nobody_sends_what_is_a_week_old_goes_with_the_next(confirmed: PersonaDatabase) -> None:
    place_toms_order(confirmed)
    confirmed.sql("update private.outbox set created_at = now() - interval '8 days'")
    order = place_toms_order(confirmed)
    assert [record for _, _, record, *_ in confirmed.sql(OUTBOX)] == [order]


def test_Y17_every_administrator_hears_which_fields_of_a_payment_method_changed_and_by_whom(
    confirmed: PersonaDatabase,
) -> None:
    ada = confirmed.user_id("admin")
    method = row("payment_methods", "", account_number="0001234567")
    put_files(confirmed.sql, "payment_methods", method, ada)
    assert confirmed.insert("admin", "payment_methods", method).refused is None
    ((new,),) = confirmed.sql("select data -> 'changed' from private.outbox")
    assert new == ["account_number", "ceiling", "full_name", "pathname", "payment_account", "qris_image"]
    confirmed.sql("delete from private.outbox")
    change = (
        "update public.payment_methods set account_number = '0007654321', updated_at = now() where uuid = %s"
    )
    confirmed.run_as("admin", change, method["uuid"])
    confirmed.run_as("admin", "update public.payment_methods set updated_at = now()")
    confirmed.run_as("admin", "delete from public.payment_methods where uuid = %s", method["uuid"])
    confirmed.sql("insert into public.notification_choices (user_id, mail) values (%s, false)", ada)
    messages = expand_outbox(confirmed)
    facts = {"page": "/shopping-cart", "account": "Bank", "by": f"{ada}@tapis.example"}
    assert [
        (user, way, data["action"], data["changed"] == ["account_number"])
        for user, way, _, data, _ in messages
    ] == [
        (ada, "mail", "update", True),
        (ada, "mail", "delete", False),
    ]
    assert all(facts.items() <= data.items() for *_, data, _ in messages)
    assert "1234567" not in str(messages) + str(fetch_due_messages(confirmed))


def test_Y17_the_link_of_a_mail_ends_the_mails_without_signing_in(confirmed: PersonaDatabase) -> None:
    tom = confirmed.user_id("talent")
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    (mail,) = (one for one in fetch_due_messages(confirmed) if one["way"] == "mail")
    end = "select public.unsubscribe(%s) as known"
    assert confirmed.run_as("anon", end, str(uuid4())) == [{"known": False}]
    assert len(fetch_due_messages(confirmed)) == 2
    for _ in range(2):
        assert confirmed.run_as("anon", end, mail["token"]) == [{"known": True}]
    assert [one["way"] for one in fetch_due_messages(confirmed)] == ["digest"]
    assert confirmed.sql("select private.claim_message(%s)", mail["id"]) == [(False,)]
    assert confirmed.run_as("talent", "select mail from public.notification_choices") == [{"mail": False}]
    place_toms_order(confirmed)
    assert [way for user, way, *_ in expand_outbox(confirmed) if user == tom] == ["mail"]


def test_Y17_at_most_two_devices_of_a_person_are_told_at_once(confirmed: PersonaDatabase) -> None:
    for role in ("talent", "talent", "talent", "admin"):
        put(confirmed.sql, "push_subscriptions", row("push_subscriptions", confirmed.user_id(role)))
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    pushed = [one["user_id"] for one in fetch_due_messages(confirmed) if one["way"] == "push"]
    assert sorted(pushed) == sorted([confirmed.user_id("talent")] * 2 + [confirmed.user_id("admin")])


def test_Y17_a_message_is_tried_again_for_three_days_and_recovered_when_its_sender_died(
    confirmed: PersonaDatabase,
) -> None:
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    confirmed.sql("delete from private.messages where way = 'digest'")
    (mail,) = fetch_due_messages(confirmed)
    for attempt, minutes in enumerate((1, 4, 16, 64, 240, 240), 1):
        assert confirmed.sql("select private.claim_message(%s)", mail["id"]) == [(True,)]
        assert (
            fetch_due_messages(confirmed),
            confirmed.sql("select private.claim_message(%s)", mail["id"]),
        ) == ([], [(False,)])
        confirmed.sql("select private.record_delivery(%s, 'retry', 'away')", mail["id"])
        assert confirmed.sql(PAUSE) == [(attempt, minutes, "waiting", "away")]
        confirmed.sql("update private.messages set next_attempt = now()")
    confirmed.sql("select private.claim_message(%s)", mail["id"])
    for asked, minutes in (("5 hours", 300), ("1 hour", 240)):
        confirmed.sql("select private.record_delivery(%s, 'retry', 'busy', %s)", mail["id"], asked)
        assert confirmed.sql(PAUSE) == [(7, minutes, "waiting", "busy")]
    confirmed.sql("update private.messages set next_attempt = now()")
    confirmed.sql("select private.claim_message(%s)", mail["id"])
    confirmed.sql("select private.recover_messages()")
    assert [one["id"] for one in fetch_due_messages(confirmed)] == [mail["id"]]
    confirmed.sql("update private.messages set tried_since = now() - interval '4 days'")
    confirmed.sql("select private.record_delivery(%s, 'retry', 'away')", mail["id"])
    assert confirmed.sql("select state from private.messages") == [("failed",)]
    confirmed.sql("update private.messages set created_at = now() - interval '31 days'")
    confirmed.sql("select private.recover_messages()")
    assert confirmed.sql(MESSAGES) == []


def test_Y17_mails_that_failed_more_than_a_week_ago_are_neither_counted_nor_sent_again(
    confirmed: PersonaDatabase,
) -> None:
    order = place_toms_order(confirmed)
    set_status(confirmed, order, "Accepted")
    expand_outbox(confirmed)
    confirmed.sql("update private.messages set state = 'failed', next_attempt = now() - interval '6 days'")
    older = "update private.messages set next_attempt = now() - interval '8 days' where way = 'digest'"
    confirmed.sql(older)
    counted = confirmed.run_as("admin", "select mails from public.failed_mails()")
    sent = confirmed.run_as("admin", "select public.send_failed_mails() as mails")
    assert counted == sent == [{"mails": 2}]


def test_Y17_a_shop_from_a_backup_tells_nothing_that_waited(confirmed: PersonaDatabase) -> None:
    order = place_toms_order(confirmed)
    expand_outbox(confirmed)
    set_status(confirmed, order, "Accepted")
    confirmed.sql("select private.discard_pending_messages()")
    assert (confirmed.sql(OUTBOX), fetch_due_messages(confirmed)) == ([], [])


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        ({"language": "fr"}, "notification_choices_language_is_known"),
        ({"user_id": str(uuid4())}, "notification_choices_user_id_is_an_account"),
    ],
)
def test_Y17_a_choice_is_somebodys_and_in_a_language_of_the_shop(
    confirmed: PersonaDatabase, values: Row, rule: str
) -> None:
    with pytest.raises(psycopg.IntegrityError) as refused:
        put(confirmed.sql, "notification_choices", row("notification_choices", confirmed.other) | values)
    assert refused.value.diag.constraint_name == rule


def test_Y17_the_language_of_a_sign_up_is_kept_until_another_is_chosen(confirmed: PersonaDatabase) -> None:
    tom = confirmed.user_id("talent")
    confirmed.sql("select private.remember_language(%s, 'id')", tom)
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    assert {one["language"] for one in fetch_due_messages(confirmed) if one["user_id"] == tom} == {"id"}
    confirmed.run_as("talent", "update public.notification_choices set language = 'en'")
    confirmed.sql("select private.remember_language(%s, 'id')", tom)
    assert {one["language"] for one in fetch_due_messages(confirmed) if one["user_id"] == tom} == {"en"}


def test_Y17_tom_reads_what_he_was_sent_and_it_goes_with_his_account(confirmed: PersonaDatabase) -> None:
    tom = confirmed.user_id("talent")
    place_toms_order(confirmed)
    expand_outbox(confirmed)
    fetch_due_messages(confirmed)
    (message,) = confirmed.run_as("talent", "select public.my_data() -> 'messages' as messages")[0][
        "messages"
    ]
    assert (message["kind"], message["way"]) == ("order_received", "mail")
    confirmed.run_as("talent", "select public.delete_my_account()")
    assert [user for user, *_ in confirmed.sql(MESSAGES)] == [confirmed.user_id("admin")]
    assert confirmed.sql("select 1 from private.unsubscribe_tokens where user_id = %s", tom) == []


@pytest.mark.parametrize(
    ("total", "path", "words"),
    [
        (0, "/admin/audition-registrations", ["A talent has registered.", "Ada pendaftar baru."]),
        (50_000, "/admin/review", ["It waits for your review.", "Menunggu verifikasi Anda."]),
    ],
)
def test_Y17_ada_is_told_to_review_no_registration_that_is_free(
    confirmed: PersonaDatabase, total: int, path: str, words: list[str]
) -> None:
    tom, ada = confirmed.user_id("talent"), confirmed.user_id("admin")
    put(confirmed.sql, "push_subscriptions", row("push_subscriptions", ada))
    record = put(confirmed.sql, "audition_registrations", row("audition_registrations", tom))
    confirmed.sql(
        "update public.payments set total = %s, amount = %s where record = %s", total, total, record
    )
    event = "select private.enqueue_event('registration_received', 'audition_registrations', %s, %s)"
    confirmed.sql(event, record, tom)
    expand_outbox(confirmed)
    (facts,) = [one["data"] for one in fetch_due_messages(confirmed) if one["way"] == "push"]
    told = [render_message("registration_to_review", language, record, facts) for language in ("en", "id")]
    assert ([one.text for one in told], {one.path for one in told}) == (words, {path})


def test_abuse_six_hundred_registrations_of_tom_come_after_one_order_of_rina(
    confirmed: PersonaDatabase,
) -> None:
    tom, rina = confirmed.user_id("talent"), confirmed.user_id("admin")
    announcement = row("audition_announcements", tom)
    assert confirmed.insert("admin", "audition_announcements", announcement).refused is None
    confirmed.sql("delete from private.outbox")
    for person, times in ((tom, 600), (rina, 1)):
        confirmed.sql(
            "select private.enqueue_event('announcement_made', 'audition_announcements', %s, %s)"
            " from generate_series(1, %s)",
            announcement["uuid"],
            person,
            times,
        )
    confirmed.sql("select private.create_messages(true)")
    assert {message["user_id"] for message in fetch_due_messages(confirmed)[:2]} == {tom, rina}
