"""The pieces of the collection, each drawn as it stands or hangs in the studio."""

from random import Random

from demo.pictures.cloth import folds, weave
from demo.pictures.palette import Cloth
from demo.pictures.studio import shadow

WIDTH, HEIGHT = 1512, 2016
"""All pieces are drawn upright; the middle of the picture is x = 756."""


def kebaya(cloth: Cloth, rng: Random) -> str:
    """A kebaya on a dress form, its edges embroidered with bamboo shoots."""
    left = "M756 560C700 520 660 470 640 452C580 470 520 492 478 520C440 600 400 800 372 1010C362 1090 352 1160 350 1216L452 1240C480 1140 510 1010 530 900C548 960 556 1010 554 1060C552 1150 520 1260 496 1400C570 1452 660 1480 744 1470L756 1000Z"
    edge = "M640 452C676 560 720 650 752 740C758 900 758 1200 744 1470"
    half = (
        f'<path d="{left}" fill="{cloth.ground}"/><path d="{left}" fill="url(#lace)"/><path d="{left}" fill="url(#body)"/>'
        f'<path d="M530 900C522 800 520 720 530 640" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="7"/>'
        f'<path d="M554 1060C600 1120 640 1250 640 1460M600 1090C640 1180 690 1300 694 1470" fill="none" stroke="#000" '
        f'stroke-opacity=".18" stroke-width="9"/><path d="M562 1010C610 1040 690 1050 750 1040" fill="none" stroke="#000" '
        f'stroke-opacity=".16" stroke-width="8"/>'
        f'<path d="{edge}" fill="none" stroke="{cloth.stripe}" stroke-width="58"/>'
        f'<path d="{edge}" fill="none" stroke="{cloth.thread}" stroke-width="44" stroke-dasharray="3 9"/>'
        f'<path d="{edge}" fill="none" stroke="{cloth.glint}" stroke-width="16" stroke-dasharray="0 25" stroke-linecap="round"/>'
        f'<path d="M496 1400C570 1452 660 1480 744 1470" fill="none" stroke="{cloth.stripe}" stroke-width="52"/>'
        f'<path d="M496 1400C570 1452 660 1480 744 1470" fill="none" stroke="{cloth.thread}" stroke-width="40" stroke-dasharray="3 9"/>'
        f'<path d="M496 1400C570 1452 660 1480 744 1470" fill="none" stroke="{cloth.glint}" stroke-width="14" stroke-dasharray="0 25" stroke-linecap="round"/>'
        f'<path d="M350 1190L456 1216" stroke="{cloth.stripe}" stroke-width="46"/>'
        f'<path d="M350 1190L456 1216" stroke="{cloth.thread}" stroke-width="36" stroke-dasharray="3 9"/>'
    )
    brooches = "".join(
        f'<g transform="translate(756 {y})"><circle r="24" fill="url(#gold)"/><path d="M0 -15L13 8H-13Z" fill="{cloth.ground}"/>'
        f'<circle r="24" fill="none" stroke="#6b4717" stroke-width="3"/></g>'
        for y in (760, 860, 960)
    )
    return (
        _lace(cloth, rng)
        + '<linearGradient id="body" gradientUnits="userSpaceOnUse" x1="350" y1="0" x2="760" y2="0"><stop offset="0" stop-color="#fff" '
        'stop-opacity=".16"/><stop offset=".28" stop-color="#000" stop-opacity=".22"/><stop offset=".42" stop-color="#000" stop-opacity=".3"/>'
        '<stop offset=".68" stop-color="#fff" stop-opacity=".12"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></linearGradient>'
        + _dress_form(1460)
        + f'<path d="M642 452C690 470 822 470 870 452C830 560 790 660 756 740C722 660 680 560 642 452Z" fill="{cloth.stripe}"/>'
        + half
        + f'<g transform="translate(1512 0)scale(-1 1)">{half}</g>'
        + brooches
    )


def _lace(cloth: Cloth, rng: Random) -> str:
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="5" fill="{cloth.thread}"/>' for x in (0, 140) for y in (0, 140)
    )
    drawing = rng.choice((_sprig, _lozenge, _blossom))(cloth)
    return (
        '<pattern id="lace" width="140" height="140" patternUnits="userSpaceOnUse" patternTransform="scale(.62)rotate(8)">'
        f'<g opacity=".62" fill="none" stroke="{cloth.thread}" stroke-width="4">{drawing}</g><g opacity=".62">{dots}</g></pattern>'
    )


def _sprig(cloth: Cloth) -> str:
    stem = "M70 118C60 84 66 50 70 22M70 92C50 84 44 70 42 56C58 60 68 72 70 92M70 74C90 66 96 52 98 38C82 42 72 54 70 74"
    return f'<path d="{stem}"/><circle cx="70" cy="18" r="7" fill="{cloth.glint}" stroke="none"/>'


def _lozenge(cloth: Cloth) -> str:
    return f'<path d="M70 20L104 70L70 120L36 70ZM70 44L88 70L70 96L52 70Z"/><circle cx="70" cy="70" r="6" fill="{cloth.glint}" stroke="none"/>'


def _blossom(cloth: Cloth) -> str:
    petals = "".join(
        f'<ellipse cx="70" cy="48" rx="9" ry="22" transform="rotate({turn} 70 70)"/>'
        for turn in range(0, 360, 72)
    )
    return f'{petals}<circle cx="70" cy="70" r="7" fill="{cloth.glint}" stroke="none"/>'


def _dress_form(hem: float) -> str:
    return (
        shadow(790, 1830, 360, 60)
        + f'<rect x="740" y="{hem - 40}" width="32" height="{1800 - hem}" fill="url(#wood)"/>'
        '<path d="M756 1760C700 1770 620 1800 560 1836L580 1846C650 1820 720 1806 756 1806S862 1820 932 1846L952 1836C892 1800 812 1770 756 1760Z" '
        'fill="url(#wood)"/>'
        '<linearGradient id="linen" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#8d7757"/><stop offset=".42" stop-color="#eadbc0"/>'
        '<stop offset="1" stop-color="#83694a"/></linearGradient>'
        '<path d="M696 340C700 400 690 440 636 458C676 560 720 660 756 742C792 660 836 560 876 458C822 440 812 400 816 340Z" fill="url(#linen)"/>'
        '<ellipse cx="756" cy="340" rx="60" ry="17" fill="url(#wood)"/><path d="M748 336V300H764V336Z" fill="url(#gold)"/>'
        '<circle cx="756" cy="288" r="19" fill="url(#gold)"/>'
    )


def sarong(cloth: Cloth, layout: str, rng: Random) -> str:
    """A tapis hung over a brass rod, its hem swinging free."""
    left, right = 366, 1146
    wave = f"M{left} 420H{right}L{right + 24} 1600C1090 1640 1040 1590 980 1612S870 1650 800 1616S680 1590 610 1618S480 1650 {left - 24} 1604Z"
    behind = f"M{left + 90} 420H{right + 46}L{right + 64} 1480L{left + 90} 1500Z"
    return (
        f'<clipPath id="hung"><path d="{wave}"/></clipPath>'
        + folds("drape", left - 24, right + 24, rng.randint(7, 9), 0.42, rng, 40)
        + f'<path d="M{left + 60} 440L{right + 110} 470L{right + 120} 1640L{left + 100} 1660Z" fill="#000" opacity=".13"/>'
        + f'<path d="{behind}" fill="{cloth.stripe}"/>'
        + f'<g clip-path="url(#hung)">{weave("w", cloth, layout, left - 30, 420, right - left + 60, 1230)}'
        '<rect x="300" y="420" width="920" height="1240" fill="url(#drape)"/>'
        '<linearGradient id="roll" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/>'
        '<stop offset=".4" stop-color="#000" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>'
        '<rect x="300" y="420" width="920" height="110" fill="url(#roll)"/></g>'
        '<rect x="250" y="398" width="1012" height="30" rx="15" fill="url(#goldrod)"/>'
        '<circle cx="248" cy="413" r="28" fill="url(#gold)"/><circle cx="1264" cy="413" r="28" fill="url(#gold)"/>'
        '<path d="M420 400C420 300 640 250 756 190C872 250 1092 300 1092 400" fill="none" stroke="#3b2414" stroke-width="7"/>'
        '<circle cx="756" cy="186" r="16" fill="url(#gold)"/>'
    )


def scarf(cloth: Cloth, layout: str, rng: Random) -> str:
    """A selendang thrown over a peg: two lengths with fringes, crossed by a soft knot."""
    long_end = "M700 470C620 640 560 900 520 1180C500 1330 486 1450 476 1560L800 1610C800 1480 806 1320 820 1160C836 930 830 660 800 470Z"
    short_end = "M740 470C780 640 860 860 930 1040C980 1170 1020 1260 1054 1350L1290 1230C1230 1120 1130 980 1040 830C950 690 870 560 812 462Z"
    return (
        f'<clipPath id="long"><path d="{long_end}"/></clipPath><clipPath id="short"><path d="{short_end}"/></clipPath>'
        + folds("fall", 470, 830, 5, 0.45, rng, 20)
        + folds("turn", 740, 1300, 6, 0.26, rng, -300)
        + shadow(700, 1840, 460, 46, 0.7)
        + f'<path d="{long_end}" fill="#000" opacity=".14" transform="translate(60 40)"/>'
        + f'<path d="{short_end}" fill="#000" opacity=".14" transform="translate(50 46)"/>'
        + f'<g clip-path="url(#short)"><g transform="rotate(-29 1000 900)">{weave("s", cloth, layout, 560, 380, 900, 960)}</g>'
        '<rect x="600" y="400" width="760" height="1000" fill="url(#turn)"/></g>'
        + _fringe(1054, 1350, 1290, 1230, 30, 46, 92, cloth, rng)
        + f'<g clip-path="url(#long)"><g transform="rotate(6 650 1000)">{weave("l", cloth, layout, 380, 440, 640, 1180)}</g>'
        '<rect x="440" y="420" width="440" height="1240" fill="url(#fall)"/></g>'
        + _fringe(476, 1560, 800, 1610, 40, -10, 112, cloth, rng)
        + f'<path d="M660 500C640 420 690 360 760 356C836 352 880 410 862 490C800 540 720 540 660 500Z" fill="{cloth.ground}"/>'
        f'<path d="M668 470C720 440 800 430 856 452M664 496C720 476 800 466 860 484" fill="none" stroke="{cloth.thread}" stroke-width="9"/>'
        f'<path d="M676 440C730 406 790 398 846 420" fill="none" stroke="{cloth.glint}" stroke-width="5"/>'
        f'<path d="M660 500C640 420 690 360 760 356C836 352 880 410 862 490C800 540 720 540 660 500Z" fill="url(#dark)" opacity=".55"/>'
        '<circle cx="762" cy="330" r="40" fill="url(#wood)"/><circle cx="752" cy="320" r="17" fill="#c79a69" opacity=".7"/>'
    )


def _fringe(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    count: int,
    dx: float,
    length: float,
    cloth: Cloth,
    rng: Random,
) -> str:
    strands = []
    for n in range(count):
        t = (n + 0.5) / count
        x, y = x1 + (x2 - x1) * t, y1 + (y2 - y1) * t
        end_x, end_y = x + dx + rng.uniform(-9, 9), y + length + rng.uniform(-10, 10)
        colour = cloth.thread if n % 3 else cloth.glint
        strands.append(
            f'<path d="M{x:.0f} {y - 3:.0f}Q{x + dx * 0.2:.0f} {y + length * 0.5:.0f} {end_x:.0f} {end_y:.0f}" stroke="{colour}"/>'
        )
    return f'<g fill="none" stroke-width="6" stroke-linecap="round">{"".join(strands)}</g>'


def clutch(cloth: Cloth, layout: str) -> str:
    """A clutch of tapis and leather with a flap cut like a bamboo shoot."""
    body = (
        "M312 1080Q312 1046 346 1046H1166Q1200 1046 1200 1080V1500Q1200 1540 1160 1540H352Q312 1540 312 1500Z"
    )
    flap = (
        "M306 1062Q306 1026 342 1026H1170Q1206 1026 1206 1062L1196 1130L784 1396Q756 1412 728 1396L316 1130Z"
    )
    chain = "".join(
        f'<ellipse cx="{1196 + 92 * (n / 13) - 60 * (n / 13) ** 2:.0f}" cy="{1090 + n * 34}" rx="{9 if n % 2 else 5}" ry="21" fill="none" '
        'stroke="url(#gold)" stroke-width="7"/>'
        for n in range(14)
    )
    return (
        f'<clipPath id="bag"><path d="{body}"/></clipPath><clipPath id="flap"><path d="{flap}"/></clipPath>'
        '<linearGradient id="hide" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".18"/><stop offset=".5" '
        'stop-color="#000" stop-opacity=".05"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>'
        + shadow(780, 1546, 600, 70, 1.2)
        + chain
        + f'<g clip-path="url(#bag)">{weave("b", cloth, layout, 300, 1040, 920, 510)}'
        '<rect x="300" y="1040" width="920" height="510" fill="url(#hide)"/>'
        f'<path d="{flap}" fill="#000" opacity=".4" transform="translate(10 34)"/></g>'
        f'<path d="{flap}" fill="{cloth.stripe}"/><path d="{flap}" fill="url(#hide)" opacity=".8"/>'
        '<path d="M330 1068Q330 1048 350 1048H1162Q1182 1048 1182 1068L1174 1118L776 1374Q756 1386 736 1374L338 1118Z" fill="none" '
        f'stroke="{cloth.thread}" stroke-width="4" stroke-dasharray="14 9"/>'
        f'<g clip-path="url(#flap)"><path d="M756 1350L640 1130H872Z" fill="{cloth.thread}"/><path d="M756 1306L672 1146H840Z" fill="{cloth.ground}"/>'
        f'<path d="M756 1266L702 1160H810Z" fill="{cloth.glint}"/><path d="M756 1226L730 1174H782Z" fill="{cloth.ground}"/>'
        f'<path d="M560 1090l20 28l-20 28l-20 -28ZM480 1090l14 20l-14 20l-14 -20ZM952 1090l20 28l-20 28l-20 -28ZM1032 1090l14 20l-14 20l-14 -20Z" fill="{cloth.thread}"/></g>'
        '<path d="M756 1340l46 60l-46 62l-46 -62Z" fill="url(#gold)" stroke="#6b4717" stroke-width="4"/>'
        '<path d="M756 1366l26 34l-26 36l-26 -36Z" fill="#7b1427"/><path d="M740 1396l14 -20" stroke="#fff" stroke-opacity=".6" stroke-width="5"/>'
    )


def shoes(cloth: Cloth, layout: str, *, heel: bool = True) -> str:
    """A pair of selop, seen from the side, their straps woven."""
    sole = "#1a1210"
    lift = 190 if heel else 40
    strap = f"M520 {1440 - lift * 0.1:.0f}C560 1300 700 1236 850 1230C900 1280 930 1340 940 1420C820 1392 700 1400 620 1470Z"
    foot = (
        f"M340 1500C330 1470 380 1452 470 1452C640 1452 760 1440 900 {1430 - lift * 0.55:.0f}C1000 {1400 - lift:.0f} 1080 {1380 - lift:.0f} 1160 {1374 - lift:.0f}"
        f"C1190 {1376 - lift:.0f} 1196 {1400 - lift:.0f} 1180 {1412 - lift:.0f}C1090 {1436 - lift:.0f} 1010 {1480 - lift * 0.6:.0f} 900 1500C760 1524 420 1526 340 1500Z"
    )
    post = (
        f"M1096 {1402 - lift:.0f}C1110 1420 1120 1470 1118 1512H1150C1158 1450 1170 {1450 - lift * 0.5:.0f} 1180 {1404 - lift:.0f}Z"
        if heel
        else "M1010 1440C1040 1470 1040 1500 1040 1512H1170V1376Z"
    )
    one = (
        f'<path d="{post}" fill="url(#gold)"/><path d="{foot}" fill="{sole}"/>'
        f'<path d="M350 1486C420 1466 640 1466 780 1452C900 {1440 - lift * 0.5:.0f} 1010 {1400 - lift:.0f} 1170 {1384 - lift:.0f}" fill="none" '
        f'stroke="{cloth.thread}" stroke-width="9"/>'
        f'<g clip-path="url(#strap)">{weave("st", cloth, layout, 500, 1210, 460, 280)}'
        '<path d="M500 1210H960V1490H500Z" fill="url(#upper)"/></g>'
        f'<path d="{strap}" fill="none" stroke="{cloth.thread}" stroke-width="8"/>'
        '<g transform="translate(742 1330)"><path d="M0 -34L30 22H-30Z" fill="url(#gold)" stroke="#6b4717" stroke-width="3"/>'
        '<circle cy="4" r="9" fill="#7b1427"/></g>'
    )
    return (
        f'<clipPath id="strap"><path d="{strap}"/></clipPath>'
        '<linearGradient id="upper" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".3"/>'
        '<stop offset=".5" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></linearGradient>'
        + shadow(860, 1380, 480, 34, 0.8)
        + f'<g transform="translate(1650 -150)scale(-1 1)">{one}</g><g transform="translate(1650 -150)scale(-1 1)" opacity=".22">'
        f'<path d="{foot}" fill="#000"/></g>' + shadow(740, 1516, 500, 44) + one
    )


def bangle(cloth: Cloth) -> str:
    """Gelang: three bangles leaning on each other."""
    rings = "".join(
        f'<g transform="translate({x} {y})rotate({tilt})"><ellipse rx="270" ry="250" fill="none" stroke="#5d3d12" stroke-width="{w + 12}"/>'
        f'<ellipse rx="270" ry="250" fill="none" stroke="url(#gold)" stroke-width="{w}"/>'
        f'<ellipse rx="270" ry="250" fill="none" stroke="{colour}" stroke-width="{w * 0.36:.0f}" stroke-dasharray="26 20"/>'
        f'<ellipse rx="{270 + w * 0.32:.0f}" ry="{250 + w * 0.32:.0f}" fill="none" stroke="#fff3cf" stroke-width="5" stroke-dasharray="500 900" opacity=".9"/></g>'
        for x, y, tilt, w, colour in (
            (620, 1160, -14, 62, cloth.ground),
            (900, 1170, 16, 74, cloth.stripe),
            (752, 1226, 0, 92, cloth.ground),
        )
    )
    return shadow(770, 1524, 520, 56, 1.1) + rings


def earrings(cloth: Cloth) -> str:
    """Subang: a pair of drops, each a bamboo shoot in three tiers."""
    one = (
        '<path d="M0 -330C-44 -330 -44 -262 0 -262" fill="none" stroke="url(#gold)" stroke-width="9"/>'
        '<circle cy="-220" r="62" fill="url(#gold)" stroke="#6b4717" stroke-width="5"/><circle cy="-220" r="36" fill="#7b1427"/>'
        f'<circle cy="-220" r="46" fill="none" stroke="#fff3cf" stroke-width="5" stroke-dasharray="4 8"/>'
        '<path d="M0 -150L120 90H-120Z" fill="url(#gold)" stroke="#6b4717" stroke-width="5"/>'
        f'<path d="M0 -84L84 72H-84Z" fill="{cloth.ground}"/><path d="M0 -40L58 62H-58Z" fill="url(#gold)"/><path d="M0 4L30 54H-30Z" fill="#7b1427"/>'
        + "".join(
            f'<path d="M{x} 94V{150 + 40 * (1 - abs(x) / 100):.0f}" stroke="#c2964a" stroke-width="5" stroke-dasharray="8 5"/>'
            f'<path d="M{x} {148 + 40 * (1 - abs(x) / 100):.0f}l16 30l-16 30l-16 -30Z" fill="url(#gold)" stroke="#6b4717" stroke-width="3"/>'
            for x in (-92, -46, 0, 46, 92)
        )
    )
    return (
        '<rect x="330" y="628" width="852" height="26" rx="13" fill="url(#goldrod)"/>'
        '<rect x="738" y="640" width="36" height="920" fill="url(#wood)"/><path d="M560 1580Q756 1500 952 1580V1600H560Z" fill="url(#wood)"/>'
        + shadow(780, 1600, 460, 46)
        + f'<g transform="translate(520 980)scale(1.08)">{one}</g><g transform="translate(992 980)scale(1.08)">{one}</g>'
    )


def necklace(cloth: Cloth) -> str:
    """Papan jajar: three crescent plates, one below the other, on a bust."""
    plates = "".join(
        f'<g transform="translate(756 {y})scale({s})"><path d="M-260 -60C-180 40 -90 76 0 76S180 40 260 -60C244 60 140 160 0 160S-244 60 -260 -60Z" '
        'fill="url(#gold)" stroke="#6b4717" stroke-width="5"/><path d="M-226 6C-160 76 -80 104 0 104S160 76 226 6" fill="none" stroke="#7d5620" '
        'stroke-width="5" stroke-dasharray="5 9"/><path d="M0 92l20 28l-20 28l-20 -28ZM-110 72l15 22l-15 22l-15 -22ZM110 72l15 22l-15 22l-15 -22Z" '
        'fill="#7b1427" stroke="#fff3cf" stroke-width="3"/></g>'
        for y, s in ((1010, 0.62), (1150, 0.82), (1310, 1.0))
    )
    return (
        shadow(780, 1640, 520, 56)
        + '<linearGradient id="velvet" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".4" '
        'stop-color="#fff" stop-opacity=".14"/><stop offset="1" stop-color="#000" stop-opacity=".55"/></linearGradient>'
        + "".join(
            '<path d="M668 560C672 660 660 760 560 800C440 840 372 880 350 960C330 1100 380 1380 470 1640H1042C1132 1380 1182 1100 1162 960'
            f'C1140 880 1072 840 952 800C852 760 840 660 844 560C800 530 712 530 668 560Z" fill="{fill}"/>'
            for fill in (cloth.ground, "url(#velvet)")
        )
        + '<path d="M664 720C640 860 600 930 596 980M848 720C872 860 912 930 916 980M600 800C560 1000 540 1060 544 1100M912 800C952 1000 972 1060 968 1100'
        'M556 806C500 1080 490 1180 496 1250M956 806C1012 1080 1022 1180 1016 1250" fill="none" stroke="url(#gold)" stroke-width="7" stroke-dasharray="12 5"/>'
        + plates
    )
