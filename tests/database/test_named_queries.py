"""SQL files beside the code: a mistake in one is found at import, not at the first request."""

import textwrap
from pathlib import Path

import pytest

from tapis.gateway.database.named_queries import NamedQueries, QueryFileError, read_statements
from tapis.gateway.rest.schema import Queries


def write(folder: Path, text: str) -> Path:
    file = folder / "people.sql"
    file.write_text(textwrap.dedent(text))
    return file


def test_a_statement_has_a_name_a_description_and_ends_before_the_next(tmp_path: Path) -> None:
    file = write(
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
    assert read_statements(file) == {
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
        read_statements(write(tmp_path, text))


@pytest.mark.parametrize("names", [("tables",), ("tables", "functions", "public_tables", "views")])
def test_a_class_declares_exactly_the_statements_of_its_file(names: tuple[str, ...]) -> None:
    annotations = dict.fromkeys(names, str)
    with pytest.raises(QueryFileError, match=r"functions|views"):
        type(
            "Other",
            (NamedQueries,),
            {"__module__": Queries.__module__, "__annotations__": annotations},
            file="catalogue.sql",
        )
