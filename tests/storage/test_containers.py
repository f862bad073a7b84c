"""The walks over a picture's file: any bytes at all end well, and what stays is a picture still."""

import pytest
import pyvips
from hypothesis import given, settings
from hypothesis import strategies as some

from tapis.storage.containers import WALKS, NotWhole, orientation, outline
from tests.storage.studio import animation, photo

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


@pytest.mark.parametrize("name", WALKS)
def test_W3_what_stays_is_the_same_picture_and_stays_as_it_is(name: str) -> None:
    kept = b"".join(outline(name, memoryview(WHOLE[name])).pieces)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (WHOLE[name], kept))
    assert (before - after).abs().max() == 0
    assert b"".join(outline(name, memoryview(kept)).pieces) == kept


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
