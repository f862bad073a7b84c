"""Addresses of products' pages, as web/src/entities/productAddress.ts makes them."""

import re
import unicodedata

BELOW_PRODUCTS = re.compile(r"/products/[^/]+/?")
SHORT_ID = re.compile(r"(?:[/-])([0-9a-f]{8})/?$", re.IGNORECASE)
WORDS = re.compile(r"[a-z0-9]+")
LONGEST_WORDS = 60


def product_path(uuid: str, heading: str) -> str:
    decomposed = unicodedata.normalize("NFKD", heading)
    plain = "".join(letter for letter in decomposed if not unicodedata.category(letter).startswith("M"))
    words = "-".join(WORDS.findall(plain.lower()))[:LONGEST_WORDS].removesuffix("-")
    return "/products/" + "-".join(filter(None, (words, uuid[:8])))


def is_below_products(path: str) -> bool:
    return BELOW_PRODUCTS.fullmatch(path) is not None


def short_id_in(path: str) -> str | None:
    """The eight digits at the end, which alone find the product: a renamed one keeps its old address."""
    found = SHORT_ID.search(path)
    return found[1].lower() if found else None
