"""Content negotiation by quality values (RFC 9110, 12.4.2 and 12.5): codings, languages, media types."""

import re
from functools import lru_cache

QUALITY = re.compile(r"q\s*=\s*([01](?:\.\d{0,3})?)")
# In characters; longer values are cut, which bounds the memory of the caches below.
MAX_HEADER_LENGTH, MAX_COOKIE_LENGTH = 500, 4_096
OLD_LANGUAGE_CODES = {"in": "id"}  # Indonesian on old systems


def parse_quality_values(header: str) -> list[tuple[str, float]]:
    """The values of an Accept-… header in lower case, with their parameters, sorted by preference.

    A quality that can't be read counts as 1; values of quality 0 are included.
    """
    values = []
    for part in header.lower().split(","):
        value, *parameters = (word.strip() for word in part.split(";"))
        qualities = [match for word in parameters if (match := QUALITY.fullmatch(word))]
        media_parameters = [word for word in parameters if not word.startswith("q")]
        if value:
            values.append(
                (";".join((value, *media_parameters)), min(float(qualities[0][1]), 1.0) if qualities else 1.0)
            )
    return sorted(values, key=lambda value: -value[1])


def choose_coding(accept_encoding: str, available: tuple[str, ...]) -> str:
    """The content coding to send, of those `available` (the smallest first); '' is the plain body."""
    return _choose_coding(accept_encoding[:MAX_HEADER_LENGTH], available)


@lru_cache(maxsize=256)
def _choose_coding(accept_encoding: str, available: tuple[str, ...]) -> str:
    qualities = dict(reversed(parse_quality_values(accept_encoding)))
    wildcard = qualities.get("*", 0.0)
    best = max(available, key=lambda coding: qualities.get(coding, wildcard), default="")
    quality = qualities.get(best, wildcard)
    return best if quality > 0 and quality >= qualities.get("identity", 0.0) else ""


def choose_language(languages: tuple[str, ...], cookie: str, accept_language: str, name: str) -> str:
    """One of `languages`: the cookie's, by its `name`, else the browser's preference, else the first."""
    return _choose_language(languages, cookie[:MAX_COOKIE_LENGTH], accept_language[:MAX_HEADER_LENGTH], name)


@lru_cache(maxsize=512)
def _choose_language(languages: tuple[str, ...], cookie: str, accept_language: str, name: str) -> str:
    cookies = dict(part.strip().partition("=")[::2] for part in cookie.split(";"))
    from_cookie = [cookies[key] for key in (f"__Host-{name}", name) if key in cookies]
    codes = [value.split("-")[0] for value, quality in parse_quality_values(accept_language) if quality > 0]
    preferred = (*from_cookie, *(OLD_LANGUAGE_CODES.get(code, code) for code in codes))
    return next((language for language in preferred if language in languages), languages[0])
