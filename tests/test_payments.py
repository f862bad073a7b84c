"""Payments over HTTP: exact amounts and decisions of many at once, and proofs as phones send them."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pyvips

from tests.conftest import Shop
from tests.drawn_proofs import BANKS, crop, darken, draw_facts
from tests.drawn_proofs import draw_proof as drawn_proof
from tests.example_rows import Row, image, line, put, row
from tests.qris_codes import build_static_code
from tests.test_stock import BUYERS, build_order, create_buyers, send_all

PRICE = 90_000


@pytest.fixture(autouse=True)
def _clean(shop: Shop) -> Iterator[None]:
    forget_payments(shop)
    yield
    forget_payments(shop)


def forget_payments(shop: Shop) -> None:
    forget_orders(shop)
    shop.sql("delete from public.payment_methods")


def forget_orders(shop: Shop) -> None:
    """Delete orders and their amounts, which otherwise stay reserved for three days after a deletion."""
    for table in ("public.transactions", "public.payments", "private.deleted_records"):
        shop.sql(f"delete from {table}")


def reserve_all(shop: Shop, people: dict[str, str]) -> list[int]:
    """Reserve an amount for every buyer at once, for an order with the buyer's uuid; returns the amounts."""

    def reserve(who: str, token: str) -> int:
        while True:
            body = {"pathname": "/shopping-cart", "total": PRICE, "record": who}
            answer = client.post("/rest/v1/rpc/reserve_amount", json=body, headers=shop.headers(token))
            if answer.status_code != 503:
                assert answer.status_code == 200, answer.text
                return int(answer.json()["amount"])

    limits = httpx.Limits(max_connections=len(people))
    with (
        httpx.Client(base_url=shop.url, timeout=60, limits=limits) as client,
        ThreadPoolExecutor(len(people)) as threads,
    ):
        return list(threads.map(reserve, people, people.values()))


def test_Y13_of_200_buyers_at_once_no_two_pay_the_same(shop: Shop) -> None:
    put(shop.sql, "payment_methods", row("payment_methods", "", exact_amounts=True, qris=build_static_code()))
    people = create_buyers(shop, BUYERS)
    amounts = reserve_all(shop, people)
    assert sorted(amounts) == [*range(PRICE - BUYERS + 1, PRICE + 1)]
    people = dict([*people.items()][:40])
    amounts = amounts[:40]
    assert reserve_all(shop, people) == amounts, "everybody's stays theirs"
    scarf = put(shop.sql, "products", row("products", "", price=PRICE))
    lines = [line(scarf, PRICE, quantity_to_buy=1)]
    answers = send_all(
        shop, [(token, build_order(who, *lines) | {"uuid": who}) for who, token in people.items()]
    )
    assert Counter(answer.status_code for answer in answers) == {201: 40}
    owed = dict(shop.sql("select user_id::text, amount from public.payments where state = 'waiting'"))
    assert owed == dict(zip(people, amounts, strict=True))
    forget_orders(shop)
    assert reserve_all(shop, create_buyers(shop, 1)) == [PRICE], "free again"


def test_Y14_of_many_administrators_at_once_exactly_one_decides(shop: Shop) -> None:
    (who,) = create_buyers(shop, 1)
    proof = image(f"{who}.jpg")
    uuids = [
        put(shop.sql, "transactions", row("transactions", who, invoice_image=proof)),
        put(shop.sql, "audition_registrations", row("audition_registrations", who, invoice_image=proof)),
    ]
    admins = [shop.persona("admin"), shop.account("admin")]
    for place, uuid in zip(("transactions", "audition_registrations"), uuids, strict=True):
        body = {"place": place, "record": uuid, "decision": "rejected", "reason": "Unreadable"}

        def decide(turn: int, said: dict[str, str] = body) -> tuple[str, httpx.Response]:
            ada = admins[turn % 2]
            with shop.client(ada.token) as client:
                return ada.email, client.post("/rest/v1/rpc/review", json=said)

        with ThreadPoolExecutor(10) as threads:
            answers = list(threads.map(decide, range(10)))
        assert Counter(answer.status_code for _, answer in answers) == {204: 1, 409: 9}
        (first,) = [email for email, answer in answers if answer.status_code == 204]
        for error in [answer.json() for _, answer in answers if answer.status_code == 409]:
            assert (error["hint"], error["message"]) == (
                "already_reviewed",
                f"This was rejected already by {first}.",
            )
        logged = shop.sql(
            "select count(*) from public.audit_log where record_id = %s and place = 'payments'", uuid
        )
        assert logged == [(1,)]


def draw_receipt(number: int) -> pyvips.Image:
    """Draw a bank's receipt on a phone; receipts differ in time, amount, sender and reference only."""
    page = (pyvips.Image.black(720, 1280, bands=3) + 255).cast("uchar").copy(interpretation="srgb")
    page = page.draw_rect([0, 82, 156], 0, 60, 720, 220, fill=True)
    words = ["TRANSFER BERHASIL", f"Rp {number * 7919 % 900 + 100}.{number * 104729 % 1000:03}"]
    words += ["Penerima   TAPIS LAMPUNG", "Bank   Contoh", "Rekening   1234 5678 90", "Biaya   Rp 0"]
    words += [f"Waktu   {number % 24:02}:{number * 37 % 60:02}:{number * 53 % 60:02}"]
    words += [f"Pengirim   {('BUDI', 'SITI AMINAH', 'AGUSTINUS', 'DEWI')[number % 4]}"]
    words += [f"No. Ref   {number * 15485863 % 10**9:09}"]
    for place, text in enumerate(words):
        ink = pyvips.Image.text(text, font="sans bold 30", dpi=96)
        x, y = 40, 330 + 100 * place
        under = page.crop(x, y, ink.width, ink.height)
        page = page.insert((under * ((255 - ink) / 255.0)).cast("uchar"), x, y)
    return page


def test_Y15_a_proof_is_recognised_after_a_messenger_and_other_receipts_are_not(shop: Shop) -> None:
    tom = shop.persona("talent")
    first = draw_receipt(1)
    sent = {
        "first": first.jpegsave_buffer(Q=90),
        "same": first.jpegsave_buffer(Q=90),
        "compressed": first.jpegsave_buffer(Q=40),
        "converted": first.webpsave_buffer(Q=80),
        "smaller": first.resize(0.75).jpegsave_buffer(Q=75),
        **{f"other {number}": draw_receipt(number).jpegsave_buffer(Q=90) for number in range(2, 8)},
    }
    orders: dict[str, str] = {}
    with shop.client(tom.token) as client:
        for name, content in sent.items():
            value = upload_proof(client, content, "webp" if name == "converted" else "jpeg")
            orders[name] = put(
                shop.sql, "transactions", row("transactions", tom.user_id, invoice_image=value)
            )
    assert fetch_picture_warnings(shop, orders, "first") == {
        "same": "same_picture",
        "compressed": "similar_picture",
        "converted": "similar_picture",
        "smaller": "similar_picture",
    }


def test_Y15_a_cropped_or_darkened_proof_is_recognised_and_other_receipts_are_not(shop: Shop) -> None:
    tom = shop.persona("talent")
    first = drawn_proof(BANKS[0], draw_facts(1))
    sent = {
        "first": first,
        "cropped": crop(first, left=0.05, top=0.1),
        "darkened": darken(first),
        "both": crop(darken(first), bottom=0.08, right=0.04),
        **{f"other {number}": drawn_proof(BANKS[0], draw_facts(number)) for number in range(2, 8)},
    }
    orders: dict[str, str] = {}
    with shop.client(tom.token) as client:
        for name, picture in sent.items():
            value = upload_proof(client, picture.jpegsave_buffer(Q=80), "jpeg")
            orders[name] = put(
                shop.sql, "transactions", row("transactions", tom.user_id, invoice_image=value)
            )
    assert fetch_picture_warnings(shop, orders, "first") == dict.fromkeys(
        ("cropped", "darkened", "both"), "similar_picture"
    )
    shop.sql("update private.object_names set word_prints = null")
    assert "cropped" not in fetch_picture_warnings(shop, orders, "first"), (
        "what has no prints is not judged by them"
    )


def fetch_picture_warnings(shop: Shop, orders: dict[str, str], name: str) -> dict[str, str]:
    """The picture warnings that Ada reads about an order: names of other orders with the kind of warning."""
    with shop.client(shop.token("admin")) as ada:
        warnings: list[dict[str, Any]] = ada.post(
            "/rest/v1/rpc/review_warnings", json={"place": "transactions", "record": orders[name]}
        ).json()
    names = {uuid: name for name, uuid in orders.items()}
    return {names[one["other_record"]]: one["kind"] for one in warnings if "picture" in one["kind"]}


def upload_proof(client: httpx.Client, content: bytes, kind: str) -> Row:
    """Upload a proof; returns its image value."""
    filename = f"{uuid4()}.{kind}"
    path = f"/storage/v1/object/tapis/transactions/invoices/{filename}"
    response = client.post(path, content=content, headers={"Content-Type": f"image/{kind}"})
    assert response.status_code == 200, response.text
    return image(filename)
