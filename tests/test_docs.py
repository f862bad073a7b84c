"""What the documents promise, held against the code."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tapis.gateway.settings import SETTINGS, Setting
from tapis.ops.cli import COMMANDS
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text()
OPERATE = (ROOT / "docs" / "operate.md").read_text()
ASVS = (ROOT / "docs" / "asvs.md").read_text()
FEATURES = (ROOT / "docs" / "features.md").read_text()
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


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_documented_in_its_own_sentence(setting: Setting) -> None:
    row = next(line for line in OPERATE.splitlines() if line.startswith(f"| `{setting.variable}` |"))
    assert setting.description in row
    assert row.endswith(f"| {setting.kind.limits} |")
    assert not isinstance(setting.default, int | str) or str(setting.default) in row


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`tapis {command}" in README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_the_documents_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


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
    for name in re.findall(r"`((?:bench|db|deploy|docs|tapis|tests|web)/[\w./-]*)`", page.read_text()):
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


def test_every_requirement_of_asvs_levels_1_and_2_is_answered_once() -> None:
    expected = [
        (f"{chapter}.{section}.{number}", level)
        for chapter, sections in ASVS_LEVELS.items()
        for section, levels in enumerate(sections.split(), start=1)
        for number, level in enumerate(levels, start=1)
        if level in "12"
    ]
    assert re.findall(r"^\| (\d+\.\d+\.\d+) \| (\d) \| ", ASVS, re.MULTILINE) == expected
    row = r"^\| \d[\d.]+ \| (\d) \| [^|]+ \| ([\w/]+) \| [^|]+ \|$"
    states = Counter(re.findall(row, ASVS, re.MULTILINE))
    assert states.total() == len(expected)
    for state in ("met", "n/a", "spec", "open"):
        assert f"| {state} | {states['1', state]} | {states['2', state]} |" in ASVS


@pytest.mark.parametrize("page", ["asvs.md", "trust.md", "security-controls.md"])
def test_every_test_that_is_named_as_proof_exists(page: str) -> None:
    text = (ROOT / "docs" / page).read_text()
    for test in re.findall(r"`(test_\w+)`", text):
        assert test in TEST_NAMES, test


@pytest.mark.parametrize("name", ["base", "test", "stores"])
def test_lock_files_hold_hashes_and_name_no_registry(name: str) -> None:
    lock = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert "--hash=sha256:" in lock
    assert "index-url" not in lock
    assert "://" not in lock
    assert '"resolved"' not in (ROOT / "web" / "package-lock.json").read_text()
