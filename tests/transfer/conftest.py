"""A shop to be exported and imported, with every kind of data that must survive."""

from collections.abc import Iterator
from pathlib import Path

import bcrypt
import pytest

from tests.conftest import Shop, open_shop
from tests.example_rows import put, row
from tests.maintenance.conftest import BUCKET, SampleShop, fill_shop, run_tapis, upload_picture
from tests.storage.sample_images import photo

PAYMENTS = "payment-methods"
# Budi's account was created with this password by another program.
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


def fill_shop_to_move(shop: Shop) -> SampleShop:
    """Add two orders, one of them old and at another price, accounts of every kind, and logged changes."""
    books = fill_shop(shop)
    budi = shop.account("leadership")
    password_hash = bcrypt.hashpw(BUDIS_PASSWORD.encode(), bcrypt.gensalt(4)).decode()
    shop.sql("update auth.users set encrypted_password = %s where id = %s", password_hash, budi.user_id)
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
    deleted = put(shop.sql, "gallery", row("gallery", ""))
    shop.sql("delete from public.gallery where uuid = %s", deleted)
    shop.sql("insert into private.stock_holds values (gen_random_uuid(), gen_random_uuid(), 'M', 1)")
    shop.sql("update public.payment_methods set full_name = 'Ibu Sari ''Dewi'' \\ 蛇' || chr(8232)")
    for statement in PAST.split(";\n"):
        shop.sql(statement.replace("%(order)s", f"'{next(iter(books.orders))}'"))
    with shop.client(shop.service_key) as http:
        headers = {"Content-Type": "image/jpeg", "Cache-Control": "max-age=60", "X-Robots-Tag": "all"}
        name = "/storage/v1/object/tapis/gallery/kain tapis & siger (2).jpg"
        assert http.post(name, content=photo(70, 50), headers=headers).status_code == 200
    with shop.client(shop.account("admin").token) as http:  # these uploads are in the audit log
        assert upload_picture(http, f"{PAYMENTS}/qris.png", photo(60, 60, ".png")).status_code == 200
        assert http.delete(f"{BUCKET}/{PAYMENTS}/qris.png").status_code == 200
        assert upload_picture(http, f"{PAYMENTS}/qris-2.png", photo(60, 61, ".png")).status_code == 200
    return books


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleShop]:
    """The shop to be moved, running."""
    with open_shop(tmp_path_factory.mktemp("home") / "data") as shop:
        yield fill_shop_to_move(shop)


@pytest.fixture(scope="module")
def export_file(home: SampleShop, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its export, made while it was running."""
    return export_shop(tmp_path_factory.mktemp("parcels") / "home.tar", data=home.shop.data)


def export_shop(file: Path, data: Path, **settings: str) -> Path:
    """Export a shop to this file, and return it."""
    result = run_tapis("export", file, data=data, **settings)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr
    assert "people sign in again" in result.stderr
    return file


def import_shop(file: Path, data: Path, **settings: str) -> Path:
    """Import an export into this data folder, and return it."""
    result = run_tapis("import", file, data=data, **settings)
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("people sign in with their old passwords.\n"), result.stdout
    return data
