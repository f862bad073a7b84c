"""Proofs of payment in the style of banking apps: five invented banks, each proof with its own facts."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pyvips

WIDTH, HEIGHT = 1080, 2280
NAMES = [
    "BUDI SANTOSO",
    "SITI AMINAH",
    "AGUSTINUS",
    "DEWI LESTARI",
    "RINA WATI",
    "JOKO WIDODO",
    "MUHAMMAD RIZKY",
    "PUTRI AYU",
    "ANDI",
    "NUR HALIMAH",
    "FAJAR NUGROHO",
    "INDAH PERMATA SARI",
    "YUSUF",
    "KARTIKA",
    "HENDRA GUNAWAN",
    "LINA MARLINA",
    "DIAN",
    "BAYU PRATAMA",
]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"]
PRICES = (85_000, 120_000, 185_000, 250_000, 475_000)
WHITE = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Facts:
    """What differs between two proofs of one bank."""

    amount: str
    sender: str
    account: str
    day: str
    time: str
    reference: str
    battery: str


@dataclass(frozen=True, slots=True)
class Bank:
    """A screen's colours, font, and how it arranges its rows: `across`, `below`, `inline` or `card`."""

    name: str
    paper: tuple[int, int, int]
    head: tuple[int, int, int]
    ink: tuple[int, int, int]
    pale: tuple[int, int, int]
    font: str
    rows: str
    shop: str = "TAPIS LAMPUNG"


BANKS = (
    Bank("Bank Melati", WHITE, (0, 82, 156), (20, 20, 20), (120, 120, 120), "DejaVu Sans", "across"),
    Bank("Bank Kenanga", (242, 244, 247), (0, 120, 80), (40, 40, 40), (130, 130, 130), "DejaVu Sans", "card"),
    Bank("Samudra", (18, 24, 38), (30, 40, 64), (235, 235, 235), (150, 156, 170), "DejaVu Sans", "below"),
    Bank(
        "Dompet Kita", WHITE, (110, 50, 160), (30, 30, 30), (110, 110, 110), "DejaVu Sans Condensed", "inline"
    ),
    Bank("BPD Rimba", (255, 250, 240), (190, 80, 20), (0, 0, 0), (90, 90, 90), "DejaVu Serif", "across"),
)


def draw_facts(seed: int) -> Facts:
    """Random facts of a payment; many have the same price, as in a shop."""
    chance = random.Random(seed)
    price = chance.choice(PRICES) - chance.choice((0, 0, chance.randrange(1, 1000)))
    return Facts(
        f"{price:,}".replace(",", "."),
        chance.choice(NAMES),
        f"{chance.randrange(10**9, 10**10)}",
        f"{chance.randrange(1, 29):02} {chance.choice(MONTHS)} 2026",
        f"{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(60):02}",
        f"{chance.randrange(10**11, 10**12)}",
        f"{chance.randrange(10, 100)}%",
    )


def draw_proof(bank: Bank, facts: Facts) -> pyvips.Image:
    """A screenshot of 1,080 × 2,280 pixels."""
    page = pyvips.Image.black(WIDTH, HEIGHT, bands=3) + list(bank.paper)
    page = page.cast("uchar").copy(interpretation="srgb")
    page = page.draw_rect(list(bank.head), 0, 0, WIDTH, 470, fill=True)
    if bank.rows == "card":
        page = page.draw_rect(list(WHITE), 40, 520, WIDTH - 80, 1440, fill=True)
    page = page.draw_circle([255, 255, 255], WIDTH // 2, 240, 80, fill=True)
    for written in _place_texts(bank, facts):
        page = _write(page, bank.font, written)
    page = page.draw_rect(list(bank.head), 60, 2090, WIDTH - 120, 120, fill=True)
    return _write(page, bank.font, ("Selesai", "Bold 34", WHITE, WIDTH // 2, 2125, "middle"))


Text = tuple[str, str, tuple[int, ...], int, int, str]


def _place_texts(bank: Bank, facts: Facts) -> Iterator[Text]:
    yield facts.time[:5], "Bold 28", WHITE, 50, 25, "left"
    yield facts.battery, "28", WHITE, WIDTH - 50, 25, "right"
    yield bank.name, "Bold 30", WHITE, WIDTH // 2, 90, "middle"
    yield "Transfer Berhasil", "Bold 44", WHITE, WIDTH // 2, 360, "middle"
    yield f"Rp {facts.amount}", "Bold 60", bank.ink, WIDTH // 2, 560, "middle"
    yield f"{facts.day}, {facts.time} WIB", "30", bank.pale, WIDTH // 2, 680, "middle"
    rows = (
        ("Penerima", bank.shop),
        ("Bank Tujuan", "Bank Contoh"),
        ("Rekening Tujuan", "1234 5678 90"),
        ("Pengirim", facts.sender),
        ("Rekening Sumber", f"{facts.account[:3]}*****{facts.account[-2:]}"),
        ("Nominal", f"Rp {facts.amount}"),
        ("Biaya Admin", "Rp 0"),
        ("No. Referensi", facts.reference),
        ("Keterangan", "Pembayaran pesanan"),
    )
    for place, (label, value) in enumerate(rows):
        yield from _place_row(bank, label, value, 800 + 128 * place)


def _place_row(bank: Bank, label: str, value: str, y: int) -> Iterator[Text]:
    if bank.rows == "below":
        yield label, "26", bank.pale, 70, y, "left"
        yield value, "Bold 32", bank.ink, 70, y + 46, "left"
    elif bank.rows == "inline":
        yield f"{label}: {value}", "32", bank.ink, 60, y, "left"
    else:
        yield label, "32", bank.pale, 80, y, "left"
        yield value, "Bold 32", bank.ink, WIDTH - 80, y, "right"


def _write(page: pyvips.Image, font: str, placed: Text) -> pyvips.Image:
    text, size, colour, x, y, side = placed
    ink = pyvips.Image.text(text, font=f"{font} {size}", dpi=80)
    left = {"left": x, "middle": x - ink.width // 2, "right": x - ink.width}[side]
    under = page.crop(left, y, ink.width, ink.height)
    over = (under * (1 - ink / 255.0) + (ink / 255.0) * list(colour)).cast("uchar")
    return page.insert(over, left, y).copy_memory()


def crop(
    picture: pyvips.Image, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0
) -> pyvips.Image:
    """Cut these fractions off its width and height."""
    width, height = picture.width, picture.height
    return picture.crop(
        int(width * left),
        int(height * top),
        int(width * (1 - left - right)),
        int(height * (1 - top - bottom)),
    )


def darken(picture: pyvips.Image, light: float = 0.6, gamma: float = 1.3) -> pyvips.Image:
    """Darken a picture as a phone's editor does."""
    return ((picture / 255.0) ** gamma * 255 * light).cast("uchar").copy(interpretation="srgb")
