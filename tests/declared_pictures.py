"""Which columns hold pictures, as private.picture_columns() declares it.

It is read from its file, because tests are named before there is a database; test_declared_pictures.py
compares the two.
"""

import re
from typing import NamedTuple

from tapis.resources import DB_FOLDER

LINE = re.compile(r"\('(\w+)', '(\w+)', (true|false), '([^']+)', '([^']+)'\)")


class PictureColumn(NamedTuple):
    """One line of the declaration."""

    table: str
    column: str
    is_list: bool
    folder: str
    audience: str

    @property
    def is_public(self) -> bool:
        return self.audience.startswith("everyone")


PICTURE_COLUMNS = tuple(
    PictureColumn(table, column, is_list == "true", folder, audience)
    for table, column, is_list, folder, audience in LINE.findall(
        (DB_FOLDER / "functions" / "declared_pictures.sql").read_text("utf-8")
    )
)
# Of each table with pictures, the columns that hold one, and the folder of its file.
FOLDERS: dict[str, dict[str, str]] = {}
for one in PICTURE_COLUMNS:
    if not one.is_list:
        FOLDERS.setdefault(one.table, {})[one.column] = one.folder
FOLDER_OF_PROOFS = FOLDERS["transactions"]["invoice_image"]
# Folder → who sees its files.
AUDIENCES = {one.folder: one.audience for one in PICTURE_COLUMNS}
# Folder of personal pictures → the table and the column that name its files.
NAMED_IN = {one.folder: (one.table, one.column) for one in PICTURE_COLUMNS if not one.is_public}
