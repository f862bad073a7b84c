"""Sanitizes user-supplied texts, so that they can't be mistaken for the command's own output."""


def to_one_line(text: str) -> str:
    """The text on one line; unprintable characters (control, bidirectional) are replaced."""
    return "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))
