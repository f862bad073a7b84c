"""A hash of what a picture looks like: nearly the same picture gives nearly the same 256 bits.

Which of the 16 × 16 lowest frequencies of the picture in grey are there, without those that only say how
light it is. How many bits may differ, and what was tried: docs/decisions/similar-pictures.md.
"""

import math

import pyvips

WAVES = range(1, 17)
# Of 255 levels of grey; what is less comes from compression.
LEAST = 0.05


def perceptual_hash(small: pyvips.Image, width: int, height: int) -> str:
    """64 hexadecimal digits for a reduced picture that was `width` × `height`; empty if it can't be read."""
    try:
        grey = _grey(small)
        factor = max(round(max(width, height) / max(small.width, small.height)), 1)
        strengths = _products(grey, _cosines(width / factor, grey.width))  # of each wave across, in each row
        strengths = _products(_transposed(strengths), _cosines(height / factor, grey.height))
        values = memoryview(bytes(_transposed(strengths).write_to_memory())).cast("d")
    except pyvips.Error:
        return ""
    least = LEAST * width * height / factor**2
    return f"{int(''.join('01'[value > least] for value in values), 2):064x}"


def _grey(small: pyvips.Image) -> pyvips.Image:
    opaque = small.flatten(background=255) if small.hasalpha() else small
    return opaque.colourspace("b-w").extract_band(0).cast("uchar").cast("double")


def _cosines(length: float, pixels: int) -> list[list[float]]:
    """Of each wave at each pixel. Reducing rounded the side: the last pixel stands for the rest of it."""
    parts = [1.0] * (pixels - 1) + [length - pixels + 1]
    return [
        [part * math.cos(math.pi * (x + part / 2) * wave / length) for x, part in enumerate(parts)]
        for wave in WAVES
    ]


def _products(rows: pyvips.Image, cosines: list[list[float]]) -> pyvips.Image:
    """Of each row with each of the `cosines`, side by side: libvips multiplies bands by a matrix."""
    return rows.bandfold().recomb(cosines).bandunfold()


def _transposed(image: pyvips.Image) -> pyvips.Image:
    return image.rot90().fliphor()
