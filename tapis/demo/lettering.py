"""Writes text onto a picture with bundled glyphs: a server may have no fonts.

`letters.png` has the characters from ! to ~ of DejaVu Sans (a free typeface), in two rows of cells.
"""

from functools import cache
from pathlib import Path

import pyvips

CELL, PER_ROW = 48, 47
GAP, SPACE = 4, 14

Colour = tuple[int, int, int]


@cache
def _glyphs() -> dict[str, list[bytes]]:
    """The rows of each character, a byte for a pixel: 0 black, 255 white."""
    sheet = pyvips.Image.new_from_file(str(Path(__file__).with_name("letters.png"))).extract_band(0)
    pixels, height = bytes(sheet.write_to_memory()), sheet.height // 2
    glyphs = {" ": [bytes(SPACE)] * height}
    for index in range(2 * PER_ROW):
        start = index // PER_ROW * height * sheet.width + index % PER_ROW * CELL
        rows = [pixels[at : at + CELL] for at in range(start, start + height * sheet.width, sheet.width)]
        width = max(len(row.rstrip(b"\0")) for row in rows)
        glyphs[chr(33 + index)] = [row[:width] + bytes(GAP) for row in rows]
    return glyphs


@cache
def _line(words: str, height: int) -> pyvips.Image:
    """Text in white on black, `height` pixels high."""
    rows = [b"".join(row) for row in zip(*(_glyphs()[letter] for letter in words), strict=True)]
    line = pyvips.Image.new_from_memory(b"".join(rows), len(rows[0]), len(rows), 1, "uchar")
    return line.resize(height / line.height).cast("uchar").copy_memory()


def draw_text(
    page: pyvips.Image, words: str, height: int, colour: Colour, position: tuple[float, int]
) -> pyvips.Image:
    """Write text; position: horizontal fraction (0 left, 0.5 centre, 1 right), and pixels from the top."""
    ink = _line(words, height)
    margin = page.width // 16
    across, top = position
    left = margin + int(across * (page.width - 2 * margin - ink.width))
    return page.draw_mask(list(colour), ink, left, top)
