"""The parsers of image files: any bytes are handled, and what stays is the same image."""

import zlib
from tempfile import TemporaryFile

import pytest
import pyvips
from hypothesis import given, settings
from hypothesis import strategies as some

from tapis.gateway.storage.images.metadata_stripper import PARSERS, Malformed, orientation, strip
from tapis.gateway.storage.images.validation import clean_image
from tests.storage.sample_images import animation, chunk, photo, png, wide_profile

WHOLE = {
    "jpeg": photo(40, 30, private=True),
    "png": photo(40, 30, ".png", private=True),
    "webp": photo(40, 30, ".webp", private=True),
    "gif": animation(3),
}


@pytest.mark.parametrize("name", PARSERS)
@settings(max_examples=300, deadline=None)
@given(data=some.data())
def test_W3_broken_files_are_refused_and_nothing_worse(name: str, data: some.DataObject) -> None:
    content = bytearray(WHOLE[name])
    for _ in range(data.draw(some.integers(0, 5))):
        content[data.draw(some.integers(0, len(content) - 1))] = data.draw(some.integers(0, 255))
    end = data.draw(some.integers(0, len(content)))
    try:
        kept = b"".join(strip(name, memoryview(content)[:end]).pieces)
    except Malformed:
        return
    assert len(kept) <= len(content) + 2


def test_W3_a_webp_no_longer_says_that_it_has_what_it_lost() -> None:
    before, after = WHOLE["webp"], b"".join(strip("webp", memoryview(WHOLE["webp"])).pieces)
    assert (before[20] & 0x0C, after[20] & 0x0C) == (0x0C, 0)
    assert len(after) == 8 + int.from_bytes(after[4:8], "little")


@pytest.mark.parametrize("name", PARSERS)
def test_W3_what_stays_is_the_same_picture_and_stays_as_it_is(name: str) -> None:
    kept = b"".join(strip(name, memoryview(WHOLE[name])).pieces)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (WHOLE[name], kept))
    assert (before - after).abs().max() == 0
    assert b"".join(strip(name, memoryview(kept)).pieces) == kept


HIDDEN = {
    "a JPEG's comment": ("jpeg", 2, b"\xff\xfe\0\x08secret"),
    "a JPEG's application data": ("jpeg", 2, b"\xff\xed\0\x08secret"),
    "a JPEG's second picture": ("jpeg", 2, b"\xff\xe2\0\x0cMPF\0secret"),
    "a JPEG's DNL": ("jpeg", 2, b"\xff\xdc\0\x08secret"),
    "a JPEG's reserved segment": ("jpeg", 2, b"\xff\xf0\0\x08secret"),
    "a JPEG's long Adobe note": ("jpeg", 2, b"\xff\xee\0\x13Adobe" + bytes(6) + b"secret"),
    "a PNG's long density": ("png", 33, chunk(b"pHYs", bytes(9) + b"secret")),
    "a PNG's second density": ("png", 33, chunk(b"IHDR", b"secret")),
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
    kept = b"".join(strip(name, memoryview(content)).pieces)
    assert kept == b"".join(strip(name, memoryview(whole)).pieces)
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
    assert strip(name, memoryview(content)).orientation == held


def test_W3_stray_bytes_between_segments_are_left_out() -> None:
    content = photo(40, 30)
    at = content.index(b"\xff\xda")
    kept = b"".join(strip("jpeg", memoryview(content[:at] + b"\0\0\0" + content[at:])).pieces)
    assert kept == b"".join(strip("jpeg", memoryview(content)).pieces)


def with_profile(suffix: str, profile: bytes) -> bytes:
    """A picture with this colour profile, as an encoder writes it."""
    image = pyvips.Image.new_from_buffer(photo(40, 30, ".png"), "").copy()
    image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    content: bytes = image.write_to_buffer(suffix, keep="icc")
    return content


def with_payload(profile: bytes) -> bytes:
    """The profile with a tag of its own, and something behind its end."""
    count = int.from_bytes(profile[128:132], "big")
    at, moved = 132 + 12 * count, bytearray(profile)
    for entry in range(132, at, 12):
        place = int.from_bytes(profile[entry + 4 : entry + 8], "big") + 12
        moved[entry + 4 : entry + 8] = place.to_bytes(4, "big")
    tag = b"evil" + (len(profile) + 12).to_bytes(4, "big") + (20).to_bytes(4, "big")
    whole = bytes(moved[:at]) + tag + bytes(moved[at:]) + b"secret tag's content" + b"secret behind it"
    return len(whole).to_bytes(4, "big") + whole[4:128] + (count + 1).to_bytes(4, "big") + whole[132:]


def cleaned(content: bytes) -> bytes:
    """What is kept of an upload."""
    with TemporaryFile() as sent, TemporaryFile() as kept:
        sent.write(content)
        sent.flush()
        clean_image(sent, kept)
        kept.seek(0)
        return kept.read()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif"])
def test_W3_nothing_hides_in_a_colour_profile_and_colours_stay(suffix: str) -> None:
    sent = with_profile(suffix, with_payload(wide_profile()))
    kept = cleaned(sent)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (sent, kept))
    assert b"secret" in before.get("icc-profile-data")
    assert b"secret" not in kept
    assert not after.get_typeof("icc-profile-data")
    assert (before.icc_transform("srgb", embedded=True) - after).abs().avg() < 3


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_W3_a_profile_of_srgb_is_left_out_and_the_pixels_stay(suffix: str) -> None:
    sent = with_profile(suffix, pyvips.Image.profile_load("srgb"))
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (sent, cleaned(sent)))
    assert before.get_typeof("icc-profile-data")
    assert not after.get_typeof("icc-profile-data")
    assert (before - after).abs().max() == 0


def test_W3_bytes_behind_the_compressed_pixels_of_a_png_are_left_out() -> None:
    pixels = zlib.compress(bytes(31 * 10)) + b"secret"
    header = png(10, 10, b"")[:33]
    for chunks in ([pixels], [pixels[:9], pixels[9:]], [pixels, b"secret"]):
        sent = header + b"".join(chunk(b"IDAT", part) for part in chunks) + chunk(b"IEND", b"")
        kept = b"".join(strip("png", memoryview(sent)).pieces)
        assert b"secret" not in kept
        assert pyvips.Image.new_from_buffer(kept, "").avg() == 0
