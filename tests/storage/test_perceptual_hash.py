"""The perceptual hash stays the same, since new hashes are compared with stored ones."""

import math

import pytest
import pyvips

from tapis.gateway.storage.images.perceptual_hash import MIN_STRENGTH, compute_perceptual_hash
from tests.storage.sample_images import decode_image, photo

SIZES = [(1500, 2000), (2000, 1500), (997, 31), (31, 997), (7, 5)]


def compute_by_definition(small: pyvips.Image, width: int, height: int) -> str:
    """The hash by its mathematical definition, on plain numbers."""
    factor = max(round(max(width, height) / max(small.width, small.height)), 1)
    grey = small.colourspace("b-w").extract_band(0).cast("uchar").tolist()

    def compute_strength(row: list[float], length: float, wave: int) -> float:
        parts = [1.0] * (len(row) - 1) + [length - len(row) + 1]
        angle = math.pi * wave / length
        shares = enumerate(zip(row, parts, strict=True))
        return sum(value * part * math.cos((x + part / 2) * angle) for x, (value, part) in shares)

    across = [[compute_strength(row, width / factor, wave) for row in grey] for wave in range(1, 17)]
    least = MIN_STRENGTH * width * height / factor**2
    down = [compute_strength(column, height / factor, wave) for wave in range(1, 17) for column in across]
    return f"{int(''.join('01'[value > least] for value in down), 2):064x}"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_Y15_a_picture_looks_as_it_did_when_others_were_stored(width: int, height: int) -> None:
    picture = pyvips.Image.zone(width, height).linear(90, 128) + decode_image(photo(width, height))
    side = math.ceil(max(width, height) / 160)
    small = picture.cast("uchar").copy(interpretation="srgb").shrink(side, side, ceil=True).copy_memory()
    assert compute_perceptual_hash(small, width, height) == compute_by_definition(small, width, height)
    assert compute_perceptual_hash(small, width, height) != compute_perceptual_hash(
        small.fliphor(), width, height
    )


def test_Y15_what_is_transparent_looks_white() -> None:
    white = pyvips.Image.black(40, 30, bands=3).linear(1, 255).cast("uchar").copy(interpretation="srgb")
    shown = white.draw_rect([0, 0, 0], 5, 5, 10, 10, fill=True)
    see_through = shown.bandjoin(255 - shown.extract_band(0).linear(1, 0).cast("uchar"))
    opaque = see_through.flatten(background=255)
    assert compute_perceptual_hash(see_through, 40, 30) == compute_perceptual_hash(opaque, 40, 30)
