"""The colours of the house and the cloths woven from them."""

from dataclasses import dataclass

MAROON = "#5a0f1f"
WINE = "#380812"
INK = "#17110f"
IVORY = "#f6efe2"
PAPER = "#e9dcc6"
GOLD = "#c2964a"
LIGHT_GOLD = "#ecd39a"
DARK_GOLD = "#7d5620"


@dataclass(frozen=True)
class Cloth:
    """One weave: the ground, the plain stripes between the bands, and the couched thread."""

    ground: str
    stripe: str
    thread: str
    glint: str


CLOTHS = {
    "maroon": Cloth("#5a0f1f", "#2b0710", "#c9a052", "#f0dcaa"),
    "ink": Cloth("#1d1715", "#5a0f1f", "#c2964a", "#ecd39a"),
    "indigo": Cloth("#1e2748", "#11162c", "#c9a45c", "#efe0b8"),
    "forest": Cloth("#1d3d35", "#102520", "#c7a354", "#eedcaa"),
    "ivory": Cloth("#efe4cf", "#d9c6a2", "#b08338", "#7d5620"),
    "terracotta": Cloth("#a4492f", "#6d2a1b", "#e2bd73", "#f7e6c0"),
    "plum": Cloth("#43193f", "#270d25", "#cda65a", "#f0dcb0"),
    "rose": Cloth("#c98e83", "#a4655c", "#f0d9a4", "#fbf1da"),
    "pepper": Cloth("#3c3a34", "#24221f", "#cfae6c", "#f1e4c4"),
}


@dataclass(frozen=True)
class Room:
    """The light of a studio: wall, floor, and the niche behind the piece."""

    wall: str
    shade: str
    floor: str
    niche: str


ROOMS = {
    "ivory": Room("#f3eadb", "#dccab0", "#e4d5bd", "#e6d6bd"),
    "maroon": Room("#6b1627", "#36070f", "#4a0d1a", "#7d2233"),
    "ink": Room("#2a211f", "#110c0b", "#1b1413", "#3a2e2a"),
    "sand": Room("#dcc6a3", "#b99d76", "#c9b08a", "#e8d6b8"),
    "blush": Room("#e7cdbf", "#c9a394", "#d5b4a5", "#f0ddd1"),
    "sage": Room("#b9bda3", "#8c927a", "#a1a68b", "#cdd0ba"),
    "clay": Room("#b5694f", "#7d3f2c", "#98543d", "#c98468"),
    "dusk": Room("#39415f", "#191e33", "#262c47", "#4d5678"),
    "forest": Room("#2c4a41", "#12251f", "#1d362f", "#3d6054"),
}
