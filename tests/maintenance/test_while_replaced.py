"""Ada runs the doctor or a backup at the moment in which another machine replaces a view."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from tapis.advisory_locks import MIGRATION
from tests.conftest import ROOT, Shop
from tests.maintenance.conftest import SampleShop, run_tapis
from tests.postgres.os_processes import eventually

VIEW = (ROOT / "db/views/audition_announcements_with_registrant.sql").read_bytes()
WAITS = "select count(*) from pg_locks where not granted"


@contextmanager
def replace_view(shop: Shop) -> Iterator[None]:
    """Replace a view as `tapis migrate` does; commits at the end of the block, once somebody waits for it."""
    with psycopg.connect(shop.superuser) as connection:
        connection.execute("select pg_advisory_xact_lock(%s)", [MIGRATION])
        connection.execute(VIEW)
        yield
        assert eventually(lambda: shop.sql(WAITS) != [(0,)], 20)


@pytest.mark.parametrize("command", ["doctor", "backup"])
def test_Z8_what_reads_the_rules_waits_until_they_are_replaced(
    books: SampleShop, tmp_path: Path, command: str
) -> None:
    target = [str(tmp_path / "shop.tar")] if command == "backup" else []
    with ThreadPoolExecutor() as pool:
        with replace_view(books.shop):
            asked = pool.submit(run_tapis, command, *target, data=books.shop.data)
        assert asked.result().returncode == 0, asked.result().stderr
