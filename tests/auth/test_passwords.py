"""How passwords are stored."""

import bcrypt

from tapis.gateway.auth.password_hashing import hash_password, verify_password


def test_a_password_is_kept_as_argon2id_with_its_own_salt() -> None:
    first, second = hash_password("benang-emas"), hash_password("benang-emas")
    assert first != second
    assert first.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert verify_password("benang-emas", first).matches
    assert verify_password("benang-emas", first).upgraded_hash is None
    assert not verify_password("benang-perak", first).matches


def test_hashes_that_are_none_fit_nothing() -> None:
    for stored in (None, "", "$argon2id$", "$2b$nonsense", "plain", "plain" * 50):
        assert not verify_password("plain", stored).matches


def test_a_bcrypt_hash_fits_and_is_replaced() -> None:
    stored = bcrypt.hashpw(b"x" * 72, bcrypt.gensalt(4)).decode()
    for password in ("x" * 72, "x" * 80):
        verdict = verify_password(password, stored)
        assert verdict.matches
        assert verdict.upgraded_hash is not None
        assert verify_password(password, verdict.upgraded_hash).matches
    assert not verify_password("x" * 71, stored).matches
