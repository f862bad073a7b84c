"""Evidence over HTTP: what a person tries to swap, remove or misname, and what the shop answers."""

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.conftest import Shop, prepared, serving, shop_at
from tests.example_rows import image, row
from tests.storage.sample_images import photo

BUCKET = "/storage/v1/object/tapis"
PROOFS = "transactions/invoices"
CARDS = "audition-registrations/comcards"
FEES = "audition-registrations/invoices"


def upload(client: httpx.Client, name: str, width: int = 40) -> httpx.Response:
    """Upload a picture."""
    return client.post(f"{BUCKET}/{name}", content=photo(width, 40), headers={"Content-Type": "image/jpeg"})


def upload_named(client: httpx.Client, folder: str) -> str:
    """Upload a picture under a new name; gives its filename."""
    filename = f"kain-{uuid4()}.jpg"
    assert upload(client, f"{folder}/{filename}").status_code == 200
    return filename


def remove_file(client: httpx.Client, name: str) -> int:
    """Remove a file; gives how many went."""
    return len(client.request("DELETE", BUCKET, json={"prefixes": [name]}).json())


@pytest.fixture
def ada(shop: Shop) -> Iterator[httpx.Client]:
    """Ada administers."""
    with shop.client(shop.token("admin")) as client:
        yield client


@pytest.fixture
def tom(shop: Shop) -> Iterator[httpx.Client]:
    """Tom is a new talent."""
    with shop.client(shop.account("talent").token) as client:
        yield client


def test_Y20_nobody_swaps_the_qr_code_that_people_pay_to(shop: Shop, ada: httpx.Client) -> None:
    name = f"payment-methods/{upload_named(ada, 'payment-methods')}"
    before = ada.get(f"/storage/v1/object/public/tapis/{name}").content
    assert remove_file(ada, name) == 1
    for client in (ada, shop.client(shop.service_key)):
        answer = upload(client, name, width=50)
        assert (answer.status_code, answer.json()["statusCode"], answer.json()["error"]) == (
            400,
            "409",
            "Duplicate",
        )
    restored = ada.post("/rest/v1/rpc/restore_removed_picture", json={"name": name})
    assert (restored.status_code, restored.json()) == (200, True)
    assert ada.get(f"/storage/v1/object/public/tapis/{name}").content == before
    logged = ada.get("/rest/v1/audit_log?place=eq.objects&order=created_at.desc&limit=3").json()
    assert [entry["action"] for entry in logged] == ["insert", "delete", "insert"]


@pytest.mark.parametrize("filename", ["con.png;.html", ".png", "x.svg", "x"])
def test_Y20_a_picture_is_not_called_like_something_else(ada: httpx.Client, filename: str) -> None:
    answer = upload(ada, f"products/{filename}")
    assert (answer.status_code, answer.json()["error"]) == (400, "InvalidKey")


def test_Y20_tom_cannot_lead_leas_page_elsewhere(shop: Shop, tom: httpx.Client, ada: httpx.Client) -> None:
    me = shop.user_id("talent")
    with shop.client(shop.token("talent")) as client:
        cards = {
            "comcard_image": image(upload_named(client, CARDS)),
            "invoice_image": image(upload_named(client, FEES)),
        }
        sent = row("audition_registrations", me, **cards)
        theirs = sent | {"comcard_image": image(upload_named(tom, CARDS))}
        missing = sent | {"comcard_image": image()}
        assert client.post("/rest/v1/audition_registrations", json=theirs).status_code == 403
        refused = client.post("/rest/v1/audition_registrations", json=missing)
        assert (refused.status_code, refused.json()["hint"]) == (400, "picture_missing")
        assert client.post("/rest/v1/audition_registrations", json=sent).status_code == 201
        path = f"/rest/v1/audition_registrations?uuid=eq.{sent['uuid']}"
        (kept,) = client.get(path).json()
        for column, folder in (("comcard_image", CARDS), ("invoice_image", FEES)):
            name = f"{folder}/{cards[column]['filename']}"
            assert kept[column]["url"] == f"{shop.url}/storage/v1/object/public/tapis/{name}"
            assert remove_file(client, name) == 0
    assert ada.delete(path).status_code == 204


def test_W3_tom_may_upload_and_send_so_much(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = prepared(tmp_path_factory.mktemp("quota") / "data")
    quota = {"TAPIS_QUOTA_FILES": "2", "TAPIS_QUOTA_BYTES": "100000000", "TAPIS_QUOTA_FACTOR": "1"}
    with serving(data, **quota) as url, shop_at(url, data) as shop:
        person = shop.account("talent")
        with shop.client(person.token) as tom:
            first = upload_named(tom, PROOFS)
            upload_named(tom, PROOFS)
            answer = upload(tom, f"{PROOFS}/{uuid4()}.jpg")
            assert answer.json()["error"] == "QuotaExceeded"
            assert answer.json()["message"].startswith("At most 2 pictures and 100 MB may be uploaded before")
            assert remove_file(tom, f"{PROOFS}/{first}") == 1
            upload_named(tom, PROOFS)
            flood = [row("audition_registrations", person.user_id) for _ in range(600)]
            refused = tom.post("/rest/v1/audition_registrations", json=flood)
            assert (refused.status_code, refused.json()["hint"]) == (429, "quota_request")
        assert shop.sql("select 1 from private.outbox where place = 'audition_registrations'") == []
