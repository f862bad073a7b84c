"""In which language to speak: the remembered choice, else the browser's wishes, else the first."""

from collections.abc import Iterable
from functools import lru_cache

OLD_NAMES = {"in": "id"}  # what old systems call Indonesian


@lru_cache(maxsize=512)  # visitors wish for the same few
def choose(languages: tuple[str, ...], cookie: str, accepted: str, name: str) -> str:
    """One of `languages`, by the headers Cookie and Accept-Language; `name` is the cookie's."""
    remembered = [value for key, value in _pairs(cookie) if key == name]
    return next((one for one in (*remembered, *_wishes(accepted)) if one in languages), languages[0])


def _pairs(cookie: str) -> Iterable[tuple[str, str]]:
    for part in cookie.split(";"):
        key, _, value = part.strip().partition("=")
        yield key, value


def _wishes(accepted: str) -> list[str]:
    """Language codes, most wanted first; what carries no readable weight counts fully."""
    weighted = []
    for part in accepted.split(","):
        code, _, parameters = part.strip().partition(";")
        language = code.strip().lower().split("-")[0]
        weighted.append((_weight(parameters), OLD_NAMES.get(language, language)))
    return [code for weight, code in sorted(weighted, key=lambda wish: -wish[0]) if weight > 0]


def _weight(parameters: str) -> float:
    try:
        return float(parameters.strip().removeprefix("q=") or 1)
    except ValueError:
        return 1.0
