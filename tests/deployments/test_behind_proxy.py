"""The proxies of `deploy/`: requests arrive unchanged, and forged headers are ignored."""

import os
import re
import shutil
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.conftest import PASSWORD, ROOT, Shop, serving, shop_at
from tests.deployments.certificates import LOCALHOST_NAMES, create_authority
from tests.deployments.postgres import free_port
from tests.deployments.proxy import is_answering, start_nginx
from tests.maintenance.conftest import BUCKET
from tests.postgres.os_processes import eventually
from tests.storage.sample_images import photo

pytestmark = pytest.mark.anywhere

MEGABYTES = 10**6
OWN_ADDRESS = r'(?:og:image" content=|"url":)"(http[^"]+)"'
SOCIAL = "https://instagram.example/"
SESSION_ADDRESSES = "select host(ip) from auth.sessions where user_id = %s order by created_at"


@dataclass(frozen=True, slots=True)
class ProxiedShop:
    """A shop behind a proxy, and the root certificate of the proxy."""

    url: str
    plain_url: str
    root: Path
    shop: Shop
    hosts: tuple[str, ...]

    def visitor(self, number: int = 2, token: str | None = None) -> httpx.Client:
        """A browser on the machine 127.0.0.`number`."""
        context = ssl.create_default_context(cafile=str(self.root))
        transport = httpx.HTTPTransport(verify=context, local_address=f"127.0.0.{number}")
        return httpx.Client(
            base_url=self.url, transport=transport, headers=self.shop.headers(token), timeout=60
        )

    def sign_in(self, visitor: httpx.Client, email: str, password: str, **headers: str) -> httpx.Response:
        """Sign in as the front end does."""
        person = {"email": email, "password": password}
        return visitor.post("/auth/v1/token?grant_type=password", json=person, headers=headers)


@dataclass(frozen=True, slots=True)
class Ports:
    """The ports on which a proxy listens, and the shop's."""

    shop: int
    plain: int
    tls: int


def nginx(folder: Path, ports: Ports) -> tuple[list[str], Path]:
    """Adapt deploy/nginx.conf to this machine; returns the command and the root certificate."""
    ca = create_authority(folder)
    certificate, key = ca.issue("server", LOCALHOST_NAMES)
    site = render_deploy_file(
        "nginx.conf",
        ("/etc/ssl/tapis.crt", str(certificate)),
        ("/etc/ssl/tapis.key", str(key)),
        ("https://tapis.example", f"https://localhost:{ports.tls}"),
        ("tapis.example", "localhost"),
        ("127.0.0.1:8000", f"127.0.0.1:{ports.shop}"),
        ("listen 80;", f"listen 127.0.0.1:{ports.plain};"),
        ("listen [::]:80;", f"listen [::1]:{ports.plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{ports.tls} ssl"),
        ("listen [::]:443 ssl", f"listen [::1]:{ports.tls} ssl"),
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; user root; pid {folder}/pid; error_log {folder}/log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}{site}}}\n"
    )
    return ["nginx", "-c", f"{folder}/nginx.conf", "-p", str(folder)], ca.root


def caddy(folder: Path, ports: Ports) -> tuple[list[str], Path]:
    """Adapt deploy/Caddyfile to `localhost`, for which Caddy issues its own certificate."""
    site = render_deploy_file(
        "Caddyfile", ("tapis.example", "localhost"), ("127.0.0.1:8000", f"127.0.0.1:{ports.shop}")
    )
    mine = f"http_port {ports.plain}\nhttps_port {ports.tls}\nadmin off\nskip_install_trust\n"
    storage = f"storage file_system {folder}/caddy\ndefault_bind 127.0.0.1\n"
    (folder / "Caddyfile").write_text(f"{{\n{mine}{storage}}}\n{site}")
    root = folder / "caddy/pki/authorities/local/root.crt"
    return ["caddy", "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"], root


HOSTS = {"nginx": ("127.0.0.1", "[::1]"), "caddy": ("127.0.0.1",)}


def render_deploy_file(name: str, *changes: tuple[str, str]) -> str:
    """A file of deploy/ with these replacements, each of which must apply."""
    text = (ROOT / "deploy" / name).read_text()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module", params=[nginx, caddy], ids=lambda proxy: proxy.__name__)
def proxied_shop(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ProxiedShop]:
    """A shop behind a proxy, as docs/deploy.md describes."""
    program: Callable[[Path, Ports], tuple[list[str], Path]] = request.param
    if not shutil.which(program.__name__):
        subprocess.run([ROOT / "tests" / "install-programs", program.__name__], check=True)
    folder = tmp_path_factory.mktemp("front")
    plain, tls = free_port(), free_port()
    settings = {"TAPIS_SITE_URL": f"https://localhost:{tls}", "TAPIS_TRUSTED_PROXIES": "127.0.0.1"}
    data = folder / "data"
    with serving(data, **settings) as url, shop_at(url, data) as shop:
        ports = Ports(int(url.rpartition(":")[2]), plain, tls)
        command, root = program(folder, ports)
        with run_proxy(command, folder, tls):
            yield ProxiedShop(
                f"https://localhost:{tls}", f"http://localhost:{plain}", root, shop, HOSTS[program.__name__]
            )


@contextmanager
def run_proxy(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """Run a proxy until the end of the block."""
    with (folder / "said").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | {"HOME": str(folder)})
        try:
            assert eventually(lambda: is_speaking_tls(port)), (folder / "said").read_text()
            yield
        finally:
            process.terminate()
            process.wait(20)


def is_speaking_tls(port: int) -> bool:
    """Whether this port answers over TLS."""
    try:
        httpx.get(f"https://localhost:{port}/healthz", verify=False)
    except httpx.TransportError:
        return False
    return True


def build_large_picture(size: int) -> bytes:
    """A picture of `size` bytes: a real one with random bytes appended, as some cameras do."""
    content = photo(1200, 900)
    return content + os.urandom(size - len(content))


def test_an_address_without_encryption_leads_to_the_one_with_it(proxied_shop: ProxiedShop) -> None:
    response = httpx.get(f"{proxied_shop.plain_url}/products?x=1")
    assert response.status_code in {301, 308}
    assert response.headers["location"] in {
        f"{proxied_shop.url}/products?x=1",
        "https://localhost/products?x=1",
    }


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_it_listens_on_both_kinds_of_addresses(proxied_shop: ProxiedShop, host: str) -> None:
    if host not in proxied_shop.hosts:
        pytest.skip("Caddy listens on every address by itself; the tests bind it to one")
    with httpx.Client(verify=False) as anna:
        request = anna.build_request("GET", f"{proxied_shop.url.replace('localhost', host)}/healthz")
        request.headers["Host"] = proxied_shop.url.removeprefix("https://")
        request.extensions["sni_hostname"] = "localhost"
        assert anna.send(request).status_code == 200


def test_pages_promise_encryption_and_name_the_shop_by_its_public_address(proxied_shop: ProxiedShop) -> None:
    with proxied_shop.visitor() as anna:
        page = anna.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        addresses = re.findall(OWN_ADDRESS, page.text)
        assert len(addresses) >= 2
        assert all(address.startswith((proxied_shop.url, SOCIAL)) for address in addresses), addresses
        assert f"<loc>{proxied_shop.url}/" in anna.get("/sitemap.xml").text
        assert anna.get("/rest/v1/products").headers["strict-transport-security"]


def test_Tom_sends_twelve_megabytes_and_gets_them_back_whole_in_parts_and_not_twice(
    proxied_shop: ProxiedShop,
) -> None:
    content, ada = build_large_picture(12 * MEGABYTES), proxied_shop.shop.persona("admin")
    with proxied_shop.visitor(token=ada.token) as browser:
        path = f"{BUCKET}/gallery/front-{proxied_shop.url[-5:]}.jpg"
        stored = browser.post(path, content=content, headers={"Content-Type": "image/jpeg"})
        assert stored.status_code == 200, stored.text
        public = path.replace("/object/", "/object/public/")
        whole = browser.get(public)
        assert whole.status_code == 200
        part = browser.get(public, headers={"Range": "bytes=1000-1999"})
        assert part.status_code == 206
        assert part.headers["content-range"] == f"bytes 1000-1999/{len(whole.content)}"
        assert part.content == whole.content[1000:2000]
        again = browser.get(public, headers={"If-None-Match": whole.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""


def test_what_is_too_large_is_refused_and_said_to_be(proxied_shop: ProxiedShop) -> None:
    with proxied_shop.visitor(token=proxied_shop.shop.token("admin")) as browser:
        browser.headers["Content-Type"] = "image/jpeg"
        for size in (16, 17):  # refused by the shop alone, and already by nginx
            response = browser.post(
                f"{BUCKET}/gallery/large.jpg", content=build_large_picture(size * MEGABYTES - 1)
            )
            assert response.status_code == 413 or response.json()["statusCode"] == "413", response.text


def test_who_guesses_passwords_is_stopped_by_their_own_address_and_nobody_else_is(
    proxied_shop: ProxiedShop,
) -> None:
    tom = proxied_shop.shop.account("talent")
    with proxied_shop.visitor(2) as guesser, proxied_shop.visitor(3) as browser:
        responses = [proxied_shop.sign_in(guesser, tom.email, "wrong-password") for _ in range(11)]
        assert [response.status_code for response in responses[:10]] == [400] * 10
        assert responses[10].status_code == 429
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            forged = {name: "for=203.0.113.9" if name == "Forwarded" else "203.0.113.9"}
            assert proxied_shop.sign_in(guesser, tom.email, PASSWORD, **forged).status_code == 429, name
        assert proxied_shop.sign_in(browser, tom.email, PASSWORD).status_code == 200
    assert proxied_shop.shop.sql(SESSION_ADDRESSES, tom.user_id)[-1] == ("127.0.0.3",)


def test_a_session_lasts_through_the_proxy(proxied_shop: ProxiedShop) -> None:
    tom = proxied_shop.shop.account("talent")
    with proxied_shop.visitor() as browser:
        session = proxied_shop.sign_in(browser, tom.email, PASSWORD).json()
        me = browser.get("/auth/v1/user", headers={"Authorization": f"Bearer {session['access_token']}"})
        assert me.json()["email"] == tom.email
        renewed = browser.post(
            "/auth/v1/token?grant_type=refresh_token", json={"refresh_token": session["refresh_token"]}
        )
        assert renewed.status_code == 200


@contextmanager
def run_gateway_of_version(version: str) -> Iterator[int]:
    """A gateway that has the scripts of its own build alone; the value is its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_unknown = self.path.startswith("/assets/") and self.path != f"/assets/app-{version}.js"
            self.send_response(404 if is_unknown else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def two_versions(tmp_path: Path) -> Iterator[str]:
    """nginx with the files of deploy/ before gateways of two versions; the value is its address."""
    port = free_port()
    with run_gateway_of_version("old") as old, run_gateway_of_version("new") as new:
        upstream = render_deploy_file(
            "nginx-gateways.conf",
            ("10.0.0.21:8000", f"127.0.0.1:{old}"),
            ("10.0.0.22:8000", f"127.0.0.1:{new}"),
        )
        site = render_deploy_file("nginx.conf").partition("ssl_certificate_key /etc/ssl/tapis.key;")[2]
        process = start_nginx(tmp_path / "nginx", port, upstream, site.rpartition("}")[0])
        try:
            url = f"http://127.0.0.1:{port}"
            assert eventually(lambda: is_answering(url)), (tmp_path / "nginx/error.log").read_text()
            yield url
        finally:
            process.terminate()
            process.wait(20)


def test_a_page_of_either_version_gets_its_scripts_while_gateways_are_upgraded_in_turn(
    two_versions: str,
) -> None:
    with httpx.Client(base_url=two_versions) as visitor:
        for _ in range(4):
            for version in ("old", "new"):
                assert visitor.get(f"/assets/app-{version}.js").status_code == 200, version
        assert visitor.get("/assets/app-lost.js").status_code == 404
        assert visitor.get("/products").status_code == 200


def test_a_list_that_names_hundreds_of_rows_in_its_address_passes(two_versions: str) -> None:
    uuids = ",".join(["00000000-0000-4000-8000-000000000000"] * 400)
    assert httpx.get(f"{two_versions}/rest/v1/parcels?order_uuid=in.({uuids})").status_code == 200
