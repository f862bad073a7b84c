"""The settings of a shop, shared by the service and every command, read once at startup."""

from tapis.gateway.settings.brand import Brand, Social
from tapis.gateway.settings.config_error import ConfigError
from tapis.gateway.settings.sources import from_values, load
from tapis.gateway.settings.table import SETTINGS, Setting, Settings

__all__ = ["SETTINGS", "Brand", "ConfigError", "Setting", "Settings", "Social", "from_values", "load"]
