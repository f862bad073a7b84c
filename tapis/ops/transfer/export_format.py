"""The file of an export: the members of the sealed tar (tapis/ops/maintenance/sealed_tar.py).

people.jsonl                  auth.users, with password hashes
identities.jsonl              auth.identities
records/public.products.jsonl the rows of one table, one line each; for every table of the shop
files/products/kain.jpg       each image under its name in the shop's bucket
files.jsonl                   per image: type, size, SHA-256, owner
manifest.json                 format, migrations, counts; no times, so that equal shops give equal files
SHA256SUMS, SEAL              as in a backup
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from tapis.ops.maintenance.sealed_tar import EXPORT

PEOPLE, IDENTITIES, FILES = EXPORT.first, "identities.jsonl", "files.jsonl"
PICTURES, RECORDS = "files/", "records/"


@dataclass(frozen=True, slots=True)
class ExportedPicture:
    """An image of the shop's bucket. `cache_control` and `robots` were chosen by its uploader."""

    name: str
    mimetype: str
    cache_control: str
    robots: str
    owner_id: str | None
    user_metadata: dict[str, Any] | None
    created_at: str
    size: int
    sha256: str

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def parse_pictures(content: BinaryIO) -> Iterator[ExportedPicture]:
    for line in content:
        yield ExportedPicture(**json.loads(line))


def records_member_name(table: str) -> str:
    return f"{RECORDS}{table}.jsonl"
