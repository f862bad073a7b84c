"""What an email address and a password must be, in the messages that people and clients know."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tapis.gateway.errors import AuthRefusal
from tapis.gateway.settings.setting_types import EMAIL, PASSWORD_BYTES

LONGEST_EMAIL = 255
LARGEST_METADATA = 8_192

# No mail arrives there: names reserved by RFC 2606 and 6761, and addresses that people type to try the form.
NO_SUCH_HOSTS = frozenset({"example.com", "example.net", "example.org", "test.com"})
NO_SUCH_TOP_LEVELS = frozenset({"test", "example", "invalid", "local", "localhost"})
NO_SUCH_ADDRESSES = frozenset({"test@gmail.com", "example@gmail.com", "someone@gmail.com", "test@email.com"})


# The 3,000 most common ones that are long enough; common_passwords.LICENSE names their source.
COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")


def check_password(password: str, *, refuse_common: bool) -> None:
    """Refuse a password that is too long or too short (in bytes, whatever the messages say), or common."""
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


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(COMMON_PASSWORDS.read_text("utf-8").split())


def checked_email(email: str) -> str:
    """The address in lower case. Raises AuthRefusal when it is too long or not an address."""
    if len(email.encode()) > LONGEST_EMAIL:
        raise AuthRefusal(400, "validation_failed", "An email address is too long")
    if not EMAIL.fullmatch(email):
        text = "Unable to validate email address: invalid format"
        raise AuthRefusal(400, "validation_failed", text)
    return email.lower()


def check_deliverable_email(email: str) -> None:
    """Refuse an address where no mail can arrive. `tapis users` may still make such accounts."""
    host = email.rpartition("@")[2]
    top_level = host.rpartition(".")[2]
    if (
        host in NO_SUCH_HOSTS
        or top_level in NO_SUCH_TOP_LEVELS
        or email in NO_SUCH_ADDRESSES
        or "." not in host
    ):
        raise undeliverable_email(email)


def undeliverable_email(email: str) -> AuthRefusal:
    return AuthRefusal(400, "email_address_invalid", f'Email address "{email}" is invalid')


def check_metadata(*parts: Mapping[str, Any] | None) -> None:
    """Refuse metadata that would not fit into the headers of every later request, as part of the token."""
    if sum(len(json.dumps(part or {})) for part in parts) > LARGEST_METADATA:
        raise AuthRefusal(400, "validation_failed", "User metadata cannot be larger than 8 KB")


def email_taken() -> AuthRefusal:
    """For those who administer accounts; a visitor who signs up reads another sentence."""
    text = "A user with this email address has already been registered"
    return AuthRefusal(422, "email_exists", text)
