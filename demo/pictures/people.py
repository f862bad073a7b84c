"""The people who wear the cloth: long fashion figures, drawn without a face so that the clothes are remembered."""

from dataclasses import dataclass
from random import Random

from demo.pictures.cloth import folds, weave
from demo.pictures.palette import Cloth
from demo.pictures.siger import crown

SKIN = ("#8a5a3c", "#a06d4a", "#74472d", "#b78460")


@dataclass(frozen=True)
class Look:
    """What one figure wears, and how it stands."""

    top: Cloth
    skirt: Cloth
    layout: str
    scarf: Cloth | None = None
    crowned: bool = False
    pose: str = "rest"
    skin: int = 0


LEFT_ARM = "M-58 -826C-96 -820 -112 -800 -116 -770C-126 -700 -138 -640 -132 -590C-126 -560 -112 -530 -104 -506L-84 -512C-90 -548 -98 -580 -96 -604C-88 -660 -76 -710 -66 -752Z"
ARMS = {
    "rest": ("M58 -826C96 -820 112 -800 116 -770C126 -700 138 -640 132 -590C126 -560 112 -530 104 -506L84 -512C90 -548 98 -580 96 -604C88 -660 76 -710 66 -752Z", (95, -494, 10)),
    "hip": ("M58 -826C96 -820 112 -800 118 -772C134 -730 162 -690 172 -664C176 -648 170 -640 156 -630L92 -578L80 -596L134 -656C112 -690 84 -722 66 -752Z", (80, -580, 60)),
}  # fmt: skip


def figure(name: str, look: Look, x: float, y: float, size: float, rng: Random, mirror: bool = False) -> str:
    """A figure whose feet stand on (x, y) and whose height is `size` units; `name` must be new in the drawing."""
    scale = size / 1000
    flip = -scale if mirror else scale
    return (
        f'<g transform="translate({x:.0f} {y:.0f})scale({flip:.3f} {scale:.3f})">'
        + _paints(name, rng)
        + HAIR_BEHIND
        + _feet(look)
        + _skirt(name, look)
        + _bust(look)
        + _kebaya(name, look)
        + (_shawl(name, look.scarf) if look.scarf else "")
        + _head(look)
        + "</g>"
    )


def _paints(name: str, rng: Random) -> str:
    return (
        folds(f"{name}f", -110, 110, 5, 0.34, rng, 26)
        + f'<linearGradient id="{name}r" gradientUnits="userSpaceOnUse" x1="-130" y1="0" x2="130" y2="0"><stop offset="0" stop-color="#fff" '
        'stop-opacity=".26"/><stop offset=".35" stop-color="#fff" stop-opacity=".02"/><stop offset="1" stop-color="#000" stop-opacity=".42"/>'
        "</linearGradient>"
    )


HAIR_BEHIND = '<path d="M-40 -960C-70 -940 -66 -890 -34 -884H34C66 -890 70 -940 40 -960Z" fill="#150d0b"/>'


def _feet(look: Look) -> str:
    skin = SKIN[look.skin]
    return (
        f'<path d="M-44 -60L-30 -60L-22 -22C-22 -6 -34 0 -48 0H-66C-62 -12 -50 -26 -44 -60Z" fill="{skin}"/>'
        f'<path d="M24 -60H44L56 -22C62 -8 60 0 50 0H30C24 -8 22 -30 24 -60Z" fill="{skin}"/>'
        f'<path d="M-70 2C-66 -12 -54 -20 -44 -22L-24 -20C-18 -8 -24 4 -40 4H-66ZM18 2L22 -22L56 -22C64 -10 62 4 52 4H26Z" fill="{look.skirt.thread}"/>'
    )


def _skirt(name: str, look: Look) -> str:
    shape = "M-66 -640C-84 -590 -98 -540 -100 -480C-104 -340 -96 -160 -84 -34C-40 -18 40 -18 88 -36C96 -170 104 -340 98 -480C96 -540 84 -590 66 -640Z"
    return (
        f'<clipPath id="{name}k"><path d="{shape}"/></clipPath><g clip-path="url(#{name}k)">'
        + weave(f"{name}w", look.skirt, look.layout, -120, -650, 240, 632)
        + f'<rect x="-120" y="-650" width="240" height="640" fill="url(#{name}f)"/>'
        f'<rect x="-120" y="-650" width="240" height="640" fill="url(#{name}r)"/>'
        '<path d="M30 -560C46 -380 40 -180 20 -20" fill="none" stroke="#000" stroke-opacity=".4" stroke-width="5"/>'
        '<path d="M-120 -520C-60 -470 60 -470 120 -520V-560H-120Z" fill="#000" opacity=".3"/></g>'
    )


def _bust(look: Look) -> str:
    skin = SKIN[look.skin]
    return (
        f'<path d="M-22 -900V-866C-24 -846 -50 -836 -74 -828L0 -690L74 -828C50 -836 24 -846 22 -866V-900Z" fill="{skin}"/>'
        '<path d="M-22 -884C-10 -862 12 -860 22 -884V-866C24 -856 30 -850 38 -845L-10 -840C-18 -850 -22 -862 -22 -870Z" fill="#000" opacity=".22"/>'
        '<path d="M-50 -834C-30 -790 -12 -772 0 -764C12 -772 30 -790 50 -834" fill="none" stroke="#e3bf74" stroke-width="4.5"/>'
        '<path d="M0 -768L13 -744L0 -722L-13 -744Z" fill="#e3bf74"/>'
    )


def _kebaya(name: str, look: Look) -> str:
    c = look.top
    right, hand = ARMS[look.pose]
    body = "M-62 -830L-80 -824C-92 -780 -86 -730 -70 -690C-62 -660 -62 -640 -70 -610C-84 -570 -100 -540 -112 -500C-70 -470 -30 -462 0 -470C30 -462 70 -470 112 -500C100 -540 84 -570 70 -610C62 -640 62 -660 70 -690C86 -730 92 -780 80 -824L62 -830L0 -716Z"
    hem = "M-110 -502C-70 -474 -30 -466 0 -474C30 -466 70 -474 110 -502"
    edge = "M-60 -828L-2 -714V-472M60 -828L2 -714V-472"
    skin = SKIN[look.skin]
    return (
        _hand(skin, -94, -494, -10)
        + _hand(skin, *hand)
        + f'<path d="{LEFT_ARM}" fill="{c.ground}"/><path d="{LEFT_ARM}" fill="url(#{name}r)" opacity=".8"/>'
        f'<path d="{right}" fill="{c.ground}"/><path d="{right}" fill="url(#{name}r)" opacity=".9"/>'
        f'<path d="{body}" fill="{c.ground}"/><path d="{body}" fill="url(#{name}r)"/>'
        '<path d="M-40 -640C-30 -600 -40 -540 -54 -500M44 -640C34 -600 40 -540 56 -500" '
        'fill="none" stroke="#000" stroke-opacity=".3" stroke-width="4"/>'
        f'<path d="{edge}" fill="none" stroke="{c.thread}" stroke-width="11"/>'
        f'<path d="{edge}" fill="none" stroke="{c.stripe}" stroke-width="5" stroke-dasharray="4 6"/>'
        f'<path d="{hem}" fill="none" stroke="{c.thread}" stroke-width="13"/>'
        f'<path d="{hem}" fill="none" stroke="{c.stripe}" stroke-width="6" stroke-dasharray="5 7"/>'
        f'<g fill="{c.glint}"><circle cx="0" cy="-690" r="7"/><circle cx="0" cy="-656" r="7"/><circle cx="0" cy="-622" r="7"/></g>'
        f'<path d="M-106 -514L-84 -520" stroke="{c.thread}" stroke-width="11"/>'
    )


def _hand(skin: str, x: float, y: float, turn: float) -> str:
    return f'<path d="M-10 -18C-14 0 -12 20 -6 40C-2 50 4 50 7 42C14 22 13 0 10 -18Z" fill="{skin}" transform="translate({x} {y})rotate({turn})"/>'


def _shawl(name: str, c: Cloth) -> str:
    front = "M-96 -822C-80 -836 -60 -838 -44 -832C-10 -760 40 -640 92 -560L112 -300C96 -290 70 -288 52 -296L30 -520C-20 -600 -76 -720 -96 -822Z"
    fringe = "".join(f'<path d="M{54 + n * 6} -298l{n % 3 - 1} 46"/>' for n in range(10))
    return (
        f'<clipPath id="{name}s"><path d="{front}"/></clipPath><path d="{front}" fill="#000" opacity=".25" transform="translate(10 12)"/>'
        f'<g clip-path="url(#{name}s)"><g transform="rotate(-12)">'
        + weave(f"{name}v", c, "garis", -110, -880, 330, 620)
        + f'</g><path d="{front}" fill="url(#{name}r)"/></g><g stroke="{c.thread}" stroke-width="3" fill="none">{fringe}</g>'
    )


def _head(look: Look) -> str:
    skin = SKIN[look.skin]
    hair = '<path d="M-42 -926C-54 -1006 54 -1006 42 -926C40 -950 26 -960 0 -964C-26 -960 -40 -950 -42 -926Z" fill="#150d0b"/>'
    bun = '<ellipse cx="0" cy="-1002" rx="34" ry="22" fill="#150d0b"/><path d="M-26 -1010C-10 -1022 10 -1022 26 -1010" fill="none" stroke="#4a3229" stroke-width="3"/>'
    pins = '<g fill="#e3bf74"><circle cx="-26" cy="-994" r="5"/><circle cx="0" cy="-988" r="5.5"/><circle cx="26" cy="-994" r="5"/></g>'
    face = (
        f'<path d="M-39 -940C-39 -976 39 -976 39 -940C39 -910 22 -882 0 -878C-22 -882 -39 -910 -39 -940Z" fill="{skin}"/>'
        '<path d="M6 -970C40 -970 39 -950 39 -940C39 -910 22 -882 0 -878C16 -900 22 -936 6 -970Z" fill="#000" opacity=".14"/>'
        '<path d="M-24 -930q9 6 18 0M6 -930q9 6 18 0" fill="none" stroke="#1d110c" stroke-width="2.6" stroke-linecap="round"/>'
        '<path d="M-10 -899q10 7 20 0q-10 -5 -20 0Z" fill="#7b1427"/>'
        '<path d="M-41 -922v9m0 4l5 9l-5 9l-5 -9ZM41 -922v9m0 4l5 9l-5 9l-5 -9Z" fill="#e3bf74" stroke="#e3bf74" stroke-width="2.4"/>'
    )
    top = crown(0, -984, 62) if look.crowned else bun + pins
    return (bun if not look.crowned else "") + face + hair + top


def silhouette(x: float, y: float, size: float, fill: str, mirror: bool = False) -> str:
    """A figure against the light, or a head in the audience when it stands below the edge."""
    scale = size / 1000
    return (
        f'<g transform="translate({x:.0f} {y:.0f})scale({-scale if mirror else scale:.3f} {scale:.3f})" fill="{fill}">'
        '<ellipse cy="-930" rx="40" ry="54"/><ellipse cx="6" cy="-996" rx="32" ry="24"/><path d="M-22 -900V-860C-24 -840 -90 -834 -104 -810C-130 -720 -140 -640 -130 -580'
        "L-104 -490L-80 -500C-92 -560 -92 -620 -80 -690C-66 -650 -66 -630 -76 -590C-104 -520 -108 -300 -86 -30L-64 0H-20L-10 -24H20L30 0H66L90 -30C108 -300 104 -520 76 -590"
        'C66 -630 66 -650 80 -690C92 -620 92 -560 80 -500L104 -490L130 -580C140 -640 130 -720 104 -810C90 -834 24 -840 22 -860V-900Z"/></g>'
    )
