"""The error of an invalid setting."""


class ConfigError(ValueError):
    """A setting has an invalid value or an unknown name; the message names it."""
