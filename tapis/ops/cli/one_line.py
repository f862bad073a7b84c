"""Texts that others have written, printed so that they can't pass for the command's own words."""


def one_line(text: str) -> str:
    """The text on one line; what a terminal would obey or turn around is a replacement character."""
    return "".join(letter if letter.isprintable() else "�" for letter in " ".join(text.split()))
