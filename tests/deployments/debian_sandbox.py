"""An empty Debian in a folder, with its own packages, processes, mounts and network.

machine = new_machine(folder)
machine.run("apt-get install …")           # with the way out that this machine has
machine.run("…", online=False)             # with a network of its own, in which nobody else has a port
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

RELEASE = "trixie"
NOTHING: Mapping[str, str] = {}
# As this machine reaches the registries, so does the other: whom it asks for names, and whom it trusts.
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
TRUSTED_THERE = "/etc/machine.crt"
# Inside the new namespaces, before the root changes. Mounts made here are gone with the last process.
ENTER = """
root=$1; shift
mount --rbind "$root" "$root"
mount --rbind /dev "$root/dev"
mount --rbind /sys "$root/sys"
[ -z "$ALONE" ] || { ip link set lo up; echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start; }
exec chroot "$root" /usr/bin/env -i "$@"
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """A folder with a Debian in it."""

    root: Path

    def run(self, script: str, *, online: bool = True, settings: Mapping[str, str] = NOTHING) -> str:
        """Run lines of a shell as root; gives what they printed. Whatever they started ends with them."""
        apart = ["--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root}/proc"]
        network = [] if online else ["--net"]
        told = [f"{name}={value}" for name, value in (there() | dict(settings)).items()]
        shell = ["bash", "-euo", "pipefail", "-c", script]
        done = subprocess.run(
            ["unshare", *apart, *network, "sh", "-euc", ENTER, "sh", self.root, *told, *shell],
            env=os.environ | {"ALONE": "" if online else "yes"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout[-6000:]
        return done.stdout

    def holds(self, path: str) -> Path:
        """A path there, as it is called here."""
        return self.root / path.lstrip("/")


def there() -> dict[str, str]:
    """What a shell there starts with: little, and the way to the registries."""
    trusting = {name: TRUSTED_THERE for name, value in os.environ.items() if value == str(TRUSTED)}
    usual = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    return usual | trusting | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def new_machine(folder: Path) -> Machine:
    """A machine on which nothing is installed beyond what every Debian has."""
    subprocess.run(["cp", "-a", empty(), folder], check=True)
    return Machine(folder)


def empty() -> Path:
    """Made once, and kept."""
    kept = ROOT / "build" / f"debian-{RELEASE}"
    if not kept.exists():
        made = kept.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", RELEASE, made, mirror()],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shutil.copy(TRUSTED, made / TRUSTED_THERE.lstrip("/"))
        made.rename(kept)
    shutil.copy("/etc/resolv.conf", kept / "etc/resolv.conf")
    return kept


def mirror() -> str:
    """Where this machine gets its packages."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(COMPONENT)"]
    told = subprocess.check_output(asked, text=True).splitlines()
    return next(line.split()[0] for line in told if line.endswith(" main") and "security" not in line)
