"""Files: polyglots, concurrent decompression bombs, endless bodies.

Accepted files are served as images only; refused ones leave no row, file or temporary file.
"""

import re
import struct
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tapis.gateway.http.security_headers import STORED_FILE_POLICY
from tests.attacks.conftest import Unchanged, assert_reveals_nothing
from tests.conftest import Shop
from tests.storage.conftest import make_object_name
from tests.storage.sample_images import animation, chunk, photo, png
from tests.storage.test_only_pictures import build_lying_jpeg, build_pixel_bomb, measure_peak_memory

PAYLOAD = b"<script>alert('rahasia')</script><?php system($_GET[0]); ?>"
JPEG, PNG, GIF, WEBP = (photo(40, 30, suffix) for suffix in (".jpg", ".png", ".gif", ".webp"))


def build_riff_chunk(kind: bytes, content: bytes) -> bytes:
    """One chunk of a WebP."""
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def build_jpeg_segment(marker: int, content: bytes) -> bytes:
    """One segment of a JPEG."""
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


# An image for a decoder, and a page, a program or an archive for another reader.
POLYGLOTS = {
    "a page in a JPEG's comment": JPEG[:2] + build_jpeg_segment(0xFE, PAYLOAD) + JPEG[2:],
    "a program in a JPEG's APP1": JPEG[:2] + build_jpeg_segment(0xE1, b"Exif\0\0" + PAYLOAD) + JPEG[2:],
    "a page in a JPEG's APP13": JPEG[:2] + build_jpeg_segment(0xED, b"Photoshop 3.0\0" + PAYLOAD) + JPEG[2:],
    "a page behind a JPEG": JPEG + PAYLOAD,
    "an archive behind a JPEG": JPEG + b"PK\x03\x04" + PAYLOAD + b"PK\x05\x06" + bytes(18),
    "a PDF behind a JPEG": JPEG + b"%PDF-1.7\n" + PAYLOAD,
    "a page in a PNG's text": PNG[:33] + chunk(b"tEXt", b"Comment\0" + PAYLOAD) + PNG[33:],
    "a page in a PNG's own chunk": PNG[:33] + chunk(b"evIl", PAYLOAD) + PNG[33:],
    "a page behind a PNG": PNG + PAYLOAD,
    "a page in a GIF's comment": GIF[:-1] + b"\x21\xfe" + bytes([len(PAYLOAD)]) + PAYLOAD + b"\0\x3b",
    "a page behind a GIF": GIF + PAYLOAD,
    "a page in a WebP's own chunk": b"RIFF"
    + struct.pack("<I", len(WEBP) - 8 + len(build_riff_chunk(b"EVIL", PAYLOAD)))
    + WEBP[8:]
    + build_riff_chunk(b"EVIL", PAYLOAD),
    "a page behind a WebP": WEBP + PAYLOAD,
}


def upload(client: httpx.Client, content: bytes, mimetype: str = "image/jpeg") -> tuple[str, httpx.Response]:
    """Upload a picture to the products; its address and the response."""
    name = f"tapis/{make_object_name('products', content)}"
    sent = {"content-type": mimetype}
    return name, client.post(f"/storage/v1/object/{name}", content=content, headers=sent, timeout=30)


@pytest.fixture(scope="module")
def ada(shop: Shop) -> httpx.Client:
    """An administrator: only the picture itself can be refused."""
    return shop.client(shop.token("admin"))


@pytest.mark.parametrize("polyglot", POLYGLOTS)
def test_files_a_picture_that_is_something_else_too_is_only_a_picture(
    ada: httpx.Client, anna: httpx.Client, polyglot: str
) -> None:
    name, answer = upload(ada, POLYGLOTS[polyglot], "image/png")
    assert answer.status_code == 200, answer.text
    response = anna.get(f"/storage/v1/object/public/{name}", headers={"Accept": "text/html"})
    assert b"rahasia" not in response.content
    assert re.fullmatch("image/(jpeg|png|gif|webp)", response.headers["content-type"])
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["content-security-policy"] == STORED_FILE_POLICY
    assert "sandbox" in STORED_FILE_POLICY
    ada.request("DELETE", "/storage/v1/object/tapis", json={"prefixes": [name.removeprefix("tapis/")]})


def build_animated_webp(frames: int) -> bytes:
    """A WebP with many equal frames."""
    whole = photo(8, 8, ".webp", lossless=True)
    pixels = whole.index(b"VP8L")
    one = whole[pixels : pixels + 8 + int.from_bytes(whole[pixels + 4 : pixels + 8], "little")]
    frame = build_riff_chunk(b"ANMF", bytes(6) + b"\x07\0\0\x07\0\0\x0a\0\0\0" + one)
    head = build_riff_chunk(b"VP8X", b"\x02\0\0\0\x07\0\0\x07\0\0") + build_riff_chunk(b"ANIM", bytes(6))
    body = b"WEBP" + head + frame * frames
    return b"RIFF" + struct.pack("<I", len(body)) + body


# Eight at once, each with what it is refused by.
BOMBS = {
    "PNGs of 20,000 × 20,000": (build_pixel_bomb, "413"),
    "JPEGs that say 65,500 × 65,500": (build_lying_jpeg, "413"),
    "GIFs of 10,000 frames": (lambda: animation(10_000), "413"),
    "WebPs of 10,000 frames": (lambda: build_animated_webp(10_000), "413"),
    "PNGs of 7,200 × 7,200 without pixels": (lambda: png(7_200, 7_200, b""), "413"),
}


@pytest.mark.parametrize("bombs", BOMBS)
def test_files_bombs_all_at_once_are_refused_in_bounded_memory(
    ada: httpx.Client, shop: Shop, unchanged: Unchanged, bombs: str
) -> None:
    make, status = BOMBS[bombs]
    content, memory = make(), measure_peak_memory(shop)
    with unchanged(), ThreadPoolExecutor(8) as crowd:
        answers = [answer for _, answer in crowd.map(lambda _: upload(ada, content), range(8))]
    output = {answer.json()["statusCode"] for answer in answers}
    assert status in output
    assert output <= {status, "429"}, "uploads take turns; who waits too long is asked to come again"
    assert measure_peak_memory(shop) - memory < 200
    for answer in answers:
        assert_reveals_nothing(answer)


PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n' + bytes(100) + b"\r\n"
BODIES = {
    "50 MB": (bytes(50_000_000), "image/jpeg"),
    "10,000 parts": (PART * 10_000 + b"--x--\r\n", "multipart/form-data; boundary=x"),
    "a part without end": (PART[:-2] + bytes(20_000_000), "multipart/form-data; boundary=x"),
    "100,000 heads": (b"--x\r\n" + b"A: b\r\n" * 100_000, "multipart/form-data; boundary=x"),
    "a boundary of 10,000 signs": (PART, "multipart/form-data; boundary=" + "x" * 10_000),
    "no boundary": (PART, "multipart/form-data"),
}


@pytest.mark.parametrize("body", BODIES)
def test_files_bodies_without_end_leave_no_temporary_file(
    ada: httpx.Client, shop: Shop, unchanged: Unchanged, body: str
) -> None:
    with unchanged():
        _, answer = upload(ada, *BODIES[body])
        assert answer.json()["statusCode"] in {"400", "413", "415"}
    assert [path for path in (shop.data / "scratch").rglob("*") if path.is_file()] == []
