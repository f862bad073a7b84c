"""Earlier versions of the program, which run from the project's history.

Their front end is not built: the files that they read of it are empty.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT, environment, serving

NO_FRONT_END: dict[str, object] = {  # the keys that the three versions read
    "pages": {},
    "pictures": {},
    "languages": {},
    "drawnByQuery": [],
    "firstPictures": {},
    "queryParameters": [],
    "product": {"reads": []},
    "scripts": {},
}


@dataclass(frozen=True, slots=True)
class OldVersion:
    """A commit of the history, and the module of its command line."""

    name: str
    commit: str
    command_line: str = "tapis.ops.cli"

    @property
    def program(self) -> str:
        return f"import sys; from {self.command_line} import main; sys.argv[0] = 'tapis'; main()"


FIRST = OldVersion("0.1.0", "dd77bef", "tapis.cli")  # of 21 November 2026, as it was measured
BEFORE_PAYMENTS = OldVersion("before payments", "a6852017")  # of 24 November 2026: five tables of payments
SECOND = OldVersion("0.2.0", "adc24f8")  # of 22 November 2026


@dataclass(frozen=True, slots=True)
class OldProgram:
    """An earlier version in a folder."""

    version: OldVersion
    folder: Path

    def run_tapis(self, *words: object) -> subprocess.CompletedProcess[str]:
        """Run a command of that version. Raises CalledProcessError."""
        command = [sys.executable, "-P", "-c", self.version.program, *map(str, words)]
        return subprocess.run(
            command,
            env=self.environment,
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        )

    @contextmanager
    def serve(self, data: Path) -> Iterator[str]:
        """Run its `tapis serve` until the end of the block."""
        server = serving(data)
        server.command = [sys.executable, "-P", "-c", self.version.program, *server.command[1:]]
        server.environment = self.environment
        with server as url:
            yield url

    @property
    def environment(self) -> dict[str, str]:
        return environment(PYTHONPATH=str(self.folder))


def unpack(version: OldVersion, folder: Path) -> OldProgram:
    """Unpack the program into a new folder; skips the test in a clone without history."""
    archive = ["git", "-C", str(ROOT), "archive", version.commit, "tapis", "db", "brand.toml"]
    archived = subprocess.run(archive, capture_output=True, check=False)
    if archived.returncode:
        pytest.skip(f"this clone has no commit {version.commit}: it was made without its history")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "x", "-C", folder], input=archived.stdout, check=True)
    shutil.copytree(ROOT / "web/dist", folder / "web/dist")
    (folder / "web/dist-server").mkdir()
    (folder / "web/dist-server/pages.json").write_text(json.dumps(NO_FRONT_END))
    (folder / "web/dist-server/pages.js").touch()
    return OldProgram(version, folder)
