"""What the documents promise, held against the code."""

import re
from pathlib import Path

import pytest

from tapis.gateway.settings import KNOBS, Setting
from tapis.ops.cli import COMMANDS
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()
OPERATE = (ROOT / "docs" / "operate.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
FEATURES = (ROOT / "docs" / "features.md").read_text()
WEB_TESTS = ("e2e/*.e2e.ts", "src/**/*.test.ts*", "scripts/*.test.ts")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_setting_is_documented_in_its_own_sentence(knob: Setting) -> None:
    row = next(line for line in OPERATE.splitlines() if line.startswith(f"| `TAPIS_{knob.name}` |"))
    assert knob.sentence in row
    assert not isinstance(knob.default, int | str) or str(knob.default) in row


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`tapis {command}" in README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_the_documents_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_every_path_that_architecture_names_exists() -> None:
    for name in re.findall(r"`((?:db|tapis|web|tests|docs)/[\w./-]*)`", ARCHITECTURE):
        assert (ROOT / name).exists(), name


def test_every_code_in_a_title_is_explained_and_every_explained_code_is_tested() -> None:
    explained = re.findall(r"^\| ([A-Z]\d+) \|", FEATURES, re.MULTILINE)
    assert len(explained) == len(set(explained))
    assert codes_in_titles() == set(explained)


def codes_in_titles() -> set[str]:
    """The codes that names of Python tests and strings of front-end tests begin with."""
    python = [file.read_text() for file in (ROOT / "tests").rglob("test_*.py")]
    names = [name for text in python for name in re.findall(r"def test_((?:[A-Z]\d+_)+)", text)]
    web = [file.read_text() for pattern in WEB_TESTS for file in (ROOT / "web").glob(pattern)]
    titles = [title for text in web for title in re.findall(r"[\"'`]((?:[A-Z]\d+[ \"'`])+)", text)]
    return set(re.findall(r"[A-Z]\d+", " ".join(names + titles)))


@pytest.mark.parametrize("name", ["base", "test", "stores"])
def test_lock_files_hold_hashes_and_name_no_registry(name: str) -> None:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "--hash=sha256:" in lock
    assert "index-url" not in lock
    assert "://" not in lock
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()
