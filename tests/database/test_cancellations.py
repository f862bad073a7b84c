"""An order that waits is cancelled by Tom or by Ada, with a reason; what came is owed until it went back."""

import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_deleted_payments import create_messages
from tests.database.test_proofs import fetch_proof_obstacle, send_another_proof, upload_proof
from tests.database.test_refunds import TODAY, a_day_earlier
from tests.database.test_reviews import (
    ORDERS,
    QUEUE,
    assert_refused,
    fetch_status,
    place_order,
    review,
    undo_review,
)
from tests.database.test_stock import add_product, build_line, fetch_stock
from tests.example_rows import Row

WHY = "I ordered the wrong size"
RECORD_RECEIVED = "select public.record_received('transactions', %s, %s)"
RECORD_REFUND = f"select public.record_refund('transactions', %s, %s, {TODAY}, 'BCA')"


def cancel(
    db: PersonaDatabase, order: Row, role: str = "talent", reason: str | None = WHY, sub: str | None = None
) -> None:
    db.run_as(role, "select public.cancel_order(%s, %s)", order["uuid"], reason, sub=sub)


def fetch_owed_refunds(db: PersonaDatabase) -> dict[str, int]:
    """Owed refunds by order."""
    found = db.run_as("admin", "select record::text, owed from public.owed_refunds()")
    return {one["record"]: one["owed"] for one in found}


def fetch_received(db: PersonaDatabase, order: Row) -> int | None:
    (found,) = db.sql("select received from public.payments where record = %s", order["uuid"])
    received: int | None = found[0]
    return received


def fetch_messages(db: PersonaDatabase) -> list[tuple[str, str]]:
    db.sql("delete from private.messages")
    create_messages(db)
    query = "select distinct kind, data ->> 'reason' from private.messages where kind like 'order_cancelled%'"
    return list(db.sql(query))


@pytest.mark.parametrize(("role", "who"), [("talent", "buyer"), ("admin", "shop")])
def test_Y25_a_cancelled_order_is_rejected_gives_its_pieces_back_and_takes_no_proof(
    db: PersonaDatabase, role: str, who: str
) -> None:
    shirt = add_product(db, M=2)
    order = place_order(db, transactions=[build_line(shirt, 2, "M")])
    cancel(db, order, role)
    assert (fetch_status(db, order), fetch_stock(db, shirt)) == ("Rejected", {"M": 2})
    kept = "select state, reason, cancelled_by from public.payments where record = %s"
    read = [{"state": "rejected", "reason": WHY, "cancelled_by": who}]
    assert db.run_as("talent", kept, order["uuid"]) == read
    assert db.run_as("admin", QUEUE, order["uuid"]) == []
    assert fetch_proof_obstacle(db, order) == "order_cancelled"
    assert_refused(db, "PT409", "order_cancelled", send_another_proof, order, upload_proof(db))
    events = db.run_as("talent", "select event, said from public.order_timeline(%s)", order["uuid"])
    assert {"event": "cancelled", "said": WHY} in events


@pytest.mark.parametrize("who", ["talent", "admin"])
def test_Y25_a_cancellation_that_is_sent_again_is_made_and_told_once(db: PersonaDatabase, who: str) -> None:
    order = place_order(db)
    cancel(db, order, who)
    fetch_messages(db)
    before = db.state()
    cancel(db, order, who)
    assert (db.state(), fetch_messages(db)) == (before, [])
    assert_refused(db, "PT409", "already_reviewed", cancel, order, who, "Another reason")
    other = "admin" if who == "talent" else "talent"
    _, details = assert_refused(db, "PT409", "already_reviewed", cancel, order, other)
    assert details["cancelled_by"] == ("buyer" if who == "talent" else "shop")


def test_Y25_administrators_hear_of_toms_cancellation_once_and_tom_of_adas(db: PersonaDatabase) -> None:
    fetch_messages(db)
    cancel(db, place_order(db))
    assert fetch_messages(db) == [("order_cancelled_by_buyer", WHY)]
    assert fetch_messages(db) == []
    cancel(db, place_order(db), "admin", "Sold out")
    assert fetch_messages(db) == [("order_cancelled", "Sold out")]


def test_Y24_what_was_paid_for_a_cancelled_order_is_owed_until_it_was_paid_back(db: PersonaDatabase) -> None:
    order, other = place_order(db), place_order(db)
    cancel(db, order)
    cancel(db, other, "admin")
    ((amount,),) = db.sql("select amount from public.payments where record = %s", order["uuid"])
    assert fetch_owed_refunds(db)[order["uuid"]] == amount
    receive = "select public.record_received('transactions', %s, %s)"
    db.run_as("admin", receive, other["uuid"], 0)
    db.run_as("admin", receive, order["uuid"], amount)
    assert fetch_owed_refunds(db) == {order["uuid"]: amount}
    db.run_as("admin", RECORD_REFUND, order["uuid"], amount - 1)
    assert fetch_owed_refunds(db) == {order["uuid"]: 1}
    db.delete("talent", ORDERS, order["uuid"])
    assert fetch_owed_refunds(db) == {order["uuid"]: 1}, "also of an order that its buyer deleted since"
    db.run_as("admin", RECORD_REFUND, order["uuid"], 1)
    assert fetch_owed_refunds(db) == {}


def test_Y24_an_order_cancelled_after_the_proof_of_its_rest_is_owed_whole(db: PersonaDatabase) -> None:
    order = place_order(db)
    db.run_as("admin", "select public.record_received('transactions', %s, 250000)", order["uuid"])
    review(db, ORDERS, order, "rejected", "Rp. 50.000 are missing")
    send_another_proof(db, order, upload_proof(db))
    a_day_earlier(db)
    cancel(db, order)
    assert fetch_owed_refunds(db) == {order["uuid"]: 300_000}
    db.run_as("admin", RECORD_RECEIVED, order["uuid"], 300_000)
    db.run_as("admin", RECORD_REFUND, order["uuid"], 300_000)
    assert fetch_owed_refunds(db) == {}


def test_Y24_a_proof_that_nobody_looked_at_changes_nothing_that_ada_recorded(db: PersonaDatabase) -> None:
    order = place_order(db)
    db.run_as("admin", RECORD_RECEIVED, order["uuid"], 10_000)
    review(db, ORDERS, order, "rejected", "Rp. 290.000 are missing")
    send_another_proof(db, order, upload_proof(db))
    a_day_earlier(db)
    cancel(db, order)
    assert fetch_received(db, order) == 10_000
    assert fetch_owed_refunds(db) == {order["uuid"]: 300_000}, "a claim, until Ada has looked"
    assert_refused(
        db, "23514", "refund_too_high", PersonaDatabase.run_as, "admin", RECORD_REFUND, order["uuid"], 300_000
    )
    a_day_earlier(db)
    db.run_as("admin", RECORD_RECEIVED, order["uuid"], 10_000)
    assert fetch_owed_refunds(db) == {order["uuid"]: 10_000}, "she looked: no more than before"


def test_Y25_a_buyer_who_cancels_all_day_writes_five_mails(db: PersonaDatabase) -> None:
    for _ in range(7):
        cancel(db, place_order(db))
    query = "select count(*) from private.outbox where kind = 'order_cancelled_by_buyer'"
    assert db.sql(query) == [(5,)]


def test_Y24_what_came_beyond_the_amount_is_owed_until_it_was_paid_back(db: PersonaDatabase) -> None:
    order = place_order(db)
    review(db, ORDERS, order, "accepted")
    assert fetch_owed_refunds(db) == {}
    db.run_as("admin", "select public.record_received('transactions', %s, 350000)", order["uuid"])
    assert fetch_owed_refunds(db) == {order["uuid"]: 50_000}
    db.run_as("admin", RECORD_REFUND, order["uuid"], 50_000)
    assert fetch_owed_refunds(db) == {}


def test_Y24_what_is_owed_hides_behind_nothing(db: PersonaDatabase) -> None:
    """Fifty old differences of a few rupiah hid today's cancelled order."""
    db.sql(
        "insert into public.payments"
        " (place, record, user_id, total, amount, state, received, created_at, decided_at)"
        " select 'transactions', gen_random_uuid(), gen_random_uuid(), 1, 1, 'accepted', 2, old, old"
        " from generate_series(1, 60), (values (timestamptz '2020-02-02')) as day (old)"
    )
    order = place_order(db)
    cancel(db, order)
    assert order["uuid"] in fetch_owed_refunds(db)


GIVEN_UP = {
    "waiting and deleted": ("waiting", "delete from public.transactions where uuid = %s"),
    "rejected and deleted": ("rejected", "delete from public.transactions where uuid = %s"),
    "rejected and not paid in time": (
        "rejected",
        "update public.payments set decided_at = now() - interval '4 days' where record = %s",
    ),
}


@pytest.mark.parametrize("case", GIVEN_UP)
def test_Y24_what_came_for_an_order_that_tom_gave_up_is_owed(db: PersonaDatabase, case: str) -> None:
    state, gives_up = GIVEN_UP[case]
    paid, unpaid = place_order(db), place_order(db)
    if state == "rejected":
        for order in (paid, unpaid):
            review(db, ORDERS, order, "rejected", "Rp. 50.000 are missing")
    db.run_as("admin", "select public.record_received('transactions', %s, 250000)", paid["uuid"])
    assert fetch_owed_refunds(db) == {}, "it can still be paid"
    for order in (paid, unpaid):
        db.sql(gives_up, order["uuid"])
    owed = db.run_as("admin", "select record::text, owed, cause from public.owed_refunds()")
    assert owed == [{"record": paid["uuid"], "owed": 250_000, "cause": "given_up"}]


def test_Y25_what_was_decided_is_not_cancelled_and_what_was_cancelled_not_accepted(
    db: PersonaDatabase,
) -> None:
    accepted, cancelled = place_order(db), place_order(db)
    review(db, ORDERS, accepted, "accepted")
    sentence, _ = assert_refused(db, "PT409", "already_reviewed", cancel, accepted)
    assert sentence == "This was accepted already."
    cancel(db, cancelled)
    sentence, _ = assert_refused(db, "PT409", "already_reviewed", review, ORDERS, cancelled, "accepted")
    assert sentence.startswith("This was cancelled already by ")
    assert_refused(db, "PT409", "already_reviewed", cancel, cancelled, "admin")


def test_Y25_a_cancellation_says_why_and_is_the_buyers_or_the_shops(db: PersonaDatabase) -> None:
    order = place_order(db)
    assert_refused(db, "23514", "reason_missing", cancel, order, "talent", " \n")
    assert_refused(db, "PT404", "record_gone", cancel, order, "talent", WHY, db.other)
    assert_refused(db, "42501", None, cancel, order, "leadership")
    assert_refused(db, "42501", None, lambda shop: shop.run_as("talent", "select public.owed_refunds()"))


def test_Y25_ada_takes_her_cancellation_back_and_the_order_waits_as_before(db: PersonaDatabase) -> None:
    order = place_order(db)
    cancel(db, order, "admin")
    undo_review(db, ORDERS, order)
    assert (fetch_status(db, order), fetch_owed_refunds(db)) == ("Processed", {})
    cancel(db, order)
    assert_refused(db, "PT409", "undo_too_late", undo_review, ORDERS, order)


def test_Y23_the_log_has_no_words_of_toms_when_ada_takes_his_cancelled_order_up_again(
    db: PersonaDatabase,
) -> None:
    order = place_order(db)
    cancel(db, order, reason="I moved to Jl. Pucuk Rebung")
    db.run_as("admin", "update public.transactions set status = 'Processed' where uuid = %s", order["uuid"])
    logged = (
        "select after ->> 'state', concat(before, after) like '%%Pucuk Rebung%%' from public.audit_log "
        "where record_id = %s and place = 'payments' order by created_at"
    )
    assert db.sql(logged, order["uuid"]) == [("rejected", False), ("waiting", False)]


def test_Y27_what_ada_says_of_an_order_that_tom_had_cancelled_is_not_told_as_his_words(
    db: PersonaDatabase,
) -> None:
    order = place_order(db)
    cancel(db, order)
    db.run_as("admin", "update public.transactions set status = 'Processed' where uuid = %s", order["uuid"])
    review(db, ORDERS, order, "rejected", "Unreadable")
    events = db.run_as("talent", "select event, said from public.order_timeline(%s)", order["uuid"])
    assert {"event": "cancelled", "said": None} in events
    assert {"event": "rejected", "said": "Unreadable"} in events


def test_Y23_why_tom_cancelled_goes_with_his_account_and_why_ada_did_stays(db: PersonaDatabase) -> None:
    mine, hers = place_order(db), place_order(db)
    cancel(db, mine, reason="I moved to Jl. Pucuk Rebung")
    cancel(db, hers, "admin", "Sold out")
    db.run_as("talent", "select public.delete_my_account()")
    kept = "select state, reason from public.payments where record = %s"
    assert db.sql(kept, mine["uuid"]) == [("rejected", None)]
    assert db.sql(kept, hers["uuid"]) == [("rejected", "Sold out")]
    logged = (
        "select after ->> 'state', after ->> 'reason' from public.audit_log "
        "where record_id = %s and place = 'payments'"
    )
    assert db.sql(logged, mine["uuid"]) == [("rejected", None)]
    assert db.sql(logged, hers["uuid"]) == [("rejected", "Sold out")]
    assert {one["reason"] for one in db.run_as("admin", "select reason from public.owed_refunds()")} == {
        None,
        "Sold out",
    }
