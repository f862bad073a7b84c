"""The shell of every page and the built files, as a browser requests them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tapis.gateway.cache.prepared_response import PreparedResponse
from tapis.gateway.http.security_headers import csp_source_hash
from tapis.gateway.pages import SITEMAP, Pages
from tapis.gateway.pages.shell import render_brand_style
from tapis.gateway.pages.static_files import StaticFile
from tapis.gateway.settings import Brand, ConfigError
from tests.conftest import Shop, prepared, serving

BROWSER = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def anna(shop: Shop) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shop.url, headers=BROWSER) as client:
        yield client


def config_of(page: httpx.Response) -> dict[str, object]:
    found = re.search(r'id="tapis-config">(.*?)</script>', page.text)
    assert found
    return dict(json.loads(found[1]))


@pytest.mark.parametrize("path", ["/", "/products", "/profile/my-transactions", "/admin/slides"])
def test_G1_every_page_is_answered_with_the_shell(anna: httpx.Client, path: str) -> None:
    page = anna.get(path)
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<div id="root">' in page.text


def test_the_shell_tells_the_browser_the_public_key_and_the_brand_and_no_secret(
    anna: httpx.Client, shop: Shop
) -> None:
    page = anna.get("/")
    config = config_of(page)
    assert config["anonKey"] == shop.anon_key
    assert config["url"] == ""
    assert shop.service_key not in page.text


def test_anna_revalidates_and_nothing_is_sent_twice(anna: httpx.Client) -> None:
    first = anna.get("/sign-in")
    assert first.headers["cache-control"] == "no-cache"
    again = anna.get("/sign-in", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert "content-security-policy" in again.headers


def test_built_files_are_compressed_typed_and_immutable(anna: httpx.Client) -> None:
    script = re.search(r'src="(/assets/[^"]+\.js)"', anna.get("/sign-in").text)
    assert script
    answer = anna.get(script[1])
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    plain = anna.get(script[1], headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == answer.content


def test_Y17_the_service_worker_is_asked_for_anew_each_time_and_may_reach_the_shop_alone(
    anna: httpx.Client,
) -> None:
    worker = anna.get("/sw.js")
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    assert "connect-src 'self'" in worker.headers["content-security-policy"]
    # Of its own it keeps the handbook alone; it opens what pages have kept.
    assert re.findall(r"caches\.open\((\w+)\)", worker.text) == ["HANDBOOK"]


def test_a_built_file_is_ready_before_any_service_is_asked_and_the_sitemap_is_read() -> None:
    nothing: Any = SimpleNamespace(find_prepared=lambda _scope: None)
    files = {"/assets/a.js": StaticFile(b"words", "text/plain").representations()}
    pages = Pages(nothing, nothing, files, StaticFile(b"{}", "application/json"), Path("statement.csv"))

    def ready(path: str, method: str = "GET") -> PreparedResponse | None:
        return pages.find_prepared({"path": path, "method": method, "headers": []})

    bodies = [found.body for method in ("GET", "HEAD") if (found := ready("/assets/a.js", method))]
    assert bodies == [b"words", b""]
    assert ready(SITEMAP) is ready("/assets/b.js") is None


@pytest.mark.parametrize("path", ["/assets/gone.js", "/wp-login.php", "/assets/../../../../etc/passwd.txt"])
def test_a_file_that_is_not_there_does_not_pretend_to_be_a_page(anna: httpx.Client, path: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == 404
    assert set(answer.json()) == {"message"}


def test_the_policy_of_a_page_allows_our_files_and_by_its_hash_what_stands_in_the_page(
    anna: httpx.Client,
) -> None:
    page = anna.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    scripts = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", page.text, re.DOTALL)
    assert len(scripts) == 1
    assert f"script-src 'self' {csp_source_hash(scripts[0])};" in policy
    assert f"style-src 'self' {' '.join(map(csp_source_hash, styles))};" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_head_answers_like_get_without_the_body(anna: httpx.Client) -> None:
    assert anna.head("/").headers["etag"] == anna.get("/").headers["etag"]
    assert anna.head("/").content == b""


def test_N1_another_brand_needs_another_file_and_no_other_build(tmp_path: Path) -> None:
    brand = tmp_path / "brand.toml"
    brand.write_text(
        'name = "Rumah <Siger>"\ntagline = "Ours"\naddress = "Jl. Satu"\nphone = "1"\nprefix = "siger_"\n'
        '[social]\nname = "Elsewhere"\nurl = "https://social.example"\n[colours]\nmaroon = "#123456"\n'
    )
    with serving(prepared(tmp_path / "data"), TAPIS_BRAND=str(brand)) as url:
        page = httpx.get(url)
    assert "<title>Rumah &lt;Siger&gt;</title>" in page.text
    assert "<style>:root{--brand-maroon:#123456;}</style>" in page.text
    assert "<Siger>" not in page.text
    facts = config_of(page)["brand"]
    assert isinstance(facts, dict)
    assert (facts["name"], facts["prefix"]) == ("Rumah <Siger>", "siger_")


@pytest.mark.parametrize("colour", ["red", "#12345", "#123456;}body{display:none", "url(//evil.example)"])
def test_a_colour_that_is_no_colour_is_refused_at_start(colour: str) -> None:
    with pytest.raises(ConfigError):
        render_brand_style(Brand(colours={"maroon": colour}))


def test_Y29_only_a_demo_shop_has_a_statement_to_download(shop: Shop) -> None:
    with shop.client() as anna:
        assert anna.get("/demo-statement.csv").status_code == 404
        assert "demoStatement" not in anna.get("/").text
