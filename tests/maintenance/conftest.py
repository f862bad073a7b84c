"""A small shop for the maintenance tests, with a talent, an administrator, a product and orders."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests import command_line
from tests.conftest import Account, Shop, open_shop
from tests.example_rows import Row, image, line, put, row
from tests.storage.sample_images import photo

PROOFS = "transactions/invoices"
BUCKET = "/storage/v1/object/tapis"
NOTICES = ("rule-own", "shop-silent", "backup-unset")


@dataclass(slots=True)
class SampleShop:
    """The shop, its people, a product, and acknowledged orders by uuid: the proof's filename and bytes."""

    shop: Shop
    tom: Account
    ada: Account
    product: str
    picture: str
    orders: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    def place_order(self, http: httpx.Client) -> str:
        """Tom uploads a proof and orders, as the cart does; recorded once the shop has acknowledged it."""
        filename, content = f"bukti-{uuid4()}.png", photo(40, 40 + len(self.orders) % 50, ".png")
        assert upload_picture(http, f"{PROOFS}/{filename}", content).status_code == 200
        order = row(
            "transactions",
            self.tom.user_id,
            transactions=[line(self.product)],
            invoice_image=image(filename),
        )
        assert http.post("/rest/v1/transactions", json=order).status_code == 201
        self.orders[order["uuid"]] = (filename, content)
        return str(order["uuid"])


def upload_picture(http: httpx.Client, name: str, content: bytes) -> httpx.Response:
    """Upload a picture."""
    return http.post(f"{BUCKET}/{name}", content=content, headers={"Content-Type": "image/png"})


def build_image(shop: Shop, folder: str, filename: str) -> Row:
    """Build an image value as the front end writes it."""
    url = f"{shop.url}/storage/v1/object/public/tapis/{folder}/{filename}"
    return {"filename": filename, "title": "kain", "url": url}


def stored_file(shop: Shop, name: str) -> Path:
    """The file with the bytes of a picture."""
    version = str(shop.sql("select version from storage.objects where name = %s", name)[0][0])
    return shop.data / "files" / version[:2] / version


def fill_shop(shop: Shop) -> SampleShop:
    """Add a product with its picture, and two orders of Tom's."""
    tom, ada = shop.account("talent"), shop.account("admin")
    filename = f"kain-{uuid4()}.png"
    with shop.client(ada.token) as http:
        assert upload_picture(http, f"products/{filename}", photo(90, 60, ".png")).status_code == 200
    picture = build_image(shop, "products", filename)
    product = put(shop.sql, "products", row("products", ada.user_id, image=picture))
    books = SampleShop(shop, tom, ada, product, filename)
    with shop.client(tom.token) as http:
        for _ in range(2):
            books.place_order(http)
    return books


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleShop]:
    """A running shop for one module."""
    with open_shop(tmp_path_factory.mktemp("books") / "data") as shop:
        shop.has_run_for(800)
        yield fill_shop(shop)


def run_tapis(*words: object, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command on this data folder."""
    return command_line.tapis(*words, "--data", data, **settings)


def run_doctor(data: Path, *words: str, **settings: str) -> list[str]:
    """The codes of all findings of `tapis doctor`; its exit status must agree."""
    result = run_tapis("doctor", "--json", *words, data=data, **settings)
    assert result.stdout, result.stderr
    report = json.loads(result.stdout)
    codes = [finding["code"] for finding in report["findings"] if finding["code"] not in NOTICES]
    assert result.returncode == (1 if codes else 0)
    assert report["well"] == (not codes)
    return codes
