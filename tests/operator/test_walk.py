"""An operator types every line of README, docs/deploy.md and docs/operate.md on an empty Debian, in order.

Except for systemd, which `tests/deployments/systemctl` replaces, and public certificates: the shop is called
`localhost`, for which Caddy issues its own.
"""

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ROOT
from tests.deployments.debian_sandbox import Machine, new_machine
from tests.deployments.postgres import PASSWORDS, Server, free_port, run_postgres
from tests.deployments.s3_servers import run_bucket
from tests.operator.documents import HOME, MADE, QUERIED, TYPED, WAYS, WRITTEN, Block, blocks
from tests.postgres.os_processes import as_root

BLOCKS = {block.name: block for block in blocks()}
FUNCTIONS = (Path(__file__).parent / "walk.sh").read_text()
SETTINGS = "/var/lib/tapis/tapis.env"
NOTHING: Mapping[str, str] = {}
# What has to be there before a block: a shop that was lived in, the settings of version 0.1.
BEFORE = {
    "Upgrading 1": "cd /",
    "Upgrading 2": f"cp {SETTINGS} /etc/tapis.env",
    "Upgrading 3": "open_at $PORT; cd /backups; tapis demo",
    "Security log 1": "wrong_password rina@tapis.example",
}
# Lines that are right, and refused where there is nothing to do, or nobody to ask.
REFUSED = {
    "tapis users reset-factor rina@tapis.example": "rina@tapis.example has no second factor.",
    "tapis users remove rina@tapis.example": "without a terminal to ask at, add --yes.",
}


def test_Z10_every_block_of_the_documents_is_tried_or_says_where_it_is() -> None:
    assert set(BLOCKS) == set(WAYS)


def of_kind(way: str) -> list[Block]:
    return [block for block in BLOCKS.values() if WAYS.get(block.name) == way]


def command_of(line: str) -> str:
    """A line without its remark."""
    return line.partition("  #")[0].rstrip()


def typed(line: str) -> str:
    """A line as the walk types it: told first, a server in the background, a refusal where one is right."""
    command = command_of(line)
    told = f"echo {shlex.quote(f'$ {command}')}\n"
    if " serve " in command:
        port = command.rpartition(" ")[2]
        return f"{told}{command} &\nserver=$!\nopen_at {port}"
    if command in REFUSED:
        return f"{told}refuses {shlex.quote(REFUSED[command])} {command}"
    return f"{told}{command}"


def script(block: Block) -> str:
    """A block; a server that it opened is closed at its end."""
    lines = [typed(line) for line in block.lines]
    closing = ["closed $server"] if any(" serve " in command_of(line) for line in block.lines) else []
    return "\n".join([BEFORE.get(block.name, ""), *lines, *closing])


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """An empty Debian with the wheel in its root folder."""
    subprocess.run([ROOT / "tests" / "install-programs", "debootstrap"], check=True)
    machine = new_machine(tmp_path_factory.mktemp("machines") / "bare")
    subprocess.run(["make", "--silent", "wheel"], cwd=ROOT, check=True)
    (wheel,) = (ROOT / "build").glob("tapis-*.whl")
    shutil.copy(wheel, machine.root)
    for program in ("systemctl", "journalctl"):
        shutil.copy(ROOT / "tests/deployments" / program, machine.host_path(f"/usr/local/sbin/{program}"))
    return machine


@pytest.fixture(scope="module")
def made(bare: Machine) -> tuple[Machine, list[str]]:
    """A server on which everything is installed and nothing runs; and the lines that open the shop."""
    (block,) = of_kind(MADE)
    lines = [line.replace("NAME=tapis.example", "NAME=localhost") for line in block.lines]
    begins = next(number for number, line in enumerate(lines) if line.startswith("systemctl"))
    bare.run("\n".join(lines[:begins]))
    return bare, [lines[0], *lines[begins:]]


@pytest.mark.anywhere
@as_root
def test_Z10_somebody_opens_a_shop_at_home(bare: Machine) -> None:
    bare.run("apt-get update && apt-get install -y --no-install-recommends ca-certificates python3-venv")
    bare.run(
        "useradd --create-home you && install -d -o you /home/you/build && cp /tapis-*.whl /home/you/build"
    )
    (block,) = of_kind(HOME)
    make, *lines = block.lines
    assert make.startswith("make wheel ")  # is done: see `bare`
    begins = next(number for number, line in enumerate(lines) if " serve " in line)
    as_you(bare, [*lines[:begins]], online=True)
    opened = [lines[0], *map(typed, lines[begins:]), "closed $server"]
    assert "Password: " in as_you(bare, opened, online=False)


def as_you(machine: Machine, lines: list[str], *, online: bool) -> str:
    """What somebody without rights types at home."""
    machine.host_path("/home/you/typed").write_text("\n".join(["set -eu", FUNCTIONS, "cd", *lines]))
    return machine.run("runuser -u you -- env HOME=/home/you bash /home/you/typed", online=online)


@pytest.fixture(params=["embedded", "external"])
def settings(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """Of a shop that has everything in its folder, or of one on a rented database and bucket."""
    if request.param == "embedded":
        yield {}
        return
    with ExitStack() as stack:
        server = stack.enter_context(run_postgres(18, tls=False, with_database=False))
        pictures = stack.enter_context(run_bucket("seaweedfs"))
        rent(server)
        yield {
            "TAPIS_DATABASE_URL": server.authenticator,
            "TAPIS_OWNER_URL": server.url("shop"),
            "TAPIS_PORT": str(free_port()),
            **pictures.environment,
        }


def rent(server: Server) -> None:
    """What the document has a superuser do on a database server, with passwords of ours."""
    (block,) = of_kind(QUERIED)
    words = iter(("shop", PASSWORDS["authenticator"]))
    filled = re.sub("…", lambda _: next(words), re.sub("--.*", "", block.text))
    url = server.url("postgres", login="password", database="postgres")
    with psycopg.connect(url, autocommit=True) as superuser:
        for statement in filter(str.strip, filled.split(";")):
            superuser.execute(statement.encode())


@pytest.mark.anywhere
@as_root
def test_Z10_an_operator_types_the_documents_from_beginning_to_end(
    made: tuple[Machine, list[str]], settings: dict[str, str], tmp_path: Path
) -> None:
    installed, opening = made
    machine = Machine(tmp_path / "server")
    subprocess.run(["cp", "-a", installed.root, machine.root], check=True)
    with machine.host_path(SETTINGS).open("a") as file:
        file.writelines(f"{name}={value}\n" for name, value in settings.items())
    lives = "" if settings else "a_picture_is_lost_and_comes_back"
    if settings:  # what is online shares its ports with this machine
        *opening, last = [line.replace(" && systemctl restart caddy", "") for line in opening]
        opening += ["open_at $PORT", last]  # the service makes the shop in an external database
    steps = [FUNCTIONS, *opening, *map(script, of_kind(TYPED)), "broken_by_hand_and_repaired", lives]
    port = settings.get("TAPIS_PORT", "8000")
    said = machine.run("\n".join(steps), online=bool(settings), settings={"PORT": port})
    assert "Nothing is wrong" in said


@pytest.mark.anywhere
@as_root
@pytest.mark.parametrize("block", of_kind(WRITTEN), ids=lambda block: block.name)
def test_Z10_settings_of_the_documents_are_settings(made: tuple[Machine, list[str]], block: Block) -> None:
    machine, _ = made
    folder = machine.host_path(f"/root/{block.name.replace(' ', '-')}")
    folder.mkdir()
    (folder / "tapis.env").write_text(block.text)
    (folder / "tapis.env").chmod(0o600)
    machine.run(f"/opt/tapis/bin/tapis config --data /root/{folder.name}", online=False)
