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
    """The program `tapis`, and the wheel from which it was installed."""

    tapis: Path
    wheel: Path


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check"]
    build_arguments: list[str | Path] = [
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        ROOT,
    ]
    subprocess.run([*pip, *build_arguments], check=True)
    (wheel,) = folder.glob("tapis-*.whl")
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    # Modules are compiled when they are imported, which is a tenth of all.
    install_arguments: list[str | Path] = ["--python", venv / "bin/python", "install", "--no-compile", wheel]
    subprocess.run([*pip, *install_arguments], check=True)
    return Installed(venv / "bin" / "tapis", wheel)


def build_environment() -> dict[str, str]:
    """An environment whose PATH has neither Node nor the programs of the sources."""
    return environment(PATH="/nowhere")


def test_a_wheel_has_every_file_of_the_program(installation: Installed) -> None:
    packed = {*ZipFile(installation.wheel).namelist()}
    sources = {f"tapis/bundled/{name}": ROOT / name for name in BUNDLED} | {"tapis": ROOT / "tapis"}
    files = {
        f"{name}/{file.relative_to(source)}" if source.is_dir() else name
        for name, source in sources.items()
        for file in (source.rglob("*") if source.is_dir() else [source])
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert files - packed == set()


def test_a_wheel_serves_the_demo_shop_from_any_folder_without_node(
    installation: Installed, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path / "data"
    copy_demo(shared_folder(tmp_path_factory), data)
    demo = subprocess.run(
        [installation.tapis, "demo", "--if-empty", "--data", data],
        cwd=tmp_path,
        env=build_environment(),
        check=False,
        stderr=subprocess.PIPE,
    )
    assert demo.returncode == 0, demo.stderr
    shop = serving(data)
    shop.command[0] = installation.tapis
    shop.environment = build_environment()
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
            account
            for account in json.loads((data / "demo-accounts.json").read_text())
            if account["role"] == "admin"
        )
        response = httpx.post(f"{url}/auth/v1/token?grant_type=password", headers=headers, json=admin)
        assert response.status_code == 200, response.text
        as_admin = headers | {"Authorization": f"Bearer {response.json()['access_token']}"}
        stored = httpx.post(
            f"{url}/storage/v1/object/tapis/gallery/new.png",
            headers=as_admin | {"Content-Type": "image/png"},
            content=photo(70, 50, ".png"),
        )
        assert stored.status_code == 200, stored.text


def test_the_installed_program_tells_its_version(installation: Installed, tmp_path: Path) -> None:
    output = subprocess.check_output([installation.tapis, "--version"], cwd=tmp_path, text=True)
    assert re.fullmatch(r"tapis \d+\.\d+\.\d+\n", output)
