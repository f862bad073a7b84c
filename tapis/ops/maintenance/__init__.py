"""Checks and repair (`tapis doctor`), backup and restore."""
