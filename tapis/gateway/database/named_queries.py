"""SQL in files beside the code: each statement has a name, a sentence that describes it, and its text.

class Queries(NamedQueries, file="users.sql"):          -- name: find_user
    find_user: str                                      -- The account with this address.
                                                        select id from auth.users where email = $1;
"""

import inspect
import re
import sys
from pathlib import Path

STATEMENT = re.compile(r"-- name: (\w+)\n(?:--[^\n]*\n)+([^-].*?);?\s*", re.DOTALL)
BOUNDARY = re.compile(r"^(?=-- name: )", re.MULTILINE)


class QueryFileError(Exception):
    """A file of statements is malformed, or does not hold exactly the statements that its class declares."""


class NamedQueries:
    """Declares one `str` for each statement of a file beside its module. Raises QueryFileError on import."""

    def __init_subclass__(cls, *, file: str) -> None:
        path = Path(sys.modules[cls.__module__].__file__ or "").with_name(file)
        statements = read_statements(path)
        if differing := statements.keys() ^ inspect.get_annotations(cls).keys():
            raise QueryFileError(f"{path}: only in the file or only declared: {', '.join(sorted(differing))}")
        for name, sql in statements.items():
            setattr(cls, name, sql)


def read_statements(path: Path) -> dict[str, str]:
    """Every statement of a file by its name; what precedes the first name is a comment.

    Raises QueryFileError.
    """
    statements: dict[str, str] = {}
    for part in BOUNDARY.split(path.read_text("utf-8"))[1:]:
        found = STATEMENT.fullmatch(part)
        if not found or found[1] in statements:
            raise QueryFileError(f"{path}: no description, no SQL or a name used twice: {part[:60]!r}")
        statements[found[1]] = found[2]
    return statements
