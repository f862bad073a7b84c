"""Where the cloth is made: loom, spools, folded lengths, the rack, and the study of a motif."""

from random import Random

from demo.pictures.cloth import MOTIFS, folds, weave
from demo.pictures.palette import CLOTHS, Cloth, Room
from demo.pictures.studio import backdrop, shadow


def loom(cloth: Cloth, layout: str, room: Room, rng: Random) -> str:
    """A length growing on the loom, seen by the weaver; landscape."""
    warp = "".join(
        f'<path d="M{330 + n * 11.3:.1f} 620L{560 + n * 7.5:.1f} 90" stroke="{cloth.glint if n % 5 else cloth.thread}" '
        f'stroke-opacity="{rng.uniform(0.55, 0.95):.2f}" stroke-width="3"/>'
        for n in range(121)
    )
    return (
        backdrop(room, 2016, 1512, 0.9, arch=False)
        + '<path d="M1240 0L2016 0V900Z" fill="#fff" opacity=".09"/><path d="M500 0H980L560 1512H0V1100Z" fill="#fff" opacity=".07"/>'
        + folds("lie", 280, 1740, 6, 0.2, rng)
        + warp
        + _beam(470, 60, 1080, 62)
        + '<path d="M250 640L520 60" stroke="url(#wood)" stroke-width="44"/><path d="M1768 640L1496 60" stroke="url(#wood)" stroke-width="44"/>'
        + '<path d="M330 760H1690L1800 1512H220Z" fill="#000" opacity=".25" transform="translate(16 24)"/>'
        + '<clipPath id="cl"><path d="M322 700H1694L1790 1512H226Z"/></clipPath><g clip-path="url(#cl)">'
        + weave("lw", cloth, layout, 210, 700, 1600, 860)
        + '<rect x="200" y="700" width="1620" height="820" fill="url(#lie)"/></g>'
        + _reed()
        + _shuttle(1180, 860, cloth)
    )


def _beam(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{height / 2}" fill="#5c3a20"/>'
        f'<rect x="{x}" y="{y + height * 0.12}" width="{width}" height="{height * 0.3}" rx="{height * 0.15}" fill="#a97a4e" opacity=".8"/>'
    )


def _reed() -> str:
    teeth = "".join(
        f'<path d="M{320 + n * 11.5:.1f} 600V690" stroke="#e9d3a5" stroke-width="2.4" opacity=".8"/>'
        for n in range(120)
    )
    return (
        _beam(250, 560, 1520, 50)
        + teeth
        + _beam(250, 670, 1520, 58)
        + _beam(200, 640, 110, 40)
        + _beam(1706, 640, 110, 40)
    )


def _shuttle(x: float, y: float, cloth: Cloth) -> str:
    return (
        f'<g transform="translate({x} {y})rotate(-9)"><ellipse cx="12" cy="34" rx="270" ry="44" fill="url(#dark)"/>'
        '<path d="M-260 0C-160 -58 160 -58 260 0C160 58 -160 58 -260 0Z" fill="#7a4f2d"/>'
        '<path d="M-240 -6C-150 -46 150 -46 240 -6C150 -26 -150 -26 -240 -6Z" fill="#c9986a"/><rect x="-120" y="-24" width="240" height="48" rx="24" fill="#2a1a10"/>'
        f'<rect x="-100" y="-18" width="200" height="36" rx="18" fill="{cloth.thread}"/><path d="M-90 -18V18M-70 -18V18M-50 -18V18M-30 -18V18M-10 -18V18M10 -18V18'
        f'M30 -18V18M50 -18V18M70 -18V18M90 -18V18" stroke="{cloth.glint}" stroke-width="5"/></g>'
    )


def stack(cloths: list[Cloth], room: Room, rng: Random) -> str:
    """Folded lengths on a table, their edges towards us; landscape."""
    parts, y = [backdrop(room, 2016, 1512, 0.8), shadow(1030, 1352, 800, 70, 1.2)], 1346.0
    layouts = ["garis", "ketupat", "kait", "pucuk", "kapal"]
    for n, cloth in enumerate(cloths):
        x = 440 + rng.uniform(-26, 26)
        width, height = 1130 + rng.uniform(-40, 40), 128 + rng.uniform(-10, 14)
        y -= height
        shape = f"M{x + 44:.0f} {y:.0f}H{x + width:.0f}V{y + height:.0f}H{x + 44:.0f}C{x - 26:.0f} {y + height:.0f} {x - 26:.0f} {y:.0f} {x + 44:.0f} {y:.0f}Z"
        parts.append(
            f'<clipPath id="fold{n}"><path d="{shape}"/></clipPath><g clip-path="url(#fold{n})">'
            + weave(f"sw{n}", cloth, layouts[n % 5], x - 20, y - height * 0.7, width + 40, height * 2.2)
            + f'<rect x="{x - 30:.0f}" y="{y:.0f}" width="{width + 60:.0f}" height="{height:.0f}" fill="url(#pile)"/></g>'
            f'<path d="M{x + 20:.0f} {y + height * 0.5:.0f}H{x + width:.0f}" stroke="#000" stroke-opacity=".5" stroke-width="5"/>'
            f'<path d="M{x + 30:.0f} {y + height - 2:.0f}H{x + width:.0f}" stroke="#000" stroke-opacity=".6" stroke-width="6"/>'
        )
    paint = (
        '<linearGradient id="pile" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".44" stop-color="#000" '
        'stop-opacity=".16"/><stop offset=".5" stop-color="#000" stop-opacity=".55"/><stop offset=".56" stop-color="#fff" stop-opacity=".2"/>'
        '<stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>'
    )
    return (
        parts[0]
        + paint
        + "".join(parts[1:])
        + _spool(720, y, CLOTHS["ivory"])
        + _spool(880, y, cloths[0])
        + _spool(1290, y, CLOTHS["terracotta"])
    )


def _spool(x: float, foot: float, cloth: Cloth) -> str:
    turns = "".join(
        f'<path d="M-44 {-136 + n * 9}Q0 {-128 + n * 9} 44 {-136 + n * 9}" stroke="{cloth.glint}" stroke-opacity=".55" stroke-width="2.4" fill="none"/>'
        for n in range(13)
    )
    return (
        f'<g transform="translate({x} {foot})"><ellipse cx="8" cy="-2" rx="74" ry="13" fill="url(#dark)"/>'
        '<path d="M-56 -14V-24Q0 -12 56 -24V-14Q0 2 -56 -14Z" fill="url(#wood)"/>'
        f'<path d="M-44 -150Q0 -138 44 -150V-26Q0 -12 -44 -26Z" fill="{cloth.thread}"/>{turns}<path d="M12 -146Q30 -146 44 -150V-26Q30 -20 12 -18Z" fill="#000" opacity=".25"/>'
        '<path d="M-56 -158V-150Q0 -136 56 -150V-158Q0 -170 -56 -158Z" fill="url(#wood)"/><ellipse cy="-160" rx="56" ry="11" fill="#8a5c37"/><ellipse cy="-160" rx="16" ry="4" fill="#20120a"/></g>'
    )


def rack(cloths: list[Cloth], room: Room, rng: Random) -> str:
    """The rail of the atelier, with the collection seen from its narrow side; landscape."""
    parts = [
        backdrop(room, 2016, 1512, 0.84, arch=False),
        '<path d="M1100 0H1500L1130 1270H640Z" fill="#fff" opacity=".1"/>',
        shadow(1030, 1416, 860, 50),
        '<rect x="280" y="250" width="1456" height="20" rx="10" fill="url(#goldrod)"/>',
        '<rect x="300" y="250" width="20" height="1160" rx="8" fill="#a97c38"/><rect x="1696" y="250" width="20" height="1160" rx="8" fill="#a97c38"/>',
        '<rect x="200" y="1400" width="220" height="18" rx="9" fill="url(#goldrod)"/><rect x="1596" y="1400" width="220" height="18" rx="9" fill="url(#goldrod)"/>',
    ]
    layouts = ["pucuk", "kapal", "ketupat", "kait", "garis"]
    x, count = 370.0, 9
    for n in range(count):
        cloth, width = cloths[n % len(cloths)], rng.uniform(118, 150)
        length = rng.choice([720, 860, 920, 980])
        swing = rng.uniform(-10, 14)
        shape = (
            f"M{x + width * 0.5:.0f} 316C{x + width * 0.2:.0f} 340 {x:.0f} 370 {x:.0f} 430L{x + swing:.0f} {330 + length}Q{x + width * 0.3:.0f} {352 + length} "
            f"{x + width * 0.55:.0f} {334 + length}T{x + width + swing:.0f} {336 + length}L{x + width:.0f} 430C{x + width:.0f} 370 {x + width * 0.8:.0f} 340 {x + width * 0.5:.0f} 316Z"
        )
        plain = n % 3 == 1
        parts.append(
            folds(f"rk{n}", x, x + width, 3, 0.42, rng, 30)
            + f'<clipPath id="rc{n}"><path d="{shape}"/></clipPath><path d="{shape}" fill="#000" opacity=".2" transform="translate(16 10)"/>'
            f'<g clip-path="url(#rc{n})"><rect x="{x - 20:.0f}" y="300" width="{width + 40:.0f}" height="1100" fill="{cloth.ground}"/>'
            + ("" if plain else weave(f"rw{n}", cloth, layouts[n % 5], x - 20, 430, width + 40, length - 80))
            + f'<rect x="{x - 20:.0f}" y="300" width="{width + 40:.0f}" height="1100" fill="url(#rk{n})"/></g>'
            f'<path d="M{x + width * 0.5:.0f} 320V276q0 -26 16 -26t14 22" fill="none" stroke="#3b2414" stroke-width="7"/>'
        )
        x += width + rng.uniform(-4, 16)
    return "".join(parts)


def study(cloth: Cloth, motif: str) -> str:
    """One motif, large, between two borders of bamboo shoots: a page of the pattern book; landscape."""
    width, height, drawing = MOTIFS[motif](cloth)
    scale = 940 / height
    count = 2016 / (width * scale)
    start = 1008 - width * scale * (round(count) // 2 + 0.5)
    large = "".join(
        f'<g transform="translate({start + n * width * scale:.0f} 286)scale({scale:.3f})">{drawing}</g>'
        for n in range(round(count) + 2)
    )
    return (
        f'<rect x="-160" y="-160" width="2336" height="1832" fill="{cloth.ground}"/>{large}'
        + weave("ts", cloth, "garis", -160, -160, 2336, 420)
        + weave("bs", cloth, "ketupat", -160, 1252, 2336, 420)
    )
