"""Content codings: clients get only what they accept, by the quality values of RFC 9110."""

import re
import tracemalloc

import httpx
import pytest

from tapis.gateway.cache.negotiation import choose_coding, choose_language
from tests.conftest import Shop

AVAILABLE = ("br", "gzip")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("", ""),
        ("identity", ""),
        ("gzip, deflate, br", "br"),
        ("gzip, br;q=0", "gzip"),
        ("gzip, br;q=0.000", "gzip"),
        ("GZIP;Q=1.0, br;q=0.5", "gzip"),
        ("gzip;q=0.5, identity", ""),
        ("gzip;q=0.5, identity;q=0.5", "gzip"),
        ("*", "br"),
        ("*, br;q=0", "gzip"),
        ("*;q=0", ""),
        ("*;q=0, gzip", "gzip"),
        ("identity;q=0", ""),
        ("identity;q=0, gzip", "gzip"),
        ("br;q=nonsense", "br"),
        ("brotli, bro", ""),
    ],
)
def test_W5_a_coding_is_chosen_by_its_quality(accepted: str, coding: str) -> None:
    assert choose_coding(accepted, AVAILABLE) == coding


@pytest.mark.parametrize("what", ["a page", "a file", "a list"])
@pytest.mark.parametrize(("accepted", "coding"), [("gzip, br;q=0", "gzip"), ("*;q=0", None), ("br", "br")])
def test_W5_anna_is_never_sent_a_coding_that_she_refuses(
    shop: Shop, what: str, accepted: str, coding: str | None
) -> None:
    with shop.client() as anna:
        script = re.search(r'src="(/assets/[^"]+\.js)"', anna.get("/sign-in").text)
        assert script
        addresses = {
            "a page": "/sign-in",
            "a file": script[1],
            "a list": "/rest/v1/products?select=*&limit=50",
        }
        answer = anna.get(addresses[what], headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    if what == "a page" or accepted == "*;q=0":
        assert answer.headers.get("content-encoding") == coding
    assert answer.headers.get("content-encoding") in {None, coding}
    assert "Accept-Encoding" in answer.headers.get("vary", "Accept-Encoding")


def test_W5_tags_of_different_bytes_differ(shop: Shop) -> None:
    tags = {
        httpx.get(f"{shop.url}/sign-in", headers={"Accept-Encoding": coding}).headers["etag"]
        for coding in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


def test_W5_long_headers_of_many_requests_fill_no_memory() -> None:
    """A head may have 64 KB; what is remembered of 256 and 512 of them stays below 5 MB."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(600):
        long = f"{number} " + "x" * 60_000
        assert choose_coding(long, AVAILABLE) == ""
        assert choose_language(("en", "id"), long, long, "lang") == "en"
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 5 * 2**20
