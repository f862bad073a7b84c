"""Why a setting can't be used."""


class ConfigError(ValueError):
    """A setting has a value that can't be used, or there is no such setting; the text names it."""
