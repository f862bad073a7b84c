"""Fixtures for the commands of the shop's owner."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import tapis
from tests.conftest import Shop, prepared

Runner = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A migrated data folder for one test, without accounts and keys."""
    return prepared(tmp_path / "ready")


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    """Run `tapis` on a data folder for one test."""
    return make_runner(tmp_path / "data")


@pytest.fixture
def run_in_shop(shop: Shop) -> Runner:
    """Run `tapis` on the data folder of the running shop."""
    return make_runner(shop.data)


def make_runner(data: Path) -> Runner:
    """A function that runs `tapis` on a data folder."""

    def run(*words: str, given: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        return tapis(*words, "--data", data, given=given, **settings)

    return run
