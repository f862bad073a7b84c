"""The example of a payment code: looks the part from afar, and no camera or person can take it for a real one.

It has no finder squares and no data: its field is a mosaic of bamboo shoots under a ribbon that says it isn't valid.
"""

from random import Random

from demo.pictures.letters import words
from demo.pictures.palette import GOLD, INK, IVORY, MAROON, PAPER


def card(line: str, rng: Random) -> str:
    """An upright card for one place where payment is asked for; `line` names the place in capitals."""
    return (
        f'<rect width="1512" height="2016" fill="{PAPER}"/><rect x="96" y="96" width="1320" height="1824" rx="56" fill="#fffdf8"/>'
        f'<path d="M96 152Q96 96 152 96H1360Q1416 96 1416 152V420H96Z" fill="{MAROON}"/>{_border(420)}'
        + words("CONTOH", 756, 168, 118, IVORY)
        + words(line, 756, 322, 48, GOLD)
        + _mosaic(rng)
        + f'<g transform="rotate(-24 756 1010)"><rect x="-100" y="884" width="1712" height="252" fill="{MAROON}"/>'
        f'<path d="M-100 900H1612M-100 1120H1612" stroke="{GOLD}" stroke-width="6"/>'
        + words("TIDAK BERLAKU", 756, 960, 98, IVORY, 1.9)
        + "</g>"
        + words("DEMO", 756, 1616, 120, MAROON, 2)
        + words("BUKAN UNTUK PEMBAYARAN", 756, 1794, 48, INK, 1.4)
    )


def _border(y: float) -> str:
    return "".join(f'<path d="M{96 + n * 55} {y}l27.5 -44l27.5 44Z" fill="{GOLD}"/>' for n in range(24))


def _mosaic(rng: Random) -> str:
    side, left, top = 48, 276, 530
    shapes = []
    for row in range(20):
        for column in range(20):
            x, y = left + column * side, top + row * side
            colour = rng.choice((INK, INK, MAROON, GOLD, "none", "none"))
            turn = rng.randrange(4) * 90
            shapes.append(
                f'<path d="M3 45L24 5L45 45Z" fill="{colour}" transform="translate({x} {y})rotate({turn} 24 24)"/>'
            )
    return "".join(shapes)
