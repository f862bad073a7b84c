"""The shop of a data folder: its file `shop`, written when the shop opens, and read by every command.

A command whose settings name another database than the folder's fails before it changes anything: a missing
setting must not be mistaken for an empty shop.
"""

from pathlib import Path

import psycopg

from tapis.gateway.database.named_queries import NamedQueries
from tapis.gateway.settings import Settings
from tapis.ops import postgres
from tapis.ops.command_errors import CommandError
from tapis.ops.maintenance.staging_folder import STAGE

SHOP_ID_FILE = "shop"
WRONG_SHOP = (
    "The folder {data} belongs to another shop than this database: correct --data or the addresses in "
    "{data}/tapis.env (`tapis config` shows them); if the folder is to serve this database, remove {file}."
)
FOLDER_ABOVE = "There is no shop in {data}, perhaps in the folder in it: --data {folder}."
NO_EMBEDDED_DATABASE = (
    "The database of the shop in {data} is not in that folder: write its address, TAPIS_DATABASE_URL or "
    "TAPIS_OWNER_URL, into {data}/tapis.env; if there is to be a new shop, remove {file}."
)
UNFINISHED = (
    "A restore or an import into {data} is under way, or was interrupted: wait for it, type it again, or "
    "remove {stage}."
)
HAS_SHOP = (
    "The folder {data} belongs to a shop; a backup goes into a folder without one: correct --data, or, if "
    "that shop is lost, move its database, its pictures and the file {file} away."
)

queries = NamedQueries(__file__)


def _read_shop_id(data: Path) -> str:
    """The id of the folder's shop, or "". Raises CommandError if it can't be read."""
    try:
        return (data / SHOP_ID_FILE).read_text("utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except IsADirectoryError as error:  # --data ~ instead of ~/shop
        raise CommandError(FOLDER_ABOVE.format(data=data, folder=data / SHOP_ID_FILE)) from error
    except (OSError, ValueError) as error:
        raise CommandError(f"{data / SHOP_ID_FILE} can't be read: {error}.") from error


def write_shop_id(data: Path, connection: psycopg.Connection) -> None:
    if shop := _read_database_shop_id(connection):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        (data / SHOP_ID_FILE).write_text(f"{shop}\n", "utf-8")


def require_same_folder(data: Path, connection: psycopg.Connection) -> None:
    """Raise CommandError if the folder records another shop than this database."""
    if (folder_shop_id := _read_shop_id(data)) and _read_database_shop_id(connection) not in {
        folder_shop_id,
        None,
    }:
        raise CommandError(WRONG_SHOP.format(data=data, file=data / SHOP_ID_FILE))


def require_embedded(settings: Settings) -> None:
    """Raise CommandError if the folder's shop has an external database, or is not there yet."""
    data = settings.data
    is_elsewhere = _read_shop_id(data)
    if postgres.has_database(data):
        return
    if is_elsewhere:
        raise CommandError(NO_EMBEDDED_DATABASE.format(data=data, file=data / SHOP_ID_FILE))
    if (data / STAGE).is_dir():
        raise CommandError(UNFINISHED.format(data=data, stage=data / STAGE))


def require_folder_without_shop(data: Path) -> None:
    """Raise CommandError if the folder has a database, or records which shop it belongs to."""
    if _read_shop_id(data) or postgres.has_database(data):
        raise CommandError(HAS_SHOP.format(data=data, file=data / SHOP_ID_FILE))


def _read_database_shop_id(connection: psycopg.Connection) -> str | None:
    """The id of the shop in a database: '' if there is none, None if this login may not read it."""
    row = connection.execute(queries.can_read_shop_id).fetchone()
    if row is None:
        return ""
    try:
        with connection.transaction():
            if not row[0]:
                connection.execute(queries.set_storage_role)
            (shop,) = connection.execute(queries.shop_id).fetchone() or ("",)
    except psycopg.errors.InsufficientPrivilege:
        return None
    return str(shop)
