"""The pictures of the demo: as a phone's camera would send them, always the same, no payment code to scan."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random

import pytest
import pyvips

from demo.darkroom import darkroom
from demo.pictures.camera import LONG, SHORT
from demo.pictures.letters import words
from demo.pictures.payment import card
from demo.pictures.scenes import compose
from demo.rows import Picture, rows

PICTURES = [picture for row in rows() for picture in row.pictures.values()]


@pytest.fixture(scope="module")
def room() -> Iterator[ProcessPoolExecutor]:
    """As in `tapis demo`: a process that stores pictures refuses to read drawings."""
    with darkroom() as pool:
        yield pool


def one_per_scene() -> list[Picture]:
    return list({picture.order["scene"]: picture for picture in reversed(PICTURES)}.values())


def test_no_two_pictures_share_a_name() -> None:
    assert [
        name for name, count in Counter(p.folder + p.filename for p in PICTURES).items() if count > 1
    ] == []


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.title)
def test_every_picture_can_be_drawn_from_the_words_of_its_text(picture: Picture) -> None:
    assert compose(picture.order, 1).body == compose(picture.order, 1).body


@pytest.mark.parametrize("picture", one_per_scene(), ids=lambda picture: picture.order["scene"])
def test_Z6_a_picture_has_the_size_and_weight_of_a_phone_camera(
    picture: Picture, room: ProcessPoolExecutor
) -> None:
    jpeg = room.submit(picture.take).result()
    image = pyvips.Image.new_from_buffer(jpeg, "")
    assert sorted((image.width, image.height)) == [SHORT, LONG]
    assert image.get("vips-loader") == "jpegload_buffer"
    assert 3_000_000 < len(jpeg) < 6_000_000
    assert image.thumbnail_image(64).deviate() > 5, "there is something on it"


def test_the_same_picture_is_taken_twice_byte_for_byte(room: ProcessPoolExecutor) -> None:
    picture = next(picture for picture in PICTURES if picture.order["scene"] == "drape")
    one, two = room.submit(picture.take), room.submit(picture.take)
    assert one.result() == two.result()


def test_the_example_of_a_payment_code_says_that_it_is_not_valid_and_has_no_squares_to_scan() -> None:
    picture = next(picture for picture in PICTURES if picture.order["scene"] == "payment")
    body = compose(picture.order, 1).body
    for line in ("CONTOH", "TIDAK BERLAKU", "DEMO", "BUKAN UNTUK PEMBAYARAN"):
        strokes = words(line, 0, 0, 14, "x").split(">", 1)[1]
        assert strokes in body, line
    assert body.count("<rect") == card("", Random(1)).count("<rect") == 3
