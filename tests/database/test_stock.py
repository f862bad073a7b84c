"""Sizes and stock: what an order takes, what comes back, and what is refused in words a cart can read."""

import json
from typing import Any

import psycopg
import pytest

from tapis.ops.transfer.importer import queries
from tests.database.conftest import House
from tests.database.test_orders import kept, ready, refusal, send
from tests.example_rows import Row, line, put, row

RESTORE = "select public.restore_record(%s, %s)"
STOCK = """
select jsonb_object_agg(one ->> 'size', one -> 'stock')
from public.products, jsonb_array_elements(sizes) as one where uuid = %s
"""


def product(house: House, **sizes: int | None) -> str:
    """A product in these sizes; `_` for one without sizes by name."""
    stocked = [{"size": "" if size == "_" else size, "stock": stock} for size, stock in sizes.items()]
    return put(house.sql, "products", row("products", "", sizes=stocked))


def left(house: House, uuid: str) -> dict[str, int | None]:
    """What is left of each size."""
    return dict(house.sql(STOCK, uuid)[0][0])


def of(uuid: str, pieces: int, size: str | None = None) -> Row:
    """A line of so many pieces."""
    return line(uuid, quantity_to_buy=pieces, **({"size": size} if size else {}))


def told(house: House, *lines: Row) -> tuple[str | None, str | None, Any]:
    """Hint, sentence and details of the refusal of an order."""
    answer = refusal(house, ready(house, transactions=[*lines]))
    assert answer.sqlstate == "PT409"
    return answer.diag.message_hint, answer.diag.message_primary, json.loads(answer.diag.message_detail or "")


def edit(house: House, order: Row, **changes: Any) -> None:
    """Ada changes an order. Raises what the database says."""
    values = {name: json.dumps(value) if name == "transactions" else value for name, value in changes.items()}
    columns = ", ".join(f"{name} = %s" for name in values)
    query = f"update public.transactions set {columns} where uuid = %s"
    house.ask("admin", query, *values.values(), order["uuid"])


def test_Y4_an_order_takes_its_pieces_and_keeps_the_size(house: House) -> None:
    shirt, scarf, uncounted = product(house, M=3, L=None), product(house, _=2), product(house)
    lines = [of(shirt, 1, "M"), of(shirt, 2, "M"), of(shirt, 9, "L"), of(scarf, 2), of(uncounted, 9)]
    order = ready(house, transactions=lines)
    send(house, order)
    send(house, order)  # again: nothing more is taken
    assert (left(house, shirt), left(house, scarf)) == ({"M": 0, "L": None}, {"": 0})
    stored = kept(house, order)[0]["transactions"]
    assert [one.get("size") for one in stored] == ["M", "M", "L", None, None]


def test_Y4_what_is_not_there_is_refused_in_one_sentence_each(house: House) -> None:
    shirt, scarf = product(house, M=2, L=0, XL=1), product(house, _=0)
    hint, sentence, details = told(
        house, of(shirt, 2, "M"), of(shirt, 1, "M"), of(shirt, 1, "L"), of(shirt, 2, "XL"), of(scarf, 1)
    )
    assert hint == "out_of_stock"
    assert sentence == (
        '"Selendang" is sold out. "Selendang" in size L is sold out. '
        'Only 2 of "Selendang" in size M are left. Only 1 of "Selendang" in size XL is left.'
    )
    assert [(one["uuid"], one["size"], one["left"]) for one in details] == [
        (scarf, "", 0), (shirt, "L", 0), (shirt, "M", 2), (shirt, "XL", 1),
    ]  # fmt: skip


def test_Y4_a_size_is_chosen_where_there_are_sizes(house: House) -> None:
    shirt, scarf = product(house, M=2), product(house, _=2)
    said = {"uuid": shirt, "heading": "Selendang"}
    assert told(house, of(shirt, 1)) == ("size_missing", 'Choose a size of "Selendang".', [said])
    gone = ("size_gone", '"Selendang" is no longer sold in size S.', [said | {"size": "S"}])
    assert told(house, of(shirt, 1, "S")) == gone
    assert told(house, of(scarf, 1, "S"))[0] == "size_gone"
    forged = refusal(house, ready(house, transactions=[of(shirt, 1) | {"size": 1}]))
    assert forged.diag.message_hint == "lines"


@pytest.mark.parametrize("role", ["talent", "admin"])
def test_Y4_a_deleted_order_gives_its_pieces_back_once(house: House, role: str) -> None:
    shirt = product(house, M=3)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    edit(house, order, status="Rejected")
    house.ask(role, "delete from public.transactions where uuid = %s", order["uuid"])
    assert left(house, shirt) == {"M": 3}
    assert house.sql("select 1 from private.stock_holds where order_uuid = %s", order["uuid"]) == []


def test_Y4_a_rejected_order_frees_its_pieces_and_takes_them_again(house: House) -> None:
    shirt = product(house, M=3)
    first, second = (ready(house, transactions=[of(shirt, 2, "M")]) for _ in range(2))
    send(house, first)
    for status, stock in (
        ("Accepted", 1),
        ("Rejected", 3),
        ("Rejected", 3),
        ("Finished", 1),
        ("Rejected", 3),
    ):
        edit(house, first, status=status)
        assert left(house, shirt) == {"M": stock}, status
    send(house, second)
    with pytest.raises(psycopg.Error) as refused:
        edit(house, first, status="Processed")
    assert refused.value.diag.message_primary == 'Only 1 of "Selendang" in size M is left.'
    assert kept(house, first)[0]["status"] == "Rejected"
    assert left(house, shirt) == {"M": 1}


@pytest.mark.parametrize("role", ["talent", "admin"])
@pytest.mark.parametrize("status", ["Accepted", "Finished"])
def test_Y4_pieces_that_are_paid_for_stay_sold_when_their_order_is_deleted(
    house: House, status: str, role: str
) -> None:
    shirt = product(house, M=3)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    edit(house, order, status=status)
    house.ask(role, "delete from public.transactions where uuid = %s", order["uuid"])
    assert left(house, shirt) == {"M": 1}
    house.ask("admin", RESTORE, "transactions", order["uuid"])
    assert left(house, shirt) == {"M": 1}
    edit(house, order, status="Rejected")
    assert left(house, shirt) == {"M": 3}


def test_Y4_lines_that_ada_edits_move_the_stock(house: House) -> None:
    shirt, scarf = product(house, M=3, L=1), product(house, _=1)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    edit(house, order, transactions=[of(shirt, 1, "M"), of(shirt, 1, "L"), of(scarf, 1)])
    assert (left(house, shirt), left(house, scarf)) == ({"M": 2, "L": 0}, {"": 0})
    with pytest.raises(psycopg.Error) as refused:
        edit(house, order, transactions=[of(shirt, 4, "M")])
    assert refused.value.diag.message_hint == "out_of_stock"
    edit(house, order, transactions=[of(shirt, 3, "M")], status="Rejected")
    assert (left(house, shirt), left(house, scarf)) == ({"M": 3, "L": 1}, {"": 1})


def test_Y4_what_was_never_taken_is_never_given_back(house: House) -> None:
    """The shop began to count after the order; and it stopped to sell what another order had taken."""
    shirt, scarf = product(house), product(house, _=5)
    order = ready(house, transactions=[of(shirt, 2), of(scarf, 2)])
    send(house, order)
    house.sql('update public.products set sizes = \'[{"size": "", "stock": 1}]\' where uuid = %s', shirt)
    house.sql("delete from public.products where uuid = %s", scarf)
    edit(house, order, status="Rejected")
    assert left(house, shirt) == {"": 1}
    with pytest.raises(psycopg.errors.CheckViolation):
        house.sql('update public.products set sizes = \'[{"size": "", "stock": -1}]\' where uuid = %s', shirt)


def test_Y4_an_order_holds_nothing_of_what_is_no_longer_counted(house: House) -> None:
    shirt = product(house, M=3)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    house.sql("update public.products set sizes = '[]' where uuid = %s", shirt)
    edit(house, order, status="Rejected")
    assert house.sql("select 1 from private.stock_holds where order_uuid = %s", order["uuid"]) == []


def test_Y10_ada_counts_from_what_she_was_shown(house: House) -> None:
    """Two pieces are ordered while her form is open: no count that she didn't see is written over."""
    shirt = product(house, M=3, L=5, XL=None)
    send(house, ready(house, transactions=[of(shirt, 2, "M")]))
    shown: list[Row] = [{"size": "M", "stock": 3}, {"size": "L", "stock": 5}, {"size": "XL", "stock": None}]

    def save(**typed: Row | None) -> dict[str, int | None]:
        sizes = [(typed.get(one["size"]) or one) | {"was": one} for one in shown]
        answer = house.update("admin", "products", shirt, {"sizes": [*sizes, {"size": "S", "stock": 1}]})
        assert len(answer.rows) == 1
        return left(house, shirt)

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


@pytest.mark.parametrize(
    "forged", [[{"was": 1}, 1], [{"was": {}}], [{"size": "M", "stock": 1, "was": 1}, {}]]
)
def test_Y10_a_count_that_is_none_is_refused_as_before(house: House, forged: list[object]) -> None:
    shirt = product(house, M=3)
    with pytest.raises((psycopg.IntegrityError, psycopg.DataError)):
        house.update("admin", "products", shirt, {"sizes": forged})


def test_Y4_a_product_comes_back_with_what_orders_gave_back_meanwhile(house: House) -> None:
    """Its order is rejected while the product is deleted; then that order is deleted and restored, too."""
    shirt = product(house, M=5)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    house.ask("admin", "delete from public.products where uuid = %s", shirt)
    edit(house, order, status="Rejected")
    house.ask("admin", RESTORE, "products", shirt)
    assert left(house, shirt) == {"M": 5}
    edit(house, order, status="Processed")
    house.ask("admin", "delete from public.products where uuid = %s", shirt)
    house.ask("talent", "delete from public.transactions where uuid = %s", order["uuid"])
    house.ask("admin", RESTORE, "products", shirt)
    house.ask("admin", RESTORE, "transactions", order["uuid"])
    assert left(house, shirt) == {"M": 3}


def test_Y4_pieces_of_a_deleted_product_are_not_sold_twice(house: House) -> None:
    shirt = product(house, M=2)
    first, second = (ready(house, transactions=[of(shirt, 2, "M")]) for _ in range(2))
    send(house, first)
    edit(house, first, status="Rejected")
    send(house, second)
    house.ask("admin", "delete from public.products where uuid = %s", shirt)
    with pytest.raises(psycopg.Error) as refused:
        edit(house, first, status="Processed")
    assert refused.value.diag.message_primary == '"Selendang" in size M is sold out.'


def test_Y4_what_was_entered_of_a_product_is_forgotten_with_the_product(house: House) -> None:
    entered = "select entered from private.stock where product_uuid = %s"
    shirt, other = product(house, M=2), product(house, M=2)
    house.ask("admin", "delete from public.products where uuid = %s", shirt)
    house.sql("select private.purge_deleted_records()")
    assert house.sql(entered, shirt) == [(2,)]
    house.sql(
        "insert into private.running_periods (started_at, seen_at) values (now() - interval '1 year', now())"
    )
    house.sql("update private.deleted_records set deleted_at = now() - interval '9 years'")
    house.sql("select private.purge_deleted_records()")
    assert (house.sql(entered, shirt), house.sql(entered, other)) == ([], [(2,)])


def test_Y4_a_shelf_of_the_most_that_can_be_counted_takes_pieces_back(house: House) -> None:
    shirt = product(house, M=2)
    order = ready(house, transactions=[of(shirt, 2, "M")])
    send(house, order)
    house.update("admin", "products", shirt, {"sizes": [{"size": "M", "stock": 999_999}]})
    edit(house, order, status="Rejected")
    assert left(house, shirt) == {"M": 999_999}
    edit(house, order, status="Processed")
    assert left(house, shirt) == {"M": 999_999}


def test_Y4_an_export_from_before_stock_had_rows_brings_what_was_entered(house: House) -> None:
    shirt, deleted, uncounted = product(house, M=5, L=None), product(house, _=4), product(house)
    order = ready(house, transactions=[of(shirt, 2, "M"), of(deleted, 1)])
    send(house, order)
    house.ask("admin", "delete from public.products where uuid = %s", deleted)
    house.sql("delete from private.stock")
    for _ in range(2):
        house.sql(queries.enter_stock)
    edit(house, order, status="Rejected")
    house.ask("admin", RESTORE, "products", deleted)
    assert (left(house, shirt), left(house, deleted)) == ({"M": 5, "L": None}, {"": 4})
    assert house.sql("select from private.stock where product_uuid = %s", uncounted) == []
