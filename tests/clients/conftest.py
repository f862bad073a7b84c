"""A shop with one product and one way to pay, and the photo of a payment."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import pyvips

from tests.conftest import Shop
from tests.example_rows import put, row


@pytest.fixture(scope="package")
def open_shop(shop: Shop) -> Iterator[Shop]:
    """A shop with a product and a payment method, which are deleted afterwards."""
    product = put(shop.sql, "products", row("products", "", created_at="2030-01-01T00:00:00+00:00"))
    method = put(
        shop.sql, "payment_methods", row("payment_methods", "", created_at="2030-01-01T00:00:00+00:00")
    )
    yield shop
    shop.sql("delete from public.products where uuid = %s", product)
    shop.sql("delete from public.payment_methods where uuid = %s", method)


@pytest.fixture(scope="package")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A JPEG of 1200 × 900 pixels."""
    path = tmp_path_factory.mktemp("photo") / "proof.jpg"
    path.write_bytes(
        pyvips.Image.gaussnoise(1200, 900, mean=128, sigma=40).cast("uchar").jpegsave_buffer(Q=60)
    )
    return path
