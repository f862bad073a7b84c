"""Paths of the files that come with the program, in a checkout and in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# `make wheel` copies the folders that lie beside the package in a checkout there.
_BUNDLED = _PACKAGE / "bundled"
ROOT = _BUNDLED if _BUNDLED.is_dir() else _PACKAGE.parent

DB_FOLDER = ROOT / "db"
BRAND_FILE = ROOT / "brand.toml"
FRONT_END = ROOT / "web" / "dist"
SERVER_BUNDLE = ROOT / "web" / "dist-server"


def policy_files(db_folder: Path = DB_FOLDER) -> str:
    """The names of the files in db/policies, comma-separated: the parameter of db/verify.sql."""
    return ",".join(sorted(file.stem for file in (db_folder / "policies").glob("*.sql")))
