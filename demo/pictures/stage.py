"""Evenings of the house: the runway, its lights and the people who came to see."""

from random import Random

from demo.pictures.palette import CLOTHS, GOLD, LIGHT_GOLD
from demo.pictures.people import Look, figure, silhouette

MOODS = {
    "maroon": ("#4a0c19", "#140408", "#ffdca0"),
    "gold": ("#5a3d14", "#140c05", "#ffe9b8"),
    "indigo": ("#232c5c", "#080a18", "#cfd8ff"),
    "forest": ("#174034", "#06120e", "#dff5d8"),
}


def runway(looks: list[Look], mood: str, rng: Random, audience: bool = True) -> str:
    """Figures walking out of the light, the last one smallest; landscape."""
    haze, dark, lamp = MOODS[mood]
    return (
        f'<defs><radialGradient id="haze" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="{haze}"/><stop offset="1" stop-color="{dark}"/>'
        f'</radialGradient><linearGradient id="beam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{lamp}" stop-opacity=".5"/>'
        f'<stop offset="1" stop-color="{lamp}" stop-opacity="0"/></linearGradient><linearGradient id="catwalk" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{lamp}" stop-opacity=".55"/><stop offset=".5" stop-color="{haze}"/><stop offset="1" stop-color="{dark}"/>'
        '</linearGradient><radialGradient id="dark"><stop offset="0" stop-color="#000" stop-opacity=".7"/><stop offset="1" stop-color="#000" '
        'stop-opacity="0"/></radialGradient><radialGradient id="bulb"><stop offset="0" stop-color="#fff"/>'
        f'<stop offset=".2" stop-color="{lamp}"/><stop offset="1" stop-color="{lamp}" stop-opacity="0"/></radialGradient>'
        f'<linearGradient id="gold" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="{LIGHT_GOLD}"/><stop offset="1" stop-color="{GOLD}"/>'
        '</linearGradient></defs><rect width="2016" height="1512" fill="url(#haze)"/>'
        + _gate(haze)
        + f'<path d="M300 950H1716L1850 1240H166Z" fill="{dark}" opacity=".75"/><path d="M166 1240H1850V1262H166Z" fill="{GOLD}" opacity=".55"/>'
        + f'<path d="M860 960H1156L1700 1512H316Z" fill="url(#catwalk)"/><path d="M860 960L316 1512M1156 960L1700 1512" stroke="{GOLD}" '
        'stroke-width="6" opacity=".9"/>'
        + _walkers(looks, rng)
        + _lamps(rng)
        + (_crowd(dark, rng) if audience else "")
    )


def _gate(haze: str) -> str:
    shoots = "".join(
        f'<g transform="translate({1008 + n * 128} 960)scale({1.5 - abs(n) * 0.16:.2f} {2.3 - abs(n) * 0.26:.2f})">'
        f'<path d="M-40 0L0 -330L40 0Z" fill="url(#gold)" opacity="{0.95 - abs(n) * 0.1:.2f}"/><path d="M-29 0L0 -240L29 0Z" fill="{haze}"/>'
        '<path d="M-19 0L0 -150L19 0Z" fill="url(#gold)"/><path d="M-9 0L0 -70L9 0Z" fill="#7b1427"/></g>'
        for n in (-5, 5, -4, 4, -3, 3, -2, 2, -1, 1, 0)
    )
    return shoots + '<ellipse cx="1008" cy="960" rx="760" ry="60" fill="url(#dark)"/>'


def _walkers(looks: list[Look], rng: Random) -> str:
    places = [(1008, 1456, 1010), (716, 1196, 690), (1300, 1196, 690), (500, 1070, 560), (1516, 1070, 560)][
        : len(looks)
    ]
    drawn = []
    for number, (look, (x, y, size)) in reversed(list(enumerate(zip(looks, places, strict=True)))):
        drawn.append(
            f'<ellipse cx="{x}" cy="{y}" rx="{size * 0.22:.0f}" ry="{size * 0.03:.0f}" fill="url(#dark)"/>'
        )
        drawn.append(figure(f"m{number}", look, x, y, size, rng, number % 2 == 1))
    return "".join(drawn)


def _lamps(rng: Random) -> str:
    lamps = []
    for x in (180, 520, 1496, 1836):
        lean = (1008 - x) * 0.55 + rng.uniform(-60, 60)
        lamps.append(
            f'<path d="M{x - 12} 60L{x + lean - 190:.0f} 1400H{x + lean + 190:.0f}L{x + 12} 60Z" fill="url(#beam)" opacity=".42"/>'
            f'<circle cx="{x}" cy="60" r="110" fill="url(#bulb)"/>'
        )
    dust = "".join(
        f'<circle cx="{rng.uniform(0, 2016):.0f}" cy="{rng.uniform(60, 1100):.0f}" r="{rng.uniform(1.5, 5):.1f}" fill="#fff" opacity="{rng.uniform(0.1, 0.45):.2f}"/>'
        for _ in range(70)
    )
    return '<rect width="2016" height="34" fill="#000" opacity=".8"/>' + "".join(lamps) + dust


def _crowd(dark: str, rng: Random) -> str:
    heads = []
    for side in (0, 1):
        for n in range(6):
            x = 40 + n * 92 + rng.uniform(-16, 16)
            y = 2120 + n * 24 + rng.uniform(-26, 20)
            heads.append(silhouette(x if side == 0 else 2016 - x, y, 900, dark, bool(side)))
    return "".join(heads)


def show_looks(count: int, rng: Random) -> list[Look]:
    """Looks for a runway, drawn from the house's cloths without repeating one next to another."""
    names = list(CLOTHS)
    rng.shuffle(names)
    layouts = ["pucuk", "kapal", "ketupat", "kait", "garis"]
    return [
        Look(
            CLOTHS[names[n % len(names)]],
            CLOTHS[names[(n + 3) % len(names)]],
            rng.choice(layouts),
            CLOTHS[names[(n + 5) % len(names)]] if rng.random() < 0.5 else None,
            n == 0,
            rng.choice(["rest", "hip"]),
            rng.randrange(4),
        )
        for n in range(count)
    ]
