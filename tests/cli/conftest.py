"""The shop's owner at a terminal."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import TAPIS, environment

Type = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that is up to date and at rest, to be copied: quicker than making one."""
    data = tmp_path_factory.mktemp("made") / "data"
    assert typing(data)("migrate").returncode == 0
    return data


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    """A data folder of this test's own, up to date, without accounts."""
    subprocess.run(["cp", "--archive", made, tmp_path / "ready"], check=True)
    return tmp_path / "ready"


@pytest.fixture
def run(tmp_path: Path) -> Type:
    """Run `tapis` with some words on a data folder of this test's own, which nobody else uses."""
    return typing(tmp_path / "data")


def typing(data: Path) -> Type:
    """Run `tapis` with some words on a data folder."""

    def run(*words: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(TAPIS), *words, "--data", str(data)],
            input=given,
            env=environment(**settings),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return run
