"""The shop leaves its machine, is lived in far away, and comes home: the same orders, pictures and people.

Far away is PostgreSQL 18 with an owner that is no superuser, PgBouncer, two gateways behind nginx, a bucket.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from tests.conftest import PASSWORD, Shop, open_shop, shared_folder
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.deployments.gateways import two_gateways
from tests.deployments.pooler import pooled
from tests.deployments.postgres import Server, free_port, new_database, running
from tests.deployments.proxy import proxy
from tests.deployments.s3_servers import Bucket, bucket
from tests.deployments.shops import shop_on
from tests.example_rows import image, line, row
from tests.maintenance.conftest import run_doctor, run_tapis, upload_picture
from tests.storage.sample_images import photo
from tests.transfer.conftest import export_shop, import_shop
from tests.used_shop import UsedShop, copy_used_shop

TOM = "tom@tapis.example"
PROOFS = f"/storage/v1/object/authenticated/tapis/{FOLDER_OF_PROOFS}"


@dataclass(frozen=True, slots=True)
class FarAway:
    """A rented database, the pooler in front of it, and a rented bucket."""

    server: Server
    through: str
    pictures: Bucket
    data: Path

    def service(self, prefix: str = "pictures") -> dict[str, str]:
        """What a gateway is told; it never learns who owns the database."""
        ways = {"TAPIS_DATABASE_URL": self.through, "TAPIS_LISTEN_URL": self.server.authenticator}
        return ways | self.pictures.environment | {"TAPIS_STORAGE_URL": self.pictures.url_of(prefix)}

    def owner(self, prefix: str = "pictures") -> dict[str, str]:
        """What the owner's commands are told."""
        return self.service(prefix) | {"TAPIS_OWNER_URL": self.server.owner}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of Tom's, and the file that proves its payment."""

    uuid: str
    proof: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Life:
    """What happened far away, and the export of all that."""

    far: FarAway
    parcel: Path
    order: Order
    before: UsedShop


@pytest.fixture(scope="module")
def life(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Life]:
    """A shop that moved far away, closed after Tom ordered there and Ada reviewed his payment."""
    folder = tmp_path_factory.mktemp("far")
    before = copy_used_shop(shared_folder(tmp_path_factory), folder / "before")
    with running(18) as server, pooled(server) as through, bucket("moto") as pictures:
        far = FarAway(server, through, pictures, folder / "commands")
        assert run_tapis("migrate", data=far.data, **far.owner()).returncode == 0
        import_shop(export_shop(folder / "before.tar", before.data), far.data, **far.owner())
        with opened(far, folder) as shop:
            order = live(shop, before)
            of_one_size(shop)
        assert run_doctor(far.data, **far.owner()) == []
        yield Life(far, export_shop(folder / "far.tar", far.data, **far.owner()), order, before)


@contextmanager
def opened(far: FarAway, folder: Path) -> Iterator[Shop]:
    """Two gateways behind nginx."""
    port = free_port()
    around = {"TAPIS_SITE_URL": f"http://127.0.0.1:{port}", "TAPIS_TRUSTED_PROXIES": "127.0.0.1"}
    with two_gateways(folder, far.service() | around) as pair:
        addresses = tuple(one.url for one in pair.gateways)
        with proxy(folder / "proxy", port, addresses) as url:
            shop = shop_on(url, far.data, far.server, far.owner())
            shop.gateways = addresses
            yield shop


def live(shop: Shop, before: UsedShop) -> Order:
    """Tom signs up, uploads a proof and orders a piece, as the cart does; Ada accepts his payment."""
    person = {"email": TOM, "password": PASSWORD}
    tom = httpx.post(f"{shop.url}/auth/v1/signup", json=person, headers=shop.headers()).json()
    with shop.client(tom["access_token"]) as http, shop.client(token(shop, *ada(before))) as admin:
        order = bought(http, tom["user"]["id"])
        said = {"place": "transactions", "record": order.uuid, "decision": "accepted"}
        assert admin.post("/rest/v1/rpc/review", json=said).status_code == 204
        assert status(http, order) == "Accepted"
    return order


def bought(http: httpx.Client, tom: str) -> Order:
    """An order that the shop has acknowledged."""
    shown = http.get("/rest/v1/products?select=uuid,price&heading=eq.Siger Pepadun").json()
    uuid, proof = str(uuid4()), f"bukti-{uuid4()}.png"
    assert upload_picture(http, f"{FOLDER_OF_PROOFS}/{proof}", photo(60, 40, ".png")).status_code == 200
    lines = [line(shown[0]["uuid"], shown[0]["price"], quantity_to_buy=1)]
    sent = row("transactions", tom, uuid=uuid, transactions=lines, invoice_image=image(proof))
    answer = http.post("/rest/v1/transactions", json=sent)
    assert answer.status_code == 201, answer.text
    return Order(uuid, proof, http.get(f"{PROOFS}/{proof}").content)


def status(http: httpx.Client, order: Order) -> str:
    """How an order stands, as its buyer reads it."""
    return str(http.get(f"/rest/v1/transactions?select=status&uuid=eq.{order.uuid}").json()[0]["status"])


def ada(before: UsedShop) -> tuple[str, str]:
    """The administrator's address and password; her second factor stayed behind."""
    email = before.email("admin")
    return email, before.people[email]


def token(shop: Shop, email: str, password: str = PASSWORD) -> str:
    """What somebody holds who has signed in."""
    return str(shop.sign_in(email, password)["access_token"])


def of_one_size(shop: Shop) -> None:
    """Both gateways answer a size of a picture alike."""
    picture = shop.sql("select name from storage.objects where name like 'products/%%' order by name limit 1")
    way = f"/storage/v1/render/image/public/tapis/{picture[0][0]}?width=320"
    answers = [httpx.get(address + way, timeout=30) for address in shop.gateways]
    assert {answer.status_code for answer in answers} == {200}
    assert len({(answer.headers["etag"], answer.content) for answer in answers}) == 1


@pytest.fixture(scope="module")
def left(life: Life, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop that was imported at home, as it was exported again before anything happened there."""
    home = import_shop(life.parcel, tmp_path_factory.mktemp("home") / "data")
    return export_shop(home.with_suffix(".tar"), home)


def test_Z10_what_was_ordered_far_away_is_at_home_byte_for_byte(life: Life, left: Path) -> None:
    home = left.with_suffix("")
    assert left.read_bytes() == life.parcel.read_bytes()
    assert run_doctor(home) == []
    with open_shop(home) as shop, shop.client(token(shop, TOM)) as http:
        assert status(http, life.order) == "Accepted"
        assert http.get(f"{PROOFS}/{life.order.proof}").content == life.order.content
        assert token(shop, *ada(life.before))


def test_Z10_what_came_home_goes_back(life: Life, left: Path, tmp_path: Path) -> None:
    settings, back = life.far.owner("again"), tmp_path / "back"
    new_database(life.far.server)
    assert run_tapis("migrate", data=back, **settings).returncode == 0
    import_shop(left, back, **settings)
    assert run_doctor(back, **settings) == []
    assert export_shop(tmp_path / "back.tar", back, **settings).read_bytes() == life.parcel.read_bytes()
