"""Pictures that the demo draws: proofs of payment as phones show them, cards of talents, details of products.

The banks are invented, and every proof says that it is an example.
"""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pyvips

from tapis.demo.lettering import Colour, draw_text

WIDTH = 720
WHITE = (255, 255, 255)
MONTHS = ["Jan", "Feb", "Mar", "Apr", "Mei", "Jun", "Jul", "Agu", "Sep", "Okt", "Nov", "Des"]
PAYEE = "RUMAH TAPIS (CONTOH)"


@dataclass(frozen=True, slots=True)
class BankAppStyle:
    """The colours of its app, and whether labels are above their values or beside them."""

    head: Colour
    paper: Colour
    ink: Colour
    is_stacked: bool = False


BANKS = {
    "Bank Melati": BankAppStyle((0, 82, 156), WHITE, (25, 25, 25)),
    "Bank Kenanga": BankAppStyle((0, 110, 76), (240, 244, 240), (30, 40, 36), is_stacked=True),
    "Bank Samudra": BankAppStyle((26, 36, 62), (18, 24, 38), (232, 236, 240), is_stacked=True),
    "Dompet Kita": BankAppStyle((104, 48, 156), (247, 242, 252), (40, 32, 48), is_stacked=True),
    "QRIS Bank Rimba": BankAppStyle((184, 40, 44), (255, 250, 244), (20, 16, 12)),
}


@dataclass(frozen=True, slots=True)
class PaymentProof:
    """The contents of a proof of payment."""

    bank: str
    sender: str
    amount: int
    reference: str
    """Twelve digits."""


def _format_rupiah(amount: int) -> str:
    return f"Rp{amount:,}".replace(",", ".")


def draw_payment_proof(proof: PaymentProof, paid_at: datetime) -> bytes:
    """The screen of a phone after a payment."""
    bank, is_qris = BANKS[proof.bank], proof.bank.startswith("QRIS")
    rows = {
        "Tanggal": f"{paid_at.day} {MONTHS[paid_at.month - 1]} {paid_at:%Y}",
        "Pukul": f"{paid_at:%H:%M:%S} WIB",
        "Pengirim": proof.sender.upper(),
        "Merchant" if is_qris else "Penerima": PAYEE,
        "Terminal" if is_qris else "Rekening tujuan": "A01" if is_qris else "0000 0000 0000",
        "Nominal": _format_rupiah(proof.amount),
        "Biaya": "Rp0",
        "No. referensi": proof.reference,
    }
    height = 1260 + 40 * int(proof.reference[-1])  # phones differ
    page = _sheet(WIDTH, height, bank.paper).draw_rect(list(bank.head), 0, 0, WIDTH, 330, fill=True)
    page = page.draw_circle(list(WHITE), WIDTH // 2, 165, 46, fill=True)
    page = draw_text(page, f"{paid_at:%H:%M}", 24, WHITE, (0, 16))
    page = draw_text(page, proof.bank, 30, WHITE, (0.5, 62))
    page = draw_text(page, "Pembayaran berhasil" if is_qris else "Transfer berhasil", 36, WHITE, (0.5, 240))
    page = draw_text(page, _format_rupiah(proof.amount), 58, bank.ink, (0.5, 380))
    for row, (label, value) in enumerate(rows.items()):
        top = 500 + (height - 640) // len(rows) * row
        page = draw_text(page, label, 24, _pale(bank), (0, top))
        page = draw_text(page, value, 28, bank.ink, (0, top + 38) if bank.is_stacked else (1, top))
    return _jpeg(draw_text(page, "CONTOH - bukan bukti pembayaran", 26, _pale(bank), (0.5, height - 90)))


def draw_model_card(portrait: Path, name: str, facts: str) -> bytes:
    """A talent's card: the portrait over name and measures."""
    picture = pyvips.Image.thumbnail(str(portrait), 690, height=800, crop="high")
    card = _sheet(750, 1000, (250, 246, 240)).insert(picture, 30, 30)
    return _jpeg(
        draw_text(draw_text(card, name, 42, (60, 20, 32), (0.5, 858)), facts, 30, (90, 80, 76), (0.5, 926))
    )


def crop_product_detail(whole: Path) -> bytes:
    """The centre of a product's picture, enlarged."""
    picture = pyvips.Image.new_from_file(str(whole))
    width, height = int(picture.width * 0.5), int(picture.height * 0.5)
    return _jpeg(picture.crop(width // 2, int(height * 0.62), width, height).resize(1.4))


def _pale(bank: BankAppStyle) -> Colour:
    red, green, blue = ((2 * ink + 3 * paper) // 5 for ink, paper in zip(bank.ink, bank.paper, strict=True))
    return red, green, blue


def _sheet(width: int, height: int, colour: Colour) -> pyvips.Image:
    sheet = pyvips.Image.black(width, height, bands=3) + list(colour)
    return sheet.cast("uchar").copy(interpretation="srgb").copy_memory()


def _jpeg(picture: pyvips.Image) -> bytes:
    return bytes(picture.jpegsave_buffer(Q=80))
