"""What the documents promise, held against the code."""

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from tapis.gateway.settings import SETTINGS
from tapis.ops.cli import COMMANDS
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()
WEB_TESTS = ("e2e/*.e2e.ts", "src/**/*.test.ts*", "scripts/*.test.ts")
TEST_NAMES = {
    name
    for file in (ROOT / "tests").rglob("*.py")
    for name in re.findall(r"def (test_\w+)", file.read_text())
}
# ASVS 5.0.0: chapter → its sections, the level of each requirement in order.
ASVS_LEVELS = {
    1: "22 1111122223 112222222223 222 123",
    2: "122 112 12223 23",
    3: "3 113 12223 11222233 11122333 3 22333",
    4: "12233 23333 22 1222",
    5: "2 112333 113 222",
    6: "122 111111112222 11223333 112233 22222333 2223 33 2222",
    7: "222 1111 22 11222 223 22",
    8: "1233 1123 133 23",
    9: "111 1222",
    10: "22 223 22223 1111122222233333 22222 22 222",
    11: "2233 22233 11233 1222 23 23 33",
    12: "12233 11 22223",
    13: "2333 222223 2233 1222233",
    14: "22 12223333 122",
    15: "12233 12233 1222222 3333",
    16: "2 22222 2222 222 2223",
    17: "23 22223333 22",
}
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TABLES = sorted(ROOT.glob("docs/*.csv"))
FOLDERS = "bench|db|deploy|docs|tapis|tests|web"


def read_table(name: str) -> list[dict[str, str]]:
    """The rows of a table in docs/, by the names in its first line."""
    with (ROOT / "docs" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file, strict=True))


def list_anchors(page: Path) -> set[str]:
    """What a link to a section of a page may end with."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_setting_that_a_document_names_exists() -> None:
    known = {setting.variable for setting in SETTINGS}
    for page in PAGES:
        for name in re.findall(r"`(TAPIS_\w+?)(?:_FILE)?[=`]", page.read_text()):
            assert name in known, (page.name, name)
    for name in re.findall(r"TAPIS_\w+", (ROOT / "docs" / "limits.csv").read_text()):
        assert name in known, name


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`tapis {command}" in README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_the_documents_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text()):
        name, _, section = target.partition("#")
        to = page.parent / name if name else page
        assert to.exists(), target
        assert not section or section in list_anchors(to), target


@pytest.mark.parametrize("folder", ["tapis/gateway", "tapis/gateway/storage", "tapis/ops"])
def test_architecture_names_every_part_of_a_layer(folder: str) -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    parts = [path for path in (ROOT / folder).iterdir() if (path / "__init__.py").exists()]
    if folder == "tapis/gateway":
        parts += [path for path in (ROOT / folder).glob("*.py") if path.stem != "__init__"]
    for part in parts:
        assert f"`{part.name}/`" in text or f"`{part.name}`" in text, part.name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_that_a_document_names_exists(page: Path) -> None:
    for name in re.findall(rf"`((?:{FOLDERS})/[\w./-]*)`", page.read_text()):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("page", TABLES, ids=lambda page: page.name)
def test_every_path_and_section_that_a_table_names_exists(page: Path) -> None:
    for name, section in re.findall(
        rf"\b((?:(?:{FOLDERS})/[\w./-]*|\w+\.md)\b)(?:#([\w-]+))?", page.read_text()
    ):
        assert (ROOT / name).exists(), name
        assert not section or section in list_anchors(ROOT / name), section


def test_every_code_in_a_title_is_explained_and_every_explained_code_is_tested() -> None:
    explained = [row["code"] for row in read_table("features")]
    assert len(explained) == len(set(explained))
    assert list_codes_in_titles() == set(explained)


def list_codes_in_titles() -> set[str]:
    """The codes that names of Python tests and strings of front-end tests begin with."""
    python = [file.read_text() for file in (ROOT / "tests").rglob("test_*.py")]
    names = [name for text in python for name in re.findall(r"def test_((?:[A-Z]\d+_)+)", text)]
    web = [file.read_text() for pattern in WEB_TESTS for file in (ROOT / "web").glob(pattern)]
    titles = [title for text in web for title in re.findall(r"[\"'`]((?:[A-Z]\d+[ \"'`])+)", text)]
    return set(re.findall(r"[A-Z]\d+", " ".join(names + titles)))


def test_every_requirement_of_asvs_levels_1_and_2_is_answered_once() -> None:
    expected = [
        (f"{chapter}.{section}.{number}", level)
        for chapter, sections in ASVS_LEVELS.items()
        for section, levels in enumerate(sections.split(), start=1)
        for number, level in enumerate(levels, start=1)
        if level in "12"
    ]
    answers = read_table("asvs")
    assert [(row["item"], row["level"]) for row in answers] == expected
    assert all(row["requirement"] and row["where"] for row in answers)
    counts = Counter((row["level"], row["answer"]) for row in answers)
    page = (ROOT / "docs" / "security-controls.md").read_text()
    for level in "12":
        numbers = [counts[level, answer] for answer in ("met", "n/a", "spec", "open")]
        assert f"| level {level} | {' | '.join(map(str, numbers))} |" in page
        assert sum(numbers) == sum(row["level"] == level for row in answers)


@pytest.mark.parametrize("page", [*PAGES, *TABLES], ids=lambda page: page.name)
def test_every_test_that_is_named_as_proof_exists(page: Path) -> None:
    for test in re.findall(r"(?<![\w/])test_\w+\b(?!\.py)", page.read_text()):
        assert test in TEST_NAMES, test


def test_every_attack_has_a_defence_and_a_test() -> None:
    for row in read_table("attacks"):
        assert all(row.values()), row
        assert re.search(r"test_\w+|\.(?:e2e|test)\.ts", row["tests"]), row


@pytest.mark.parametrize("name", ["base", "test", "stores"])
def test_lock_files_hold_hashes_and_name_no_registry(name: str) -> None:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "--hash=sha256:" in lock
    assert "index-url" not in lock
    assert "://" not in lock
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()
