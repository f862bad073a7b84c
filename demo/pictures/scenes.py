"""The table of scenes: what a row of the texts may ask the photographer for."""

from collections.abc import Callable
from random import Random

from demo.pictures import garments
from demo.pictures.camera import Drawing, Wind
from demo.pictures.cloth import weave
from demo.pictures.coast import bay
from demo.pictures.palette import CLOTHS, ROOMS, Cloth
from demo.pictures.payment import card
from demo.pictures.people import Look, figure
from demo.pictures.siger import crown
from demo.pictures.stage import runway, show_looks
from demo.pictures.studio import backdrop, plinth, shadow
from demo.pictures.workshop import loom, rack, stack, study

Order = dict[str, str]
"""What a text row says about its picture: a scene and its choices, all words of the tables below and of the palette."""


def _cloth(order: Order, key: str = "cloth") -> Cloth:
    return CLOTHS[order.get(key, "maroon")]


def _studio(order: Order, body: str, horizon: float = 0.84) -> Drawing:
    return Drawing(
        backdrop(ROOMS[order["room"]], garments.WIDTH, garments.HEIGHT, horizon) + body, upright=True
    )


def _kebaya(order: Order, rng: Random) -> Drawing:
    return _studio(order, garments.kebaya(_cloth(order), rng))


def _sarong(order: Order, rng: Random) -> Drawing:
    floor = shadow(790, 1830, 520, 56, 0.9)
    return _studio(order, floor + garments.sarong(_cloth(order), order["layout"], rng))


def _scarf(order: Order, rng: Random) -> Drawing:
    return _studio(order, garments.scarf(_cloth(order), order["layout"], rng), 0.86)


def _clutch(order: Order, _: Random) -> Drawing:
    stand = plinth(ROOMS[order["room"]], 756, 1530, 1120, 300)
    return _studio(order, stand + garments.clutch(_cloth(order), order["layout"]), 0.8)


def _shoes(order: Order, _: Random) -> Drawing:
    stand = plinth(ROOMS[order["room"]], 756, 1450, 1240, 360)
    return _studio(
        order, stand + garments.shoes(_cloth(order), order["layout"], heel=order.get("heel") != "flat"), 0.8
    )


def _siger(order: Order, _: Random) -> Drawing:
    stand = plinth(ROOMS[order["room"]], 756, 1450, 900, 420)
    return _studio(order, stand + crown(756, 1330, 400, int(order.get("peaks", "9"))), 0.8)


def _bangle(order: Order, _: Random) -> Drawing:
    return _studio(
        order, plinth(ROOMS[order["room"]], 756, 1510, 1000, 420) + garments.bangle(_cloth(order)), 0.8
    )


def _earrings(order: Order, _: Random) -> Drawing:
    return _studio(order, garments.earrings(_cloth(order)), 0.8)


def _necklace(order: Order, _: Random) -> Drawing:
    return _studio(order, garments.necklace(_cloth(order)), 0.82)


def _look(order: Order) -> Look:
    scarf = CLOTHS[order["scarf"]] if "scarf" in order else None
    return Look(
        _cloth(order, "top"),
        _cloth(order, "skirt"),
        order["layout"],
        scarf,
        "crowned" in order,
        order.get("pose", "rest"),
        int(order.get("skin", "0")),
    )


def _portrait(order: Order, rng: Random) -> Drawing:
    body = shadow(780, 1850, 300, 40) + figure("a", _look(order), 756, 1850, 1500, rng, "mirror" in order)
    return _studio(order, body, 0.86)


def _close(order: Order, rng: Random) -> Drawing:
    """From the knees up."""
    return _studio(order, figure("a", _look(order), 756, 2480, 2200, rng, "mirror" in order), 0.95)


def _group(order: Order, rng: Random) -> Drawing:
    """Three people, cut at the knee, before a wall of their colour; a banner may cut a quarter of the height."""
    looks = show_looks(3, rng)
    body = "".join(
        figure(f"g{n}", looks[n], x, y, size, rng, n == 2)
        for n, x, y, size in ((1, 590, 1850, 1400), (2, 1426, 1860, 1400), (0, 1008, 1950, 1500))
    )
    return Drawing(backdrop(ROOMS[order["room"]], 2016, 1512, 0.93) + body)


def _cover(order: Order, rng: Random) -> Drawing:
    """One figure in the arch, and the cloth she wears on the wall beside her."""
    cloth = garments.sarong(_cloth(order, "skirt"), order["layout"], rng)
    wall = f'<g transform="translate(90 180)scale(.62)">{cloth}</g>'
    person = figure("c", _look(order), 1420, 1990, 1530, rng)
    return Drawing(
        backdrop(ROOMS[order["room"]], 2016, 1512, 0.94, arch=False) + _arch(order) + wall + person
    )


def _arch(order: Order) -> str:
    room = ROOMS[order["room"]]
    rows = "".join(
        f'<path d="M{x} 1420L{x + 60} {1420 - 130}L{x + 120} 1420Z" fill="{room.shade}" opacity=".5"/><path d="M{x + 30} 1420L{x + 60} {1420 - 66}L{x + 90} 1420Z" '
        f'fill="{room.wall}" opacity=".7"/>'
        for x in range(0, 2016, 120)
    )
    return f'<path d="M980 1420V700A440 440 0 0 1 1860 700V1420Z" fill="url(#niche)"/>{rows}'


def _drape(order: Order, rng: Random) -> Drawing:
    upright = "upright" in order
    width, height = (1512, 2016) if upright else (2016, 1512)
    wind = Wind(
        float(order.get("angle", "80")),
        float(order.get("fold", "460")),
        float(order.get("depth", "0.6")),
        rng.randrange(1, 40),
    )
    body = weave("d", _cloth(order), order["layout"], -160, -160, width + 320, height + 320)
    return Drawing(body, upright, wind)


def _study(order: Order, rng: Random) -> Drawing:
    return Drawing(study(_cloth(order), order["motif"]), wind=Wind(84, 900, 0.24, rng.randrange(1, 40)))


def _runway(order: Order, rng: Random) -> Drawing:
    return Drawing(
        runway(show_looks(int(order.get("people", "5")), rng), order["mood"], rng, "empty" not in order)
    )


def _loom(order: Order, rng: Random) -> Drawing:
    return Drawing(loom(_cloth(order), order["layout"], ROOMS[order["room"]], rng))


def _some_cloths(rng: Random) -> list[Cloth]:
    return rng.sample(list(CLOTHS.values()), 6)


def _stack(order: Order, rng: Random) -> Drawing:
    return Drawing(stack(_some_cloths(rng), ROOMS[order["room"]], rng))


def _rack(order: Order, rng: Random) -> Drawing:
    return Drawing(rack(_some_cloths(rng), ROOMS[order["room"]], rng))


def _bay(order: Order, rng: Random) -> Drawing:
    return Drawing(bay(order["sky"], rng, ship="hill" not in order, hill="hill" in order))


def _payment(order: Order, rng: Random) -> Drawing:
    return Drawing(card(order["line"], rng), upright=True)


SCENES: dict[str, Callable[[Order, Random], Drawing]] = {
    "kebaya": _kebaya,
    "sarong": _sarong,
    "scarf": _scarf,
    "clutch": _clutch,
    "shoes": _shoes,
    "siger": _siger,
    "bangle": _bangle,
    "earrings": _earrings,
    "necklace": _necklace,
    "portrait": _portrait,
    "close": _close,
    "group": _group,
    "cover": _cover,
    "drape": _drape,
    "study": _study,
    "runway": _runway,
    "loom": _loom,
    "stack": _stack,
    "rack": _rack,
    "bay": _bay,
    "payment": _payment,
}


def compose(order: Order, seed: int) -> Drawing:
    """The drawing for a text row's picture; the same order and seed give the same drawing."""
    return SCENES[order["scene"]](order, Random(seed))
