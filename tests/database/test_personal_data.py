"""A person's own data: everything in one document, and gone when they say so; nobody else's."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.database.test_deliveries import save_delivery_details
from tests.database.test_orders import build_order, send_order
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, put, put_file, put_files, row

FORM = "/profile/audition-registrations"


def add_personal_data(db: PersonaDatabase, whose: str) -> Row:
    """Add a registration, an announcement and an unused upload of a person; gives the registration."""
    registration = row("audition_registrations", whose, name=f"Name of {whose}")
    put_files(db.sql, "audition_registrations", registration, whose)
    put(db.sql, "audition_registrations", registration)
    put(db.sql, "audition_announcements", row("audition_announcements", whose))
    put_file(db.sql, FOLDER_OF_PROOFS, whose)
    return registration


def fetch_my_data(db: PersonaDatabase, role: str = "talent") -> dict[str, Any]:
    return dict(db.run_as(role, "select public.my_data() as mine")[0]["mine"])


def count_data_of(db: PersonaDatabase, person: str) -> dict[str, int]:
    """How many rows and files the shop has of a person."""
    owned = {"delivery_details", "order_deliveries", "audition_registrations", "audition_announcements"}
    counts = {
        table: len(db.sql(f"select 1 from public.{table} where user_id = %s", person))
        for table in (*sorted(owned), "transactions")
    }
    return counts | {
        "pictures": len(db.sql("select 1 from storage.objects where owner_id = %s", person)),
        "accounts": len(db.sql("select 1 from auth.users where id = %s", person)),
    }


def test_Y23_tom_reads_everything_that_the_shop_knows_of_him_and_nothing_else(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    theirs, mine = add_personal_data(db, db.other), add_personal_data(db, tom)
    save_delivery_details(db, name="Tom", address="Jl. Pucuk Rebung 1")
    order = build_order(db)
    send_order(db, order)
    found = fetch_my_data(db)
    assert (found["account"]["id"], found["role"]) == (tom, "talent")
    assert found["delivery_details"]["address"] == "Jl. Pucuk Rebung 1"
    assert [(one["uuid"], one["delivery"]["name"]) for one in found["orders"]] == [(order["uuid"], "Tom")]
    assert [one["uuid"] for one in found["audition_registrations"]] == [mine["uuid"]]
    assert len(found["audition_announcements"]) == 1
    assert len(found["pictures"]) == 4
    assert db.other not in str(found)
    assert theirs["name"] not in str(found)
    assert "encrypted_password" not in str(found)


def test_Y23_tom_deletes_his_account_and_his_orders_stay_without_name_and_address(
    db: PersonaDatabase,
) -> None:
    tom = db.user_id("talent")
    add_personal_data(db, db.other)
    add_personal_data(db, tom)
    save_delivery_details(db, name="Tom", address="Jl. Pucuk Rebung 1")
    send_order(db, build_order(db))
    others = count_data_of(db, db.other)
    db.run_as("talent", "select public.delete_my_account()")
    assert count_data_of(db, tom) == {
        "delivery_details": 0, "order_deliveries": 0, "audition_registrations": 0,
        "audition_announcements": 0, "transactions": 1, "pictures": 1, "accounts": 0,
    }  # fmt: skip
    assert count_data_of(db, db.other) == others
    shop = db.sql("select jsonb_agg(t)::text from public.transactions t where user_id = %s", tom)
    assert "Pucuk" not in shop[0][0]


def test_Y24_the_books_outlive_the_account_with_amounts_dates_and_goods_alone(db: PersonaDatabase) -> None:
    tom = db.user_id("talent")
    add_personal_data(db, tom)
    save_delivery_details(db, name="Tom", address="Jl. Pucuk Rebung 1")
    send_order(db, build_order(db))
    books = (
        "select place, record, total, amount, created_at from public.payments where user_id = %s order by 2"
    )
    before = db.sql(books, tom)
    assert {place for place, *_ in before} == {"transactions", "audition_registrations"}
    db.run_as("talent", "select public.delete_my_account()")
    db.sql("delete from public.transactions where user_id = %s", tom)
    assert db.sql(books, tom) == before
    ((left, goods),) = db.sql(
        "select jsonb_agg(paid)::text, count(goods) from public.payments as paid where user_id = %s", tom
    )
    assert goods == sum(place == "transactions" for place, *_ in before)
    assert [word for word in ("Pucuk", "Name of", '"Tom"') if word in left] == []


def test_Z14_the_delivery_of_an_open_order_outlives_the_account_until_the_order_is_finished(
    db: PersonaDatabase,
) -> None:
    save_delivery_details(db, name="Tom", address="Jl. Pucuk Rebung 1")
    paid, waiting, rejected = (build_order(db) for _ in range(3))
    for order in (paid, waiting, rejected):
        send_order(db, order)
    settle = "update public.transactions set status = %s where uuid = %s"
    db.run_as("admin", settle, "Accepted", paid["uuid"])
    db.run_as("admin", settle, "Rejected", rejected["uuid"])
    removal = db.run_as("talent", "select public.my_removal()")[0]["my_removal"]
    assert (removal["orders"], removal["open_orders"], removal["pictures"]) == (3, 2, 0)
    db.run_as("talent", "select public.delete_my_account()")
    assert {uuid for uuid, _ in fetch_ownerless_deliveries(db)} == {paid["uuid"], waiting["uuid"]}
    assert {address for _, address in fetch_ownerless_deliveries(db)} == {"Jl. Pucuk Rebung 1"}
    db.run_as("admin", settle, "Finished", paid["uuid"])
    db.run_as("admin", settle, "Rejected", waiting["uuid"])
    assert fetch_ownerless_deliveries(db) == []


def fetch_ownerless_deliveries(db: PersonaDatabase) -> list[tuple[str, str]]:
    return [*db.sql("select order_uuid::text, address from public.order_deliveries where user_id is null")]


@pytest.mark.parametrize(
    ("role", "more", "hint"),
    [
        ("anon", {}, None), ("none", {}, None), ("service", {}, None),
        ("admin", {}, "administrator"),
        ("talent", {"amr": []}, "recent_sign_in"),
        ("leadership", {"amr": [{"method": "password", "timestamp": 1_000_000_000}]}, "recent_sign_in"),
    ],
)  # fmt: skip
def test_Y23_who_may_not_delete_is_told_and_keeps_everything(
    db: PersonaDatabase, role: str, more: dict[str, Any], hint: str | None
) -> None:
    before = db.sql("select count(*) from auth.users")
    with pytest.raises(psycopg.Error) as refused:
        db.run_as(role, "select public.delete_my_account()", more=more)
    assert (refused.value.diag.message_hint, refused.value.sqlstate) == (hint, "PT403" if hint else "42501")
    assert db.sql("select count(*) from auth.users") == before


def test_Y23_tom_does_not_read_who_decided_about_what_he_deleted(db: PersonaDatabase) -> None:
    order = build_order(db)
    send_order(db, order)
    db.run_as("admin", "select public.review('transactions', %s, 'rejected', 'Not paid')", order["uuid"])
    db.run_as("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    (kept,) = fetch_my_data(db)["payments"]
    assert kept["reason"] == "Not paid"
    assert kept["deleted_at"]
    assert db.user_id("admin") not in str(fetch_my_data(db))


@pytest.mark.parametrize("role", ["anon", "none", "service"])
def test_Y23_nobody_without_a_role_reads_personal_data(db: PersonaDatabase, role: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        fetch_my_data(db, role)


@pytest.mark.parametrize(
    ("hours", "pathname", "is_open"),
    [(-1, FORM, False), (1, FORM, True), (None, FORM, True), (-1, "/cart", True)],
)
def test_Y9_tom_registers_until_the_deadline_of_the_form(
    db: PersonaDatabase, hours: int | None, pathname: str, is_open: bool
) -> None:
    tom = db.user_id("talent")
    now = datetime.now(UTC)
    ends = (now + timedelta(hours=hours)).isoformat() if hours else None
    old = {
        "created_at": (now - timedelta(days=2)).isoformat(),
        "deadline": (now - timedelta(days=1)).isoformat(),
    }
    put(db.sql, "payment_methods", row("payment_methods", "", pathname=FORM) | old)
    shown = {"created_at": now.isoformat(), "deadline": ends, "pathname": pathname}
    if pathname != FORM:
        put(
            db.sql,
            "payment_methods",
            row("payment_methods", "", pathname=FORM) | shown | {"pathname": FORM, "deadline": None},
        )
    put(db.sql, "payment_methods", row("payment_methods", "") | shown)
    values = row("audition_registrations", tom)
    put_files(db.sql, "audition_registrations", values, tom)
    if is_open:
        assert db.insert("talent", "audition_registrations", values).refused is None
        return
    with pytest.raises(psycopg.Error) as refused:
        db.insert("talent", "audition_registrations", values)
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT409", "registration_closed")
    assert db.insert("admin", "audition_registrations", values).refused is None
