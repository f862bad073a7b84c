"""The walks over a picture's file: any bytes at all end well, and what stays is a picture still."""

import pytest
import pyvips
from hypothesis import given, settings
from hypothesis import strategies as some

from tapis.gateway.storage.images.metadata_stripper import WALKS, NotWhole, orientation, outline
from tests.storage.sample_images import animation, chunk, photo

WHOLE = {
    "jpeg": photo(40, 30, private=True),
    "png": photo(40, 30, ".png", private=True),
    "webp": photo(40, 30, ".webp", private=True),
    "gif": animation(3),
}


@pytest.mark.parametrize("name", WALKS)
@settings(max_examples=300, deadline=None)
@given(data=some.data())
def test_W3_broken_files_are_refused_and_nothing_worse(name: str, data: some.DataObject) -> None:
    content = bytearray(WHOLE[name])
    for _ in range(data.draw(some.integers(0, 5))):
        content[data.draw(some.integers(0, len(content) - 1))] = data.draw(some.integers(0, 255))
    end = data.draw(some.integers(0, len(content)))
    try:
        kept = b"".join(outline(name, memoryview(content)[:end]).pieces)
    except NotWhole:
        return
    assert len(kept) <= len(content) + 2


def test_W3_a_webp_no_longer_says_that_it_has_what_it_lost() -> None:
    before, after = WHOLE["webp"], b"".join(outline("webp", memoryview(WHOLE["webp"])).pieces)
    assert (before[20] & 0x0C, after[20] & 0x0C) == (0x0C, 0)
    assert len(after) == 8 + int.from_bytes(after[4:8], "little")


@pytest.mark.parametrize("name", WALKS)
def test_W3_what_stays_is_the_same_picture_and_stays_as_it_is(name: str) -> None:
    kept = b"".join(outline(name, memoryview(WHOLE[name])).pieces)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (WHOLE[name], kept))
    assert (before - after).abs().max() == 0
    assert b"".join(outline(name, memoryview(kept)).pieces) == kept


HIDDEN = {
    "a JPEG's comment": ("jpeg", 2, b"\xff\xfe\0\x08secret"),
    "a JPEG's application data": ("jpeg", 2, b"\xff\xed\0\x08secret"),
    "a JPEG's second picture": ("jpeg", 2, b"\xff\xe2\0\x0cMPF\0secret"),
    "a PNG's text": ("png", 33, chunk(b"tEXt", b"Comment\0secret")),
    "a PNG's animation": ("png", 33, chunk(b"fdAT", b"\0\0\0\0secret")),
    "a WebP's chunk": ("webp", 12, b"JUNK\x06\0\0\0secret"),
    "a GIF's comment": ("gif", 19, b"\x21\xfe\x06secret\0"),
    "a GIF's application data": ("gif", 19, b"\x21\xff\x0bXMP DataXMP\x06secret\0"),
}


@pytest.mark.parametrize("place", HIDDEN)
def test_W3_what_is_hidden_in_a_chunk_is_left_out(place: str) -> None:
    name, at, piece = HIDDEN[place]
    whole = WHOLE[name]
    content = whole[:at] + piece + whole[at:]
    if name == "webp":
        content = content[:4] + (len(content) - 8).to_bytes(4, "little") + content[8:]
    kept = b"".join(outline(name, memoryview(content)).pieces)
    assert kept == b"".join(outline(name, memoryview(whole)).pieces)
    assert b"secret" in content
    assert b"secret" not in kept


@settings(deadline=None)
@given(exif=some.binary(max_size=200))
def test_W3_any_exif_tells_some_orientation(exif: bytes) -> None:
    assert 1 <= orientation(exif) <= 8


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("name", ["jpeg", "png", "webp"])
def test_W3_orientation_is_read_from_every_format(name: str, held: int) -> None:
    content = photo(20, 10, {"jpeg": ".jpg"}.get(name, f".{name}"), held)
    assert outline(name, memoryview(content)).orientation == held


def test_W3_stray_bytes_between_segments_are_left_out() -> None:
    content = photo(40, 30)
    at = content.index(b"\xff\xda")
    kept = b"".join(outline("jpeg", memoryview(content[:at] + b"\0\0\0" + content[at:])).pieces)
    assert kept == b"".join(outline("jpeg", memoryview(content)).pieces)
