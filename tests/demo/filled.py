"""The demo shop, filled once for a run: killed in the middle, and taken up again while it is open."""

import fcntl
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.conftest import TAPIS, environment, prepared, serving


def copy_of_demo(shared: Path, data: Path) -> str:
    """Make `data` a copy of the demo shop at rest; gives what `tapis demo` said when it was whole."""
    told = shared / "demo.told"
    with (shared / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            shutil.rmtree(shared / "demo", ignore_errors=True)
            told.write_text(filled(shared / "demo"))
    subprocess.run(["cp", "--archive", shared / "demo", data], check=True)
    return told.read_text()


def filled(data: Path) -> str:
    interrupted_seeding(prepared(data))
    assert not (data / "demo-accounts.json").exists()
    with serving(data):
        seeded = tapis_demo(data)
    assert seeded.returncode == 0, seeded.stderr
    return seeded.stdout


def interrupted_seeding(data: Path) -> None:
    """Start to fill the shop and kill everything when some pictures are in."""
    command: list[str | Path] = [TAPIS, "demo", "--data", data]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL) as seeding:
        deadline = time.monotonic() + 120
        while len([file for file in (data / "files").glob("??/*") if file.suffix != ".part"]) < 6:
            assert seeding.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        seeding.send_signal(signal.SIGKILL)


def tapis_demo(data: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run `tapis demo`, as an owner does."""
    return subprocess.run(
        [TAPIS, "demo", "--data", data, *more],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
