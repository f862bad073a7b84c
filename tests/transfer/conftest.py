"""A shop that is to be moved: its people, orders and pictures, and what moving it must keep."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import bcrypt
import pytest

from tests import command_line
from tests.conftest import Shop, open_shop
from tests.example_rows import put, row
from tests.maintenance.conftest import BUCKET, Books, fill, store
from tests.storage.sample_images import photo

PAYMENTS = "payment-methods"
# What Budi's account was made with, long ago, elsewhere.
BUDIS_PASSWORD = "siger-emas-1982"
PAST = """
alter table public.transactions disable trigger user;
update public.transactions
set created_at = created_at - interval '300 days', updated_at = now() - interval '9 days',
    transactions = jsonb_set(transactions, '{0,price}', '1')
where uuid = %(order)s;
update private.order_seals set sealed_at = sealed_at - interval '9 days', sha256 = (
    select private.seal_of(o) from public.transactions o where o.uuid = order_seals.uuid)
where uuid = %(order)s;
alter table public.transactions enable trigger user
"""


def furnish(shop: Shop) -> Books:
    """Two orders, one of them old and at another price; people of every kind; changes that were recorded."""
    books = fill(shop)
    budi = shop.account("leadership")
    hashed = bcrypt.hashpw(BUDIS_PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    shop.sql("update auth.users set encrypted_password = %s where id = %s", hashed, budi.user_id)
    nobody = shop.account("none")
    shop.sql(
        "update auth.users set deleted_at = now(), banned_until = 'infinity' where id = %s", nobody.user_id
    )
    for table in ("payment_methods", "audition_registrations", "audition_announcements", "slides", "gallery"):
        put(shop.sql, table, row(table, books.tom.user_id))
    put(shop.sql, "push_subscriptions", row("push_subscriptions", books.tom.user_id))
    put(shop.sql, "wishes", row("wishes", books.tom.user_id))
    put(shop.sql, "delivery_details", row("delivery_details", books.tom.user_id))
    shop.sql(
        "insert into public.order_deliveries (order_uuid, user_id, name) select uuid, user_id, 'Tom' "
        "from public.transactions"
    )
    gone = put(shop.sql, "gallery", row("gallery", ""))
    shop.sql("delete from public.gallery where uuid = %s", gone)
    shop.sql("insert into private.stock_holds values (gen_random_uuid(), gen_random_uuid(), 'M', 1)")
    shop.sql("update public.payment_methods set full_name = 'Ibu Sari ''Dewi'' \\ 蛇' || chr(8232)")
    for statement in PAST.split(";\n"):
        shop.sql(statement.replace("%(order)s", f"'{next(iter(books.orders))}'"))
    with shop.client(shop.service_key) as http:
        headers = {"Content-Type": "image/jpeg", "Cache-Control": "max-age=60", "X-Robots-Tag": "all"}
        name = "/storage/v1/object/tapis/gallery/kain tapis & siger (2).jpg"
        assert http.post(name, content=photo(70, 50), headers=headers).status_code == 200
    with shop.client(shop.account("admin").token) as http:  # uploads that the audit log has
        assert store(http, f"{PAYMENTS}/qris.png", photo(60, 60, ".png")).status_code == 200
        assert http.delete(f"{BUCKET}/{PAYMENTS}/qris.png").status_code == 200
        assert store(http, f"{PAYMENTS}/qris-2.png", photo(60, 61, ".png")).status_code == 200
    return books


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Books]:
    """The shop, open."""
    with open_shop(tmp_path_factory.mktemp("home") / "data") as shop:
        yield furnish(shop)


@pytest.fixture(scope="module")
def parcel(home: Books, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its export, taken while it was open."""
    return exported(tmp_path_factory.mktemp("parcels") / "home.tar", data=home.shop.data)


def type_at(*words: object, data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """What Ada types at a terminal."""
    return command_line.tapis(*words, "--data", data, **settings)


def exported(file: Path, data: Path, **settings: str) -> Path:
    """A fresh export."""
    said = type_at("export", file, data=data, **settings)
    assert (said.returncode, said.stdout) == (0, ""), said.stderr
    assert "people sign in again" in said.stderr
    return file


def imported(file: Path, data: Path, **settings: str) -> Path:
    """A shop made of an export."""
    said = type_at("import", file, data=data, **settings)
    assert said.returncode == 0, said.stderr
    assert said.stdout.endswith("people sign in with their old passwords.\n"), said.stdout
    return data


def keys(data: Path, **settings: str) -> dict[str, str]:
    """The API keys of a shop."""
    said = type_at("keys", "--service", "--json", data=data, **settings)
    assert said.returncode == 0, said.stderr
    return dict(json.loads(said.stdout))
