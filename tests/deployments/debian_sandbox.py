"""An empty Debian in a folder, with its own packages, processes, mounts and network.

machine = new_machine(folder)
machine.run("apt-get install …")           # with the host's network
machine.run("…", online=False)             # with a network namespace of its own
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

RELEASE = "trixie"
NO_SETTINGS: Mapping[str, str] = {}
# The sandbox reaches the registries as the host does: with its resolver and its trusted certificates.
TRUSTED = Path("/etc/ssl/certs/ca-certificates.crt")
TRUSTED_IN_SANDBOX = "/etc/machine.crt"
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

    def run(self, script: str, *, online: bool = True, settings: Mapping[str, str] = NO_SETTINGS) -> str:
        """Run a shell script as root and return its output. Processes that it started end with it."""
        namespaces = ["--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={self.root}/proc"]
        network = [] if online else ["--net"]
        variables = [f"{name}={value}" for name, value in (build_environment() | dict(settings)).items()]
        shell = ["bash", "-euo", "pipefail", "-c", script]
        result = subprocess.run(
            ["unshare", *namespaces, *network, "sh", "-euc", ENTER, "sh", self.root, *variables, *shell],
            env=os.environ | {"ALONE": "" if online else "yes"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert result.returncode == 0, result.stdout[-6000:]
        return result.stdout

    def host_path(self, path: str) -> Path:
        """The host's path of a path in the sandbox."""
        return self.root / path.lstrip("/")


def build_environment() -> dict[str, str]:
    """The environment of a shell in the sandbox: a minimum, and access to the registries."""
    trusting = {name: TRUSTED_IN_SANDBOX for name, value in os.environ.items() if value == str(TRUSTED)}
    usual = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    return usual | trusting | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}


def new_machine(folder: Path) -> Machine:
    """A machine with nothing but Debian's base system."""
    subprocess.run(["cp", "-a", create_base_system(), folder], check=True)
    return Machine(folder)


def create_base_system() -> Path:
    """The folder of the base system, created once and kept."""
    folder = ROOT / "build" / f"debian-{RELEASE}"
    if not folder.exists():
        unfinished = folder.with_suffix(".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", RELEASE, unfinished, find_mirror()],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        shutil.copy(TRUSTED, unfinished / TRUSTED_IN_SANDBOX.lstrip("/"))
        unfinished.rename(folder)
    shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
    return folder


def find_mirror() -> str:
    """The mirror from which the host gets its packages."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(COMPONENT)"]
    told = subprocess.check_output(asked, text=True).splitlines()
    return next(line.split()[0] for line in told if line.endswith(" main") and "security" not in line)
