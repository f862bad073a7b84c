"""The facts of the brand: name, tagline, address, colours; one build serves any brand."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tapis.gateway.settings.config_error import ConfigError
from tapis.gateway.settings.settings_file import BYTE_ORDER_MARK


@dataclass(frozen=True, slots=True)
class SocialLink:
    name: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Brand:
    """The facts of `brand.toml`."""

    name: str = "Tapis"
    # One text, or one per language.
    tagline: str | Mapping[str, str] = ""
    address: str = ""
    phone: str = ""
    whatsapp: str = ""  # if the phone is a landline
    logo: str = "/logo.svg"
    prefix: str = "tapis_"
    social: SocialLink = field(default_factory=SocialLink)
    colours: Mapping[str, str] = field(default_factory=dict)

    @property
    def first_tagline(self) -> str:
        """The tagline to use when the reader's language is unknown."""
        return self.tagline if isinstance(self.tagline, str) else next(iter(self.tagline.values()), "")


def read_brand(file: Path) -> Brand:
    """The facts in a file. Raises ConfigError when it can't be read or is invalid."""
    try:
        facts = tomllib.loads(file.read_text("utf-8").removeprefix(BYTE_ORDER_MARK))
        brand = Brand(**facts | {"social": SocialLink(**facts.get("social", {}))})
        return _require_one_line_name(brand)
    except OSError as error:
        raise ConfigError(f"TAPIS_BRAND: {file} can't be read: {error.strerror}.") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise ConfigError(f"TAPIS_BRAND: {file} is not a brand file: {error}.") from error


def _require_one_line_name(brand: Brand) -> Brand:
    """Mail headers contain the brand's name. Raises ValueError."""
    if not brand.name.isprintable():
        raise ValueError("its name must be one line")
    return brand
