"""Fills a shop of an earlier version with orders and registrations in all states.

Rows are inserted by SQL with that version's triggers, so seals, evidence, amounts and decisions are its own.
The bytes of each proof are unique.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4
from zlib import crc32

import psycopg

from tests.conftest import Shop
from tests.storage.sample_images import photo

HERE = Path(__file__).parent
TALENTS = 5  # the last one deletes the account
FOLDERS = ("transactions/invoices", "audition-registrations/invoices", "audition-registrations/comcards")


def fill_shop(shop: Shop, talents: Sequence[str], admin: str, count: int, *, has_payments: bool) -> None:
    """`count` orders and as many registrations; `has_payments`: the version stores amounts and statements."""
    with psycopg.connect(shop.superuser, autocommit=True, application_name="tapis") as connection:
        put_pictures(connection, shop.data, "products", [("kain.png", "")])
        for folder in FOLDERS:
            names = [(f"bukti-{number}.png", talents[number % len(talents)]) for number in range(count)]
            put_pictures(connection, shop.data, folder, names)
        run_sql_file(connection, "orders.sql", talents, admin, count)
        if has_payments:
            run_sql_file(connection, "decisions.sql", talents, admin, count)


def run_sql_file(
    connection: psycopg.Connection, name: str, talents: Sequence[str], admin: str, count: int
) -> None:
    """Run an SQL file, whose statements read these settings."""
    settings = {"talents": ",".join(talents), "admin": admin, "count": str(count)}
    for setting, value in settings.items():
        connection.execute("select set_config(%s, %s, false)", [f"filling.{setting}", value])
    connection.execute((HERE / name).read_bytes())
    connection.execute("select set_config('request.jwt.claims', '', false)")


def put_pictures(
    connection: psycopg.Connection, data: Path, folder: str, names: Sequence[tuple[str, str]]
) -> None:
    """Store files and their rows as uploads do; `names` are pairs of name and owner."""
    picture = photo(40, 40, ".png")
    with (
        connection.cursor() as cursor,
        cursor.copy("copy storage.objects (bucket_id, name, owner_id, version, metadata) from stdin") as copy,
    ):
        for name, owner in names:
            # A unique text chunk before the end of the PNG.
            content = (
                picture[:-12] + build_chunk(b"tEXt", f"Comment\0{folder}/{name}".encode()) + picture[-12:]
            )
            version = str(uuid4())
            file = data / "files" / version[:2] / version
            file.parent.mkdir(mode=0o700, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o600)
            copy.write_row(("tapis", f"{folder}/{name}", owner or None, version, build_metadata(content)))


def build_chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4) + kind + content + crc32(kind + content).to_bytes(4)


def build_metadata(content: bytes) -> str:
    checksum = hashlib.sha256(content).hexdigest()
    metadata = {"eTag": f'"{checksum}"', "size": len(content), "mimetype": "image/png"}
    metadata |= {"cacheControl": "max-age=3600", "lastModified": "2026-11-20T10:00:00.000Z"}
    return json.dumps(metadata | {"contentLength": len(content), "httpStatusCode": 200})
