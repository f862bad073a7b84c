"""Static QRIS codes with checksums, built without the shop's own code."""

import binascii

ACQUIRER = {"00": "ID.CO.CONTOH.WWW", "01": "936000000000000001", "02": "000000000001", "03": "UMI"}
NATIONAL = {"00": "ID.CO.QRIS.WWW", "02": "ID1020000000001", "03": "UMI"}


def encode_fields(values: dict[str, str]) -> str:
    """Encode values by ID, one after the other."""
    return "".join(f"{name}{len(value):02}{value}" for name, value in values.items())


def add_checksum(content: str) -> str:
    """Append the checksum."""
    return f"{content}6304{binascii.crc_hqx(f'{content}6304'.encode(), 0xFFFF):04X}"


def build_static_code(**changes: str | None) -> str:
    """A usable code; `_54="1000"` adds or replaces a field, `_51=None` leaves one out."""
    values: dict[str, str | None] = {
        "00": "01",
        "01": "11",
        "26": encode_fields(ACQUIRER),
        "51": encode_fields(NATIONAL),
        "52": "5651",
        "53": "360",
        "58": "ID",
        "59": "TOKO 5802ID CONTOH",
        "60": "METRO",
        "61": "34111",
        "62": "0703A01",
    }
    values |= {name.removeprefix("_"): value for name, value in changes.items()}
    return add_checksum(encode_fields({name: value for name, value in values.items() if value is not None}))
