"""Quotas: how much one person may send, for every table that people insert into."""

import json
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_orders import ready, refusal, send
from tests.database.test_stock import edit, left, of, product
from tests.example_rows import Row, put, row, row_with_files

INSERTABLE = """
select relname from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and has_any_column_privilege('authenticated', oid, 'insert')
"""
HELD = "select tgrelid::regclass::text from pg_trigger where tgname = '_190_quota' and tgenabled = 'O'"
DECLARED = "select place, per_request, waiting, per_day from private.quotas()"
REGISTRATIONS = "audition_registrations"


def quota_of(house: House, place: str) -> Row:
    """What is declared for a table."""
    declared = {quota[0]: quota for quota in house.sql(DECLARED)}
    found = declared.get(place, declared["*"])
    return dict(zip(("place", "per_request", "waiting", "per_day"), found, strict=True))


def refused(house: House, table: str, *rows: Row, role: str = "talent") -> tuple[str, str]:
    """Hint and sentence of the quota that refuses rows which are sent in one statement; nothing is stored."""
    columns = ", ".join(rows[0])
    before = house.state()
    with pytest.raises(psycopg.Error) as caught:
        house.ask(
            role,
            f"insert into public.{table} ({columns}) "
            f"select {columns} from jsonb_populate_recordset(null::public.{table}, %s::jsonb)",
            json.dumps(rows),
        )
    assert house.state() == before
    assert caught.value.sqlstate == "PT429"
    return str(caught.value.diag.message_hint), str(caught.value.diag.message_primary)


def registration(house: House, **facts: Any) -> Row:
    """A registration of Tom's that is ready to be sent."""
    return row_with_files(house.sql, REGISTRATIONS, house.user_id("talent")) | facts


def test_W3_every_table_that_people_insert_into_has_a_quota(house: House) -> None:
    insertable = {name for (name,) in house.sql(INSERTABLE)}
    assert {place for place, *_ in house.sql(DECLARED)} - {"stock_holds", "*"} < insertable
    assert {name for (name,) in house.sql(HELD)} == insertable
    for place, per_request, _, per_day in house.sql(DECLARED):
        assert place == "stock_holds" or (per_request > 0 and per_day > 0), place


def test_W3_tom_sends_no_more_in_one_request_than_is_declared(house: House) -> None:
    most = quota_of(house, REGISTRATIONS)["per_request"]
    rows = [registration(house) for _ in range(most + 1)]
    assert refused(house, REGISTRATIONS, *rows) == (
        "quota_request",
        f"At most {most} can be sent at once.",
    )
    for one in rows[:most]:
        assert house.insert("talent", REGISTRATIONS, one).refused is None


def test_W3_ada_writes_no_thousand_and_one_slides_at_once(house: House) -> None:
    rows = [row("slides", "") for _ in range(quota_of(house, "slides")["per_request"] + 1)]
    assert refused(house, "slides", *rows, role="admin")[0] == "quota_request"


def test_W3_so_many_registrations_of_tom_wait_until_he_is_answered(house: House) -> None:
    tom, most = house.user_id("talent"), quota_of(house, REGISTRATIONS)["waiting"]
    for _ in range(most):
        put(house.sql, REGISTRATIONS, row(REGISTRATIONS, tom, created_at="2026-11-01T00:00:00Z"))
    next_one = registration(house)
    assert refused(house, REGISTRATIONS, next_one) == (
        "quota_waiting",
        f"{most} of yours wait for an answer already. Send more once they are answered.",
    )
    answered = row("audition_announcements", tom, created_at="2026-11-02T00:00:00Z")
    put(house.sql, "audition_announcements", answered)
    assert house.insert("talent", REGISTRATIONS, next_one).refused is None


def test_W3_so_many_orders_of_tom_wait_until_they_are_decided(house: House) -> None:
    tom, most = house.user_id("talent"), quota_of(house, "transactions")["waiting"]
    waits, *_ = [put(house.sql, "transactions", row("transactions", tom)) for _ in range(most)]
    order = ready(house)
    assert refusal(house, order).diag.message_hint == "quota_waiting"
    edit(house, {"uuid": waits}, status="Rejected")
    send(house, order)


def test_W3_what_tom_deletes_again_counts_for_its_day(house: House) -> None:
    most = quota_of(house, "transactions")["per_day"]
    order = ready(house)
    send(house, order)
    send(house, order)  # again: it is one
    house.delete("talent", "transactions", order["uuid"])
    used = "select of_day from private.quota_use where (user_id, place) = (%s, 'transactions')"
    assert house.sql(used, house.user_id("talent")) == [(1,)]
    house.sql("update private.quota_use set of_day = %s", most)
    late = refusal(house, ready(house))
    assert late.diag.message_hint == "quota_day"
    assert late.diag.message_primary == f"At most {most} can be sent in a day. Try again tomorrow."
    house.sql("update private.quota_use set day = day - 1")
    send(house, ready(house))


def test_W3_a_shop_may_multiply_its_quotas(house: House) -> None:
    house.sql("select set_config('tapis.quota_factor', '2', true)")
    for _ in range(2 * quota_of(house, "transactions")["waiting"] - 1):
        put(house.sql, "transactions", row("transactions", house.user_id("talent")))
    send(house, ready(house))
    assert refusal(house, ready(house)).diag.message_hint == "quota_waiting"


def test_Y4_one_person_holds_no_more_than_twenty_pieces_that_wait(house: House) -> None:
    most = quota_of(house, "stock_holds")["waiting"]
    shirt, scarf, uncounted = product(house, M=30), product(house, _=9), product(house)
    order = ready(house, transactions=[of(shirt, most - 2, "M"), of(scarf, 2), of(uncounted, 500)])
    send(house, order)
    late = refusal(house, ready(house, transactions=[of(shirt, 1, "M")]))
    assert (late.sqlstate, late.diag.message_hint) == ("PT429", "quota_pieces")
    assert late.diag.message_primary == (
        f"At most {most} pieces can wait for an answer of the shop at once. "
        "Order the others once your orders are accepted."
    )
    send(house, ready(house, transactions=[of(uncounted, 1)]))
    edit(house, order, status="Accepted")
    send(house, ready(house, transactions=[of(shirt, 1, "M")]))
    assert left(house, shirt) == {"M": 30 - most + 1}
