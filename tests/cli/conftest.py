"""The shop's owner at a terminal."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import tapis
from tests.conftest import Shop, prepared

Type = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder of this test's own, up to date, without accounts and keys."""
    return prepared(tmp_path / "ready")


@pytest.fixture
def run(tmp_path: Path) -> Type:
    """Run `tapis` with some words on a data folder of this test's own, which nobody else uses."""
    return typing(tmp_path / "data")


@pytest.fixture
def here(shop: Shop) -> Type:
    """The terminal beside the running shop."""
    return typing(shop.data)


def typing(data: Path) -> Type:
    """Run `tapis` with some words on a data folder."""

    def run(*words: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        return tapis(*words, "--data", data, given=given, **settings)

    return run
