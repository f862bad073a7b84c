"""SQL in files beside the code: each statement has a name, a sentence that describes it, and its text.

queries = NamedQueries(__file__)                        -- name: find_user
queries.find_user                                       -- The account with this address.
                                                        select id from auth.users where email = $1;
"""

import re
from pathlib import Path

STATEMENT = re.compile(r"-- name: (\w+)\n(?:--[^\n]*\n)+([^-].*?);?\s*", re.DOTALL)
BOUNDARY = re.compile(r"^(?=-- name: )", re.MULTILINE)


class QueryFileError(Exception):
    """A file of statements is malformed."""


class NamedQueries:
    """The statements of the `.sql` file beside a module, each as the attribute of its name."""

    def __init__(self, module: str, file: str = "") -> None:
        path = Path(module)
        self._statements = parse_query_file(path.with_name(file) if file else path.with_suffix(".sql"))

    def __getattr__(self, name: str) -> str:
        try:
            return self._statements[name]
        except KeyError:
            raise AttributeError(name) from None


def parse_query_file(path: Path) -> dict[str, str]:
    """Every statement of a file by its name; what precedes the first name is a comment."""
    statements: dict[str, str] = {}
    for part in BOUNDARY.split(path.read_text("utf-8"))[1:]:
        match = STATEMENT.fullmatch(part)
        if not match or match[1] in statements:
            raise QueryFileError(f"{path}: no description, no SQL or a name used twice: {part[:60]!r}")
        statements[match[1]] = match[2]
    return statements
