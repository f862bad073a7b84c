"""Equivalent mutants, each with the reason."""

EQUIVALENT: dict[str, str] = {}
