"""How a run says no."""


class MigrationError(Exception):
    """The text says in one sentence why nothing more was done; what was done before stays and is whole."""
