"""The owner installs the wheel into an empty environment, on a machine without Node or the sources."""

import json
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.conftest import ROOT, environment, serving


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program `tapis`, installed from the wheel alone."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("tapis-*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    subprocess.run([folder / "venv/bin/pip", "install", "-qq", wheel], check=True)
    return folder / "venv" / "bin" / "tapis"


def without_node() -> dict[str, str]:
    """An environment whose path has neither the programs of the sources nor Node."""
    return environment(PATH="/nowhere")


def test_a_wheel_serves_the_demo_shop_from_any_folder_without_node(installed: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    demo = subprocess.run(
        [installed, "demo", "--data", data],
        cwd=tmp_path,
        env=without_node(),
        check=False,
        stderr=subprocess.PIPE,
    )
    assert demo.returncode == 0, demo.stderr
    shop = serving(data)
    shop.command[0] = installed
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


def test_the_installed_program_tells_its_version(installed: Path, tmp_path: Path) -> None:
    told = subprocess.check_output([installed, "--version"], cwd=tmp_path, text=True)
    assert re.fullmatch(r"tapis \d+\.\d+\.\d+\n", told)
