"""Runs the commands of docs/deploy.md on an empty machine.

`tests/deployments/systemctl` replaces systemd, and the shop is called `localhost`, for which Caddy issues
a certificate of its own.
"""

import re
import shlex
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.deployments.debian_sandbox import Machine, new_machine
from tests.postgres.os_processes import as_root

DOCUMENT = (ROOT / "docs" / "deploy.md").read_text()
# After Ada's commands in the order of the document, the shop must be served over https, and know her.
IS_OPEN = """
for second in $(seq 120); do
  [ -e "$ROOT_CERTIFICATE" ] && python3 /root/visit.py "$ROOT_CERTIFICATE" && exit 0
  sleep 1
done
tail -n 30 /var/log/*.log; exit 1
"""
VISIT = """
import json, re, ssl, sys, urllib.request as web
trusting = ssl.create_default_context(cafile=sys.argv[1])
def ask(path, **more):
    return web.urlopen(web.Request("https://localhost" + path, **more), context=trusting, timeout=10)
try:
    page = ask("/")
except OSError as error:
    sys.exit(str(error))
assert page.headers["strict-transport-security"], page.headers
text = page.read().decode()
assert '"url":"https://localhost"' in text, text[:2000]
key = re.search(r"eyJ[\\w.-]+", text)[0]
password = re.search(r"Password: (\\S+)", open("/root/said").read())[1]
person = json.dumps({"email": "you@localhost", "password": password}).encode()
told = {"apikey": key, "Content-Type": "application/json"}
session = ask("/auth/v1/token?grant_type=password", data=person, headers=told)
print(json.load(session)["user"]["email"], "is signed in over https")
"""


def read_block(heading: str) -> list[str]:
    """The first block of commands under a heading of the document."""
    section = re.split(rf"^## {re.escape(heading)}$", DOCUMENT, flags=re.MULTILINE)[1]
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block
    return block[1].strip().splitlines()


HEADINGS = ("systemd and Caddy", "A container", "A hosted project")


@pytest.mark.parametrize("heading", HEADINGS)
def test_each_way_to_open_a_shop_takes_at_most_ten_lines(heading: str) -> None:
    assert 1 <= len(read_block(heading)) <= 10


def create_machine(folder: Path) -> Machine:
    """An empty Debian; installs debootstrap if necessary."""
    if not shutil.which("debootstrap"):
        subprocess.run([ROOT / "tests" / "install-programs", "debootstrap"], check=True)
    return new_machine(folder)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty Debian with the wheel in the folder where commands are typed."""
    machine = create_machine(tmp_path / "machine")
    subprocess.run(["make", "--silent", "wheel"], cwd=ROOT, check=True)
    (wheel,) = (ROOT / "build").glob("tapis-*.whl")
    shutil.copy(wheel, machine.root)
    shutil.copy(ROOT / "tests/deployments/systemctl", machine.host_path("/usr/local/sbin/systemctl"))
    machine.host_path("/root/visit.py").write_text(VISIT)
    return machine


@pytest.mark.anywhere
@as_root
def test_the_lines_for_systemd_and_Caddy_open_a_shop_over_https_on_an_empty_machine(machine: Machine) -> None:
    lines = [line.replace("NAME=tapis.example", "NAME=localhost") for line in read_block(HEADINGS[0])]
    assert lines[0].startswith("NAME=localhost")
    begins = next(number for number, line in enumerate(lines) if line.startswith("systemctl"))
    machine.run("\n".join(lines[:begins]))
    opening = "\n".join([lines[0], *lines[begins:-1], f"{lines[-1]} | tee /root/said"])
    root = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
    output = machine.run(opening + IS_OPEN, online=False, settings={"ROOT_CERTIFICATE": root})
    assert "you@localhost is signed in over https" in output


@pytest.mark.anywhere
@as_root
def test_systemd_finds_nothing_wrong_with_the_unit_and_few_ways_to_do_harm(tmp_path: Path) -> None:
    machine = create_machine(tmp_path / "judge")
    machine.run("apt-get update && apt-get install -y --no-install-recommends systemd")
    shutil.copy(ROOT / "deploy/tapis.service", machine.host_path("/etc/systemd/system/"))
    machine.run("install -D -m 755 /bin/true /opt/tapis/bin/tapis")
    unit = "/etc/systemd/system/tapis.service"
    assert machine.run(f"systemd-analyze verify --man=no {unit}") == ""
    output = machine.run(f"systemd-analyze security --offline=true --threshold=20 {unit}")
    exposure = re.search(r"Overall exposure level for tapis.service: (\S+)", output)
    assert exposure
    assert f"`systemd-analyze security`: {exposure[1]} of 10" in DOCUMENT.replace("\n", " ")


@dataclass(slots=True)
class ContainerBuild:
    """Runs the instructions of a Containerfile, each stage in a folder of its own."""

    new: Callable[[str], Machine]
    context: Path
    machines: dict[str, Machine] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = "root"
    command: str = ""
    name: str = ""

    def follow(self, line: str) -> None:
        """Carry out one instruction; an unknown one fails."""
        word, _, rest = line.partition(" ")
        getattr(self, f"_{word.lower()}")(rest)

    def _from(self, rest: str) -> None:
        assert rest.startswith("debian:13-slim"), "the machine that is tried is a Debian 13"
        self.name = rest.partition(" AS ")[2] or "shop"
        self.machines[self.name] = self.new(self.name)
        self.folder, self.user, self.settings = "/", "root", {}

    def _run(self, rest: str) -> None:
        assert self.user == "root"
        self.machines[self.name].run(f"cd {self.folder}\n{rest}", settings=self.settings)

    def _copy(self, rest: str) -> None:
        words = shlex.split(rest)
        source = self.context
        if words[0].startswith("--from="):
            source = self.machines[words.pop(0).removeprefix("--from=")].root
        *files, target = words
        target_path = self.machines[self.name].host_path(str(Path(self.folder) / target))
        target_path.parent.mkdir(parents=True, exist_ok=True)
        for file in files:
            # As an image has it: of a folder, what is in it.
            source_path = source / file.lstrip("/")
            subprocess.run(
                ["cp", "-a", *(["-T"] if source_path.is_dir() else []), source_path, target_path], check=True
            )

    def _workdir(self, rest: str) -> None:
        self.folder = rest
        self.machines[self.name].host_path(rest).mkdir(parents=True, exist_ok=True)

    def _env(self, rest: str) -> None:
        self.settings |= dict(word.split("=", 1) for word in shlex.split(rest))

    def _user(self, rest: str) -> None:
        self.user = rest

    def _cmd(self, rest: str) -> None:
        self.command = shlex.join(eval(rest))

    def _healthcheck(self, rest: str) -> None:
        self.settings["HEALTHY"] = shlex.join(eval(rest.partition("CMD ")[2]))

    def _volume(self, rest: str) -> None:
        assert self.machines[self.name].host_path(rest).is_dir()

    def _expose(self, rest: str) -> None:
        assert rest == "8000"

    def _stopsignal(self, rest: str) -> None:
        assert rest == "SIGTERM"


# As `podman run --read-only`: only the volume and what is gone with the container can be written.
BECOMES_HEALTHY = """
mount --bind /data /data; mount -t tmpfs none /tmp; mount -o remount,bind,ro /
if touch /opt/tapis/written 2> /dev/null; then echo "the root can be written"; exit 1; fi
setpriv --reuid $WHO --regid $WHO --init-groups --no-new-privs --bounding-set=-all $STARTS > /tmp/shop.log &
for second in $(seq 90); do
  if eval "$HEALTHY" 2> /dev/null; then kill $!; wait $! && echo "was healthy and ended well"; exit; fi
  sleep 1
done
cat /tmp/shop.log; exit 1
"""


def test_images_keep_the_health_check_that_podmans_own_format_has_no_place_for() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text()
    assert "\nHEALTHCHECK " in text
    builds = [line for line in (text + DOCUMENT).splitlines() if "podman build " in line]
    assert len(builds) == 2
    assert all("BUILDAH_FORMAT=docker podman build " in line for line in builds)


@pytest.mark.anywhere
@as_root
def test_what_the_Containerfile_builds_is_healthy_on_a_read_only_root_and_stops(tmp_path: Path) -> None:
    context = tmp_path / "context"
    subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(context)], check=True)
    stages = ContainerBuild(lambda name: create_machine(tmp_path / name), context)
    text = (ROOT / "deploy" / "Containerfile").read_text().replace("\\\n", "")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            stages.follow(line)
    shop = stages.machines["shop"]
    settings = stages.settings | {"WHO": stages.user, "STARTS": stages.command}
    output = shop.run(BECOMES_HEALTHY, online=False, settings=settings)
    assert output.endswith("was healthy and ended well\n")
    assert not shop.host_path("/usr/bin/node").exists()
