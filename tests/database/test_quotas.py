"""Quotas: how much one person may send, for every table that people insert into."""

import json
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.database.casting import add_registration, build_scan, check_in, create_event, score
from tests.database.conftest import PersonaDatabase
from tests.database.test_orders import build_order, catch_refusal, send_order
from tests.database.test_proofs import reject_record, send_another_proof, upload_proof
from tests.database.test_reviews import assert_refused, place_order, send_waiting_record
from tests.database.test_stock import add_product, build_line, edit_order, fetch_stock
from tests.example_rows import Row, put, row, row_with_files

INSERTABLE = """
select relname from pg_class
where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and has_any_column_privilege('authenticated', oid, 'insert')
"""
HELD = "select tgrelid::regclass::text from pg_trigger where tgname = '_190_quota' and tgenabled = 'O'"
# Tables that a function writes with rights that its caller does not have, unless it demands an administrator.
WRITTEN_FOR_CALLERS = r"""
select distinct place[1]
from pg_proc, regexp_matches(prosrc, 'insert into\s+public\.(\w+)', 'g') as place
where pronamespace = 'public'::regnamespace and prosecdef
    and has_function_privilege('authenticated', oid, 'execute')
    and prosrc not like '%%perform private.require_administrator(%%'
"""
# How else they are bounded.
BOUNDED_OTHERWISE = {
    "notification_choices",  # one row of a person
    "payments",  # private.prune_reservations()
    "refunds",  # for administrators: private.lock_payment()
    "stage_calls",  # one row of an event
}
DECLARED = "select place, per_request, waiting, per_day from private.quotas()"
REGISTRATIONS = "audition_registrations"


def fetch_quota(db: PersonaDatabase, place: str) -> Row:
    """The declared quota of a table."""
    declared = {quota[0]: quota for quota in db.sql(DECLARED)}
    found = declared.get(place, declared["*"])
    return dict(zip(("place", "per_request", "waiting", "per_day"), found, strict=True))


def catch_quota_refusal(db: PersonaDatabase, table: str, *rows: Row, role: str = "talent") -> tuple[str, str]:
    """Hint and message of the quota that refuses these rows in one statement; nothing is stored."""
    columns = ", ".join(rows[0])
    before = db.state()
    with pytest.raises(psycopg.Error) as caught:
        db.run_as(
            role,
            f"insert into public.{table} ({columns}) "
            f"select {columns} from jsonb_populate_recordset(null::public.{table}, %s::jsonb)",
            json.dumps(rows),
        )
    assert db.state() == before
    assert caught.value.sqlstate == "PT429"
    return str(caught.value.diag.message_hint), str(caught.value.diag.message_primary)


def build_registration(db: PersonaDatabase, **facts: Any) -> Row:
    """A registration of Tom's that is ready to be sent."""
    return row_with_files(db.sql, REGISTRATIONS, db.user_id("talent")) | facts


def test_W3_every_table_that_people_insert_into_has_a_quota(db: PersonaDatabase) -> None:
    written = {name for (name,) in db.sql(WRITTEN_FOR_CALLERS)} - BOUNDED_OTHERWISE
    assert written == {"casting_scores", "check_ins"}
    insertable = {name for (name,) in db.sql(INSERTABLE)} | written
    assert {place for place, *_ in db.sql(DECLARED)} - {"stock_holds", "*"} < insertable
    assert {name for (name,) in db.sql(HELD)} == insertable
    for place, per_request, _, per_day in db.sql(DECLARED):
        assert place == "stock_holds" or (per_request > 0 and per_day > 0), place


def test_W3_tom_sends_no_more_in_one_request_than_is_declared(db: PersonaDatabase) -> None:
    most = fetch_quota(db, REGISTRATIONS)["per_request"]
    rows = [build_registration(db) for _ in range(most + 1)]
    assert catch_quota_refusal(db, REGISTRATIONS, *rows) == (
        "quota_request",
        f"At most {most} audition registrations can be sent at once.",
    )
    for one in rows[:most]:
        assert db.insert("talent", REGISTRATIONS, one).refused is None


def test_W3_lea_stores_no_scans_and_scores_without_end(db: PersonaDatabase) -> None:
    event = create_event(db)
    uuid = add_registration(db, event)
    first, late = build_scan(number=1), build_scan(number=1)
    for _ in range(2):  # again: it is one
        check_in(db, event, first, build_scan(token="no token"))
    for value in (3, 3, 4):
        score(db, uuid, score=value)
    used = "select place, of_day from private.quota_use where user_id = %s order by place"
    assert db.sql(used, db.user_id("leadership")) == [("casting_scores", 3), ("check_ins", 3)]
    acts = (
        ("check_ins", partial(check_in, db, event, late)),
        ("casting_scores", partial(score, db, uuid, score=5)),
    )
    for place, send in acts:
        db.sql("update private.quota_use set of_day = %s", fetch_quota(db, place)["per_day"])
        with pytest.raises(psycopg.Error) as caught, db.connection.transaction():
            send()
        assert (caught.value.sqlstate, caught.value.diag.message_hint) == ("PT429", "quota_day")
    assert check_in(db, event, first)[0]["nonce"] == first["nonce"]


def test_W3_ada_writes_no_thousand_and_one_slides_at_once(db: PersonaDatabase) -> None:
    rows = [row("slides", "") for _ in range(fetch_quota(db, "slides")["per_request"] + 1)]
    assert catch_quota_refusal(db, "slides", *rows, role="admin")[0] == "quota_request"


def test_W3_so_many_registrations_of_tom_wait_until_he_is_answered(db: PersonaDatabase) -> None:
    tom, most = db.user_id("talent"), fetch_quota(db, REGISTRATIONS)["waiting"]
    for _ in range(most):
        put(db.sql, REGISTRATIONS, row(REGISTRATIONS, tom, created_at="2026-11-01T00:00:00Z"))
    next_one = build_registration(db)
    assert catch_quota_refusal(db, REGISTRATIONS, next_one) == (
        "quota_waiting",
        f"{most} of your audition registrations wait for an answer. Send more once they are answered.",
    )
    answered = row("audition_announcements", tom, created_at="2026-11-02T00:00:00Z")
    put(db.sql, "audition_announcements", answered)
    assert db.insert("talent", REGISTRATIONS, next_one).refused is None


def test_W3_so_many_orders_of_tom_wait_until_they_are_decided(db: PersonaDatabase) -> None:
    tom, most = db.user_id("talent"), fetch_quota(db, "transactions")["waiting"]
    waits, *_ = [put(db.sql, "transactions", row("transactions", tom)) for _ in range(most)]
    order = build_order(db)
    assert catch_refusal(db, order).diag.message_hint == "quota_waiting"
    edit_order(db, {"uuid": waits}, status="Rejected")
    send_order(db, order)


@pytest.mark.parametrize("place", ["transactions", REGISTRATIONS])
def test_W3_another_proof_waits_as_a_new_one_does(db: PersonaDatabase, place: str) -> None:
    tom, most = db.user_id("talent"), fetch_quota(db, place)["waiting"]
    rejected = reject_record(db, send_waiting_record(db, place))
    for _ in range(most):
        put(db.sql, place, row(place, tom))
    proof = upload_proof(db, place=place)
    assert_refused(db, "PT429", "quota_waiting", send_another_proof, rejected, proof)
    db.sql("select set_config('tapis.quota_factor', '2', true)")
    send_another_proof(db, rejected, proof)


def test_W3_what_tom_deletes_again_counts_for_its_day(db: PersonaDatabase) -> None:
    most = fetch_quota(db, "transactions")["per_day"]
    order = build_order(db)
    send_order(db, order)
    send_order(db, order)  # again: it is one
    db.delete("talent", "transactions", order["uuid"])
    used = "select of_day from private.quota_use where (user_id, place) = (%s, 'transactions')"
    assert db.sql(used, db.user_id("talent")) == [(1,)]
    db.sql("update private.quota_use set of_day = %s", most)
    late = catch_refusal(db, build_order(db))
    assert late.diag.message_hint == "quota_day"
    assert (
        late.diag.message_primary == f"At most {most} transactions can be sent in a day. Try again tomorrow."
    )
    db.sql("update private.quota_use set day = day - 1")
    send_order(db, build_order(db))


def test_W3_a_shop_may_multiply_its_quotas(db: PersonaDatabase) -> None:
    db.sql("select set_config('tapis.quota_factor', '2', true)")
    for _ in range(2 * fetch_quota(db, "transactions")["waiting"] - 1):
        put(db.sql, "transactions", row("transactions", db.user_id("talent")))
    send_order(db, build_order(db))
    assert catch_refusal(db, build_order(db)).diag.message_hint == "quota_waiting"


def test_Y4_one_person_holds_no_more_than_twenty_pieces_that_wait(db: PersonaDatabase) -> None:
    most = fetch_quota(db, "stock_holds")["waiting"]
    shirt, scarf, uncounted = add_product(db, M=30), add_product(db, _=9), add_product(db)
    order = build_order(
        db, transactions=[build_line(shirt, most - 2, "M"), build_line(scarf, 2), build_line(uncounted, 500)]
    )
    send_order(db, order)
    late = catch_refusal(db, build_order(db, transactions=[build_line(shirt, 1, "M")]))
    assert (late.sqlstate, late.diag.message_hint) == ("PT429", "quota_pieces")
    assert late.diag.message_primary == (
        f"At most {most} pieces can wait for an answer of the shop at once. "
        "Order the others once your orders are accepted."
    )
    send_order(db, build_order(db, transactions=[build_line(uncounted, 1)]))
    edit_order(db, order, status="Accepted")
    send_order(db, build_order(db, transactions=[build_line(shirt, 1, "M")]))
    assert fetch_stock(db, shirt) == {"M": 30 - most + 1}


def test_Y4_another_proof_holds_no_more_than_twenty_pieces_either(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=90)
    rejected = reject_record(db, place_order(db, transactions=[build_line(shirt, 15, "M")]))
    waiting = place_order(db, transactions=[build_line(shirt, 15, "M")])
    assert_refused(db, "PT429", "quota_pieces", send_another_proof, rejected, upload_proof(db))
    assert fetch_stock(db, shirt) == {"M": 75}
    edit_order(db, waiting, status="Accepted")
    send_another_proof(db, rejected, upload_proof(db))
    assert fetch_stock(db, shirt) == {"M": 60}
