"""Only images are accepted: decided by decoding, within limits, and stripped of metadata."""

import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import pyvips

from tests.conftest import Shop
from tests.process_tree import children, command
from tests.storage.conftest import Person, capture_state, make_object_name, parse_refusal
from tests.storage.sample_images import PRIVATE, animation, chunk, decode_image, is_red, noise, photo, png

DAMAGED = ("400", "Error", "InvalidRequest", "The picture is damaged. Please choose another file.")
PRETENDERS = {
    "text/html": b"<!DOCTYPE html><script>alert(1)</script>",
    "image/svg+xml": b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "application/xml": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "application/pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "application/zip": b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(50),
    "image/tiff": b"II*\0\x08\0\0\0" + bytes(50),
    "image/heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(50),
    "application/octet-stream": b"#!/bin/sh\necho hello",
}


@pytest.mark.parametrize("truly", PRETENDERS)
def test_W3_what_only_calls_itself_a_picture_is_refused_by_its_right_name(
    ada: Person, shop: Shop, truly: str
) -> None:
    before = capture_state(shop)
    for answer in (
        ada.send(make_object_name(), PRETENDERS[truly]),
        ada.send_raw(make_object_name(), PRETENDERS[truly]),
    ):
        hint = ": please send a JPEG or PNG" if truly == "image/heic" else ""
        sentence = f"mime type {truly} is not supported{hint}"
        assert parse_refusal(answer) == ("415", "invalid_mime_type", "InvalidMimeType", sentence)
        assert answer.elapsed.total_seconds() < 15, "nothing of the body is waited for"
    assert capture_state(shop) == before


def test_W3_the_refusal_of_an_iphones_format_names_an_accepted_one(ada: Person) -> None:
    answer = ada.send(make_object_name(), PRETENDERS["image/heic"], "image/heic")
    assert answer.json()["message"] == "mime type image/heic is not supported: please send a JPEG or PNG"


# An AVIF in which these bytes say that it is a HEIC, or the other way round → how it is refused.
MASKS: dict[str, tuple[tuple[bytes, bytes], ...]] = {
    "415": ((b"ftypavif", b"ftypheic"),),
    "415 beside the right brand": ((b"ftypavif", b"ftypheix"), (b"mif1", b"avif")),
    "400": ((b"av01", b"hvc1"),),
    "400 with both decoders": ((b"av01", b"hvc1"), (b"av1C", b"hvcC")),
    "400 as what both may be": ((b"ftypavif", b"ftypmif1"), (b"av01", b"hvc1")),
}


@pytest.mark.parametrize("mask", MASKS)
def test_W3_no_heic_passes_for_an_avif_nor_an_avif_for_a_heic(ada: Person, shop: Shop, mask: str) -> None:
    content, before = photo(40, 30, ".avif"), capture_state(shop)
    for old, new in MASKS[mask]:
        assert old in content
        content = content.replace(old, new)
    answer = ada.send(make_object_name().replace(".jpg", ".avif"), content, "image/avif")
    assert answer.json()["statusCode"] == mask[:3], answer.text
    assert capture_state(shop) == before


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif", ".gif"])
def test_W3_the_type_is_what_was_decoded_not_what_was_declared(ada: Person, suffix: str) -> None:
    name = ada.upload(photo(40, 30, suffix), mimetype="image/png")
    mimetype = {".jpg": "image/jpeg"}.get(suffix, f"image/{suffix[1:]}")
    assert ada.read(name).headers["content-type"] == mimetype
    assert ada.http.get(f"/object/info/tapis/{name}").json()["content_type"] == mimetype


def build_pixel_bomb() -> bytes:
    """20,000 × 20,000 pixels in a megabyte: one repeated compressed block."""
    packer = zlib.compressobj(wbits=-15)
    block = packer.compress(bytes(100 * (1 + 20_000 * 3))) + packer.flush(zlib.Z_FULL_FLUSH)
    packed = b"\x78\x9c" + block * 200 + b"\x03\0" + bytes(4)
    return png(20_000, 20_000, b"")[:33] + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def build_lying_jpeg() -> bytes:
    """A JPEG whose header claims 65,500 × 65,500."""
    content = bytearray(photo())
    at = content.index(b"\xff\xc0")
    content[at + 5 : at + 9] = struct.pack(">HH", 65_500, 65_500)
    return bytes(content)


BOMBS = {
    "a PNG of 20,000 × 20,000": (build_pixel_bomb, "413"),
    "a PNG of 7,200 × 7,200": (lambda: png(7200, 7200, b""), "413"),
    "a GIF of 400 frames of 400 × 400": (lambda: animation(400, 400), "413"),
    "a JPEG that says 65,500 × 65,500": (build_lying_jpeg, "413"),
    "a GIF of 10,000 frames": (lambda: animation(10_000), "413"),
    "a GIF of 65,535 × 65,535": (lambda: animation(1, 65_535), "413"),
    "a GIF of 600,000 frames": (lambda: animation(600_000, 1), "400"),
    "a JPEG of 3,000,000 comments": (lambda: b"\xff\xd8" + b"\xff\xfe\0\2" * 3_000_000 + b"\xff\xd9", "400"),
    "a JPEG of 14 MB of FF": (lambda: photo()[:300] + b"\xff" * 14_000_000 + b"\0", "400"),
    "a WebP of 1,800,000 chunks": (
        lambda: b"RIFF" + struct.pack("<I", 14_400_004) + b"WEBP" + b"JUNK\0\0\0\0" * 1_800_000,
        "400",
    ),
    "a PNG of 1,000,000 chunks": (lambda: b"\x89PNG\r\n\x1a\n" + chunk(b"juNK", b"") * 1_000_000, "400"),
    "a PNG with too few pixels": (lambda: png(1000, 1000, bytes(100)), "400"),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_W3_bombs_are_refused_in_bounded_memory(ada: Person, shop: Shop, bomb: str) -> None:
    make, status = BOMBS[bomb]
    content, before, memory = make(), capture_state(shop), measure_peak_memory(shop)
    answer = ada.send_raw(make_object_name(), content)
    assert answer.json()["statusCode"] == status
    assert measure_peak_memory(shop) - memory < 150
    assert capture_state(shop) == before


@pytest.mark.parametrize("kind", [b"zTXt", b"iCCP"])
def test_W3_what_unpacks_to_gigabytes_is_never_unpacked(ada: Person, shop: Shop, kind: bytes) -> None:
    packed = chunk(kind, b"x\0\0" + zlib.compress(bytes(200_000_000)))
    content, memory = (
        png(10, 10, bytes(31 * 10), *[packed] * (40 if kind == b"zTXt" else 1)),
        measure_peak_memory(shop),
    )
    assert ada.send_raw(make_object_name(), content, "image/png").status_code in {200, 400}
    assert measure_peak_memory(shop) - memory < 150


def measure_peak_memory(shop: Shop) -> int:
    """The gateway's peak memory in megabytes."""
    return (
        sum(
            int(re.findall(r"VmHWM:\s*(\d+) kB", (process / "status").read_text())[0])
            for process in list_processes(shop)
        )
        // 1000
    )


def list_processes(shop: Shop) -> list[Path]:
    """The /proc folder of each process of the gateway."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"serve" in words and bytes(shop.data) in words:
                found.append(process)
    assert found
    return found + [
        Path(f"/proc/{pid}") for process in found for pid in list_image_workers(int(process.name))
    ]


def list_image_workers(gateway: int) -> list[int]:
    """The processes in which this gateway decodes uploads and makes their sizes."""
    return [pid for pid in children(gateway) if b"storage.images.worker" in command(pid)]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif", ".gif"])
@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_W3_a_picture_that_ends_too_early_is_refused(
    ada: Person, shop: Shop, suffix: str, kept: float
) -> None:
    whole = photo(400, 300, suffix) if suffix != ".jpg" else noise(1)
    before = capture_state(shop)
    answer = ada.send_raw(make_object_name(), whole[: int(len(whole) * kept)])
    assert parse_refusal(answer) == DAMAGED
    assert capture_state(shop) == before


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif"])
@pytest.mark.parametrize("held", [1, 3, 6, 8])
def test_W3_camera_place_and_notes_are_gone_and_the_picture_is_upright(
    ada: Person, suffix: str, held: int
) -> None:
    sent = photo(64, 48, suffix, held, private=True)
    assert b"Pucuk Rebung" in sent
    stored = ada.read(ada.upload(sent)).content
    assert not any(secret.encode() in stored for secret in (*PRIVATE.values(), "xmpmeta"))
    image = pyvips.Image.new_from_buffer(stored, "")
    assert not [field for field in image.get_fields() if field.startswith(("exif", "xmp", "iptc"))]
    assert not image.get_typeof("orientation") or image.get("orientation") == 1
    assert (image.width, image.height) == ((48, 64) if held in {6, 8} else (64, 48))
    corner = {1: (0.2, 0.2), 3: (0.8, 0.8), 6: (0.8, 0.2), 8: (0.2, 0.8)}[held]
    assert is_red(image, *corner)
    assert [is_red(image, x, y) for x in (0.2, 0.8) for y in (0.2, 0.8)].count(True) == 1


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
def test_W3_an_upright_picture_loses_nothing_and_keeps_its_colours(ada: Person, suffix: str) -> None:
    sent, wide = photo(64, 48, suffix), photo(64, 48, suffix, private=True)
    assert (decode_image(sent) - decode_image(ada.read(ada.upload(sent)).content)).abs().max() == 0
    before, after = (decode_image(content) for content in (wide, ada.read(ada.upload(wide)).content))
    assert (before.icc_transform("srgb", embedded=True) - after).abs().avg() < 3


@pytest.mark.parametrize("height", [256, 257, 260, 263, 1540])
def test_W3_a_photo_is_kept_as_it_is_whatever_its_height(ada: Person, height: int) -> None:
    first, again = (make_object_name() for _ in range(2))
    assert ada.send(first, photo(96, height)).status_code == 200
    kept = ada.read(first).content
    assert ada.send(again, kept).status_code == 200
    assert ada.read(again).content == kept, "what was kept once would be encoded again with every import"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".avif", ".gif"])
def test_W3_nothing_hides_behind_the_end_of_a_picture(ada: Person, suffix: str) -> None:
    archive = b"PK\x03\x04" + b"payload" * 100
    name = ada.upload(photo(40, 30, suffix) + archive)
    assert b"payload" not in ada.read(name).content
    assert decode_image(ada.read(name).content).width == 40


@pytest.mark.parametrize("progressive", [False, True])
def test_W3_nothing_hides_between_the_pixels_of_a_jpeg_and_its_end(ada: Person, progressive: bool) -> None:
    whole = photo(400, 300, interlace=progressive)
    stored = ada.read(ada.upload(whole[:-2] + b"<script>payload</script>" + whole[-2:])).content
    assert b"payload" not in stored
    assert is_red(decode_image(stored), 0.2, 0.2)


def test_W3_a_profile_of_another_kind_becomes_srgb(ada: Person) -> None:
    """A CMYK image."""
    inks = decode_image(photo(64, 48)).icc_transform("cmyk", input_profile="srgb").copy()
    stored = ada.read(ada.upload(inks.write_to_buffer(".jpg", keep="icc"))).content
    image = decode_image(stored)
    assert (image.bands, image.get_typeof("icc-profile-data")) == (3, 0)
    assert [is_red(image, x, 0.2) for x in (0.2, 0.8)] == [True, False]


def test_W3_a_gif_keeps_its_frames_and_loses_its_comment(ada: Person) -> None:
    whole = animation(5)
    comment = b"\x21\xfe\x05hello\0"
    stored = ada.read(ada.upload(whole[:19] + comment + whole[19:], mimetype="image/gif")).content
    assert stored == whole


def test_W3_fifty_megabytes_for_a_limit_of_fifteen(ada: Person, shop: Shop) -> None:
    """Declared or not, in a form or not: the answer is read by the client although it was still sending."""
    before = capture_state(shop)
    large, text = bytes(50_000_000), "The object exceeded the maximum allowed size"
    chunks = (bytes(1_000_000) for _ in range(50))
    answers = [
        ada.send(make_object_name(), large),
        ada.send_raw(make_object_name(), large),
        ada.http.post(
            f"/object/tapis/{make_object_name()}", content=chunks, headers={"content-type": "image/jpeg"}
        ),
    ]
    assert [(answer.json()["statusCode"], answer.json()["message"]) for answer in answers] == [
        ("413", text)
    ] * 3
    assert capture_state(shop) == before


def test_W3_endless_chunks_end(ada: Person, shop: Shop) -> None:
    before, sent = capture_state(shop), 0

    def stream_megabytes() -> Iterator[bytes]:
        nonlocal sent
        while sent < 2_000:
            sent += 1
            yield bytes(1_000_000)

    try:
        answer = ada.http.post(
            f"/object/tapis/{make_object_name()}",
            content=stream_megabytes(),
            headers={"content-type": "image/jpeg"},
        )
        assert answer.json()["statusCode"] == "413"
    except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
        pass  # the server hung up, which is an answer too
    assert sent < 200
    assert capture_state(shop) == before


@pytest.mark.parametrize(
    "form",
    [
        {"files": [("a", (None, "b"))] * 30 + [("", ("blob", photo(), "image/jpeg"))]},
        {"files": {"": ("blob", photo(), "image/jpeg")}, "data": {"note": "x" * 50_000}},
        {"files": [("a", (None, "b"))] * 10_000},
        {"files": [("", ("blob", photo(), "image/jpeg"))] * 2},
        {"files": {"": ("blob", photo(), "image/jpeg")}, "data": {"metadata": "x" * 100_000}},
        {"files": {"": ("blob", photo(), "image/jpeg")}, "data": {"metadata": "[" * 5_000}},
        {"files": {"": ("blob", photo(), "image/jpeg")}, "data": {"metadata": '{"a": "\\u0000"}'}},
        {"content": b"--x\r\n\r\n", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {"content": b"nonsense", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {"content": b"", "headers": {"content-type": "multipart/form-data; boundary=x"}},
        {
            "content": b"--x\r\n" + b"a: b\r\n" * 50_000,
            "headers": {"content-type": "multipart/form-data; boundary=x"},
        },
    ],
    ids=[
        "30 fields",
        "a long note",
        "10,000 parts",
        "two files",
        "a long field",
        "deep JSON",
        "a NUL",
        "cut off",
        "no form",
        "nothing",
        "headers",
    ],
)
def test_W3_odd_forms_are_refused_and_leave_nothing(ada: Person, shop: Shop, form: dict[str, Any]) -> None:
    before = capture_state(shop)
    answer = ada.http.request("POST", f"/object/tapis/{make_object_name()}", **form)
    assert answer.status_code == 400
    assert answer.json()["statusCode"] in {"400", "413", "415"}
    assert capture_state(shop) == before


def test_W3_a_client_that_leaves_half_way_leaves_nothing(ada: Person, shop: Shop) -> None:
    before = capture_state(shop)

    def break_off() -> Iterator[bytes]:
        yield photo()[:200]
        raise ConnectionError

    with pytest.raises(ConnectionError):
        ada.http.post(
            f"/object/tapis/{make_object_name()}", content=break_off(), headers={"content-type": "image/jpeg"}
        )
    ada.upload()
    assert len(capture_state(shop)[0]) == len(before[0]) + 1
