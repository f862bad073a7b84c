"""Mutants that no behaviour can tell from the original, each with the reason."""

EQUIVALENT: dict[str, str] = {}
