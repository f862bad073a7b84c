"""Static QRIS codes: which texts the database accepts, and the message for each other one."""

import binascii

import psycopg
import pytest

from tests.database.conftest import PersonaDatabase
from tests.example_rows import put, put_files, row
from tests.qris_codes import add_checksum, build_static_code, encode_fields

SENTENCES = {
    "qris_structure": "This is not the content of a QRIS code.",
    "qris_crc": "The checksum of this QRIS code is wrong: a part of it was changed or lost.",
    "qris_currency": "This QRIS code is not in rupiah.",
    "qris_country": "This QRIS code is not from Indonesia.",
    "qris_dynamic": "This QRIS code was made for one payment. Use the shop's static code.",
    "qris_amount": "This QRIS code has an amount already. Use the shop's static code.",
    "qris_merchant": "This QRIS code does not name its merchant.",
}
GOOD = build_static_code()
USABLE = (
    GOOD,
    build_static_code(_01=None),
    build_static_code(_62=None),
    build_static_code(_61=""),
    build_static_code(_64=encode_fields({"00": "id", "01": "TOKO CONTOH"})),
    build_static_code(_59="Kopi é 店"),
    GOOD[:-4] + GOOD[-4:].lower(),
)
FAULTS: dict[str, tuple[str, ...]] = {
    "qris_structure": (
        "x",
        "000201",
        "https://tapis.example",
        add_checksum(GOOD[:-8]) + "0",
        GOOD[:-1],
        GOOD[:-8],
        GOOD[6:],
        add_checksum(f"5802ID{GOOD[:-8]}"),
        add_checksum(GOOD[:-8] + "5802ID"),
        add_checksum(GOOD[:-8] + "9905"),
        add_checksum(GOOD[:-8] + "99051"),
        add_checksum(GOOD[:-8] + "८८02ab"),
        build_static_code(_00="02"),
        build_static_code(_26=None),
        build_static_code(_26="000"),
        build_static_code(_51=None),
        build_static_code(_51=encode_fields({"00": "ID.CO.OTHER.WWW"})),
        build_static_code(_62="07"),
        build_static_code(_64="1"),
        build_static_code(_80="1"),
        *(build_static_code(**{f"_{place}": "A" * 99 for place in range(65, 70)}),),
    ),
    "qris_crc": (GOOD.replace("METRO", "PRINGSEWU"[:5]), GOOD[:-4] + "0000", GOOD[:-8] + "6304FFFF"),
    "qris_currency": (build_static_code(_53="840"), build_static_code(_53=None)),
    "qris_country": (build_static_code(_58="MY"), build_static_code(_58=None)),
    "qris_dynamic": (build_static_code(_01="12"), build_static_code(_01="12", _54="1000")),
    "qris_amount": (build_static_code(_54="150000"), build_static_code(_54="")),
    "qris_merchant": (build_static_code(_59=None), build_static_code(_59=""), build_static_code(_59="  ")),
}


def catch_refusal(db: PersonaDatabase, role: str, code: str) -> tuple[str | None, ...]:
    """The error for a payment method with this code: SQLSTATE, hint, message and constraint."""
    with pytest.raises(psycopg.Error) as refused:
        db.insert(role, "payment_methods", row("payment_methods", "", qris=code))
    diagnostics = refused.value.diag
    return (
        refused.value.sqlstate,
        diagnostics.message_hint,
        diagnostics.message_primary,
        diagnostics.constraint_name,
    )


@pytest.mark.parametrize("hint", FAULTS)
@pytest.mark.parametrize("role", ["admin", "service"])
def test_Y13_a_code_that_cannot_be_used_is_refused_in_a_sentence(
    db: PersonaDatabase, role: str, hint: str
) -> None:
    expected = ("23514", hint, SENTENCES[hint], "payment_methods_qris_is_static")
    for code in FAULTS[hint]:
        assert catch_refusal(db, role, code) == expected, code


@pytest.mark.parametrize("code", USABLE)
def test_Y13_adas_own_static_code_is_kept_as_it_is_read(db: PersonaDatabase, code: str) -> None:
    method = row("payment_methods", "", qris=f" {code}\n")
    put_files(db.sql, "payment_methods", method, None)
    assert db.insert("admin", "payment_methods", method).refused is None
    read = "select qris from public.payment_methods where uuid = %s"
    assert db.run_as("anon", read, method["uuid"]) == [{"qris": code}]
    db.update("admin", "payment_methods", method["uuid"], {"qris": ""})
    assert db.run_as("anon", read, method["uuid"]) == [{"qris": None}]


def test_Y13_the_rule_holds_without_the_trigger_that_words_it(db: PersonaDatabase) -> None:
    method = put(db.sql, "payment_methods", row("payment_methods", ""))
    db.sql("alter table public.payment_methods disable trigger user")
    with pytest.raises(psycopg.errors.CheckViolation):
        db.sql("update public.payment_methods set qris = 'x' where uuid = %s", method)


def test_Y13_the_checksum_is_that_of_an_independent_program(db: PersonaDatabase) -> None:
    for content in (b"", b"123456789", bytes(range(256)), GOOD.encode()):
        theirs = f"{binascii.crc_hqx(content, 0xFFFF):04X}"
        assert [*db.sql("select private.crc16(%s)", content)] == [(theirs,)]
    assert [*db.sql("select private.crc16('123456789')")] == [("29B1",)]
