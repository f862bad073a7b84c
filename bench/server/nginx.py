"""nginx as a peer: one answer of ours, with our headers, in a file."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from bench.server.peers import running

NGINX = 18_302
CONF = """
worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log /dev/null;
events {{ worker_connections 1024; }}
http {{
  access_log off; keepalive_requests 100000000; types {{ }} default_type application/json;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}/www; {headers} }}
}}
"""


@contextmanager
def nginx(folder: Path, name: str, answer: httpx.Response) -> Iterator[str]:
    """The address of a file with the same bytes."""
    folder.chmod(0o755)
    www = folder / "www"
    www.mkdir(exist_ok=True)
    www.chmod(0o755)
    (www / name).write_bytes(answer.content)
    said = [
        (name, value)
        for name, value in answer.headers.items()
        if name.startswith(("x-", "c", "r", "p", "v")) and not name.startswith("content-")
    ]
    headers = " ".join(f"add_header {name} {json.dumps(value)};" for name, value in said)
    conf = folder / "nginx.conf"
    conf.write_text(CONF.format(folder=folder, port=NGINX, headers=headers))
    address = f"http://127.0.0.1:{NGINX}/{name}"
    with running("nginx", "-c", conf, answers=address):
        yield address
