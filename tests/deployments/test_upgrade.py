"""A shop that version 0.2 made, and whose people used it, is opened by this version: nothing is lost.

The old program runs from the project's history, so that what its people did went through its own protocol.
Its front end isn't built: what it reads of one is empty.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tapis.ops import postgres
from tapis.ops.maintenance.snapshot import table_checksums
from tests.conftest import ROOT, environment, open_shop, serving, shop_at
from tests.lived_in import PASSWORD_OF, LivedIn, signed_in
from tests.maintenance.conftest import found, tapis
from tests.transfer.test_lived_in import orders, shows_only_its_own_address

pytestmark = pytest.mark.anywhere

MIGRATIONS = "private.migrations"
OLD = "adc24f8"  # of 22 November 2026, before the changes of "Unreleased"
RUN = "import sys; from tapis.ops.cli import main; sys.argv[0] = 'tapis'; main()"
NO_FRONT_END: dict[str, object] = {"pages": {}, "pictures": {}, "languages": {}, "drawnByQuery": []}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The old version's folder."""
    folder = tmp_path_factory.mktemp("old-program")
    archive = ["git", "-C", str(ROOT), "archive", OLD, "tapis", "db", "brand.toml"]
    packed = subprocess.run(archive, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("the history is not here")
    subprocess.run(["tar", "x", "-C", folder], input=packed.stdout, check=True)
    shutil.copytree(ROOT / "web/dist", folder / "web/dist")
    (folder / "web/dist-server").mkdir()
    (folder / "web/dist-server/pages.json").write_text(json.dumps(NO_FRONT_END))
    (folder / "web/dist-server/pages.js").touch()
    return folder


@contextmanager
def old_serving(program: Path, data: Path) -> Iterator[str]:
    """The old version's `tapis serve`."""
    server = serving(data)
    server.command = [sys.executable, "-P", "-c", RUN, *server.command[1:]]
    server.environment = environment(PYTHONPATH=str(program))
    with server as url:
        yield url


@pytest.fixture
def lived_in_before(program: Path, tmp_path: Path) -> LivedIn:
    """The old demo shop, in which Anna ordered and Ada accepted."""
    data = tmp_path / "data"
    command = [sys.executable, "-P", "-c", RUN, "demo", "--data", str(data)]
    subprocess.run(command, env=environment(PYTHONPATH=str(program)), cwd=program, check=True)
    people = {one["email"]: one["password"] for one in json.loads((data / PASSWORD_OF).read_text())}
    with old_serving(program, data) as url, shop_at(url, data) as shop:
        shop_people = LivedIn(data, url, "", "", "", people)
        anna, ada = shop_people.email("talent"), shop_people.email("admin")
        with signed_in(shop, anna, people[anna]) as buyer, signed_in(shop, ada, people[ada]) as owner:
            order, proof = buyer.order()
            owner.send("PATCH", f"/rest/v1/transactions?uuid=eq.{order}", {"status": "Accepted"})
    return LivedIn(data, url, order, proof, "", people)


def counts(data: Path) -> dict[str, object]:
    """How many rows each table has; migrations are those of the program."""
    with postgres.ensure_server(data) as urls, psycopg.connect(urls.superuser) as connection:
        return {
            table: found[0] for table, found in table_checksums(connection).items() if table != MIGRATIONS
        }


def test_Z8_a_shop_of_an_earlier_version_is_whole_and_goes_on_in_this_one(lived_in_before: LivedIn) -> None:
    before = lived_in_before
    had = counts(before.data)
    said = tapis("migrate", data=before.data)
    assert said.returncode == 0, said.stderr
    has = counts(before.data)
    assert {place: count for place, count in had.items() if has.get(place) != count} == {}
    assert found(before.data) == []
    with open_shop(before.data) as shop:
        anna, ada = before.email("talent"), before.email("admin")
        with (
            signed_in(shop, anna, before.people[anna]) as buyer,
            signed_in(shop, ada, before.people[ada]) as owner,
        ):
            orders(buyer, before)
            shows_only_its_own_address(shop, owner, before.address, logs=())  # the old log says what was
    assert found(before.data) == []
