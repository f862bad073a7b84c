"""The file of an export: the members of the sealed tar (tapis/ops/maintenance/sealed_tar.py).

people.jsonl                  auth.users, with password hashes
identities.jsonl              auth.identities
records/public.products.jsonl the rows of one table, one line each; for every table of the shop
files/products/kain.jpg       each image under its name in the shop's bucket
files.jsonl                   of each image: type, size, SHA-256, owner
manifest.json                 format, migrations, counts; no times, so that equal shops give equal files
SHA256SUMS, SEAL              as in a backup
"""

from tapis.ops.maintenance.sealed_tar import Kind

PEOPLE, IDENTITIES, FILES = "people.jsonl", "identities.jsonl", "files.jsonl"
PICTURES = "files/"
EXPORT = Kind(PEOPLE, 1, "an export", "import", "imported")


class TransferRefused(Exception):
    """Why the shop can't be exported or imported, in one sentence."""


def records_of(table: str) -> str:
    return f"records/{table}.jsonl"
