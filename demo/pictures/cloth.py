"""Tapis as vector drawing: motifs in couched thread, bands of them, and the shading of folds."""

from collections.abc import Callable
from random import Random

from demo.pictures.palette import Cloth

Tile = tuple[int, int, str]
"""Width, height and drawing of one repeat."""


def _shape(points: str, fill: str) -> str:
    return f'<path d="{points}Z" fill="{fill}"/>'


def rebung(c: Cloth) -> Tile:
    """Bamboo shoots: nested triangles, the sign of the house."""
    return (
        60,
        120,
        (
            _shape("M0 120L30 4L60 120", c.thread)
            + _shape("M8 120L30 34L52 120", c.ground)
            + _shape("M14 120L30 56L46 120", c.glint)
            + _shape("M21 120L30 84L39 120", c.ground)
            + _shape("M-9 26L0 8L9 26L0 44", c.glint)
            + _shape("M51 26L60 8L69 26L60 44", c.glint)
        ),
    )


def rebung_down(c: Cloth) -> Tile:
    """The same shoots, pointing to the hem."""
    width, height, drawing = rebung(c)
    return width, height, f'<g transform="translate(0 {height})scale(1 -1)">{drawing}</g>'


def facing(c: Cloth) -> Tile:
    """Shoots from both sides that close like teeth."""
    return (
        80,
        120,
        (
            _shape("M0 120L40 24L80 120", c.thread)
            + _shape("M14 120L40 58L66 120", c.ground)
            + _shape("M26 120L40 86L54 120", c.glint)
            + _shape("M-40 0L0 96L40 0", c.glint)
            + _shape("M-26 0L0 62L26 0", c.ground)
            + _shape("M-14 0L0 34L14 0", c.thread)
            + _shape("M40 0L80 96L120 0", c.glint)
            + _shape("M54 0L80 62L106 0", c.ground)
            + _shape("M66 0L80 34L94 0", c.thread)
        ),
    )


def diamond(c: Cloth) -> Tile:
    """Belah ketupat: the split rice cake."""
    return (
        90,
        120,
        (
            _shape("M0 60L45 4L90 60L45 116", c.thread)
            + _shape("M14 60L45 22L76 60L45 98", c.ground)
            + _shape("M27 60L45 38L63 60L45 82", c.glint)
            + _shape("M37 60L45 50L53 60L45 70", c.ground)
            + _shape("M-12 14L0 0L12 14L0 28", c.thread)
            + _shape("M78 14L90 0L102 14L90 28", c.thread)
            + _shape("M-12 106L0 92L12 106L0 120", c.thread)
            + _shape("M78 106L90 92L102 106L90 120", c.thread)
        ),
    )


def hooks(c: Cloth) -> Tile:
    """Kait: hooks that lock into each other."""
    line = f'fill="none" stroke="{c.thread}" stroke-width="11"'
    thin = f'fill="none" stroke="{c.glint}" stroke-width="5"'
    return (
        100,
        120,
        (
            f'<path d="M0 106H34V40H66V74H50" {line}/><path d="M100 14H66M100 106H86V20H18V78" {line}/>'
            f'<path d="M0 60H14M86 60H100" {thin}/>'
        ),
    )


def ships(c: Cloth) -> Tile:
    """Kapal: the ship of the old Lampung cloths, with its mast, roof and two travellers."""
    return (
        180,
        120,
        (
            f'<path d="M8 58Q10 98 50 98H130Q170 98 172 58L158 72Q150 82 130 82H50Q30 82 22 72Z" fill="{c.thread}"/>'
            + _shape("M56 78V52H124V78", c.glint)
            + _shape("M64 72V58H116V72", c.ground)
            + _shape("M46 52L90 22L134 52", c.thread)
            + _shape("M66 46L90 30L114 46", c.ground)
            + f'<path d="M90 24V2L112 9L92 15M32 72V52M148 72V52" fill="{c.glint}" stroke="{c.glint}" stroke-width="5"/>'
            + _shape("M32 34L41 44L32 54L23 44", c.glint)
            + _shape("M148 34L157 44L148 54L139 44", c.glint)
            + f'<path d="M0 112H180" stroke="{c.thread}" stroke-width="5" stroke-dasharray="12 6"/>'
        ),
    )


def zigzag(c: Cloth) -> Tile:
    """Mountain line."""
    return (
        60,
        60,
        (
            f'<path d="M-6 52L30 12L66 52" fill="none" stroke="{c.thread}" stroke-width="9"/>'
            f'<path d="M12 58L30 38L48 58" fill="none" stroke="{c.glint}" stroke-width="5"/>'
        ),
    )


def seeds(c: Cloth) -> Tile:
    """Pepper corns."""
    return (
        40,
        40,
        f'<circle cx="20" cy="20" r="8" fill="{c.glint}"/>'
        + _shape("M-6 20L0 14L6 20L0 26", c.thread)
        + _shape("M34 20L40 14L46 20L40 26", c.thread),
    )


def rope(c: Cloth) -> Tile:
    """A couched cord."""
    return (
        20,
        20,
        (
            f'<path d="M0 3H20M0 17H20" stroke="{c.thread}" stroke-width="2.4"/>'
            f'<path d="M0 14L12 6M10 14L22 6M-10 14L2 6" stroke="{c.glint}" stroke-width="3.4"/>'
        ),
    )


def solid(c: Cloth) -> Tile:
    """Sasab: ground wholly covered with thread."""
    return (
        24,
        24,
        (
            f'<rect width="24" height="24" fill="{c.thread}"/><path d="M0 6H24M0 18H24" stroke="{c.glint}" stroke-width="3"/>'
            f'<path d="M0 12H24M0 0H24" stroke="{c.ground}" stroke-width="1.6" opacity=".7"/>'
        ),
    )


MOTIFS: dict[str, Callable[[Cloth], Tile]] = {
    "rebung": rebung,
    "rebung_down": rebung_down,
    "facing": facing,
    "diamond": diamond,
    "hooks": hooks,
    "ships": ships,
    "zigzag": zigzag,
    "seeds": seeds,
    "rope": rope,
    "solid": solid,
}

FINE = ("solid", "rope", "seeds")
"""Motifs that repeat too often to be copied one by one, and may fill a band in several rows."""

# From top to hem: a motif (or plain "stripe" / "ground") and its share of the height.
LAYOUTS: dict[str, list[tuple[str, float]]] = {
    "pucuk": [
        ("ground", 3), ("rope", 1), ("stripe", 1.2), ("seeds", 1.4), ("ground", 0.5), ("rope", 1), ("diamond", 5), ("rope", 1),
        ("ground", 0.5), ("stripe", 1.4), ("zigzag", 2), ("solid", 0.7), ("rebung", 8), ("solid", 1.2), ("stripe", 0.8),
    ],
    "kapal": [
        ("ground", 1.6), ("zigzag", 1.8), ("rope", 0.8), ("stripe", 1), ("ships", 4.6), ("stripe", 1), ("rope", 0.8),
        ("seeds", 1.2), ("ground", 0.7), ("ships", 4.6), ("rope", 0.8), ("stripe", 1), ("facing", 4.4), ("solid", 1),
    ],
    "garis": [
        ("ground", 2.4), ("rope", 0.8), ("stripe", 2), ("rope", 0.8), ("ground", 2), ("seeds", 1), ("stripe", 2), ("seeds", 1),
        ("ground", 2), ("zigzag", 1.4), ("stripe", 1.6), ("solid", 0.8), ("ground", 1.4), ("rebung", 4), ("solid", 0.8),
    ],
    "ketupat": [
        ("solid", 0.7), ("rebung_down", 3.4), ("ground", 0.8), ("rope", 0.7), ("diamond", 4), ("rope", 0.7), ("stripe", 1),
        ("hooks", 3), ("stripe", 1), ("rope", 0.7), ("diamond", 4), ("rope", 0.7), ("ground", 0.8), ("rebung", 3.4), ("solid", 0.7),
    ],
    "kait": [
        ("ground", 1.2), ("hooks", 3.4), ("rope", 0.8), ("stripe", 1.2), ("facing", 4.4), ("stripe", 1.2), ("rope", 0.8),
        ("hooks", 3.4), ("ground", 0.8), ("seeds", 1.2), ("stripe", 0.8), ("facing", 4.4), ("solid", 1),
    ],
}  # fmt: skip


def band(name: str, cloth: Cloth, motif: str, x: float, y: float, w: float, h: float) -> str:
    """One band of a motif as a filled rectangle; `name` must be new in the drawing."""
    ground = cloth.stripe if motif == "stripe" else cloth.ground
    plain = f'<rect x="{x}" y="{y:.1f}" width="{w}" height="{h + 0.8:.1f}" fill="{ground}"/>'
    if motif in ("ground", "stripe"):
        return plain
    width, height, drawing = MOTIFS[motif](cloth)
    scale = h / height
    if motif in FINE:
        return plain + _repeated(name, MOTIFS[motif](cloth), scale / max(1, round(h / 24)), (x, y, w, h))
    copies = "".join(f'<use href="#{name}" x="{n * width}"/>' for n in range(1, int(w / width / scale) + 2))
    place = f'transform="translate({x} {y:.1f})scale({scale:.4f})"'
    edge = f'<clipPath id="{name}c"><rect width="{w / scale:.1f}" height="{height}"/></clipPath>'
    return f'{plain}<g {place} clip-path="url(#{name}c)">{edge}<g id="{name}">{drawing}</g>{copies}</g>'


def _repeated(name: str, tile: Tile, scale: float, box: tuple[float, float, float, float]) -> str:
    width, height, drawing = tile
    x, y, w, h = box
    return (
        f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse" '
        f'patternTransform="translate({x} {y:.1f})scale({scale:.4f})">{drawing}</pattern>'
        f'<rect x="{x}" y="{y:.1f}" width="{w}" height="{h + 0.8:.1f}" fill="url(#{name})"/>'
    )


def weave(name: str, cloth: Cloth, layout: str, x: float, y: float, w: float, h: float) -> str:
    """A whole cloth: the layout's bands stacked from `y` to `y + h`, and the couched threads over them."""
    bands = LAYOUTS[layout]
    unit = h / sum(share for _, share in bands)
    parts, top = [], y
    for number, (motif, share) in enumerate(bands):
        parts.append(band(f"{name}{number}", cloth, motif, x, top, w, share * unit))
        top += share * unit
    parts.append(
        f'<pattern id="{name}t" width="64" height="5" patternUnits="userSpaceOnUse"><path d="M0 1H64" stroke="#000" '
        f'stroke-opacity=".2" stroke-width="1.5"/></pattern><rect x="{x}" y="{y}" width="{w}" height="{h}" fill="url(#{name}t)"/>'
    )
    return "".join(parts)


def folds(name: str, x1: float, x2: float, count: int, depth: float, rng: Random, slant: float = 0) -> str:
    """The paint of hanging folds between two edges: a gradient to lay over a cloth as `url(#name)`."""
    spans = [rng.uniform(0.6, 1.4) for _ in range(count)]
    stops, at = [], 0.0
    for span in spans:
        for part, colour, alpha in (
            (0.0, "#000", depth),
            (0.3, "#000", 0.06),
            (0.5, "#fff", depth * 0.5),
            (0.72, "#000", 0.0),
        ):
            offset = (at + part * span) / sum(spans)
            stops.append(f'<stop offset="{offset:.3f}" stop-color="{colour}" stop-opacity="{alpha:.2f}"/>')
        at += span
    return (
        f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="{x1}" y1="0" x2="{x2}" y2="{slant}">'
        + "".join(stops)
        + "</linearGradient>"
    )
