"""The shop moves to other hosting, is used there, and comes home: the same orders, pictures and people.

The hosting is PostgreSQL 18 with an owner that is no superuser, PgBouncer, two gateways, nginx and a bucket.
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
from tests.deployments.gateways import run_two_gateways
from tests.deployments.pooler import run_pooler
from tests.deployments.postgres import Server, free_port, recreate_database, run_postgres
from tests.deployments.proxy import run_proxy
from tests.deployments.s3_servers import Bucket, run_bucket
from tests.deployments.shops import connect_shop
from tests.example_rows import image, line, row
from tests.maintenance.conftest import run_doctor, run_tapis, upload_picture
from tests.storage.sample_images import photo
from tests.transfer.conftest import export_shop, import_shop
from tests.used_shop import UsedShop, copy_used_shop

TOM = "tom@tapis.example"
PROOFS = f"/storage/v1/object/authenticated/tapis/{FOLDER_OF_PROOFS}"


@dataclass(frozen=True, slots=True)
class HostedShop:
    """A rented database, the pooler in front of it, and a rented bucket."""

    server: Server
    pooler_url: str
    pictures: Bucket
    data: Path

    def service_settings(self, prefix: str = "pictures") -> dict[str, str]:
        """A gateway's settings, which do not contain the owner's address."""
        urls = {"TAPIS_DATABASE_URL": self.pooler_url, "TAPIS_LISTEN_URL": self.server.authenticator}
        return urls | self.pictures.environment | {"TAPIS_STORAGE_URL": self.pictures.build_url(prefix)}

    def owner_settings(self, prefix: str = "pictures") -> dict[str, str]:
        """The settings of the owner's commands."""
        return self.service_settings(prefix) | {"TAPIS_OWNER_URL": self.server.owner}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of Tom's, and the file that proves its payment."""

    uuid: str
    proof: str
    content: bytes


@dataclass(frozen=True, slots=True)
class MovedShop:
    """The shop's state after its use at the hosting, and its export there."""

    hosting: HostedShop
    export_file: Path
    order: Order
    before: UsedShop


@pytest.fixture(scope="module")
def moved_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MovedShop]:
    """A shop that moved to the hosting, closed after Tom ordered there and Ada accepted his payment."""
    folder = tmp_path_factory.mktemp("far")
    before = copy_used_shop(shared_folder(tmp_path_factory), folder / "before")
    with run_postgres(18) as server, run_pooler(server) as through, run_bucket("moto") as pictures:
        hosting = HostedShop(server, through, pictures, folder / "commands")
        assert run_tapis("migrate", data=hosting.data, **hosting.owner_settings()).returncode == 0
        import_shop(export_shop(folder / "before.tar", before.data), hosting.data, **hosting.owner_settings())
        with serve(hosting, folder) as shop:
            order = use_hosted_shop(shop, before)
            assert_same_size(shop)
        assert run_doctor(hosting.data, **hosting.owner_settings()) == []
        yield MovedShop(
            hosting, export_shop(folder / "far.tar", hosting.data, **hosting.owner_settings()), order, before
        )


@contextmanager
def serve(hosting: HostedShop, folder: Path) -> Iterator[Shop]:
    """Two gateways behind nginx."""
    port = free_port()
    site_settings = {"TAPIS_SITE_URL": f"http://127.0.0.1:{port}", "TAPIS_TRUSTED_PROXIES": "127.0.0.1"}
    with run_two_gateways(folder, hosting.service_settings() | site_settings) as pair:
        addresses = tuple(one.url for one in pair.gateways)
        with run_proxy(folder / "proxy", port, addresses) as url:
            shop = connect_shop(url, hosting.data, hosting.server, hosting.owner_settings())
            shop.gateways = addresses
            yield shop


def use_hosted_shop(shop: Shop, before: UsedShop) -> Order:
    """Tom signs up, uploads a proof and orders a piece, as the cart does; Ada accepts his payment."""
    person = {"email": TOM, "password": PASSWORD}
    tom = httpx.post(f"{shop.url}/auth/v1/signup", json=person, headers=shop.headers()).json()
    with shop.client(tom["access_token"]) as http, shop.client(sign_in(shop, *find_ada(before))) as admin:
        order = place_order(http, tom["user"]["id"])
        decision = {"place": "transactions", "record": order.uuid, "decision": "accepted"}
        assert admin.post("/rest/v1/rpc/review", json=decision).status_code == 204
        assert fetch_status(http, order) == "Accepted"
    return order


def place_order(http: httpx.Client, tom: str) -> Order:
    """Place an order, which the shop acknowledges."""
    products = http.get("/rest/v1/products?select=uuid,price&heading=eq.Siger Pepadun").json()
    uuid, proof = str(uuid4()), f"bukti-{uuid4()}.png"
    assert upload_picture(http, f"{FOLDER_OF_PROOFS}/{proof}", photo(60, 40, ".png")).status_code == 200
    lines = [line(products[0]["uuid"], products[0]["price"], quantity_to_buy=1)]
    order = row("transactions", tom, uuid=uuid, transactions=lines, invoice_image=image(proof))
    response = http.post("/rest/v1/transactions", json=order)
    assert response.status_code == 201, response.text
    return Order(uuid, proof, http.get(f"{PROOFS}/{proof}").content)


def fetch_status(http: httpx.Client, order: Order) -> str:
    """The order's status, as its buyer reads it."""
    return str(http.get(f"/rest/v1/transactions?select=status&uuid=eq.{order.uuid}").json()[0]["status"])


def find_ada(before: UsedShop) -> tuple[str, str]:
    """The administrator's address and password; an import brings no second factor."""
    email = before.email("admin")
    return email, before.people[email]


def sign_in(shop: Shop, email: str, password: str = PASSWORD) -> str:
    """Sign in, and return the access token."""
    return str(shop.sign_in(email, password)["access_token"])


def assert_same_size(shop: Shop) -> None:
    """Both gateways give the same response for a size of a picture."""
    picture = shop.sql("select name from storage.objects where name like 'products/%%' order by name limit 1")
    path = f"/storage/v1/render/image/public/tapis/{picture[0][0]}?width=320"
    responses = [httpx.get(address + path, timeout=30) for address in shop.gateways]
    assert {answer.status_code for answer in responses} == {200}
    assert len({(answer.headers["etag"], answer.content) for answer in responses}) == 1


@pytest.fixture(scope="module")
def home_export(moved_shop: MovedShop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export of the shop that was imported at home, made before it was used there."""
    home = import_shop(moved_shop.export_file, tmp_path_factory.mktemp("home") / "data")
    return export_shop(home.with_suffix(".tar"), home)


def test_Z10_what_was_ordered_far_away_is_at_home_byte_for_byte(
    moved_shop: MovedShop, home_export: Path
) -> None:
    home = home_export.with_suffix("")
    assert home_export.read_bytes() == moved_shop.export_file.read_bytes()
    assert run_doctor(home) == []
    with open_shop(home) as shop, shop.client(sign_in(shop, TOM)) as http:
        assert fetch_status(http, moved_shop.order) == "Accepted"
        assert http.get(f"{PROOFS}/{moved_shop.order.proof}").content == moved_shop.order.content
        assert sign_in(shop, *find_ada(moved_shop.before))


def test_Z10_what_came_home_goes_back(moved_shop: MovedShop, home_export: Path, tmp_path: Path) -> None:
    settings, back = moved_shop.hosting.owner_settings("again"), tmp_path / "back"
    recreate_database(moved_shop.hosting.server)
    assert run_tapis("migrate", data=back, **settings).returncode == 0
    import_shop(home_export, back, **settings)
    assert run_doctor(back, **settings) == []
    assert (
        export_shop(tmp_path / "back.tar", back, **settings).read_bytes()
        == moved_shop.export_file.read_bytes()
    )
