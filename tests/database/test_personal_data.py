"""A person's own data: everything in one document, and gone when they say so; nobody else's."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from tests.database.conftest import House
from tests.database.test_deliveries import keep
from tests.database.test_orders import ready, send
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, put, put_file, put_files, row

FORM = "/profile/audition-registrations"


def furnished(house: House, whose: str) -> Row:
    """A person with a registration, an announcement and a forgotten upload; gives the registration."""
    registration = row("audition_registrations", whose, name=f"Name of {whose}")
    put_files(house.sql, "audition_registrations", registration, whose)
    put(house.sql, "audition_registrations", registration)
    put(house.sql, "audition_announcements", row("audition_announcements", whose))
    put_file(house.sql, FOLDER_OF_PROOFS, whose)
    return registration


def my_data(house: House, role: str = "talent") -> dict[str, Any]:
    return dict(house.ask(role, "select public.my_data() as mine")[0]["mine"])


def mine_of(house: House, person: str) -> dict[str, int]:
    """How much of a person the shop holds."""
    owned = {"delivery_details", "order_deliveries", "audition_registrations", "audition_announcements"}
    counts = {
        table: len(house.sql(f"select 1 from public.{table} where user_id = %s", person))
        for table in (*sorted(owned), "transactions")
    }
    return counts | {
        "pictures": len(house.sql("select 1 from storage.objects where owner_id = %s", person)),
        "accounts": len(house.sql("select 1 from auth.users where id = %s", person)),
    }


def test_Y23_tom_reads_everything_that_the_shop_knows_of_him_and_nothing_else(house: House) -> None:
    tom = house.user_id("talent")
    theirs, mine = furnished(house, house.other), furnished(house, tom)
    keep(house, name="Tom", address="Jl. Pucuk Rebung 1")
    order = ready(house)
    send(house, order)
    found = my_data(house)
    assert (found["account"]["id"], found["role"]) == (tom, "talent")
    assert found["delivery_details"]["address"] == "Jl. Pucuk Rebung 1"
    assert [(one["uuid"], one["delivery"]["name"]) for one in found["orders"]] == [(order["uuid"], "Tom")]
    assert [one["uuid"] for one in found["audition_registrations"]] == [mine["uuid"]]
    assert len(found["audition_announcements"]) == 1
    assert len(found["pictures"]) == 4
    assert house.other not in str(found)
    assert theirs["name"] not in str(found)
    assert "encrypted_password" not in str(found)


def test_Y23_tom_deletes_his_account_and_his_orders_stay_without_name_and_address(house: House) -> None:
    tom = house.user_id("talent")
    furnished(house, house.other)
    furnished(house, tom)
    keep(house, name="Tom", address="Jl. Pucuk Rebung 1")
    send(house, ready(house))
    others = mine_of(house, house.other)
    house.ask("talent", "select public.delete_my_account()")
    assert mine_of(house, tom) == {
        "delivery_details": 0, "order_deliveries": 0, "audition_registrations": 0,
        "audition_announcements": 0, "transactions": 1, "pictures": 1, "accounts": 0,
    }  # fmt: skip
    assert mine_of(house, house.other) == others
    shop = house.sql("select jsonb_agg(t)::text from public.transactions t where user_id = %s", tom)
    assert "Pucuk" not in shop[0][0]


def test_Y24_the_books_outlive_the_account_with_amounts_dates_and_goods_alone(house: House) -> None:
    tom = house.user_id("talent")
    furnished(house, tom)
    keep(house, name="Tom", address="Jl. Pucuk Rebung 1")
    send(house, ready(house))
    books = (
        "select place, record, total, amount, created_at from public.payments where user_id = %s order by 2"
    )
    before = house.sql(books, tom)
    assert {place for place, *_ in before} == {"transactions", "audition_registrations"}
    house.ask("talent", "select public.delete_my_account()")
    house.sql("delete from public.transactions where user_id = %s", tom)
    assert house.sql(books, tom) == before
    ((left, goods),) = house.sql(
        "select jsonb_agg(paid)::text, count(goods) from public.payments as paid where user_id = %s", tom
    )
    assert goods == sum(place == "transactions" for place, *_ in before)
    assert [word for word in ("Pucuk", "Name of", '"Tom"') if word in left] == []


def test_Z14_the_delivery_of_an_open_order_outlives_the_account_until_the_order_is_finished(
    house: House,
) -> None:
    keep(house, name="Tom", address="Jl. Pucuk Rebung 1")
    paid, waiting, rejected = (ready(house) for _ in range(3))
    for order in (paid, waiting, rejected):
        send(house, order)
    settle = "update public.transactions set status = %s where uuid = %s"
    house.ask("admin", settle, "Accepted", paid["uuid"])
    house.ask("admin", settle, "Rejected", rejected["uuid"])
    removal = house.ask("talent", "select public.my_removal()")[0]["my_removal"]
    assert (removal["orders"], removal["open_orders"], removal["pictures"]) == (3, 2, 0)
    house.ask("talent", "select public.delete_my_account()")
    assert {uuid for uuid, _ in delivered(house)} == {paid["uuid"], waiting["uuid"]}
    assert {address for _, address in delivered(house)} == {"Jl. Pucuk Rebung 1"}
    house.ask("admin", settle, "Finished", paid["uuid"])
    house.ask("admin", settle, "Rejected", waiting["uuid"])
    assert delivered(house) == []


def delivered(house: House) -> list[tuple[str, str]]:
    return [*house.sql("select order_uuid::text, address from public.order_deliveries where user_id is null")]


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
    house: House, role: str, more: dict[str, Any], hint: str | None
) -> None:
    before = house.sql("select count(*) from auth.users")
    with pytest.raises(psycopg.Error) as refused:
        house.ask(role, "select public.delete_my_account()", more=more)
    assert (refused.value.diag.message_hint, refused.value.sqlstate) == (hint, "PT403" if hint else "42501")
    assert house.sql("select count(*) from auth.users") == before


def test_Y23_tom_does_not_read_who_decided_about_what_he_deleted(house: House) -> None:
    order = ready(house)
    send(house, order)
    house.ask("admin", "select public.review('transactions', %s, 'rejected', 'Not paid')", order["uuid"])
    house.ask("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    (kept,) = my_data(house)["payments"]
    assert kept["reason"] == "Not paid"
    assert kept["deleted_at"]
    assert house.user_id("admin") not in str(my_data(house))


@pytest.mark.parametrize("role", ["anon", "none", "service"])
def test_Y23_nobody_without_a_role_reads_personal_data(house: House, role: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        my_data(house, role)


@pytest.mark.parametrize(
    ("hours", "pathname", "is_open"),
    [(-1, FORM, False), (1, FORM, True), (None, FORM, True), (-1, "/cart", True)],
)
def test_Y9_tom_registers_until_the_deadline_of_the_form(
    house: House, hours: int | None, pathname: str, is_open: bool
) -> None:
    tom = house.user_id("talent")
    now = datetime.now(UTC)
    ends = (now + timedelta(hours=hours)).isoformat() if hours else None
    old = {
        "created_at": (now - timedelta(days=2)).isoformat(),
        "deadline": (now - timedelta(days=1)).isoformat(),
    }
    put(house.sql, "payment_methods", row("payment_methods", "", pathname=FORM) | old)
    shown = {"created_at": now.isoformat(), "deadline": ends, "pathname": pathname}
    if pathname != FORM:
        put(
            house.sql,
            "payment_methods",
            row("payment_methods", "", pathname=FORM) | shown | {"pathname": FORM, "deadline": None},
        )
    put(house.sql, "payment_methods", row("payment_methods", "") | shown)
    values = row("audition_registrations", tom)
    put_files(house.sql, "audition_registrations", values, tom)
    if is_open:
        assert house.insert("talent", "audition_registrations", values).refused is None
        return
    with pytest.raises(psycopg.Error) as refused:
        house.insert("talent", "audition_registrations", values)
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT409", "registration_closed")
    assert house.insert("admin", "audition_registrations", values).refused is None
