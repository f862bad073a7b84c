"""The photographer's room: a wall with an arch, a floor, plinths, and the soft shadows things stand in."""

from demo.pictures.palette import DARK_GOLD, GOLD, LIGHT_GOLD, Room


def backdrop(room: Room, width: int, height: int, horizon: float = 0.8, arch: bool = True) -> str:
    """Wall, niche and floor that fill the picture."""
    floor = height * horizon
    middle, half = width / 2, width * 0.36
    top = height * 0.1
    niche = (
        f'<path d="M{middle - half} {floor}V{top + half}A{half} {half} 0 0 1 {middle + half} {top + half}V{floor}Z" '
        f'fill="url(#niche)"/>'
        f'<path d="M{middle - half} {floor}V{top + half}A{half} {half} 0 0 1 {middle + half} {top + half}V{floor}" '
        f'fill="none" stroke="{room.shade}" stroke-opacity=".55" stroke-width="5"/>'
        if arch
        else ""
    )
    return (
        f'<defs><radialGradient id="wall" cx=".32" cy=".22" r="1.05"><stop offset="0" stop-color="{room.wall}"/>'
        f'<stop offset="1" stop-color="{room.shade}"/></radialGradient>'
        f'<linearGradient id="niche" x1="0" y1="0" x2="1" y2=".7"><stop offset="0" stop-color="{room.shade}"/>'
        f'<stop offset=".45" stop-color="{room.niche}"/><stop offset="1" stop-color="{room.wall}"/></linearGradient>'
        f'<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{room.shade}"/>'
        f'<stop offset=".16" stop-color="{room.floor}"/><stop offset="1" stop-color="{room.shade}"/></linearGradient>'
        '<radialGradient id="dark"><stop offset="0" stop-color="#000" stop-opacity=".5"/><stop offset=".45" stop-color="#000" '
        'stop-opacity=".24"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>'
        '<radialGradient id="glow"><stop offset="0" stop-color="#fff4d8" stop-opacity=".7"/>'
        '<stop offset="1" stop-color="#fff4d8" stop-opacity="0"/></radialGradient>'
        f"{METAL}</defs>"
        f'<rect width="{width}" height="{height}" fill="url(#wall)"/>{niche}'
        f'<rect y="{floor}" width="{width}" height="{height - floor}" fill="url(#floor)"/>'
    )


METAL = (
    f'<linearGradient id="gold" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="{LIGHT_GOLD}"/>'
    f'<stop offset=".35" stop-color="{GOLD}"/><stop offset=".55" stop-color="#fbefc9"/><stop offset=".72" stop-color="{GOLD}"/>'
    f'<stop offset="1" stop-color="{DARK_GOLD}"/></linearGradient>'
    f'<linearGradient id="goldrod" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{DARK_GOLD}"/>'
    f'<stop offset=".35" stop-color="#f8e8bb"/><stop offset=".6" stop-color="{GOLD}"/>'
    f'<stop offset="1" stop-color="{DARK_GOLD}"/></linearGradient>'
    f'<linearGradient id="wood" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#3b2414"/>'
    f'<stop offset=".4" stop-color="#8a5c37"/><stop offset="1" stop-color="#3b2414"/></linearGradient>'
)


def shadow(x: float, y: float, rx: float, ry: float, strength: float = 1) -> str:
    """The soft dark a thing throws on the floor."""
    return f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="url(#dark)" opacity="{strength}"/>'


def plinth(room: Room, x: float, y: float, width: float, height: float) -> str:
    """A round stand whose top ellipse is centred on (x, y)."""
    rx, ry = width / 2, width / 11
    return (
        shadow(x + width * 0.12, y + height, rx * 1.35, ry * 1.5)
        + f'<linearGradient id="plinth" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="{room.shade}"/>'
        f'<stop offset=".3" stop-color="{room.niche}"/><stop offset=".55" stop-color="{room.floor}"/>'
        f'<stop offset="1" stop-color="{room.shade}"/></linearGradient>'
        f'<path d="M{x - rx} {y}V{y + height}A{rx} {ry} 0 0 0 {x + rx} {y + height}V{y}Z" fill="url(#plinth)"/>'
        f'<path d="M{x - rx} {y}V{y + height}A{rx} {ry} 0 0 0 {x + rx} {y + height}V{y}Z" fill="#000" opacity=".12"/>'
        f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{room.niche}"/>'
        f'<ellipse cx="{x}" cy="{y}" rx="{rx - 3}" ry="{ry - 3}" fill="#fff" opacity=".14"/>'
    )
