"""Orders that nobody decided about lapse, a day after it was announced, and are answered like a rejection."""

from tests.database.conftest import House
from tests.database.test_proofs import answer, proof
from tests.database.test_reviews import ORDERS, QUEUE, STATUS, ordered, review, undo
from tests.database.test_stock import left, of, product
from tests.example_rows import Row, put, row

AGED = """
update public.payments set created_at = created_at - %s::interval,
    lapse_announced_at = lapse_announced_at - %s::interval
"""
AGED_PROOFS = "update private.record_pictures set noted_at = noted_at - %s::interval"


def pass_time(house: House, age: str) -> None:
    """All the while the shop runs."""
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '90 days', now())"
    )
    house.sql(AGED, age, age)
    house.sql(AGED_PROOFS, age)


def lapse(house: House, days: int = 3) -> list[str]:
    """What the hourly job tells of."""
    house.sql("delete from private.outbox")
    house.sql("select private.lapse_orders(%s)", days)
    return [kind for (kind,) in house.sql("select kind from private.outbox order by id")]


def status(house: House, order: Row) -> str:
    return str(house.sql(STATUS, order["uuid"])[0][0])


def lonely(house: House) -> None:
    """Nothing else waits."""
    house.sql("update public.payments set state = 'accepted', decided_at = now() where state = 'waiting'")


def test_Y24_tom_is_told_a_day_before_his_order_lapses_and_can_answer_with_a_proof(house: House) -> None:
    lonely(house)
    last_piece = [of(product(house, M=1), 1, "M")]
    order = ordered(house, transactions=last_piece)
    assert lapse(house) == []
    pass_time(house, "50 hours")
    assert lapse(house) == ["order_lapses"]
    (waiting,) = house.ask("admin", QUEUE, order["uuid"])
    assert waiting["lapse_announced_at"], "Ada sees it at the desk"
    pass_time(house, "23 hours")
    assert (lapse(house), status(house, order)) == ([], "Processed")
    pass_time(house, "2 hours")
    assert (lapse(house), status(house, order)) == (["order_lapsed"], "Rejected")
    assert left(house, last_piece[0]["uuid"]) == {"M": 1}
    (told,) = house.ask("talent", "select state, reason, lapsed from public.payments", sub=None)
    assert told == {"state": "rejected", "reason": None, "lapsed": True}
    answer(house, order, proof(house))
    assert (status(house, order), left(house, last_piece[0]["uuid"])) == ("Processed", {"M": 0})
    assert lapse(house) == [], "the new proof has its time"


def test_Y24_no_order_lapses_without_a_day_s_notice_however_old_it_is(house: House) -> None:
    lonely(house)
    order = ordered(house)
    pass_time(house, "40 days")
    assert (lapse(house), status(house, order)) == (["order_lapses"], "Processed")
    assert (lapse(house), status(house, order)) == ([], "Processed"), "told once"


def test_Y24_what_was_decided_or_came_by_the_statement_never_lapses(house: House) -> None:
    lonely(house)
    came, decided, undone = ordered(house), ordered(house), ordered(house)
    line = row("statement_lines", "", amount=300_000)
    put(house.sql, "statement_lines", line)
    house.ask(
        "admin", "select public.match_line(%s, 'transactions', %s::uuid[])", line["uuid"], [came["uuid"]]
    )
    review(house, ORDERS, decided, "accepted")
    review(house, ORDERS, undone, "accepted")
    undo(house, ORDERS, undone)
    pass_time(house, "40 days")
    assert lapse(house) == ["order_lapses"]
    pass_time(house, "2 days")
    assert lapse(house) == ["order_lapsed"]
    assert [status(house, one) for one in (came, decided, undone)] == ["Processed", "Accepted", "Rejected"]


def test_Y24_with_0_days_nothing_ever_lapses(house: House) -> None:
    ordered(house)
    pass_time(house, "400 days")
    assert lapse(house, 0) == []
