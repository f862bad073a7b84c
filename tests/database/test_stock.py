"""Sizes and stock: what an order takes, what comes back, and what is refused in words a cart can read."""

import json
from typing import Any

import psycopg
import pytest

from tapis.ops.transfer.importer import queries
from tests.database.conftest import PersonaDatabase
from tests.database.test_orders import build_order, catch_refusal, fetch_orders, send_order
from tests.example_rows import Row, line, put, row

RESTORE = "select public.restore_record(%s, %s)"
STOCK = """
select jsonb_object_agg(one ->> 'size', one -> 'stock')
from public.products, jsonb_array_elements(sizes) as one where uuid = %s
"""

HELD = "select sum(quantity) from private.stock_holds where order_uuid = %s"


def add_product(db: PersonaDatabase, **sizes: int | None) -> str:
    """Add a product with these sizes; `_` is a product without named sizes."""
    stocked = [{"size": "" if size == "_" else size, "stock": stock} for size, stock in sizes.items()]
    return put(db.sql, "products", row("products", "", sizes=stocked))


def fetch_stock(db: PersonaDatabase, uuid: str) -> dict[str, int | None]:
    """The remaining stock of each size."""
    return dict(db.sql(STOCK, uuid)[0][0])


def build_line(uuid: str, pieces: int, size: str | None = None) -> Row:
    """An order line with so many pieces."""
    return line(uuid, quantity_to_buy=pieces, **({"size": size} if size else {}))


def catch_stock_refusal(db: PersonaDatabase, *lines: Row) -> tuple[str | None, str | None, Any]:
    """Hint, message and details of a refused order."""
    answer = catch_refusal(db, build_order(db, transactions=[*lines]))
    assert answer.sqlstate == "PT409"
    return answer.diag.message_hint, answer.diag.message_primary, json.loads(answer.diag.message_detail or "")


def edit_order(db: PersonaDatabase, order: Row, **changes: Any) -> None:
    """Edit an order as Ada. Raises the database's error."""
    values = {name: json.dumps(value) if name == "transactions" else value for name, value in changes.items()}
    columns = ", ".join(f"{name} = %s" for name in values)
    query = f"update public.transactions set {columns} where uuid = %s"
    db.run_as("admin", query, *values.values(), order["uuid"])


def test_Y4_an_order_takes_its_pieces_and_keeps_the_size(db: PersonaDatabase) -> None:
    shirt, scarf, uncounted = add_product(db, M=3, L=None), add_product(db, _=2), add_product(db)
    lines = [
        build_line(shirt, 1, "M"),
        build_line(shirt, 2, "M"),
        build_line(shirt, 9, "L"),
        build_line(scarf, 2),
        build_line(uncounted, 9),
    ]
    order = build_order(db, transactions=lines)
    send_order(db, order)
    send_order(db, order)  # again: nothing more is taken
    assert (fetch_stock(db, shirt), fetch_stock(db, scarf)) == ({"M": 0, "L": None}, {"": 0})
    stored = fetch_orders(db, order)[0]["transactions"]
    assert [one.get("size") for one in stored] == ["M", "M", "L", None, None]


def test_Y4_what_is_not_there_is_refused_in_one_sentence_each(db: PersonaDatabase) -> None:
    shirt, scarf = add_product(db, M=2, L=0, XL=1), add_product(db, _=0)
    hint, sentence, details = catch_stock_refusal(
        db,
        build_line(shirt, 2, "M"),
        build_line(shirt, 1, "M"),
        build_line(shirt, 1, "L"),
        build_line(shirt, 2, "XL"),
        build_line(scarf, 1),
    )
    assert hint == "out_of_stock"
    assert sentence == (
        '"Selendang" is sold out. "Selendang" in size L is sold out. '
        'Only 2 of "Selendang" in size M are left. Only 1 of "Selendang" in size XL is left.'
    )
    assert [(one["uuid"], one["size"], one["left"]) for one in details] == [
        (scarf, "", 0), (shirt, "L", 0), (shirt, "M", 2), (shirt, "XL", 1),
    ]  # fmt: skip


def test_Y4_a_size_is_chosen_where_there_are_sizes(db: PersonaDatabase) -> None:
    shirt, scarf = add_product(db, M=2), add_product(db, _=2)
    details = {"uuid": shirt, "heading": "Selendang"}
    assert catch_stock_refusal(db, build_line(shirt, 1)) == (
        "size_missing",
        'Choose a size of "Selendang".',
        [details],
    )
    gone = ("size_gone", '"Selendang" is no longer sold in size S.', [details | {"size": "S"}])
    assert catch_stock_refusal(db, build_line(shirt, 1, "S")) == gone
    assert catch_stock_refusal(db, build_line(scarf, 1, "S"))[0] == "size_gone"
    forged = catch_refusal(db, build_order(db, transactions=[build_line(shirt, 1) | {"size": 1}]))
    assert forged.diag.message_hint == "lines"


@pytest.mark.parametrize("role", ["talent", "admin"])
def test_Y4_a_deleted_order_gives_its_pieces_back_once(db: PersonaDatabase, role: str) -> None:
    shirt = add_product(db, M=3)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    edit_order(db, order, status="Rejected")
    db.run_as(role, "delete from public.transactions where uuid = %s", order["uuid"])
    assert fetch_stock(db, shirt) == {"M": 3}
    assert db.sql(HELD, order["uuid"]) == [(0,)]


def test_Y4_a_rejected_order_frees_its_pieces_and_takes_them_again(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=3)
    first, second = (build_order(db, transactions=[build_line(shirt, 2, "M")]) for _ in range(2))
    send_order(db, first)
    for status, stock in (
        ("Accepted", 1),
        ("Rejected", 3),
        ("Rejected", 3),
        ("Finished", 1),
        ("Rejected", 3),
    ):
        edit_order(db, first, status=status)
        assert fetch_stock(db, shirt) == {"M": stock}, status
    send_order(db, second)
    with pytest.raises(psycopg.Error) as refused:
        edit_order(db, first, status="Processed")
    assert refused.value.diag.message_primary == 'Only 1 of "Selendang" in size M is left.'
    assert fetch_orders(db, first)[0]["status"] == "Rejected"
    assert fetch_stock(db, shirt) == {"M": 1}


@pytest.mark.parametrize("role", ["talent", "admin"])
@pytest.mark.parametrize("status", ["Accepted", "Finished"])
def test_Y4_pieces_that_are_paid_for_stay_sold_when_their_order_is_deleted(
    db: PersonaDatabase, status: str, role: str
) -> None:
    shirt = add_product(db, M=3)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    edit_order(db, order, status=status)
    db.run_as(role, "delete from public.transactions where uuid = %s", order["uuid"])
    assert fetch_stock(db, shirt) == {"M": 1}
    db.run_as("admin", RESTORE, "transactions", order["uuid"])
    assert fetch_stock(db, shirt) == {"M": 1}
    edit_order(db, order, status="Rejected")
    assert fetch_stock(db, shirt) == {"M": 3}


def test_Y4_lines_that_ada_edits_move_the_stock(db: PersonaDatabase) -> None:
    shirt, scarf = add_product(db, M=3, L=1), add_product(db, _=1)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    edit_order(
        db, order, transactions=[build_line(shirt, 1, "M"), build_line(shirt, 1, "L"), build_line(scarf, 1)]
    )
    assert (fetch_stock(db, shirt), fetch_stock(db, scarf)) == ({"M": 2, "L": 0}, {"": 0})
    with pytest.raises(psycopg.Error) as refused:
        edit_order(db, order, transactions=[build_line(shirt, 4, "M")])
    assert refused.value.diag.message_hint == "out_of_stock"
    edit_order(db, order, transactions=[build_line(shirt, 3, "M")], status="Rejected")
    assert (fetch_stock(db, shirt), fetch_stock(db, scarf)) == ({"M": 3, "L": 1}, {"": 1})


def test_Y4_what_was_never_taken_is_never_given_back(db: PersonaDatabase) -> None:
    """The shop began to count after the order; and it stopped to sell what another order had taken."""
    shirt, scarf = add_product(db), add_product(db, _=5)
    order = build_order(db, transactions=[build_line(shirt, 2), build_line(scarf, 2)])
    send_order(db, order)
    db.sql('update public.products set sizes = \'[{"size": "", "stock": 1}]\' where uuid = %s', shirt)
    db.sql("delete from public.products where uuid = %s", scarf)
    edit_order(db, order, status="Rejected")
    assert fetch_stock(db, shirt) == {"": 1}
    with pytest.raises(psycopg.errors.CheckViolation):
        db.sql('update public.products set sizes = \'[{"size": "", "stock": -1}]\' where uuid = %s', shirt)


def test_Y4_an_order_holds_nothing_of_what_is_no_longer_counted(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=3)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    db.sql("update public.products set sizes = '[]' where uuid = %s", shirt)
    edit_order(db, order, status="Rejected")
    assert db.sql(HELD, order["uuid"]) == [(0,)]


def test_Y10_ada_counts_from_what_she_was_shown(db: PersonaDatabase) -> None:
    """Two pieces are ordered while her form is open: no count that she didn't see is written over."""
    shirt = add_product(db, M=3, L=5, XL=None)
    send_order(db, build_order(db, transactions=[build_line(shirt, 2, "M")]))
    shown: list[Row] = [{"size": "M", "stock": 3}, {"size": "L", "stock": 5}, {"size": "XL", "stock": None}]

    def save(**typed: Row | None) -> dict[str, int | None]:
        sizes = [(typed.get(one["size"]) or one) | {"was": one} for one in shown]
        answer = db.update("admin", "products", shirt, {"sizes": [*sizes, {"size": "S", "stock": 1}]})
        assert len(answer.rows) == 1
        return fetch_stock(db, shirt)

    assert save(L={"size": "L", "stock": 7}) == {"M": 1, "L": 7, "XL": None, "S": 1}
    shown[1]["stock"] = 7
    assert save(M={"size": "Medium", "stock": 3}) == {"Medium": 1, "L": 7, "XL": None, "S": 1}
    shown[0] = {"size": "Medium", "stock": 3}
    with pytest.raises(psycopg.Error) as refused:
        save(Medium={"size": "Medium", "stock": 10})
    assert (refused.value.sqlstate, refused.value.diag.message_hint) == ("PT409", "stock_moved")
    assert refused.value.diag.message_primary == (
        "The stock of size Medium has changed from 3 to 1. Open the product again and re-enter the stock."
    )
    shown[0]["stock"] = 1
    assert save(Medium={"size": "Medium", "stock": 10})["Medium"] == 10
    shown[0] = {"size": "M", "stock": 3}
    with pytest.raises(psycopg.Error) as refused:  # renamed since her form was opened
        save()
    assert refused.value.diag.message_hint == "stock_moved"


def save_sizes(db: PersonaDatabase, uuid: str, **renamed: str) -> dict[str, int | None]:
    """Save the sizes of a product as Ada, under other names, as its form sends them."""
    shown: list[Row] = [{"size": size, "stock": stock} for size, stock in fetch_stock(db, uuid).items()]
    sizes = [one | {"size": renamed.get(one["size"], one["size"]), "was": one} for one in shown]
    db.update("admin", "products", uuid, {"sizes": sizes})
    return fetch_stock(db, uuid)


def test_Y10_a_size_that_ada_renames_takes_along_what_orders_hold_of_it(db: PersonaDatabase) -> None:
    """Also what a rejected order may take again; and of two sizes whose names she swaps, each has its own."""
    shirt = add_product(db, M=3, L=9)
    first, second = (build_order(db, transactions=[build_line(shirt, 2, "M")]) for _ in range(2))
    send_order(db, first)
    assert save_sizes(db, shirt, M="Medium") == {"Medium": 1, "L": 9}
    edit_order(db, first, status="Rejected")
    assert fetch_stock(db, shirt) == {"Medium": 3, "L": 9}
    second["transactions"][0]["size"] = "Medium"
    send_order(db, second)
    with pytest.raises(psycopg.Error) as refused:
        edit_order(db, first, status="Processed")
    assert refused.value.diag.message_primary == 'Only 1 of "Selendang" in size M is left.'
    assert save_sizes(db, shirt, Medium="L", L="Medium") == {"L": 1, "Medium": 9}
    edit_order(db, second, status="Rejected")
    edit_order(db, first, status="Processed")
    assert fetch_stock(db, shirt) == {"L": 1, "Medium": 9}
    edit_order(db, first, transactions=[build_line(shirt, 3, "M")])
    assert fetch_stock(db, shirt) == {"L": 0, "Medium": 9}


def test_Y10_a_size_has_one_name_and_takes_over_no_pieces_of_a_size_that_is_gone(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=3, L=9)
    gone, order = (build_order(db, transactions=[build_line(shirt, 2, size)]) for size in ("L", "M"))
    send_order(db, gone)
    send_order(db, order)
    edit_order(db, gone, status="Accepted")
    with pytest.raises(psycopg.errors.CheckViolation):
        save_sizes(db, shirt, M="L")
    left: Row = {"sizes": [{"size": "L", "stock": 1, "was": {"size": "M", "stock": 1}}]}
    for _ in range(2):  # again, after a lost answer
        db.update("admin", "products", shirt, left)
    db.delete("admin", "transactions", gone["uuid"])
    db.run_as("admin", RESTORE, "transactions", gone["uuid"])
    assert fetch_stock(db, shirt) == {"L": 1}
    edit_order(db, gone, status="Rejected")
    assert fetch_stock(db, shirt) == {"L": 1}
    edit_order(db, order, status="Rejected")
    assert fetch_stock(db, shirt) == {"L": 3}


@pytest.mark.parametrize(
    "forged", [[{"was": 1}, 1], [{"was": {}}], [{"size": "M", "stock": 1, "was": 1}, {}]]
)
def test_Y10_a_count_that_is_none_is_refused_as_before(db: PersonaDatabase, forged: list[object]) -> None:
    shirt = add_product(db, M=3)
    with pytest.raises((psycopg.IntegrityError, psycopg.DataError)):
        db.update("admin", "products", shirt, {"sizes": forged})


def test_Y4_a_product_comes_back_with_what_orders_gave_back_meanwhile(db: PersonaDatabase) -> None:
    """Its order is rejected while the product is deleted; then that order is deleted and restored, too."""
    shirt = add_product(db, M=5)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    db.run_as("admin", "delete from public.products where uuid = %s", shirt)
    edit_order(db, order, status="Rejected")
    db.run_as("admin", RESTORE, "products", shirt)
    assert fetch_stock(db, shirt) == {"M": 5}
    edit_order(db, order, status="Processed")
    db.run_as("admin", "delete from public.products where uuid = %s", shirt)
    db.run_as("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    db.run_as("admin", RESTORE, "products", shirt)
    db.run_as("admin", RESTORE, "transactions", order["uuid"])
    assert fetch_stock(db, shirt) == {"M": 3}


def test_Y4_pieces_of_a_deleted_product_are_not_sold_twice(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    first, second = (build_order(db, transactions=[build_line(shirt, 2, "M")]) for _ in range(2))
    send_order(db, first)
    edit_order(db, first, status="Rejected")
    send_order(db, second)
    db.run_as("admin", "delete from public.products where uuid = %s", shirt)
    with pytest.raises(psycopg.Error) as refused:
        edit_order(db, first, status="Processed")
    assert refused.value.diag.message_primary == '"Selendang" in size M is sold out.'


def test_Y4_what_was_entered_of_a_product_is_forgotten_with_the_product(db: PersonaDatabase) -> None:
    entered = "select entered from private.stock where product_uuid = %s"
    shirt, other = add_product(db, M=2), add_product(db, M=2)
    db.run_as("admin", "delete from public.products where uuid = %s", shirt)
    db.sql("select private.purge_deleted_records()")
    assert db.sql(entered, shirt) == [(2,)]
    db.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '1 year', now())"
    )
    db.sql("update private.deleted_records set deleted_at = now() - interval '9 years'")
    db.sql("select private.purge_deleted_records()")
    assert (db.sql(entered, shirt), db.sql(entered, other)) == ([], [(2,)])


def test_Y4_a_shelf_of_the_most_that_can_be_counted_takes_pieces_back(db: PersonaDatabase) -> None:
    shirt = add_product(db, M=2)
    order = build_order(db, transactions=[build_line(shirt, 2, "M")])
    send_order(db, order)
    db.update("admin", "products", shirt, {"sizes": [{"size": "M", "stock": 999_999}]})
    edit_order(db, order, status="Rejected")
    assert fetch_stock(db, shirt) == {"M": 999_999}
    edit_order(db, order, status="Processed")
    assert fetch_stock(db, shirt) == {"M": 999_999}


def test_Y4_an_export_from_before_stock_had_rows_brings_what_was_entered(db: PersonaDatabase) -> None:
    shirt, deleted, uncounted = add_product(db, M=5, L=None), add_product(db, _=4), add_product(db)
    order = build_order(db, transactions=[build_line(shirt, 2, "M"), build_line(deleted, 1)])
    send_order(db, order)
    db.run_as("admin", "delete from public.products where uuid = %s", deleted)
    db.sql("delete from private.stock")
    for _ in range(2):
        db.sql(queries.enter_stock)
    edit_order(db, order, status="Rejected")
    db.run_as("admin", RESTORE, "products", deleted)
    assert (fetch_stock(db, shirt), fetch_stock(db, deleted)) == ({"M": 5, "L": None}, {"": 4})
    assert db.sql("select from private.stock where product_uuid = %s", uncounted) == []
