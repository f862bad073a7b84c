"""The settings of a shop, shared by the service and every command, read once at startup."""

from tapis.gateway.settings.brand import Brand, SocialLink
from tapis.gateway.settings.config_error import ConfigError
from tapis.gateway.settings.sources import load_settings, settings_from_values
from tapis.gateway.settings.table import SETTINGS, Setting, Settings

__all__ = [
    "SETTINGS",
    "Brand",
    "ConfigError",
    "Setting",
    "Settings",
    "SocialLink",
    "load_settings",
    "settings_from_values",
]
