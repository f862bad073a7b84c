"""Makes a release: the wheel, built twice and the same, its parts, their licences, known vulnerabilities.

    build/release/tapis-….whl       built in two fresh clones, and of equal bytes
    build/release/python.cdx.json   the parts of the gateway (CycloneDX), installed as pinned
    build/release/web.cdx.json      the parts of the front end (CycloneDX), from its lock file
    build/release/licences.csv      each part, its version and its licence

Registries are asked for known vulnerabilities; one without an auditor is named, and refuses nothing.
"""

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

FOLDER = ROOT / "build" / "release"
TOOLS = ROOT / "build" / "release-tools" / "bin"
PINNED = ROOT / "requirements" / "base.txt"
AUDIT_PYTHON: list[str | Path] = [TOOLS / "pip-audit", "--disable-pip", "--require-hashes", "-r", PINNED]
# Permissive, or binding only who changes the part itself: parts under these may be shipped with the shop.
COMPATIBLE = frozenset(
    {
        "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "LGPL-3.0-only",
        "LGPL-3.0-or-later", "MIT", "MIT-0", "MPL-2.0", "OFL-1.1", "PSF-2.0",
    }
)  # fmt: skip
# Classifiers of parts that name no SPDX licence.
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def build_wheel() -> Path:
    """The wheel of a fresh clone of what is committed."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
        subprocess.run(["make", "--silent", "wheel"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = Path(folder, "build").glob("tapis-*.whl")
        return Path(shutil.copy2(wheel, FOLDER))


def sha256_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def list_python_parts() -> Path:
    """The parts of the gateway, from an environment of the pinned ones."""
    target = FOLDER / "python.cdx.json"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        pip = [sys.executable, "-m", "pip", "--python", f"{folder}/bin/python", "install", "-qq"]
        subprocess.run([*pip, "--disable-pip-version-check", "--require-hashes", "-r", PINNED], check=True)
        command: list[str | Path] = [
            TOOLS / "cyclonedx-py",
            "environment",
            "--output-reproducible",
            f"{folder}/bin/python",
        ]
        with target.open("wb") as file:
            subprocess.run(command, check=True, stdout=file, stderr=subprocess.DEVNULL)
    return target


def list_web_parts() -> Path:
    """The parts of the front end that reach a browser, from its lock file."""
    target = FOLDER / "web.cdx.json"
    command = ["npm", "sbom", "--sbom-format", "cyclonedx", "--omit=dev"]
    output = subprocess.run(command, cwd=ROOT / "web", check=True, stdout=subprocess.PIPE).stdout
    target.write_bytes(output)
    return target


def parse_licences(part: dict[str, Any]) -> frozenset[str]:
    """The licences that a part names, as SPDX names where they are known."""
    licences = [
        one.get("expression") or one["license"].get("id") or one["license"]["name"]
        for one in part["licenses"]
    ]
    short = [one.rpartition(":: ")[2] for one in licences if ":: " not in one or len(licences) == 1]
    named = [CLASSIFIERS.get(one, one) for one in short]
    return frozenset(name for one in named for name in re.split(r" OR | AND |[()]", one) if name)


def list_parts(lists: list[Path]) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Name, version and licences of every part."""
    for path in lists:
        for part in json.loads(path.read_text())["components"]:
            yield part["name"], part["version"], parse_licences(part)


def write_licences(lists: list[Path]) -> list[str]:
    """Write the table of licences; gives the parts that must not be shipped."""
    parts = sorted(list_parts(lists), key=lambda part: part[0].lower())
    with (FOLDER / "licences.csv").open("w", newline="") as file:
        csv.writer(file).writerows(
            [("part", "version", "licences"), *((n, v, " ".join(sorted(o))) for n, v, o in parts)]
        )
    return [f"{name} {version}: {' '.join(sorted(of)) or 'no licence'}" for name, version, of in parts
            if not of or of - COMPATIBLE]  # fmt: skip


def audit(name: str, command: list[str | Path], folder: Path, absent: str) -> bool:
    """Whether a registry knows no vulnerability of the pinned versions, or has no auditor."""
    result = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    output = result.stdout + result.stderr
    if re.search(absent, output):
        print(f"vulnerabilities   {name}: this registry has no auditor")
        return True
    print(f"vulnerabilities   {name}: {'none known' if result.returncode == 0 else output}")
    return result.returncode == 0


def main() -> int:
    """Make the folder of the release; 0 if it may be published."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    first = sha256_of(build_wheel())
    wheel = build_wheel()
    same = sha256_of(wheel) == first
    print(
        f"wheel             {wheel.name} {sha256_of(wheel)}{'' if same else ', another one the time before'}"
    )
    lists = [list_python_parts(), list_web_parts()]
    wrong = write_licences(lists)
    print(
        f"licences          {len(list(list_parts(lists)))} parts, {len(wrong)} not compatible",
        *wrong,
        sep="\n  ",
    )
    python = audit("Python", AUDIT_PYTHON, ROOT, "not found on PyPI")
    web = audit("front end", ["npm", "audit", "--omit=dev"], ROOT / "web", "audit endpoint returned an error")
    return 0 if same and not wrong and python and web else 1


if __name__ == "__main__":
    sys.exit(main())
