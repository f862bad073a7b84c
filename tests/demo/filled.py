"""The demo shop, filled once per test run: interrupted, and resumed while the shop is open."""

import fcntl
import shutil
import signal
import subprocess
import time
from pathlib import Path

from tests.conftest import TAPIS, environment, prepared, serving


def copy_demo(shared: Path, data: Path) -> str:
    """Copy the stopped demo shop to `data`; gives the output of `tapis demo`."""
    output = shared / "demo.told"
    with (shared / "demo.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not output.exists():
            shutil.rmtree(shared / "demo", ignore_errors=True)
            output.write_text(fill_demo(shared / "demo"))
    subprocess.run(["cp", "--archive", shared / "demo", data], check=True)
    return output.read_text()


def fill_demo(data: Path) -> str:
    interrupt_seeding(prepared(data))
    assert not (data / "demo-accounts.json").exists()
    with serving(data):
        seeded = run_tapis_demo(data)
    assert seeded.returncode == 0, seeded.stderr
    return seeded.stdout


def interrupt_seeding(data: Path) -> None:
    """Start to fill the shop and kill everything once some pictures are stored."""
    command: list[str | Path] = [TAPIS, "demo", "--data", data]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL) as seeding:
        deadline = time.monotonic() + 120
        while len([file for file in (data / "files").glob("??/*") if file.suffix != ".part"]) < 6:
            assert seeding.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        seeding.send_signal(signal.SIGKILL)


def run_tapis_demo(data: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run `tapis demo` like an owner."""
    return subprocess.run(
        [TAPIS, "demo", "--data", data, *more],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
