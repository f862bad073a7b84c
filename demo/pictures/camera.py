"""Develops a drawing into what a phone's camera would have made: 12 megapixels, grain, JPEG."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin

import pyvips

LONG, SHORT = 4032, 3024
MARGIN = 160
TILE = 1024
DRAWN = 2
"""Drawings are rasterised at half the camera's size: its lens is no sharper, and it takes a quarter of the time."""


@dataclass(frozen=True)
class Drawing:
    """An SVG body in a space of 2016 × 1512 units (or 1512 × 2016), and the wind that folds it."""

    body: str
    upright: bool = False
    wind: "Wind | None" = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in units."""
        return (SHORT // DRAWN, LONG // DRAWN) if self.upright else (LONG // DRAWN, SHORT // DRAWN)


@dataclass(frozen=True)
class Wind:
    """How a cloth falls: angle of the folds in degrees, their width in units, and their depth from 0 to 1."""

    angle: float = 80
    width: float = 420
    depth: float = 0.6
    seed: int = 1


def rasterise(drawing: Drawing) -> pyvips.Image:
    """The drawing as RGB at half the camera's size, with a margin around it when the wind will pull at its edges."""
    width, height = drawing.size
    margin = MARGIN if drawing.wind else 0
    box = f"{-margin} {-margin} {width + 2 * margin} {height + 2 * margin}"
    size = f'width="{width + 2 * margin}" height="{height + 2 * margin}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}">{drawing.body}</svg>'
    return pyvips.Image.svgload_buffer(svg.encode()).flatten(background=[255, 255, 255]).copy_memory()


def fold(image: pyvips.Image, wind: Wind) -> pyvips.Image:
    """The flat cloth thrown into folds: every point moved along the wave, then lit from its slope; without the margin."""
    width, height = image.width, image.height
    slope, rise = (
        field.resize(4, kernel="linear").crop(0, 0, width, height) for field in _waves(width, height, wind)
    )
    across, along = cos(radians(wind.angle)), sin(radians(wind.angle))
    push, sag = slope * (wind.width * 0.16 * wind.depth), rise * (wind.width * 0.2 * wind.depth)
    where = pyvips.Image.xyz(width, height)
    moved = image.mapim(
        (where[0] + push * along - sag * across).bandjoin(where[1] + push * across + sag * along)
    )
    light = 1 + slope * (0.72 * wind.depth) + rise * (0.22 * wind.depth)
    sheen = (slope > 0.62).ifthenelse((slope - 0.62) * (150 * wind.depth), 0)
    lit = (moved * light + sheen).cast("uchar")
    return lit.crop(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)


def _waves(width: int, height: int, wind: Wind) -> tuple[pyvips.Image, pyvips.Image]:
    """Slope and height of the folds, at a quarter of the size: they are smooth."""
    width, height = width // 4 + 2, height // 4 + 2
    across, along = cos(radians(wind.angle)), sin(radians(wind.angle))
    where = pyvips.Image.xyz(width, height) * 4
    drift = pyvips.Image.perlin(width, height, cell_size=150, seed=wind.seed)
    phase = (where[0] * along + where[1] * across) * (360 / wind.width) + drift * 150 + wind.seed * 67
    slope = (
        phase.math("cos") + (phase * 2.3 + 40).math("cos") * 0.45 + (phase * 0.41).math("cos") * 0.6
    ) / 2.05
    rise = (phase.math("sin") + (phase * 2.3 + 40).math("sin") * 0.25 + (phase * 0.41).math("sin")) / 2.2
    return slope.copy_memory(), rise.copy_memory()


@lru_cache(maxsize=1)
def _surface() -> pyvips.Image:
    """What lies over every picture: a plain weave and the grain of the film, as brightness around 0."""
    where = pyvips.Image.xyz(TILE, TILE) * (360 / 8)
    warp, weft = where[0].math("sin"), where[1].math("sin")
    linen = warp * weft * 2.4 + (warp + weft) * 0.9
    grain = pyvips.Image.gaussnoise(TILE, TILE, mean=0, sigma=6, seed=7)
    return (linen + grain).rint().cast("char").copy_memory()


def _soften() -> pyvips.Image:
    return pyvips.Image.new_from_array([[1, 1], [1, 1]], scale=4)


def develop(drawing: Drawing, seed: int) -> bytes:
    """The JPEG of a drawing, 4032 × 3024 or upright, 3 to 5 MB; the same seed gives the same bytes."""
    image = rasterise(drawing)
    if drawing.wind:
        image = fold(image, drawing.wind)
    image = image.zoom(DRAWN, DRAWN).conv(_soften(), precision="integer")
    surface = (
        _surface()
        .replicate(LONG // TILE + 2, LONG // TILE + 2)
        .crop(seed * 136 % TILE, seed * 272 % TILE, image.width, image.height)
    )
    return bytes((image + surface).cast("uchar").copy(interpretation="srgb").jpegsave_buffer(Q=90))
