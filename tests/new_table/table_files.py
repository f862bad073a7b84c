"""The files of one more table: ARCHITECTURE's recipe, carried out on a copy of the project."""

import shutil
from pathlib import Path

from tests.conftest import ROOT

# Files that are new, as they stand in files/.
FILES = Path(__file__).parent / "files"
NEW = tuple(sorted(str(file.relative_to(FILES)) for file in FILES.rglob("*") if file.is_file()))


ALL = "{anon: all, none: all, talent: all, leadership: all, admin: all, service: all}"
ADDS = "{anon: 401, none: 403, talent: 403, leadership: 403, admin: all, service: all}"
KEEPS = "{anon: 401, none: nothing, talent: nothing, leadership: nothing, admin: all, service: all}"
# In files that are there: words, and what stands in their place.
CHANGED: dict[str, dict[str, str]] = {
    "db/functions/declared_pictures.sql": {
        "        values\n": "        values\n            ('press', 'image', false, 'press', 'everyone'),\n",
    },
    "tests/access.yaml": {
        "\ntables:\n": "\ntables:\n\n"
        f"  press:\n    select: {ALL}\n    insert: {ADDS}\n    update: {KEEPS}\n    delete: {KEEPS}\n",
    },
    "tests/example_rows.py": {
        'PUBLIC = (\n    "slides"': 'PUBLIC = (\n    "press",\n    "slides"',
        '\n    "slides": lambda': '\n    "press": lambda: {"image": image(), "heading": "Paris"},'
        '\n    "slides": lambda',
        '\n    "slides": {"title"': '\n    "press": {"heading": "Changed"},\n    "slides": {"title"',
    },
    "web/src/messages/tableWords.ts": {
        "  slides: { en": '  press: { en: "Press", id: "Pers" },\n  slides: { en',
    },
    "web/src/app/pages.tsx": {
        "readonly PageDescriptor[] = [\n": "readonly PageDescriptor[] = [\n"
        '  {\n    path: "/press",\n    title: { en: "Press", id: "Pers" },\n'
        '    Page: lazyWithPreload(() => import("@/features/press/PressPage")),\n'
        '    linkedFor: "everybody",\n    preview: "plain",\n  },\n',
    },
}
BY_HAND = (*NEW, *CHANGED)
# What `make schema` writes.
GENERATED = ("db/schema.sql", "web/src/data/rows.generated.ts")

COPIED = ("db", "tapis", "tests", "web/src", "web/scripts", "web/public", "brand.toml", "pyproject.toml")
LINKED = (".venv", "web/node_modules")
CONFIGURATION = ("package.json", "tsconfig.json", "vite.config.ts")


def copy_project(copy: Path) -> None:
    """A copy of what the checks need; what is installed is shared."""
    (copy / "web").mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    for name in CONFIGURATION:
        shutil.copy(ROOT / "web" / name, copy / "web" / name)
    for name in LINKED:
        (copy / name).symlink_to(ROOT / name)


def apply(copy: Path, name: str) -> None:
    """Make one file of the table in a copy."""
    target = copy / name
    if name in NEW:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FILES / name, target)
        return
    text = target.read_text("utf-8")
    for words, others in CHANGED[name].items():
        assert text.count(words) == 1, f"{name} has changed: {words!r}"
        text = text.replace(words, others)
    target.write_text(text, "utf-8")


def leave_out(copy: Path, name: str) -> None:
    """Undo that."""
    if name in NEW:
        (copy / name).unlink()
    else:
        shutil.copy(ROOT / name, copy / name)
