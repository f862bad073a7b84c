"""The database is unavailable: 503, cached pages are served, and no restart is needed."""

import json
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import httpx
import pytest

from tapis.ops.postgres import EmbeddedServer
from tests.conftest import TAPIS, environment, serving
from tests.postgres.os_processes import eventually

PRODUCTS = "/rest/v1/products?select=uuid,heading&order=created_at.desc"
# Each service, and one question that it can't answer from memory.
ASKED: tuple[tuple[str, str, object], ...] = (
    ("POST", "/auth/v1/token?grant_type=password", {"email": "tom@tapis.example", "password": "x"}),
    ("GET", "/rest/v1/transactions", None),
    ("POST", "/rest/v1/transactions", {}),
    # Whatever else would change public pages does not take away the ones that lie ready.
    ("POST", "/rest/v1/products", {}),
    ("POST", "/rest/v1/rpc/cancel_order", {"order_uuid": str(uuid4()), "reason": "Salah ukuran."}),
    ("GET", "/storage/v1/object/public/tapis/products/none.jpg", None),
)


@dataclass(frozen=True, slots=True)
class Away:
    """A shop, and the database elsewhere that it depends on."""

    database: EmbeddedServer
    url: str
    headers: dict[str, str]

    def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        return httpx.request(method, self.url + path, json=body, headers=self.headers, timeout=30)


@pytest.fixture
def away() -> Iterator[Away]:
    """The database can be stopped and started without the shop, and is found at the same address again.

    A long path would not do: the socket would lie in a folder with another name after each start.
    """
    with TemporaryDirectory(prefix="tapis-away-") as folder:
        database = EmbeddedServer(Path(folder) / "elsewhere")
        urls = database.start()
        settings = {"TAPIS_DATABASE_URL": urls.authenticator, "TAPIS_OWNER_URL": urls.superuser}
        try:
            with serving(Path(folder) / "data", **settings) as url:
                command: list[str | Path] = [TAPIS, "keys", "--json", "--data", Path(folder) / "data"]
                key = json.loads(subprocess.check_output(command, env=environment(**settings)))["anon_key"]
                yield Away(database, url, {"apikey": key, "Authorization": f"Bearer {key}"})
        finally:
            database.stop()


def test_Z8_while_the_database_is_away_everyone_is_told_and_public_pages_stay(away: Away) -> None:
    assert eventually(lambda: "content-language" in away.ask("GET", "/").headers)  # rendered
    page, products = away.ask("GET", "/"), away.ask("GET", PRODUCTS)
    away.database.stop()
    with ThreadPoolExecutor(len(ASKED)) as executor:
        answers = [*executor.map(lambda requested: away.ask(*requested), ASKED)]
    assert [(answer.status_code, answer.headers.get("retry-after")) for answer in answers] == [
        (503, "2")
    ] * len(ASKED)
    assert away.ask("GET", "/").content == page.content
    assert away.ask("GET", PRODUCTS).json() == products.json()
    away.database.start()
    assert eventually(lambda: away.ask(*ASKED[1]).status_code == 401)
    assert eventually(lambda: away.ask(*ASKED[0]).status_code == 400)
