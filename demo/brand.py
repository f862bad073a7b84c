"""Draws the front end's still pictures: its icons, and the examples that forms show.

Run `python -m demo.brand` after changing this file or a colour; what it writes is kept in version control.
"""

from pathlib import Path
from random import Random

import pyvips

from demo.pictures.palette import CLOTHS, GOLD, INK, IVORY, LIGHT_GOLD, MAROON, PAPER, ROOMS, WINE
from demo.pictures.people import Look, figure
from demo.pictures.studio import METAL, backdrop

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"


def comcard() -> tuple[str, int, int]:
    """A model's card: one portrait, three small poses, and lines where the figures go."""
    rng = Random(4)
    look = Look(CLOTHS["maroon"], CLOTHS["ink"], "pucuk", None, False, "hip", 1)
    small = "".join(
        f'<svg x="{36 + n * 182}" y="548" width="164" height="158" viewBox="0 0 164 158"><rect width="164" height="158" fill="{ROOMS[room].niche}"/>'
        + figure(f"s{n}", look, 82, 470 - 300 * (n == 2), 460 - 310 * (n == 2), rng, n == 1)
        + "</svg>"
        for n, room in enumerate(("blush", "sage", "sand"))
    )
    lines = "".join(
        f'<rect x="{36 + 182 * (n % 3)}" y="{728 + 26 * (n // 3)}" width="{[150, 112, 134][n % 3]}" height="9" rx="4" fill="{INK}" opacity=".22"/>'
        for n in range(6)
    )
    portrait = backdrop(ROOMS["ivory"], 1512, 1440, 0.99) + figure("p", look, 756, 2360, 2160, rng)
    return (
        (
            f'<rect width="600" height="800" fill="#fffdf8"/><svg x="36" y="36" width="528" height="494" viewBox="0 0 1512 1415">{portrait}</svg>{small}{lines}'
            f'<rect x="3" y="3" width="594" height="794" fill="none" stroke="{PAPER}" stroke-width="6"/>'
        ),
        600,
        800,
    )


def invoice() -> tuple[str, int, int]:
    """A paid receipt on a dark table."""
    rows = "".join(
        f'<rect x="190" y="{226 + n * 38}" width="{[120, 92, 138, 104][n]}" height="10" rx="5" fill="{INK}" opacity=".3"/>'
        f'<rect x="{410 - [66, 78, 58, 70][n]}" y="{226 + n * 38}" width="{[66, 78, 58, 70][n]}" height="10" rx="5" fill="{INK}" opacity=".3"/>'
        for n in range(4)
    )
    teeth = "".join(f"l10 {14 if n % 2 == 0 else -14}" for n in range(28))
    return (
        (
            f'<rect width="600" height="600" fill="{PAPER}"/><path d="M0 600L110 380L220 600ZM190 600L300 380L410 600ZM380 600L490 380L600 600Z" fill="#dcc6a3"/>'
            f'<g transform="rotate(-4 300 300)"><path d="M172 78H452V520{teeth.replace("l10", "l-10")}Z" fill="#000" opacity=".14"/>'
            f'<path d="M160 66H440V508{teeth.replace("l10", "l-10")}Z" fill="#fffdf8"/><path d="M300 92L330 148H270Z" fill="{GOLD}"/>'
            f'<path d="M300 112L318 145H282Z" fill="{MAROON}"/><path d="M190 184H410M190 388H410" stroke="{INK}" stroke-opacity=".3" stroke-width="3" stroke-dasharray="7 6"/>{rows}'
            f'<rect x="190" y="412" width="84" height="16" rx="6" fill="{INK}" opacity=".75"/><rect x="302" y="412" width="108" height="16" rx="6" fill="{INK}" opacity=".75"/></g>'
            f'<g transform="translate(416 440)rotate(10)"><circle r="70" fill="#1d3d35"/><circle r="60" fill="none" stroke="{LIGHT_GOLD}" stroke-width="3"/>'
            f'<path d="M-30 2L-8 24L32 -22" fill="none" stroke="{IVORY}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/></g>'
        ),
        600,
        600,
    )


def picture() -> tuple[str, int, int]:
    """The picture that isn't there yet: a frame, a sun, and bamboo shoots for mountains."""
    return (
        (
            f'<rect width="600" height="600" fill="{IVORY}"/><rect x="60" y="60" width="480" height="480" rx="12" fill="{PAPER}"/>'
            f'<clipPath id="f"><rect x="60" y="60" width="480" height="480" rx="12"/></clipPath><g clip-path="url(#f)"><circle cx="408" cy="196" r="52" fill="{GOLD}"/>'
            f'<path d="M20 540L190 230L360 540Z" fill="{MAROON}"/><path d="M92 540L190 362L288 540Z" fill="{PAPER}"/><path d="M140 540L190 449L240 540Z" fill="{GOLD}"/>'
            f'<path d="M260 540L400 330L540 540Z" fill="{WINE}"/><path d="M320 540L400 420L480 540Z" fill="{PAPER}"/><path d="M360 540L400 480L440 540Z" fill="{GOLD}"/></g>'
            f'<rect x="60" y="60" width="480" height="480" rx="12" fill="none" stroke="{GOLD}" stroke-width="5"/>'
        ),
        600,
        600,
    )


EXAMPLES = {"comcard-example": comcard, "invoice-example": invoice, "image-example": picture}

# Name of the file, its width, and how much smaller the mark stands in it (a mask may cut the edge).
ICONS = (
    ("apple-touch-icon", 180, 1.0),
    ("icon-192", 192, 1.0),
    ("icon-512", 512, 1.0),
    ("icon-maskable-512", 512, 0.78),
)


SHOOT = (
    f'<path d="M45 11L77 73H13Z" fill="{GOLD}"/><path d="M45 25.500L68.500 69.500H21.500Z" fill="{MAROON}"/>'
    f'<path d="M45 36L62 67H28Z" fill="{LIGHT_GOLD}"/><path d="M45 47.500L55 65H35Z" fill="{MAROON}"/>'
    f'<path d="M45 55L49 63H41Z" fill="{GOLD}"/><path d="M11 77.500H79" stroke="{GOLD}" stroke-width="2"/>'
    f'<path d="M18 20l5 8.500l-5 8.500l-5 -8.500ZM72 20l5 8.500l-5 8.500l-5 -8.500Z" fill="{LIGHT_GOLD}"/>'
)


def icon(corner: float, share: float = 1) -> str:
    """One bamboo shoot on maroon as an SVG document; `share` below 1 keeps it clear of a mask that cuts the edge."""
    place = f'transform="translate(45 45)scale({share})translate(-45 -45)"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90" width="90" height="90">'
        f'<rect width="90" height="90" rx="{corner}" fill="{MAROON}"/><g {place}>{SHOOT}</g></svg>'
    )


def main() -> None:
    """Write every icon and example anew."""
    (PUBLIC / "favicon.svg").write_text(icon(corner=16) + "\n", "utf-8")
    for name, width, share in ICONS:
        drawn = pyvips.Image.thumbnail_buffer(icon(0, share).encode(), width)
        drawn.flatten().pngsave(str(PUBLIC / f"{name}.png"), palette=True)
    for name, draw in EXAMPLES.items():
        body, width, height = draw()
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"><defs>{METAL}</defs>{body}</svg>'
        pyvips.Image.svgload_buffer(svg.encode()).flatten().webpsave(str(PUBLIC / f"{name}.webp"), Q=82)


if __name__ == "__main__":
    main()
