"""SQL files beside the code: none is malformed, missing or unused."""

import importlib
import re
import textwrap
from operator import attrgetter
from pathlib import Path

import pytest

from tapis.gateway.database.named_queries import QueryFileError, parse_query_file
from tapis.gateway.rest.schema import queries
from tests.conftest import ROOT


def write_queries(folder: Path, text: str) -> Path:
    file = folder / "people.sql"
    file.write_text(textwrap.dedent(text))
    return file


def test_a_statement_has_a_name_a_description_and_ends_before_the_next(tmp_path: Path) -> None:
    file = write_queries(
        tmp_path,
        """\
        -- About people.

        -- name: find
        -- One person.
        select 1
        -- a comment inside
        where true;

        -- name: all
        -- Everybody, in two
        -- lines.
        select 2;
        """,
    )
    assert parse_query_file(file) == {
        "find": "select 1\n-- a comment inside\nwhere true",
        "all": "select 2",
    }


@pytest.mark.parametrize(
    "text",
    [
        "-- name: find\nselect 1;\n",
        "-- name: find\n-- Without SQL.\n",
        "-- name: find\n-- One.\nselect 1;\n-- name: find\n-- Two.\nselect 2;\n",
    ],
    ids=["no description", "no statement", "a name used twice"],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(QueryFileError, match="find"):
        parse_query_file(write_queries(tmp_path, text))


def find_uses() -> list[tuple[str, str, str]]:
    """Each use of a query: module, expression and query name."""
    files = [path for path in (ROOT / "tapis").rglob("*.py") if path.stem != "named_queries"]
    return [
        (".".join(file.relative_to(ROOT).with_suffix("").parts), path, name)
        for file in files
        for path, name in re.findall(r"((?:\w+\.)?\w*queries)\.(?!sql\b)(\w+)", file.read_text())
    ]


def test_every_statement_is_used_and_every_used_one_is_in_the_file_that_is_asked() -> None:
    statements = [parse_query_file(path) for path in (ROOT / "tapis").rglob("*.sql")]
    assert {name for _, _, name in find_uses()} == {name for names in statements for name in names}
    for module, path, name in find_uses():
        asked = attrgetter(path)(importlib.import_module(module))
        assert hasattr(asked, name), (module, path, name)


def test_a_misspelt_statement_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="public_table"):
        _ = queries.public_table
