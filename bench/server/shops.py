"""The shops that are measured: one as installed, one without a memory of its own, on one database."""

import json
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from bench.prepared_sizes import make_missing_sizes
from tapis.ops import postgres
from tests.conftest import TAPIS, Account, Shop, serving, shop_at

LIST = "/rest/v1/products?select=uuid,heading,price,category,image&order=created_at.desc&limit=9"
# The statement that LIST becomes, for the peers.
LIST_SQL = """
select coalesce(json_agg(rows), '[]')::text as body, count(*) from (
    select products.uuid, products.heading, products.price, products.category, products.image
    from public.products order by products.created_at desc limit 9 offset 0) as rows
"""
ORDER_SQL = """
insert into public.transactions (uuid, user_id, invoice_image, transactions)
select uuid, user_id, invoice_image, transactions
from json_to_recordset($1::json) as sent(uuid uuid, user_id uuid, invoice_image jsonb, transactions jsonb)
"""
BARE_ORDER_SQL = ORDER_SQL.replace("public.transactions", "bench.orders")
PROOFS = """
insert into storage.objects (bucket_id, name, owner_id)
select 'tapis', 'transactions/invoices/bench-' || n || '.jpg', (%s::text[])[n %% %s + 1]
from generate_series(0, %s) as n
"""
TALENTS = 32
MOST_ORDERS = 150_000


@dataclass(frozen=True, slots=True)
class Shops:
    """The two shops, the database as their gateways reach it, and who orders what."""

    shop: Shop
    uncached: str
    database: str
    talents: list[Account]
    line: str


def prepare(data: Path, *, with_sizes: bool = True) -> None:
    """The demo shop, once all its pictures are made smaller, which takes a core for a minute or two."""
    subprocess.run([TAPIS, "demo", "--data", data], check=True, capture_output=True)
    if with_sizes:
        with serving(data) as url, shop_at(url, data) as shop:
            make_missing_sizes(shop)


@contextmanager
def open_shops(data: Path, folder: Path) -> Iterator[Shops]:
    """Both, on a prepared folder; away at the end of the block."""
    with ExitStack() as stack:
        url = stack.enter_context(serving(data))
        urls = stack.enter_context(postgres.ensure_server(data))
        printed = subprocess.check_output([TAPIS, "keys", "--service", "--json", "--data", data], text=True)
        keys = json.loads(printed)
        shop = Shop(url, data, keys["anon_key"], keys["service_key"], urls.superuser)
        share_files(data, folder / "uncached")
        alone = {"TAPIS_DATABASE_URL": urls.authenticator, "TAPIS_CACHE_BYTES": "0"}
        uncached = stack.enter_context(serving(folder / "uncached", **alone))
        talents = [shop.account("talent") for _ in range(TALENTS)]
        names = [talent.user_id for talent in talents]
        shop.sql(PROOFS, names, TALENTS, MOST_ORDERS)
        shop.sql("alter role authenticator set tapis.quota_factor = '100000'")  # also for the other server
        yield Shops(shop, uncached, urls.authenticator, talents, line_of(shop))


def share_files(data: Path, other: Path) -> None:
    """Let another data folder show the same images."""
    other.mkdir()
    for part in ("files", "variants"):
        (other / part).symlink_to(data / part)


def line_of(shop: Shop) -> str:
    """A cart line of a product that is sold, and never sold out."""
    ((uuid, heading, price),) = shop.sql(
        "select uuid, heading, price from public.products where sizes = '[]' order by uuid limit 1"
    )
    image = {"filename": f"{uuid4()}.jpg", "title": heading, "url": "https://tapis.example/kain.jpg"}
    return json.dumps(
        {
            "uuid": str(uuid),
            "heading": heading,
            "price": price,
            "category": "Kain",
            "image": image,
            "checked": True,
            "quantity_to_buy": 2,
            "inserted_at": "2026-11-20T10:00:00.000Z",
        }
    )
