"""What makes Ada look twice at a payment: warnings, each with the other case that it is about."""

from typing import Any
from uuid import uuid4

import pytest
from psycopg.types.json import Jsonb

from tests.database.conftest import House
from tests.database.test_amounts import pay_by, priced
from tests.database.test_orders import send
from tests.database.test_reviews import ORDERS, REGISTRATIONS, registered, review
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import Row, image

WARNINGS = "select kind, other_place, other_record, detail from public.review_warnings(%s, %s)"
NOTE = """
insert into storage.objects (bucket_id, name, owner_id, metadata, user_metadata, created_at)
select 'tapis', %s, %s, jsonb_build_object('eTag', %s::text, 'perceptualHash', %s::text),
    case when %s::text is not null then jsonb_build_object('lastModified', %s::text) end,
    now() - %s::interval
"""
HASH = f"{2**256 - 1:064x}"


def sha(letter: str) -> str:
    return letter * 64


def proof(
    house: House,
    owner: str,
    sha256: str | None = None,
    looks: str | None = None,
    taken: str | None = None,
    uploaded: str = "0",
) -> Row:
    """A proof of payment in the bucket; gives its image value."""
    filename = f"{uuid4()}.jpg"
    name = f"{FOLDER_OF_PROOFS}/{filename}"
    checksum = f'"{sha256 or uuid4().hex * 2}"'
    house.sql(NOTE, name, owner, checksum, looks, taken, taken, uploaded)
    return image(filename)


def paid(house: House, price: int = 90_000, who: str | None = None, **facts: Any) -> Row:
    """An order that was sent with such a proof."""
    owner = who or house.user_id("talent")
    order = priced(house, price, who=who) | {"invoice_image": proof(house, owner, **facts)}
    send(house, order, sub=who)
    return order


def warned(house: House, record: Row, place: str = ORDERS) -> list[tuple[str, str | None, Any]]:
    """Kind, other record and detail of each warning."""
    found = house.ask("admin", WARNINGS, place, record["uuid"])
    return [(one["kind"], str(one["other_record"] or ""), one["detail"]) for one in found]


def differing(bits: int) -> str:
    """A hash that differs from HASH in so many bits."""
    return f"{2**256 - 1 - sum(1 << (7 * bit) for bit in range(bits)):064x}"


def test_Y15_a_payment_like_any_other_is_not_warned_of(house: House) -> None:
    pay_by(house)
    assert warned(house, paid(house)) == []
    assert warned(house, registered(house), REGISTRATIONS) == []
    assert warned(house, {"uuid": str(uuid4())}) == []


def test_Y15_the_same_picture_again_is_named_with_its_first_case(house: House) -> None:
    first = paid(house, 50_000, house.other, sha256=sha("a"))
    again = paid(house, sha256=sha("a"))
    assert warned(house, again) == [("same_picture", first["uuid"], {"gone": False})]
    assert warned(house, first) == [("same_picture", again["uuid"], {"gone": False})]
    house.ask("talent", "delete from public.transactions where uuid = %s", first["uuid"], sub=house.other)
    assert warned(house, again) == [("same_picture", first["uuid"], {"gone": True})]


def test_Y15_a_registration_with_the_proof_of_an_order_is_named(house: House) -> None:
    order, registration = paid(house, sha256=sha("a")), registered(house)
    name = f"audition-registrations/invoices/{registration['invoice_image']['filename']}"
    house.sql("update private.object_names set sha256 = %s where name = %s", sha("a"), name)
    assert warned(house, registration, REGISTRATIONS) == [("same_picture", order["uuid"], {"gone": False})]
    assert warned(house, order) == [("same_picture", registration["uuid"], {"gone": False})]


@pytest.mark.parametrize(("bits", "is_like"), [(0, True), (6, True), (7, False)])
def test_Y15_nearly_the_same_picture_of_one_person_is_named(house: House, bits: int, is_like: bool) -> None:
    first = paid(house, 50_000, looks=HASH)
    again = paid(house, looks=differing(bits))
    expected = [("similar_picture", first["uuid"], {"gone": False, "distance": bits})]
    assert warned(house, again) == (expected if is_like else [])


def test_Y15_receipts_of_one_bank_are_alike_only_where_it_may_be_one_payment(house: House) -> None:
    theirs = paid(house, 50_000, house.other, looks=HASH)
    mine = paid(house, looks=differing(2))
    assert warned(house, mine) == []
    same = paid(house, 50_000, looks=differing(3))
    review(house, ORDERS, theirs, "accepted")
    assert warned(house, same) == [
        ("similar_picture", mine["uuid"], {"gone": False, "distance": 1}),
        ("similar_picture", theirs["uuid"], {"gone": False, "distance": 3}),
    ]


def test_Y15_another_payment_of_the_same_amount_that_waits_is_named(house: House) -> None:
    pay_by(house, "/profile/audition-registrations", fee=90_000, exact_amounts=False)
    first, second, registration = paid(house), paid(house, who=house.other), registered(house)
    others = sorted([second["uuid"], registration["uuid"]])
    assert warned(house, first) == [("same_total", uuid, {}) for uuid in others]
    review(house, ORDERS, second, "accepted")
    assert warned(house, first) == [("same_total", registration["uuid"], {})]
    assert [kind for kind, *_ in warned(house, second)] == ["same_total", "same_total"]


@pytest.mark.parametrize(
    ("taken", "uploaded", "is_old"),
    [
        ("2026-01-01T10:00:00.000Z", "0", True),
        ("2999-01-01T10:00:00.000Z", "0", False),
        ("2999-01-01T10:00:00.000Z", "25 hours", True),
        ("yesterday or so", "0", False),
        (None, "23 hours", False),
        (None, "25 hours", True),
    ],
)
def test_Y15_a_picture_a_day_older_than_its_order_is_named(
    house: House, taken: str | None, uploaded: str, is_old: bool
) -> None:
    warnings = warned(house, paid(house, taken=taken, uploaded=uploaded))
    assert [(kind, set(detail)) for kind, _, detail in warnings] == (
        [("older_than_order", {"picture_time"})] if is_old else []
    )


def test_Y15_more_than_one_qris_payment_carries_is_named(house: House) -> None:
    pay_by(house, ceiling=100_000)
    assert warned(house, paid(house, 100_000)) == []
    over = ("over_ceiling", "", {"ceiling": 100_000, "amount": 100_001})
    assert warned(house, paid(house, 100_001)) == [over]


def test_Y15_only_cards_and_proofs_are_remembered_by_their_looks(house: House) -> None:
    metadata = Jsonb({"perceptualHash": HASH})
    put = "insert into storage.objects (bucket_id, name, metadata) values ('tapis', %s, %s)"
    folders = ("products", "transactions/invoices", "audition-registrations/comcards")
    names = [f"{folder}/{uuid4()}.jpg" for folder in folders]
    for name in names:
        house.sql(put, name, metadata)
    kept = house.sql(
        "select split_part(name, '/', 1), perceptual_hash::text from private.object_names"
        " where name = any(%s) order by 1",
        names,
    )
    assert [*kept] == [
        ("audition-registrations", "1" * 256),
        ("products", None),
        ("transactions", "1" * 256),
    ]
