"""Undecided orders lapse a day after they were warned, and can be answered like rejected ones."""

from tapis.gateway.notifications.notification_texts import render_message
from tests.database.conftest import PersonaDatabase
from tests.database.test_proofs import send_another_proof, upload_proof
from tests.database.test_reviews import ORDERS, QUEUE, STATUS, place_order, review, undo_review
from tests.database.test_stock import add_product, build_line, fetch_stock
from tests.example_rows import Row, put, row

AGED = """
update public.payments set created_at = created_at - %s::interval,
    lapse_announced_at = lapse_announced_at - %s::interval
"""
AGED_PROOFS = "update private.record_pictures set noted_at = noted_at - %s::interval"


def pass_time(db: PersonaDatabase, age: str) -> None:
    """Make all records older while the shop runs."""
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )
    db.sql(AGED, age, age)
    db.sql(AGED_PROOFS, age)


def lapse_orders(db: PersonaDatabase, days: int = 3) -> list[str]:
    """Run the hourly job; gives the kinds of its events."""
    db.sql("delete from private.outbox")
    db.sql("select private.lapse_orders(%s)", days)
    return [kind for (kind,) in db.sql("select kind from private.outbox order by id")]


def fetch_status(db: PersonaDatabase, order: Row) -> str:
    return str(db.sql(STATUS, order["uuid"])[0][0])


def accept_waiting_payments(db: PersonaDatabase) -> None:
    """Accept all waiting payments."""
    db.sql("update public.payments set state = 'accepted', decided_at = now() where state = 'waiting'")


def test_Y24_tom_is_told_a_day_before_his_order_lapses_and_can_answer_with_a_proof(
    db: PersonaDatabase,
) -> None:
    accept_waiting_payments(db)
    last_piece = [build_line(add_product(db, M=1), 1, "M")]
    order = place_order(db, transactions=last_piece)
    assert lapse_orders(db) == []
    pass_time(db, "50 hours")
    assert lapse_orders(db) == ["order_lapses"]
    (waiting,) = db.run_as("admin", QUEUE, order["uuid"])
    assert waiting["lapse_announced_at"], "Ada sees it at the desk"
    pass_time(db, "23 hours")
    assert (lapse_orders(db), fetch_status(db, order)) == ([], "Processed")
    pass_time(db, "2 hours")
    assert (lapse_orders(db), fetch_status(db, order)) == (["order_lapsed"], "Rejected")
    assert fetch_stock(db, last_piece[0]["uuid"]) == {"M": 1}
    (payment,) = db.run_as("talent", "select state, reason, lapsed from public.payments", sub=None)
    assert payment == {"state": "rejected", "reason": None, "lapsed": True}
    send_another_proof(db, order, upload_proof(db))
    assert (fetch_status(db, order), fetch_stock(db, last_piece[0]["uuid"])) == ("Processed", {"M": 0})
    assert lapse_orders(db) == [], "the new proof has its time"


def test_Y24_who_hears_of_a_lapse_also_hears_until_when_the_proof_may_be_sent_again(
    db: PersonaDatabase,
) -> None:
    accept_waiting_payments(db)
    order = place_order(db)
    for age in ("50 hours", "25 hours"):
        pass_time(db, age)
        lapse_orders(db)
    db.sql("update public.payments set decided_at = '2026-12-01T03:30:00Z' where record = %s", order["uuid"])
    ((facts,),) = db.sql("select private.message_payload(outbox) from private.outbox")
    for language, until in (
        ("en", "again by Friday, December 4, 2026 at 10:30 WIB: number"),
        ("id", "lagi buktinya paling lambat Jumat, 4 Desember 2026 pukul 10.30 WIB. Nomor"),
    ):
        assert until in render_message("order_lapsed", language, order["uuid"], facts).text


def test_Y24_no_order_lapses_without_a_day_s_notice_however_old_it_is(db: PersonaDatabase) -> None:
    accept_waiting_payments(db)
    order = place_order(db)
    pass_time(db, "40 days")
    assert (lapse_orders(db), fetch_status(db, order)) == (["order_lapses"], "Processed")
    assert (lapse_orders(db), fetch_status(db, order)) == ([], "Processed"), "told once"


def test_Y24_what_was_decided_or_came_by_the_statement_never_lapses(db: PersonaDatabase) -> None:
    accept_waiting_payments(db)
    came, decided, undone = place_order(db), place_order(db), place_order(db)
    line = row("statement_lines", "", amount=300_000)
    put(db.sql, "statement_lines", line)
    db.run_as(
        "admin", "select public.match_line(%s, 'transactions', %s::uuid[])", line["uuid"], [came["uuid"]]
    )
    review(db, ORDERS, decided, "accepted")
    review(db, ORDERS, undone, "accepted")
    undo_review(db, ORDERS, undone)
    pass_time(db, "40 days")
    assert lapse_orders(db) == ["order_lapses"]
    pass_time(db, "2 days")
    assert lapse_orders(db) == ["order_lapsed"]
    assert [fetch_status(db, one) for one in (came, decided, undone)] == ["Processed", "Accepted", "Rejected"]


def test_Y24_an_order_that_a_line_pays_is_not_announced_to_lapse_any_more(db: PersonaDatabase) -> None:
    accept_waiting_payments(db)
    db.sql("update auth.users set email_confirmed_at = now()")
    paid, other = place_order(db), place_order(db)
    pass_time(db, "50 hours")
    assert lapse_orders(db) == ["order_lapses", "order_lapses"]
    db.sql("select private.create_messages(true)")
    line = put(db.sql, "statement_lines", row("statement_lines", "", amount=300_000))
    db.run_as("admin", "select public.match_line(%s, 'transactions', %s::uuid[])", line, [paid["uuid"]])
    announced = "select record::text from public.payments where lapse_announced_at is not null"
    delayed = "select record::text from private.messages where kind = 'order_lapses' and state = 'waiting'"
    assert (db.sql(announced), db.sql(delayed)) == ([(other["uuid"],)], [(other["uuid"],)])
    db.run_as("admin", "select public.unmatch_line(%s)", line)
    assert lapse_orders(db) == ["order_lapses"], "it has its day again"


def test_Y24_an_order_that_ada_restores_has_its_day_again(db: PersonaDatabase) -> None:
    accept_waiting_payments(db)
    order = place_order(db)
    pass_time(db, "50 hours")
    assert lapse_orders(db) == ["order_lapses"]
    db.run_as("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    pass_time(db, "25 hours")
    db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
    assert (lapse_orders(db), fetch_status(db, order)) == (["order_lapses"], "Processed")


def test_Y24_with_0_days_nothing_ever_lapses(db: PersonaDatabase) -> None:
    place_order(db)
    pass_time(db, "400 days")
    assert lapse_orders(db, 0) == []
