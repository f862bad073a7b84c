"""One more table with a picture, an admin screen and a public page is nine files; none can be forgotten."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.new_table.table_files import BY_HAND, GENERATED, apply, copy_project, leave_out

PYTEST = (".venv/bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
# `make schema`, and what `make test` runs, for this table alone: the folder and the command.
CHECKS = {
    "schema": (".", ".venv/bin/python", "-m", "tests.database.write_schema"),
    "snapshot": (".", *PYTEST, "tests/database/test_snapshot.py", "-k", "files_build"),
    "catalogue": (".", *PYTEST, "tests/database/test_catalogue.py", "-k", "matrix or policy_file"),
    "database": (".", *PYTEST, "tests/database", "-k", "press and not missed or catalogue or declared"),
    "types": (
        "web",
        "node_modules/.bin/tsc",
        "-p",
        "tsconfig.json",
        "--incremental",
        "--tsBuildInfoFile",
        "checked.json",
    ),
    "units": ("web", "node_modules/.bin/vitest", "run", "src/admin/registry", "src/app/pages"),
}
# Left out → the check that is red, and what it says.
MISSED = {
    "db/migrations/9999_press.sql": ("schema", "db/policies/press.sql names no table of this database"),
    "db/policies/press.sql": ("catalogue", "test_R1_each_table_has_its_policy_file"),
    "db/functions/declared_pictures.sql": ("schema", "image holds pictures and is not declared"),
    "db/schema.sql": ("snapshot", "run `make schema` and review the difference"),
    "tests/access.yaml": ("catalogue", "test_R1_the_matrix_leaves_out_no_table_verb_or_role"),
    "tests/example_rows.py": ("catalogue", "test_R1_the_matrix_leaves_out_no_table_verb_or_role"),
    "web/src/data/rows.generated.ts": ("types", "Property 'press' does not exist"),
    "web/src/messages/tableWords.ts": ("types", "Property 'press' is missing"),
    "web/src/admin/resources/press.tsx": ("units", "No file in src/admin/resources describes the table"),
    "web/src/features/press/PressPage.tsx": ("types", "Cannot find module '@/features/press/PressPage'"),
    "web/src/app/pages.tsx": ("units", "no page of a feature is missing among the routes"),
}


def run(copy: Path, check: str) -> tuple[bool, str]:
    """Whether a check passes in a copy, and what it says."""
    folder, *command = CHECKS[check]
    environment = os.environ | {
        "PYTHONPATH": str(copy),
        "PATH": f"{copy}/web/node_modules/.bin:{os.environ['PATH']}",  # the project's own Node
        "NO_COLOR": "1",
    }
    told = subprocess.run(
        command, cwd=copy / folder, env=environment, capture_output=True, text=True, check=False
    )
    return told.returncode == 0, told.stdout + told.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the table."""
    folder = tmp_path_factory.mktemp("new-table") / "tapis"
    copy_project(folder)
    for name in BY_HAND:
        apply(folder, name)
    passes, told = run(folder, "schema")
    assert passes, told
    return folder


@contextmanager
def without(copy: Path, name: str) -> Iterator[None]:
    """The copy as it is where this file is forgotten."""
    whole = (copy / name).read_bytes()
    leave_out(copy, name)
    yield
    (copy / name).write_bytes(whole)


def test_a_table_is_at_most_ten_files_and_what_make_schema_writes() -> None:
    assert len(BY_HAND) <= 10


@pytest.mark.parametrize("check", ["database", "types", "units"])
def test_with_its_files_the_table_is_whole(copy: Path, check: str) -> None:
    passes, told = run(copy, check)
    assert passes, told


@pytest.mark.parametrize("name", [*BY_HAND, *GENERATED])
def test_a_forgotten_file_turns_a_check_red(copy: Path, name: str) -> None:
    check, sentence = MISSED[name]
    with without(copy, name):
        passes, told = run(copy, check)
    assert (passes, sentence in told) == (False, True), told
