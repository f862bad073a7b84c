"""From the command to the first page, beside the least this takes; what an idle shop holds in memory."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import psycopg

from bench.server.figures import Figure, limit, longer
from tapis.ops.postgres import binaries, initdb, os_account
from tapis.ops.postgres.configuration import build_server_options
from tapis.ops.postgres.paths import SOCKET_FROM_CLUSTER, ServerPaths
from tests.conftest import serving

STARTS = 5
IDLE_SECONDS = 15
# Everything that runs while a shop starts.
IMPORT = [sys.executable, "-c", "import tapis.ops.cli.serve, tapis.app"]


def start(data: Path) -> list[Figure]:
    """Cold starts of a prepared shop, then the memory of the last, when nothing has happened for a while."""
    seconds, least, megabytes = [], [], 0.0
    for _ in range(STARTS):
        least.append(first_answer_of_postgres(data) + elapsed(IMPORT))
        begun = time.monotonic()
        shop = serving(data)
        with shop:
            seconds.append(time.monotonic() - begun)
            if len(seconds) == STARTS and shop.process:
                time.sleep(IDLE_SECONDS)
                megabytes = memory_of_tree(shop.process.pid)
    return [
        limit("Cold start → first page, median of 5", median(seconds), "s", most=2),
        longer("Cold start → first page", "`select 1` of PostgreSQL alone + import", seconds, least, most=2),
        limit("Idle memory, server and PostgreSQL (PSS)", megabytes, "MB", most=200),
    ]


def elapsed(command: list[str]) -> float:
    """Seconds that a command takes."""
    begun = time.monotonic()
    subprocess.run(command, check=True)
    return time.monotonic() - begun


def first_answer_of_postgres(data: Path) -> float:
    """Seconds from starting the server of a stopped shop, by nothing of ours, to its first `select 1`."""
    paths = ServerPaths(data.absolute())
    account = os_account.choose_os_account(paths.data, paths.cluster)
    programs, url = binaries.ensure_programs_folder(account), paths.urls(account).superuser
    command = [str(programs / "postgres"), "-D", initdb.cluster_path_for(paths.cluster, account)]
    begun = time.monotonic()
    server = subprocess.Popen(
        [*command, *build_server_options(SOCKET_FROM_CLUSTER)],
        cwd=paths.cluster,
        env=initdb.ENVIRONMENT,
        user=account.uid if account.is_other else None,
        group=account.gid if account.is_other else None,
        extra_groups=[] if account.is_other else None,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with stopped_at_the_end(server):
        while not answers(url):
            time.sleep(0.005)
        return time.monotonic() - begun


def answers(url: str) -> bool:
    try:
        with psycopg.connect(url) as connection:
            return connection.execute("select 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False


@contextmanager
def stopped_at_the_end(server: "subprocess.Popen[bytes]") -> Iterator[None]:
    try:
        yield
    finally:
        server.send_signal(signal.SIGINT)  # fast shutdown
        server.wait(timeout=60)


def memory_of_tree(pid: int) -> float:
    """Megabytes of a process and all below it; shared pages count in proportion."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(memory_of_tree(int(child)) for child in children)
