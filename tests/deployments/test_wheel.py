"""The owner installs the wheel into an empty environment, on a machine without Node or the sources."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import httpx
import pytest

from hatch_build import BUNDLED
from tests.conftest import ROOT, environment, serving, shared_folder
from tests.demo.filled import copy_demo
from tests.storage.sample_images import photo


@dataclass(frozen=True, slots=True)
class Installed:
    """The program `tapis`, and the wheel alone that it was installed from."""

    tapis: Path
    wheel: Path


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"]
    building: list[str | Path] = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT]
    subprocess.run([*pip, *building], check=True)
    (wheel,) = folder.glob("tapis-*.whl")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    # What runs is compiled when it runs, which is a tenth of all that the libraries have.
    installing: list[str | Path] = ["--python", venv / "bin/python", "install", "--no-compile", wheel]
    subprocess.run([*pip, *installing], check=True)
    return Installed(venv / "bin" / "tapis", wheel)


def without_node() -> dict[str, str]:
    """An environment whose path has neither the programs of the sources nor Node."""
    return environment(PATH="/nowhere")


def test_a_wheel_has_every_file_of_the_program(installed: Installed) -> None:
    packed = {*ZipFile(installed.wheel).namelist()}
    sources = {f"tapis/bundled/{name}": ROOT / name for name in BUNDLED} | {"tapis": ROOT / "tapis"}
    files = {
        f"{name}/{file.relative_to(source)}" if source.is_dir() else name
        for name, source in sources.items()
        for file in (source.rglob("*") if source.is_dir() else [source])
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert files - packed == set()


def test_a_wheel_serves_the_demo_shop_from_any_folder_without_node(
    installed: Installed, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path / "data"
    copy_demo(shared_folder(tmp_path_factory), data)
    demo = subprocess.run(
        [installed.tapis, "demo", "--if-empty", "--data", data],
        cwd=tmp_path,
        env=without_node(),
        check=False,
        stderr=subprocess.PIPE,
    )
    assert demo.returncode == 0, demo.stderr
    shop = serving(data)
    shop.command[0] = installed.tapis
    shop.environment = without_node()
    with shop as url:
        page = httpx.get(url)
        assert page.status_code == 200
        (key,) = set(re.findall(r"eyJ[\w.-]+", page.text))
        headers = {"apikey": key}
        products = httpx.get(f"{url}/rest/v1/products?select=heading,image", headers=headers).json()
        assert len(products) == 24
        picture = products[0]["image"]["url"]
        assert httpx.get(f"{url}/storage/v1/{picture.partition('/storage/v1/')[2]}").status_code == 200
        admin = next(
            one for one in json.loads((data / "demo-accounts.json").read_text()) if one["role"] == "admin"
        )
        answer = httpx.post(f"{url}/auth/v1/token?grant_type=password", headers=headers, json=admin)
        assert answer.status_code == 200, answer.text
        as_admin = headers | {"Authorization": f"Bearer {answer.json()['access_token']}"}
        stored = httpx.post(
            f"{url}/storage/v1/object/tapis/gallery/new.png",
            headers=as_admin | {"Content-Type": "image/png"},
            content=photo(70, 50, ".png"),
        )
        assert stored.status_code == 200, stored.text


def test_the_installed_program_tells_its_version(installed: Installed, tmp_path: Path) -> None:
    told = subprocess.check_output([installed.tapis, "--version"], cwd=tmp_path, text=True)
    assert re.fullmatch(r"tapis \d+\.\d+\.\d+\n", told)
