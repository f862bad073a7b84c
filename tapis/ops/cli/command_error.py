"""How a command says no."""


class CommandRefused(Exception):
    """The command can't be done; the text is one sentence for the person who typed it."""
