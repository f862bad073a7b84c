"""A small shop of the keeping tests' own: its people, its orders, and who looks after it."""

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


@dataclass(slots=True)
class Books:
    """The shop, one talent, one product, and what was acknowledged: order → proof's filename → its bytes."""

    shop: Shop
    tom: Account
    ada: Account
    product: str
    picture: str
    orders: dict[str, tuple[str, bytes]] = field(default_factory=dict)

    def order(self, http: httpx.Client) -> str:
        """Tom uploads a proof and orders, as the cart does; noted when the shop has said yes."""
        filename, content = f"bukti-{uuid4()}.png", photo(40, 40 + len(self.orders) % 50, ".png")
        assert store(http, f"{PROOFS}/{filename}", content).status_code == 200
        order = row(
            "transactions",
            self.tom.user_id,
            transactions=[line(self.product)],
            invoice_image=image(filename),
        )
        assert http.post("/rest/v1/transactions", json=order).status_code == 201
        self.orders[order["uuid"]] = (filename, content)
        return str(order["uuid"])


def store(http: httpx.Client, name: str, content: bytes) -> httpx.Response:
    """Upload a picture."""
    return http.post(f"{BUCKET}/{name}", content=content, headers={"Content-Type": "image/png"})


def shown(shop: Shop, folder: str, filename: str) -> Row:
    """An image value as the front end writes it."""
    url = f"{shop.url}/storage/v1/object/public/tapis/{folder}/{filename}"
    return {"filename": filename, "title": "kain", "url": url}


def bytes_of(shop: Shop, name: str) -> Path:
    """Where the bytes of a picture lie."""
    version = str(shop.sql("select version from storage.objects where name = %s", name)[0][0])
    return shop.data / "files" / version[:2] / version


def fill(shop: Shop) -> Books:
    """A product with its picture, and two orders of Tom's."""
    tom, ada = shop.account("talent"), shop.account("admin")
    filename = f"kain-{uuid4()}.png"
    with shop.client(ada.token) as http:
        assert store(http, f"products/{filename}", photo(90, 60, ".png")).status_code == 200
    picture = shown(shop, "products", filename)
    product = put(shop.sql, "products", row("products", ada.user_id, image=picture))
    books = Books(shop, tom, ada, product, filename)
    with shop.client(tom.token) as http:
        for _ in range(2):
            books.order(http)
    return books


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Books]:
    """An open shop that nobody else uses."""
    with open_shop(tmp_path_factory.mktemp("books") / "data") as shop:
        shop.has_run_for(800)
        yield fill(shop)


def tapis(*words: object, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """What Ada types at a terminal."""
    return command_line.tapis(*words, "--data", data, **settings)


def found(data: Path, *words: str, **settings: str) -> list[str]:
    """The codes of all that `tapis doctor` finds; its status says whether there are any."""
    said = tapis("doctor", "--json", *words, data=data, **settings)
    assert said.stdout, said.stderr
    told = json.loads(said.stdout)
    codes = [finding["code"] for finding in told["findings"] if finding["code"] != "rule-own"]  # a notice
    assert said.returncode == (1 if codes else 0)
    assert told["well"] == (not codes)
    return codes
