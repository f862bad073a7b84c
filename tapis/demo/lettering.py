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
def _glyphs() -> dict[str, pyvips.Image]:
    sheet = pyvips.Image.new_from_file(str(Path(__file__).with_name("letters.png"))).extract_band(0)
    height = sheet.height // 2
    glyphs = {" ": pyvips.Image.black(SPACE, height)}
    for index in range(2 * PER_ROW):
        cell = sheet.crop(index % PER_ROW * CELL, index // PER_ROW * height, CELL, height)
        left, _, width, _ = cell.find_trim(background=[0])
        glyphs[chr(33 + index)] = cell.crop(0, 0, left + width + GAP, height)
    return glyphs


@cache
def _line(words: str, height: int) -> pyvips.Image:
    """Text in white on black, `height` pixels high."""
    letters = [_glyphs()[letter] for letter in words]
    line = letters[0]
    for letter in letters[1:]:
        line = line.join(letter, "horizontal")
    return line.resize(height / line.height).cast("uchar").copy_memory()


def draw_text(
    page: pyvips.Image, words: str, height: int, colour: Colour, position: tuple[float, int]
) -> pyvips.Image:
    """Write text; position: horizontal fraction (0 left, 0.5 centre, 1 right), and pixels from the top."""
    ink = _line(words, height)
    margin = page.width // 16
    across, top = position
    left = margin + int(across * (page.width - 2 * margin - ink.width))
    under = page.crop(left, top, ink.width, ink.height)
    return page.insert(ink.ifthenelse(list(colour), under, blend=True), left, top)
