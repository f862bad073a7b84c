"""Time-based one-time passwords (RFC 6238): SHA-1, 30 seconds, six digits, as in every authenticator app."""

import base64
import hmac
import io
import secrets
import time
from urllib.parse import quote, urlencode

import segno
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.hotp import HOTP

STEP_SECONDS = 30
DIGITS = 6
CLOCK_TOLERANCE_STEPS = 1  # accepted before and after now: clocks differ, and people type slowly


def generate_secret() -> str:
    return base64.b32encode(secrets.token_bytes(20)).decode()


def compute_code(secret: str, step: int) -> str:
    return HOTP(base64.b32decode(secret), DIGITS, SHA1()).generate(step).decode()  # noqa: S303 – of the RFC


def find_matching_step(secret: str, code: str, now: float | None = None) -> int | None:
    """The time step around now that the code matches, or None."""
    current = int((time.time() if now is None else now) // STEP_SECONDS)
    steps = range(current - CLOCK_TOLERANCE_STEPS, current + CLOCK_TOLERANCE_STEPS + 1)
    matches = [
        step for step in steps if hmac.compare_digest(compute_code(secret, step).encode(), code.encode())
    ]
    return matches[-1] if matches else None


def provisioning_uri(secret: str, account: str, issuer: str) -> str:
    parameters = {
        "secret": secret,
        "issuer": issuer,
        "algorithm": "SHA1",
        "digits": DIGITS,
        "period": STEP_SECONDS,
    }
    return f"otpauth://totp/{quote(issuer)}:{quote(account)}?{urlencode(parameters, quote_via=quote)}"


def render_qr_svg(uri: str) -> str:
    """An SVG usable unescaped in a data: URL (no `#`), black on white also in dark mode."""
    svg = io.BytesIO()
    segno.make(uri, error="m").save(
        svg, kind="svg", xmldecl=False, scale=4, dark="#000", light="#fff", nl=False
    )
    return svg.getvalue().decode().replace("#000", "black").replace("#fff", "white")
