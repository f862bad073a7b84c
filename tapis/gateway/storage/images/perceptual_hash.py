"""A perceptual hash: similar pictures have similar hashes of 256 bits.

The bits are the presence of the 16 × 16 lowest frequencies of the greyscale picture, without those of its
mean brightness. The permitted distance, and what was tried: docs/decisions/similar-pictures.md.
"""

import math

import pyvips

WAVES = range(1, 17)
# Of 255 levels of grey; weaker ones are compression artefacts.
MIN_STRENGTH = 0.05


def compute_perceptual_hash(small: pyvips.Image, width: int, height: int) -> str:
    """64 hexadecimal digits for a reduced picture that was `width` × `height`; empty if it can't be read."""
    try:
        grey = _to_grey(small)
        factor = max(round(max(width, height) / max(small.width, small.height)), 1)
        strengths = _multiply(grey, _cosines(width / factor, grey.width))  # of each wave across, in each row
        strengths = _multiply(_transpose(strengths), _cosines(height / factor, grey.height))
        values = memoryview(bytes(_transpose(strengths).write_to_memory())).cast("d")
    except pyvips.Error:
        return ""
    threshold = MIN_STRENGTH * width * height / factor**2
    return f"{int(''.join('01'[value > threshold] for value in values), 2):064x}"


def _to_grey(small: pyvips.Image) -> pyvips.Image:
    opaque = small.flatten(background=255) if small.hasalpha() else small
    return opaque.colourspace("b-w").extract_band(0).cast("uchar").cast("double")


def _cosines(length: float, pixels: int) -> list[list[float]]:
    """The value of each wave at each pixel. Reducing rounded the side: the last pixel covers the rest."""
    parts = [1.0] * (pixels - 1) + [length - pixels + 1]
    return [
        [part * math.cos(math.pi * (x + part / 2) * wave / length) for x, part in enumerate(parts)]
        for wave in WAVES
    ]


def _multiply(rows: pyvips.Image, cosines: list[list[float]]) -> pyvips.Image:
    """Multiply each row with each of the `cosines`, by libvips' matrix product of bands."""
    return rows.bandfold().recomb(cosines).bandunfold()


def _transpose(image: pyvips.Image) -> pyvips.Image:
    return image.rot90().fliphor()
