"""Validation of email addresses and passwords, with GoTrue's error messages."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tapis.gateway.errors import AuthRefusal
from tapis.gateway.settings.setting_types import EMAIL, PASSWORD_BYTES

MAX_EMAIL_BYTES = 255
MAX_METADATA_BYTES = 8_192

# Names reserved by RFC 2606 and 6761, and addresses that people enter to try the form.
UNDELIVERABLE_HOSTS = frozenset({"example.com", "example.net", "example.org", "test.com"})
UNDELIVERABLE_TOP_LEVELS = frozenset({"test", "example", "invalid", "local", "localhost"})
UNDELIVERABLE_ADDRESSES = frozenset(
    {"test@gmail.com", "example@gmail.com", "someone@gmail.com", "test@email.com"}
)

# The 3,000 most common passwords of permitted length; common_passwords.LICENSE names the source.
COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")


def validate_new_password(password: str, *, refuse_common: bool) -> None:
    """Refuse a password that is too long or too short (in bytes, despite the messages), or common."""
    size = len(password.encode())
    shortest, longest = PASSWORD_BYTES
    if size > longest:
        raise AuthRefusal(400, "validation_failed", f"Password cannot be longer than {longest} characters")
    if size < shortest:
        text = f"Password should be at least {shortest} characters."
        raise AuthRefusal(422, "weak_password", text, reasons=["length"])
    if refuse_common and password.lower() in _common_passwords():
        text = "This password is among the most common ones. Please choose another."
        raise AuthRefusal(422, "weak_password", text, reasons=["pwned"])


def describe_weak_password(password: str, *, refuse_common: bool) -> dict[str, Any]:
    """What a session says about a right password that `validate_new_password` would refuse as weak."""
    try:
        validate_new_password(password, refuse_common=refuse_common)
    except AuthRefusal as refusal:
        if refusal.reasons:
            return {"weak_password": {"message": refusal.message, "reasons": refusal.reasons}}
    return {}


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(COMMON_PASSWORDS.read_text("utf-8").split())


def parse_email(email: str) -> str:
    """The address in lower case. Raises AuthRefusal when it is too long or not an address."""
    if len(email.encode()) > MAX_EMAIL_BYTES:
        raise AuthRefusal(400, "validation_failed", "An email address is too long")
    if not EMAIL.fullmatch(email):
        text = "Unable to validate email address: invalid format"
        raise AuthRefusal(400, "validation_failed", text)
    return email.lower()


def require_deliverable_email(email: str) -> None:
    """Refuse an address that can't receive mail. `tapis users` may still create such accounts."""
    host = email.rpartition("@")[2]
    top_level = host.rpartition(".")[2]
    if (
        host in UNDELIVERABLE_HOSTS
        or top_level in UNDELIVERABLE_TOP_LEVELS
        or email in UNDELIVERABLE_ADDRESSES
        or "." not in host
    ):
        raise undeliverable_email_error(email)


def undeliverable_email_error(email: str) -> AuthRefusal:
    return AuthRefusal(400, "email_address_invalid", f'Email address "{email}" is invalid')


def require_small_metadata(*parts: Mapping[str, Any] | None) -> None:
    """Refuse metadata too large for request headers: every later request carries it in its token."""
    if sum(len(json.dumps(part or {})) for part in parts) > MAX_METADATA_BYTES:
        raise AuthRefusal(400, "validation_failed", "User metadata cannot be larger than 8 KB")


def email_taken_error() -> AuthRefusal:
    """For administrators; sign-up has its own message."""
    text = "A user with this email address has already been registered"
    return AuthRefusal(422, "email_exists", text)
