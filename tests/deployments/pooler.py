"""PgBouncer from Debian, as a rule in transaction mode: each transaction gets any free connection."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.deployments.certificates import LOCALHOST_NAMES
from tests.deployments.postgres import DATABASE, PASSWORDS, Server, free_port
from tests.postgres.os_processes import eventually

PROGRAM = Path("/usr/sbin/pgbouncer")
# Defaults, except for a pool of four, so that clients share connections.
SETTINGS = """\
[databases]
{database} = host=127.0.0.1 port={server} dbname={database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
pool_mode = {mode}
default_pool_size = 4
max_client_conn = 200
auth_type = scram-sha-256
auth_file = {folder}/users.txt
server_tls_sslmode = verify-full
server_tls_ca_file = {root}
client_tls_sslmode = require
client_tls_cert_file = {folder}/pooler.crt
client_tls_key_file = {folder}/pooler.key
"""


@contextmanager
def run_pooler(server: Server, mode: str = "transaction") -> Iterator[str]:
    """Run a pooler in front of a server; the value is the gateway's address of the database through it."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="tapis-pooler-") as name:
        folder = Path(name)
        _write_configuration(folder, server, port, mode)
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                [PROGRAM, folder / "pgbouncer.ini"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **server.identity,
            )
        url = server.authenticator.replace(f":{server.port}/", f":{port}/")
        try:
            assert eventually(lambda: _is_answering(url), 15), (folder / "log").read_text()
            yield url
        finally:
            process.terminate()
            process.wait(15)


def _write_configuration(folder: Path, server: Server, port: int, mode: str) -> None:
    folder.chmod(0o755)
    values = {"database": DATABASE, "mode": mode, "server": server.port, "root": server.authority.root}
    certificate, key = server.authority.issue("pooler", LOCALHOST_NAMES)
    users = "".join(f'"{name}" "{password}"\n' for name, password in PASSWORDS.items())
    for file, text in (
        ("pgbouncer.ini", SETTINGS.format(folder=folder, port=port, **values)),
        ("users.txt", users),
        ("pooler.crt", certificate.read_text()),
        ("pooler.key", key.read_text()),
    ):
        (folder / file).write_text(text)
        server.grant_read(folder / file)


def _is_answering(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True
