"""A list of any length is read page by page, and the thousandth page costs as much as the first."""

import re
from collections.abc import AsyncIterator, Iterator
from urllib.parse import quote

import pytest

from tapis.gateway.database import Database
from tests.conftest import Shop
from tests.rest.explain import explain_read

NEWEST = "select=*&order=created_at.desc%2Cuuid&limit=48"
LONG = ("gallery", "products")
FILL = """
insert into {0} (image, heading, sub_heading, created_at{1})
select '{{"filename":"a.jpg","title":"a","url":"https://shop.example/a.jpg"}}', 'Row ' || n, 'of a long list',
    now() - make_interval(mins => n / 3){2}
from generate_series(1, 4000) n
"""


def build_next_page(created_at: str, uuid: str) -> str:
    """The query for the page after a row, as the front end sends it."""
    mark = quote(created_at, safe="")
    return f"{NEWEST}&created_at=lte.{mark}&or=(created_at.lt.{mark}%2Cuuid.gt.{uuid})"


@pytest.fixture(scope="module", params=LONG)
def table(request: pytest.FixtureRequest, shop: Shop) -> Iterator[str]:
    """A table of 4,000 rows; always three have the same time."""
    name = str(request.param)
    more = (", category, price", ", 'Kain', n") if name == "products" else ("", "")
    shop.sql(FILL.format(name, *more))
    shop.sql(f"analyze {name}")
    yield name
    shop.sql(f"delete from {name} where sub_heading = 'of a long list'")


@pytest.fixture
async def database(shop: Shop) -> AsyncIterator[Database]:
    """The gateway's database connection."""
    async with Database(shop.authenticator, 2, 8) as database:
        yield database


def test_P7_P8_pages_that_follow_each_other_hold_every_row_once(shop: Shop, table: str) -> None:
    uuids: list[str] = []
    with shop.client() as client:
        page = client.get(f"/rest/v1/{table}?{NEWEST}").json()
        while page:
            uuids += [row["uuid"] for row in page]
            page = client.get(
                f"/rest/v1/{table}?{build_next_page(page[-1]['created_at'], page[-1]['uuid'])}"
            ).json()
    in_order = shop.sql(f"select uuid::text from {table} order by created_at desc, uuid")
    assert uuids == [uuid for (uuid,) in in_order]


async def test_P7_P8_the_first_page_and_a_deep_one_enter_the_index_and_read_their_rows_only(
    shop: Shop, table: str, database: Database
) -> None:
    # In the middle: near the end few rows are left, and PostgreSQL may as well sort them.
    deep = shop.sql(
        f"select to_json(created_at) #>> '{{}}', uuid::text from {table}"
        " order by created_at desc, uuid offset 2000 limit 1"
    )[0]
    first, behind_it = [
        await explain_read(database, table, query) for query in (NEWEST, build_next_page(*deep))
    ]
    for plan in (first, behind_it):
        assert f"using {table}_newest_first" in plan, plan
        assert not re.search("Seq Scan|Sort", plan), plan
        assert re.search(r"Index Scan .*rows=48", plan), plan
        skipped = re.search(r"Rows Removed by Filter: (\d+)", plan)
        assert int(skipped[1] if skipped else 0) <= 3, plan
    assert "Index Cond: (created_at <=" in behind_it
