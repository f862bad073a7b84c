"""What views show: an announcement with its person's face, sums by day; and no more than one may read."""

import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, row

VIEW = "audition_announcements_with_registrant"
DAYS = ["2026-01-01T00:00:00+00:00", "2026-01-03T00:00:00+00:00", "2026-01-02T00:00:00+00:00"]


def add_announcement(db: PersonaDatabase, user_id: str) -> str:
    return put(db.sql, "audition_announcements", row("audition_announcements", user_id))


def fetch_registrant(db: PersonaDatabase, role: str, uuid: str) -> object:
    (found,) = [row for row in db.select(role, VIEW).rows if row["uuid"] == uuid]
    return found["registrant"]


def test_L1_who_registered_more_than_once_is_shown_as_in_the_newest_registration(db: PersonaDatabase) -> None:
    uuid = add_announcement(db, db.other)
    sent = [
        row("audition_registrations", db.other, name=f"Tom {number}", created_at=day)
        for number, day in enumerate(DAYS)
    ]
    for registered in sent:
        put(db.sql, "audition_registrations", registered)
    card = sent[1]["comcard_image"]["filename"]
    found = fetch_registrant(db, "leadership", uuid)
    assert isinstance(found, dict)
    assert (found["name"], found["comcard_image"]["filename"]) == ("Tom 1", card)


def test_L1_each_answer_shows_whom_it_was_for_although_one_account_registered_both(
    db: PersonaDatabase,
) -> None:
    mother = db.user_id("talent")
    answers = {}
    for name, day in zip(("Sari", "Rani"), DAYS[::2], strict=True):
        card = put(
            db.sql, "audition_registrations", row("audition_registrations", mother, name=name, created_at=day)
        )
        answer = row("event_announcements", mother, registration_uuid=card)
        answers[name] = put(db.sql, "event_announcements", answer)
    for role in ("leadership", "talent"):
        for name, uuid in answers.items():
            found = fetch_registrant(db, role, uuid)
            assert isinstance(found, dict)
            assert found["name"] == name
    db.sql("delete from public.audition_registrations where name = 'Sari'")
    assert fetch_registrant(db, "leadership", answers["Sari"]) is None, "rather nobody's face than another's"


def test_L1_who_never_registered_is_shown_without_a_face(db: PersonaDatabase) -> None:
    assert fetch_registrant(db, "leadership", add_announcement(db, db.other)) is None


@pytest.mark.parametrize(("role", "name"), [("leadership", "Tom"), ("talent", None)])
def test_R1_the_view_tells_nobody_what_the_tables_would_not(
    db: PersonaDatabase, role: str, name: str | None
) -> None:
    put(db.sql, "audition_registrations", row("audition_registrations", db.other))
    uuids = {add_announcement(db, db.user_id("talent")), add_announcement(db, db.other)}
    rows = [found for found in db.select(role, VIEW).rows if found["uuid"] in uuids]
    faces = [found["registrant"] for found in rows if found["user_id"] == db.other]
    assert [face["name"] for face in faces] == ([name] if name else [])
    assert len(rows) == (2 if name else 1)


@pytest.mark.parametrize(
    ("table", "counted"), [("transactions", "orders"), ("audition_registrations", "registrations")]
)
def test_M2_a_day_of_the_dashboard_begins_at_midnight_in_lampung(
    db: PersonaDatabase, table: str, counted: str
) -> None:
    db.sql(f"delete from public.{table}")
    for moment in ("2026-11-20T16:59:59Z", "2026-11-20T17:00:00Z", "2026-11-21T16:59:59Z"):
        put(db.sql, table, row(table, db.other, created_at=moment))
    days = db.run_as("admin", f"select day::text, {counted} from public.{counted}_by_day order by 1")
    assert days == [{"day": "2026-11-20", counted: 1}, {"day": "2026-11-21", counted: 2}]


def test_M2_a_days_revenue_is_what_its_orders_cost_with_their_delivery(db: PersonaDatabase) -> None:
    db.sql("delete from public.transactions")
    for way in (None, {"uuid": db.other, "name": "Kurir", "kind": "courier", "fee": 12_000}):
        put(db.sql, "transactions", row("transactions", db.other, delivery_way=way))
    ((total,),) = db.sql("select sum(total)::int from public.payments where order_uuid is not null")
    (day,) = db.run_as("admin", "select orders, revenue::int from public.orders_by_day")
    assert day == {"orders": 2, "revenue": total}


def test_M2_a_paid_order_that_tom_deletes_still_counts_until_its_pieces_are_back(
    db: PersonaDatabase,
) -> None:
    columns = "day, orders, days.revenue, heading, pieces"
    figures = f"select {columns} from public.orders_by_day as days, public.best_products"
    way = {"uuid": db.other, "name": "Kurir", "kind": "courier", "fee": 12_000}
    for status, gives_back, remains in (
        ("Finished", None, True),
        ("Accepted", False, True),
        ("Accepted", True, False),
    ):
        db.sql("delete from public.transactions")
        db.sql("delete from public.payments")
        order = row("transactions", db.user_id("talent"), delivery_way=way)
        put(db.sql, "transactions", order)
        db.sql("update public.transactions set status = %s", status)
        db.sql("update public.payments set created_at = (select created_at from public.transactions)")
        (before,) = db.run_as("admin", figures)
        assert before["revenue"] == 312_000
        db.delete("talent", "transactions", order["uuid"])
        assert db.run_as("admin", figures) == [before]
        if gives_back is not None:
            settle = "select public.settle_deleted_order(%s, %s)"
            db.run_as("admin", settle, order["uuid"], gives_back)
        assert db.run_as("admin", figures) == [before] * remains
        assert db.run_as("talent", figures) == []
        db.sql("update public.payments set pieces_back = null")
        assert db.run_as("admin", figures) == [], "what was deleted before that was noted"
        db.run_as("admin", "select public.restore_record('transactions', %s)", order["uuid"])
        assert db.run_as("admin", figures) == [before]


def test_Y30_a_category_comes_with_its_name_in_the_other_language(db: PersonaDatabase) -> None:
    for named in ({}, {"id": {"category": "Alas kaki"}}):
        put(db.sql, "products", row("products", "", category="Footwear", translations=named))
        put(db.sql, "products", row("products", "", category="Hats"))
    found = {one["category"]: one for one in db.select("anon", "product_categories").rows}
    assert found["Footwear"]["translations"] == {"id": {"category": "Alas kaki"}}
    assert (found["Hats"]["translations"], found["Footwear"]["products"]) == ({}, 2)
