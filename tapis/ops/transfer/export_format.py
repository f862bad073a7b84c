"""The file of an export: what lies where in the sealed tar (tapis/ops/maintenance/sealed_tar.py).

people.jsonl                  auth.users: who has an account, with the hash of the password
identities.jsonl              auth.identities: how they prove who they are
records/public.products.jsonl the rows of one table, one line each; the same for every table of the shop
files/products/kain.jpg       each picture under its name in the shop's bucket
files.jsonl                   what is known of each picture: type, size, SHA-256, whose it is
manifest.json                 the format, the migrations, how many of what; no times: equal shops, equal files
SHA256SUMS, SEAL              as in a backup
"""

from tapis.ops.maintenance.sealed_tar import Kind

PEOPLE, IDENTITIES, FILES = "people.jsonl", "identities.jsonl", "files.jsonl"
PICTURES = "files/"
EXPORT = Kind(PEOPLE, 1, "an export", "import", "imported")


class MoveRefused(Exception):
    """The shop can't be moved like this; the text is one sentence."""


def records_of(table: str) -> str:
    """The member that holds the rows of a table, such as `public.products`."""
    return f"records/{table}.jsonl"
