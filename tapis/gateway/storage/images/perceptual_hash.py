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
        grey = _grey_rows(small)
    except pyvips.Error:
        return ""
    factor = max(round(max(width, height) / max(small.width, small.height)), 1)
    across, down = _cosines(width / factor, small.width), _cosines(height / factor, small.height)
    waves = [[_product(row, cosines) for row in grey] for cosines in across]
    least = LEAST * width * height / factor**2
    bits = ["01"[_product(wave, cosines) > least] for cosines in down for wave in waves]
    return f"{int(''.join(bits), 2):064x}"


def _grey_rows(small: pyvips.Image) -> list[bytes]:
    opaque = small.flatten(background=255) if small.hasalpha() else small
    grey = opaque.colourspace("b-w").extract_band(0).cast("uchar")
    pixels = bytes(grey.write_to_memory())
    return [pixels[start : start + grey.width] for start in range(0, len(pixels), grey.width)]


def _cosines(length: float, pixels: int) -> list[list[float]]:
    """Of each wave at each pixel. Reducing rounded the side: the last pixel stands for the rest of it."""
    parts = [1.0] * (pixels - 1) + [length - pixels + 1]
    return [
        [part * math.cos(math.pi * (x + part / 2) * wave / length) for x, part in enumerate(parts)]
        for wave in WAVES
    ]


def _product(values: bytes | list[float], cosines: list[float]) -> float:
    return sum(map(float.__mul__, map(float, values), cosines))
