"""Tom answers a rejection with another proof: the same order waits again, and every proof stays."""

import json

import pytest

from tests.database.conftest import House
from tests.database.test_amounts import due
from tests.database.test_reviews import ORDERS, QUEUE, STATUS, ordered, refused, review
from tests.database.test_stock import left, of, product
from tests.example_rows import Row, put_file

FOLDER = "transactions/invoices"


def proof(house: House, owner: str | None = None) -> Row:
    """A picture that Tom, or somebody else, has uploaded for it."""
    filename = put_file(house.sql, FOLDER, owner or house.user_id("talent"))
    return {"filename": filename, "title": "proof", "url": f"https://kain.id/{filename}"}


def answer(house: House, order: Row, picture: Row, sub: str | None = None) -> None:
    """Tom, or another talent, sends another proof. Raises what the database says."""
    house.ask(
        "talent", "select public.send_another_proof(%s, %s)", order["uuid"], json.dumps(picture), sub=sub
    )


def rejected(house: House, order: Row | None = None) -> Row:
    order = order or ordered(house)
    review(house, ORDERS, order, "rejected", "The picture can't be read")
    return order


def proofs(house: House, order: Row, role: str = "talent", sub: str | None = None) -> list[str]:
    found = house.ask(role, "select filename from public.proofs_of(%s)", order["uuid"], sub=sub)
    return [one["filename"] for one in found]


def test_Y24_toms_rejected_order_waits_again_for_the_same_amount_and_both_proofs_stay(house: House) -> None:
    order = rejected(house)
    owed = due(house, order)
    second = proof(house)
    answer(house, order, second)
    assert house.sql(STATUS, order["uuid"]) == [("Processed",)]
    assert due(house, order) == owed
    (case,) = house.ask("admin", QUEUE, order["uuid"])
    assert case["invoice_image"]["filename"] == second["filename"]
    both = {order["invoice_image"]["filename"], second["filename"]}
    assert {*proofs(house, order)} == {*proofs(house, order, "admin")} == both
    review(house, ORDERS, order, "accepted")
    assert house.sql(STATUS, order["uuid"]) == [("Accepted",)]


def test_Y24_administrators_are_told_of_the_answer_and_tom_is_not(house: House) -> None:
    order = rejected(house)
    house.sql("delete from private.outbox")
    answer(house, order, proof(house))
    assert house.sql("select kind, record::text, user_id from private.outbox") == [
        ("order_received", order["uuid"], None)
    ]


def test_Y24_what_tom_answers_for_is_held_again_or_he_is_told_that_it_is_sold(house: House) -> None:
    last_piece = [of(product(house, M=1), 1, "M")]
    order = rejected(house, ordered(house, transactions=last_piece))
    answer(house, order, proof(house))
    assert left(house, last_piece[0]["uuid"]) == {"M": 0}
    review(house, ORDERS, order, "rejected", "Too little")
    ordered(house, transactions=last_piece)
    refused(house, "PT409", "out_of_stock", answer, order, proof(house))


def test_Y24_an_order_that_waits_or_was_accepted_takes_no_other_proof(house: House) -> None:
    order = ordered(house)
    refused(house, "PT409", "not_rejected", answer, order, proof(house))
    review(house, ORDERS, order, "accepted")
    refused(house, "PT409", "not_rejected", answer, order, proof(house))


def test_Y24_after_three_days_the_amount_may_be_anothers_and_tom_orders_again(house: House) -> None:
    order = rejected(house)
    house.sql(
        "update public.payments set decided_at = now() - interval '3 days' where decided_at is not null"
    )
    refused(house, "PT409", "proof_too_late", answer, order, proof(house))


def test_Y24_an_order_has_five_proofs_at_most(house: House) -> None:
    order = rejected(house)
    for _ in range(4):
        answer(house, order, proof(house))
        review(house, ORDERS, order, "rejected", "Still not readable")
    refused(house, "PT409", "proofs_used_up", answer, order, proof(house))


def test_Y24_the_proof_is_a_picture_that_tom_uploaded_for_no_other_order(house: House) -> None:
    order, other = rejected(house), ordered(house)
    refused(house, "23514", "invoice_missing", answer, order, proof(house, house.other))
    refused(house, "23514", "invoice_missing", answer, order, {"title": "no file"})
    refused(house, "23505", "invoice_used", answer, order, other["invoice_image"])


@pytest.mark.parametrize("role", ["admin", "leadership"])
def test_Y24_only_its_buyer_answers_for_an_order(house: House, role: str) -> None:
    order = rejected(house)
    refused(house, "PT404", "record_gone", answer, order, proof(house, house.other), house.other)
    call = "select public.send_another_proof(%s, %s)"
    with pytest.raises(Exception, match="permission denied"):
        house.ask(role, call, order["uuid"], json.dumps(proof(house)))


def test_Y24_nobody_else_learns_of_an_orders_proofs(house: House) -> None:
    order = ordered(house)
    assert proofs(house, order, sub=house.other) == proofs(house, order, "leadership") == []
