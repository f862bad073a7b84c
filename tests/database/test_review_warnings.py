"""Warnings that ask Ada to look twice at a payment, each with the other record it is about."""

from typing import Any
from uuid import uuid4

import pytest
from psycopg.types.json import Jsonb

from tests.database.conftest import PersonaDatabase
from tests.database.test_amounts import build_priced_order, set_payment_method
from tests.database.test_orders import send_order
from tests.database.test_reviews import ORDERS, REGISTRATIONS, review, send_registration
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


def build_sha(letter: str) -> str:
    return letter * 64


def upload_proof(
    db: PersonaDatabase,
    owner: str,
    sha256: str | None = None,
    looks: str | None = None,
    taken: str | None = None,
    uploaded: str = "0",
) -> Row:
    """Upload a proof of payment; gives its image value."""
    filename = f"{uuid4()}.jpg"
    name = f"{FOLDER_OF_PROOFS}/{filename}"
    checksum = f'"{sha256 or uuid4().hex * 2}"'
    db.sql(NOTE, name, owner, checksum, looks, taken, taken, uploaded)
    return image(filename)


def send_paid_order(db: PersonaDatabase, price: int = 90_000, who: str | None = None, **facts: Any) -> Row:
    """Send an order with such a proof."""
    owner = who or db.user_id("talent")
    order = build_priced_order(db, price, who=who) | {"invoice_image": upload_proof(db, owner, **facts)}
    send_order(db, order, sub=who)
    return order


def fetch_warnings(
    db: PersonaDatabase, record: Row, place: str = ORDERS
) -> list[tuple[str, str | None, Any]]:
    """Kind, other record and detail of each warning."""
    found = db.run_as("admin", WARNINGS, place, record["uuid"])
    return [(one["kind"], str(one["other_record"] or ""), one["detail"]) for one in found]


def flip_bits(bits: int) -> str:
    """HASH with this many bits changed."""
    return f"{2**256 - 1 - sum(1 << (7 * bit) for bit in range(bits)):064x}"


def test_Y15_a_payment_like_any_other_is_not_warned_of(db: PersonaDatabase) -> None:
    set_payment_method(db)
    assert fetch_warnings(db, send_paid_order(db)) == []
    assert fetch_warnings(db, send_registration(db), REGISTRATIONS) == []
    assert fetch_warnings(db, {"uuid": str(uuid4())}) == []


def test_Y15_the_same_picture_again_is_named_with_its_first_case(db: PersonaDatabase) -> None:
    first = send_paid_order(db, 50_000, db.other, sha256=build_sha("a"))
    again = send_paid_order(db, sha256=build_sha("a"))
    assert fetch_warnings(db, again) == [("same_picture", first["uuid"], {"gone": False})]
    assert fetch_warnings(db, first) == [("same_picture", again["uuid"], {"gone": False})]
    db.run_as("talent", "delete from public.transactions where uuid = %s", first["uuid"], sub=db.other)
    assert fetch_warnings(db, again) == [("same_picture", first["uuid"], {"gone": True})]


def test_Y15_a_registration_with_the_proof_of_an_order_is_named(db: PersonaDatabase) -> None:
    order, registration = send_paid_order(db, sha256=build_sha("a")), send_registration(db)
    name = f"audition-registrations/invoices/{registration['invoice_image']['filename']}"
    db.sql("update private.object_names set sha256 = %s where name = %s", build_sha("a"), name)
    assert fetch_warnings(db, registration, REGISTRATIONS) == [
        ("same_picture", order["uuid"], {"gone": False})
    ]
    assert fetch_warnings(db, order) == [("same_picture", registration["uuid"], {"gone": False})]


@pytest.mark.parametrize(("bits", "is_like"), [(0, True), (6, True), (7, False)])
def test_Y15_nearly_the_same_picture_of_one_person_is_named(
    db: PersonaDatabase, bits: int, is_like: bool
) -> None:
    first = send_paid_order(db, 50_000, looks=HASH)
    again = send_paid_order(db, looks=flip_bits(bits))
    expected = [("similar_picture", first["uuid"], {"gone": False, "distance": bits})]
    assert fetch_warnings(db, again) == (expected if is_like else [])


def test_Y15_receipts_of_one_bank_are_alike_only_where_it_may_be_one_payment(db: PersonaDatabase) -> None:
    theirs = send_paid_order(db, 50_000, db.other, looks=HASH)
    mine = send_paid_order(db, looks=flip_bits(2))
    assert fetch_warnings(db, mine) == []
    same = send_paid_order(db, 50_000, looks=flip_bits(3))
    review(db, ORDERS, theirs, "accepted")
    assert fetch_warnings(db, same) == [
        ("similar_picture", mine["uuid"], {"gone": False, "distance": 1}),
        ("similar_picture", theirs["uuid"], {"gone": False, "distance": 3}),
    ]


def test_Y15_another_payment_of_the_same_amount_that_waits_is_named(db: PersonaDatabase) -> None:
    set_payment_method(db, "/profile/audition-registrations", fee=90_000, exact_amounts=False)
    first, second, registration = (
        send_paid_order(db),
        send_paid_order(db, who=db.other),
        send_registration(db),
    )
    others = sorted([second["uuid"], registration["uuid"]])
    assert fetch_warnings(db, first) == [("same_total", uuid, {}) for uuid in others]
    review(db, ORDERS, second, "accepted")
    assert fetch_warnings(db, first) == [("same_total", registration["uuid"], {})]
    assert [kind for kind, *_ in fetch_warnings(db, second)] == ["same_total", "same_total"]


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
    db: PersonaDatabase, taken: str | None, uploaded: str, is_old: bool
) -> None:
    warnings = fetch_warnings(db, send_paid_order(db, taken=taken, uploaded=uploaded))
    assert [(kind, set(detail)) for kind, _, detail in warnings] == (
        [("older_than_order", {"picture_time"})] if is_old else []
    )


def test_Y15_more_than_one_qris_payment_carries_is_named(db: PersonaDatabase) -> None:
    set_payment_method(db, ceiling=100_000)
    assert fetch_warnings(db, send_paid_order(db, 100_000)) == []
    over = ("over_ceiling", "", {"ceiling": 100_000, "amount": 100_001})
    assert fetch_warnings(db, send_paid_order(db, 100_001)) == [over]


def test_Y15_only_cards_and_proofs_are_remembered_by_their_looks(db: PersonaDatabase) -> None:
    metadata = Jsonb({"perceptualHash": HASH})
    put = "insert into storage.objects (bucket_id, name, metadata) values ('tapis', %s, %s)"
    folders = ("products", "transactions/invoices", "audition-registrations/comcards")
    names = [f"{folder}/{uuid4()}.jpg" for folder in folders]
    for name in names:
        db.sql(put, name, metadata)
    kept = db.sql(
        "select split_part(name, '/', 1), perceptual_hash::text from private.object_names"
        " where name = any(%s) order by 1",
        names,
    )
    assert [*kept] == [
        ("audition-registrations", "1" * 256),
        ("products", None),
        ("transactions", "1" * 256),
    ]
