"""nginx in front of several gateways: round robin, with failover."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.postgres.os_processes import eventually

FRAME = """
daemon off;
{user}
pid {folder}/nginx.pid;
worker_processes 1;
error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/unused;
    uwsgi_temp_path {folder}/unused;
    scgi_temp_path {folder}/unused;
    {upstream}
    server {{
        listen 127.0.0.1:{port};
        {site}
    }}
}}
"""
SITE = """
        client_max_body_size 64m;
        large_client_header_buffers 4 64k; # as deploy/nginx.conf
        location / {
            proxy_pass http://gateways;
            proxy_http_version 1.1;
            proxy_connect_timeout 2s;
            proxy_request_buffering off;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
        }
"""


@contextmanager
def run_proxy(folder: Path, port: int, gateways: Sequence[str]) -> Iterator[str]:
    """Run nginx in front of gateways until the end of the block; the value is its address.

    Round robin, so that a second request reaches another gateway than the first. Unsent and idempotent
    requests are retried at the next gateway; an order is not.
    """
    servers = " ".join(f"server {url.removeprefix('http://')} max_fails=0;" for url in gateways)
    url = f"http://127.0.0.1:{port}"
    with start_nginx(folder, port, f"upstream gateways {{ {servers} }}", SITE) as process:
        try:
            assert eventually(lambda: is_answering(url), 20), (folder / "error.log").read_text()
            yield url
        finally:
            process.terminate()


def start_nginx(folder: Path, port: int, upstream: str, site: str) -> subprocess.Popen[bytes]:
    """Serve `site`, the body of a server block, on a port of this machine."""
    folder.mkdir(exist_ok=True)
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(FRAME.format(folder=folder, user=user, upstream=upstream, port=port, site=site))
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "nginx is missing: `make proxies` installs it"
    return subprocess.Popen(
        [program, "-e", f"{folder}/error.log", "-c", configuration], start_new_session=True
    )


def is_answering(url: str) -> bool:
    """Whether a gateway answers at this address."""
    try:
        return httpx.get(f"{url}/healthz").status_code == 200
    except httpx.TransportError:
        return False
