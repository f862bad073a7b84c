"""Siger: the many-peaked gold crown of Lampung, and the smaller gold that is worn with it."""

from math import cos, radians, sin


def crown(x: float, y: float, size: float, peaks: int = 9, pendants: bool = True) -> str:
    """A siger whose band is centred on (x, y); `size` is half its width."""
    order = sorted(range(peaks), key=lambda n: -abs(n - (peaks - 1) / 2))
    leaves = "".join(_leaf(n - (peaks - 1) / 2, peaks) for n in order)
    return f'<g transform="translate({x} {y})scale({size / 100:.3f})">{leaves}{_band()}{_pendants() if pendants else ""}</g>'


def _leaf(place: float, peaks: int) -> str:
    angle = place * 112 / (peaks - 1)
    length = 118 - abs(place) * 54 / (peaks - 1)
    foot_x = place * 128 / (peaks - 1)
    flower = "".join(
        f'<circle cx="{5.5 * cos(radians(a)):.1f}" cy="{-length - 5 + 5.5 * sin(radians(a)):.1f}" r="3.2" fill="url(#gold)"/>'
        for a in range(0, 360, 60)
    )
    ribs = "".join(
        f'<path d="M0 {-length * t:.0f}q{9 - 10 * t:.1f} -5 {15 - 15 * t:.1f} 4M0 {-length * t:.0f}q{-9 + 10 * t:.1f} -5 {-15 + 15 * t:.1f} 4" '
        'fill="none" stroke="#7d5620" stroke-width="1.1"/>'
        for t in (0.3, 0.42, 0.54, 0.66, 0.78)
    )
    return (
        f'<g transform="translate({foot_x:.1f} {-abs(place) * 3:.1f})rotate({angle * 0.62:.1f})">'
        f'<path d="M-19 8C-25 {-length * 0.42:.0f} -15 {-length * 0.7:.0f} 0 {-length:.0f}C15 {-length * 0.7:.0f} 25 {-length * 0.42:.0f} 19 8Z" '
        'fill="url(#gold)" stroke="#6b4717" stroke-width="1.3"/>'
        f'<path d="M-12 4C-16 {-length * 0.4:.0f} -9 {-length * 0.64:.0f} 0 {-length * 0.86:.0f}C9 {-length * 0.64:.0f} 16 {-length * 0.4:.0f} 12 4Z" '
        'fill="none" stroke="#fff3cf" stroke-width="1.2" opacity=".9"/>'
        f'<path d="M0 0V{-length * 0.84:.0f}" stroke="#7d5620" stroke-width="1.2"/>{ribs}'
        f'<circle cy="{-length * 0.2:.0f}" r="4.4" fill="#7b1427" stroke="#fff3cf" stroke-width="1"/>{flower}'
        f'<circle cy="{-length - 5:.0f}" r="2.6" fill="#7b1427"/></g>'
    )


def _band() -> str:
    studs = "".join(
        f'<path d="M{n * 12 - 5} 14L{n * 12} 5L{n * 12 + 5} 14L{n * 12} 23Z" fill="#7b1427" stroke="#fff3cf" stroke-width=".8"/>'
        for n in range(-6, 7)
    )
    return (
        '<path d="M-88 -8C-60 4 -30 6 0 6S60 4 88 -8L82 22C55 32 28 34 0 34S-55 32 -82 22Z" fill="url(#gold)" stroke="#6b4717" '
        'stroke-width="1.4"/><path d="M-84 -1C-58 10 -30 12 0 12S58 10 84 -1M-82 16C-55 26 -28 28 0 28S55 26 82 16" fill="none" '
        f'stroke="#7d5620" stroke-width="1.3"/><g transform="translate(0 6)scale(1 .9)">{studs}</g>'
    )


def _pendants() -> str:
    parts = []
    for side in (-1, 1):
        for n, drop in enumerate((30, 38, 30)):
            px = side * (66 + n * 9)
            parts.append(
                f'<path d="M{px} {21 - n * 3}V{21 + drop}" stroke="#c2964a" stroke-width="1.3" stroke-dasharray="2.4 1.6"/>'
                f'<path d="M{px} {20 + drop}l4.5 8l-4.5 8l-4.5 -8Z" fill="url(#gold)" stroke="#6b4717" stroke-width=".7"/>'
            )
    return "".join(parts)
