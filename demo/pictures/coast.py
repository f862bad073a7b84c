"""The country the cloth comes from: the bay, the volcano, the ship, and the crown on the hill."""

from random import Random

from demo.pictures.siger import crown
from demo.pictures.studio import METAL

SKIES = {
    "dawn": ("#f3d9b1", "#d98f6a", "#a4492f", "#5a0f1f", "#2b0710"),
    "noon": ("#f4ecd9", "#cfd6c4", "#7f9a8d", "#3d6054", "#1d3d35"),
    "dusk": ("#e8b98a", "#a75a5a", "#5a2a4a", "#2a2148", "#131229"),
    "night": ("#39466f", "#252f57", "#1a2143", "#11162c", "#090c1a"),
}


def bay(sky: str, rng: Random, ship: bool = True, hill: bool = False) -> str:
    """Layers of hills over the water of Teluk Lampung; with a ship or with the siger on its hill; landscape."""
    light, high, far, near, front = SKIES[sky]
    sun = (rng.choice((560, 1400)), 560)
    return (
        f'<defs><linearGradient id="sky" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="{light}"/><stop offset="1" stop-color="{high}"/>'
        f'</linearGradient><linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{light}"/><stop offset=".18" stop-color="{far}"/>'
        f'<stop offset="1" stop-color="{front}"/></linearGradient>{METAL}</defs><rect width="2016" height="1000" fill="url(#sky)"/>'
        f'<circle cx="{sun[0]}" cy="{sun[1]}" r="330" fill="#fff6df" opacity=".16"/><circle cx="{sun[0]}" cy="{sun[1]}" r="210" fill="#fff6df" opacity=".8"/>'
        f'<path d="M0 900L330 830L620 700L820 520Q860 490 900 520L1010 640L1290 800L1600 850L2016 820V1000H0Z" fill="{far}" opacity=".55"/>'
        f'<path d="M0 940L240 840L430 890L690 800L930 900L1250 860L1520 780L1780 860L2016 800V1010H0Z" fill="{far}"/>'
        f'<rect y="960" width="2016" height="552" fill="url(#sea)"/>'
        + _glitter(sun[0], light, rng)
        + (_hill(near, front) if hill else "")
        + (_ship(1190 if sun[0] < 1008 else 760, 1160, front, near) if ship else "")
        + _shore(near, front, rng)
    )


def _glitter(x: float, light: str, rng: Random) -> str:
    return "".join(
        f'<path d="M{x + rng.uniform(-1, 1) * (60 + n * 9):.0f} {975 + n * 12}h{rng.uniform(40, 150):.0f}" stroke="{light}" stroke-opacity="{0.85 - n * 0.02:.2f}" '
        'stroke-width="6" stroke-linecap="round"/>'
        for n in range(36)
    ) + "".join(
        f'<path d="M{rng.uniform(0, 2016):.0f} {rng.uniform(990, 1400):.0f}h{rng.uniform(60, 200):.0f}" stroke="{light}" stroke-opacity=".2" stroke-width="4"/>'
        for _ in range(60)
    )


def _hill(near: str, front: str) -> str:
    return (
        f'<path d="M120 1090C420 1060 560 820 1008 800C1456 820 1600 1060 1900 1090Z" fill="{near}"/><path d="M560 1090C700 980 860 880 1008 860'
        f'C1180 880 1320 1000 1460 1090Z" fill="{front}" opacity=".55"/>'
        + crown(1008, 716, 290, pendants=False)
        + '<path d="M740 866V800C820 776 1196 776 1276 800V866Z" fill="#e9dcc6"/><path d="M740 800C820 776 1196 776 1276 800V814C1196 790 820 790 740 814Z" '
        'fill="#c2964a"/><path d="M780 866V828H816V866M852 866V822H888V866M924 866V818H960V866M990 866V812H1026V866M1056 866V818H1092V866M1128 866V822H1164V866'
        'M1200 866V828H1236V866" fill="#5a0f1f"/>'
        f'<path d="M640 930C760 850 1256 850 1376 930L1460 1090H556Z" fill="{near}"/>'
    )


def _ship(x: float, y: float, dark: str, sail: str) -> str:
    return (
        f'<g transform="translate({x} {y})"><ellipse cy="70" rx="380" ry="22" fill="{dark}" opacity=".4"/>'
        f'<path d="M-380 -70C-340 60 -220 70 0 70S340 60 400 -90C330 -20 240 -10 0 -10S-310 -20 -380 -70Z" fill="{dark}"/>'
        '<path d="M-330 -6C-200 26 200 26 340 -14" fill="none" stroke="#e3bf74" stroke-width="9" stroke-dasharray="22 12"/>'
        f'<path d="M-12 -10V-520H10V-10Z" fill="{dark}"/><path d="M22 -500C190 -430 250 -220 230 -60H22Z" fill="#f6efe2"/>'
        f'<path d="M-24 -470C-150 -380 -220 -220 -240 -60H-24Z" fill="{sail}"/>'
        '<path d="M40 -70L84 -190L128 -70ZM128 -70L168 -170L208 -70Z" fill="#c2964a"/><path d="M62 -70L84 -130L106 -70ZM148 -70L168 -120L188 -70Z" fill="#5a0f1f"/>'
        '<path d="M-2 -520L90 -550L-2 -580Z" fill="#c2964a"/></g>'
    )


def _shore(near: str, front: str, rng: Random) -> str:
    palms = "".join(
        _palm(x, 1500 + rng.uniform(-20, 30), rng.uniform(0.8, 1.25), front) for x in (110, 260, 1790, 1930)
    )
    return (
        f'<path d="M0 1380C300 1330 520 1420 800 1440S1500 1400 2016 1360V1512H0Z" fill="{near}"/><path d="M0 1440C420 1400 640 1470 1008 1478S1640 1450 2016 1420V1512H0Z" '
        f'fill="{front}"/>{palms}'
    )


def _palm(x: float, y: float, size: float, colour: str) -> str:
    leaves = "".join(
        f'<path d="M0 -420Q{70 * side} {-500 + lift} {190 * side} {-400 + lift * 2}Q{80 * side} {-450 + lift} 0 -420Z"/>'
        for side in (-1, 1)
        for lift in (-50, 0, 50)
    )
    return f'<g transform="translate({x} {y:.0f})scale({size:.2f})" fill="{colour}"><path d="M-12 0C-4 -160 -16 -300 -6 -420H6C4 -300 16 -160 14 0Z"/>{leaves}</g>'
