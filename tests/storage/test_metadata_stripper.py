"""The parsers of image files handle any bytes, and the stripped image looks the same."""

import zlib
from tempfile import TemporaryFile
from typing import BinaryIO

import pytest
import pyvips
from hypothesis import given, settings
from hypothesis import strategies as some

from tapis.gateway.storage.images import validation
from tapis.gateway.storage.images.metadata_stripper import (
    PARSERS,
    MalformedImage,
    build_webp_file,
    iterate_webp_chunks,
    parse_exif_orientation,
    strip_metadata,
)
from tapis.gateway.storage.images.read_tracker import ReadTracker
from tapis.gateway.storage.images.validation import clean_image
from tests.storage.sample_images import animation, build_wide_profile, chunk, photo, png

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
        kept = b"".join(strip_metadata(name, memoryview(content)[:end]).pieces)
    except MalformedImage:
        return
    assert len(kept) <= len(content) + 2


def test_W3_a_webp_no_longer_says_that_it_has_what_it_lost() -> None:
    before, after = WHOLE["webp"], b"".join(strip_metadata("webp", memoryview(WHOLE["webp"])).pieces)
    assert (before[20] & 0x0C, after[20] & 0x0C) == (0x0C, 0)
    assert len(after) == 8 + int.from_bytes(after[4:8], "little")


@pytest.mark.parametrize("name", PARSERS)
def test_W3_what_stays_is_the_same_picture_and_stays_as_it_is(name: str) -> None:
    kept = b"".join(strip_metadata(name, memoryview(WHOLE[name])).pieces)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (WHOLE[name], kept))
    assert (before - after).abs().max() == 0
    assert b"".join(strip_metadata(name, memoryview(kept)).pieces) == kept


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
    kept = b"".join(strip_metadata(name, memoryview(content)).pieces)
    assert kept == b"".join(strip_metadata(name, memoryview(whole)).pieces)
    assert b"secret" in content
    assert b"secret" not in kept


@settings(deadline=None)
@given(exif=some.binary(max_size=200))
def test_W3_any_exif_tells_some_orientation(exif: bytes) -> None:
    assert 1 <= parse_exif_orientation(exif) <= 8


@pytest.mark.parametrize("held", range(1, 9))
@pytest.mark.parametrize("name", ["jpeg", "png", "webp"])
def test_W3_orientation_is_read_from_every_format(name: str, held: int) -> None:
    content = photo(20, 10, {"jpeg": ".jpg"}.get(name, f".{name}"), held)
    assert strip_metadata(name, memoryview(content)).orientation == held


def test_W3_stray_bytes_between_segments_are_left_out() -> None:
    content = photo(40, 30)
    at = content.index(b"\xff\xda")
    kept = b"".join(strip_metadata("jpeg", memoryview(content[:at] + b"\0\0\0" + content[at:])).pieces)
    assert kept == b"".join(strip_metadata("jpeg", memoryview(content)).pieces)


def build_with_profile(suffix: str, profile: bytes) -> bytes:
    """A picture with this colour profile, as an encoder writes it."""
    image = pyvips.Image.new_from_buffer(photo(40, 30, ".png"), "").copy()
    image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    content: bytes = image.write_to_buffer(suffix, keep="icc")
    return content


def add_payload(profile: bytes) -> bytes:
    """The profile with an additional tag and trailing bytes."""
    count = int.from_bytes(profile[128:132], "big")
    at, moved = 132 + 12 * count, bytearray(profile)
    for entry in range(132, at, 12):
        place = int.from_bytes(profile[entry + 4 : entry + 8], "big") + 12
        moved[entry + 4 : entry + 8] = place.to_bytes(4, "big")
    tag = b"evil" + (len(profile) + 12).to_bytes(4, "big") + (20).to_bytes(4, "big")
    whole = bytes(moved[:at]) + tag + bytes(moved[at:]) + b"secret tag's content" + b"secret behind it"
    return len(whole).to_bytes(4, "big") + whole[4:128] + (count + 1).to_bytes(4, "big") + whole[132:]


def strip_to_bytes(content: bytes) -> bytes:
    """What is kept of an upload."""
    with TemporaryFile() as sent, TemporaryFile() as kept:
        sent.write(content)
        sent.flush()
        clean_image(sent, kept)
        kept.seek(0)
        return kept.read()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif"])
def test_W3_nothing_hides_in_a_colour_profile_and_colours_stay(suffix: str) -> None:
    sent = build_with_profile(suffix, add_payload(build_wide_profile()))
    kept = strip_to_bytes(sent)
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (sent, kept))
    assert b"secret" in before.get("icc-profile-data")
    assert b"secret" not in kept
    assert not after.get_typeof("icc-profile-data")
    assert (before.icc_transform("srgb", embedded=True) - after).abs().avg() < 3


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_W3_a_profile_of_srgb_is_left_out_and_the_pixels_stay(suffix: str) -> None:
    sent = build_with_profile(suffix, pyvips.Image.profile_load("srgb"))
    before, after = (pyvips.Image.new_from_buffer(content, "") for content in (sent, strip_to_bytes(sent)))
    assert before.get_typeof("icc-profile-data")
    assert not after.get_typeof("icc-profile-data")
    assert (before - after).abs().max() == 0


SECRET = b"a secret" * 25_000


def extend_webp_chunks(content: bytes, kind: bytes, more: bytes) -> bytes:
    """A WebP with bytes appended to each chunk of a kind."""
    chunks = [
        (name, bytes(part) + more if name == kind else bytes(part))
        for name, part in iterate_webp_chunks(memoryview(content)[12:])
    ]
    return build_webp_file(chunks)


def insert_vp8_gap(content: bytes) -> bytes:
    """A lossy WebP with bytes between its modes and its coefficients."""
    ((kind, part),) = iterate_webp_chunks(memoryview(content)[12:])
    tag = int.from_bytes(part[:3], "little")
    end = 10 + (tag >> 5)
    longer = (tag + (len(SECRET) << 5)).to_bytes(3, "little")
    return build_webp_file([(kind, longer + bytes(part[3:end]) + SECRET + bytes(part[end:]))])


def extend_gif(content: bytes) -> bytes:
    """A GIF with additional blocks in its first picture."""
    blocks = b"".join(b"\xff" + SECRET[at : at + 255] for at in range(0, 255 * 700, 255))
    at = content.rindex(b"\0\x3b")
    return content[:at] + blocks + content[at:]


def extend_avif(content: bytes, *, inside: bool) -> bytes:
    """An AVIF with an Exif item that nothing refers to, or with unreferenced bytes in its data."""
    at = content.index(b"mdat") - 4
    size = int.from_bytes(content[at : at + 4], "big") + len(SECRET)
    data = size.to_bytes(4, "big") + content[at + 4 :] + SECRET
    head = content[:at]
    if not inside:
        item = b"\0\0\0\x15infe\x02\0\0\0\0\x09\0\0Exif\0"
        place = b"\0\x09\0\0" + bytes(4) + b"\0\x01"
        place += (len(content) + 39).to_bytes(4, "big") + len(SECRET).to_bytes(4, "big")
        head = append_box_entry(append_box_entry(head, b"iinf", item, 4), b"iloc", place, 6)
        head = move_item_data(head, len(item) + len(place))
    return head + data


def append_box_entry(head: bytes, kind: bytes, more: bytes, counted: int) -> bytes:
    """Append an entry to a box inside `meta`; its count is `counted` bytes behind its name."""
    at = head.index(kind)
    end = at - 4 + int.from_bytes(head[at - 4 : at], "big")
    count = at + 4 + counted
    size = (end - at + 4 + len(more)).to_bytes(4, "big")
    number = (int.from_bytes(head[count : count + 2], "big") + 1).to_bytes(2, "big")
    box = size + head[at:count] + number + head[count + 2 : end] + more
    return grow_meta(head[: at - 4] + box + head[end:], len(more))


def grow_meta(head: bytes, by: int) -> bytes:
    at = head.index(b"meta") - 4
    return head[:at] + (int.from_bytes(head[at : at + 4], "big") + by).to_bytes(4, "big") + head[at + 4 :]


def move_item_data(head: bytes, by: int) -> bytes:
    """Move the offset of the first item's data."""
    at = head.index(b"iloc") + 4 + 4 + 2 + 2 + 4
    return head[:at] + (int.from_bytes(head[at : at + 4], "big") + by).to_bytes(4, "big") + head[at + 4 :]


def draw_noise(suffix: str, **options: object) -> bytes:
    """A picture without repetition, like a photo."""
    noise = pyvips.Image.gaussnoise(96, 64, sigma=40, mean=128, seed=1).bandjoin(
        [pyvips.Image.gaussnoise(96, 64, sigma=40, mean=128, seed=seed) for seed in (2, 3)]
    )
    content: bytes = (
        noise.cast("uchar").copy(interpretation="srgb").write_to_buffer(suffix, keep="none", **options)
    )
    return content


def draw_transparent(suffix: str) -> bytes:
    """The same with an alpha channel."""
    image = pyvips.Image.new_from_buffer(draw_noise(".png"), "")
    content: bytes = image.bandjoin(image.extract_band(0)).write_to_buffer(suffix, keep="none")
    return content


def draw_animated(suffix: str) -> bytes:
    """Three frames of it."""
    frame = pyvips.Image.new_from_buffer(draw_noise(".png"), "")
    strip = frame.join(frame.invert(), "vertical").join(frame.rot180(), "vertical")
    content: bytes = strip.write_to_buffer(suffix, page_height=frame.height, keep="none")
    return content


WITHOUT_GAPS = {
    "a lossy WebP": lambda: draw_noise(".webp", Q=85),
    "a plain one": lambda: photo(640, 480, ".webp", keep="none"),
    "a lossless WebP": lambda: draw_noise(".webp", lossless=True),
    "a WebP with alpha": lambda: draw_transparent(".webp"),
    "an animated WebP": lambda: draw_animated(".webp"),
    "a GIF": lambda: draw_noise(".gif"),
    "a plain GIF": lambda: photo(640, 480, ".gif", keep="none"),
    "an animated GIF": lambda: draw_animated(".gif"),
    "an AVIF": lambda: draw_noise(".avif"),
    "an AVIF with alpha": lambda: draw_transparent(".avif"),
}
WITH_GAPS = {
    "behind a lossy WebP": lambda: extend_webp_chunks(draw_noise(".webp", Q=85), b"VP8 ", SECRET),
    "behind the modes of a lossy WebP": lambda: insert_vp8_gap(draw_noise(".webp", Q=85)),
    "behind a lossless WebP": lambda: extend_webp_chunks(draw_noise(".webp", lossless=True), b"VP8L", SECRET),
    "behind a WebP's alpha": lambda: extend_webp_chunks(draw_transparent(".webp"), b"ALPH", SECRET),
    "behind a GIF's pixels": lambda: extend_gif(draw_noise(".gif")),
    "behind the last frame of a GIF": lambda: extend_gif(draw_animated(".gif")),
    "in a GIF's loop": lambda: draw_animated(".gif").replace(
        b"NETSCAPE2.0\x03", b"NETSCAPE2.0\x08" + SECRET[:8] + b"\x03", 1
    ),
    "in an AVIF's Exif that nothing refers to": lambda: extend_avif(draw_noise(".avif"), inside=False),
    "in an AVIF's data": lambda: extend_avif(draw_noise(".avif"), inside=True),
}


@pytest.mark.parametrize("picture", WITHOUT_GAPS)
def test_W3_a_picture_without_gaps_stays_byte_for_byte(picture: str) -> None:
    sent = WITHOUT_GAPS[picture]()
    assert strip_to_bytes(sent) == sent


@pytest.mark.parametrize("place", WITH_GAPS)
def test_W3_nothing_hides_in_a_gap_behind_the_pixels(place: str) -> None:
    sent = WITH_GAPS[place]()
    before = pyvips.Image.new_from_buffer(sent, "")
    kept = strip_to_bytes(sent)
    after = pyvips.Image.new_from_buffer(kept, "")
    assert b"a secret" in sent
    assert b"a secret" not in kept
    assert (after.width, after.height) == (before.width, before.height)
    count = "n-pages"
    assert not before.get_typeof(count) or before.get(count) == after.get(count)


def test_W3_bytes_behind_the_compressed_pixels_of_a_png_are_left_out() -> None:
    pixels = zlib.compress(bytes(31 * 10)) + b"secret"
    header = png(10, 10, b"")[:33]
    for chunks in ([pixels], [pixels[:9], pixels[9:]], [pixels, b"secret"]):
        sent = header + b"".join(chunk(b"IDAT", part) for part in chunks) + chunk(b"IEND", b"")
        kept = b"".join(strip_metadata("png", memoryview(sent)).pieces)
        assert b"secret" not in kept
        assert pyvips.Image.new_from_buffer(kept, "").avg() == 0


def draw_lines(height: int, slack: bytes = b"", **options: str) -> bytes:
    """A JPEG of this height, each line different; with `slack` bytes between its pixels and its end."""
    content: bytes = (
        pyvips.Image.zone(48, height)
        .linear(100, 128)
        .cast("uchar")
        .bandjoin([pyvips.Image.xyz(48, height).extract_band(at).cast("uchar") for at in (0, 1)])
        .copy(interpretation="srgb")
        .jpegsave_buffer(Q=86, keep="none", **options)
    )
    return content[:-2] + slack + content[-2:]


@pytest.mark.parametrize("subsample_mode", ["on", "off"])
def test_W3_the_end_of_a_jpeg_is_known_whatever_its_height(subsample_mode: str) -> None:
    for height in range(1, 50):
        whole = draw_lines(height, subsample_mode=subsample_mode)
        assert height < 8 or strip_to_bytes(whole) == whole, height  # the decoder warns of what has no eighth
        assert b"secret" not in strip_to_bytes(
            draw_lines(height, b"a secret" * 5, subsample_mode=subsample_mode)
        ), height


def test_W3_a_photo_as_browsers_send_it_is_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = list[int]()

    class CountedFile(ReadTracker):
        def __init__(self, file: BinaryIO, tail: int) -> None:
            watched.append(tail)
            super().__init__(file, tail)

    monkeypatch.setattr(validation, "ReadTracker", CountedFile)
    for height in (1500, 2000, 1333):
        whole = draw_lines(height, subsample_mode="on")
        assert strip_to_bytes(whole) == whole
    assert len(watched) == 3
